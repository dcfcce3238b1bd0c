"""Why a bot would do what it would do: its best actions with what it thinks of them, and what it believes.

Everything is made from a view, so a hint can say no more than its reader may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from archipel.bots.mind import Mind, Thought, beliefs
from archipel.bots.search import Budget, SearchBot
from archipel.core.game import Game
from archipel.core.words import Tongue

BEST = 3  # actions that are shown
WORLDS = 400  # that beliefs are counted over
BUDGET = Budget(simulations=8000, seconds=2)
OWN_DICE = 1 << 40  # a seed that is not that of the match


@dataclass(frozen=True)
class Reasons:
    """The best actions, out of how many simulations, and beliefs in words."""

    best: tuple[Thought, ...]
    simulations: int
    beliefs: tuple[str, ...]


def reasons(
    game: Game,
    view: Any,
    seat: int,
    moves: Sequence[int],
    tongue: Tongue,
    seed: int = OWN_DICE,
    budget: Budget = BUDGET,
) -> Reasons:
    """What the search thinks of a position as the seat to move sees it; nothing if only one move is legal."""
    thoughts = SearchBot(game, seed, budget).think(view, seat, moves) if len(moves) > 1 else []
    tried = [one for one in thoughts[:BEST] if one.visits > 0]
    worlds = Mind(game, seed, nodes=1).worlds(view, seat, WORLDS)
    sentences = beliefs(game).beliefs(view, seat, worlds, tongue)
    return Reasons(tuple(tried), sum(one.visits for one in thoughts), tuple(sentences))


def say_thought(game: Game, view: Any, thought: Thought, simulations: int, tongue: Tongue) -> str:
    """An action in words, what it is worth and how often it was tried.

    The value is the mover's: 100 % for a sure win; a defeat in a good place still has a little worth.
    """
    words = game.words.say(game.words.event_of(view, thought.action), tongue)
    sentence = tongue.text("{action} Worth {value} %, a win being 100 % (tried {visits} times of {all}).")
    value = round(100 * thought.value)
    return sentence.format(action=words, value=value, visits=thought.visits, all=simulations)
