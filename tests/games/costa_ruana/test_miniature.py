"""A miniature of Costa Ruana (CR-10.3), of which every course is known.

Two players, two islands, one round; six cards, *Place 1* by day and by night in three copies each, of which
each player is dealt two and lays both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import factorial, prod

import pytest
from scipy.stats import chisquare
from tests.games.test_perft import perft
from tests.soak import MINIATURE, SHORT, deck

from archipel.core.chance import dice
from archipel.core.game import GameError
from archipel.core.match import Match
from archipel.core.record import CHANCE, Pool
from archipel.core.rule import COMPILED
from archipel.games import game
from archipel.games.costa_ruana.parts import ISLANDS_FOR, NATIVES, ROOM
from archipel.games.costa_ruana.state import PLAY_DOWN, PLAY_UP

RUANA = game("costa-ruana")
COPIES = {"day": 3, "night": 3}
WORLDS = 3000  # drawn for each view
UNLIKELY = 1e-4  # a chi-square test that fails once in ten thousand times


def begin() -> Match:
    return Match(RUANA, 2, {"deck": MINIATURE})


# ── The option ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-10.3")
@pytest.mark.parametrize(
    ("rounds", "cards", "settlers", "seen"), [(1, 2, 0, 2), (2, 4, 1, 5), (3, 5, 2, 8), (4, 5, 3, 10)]
)
def test_a_short_match_is_the_end_of_a_long_one(rounds, cards, settlers, seen):
    size = {"rounds": rounds, "islands": 7}
    match = Match(RUANA, 3, {"deck": {**SHORT, **size}}, seed=1)
    assert match.view(0).hand_size[:3].tolist() == [cards] * 3
    assert len(match.show(0)["islands"]) == 7
    assert match.show(0)["round"] == 6 - rounds
    settled = 0
    while match.show(0)["phase"] == "settling":
        match.step(match.moves[0])
        settled += 1
    assert settled == 3 * settlers
    while not match.over:
        match.step(match.moves[0])
    dealt = sum(match.spell(action).startswith("deal ") for action in match.actions)
    assert dealt == 3 * seen
    assert sum(match.spell(action).startswith("turn ") for action in match.actions) == rounds


@pytest.mark.rule("CR-10.3")
@pytest.mark.parametrize(
    ("size", "problem"),
    [
        ({"rounds": 0}, "rounds is 0, not a number from 1 to 5"),
        ({"rounds": True}, "rounds is True, not a number"),
        ({"rounds": "2"}, "rounds is '2', not a number"),
        ({"islands": 1}, "islands is 1, not a number from 2 to 10"),
        ({"islands": 11}, "islands is 11, not a number from 2 to 10"),
    ],
)
def test_a_size_that_cannot_be(size, problem):
    with pytest.raises(GameError, match=problem):
        Match(RUANA, 2, {"deck": {**MINIATURE, **size}})


@pytest.mark.rule("CR-10.3")
def test_a_deck_must_suffice_for_its_rounds():
    assert Match(RUANA, 2, {"deck": MINIATURE}).moves
    with pytest.raises(GameError, match=r"2 players need 10 cards .* this deck has 6: 4 are missing"):
        Match(RUANA, 2, {"deck": {**MINIATURE, "rounds": 2, "islands": 3}})


@pytest.mark.rule("CR-10.3", "CR-5.10", "CR-5.11")
@pytest.mark.parametrize(
    ("seats", "rounds", "natives", "need"),
    # 3 copies and cards a round place 3 natives each: 9 in one round, all 10 in more.
    [(2, 1, 18, 4), (2, 2, 20, 4), (3, 2, 30, 6), (5, 1, 45, 8), (6, 2, 60, 10)],
)
def test_islands_that_could_be_full_are_refused(seats, rounds, natives, need):
    size = {"rounds": rounds, "islands": need}
    assert len(Match(RUANA, seats, {"deck": {**SHORT, **size}}, seed=1).show(0)["islands"]) == need
    few = f"bring {natives} natives .*: {need - 1} islands are too few, at least {need} are needed"
    with pytest.raises(GameError, match=few):
        Match(RUANA, seats, {"deck": {**SHORT, **size, "islands": need - 1}})


@pytest.mark.rule("CR-10.3", "CR-5.7")
def test_islands_that_could_be_bare_are_refused():
    moves = deck([("move_treasure", "day"), ("move_native", "night")], [2] * 24)
    assert Match(RUANA, 2, {"deck": {**moves, "islands": 2, "rounds": 4}}).moves
    with pytest.raises(GameError, match="2 islands may have no treasure left in round 5; play fewer rounds"):
        Match(RUANA, 2, {"deck": {**moves, "islands": 2, "rounds": 5}})


def test_the_islands_of_the_rulebook_are_never_too_few():
    for seats in RUANA.seats:
        assert ROOM * (ISLANDS_FOR[seats] - 1) >= NATIVES * seats


# ── The tree ────────────────────────────────────────────────────────────────────────────────────
def counted_by_hand() -> int:
    """Every course of the miniature, without its rules.

    Chance shows a side of two cards, makes both islands poor in one of two orders and names a Shaman. The
    four cards dealt are all laid, each before either player. If k of them are active, a seat can put a native
    on one of them, which doubles what follows, on one of the others or on none: 5 - k + 2 k ways. Each active
    card lets somebody place a native on one of two islands. Cards before the same player are taken in any
    order, which makes (k + 1)! ways in all to lay k cards and take them up.
    """

    def courses(active: int) -> int:
        placed = 2**active * (5 + active) ** 2
        return placed * factorial(active + 1) * 2 ** (4 - active)  # the others lie before either player, too

    total = 0
    for dealt in product(COPIES, repeat=4):
        if all(Counter(dealt)[side] <= COPIES[side] for side in COPIES):
            choices = len(set(dealt[:2])) * len(set(dealt[2:]))  # which of two cards to lay face up
            total += choices * sum(courses(dealt.count(side)) for side in COPIES)
    tides, poor, shamans, turned = 2, 2, 2, 2  # turned: each side shows in the end in two of four cases
    return total * tides * poor * shamans * turned


@pytest.mark.rule("CR-10.3")
@pytest.mark.skipif(not COMPILED, reason="nine million courses")
def test_the_tree_is_the_one_counted_by_hand():
    """To the end, and not a leaf more: 24 actions are the most there are."""
    assert counted_by_hand() == 9_295_872
    assert perft(begin(), 24) == perft(begin(), 30) == 9_295_872


# ── Information sets ────────────────────────────────────────────────────────────────────────────
def weigh(match: Match) -> Iterator[tuple[int, int]]:
    """The moves, and how likely each is: chance by its ways, a player any card of the hand alike."""
    if match.to_move == CHANCE:
        yield from zip(match.moves, match.ways, strict=True)
        return
    hand = Counter(match.state.hand[match.to_move].tolist())
    for move in match.moves:
        card = (move - (PLAY_UP if move < PLAY_DOWN else PLAY_DOWN)) // 6
        yield move, hand[card]


def histories(match: Match, actions: int) -> Iterator[tuple[Match, int]]:
    """Every course of so many actions, and its weight."""
    if actions == 0:
        yield match, 1
        return
    for move, weight in weigh(match):
        after = match.branch()
        after.step(move)
        for end, more in histories(after, actions - 1):
            yield end, weight * more


@pytest.fixture(scope="module")
def laid() -> list[tuple[Match, int]]:
    """Every course until all cards lie on the table, with one choice for what islands and seats share."""
    begun = begin()
    dealt = histories(begun, 4)
    found = []
    for match, weight in dealt:
        for action in ("show day", "show low_tide", "poor 1", "poor 2", "first red"):
            match.step(match.read(action))
        found += [(end, weight * more) for end, more in histories(match, 4)]
    return found


@pytest.mark.rule("CR-10.3")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_world_is_as_likely_as_the_courses_that_lead_to_it(laid, seat):
    """Every information set that a seat can be in when all cards lie: its worlds, and how likely each is."""
    sets: dict[bytes, Counter[bytes]] = {}
    for match, weight in laid:
        view = match.look(seat).bytes(0)
        sets.setdefault(view, Counter())[match.state_bytes()] += weight
    assert max(map(len, sets.values())) == 2  # the card that the other laid face down
    looks = {match.look(seat).bytes(0): match for match, _ in laid}
    uncertain = [view for view, worlds in sets.items() if len(worlds) > 1]
    for view in uncertain[:: 1 if COMPILED else 16]:
        drawn = draw_worlds(looks[view], seat, WORLDS if COMPILED else 300)
        worlds = sets[view]
        assert set(drawn) == set(worlds)
        total = sum(worlds.values())
        expected = [worlds[world] / total * drawn.total() for world in worlds]
        assert chisquare([drawn[world] for world in worlds], expected).pvalue > UNLIKELY / len(uncertain)


def draw_worlds(match: Match, seat: int, count: int) -> Counter[bytes]:
    """Worlds behind what a seat sees."""
    rng, drawn = dice(7), Counter[bytes]()
    view, world = match.look(seat), Pool(RUANA.rules.STATE, 1)
    for _ in range(count):
        world[0] = view[0]
        RUANA.loops.imagine(world.raw, seat, rng)
        drawn[world.bytes(0)] += 1
    return drawn


def test_the_weights_are_those_of_a_shuffle(laid):
    """All cards are pieces: 6 · 5 · 4 · 3 deals, and each player lays either of two cards first."""
    assert sum(weight for _, weight in laid) == prod((6, 5, 4, 3)) * 2 * 2 * 2**4
