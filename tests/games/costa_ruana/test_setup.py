"""Setup (CR-2)."""

from collections import Counter

import pytest
from tests.games.costa_ruana.scripts import (
    COSTA_RUANA,
    SEATS,
    choices,
    hand,
    mover,
    natives,
    phase,
    play,
    refusal,
    set_up,
    settle,
    supply,
    treasures,
)

from archipel.core.game import GameError
from archipel.core.match import Match
from archipel.core.record import CHANCE
from archipel.games.costa_ruana.parts import COLOURS


def by_chance(match):
    """What chance can do now, and in how many ways."""
    return dict(zip(choices(match), match.ways, strict=True))


@pytest.mark.rule("CR-2.1", "CR-2.2", "CR-2.4", "CR-2.5")
@pytest.mark.parametrize("seats", SEATS)
def test_chance_deals_seat_by_seat_then_lays_conditions_poor_islands_and_the_shaman(seats):
    match = Match(COSTA_RUANA, seats)
    for seat in range(seats):
        for held in range(5):
            assert match.state.hand_size.tolist() == [5] * seat + [held] + [0] * (5 - seat)
            play(match, choices(match)[0])
    done = []
    while match.to_move == CHANCE:
        done.append(choices(match)[0])
        play(match, done[-1])
    assert done == ["show day", "show high_tide", "poor 1", "poor 2", "first red"]


@pytest.mark.rule("CR-2.1", "CR-1.5")
@pytest.mark.parametrize(("seats", "cards"), [(2, 24), (3, 36), (4, 48), (5, 60), (6, 72)])
def test_cards_with_more_notches_than_players_stay_in_the_box(seats, cards):
    match = Match(COSTA_RUANA, seats)
    assert sum(by_chance(match).values()) == match.state.pile_size == cards
    assert ("deal return_3/day" in choices(match)) == (seats >= 3)  # all with 3 notches
    assert by_chance(match)["deal move_native/day"] == {2: 1, 3: 1, 4: 2, 5: 2, 6: 3}[seats]


@pytest.mark.rule("CR-2.1")
@pytest.mark.parametrize("seats", SEATS)
def test_everyone_gets_five_cards_and_the_rest_is_the_draw_pile(seats):
    match = set_up(seats)
    assert [len(hand(match, colour)) for colour in COLOURS[:seats]] == [5] * seats
    assert match.state.pile_size == match.state.pile.sum() == 7 * seats


@pytest.mark.rule("CR-2.1")
def test_a_card_that_is_dealt_is_no_longer_in_the_pile():
    match = Match(COSTA_RUANA, 3)
    assert by_chance(match)["deal place_2/night"] == 2
    play(match, "deal place_2/night")
    assert by_chance(match)["deal place_2/night"] == 1
    play(match, "deal place_2/night")
    assert "deal place_2/night" not in choices(match)
    assert hand(match, "red") == ["place_2/night", "place_2/night"]
    assert refusal(match, "deal place_2/night")[0] == "CR-2.1"


@pytest.mark.rule("CR-2.1")
def test_players_do_not_deal():
    match = Match(COSTA_RUANA, 2)
    assert refusal(match, "place 1") == ("CR-2.1", "That is not what is asked now. Chance deals.")


@pytest.mark.rule("CR-2.2")
@pytest.mark.parametrize("daytime", ["day", "night"])
@pytest.mark.parametrize("tide", ["high_tide", "low_tide"])
def test_each_condition_card_lies_on_either_side(daytime, tide):
    match = Match(COSTA_RUANA, 2)
    for _ in range(10):
        play(match, choices(match)[0])
    assert by_chance(match) == {"show day": 1, "show night": 1}
    play(match, f"show {daytime}")
    assert by_chance(match) == {"show high_tide": 1, "show low_tide": 1}
    play(match, f"show {tide}")
    assert match.show(0)["conditions"] == [daytime, tide]


@pytest.mark.rule("CR-2.3")
@pytest.mark.parametrize(("seats", "islands"), [(2, 4), (3, 6), (4, 7), (5, 9), (6, 10)])
def test_islands_in_play(seats, islands):
    match = set_up(seats)
    assert len(match.show(0)["islands"]) == islands
    assert choices(match) == [f"place {island}" for island in range(1, islands + 1)]
    if islands < 10:
        sentence = f"Island {islands + 1} is not in play."
        assert refusal(match, f"place {islands + 1}") == ("CR-2.3", sentence)


@pytest.mark.rule("CR-2.3")
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_two_to_six_can_play(seats):
    with pytest.raises(GameError, match=f"Costa Ruana is for 2 to 6 players, not {seats}"):
        Match(COSTA_RUANA, seats)


@pytest.mark.rule("CR-2.4")
def test_any_two_islands_get_four_treasures_and_the_others_five():
    assert treasures(set_up(3, poor=(5, 2))) == [5, 4, 5, 5, 4, 5]
    assert treasures(set_up(2, poor=(1, 4))) == [4, 5, 5, 4]


@pytest.mark.rule("CR-2.4")
@pytest.mark.parametrize("seats", SEATS)
def test_the_two_poor_islands_are_different_and_all_are_equally_likely(seats):
    match = Match(COSTA_RUANA, seats)
    while phase(match) != "poor_islands":
        play(match, choices(match)[0])
    every = {f"poor {island}": 1 for island in range(1, match.state.islands + 1)}
    assert by_chance(match) == every
    play(match, "poor 3")
    del every["poor 3"]
    assert by_chance(match) == every


@pytest.mark.rule("CR-2.5")
@pytest.mark.parametrize("seats", SEATS)
def test_any_player_can_be_the_first_shaman(seats):
    match = Match(COSTA_RUANA, seats)
    while phase(match) != "first_shaman":
        play(match, choices(match)[0])
    assert by_chance(match) == {f"first {colour}": 1 for colour in COLOURS[:seats]}
    for colour in COLOURS[:seats]:
        assert set_up(seats, shaman=colour).show(0)["shaman"] == colour


@pytest.mark.rule("CR-2.2", "CR-2.4", "CR-2.5")
def test_seeds_bring_about_every_setup():
    setups = [Match(COSTA_RUANA, 2, seed=seed).state for seed in range(200)]
    assert {tuple(s.conditions.tolist()) for s in setups} == {(0, 2), (0, 3), (1, 2), (1, 3)}
    assert len({tuple(s.treasures.tolist()) for s in setups}) == 6  # pairs of four islands
    assert min(Counter(s.shaman for s in setups).values()) > 70


@pytest.mark.rule("CR-2.6")
@pytest.mark.parametrize("seats", SEATS)
def test_everyone_starts_with_ten_natives_and_an_empty_hut_of_their_colour(seats):
    players = set_up(seats, open_huts=True).show(0)["players"]
    assert [player["seat"] for player in players] == list(COLOURS[:seats])
    assert [player["supply"] for player in players] == [10] * seats
    assert [player["hut"] for player in players] == [0] * seats


@pytest.mark.rule("CR-2.7", "CR-7.5")
@pytest.mark.parametrize("seats", SEATS)
def test_three_times_round_each_places_a_native_clockwise_from_the_shaman(seats):
    for first in range(seats):
        match = set_up(seats, shaman=COLOURS[first])
        for turn in range(3 * seats):
            assert phase(match) == "settling"
            assert mover(match) == COLOURS[(first + turn) % seats]
            play(match, choices(match)[turn % 3])
        assert phase(match) == "face_up_card"
        assert mover(match) == COLOURS[first]
        assert match.state.supply[:seats].tolist() == [7] * seats
        assert match.state.natives.sum(axis=0)[:seats].tolist() == [3] * seats


@pytest.mark.rule("CR-2.7")
def test_natives_settle_on_any_island_alone_or_together():
    match = settle(set_up(3), red=(1, 1, 1), blue=(6, 1, 6), green=(2, 3, 4))
    assert natives(match, 1) == {"red": 3, "blue": 1}
    assert natives(match, 6) == {"blue": 2}
    assert supply(match, "blue") == 7


@pytest.mark.rule("CR-2.7", "CR-1.2")
def test_nobody_settles_on_an_island_that_holds_seven():
    match = set_up(3)
    play(match, "; ".join(["place 4"] * 6))
    assert "place 4" in choices(match)
    play(match, "place 4")
    assert choices(match) == ["place 1", "place 2", "place 3", "place 5", "place 6"]
    assert refusal(match, "place 4") == ("CR-2.7", "Island 4 already holds 7 natives.")


@pytest.mark.rule("CR-2.7")
def test_settling_cannot_be_passed():
    match = set_up(2)
    asked = "That is not what is asked now. Red: place a native on an island."
    assert refusal(match, "pass") == ("CR-2.7", asked)
