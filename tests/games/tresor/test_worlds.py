"""Possible worlds are as likely as the ways their chests and tricks can lie on the table.

Every piece of cardboard is moved about by itself: where those that a seat has not seen can lie is
enumerated, with the number of ways; many worlds are drawn and held against that by a chi-square test.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

import pytest
from scipy.stats import chisquare
from tests.games.tresor.scripts import begin_here, play, set_up, table

from archipel.core.chance import dice
from archipel.core.laws import random_match, walk, worlds
from archipel.core.match import Match, look
from archipel.core.record import HIDDEN, NOTHING, WATCHER, Pool
from archipel.core.rule import COMPILED
from archipel.games import game
from archipel.games.tresor.parts import COPIES, EMPTY, FULL, KINDS, TRICKS

TRESOR = game("tresor")
DRAWS = 20_000 if COMPILED else 3_000
WRONG_DRAWS = 10_000

Kinds = tuple[int, ...]
Piece = tuple[int, int]
"""A kind of chest or trick, and which copy of it."""
Place = tuple[str, int, Kinds | None]
"""What a place is called, how many pieces lie there, and of which kinds if that was seen."""
World = tuple[tuple[str, Kinds], ...]
"""The kinds in each hidden place."""


def pieces(kinds: list[int] | Kinds) -> list[Piece]:
    """Each of these as a piece of its own."""
    return [(kind, copy) for copy, kind in enumerate(kinds)]


def lay(left: list[Piece], places: list[Place]) -> Iterator[tuple[World, list[Piece]]]:
    """Every way to lay pieces into places as they were seen: the hidden places, and what is left over."""
    if not places:
        yield (), left
        return
    name, size, seen = places[0]
    for chosen in combinations(left, size):
        kinds = tuple(sorted(kind for kind, _ in chosen))
        if seen is None or kinds == seen:
            here = ((name, kinds),) if seen is None else ()
            for others, rest in lay([piece for piece in left if piece not in chosen], places[1:]):
                yield here + others, rest


def seen_first(places: list[Place]) -> list[Place]:
    """Leaves out empty places; those that were seen come first, so that little is tried in vain."""
    return sorted((place for place in places if place[1]), key=lambda place: place[2] is None)


# ── Chests ──────────────────────────────────────────────────────────────────────────────────────
def chest_world(match: Match, seat: int, s: Any) -> World:
    """The chests that a seat does not see, in a state."""
    view = match.view(seat)
    world: list[tuple[str, Kinds]] = []
    for other in range(match.seats):
        for number in range(view.detachments):
            if view.chest[other, number] == HIDDEN:
                world.append((f"{other}.{number}", (int(s.chest[other, number]),)))
    if view.dealing != NOTHING:
        world.append(("gathered", (0,) * int(s.pool[0]) + (1,) * int(s.pool[1])))
    if view.cave_full == HIDDEN:
        world.append(("cave", (0,) * int(s.cave_size - s.cave_full) + (1,) * int(s.cave_full)))
    return tuple(world)


def chest_worlds(match: Match, seat: int) -> Counter[World]:
    """Every way in which the chests that a seat does not see can lie."""
    truth = chest_world(match, seat, match.state)
    hidden = pieces([kind for _, kinds in truth for kind in kinds])
    return Counter(world for world, _ in lay(hidden, [(name, len(kinds), None) for name, kinds in truth]))


def nouveau_cap(dealt: int) -> Match:
    """In the middle of Nouveau cap: so many of the six chests outside the cave are dealt."""
    match = table(
        tricks={"la_buse": "nouveau_cap"},
        cave=(2, 1),
        la_buse="4+ 4-",
        le_reveng="5+ 6- 12-",
        le_hardi="7- 2+",
    )
    return play(match, "; ".join(["reshuffle", "find full", "find empty"][: 1 + dealt]))


def one_in_the_cave() -> Match:
    """La Buse alone knows the only chest in the cave."""
    match = table(cave=(0, 1), la_buse="4-", le_reveng="5+ 6- 12-", le_hardi="7- 2+ 3-")
    match.state.cave_known = 0b001
    match.state.known[1, 1] |= 0b100
    return begin_here(match)


def few_chests() -> Match:
    """Six chests are carried and three are in the cave; the others are out of the game."""
    match = table(cave=(1, 2), la_buse="4- 12+", le_reveng="5+ 6- 12-", le_hardi="7-")
    match.state.known[1, 0] |= 0b001  # by Longue vue
    return begin_here(match)


CHESTS: dict[str, tuple[Callable[[], Match], int]] = {
    "some carried": (few_chests, 0),
    "some carried, one of them seen by another": (few_chests, 2),
    "some carried, for a watcher": (few_chests, WATCHER),
    "a cave of one chest, not known": (one_in_the_cave, 1),
    "a cave of one chest, known": (one_in_the_cave, 0),
    "a cave of one chest, for a watcher": (one_in_the_cave, WATCHER),
    "Nouveau cap, none dealt": (lambda: nouveau_cap(0), 0),
    "Nouveau cap, one dealt to another": (lambda: nouveau_cap(1), 1),
    "Nouveau cap, two dealt": (lambda: nouveau_cap(2), 2),
    "Nouveau cap, two dealt, for a watcher": (lambda: nouveau_cap(2), WATCHER),
}


def test_a_whole_cave_of_chests():
    """36 chests are too many to move about: 5 are hidden outside the cave, which has the rest."""
    match = table(la_buse="4- 12+", le_reveng="5+ 6- 12-", le_hardi="7- 2+")
    outside = [name for name, _ in chest_world(match, 0, match.state) if name != "cave"]
    ways: Counter[World] = Counter()
    for chests in product((EMPTY, FULL), repeat=5):  # La Buse knows two of 36, one of them full
        carried = tuple((name, (chest,)) for name, chest in zip(outside, chests, strict=True))
        ways[carried] = comb(36 - 2 - 5, 12 - 1 - sum(chests))
    drawn: Counter[World] = Counter()
    for world, count in draw(match, 0, chest_world).items():
        drawn[tuple(place for place in world if place[0] != "cave")] += count
    assert likelihood(drawn, ways) > 1e-4


# ── Tricks ──────────────────────────────────────────────────────────────────────────────────────
def several(counts: Any) -> Kinds:
    """Counts of each kind, written out."""
    return tuple(kind for kind in range(KINDS) for _ in range(counts[kind]))


def held(s: Any, seat: int, old: int) -> Kinds:
    return (int(s.trick[seat]),) if s.trick[seat] != NOTHING and s.old[seat] == old else ()


def trick_places(s: Any, seat: int, old: int) -> list[tuple[str, Kinds, bool]]:
    """Where tricks of an age lie in a state: which, and whether a seat sees them."""
    places = [("up", several(s.up[old]), True)]
    if old:
        places.append(("open in the base", several(s.base_up), True))
    for other in range(s.seats):
        places.append((f"hand {other}", held(s, other, old), other == seat))
        places.append((f"buried {old} {other}", several(s.buried[old, other]), other == seat))
        if old:
            places.append((f"base {other}", several(s.base_own[other]), other == seat))
    return places


def trick_world(match: Match, seat: int, s: Any) -> World:
    """The tricks that a seat does not see, in a state; the deck is the rest."""
    places = trick_places(s, seat, 1) + trick_places(s, seat, 0)
    return tuple(sorted((name, kinds) for name, kinds, seen in places if kinds and not seen))


def trick_worlds(match: Match, seat: int, forgetful: bool = False) -> Counter[World]:
    """Every way in which the tricks that a seat does not see can lie.

    First the held ones that are older than the deck are apart, and the others are the base it is made
    of; then any of the base lies wherever one of it lies now. A kind that has all been seen twice, open
    in the base and open since, is left out. Who is `forgetful` deals the older tricks without regard
    to what came out of the deck.
    """
    s = match.state
    cards = [k for k in range(KINDS) if s.base_up[k] + s.up[0, k] < 2 * COPIES[k] for _ in range(COPIES[k])]
    older, young = (
        seen_first(
            [
                (name, len(of_these), of_these if seen else None)
                for name, kinds, seen in trick_places(s, seat, old)
                for of_these in [tuple(kind for kind in kinds if kind in cards)]
            ]
        )
        for old in (1, 0)
    )

    @cache
    def since(base: Kinds) -> Counter[World]:
        return Counter(world for world, _ in lay(pieces(base), young))

    before: Counter[tuple[World, Kinds]] = Counter()
    for world, rest in lay(pieces(cards), older):
        apart = Counter(k for n, kinds in world if not n.startswith("base") for k in kinds)
        apart.update(k for n, _, kinds in older if kinds and "base" not in n for k in kinds)
        before[world, tuple(sorted((Counter(cards) - apart).elements()))] += 1
        assert not rest or not s.base_size.any()
    ways: Counter[World] = Counter()
    for (world, base), count in before.items():
        total = since(base).total()
        for now, more in since(base).items():
            ways[tuple(sorted(world + now))] += count * more / total if forgetful else count * more
    return ways


def arrange(**places: str) -> Match:
    """A match with a deck made anew: 9 tricks of 4 kinds lie as told, all others lay and lie face up."""
    match = set_up()
    s = match.state
    for field in ("up", "buried", "buried_size", "base_up", "base_own", "base_size", "old", "deck"):
        getattr(s, field)[...] = 0
    s.trick[:] = NOTHING
    s.deck_size = 0
    few = {letter: TRICKS.index(name) for letter, name in FEW.items()}
    for kind in set(range(KINDS)) - set(few.values()):
        s.base_up[kind] = s.up[0, kind] = COPIES[kind]
    for place, letters in places.items():
        field, *where = place.split("_")
        for letter in letters:
            kind = few[letter]
            if field in ("old", "young"):
                s.trick[int(where[0])], s.old[int(where[0])] = kind, field == "old"
            elif field == "base":
                s.base_own[int(where[0]), kind] += 1
                s.base_size[int(where[0])] += 1
            elif field == "buried":
                s.buried[int(where[0]), int(where[1]), kind] += 1
                s.buried_size[int(where[0]), int(where[1])] += 1
            else:
                {"open": s.base_up, "up": s.up[0], "deck": s.deck}[field][kind] += 1
    s.deck_size = s.deck.sum()
    return begin_here(match)


FEW = {"B": "botte_secrete", "D": "double_ration", "I": "indigenes_feroces", "F": "fievres"}


def two_old() -> Match:
    """Two hold a trick from before, one of them has also buried one of those since."""
    return arrange(
        old_1="D", old_2="B", buried_1_2="I",
        open="BD", base_0="B", base_1="DF", base_2="I",
        up="D", young_0="B", buried_0_1="F", deck="BDI",
    )  # fmt: skip


def one_old() -> Match:
    """One holds a trick from before; another has buried that and drawn from the deck."""
    return arrange(
        old_0="B", old_2="B", buried_1_1="D",
        open="BI", base_0="DF", base_1="D", base_2="I",
        up="DI", young_1="D", buried_0_2="B", deck="FI",
    )  # fmt: skip


def first_deck() -> Match:
    """Early in a match: some have swapped, one trick lies open."""
    match = set_up(tricks={"la_buse": "botte_secrete", "le_reveng": "double_ration", "le_hardi": "mitraille"})
    return play(
        match,
        "swap; deal le_chat_est_mort; mourn; displace 1 5; pass; pass; end; pass; pass; "
        "swap; deal superstition; displace 1 5",
    )


TRICK_SITUATIONS: dict[str, tuple[Callable[[], Match], int]] = {
    "the first deck": (first_deck, 0),
    "the first deck, for one who has buried one": (first_deck, 1),
    "two hold old tricks, for the third": (two_old, 0),
    "two hold old tricks, for one of them": (two_old, 1),
    "two hold old tricks, for the one who buried one too": (two_old, 2),
    "two hold old tricks, for a watcher": (two_old, WATCHER),
    "an old trick buried": (one_old, 0),
    "an old trick buried, for who did it": (one_old, 1),
    "an old trick buried, for a watcher": (one_old, WATCHER),
}


# ── Uniformity ──────────────────────────────────────────────────────────────────────────────────
def draw(match: Match, seat: int, world_in: Callable[[Match, int, Any], World]) -> Counter[World]:
    """How often each world comes about when many are drawn."""
    state, view, rng = Pool(TRESOR.rules.STATE, 1), match.look(seat), dice(2024)
    found: dict[bytes, World] = {}
    drawn: Counter[World] = Counter()
    for _ in range(DRAWS):
        state[0] = view[0]
        TRESOR.loops.imagine(state.raw, seat, rng)
        key = state.bytes(0)
        if key not in found:
            found[key] = world_in(match, seat, state[0])
        drawn[found[key]] += 1
    return drawn


def likelihood(drawn: Counter[World], ways: Counter[World]) -> float:
    """How likely it is to draw worlds that differ at least so much; rare ones are taken together."""
    assert set(drawn) <= set(ways), "an impossible world was drawn"
    total, draws = ways.total(), drawn.total()
    expected = {world: draws * count / total for world, count in ways.items()}
    common = [world for world in ways if expected[world] >= 5]
    rare = [world for world in ways if expected[world] < 5]
    observed = [drawn[world] for world in common] + [sum(drawn[world] for world in rare)] * bool(rare)
    wanted = [expected[world] for world in common] + [sum(expected[world] for world in rare)] * bool(rare)
    assert len(wanted) > 1
    return float(chisquare(observed, wanted).pvalue)


def at(counts: Counter[World], *names: str) -> Counter[World]:
    """Only what lies in some of the places."""
    found: Counter[World] = Counter()
    for world, count in counts.items():
        found[tuple(place for place in world if place[0] in names)] += count
    return found


@pytest.mark.parametrize("situation", CHESTS)
def test_chests_are_as_likely_as_the_ways_they_come_about(situation):
    match, seat = CHESTS[situation][0](), CHESTS[situation][1]
    ways = chest_worlds(match, seat)
    assert likelihood(draw(match, seat, chest_world), ways) > 1e-4


@pytest.mark.parametrize("situation", TRICK_SITUATIONS)
def test_tricks_are_as_likely_as_the_ways_they_come_about(situation):
    match, seat = TRICK_SITUATIONS[situation][0](), TRICK_SITUATIONS[situation][1]
    ways = trick_worlds(match, seat)
    drawn = draw(match, seat, trick_world)
    if len(ways) < DRAWS / 10:
        assert likelihood(drawn, ways) > 1e-4
    for names in combinations(sorted({name for world in ways for name, _ in world}), 2):
        assert likelihood(at(drawn, *names), at(ways, *names)) > 1e-4, names


@pytest.mark.parametrize("situation", [name for name in CHESTS if "of one chest" not in name])
def test_any_world_of_chests_alike_is_noticed(situation):
    ways = chest_worlds(CHESTS[situation][0](), CHESTS[situation][1])
    drawn = Counter(random.Random(1).choices(list(ways), k=WRONG_DRAWS))
    assert likelihood(drawn, ways) < 1e-4


@pytest.mark.parametrize("situation", CHESTS)
def test_every_chest_by_itself_is_noticed(situation):
    ways, chooser = chest_worlds(CHESTS[situation][0](), CHESTS[situation][1]), random.Random(1)
    drawn: Counter[World] = Counter()
    for _ in range(100):
        places = ((name, len(kinds)) for name, kinds in next(iter(ways)))
        drawn[tuple((n, tuple(sorted(chooser.choices((0, 0, 1), k=size)))) for n, size in places)] += 1
    with pytest.raises(AssertionError, match="an impossible world was drawn"):
        likelihood(drawn, ways)


@pytest.mark.parametrize("situation", TRICK_SITUATIONS)
def test_any_world_of_tricks_alike_is_noticed(situation):
    ways = trick_worlds(TRICK_SITUATIONS[situation][0](), TRICK_SITUATIONS[situation][1])
    drawn = Counter(random.Random(1).choices(list(ways), k=WRONG_DRAWS))
    assert likelihood(drawn, ways) < 1e-4


# For the one left out nothing that came out of the deck can have been an old trick that it has not seen.
@pytest.mark.parametrize("situation", [s for s in TRICK_SITUATIONS if "old" in s and "one of them" not in s])
def test_to_forget_what_came_out_of_the_deck_is_noticed(situation):
    match, seat = TRICK_SITUATIONS[situation][0](), TRICK_SITUATIONS[situation][1]
    ways, wrong = trick_worlds(match, seat), trick_worlds(match, seat, forgetful=True)
    drawn = Counter(random.Random(1).choices(list(wrong), list(wrong.values()), k=WRONG_DRAWS))
    names = {name for world in ways for name, _ in world}
    assert min(likelihood(at(drawn, name), at(ways, name)) for name in names) < 1e-4


# ── Every chest and trick somewhere ─────────────────────────────────────────────────────────────
@pytest.mark.parametrize("seats", TRESOR.seats)
def test_every_world_is_whole_and_looks_the_same(seats):
    match = random_match(TRESOR, seats, {}, seats)
    for now in walk(TRESOR, seats, {}, match.actions):
        if len(now.actions) % 25:
            continue
        for seat in (WATCHER, *range(seats)):
            for world in worlds(now, seat, 2, len(now.actions)):
                for what, (there, must) in TRESOR.rules.conserved(world[0]).items():
                    assert there == must, what
                assert min(world[0].deck) >= 0 <= world[0].cave_full <= world[0].cave_size
                assert look(TRESOR, world, seat).bytes(0) == now.look(seat).bytes(0)
