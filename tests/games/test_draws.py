"""Chance draws each of its moves as often as it has ways, in every game and at every kind of draw."""

from __future__ import annotations

from collections import Counter

import pytest
from scipy.stats import chisquare

from archipel.core import laws
from archipel.core.chance import dice
from archipel.core.match import Match
from archipel.core.record import CHANCE, Pool
from archipel.games import games

DRAWS = 4_000


def draws(name: str) -> list[Match]:
    """A match before a draw of each phase, in one played at random, and before its last draw."""
    game = games()[name]
    match = laws.random_match(game, game.seats[0], {}, seed=2)
    found = {}
    for now in laws.walk(game, match.seats, {}, match.actions):
        if now.to_move == CHANCE:
            found.setdefault(now.state.phase, list(now.actions))
            found["last"] = list(now.actions)
    stopped = []
    for actions in found.values():
        stopped.append(Match(game, match.seats, {}))
        stopped[-1].restore(actions)
    return stopped


@pytest.mark.parametrize("name", games())
def test_chance_draws_by_its_ways(name: str) -> None:
    for match in draws(name):
        rng, pool = dice(9), Pool(match.game.rules.STATE, 1)
        pool[0] = match.state
        counts = Counter(int(match.game.loops.drawn(pool.raw, rng)) for _ in range(DRAWS))
        assert set(counts) <= set(match.moves)
        expected = [DRAWS * ways / sum(match.ways) for ways in match.ways]
        got = [counts[move] for move in match.moves]
        assert len(got) == 1 or chisquare(got, expected).pvalue > 1e-4, match.actions
