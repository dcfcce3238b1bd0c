"""Possible worlds are as likely as the ways their cards can lie on the table.

Every world behind a view is enumerated, with the number of ways in which the unseen cards, each a piece
of cardboard of its own, can lie so; many worlds are drawn and held against that by a chi-square test.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

import pytest
from scipy.stats import chisquare
from tests.soak import deck

from archipel.core.chance import dice
from archipel.core.laws import random_match, walk, worlds
from archipel.core.match import Match
from archipel.core.record import HIDDEN, WATCHER, Pool
from archipel.core.rule import COMPILED
from archipel.games import game
from archipel.games.costa_ruana.parts import CARDS
from archipel.games.costa_ruana.state import ACTIVE, CONDITION, FACE_DOWN, NATIVE

RUANA = game("costa-ruana")
KINDS = [("return_1", "day"), ("return_1", "day"), ("return_2", "night"), ("move_treasure", "high_tide")]
FEW, MORE, LONG = (deck(KINDS, [2] * size) for size in (24, 36, 41))
DRAWS = 20_000 if COMPILED else 6_000

World = tuple[tuple[int, ...], ...]
"""The cards in each hidden place: hands in ascending order, then the cards face down, one by one."""


# ── Situations ──────────────────────────────────────────────────────────────────────────────────
def reach(
    phase: int, round: int = 0, laid: int = 0, seats: int = 2, deck: dict = FEW, seed: int = 3
) -> Match:
    """A random match that has come to a phase of a round, with so many cards on the table."""
    match, chooser = Match(RUANA, seats, {"deck": deck}, seed), random.Random(seed)
    while (match.state.phase, match.state.round, match.state.laid) != (phase, round, laid):
        match.step(chooser.choice(match.moves))
    return match


def dealt(count: int) -> Match:
    """A match in the middle of the deal."""
    match, chooser = Match(RUANA, 2, {"deck": FEW}), random.Random(count)
    for _ in range(count):
        match.step(chooser.choices(match.moves, match.ways)[0])
    return match


SITUATIONS: dict[str, tuple[Callable[[], Match], int]] = {
    "mid-deal, before one's own first card": (lambda: dealt(4), 1),
    "mid-deal, with two cards of one's own": (lambda: dealt(7), 1),
    "mid-deal, for a watcher": (lambda: dealt(8), WATCHER),
    "one card face down": (lambda: reach(FACE_DOWN, laid=3), 0),
    "both cards face down": (lambda: reach(NATIVE, laid=4), 0),
    "both cards face down, for a watcher": (lambda: reach(NATIVE, laid=4), WATCHER),
    "in the fourth round": (lambda: reach(CONDITION, round=3, laid=6, seats=3, deck=MORE), 0),
    "in the fourth round, for a watcher": (lambda: reach(CONDITION, round=3, laid=4), WATCHER),
    "in the last round": (lambda: reach(NATIVE, round=4, laid=6, seats=3, deck=MORE), 1),
    "in the last round, for a watcher": (lambda: reach(NATIVE, round=4, laid=4), WATCHER),
    "with cards that nobody will see": (lambda: reach(NATIVE, round=4, laid=4, deck=LONG), 0),
}


# ── Enumerating ─────────────────────────────────────────────────────────────────────────────────
def places(match: Match, seat: int) -> tuple[list[int], list[int]]:
    """The seats whose hands are hidden from a seat, and the numbers of the hidden cards on the table."""
    view = match.view(seat)
    hands = [other for other in range(match.seats) if HIDDEN in view.hand[other]]
    return hands, [number for number in range(view.laid) if view.table[number] == HIDDEN]


def unseen(match: Match, seat: int) -> Counter[int]:
    """The cards that a seat has not seen: what truly lies in the hidden places, and in the pile."""
    hands, table = places(match, seat)
    s = match.state
    cards = Counter({card: int(s.pile[card]) for card in range(CARDS)})
    cards.update(int(card) for other in hands for card in s.hand[other, : s.hand_size[other]])
    cards.update(int(s.table[number]) for number in table)
    return +cards


def sizes(match: Match, seat: int) -> list[int]:
    hands, table = places(match, seat)
    return [int(match.state.hand_size[other]) for other in hands] + [1] * len(table)


def enumerate_worlds(cards: Counter[int], sizes: list[int]) -> Iterator[tuple[World, int]]:
    """Every world, and in how many ways it can come about: any cards in the first place, and so on."""
    if not sizes:
        yield (), 1
        return
    for chosen in combinations_with_replacement(sorted(cards), sizes[0]):
        counts = Counter(chosen)
        ways = 1
        for card, count in counts.items():
            ways *= comb(cards[card], count)
        if ways:
            for rest, more in enumerate_worlds(cards - counts, sizes[1:]):
                yield (chosen, *rest), ways * more


def world_in(match: Match, seat: int, state: Pool) -> World:
    """The world that a state is, for a seat."""
    hands, table = places(match, seat)
    s = state[0]
    laid = [(int(s.table[number]),) for number in table]
    return (*(tuple(map(int, s.hand[other, : s.hand_size[other]])) for other in hands), *laid)


def test_the_enumeration_is_right():
    """Against moving pieces of cardboard about one by one."""
    cards, places = Counter({5: 3, 9: 2, 11: 1}), [2, 2, 1]
    pieces = [(card, copy) for card, count in cards.items() for copy in range(count)]
    counted: Counter[World] = Counter()
    for first in combinations(pieces, 2):
        left = [piece for piece in pieces if piece not in first]
        for second in combinations(left, 2):
            for third in permutations([piece for piece in left if piece not in second], 1):
                counted[
                    tuple(tuple(sorted(card for card, _ in part)) for part in (first, second, third))
                ] += 1
    assert dict(enumerate_worlds(cards, places)) == counted


# ── Uniformity ──────────────────────────────────────────────────────────────────────────────────
def likelihood(drawn: Counter[World], ways: dict[World, int]) -> float:
    """How likely it is to draw worlds that differ at least so much; rare ones are taken together."""
    assert set(drawn) <= set(ways), "an impossible world was drawn"
    total, draws = sum(ways.values()), sum(drawn.values())
    expected = {world: draws * count / total for world, count in ways.items()}
    common = [world for world in ways if expected[world] >= 5]
    rare = [world for world in ways if expected[world] < 5]
    observed = [drawn[world] for world in common] + [sum(drawn[world] for world in rare)] * bool(rare)
    wanted = [expected[world] for world in common] + [sum(expected[world] for world in rare)] * bool(rare)
    assert len(wanted) > 3
    return float(chisquare(observed, wanted).pvalue)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_worlds_are_as_likely_as_the_ways_they_come_about(situation):
    match, seat = SITUATIONS[situation][0](), SITUATIONS[situation][1]
    ways = dict(enumerate_worlds(unseen(match, seat), sizes(match, seat)))
    state, view, rng = Pool(RUANA.rules.STATE, 1), match.look(seat), dice(2024)
    drawn: Counter[World] = Counter()
    for _ in range(DRAWS):
        state[0] = view[0]
        RUANA.loops.imagine(state.raw, seat, rng)
        drawn[world_in(match, seat, state)] += 1
    assert likelihood(drawn, ways) > 1e-4


def by_kind(cards: Counter[int], sizes: list[int], chooser: random.Random) -> World:
    """A wrong way to draw: any kind of card that is left, however many there are of it."""
    left, world = Counter(cards), []
    for size in sizes:
        place = []
        for _ in range(size):
            place.append(chooser.choice([card for card, count in left.items() if count]))
            left[place[-1]] -= 1
        world.append(tuple(sorted(place)))
    return tuple(world)


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("wrong", ["any kind alike", "any world alike"])
def test_wrong_ways_to_draw_are_noticed(situation, wrong):
    match, seat = SITUATIONS[situation][0](), SITUATIONS[situation][1]
    cards, hidden, chooser = unseen(match, seat), sizes(match, seat), random.Random(1)
    ways = dict(enumerate_worlds(cards, hidden))
    if wrong == "any kind alike":
        drawn = Counter(by_kind(cards, hidden, chooser) for _ in range(6_000))
    else:
        drawn = Counter(chooser.choices(list(ways), k=6_000))
    assert likelihood(drawn, ways) < 1e-4


# ── Every card somewhere ────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("seats", RUANA.seats)
def test_every_world_has_every_card_of_the_deck_once(seats):
    match = random_match(RUANA, seats, {}, seats)
    for now in walk(RUANA, seats, {}, match.actions):
        if len(now.actions) % 5:
            continue
        for seat in (WATCHER, *range(seats)):
            for world in worlds(now, seat, 2, len(now.actions)):
                s = world[0]
                cards = Counter({card: int(s.pile[card] + s.discard[card]) for card in range(CARDS)})
                cards.update(
                    int(card) for other in range(seats) for card in s.hand[other, : s.hand_size[other]]
                )
                cards.update(int(s.table[number]) for number in range(s.laid) if s.fate[number] <= ACTIVE)
                assert [cards[card] for card in range(CARDS)] == s.deck.tolist()
                assert s.hut[:seats].tolist() == now.state.hut[:seats].tolist()
