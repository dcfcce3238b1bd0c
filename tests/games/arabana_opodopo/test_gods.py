"""The power of the gods (AO-9.1 to AO-9.5); Ku, Pele and Lono have a file of their own."""

from collections import Counter

import pytest
from tests.games.arabana_opodopo.scripts import (
    ARABANA_OPODOPO,
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
    question,
    refusal,
    reserve,
    set_up,
    stones,
    table,
    verbs,
)

from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.games.arabana_opodopo.parts import LETTERS

ALL = ("kane", "kanaloa", "ku", "pele", "lono")
USES = {"kanaloa": "kanaloa n o", "ku": "ku blue", "pele": "pele", "lono": "lono_draw"}
each_use = pytest.mark.parametrize(("god", "use"), USES.items())


def lying(match, seat=WATCHER):
    """The stones on the islands, as a seat sees them."""
    return {one["island"]: one["stone"] for one in match.show(seat)["islands"] if one["stone"]}


# ── The stones ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-9.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_each_island_receives_a_stone_at_random(seats):
    match = Match(ARABANA_OPODOPO, seats, {"gods": True})
    left = Counter(dict.fromkeys(ALL, 3)) + Counter(["kane"])
    for letter in LETTERS:
        assert (phase(match), mover(match)) == ("stones", "chance")
        assert dict(zip(choices(match), match.ways, strict=True)) == {
            f"stone {god}": left[god] for god in ALL if left[god]
        }
        play(match, choices(match)[-1])
        left -= Counter([lying(match)[letter]])
    assert (left.total(), phase(match)) == (0, "dealing")


@pytest.mark.rule("AO-9.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_there_are_four_stones_of_kane_and_three_of_each_other_god(seats):
    match = set_up(seats, gods=True)
    assert Counter(lying(match).values()) == {"kane": 4, "kanaloa": 3, "ku": 3, "pele": 3, "lono": 3}
    assert set(lying(match)) == set(LETTERS)


@pytest.mark.rule("AO-9.1")
def test_stones_lie_face_up_for_everybody():
    match = set_up(gods=True)
    assert [lying(match, seat) for seat in range(3)] == [lying(match)] * 3


@pytest.mark.rule("AO-9.1")
def test_stones_are_not_always_laid_out_alike():
    found = [tuple(lying(Match(ARABANA_OPODOPO, 3, {"gods": True}, seed=seed)).values()) for seed in range(9)]
    assert len(set(found)) == 9


@pytest.mark.rule("AO-9.1", "AO-1.4")
@pytest.mark.parametrize("options", [{}, {"gods": False}])
def test_without_the_option_there_are_no_stones(options):
    match = Match(ARABANA_OPODOPO, 3, options)
    assert (phase(match), lying(match)) == ("dealing", {})


# ── Taking stones ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-9.2")
@pytest.mark.parametrize("round", [1, 2])
@pytest.mark.parametrize("god", ["kanaloa", "ku", "pele", "lono"])
def test_the_stone_of_an_island_goes_to_who_controls_it_first(god, round):
    match = table(round=round, bridges="ab:red", red="b", lying={"b": god, "l": "ku"})
    play(match, "red: play b e")
    assert (stones(match, "red"), lying(match), points(match)) == ([god], {"l": "ku"}, (0, 0, 0))


@pytest.mark.rule("AO-9.2")
def test_it_stays_with_who_loses_the_island_and_the_next_gets_none():
    match = table(bridges="ab:red", red="b", blue="aabe", open="mnop", lying={"b": "ku"})
    play(match, "red: play b e; red: take m; reveal p; blue: exchange a b double; blue: exchange b e each")
    assert (control(match), stones(match, "red"), stones(match, "blue")) == ({"b": "blue"}, ["ku"], [])


@pytest.mark.rule("AO-9.2", "AO-4.4")
def test_one_bridge_may_bring_two_stones():
    match = table(bridges=built("red", "ae eh bh"), red="b", lying={"b": "lono", "e": "kane"})
    play(match, "red: play b e")
    assert (stones(match, "red"), points(match), lying(match)) == (["lono"], (2, 0, 0), {})


@pytest.mark.rule("AO-9.2")
def test_a_relative_majority_brings_no_stone():
    pieces = built("red", "gk") + " " + built("blue", "eg gh") + " gl:green"
    match = table(bridges=pieces, red="g", lying={"g": "ku"})
    play(match, "red: play g m")  # two, two and one: the single bridge goes
    assert (stones(match, "red"), lying(match), "gl" in bridges(match)) == ([], {"g": "ku"}, False)


@pytest.mark.rule("AO-9.2")
@each_use
def test_every_stone_can_be_used_once_and_is_out_of_the_game(god, use):
    match = table(round=2, blue="b", green="c", red="n", stones={"red": god})
    play(match, f"red: {use}")
    if phase(match) == "drawing":
        play(match, "chance: deal p")
    while mover(match) != "red" or phase(match) != "turn":
        match.step(match.moves[0])
    assert (stones(match, "red"), lying(match)) == ([], {})
    assert match.state.stones.sum() == 0
    reason = f"You do not hold a stone of {god.capitalize()}."
    assert refusal(match, use) == ("AO-9.2", reason)


# ── Kane ────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-9.3")
@pytest.mark.parametrize("when", [{"round": 1}, {"round": 2}, {"final": True}])
@pytest.mark.parametrize(
    ("island", "pieces", "action", "gained"),
    [("b", "ab", "play b e", 1), ("g", "eg gh", "play g m", 2), ("l", "al dl gl", "play l j", 3)],
)
def test_kane_gives_points_at_once(island, pieces, action, gained, when):
    match = table(bridges=built("red", pieces), red=island, points=(4, 0, 0), lying={island: "kane"}, **when)
    play(match, f"red: {action}")
    assert (points(match), control(match)) == ((4 + gained, 0, 0), {island: "red"})
    assert (stones(match, "red"), lying(match)) == ([], {})


@pytest.mark.rule("AO-9.3", "AO-9.2")
def test_kane_gives_points_only_the_first_time():
    match = table(bridges="ab:red", red="b", blue="aabe", open="mnop", lying={"b": "kane"})
    play(match, "red: play b e; red: take m; reveal p; blue: exchange a b double; blue: exchange b e each")
    assert (points(match), control(match)) == ((1, 0, 0), {"b": "blue"})


# ── When stones are used ────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-9.4")
@each_use
def test_stones_are_used_from_the_second_round_on(god, use):
    pieces = {"red": "n", "blue": "b", "stones": {"red": god}}
    assert use in choices(table(round=2, **pieces))
    match = table(round=1, **pieces)
    assert use.split()[0] not in verbs(match)
    assert refusal(match, use) == ("AO-9.4", "Stones are used from the second round on.")


@pytest.mark.rule("AO-9.4")
def test_a_stone_of_the_first_round_can_be_used_once_the_second_begins():
    match = table(open="p", bag="", green="nnn", stones={"blue": "ku"})
    play(match, "red: take p")
    for card in "aaab":
        play(match, f"chance: reveal {card}")
    assert "ku green" in choices(match)


@pytest.mark.rule("AO-9.4")
@pytest.mark.parametrize(("god", "use"), [item for item in USES.items() if item[0] != "lono"])
def test_stones_are_used_in_final_turns_too(god, use):
    match = table(final=True, red="n", blue="b", stones={"red": god})
    assert use in choices(match)
    play(match, f"red: {use}")
    assert stones(match, "red") == []


@pytest.mark.rule("AO-9.4")
@each_use
def test_stones_are_used_only_in_ones_own_turn(god, use):
    match = table(round=2, turn="green", red="n", blue="b", stones={"red": god})
    assert use.split()[0] not in verbs(match)
    assert refusal(match, use)[0] == "AO-9.2"


@pytest.mark.rule("AO-9.4")
def test_a_stone_gained_in_the_second_round_can_be_used_right_away():
    match = table(round=2, bridges="ab:red", red="b", lying={"b": "kanaloa"})
    play(match, "red: play b e; red: kanaloa n o")
    assert bridges(match) == "ab:red be:red no:red"


@pytest.mark.rule("AO-9.4")
def test_as_many_as_one_likes_between_one_play_and_another():
    held = {"red": "kanaloa kanaloa ku pele lono"}
    match = table(round=2, red="no", blue="bb", green="c", open="mnop", stones=held)
    play(match, "red: kanaloa b h; red: play n o; red: ku blue; red: steal b; red: kanaloa c d")
    play(match, "red: pele; plunder b; plunder c; red: give b; red: give b; red: play c f; red: lono m")
    play(match, "chance: reveal a; red: play m p; red: play o j; red: draw")
    assert (stones(match, "red"), mover(match)) == ([], "chance")


@pytest.mark.rule("AO-9.4")
def test_no_stone_while_a_removal_is_unfinished():
    """Two red bridges on Gavuloa and one of each other player's: red must choose one of those."""
    pieces, held = "eg:red gk:yellow gl:blue gm:green", {"red": "kanaloa ku pele lono"}
    match = table(seats=4, round=2, bridges=pieces, red="gg", blue="b", stones=held)
    play(match, "red: play g h")
    assert (phase(match), verbs(match)) == ("removing", {"remove"})
    for use in USES.values():
        paragraph, sentence = refusal(match, use)
        assert (paragraph, sentence.startswith("That is not what is asked now.")) == ("AO-5.2", True)
    play(match, "red: remove g l; red: ku blue")


@pytest.mark.rule("AO-9.4")
@pytest.mark.parametrize(
    ("begun", "unfinished", "paragraph"),
    [("ku blue", "stealing", "AO-9.6"), ("pele; plunder b; plunder c", "giving", "AO-9.7")],
)
def test_no_stone_nor_anything_else_while_ku_or_pele_is_unfinished(begun, unfinished, paragraph):
    held = {"red": "kanaloa ku ku pele pele lono"}
    match = table(round=2, red="n", blue="b", green="c", open="mnop", stones=held)
    play(match, begun)
    assert (mover(match), phase(match), len(verbs(match))) == ("red", unfinished, 1)
    for action in (*USES.values(), "play n o", "discard n", "take m", "draw", "end"):
        found = refusal(match, action)
        assert found == (paragraph, f"That is not what is asked now. {question(match)}")


@pytest.mark.rule("AO-9.4")
def test_stones_that_are_not_used_are_worth_nothing():
    match = table(final=True, finished="blue green", stones={"red": "kanaloa ku pele lono", "blue": "ku"})
    assert play(match, "red: end").outcome.points == (0, 0, 0)


# ── Kanaloa ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-9.5")
@pytest.mark.parametrize("seats", PLAYERS)
def test_kanaloa_builds_on_any_free_slot_whatever_is_in_hand(seats):
    match = table(seats=seats, round=2, bridges="ab:red no:blue", stones={"red": "kanaloa"})
    free = [f"kanaloa {one['from']} {one['to']}" for one in match.show(0)["slots"] if not one["bridge"]]
    assert len(free) == 35
    assert [choice for choice in choices(match) if choice.startswith("kanaloa")] == free
    play(match, "red: kanaloa o p")
    assert (bridges(match), hand(match, "red"), face_up(match)) == ("ab:red no:blue op:red", "", "")
    assert (stones(match, "red"), mover(match), reserve(match, "red")) == ([], "red", 18)


@pytest.mark.rule("AO-9.5", "AO-3.2")
def test_kanaloa_alone_does_not_build_where_a_bridge_is():
    match = table(round=2, bridges="ab:red no:blue", stones={"red": "kanaloa"})
    for slot in ("a b", "n o"):
        assert refusal(match, f"kanaloa {slot}")[0] == "AO-3.2"
    assert refusal(match, "kanaloa a n")[0] == "AO-1.5"


@pytest.mark.rule("AO-9.5", "AO-4.1", "AO-5.1")
def test_a_bridge_built_with_kanaloa_is_like_any_other():
    """It gains islands, and it fills the last free slot of one."""
    match = table(round=2, bridges="ab:red bh:blue", stones={"red": "kanaloa"})
    play(match, "red: kanaloa b e")
    assert (control(match), bridges(match)) == ({"b": "red"}, "ab:red be:red")
    pieces = "eg:red gk:blue gl:green gm:yellow"
    match = table(seats=4, round=2, bridges=pieces, stones={"red": "kanaloa"})
    assert phase(play(match, "red: kanaloa g h")) == "removing"


@pytest.mark.rule("AO-9.5")
@pytest.mark.parametrize(("red", "action"), [("n", "exchange n o kanaloa"), ("o", "exchange o n kanaloa")])
def test_kanaloa_stands_for_one_of_the_two_cards_of_an_exchange(red, action):
    match = table(round=2, bridges="no:blue", red=red, stones={"red": "kanaloa"})
    assert [choice for choice in choices(match) if choice.startswith("exchange")] == [action]
    play(match, f"red: {action}")
    assert (bridges(match), hand(match, "red"), stones(match, "red")) == ("no:red", "", [])
    assert (face_up(match).count(red), reserve(match, "blue")) == (1, 20)


@pytest.mark.rule("AO-9.5")
def test_the_other_card_must_belong_to_an_end_of_the_slot():
    match = table(round=2, bridges="no:blue", red="a", stones={"red": "kanaloa"})
    assert "exchange" not in verbs(match)
    assert refusal(match, "exchange n o kanaloa")[0] == "AO-3.2"
    match = table(round=2, bridges="no:blue", red="n")
    assert refusal(match, "exchange n o kanaloa")[0] == "AO-9.2"
    assert refusal(table(bridges="no:blue", red="n", stones={"red": "kanaloa"}), "exchange n o kanaloa") == (
        "AO-9.4",
        "Stones are used from the second round on.",
    )


@pytest.mark.rule("AO-9.5")
def test_two_kanaloa_together_make_an_exchange():
    match = table(round=2, bridges="no:blue", stones={"red": "kanaloa kanaloa"})
    assert "exchange n o kanaloas" in choices(match)
    play(match, "red: exchange n o kanaloas")
    assert (bridges(match), stones(match, "red"), reserve(match, "blue")) == ("no:red", [], 20)
    one = table(round=2, bridges="no:blue", stones={"red": "kanaloa"})
    assert refusal(one, "exchange n o kanaloas")[0] == "AO-9.5"


@pytest.mark.rule("AO-9.5", "AO-3.6")
def test_kanaloa_does_not_count_towards_the_hand_limit():
    match = table(round=2, red="aabb", stones={"red": "kanaloa kanaloa kanaloa"})
    assert "draw" in choices(match)
