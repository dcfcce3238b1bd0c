"""The greedy bot: the move that a sensible player of the game would make at once, without thinking ahead."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from archipel.bots.mind import Mind
from archipel.core.game import Game


class GreedyBot:
    """Follows its leaning (`lean` in the game's `sense`); among equals the seed decides."""

    def __init__(self, game: Game, seed: int) -> None:
        self._mind = Mind(game, seed, nodes=1)
        self._random = random.Random(seed)

    def choose(self, view: Any, seat: int, moves: Sequence[int]) -> int:
        """The move it inclines to most."""
        weights = self._mind.lean(view, moves)
        most = max(weights)
        return self._random.choice([move for move, one in zip(moves, weights, strict=True) if one == most])
