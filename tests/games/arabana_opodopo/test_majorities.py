"""The absolute majority (AO-4): gaining an island, losing one, and the eleventh."""

import pytest
from tests.games.arabana_opodopo.scripts import (
    PLAYERS,
    bridges,
    built,
    choices,
    control,
    foreseen,
    mover,
    phase,
    play,
    points,
    refusal,
    reserve,
    set_up,
    slots_of,
    stones,
    table,
    winner,
)

from archipel.games.arabana_opodopo.notation import SEATS
from archipel.games.arabana_opodopo.parts import LETTERS

MAJORITY = {3: 2, 5: 3, 7: 4}
# Bridges of red that control ten islands; Elumani would be the eleventh.
TEN = "ab ac ae bh cf cn eg fi gh gk hp ij il jk jn kl ko"
# Bridges of red that control nine islands; one between Jorokai and Kemotua would bring both.
NINE = "cf ci cn eh fi gh gk gm hp ij jo ko mo mp no"
# All twenty bridges of red.
TWENTY = "ab ac ad ae al cf ci df el gh gk hp ij jl jo ko mo mp no op"


def ordered(*words):
    """Bridges in the order of the slots, as `bridges` lists them."""
    return " ".join(sorted(" ".join(words).split()))


def star(island, own, others):
    """Bridges around an island: the slots in their order, so many of red's, one free, then all others'."""
    slots = slots_of(set_up(), island)
    rest = [f"{slot}:{others[i % len(others)]}" for i, slot in enumerate(slots[own + 1 :])]
    return built("red", " ".join(slots[:own])), slots[own], rest


def to(slot, island):
    """How a card of an island builds on a slot."""
    return f"play {island} {slot.replace(island, '')}"


# ── Gaining ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-4.1", "AO-11.1")
@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("island", LETTERS)
def test_more_than_half_of_the_slots_takes_control_and_clears_the_island(island, seats):
    own = MAJORITY[len(slots_of(set_up(), island))] - 1
    mine, slot, rest = star(island, own, SEATS[1:seats])
    match = table(seats, bridges=f"{mine} {' '.join(rest)}", red=island)
    assert control(match) == {}
    play(match, f"red: {to(slot, island)}")
    assert control(match) == {island: "red"}
    assert bridges(match) == ordered(mine, f"{slot}:red")
    assert [reserve(match, colour) for colour in SEATS[1:seats]] == [20] * (seats - 1)
    assert reserve(match, "red") == 20 - own - 1
    assert (mover(match), phase(match)) == ("red", "turn")


@pytest.mark.rule("AO-4.1", "AO-11.1")
@pytest.mark.parametrize("island", LETTERS)
def test_one_bridge_less_does_not(island):
    """Not even if nobody else has any: half of the slots is meant, not half of the bridges built so far."""
    own = MAJORITY[len(slots_of(set_up(), island))] - 2
    mine, slot, _ = star(island, own, SEATS[1:])
    match = play(table(bridges=mine, red=island), f"red: {to(slot, island)}")
    assert control(match) == {}
    assert bridges(match) == ordered(mine, f"{slot}:red")


@pytest.mark.rule("AO-4.1")
def test_bridges_on_other_islands_stay():
    match = table(bridges="ab:red be:blue ae:blue hm:blue", red="b")
    assert bridges(play(match, "red: play b h")) == "ab:red ae:blue bh:red hm:blue"


@pytest.mark.rule("AO-4.1")
def test_control_comes_at_once_and_helps_with_the_next_card():
    """The first card clears Bolimau; then the slot to Elumani is free again."""
    match = table(bridges="ab:red be:blue ae:red el:red", red="be")
    assert refusal(match, "play e b")[0] == "AO-3.2"
    play(match, "red: play b h")
    assert control(match) == {"b": "red"}
    assert control(play(match, "red: play e b")) == {"b": "red", "e": "red"}


@pytest.mark.rule("AO-4.1", "AO-4.2")
def test_the_preview_names_what_is_gained_removed_and_lost():
    match = table(bridges="ac:red ad:red ab:blue ae:green be:blue", red="a")
    assert control(match) == {"b": "blue"}
    assert foreseen(match, "play a l") == [
        "Red plays Arabana (A) and builds a bridge to Lusepil (L).",
        "Red gains control of Arabana (A).",
        "The bridge of Blue between Arabana (A) and Bolimau (B) is removed.",
        "The bridge of Green between Arabana (A) and Elumani (E) is removed.",
        "Blue loses control of Bolimau (B).",
    ]
    play(match, "red: play a l")
    assert (bridges(match), control(match)) == ("ac:red ad:red al:red be:blue", {"a": "red"})


@pytest.mark.rule("AO-4.1")
def test_the_preview_of_a_bridge_without_effect_names_the_bridge_alone():
    match = table(bridges="ac:red ab:blue", red="a")
    assert foreseen(match, "play a l") == ["Red plays Arabana (A) and builds a bridge to Lusepil (L)."]


# ── Losing ──────────────────────────────────────────────────────────────────────────────────────
# On turn red; blue controls Bolimau with a bridge to Arabana, where red brings about its removal.
CAUSES = [
    pytest.param("ac:red ad:red", "a", "red: play a l", id="absolute majority"),
    pytest.param("ac:red ad:yellow ae:green", "a", "red: play a l; red: remove a b", id="relative majority"),
    pytest.param("ac:red ad:green ae:green", "a", "red: play a l", id="shared relative majority"),
    pytest.param("", "aa", "red: exchange a b double", id="exchange by two cards of one end"),
    pytest.param("", "ab", "red: exchange a b each", id="exchange by one card of each"),
]


@pytest.mark.rule("AO-4.2", "AO-11.4")
@pytest.mark.parametrize(("others", "cards", "script"), CAUSES)
def test_whoever_loses_the_majority_loses_the_marker(others, cards, script):
    match = table(4, bridges=f"{others} ab:blue be:blue", red=cards)
    assert control(match) == {"b": "blue"}
    play(match, script)
    assert "b" not in control(match)
    assert "ab:blue" not in bridges(match)
    assert match.events(0)[-1] == {"event": "lost", "who": "blue", "island": "b", "rule": "AO-4.2"}


@pytest.mark.rule("AO-4.2")
@pytest.mark.parametrize(("others", "cards", "script"), CAUSES)
def test_whoever_still_has_the_majority_keeps_it(others, cards, script):
    match = table(4, bridges=f"{others} ab:blue be:blue bh:blue", red=cards)
    play(match, script)
    assert control(match)["b"] == "blue"
    assert "ab:blue" not in bridges(match)


@pytest.mark.rule("AO-4.2", "AO-6.2")
def test_a_bridge_taken_back_can_cost_the_own_marker():
    match = table(bridges=built("red", TWENTY), red="b")
    assert set(control(match)) == set("acfjop")
    play(match, "red: take_back j o")
    assert set(control(match)) == set("acfop")  # Opodopo had five bridges, Jorokai three


@pytest.mark.rule("AO-4.2")
def test_one_removal_can_cost_both_ends():
    match = table(bridges="ab:blue be:blue ac:blue ad:blue", red="ab")
    assert control(match) == {"a": "blue", "b": "blue"}
    play(match, "red: exchange a b each")
    assert control(match) == {}


@pytest.mark.rule("AO-4.2")
def test_in_an_exchange_the_loss_is_settled_first_and_the_gain_second():
    """The marker of blue comes off, then that of red goes on the same island."""
    match = table(bridges="ab:blue be:blue bh:red", red="aa")
    assert foreseen(match, "exchange a b double") == [
        "Red plays two cards Arabana (A) and replaces the bridge of Blue to Bolimau (B).",
        "Red gains control of Bolimau (B).",
        "The bridge of Blue between Bolimau (B) and Elumani (E) is removed.",
        "Blue loses control of Bolimau (B).",
    ]
    play(match, "red: exchange a b double")
    assert (bridges(match), control(match)) == ("ab:red bh:red", {"b": "red"})
    assert (reserve(match, "red"), reserve(match, "blue")) == (18, 20)


@pytest.mark.rule("AO-4.2", "AO-11.4")
def test_the_gain_of_an_exchange_can_cost_a_third_player_an_island():
    match = table(bridges="ae:red el:red eg:blue eh:green gh:green hm:green", red="gg")
    assert control(match) == {"h": "green"}
    play(match, "red: exchange g e double")
    assert control(match) == {"e": "red"}
    assert bridges(match) == "ae:red eg:red el:red gh:green hm:green"


@pytest.mark.rule("AO-4.2")
def test_an_exchange_without_a_gain_removes_nothing_else():
    match = table(bridges="ab:blue ae:red al:green", red="aa")
    assert bridges(play(match, "red: exchange a b double")) == "ab:red ae:red al:green"
    assert control(match) == {}


@pytest.mark.rule("AO-4.2")
def test_nobody_gains_control_by_a_removal():
    """Green has two of the three bridges that are left on Elumani, but that is not half of its slots."""
    match = table(bridges="ab:red be:blue eg:green el:green ae:blue", red="b")
    play(match, "red: play b h")
    assert bridges(match) == "ab:red ae:blue bh:red eg:green el:green"
    assert control(match) == {"b": "red"}


# ── Only in the moment ──────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-4.3", "AO-11.4")
@pytest.mark.parametrize("card", ["b", "h"])
def test_what_others_build_later_on_a_controlled_island_remains(card):
    match = table(bridges="ab:red be:red", blue=card, turn="blue")
    play(match, f"blue: play {card} {'h' if card == 'b' else 'b'}")
    assert (bridges(match), control(match)) == ("ab:red be:red bh:blue", {"b": "red"})


@pytest.mark.rule("AO-4.3")
def test_further_bridges_of_the_controller_remove_nothing():
    match = table(bridges="ab:red ac:red ad:red ae:blue", red="a")
    assert foreseen(match, "play a l")[1:] == []
    play(match, "red: play a l")
    assert bridges(match) == "ab:red ac:red ad:red ae:blue al:red"
    assert control(match) == {"a": "red"}


@pytest.mark.rule("AO-4.3")
def test_nor_does_an_exchange_by_the_controller():
    match = table(bridges="ab:red ac:red ad:red ae:blue al:green", red="aa")
    play(match, "red: exchange a e double")
    assert bridges(match) == "ab:red ac:red ad:red ae:red al:green"


# ── Both ends, and again ────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-4.4")
@pytest.mark.parametrize("action", ["play b h", "play h b", "exchange b h each"])
def test_a_majority_at_each_end_has_its_effect_at_both(action):
    taken = "bh:blue" if action.startswith("exchange") else ""
    match = table(bridges=f"ab:red be:blue eh:green gh:red hm:red hp:blue {taken}", red="bh")
    play(match, f"red: {action}")
    assert control(match) == {"b": "red", "h": "red"}
    assert bridges(match) == "ab:red bh:red gh:red hm:red"
    assert (reserve(match, "blue"), reserve(match, "green")) == (20, 20)


@pytest.mark.rule("AO-4.4")
def test_the_preview_names_both_ends():
    match = table(bridges="ab:red be:blue gh:red hm:red hp:blue", red="b")
    assert foreseen(match, "play b h")[1:] == [
        "Red gains control of Bolimau (B).",
        "Red gains control of Haluvea (H).",
        "The bridge of Blue between Bolimau (B) and Elumani (E) is removed.",
        "The bridge of Blue between Haluvea (H) and Pakulea (P) is removed.",
    ]


@pytest.mark.rule("AO-4.4")
def test_two_islands_have_no_more_than_one_slot_in_common():
    slots = [slot for letter in LETTERS for slot in slots_of(set_up(), letter)]
    assert all(slots.count(slot) == 2 for slot in slots)
    assert len({frozenset(slot) for slot in slots}) == 37


@pytest.mark.rule("AO-4.4")
def test_a_majority_at_one_end_leaves_the_other_alone():
    match = table(bridges="ab:red be:blue gh:red hp:blue", red="b")
    play(match, "red: play b h")
    assert control(match) == {"b": "red"}
    assert bridges(match) == "ab:red bh:red gh:red hp:blue"


@pytest.mark.rule("AO-4.4")
def test_an_island_lost_and_gained_again_is_cleared_again():
    match = table(bridges="ab:red be:red", turn="blue", blue="aa", red="b", open="mnop")
    play(match, "blue: exchange a b double")
    assert (bridges(match), control(match)) == ("ab:blue be:red", {})
    play(match, "blue: take m; chance: reveal c; green: take n; chance: reveal d; red: play b h")
    assert (bridges(match), control(match)) == ("be:red bh:red", {"b": "red"})


# ── The eleventh island ─────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-4.5")
@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("action", ["play b e", "play e b", "exchange b e each"])
def test_an_eleventh_island_wins_on_the_spot(action, seats):
    taken = "be:blue" if action.startswith("exchange") else ""
    match = table(seats, bridges=f"{built('red', TEN)} el:blue eh:green {taken}", red="be", points=(1, 9, 5))
    assert len(control(match)) == 10
    play(match, f"red: {action}")
    assert match.over
    assert winner(match) == "red"
    assert match.outcome.reason == "eleventh_island"


@pytest.mark.rule("AO-4.5")
def test_before_any_removals_and_the_points_decide_the_other_places():
    there = f"{built('red', TEN)} el:blue eh:green"
    match = play(table(4, bridges=there, red="e", points=(1, 5, 9, 5)), "red: play e b")
    assert bridges(match) == ordered(there, "be:red")
    assert points(match) == (1, 5, 9, 5)
    assert match.outcome.points == (1, 5, 9, 5)
    assert match.outcome.places == (1, 3, 2, 3)
    assert match.outcome.winners == (0,)


@pytest.mark.rule("AO-4.5")
@pytest.mark.parametrize("god", ["kane", "ku"])
def test_before_the_stone_is_taken(god):
    match = table(bridges=built("red", TEN), red="e", lying={"e": god})
    play(match, "red: play e b")
    assert (points(match), stones(match, "red")) == ((0, 0, 0), [])
    assert match.show(0)["islands"][4]["stone"] == god


@pytest.mark.rule("AO-4.5")
def test_two_islands_at_once_for_who_has_nine_win_too():
    match = table(bridges=f"{built('red', NINE)} jl:blue", red="j")
    assert len(control(match)) == 9
    play(match, "red: play j k")
    assert winner(match) == "red"
    assert "jl:blue" in bridges(match)


@pytest.mark.rule("AO-4.5")
@pytest.mark.parametrize(
    ("there", "action", "before", "after"),
    [
        pytest.param(NINE, "play a b", 9, 9, id="nine and none"),
        pytest.param(NINE, "play k l", 9, 10, id="nine and one"),
        pytest.param(TEN.replace("ab ", ""), "play a b", 8, 10, id="eight and two"),
        pytest.param(TEN, "play h m", 10, 10, id="ten and none"),
    ],
)
def test_ten_islands_do_not_win(there, action, before, after):
    match = table(bridges=built("red", there), red="ahk")
    assert len(control(match)) == before
    play(match, f"red: {action}")
    assert len(control(match)) == after
    assert mover(match) == "red"


@pytest.mark.rule("AO-4.5")
def test_the_preview_says_that_it_wins():
    match = table(bridges=built("red", TEN), red="e")
    assert foreseen(match, "play e b")[-1] == "Red gains an eleventh island and wins at once."
    assert "play e b" in choices(match)
