"""A round: in what order cards are resolved, and for whom (CR-5.1 to CR-5.6)."""

import pytest
from tests.games.costa_ruana.scripts import (
    SEATS,
    choices,
    discard,
    mover,
    natives,
    phase,
    play,
    question,
    refusal,
    resolving,
    supply,
    treasures,
)

from archipel.games.costa_ruana.parts import COLOURS

SOME = {1: {"red": 3, "blue": 3}, 2: {"green": 3}}


def answer_first(match):
    """Take the first choice until resolving is over; who was asked for what."""
    asked = []
    while phase(match) in ("order_of_cards", "effect"):
        choice = choices(match)[0]
        asked.append((mover(match), choice.split()[0]))
        play(match, choice)
    return asked


# ── Whose cards, and which first ────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-5.1")
@pytest.mark.parametrize("seats", SEATS)
def test_cards_are_resolved_player_by_player_clockwise_from_the_shaman(seats):
    backgrounds = ["night", "high_tide"] * 3
    cards = [f"move_treasure/{backgrounds[n]} {COLOURS[n]}" for n in range(2)]
    cards += [f"move_native/{backgrounds[n]} {COLOURS[n]}" for n in range(2, min(seats, 4))]
    cards += [f"place_2/{backgrounds[n]} {COLOURS[n]}" for n in range(4, seats)]
    for first in range(seats):
        laid = cards[first:] + cards[:first]
        match = resolving(*laid, seats=seats, shaman=COLOURS[first], islands={1: {"red": 1}})
        asked = dict.fromkeys(who for who, _ in answer_first(match))
        assert list(asked) == [COLOURS[(first + i) % seats] for i in range(seats)]


@pytest.mark.rule("CR-5.1")
def test_a_player_resolves_all_their_cards_before_the_next_one_begins():
    match = resolving(
        "move_native/night red",
        "move_treasure/night blue",
        "place_1/high_tide red",
        "move_treasure/high_tide red",
        islands=SOME,
    )
    assert answer_first(match) == [("red", "carry"), ("red", "place"), ("red", "move"), ("blue", "carry")]


@pytest.mark.rule("CR-5.2")
def test_first_treasures_then_returns_then_places_then_natives():
    match = resolving(
        "move_native/night red",
        "place_1/night red",
        "return_1/night red",
        "move_treasure/night red",
        islands=SOME,
    )
    assert answer_first(match) == [("red", "carry"), ("red", "return"), ("red", "place"), ("red", "move")]


@pytest.mark.rule("CR-5.2", "CR-5.3")
@pytest.mark.parametrize("kinds", [("return_1", "return_2", "return_3"), ("place_1", "place_2", "place_3")])
def test_one_two_and_three_natives_are_one_type(kinds):
    match = resolving(*[f"{kind}/night red" for kind in kinds], islands=SOME)
    assert phase(match) == "order_of_cards"
    assert choices(match) == ["resolve 1", "resolve 2", "resolve 3"]


@pytest.mark.rule("CR-5.2")
def test_a_card_of_a_later_type_has_to_wait():
    match = resolving("place_1/night red", "return_1/night red", "return_2/night red", islands=SOME)
    assert choices(match) == ["resolve 2", "resolve 3"]
    order = "First Move a treasure, then Return, then Place, then Move a native."
    assert refusal(match, "resolve 1") == ("CR-5.2", order)


@pytest.mark.rule("CR-5.3")
def test_the_player_chooses_which_card_of_a_type_is_next_each_time():
    match = resolving("place_1/night blue", "place_2/night blue", "place_3/night blue")
    assert (mover(match), choices(match)) == ("blue", ["resolve 1", "resolve 2", "resolve 3"])
    play(match, "blue: resolve 2; blue: place 1; blue: place 1")
    assert (mover(match), choices(match)) == ("blue", ["resolve 1", "resolve 3"])
    play(match, "blue: resolve 3; blue: place 1; blue: place 1; blue: place 1")
    assert choices(match)[0] == "place 1"  # the last one is no decision
    assert question(match) == "Blue, for Place 1 (Night): place a native on an island (1 to go)."


@pytest.mark.rule("CR-5.3")
def test_a_single_card_is_no_decision():
    match = resolving("return_1/night red", "place_1/night red", "move_native/night red", islands=SOME)
    assert {verb for _, verb in answer_first(match)} == {"return", "place", "move"}


@pytest.mark.rule("CR-5.3")
def test_two_cards_with_the_same_face_are_two_choices():
    match = resolving("place_2/night blue", "place_2/night blue", native_on={"red": 2})
    assert choices(match) == ["resolve 1", "resolve 2"]
    play(match, "blue: resolve 2; blue: place 1; blue: place 1")
    assert mover(match) == "red"  # whose native is on the second one


@pytest.mark.rule("CR-5.3", "CR-5.1", "CR-4.3", "CR-5.5")
def test_only_an_active_card_before_oneself_can_be_chosen():
    match = resolving(
        "place_1/night red",
        "place_2/night red",
        "place_3/night blue",
        "place_2/day red",
        "place_3/high_tide red",
    )
    assert choices(match) == ["resolve 1", "resolve 2", "resolve 5"]
    assert refusal(match, "resolve 3") == ("CR-5.1", "Card 3 does not lie in front of you.")
    assert refusal(match, "resolve 4") == ("CR-4.3", "Card 4 is already discarded.")
    assert refusal(match, "resolve 9") == ("CR-5.3", "There is no card 9 on the table.")
    play(match, "red: resolve 1; red: place 1")
    assert choices(match) == ["resolve 2", "resolve 5"]
    assert refusal(match, "resolve 1") == ("CR-5.5", "Card 1 is already discarded.")


# ── For whom ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-5.4")
@pytest.mark.parametrize("front", COLOURS)
def test_a_card_applies_to_the_player_before_it_then_to_natives_clockwise_from_there(front):
    match = resolving(f"move_treasure/night {front}", seats=6, native_on=dict.fromkeys(COLOURS, 1))
    first = COLOURS.index(front)
    clockwise = [COLOURS[(first + i) % 6] for i in range(6)]
    assert [who for who, _ in answer_first(match)] == [front, *clockwise]


@pytest.mark.rule("CR-5.4")
def test_the_player_before_the_card_is_not_asked_again_without_a_native_on_it():
    match = resolving("move_treasure/night blue", seats=4, native_on={"red": 1, "yellow": 1})
    assert [who for who, _ in answer_first(match)] == ["blue", "yellow", "red"]


@pytest.mark.rule("CR-5.4")
def test_a_native_copies_only_the_card_it_stands_on():
    match = resolving("move_treasure/night red", "move_treasure/night blue", seats=4, native_on={"green": 2})
    assert [who for who, _ in answer_first(match)] == ["red", "blue", "green"]


@pytest.mark.rule("CR-5.4")
def test_who_laid_a_card_has_no_part_in_it():
    match = resolving("move_treasure/night blue", seats=2)
    assert [who for who, _ in answer_first(match)] == ["blue"]


@pytest.mark.rule("CR-5.4")
def test_each_application_ends_before_the_next_begins():
    match = resolving("place_2/night red", native_on={"red": 1, "blue": 1})
    play(match, "red: place 1; red: place 2; red: place 3; red: place 4; blue: place 5; blue: place 6")
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.4")
def test_the_owner_of_a_native_makes_the_choices_of_its_copy():
    match = resolving("return_1/night red", islands=SOME, native_on={"green": 1})
    assert choices(match) == ["return 1"]
    play(match, "red: return 1")
    assert (mover(match), choices(match)) == ("green", ["return 2"])


@pytest.mark.rule("CR-5.4", "CR-5.6")
def test_a_native_copies_an_effect_that_was_void_for_others():
    match = resolving("return_2/night red", islands={1: {"green": 2}}, native_on={"blue": 1, "green": 1})
    assert mover(match) == "green"  # neither Red nor Blue has a native on an island
    play(match, "green: return 1; green: return 1")
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.4")
def test_an_effect_copied_can_be_void_after_it_was_not_for_others():
    match = resolving("return_1/night red", islands=SOME | {2: {}}, native_on={"green": 1, "blue": 1})
    play(match, "red: return 1; blue: return 1")
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.4")
def test_a_copy_that_returns_natives_leaves_them_to_be_placed_by_later_cards():
    match = resolving(
        "return_1/night blue",
        "place_2/night red",
        shaman="blue",
        islands={1: {"red": 7}, 2: {"red": 2}},
        native_on={"red": 1},
    )
    play(match, "red: return 2")  # Blue has nothing to return; Red's native copies
    assert supply(match, "red") == 2  # the one returned and the one that stood on the card
    play(match, "red: place 3; red: place 3")


# ── Discarding ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-5.5")
def test_a_card_is_discarded_once_it_is_resolved_for_everyone():
    match = resolving("move_treasure/night red", "place_1/night blue", native_on={"green": 1})
    for step in ("red: carry 1 2", "green: carry 1 2"):
        assert "move_treasure/night" not in discard(match)
        assert supply(match, "green") == 9
        play(match, step)
    assert discard(match)["move_treasure/night"] == 1
    assert supply(match, "green") == 10
    assert "place_1/night" not in discard(match)
    assert match.show(0)["table"][0]["fate"] == "resolved"


@pytest.mark.rule("CR-5.5", "CR-5.9")
def test_a_copied_place_cannot_use_the_native_that_copies_it():
    match = resolving("place_3/night blue", islands={1: {"red": 7}}, native_on={"red": 1})
    play(match, "blue: place 2; blue: place 2; blue: place 2")
    assert supply(match, "red") == 2
    play(match, "red: place 3; red: place 3")
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.5", "CR-5.9")
def test_a_native_on_another_card_is_not_in_the_supply_either():
    match = resolving(
        "place_2/night red",
        "place_3/night blue",
        islands={1: {"red": 7}, 2: {"red": 1}},
        native_on={"red": 2},
    )
    assert supply(match, "red") == 1
    play(match, "red: place 3")
    assert mover(match) == "blue"


@pytest.mark.rule("CR-5.5")
def test_natives_come_home_from_a_resolved_card_before_the_next_card():
    match = resolving(
        "move_treasure/night red",
        "place_3/night red",
        islands={1: {"red": 7}, 2: {"red": 1}},
        native_on={"red": 1},
    )
    play(match, "red: carry 1 2; red: carry 1 2")
    assert supply(match, "red") == 2
    play(match, "red: place 3; red: place 3")
    assert phase(match) == "drawing"


# ── In full ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-5.6")
@pytest.mark.parametrize("card", ["move_treasure", "return_2", "place_2", "move_native"])
def test_an_effect_is_mandatory(card):
    match = resolving(f"{card}/night red", islands=SOME)
    verbs = {choice.split()[0] for choice in choices(match)}
    assert len(verbs) == 1
    assert verbs <= {"carry", "return", "place", "move"}
    assert refusal(match, "pass") == ("CR-5.6", "The effect of a card is mandatory: nobody may pass.")


@pytest.mark.rule("CR-5.6")
@pytest.mark.parametrize(("card", "step"), [("return_2", "return 1"), ("place_2", "place 3")])
def test_an_effect_is_done_in_full(card, step):
    match = resolving(f"{card}/night red", islands=SOME)
    play(match, f"red: {step}")
    assert mover(match) == "red"
    assert refusal(match, "pass")[0] == "CR-5.6"
    play(match, f"red: {step}")
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.6")
def test_as_much_as_possible_is_done():
    match = resolving("place_3/night red", islands={1: {"red": 7}, 2: {"red": 1}})
    assert question(match).endswith("(2 to go).")
    play(match, "red: place 3; red: place 3")
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.6")
def test_an_effect_that_is_void_for_all_changes_nothing():
    match = resolving("return_3/night red", "move_native/night blue", "place_1/night green", islands={})
    assert mover(match) == "green"
    assert natives(match, 1) == {}
    assert treasures(match) == [4, 4, 5, 5, 5, 5]
    assert [laid["fate"] for laid in match.show(0)["table"][:2]] == ["resolved", "resolved"]
