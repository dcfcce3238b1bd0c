"""A round: conditions and reveal (CR-4)."""

import pytest
from tests.games.costa_ruana.scripts import (
    SEATS,
    choices,
    discard,
    mover,
    natives,
    phase,
    play,
    refusal,
    set_up,
    settle,
    skip_to,
    supply,
    table,
)

from archipel.core.record import WATCHER
from archipel.games.costa_ruana.parts import COLOURS

ONE_OF_EACH = ["place_1/day red", "place_1/night red", "place_1/high_tide red", "place_1/low_tide red"]


def conditions(match):
    return match.show(WATCHER)["conditions"]


@pytest.mark.rule("CR-4.1")
@pytest.mark.parametrize("seats", SEATS)
def test_the_shaman_turns_one_condition_card(seats):
    for shaman in COLOURS[:seats]:
        match = table(seats=seats, shaman=shaman)
        assert mover(match) == shaman
        assert choices(match) == ["turn day_night", "turn tide"]


@pytest.mark.rule("CR-4.1")
@pytest.mark.parametrize(
    ("lying", "turn", "showing"),
    [
        (["day", "high_tide"], "day_night", ["night", "high_tide"]),
        (["night", "high_tide"], "day_night", ["day", "high_tide"]),
        (["day", "high_tide"], "tide", ["day", "low_tide"]),
        (["day", "low_tide"], "tide", ["day", "high_tide"]),
        (["night", "low_tide"], "tide", ["night", "high_tide"]),
    ],
)
def test_the_card_turned_shows_its_other_side_and_the_other_card_lies_still(lying, turn, showing):
    match = table(conditions=lying)
    assert conditions(match) == lying
    play(match, f"red: turn {turn}")
    assert conditions(match) == showing


@pytest.mark.rule("CR-4.1")
def test_turning_none_is_not_allowed():
    match = table()
    asked = "That is not what is asked now. Red: turn over one of the two condition cards."
    assert refusal(match, "pass") == ("CR-4.1", asked)


@pytest.mark.rule("CR-4.1")
@pytest.mark.parametrize("second", ["day_night", "tide"])
def test_turning_both_is_not_allowed(second):
    match = play(table("place_1/night red"), "red: turn day_night")
    assert not any(choice.startswith("turn") for choice in choices(match))
    assert refusal(match, f"turn {second}") == (
        "CR-5.9",
        "That is not what is asked now. Red, for Place 1 (Night): place a native on an island (1 to go).",
    )


@pytest.mark.rule("CR-4.1")
def test_both_cards_stay_as_they_lie_into_the_next_round():
    match = play(table(conditions=("day", "low_tide")), "turn tide")
    for round in (2, 3, 4, 5):
        skip_to(match, "condition", round)
        lying = conditions(match)
        assert lying == (["night", "high_tide"] if round % 2 else ["day", "high_tide"])
        play(match, "turn day_night")


@pytest.mark.rule("CR-4.2")
def test_all_face_down_cards_are_turned_up_for_everyone():
    up = ["place_2/night red", "place_1/day red", "return_1/day red"]
    match = table(*up, "place_3/night blue", "return_1/high_tide blue")
    assert [laid["card"] for laid in match.show(2)["table"][3:5]] == ["?", "?"]
    play(match, "turn day_night")
    for seat in (WATCHER, 0, 1, 2):
        shown = match.show(seat)["table"]
        assert [laid["card"] for laid in shown[3:5]] == ["place_3/night", "return_1/high_tide"]
        assert not any(laid["face_down"] for laid in shown)


@pytest.mark.rule("CR-4.3")
@pytest.mark.parametrize("daytime", ["day", "night"])
@pytest.mark.parametrize("tide", ["high_tide", "low_tide"])
@pytest.mark.parametrize("turn", ["day_night", "tide"])
def test_a_card_is_active_if_its_background_now_shows(daytime, tide, turn):
    match = table(*ONE_OF_EACH, conditions=(daytime, tide))
    play(match, f"turn {turn}")
    fates = {laid["card"]: laid["fate"] for laid in match.show(0)["table"][:4]}
    for card, fate in fates.items():
        active = card.removeprefix("place_1/") in conditions(match)
        assert fate == ("active" if active else "inactive")
    assert list(fates.values()).count("active") == 2


@pytest.mark.rule("CR-4.3")
def test_every_other_card_is_discarded_at_once():
    match = table(*ONE_OF_EACH, "return_1/low_tide blue", "return_1/day green")
    assert discard(match) == {}
    play(match, "turn day_night")
    inactive = ("place_1/day", "place_1/low_tide", "return_1/day", "return_1/low_tide")
    assert discard(match) == dict.fromkeys(inactive, 1)


@pytest.mark.rule("CR-4.3")
def test_natives_on_cards_that_are_not_active_go_home():
    match = table(
        "place_1/night red",
        "return_1/day blue",
        islands={1: {"red": 2, "blue": 2, "green": 2}},
        native_on={"red": 2, "blue": 2, "green": 2},
    )
    assert [supply(match, colour) for colour in ("red", "blue", "green")] == [7, 7, 7]
    play(match, "turn day_night")
    assert [supply(match, colour) for colour in ("red", "blue", "green")] == [8, 8, 8]
    assert [player["native_on"] for player in match.show(0)["players"]] == [None] * 3


@pytest.mark.rule("CR-4.3")
def test_a_native_back_from_an_inactive_card_can_be_placed_in_the_same_round():
    match = table(
        "place_3/night red",
        "return_1/day blue",
        islands={1: {"red": 7}, 2: {"blue": 1}},
        native_on={"red": 2},
    )
    assert supply(match, "red") == 2
    play(match, "red: turn day_night; red: place 3; red: place 3")
    assert natives(match, 3) == {"red": 2}
    assert (mover(match), supply(match, "red")) == ("red", 1)
    play(match, "red: place 4")
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-4.4")
def test_natives_on_active_cards_stay_there():
    match = table("place_1/night red", native_on={"blue": 1, "green": 1})
    play(match, "turn day_night")
    laid = match.show(0)["table"][0]
    assert (laid["natives"], laid["fate"]) == (["blue", "green"], "active")
    assert [supply(match, colour) for colour in ("blue", "green")] == [9, 9]


@pytest.mark.rule("CR-4.5")
def test_everyone_may_look_through_the_discard():
    match = skip_to(play(table(*ONE_OF_EACH), "turn day_night"), "drawing")
    for seat in (WATCHER, 0, 1, 2):
        shown = match.show(seat)["discard"]
        assert sum(shown.values()) == 6
        assert {card.split()[0] for card in ONE_OF_EACH} <= set(shown)


@pytest.mark.rule("CR-4.5")
def test_the_discard_grows_from_round_to_round():
    match = settle(set_up(3))
    for round in (1, 2, 3, 4):
        skip_to(match, "drawing", round)
        assert sum(match.show(WATCHER)["discard"].values()) == 6 * round
