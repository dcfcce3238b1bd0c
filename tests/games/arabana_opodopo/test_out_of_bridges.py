"""Out of bridges (AO-6): all twenty are on the board."""

import pytest
from tests.games.arabana_opodopo.scripts import (
    PLAYERS,
    bridges,
    built,
    choices,
    control,
    face_up,
    hand,
    mover,
    phase,
    play,
    points,
    refusal,
    reserve,
    table,
    unseen,
    verbs,
)

# Twenty red bridges: every slot of A, D, E, I and L; the free ones are around G, J and M.
ALL_RED = "ab ac ad ae al be cd ci df di dl eg eh el fi gl ij il jl kl"
TWENTY = built("red", ALL_RED)
TAKEN_BACK = "AO-6.2", "First place the bridge you took back."


def slots(match, verb):
    """The slots where an action is possible."""
    return ["".join(where) for found, *where in map(str.split, choices(match)) if found == verb]


# ── Without building ────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-6.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_who_has_all_bridges_on_the_board_may_play_any_number_of_cards_and_nothing_happens(seats):
    match = table(seats=seats, bridges=TWENTY + " gh:blue", red="aagh", up="p")
    before = bridges(match), control(match), points(match)
    assert reserve(match, "red") == 0
    play(match, "red: spend a; red: spend g; red: spend a; red: spend h")
    assert (bridges(match), control(match), points(match)) == before
    assert (hand(match, "red"), face_up(match), unseen(match, "red")) == ("", "aaghp", "")
    assert (mover(match), phase(match)) == ("red", "turn")
    assert verbs(match) == {"take", "draw"}


@pytest.mark.rule("AO-6.1")
def test_it_is_allowed_also_with_a_card_that_could_build_after_taking_back():
    match = table(bridges=TWENTY, red="an")
    assert {"spend a", "spend n", "take_back a b"} <= set(choices(match))
    assert "play" not in verbs(match)


@pytest.mark.rule("AO-6.1", "AO-3.7")
def test_playing_without_building_makes_room_for_the_draw():
    match = table(bridges=TWENTY, red="aaadd", open="mnop")
    assert refusal(match, "take m")[0] == "AO-3.6"
    play(match, "red: spend d; red: take m")
    assert hand(match, "red") == "aaadm"


@pytest.mark.rule("AO-6.1")
def test_with_a_bridge_in_reserve_no_card_is_played_without_one():
    match = table(bridges=built("red", ALL_RED.removesuffix(" kl")), red="an")
    assert (reserve(match, "red"), "spend" in verbs(match)) == (1, False)
    reason = "Only who has all bridges on the board may play a card without one."
    for card in "an":  # not even one that no slot is free for
        assert refusal(match, f"spend {card}") == ("AO-6.1", reason)
    play(match, "red: play n o")
    assert "spend a" in choices(match)


@pytest.mark.rule("AO-6.1")
def test_the_bridges_that_count_are_those_of_the_player_on_turn():
    match = table(bridges=TWENTY, turn="blue", blue="a", red="a")
    assert refusal(match, "spend a")[0] == "AO-6.1"


@pytest.mark.rule("AO-6.1")
def test_only_cards_in_hand_can_be_played_without_building():
    assert refusal(table(bridges=TWENTY, red="a"), "spend n")[0] == "AO-3.2"


# ── Taking back ─────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-6.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_any_bridge_of_ones_own_can_be_taken_back_and_placed_with_a_card(seats):
    match = table(seats=seats, bridges=TWENTY + " gh:blue", red="n")
    assert slots(match, "take_back") == ALL_RED.split()
    play(match, "red: take_back k l")
    assert (reserve(match, "red"), mover(match), phase(match)) == (1, "red", "turn")
    play(match, "red: play n o")
    assert set(bridges(match).split()) == {*TWENTY.split(), "gh:blue", "no:red"} - {"kl:red"}
    assert (reserve(match, "red"), hand(match, "red"), mover(match)) == (0, "", "red")


@pytest.mark.rule("AO-6.2")
def test_with_a_bridge_in_reserve_none_is_taken_back():
    match = table(bridges=built("red", "ab ac"), red="n")
    reason = "Only who has all bridges on the board may take one back."
    assert "take_back" not in verbs(match)
    assert refusal(match, "take_back a b") == ("AO-6.2", reason)


@pytest.mark.rule("AO-6.2")
def test_only_ones_own_bridges_are_taken_back():
    match = table(bridges=TWENTY + " gh:blue", red="n")
    for slot in ("g h", "n o"):  # another player's, and none
        assert refusal(match, f"take_back {slot}") == ("AO-6.2", "That is not your bridge.")


@pytest.mark.rule("AO-6.2", "AO-4.2")
def test_who_takes_a_bridge_back_may_lose_islands_and_nobody_gains_them():
    """B is held with two of three, C with three of five: one bridge less is too few; A has bridges enough."""
    match = table(bridges=TWENTY + " bh:blue", red="nn")
    assert {letter for letter, owner in control(match).items() if owner == "red"} == set("abcdefil")
    play(match, "red: take_back a b")
    assert set(control(match)) == set("acdefil")
    play(match, "red: play n o; red: take_back a c")
    assert set(control(match)) == set("adefil")


@pytest.mark.rule("AO-6.2")
def test_the_bridge_must_be_placed_right_away():
    """Nothing but placing it is possible: no draw, no discard, no second taking back, no stone."""
    stones = {"red": "kanaloa ku pele lono"}
    match = table(bridges=TWENTY, red="nnag", blue="b", open="mnop", round=2, stones=stones)
    play(match, "red: take_back a b")
    assert verbs(match) == {"play", "kanaloa"}
    others = "draw; take m; discard a; spend a; take_back a c; ku blue; pele; lono m; lono_draw; end; defer"
    for action in others.split("; "):
        assert refusal(match, action) == TAKEN_BACK
    play(match, "red: play n o")
    assert {"draw", "discard a", "take_back a c", "ku blue", "pele", "lono m"} <= set(choices(match))


@pytest.mark.rule("AO-6.2")
def test_it_can_be_placed_with_any_card_on_a_free_slot_or_in_an_exchange():
    match = table(bridges=TWENTY + " gh:blue", red="cggh")
    play(match, "red: take_back a b")
    assert slots(match, "play") == ["cf", "cn", "gk", "gm", "hb", "hm", "hp"]
    assert slots(match, "exchange") == ["ghdouble", "gheach"]
    play(match, "red: exchange g h double")
    assert (reserve(match, "red"), reserve(match, "blue"), hand(match, "red")) == (0, 20, "ch")


@pytest.mark.rule("AO-6.2")
def test_none_is_taken_back_where_it_could_not_be_placed():
    """All slots of A are red: what is taken back from there is barred, and there is no other card."""
    match = table(bridges=TWENTY + " gh:blue", red="aag")
    assert "take_back" in verbs(match)  # G has free slots
    match = table(bridges=TWENTY + " gh:blue gk:blue gm:blue", red="aag")
    assert "take_back" not in verbs(match)
    for slot in ("a b", "g l"):
        assert refusal(match, f"take_back {slot}") == ("AO-6.2", "You could not place it anywhere else.")
    assert verbs(match) == {"spend", "discard", "take", "draw"}


@pytest.mark.rule("AO-6.2", "AO-9.5")
@pytest.mark.parametrize(
    ("red", "stones", "round", "possible"),
    [
        ("gg", "", 1, True),  # two cards of an end
        ("gh", "", 1, True),  # one of each
        ("g", "", 1, False),
        ("a", "kanaloa", 2, True),  # Kanaloa, on any free slot
        ("a", "kanaloa", 1, False),  # not yet
        ("", "kanaloa", 2, True),
        ("a", "ku", 2, False),
    ],
)
def test_an_exchange_or_kanaloa_is_enough_to_take_a_bridge_back(red, stones, round, possible):
    match = table(
        bridges=TWENTY + " " + built("blue", "bh gh gk gm hm hp"),
        red=red,
        round=round,
        stones={"red": stones},
    )
    assert ("take_back" in verbs(match)) is possible
    if possible:
        assert verbs(play(match, "red: take_back a b")) <= {"exchange", "kanaloa"}


@pytest.mark.rule("AO-6.2")
def test_the_slot_it_came_from_may_not_be_built_on_in_the_same_turn():
    match = table(bridges=TWENTY, red="ccc")
    play(match, "red: take_back c d")
    barred = "AO-6.2", "You took a bridge back from there in this turn."
    assert refusal(match, "play c d") == barred
    assert slots(match, "play") == ["cf", "cn"]
    play(match, "red: play c n; red: take_back a e")
    assert refusal(match, "play c d") == barred  # with the next card neither, whatever was taken back for it
    play(match, "red: play c f")
    assert refusal(match, "take_back a b")[0] == "AO-6.2"  # the only free slot of C is the barred one


@pytest.mark.rule("AO-6.2", "AO-9.5")
def test_the_slot_is_barred_for_kanaloa_too():
    match = table(bridges=TWENTY, red="c", round=2, stones={"red": "kanaloa kanaloa"})
    play(match, "red: take_back c d; red: play c n; red: take_back a e")
    for slot in ("c d", "a e"):
        assert f"kanaloa {slot}" not in choices(match)
        assert refusal(match, f"kanaloa {slot}")[0] == "AO-6.2"
    play(match, "red: kanaloa c f; red: take_back a b; red: kanaloa b h")
    assert reserve(match, "red") == 0


@pytest.mark.rule("AO-6.2")
def test_the_slot_is_barred_from_both_of_its_ends():
    match = table(bridges=TWENTY, red="cdg")
    play(match, "red: take_back c d")
    assert [choice for choice in choices(match) if choice in ("play c d", "play d c")] == []
    assert refusal(match, "play d c")[0] == "AO-6.2"


@pytest.mark.rule("AO-6.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_when_the_turn_ends_the_slot_is_free_again(seats):
    match = table(seats=seats, bridges=TWENTY, red="ccn", blue="d", open="mnop", bag="aaabbb")
    play(match, "red: take_back c d; red: play n o; red: take m; chance: reveal a; blue: play d c")
    assert "cd:blue" in bridges(match)
    match.undo()
    while mover(match) != "red":
        play(match, "draw; deal b" if mover(match) != "chance" else "reveal a")
    assert "play c d" in choices(play(match, "red: take_back a e"))


@pytest.mark.rule("AO-6.2")
def test_one_bridge_is_taken_back_for_every_card_or_pair_or_kanaloa():
    match = table(bridges=TWENTY + " gh:blue", red="nogg", round=2, stones={"red": "kanaloa"})
    play(match, "red: take_back a b; red: play n o; red: take_back a c; red: play o p")
    play(match, "red: take_back a d; red: exchange g h double; red: take_back a e; red: kanaloa m p")
    assert (reserve(match, "red"), hand(match, "red")) == (0, "")
    assert {"no:red", "op:red", "gh:red", "mp:red"} <= set(bridges(match).split())
    assert not {"ab:red", "ac:red", "ad:red", "ae:red"} & set(bridges(match).split())


@pytest.mark.rule("AO-6.2", "AO-4.1")
def test_what_the_bridge_brings_may_fill_the_reserve_of_others_not_ones_own():
    """The bridge taken back gains Nuridan as any other would, and removes what others have there."""
    match = table(bridges=TWENTY.replace("kl:", "no:") + " cn:blue", red="j")
    play(match, "red: take_back a b; red: play j n")
    assert (control(match)["n"], reserve(match, "blue"), reserve(match, "red")) == ("red", 20, 0)


# ── A bridge is needed ──────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-6.3", "AO-9.5")
def test_without_a_bridge_in_reserve_there_is_neither_play_nor_exchange_nor_kanaloa():
    match = table(bridges=TWENTY + " gh:blue", red="ggh", round=2, stones={"red": "kanaloa kanaloa"})
    assert verbs(match) == {"take_back", "spend", "discard", "take", "draw"}
    first = "AO-6.3", "You have no bridge left: take one back first."
    assert refusal(match, "play g k") == first
    for paid in ("double", "each", "kanaloa", "kanaloas"):
        assert refusal(match, f"exchange g h {paid}") == first
    assert refusal(match, "kanaloa b h") == first


@pytest.mark.rule("AO-6.3")
@pytest.mark.parametrize("paid", ["double", "each", "kanaloa", "kanaloas"])
def test_one_that_was_just_taken_back_will_do_for_an_exchange(paid):
    match = table(bridges=TWENTY + " gh:blue", red="ggh", round=2, stones={"red": "kanaloa kanaloa"})
    play(match, f"red: take_back a b; red: exchange g h {paid}")
    assert ("gh:red" in bridges(match), reserve(match, "red"), reserve(match, "blue")) == (True, 0, 20)


@pytest.mark.rule("AO-6.3", "AO-9.5")
def test_kanaloa_cannot_be_played_without_building():
    match = table(bridges=TWENTY, red="a", round=2, stones={"red": "kanaloa"})
    assert "kanaloa" not in verbs(match)
    assert [choice for choice in choices(match) if choice.startswith("spend")] == ["spend a"]
    play(match, "red: take_back a b; red: kanaloa b h")
    assert (hand(match, "red"), match.state.stones.sum()) == ("a", 0)
