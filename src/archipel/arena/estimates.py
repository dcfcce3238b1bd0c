"""What came of many matches, as numbers with intervals."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite, sqrt
from typing import Any

import numpy as np

from archipel.core.game import Game
from archipel.core.simulation import Simulation

Z = 1.959964  # 95 % of a normal distribution lies within so many deviations


@dataclass(frozen=True)
class Estimate:
    """A mean or a share, and the interval that holds the true one 95 times in 100."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class SeatSummary:
    """How one seat fared: its points, and the share of matches it won alone, and together with others."""

    seat: str
    points: Estimate
    wins: Estimate
    ties: Estimate


@dataclass(frozen=True)
class Summary:
    """How all matches went."""

    seats: tuple[SeatSummary, ...]
    ties: float  # share of matches whose win is shared
    mean_length: float
    shortest: int
    longest: int
    reasons: dict[str, float]  # share of matches that ended for each
    seconds: float
    matches_per_second: float
    actions_per_second: float

    def to_json(self) -> dict[str, Any]:
        """The same for programs."""
        return plain(self)


def plain(found: Any) -> dict[str, Any]:
    """A dataclass as JSON can say it: a bound that is not known, as after a single match, is null.

    >>> plain(Estimate(2.0, -float("inf"), float("inf")))
    {'value': 2.0, 'low': None, 'high': None}
    """

    def known(value: Any) -> Any:
        return None if isinstance(value, float) and not isfinite(value) else value

    return asdict(found, dict_factory=lambda pairs: {name: known(value) for name, value in pairs})


def summarise(game: Game, result: Simulation, seconds: float) -> Summary:
    """Means, shares and rates of a simulation."""
    matches, seats = result.points.shape
    winners = result.places == 1
    several = winners.sum(axis=1, keepdims=True) > 1
    alone, together = (winners & ~several).sum(axis=0), (winners & several).sum(axis=0)
    names = game.notation.SEATS
    counts = np.bincount(result.reasons, minlength=len(game.rules.REASONS))
    return Summary(
        seats=tuple(
            SeatSummary(
                names[seat],
                mean(result.points[:, seat]),
                share(alone[seat], matches),
                share(together[seat], matches),
            )
            for seat in range(seats)
        ),
        ties=float(several.mean()),
        mean_length=float(result.lengths.mean()),
        shortest=int(result.lengths.min()),
        longest=int(result.lengths.max()),
        reasons={name: float(n) / matches for name, n in zip(game.rules.REASONS, counts, strict=True)},
        seconds=seconds,
        matches_per_second=matches / seconds,
        actions_per_second=float(result.lengths.sum()) / seconds,
    )


def mean(values: np.ndarray[Any, Any]) -> Estimate:
    """The mean of some values, with its normal interval."""
    middle = float(values.mean())
    reach = Z * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return Estimate(middle, middle - reach, middle + reach)


def share(hits: float, of: int) -> Estimate:
    """A share, with Wilson's interval.

    >>> estimate = share(8, 10)
    >>> round(estimate.low, 3), round(estimate.high, 3)
    (0.49, 0.943)
    """
    part = float(hits) / of
    middle = (part + Z * Z / (2 * of)) / (1 + Z * Z / of)
    reach = Z * sqrt(part * (1 - part) / of + Z * Z / (4 * of * of)) / (1 + Z * Z / of)
    return Estimate(part, max(0.0, min(part, middle - reach)), min(1.0, max(part, middle + reach)))
