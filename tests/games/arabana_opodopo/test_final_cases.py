"""Worked cases of the end (AO-11.5, AO-11.6)."""

import pytest
from tests.games.arabana_opodopo.scripts import (
    bridges,
    built,
    choices,
    control,
    hand,
    mover,
    phase,
    play,
    points,
    refusal,
    reserve,
    table,
    unseen,
    winner,
)

from archipel.core.record import WATCHER
from archipel.games.arabana_opodopo.notation import SEATS

# With EIGHT red controls the islands A to H; the bridge between M and P brings these two besides.
EIGHT = "ab ac ad be cd cf df eg eh gh gm hm hp"
TEN = f"{EIGHT} mp"
EVERYBODY = (0, 1, 2, WATCHER)


# ── The order of final turns ────────────────────────────────────────────────────────────────────
def final_turns(last):
    """The final turns begin: the points are 12, 9, 9 and 4, and `last` has drawn the last card."""
    match = table(seats=4, round=2, turn=SEATS[last], open="p", bag="", points=(12, 9, 9, 4))
    return play(match, "take p")


def all_orders(match, order=(), deferrals=0):
    """Every order in which the final turns can be played, and how often somebody deferred for it."""
    if match.over:
        return [(order, deferrals)]
    found, before = [], list(match.actions)
    if "defer" in choices(match):
        found += all_orders(play(match, "defer"), order, deferrals + 1)
        match.restore(before)
    here = mover(match)
    found += all_orders(play(match, "end"), (*order, here), deferrals)
    match.restore(before)
    return found


@pytest.mark.rule("AO-11.5", "AO-8.2")
@pytest.mark.parametrize(("last", "count", "most"), [(0, 8, 3), (1, 4, 2), (2, 2, 1), (3, 1, 0)])
def test_in_how_many_orders_the_final_turns_can_come(last, count, most):
    found = all_orders(final_turns(last))
    orders = {order for order, _ in found}
    assert (len(orders), max(deferrals for _, deferrals in found)) == (count, most)
    assert len(found) == count  # no order comes about in two ways
    assert all(sorted(order) == sorted(SEATS) for order in orders)


@pytest.mark.rule("AO-11.5", "AO-8.2")
def test_the_orders_by_name():
    """The leader never defers; the two who are level never wait for each other, only for the leader."""
    assert {order for order, _ in all_orders(final_turns(3))} == {("red", "blue", "green", "yellow")}
    assert {order for order, _ in all_orders(final_turns(2))} == {
        ("yellow", "red", "blue", "green"),
        ("red", "blue", "green", "yellow"),
    }
    assert {order for order, _ in all_orders(final_turns(1))} == {
        ("green", "yellow", "red", "blue"),
        ("green", "red", "blue", "yellow"),
        ("yellow", "red", "blue", "green"),
        ("red", "blue", "green", "yellow"),
    }


# ── An eleventh island ──────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-11.6", "AO-4.5")
def test_who_has_ten_islands_and_gains_another_wins_on_the_spot():
    """Nuridan is the eleventh: blue's bridge and the stone stay there, and the points are what they were."""
    pieces = f"{built('red', TEN)} no:red jn:blue"
    match = table(seats=4, bridges=pieces, red="na", points=(1, 2, 3, 0), lying={"n": "kane"})
    assert control(match) == dict.fromkeys("abcdefghmp", "red")
    play(match, "red: play n c")
    assert (winner(match), match.outcome.reason, match.moves) == ("red", "eleventh_island", [])
    assert (control(match), "jn:blue" in bridges(match)) == (dict.fromkeys("abcdefghmp", "red"), True)
    assert match.show(0)["islands"][13]["stone"] == "kane"
    assert (match.outcome.points, match.outcome.places) == ((1, 2, 3, 0), (1, 3, 2, 4))


@pytest.mark.rule("AO-11.6", "AO-4.5")
def test_who_has_nine_islands_and_gains_two_at_once_wins_as_well():
    match = table(bridges=built("red", f"{EIGHT} cn no") + " km:blue", red="m")
    assert control(match) == dict.fromkeys("abcdefghn", "red")
    play(match, "red: play m p")
    assert (winner(match), match.outcome.reason) == ("red", "eleventh_island")
    assert "km:blue" in bridges(match)


@pytest.mark.rule("AO-11.6", "AO-4.5")
@pytest.mark.parametrize(
    ("pieces", "hand_of_red", "action"),
    [
        (EIGHT, "m", "play m p"),  # two more than eight
        (f"{EIGHT} cn no", "p", "play p o"),  # one more than nine
        (f"{TEN} no", "g", "play g k"),  # none more than ten
    ],
)
def test_ten_islands_are_not_enough(pieces, hand_of_red, action):
    match = play(table(bridges=built("red", pieces), red=hand_of_red), f"red: {action}")
    assert (match.state.islands[0], match.over) == (10, False)


@pytest.mark.rule("AO-11.6", "AO-4.5", "AO-4.2")
def test_an_island_that_was_lost_does_not_count_towards_the_eleventh():
    """Red has ten islands, and loses Pakulea to an exchange; Nuridan is the tenth again."""
    match = table(bridges=f"{built('red', TEN)} no:red", turn="green", green="pp", red="nnn", open="ijkl")
    play(match, "green: exchange p h double; green: take i; reveal a")
    assert ("p" in control(match), match.state.islands[0]) == (False, 9)
    play(match, "red: play n c")
    assert (control(match)["n"], match.state.islands[0], match.over) == ("red", 10, False)


@pytest.mark.rule("AO-11.6", "AO-4.5")
@pytest.mark.parametrize("when", [{"round": 1}, {"round": 2}, {"final": True, "finished": "blue"}])
def test_the_win_is_immediate_in_any_round_and_by_an_exchange_or_kanaloa_too(when):
    pieces = f"{built('red', TEN)} no:red"
    assert play(table(bridges=f"{pieces} cn:blue", red="nn", **when), "red: exchange n c double").over
    if when != {"round": 1}:
        match = table(bridges=pieces, stones={"red": "kanaloa"}, points=(0, 9, 9), **when)
        assert winner(play(match, "red: kanaloa c n")) == "red"


@pytest.mark.rule("AO-11.6", "AO-4.5")
def test_others_who_are_level_share_a_place_after_an_eleventh_island():
    match = table(bridges=built("red", f"{TEN} no"), red="n", points=(0, 4, 4))
    assert play(match, "red: play n c").outcome.places == (1, 2, 2)


# ── Taking back, and a discard that is forced ───────────────────────────────────────────────────
@pytest.mark.rule("AO-11.6", "AO-6.2", "AO-4.2")
def test_a_bridge_is_taken_back_and_brings_an_island_elsewhere():
    """The bridge between A and B costs red Bolimau; on Nuridan it gains one and removes blue's bridge."""
    twenty = "ab ac ad ae al be cd ci df di dl eg eh el fi gl ij il jl no"
    match = table(bridges=built("red", twenty) + " jn:blue", red="na", blue="b", open="mmop")
    assert "play" not in {choice.split()[0] for choice in choices(match)}
    play(match, "red: take_back a b")
    assert (reserve(match, "red"), "b" in control(match)) == (1, False)
    play(match, "red: play n c")
    assert (control(match)["n"], reserve(match, "red"), reserve(match, "blue")) == ("red", 0, 20)
    assert "a b" not in " ".join(choices(match))  # neither to be built on nor taken back
    play(match, "red: take m; reveal p; blue: play b a")  # which bars nobody else
    assert "ab:blue" in bridges(match)


@pytest.mark.rule("AO-11.6", "AO-3.7", "AO-3.4")
@pytest.mark.parametrize("seats", [3, 4])
def test_a_discard_that_is_forced(seats):
    """Five cards of islands on which every slot is red: there is nothing to build, and no room to draw."""
    match = table(seats=seats, bridges=built("red", "ab be bh cn jn no"), red="bbbnn", open="mnop")
    assert choices(match) == ["discard b", "discard n"]
    assert refusal(match, "draw")[0] == "AO-3.6"
    assert refusal(match, "end")[0] == "AO-3.7"
    play(match, "red: discard n; red: take m")
    assert (unseen(match, "red"), hand(match, "red")) == ("n", "bbbmn")


# ── Stones ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-11.6", "AO-9.6")
def test_ku_takes_the_card_that_completes_an_exchange():
    match = table(round=2, bridges="no:blue jn:red", red="n", blue="ano", stones={"red": "ku"})
    assert "exchange" not in {choice.split()[0] for choice in choices(match)}
    play(match, "red: ku blue; red: steal o; red: exchange n o each")
    assert (control(match), hand(match, "red"), hand(match, "blue")) == ({"n": "red"}, "", "an")


@pytest.mark.rule("AO-11.6", "AO-9.7")
@pytest.mark.parametrize("seats", [3, 4])
def test_pele_leaves_all_hands_as_large_as_they_were(seats):
    hands = {"red": "ab", "blue": "ccd", "green": "", "yellow": "e"}
    hands = {colour: hands[colour] for colour in SEATS[:seats]}
    match = table(seats=seats, round=2, stones={"red": "pele"}, **hands)
    play(match, "red: pele; chance: plunder d" + "; chance: plunder e" * (seats == 4))
    assert hand(match, "red") == ("abd" if seats == 3 else "abde")
    play(match, "red: give a" + "; red: give b" * (seats == 4))
    assert [hand(match, colour) for colour in SEATS[:seats]] == (
        ["bd", "acc", ""] if seats == 3 else ["de", "acc", "", "b"]
    )


@pytest.mark.rule("AO-11.6", "AO-9.8")
def test_lono_takes_the_last_card_of_the_second_round():
    """Red plays on with it, ends without a draw, and comes last among the final turns."""
    match = table(round=2, open="p", bag="", points=(5, 6, 7), stones={"red": "lono"})
    play(match, "red: lono p; red: play p o")
    assert (phase(match), choices(match), match.state.final) == ("turn", ["end"], 0)
    assert refusal(match, "defer")[0] == "AO-8.2"
    play(match, "red: end; blue: defer; green: end; red: end; blue: end")
    assert (match.over, match.state.finished[:3].tolist()) == (True, [2, 3, 1])


@pytest.mark.rule("AO-11.6", "AO-8.2", "AO-9.3")
@pytest.mark.parametrize(("god", "gained"), [("kane", 1), ("ku", 0)])
def test_kane_in_a_final_turn_and_who_may_then_defer(god, gained):
    """Green waits for red, but not for blue whom Kane has put ahead: blue has had the turn."""
    pieces = {"bridges": "ab:blue", "blue": "b", "lying": {"b": god}}
    match = table(seats=4, final=True, turn="blue", points=(8, 7, 7, 7), **pieces)
    play(match, "blue: play b e")
    assert points(match) == (8, 7 + gained, 7, 7)
    assert refusal(match, "defer") == ("AO-8.2", "You have begun your final turn.")
    play(match, "blue: end; green: defer; yellow: end; red: end")
    assert mover(match) == "green"
    assert refusal(match, "defer")[0] == "AO-8.2"


# ── What is still known ─────────────────────────────────────────────────────────────────────────
def red_hand(match, seat):
    """What a seat knows of red's hand: the cards, and where those may be that it is not sure of."""
    shown = match.show(seat)
    unsure = [one for one in shown["remembered"] if one["in"] != ["red"]]
    return "".join(shown["players"][0]["hand"]), unsure


def discarding(card):
    """Red has taken M from the open cards; in the next turn red discards a card unseen."""
    match = table(red="aab", open="mnop", bag="cccddd")
    play(match, "red: take m; reveal c; blue: draw; deal c; green: draw; deal d")
    assert [red_hand(match, seat) for seat in EVERYBODY] == [("aabm", []), *[("m???", [])] * 3]
    return play(match, f"red: discard {card}")


@pytest.mark.rule("AO-11.6", "AO-10.2")
@pytest.mark.parametrize("card", ["a", "b", "m"])
def test_after_an_unseen_discard_a_known_card_is_in_the_hand_or_in_the_discard(card):
    match = discarding(card)
    unsure = [{"card": "m", "in": ["red", "discard of red"]}]
    for seat in (1, 2, WATCHER):
        assert red_hand(match, seat) == ("???", unsure)
    assert match.show(0)["players"][0]["unseen"] == [card]


@pytest.mark.rule("AO-11.6", "AO-10.2")
@pytest.mark.parametrize("seat", [1, 2, WATCHER])
def test_what_others_know_does_not_depend_on_which_card_it_was(seat):
    shown = [discarding(card).show(seat) for card in "abm"]
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.rule("AO-11.6", "AO-10.2")
def test_when_the_known_card_is_played_nothing_is_left_to_remember():
    match = play(discarding("a"), "red: play m p")
    for seat in (1, 2, WATCHER):
        assert red_hand(match, seat) == ("??", [])


@pytest.mark.rule("AO-11.6", "AO-10.2", "AO-10.3")
def test_both_are_possible_in_the_worlds_that_others_imagine():
    match = discarding("a")
    found = {"m" in hand(match.world(1, seed), "red") for seed in range(60)}
    assert found == {True, False}
    for seed in range(60):
        world = match.world(1, seed)
        assert "m" in hand(world, "red") + unseen(world, "red")
