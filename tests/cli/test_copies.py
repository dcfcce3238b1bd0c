"""`archipel backup` and `restore`, around a server that is killed; and that a file is served but once."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Served, serving
from tests.server.stores import opened

from archipel.client import Guest
from archipel.core.words import Tongue
from archipel.server.store import files


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def served(path: Path) -> Any:
    with serving(f"sqlite:///{path}", path.with_name("log"), "--pace", "0") as server:
        yield server


def open_tables(server: Served, count: int) -> list[str]:
    guest = Guest(server.address, name="Ann")
    return [guest.open_table("tresor", 3, public=True) for _ in range(count)]


def found(server: Served) -> list[str]:
    """The public tables, the oldest first."""
    return [one["id"] for one in Guest(server.address).ask("GET", "/api/tables")][::-1]


def sound(path: Path) -> bool:
    with sqlite3.connect(path) as link:
        [(answer,)] = link.execute("PRAGMA integrity_check")
    link.close()
    return bool(answer == "ok")


# ── There and back ──────────────────────────────────────────────────────────────────────────────
def test_after_a_kill_a_restored_server_has_the_tables_of_the_copy_and_no_others(archipel, served, path):
    copy, database = path.with_name("copy.sqlite"), f"sqlite:///{path}"
    before = open_tables(served, 3)
    assert archipel("backup", copy, "--database", database).output == "3 tables are copied.\n"
    assert not [one for one in path.parent.glob("copy.sqlite*") if one != copy]
    after = open_tables(served, 30)
    assert found(served) == before + after
    served.kill()
    assert path.with_name("tables.sqlite-wal").stat().st_size > 0
    result = archipel("restore", copy, "--database", database)
    assert result.stdout == "3 tables are there again.\n"
    served.start()
    assert found(served) == before
    open_tables(served, 1)
    served.stop()
    assert sound(path)
    [kept] = path.parent.glob("tables.sqlite.2*-wal")
    aside = Path(str(kept).removesuffix("-wal"))
    assert str(aside) in result.stderr.replace("\n", "")
    served.database = f"sqlite:///{aside}"
    served.start()
    assert found(served) == before + after


def test_a_copy_is_replaced_with_what_stood_beside_it(archipel, served, path):
    copy, database = path.with_name("copy.sqlite"), f"sqlite:///{path}"
    archipel("backup", copy, "--database", database)
    open_tables(served, 2)
    copy.with_name("copy.sqlite-wal").write_bytes(b"of another copy")
    assert archipel("backup", copy, "--database", database).output == "2 tables are copied.\n"
    assert not copy.with_name("copy.sqlite-wal").exists()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sound(copy)


def test_a_copy_of_all_files_can_be_restored_too(archipel, served, path):
    open_tables(served, 2)
    served.kill()
    folder = path.with_name("copy")
    folder.mkdir()
    for one in path.parent.glob("tables.sqlite*"):
        shutil.copy(one, folder)
    place = path.with_name("new.sqlite")
    result = archipel("restore", folder / path.name, "--database", f"sqlite:///{place}")
    assert result.output == "2 tables are there again.\n"  # and nothing was there before
    assert not list(path.parent.glob("new.sqlite.*"))


@pytest.mark.parametrize("content", [None, b"", b"a letter to a friend " * 1000, "other"])
def test_what_is_no_copy_changes_nothing(archipel, path, content):
    asyncio.run(an_empty_store(path))
    before, copy = path.read_bytes(), path.with_name("copy.sqlite")
    if content == "other":
        sqlite3.connect(copy).execute("CREATE TABLE letters (text)").connection.close()
    elif content is not None:
        copy.write_bytes(content)
    result = archipel("restore", copy, "--database", f"sqlite:///{path}")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"archipel: {copy} holds no tables of Archipel that can be read: ")
    assert path.read_bytes() == before
    assert {one.name for one in path.parent.glob("tables*")} == {path.name, f"{path.name}-lock"}


def test_what_cannot_be_copied_is_said_in_one_line(archipel, path):
    asyncio.run(an_empty_store(path))
    same = archipel("backup", path, "--database", f"sqlite:///{path}")
    assert (same.exit_code, same.stderr) == (
        1,
        f"archipel: {path} is the database itself; choose another file.\n",
    )
    assert sound(path)
    for verb in ("backup", "restore"):
        result = archipel(verb, path, "--database", "postgresql://somebody@nowhere/x", "--lang", "fr")
        assert result.stderr == f"archipel: {Tongue('fr').text(files.FOR_SQLITE)}\n"
    nowhere = path.with_name("nowhere") / "copy"
    result = archipel("backup", nowhere, "--database", f"sqlite:///{path}")
    assert result.stderr.startswith(f"archipel: {nowhere} cannot be written: ")


async def an_empty_store(path: Path) -> None:
    async with opened(f"sqlite:///{path}"):
        pass


# ── One program at a time ───────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_file_is_served_by_one_program(served, path, language):
    link = path.with_name("link.sqlite")
    link.symlink_to(path)
    for name in (path, link):
        second = serving(f"sqlite:///{name}", path.with_name("second"), "--lang", language)
        with pytest.raises(RuntimeError) as error, second:
            pass
        said = str(error.value).replace("\n", "")
        assert Tongue(language).text(files.HELD).format(path=path) in said
    assert served.answers()


def test_nothing_is_restored_while_a_server_is_there(archipel, served, path):
    copy, database = path.with_name("copy.sqlite"), f"sqlite:///{path}"
    archipel("backup", copy, "--database", database)
    tables = open_tables(served, 1)
    result = archipel("restore", copy, "--database", database)
    assert (result.exit_code, result.stderr) == (1, f"archipel: {files.HELD.format(path=path)}\n")
    assert found(served) == tables
    served.kill()  # the system lets go of the file
    assert archipel("restore", copy, "--database", database).exit_code == 0
