"""Gather the page's sentences into the catalogues: `python web/messages.py`, or `make catalogue`.

Sentences are the texts in `t("…")` and `plural("…", "…", n)` under `web/src`, with what the games call their
seats and the levels their names. They stand in `web.po`, beside the catalogue of the Python side; a sentence
that is known there comes with its translation.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from archipel.bots.levels import LEVELS
from archipel.core.words import LANGUAGES, LOCALE
from archipel.games import games

SOURCE = Path(__file__).parent / "src"
TEXT = r'("(?:[^"\\]|\\.)*")'
SINGLE = re.compile(rf"\bt\(\s*{TEXT}")
PLURAL = re.compile(rf"\bplural\(\s*{TEXT},\s*{TEXT}")
Id = str | tuple[str, str]


def sentences() -> Iterator[Id]:
    """Every sentence of the page."""
    for path in sorted([*SOURCE.rglob("*.ts"), *SOURCE.rglob("*.svelte")]):
        if "generated" in path.parts:
            continue
        text = path.read_text("utf-8")
        yield from (json.loads(found) for found in SINGLE.findall(text))
        yield from ((json.loads(one), json.loads(many)) for one, many in PLURAL.findall(text))
    for game in games().values():
        yield from game.words.SEAT_NAMES.values()
    yield from (level.name for level in LEVELS.values())


def catalogue_at(path: Path, language: str | None) -> Catalog:
    """A catalogue, or an empty one where there is none yet."""
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """The catalogue of a language with all sentences there are, and no others."""
    folder = LOCALE / language / "LC_MESSAGES"
    old, known = (catalogue_at(folder / name, language) for name in ("web.po", "archipel.po"))
    new = Catalog(locale=language)
    for id in sentences():
        key = id if isinstance(id, str) else id[0]
        found = next((one[key] for one in (old, known) if key in one and one[key].string), None)
        new.add(id, found.string if found and type(found.id) is type(id) else None)
    return new


def main() -> int:
    """Write the catalogues; how many sentences are not translated yet."""
    missing = 0
    template = Catalog()
    for id in sentences():
        template.add(id)
    with (LOCALE / "web.pot").open("wb") as file:
        write_po(file, template, no_location=True, omit_header=True, sort_output=True)
    for language in LANGUAGES[1:]:
        new = updated(language)
        with (LOCALE / language / "LC_MESSAGES" / "web.po").open("wb") as file:
            write_po(file, new, no_location=True, omit_header=True, sort_output=True)
        for message in new:
            if message.id and not any(
                message.string if isinstance(message.string, tuple) else [message.string]
            ):
                missing += 1
                print(f"{language}: not translated yet: {message.id}")
    return missing


if __name__ == "__main__":
    sys.exit(min(main(), 1))
