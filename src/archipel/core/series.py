"""`Series`: several matches of one game at one table, with a standing over all of them.

A game may have a tournament of its own (`Game.tournament`): then the number of matches is drawn from a
bag, and the seat after the last beginner begins the next match. Any other game plays a series of a
given length. A series is recorded and read like a match: a header, then its matches one by one.

>>> from archipel.games import game
>>> series = Series(game("costa-ruana"), seats=2, length=3)
>>> match = series.next_match(seed=1)
>>> while not match.over:
...     match.step(match.moves[0])
>>> series.add(match)
>>> series.length, len(series.matches), series.over
(3, 1, False)
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from archipel.core.chance import MASK, read_seed
from archipel.core.game import Game, GameError
from archipel.core.match import Match
from archipel.core.records import (
    Find,
    MatchRecord,
    RecordError,
    TextReader,
    opening,
    record_of,
    to_text,
)

FORMAT = "archipel-series"


@dataclass(frozen=True)
class Standing:
    """Points over all matches so far, and the place they make; ties share a place."""

    points: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who is first."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Series:
    """Matches of one game by the same seats, one after the other."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Any] | None = None,
        *,
        length: int | None = None,
        drawn: tuple[int, ...] = (),
        players: tuple[str, ...] = (),
    ) -> None:
        game.check_seats(seats)
        self.game, self.seats, self.players = game, seats, players
        self.options = game.settle_options(options or {})
        self.drawn = drawn
        self.length = _length(game, length, drawn)
        self.matches: list[MatchRecord] = []

    @property
    def over(self) -> bool:
        """Whether all matches have been played."""
        return len(self.matches) == self.length

    @property
    def standing(self) -> Standing:
        """The points of all matches, added up."""
        points = [0] * self.seats
        for record in self.matches:
            assert record.outcome is not None
            points = [sum(both) for both in zip(points, record.outcome.points, strict=True)]
        places = tuple(1 + sum(other > one for other in points) for one in points)
        return Standing(tuple(points), places)

    def next_options(self) -> dict[str, Any]:
        """The options of the next match: the beginner follows the one of the last."""
        tournament = self.game.tournament
        if tournament is None or not self.matches:
            return dict(self.options)
        last = int(getattr(self.matches[-1].match().state, tournament.beginner))
        seat = self.game.notation.SEATS[(last + 1) % self.seats]
        return self.options | {tournament.beginner: seat}

    def next_match(self, seed: int | None = None) -> Match:
        """The next match of the series, to be played and then added."""
        if self.over:
            raise GameError(f"The series of {self.length} matches is over.")
        return Match(self.game, self.seats, self.next_options(), seed)

    def add(self, match: Match) -> None:
        """Count a match that was played to its end as the next of the series."""
        self.append(record_of(match, self.players))

    def append(self, record: MatchRecord) -> None:
        """Count a recorded match as the next of the series; it must be that."""
        if record.outcome is None:
            raise GameError("Only a match that is over counts in a series.")
        if self.over:
            raise GameError(f"The series of {self.length} matches is over.")
        expected = (self.game.name, self.seats, self.next_options())
        if (record.game.name, record.seats, record.options) != expected:
            raise GameError(f"This is not the next match of the series, which is {expected}.")
        self.matches.append(record)


def draw(game: Game, seed: int) -> tuple[int, ...]:
    """What a game's tournament draws from its bag, without putting back: the sum is the number of matches."""
    if game.tournament is None:
        raise GameError(f"{game.title['en']} has no tournament of its own: give the number of matches.")
    return tuple(random.Random(read_seed(seed) & MASK).sample(game.tournament.bag, game.tournament.draws))


def _length(game: Game, length: int | None, drawn: tuple[int, ...]) -> int:
    if length is not None and length > 0 and not drawn:
        return length
    bag = list(game.tournament.bag) if game.tournament else []
    if length is None and game.tournament and len(drawn) == game.tournament.draws:
        for number in drawn:
            if number not in bag:
                raise GameError(f"{drawn} cannot be drawn from {game.tournament.bag}.")
            bag.remove(number)
        return sum(drawn)
    raise GameError("A series needs a number of matches above 0, or what was drawn for it.")


# ── Records ─────────────────────────────────────────────────────────────────────────────────────
def series_to_text(series: Series) -> str:
    """A series as text: its header, then the records of its matches."""
    lines = opening(FORMAT, series.game, series.seats, series.options, series.players)
    drawn = " ".join(map(str, series.drawn))
    lines.append(f"drawn: {drawn}" if drawn else f"length: {series.length}")
    lines.append(f"matches: {len(series.matches)}")
    return "\n".join(lines) + "\n" + "".join(map(to_text, series.matches))


def read_series(text: str, find: Find) -> Series:
    """A series from its text; every match is replayed and checked to be the next one."""
    *lines, cut = text.split("\n")
    reader = TextReader(lines, cut, 0, find)
    series = _header(reader)
    count = reader.number("matches")
    reader.at += 1
    for _ in range(count):
        line = reader.line
        record = reader.read()
        try:
            series.append(record)
        except GameError as error:
            raise RecordError(line, str(error)) from error
    if reader.at < len(lines) or cut:
        raise reader.fail(f"the series ends after {count} matches; nothing should follow")
    return series


def _header(reader: TextReader) -> Series:
    game = reader.header(FORMAT, "series")
    match = reader.agreed(game)
    players = reader.players(match.seats)
    drawn: tuple[int, ...] = ()
    length = None
    if reader.next("'drawn' or 'length'").startswith("drawn: "):
        numbers = reader.value("drawn").split()
        drawn = tuple(int(number) if number.isdecimal() else 0 for number in numbers)
    else:
        length = reader.number("length")
    try:
        series = Series(game, match.seats, match.options, length=length, drawn=drawn, players=players)
    except GameError as error:
        raise reader.fail(str(error)) from error
    reader.at += 1
    return series
