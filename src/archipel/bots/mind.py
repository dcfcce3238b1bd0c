"""`Mind`: a search with its memory. It is given views and never meets a state that is not its own fancy."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from archipel.bots.compiled.desk import new_desk, new_tree
from archipel.bots.compiled.thinking import BELIEF, STEPS, VIEW, WORLD
from archipel.bots.manner import TO_THE_END, Manner
from archipel.core.chance import dice
from archipel.core.compiling import sweep
from archipel.core.game import Game, specialise
from archipel.core.match import Match
from archipel.core.record import Pool
from archipel.core.rule import COMPILED, cache_folder

THINKING = Path(__file__).with_name("compiled") / "thinking.py"
CHUNK = 64  # simulations between two looks at the clock
TICK = 1e-6  # of the clock, in seconds
MOST_NODES, EDGES_EACH = 1 << 17, 16


@dataclass(frozen=True)
class Thought:
    """What a search found out about a move: how often it was tried, and what its mover gets, from 0 to 1."""

    action: int
    visits: int
    value: float


def sense(game: Game) -> Any:
    """What bots know of a game (`archipel.bots.<game>.sense`)."""
    return import_module(_module(game, "sense"))


def beliefs(game: Game) -> Any:
    """How bots put what they believe of a game into words (`archipel.bots.<game>.beliefs`)."""
    return import_module(_module(game, "beliefs"))


def thinking(game: Game) -> Any:
    """`archipel.bots.compiled.thinking`, executed for a game."""
    return specialise(
        THINKING, _module(game, "thinking"), rules=game.rules, knowledge=game.knowledge, sense=sense(game)
    )


def needs_compiling(game: Game) -> bool:
    """Whether a first thought about a game would have to wait for the compiler."""
    return COMPILED and not _marker(game).exists()


def compile_thinking(game: Game) -> None:
    """Compile what bots need for a game, or load it if it was compiled before."""
    match = Match(game, game.seats[0], seed=0)
    mind, seat, moves = Mind(game, seed=0, nodes=64), match.to_move, match.moves
    mind.lean(match.view(seat), moves)
    mind.think(match.view(seat), seat, moves, simulations=1)
    if COMPILED:
        _marker(game).touch()
        sweep(_marker(game).parent)


def _marker(game: Game) -> Path:
    return cache_folder(_module(game, "thinking")) / "bots.ready"


def _module(game: Game, part: str) -> str:
    return f"archipel.bots.{game.package.rpartition('.')[2]}.{part}"


class Mind:
    """The memory of one search, in one thread; the same seed, views and budgets give the same thoughts."""

    def __init__(self, game: Game, seed: int, manner: Manner | None = None, nodes: int = MOST_NODES) -> None:
        self.thinking = thinking(game)
        self.manner = (manner or sense(game).MANNER).packed()
        self.pool = Pool(game.rules.STATE, 3)
        self.desk = new_desk(self.pool.words, game.rules.MOST_MOVES, game.seats[-1])
        self.tree = new_tree(nodes, nodes * EDGES_EACH + 2 * game.rules.MOST_MOVES)
        self.rng = dice(seed)

    def look(self, view: Any, moves: Sequence[int]) -> None:
        """Take in a view and its moves."""
        self.pool[VIEW] = view
        self.desk.moves[: len(moves)] = moves

    def lean(self, view: Any, moves: Sequence[int]) -> list[float]:
        """How strongly a sensible player inclines to each move, without thinking ahead."""
        self.look(view, moves)
        self.thinking.lean(self.pool.raw, self.desk, len(moves))
        weights: list[float] = self.desk.weights[: len(moves)].tolist()
        return weights

    def think(
        self,
        view: Any,
        seat: int,
        moves: Sequence[int],
        simulations: int = TO_THE_END,
        seconds: float = float("inf"),
        settle: bool = False,
    ) -> list[Thought]:
        """Search for so many simulations or seconds, whichever is over first.

        With `settle`, stop as soon as no other move can be tried more often than the one that leads.
        """
        self.look(view, moves)
        self.thinking.clear(self.tree)
        began, done = time.monotonic(), 0
        while done < simulations:
            now = min(simulations - done, CHUNK)
            self.thinking.think(self.pool.raw, self.tree, self.desk, seat, now, self.manner, self.rng)
            done += now
            spent = time.monotonic() - began
            left = min(simulations - done, done * (seconds - spent) / max(spent, TICK))  # as time allows
            if left < 0 or (settle and self._lead(moves) > left):
                break
        return self.thoughts(moves)

    def _lead(self, moves: Sequence[int]) -> int:
        """How much oftener the move tried most was tried than the next."""
        first, second, *_ = sorted((one.visits for one in self.thoughts(moves)), reverse=True)
        return first - second

    def thoughts(self, moves: Sequence[int]) -> list[Thought]:
        """What was found out about each move."""
        n = len(moves)
        self.desk.moves[:n] = moves
        visits, values = np.zeros(n, np.int64), np.zeros(n, np.float64)
        self.thinking.conclude(self.tree, self.desk, n, visits, values)
        means = (values / np.maximum(visits, 1)).tolist()
        return [Thought(*one) for one in zip(moves, visits.tolist(), means, strict=True)]

    def worlds(self, view: Any, seat: int, count: int) -> list[Any]:
        """States that agree with a view, as this mind imagines them."""
        self.look(view, [])
        found = Pool(self.pool.array.dtype, count)
        for number in range(count):
            self.thinking.imagine(self.pool.raw, seat, self.manner[BELIEF] > 0, self.rng)
            found[number] = self.pool[WORLD]
        return [found[number] for number in range(count)]

    @property
    def steps(self) -> int:
        """Actions that the last search played, chance's included."""
        return int(self.tree.used[STEPS])
