"""How a database is opened and brought up to date."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from archipel.server.store import Store, StoreError, database
from archipel.server.store.migrations import migrate
from archipel.server.store.schema import METADATA

STARTS = """
import sys
from archipel.server.store import Store
print("ready", flush=True)
sys.stdin.readline()
Store.open(sys.argv[1])
"""


def test_the_migrations_make_what_the_schema_says(database_url: str) -> None:
    engine = create_engine(database.address(database_url))
    migrate(engine)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    for table in METADATA.tables.values():
        found = inspect(engine).get_pk_constraint(table.name)["constrained_columns"]
        assert set(found) == {column.name for column in table.primary_key}
    engine.dispose()


def test_processes_that_start_at_once_take_turns(database_url: str) -> None:
    command = [sys.executable, "-W", "error", "-c", STARTS, database_url]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    starting = [subprocess.Popen(command, text=True, **pipes) for _ in range(4)]  # type: ignore[call-overload]
    for process in starting:
        assert process.stdout.readline() == "ready\n"
    for process in starting:
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in starting:
        assert process.communicate(timeout=60)[1] == ""
        assert process.returncode == 0


def test_a_database_of_a_newer_version_is_left_alone(database_url: str) -> None:
    engine = create_engine(database.address(database_url))
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer Archipel"):
        Store.open(database_url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    engine.dispose()


def test_the_folder_is_made_and_the_file_is_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "100%.db"
    engine, reading = database.engines(database.address(f"sqlite:///{path}"), 1.0)
    migrate(engine)
    with engine.connect() as connection:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert connection.execute(text(f"PRAGMA {pragma}")).scalar() == value
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    engine.dispose()
    reading.dispose()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("tables.db", "not the URL"),
        ("mysql://host/db", "SQLite or PostgreSQL"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:////dev/null/tables.db", "Choose another place"),
        ("postgresql://ann:hush@/none?host=/nowhere", "Check that it is there"),
        ("postgres://ann:hush@127.0.0.1:1/none", "Check that it is there"),
    ],
)
def test_what_cannot_be_opened_is_said_with_what_to_do(url: str, words: str) -> None:
    with pytest.raises(StoreError, match=words) as caught:
        Store.open(url)
    assert "hush" not in str(caught.value)


def test_a_file_that_is_no_database_or_held_by_somebody_else(tmp_path: Path) -> None:
    other = tmp_path / "letter.db"
    other.write_text("Dear Ann, " * 1000)
    with pytest.raises(StoreError, match="not a database"):
        Store.open(f"sqlite:///{other}")
    held = tmp_path / "held.db"
    with sqlite3.connect(held) as link:
        link.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="locked"):
            Store.open(f"sqlite:///{held}", patience=0.1)
    link.close()


def test_postgres_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"archipel\[postgres\]"):
        Store.open("postgresql://host/tables")
