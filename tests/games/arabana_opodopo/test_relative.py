"""The relative majority (AO-5): filling a larger island on which nobody has more than half."""

import pytest
from tests.games.arabana_opodopo.scripts import (
    PLAYERS,
    all_but_one,
    bridges,
    choices,
    control,
    foreseen,
    mover,
    phase,
    play,
    refusal,
    reserve,
    slots_of,
    table,
    verbs,
)

LARGE, SMALL = "acdeghijkmo", "bfnp"
# Arabana but for the slot to Lusepil: red has one bridge there, and so has everybody else.
ONE_EACH = "ab:blue ac:red ad:green ae:yellow"


def removed_by(match, action):
    """Which bridges, but for the one that is built, differ after an action."""
    before = set(bridges(match).split())
    return before - set(bridges(play(match, action)).split())


# ── When it comes about ─────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-5.1", "AO-5.2")
@pytest.mark.parametrize("island", LARGE)
def test_filling_the_last_slot_of_a_large_island(island):
    there, fill = all_but_one(island, (2, 1, 1, 1))
    match = play(table(4, bridges=there, red=island), f"red: {fill}")
    assert (mover(match), phase(match), verbs(match)) == ("red", "removing", {"remove"})
    assert len(match.moves) == 3


@pytest.mark.rule("AO-5.1", "AO-5.2")
@pytest.mark.parametrize(("seats", "standing"), [(3, (3, 2, 2)), (4, (3, 2, 1, 1))])
def test_filling_the_last_slot_of_lusepil(seats, standing):
    there, fill = all_but_one("l", standing)
    match = play(table(seats, bridges=there, red="l"), f"red: {fill}")
    assert (phase(match), len(match.moves)) == ("removing", 4)


@pytest.mark.rule("AO-5.1")
def test_with_the_card_of_the_other_end_as_well():
    match = play(table(4, bridges=ONE_EACH, red="l"), "red: play l a")
    assert phase(match) == "removing"


@pytest.mark.rule("AO-5.1", "AO-9.5")
def test_with_kanaloa_as_well():
    match = table(4, bridges=ONE_EACH, round=2, stones={"red": "kanaloa"})
    assert phase(play(match, "red: kanaloa a l")) == "removing"


@pytest.mark.rule("AO-5.1")
@pytest.mark.parametrize("left_out", ONE_EACH.split())
def test_not_while_a_slot_is_still_free(left_out):
    there = ONE_EACH.replace(left_out, "")
    match = table(4, bridges=there, red="a")
    assert foreseen(match, "play a l")[1:] == []
    assert removed_by(match, "red: play a l") == set()
    assert phase(match) == "turn"


@pytest.mark.rule("AO-5.1", "AO-4.1")
@pytest.mark.parametrize(("island", "standing"), [("a", (3, 1, 1)), ("a", (3, 2, 0)), ("l", (4, 2, 1))])
def test_not_with_an_absolute_majority_afterwards(island, standing):
    """Then all other bridges go, and there is no choice."""
    there, fill = all_but_one(island, standing)
    match = table(bridges=there, red=island)
    others = {bridge for bridge in there.split() if not bridge.endswith("red")}
    assert removed_by(match, f"red: {fill}") == others
    assert (phase(match), control(match)) == ("turn", {island: "red"})


@pytest.mark.rule("AO-5.1", "AO-4.3")
@pytest.mark.parametrize(("island", "standing"), [("a", (4, 1, 0)), ("l", (5, 1, 1)), ("l", (6, 0, 1))])
def test_filling_up_an_island_one_controls_removes_nothing(island, standing):
    there, fill = all_but_one(island, standing)
    match = table(bridges=there, red=island)
    assert control(match) == {island: "red"}
    assert removed_by(match, f"red: {fill}") == set()
    assert phase(match) == "turn"


@pytest.mark.rule("AO-5.1", "AO-5.4")
@pytest.mark.parametrize(("island", "standing"), [("a", (1, 3, 1)), ("a", (2, 3, 0)), ("l", (3, 4, 0))])
def test_filling_up_an_island_that_another_controls_removes_nothing(island, standing):
    there, fill = all_but_one(island, standing)
    match = table(bridges=there, red=island)
    assert control(match) == {island: "blue"}
    assert removed_by(match, f"red: {fill}") == set()
    assert (phase(match), control(match)) == ("turn", {island: "blue"})


@pytest.mark.rule("AO-5.1")
@pytest.mark.parametrize(
    ("there", "taken"),
    [
        pytest.param("ab:blue ac:red ad:green ae:yellow al:blue", "al:blue", id="alone in front"),
        pytest.param("ab:green ac:red ad:green ae:blue al:blue", "al:blue", id="shared"),
    ],
)
def test_an_exchange_never_counts(there, taken):
    match = table(4, bridges=there, red="aa")
    assert foreseen(match, "exchange a l double")[1:] == []
    assert removed_by(match, "red: exchange a l double") == {taken}
    assert (phase(match), control(match)) == ("turn", {})


@pytest.mark.rule("AO-5.1")
def test_only_the_player_on_turn_can_have_one():
    """Red fills the island; that blue now has the most there gives blue nothing."""
    there, fill = all_but_one("l", (1, 3, 2, 1))
    match = table(4, bridges=there, red="l")
    assert removed_by(match, f"red: {fill}") == set()
    assert (mover(match), phase(match)) == ("red", "turn")


# ── Alone in front ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-5.2")
@pytest.mark.parametrize("gone", ["ab:blue", "ad:green", "ae:yellow"])
def test_one_bridge_of_another_player_is_chosen_and_goes_back_to_its_owner(gone):
    match = play(table(4, bridges=ONE_EACH, red="a"), "red: play a l")
    assert choices(match) == ["remove a b", "remove a d", "remove a e"]
    slot, _, owner = gone.partition(":")
    assert reserve(match, owner) == 19
    assert removed_by(match, f"red: remove {slot[0]} {slot[1]}") == {gone}
    assert reserve(match, owner) == 20
    assert (mover(match), phase(match)) == ("red", "turn")


@pytest.mark.rule("AO-5.2")
@pytest.mark.parametrize("colour", ["blue", "green", "yellow"])
def test_whoever_is_on_turn_chooses(colour):
    owners = {"blue": (1, 2, 1, 1), "green": (1, 1, 2, 1), "yellow": (1, 1, 1, 2)}
    there, fill = all_but_one("m", owners[colour], colour)
    match = play(table(4, colour, bridges=there, **{colour: "m"}), f"{colour}: {fill}")
    assert (mover(match), phase(match), len(match.moves)) == (colour, "removing", 3)


@pytest.mark.rule("AO-5.2")
def test_the_choice_may_fall_on_any_of_several_bridges_of_one_player():
    there, fill = all_but_one("l", (3, 2, 2))
    match = play(table(bridges=there, red="l"), f"red: {fill}")
    others = [bridge.split(":")[0] for bridge in there.split() if not bridge.endswith("red")]
    assert choices(match) == [f"remove {slot[0]} {slot[1]}" for slot in others]


@pytest.mark.rule("AO-5.2")
def test_what_may_not_be_removed():
    match = play(table(4, bridges=f"{ONE_EACH} bh:blue", red="ab"), "red: play a l")
    assert refusal(match, "remove a c") == ("AO-5.2", "Remove a bridge of another player.")
    assert refusal(match, "remove a l") == ("AO-5.2", "Remove a bridge of another player.")
    assert refusal(match, "remove b h") == ("AO-5.2", "The bridge must touch Arabana (A).")
    assert refusal(match, "remove b a") == ("AO-5.2", "Name the island with the earlier letter first.")
    assert refusal(match, "remove a p")[0] == "AO-1.5"


@pytest.mark.rule("AO-5.2")
def test_the_preview_announces_the_choice():
    match = table(4, bridges=ONE_EACH, red="a")
    assert foreseen(match, "play a l") == [
        "Red plays Arabana (A) and builds a bridge to Lusepil (L).",
        "Red has the most bridges on Arabana (A) and must remove one of another player.",
    ]
    play(match, "red: play a l")
    assert foreseen(match, "remove a b") == [
        "Red removes the bridge of Blue between Arabana (A) and Bolimau (B).",
    ]


@pytest.mark.rule("AO-5.2")
def test_without_a_relative_majority_nothing_can_be_removed():
    match = table(4, bridges=ONE_EACH, red="a")
    assert refusal(match, "remove a b")[0] == "AO-3.1"


# ── Sharing the first place ─────────────────────────────────────────────────────────────────────
SHARED = [
    pytest.param(3, "a", (2, 2, 1), "green", id="2-2-1"),
    pytest.param(3, "a", (2, 1, 2), "blue", id="2-1-2"),
    pytest.param(4, "a", (2, 0, 1, 2), "green", id="2-0-1-2"),
    pytest.param(3, "l", (3, 3, 1), "green", id="3-3-1"),
    pytest.param(4, "l", (3, 0, 3, 1), "yellow", id="3-0-3-1"),
    pytest.param(4, "l", (2, 2, 2, 1), "yellow", id="2-2-2-1"),
    pytest.param(4, "l", (2, 1, 2, 2), "blue", id="2-1-2-2"),
]


@pytest.mark.rule("AO-5.3")
@pytest.mark.parametrize(("seats", "island", "standing", "single"), SHARED)
def test_the_single_bridge_is_removed_without_a_choice(seats, island, standing, single):
    there, fill = all_but_one(island, standing)
    match = table(seats, bridges=there, red=island)
    (gone,) = (bridge for bridge in there.split() if bridge.endswith(single))
    assert removed_by(match, f"red: {fill}") == {gone}
    assert (reserve(match, single), mover(match), phase(match)) == (20, "red", "turn")
    assert control(match) == {}


@pytest.mark.rule("AO-5.3")
def test_the_preview_names_the_single_bridge():
    match = table(bridges="ab:blue ac:blue ad:green ae:red", red="a")
    assert foreseen(match, "play a l") == [
        "Red plays Arabana (A) and builds a bridge to Lusepil (L).",
        "The most bridges on Arabana (A) are shared: the single one of Green, to Delowai (D), is removed.",
    ]
    assert match.preview(match.read("play a l"))[1]["rule"] == "AO-5.3"


# ── Behind ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-5.4")
@pytest.mark.parametrize(
    ("seats", "island", "standing"),
    [
        pytest.param(3, "a", (1, 2, 2), id="1-2-2"),
        pytest.param(4, "a", (1, 2, 1, 1), id="1-2-1-1"),
        pytest.param(3, "l", (1, 3, 3), id="1-3-3"),
        pytest.param(3, "l", (2, 3, 2), id="2-3-2"),
        pytest.param(4, "l", (2, 3, 1, 1), id="2-3-1-1"),
        pytest.param(4, "l", (1, 3, 2, 1), id="1-3-2-1"),
        pytest.param(4, "l", (1, 2, 2, 2), id="1-2-2-2"),
    ],
)
def test_who_is_behind_removes_nothing_and_loses_nothing(seats, island, standing):
    there, fill = all_but_one(island, standing)
    match = table(seats, bridges=there, red=island)
    assert foreseen(match, fill)[1:] == []
    assert removed_by(match, f"red: {fill}") == set()
    assert (mover(match), phase(match)) == ("red", "turn")


# ── No control, and no way out ──────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-5.5")
@pytest.mark.parametrize(("seats", "standing"), [(4, (2, 1, 1, 1)), (3, (2, 2, 1))])
def test_it_brings_neither_a_marker_nor_control_nor_a_stone(seats, standing):
    there, fill = all_but_one("a", standing)
    match = play(table(seats, bridges=there, red="a", lying={"a": "kane"}), f"red: {fill}")
    if phase(match) == "removing":
        match.step(match.moves[0])
    assert control(match) == {}
    assert match.show(0)["islands"][0]["stone"] == "kane"
    assert match.show(0)["players"][0]["points"] == 0


@pytest.mark.rule("AO-5.5")
def test_the_removal_is_compulsory_and_comes_first():
    match = play(table(4, bridges=ONE_EACH, red="aab", open="mnop"), "red: play a l")
    for action in ("draw", "take m", "discard b", "play b e", "exchange a b double", "end"):
        paragraph, sentence = refusal(match, action)
        assert paragraph == "AO-5.2"
        assert sentence.endswith("Red: remove a bridge of another player on Arabana (A).")


@pytest.mark.rule("AO-5.5")
def test_even_to_ones_own_disadvantage():
    """Red shares the lead, so the bridge of green goes: that is where blue then builds and has the island."""
    match = table(bridges="ab:blue ac:blue ad:green ae:red", red="a", blue="aa", open="mnop")
    play(match, "red: play a l; red: take m; chance: reveal p; blue: play a d")
    assert control(match) == {"a": "blue"}
    assert bridges(match) == "ab:blue ac:blue ad:blue"


# ── The turn goes on ────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-5.6")
def test_with_a_card_that_fits_one_may_build_on_the_slot_and_gain_the_island():
    match = play(table(4, bridges=ONE_EACH, red="aab"), "red: play a l; red: remove a b")
    assert {"play a b", "play b a", "draw"} <= set(choices(match))
    play(match, "red: play b a")
    assert control(match) == {"a": "red"}
    assert bridges(match) == "ab:red ac:red al:red"


@pytest.mark.rule("AO-5.6", "AO-5.3")
def test_also_where_the_lead_was_shared():
    match = table(bridges="ab:blue ac:blue ad:green ae:red", red="aa")
    play(match, "red: play a l; red: play a d")
    assert (control(match), bridges(match)) == ({"a": "red"}, "ad:red ae:red al:red")


@pytest.mark.rule("AO-5.6", "AO-5.1")
def test_filling_the_same_island_again_has_its_effect_again():
    there, fill = all_but_one("l", (2, 2, 2, 1))
    match = table(4, bridges=there, red="ll")
    play(match, f"red: {fill}")  # 2-2-2-1: the single bridge goes
    (free,) = (slot for slot in slots_of(match, "l") if slot not in bridges(match))
    play(match, f"red: play l {free.replace('l', '')}")
    assert phase(match) == "removing"  # 3-2-2: red is alone in front
    assert len(match.moves) == 4


# ── Small islands ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-5.7")
@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("island", SMALL)
def test_small_islands_never_give_rise_to_one(island, seats):
    there, fill = all_but_one(island, (1, 1, 1))
    match = table(seats, bridges=there, red=island)
    assert foreseen(match, fill)[1:] == []
    assert removed_by(match, f"red: {fill}") == set()
    assert phase(match) == "turn"


@pytest.mark.rule("AO-5.7")
def test_filling_a_large_and_a_small_island_at_once_counts_only_on_the_large_one():
    match = table(4, bridges="ac:red ad:blue ae:green al:yellow be:blue bh:green", red="a")
    play(match, "red: play a b")
    assert choices(match) == ["remove a d", "remove a e", "remove a l"]
    play(match, "red: remove a e")
    assert phase(match) == "turn"
    assert {"be:blue", "bh:green"} <= set(bridges(match).split())


# ── Both ends ───────────────────────────────────────────────────────────────────────────────────
# Arabana and Elumani but for the slot between them: red has one bridge on each, and so has everybody else.
BOTH = "ad:red ab:blue ac:green al:yellow eg:red be:green eh:blue el:yellow"


@pytest.mark.rule("AO-5.8")
def test_an_absolute_majority_at_one_end_and_a_relative_one_at_the_other():
    match = table(4, bridges="ac:red ad:blue ae:green al:yellow be:blue bh:red", red="b")
    assert foreseen(match, "play b a") == [
        "Red plays Bolimau (B) and builds a bridge to Arabana (A).",
        "Red gains control of Bolimau (B).",
        "The bridge of Blue between Bolimau (B) and Elumani (E) is removed.",
        "Red has the most bridges on Arabana (A) and must remove one of another player.",
    ]
    play(match, "red: play b a")
    assert control(match) == {"b": "red"}  # before the choice
    assert "be:blue" not in bridges(match)
    assert choices(match) == ["remove a d", "remove a e", "remove a l"]


@pytest.mark.rule("AO-5.8")
@pytest.mark.parametrize("action", ["play a e", "play e a"])
def test_with_a_relative_majority_at_each_end_choices_come_in_the_order_of_the_islands(action):
    match = play(table(4, bridges=BOTH, red="ae"), f"red: {action}")
    assert match.show(0)["remove_on"] == ["a", "e"]
    assert choices(match) == ["remove a b", "remove a c", "remove a l"]
    assert refusal(match, "remove e h") == ("AO-5.2", "The bridge must touch Arabana (A).")
    play(match, "red: remove a l")
    assert match.show(0)["remove_on"] == ["e"]
    assert choices(match) == ["remove b e", "remove e h", "remove e l"]
    play(match, "red: remove e h")
    assert (mover(match), phase(match)) == ("red", "turn")
    assert reserve(match, "yellow") == 19
    assert reserve(match, "blue") == 19


@pytest.mark.rule("AO-5.8")
def test_the_preview_announces_both_choices():
    match = table(4, bridges=BOTH, red="a")
    assert foreseen(match, "play a e")[1:] == [
        "Red has the most bridges on Arabana (A) and must remove one of another player.",
        "Red has the most bridges on Elumani (E) and must remove one of another player.",
    ]


@pytest.mark.rule("AO-5.8", "AO-5.3")
def test_a_single_bridge_at_one_end_and_a_choice_at_the_other():
    """Arabana stands at 2-2-1 in the end, Elumani at 2-1-1-1: the one goes of itself, the other is chosen."""
    there = "ad:red ab:blue ac:green al:green eg:red be:green eh:blue el:yellow"
    match = table(4, bridges=there, red="a")
    assert removed_by(match, "red: play a e") == {"ab:blue"}
    assert choices(match) == ["remove b e", "remove e h", "remove e l"]


@pytest.mark.rule("AO-5.8", "AO-5.3")
def test_a_single_bridge_at_each_end():
    there = "ad:red ab:blue ac:green al:green eg:red be:green eh:blue el:blue"
    match = table(bridges=there, red="a")
    assert removed_by(match, "red: play a e") == {"ab:blue", "be:green"}
    assert phase(match) == "turn"


@pytest.mark.rule("AO-5.8", "AO-4.2")
def test_an_absolute_majority_can_make_the_other_end_no_less_full():
    """What one end removes never lies on the other, so the order changes nothing: both have their effect."""
    there = "eg:red eh:red be:blue el:green ad:red ab:blue ac:green al:yellow"
    match = play(table(4, bridges=there, red="e"), "red: play e a")
    assert control(match) == {"e": "red"}
    assert choices(match) == ["remove a b", "remove a c", "remove a l"]
