"""Ratings from many matches: openskill's Plackett-Luce model, which takes tables of any size.

Only the win counts: whoever plays for it gives up the other places, which not all rulebooks tell apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from archipel.arena.estimates import Estimate, Z


@dataclass(frozen=True)
class Result:
    """One match between bots: who sat where, and the place each seat took (1 wins, ties share a place)."""

    bots: tuple[str, ...]
    places: tuple[int, ...]


def rate(entrants: Sequence[str], results: Iterable[Result]) -> dict[str, Estimate]:
    """The rating of each entrant with its 95 % interval; everybody begins at 25.

    An entrant that has several seats at a table moves by the mean of what its seats would.

    >>> ratings = rate(["good", "bad"], [Result(("good", "bad"), (1, 2))] * 20)
    >>> ratings["good"].low > ratings["bad"].high
    True
    """
    model = PlackettLuce()
    ratings = {entrant: model.rating() for entrant in entrants}
    for result in results:
        # A rating of its own for each seat: openskill would change a shared one several times.
        before = [[model.rating(mu=ratings[bot].mu, sigma=ratings[bot].sigma)] for bot in result.bots]
        after = model.rate(before, ranks=[1.0 if place == 1 else 2.0 for place in result.places])
        for entrant in set(result.bots):
            seats = [team[0] for bot, team in zip(result.bots, after, strict=True) if bot == entrant]
            mu = sum(one.mu for one in seats) / len(seats)
            sigma = sum(one.sigma for one in seats) / len(seats)
            ratings[entrant] = model.rating(mu=mu, sigma=sigma)
    return {name: _interval(one.mu, one.sigma) for name, one in ratings.items()}


def _interval(mu: float, sigma: float) -> Estimate:
    return Estimate(mu, mu - Z * sigma, mu + Z * sigma)
