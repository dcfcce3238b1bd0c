"""Matches of Arabana-Opodopo that begin late (AO-2.4), and a miniature of which every course is known.

Three players; five cards are left, of two small islands that have no neighbour in common: Bolimau, where red
and blue have a bridge and a slot is free, and Fenuati, the same with blue and green.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from tests.games.arabana_opodopo.test_worlds import (
    UP,
    Lie,
    World,
    at_first,
    followed,
    likelihood,
    moved,
    ways_of,
    world_in,
)
from tests.games.test_perft import perft
from tests.soak import LATE, TWO_ISLANDS, late_board

from archipel.core.game import GameError
from archipel.core.laws import worlds
from archipel.core.match import Match
from archipel.core.rule import COMPILED
from archipel.games import game
from archipel.games.arabana_opodopo.options import FILE

ARABANA = game("arabana-opodopo")
STANDARD = json.loads(FILE.read_text("utf-8"))
COURSES = 166_706
DRAWN = 400  # worlds for each view
UNLIKELY = 1e-4  # a chi-square test that fails once in ten thousand times
RED, BLUE, GREEN = range(3)


def begin(board: Any = TWO_ISLANDS, seats: int = 3) -> Match:
    return Match(ARABANA, seats, {"board": board})


# ── The option ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-2.4")
def test_a_match_can_begin_late():
    match = begin(LATE, 4)
    shown = match.show(0)
    assert (shown["round"], shown["bag"]) == (2, 8)
    assert [player["hand"] for player in shown["players"]] == [[], [], [], []]
    assert shown["open"] == {"b": 1, "c": 1, "l": 2}
    assert sum(shown["discard"]["face_up"].values()) == 48 - 4 - 8
    assert [player["reserve"] for player in shown["players"]] == [17, 17, 18, 20]
    assert [player["points"] for player in shown["players"]] == [0, 0, 0, 0]
    control = {island["island"]: island["control"] for island in shown["islands"]}
    assert control.pop("b") == "red"  # two of three slots
    assert set(control.values()) == {None}
    assert [match.spell(move) for move in match.moves] == [
        f"begin {p}" for p in ("red", "blue", "green", "yellow")
    ]


@pytest.mark.rule("AO-2.4", "AO-8.1")
def test_it_ends_with_the_second_round():
    """A card for each of five turns, then a final turn for everybody."""
    match = begin()
    for action in (
        "begin green",
        "take b",
        "reveal f",
        "draw",
        "deal b",
        "take f",
        "reveal b",
        "draw",
        "deal f",
        "take b",
    ):
        match.step(match.read(action))
    assert match.state.final
    for _ in range(3):
        match.step(match.read("end"))
    assert match.over


@pytest.mark.rule("AO-2.4")
@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"open": ["B", "Q"]}, '"open" must be a list of letters from A to P'),
        ({"bag": "BB"}, '"bag" must be a list of letters'),
        ({"bag": [2]}, '"bag" must be a list of letters'),
        ({"open": ["A", "B", "C", "D", "E"]}, "5 cards lie open, more than 4"),
        ({"open": ["B", "b"], "bag": ["B", "B"]}, "there are 4 cards of B, not 3 at most"),
        ({"open": [], "bag": []}, "no card is left to draw"),
        (
            {"edges": [{**edge, "bridge": "black"} for edge in STANDARD["edges"]]},
            "edge 1: bridge is 'black', not one",
        ),
        ({"edges": [{**edge, "bridge": "red"} for edge in STANDARD["edges"]]}, "bridges stand only where"),
    ],
)
def test_a_late_beginning_that_cannot_be_written(wrong, problem):
    with pytest.raises(GameError, match=problem):
        begin({**STANDARD, **wrong})


@pytest.mark.rule("AO-2.4")
def test_a_late_beginning_that_cannot_be_played():
    yellow = late_board({"AB": "yellow"}, bag=["B"])
    assert begin(yellow, 4).moves
    with pytest.raises(GameError, match="yellow stands on this board, but nobody plays yellow"):
        begin(yellow)
    with pytest.raises(GameError, match="The gods have no part"):
        Match(ARABANA, 3, {"board": TWO_ISLANDS, "gods": True})
    everywhere = [{**edge, "bridge": "red"} for edge in STANDARD["edges"]]
    with pytest.raises(GameError, match="red has 37 bridges and 16 islands on this board"):
        begin({**STANDARD, "edges": everywhere, "bag": ["B"]})


# ── The tree ────────────────────────────────────────────────────────────────────────────────────
Slots = tuple[int | None, ...]


def built(slots: Slots, place: int, seat: int) -> Slots:
    """A bridge on one of an island's three slots; a second one takes control and removes all others'."""
    after = (*slots[:place], seat, *slots[place + 1 :])
    return tuple(owner if owner == seat else None for owner in after) if slots.count(seat) == 1 else after


def without(cards: str, card: str, count: int = 1) -> str:
    return cards.replace(card, "", count)


def plays(islands: dict[str, Slots], hand: str, seat: int) -> Iterator[tuple[dict[str, Slots], str]]:
    """Every play of a card on a free slot, or of two alike in place of another's bridge."""
    for card in sorted(set(hand)):
        for place, owner in enumerate(islands[card]):
            cost = 1 if owner is None else 2
            if owner != seat and hand.count(card) >= cost:
                yield islands | {card: built(islands[card], place, seat)}, without(hand, card, cost)


def draws(row: str, bag: str) -> Iterator[tuple[str, str, str]]:
    """Every card that can be drawn, and what is left of the open ones and of the bag."""
    for card in sorted(set(row)):
        for new in sorted(set(bag)) or [""]:
            yield card, without(row, card) + new, without(bag, new)
    for card in sorted(set(bag)):
        yield card, row, without(bag, card)


@cache
def courses(
    b: Slots, f: Slots, hands: tuple[str, ...], seat: int, left: tuple[str, str], kept: bool, ended: int
) -> int:
    """Every course from here on; `kept`: no card was discarded in this turn; `ended`: final turns so far."""
    if ended == 3:
        return 1
    hand = hands[seat]

    def then(islands: dict[str, Slots], hand: str, kept: bool) -> int:
        return courses(
            islands["b"], islands["f"], (*hands[:seat], hand, *hands[seat + 1 :]), seat, left, kept, ended
        )

    islands = {"b": b, "f": f}
    total = sum(then(after, rest, kept) for after, rest in plays(islands, hand, seat))
    total += sum(then(islands, without(hand, card), False) for card in set(hand) if kept)

    def passed(hand: str, left: tuple[str, str], ended: int) -> int:
        table = (*hands[:seat], "".join(sorted(hand)), *hands[seat + 1 :])
        return courses(b, f, table, (seat + 1) % 3, left, True, ended)

    if left == ("", ""):
        return total + passed(hand, left, ended + 1)
    return total + sum(passed(hand + card, (row, bag), ended) for card, row, bag in draws(*left))


def counted_by_hand() -> int:
    """Every course of the miniature, without its rules: nobody ever has five cards or lacks a bridge."""
    bolimau, fenuati = (RED, BLUE, None), (BLUE, GREEN, None)
    return sum(courses(bolimau, fenuati, ("", "", ""), seat, ("b", "bbff"), True, 0) for seat in range(3))


@pytest.mark.rule("AO-2.4")
@pytest.mark.skipif(not COMPILED, reason="many courses")
def test_the_tree_is_the_one_counted_by_hand():
    """To the end, and not a leaf more."""
    assert counted_by_hand() == COURSES
    assert perft(begin(), 30) == perft(begin(), 40) == COURSES


# ── Information sets ────────────────────────────────────────────────────────────────────────────
def told(lies: set[Lie], match: Match, move: int, seat: int) -> set[Lie]:
    """Where the cards can lie after a move; here an exchange is paid for with two cards alike."""
    verb, card, *_ = (*match.spell(move).split(), "")
    if verb != "exchange":
        return followed(lies, match, move, seat)
    hand = ("hand", int(match.state.turn))
    return moved(moved(lies, card, hand, UP), card, hand, UP)


def positions(match: Match, lies: set[Lie], seat: int) -> Iterator[tuple[Match, set[Lie]]]:
    """Every position in which a seat is to move, and where all cards can then lie."""
    if match.over:
        return
    if match.to_move == seat:
        yield match, lies
    for move in match.moves:
        then = match.branch()
        then.step(move)
        yield from positions(then, told(lies, match, move, seat), seat)


@pytest.mark.rule("AO-2.4", "AO-10.3")
@pytest.mark.skipif(not COMPILED, reason="many courses")
@pytest.mark.parametrize(("seat", "sets"), [(RED, 320), (BLUE, 3384), (GREEN, 231)])
def test_a_world_is_as_likely_as_the_ways_it_comes_about(seat, sets):
    """Every information set in which a player is to move and something is hidden, if red begins."""
    match = begin()
    match.step(match.read("begin red"))
    (lie,) = at_first(match.state, seat)
    first = frozenset((place, card) for place, card in lie if place != UP)
    found: dict[bytes, tuple[Match, dict[World, int]]] = {}
    for here, lies in positions(match, {first}, seat):
        ways = ways_of(lies, 3, seat)
        view = here.look(seat).bytes(0)
        assert found.setdefault(view, (here, ways))[1] == ways  # whatever the course that led there
    hidden = [(here, ways) for here, ways in found.values() if len(ways) > 1]
    assert len(hidden) == sets
    for number, (here, ways) in enumerate(hidden[:: max(1, sets // 400)]):
        drawn = type(ways)(world_in(pool[0], seat) for pool in worlds(here, seat, DRAWN, number))
        assert set(drawn) == set(ways)
        assert likelihood(drawn, ways) > UNLIKELY / sets
