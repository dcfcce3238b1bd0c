"""A round: playing (CR-3)."""

from itertools import groupby

import pytest
from tests.games.costa_ruana.scripts import (
    COSTA_RUANA,
    SEATS,
    arrange,
    choices,
    hand,
    lay,
    mover,
    phase,
    play,
    refusal,
    resolving,
    set_up,
    settle,
    skip_to,
    supply,
    table,
)

from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.games.costa_ruana.parts import COLOURS

RED_HAND = ["move_treasure/low_tide", "return_1/day", "place_2/night", "place_3/night", "move_native/day"]


@pytest.mark.rule("CR-3.0")
@pytest.mark.parametrize("seats", SEATS)
def test_a_match_has_five_rounds(seats):
    match, begun = settle(set_up(seats)), []
    while not match.over:
        if phase(match) == "face_up_card" and match.state.laid == 0:
            begun.append(match.state.round + 1)
        play(match, choices(match)[0])
    assert begun == [1, 2, 3, 4, 5]


@pytest.mark.rule("CR-3.0")
@pytest.mark.parametrize("seats", SEATS)
def test_each_step_of_a_round_goes_once_round_the_table_clockwise_from_the_shaman(seats):
    for first in range(seats):
        clockwise = [COLOURS[(first + i) % seats] for i in range(seats)]
        match = settle(set_up(seats, shaman=COLOURS[first]))
        for step in ("face_up_card", "face_down_card", "native_on_card"):
            for colour in clockwise:
                assert (phase(match), mover(match)) == (step, colour)
                play(match, "pass" if step == "native_on_card" else choices(match)[0])
        assert (phase(match), mover(match)) == ("condition", clockwise[0])


@pytest.mark.rule("CR-3.0")
def test_after_playing_come_conditions_resolving_collecting_and_the_next_round():
    match = table("move_treasure/night blue")
    steps = []
    while match.state.round == 0:
        steps.append(phase(match))
        play(match, choices(match)[0])
    assert [name for name, _ in groupby(steps)] == ["condition", "effect", "drawing", "accept_shaman"]
    assert phase(match) == "face_up_card"


@pytest.mark.rule("CR-3.1")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_any_card_in_hand_is_played_face_up_before_any_player(seats):
    match = settle(set_up(seats, {"red": RED_HAND}))
    every = [f"up {card} {colour}" for card in RED_HAND for colour in COLOURS[:seats]]
    assert sorted(choices(match)) == sorted(every)


@pytest.mark.rule("CR-3.1")
def test_a_card_played_leaves_the_hand_and_lies_open():
    match = settle(set_up(3, {"red": RED_HAND}))
    play(match, "red: up place_3/night green")
    assert hand(match, "red") == [card for card in RED_HAND if card != "place_3/night"]
    for seat in (WATCHER, 0, 1, 2):
        (laid,) = match.show(seat)["table"]
        assert (laid["card"], laid["before"], laid["by"]) == ("place_3/night", "green", "red")
        assert not laid["face_down"]


@pytest.mark.rule("CR-3.1")
def test_a_card_is_played_from_the_hand_before_someone_at_the_table():
    match = settle(set_up(3, {"red": RED_HAND}))
    sentence = "A card is played from the hand, and Place 2 (Day) is not in yours."
    assert refusal(match, "up place_2/day red") == ("CR-3.1", sentence)
    assert refusal(match, "up place_2/night yellow") == ("CR-3.1", "Nobody at this table has that colour.")
    assert refusal(match, "down place_2/night red")[0] == "CR-3.1"


@pytest.mark.rule("CR-3.2")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_any_card_left_in_hand_is_played_face_down_before_any_player(seats):
    match = settle(set_up(seats, {"red": RED_HAND}))
    play(match, "red: up return_1/day red")
    skip_to(match, "face_down_card")
    left = [card for card in RED_HAND if card != "return_1/day"]
    every = [f"down {card} {colour}" for card in left for colour in COLOURS[:seats]]
    assert sorted(choices(match)) == sorted(every)
    sentence = "A card is played from the hand, and Return 1 (Day) is not in yours."
    assert refusal(match, "down return_1/day red") == ("CR-3.2", sentence)
    assert refusal(match, "up place_2/night red")[0] == "CR-3.2"


@pytest.mark.rule("CR-3.2")
def test_nobody_plays_face_down_before_an_empty_seat_or_a_card_not_known():
    match = skip_to(settle(set_up(2, {"red": ["place_2/night"]})), "face_down_card")
    assert refusal(match, "down place_2/night green") == ("CR-3.2", "Nobody at this table has that colour.")
    assert refusal(match, "down ? red")[0] == "CR-3.2"


@pytest.mark.rule("CR-3.2")
def test_only_who_played_a_face_down_card_knows_it_and_who_played_it_is_open():
    match = skip_to(settle(set_up(3, {"red": ["place_2/night"]})), "face_down_card")
    play(match, "red: down place_2/night blue")
    seen = {seat: match.show(seat)["table"][3] for seat in (WATCHER, 0, 1, 2)}
    assert {seat: laid["card"] for seat, laid in seen.items()} == {
        0: "place_2/night",
        1: "?",  # although it lies in front of Blue
        2: "?",
        WATCHER: "?",
    }
    assert {(laid["by"], laid["before"], laid["face_down"]) for laid in seen.values()} == {
        ("red", "blue", True)
    }


@pytest.mark.rule("CR-3.3")
@pytest.mark.parametrize("seats", SEATS)
def test_a_native_goes_on_any_card_on_the_table_or_on_none(seats):
    match = skip_to(settle(set_up(seats)), "native_on_card")
    every = [f"ride {number}" for number in range(1, 2 * seats + 1)]
    assert choices(match) == [*every, "pass"]
    play(match, "red: ride 2")
    assert choices(match) == [*every, "pass"]  # a card may carry several


@pytest.mark.rule("CR-3.3")
def test_the_native_comes_from_the_supply():
    match = skip_to(settle(set_up(3)), "native_on_card")
    play(match, "red: ride 5; blue: ride 5; green: pass")
    assert [supply(match, colour) for colour in ("red", "blue", "green")] == [6, 6, 7]
    assert match.show(WATCHER)["table"][4]["natives"] == ["red", "blue"]
    assert [player["native_on"] for player in match.show(WATCHER)["players"]] == [5, 5, None]


@pytest.mark.rule("CR-3.3")
def test_a_player_with_an_empty_supply_passes():
    match = skip_to(settle(set_up(2)), "native_on_card")
    arrange(match, islands={1: {"red": 7}, 2: {"red": 2}, 3: {"blue": 7}, 4: {"blue": 3}})
    assert supply(match, "red") == 1
    assert len(choices(match)) == 5
    arrange(match, islands={1: {"red": 7}, 2: {"red": 3}, 3: {"blue": 7}})
    assert supply(match, "red") == 0
    assert choices(match) == ["pass"]
    sentence = "The native comes from the supply, and yours is empty: you can only pass."
    assert refusal(match, "ride 1") == ("CR-3.3", sentence)
    play(match, "red: pass; blue: ride 1")


@pytest.mark.rule("CR-3.3")
def test_there_is_no_native_on_a_card_that_is_not_there():
    match = skip_to(settle(set_up(2)), "native_on_card")
    assert refusal(match, "ride 5") == ("CR-3.3", "There is no card 5 on the table.")


@pytest.mark.rule("CR-3.3")
def test_a_player_puts_one_native_on_one_card():
    match = play(skip_to(settle(set_up(2)), "native_on_card"), "red: ride 1; blue: ride 1")
    assert mover(match) == "red"
    assert refusal(match, "ride 2")[0] == "CR-4.1"


@pytest.mark.rule("CR-3.4")
def test_nobody_passes_on_a_card():
    match = settle(set_up(3))
    for step in ("face_up_card", "face_down_card"):
        skip_to(match, step)
        assert "pass" not in choices(match)
        sentence = "Everyone plays exactly one card: nobody may pass."
        assert refusal(match, "pass") == ("CR-3.4", sentence)


@pytest.mark.rule("CR-3.4")
@pytest.mark.parametrize("seats", SEATS)
def test_everyone_plays_exactly_one_card_up_and_one_down(seats):
    match = skip_to(settle(set_up(seats)), "face_down_card")
    assert match.state.hand_size[:seats].tolist() == [4] * seats
    skip_to(match, "native_on_card")
    assert match.state.hand_size[:seats].tolist() == [3] * seats
    assert match.state.laid == 2 * seats


@pytest.mark.rule("CR-3.5")
@pytest.mark.parametrize("seats", SEATS)
def test_all_cards_may_lie_before_one_player(seats):
    match = settle(set_up(seats))
    for _ in range(2 * seats):
        play(match, next(choice for choice in choices(match) if choice.endswith("blue")))
    assert [laid["before"] for laid in match.show(0)["table"]] == ["blue"] * (2 * seats)


@pytest.mark.rule("CR-3.5")
def test_all_cards_before_one_player_are_resolved_by_that_player():
    up = ["move_treasure/night blue", "place_2/night blue", "move_native/night blue"]
    match = resolving(*up, "move_treasure/high_tide blue", islands={1: {"red": 1}})
    asked = []
    while phase(match) in ("order_of_cards", "effect"):
        asked.append(mover(match))
        play(match, choices(match)[0])
    assert asked == ["blue"] * 6  # which treasure first, two treasures, two natives placed, one moved


@pytest.mark.rule("CR-3.6")
def test_hands_are_secret():
    match = Match(COSTA_RUANA, 3, seed=3)
    for seat in range(3):
        hands = [player["hand"] for player in match.show(seat)["players"]]
        assert hands.pop(seat) == hand(match, COLOURS[seat])
        assert hands == [["?"] * 5] * 2
    assert [player["hand"] for player in match.show(WATCHER)["players"]] == [["?"] * 5] * 3


@pytest.mark.rule("CR-3.6")
def test_hand_sizes_supplies_the_pile_and_the_deck_list_are_open():
    match = lay(settle(set_up(3)), [], native_on={"blue": 1})
    for seat in (WATCHER, 0, 1, 2):
        table = match.show(seat)
        assert [len(player["hand"]) for player in table["players"]] == [3, 3, 3]
        assert [player["supply"] for player in table["players"]] == [7, 6, 7]
        assert table["pile"] == 36 - 15
        assert sum(table["deck"].values()) == 36
        assert table["deck"]["place_2/night"] == 2
