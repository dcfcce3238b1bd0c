"""What all commands share: where they write, how they ask, how they stop. Rich is loaded when needed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from archipel.core.words import LANGUAGES, Tongue, default_language

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


class Stop(Exception):
    """Ends a command with one line for the user, and an exit code; 2 is for what was asked wrongly."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


def output() -> Console:
    """Where results go."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)


def notices() -> Console:
    """Where everything goes that is not the result: progress and remarks."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False, stderr=True)


def speak(language: str) -> Tongue:
    """The language asked for, or that of the user's system."""
    if language and language not in LANGUAGES:
        sentence = Tongue(default_language()).text("There is no language “{wrong}”; there are: {choice}.")
        raise Stop(sentence.format(wrong=language, choice=", ".join(LANGUAGES)))
    return Tongue(language or default_language())


@contextmanager
def writing(path: Path, tongue: Tongue) -> Iterator[None]:
    """Stop with a line that says why, if a file or folder cannot be written."""
    try:
        yield
    except OSError as error:
        sentence = tongue.text("{path} cannot be written: {problem}.")
        raise Stop(sentence.format(path=path, problem=error.strerror), code=1) from error


@contextmanager
def refusing(tongue: Tongue) -> Iterator[None]:
    """Stop with a line that says why, if tables cannot be kept or would not do something."""
    from archipel.server.refusal import Refused
    from archipel.server.store import StoreError

    try:
        yield
    except Refused as refusal:
        raise Stop(refusal.say(tongue), code=1) from refusal
    except StoreError as error:
        raise Stop(str(error), code=1) from error


def is_terminal() -> bool:
    """Whether somebody sits at the keyboard and sees what we write."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(prompt: str) -> str:
    """A line typed by the user, its words one space apart; `EOFError` if there is none."""
    if sys.stdin.isatty():
        _edit_lines()
    answer = " ".join(input(prompt).split())
    if not sys.stdin.isatty():
        print(answer)  # so that what was piped in can be read in the output
    return answer


def _edit_lines() -> None:
    """Let arrow keys work; but nobody is to find what another player typed."""
    with suppress(ImportError):  # readline is not everywhere
        import readline

        readline.set_auto_history(False)


def forget_typing() -> None:
    """Drop what was typed while nothing was asked: it is no answer to what comes next."""
    if sys.stdin.isatty():
        with suppress(ImportError, OSError):  # termios is not everywhere
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)


def page(console: Console, what: RenderableType) -> None:
    """Print, through a pager if it is longer than the terminal."""
    lines = len(console.render_lines(what, pad=False))
    if not is_terminal() or lines < console.height:
        console.print(what)
        return
    os.environ.setdefault("LESS", "FRX")  # colours, and no cleared screen afterwards
    with console.pager(styles=True):
        console.print(what)


def say_number(value: float, digits: int, tongue: Tongue) -> str:
    """A number as it is written in a language.

    >>> say_number(12345.678, 1, Tongue("en"))
    '12,345.7'
    """
    text = f"{value:,.{digits}f}"
    if tongue.language == "fr":
        text = text.replace(",", "\N{NARROW NO-BREAK SPACE}").replace(".", ",")
    return text
