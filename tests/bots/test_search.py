"""The search itself: what it counts, what it finds, and how long it takes."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest
from tests.bots.test_bots import TABLES
from tests.games.tresor.scripts import table

from archipel.bots.levels import level_bot
from archipel.bots.manner import Manner
from archipel.bots.mind import Mind, Thought
from archipel.bots.search import Budget, SearchBot, sure_wins, tolerable
from archipel.core.match import Match
from archipel.core.rule import COMPILED
from archipel.games import game
from archipel.games.tresor.parts import SEASON

COSTA_RUANA = game("costa-ruana")


def first_choice(seats: int = 3, seed: int = 1) -> Match:
    return Match(COSTA_RUANA, seats, seed=seed)


def think(match: Match, simulations: int, seed: int = 1, manner: Manner | None = None) -> list[Thought]:
    mind, seat = Mind(match.game, seed, manner, nodes=max(simulations, 1)), match.to_move
    return mind.think(match.view(seat), seat, match.moves, simulations)


# ── Counting ────────────────────────────────────────────────────────────────────────────────────
def test_every_simulation_visits_a_move() -> None:
    assert sum(one.visits for one in think(first_choice(), 100)) == 100


@pytest.mark.parametrize("simulations", [1, 30, 200])
def test_however_many_moves_there_are(simulations: int) -> None:
    """Where natives may be moved from everywhere to everywhere there are more moves than simulations."""
    for seed in range(20):
        match = crowded(seed)
        if len(match.moves) > 90:
            assert sum(one.visits for one in think(match, simulations)) == simulations
            return
    raise AssertionError("no position with many moves was found")


def crowded(seed: int) -> Match:
    """A match of six at the first choice among very many moves, or at its end."""
    rng, match = random.Random(seed), Match(COSTA_RUANA, 6, seed=seed)
    while not match.over and len(match.moves) <= 90:
        match.step(rng.choice(match.moves))
    return match


def test_values_are_between_nothing_and_a_sure_win() -> None:
    for one in think(first_choice(), 200):
        assert 0 <= one.value <= 1


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_tree_without_room_still_thinks(game: object, seats: int) -> None:
    match = Match(game, seats, seed=1)  # type: ignore[arg-type]
    seat = match.to_move
    thoughts = Mind(match.game, 1, nodes=1).think(match.view(seat), seat, match.moves, 20)
    assert len(thoughts) == len(match.moves)


def test_the_same_seed_gives_the_same_thoughts_and_another_seed_others() -> None:
    match = first_choice()
    assert think(match, 150) == think(match, 150)
    assert think(match, 150) != think(match, 150, seed=2)


def test_thinking_leaves_the_view_as_it_was() -> None:
    match = first_choice()
    before = match.look(match.to_move)
    think(match, 50)
    assert match.look(match.to_move).bytes(0) == before.bytes(0)


@pytest.mark.parametrize("simulations", [200, 201, 1])
def test_several_minds_share_the_simulations(simulations: int) -> None:
    match = first_choice()
    seat = match.to_move
    bot = SearchBot(COSTA_RUANA, 1, Budget(simulations, threads=2))
    assert sum(one.visits for one in bot.think(match.view(seat), seat, match.moves)) == simulations


def test_a_budget_of_time_is_kept() -> None:
    match = first_choice(seats=6)
    seat = match.to_move
    bot = SearchBot(COSTA_RUANA, 1, Budget(seconds=0.2))
    bot.think(match.view(seat), seat, match.moves)  # whatever has to be loaded is loaded
    began = time.perf_counter()
    bot.think(match.view(seat), seat, match.moves)
    assert 0.2 <= time.perf_counter() - began < (1.0 if COMPILED else 30)


def test_no_value_is_less_than_nothing_where_nobody_can_win_any_more() -> None:
    match = table(la_buse="x x x x", le_reveng="x x", turns=SEASON)  # this turn is the last one
    assert all(one.value >= 0 for one in think(match, 50))
    bot = SearchBot(match.game, 1, Budget(simulations=50), tolerance=0.4)
    assert bot.choose(match.view(0), 0, match.moves) in match.moves


# ── Settling ────────────────────────────────────────────────────────────────────────────────────
def test_what_is_settled_is_not_thought_about_any_longer() -> None:
    match = table(la_buse="2+ 5 5", le_reveng="3 3")
    seat = match.to_move
    thoughts = Mind(match.game, 1, nodes=2000).think(match.view(seat), seat, match.moves, 2000, settle=True)
    assert sum(one.visits for one in thoughts) <= 1200


def test_what_is_settled_is_not_waited_for() -> None:
    match = table(la_buse="2+ 5 5", le_reveng="3 3")
    bot = SearchBot(match.game, 1, Budget(seconds=2.0 if COMPILED else 60.0))
    bot.choose(match.view(0), 0, match.moves)  # whatever has to be loaded is loaded
    began = time.perf_counter()
    assert match.spell(bot.choose(match.view(0), 0, match.moves)) == "displace 1 2"
    assert time.perf_counter() - began < 0.9 * bot.budget.seconds


@pytest.mark.parametrize("seed", range(8))
def test_settling_never_changes_the_choice(seed: int) -> None:
    match = first_choice(seed=seed)
    seat, simulations = match.to_move, 400
    whole = max(think(match, simulations, seed), key=lambda one: one.visits)
    bot = SearchBot(COSTA_RUANA, seed, Budget(simulations))
    assert bot.choose(match.view(seat), seat, match.moves) == whole.action


# ── Finding ─────────────────────────────────────────────────────────────────────────────────────
def test_it_brings_a_full_chest_aboard() -> None:
    match = table(la_buse="2+ 5 5", le_reveng="3 3")
    best = max(think(match, 300), key=lambda one: one.visits)
    assert match.spell(best.action) == "displace 1 2"


def test_with_leaning_and_a_short_patience_it_finds_the_same() -> None:
    match = table(la_buse="2+ 5 5", le_reveng="3 3")
    best = max(think(match, 300, manner=Manner(leaning=1.0, patience=8)), key=lambda one: one.visits)
    assert match.spell(best.action) == "displace 1 2"


def test_worlds_of_one_search_differ() -> None:
    match = first_choice()
    seat = match.to_move
    worlds = Mind(COSTA_RUANA, 1, nodes=1).worlds(match.view(seat), seat, 20)
    hands = {bytes(np.asarray(world.hand).tobytes()) for world in worlds}
    assert len(hands) > 10


# ── Tolerance ───────────────────────────────────────────────────────────────────────────────────
def test_without_tolerance_only_the_best_is_tolerable() -> None:
    thoughts = [Thought(1, 60, 0.50), Thought(2, 40, 0.49)]
    assert tolerable(thoughts, 0.0) == thoughts[:1]


def test_a_move_hardly_tried_is_not_believed() -> None:
    thoughts = [Thought(1, 980, 0.50), Thought(2, 5, 0.99), Thought(3, 15, 0.49)]
    assert tolerable(thoughts, 0.05) == thoughts[:1]


def test_a_win_is_sure_if_most_of_the_search_found_it() -> None:
    assert sure_wins([Thought(1, 15, 1.0), Thought(2, 10, 0.98), Thought(3, 20, 0.96)]) == [1, 2]
    assert sure_wins([Thought(1, 22, 1.0), Thought(3, 22, 0.96)]) == []
    assert sure_wins([Thought(1, 0, 1.0)]) == []


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_no_level_puts_a_sure_win_off(level: int) -> None:
    """Two movements bring the chest aboard, and nobody is near it: no level strolls elsewhere instead."""
    match = table(la_buse="2+ 5 5", le_reveng="3 3")
    taken = {level_bot(match.game, level, seed).choose(match.view(0), 0, match.moves) for seed in range(8)}
    assert {match.spell(move) for move in taken} == {"displace 1 2"}


def test_an_easy_bot_takes_different_good_moves() -> None:
    match = first_choice()
    seat = match.to_move
    bot = SearchBot(COSTA_RUANA, 1, Budget(simulations=30), tolerance=0.3)
    assert len({bot.choose(match.view(seat), seat, match.moves) for _ in range(20)}) > 2
