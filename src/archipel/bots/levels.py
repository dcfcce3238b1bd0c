"""Five levels, from one that a child beats to the strongest.

A level is made of how much it thinks and how far it looks ahead, whether it draws conclusions from what
others did, and how large a loss of value it does not mind. No level makes mistakes on purpose.
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
    simulations: int  # how much it thinks
    tolerance: float  # the part of the best move's value that it does not mind losing
    foresight: float = 1.0  # how far it looks ahead, as a part of what plays best
    doubt: float = 0.1  # how little it trusts experience to tell it which moves to think about
    remembers: bool = True  # whether it concludes from what others did
    threads: int = 1


LEVELS = {
    1: Level(N_("Novice"), 16, 0.35, foresight=0.15, doubt=1.0, remembers=False),
    2: Level(N_("Casual"), 50, 0.18, foresight=0.35, doubt=0.3, remembers=False),
    3: Level(N_("Seasoned"), 120, 0.12, foresight=0.6, doubt=0.2, remembers=False),
    4: Level(N_("Expert"), 400, 0.05),
    5: Level(N_("Master"), 2000, 0.0, threads=2),
}


def level_bot(game: Game, number: int, seed: int) -> SearchBot:
    """The bot of a level for a game."""
    level = LEVELS[number]
    manner = sense(game).MANNER
    manner = replace(
        manner,
        doubt=level.doubt,
        patience=round(manner.patience * level.foresight),
        belief=manner.belief and level.remembers,
    )
    pace = sense(game).PACE if number == max(LEVELS) else 1  # in a fast game the strongest looks further
    budget = Budget(level.simulations * pace, threads=level.threads)
    return SearchBot(game, seed, budget, manner, level.tolerance)
