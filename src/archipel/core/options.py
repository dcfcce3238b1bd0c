"""Reading and checking options that games have in common."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from archipel.core.words import N_, Problem

STANDARD, MINIATURE = "standard", "miniature"
NAMES = (STANDARD, MINIATURE)
"""What stands in place of a file: the game as it is in the box, and one small enough to be solved."""

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
        raise Problem(N_("{value} is neither yes nor no"), value=repr(text))
    return WORDS[text.lower()]


def check_switch(value: Any) -> bool:
    """Yes or no, as a value."""
    if not isinstance(value, bool):
        raise Problem(N_("{value} is neither true nor false"), value=repr(value))
    return value


def read_json(path: str, what: str) -> Any:
    """What a file holds that a user names; `what` it should be is for the errors."""
    try:
        return json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"cannot read the {what} file {path!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"the {what} file {path!r} is not a text file") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}, line {error.lineno}: not JSON ({error.msg})") from error
