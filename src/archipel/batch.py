"""Many matches side by side, stepped together by compiled code: what training is done on.

>>> batch = Batch("costa-ruana", players=3, size=4, seed=1)
>>> batch.features.shape, batch.masks.shape == (4, batch.game.rules.ACTIONS)
((4, 680), True)
>>> taken = batch.step(batch.moves[:, 0])  # the first legal action in each
>>> batch.rewards.tolist()[0], bool(batch.over.any())
([0.0, 0.0, 0.0], False)

Everything is shown as the seat to move sees it, and never more than that. Chance plays inside; a match that
ends starts anew in the same step. All memory is the caller's: `Buffers` can be made of any arrays of these
shapes, shared with other processes or pinned for a graphics card.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from numbers import Integral
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from archipel.core.compiling import sweep
from archipel.core.game import Game
from archipel.core.loops import NO_ACTION
from archipel.core.match import IllegalAction, Match
from archipel.core.record import Pool
from archipel.core.rule import COMPILED, cache_folder, direct
from archipel.core.simulation import dice_of_matches
from archipel.games import game as find

Array = np.ndarray[Any, Any]

FEWEST = 64  # matches that are worth a thread of their own


class Buffers(NamedTuple):
    """What a batch writes after every step, a row for each match.

    `features` and `masks` may have no rows: then they are not written, which saves their time.
    """

    seats: Array  # int8 [match]; whose choice it is
    features: Array  # float32 [match, feature]; what that seat sees, laid out as `docs/games` tells
    masks: Array  # bool [match, action]; what it may do
    moves: Array  # int16 [match, move]; the same as a list, in no order
    counts: Array  # int16 [match]; how long that list is
    rewards: Array  # float32 [match, seat]; nothing before the end (`archipel.core.rewards`)
    over: Array  # bool [match]; whether a match ended in this step and another one began
    points: Array  # int16 [match, seat]; how the match ended that ended last
    places: Array  # int8 [match, seat]; 1 wins, ties share a place


def new_buffers(game: Game, players: int, size: int, *, features: bool = True, masks: bool = True) -> Buffers:
    """Buffers for a batch of so many matches."""
    rules = game.rules
    return Buffers(
        seats=np.zeros(size, np.int8),
        features=np.zeros((size * features, game.features.FEATURES), np.float32),
        masks=np.zeros((size * masks, rules.ACTIONS), np.bool_),
        moves=np.zeros((size, rules.MOST_MOVES), np.int16),
        counts=np.zeros(size, np.int16),
        rewards=np.zeros((size, players), np.float32),
        over=np.zeros(size, np.bool_),
        points=np.zeros((size, players), np.int16),
        places=np.zeros((size, players), np.int8),
    )


class Batch:
    """Matches stepped together: one action in each per call; chance answers, ended ones start anew.

    The same for a seed, whatever the number of threads. What a step leaves is in the `buffers`, each of
    which is also an attribute here.
    """

    def __init__(
        self,
        game: Game | str,
        players: int,
        options: Mapping[str, Any] | None = None,
        *,
        size: int,
        seed: int = 0,
        threads: int | None = None,
        buffers: Buffers | None = None,
    ) -> None:
        if not all(
            isinstance(one, Integral) and one >= 1 for one in (size, 1 if threads is None else threads)
        ):
            raise ValueError(
                f"a batch has at least 1 match and 1 thread, whole ones, not {size} and {threads}"
            )
        self.game = find(game) if isinstance(game, str) else game
        self._start = Match(self.game, players, options)
        self.size, self.players, self.options = size, players, self._start.options
        self.buffers = self._checked(buffers) or new_buffers(self.game, players, size)
        (self.seats, self.features, self.masks, self.moves, self.counts,
         self.rewards, self.over, self.points, self.places) = self.buffers  # fmt: skip
        self.threads = threads  # None: one for each core of the machine it is on
        self._parts = _parts(size, min(threads or os.cpu_count() or 1, max(1, size // FEWEST)))
        self._crew: tuple[int, ThreadPoolExecutor] | None = None
        self.pool = Pool(self.game.rules.STATE, size + 1 + len(self._parts))
        self.pool[size] = self._start.state
        self._step, self._first_illegal = _entries(self.game)
        self.reset(seed)

    def _checked(self, given: Buffers | None) -> Buffers | None:
        """Buffers that compiled code can write to; `ValueError` says which cannot be used."""
        if given is None:
            return None
        wanted = new_buffers(self.game, self.players, self.size)
        for name, one, like in zip(Buffers._fields, given, wanted, strict=True):
            if not isinstance(one, np.ndarray):
                raise ValueError(f"the buffer {name!r} must be a NumPy array, not a {type(one).__name__}")
            empty = name in ("features", "masks") and len(one) == 0
            if one.shape != like.shape and not (empty and one.shape[1:] == like.shape[1:]):
                raise ValueError(f"the buffer {name!r} has the shape {one.shape}, not {like.shape}")
            if one.dtype != like.dtype or not one.flags.carray:
                raise ValueError(f"the buffer {name!r} must be a contiguous array of {like.dtype}")
        return given

    def reset(self, seed: int) -> None:
        """Begin every match anew, with dice from another seed."""
        self._rngs = dice_of_matches(seed, self.size)
        self.counts[:] = 0
        self._step_all(np.full(self.size, NO_ACTION, np.int16))

    def step(self, actions: Any) -> int:
        """Take a legal action in each match, -1 for none; returns how many actions that were, chance's too.

        If one of them is not legal, `IllegalAction` says why, and nothing has changed.
        """
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise ValueError(f"{self.size} actions are wanted, a whole number for each match")
        actions = np.ascontiguousarray(given, np.int16)  # else a column would be compiled for anew
        wrong = self._first_illegal(actions, self.buffers)
        if given.dtype != np.int16 and (cut := np.flatnonzero(given != actions)).size:
            wrong = cut[0]  # a number that is none of an action's
        if wrong >= 0:
            self.refuse(wrong, given[wrong])
        return self._step_all(actions)

    def refuse(self, index: int, action: int) -> None:
        """Raise `IllegalAction` for an action that is not legal in one of the matches; a note tells which."""
        try:
            self.match(int(index)).step(int(action))
        except IllegalAction as error:
            error.add_note(f"This was in match {index}.")
            raise

    def _step_all(self, actions: Array) -> int:
        def step(part: int) -> int:
            first, last = self._parts[part]
            view = self.size + 1 + part
            return int(self._step(self.pool.raw, actions, self._rngs, self.buffers, first, last, view))

        parts = range(len(self._parts))
        return sum(self._workers.map(step, parts)) if len(parts) > 1 else step(0)

    @property
    def _workers(self) -> ThreadPoolExecutor:
        """Threads of this process: a forked one inherits the batch, but no thread that would work for it."""
        if self._crew is None or self._crew[0] != os.getpid():
            self._crew = os.getpid(), ThreadPoolExecutor(len(self._parts), "batch")
        return self._crew[1]

    def random_actions(self, rng: np.random.Generator) -> Array:
        """A legal action for each match, any as likely as any other."""
        choice = (rng.random(self.size) * self.counts).astype(np.intp)
        chosen: Array = self.moves[np.arange(self.size), choice]
        return chosen

    def match(self, index: int) -> Match:
        """One of the matches by itself, to look at it; it goes on alone, and chance's actions are steps.

        As in a list, -1 is the last, and there is none from `size` on (`IndexError`).
        """
        state = Pool(self.game.rules.STATE, 1)
        state[0] = self.pool[range(self.size)[index]]  # the pool has records beside those of matches
        return self._start.begin_in(state)

    def __reduce__(self) -> Any:
        table = self.game.name, self.players, self.options, self.threads
        return _reopen, (*table, self.buffers, self.pool.words[: self.size], self._rngs)


def _reopen(
    name: str,
    players: int,
    options: Mapping[str, Any],
    threads: int | None,
    buffers: Buffers,
    states: Array,
    rngs: Array,
) -> Batch:
    """A batch from its pickled form: it goes on as that would have which was pickled."""
    mine = Buffers(*map(np.copy, buffers))
    batch = Batch(name, players, options, size=len(states), threads=threads, buffers=mine)
    batch.pool.words[: batch.size], batch._rngs = states, rngs
    for one, kept in zip(mine, buffers, strict=True):
        one[:] = kept
    return batch


def _parts(size: int, threads: int) -> list[tuple[int, int]]:
    """The matches of each thread, from the first up to the last."""
    ends = [size * part // threads for part in range(threads + 1)]
    return list(pairwise(ends))


# ── Compiling ───────────────────────────────────────────────────────────────────────────────────
def _entries(game: Game) -> tuple[Any, Any]:
    """The loops of a batch, compiled or loaded for the types that it passes."""
    state, out = Pool(game.rules.STATE, 1).raw, new_buffers(game, game.seats[0], 1)
    actions, rngs = np.zeros(1, np.int16), np.zeros((1, 1), np.uint64)
    return (
        direct(game.loops.step_batch, state, actions, rngs, out, 0, 0, 0),
        direct(game.loops.first_illegal, actions, out),
    )


def needs_compiling(game: Game) -> bool:
    """Whether a first batch of a game would have to wait for the compiler."""
    return COMPILED and not _marker(game).exists()


def compile_batch(game: Game) -> None:
    """Compile what batches and other learners need, or load it if it was compiled before."""
    batch = Batch(game, game.seats[0], size=1)
    batch.match(0).features(0)
    if COMPILED:
        _marker(game).touch()
        sweep(_marker(game).parent)


def _marker(game: Game) -> Path:
    return cache_folder(f"{game.package}.rules") / "batch.ready"
