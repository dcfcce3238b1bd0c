"""What a sensible player of Costa Ruana leans to, and what it believes."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest
from tests.games.costa_ruana.scripts import (
    COSTA_RUANA,
    SEATS,
    resolving,
    set_up,
    settle,
    table,
)

from archipel.bots.costa_ruana.beliefs import beliefs
from archipel.bots.costa_ruana.hunches import plausibility
from archipel.bots.costa_ruana.prospects import prospects
from archipel.bots.mind import Mind
from archipel.core.laws import worlds
from archipel.core.match import Match
from archipel.core.record import HIDDEN
from archipel.core.rule import COMPILED
from archipel.games.costa_ruana.notation import CARD_NAMES


@pytest.fixture(scope="module")
def mind() -> Mind:
    return Mind(COSTA_RUANA, seed=1, nodes=1)


def odds(mind: Mind, match: Match) -> dict[str, float]:
    """How strongly the mover inclines to each action, spelled."""
    moves = match.moves
    weights = mind.lean(match.view(match.to_move), moves)
    return dict(zip(map(match.spell, moves), weights, strict=True))


def favourite(mind: Mind, match: Match) -> str:
    found = odds(mind, match)
    return max(found, key=lambda action: found[action])


# ── Leaning ─────────────────────────────────────────────────────────────────────────────────────
def test_a_native_goes_where_it_wins_an_island(mind: Mind) -> None:
    match = resolving(
        "place_1/night red", islands={1: {"blue": 2}, 2: {"green": 3}, 3: {"red": 1, "blue": 1}}
    )
    for island in (4, 5, 6):  # held by more than one native can beat
        match.state.natives[island - 1, 1] = 2
    assert favourite(mind, match) == "place 3"


def test_two_natives_can_beat_one(mind: Mind) -> None:
    islands = {island: {"blue": 3} for island in (1, 2)} | {island: {"green": 3} for island in (3, 4)}
    match = resolving("place_2/night red", islands={**islands, 5: {"blue": 1}, 6: {"green": 2}})
    assert favourite(mind, match) == "place 5"


def test_the_native_that_wins_nothing_is_returned(mind: Mind) -> None:
    match = resolving("return_1/night red", islands={1: {"red": 1}, 2: {"red": 1, "blue": 3}, 3: {"red": 1}})
    assert favourite(mind, match) == "return 2"


def test_a_move_breaks_an_argument_of_one_s_own(mind: Mind) -> None:
    match = resolving("move_native/night red", seats=2, islands={1: {"red": 2, "blue": 2}, 2: {"blue": 3}})
    action = favourite(mind, match)
    assert action.startswith(("move red 1", "move blue 1"))


def test_the_last_treasure_leaves_a_rival_s_island(mind: Mind) -> None:
    match = resolving("move_treasure/night red", seats=2, islands={3: {"blue": 1}}, treasures={3: 1})
    assert favourite(mind, match).startswith("carry 3")


def test_places_are_for_oneself_and_returns_for_others(mind: Mind) -> None:
    hands = {"red": ["place_3/night", "return_2/night"]}
    match = settle(set_up(2, hands), red=(1, 1, 2), blue=(3, 4, 4))
    found = odds(mind, match)
    assert found["up place_3/night red"] > found["up place_3/night blue"]
    assert found["up return_2/night blue"] > found["up return_2/night red"]


def test_a_native_rides_on_the_card_that_helps(mind: Mind) -> None:
    match = table("place_3/night red", "move_treasure/night blue", seats=2)
    match.undo(2)
    assert favourite(mind, match) == "ride 1"


def test_the_shaman_wakes_what_helps(mind: Mind) -> None:
    islands = {1: {"red": 1}, 2: {"red": 1}}
    night = table("place_3/night red", "return_2/low_tide red", seats=2, islands=islands)
    assert favourite(mind, night) == "turn day_night"
    tide = table("place_3/low_tide red", "return_2/night red", seats=2, islands=islands)
    assert favourite(mind, tide) == "turn tide"


@pytest.mark.parametrize("seats", SEATS)
def test_leaning_is_positive_and_reads_no_secret(mind: Mind, seats: int) -> None:
    match, chooser = Match(COSTA_RUANA, seats, seed=seats), random.Random(seats)
    while not match.over:
        seat, moves = match.to_move, match.moves
        weights = mind.lean(match.view(seat), moves)
        assert min(weights) > 0
        if COMPILED or chooser.random() < 0.1:
            for world in worlds(match, seat, count=2, seed=len(match.actions)):
                assert mind.lean(world[0], moves) == weights
        match.step(chooser.choice(moves))


# ── Prospects ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("seats", SEATS)
def test_prospects_are_chances_and_the_richest_has_the_best(seats: int) -> None:
    match = resolving("place_2/night red", seats=seats)
    match.state.hut[1] = 3
    values = np.zeros(seats)
    prospects(match._pool.raw[0], values)
    assert values.sum() == pytest.approx(1)
    assert values.argmax() == 1


# ── Beliefs ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("likely", "unlikely"), [("place_3/night", "return_2/night"), ("move_native/day", "return_1/day")]
)
def test_a_rival_hardly_lays_a_bad_card_before_themselves(likely: str, unlikely: str) -> None:
    match = table(seats=2, islands={1: {"blue": 1}, 2: {"blue": 1}})
    found = []
    for card in (likely, unlikely):
        match.state.table[3] = CARD_NAMES.index(card)  # Blue's, face down before Blue
        found.append(plausibility(match._pool.raw[0], 0))
    assert 1 >= found[0] > 2 * found[1] > 0


def said(match: Match, seat: int, count: int = 40) -> list[str]:
    drawn = [world[0] for world in worlds(match, seat, count, seed=5)]
    return beliefs(match.view(seat), seat, drawn, match.tongue("en"))


def test_beliefs_speak_of_every_card_face_down_and_of_hands() -> None:
    match = table(seats=3)
    sentences = said(match, seat=0)
    assert 5 <= len(sentences) <= 8
    assert sentences[0].startswith("Card 5, laid face down by Blue in front of Blue, is a “")
    for sentence in sentences:
        found = re.search(r": (\d+) %$", sentence)
        assert found is not None
        assert 20 <= int(found[1]) <= 100


def test_nothing_is_said_of_what_everybody_knows() -> None:
    match = resolving("place_2/night red", seats=2)
    assert not (match.view(0).table[: match.state.laid] == HIDDEN).any()
    assert all("holds" in sentence for sentence in said(match, seat=0))
    assert said(match, seat=0, count=0) == []


def test_a_card_in_front_of_oneself_comes_first() -> None:
    match = settle(set_up(3))
    while match.state.laid < 5:  # everything lies in front of Green
        match.step(next(move for move in match.moves if match.spell(move).endswith("green")))
    assert " by Red in front of Green, is a “" in said(match, seat=2)[0]
