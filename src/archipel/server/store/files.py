"""The file that SQLite keeps tables in: held by one program, copied while it is served, and put back."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from archipel.core.words import N_
from archipel.server.refusal import Refused
from archipel.server.store.database import address, make_file

BESIDE = ("-wal", "-shm", "-journal")  # what SQLite writes next to a file; it would read it into another one
HELD = N_(
    "Another Archipel is at work on {path}. Stop it first, or choose another place with --database; "
    "several at once need PostgreSQL."
)
FOR_SQLITE = N_("This is for SQLite; PostgreSQL comes with pg_dump and pg_restore.")


def file_of(database: str) -> Path | None:
    """Where the tables of a database are, if they are in a file."""
    url = address(database)
    return Path(str(url.database)).resolve() if url.get_backend_name() == "sqlite" else None


# ── One program at a time ───────────────────────────────────────────────────────────────────────
@contextmanager
def held(database: str) -> Iterator[None]:
    """Keep all others from serving the same file meanwhile; `Refused` if somebody else does.

    The system lets go of it when the program ends, however it does. Databases that are no files are shared.
    """
    path = file_of(database)
    if path is None:
        yield
        return
    make_file(path)
    with _beside(path, "-lock").open("ab") as handle:  # SQLite has locks of its own on the file itself
        try:
            _lock(handle)
        except (BlockingIOError, PermissionError):
            raise Refused("held", HELD, path=path) from None
        yield


def _lock(handle: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


# ── Copies ──────────────────────────────────────────────────────────────────────────────────────
def back_up(database: str, copy: Path) -> int:
    """Copy all tables as they are now into one file, also while they are served; how many there are."""
    path = _the_file(database)
    if copy.resolve() == path:
        raise Refused("same_file", N_("{path} is the database itself; choose another file."), path=copy)
    new, count = _copied(path, copy, "mode=ro")
    for end in BESIDE:
        _beside(copy, end).unlink(missing_ok=True)
    os.replace(new, copy)
    return count


def restore(copy: Path, database: str) -> tuple[int, Path | None]:
    """Put a copy in the place of a database that nobody serves.

    Says how many tables there are now, and where the files are kept that were there before.
    """
    path = _the_file(database)
    with held(database):
        alone = not _beside(copy, "-wal").exists()  # then it can be read where nothing can be written
        new, count = _copied(copy, path, "immutable=1" if alone else "mode=ro")
        before = path.with_name(f"{path.name}.{time.strftime('%Y-%m-%d-%H%M%S')}")
        kept = path.stat().st_size > 0
        for end in ("", *BESIDE):
            if _beside(path, end).exists():
                os.replace(_beside(path, end), _beside(before, end))
        os.replace(new, path)
        if not kept:
            before.unlink()
    return count, before if kept else None


def _the_file(database: str) -> Path:
    path = file_of(database)
    if path is None:
        raise Refused("no_file", FOR_SQLITE)
    return path


def _copied(path: Path, place: Path, mode: str) -> tuple[Path, int]:
    """Make a sound copy next to its place; the number of tables in it."""
    new = _beside(place, "-new")
    for end in ("", *BESIDE):
        _beside(new, end).unlink(missing_ok=True)
    new.touch(mode=0o600)  # it holds the seeds of matches that are not over
    try:
        with (
            closing(sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True)) as source,
            closing(sqlite3.connect(new)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # then it needs no file beside it
            [(found,)] = target.execute("PRAGMA quick_check(1)")
            if found != "ok":
                raise sqlite3.DatabaseError(found)
            [(count,)] = target.execute("SELECT count(*) FROM tables")
    except sqlite3.Error as error:
        new.unlink(missing_ok=True)
        sentence = N_("{path} holds no tables of Archipel that can be read: {problem}.")
        raise Refused("no_copy", sentence, path=path, problem=error) from None
    with new.open("rb+") as handle:
        os.fsync(handle.fileno())
    return new, int(count)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)
