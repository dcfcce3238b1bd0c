"""What is in the box (CR-1)."""

import random

import pytest
from tests.games.costa_ruana.scripts import (
    COSTA_RUANA,
    SEATS,
    choices,
    play,
    refusal,
    set_up,
    settle,
    skip_to,
    treasures,
)

from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.games.costa_ruana import parts
from archipel.games.costa_ruana.options import standard_deck


@pytest.mark.rule("CR-1.1")
@pytest.mark.parametrize("seats", SEATS)
def test_every_player_has_the_ten_natives_of_one_colour(seats):
    match = set_up(seats)
    assert match.state.supply.tolist() == [10] * seats + [0] * (6 - seats)
    colours = [player["seat"] for player in match.show(WATCHER)["players"]]
    assert colours == ["red", "blue", "green", "yellow", "purple", "white"][:seats]


@pytest.mark.rule("CR-1.1")
def test_there_are_sixty_natives_in_six_colours():
    assert len(set(parts.COLOURS)) == 6
    assert len(parts.COLOURS) * parts.NATIVES == 60


@pytest.mark.rule("CR-1.2")
def test_there_are_ten_islands_and_six_players_use_them_all():
    assert len(set_up(6).show(WATCHER)["islands"]) == 10


@pytest.mark.rule("CR-1.2")
@pytest.mark.parametrize("seats", SEATS)
def test_no_island_ever_holds_more_than_seven_natives(seats):
    most = 0
    for seed in range(8):
        match = Match(COSTA_RUANA, seats, seed=seed)
        crowding = random.Random(seed)
        while not match.over:
            islands = [move for move in match.moves if match.spell(move).endswith((" 1", " 2"))]
            match.step(crowding.choice(islands or match.moves))
            crowds = match.state.natives.sum(axis=1)
            assert match.state.crowd.tolist() == crowds.tolist()
            most = max(most, int(crowds.max()))
    assert most == 7


@pytest.mark.rule("CR-1.3")
@pytest.mark.parametrize(("seats", "count"), [(2, 18), (3, 28), (4, 33), (5, 43), (6, 48)])
def test_setup_uses_five_treasures_an_island_less_two(seats, count):
    assert sum(treasures(set_up(seats))) == count
    assert count <= parts.TREASURES == 50


@pytest.mark.rule("CR-1.4")
def test_a_card_has_one_of_eight_kinds_and_one_of_four_backgrounds():
    cards = standard_deck()["cards"]
    assert len(cards) == 72
    assert {card["kind"] for card in cards} == {
        *("move_treasure", "return_1", "return_2", "return_3"),
        *("place_1", "place_2", "place_3", "move_native"),
    }
    assert {card["background"] for card in cards} == {"day", "night", "high_tide", "low_tide"}


@pytest.mark.rule("CR-1.4")
def test_cards_of_one_kind_and_background_are_the_same_card():
    match = settle(set_up(3, {"red": ["place_2/night", "place_2/night"]}))
    assert choices(match).count("up place_2/night red") == 1
    play(match, "up place_2/night red")
    assert "down place_2/night red" in choices(skip_to(match, "face_down_card"))


@pytest.mark.rule("CR-1.4")
def test_notches_sort_the_deck_and_show_nowhere_else():
    few = [{**card, "notches": 2} for card in standard_deck()["cards"] if card["notches"] <= 3]
    same = Match(COSTA_RUANA, 3, {"deck": {"cards": few}}, seed=5)
    match = Match(COSTA_RUANA, 3, seed=5)
    assert same.state_bytes() == match.state_bytes()
    assert "notch" not in str(match.show(0))


@pytest.mark.rule("CR-1.5")
def test_each_player_count_adds_twelve_cards():
    notches = [card["notches"] for card in standard_deck()["cards"]]
    assert {n: notches.count(n) for n in set(notches)} == {2: 24, 3: 12, 4: 12, 5: 12, 6: 12}


@pytest.mark.rule("CR-1.5")
@pytest.mark.parametrize("seats", SEATS)
def test_a_player_sees_twelve_cards_in_a_match(seats):
    match = skip_to(set_up(seats), "over")
    for seat in range(seats):
        learnt = [match.spell(one.action) for one in match.witnessed(seat)]
        assert sum(action.startswith("deal") and action != "deal ?" for action in learnt) == 12


@pytest.mark.rule("CR-1.6")
def test_the_two_condition_cards_have_two_sides_each():
    match = skip_to(settle(set_up(2, conditions=("day", "low_tide"))), "condition")
    sides = []
    for turn in ("turn day_night", "turn tide"):
        skip_to(match, "condition", match.state.round + 1)
        play(match, turn)
        sides.append(match.show(WATCHER)["conditions"])
        skip_to(match, "face_up_card")
    assert sides == [["night", "low_tide"], ["night", "high_tide"]]


@pytest.mark.rule("CR-1.6")
def test_one_player_is_shaman_and_everyone_has_a_hut():
    table = set_up(6, shaman="green").show(WATCHER)
    assert table["shaman"] == "green"
    assert len(table["players"]) == 6
    assert all("hut" in player for player in table["players"])


@pytest.mark.rule("CR-1.7")
def test_the_game_is_shown_as_the_french_book_has_it():
    assert COSTA_RUANA.age == 8
    assert COSTA_RUANA.minutes == (20, 60)
    assert list(COSTA_RUANA.seats) == [2, 3, 4, 5, 6]


@pytest.mark.rule("CR-1.2")
def test_an_island_that_is_not_in_the_box_is_no_island():
    match = set_up(6)
    assert choices(match)[-1] == "place 10"
    with pytest.raises(ValueError, match="'island' cannot be '11'"):
        match.read("place 11")
    assert refusal(set_up(5), "place 10") == ("CR-2.3", "Island 10 is not in play.")
