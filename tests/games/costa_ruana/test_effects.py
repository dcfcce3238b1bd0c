"""A round: what the cards do (CR-5.7 to CR-5.12)."""

import pytest
from tests.games.costa_ruana.scripts import (
    SEATS,
    choices,
    hut,
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

from archipel.games.costa_ruana.parts import ISLANDS_FOR, NATIVES, ROOM

FULL = {"red": 4, "blue": 3}


# ── Move a treasure ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-5.7")
@pytest.mark.parametrize("seats", SEATS)
def test_a_treasure_moves_from_any_island_to_any_other(seats):
    match = resolving("move_treasure/night red", seats=seats)
    islands = range(1, match.state.islands + 1)
    assert choices(match) == [f"carry {a} {b}" for a in islands for b in islands if a != b]


@pytest.mark.rule("CR-5.7")
def test_one_treasure_is_moved():
    match = play(resolving("move_treasure/night red"), "red: carry 3 1")
    assert treasures(match) == [5, 4, 4, 5, 5, 5]
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.7")
def test_the_last_treasure_of_an_island_can_be_moved():
    match = resolving("move_treasure/night red", treasures={1: 1, 2: 0})
    play(match, "red: carry 1 2")
    assert treasures(match)[:2] == [0, 1]


@pytest.mark.rule("CR-5.7")
def test_an_island_without_treasure_can_get_one_but_not_give_one():
    match = resolving("move_treasure/night red", treasures={4: 0})
    assert {choice.split()[1] for choice in choices(match)} == {"1", "2", "3", "5", "6"}
    assert "carry 1 4" in choices(match)
    assert refusal(match, "carry 4 1") == ("CR-5.7", "There is no treasure on island 4.")
    assert refusal(match, "carry 1 7") == ("CR-2.3", "Island 7 is not in play.")


@pytest.mark.rule("CR-5.7")
def test_an_island_holds_any_number_of_treasures():
    match = resolving("move_treasure/night red", treasures={1: 27, 2: 1, 3: 0, 4: 0, 5: 0, 6: 0})
    play(match, "red: carry 2 1")
    assert treasures(match) == [28, 0, 0, 0, 0, 0]


@pytest.mark.rule("CR-5.7")
def test_there_is_always_a_treasure_to_move():
    for seats in SEATS:
        islands = int(ISLANDS_FOR[seats])
        assert 5 * islands - 2 - 4 * islands >= 2  # after four rounds in which every island gave one


# ── Return ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-5.8")
@pytest.mark.parametrize("amount", [1, 2, 3])
def test_as_many_natives_come_home_as_the_card_says(amount):
    match = resolving(f"return_{amount}/night red", islands={1: FULL})
    for left in range(amount, 0, -1):
        assert (mover(match), supply(match, "red")) == ("red", 6 + amount - left)
        assert question(match).endswith(f"({left} to go).")
        play(match, "red: return 1")
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.8")
def test_natives_return_one_by_one_from_any_mix_of_islands():
    match = resolving("return_3/night red", islands={1: {"red": 2}, 3: {"red": 1, "blue": 3}, 5: {"red": 3}})
    assert choices(match) == ["return 1", "return 3", "return 5"]
    play(match, "red: return 3")
    assert choices(match) == ["return 1", "return 5"]
    play(match, "red: return 5; red: return 5")
    assert natives(match, 3) == {"blue": 2}  # Blue took a treasure and returned one
    assert hut(match, "blue") == 1
    assert natives(match, 5) == {}  # so did Red


@pytest.mark.rule("CR-5.8")
def test_only_ones_own_natives_return():
    match = resolving("return_1/night red", islands={1: {"red": 1}, 2: {"blue": 3}})
    assert choices(match) == ["return 1"]
    assert refusal(match, "return 2") == ("CR-5.8", "You have no native on island 2.")
    assert refusal(match, "return 7") == ("CR-2.3", "Island 7 is not in play.")


@pytest.mark.rule("CR-5.8")
@pytest.mark.parametrize("amount", [2, 3])
def test_all_return_if_there_are_fewer(amount):
    match = resolving(f"return_{amount}/night red", islands={2: {"red": 1, "blue": 1}})
    play(match, "red: return 2")
    assert supply(match, "red") == 10
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.8", "CR-5.6")
def test_return_is_void_without_natives_on_islands():
    match = resolving("return_1/night red", islands={2: {"blue": 1}}, native_on={"red": 2})
    assert phase(match) == "drawing"
    assert supply(match, "red") == 10


@pytest.mark.rule("CR-5.8")
def test_a_native_on_a_card_does_not_return():
    match = resolving("return_2/night red", islands={2: {"red": 1}}, native_on={"red": 1})
    play(match, "red: return 2")
    assert phase(match) == "drawing"  # nothing is left for the copy
    assert supply(match, "red") == 10


# ── Place ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-5.9")
@pytest.mark.parametrize("amount", [1, 2, 3])
def test_as_many_natives_are_placed_as_the_card_says(amount):
    match = resolving(f"place_{amount}/night red", islands={1: FULL})
    for left in range(amount, 0, -1):
        assert (mover(match), supply(match, "red")) == ("red", 6 - amount + left)
        assert question(match).endswith(f"({left} to go).")
        play(match, "red: place 2")
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.9")
def test_natives_are_placed_on_the_same_or_on_different_islands():
    match = resolving("place_3/night red", "place_3/high_tide blue", treasures={1: 0, 2: 0, 3: 0})
    play(match, "red: place 1; red: place 1; red: place 1")
    play(match, "blue: place 1; blue: place 2; blue: place 3")
    assert natives(match, 1) == {"red": 3, "blue": 1}
    assert natives(match, 2) == natives(match, 3) == {"blue": 1}
    assert (supply(match, "red"), supply(match, "blue")) == (7, 7)


@pytest.mark.rule("CR-5.9")
@pytest.mark.parametrize(("amount", "in_supply"), [(1, 1), (2, 1), (3, 1), (3, 2)])
def test_all_are_placed_if_there_are_fewer(amount, in_supply):
    out = {1: {"red": 7}, 2: {"red": 3 - in_supply}}
    match = resolving(f"place_{amount}/night red", islands=out)
    for _ in range(in_supply):
        assert mover(match) == "red"
        play(match, "red: place 3")
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.9", "CR-5.6")
def test_place_is_void_with_an_empty_supply():
    match = resolving("place_2/night red", "place_2/night blue", islands={1: {"red": 7}, 2: {"red": 3}})
    assert mover(match) == "blue"


@pytest.mark.rule("CR-5.9")
def test_place_puts_out_natives_of_the_player_it_lies_before():
    match = resolving("place_1/night blue", treasures={2: 0})  # laid by Red
    play(match, "blue: place 2")
    assert natives(match, 2) == {"blue": 1}
    assert (supply(match, "red"), supply(match, "blue")) == (10, 9)


@pytest.mark.rule("CR-5.10", "CR-1.2")
def test_place_never_brings_an_eighth_native_to_an_island():
    match = resolving("place_3/night red", islands={1: FULL, 2: {"blue": 5}, 3: {"green": 6}})
    assert choices(match) == ["place 2", "place 3", "place 4", "place 5", "place 6"]
    assert refusal(match, "place 1") == ("CR-5.10", "Island 1 already holds 7 natives.")
    play(match, "red: place 2; red: place 2")
    assert choices(match) == ["place 3", "place 4", "place 5", "place 6"]
    assert refusal(match, "place 2") == ("CR-5.10", "Island 2 already holds 7 natives.")
    assert refusal(match, "place 7") == ("CR-2.3", "Island 7 is not in play.")


@pytest.mark.rule("CR-5.10", "CR-5.11")
def test_there_is_always_room_somewhere():
    for seats in SEATS:
        islands = int(ISLANDS_FOR[seats])
        assert islands * ROOM > seats * NATIVES
        assert (islands - 1) * ROOM > seats * NATIVES - 1  # so for a move to another island


# ── Move a native ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-5.11")
def test_a_native_of_any_player_moves_to_any_other_island():
    match = resolving("move_native/night red", islands={2: {"red": 2, "green": 1}, 5: {"blue": 1}})
    from_2 = [f"move {owner} 2 {target}" for owner in ("red", "green") for target in (1, 3, 4, 5, 6)]
    from_5 = [f"move blue 5 {target}" for target in (1, 2, 3, 4, 6)]
    assert sorted(choices(match)) == sorted(from_2 + from_5)


@pytest.mark.rule("CR-5.11")
def test_one_native_is_moved_whoever_owns_it():
    match = resolving("move_native/night red", islands={2: {"red": 2, "green": 2}}, treasures={1: 0, 2: 0})
    play(match, "red: move green 2 1")
    assert natives(match, 1) == {"green": 1}
    assert natives(match, 2) == {"red": 2, "green": 1}
    assert [supply(match, colour) for colour in ("red", "green")] == [8, 8]
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-5.11", "CR-1.2")
def test_a_native_does_not_move_to_an_island_that_holds_seven():
    match = resolving("move_native/night red", islands={1: FULL, 2: {"blue": 6}, 3: {"green": 1}})
    assert {choice.split()[-1] for choice in choices(match)} == {"2", "3", "4", "5", "6"}
    assert refusal(match, "move green 3 1") == ("CR-5.11", "Island 1 already holds 7 natives.")
    play(match, "red: move blue 1 2")  # from a full island to one with six
    assert match.state.crowd[:3].tolist() == [5, 6, 0]  # Red, Blue and Green then each took a treasure


@pytest.mark.rule("CR-5.11")
def test_a_native_that_is_not_there_does_not_move():
    match = resolving("move_native/night red", islands={1: {"red": 1}})
    assert refusal(match, "move blue 1 2") == ("CR-5.11", "There is no native of Blue on island 1.")
    assert refusal(match, "move red 2 3") == ("CR-5.11", "There is no native of Red on island 2.")
    assert refusal(match, "move yellow 1 2") == ("CR-5.11", "Nobody at this table has that colour.")
    assert refusal(match, "move red 1 7") == ("CR-2.3", "Island 7 is not in play.")


@pytest.mark.rule("CR-5.11", "CR-5.6")
def test_nothing_happens_if_no_native_is_on_any_island():
    match = resolving("move_native/night red", islands={}, native_on={"red": 1, "blue": 1})
    assert phase(match) == "drawing"
    assert supply(match, "red") == 10


@pytest.mark.rule("CR-5.11")
def test_an_opponents_only_native_must_be_moved():
    match = resolving("move_native/night red", islands={6: {"green": 1}})
    assert choices(match) == [f"move green 6 {target}" for target in (1, 2, 3, 4, 5)]


@pytest.mark.rule("CR-5.12")
def test_a_move_goes_to_a_different_island():
    match = resolving("move_treasure/night red", "move_native/night blue", islands={1: {"red": 1}})
    assert refusal(match, "carry 3 3") == ("CR-5.12", "A move goes to a different island.")
    play(match, "red: carry 3 2")
    assert refusal(match, "move red 1 1") == ("CR-5.12", "A move goes to a different island.")
    assert "move red 1 1" not in choices(match)
