"""Commands run in this process, or in one of their own where keyboards, signals and time matter."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from archipel.cli import app
from archipel.core.compiling import MANY, compile_game
from archipel.games import games

PROGRAM = (sys.executable, "-c", "from archipel.cli import main; main()")
PATIENCE = 60  # seconds


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    for one in games().values():
        compile_game(one, lambda number, of, name: None, MANY)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, and an English terminal of 80 columns."""
    folder = tmp_path / "data"
    monkeypatch.setenv("ARCHIPEL_DATA", str(folder))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LANG", "C.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return folder / "matches"


@pytest.fixture
def archipel() -> Callable[..., Result]:
    """Run a command in this process: `archipel("rules", "costa-ruana")`."""

    def run(*words: object, answers: str = "") -> Result:
        result = CliRunner().invoke(app, [str(word) for word in words], input=answers)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return run


class Keyboard:
    """A command in a process of its own, and what is typed to it through a pipe."""

    def __init__(self, *words: object) -> None:
        command = [*PROGRAM, *map(str, words)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.seen = ""

    def read(self) -> str:
        """What is printed up to the next prompt, or to the end."""
        assert self.process.stdout is not None
        text = b""
        limit = time.monotonic() + PATIENCE
        while not text.endswith(b"> "):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, limit - time.monotonic()))
            assert ready, f"no prompt after {text.decode()[-2000:]}"
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                break
            text += more
        self.seen += text.decode()
        return text.decode()

    def type(self, line: str) -> None:
        """Type a line, without waiting for what it does."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def answer(self, line: str) -> str:
        """Type a line and read what comes of it."""
        self.type(line)
        return self.read()

    def kill(self) -> None:
        """As `kill -9`."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def close(self) -> None:
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
        self.process.kill()
        self.process.wait(PATIENCE)


@pytest.fixture
def keyboard() -> Iterator[Callable[..., Keyboard]]:
    """Start a command to type to: `keyboard("play", "--seed", 1)`."""
    started: list[Keyboard] = []

    def start(*words: object) -> Keyboard:
        started.append(Keyboard(*words))
        return started[-1]

    yield start
    for one in started:
        one.close()
