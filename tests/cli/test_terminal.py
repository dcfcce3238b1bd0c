"""At a real keyboard and screen, as far as a program can tell: a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

import pytest
from tests.cli.conftest import PATIENCE, PROGRAM

from archipel.core.records import load
from archipel.games import game

CLEARED = "\x1b[2J"


def at_keyboard() -> None:
    """Begin as from a shell, whoever began the tests: some let their children ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A command at a pseudo-terminal of 80 by 24."""

    def __init__(self, *words: object) -> None:
        self.handle, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "PAGER": "cat"}
        environment.pop("COLUMNS", None)
        self.process = subprocess.Popen(
            [*PROGRAM, *map(str, words)],
            stdin=other,
            stdout=other,
            stderr=other,
            env=environment,
            start_new_session=True,
            preexec_fn=at_keyboard,
        )
        os.close(other)

    def read(self, until: str = "> ") -> str:
        text = b""
        limit = time.monotonic() + PATIENCE
        # A prompt is the last thing on the screen, but readline may add to it what no one sees.
        while until.encode() not in text[-200:]:
            ready, _, _ = select.select([self.handle], [], [], max(0, limit - time.monotonic()))
            assert ready, f"no {until!r} after {text.decode()[-2000:]}"
            try:
                more = os.read(self.handle, 65536)
            except OSError:  # the other side is closed
                more = b""
            if not more:
                break
            text += more
        return text.decode()

    def type(self, line: str) -> str:
        os.write(self.handle, f"{line}\n".encode())
        return self.read()

    def interrupt(self) -> str:
        """Press Ctrl-C, again if it fell between the prompt and the wait for a key."""
        for _ in range(10):
            os.write(self.handle, b"\x03")
            if select.select([self.handle], [], [], 3)[0]:
                break
        return self.read()

    def close(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self.handle)


@pytest.fixture
def terminal():
    started = []

    def start(*words):
        started.append(Terminal(*words))
        return started[-1]

    yield start
    for one in started:
        one.close()


def test_the_screen_is_cleared_between_players(terminal):
    screen = terminal("play", "costa-ruana", "--seed", 1, "-p", 2, "--name", "Anna", "--name", "Ben")
    handing = screen.read()
    assert CLEARED in handing
    assert "Pass the keyboard to" in handing
    assert "Your hand" not in handing
    first = screen.type("")
    assert CLEARED in first
    assert "Your hand" in first
    after = screen.type("1")
    assert CLEARED in after
    assert "\x1b[3J" in after  # what scrolled off, too
    assert "Your hand" not in after.split(CLEARED)[-1]


def test_a_lone_player_keeps_the_screen(terminal):
    screen = terminal("play", "costa-ruana", "--seed", 1)
    assert CLEARED not in screen.read()
    assert CLEARED not in screen.type("1")
    shown = screen.type("quit")
    assert "archipel play --resume" in shown
    assert screen.process.wait(PATIENCE) == 0


def test_colours_at_a_terminal(terminal):
    screen = terminal("play", "costa-ruana", "--seed", 1)
    assert "\x1b[1;97;41m R " in screen.read()


def test_control_c_saves_and_leaves(terminal, home):
    screen = terminal("play", "costa-ruana", "--seed", 1)
    screen.read()
    screen.type("1")
    shown = screen.interrupt()
    assert screen.process.wait(PATIENCE) == 130
    assert "Traceback" not in shown
    assert "archipel play --resume" in shown
    (path,) = home.iterdir()
    assert len(load(path, game)[0].actions) > 20


def test_control_d_is_like_quit(terminal):
    screen = terminal("play", "costa-ruana", "--seed", 1)
    screen.read()
    os.write(screen.handle, b"\x04")
    assert "archipel play --resume" in screen.read()
    assert screen.process.wait(PATIENCE) == 0


def test_control_c_in_a_simulation(terminal):
    screen = terminal("simulate", "costa-ruana", "--matches", 5_000_000)
    screen.read(until="/5000000")
    os.kill(screen.process.pid, signal.SIGINT)
    shown = screen.read()
    assert screen.process.wait(PATIENCE) == 130
    assert "Traceback" not in shown


def test_stepping_through_a_match(terminal, archipel, home):
    archipel("play", "costa-ruana", "--humans", 0, "--seed", 1)
    (path,) = home.iterdir()
    total = len(load(path, game)[0].actions)
    screen = terminal("replay", path)
    assert f"Action 20 of {total}." in screen.read()
    assert f"Action 21 of {total}." in screen.type("")
    assert f"Action 20 of {total}." in screen.type("b")
    assert f"Action 44 of {total}." in screen.type("44")
    assert "Result" in screen.type("e")
    screen.type("q")
    assert screen.process.wait(PATIENCE) == 0


def test_a_long_text_goes_through_the_pager(terminal):
    screen = terminal("rules", "costa-ruana")
    shown = screen.read()
    assert "CR-11.5" in shown
    assert screen.process.wait(PATIENCE) == 0
