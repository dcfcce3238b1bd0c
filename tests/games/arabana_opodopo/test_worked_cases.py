"""The worked cases of the rulebook on majorities and the exchange (AO-11.1 to AO-11.4)."""

from itertools import product

import pytest
from tests.games.arabana_opodopo.scripts import (
    PLAYERS,
    all_but_one,
    bridges,
    built,
    choices,
    control,
    foreseen,
    mover,
    phase,
    play,
    points,
    reserve,
    set_up,
    slots_of,
    table,
)

from archipel.games.arabana_opodopo.notation import SEATS

SMALL, LARGE, LUSEPIL = "b", "a", "l"


# ── AO-11.1 ─────────────────────────────────────────────────────────────────────────────────────
# Bridges of one's own on an island, and what it scores: after the first round, and in the end.
SCORES = [
    pytest.param(SMALL, 2, 1, 2, id="small, 2 own"),
    pytest.param(SMALL, 3, 0, 1, id="small, 3 own"),
    pytest.param(LARGE, 3, 2, 3, id="large, 3 own"),
    pytest.param(LARGE, 4, 1, 2, id="large, 4 own"),
    pytest.param(LARGE, 5, 0, 1, id="large, 5 own"),
    pytest.param(LUSEPIL, 4, 3, 4, id="Lusepil, 4 own"),
    pytest.param(LUSEPIL, 5, 2, 3, id="Lusepil, 5 own"),
    pytest.param(LUSEPIL, 6, 1, 2, id="Lusepil, 6 own"),
    pytest.param(LUSEPIL, 7, 0, 1, id="Lusepil, 7 own"),
]


def own_slots(island, own, other=""):
    """Bridges of red on so many slots of an island, and of another player on all others, if one is named."""
    slots = slots_of(set_up(), island)
    rest = built(other, " ".join(slots[own:])) if other else ""
    return f"{built('red', ' '.join(slots[:own]))} {rest}"


@pytest.mark.rule("AO-11.1", "AO-7.2")
@pytest.mark.parametrize("other", ["", "blue"])
@pytest.mark.parametrize(("island", "own", "small", "great"), SCORES)
def test_what_an_island_scores_after_the_first_round(island, own, small, great, other):
    match = table(bridges=own_slots(island, own, other), open="p", bag="")
    assert control(match) == {island: "red"}
    play(match, "red: take p")
    assert points(match) == (small, 0, 0)


@pytest.mark.rule("AO-11.1", "AO-8.3")
@pytest.mark.parametrize("other", ["", "blue"])
@pytest.mark.parametrize(("island", "own", "small", "great"), SCORES)
def test_what_an_island_scores_in_the_end(island, own, small, great, other):
    match = table(bridges=own_slots(island, own, other), final=True, finished="blue green")
    play(match, "red: end")
    assert points(match) == (great, 0, 0)
    assert great == small + 1


@pytest.mark.rule("AO-11.1", "AO-4.1", "AO-7.2")
@pytest.mark.parametrize(("island", "own"), [(SMALL, 1), (LARGE, 2), (LUSEPIL, 3)])
def test_one_bridge_less_is_no_control_and_scores_nothing(island, own):
    match = table(bridges=own_slots(island, own), open="p", bag="")
    assert control(match) == {}
    assert points(play(match, "red: take p")) == (0, 0, 0)
    match = table(bridges=own_slots(island, own), final=True, finished="blue green")
    assert points(play(match, "red: end")) == (0, 0, 0)


# ── AO-11.2 ─────────────────────────────────────────────────────────────────────────────────────
MAJORITY = {LARGE: 3, LUSEPIL: 4}
CHOOSES, SINGLE_GOES = {"2-1-1-1", "3-2-2", "3-2-1-1"}, {"2-2-1", "3-3-1", "2-2-2-1"}


def shape(standing):
    """A standing as the rulebook writes it: the most first, and nobody without a bridge."""
    return "-".join(map(str, sorted(filter(None, standing), reverse=True)))


def standings(island, seats):
    """Everything that a full island can look like once red has filled it, by seat."""
    size = len(slots_of(set_up(), island))
    every = product(range(size + 1), repeat=seats)
    return [standing for standing in every if sum(standing) == size and standing[0]]


CASES = [
    pytest.param(island, seats, standing, id="-".join(map(str, standing)))
    for island in (LARGE, LUSEPIL)
    for seats in PLAYERS
    for standing in standings(island, seats)
]


@pytest.mark.rule("AO-11.2")
@pytest.mark.parametrize(
    ("island", "listed"), [(LARGE, {"2-2-1", "2-1-1-1"}), (LUSEPIL, {"3-3-1", "3-2-2", "3-2-1-1", "2-2-2-1"})]
)
def test_without_an_absolute_majority_a_full_island_looks_like_this_and_not_otherwise(island, listed):
    every = [standing for seats in PLAYERS for standing in standings(island, seats)]
    assert {shape(one) for one in every if max(one) < MAJORITY[island]} == listed


@pytest.mark.rule("AO-11.2", "AO-5.2", "AO-5.3", "AO-5.4", "AO-4.1")
@pytest.mark.parametrize(("island", "seats", "standing"), CASES)
def test_what_filling_an_island_leads_to(island, seats, standing):
    """Every standing there can be: red in front, level or behind, and with an absolute majority somewhere."""
    there, fill = all_but_one(island, standing)
    match = table(seats, bridges=there, red=island)
    controller, before = control(match), set(bridges(match).split())
    play(match, f"red: {fill}")
    gone = before - set(bridges(match).split())
    others = {bridge for bridge in before if not bridge.endswith("red")}
    most = max(standing)
    assert mover(match) == "red"
    if standing[0] == MAJORITY[island]:  # gained in this moment (AO-4.1)
        assert (gone, phase(match), control(match)) == (others, "turn", {island: "red"})
    elif most >= MAJORITY[island]:  # somebody controls it
        assert (gone, phase(match), control(match)) == (set(), "turn", controller)
        assert controller == {island: SEATS[standing.index(most)]}
    elif standing[0] < most:
        assert (gone, phase(match), control(match)) == (set(), "turn", {})
    elif shape(standing) in CHOOSES:
        assert (gone, phase(match), control(match)) == (set(), "removing", {})
        assert len(match.moves) == len(others)
    else:
        assert shape(standing) in SINGLE_GOES
        (single,) = (colour for colour, count in zip(SEATS, standing, strict=False) if count == 1)
        assert gone == {bridge for bridge in before if bridge.endswith(single)}
        assert (phase(match), control(match)) == ("turn", {})


@pytest.mark.rule("AO-11.2")
@pytest.mark.parametrize(("island", "seats", "standing"), CASES)
def test_the_preview_foresees_it(island, seats, standing):
    """A sentence for the bridge, and one for each island gained, bridge removed, or choice that follows."""
    there, fill = all_but_one(island, standing)
    match = table(seats, bridges=there, red=island)
    told, before = foreseen(match, fill), bridges(match).split()
    play(match, f"red: {fill}")
    gone = len(set(before) - set(bridges(match).split()))
    assert sum(sentence.endswith("is removed.") for sentence in told) == gone
    assert sum("must remove" in sentence for sentence in told) == (phase(match) == "removing")
    gained = standing[0] == MAJORITY[island]
    assert sum("gains control" in sentence for sentence in told) == gained
    assert len(told) == 1 + gone + gained + (phase(match) == "removing")


# ── AO-11.3 ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-11.3", "AO-3.3")
@pytest.mark.parametrize(
    ("cards", "action", "told"),
    [
        (
            "nn",
            "exchange n o double",
            "plays two cards Nuridan (N) and replaces the bridge of Blue to Opodopo (O)",
        ),
        (
            "oo",
            "exchange o n double",
            "plays two cards Opodopo (O) and replaces the bridge of Blue to Nuridan (N)",
        ),
        (
            "no",
            "exchange n o each",
            "plays Nuridan (N) and Opodopo (O) and replaces the bridge of Blue between them",
        ),
    ],
)
def test_a_bridge_between_nuridan_and_opodopo_is_exchanged_in_three_ways(cards, action, told):
    match = table(bridges="no:blue", red=cards)
    assert [choice for choice in choices(match) if choice.startswith("exchange")] == [action]
    assert foreseen(match, action) == [f"Red {told}."]
    play(match, f"red: {action}")
    assert (bridges(match), reserve(match, "blue"), reserve(match, "red")) == ("no:red", 20, 19)


@pytest.mark.rule("AO-11.3", "AO-3.3")
def test_with_cards_for_all_three_ways_each_is_a_choice():
    match = table(bridges="no:blue", red="nnoo")
    assert {choice for choice in choices(match) if choice.startswith("exchange")} == {
        *("exchange n o double", "exchange o n double", "exchange n o each"),
    }


# ── AO-11.4 ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-11.4", "AO-4.2")
def test_a_removal_costs_a_neighbour_their_majority():
    match = table(bridges="jn:red no:blue mo:blue op:blue", red="n")
    assert control(match) == {"o": "blue"}
    play(match, "red: play n c")
    assert (control(match), bridges(match)) == ({"n": "red"}, "cn:red jn:red mo:blue op:blue")


@pytest.mark.rule("AO-11.4", "AO-4.2")
def test_an_exchange_gains_an_island_and_thereby_costs_a_third_player_another():
    match = table(bridges="jn:red no:green cn:blue ko:green op:green", red="cc")
    assert control(match) == {"o": "green"}
    play(match, "red: exchange c n double")
    assert (control(match), bridges(match)) == ({"n": "red"}, "cn:red jn:red ko:green op:green")
    assert (reserve(match, "blue"), reserve(match, "green")) == (20, 18)


@pytest.mark.rule("AO-11.4", "AO-4.3")
def test_who_builds_later_on_a_controlled_island_is_not_removed_again():
    match = table(bridges="jn:red no:red", turn="blue", blue="n", red="j", open="mnop")
    play(match, "blue: play n c; blue: take m; chance: reveal p; green: take n; chance: reveal a")
    play(match, "red: play j o")
    assert (control(match), bridges(match)) == ({"n": "red"}, "cn:blue jn:red jo:red no:red")
