"""Why a bot would do what it would do: its best actions with what it thinks of them, and what it believes.

Everything is made from a view, so a hint can say no more than its reader may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from archipel.bots.levels import SLOWEST
from archipel.bots.mind import Mind, Thought
from archipel.bots.search import Budget, SearchBot
from archipel.core.game import Game
from archipel.core.words import Tongue

BEST = 3  # actions that are shown
WORLDS = 400  # that beliefs are counted over
HINT = Budget(simulations=8000, seconds=SLOWEST)


@dataclass(frozen=True)
class Reasons:
    """The best actions, out of how many simulations, and beliefs in words."""

    best: tuple[Thought, ...]
    simulations: int
    beliefs: tuple[str, ...]

    def to_json(self, game: Game) -> dict[str, Any]:
        """The same for programs."""
        best = [
            {**game.notation.NOTATION.to_json(one.action), "value": one.value, "visits": one.visits}
            for one in self.best
        ]
        return {"best": best, "simulations": self.simulations, "beliefs": list(self.beliefs)}


def reasons(
    game: Game,
    view: Any,
    seat: int,
    moves: Sequence[int],
    tongue: Tongue,
    seed: int = 0,
    budget: Budget = HINT,
) -> Reasons:
    """What the search thinks of a position, as the seat to move sees it."""
    thoughts = SearchBot(game, seed, budget).think(view, seat, moves)
    believed = import_module(f"archipel.bots.{game.package.rpartition('.')[2]}.beliefs")
    worlds = Mind(game, seed, nodes=1).worlds(view, seat, WORLDS)
    sentences = believed.beliefs(view, seat, worlds, tongue)
    return Reasons(tuple(thoughts[:BEST]), sum(one.visits for one in thoughts), tuple(sentences))


def say_thought(game: Game, view: Any, thought: Thought, simulations: int, tongue: Tongue) -> str:
    """An action in words, what it is worth and how often it was tried.

    The value is the mover's: near 100 % for a sure win, near 0 % for a sure defeat.
    """
    words = game.words.say(game.words.event_of(view, thought.action), tongue)
    sentence = tongue.text("{action} Worth {value} %; tried {visits} times of {all}.")
    value = round(100 * thought.value)
    return sentence.format(action=words, value=value, visits=thought.visits, all=simulations)
