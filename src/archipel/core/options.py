"""Reading and checking options that games have in common."""

from __future__ import annotations

from typing import Any

WORDS = {
    "yes": True,
    "true": True,
    "1": True,
    "oui": True,
    "no": False,
    "false": False,
    "0": False,
    "non": False,
}


def read_switch(text: str) -> bool:
    """Yes or no, as typed.

    >>> read_switch("oui"), read_switch("No")
    (True, False)
    """
    if text.lower() not in WORDS:
        raise ValueError(f"{text!r} is neither yes nor no")
    return WORDS[text.lower()]


def check_switch(value: Any) -> bool:
    """Yes or no, as a value."""
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value
