"""Smaller matches of Trésor (TR-8.3), a miniature whose deals are all known, and one whose courses are.

The first: three players, each with one detachment in the cave, a season of one turn; two empty chests and two
full ones, three Botte secrète and three Bestioles.

The second: three players, each with one detachment in zone 10, and a single turn: that of seat 0, whose five
points are what it takes to fetch a chest and to bring it back to zone 10, unless somebody is superstitious.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

import pytest
from scipy.stats import chisquare
from tests.games.test_perft import perft
from tests.soak import LAST_TURN, VOYAGE

from archipel.core.chance import dice
from archipel.core.game import GameError
from archipel.core.match import Match
from archipel.core.record import CHANCE, Pool
from archipel.core.rule import COMPILED
from archipel.games import game

TRESOR = game("tresor")
COURSES = 90_466  # of the single turn
WORLDS = 4000 if COMPILED else 600
UNLIKELY = 1e-5  # of each test, of which there are some dozens


# ── The option ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-8.3")
def test_a_voyage_says_with_what_a_match_begins():
    match = Match(TRESOR, 3, {"voyage": VOYAGE, "first": "la_buse"})
    s = match.state
    assert s.detachments == 1
    assert s.place[:3, 0].tolist() == [12, 12, 12]
    assert s.turns[:3].tolist() == [59, 59, 59]
    assert (s.cave_size, s.cave_full, s.removed.tolist()) == (4, 2, [22, 10])
    assert (s.deck_size, s.up.sum()) == (6, 21)
    for action in ("deal bestioles", "deal bestioles", "deal botte_secrete", "find full", "find empty"):
        match.step(match.read(action))
    assert [match.spell(move) for move in match.moves] == ["find empty", "find full"]
    assert match.ways == [1, 1]


@pytest.mark.rule("TR-8.3")
@pytest.mark.parametrize("seats", TRESOR.seats)
def test_a_short_season_is_soon_over(seats):
    match = Match(TRESOR, seats, {"voyage": {"season": 2}}, seed=1)
    while not match.over:
        match.step(match.moves[-1])
    assert match.outcome.reason == "season"
    assert match.state.turns[:seats].tolist() == [60] * seats


@pytest.mark.rule("TR-8.3", "TR-7.3")
@pytest.mark.parametrize(("first", "left"), [("la_buse", [2, 1, 1]), ("le_hardi", [1, 1, 2])])
def test_turns_may_be_counted_in_all(first, left):
    match = Match(TRESOR, 3, {"voyage": {"turns": 4}, "first": first}, seed=1)
    begun = [int(match.to_move)]
    assert (60 - match.state.turns[:3]).tolist() == [n - (seat == begun[0]) for seat, n in enumerate(left)]
    while not match.over:
        had = match.state.turns[:3].tolist()
        match.step(match.moves[-1])
        begun += [seat for seat in range(3) if match.state.turns[seat] > had[seat]]
    assert begun == [(begun[0] + i) % 3 for i in range(4)]
    assert match.outcome.reason == "season"
    assert match.state.turns[:3].tolist() == [60, 60, 60]


@pytest.mark.rule("TR-8.3")
@pytest.mark.parametrize("seats", TRESOR.seats)
def test_a_voyage_that_changes_nothing_is_the_whole_match(seats):
    whole, same = (Match(TRESOR, seats, {"voyage": voyage}, seed=1) for voyage in ("standard", {"zone": 0}))
    assert whole.state_bytes() == same.state_bytes()


@pytest.mark.rule("TR-8.3")
@pytest.mark.parametrize(
    ("voyage", "problem"),
    [
        (7, "a voyage is"),
        ({"wind": 3}, "unknown word 'wind' in the voyage"),
        ({"season": 0}, "season is 0, not a number from 1 to 60"),
        ({"season": True}, "season is True, not a number"),
        ({"turns": 0}, "turns is 0, not a number from 1 to 60"),
        ({"turns": 61}, "turns is 61, not a number from 1 to 60"),
        ({"turns": 3, "season": 1}, 'say "season", .* or "turns", .* but not both'),
        ({"turns": 3}, "it must be known who begins: name a ship as first"),
        ({"detachments": 7}, "detachments is 7, not a number from 1 to 6"),
        ({"zone": 13}, "zone is 13, not a number from 0 to 12"),
        ({"chests": 3}, '"chests" must be an object'),
        ({"chests": {"empty": 3}}, '"chests" must be an object'),
        ({"chests": {"empty": 3, "full": 0}}, "chests: full is 0, not a number from 1 to 12"),
        ({"tricks": "bestioles"}, '"tricks" must be a list'),
        ({"tricks": ["bestioles", "rum"]}, "there is no trick 'rum'"),
        ({"tricks": [3]}, "there is no trick '3'"),
        ({"tricks": ["longue_vue"] * 2}, "longue_vue stands there 2 times; the box has 1"),
        ({"tricks": ["bestioles"]}, "3 players need 3 tricks; this voyage has 1"),
    ],
)
def test_a_voyage_that_cannot_be(voyage, problem):
    with pytest.raises(GameError, match=problem):
        Match(TRESOR, 3, {"voyage": voyage})


@pytest.mark.rule("TR-8.3", "TR-8.1")
def test_souquez_ferme_leaves_somebody():
    with pytest.raises(GameError, match="nobody would have a detachment"):
        Match(TRESOR, 5, {"voyage": {"detachments": 1}, "souquez_ferme": True})


# ── The tree ────────────────────────────────────────────────────────────────────────────────────
BOTTE, BESTIOLES, SUPERSTITION = "b", "w", "s"  # stronger, weaker, and back
CAVE, CAMP = 12, 10  # the camp: where all begin, and the others stay


class Turn(NamedTuple):
    """The only turn: the detachment of seat 0, what everybody holds, and who has made a demand."""

    hands: tuple[str, ...]
    deck: str
    swapped: bool = False
    place: int = CAMP
    points: int = 5
    loaded: bool = False
    slowed: bool = False  # the point for moving loaded is paid
    demanded: tuple[int, ...] = ()

    def holding(self, seat: int, trick: str) -> Turn:
        return self._replace(hands=(*self.hands[:seat], trick, *self.hands[seat + 1 :]))


class Confrontation(NamedTuple):
    """Who is on which side, +1 with the demander and -1 with seat 0; and what tricks have added to each."""

    demander: int
    sides: tuple[int, ...]
    added: dict[int, int]

    def with_trick(self, side: int, strength: int) -> Confrontation:
        return self._replace(added={**self.added, side: self.added[side] + strength})


def moving(turn: Turn) -> int:
    """Every course from where seat 0 may move (TR-3) or take another trick (TR-6.1)."""
    total = 0
    if not turn.swapped:
        for trick in set(turn.deck):
            after = turn.holding(0, trick)._replace(deck=turn.deck.replace(trick, "", 1), swapped=True)
            total += moving(after)
    extra = turn.loaded and not turn.slowed
    zones = range(1, 1 + min(turn.place if turn.loaded else CAVE - turn.place, turn.points - extra))
    for far in zones:
        after = turn._replace(
            place=turn.place + (-far if turn.loaded else far),
            points=turn.points - far - extra,
            slowed=turn.loaded or turn.slowed,
        )
        if after.place == CAVE:
            total += 2 * moving(after._replace(loaded=True))  # TR-4.1: an empty chest or a full one
        else:
            total += reacting(after, 1, 0)
    return total if zones else total + closing(turn, 0, 0)


def reacting(turn: Turn, seat: int, silent: int) -> int:
    """Anybody may send the detachment back (TR-6.2, TR-6.5); who is not asked passes, here and below."""
    if silent == 3:
        return moving(turn)
    total = reacting(turn, (seat + 1) % 3, silent + 1)
    if turn.hands[seat] == SUPERSTITION and turn.place != CAVE:
        back = turn.place + (1 if turn.loaded else -1)
        total += reacting(turn.holding(seat, "")._replace(place=back), (seat + 1) % 3, 0)
    return total


def closing(turn: Turn, seat: int, silent: int) -> int:
    """The two in the camp may demand the chest of seat 0, if it is there, once each (TR-5.2, TR-5.3)."""
    if silent == 3:
        return 1
    total = closing(turn, (seat + 1) % 3, silent + 1)
    if seat != 0 and seat not in turn.demanded and turn.loaded and turn.place == CAMP:
        after, trick = turn._replace(demanded=(*turn.demanded, seat)), turn.hands[seat]
        for joins in (0, 1):  # TR-5.4
            sides = (-1, 1, joins) if seat == 1 else (-1, joins, 1)
            here = Confrontation(seat, sides, {1: 0, -1: 0})
            total += supporting(after, here, 0, 0)
            if trick == BOTTE:
                total += supporting(after.holding(seat, ""), here.with_trick(1, 1), 0, 0)
            if trick == BESTIOLES:
                total += supporting(after.holding(seat, ""), here.with_trick(-1, -1), 0, 0)
    return total


def supporting(turn: Turn, here: Confrontation, seat: int, silent: int) -> int:
    """All may play tricks (TR-5.5); then the sides are counted (TR-5.6)."""
    left = (seat + 1) % 3
    if silent == 3:
        aggressors, defender = (max(0, here.sides.count(side) + here.added[side]) for side in (1, -1))
        # An opened chest leaves nothing to demand, and who must lose a detachment has but one.
        return 1 if aggressors > defender else closing(turn, (here.demander + 1) % 3, 0)
    total = supporting(turn, here, left, silent + 1)
    trick, own = turn.hands[seat], here.sides[seat]
    if trick == BOTTE and own:
        total += supporting(turn.holding(seat, ""), here.with_trick(own, 1), left, 0)
    if trick == BESTIOLES:
        for side in {1, -1} - {own}:
            total += supporting(turn.holding(seat, ""), here.with_trick(side, -1), left, 0)
    return total


def counted_by_hand() -> int:
    """Every course of the single turn, without its rules."""
    total, tricks = 0, BOTTE * 2 + BESTIOLES + SUPERSTITION * 2
    for hands in set(permutations(tricks, 3)):
        deck = Counter(tricks) - Counter(hands)
        total += moving(Turn(hands, "".join(deck.elements())))
    return total


def single_turn() -> Match:
    return Match(TRESOR, 3, {"voyage": LAST_TURN, "first": "la_buse"})


@pytest.mark.rule("TR-8.3")
@pytest.mark.skipif(not COMPILED, reason="many courses")
def test_the_tree_is_the_one_counted_by_hand():
    """To the end, and not a leaf more: 36 actions are the most there are."""
    assert counted_by_hand() == COURSES
    assert perft(single_turn(), 36) == perft(single_turn(), 60) == COURSES


# ── Information sets ────────────────────────────────────────────────────────────────────────────
def deals(match: Match) -> Iterator[tuple[Match, int]]:
    """Every deal until somebody has to choose, and in how many ways it comes about."""
    if match.to_move != CHANCE:
        yield match, 1
        return
    for move, ways in zip(match.moves, match.ways, strict=True):
        after = match.branch()
        after.step(move)
        for end, more in deals(after):
            yield end, ways * more


@pytest.mark.rule("TR-8.3")
@pytest.mark.parametrize("seat", range(3))
def test_a_world_is_as_likely_as_the_deals_that_lead_to_it(seat):
    """What a seat can see when all have their trick and their chest, and all that can lie behind it."""
    sets: dict[bytes, Counter[bytes]] = {}
    looks: dict[bytes, Match] = {}
    total = 0
    for match, ways in deals(Match(TRESOR, 3, {"voyage": VOYAGE, "first": "la_buse"})):
        view = match.look(seat).bytes(0)
        sets.setdefault(view, Counter())[match.state_bytes()] += ways
        looks[view] = match
        total += ways
    assert total == 6 * 5 * 4 * (4 * 3 * 2)  # three tricks and three chests, each a piece
    assert len(sets) == 2 * 2  # one's own trick and one's own chest
    for view, worlds in sets.items():
        assert len(worlds) == 2**2 * 3  # the tricks of the others; of three chests two, one of them unlike
        drawn = draw_worlds(looks[view], seat)
        assert set(drawn) == set(worlds)
        expected = [ways / worlds.total() * WORLDS for ways in worlds.values()]
        assert chisquare([drawn[world] for world in worlds], expected).pvalue > UNLIKELY


def choices(match: Match, weight: int = 1) -> Iterator[tuple[Match, int]]:
    """Every position of every course in which a player has a choice, and how many ways chance has to it."""
    if match.to_move != CHANCE and len(match.moves) > 1:
        yield match, weight
    ways = match.ways if match.to_move == CHANCE else [1] * len(match.moves)
    for move, more in zip(match.moves, ways, strict=True):
        after = match.branch()
        after.step(move)
        yield from choices(after, weight * more)


def information_sets() -> list[list[tuple[Match, int]]]:
    """For all that a player with a choice can see: the worlds behind it, and how many ways lead to each."""
    sets: dict[bytes, dict[bytes, Match]] = {}
    weights = Counter[bytes]()
    for match, ways in choices(single_turn()):
        weights[match.state_bytes()] += ways
        sets.setdefault(match.look(match.to_move).bytes(0), {})[match.state_bytes()] = match
    return [[(match, weights[world]) for world, match in worlds.items()] for worlds in sets.values()]


@pytest.mark.rule("TR-8.3", "TR-9.4")
@pytest.mark.skipif(not COMPILED, reason="many courses")
def test_a_world_is_as_likely_as_the_ways_it_comes_about():
    """Every fourth information set of the single turn in which who chooses does not know everything."""
    hidden = [worlds for worlds in information_sets() if len(worlds) > 1]
    assert Counter(worlds[0][0].to_move for worlds in hidden) == {0: 620, 1: 464, 2: 496}
    for worlds in hidden[::4]:
        match = worlds[0][0]
        drawn = draw_worlds(match, match.to_move, 600)
        assert set(drawn) == {world.state_bytes() for world, _ in worlds}
        share = drawn.total() / sum(ways for _, ways in worlds)
        expected = [ways * share for _, ways in worlds]
        found = [drawn[world.state_bytes()] for world, _ in worlds]
        assert chisquare(found, expected).pvalue > UNLIKELY / len(hidden)


def draw_worlds(match: Match, seat: int, count: int = WORLDS) -> Counter[bytes]:
    """Worlds behind what a seat sees."""
    rng, drawn = dice(7), Counter[bytes]()
    view, world = match.look(seat), Pool(TRESOR.rules.STATE, 1)
    for _ in range(count):
        world[0] = view[0]
        TRESOR.loops.imagine(world.raw, seat, rng)
        drawn[world.bytes(0)] += 1
    return drawn
