"""Five levels, from one that a child beats to the strongest.

A level is made of how far it looks ahead, whether it remembers what others did and draws conclusions from
it, and how large a loss of value it does not mind. No level makes mistakes on purpose. A game's `sense`
says in its own `LEVELS` where it needs other numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from archipel.bots.mind import sense
from archipel.bots.search import Budget, SearchBot
from archipel.core.game import Game
from archipel.core.words import N_


@dataclass(frozen=True)
class Level:
    """What one level of play is made of."""

    name: str
    simulations: int  # how far it looks ahead
    tolerance: float  # the part of the best move's value that it does not mind losing
    doubt: float = 0.1  # how little it trusts experience to tell it which moves to think about
    remembers: bool = True  # whether it concludes from what others did


LEVELS = {
    1: Level(N_("Novice"), 30, 0.40, doubt=1.0, remembers=False),
    2: Level(N_("Casual"), 70, 0.18, doubt=0.4, remembers=False),
    3: Level(N_("Seasoned"), 150, 0.10, doubt=0.2, remembers=False),
    4: Level(N_("Expert"), 400, 0.04),
    5: Level(N_("Master"), 2000, 0.0),
}


def level_bot(game: Game, number: int, seed: int) -> SearchBot:
    """The bot of a level for a game."""
    ours = sense(game)
    level = replace(LEVELS[number], **ours.LEVELS.get(number, {}))
    manner = replace(ours.MANNER, doubt=level.doubt, belief=ours.MANNER.belief and level.remembers)
    return SearchBot(game, seed, Budget(level.simulations), manner, level.tolerance)
