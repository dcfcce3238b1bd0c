"""The search bot: looks ahead in worlds that agree with what it sees (`archipel.bots.compiled.thinking`)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from archipel.bots.manner import TO_THE_END, Manner
from archipel.bots.mind import MOST_NODES, Mind, Thought
from archipel.core.game import Game

APART = 1 << 48  # between the seeds of two minds of one bot
FAIR_TRIAL = 0.02  # of all visits that a move must have had before its value is believed
SURE = 0.97  # a value that is as good as the win


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: simulations, seconds, or whichever is over first, in so many threads.

    Counted in simulations and in one thread it is always the same for a seed.
    """

    simulations: int = TO_THE_END
    seconds: float = float("inf")
    threads: int = 1


class SearchBot:
    """Looks ahead, and takes the move it tried most; or any that is hardly worse, if it is told to be easy.

    `tolerance` is the part of the best move's value, from 0 to 1, that it does not mind losing.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        budget: Budget,
        manner: Manner | None = None,
        tolerance: float = 0.0,
    ) -> None:
        self.budget, self.tolerance = budget, tolerance
        nodes = min(budget.simulations, MOST_NODES)
        self._minds = [Mind(game, seed + APART * number, manner, nodes) for number in range(budget.threads)]
        self._random = random.Random(seed)

    def choose(self, view: Any, seat: int, moves: Sequence[int]) -> int:
        """The move that the search thinks best, or one as good by its tolerance."""
        if len(moves) == 1:
            return moves[0]
        if self.tolerance == 0:
            return self.think(view, seat, moves, settle=len(self._minds) == 1)[0].action
        thoughts = self.think(view, seat, moves)
        if wins := sure_wins(thoughts):
            odds = dict(zip(moves, self._minds[0].lean(view, moves), strict=True))
            return max(wins, key=odds.__getitem__)
        return self._random.choice(tolerable(thoughts, self.tolerance)).action

    def think(self, view: Any, seat: int, moves: Sequence[int], settle: bool = False) -> list[Thought]:
        """What it thinks of every move, the best first; perhaps only until that one is settled."""
        share, rest = divmod(self.budget.simulations, len(self._minds))
        shares = [share + (number < rest) for number in range(len(self._minds))]

        def search(mind: Mind, simulations: int) -> list[Thought]:
            return mind.think(view, seat, moves, simulations, self.budget.seconds, settle)

        if len(self._minds) == 1:
            found = [search(self._minds[0], share)]
        else:
            with ThreadPoolExecutor(len(self._minds)) as threads:
                found = list(threads.map(search, self._minds, shares))
        return sorted(map(_together, zip(*found, strict=True)), key=_worth, reverse=True)


def _together(thoughts: tuple[Thought, ...]) -> Thought:
    """What several minds found out about one move."""
    visits = sum(one.visits for one in thoughts)
    value = sum(one.visits * one.value for one in thoughts) / max(visits, 1)
    return Thought(thoughts[0].action, visits, value)


def _worth(thought: Thought) -> tuple[int, float]:
    return thought.visits, thought.value


def tolerable(thoughts: list[Thought], tolerance: float) -> list[Thought]:
    """The moves that are hardly worse than the best: fairly tried, and within a tolerated part of its value.

    >>> tolerable([Thought(7, 50, 0.6), Thought(8, 49, 0.5), Thought(9, 1, 0.9)], tolerance=0.2)
    [Thought(action=7, visits=50, value=0.6), Thought(action=8, visits=49, value=0.5)]
    """
    enough = FAIR_TRIAL * sum(one.visits for one in thoughts)
    fair = [one for one in thoughts if one.visits >= enough] or thoughts[:1]
    least = max(one.value for one in fair) * (1 - tolerance)
    return [one for one in fair if one.value >= least]


def sure_wins(thoughts: list[Thought]) -> list[int]:
    """The moves that win, if most of the search was spent on such: even who minds little does not put it off.

    >>> sure_wins([Thought(7, 20, 1.0), Thought(8, 9, 0.98), Thought(9, 1, 0.5)])
    [7, 8]
    >>> sure_wins([Thought(7, 1, 1.0), Thought(8, 9, 0.6)])
    []
    """
    wins = [one for one in thoughts if one.value >= SURE]
    most = 2 * sum(one.visits for one in wins) > sum(one.visits for one in thoughts)
    return [one.action for one in wins] if most else []
