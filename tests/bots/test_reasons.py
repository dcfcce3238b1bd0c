"""Hints: the best actions and beliefs, from what a seat sees and nothing else."""

from __future__ import annotations

import pytest
from tests.bots.test_bots import TABLES, decisions

from archipel.bots.reasons import Reasons, reasons, say_thought
from archipel.bots.search import Budget
from archipel.core.game import Game
from archipel.core.match import Match

QUICK = Budget(simulations=60)


def hint(match: Match, language: str = "en") -> Reasons:
    seat = match.to_move
    return reasons(match.game, match.view(seat), seat, match.moves, match.tongue(language), budget=QUICK)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_hint_is_the_same_in_worlds_that_look_the_same(game: Game, seats: int) -> None:
    for match in decisions(game, seats, seed=8, count=3):
        assert hint(match) == hint(match.world(match.to_move, seed=1))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_best_come_first_and_everything_is_said(game: Game, seats: int, language: str) -> None:
    for match in decisions(game, seats, seed=9, count=3):
        found, seat = hint(match, language), match.to_move
        visits = [one.visits for one in found.best]
        assert 1 <= len(visits) <= 3
        assert visits == sorted(visits, reverse=True)
        assert found.simulations == 60
        for one in found.best:
            said = say_thought(game, match.view(seat), one, found.simulations, match.tongue(language))
            assert "{" not in said
            assert "%" in said
        assert all("%" in belief and "{" not in belief for belief in found.beliefs)


def test_where_there_is_no_choice_nothing_is_thought() -> None:
    (match,) = decisions(TABLES[0].values[0], TABLES[0].values[1], seed=1, count=1)  # type: ignore[arg-type]
    seat, tongue = match.to_move, match.tongue("en")
    found = reasons(match.game, match.view(seat), seat, match.moves[:1], tongue)
    assert (found.best, found.simulations) == ((), 0)
