"""Many matches at once: random play on all cores.

>>> from archipel.games import game
>>> result = simulate(game("costa-ruana"), seats=3, matches=20, seed=1)
>>> result.points.shape, int(result.lengths.min()) > 100
((20, 3), True)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from archipel.core.chance import MASK, read_seed
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
    first: int = 0,
    seed: int = 0,
    threads: int | None = None,
    keep_actions: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play matches at random on all cores; the same for a seed, whatever the number of threads.

    Each match depends on the seed and its number alone: all of them, or from number `first` on some.
    """
    start = Match(game, seats, options)
    width = 0
    if keep_actions and matches:  # a first run tells how much room they need
        again: dict[str, Any] = {"matches": matches, "first": first, "seed": seed, "threads": threads}
        width = int(simulate(game, seats, options, **again).lengths.max())
    rngs = dice_of_matches(seed, matches, first)
    result = Simulation(
        points=np.zeros((matches, seats), np.int16),
        places=np.zeros((matches, seats), np.int8),
        reasons=np.zeros(matches, np.int8),
        lengths=np.zeros(matches, np.int32),
        actions=np.zeros((matches, width), np.int16),
    )

    def play(begin: int) -> int:
        part = slice(begin, min(begin + CHUNK, matches))
        pool, moves = Pool(game.rules.STATE, 2), np.zeros(game.rules.MOST_MOVES, np.int16)
        pool[0] = start.state
        out = (result.points, result.places, result.reasons, result.lengths, result.actions)
        game.loops.simulate(pool.raw, moves, rngs[part], *(array[part] for array in out))
        return part.stop - part.start

    with ThreadPoolExecutor(threads or os.cpu_count()) as workers:
        for done in workers.map(play, range(0, matches, CHUNK)):
            progress(done)
    return result


def join(parts: Sequence[Simulation]) -> Simulation:
    """What came of all parts of a simulation, without the actions."""

    return Simulation(
        points=np.concatenate([part.points for part in parts]),
        places=np.concatenate([part.places for part in parts]),
        reasons=np.concatenate([part.reasons for part in parts]),
        lengths=np.concatenate([part.lengths for part in parts]),
        actions=np.zeros((sum(len(part.lengths) for part in parts), 0), np.int16),
    )


def retrace(
    game: Game, seats: int, options: Mapping[str, Any] | None, part: Simulation
) -> tuple[Array, Array]:
    """Who took each of the actions that were kept, and out of how many legal ones; both [match, action].

    >>> from archipel.games import game
    >>> ruana = game("costa-ruana")
    >>> movers, counts = retrace(ruana, 2, {}, simulate(ruana, 2, matches=1, keep_actions=True))
    >>> movers[0, :3].tolist(), counts[0, :3].tolist()  # chance deals, any of the cards that are left
    ([-1, -1, -1], [24, 23, 22])
    """
    pool, moves = Pool(game.rules.STATE, 2), np.zeros(game.rules.MOST_MOVES, np.int16)
    pool[0] = Match(game, seats, options).state
    movers, counts = np.zeros(part.actions.shape, np.int8), np.zeros(part.actions.shape, np.int16)
    game.loops.retrace(pool.raw, moves, part.actions, part.lengths, movers, counts)
    return movers, counts


def dice_of_matches(seed: int, count: int, first: int = 0) -> Array:
    """One generator for each of `count` matches, from number `first` on."""
    begin = np.array([(read_seed(seed) * SPREAD + first) & MASK], np.uint64)
    return (begin + np.arange(count, dtype=np.uint64)).reshape(count, 1)
