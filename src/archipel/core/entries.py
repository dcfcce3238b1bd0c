"""Loops that are called over and over, without Numba's look at the types of their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from archipel.core.game import Game
from archipel.core.record import Pool
from archipel.core.rule import direct


class Entries(NamedTuple):
    """What every match calls; see `archipel.core.loops` for what they take."""

    begin: Callable[..., Any]
    advance: Callable[..., Any]
    mover: Callable[..., Any]
    look: Callable[..., Any]


class Study(NamedTuple):
    """What is called besides where programs learn: compiled when the first of them does."""

    describe: Callable[..., Any]
    witness_by_all: Callable[..., Any]
    remember: Callable[..., Any]


def entries(game: Game) -> Entries:
    """Compile or load them for the types that `Match` passes."""
    state, options = Pool(game.rules.STATE, 1).raw, Pool(game.rules.OPTIONS, 1).raw
    numbers, rng = np.zeros(1, np.int16), np.zeros(1, np.uint64)
    return Entries(
        begin=direct(game.loops.begin, state, options, 2),
        advance=direct(game.loops.advance, state, 0, 0, numbers, rng, numbers),
        mover=direct(game.loops.mover, state),
        look=direct(game.loops.look, state, state, 0),
    )


def study(game: Game) -> Study:
    """The same for those who learn."""
    pool = Pool(game.rules.STATE, 1)
    state = pool.raw
    return Study(
        describe=direct(game.loops.describe, state, state, 0, np.zeros(1, np.float32)),
        witness_by_all=direct(game.loops.witness_by_all, state, 0, np.zeros(1, np.int16)),
        remember=direct(game.loops.remember, state, state, pool.words, np.zeros(1, np.uint64)),
    )
