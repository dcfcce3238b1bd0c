"""The file that SQLite keeps tables in: held by one program, copied while it is served, and put back."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO

from archipel.core.words import N_
from archipel.server.refusal import Refused
from archipel.server.store.database import address, make_file

BESIDE = ("-wal", "-shm", "-journal")  # what SQLite writes next to a file; it would read it into another one
LOCK = "-lock"
HELD = N_(
    "Another Archipel is at work on {path}. Stop it first, or choose another place with --database; "
    "several at once need PostgreSQL."
)
NO_PLACE = N_("{path} cannot be written: {problem}. Choose another place.")
SERVED = N_("Another Archipel is at work on {path}; choose another file.")
NO_LOCK = N_(
    "{path} cannot be locked: {problem}. It keeps others from the same tables: let this user write there, "
    "or choose another place."
)
FOR_SQLITE = N_("This is for SQLite; PostgreSQL comes with pg_dump and pg_restore.")
A_FOLDER = N_("{path} is a folder; name a file.")
NO_FILE = N_("There is no file {path}.")


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
    try:
        make_file(path)
    except OSError as error:
        raise Refused("no_place", NO_PLACE, path=path, problem=error.strerror) from None
    with _locked(path, HELD):
        yield


@contextmanager
def _locked(path: Path, sentence: str) -> Iterator[None]:
    lock = _beside(path, LOCK)  # SQLite has locks of its own on the file itself
    try:
        handle = lock.open("ab")
    except OSError as error:
        raise Refused("no_lock", NO_LOCK, path=lock, problem=error.strerror) from None
    with handle:
        try:
            _lock(handle)
        except (BlockingIOError, PermissionError):
            raise Refused("held", sentence, path=path) from None
        except OSError as error:  # not every file system has locks
            raise Refused("no_lock", NO_LOCK, path=lock, problem=error.strerror) from None
        yield


@contextmanager
def _kept_from_servers(path: Path) -> Iterator[None]:
    """The same for a file that need not be a database: without a lock beside it, it was never served."""
    if not _beside(path, LOCK).exists():
        yield
        return
    with _locked(path, SERVED):
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
    path, place = _the_file(database), copy.resolve()
    _no_folder(copy)
    if place in [_beside(path, end) for end in ("", LOCK, *BESIDE)]:
        raise Refused("same_file", N_("{path} is the database itself; choose another file."), path=copy)
    fixed = not os.access(path.parent, os.W_OK)  # else a server could begin meanwhile
    with _kept_from_servers(place), _sound(path, fixed) as source, _copied(source, copy) as (new, tables):
        _drop(copy, *BESIDE)
        os.replace(new, copy)
    return tables


def restore(copy: Path, database: str) -> tuple[int, Path | None]:
    """Put a copy in the place of a database that nobody serves.

    Says how many tables there are now, and where the files are kept that were there before. Whenever this
    ends, be it by a crash, one of the two is there, and whole.
    """
    path = _the_file(database)
    with _sound(copy, fixed=True) as source, held(database), _copied(source, path) as (new, tables):
        before = _kept(path)
        _fold(path)
        os.replace(new, path)
    return tables, before


def _the_file(database: str) -> Path:
    path = file_of(database)
    if path is None:
        raise Refused("no_file", FOR_SQLITE)
    _no_folder(path)
    return path


def _no_folder(path: Path) -> None:
    if os.path.isdir(path):
        raise Refused("folder", A_FOLDER, path=path)


@contextmanager
def _sound(path: Path, fixed: bool) -> Iterator[sqlite3.Connection]:
    """Read tables from a file, once they are known to be sound.

    A `fixed` one does not change: where SQLite left nothing beside it, nothing has to be written to read it.
    """
    _no_folder(path)
    if not os.path.isfile(path):
        raise Refused("no_file", NO_FILE, path=path)
    alone = not any(_beside(path, end).exists() for end in BESIDE)
    mode = "mode=ro&immutable=1" if fixed and alone else "mode=ro"
    with ExitStack() as meanwhile:
        try:
            link = sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True)
            source = meanwhile.enter_context(closing(link))
            _count(source)
        except sqlite3.Error as error:
            sentence = N_("{path} holds no tables of Archipel that can be read: {problem}.")
            raise Refused("no_copy", sentence, path=path, problem=error) from None
        yield source


def _count(link: sqlite3.Connection) -> int:
    """How many tables there are; an error unless all is sound."""
    [(found,)] = link.execute("PRAGMA quick_check(1)")
    if found != "ok":
        raise sqlite3.DatabaseError(found)
    [(tables,)] = link.execute("SELECT count(*) FROM tables")
    return int(tables)


@contextmanager
def _copied(source: sqlite3.Connection, place: Path) -> Iterator[tuple[Path, int]]:
    """A sound copy next to its place, to be moved there, and the number of tables in it."""
    new = _beside(place, "-new")
    try:
        _drop(new, "", *BESIDE)
        new.touch(mode=0o600)  # it holds the seeds of matches that are not over
        with closing(sqlite3.connect(new)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # then it needs no file beside it
            tables = _count(target)
        with new.open("rb+") as handle:
            os.fsync(handle.fileno())
        yield new, tables
    except sqlite3.Error as error:  # the source was sound
        raise OSError(errno.EIO, str(error)) from None
    finally:
        _drop(new, "", *BESIDE)


# ── What was there before ───────────────────────────────────────────────────────────────────────
def _kept(path: Path) -> Path | None:
    """Give what was there, with what SQLite left beside it, a second name; none if nothing was there."""
    before = _free(path)
    found = [end for end in ("-wal", "-journal", "") if _holds_something(_beside(path, end))]
    for end in found:
        _link(_beside(path, end), _beside(before, end))
    return before if found else None


def _holds_something(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _free(path: Path) -> Path:
    """A name with the time in it that nothing has yet."""
    name = f"{path.name}.{time.strftime('%Y-%m-%d-%H%M%S')}"
    names = (path.with_name(f"{name}-{number}" if number > 1 else name) for number in count(1))
    return next(one for one in names if not any(_beside(one, end).exists() for end in ("", *BESIDE)))


def _link(path: Path, name: Path) -> None:
    try:
        os.link(path, name)
    except OSError:  # not every file system has links
        name.touch(mode=0o600)
        shutil.copyfile(path, name)


def _fold(path: Path) -> None:
    """Write into a database what SQLite left beside it: then one step replaces it, and mixes nothing."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as link:  # if it can be read, that is
        link.execute("PRAGMA wal_checkpoint").fetchall()
    _drop(path, *BESIDE)


def _drop(path: Path, *ends: str) -> None:
    for end in ends:
        _beside(path, end).unlink(missing_ok=True)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)
