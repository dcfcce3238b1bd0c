"""Many matches at once: random play on all cores.

>>> from archipel.games import game
>>> result = simulate(game("costa-ruana"), seats=3, matches=20, seed=1)
>>> result.points.shape, int(result.lengths.min()) > 100
((20, 3), True)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from archipel.core.chance import MASK
from archipel.core.game import Game
from archipel.core.match import Match
from archipel.core.record import Pool

CHUNK = 1000  # matches between two reports of progress
SPREAD = 0xD1342543DE82EF95  # sets the dice of neighbouring seeds far apart

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Simulation:
    """What came of many matches, a row for each."""

    points: Array  # [match, seat]
    places: Array  # [match, seat]; 1 wins, ties share a place
    reasons: Array  # [match]; indices into the game's REASONS
    lengths: Array  # [match]; actions, chance included
    actions: Array  # [match, action] if they were kept, else [match, 0]


def simulate(
    game: Game,
    seats: int,
    options: Mapping[str, Any] | None = None,
    *,
    matches: int,
    seed: int = 0,
    threads: int | None = None,
    keep_actions: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play matches at random on all cores; the same for a seed, whatever the number of threads."""
    start = Match(game, seats, options)
    width = 0
    if keep_actions:  # a first run tells how much room they need
        width = int(simulate(game, seats, options, matches=matches, seed=seed, threads=threads).lengths.max())
    rngs = dice_of_matches(seed, matches)
    result = Simulation(
        points=np.zeros((matches, seats), np.int16),
        places=np.zeros((matches, seats), np.int8),
        reasons=np.zeros(matches, np.int8),
        lengths=np.zeros(matches, np.int32),
        actions=np.zeros((matches, width), np.int16),
    )

    def play(first: int) -> int:
        part = slice(first, min(first + CHUNK, matches))
        pool, moves = Pool(game.rules.STATE, 2), np.zeros(game.rules.MOST_MOVES, np.int16)
        pool[0] = start.state
        out = (result.points, result.places, result.reasons, result.lengths, result.actions)
        game.loops.simulate(pool.raw, moves, rngs[part], *(array[part] for array in out))
        return part.stop - part.start

    with ThreadPoolExecutor(threads or os.cpu_count()) as workers:
        for done in workers.map(play, range(0, matches, CHUNK)):
            progress(done)
    return result


def dice_of_matches(seed: int, count: int) -> Array:
    """One generator for each of `count` matches, in rows."""
    first = np.array([(seed * SPREAD) & MASK], np.uint64)
    return (first + np.arange(count, dtype=np.uint64)).reshape(count, 1)
