"""`archipel backup` and `archipel restore`: copies of the tables that a server keeps in SQLite."""

from __future__ import annotations

from pathlib import Path

from archipel.cli.console import notices, refusing, speak, writing
from archipel.server.settings import database_of
from archipel.server.store import files


def back_up(copy: Path, database: str, language: str) -> None:
    """Copy all tables into a file."""
    tongue = speak(language)
    with refusing(tongue), writing(copy, tongue):
        count = files.back_up(database_of(database), copy)
    print(tongue.plural("{n} table is copied.", "{n} tables are copied.", count))


def restore(copy: Path, database: str, language: str) -> None:
    """Put such a file in the place of the database."""
    tongue, place = speak(language), database_of(database)
    with refusing(tongue), writing(files.file_of(place) or copy, tongue):
        count, before = files.restore(copy, place)
    print(tongue.plural("{n} table is there again.", "{n} tables are there again.", count))
    if before:
        sentence = tongue.text("What was there before is kept as {path}.")
        notices().print(sentence.format(path=before), soft_wrap=True)
