"""Many matches, at random or between bots, on all cores or all machines of a cluster.

>>> from archipel.games import game
>>> match = play(game("costa-ruana"), ("greedy", "random"), seed=1)
>>> match.over
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from archipel import __version__
from archipel.arena.workers import Workers, at_work
from archipel.bots.roster import make_bots
from archipel.core.chance import MASK, read_seed
from archipel.core.game import Game, GameError
from archipel.core.match import Match, Outcome
from archipel.core.simulation import CHUNK, SPREAD, Simulation, simulate
from archipel.games import game as find_game


@dataclass(frozen=True)
class Table:
    """What matches have in common, in words that can be sent to another machine."""

    game: str
    seats: int
    options: dict[str, Any]
    engine: str = __version__

    def find(self) -> Game:
        """The game, by the rules that it was sent for."""
        if self.engine != __version__:
            raise GameError(f"Archipel is {__version__} on a machine that plays, and {self.engine} here.")
        return find_game(self.game)


@dataclass(frozen=True)
class Pairing:
    """A match to be played: who sits where, and the seed of its deal."""

    bots: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Played:
    """A match that is over: its actions, chance's included, and how it ended."""

    actions: tuple[int, ...]
    outcome: Outcome


def play(game: Game, bots: tuple[str, ...], seed: int, options: Mapping[str, Any] | None = None) -> Match:
    """A whole match between bots, named as in `archipel.bots.roster`; the same for a seed."""
    match = Match(game, len(bots), options, seed)
    players = make_bots(game, dict(enumerate(bots)), seed)
    while not match.over:
        seat, moves = match.to_move, match.moves
        match.step(players[seat].choose(match.view(seat), seat, moves))
    return match


def play_all(
    game: Game,
    pairings: Iterable[Pairing],
    options: Mapping[str, Any] | None = None,
    workers: Workers | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Iterator[Played]:
    """The matches of many pairings, in their order, whoever plays them."""
    agreed = game.settle_options(options or {})
    jobs = ((Table(game.name, len(pairing.bots), agreed), pairing) for pairing in pairings)
    with at_work(workers) as playing:
        for played in playing.map(_play_one, jobs):
            progress()
            yield played


def _play_one(job: tuple[Table, Pairing]) -> Played:
    table, pairing = job
    match = play(table.find(), pairing.bots, pairing.seed, table.options)
    assert match.outcome is not None
    return Played(tuple(match.actions), match.outcome)


def deal_seed(seed: int, number: int) -> int:
    """The seed of one of many deals; those of neighbouring seeds lie far apart."""
    return (read_seed(seed) * SPREAD + number) & MASK


# ── Simulations, part by part ───────────────────────────────────────────────────────────────────
@dataclass(frozen=True)
class Part:
    """Some of many matches at random, from number `first` on."""

    table: Table
    seed: int
    first: int
    matches: int
    keep_actions: bool


def simulate_parts(
    game: Game,
    seats: int,
    options: Mapping[str, Any] | None = None,
    bots: tuple[str, ...] = (),
    *,
    matches: int,
    seed: int = 0,
    keep_actions: bool = False,
    workers: Workers | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Iterator[Simulation]:
    """What comes of many matches, a thousand at a time and in their order, whoever plays them.

    Without bots they are played at random, as by `archipel.core.simulation.simulate`.
    """
    if bots:
        pairings = (Pairing(bots, deal_seed(seed, number)) for number in range(matches))
        played = play_all(game, pairings, options, workers, lambda: progress(1))
        while some := list(islice(played, CHUNK)):
            yield _gather(game, some)
        return
    table = Table(game.name, seats, game.settle_options(options or {}))
    jobs = (
        Part(table, seed, first, min(CHUNK, matches - first), keep_actions)
        for first in range(0, matches, CHUNK)
    )
    with at_work(workers) as playing:
        for part in playing.map(_play_part, jobs):
            progress(len(part.lengths))
            yield part


def _play_part(part: Part) -> Simulation:
    return simulate(
        part.table.find(),
        part.table.seats,
        part.table.options,
        matches=part.matches,
        first=part.first,
        seed=part.seed,
        threads=1,
        keep_actions=part.keep_actions,
    )


def _gather(game: Game, played: Sequence[Played]) -> Simulation:
    """Matches between bots in the form of those at random."""
    outcomes = [one.outcome for one in played]
    lengths = np.array([len(one.actions) for one in played], np.int32)
    actions = np.zeros((len(played), lengths.max()), np.int16)
    for row, one in zip(actions, played, strict=True):
        row[: len(one.actions)] = one.actions
    return Simulation(
        points=np.array([outcome.points for outcome in outcomes], np.int16),
        places=np.array([outcome.places for outcome in outcomes], np.int8),
        reasons=np.array([game.rules.REASONS.index(outcome.reason) for outcome in outcomes], np.int8),
        lengths=lengths,
        actions=actions,
    )
