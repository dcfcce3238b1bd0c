"""Matches between bots, on all cores.

>>> from archipel.games import game
>>> match = play(game("costa-ruana"), ("greedy", "random"), seed=1)
>>> match.over
True
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from archipel.bots.roster import make_bots
from archipel.core.chance import MASK
from archipel.core.game import Game
from archipel.core.match import Match, Outcome
from archipel.core.simulation import SPREAD, Simulation


@dataclass(frozen=True)
class Pairing:
    """A match to be played: who sits where, and the seed of its deal."""

    bots: tuple[str, ...]
    seed: int


def play(game: Game, bots: tuple[str, ...], seed: int, options: Mapping[str, Any] | None = None) -> Match:
    """A whole match between bots, named as in `archipel.bots.roster`; the same for a seed."""
    match = Match(game, len(bots), options, seed)
    players = make_bots(game, dict(enumerate(bots)), seed)
    while not match.over:
        seat, moves = match.to_move, match.moves
        match.step(players[seat].choose(match.view(seat), seat, moves))
    return match


def simulate_bots(
    game: Game,
    bots: tuple[str, ...],
    options: Mapping[str, Any] | None = None,
    *,
    matches: int,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Matches between the same bots, as `archipel.core.simulation.simulate` plays them at random."""
    pairings = [Pairing(bots, deal_seed(seed, number)) for number in range(matches)]
    played = list(play_all(game, pairings, options, threads, lambda: progress(1)))
    outcomes = [outcome_of(match) for match in played]
    lengths = np.array([len(match.actions) for match in played], np.int32)
    actions = np.zeros((matches, lengths.max()), np.int16)
    for row, match in zip(actions, played, strict=True):
        row[: len(match.actions)] = match.actions
    return Simulation(
        points=np.array([outcome.points for outcome in outcomes], np.int16),
        places=np.array([outcome.places for outcome in outcomes], np.int8),
        reasons=np.array([game.rules.REASONS.index(outcome.reason) for outcome in outcomes], np.int8),
        lengths=lengths,
        actions=actions,
    )


def deal_seed(seed: int, number: int) -> int:
    """The seed of one of many deals; those of neighbouring seeds lie far apart."""
    return (seed * SPREAD + number) & MASK


def outcome_of(match: Match) -> Outcome:
    """How a match ended that is over."""
    assert match.outcome is not None
    return match.outcome


def play_all(
    game: Game,
    pairings: Iterable[Pairing],
    options: Mapping[str, Any] | None = None,
    threads: int | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Iterator[Match]:
    """The matches of many pairings, in their order, whatever the number of threads."""

    def play_one(pairing: Pairing) -> Match:
        match = play(game, pairing.bots, pairing.seed, options)
        progress()
        return match

    with ThreadPoolExecutor(threads or os.cpu_count()) as workers:
        yield from workers.map(play_one, pairings)
