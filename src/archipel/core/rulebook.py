"""The rulebook of a game: numbered paragraphs, read from the one page per language in `docs/rules`.

The page is written for people; only its list items that open with a number in bold are paragraphs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ITEM = re.compile(r"- \*\*([A-Z]{2}-[\d.]+\d)( \([^)]*\))?\*\* (.*)")


@dataclass(frozen=True)
class Paragraph:
    """One numbered paragraph: its number, the heading it stands under, and its text in Markdown."""

    number: str
    section: str
    text: str


@dataclass(frozen=True)
class Rulebook:
    """A rulebook page in one language."""

    title: str
    page: str
    paragraphs: dict[str, Paragraph]

    def __getitem__(self, number: str) -> Paragraph:
        return self.paragraphs[number]


def folder() -> Path:
    """Where the pages are: inside an installed package, or in `docs/rules` of the repository."""
    installed = PACKAGE / "rulebooks"
    return installed if installed.is_dir() else PACKAGE.parents[1] / "docs" / "rules"


@cache
def rulebook(game: str, language: str = "en") -> Rulebook:
    """The rulebook of a game, by its name."""
    page = (folder() / f"{game}.{language}.md").read_text("utf-8")
    return parse(page)


def parse(page: str) -> Rulebook:
    """Take a page apart into its paragraphs.

    >>> book = parse("# Atoll\\n\\n## 1 Turn\\n- **AT-1.1 (ruling)** Draw a card,\\n  then play one.\\n")
    >>> book["AT-1.1"].text, book["AT-1.1"].section
    ('**(ruling)** Draw a card, then play one.', '1 Turn')
    """
    title = section = number = ""
    found: dict[str, tuple[str, list[str]]] = {}
    for line in page.splitlines():
        if line.startswith("# "):
            title = line[2:]
        elif line.startswith("## "):
            section, number = line[3:], ""
        elif item := ITEM.match(line):
            number, mark, text = item.groups()
            if number in found:
                raise ValueError(f"paragraph {number} stands twice in the rulebook {title!r}")
            found[number] = (section, [f"**{mark.strip()}** {text}" if mark else text])
        elif number and line.startswith(("  ", "|")):
            found[number][1].append(line.strip())
    paragraphs = {n: Paragraph(n, head, _join(lines)) for n, (head, lines) in found.items()}
    return Rulebook(title, page, paragraphs)


def _join(lines: list[str]) -> str:
    """Lines of a paragraph as one, but a table keeps its rows."""
    text = ""
    for line in lines:
        in_table = line.startswith("|")
        separator = "" if not text else "\n" if in_table and "\n|" in text else "\n\n" if in_table else " "
        text += separator + line
    return text
