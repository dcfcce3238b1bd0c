"""Chance draws each of its moves as often as it has ways, in every game and at every kind of draw."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from scipy.stats import chisquare
from tests import soak

from archipel.core import laws
from archipel.core.chance import dice
from archipel.core.match import Match
from archipel.core.record import CHANCE, Pool
from archipel.games import games

DRAWS = 4_000
TABLES = list({(name, options): (name, seats, options) for name, seats, options in soak.tables()}.values())
"""One table for each of the options there are."""


def draws(name: str, seats: int, options: dict[str, Any]) -> list[Match]:
    """A match before a draw of each phase, in one played at random, and before its last draw."""
    game = games()[name]
    match = laws.random_match(game, seats, options, seed=2)
    found: dict[Any, list[int]] = {}
    for now in laws.walk(game, seats, options, match.actions):
        if now.to_move == CHANCE:
            found.setdefault(now.state.phase, list(now.actions))
            found["last"] = list(now.actions)
    stopped = []
    for actions in found.values():
        stopped.append(Match(game, seats, options))
        stopped[-1].restore(actions)
    return stopped


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_chance_draws_by_its_ways(name: str, seats: int, options: str) -> None:
    for match in draws(name, seats, soak.OPTIONS[name][options]):
        rng, pool = dice(9), Pool(match.game.rules.STATE, 1)
        pool[0] = match.state
        counts = Counter(int(match.game.loops.drawn(pool.raw, rng)) for _ in range(DRAWS))
        assert set(counts) <= set(match.moves)
        expected = [DRAWS * ways / sum(match.ways) for ways in match.ways]
        got = [counts[move] for move in match.moves]
        assert len(got) == 1 or chisquare(got, expected).pvalue > 1e-4, match.actions
