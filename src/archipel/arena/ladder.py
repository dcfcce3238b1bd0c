"""`ladder`: how much stronger each bot of a list is than the one before it.

Neighbours on the ladder share tables, taking seats in turn. Every pair plays the same deals, and every
deal with the seats rotated until each of the two has sat everywhere, so that neither luck nor seat decides.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from archipel import __version__
from archipel.arena.estimates import Estimate, plain, share
from archipel.arena.matches import Pairing, deal_seed, play_all
from archipel.arena.ratings import Result, rate
from archipel.arena.workers import Workers
from archipel.bots.levels import LEVELS
from archipel.bots.roster import check_bot
from archipel.core.game import Game, GameError
from archipel.core.words import N_

ENTRANTS = ("random", *(f"level:{number}" for number in LEVELS))


@dataclass(frozen=True)
class Step:
    """Two neighbours: how often the upper one won at their common tables; half is even."""

    lower: str
    upper: str
    matches: int
    wins: Estimate

    @property
    def clear(self) -> bool:
        """Whether the upper one is the stronger one beyond doubt."""
        return self.wins.low > 0.5


@dataclass(frozen=True)
class Ladder:
    """What came of all matches, and all that is needed to play them again."""

    game: str
    rules: int  # version
    engine: str  # version
    players: int
    options: dict[str, Any]
    seed: int
    deals: int
    steps: tuple[Step, ...]
    ratings: dict[str, Estimate]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The same for programs."""
        return plain(self)


def seatings(seats: int) -> list[tuple[bool, ...]]:
    """Where the upper one of two sits, in all rotations that give each every seat equally often.

    >>> seatings(2)
    [(True, False), (False, True)]
    >>> len(seatings(3)), sum(sum(seating) for seating in seatings(3))
    (6, 9)
    """
    turns = [tuple((seat + turn) % seats % 2 == 0 for seat in range(seats)) for turn in range(seats)]
    both = [*turns, *(tuple(not one for one in seating) for seating in turns)]
    return sorted(set(both), reverse=True)


def ladder(
    game: Game,
    players: int,
    entrants: Sequence[str] = ENTRANTS,
    *,
    matches: int,
    top: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    workers: Workers | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Ladder:
    """Let all neighbours play about so many matches, whole deals of them; the topmost two perhaps others."""
    game.check_seats(players)
    check_entrants(entrants)
    began = time.perf_counter()
    deals = deals_of_pairs(players, len(entrants), matches, top)
    schedule = list(_schedule(players, entrants, deals, seed))
    played = play_all(game, [pairing for _, pairing in schedule], options, workers, progress)
    results = [
        (pair, Result(pairing.bots, match.outcome.places))
        for (pair, pairing), match in zip(schedule, played, strict=True)
    ]
    return Ladder(
        game.name,
        game.version,
        __version__,
        players,
        game.settle_options(options or {}),
        seed,
        max(deals),
        tuple(
            _step(*pair, [result for number, result in results if number == n])
            for n, pair in enumerate(pairwise(entrants))
        ),
        rate(entrants, [result for _, result in results]),
        time.perf_counter() - began,
    )


def _schedule(
    players: int, entrants: Sequence[str], deals: Sequence[int], seed: int
) -> Iterator[tuple[int, Pairing]]:
    """Every match, with the number of its pair: a deal goes round all pairs and seats before the next."""
    for deal in range(max(deals)):
        for seating in seatings(players):
            for number, (lower, upper) in enumerate(pairwise(entrants)):
                if deal < deals[number]:
                    bots = tuple(upper if one else lower for one in seating)
                    yield number, Pairing(bots, deal_seed(seed, deal))


def deals_of_pairs(players: int, entrants: int, matches: int, top: int | None = None) -> list[int]:
    """How many deals each pair plays."""
    return [number_of_deals(players, n) for n in [matches] * (entrants - 2) + [top or matches]]


def _step(lower: str, upper: str, results: Sequence[Result]) -> Step:
    wins = sum(won(result, upper) for result in results)
    return Step(lower, upper, len(results), share(wins, len(results)))


def check_entrants(entrants: Sequence[str]) -> None:
    """Raise `GameError` unless these are at least two different bots."""
    for entrant in entrants:
        check_bot(entrant)
    if len(entrants) < 2 or len(set(entrants)) < len(entrants):
        raise GameError(N_("A ladder needs two or more different bots."))


def number_of_deals(players: int, matches: int) -> int:
    """How many deals make about so many matches a pair; at least one."""
    return max(1, round(matches / len(seatings(players))))


def won(result: Result, bot: str) -> float:
    """A bot's share of the win; if nobody won, half."""
    winners = [one for one, place in zip(result.bots, result.places, strict=True) if place == 1]
    return winners.count(bot) / len(winners) if winners else 0.5
