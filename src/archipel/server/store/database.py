"""Opening a database: one connection that writes, a few that read."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from archipel.server.store.errors import StoreError

READERS = 4
"""How many reads run at once."""

KEEPALIVE: dict[str, Any] = {
    "application_name": "archipel",
    "connect_timeout": 10,
    # a peer that vanished is noticed within half a minute
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}


def address(url: str) -> URL:
    """The database that a URL means, or a `StoreError` that says what a URL looks like."""
    forms = "sqlite:///path/to/file or postgresql://user:password@host/database"
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError(f"This is not the URL of a database; write {forms}.") from None
    if parsed.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername != "sqlite":
        raise StoreError(f"Archipel keeps tables in SQLite or PostgreSQL: write {forms}.")
    if parsed.database in (None, "", ":memory:"):
        raise StoreError("SQLite needs a file: write sqlite:///path/to/file.")
    return parsed


def engines(url: URL, patience: float) -> tuple[Engine, Engine]:
    """The engine that writes, over one connection, and the one that reads.

    `patience` is how many seconds each thing may take that is asked of the database, above all where it waits
    for other programs.
    """
    common: dict[str, Any] = {"hide_parameters": True}
    if url.get_backend_name() == "sqlite":
        _want_file(Path(str(url.database)))
        common["connect_args"] = {"timeout": patience, "isolation_level": None, "check_same_thread": False}
    else:
        _want_psycopg()
        common["connect_args"] = KEEPALIVE
    writing = create_engine(url, pool_size=1, max_overflow=0, **common)
    reading = create_engine(url, pool_size=READERS, max_overflow=0, isolation_level="AUTOCOMMIT", **common)
    if url.get_backend_name() == "sqlite":
        event.listen(writing, "connect", lambda link, _record: _prepare_sqlite(link, patience))
        event.listen(writing, "begin", _begin_sqlite)
        return writing, reading
    for engine in (writing, reading):
        event.listen(engine, "connect", lambda link, _record: _prepare_postgresql(link, patience))
    return writing, reading


def shown(url: URL) -> str:
    """A URL without its password."""
    return url.render_as_string(hide_password=True)


def make_file(path: Path) -> None:
    """Let there be a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)  # it holds the seeds of matches that are not over


def _want_file(path: Path) -> None:
    try:
        make_file(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}. Choose another place.") from None


def _want_psycopg() -> None:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise StoreError("PostgreSQL needs psycopg: pip install 'archipel[postgres]'.") from None


def _prepare_sqlite(connection: sqlite3.Connection, patience: float) -> None:
    latest = time.monotonic() + patience
    while not _in_wal_mode(connection, latest):
        time.sleep(0.02)
    connection.execute("PRAGMA synchronous=FULL").close()
    connection.execute("PRAGMA foreign_keys=ON").close()


def _prepare_postgresql(connection: Any, patience: float) -> None:
    # a statement that hangs, at a lock for instance, shall fail: nothing else would be stored meanwhile
    with connection.cursor() as cursor:
        cursor.execute(f"SET statement_timeout = {patience * 1000:.0f}")
    connection.commit()


def _in_wal_mode(connection: sqlite3.Connection, latest: float) -> bool:
    # the only thing SQLite does not wait for by itself when two processes start at once
    try:
        connection.execute("PRAGMA journal_mode=WAL").close()
        return True
    except sqlite3.OperationalError as error:
        if "locked" in str(error) and time.monotonic() < latest:
            return False
        raise


def _begin_sqlite(connection: Connection) -> None:
    # a transaction that begins by reading could not wait for its turn to write
    connection.exec_driver_sql("BEGIN IMMEDIATE")
