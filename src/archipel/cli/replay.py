"""`archipel replay`: a recorded match step by step, in words, or only checked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from rich.text import Text

from archipel.cli import tables
from archipel.cli.console import Stop, ask, is_terminal, output, speak
from archipel.cli.preparing import finder
from archipel.cli.recording import PARQUET, check_ending
from archipel.cli.seating import names_in
from archipel.cli.telling import bullets, repeated, result_table
from archipel.core import series
from archipel.core.match import Match
from archipel.core.record import CHANCE, OVER, WATCHER
from archipel.core.records import MatchRecord, RecordError, read_records
from archipel.core.words import Tongue

WATCHING = "watcher"


def show(path: Path, which: int, seat: str, language: str) -> None:
    """Show one match of a file, as one seat or a watcher saw it."""
    tongue = speak(language)
    try:
        records = list(read(path, tongue))
    except RecordError as error:
        raise Stop(f"{path}, {error}") from error
    if which > len(records):
        sentence = tongue.text("There is no match {k} in {path}; the last is {n}.")
        raise Stop(sentence.format(k=which, path=path, n=len(records)))
    record = records[which - 1]
    tongue = Tongue(tongue.language, names_in(record, tongue.language))
    replay = Replay(record, find_seat(record, seat, tongue), tongue)
    if len(records) > 1:
        replay.say(tongue.text("Match {k} of {n}").format(k=which, n=len(records)))
    if is_terminal():
        replay.step_through()
    else:
        replay.tell_all()


def verify(path: Path, language: str) -> None:
    """Check every match of a file."""
    tongue = speak(language)
    checked = 0
    try:
        for _ in read(path, tongue):
            checked += 1
    except RecordError as error:
        raise Stop(f"{path}, {error}", code=1) from error
    print(tongue.plural("{n} match, all right", "{n} matches, all right", checked))


def read(path: Path, tongue: Tongue) -> Iterator[MatchRecord]:
    """The records of a file, one by one; rules are compiled first if need be."""
    try:
        if path.suffix.lower() == PARQUET:
            check_ending(path, tongue)
            return _read_parquet(path, tongue)
        content = path.read_bytes()
    except OSError as error:
        sentence = tongue.text("{path} cannot be read: {problem}.")
        raise Stop(sentence.format(path=path, problem=error.strerror)) from error
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = len(content[: error.start].split(b"\n"))
        raise RecordError(line, "this is no text") from error
    if text.startswith(series.FORMAT):
        return iter(series.read_series(text, finder(tongue)).matches)
    return read_records(text, finder(tongue))


def _read_parquet(path: Path, tongue: Tongue) -> Iterator[MatchRecord]:
    from archipel.arena.decisions import read_decisions

    path.open("rb").close()  # that it cannot be read is said now
    return read_decisions(path, finder(tongue))


def find_seat(record: MatchRecord, wanted: str, tongue: Tongue) -> int:
    """The seat of a colour or a player."""
    colours = record.game.notation.SEATS[: record.seats]
    if wanted.lower() in ("", WATCHING):
        return WATCHER
    for words in (colours, [name.lower() for name in tongue.names]):
        if wanted.lower() in words:
            return list(words).index(wanted.lower())
    sentence = tongue.text("There is no seat “{wrong}” in this match; there are: {choice}.")
    raise Stop(sentence.format(wrong=wanted, choice=", ".join((*colours, WATCHING))))


class Replay:
    """A recorded match, and where in it we are: after how many actions."""

    def __init__(self, record: MatchRecord, viewer: int, tongue: Tongue) -> None:
        self.game = record.game
        self.viewer = viewer
        self.console = output()
        self.actions = list(record.actions)
        self.match = Match(record.game, record.seats, record.options)
        self.tongue = self.match.tongue(tongue.language, tongue.names)
        self.match.restore(self.actions)
        self.moments = list(self.match.replay())
        after = [moment.by for moment in self.moments[1:]] + [self.match.to_move]
        # One stops where somebody has to decide, not after each card that chance deals.
        self.stops = [number for number, mover in enumerate(after, 1) if mover != CHANCE]

    def say(self, sentence: str, style: str = "") -> None:
        """A remark."""
        self.console.print(Text(sentence, style))

    # ── In words ────────────────────────────────────────────────────────────────────────────────
    def tell_all(self) -> None:
        """The whole match in words."""
        self.show_news(0, len(self.actions))
        self.show_table(len(self.actions))

    def show_news(self, since: int, until: int) -> None:
        """What the actions from one number to another did, each line with the number of its action."""
        moments = self.moments[since:until]
        events = [(moment.number + 1, event) for moment in moments for event in moment.events(self.viewer)]
        lines = [(number, self.game.words.say(event, self.tongue)) for number, event in events]
        for sentence, run in groupby(lines, key=itemgetter(1)):
            numbers = [number for number, _ in run]
            self.console.print(bullets([repeated(sentence, len(numbers))], f"{numbers[0]:>4} "))

    def show_table(self, number: int) -> None:
        """The table after so many actions; the result if that is the end."""
        self.match.restore(self.actions[:number])
        self.console.print(tables.draw(self.game, self.match.show(self.viewer), self.tongue))
        if self.match.to_move == OVER:
            self.console.print(result_table(self.match, self.tongue))

    # ── Step by step ────────────────────────────────────────────────────────────────────────────
    def step_through(self) -> None:
        """Let the user go forth and back."""
        number = self.stops[0] if self.stops else 0
        self.show_stop(number)
        while True:
            try:
                going = self.read(ask("> "), number)
            except EOFError:
                return
            if going is None:
                return
            number = going
            self.show_stop(number)

    def read(self, text: str, number: int) -> int | None:
        """Where to go: the number of an action; None to leave."""
        if text.lower() in ("q", "quit"):
            return None
        if text.lower() in ("e", "end"):
            return len(self.actions)
        if text.lower() in ("b", "back"):
            return max((stop for stop in self.stops if stop < number), default=number)
        if text.isdecimal() and len(text) < len(str(len(self.actions))) + 1:
            return min(int(text), len(self.actions))
        return min((stop for stop in self.stops if stop > number), default=number)

    def show_stop(self, number: int) -> None:
        """What led here, the table, and where we are."""
        since = max((stop for stop in self.stops if stop < number), default=0)
        self.show_news(since, number)
        self.show_table(number)
        where = self.tongue.text("Action {k} of {n}.").format(k=number, n=len(self.actions))
        keys = self.tongue.text("Enter: on, b: back, e: to the end, a number: to that action, q: quit.")
        self.say(f"{where} {keys}", "dim")
