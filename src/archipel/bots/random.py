"""The random bot: any legal action, each as likely as the others."""

from __future__ import annotations

import random
from typing import Any


class RandomBot:
    """Plays at random, always the same way for a seed.

    >>> bot = RandomBot(seed=1)
    >>> bot.choose(view=None, seat=0, moves=[7, 8, 9]) in (7, 8, 9)
    True
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: Any, seat: int, moves: list[int]) -> int:
        """Any of `moves`."""
        return self._random.choice(moves)
