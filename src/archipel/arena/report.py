"""`report`: is a game fair, how long does it last, and which of its rules come into play?

The same bot sits in every seat, so that whoever wins more often owes it to the seat.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from archipel import __version__
from archipel.arena.estimates import Estimate, mean, plain, share
from archipel.arena.matches import simulate_parts
from archipel.arena.workers import Workers
from archipel.core.game import Game
from archipel.core.match import Match
from archipel.core.record import CHANCE, WATCHER
from archipel.core.simulation import Array, Simulation, retrace
from archipel.core.words import Event

WATCHED = 200  # matches at each table whose events are looked at: words are slow
PERCENTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Use:
    """A paragraph: the share of matches in which it came into play, and how often in a match."""

    matches: Estimate
    times: float


@dataclass(frozen=True)
class TableReport:
    """How matches of so many players went; a shared win counts in part for each who shares it."""

    players: int
    seats: tuple[Estimate, ...]  # share of the wins by seat
    order: tuple[Estimate, ...]  # and clockwise from whoever begins
    ties: Estimate  # matches whose win is shared
    nobody: Estimate  # matches that nobody wins
    length: Estimate  # decisions, without what chance does
    lengths: tuple[int, ...]  # their percentiles
    reasons: dict[str, float]
    paragraphs: dict[str, Use]


@dataclass(frozen=True)
class Report:
    """All tables of a game, and all that is needed to play them again."""

    game: str
    rules: int  # version
    engine: str  # version
    bot: str
    options: dict[str, Any]
    seed: int
    matches: int  # at each table
    watched: int  # of these
    tables: tuple[TableReport, ...]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The same for programs."""
        return plain(self)


def report(
    game: Game,
    players: Sequence[int] = (),
    bot: str = "random",
    *,
    matches: int,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    workers: Workers | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play so many matches with each number of players, all that the game knows if none is given."""
    began = time.perf_counter()
    tables = []
    for seats in players or game.seats:
        tally = Tally(game, seats, options, min(WATCHED, matches), progress)
        bots = () if bot == "random" else (bot,) * seats  # at random by compiled code
        how: dict[str, Any] = {"matches": matches, "seed": seed, "keep_actions": True, "workers": workers}
        for part in simulate_parts(game, seats, options, bots, **how, progress=progress):
            tally.add(part)
        tables.append(tally.result())
    return Report(
        game.name,
        game.version,
        __version__,
        bot,
        game.settle_options(options or {}),
        seed,
        matches,
        min(WATCHED, matches),
        tuple(tables),
        time.perf_counter() - began,
    )


class Tally:
    """What is counted in the matches of one table, part by part."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Any] | None,
        watch: int,
        progress: Callable[[int], None],
    ) -> None:
        self._game, self._seats, self._options = game, seats, options
        self._watch, self._progress = watch, progress
        self._wins: list[Array] = []
        self._beginners: list[Array] = []
        self._decisions: list[Array] = []
        self._reasons = np.zeros(len(game.rules.REASONS), np.int64)
        self._seen: list[Counter[str]] = []  # paragraphs in each match that was watched

    def add(self, part: Simulation) -> None:
        """Count some matches, whose actions were kept."""
        movers, _ = retrace(self._game, self._seats, self._options, part)
        taken = np.arange(part.actions.shape[1]) < part.lengths[:, None]
        first = part.places == 1
        self._wins.append(first / np.maximum(first.sum(axis=1, keepdims=True), 1))
        self._decisions.append(((movers != CHANCE) & taken).sum(axis=1))
        self._beginners.append(beginners(self._game, part.actions, movers, taken))
        self._reasons += np.bincount(part.reasons, minlength=len(self._reasons))
        for actions, length in zip(part.actions, part.lengths, strict=True):
            if len(self._seen) == self._watch:
                break
            self._seen.append(paragraphs(self._game, self._seats, self._options, actions[:length].tolist()))
            self._progress(1)

    def result(self) -> TableReport:
        """Shares and means of all that was counted."""
        wins, decisions = np.concatenate(self._wins), np.concatenate(self._decisions)
        matches, best = len(wins), wins.max(axis=1)
        turn = (np.concatenate(self._beginners)[:, None] + np.arange(self._seats)) % self._seats
        ordered = np.take_along_axis(wins, turn, axis=1)
        return TableReport(
            players=self._seats,
            seats=tuple(share(won, matches) for won in wins.sum(axis=0)),
            order=tuple(share(won, matches) for won in ordered.sum(axis=0)),
            ties=share(int(((best > 0) & (best < 1)).sum()), matches),
            nobody=share(int((best == 0).sum()), matches),
            length=mean(decisions),
            lengths=tuple(int(one) for one in np.percentile(decisions, PERCENTILES)),
            reasons=dict(zip(self._game.rules.REASONS, (self._reasons / matches).tolist(), strict=True)),
            paragraphs=self._uses(),
        )

    def _uses(self) -> dict[str, Use]:
        """Every paragraph that an event can follow from, in the order of the book."""
        return {
            paragraph: Use(
                share(sum(paragraph in seen for seen in self._seen), len(self._seen)),
                sum(seen[paragraph] for seen in self._seen) / len(self._seen),
            )
            for paragraph in sorted(set(self._game.words.PARAGRAPHS.values()), key=_in_the_book)
        }


def _in_the_book(paragraph: str) -> list[int]:
    return [int(number) for number in paragraph.partition("-")[2].split(".")]


def beginners(game: Game, actions: Array, movers: Array, taken: Array) -> Array:
    """Who begins each match: the seat that chance names for it, else whoever decides first."""
    seats = list(game.notation.SEATS)
    named = np.full(game.rules.ACTIONS, -1, np.int8)
    for action in range(game.rules.ACTIONS):
        _, *words = game.notation.NOTATION.to_json(action).values()
        if len(words) == 1 and words[0] in seats:
            named[action] = seats.index(words[0])
    by_chance = taken & (movers == CHANCE) & (named[actions] >= 0)
    deciding = taken & (movers != CHANCE)
    at = np.where(by_chance.any(axis=1), by_chance.argmax(axis=1), deciding.argmax(axis=1))
    row = np.arange(len(actions))
    found: Array = np.where(by_chance.any(axis=1), named[actions[row, at]], movers[row, at])
    return found


def paragraphs(game: Game, seats: int, options: Mapping[str, Any] | None, actions: list[int]) -> Counter[str]:
    """How often each paragraph came into play in a match, as those saw it who acted."""
    match = Match(game, seats, options)
    seen: Counter[str] = Counter()
    for action in actions:
        moment = match.take(action)
        for event in moment.events(WATCHER if moment.by == CHANCE else moment.by):
            seen.update(carried_out(game, event))
    return seen


def carried_out(game: Game, event: Event) -> list[str]:
    """The paragraphs that an event carries out, first the one it is filed under."""
    return [event["rule"], *game.words.besides(event)]
