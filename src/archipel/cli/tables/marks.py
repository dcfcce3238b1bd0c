"""Seats on the screen: a colour, and a letter for those who do not tell the colours apart."""

from __future__ import annotations

import string

from rich.text import Text

# A dark letter on a light ground or the reverse: readable on dark terminals and on light ones.
STYLES = {
    "red": "bold bright_white on red",
    "blue": "bold bright_white on blue",
    "green": "bold black on green",
    "yellow": "bold black on yellow",
    "purple": "bold bright_white on magenta",
    "white": "bold black on white",
}


def letters(names: tuple[str, ...]) -> list[str]:
    """A letter for each name, all different: the first of the name that is still free.

    >>> letters(("Bleu", "Blanc", "Vert", "Violet"))
    ['B', 'L', 'V', 'I']
    """
    taken: list[str] = []
    for name in names:
        wishes = (*filter(str.isalnum, name.upper()), *string.ascii_uppercase)
        taken.append(next(letter for letter in wishes if len(letter) == 1 and letter not in taken))
    return taken


def badge(letter: str, colour: str) -> Text:
    """The mark of a seat."""
    return Text(f" {letter} ", STYLES.get(colour, "reverse"))


def native(letter: str, colour: str) -> Text:
    """The mark of one small piece of a seat."""
    return Text(letter, STYLES.get(colour, "reverse"))
