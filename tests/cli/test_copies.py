"""`archipel backup` and `restore`, around a server that is killed; and that a file is served but once."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Served, serving
from tests.server.stores import SEED, first, no_file_longer_than, opened, opening

from archipel.client import Guest
from archipel.core.words import Tongue
from archipel.server.store import files

NOBODY = 65534


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


@pytest.mark.parametrize("content", [b"", b"a letter to a friend " * 1000, "other"])
def test_what_is_no_copy_changes_nothing(archipel, path, content):
    asyncio.run(an_empty_store(path))
    before, copy = path.read_bytes(), path.with_name("copy.sqlite")
    if content == "other":
        sqlite3.connect(copy).execute("CREATE TABLE letters (text)").connection.close()
    else:
        copy.write_bytes(content)
    result = archipel("restore", copy, "--database", f"sqlite:///{path}")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"archipel: {copy} holds no tables of Archipel that can be read: ")
    assert path.read_bytes() == before
    assert {one.name for one in path.parent.glob("tables*")} == {path.name}


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


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_file_that_is_not_there_is_not_made(archipel, path, language):
    database, missing = f"sqlite:///{path}", path.with_name("mistyped.sqlite")
    for words in (("restore", missing, "--database", database), ("backup", missing, "--database", database)):
        result = archipel(*words, "--lang", language)
        absent = missing if words[0] == "restore" else path
        said = Tongue(language).text(files.NO_FILE).format(path=absent)
        assert (result.exit_code, result.stderr) == (1, f"archipel: {said}\n")
    assert not list(path.parent.glob("*.sqlite*"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_folder_is_neither_copied_nor_replaced(archipel, path, language, monkeypatch):
    folder = path.with_name("folder")
    folder.mkdir()
    asyncio.run(an_empty_store(path))
    monkeypatch.chdir(folder)
    there = {one.name for one in path.parent.iterdir()}
    for verb in ("backup", "restore"):
        for one in (".", "..", folder):
            result = archipel(verb, one, "--database", f"sqlite:///{path}", "--lang", language)
            said = Tongue(language).text(files.A_FOLDER).format(path=one)
            assert (result.exit_code, result.stderr) == (1, f"archipel: {said}\n")
        assert archipel(verb, path, "--database", f"sqlite:///{folder}").exit_code == 1
    assert {one.name for one in path.parent.iterdir()} == there
    assert not list(folder.iterdir())


def test_a_full_disk_is_blamed_on_the_copy(archipel, path):
    asyncio.run(an_empty_store(path))
    copy = path.with_name("copy.sqlite")
    with no_file_longer_than(path.stat().st_size // 2):
        result = archipel("backup", copy, "--database", f"sqlite:///{path}")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"archipel: {copy} cannot be written: ")
    assert not list(path.parent.glob("copy*"))


def test_what_nobody_serves_is_copied_from_where_nothing_can_be_written():
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        path, copy = Path(one) / "tables.sqlite", Path(other) / "copy.sqlite"
        asyncio.run(an_empty_store(path))
        path.chmod(0o644)
        Path(one).chmod(0o555)
        Path(other).chmod(0o777)
        with bound_by_rights():
            assert files.back_up(f"sqlite:///{path}", copy) == 0
        Path(one).chmod(0o755)
        assert sound(copy)
        assert {found.name for found in path.parent.iterdir()} == {path.name}


@contextmanager
def bound_by_rights() -> Iterator[None]:
    """Be somebody who may not write everywhere, as root may."""
    if os.getuid() != 0:
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


async def an_empty_store(path: Path) -> None:
    async with opened(f"sqlite:///{path}"):
        pass


# ── What was there before ───────────────────────────────────────────────────────────────────────
def test_what_was_there_is_kept_each_time(archipel, path, monkeypatch):
    monkeypatch.setattr(files.time, "strftime", lambda _: "2026-11-19-120000")  # all within a second
    copy, database = path.with_name("copy.sqlite"), f"sqlite:///{path}"
    asyncio.run(a_table(path, "first"))
    archipel("backup", copy, "--database", database)
    asyncio.run(a_table(path, "second"))
    for _ in range(3):
        assert archipel("restore", copy, "--database", database).exit_code == 0
    kept = [path.with_name(f"tables.sqlite.2026-11-19-120000{end}") for end in ("", "-2", "-3")]
    assert [names(one) for one in (path, *kept)] == [{"first"}, {"first", "second"}, {"first"}, {"first"}]


@pytest.mark.parametrize("links", [True, False])
def test_a_crash_leaves_what_was_there_or_what_comes(tmp_path, links, monkeypatch):
    path, copy, moments = tmp_path / "there" / "tables.sqlite", tmp_path / "copy.sqlite", []
    asyncio.run(a_table(copy, "copy"))
    asyncio.run(a_table(tmp_path / "tables.sqlite", "first"))
    asyncio.run(a_table(tmp_path / "tables.sqlite", "second", killed=path.parent))
    assert path.with_name("tables.sqlite-wal").stat().st_size > 0

    def seen(do: Any) -> Any:
        def step(*words: Any, **more: Any) -> None:
            moments.append(tmp_path / str(len(moments)))
            shutil.copytree(path.parent, moments[-1])
            if do is os.link and not links:
                raise OSError(errno.EPERM, "no links here")
            do(*words, **more)

        return step

    with monkeypatch.context() as watched:
        for where, name in ((os, "link"), (os, "replace"), (Path, "unlink")):
            watched.setattr(where, name, seen(getattr(where, name)))
        _, kept = files.restore(copy, f"sqlite:///{path}")
    found = [names(moment / path.name) for moment in moments]
    before = found.index({"copy"})
    assert found == [{"first", "second"}] * before + [{"copy"}] * (len(found) - before)
    assert names(path) == {"copy"}
    assert names(kept) == {"first", "second"}


async def a_table(path: Path, name: str, killed: Path | None = None) -> None:
    """Add a table to a database; if it is to be killed, a folder gets the files as they are then."""
    async with opened(f"sqlite:///{path}") as store:
        await store.create(SEED, opening(), first(name))
        if killed:
            killed.mkdir()
            for one in path.parent.glob(f"{path.name}*"):
                shutil.copy(one, killed)


def names(path: Path) -> set[str]:
    """The tables that a database has."""
    assert sound(path)
    with closing(sqlite3.connect(path)) as link:
        return {name for (name,) in link.execute("SELECT id FROM tables")}


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


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_is_copied_over_what_another_server_holds(archipel, path, language):
    other, link = path.with_name("other.sqlite"), path.with_name("link.sqlite")
    for one in (path, other):
        asyncio.run(an_empty_store(one))
    link.symlink_to(other)
    beside = other.with_name("other.sqlite-wal")
    with files.held(f"sqlite:///{other}"):
        beside.write_bytes(b"what it wrote last")
        for place in (other, link):
            result = archipel("backup", place, "--database", f"sqlite:///{path}", "--lang", language)
            said = Tongue(language).text(files.SERVED).format(path=other)
            assert (result.exit_code, result.stderr) == (1, f"archipel: {said}\n")
    assert beside.read_bytes() == b"what it wrote last"
    assert link.is_symlink()
    assert archipel("backup", other, "--database", f"sqlite:///{path}").exit_code == 0
    for end in (*files.BESIDE, files.LOCK):
        beside = path.with_name(path.name + end)
        assert archipel("backup", beside, "--database", f"sqlite:///{path}").exit_code == 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_lock_that_cannot_be_opened_is_said_in_one_line(path, language):
    lock = path.with_name("tables.sqlite-lock")
    lock.mkdir()
    server = serving(f"sqlite:///{path}", path.with_name("log"), "--lang", language)
    with pytest.raises(RuntimeError) as error, server:
        pass
    problem = os.strerror(errno.EISDIR)
    said = str(error.value).replace("\n", "")
    assert Tongue(language).text(files.NO_LOCK).format(path=lock, problem=problem) in said
    assert "Traceback" not in said


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_place_where_no_file_can_be_is_said_in_one_line(archipel, path, language):
    copy, place = path.with_name("copy.sqlite"), path / "tables.sqlite"
    asyncio.run(an_empty_store(copy))
    path.touch()
    result = archipel("restore", copy, "--database", f"sqlite:///{place}", "--lang", language)
    said = Tongue(language).text(files.NO_PLACE).format(path=place, problem=os.strerror(errno.EEXIST))
    assert (result.exit_code, result.stderr) == (1, f"archipel: {said}\n")


def test_a_place_without_locks_is_said_in_one_line(archipel, path, monkeypatch):
    def no_locks(*_: Any) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    copy = path.with_name("copy.sqlite")
    asyncio.run(an_empty_store(copy))
    monkeypatch.setattr(files, "_lock", no_locks)
    result = archipel("restore", copy, "--database", f"sqlite:///{path}")
    said = files.NO_LOCK.format(path=f"{path}-lock", problem="No locks available")
    assert (result.exit_code, result.stderr) == (1, f"archipel: {said}\n")
