"""`Manner`: how a mind searches."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

TO_THE_END = 1 << 30


@dataclass(frozen=True)
class Manner:
    """How a mind searches; each game's `sense` has the one that plays best there."""

    curiosity: float = 1.0  # how much a move that was seldom tried attracts
    doubt: float = 0.1  # how much of its first idea of the moves it mistrusts, and tries all alike
    leaning: float = 0.0  # how often players lean to sensible moves where the search plays on; else at random
    patience: int = TO_THE_END  # steps to play on before the prospects are judged
    patience_a_seat: int = 0  # so many more for each seat, where rounds are long at large tables
    belief: bool = False  # whether likelier worlds are imagined more often

    def packed(self) -> Any:
        """As compiled code takes it."""
        return np.array(astuple(self), np.float64)
