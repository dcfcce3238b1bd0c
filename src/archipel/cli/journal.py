"""The journal of a match under way: its text record, on disk before anybody sees what happened.

It is only ever appended to, line by line, or replaced as a whole, so that whatever kills the program
leaves at worst half a line at the end, which reading drops.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from archipel.core.game import Game
from archipel.core.match import Match, Remark
from archipel.core.records import (
    OPEN,
    Find,
    MatchRecord,
    RecordError,
    action_line,
    read_records,
    record_of,
    remark_line,
    text_actions,
    text_header,
    to_text,
)
from archipel.core.words import Tongue

try:
    import fcntl
except ImportError:  # no such thing on Windows: there, two programs may write one journal
    fcntl = None  # type: ignore[assignment]

ENDING = ".archipel"
OPEN_LINE = f"actions: {OPEN}".encode()


class InUse(OSError):
    """Another program is writing this journal."""


class NotOne(ValueError):
    """A file of several matches: which is to be continued?"""


def cannot_save(path: Path, error: OSError, tongue: Tongue) -> str:
    """What to say when the disk is full or not ours."""
    sentence = tongue.text(
        "The match cannot be saved in {path} ({problem}); choose a place with --save FILE."
    )
    return sentence.format(path=path, problem=error.strerror or error)


def matches_folder() -> Path:
    """Where matches are kept: `ARCHIPEL_DATA`, or the user's data folder."""
    if chosen := os.environ.get("ARCHIPEL_DATA"):
        return Path(chosen) / "matches"
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "archipel" / "matches"


def new_path(game: Game) -> Path:
    """A free name for a new match."""
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{game.name}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    paths = (matches_folder() / f"{name}{ENDING}" for name in names)
    return next(path for path in paths if not path.exists())


class Journal:
    """Writes a match down as it is played."""

    def __init__(self, path: Path, match: Match, players: tuple[str, ...], *, over: bool = False) -> None:
        """Write the journal of a match as it stands; over an earlier one only if told so."""
        self.path = path
        self._record = record_of(match, players)
        self._follower = Match(match.game, match.seats, match.options)  # stands where the file ends
        self._file: IO[str] | None = None
        path.parent.mkdir(parents=True, exist_ok=True)
        self._write(match, over)

    def append(self, actions: Sequence[int]) -> None:
        """Add actions that have just been taken; they are on disk when this returns."""
        self._add("".join(self._lines(actions)))

    def remark(self, remark: Remark) -> None:
        """Add something that was said."""
        self._add(remark_line(self._record.game, remark) + "\n")

    def _add(self, text: str) -> None:
        assert self._file is not None
        self._file.write(text)
        self._file.flush()
        os.fsync(self._file.fileno())

    def rewrite(self, match: Match) -> None:
        """Put the match as it stands now in place of all that was written."""
        self._write(match, over=True)

    def finish(self, match: Match) -> None:
        """Replace the journal by the record of a match that is over."""
        text = to_text(record_of(match, self._record.players))
        self._replace(text, over=True)
        self.close()

    def close(self) -> None:
        """Let others continue it."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, match: Match, over: bool) -> None:
        lines = text_header(self._record, OPEN) + text_actions(record_of(match))
        self._follower.restore(match.actions)
        self._replace("\n".join(lines) + "\n", over)

    def _lines(self, actions: Sequence[int]) -> list[str]:
        lines = []
        for action in actions:
            lines.append(action_line(len(self._follower.actions) + 1, self._follower, action) + "\n")
            self._follower.step(action)
        return lines

    def _replace(self, text: str, over: bool) -> None:
        """Write a whole new file, then let it take the place of the old one at a stroke."""
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        file = beside.open("w", encoding="utf-8", newline="\n")
        try:
            lock(file, self.path)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            if not over:
                self.path.open("x").close()  # fails if there is one, even if it came this instant
            os.replace(beside, self.path)
        except BaseException:
            file.close()
            beside.unlink(missing_ok=True)
            raise
        _sync_folder(self.path.parent)
        self.close()
        self._file = file


def lock(file: IO[str], path: Path) -> None:
    """Keep a journal to this program for as long as the file is open, `kill -9` included."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InUse(path) from error


def _sync_folder(folder: Path) -> None:
    """The new name must survive a power cut, not only the content."""
    with suppress(OSError):  # not every system opens folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# ── Reading ─────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True)
class Kept:
    """What was read: the record, whether it is a journal, and whether its last line was cut short."""

    record: MatchRecord
    is_open: bool
    is_cut: bool = False


def read(path: Path, find: Find) -> Kept:
    """A match to continue; half a line at the end of a journal, all that a kill can leave, is dropped."""
    content = path.read_bytes()
    if OPEN_LINE not in content.split(b"\n"):
        return Kept(_only(content, find), is_open=False)
    whole, newline, cut = content.rpartition(b"\n")
    with path.open() as file:
        lock(file, path)
    return Kept(_only(whole + newline, find), is_open=True, is_cut=bool(cut))


def _only(content: bytes, find: Find) -> MatchRecord:
    try:
        records = list(read_records(content.decode("utf-8"), find))
    except UnicodeDecodeError as error:
        raise RecordError(1, "this is no text") from error
    if len(records) != 1:
        raise NotOne(len(records))
    return records[0]


def newest_open(game: Game | None = None) -> Path | None:
    """The journal written last, of any game or of one."""
    paths = matches_folder().glob(f"*{ENDING}") if matches_folder().is_dir() else ()
    for path in sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True):
        lines = path.read_bytes().split(b"\n")
        if OPEN_LINE in lines and (game is None or f"game: {game.name}".encode() in lines):
            return path
    return None
