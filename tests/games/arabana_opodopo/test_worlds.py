"""Possible worlds are as likely as any other, and they are those that agree with all that a seat has seen.

Every card is followed by itself through a miniature match, in all ways that agree with what a seat is
told of each action. Where the cards can lie in the end is thus enumerated without the memories of the
state; many worlds are drawn and held against that, by a chi-square test.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest
from scipy.stats import chisquare
from tests.games.arabana_opodopo.scripts import ARABANA_OPODOPO, begin_here, play, table

from archipel.core.chance import dice
from archipel.core.laws import random_match, walk, worlds
from archipel.core.match import Match, look
from archipel.core.record import HIDDEN, WATCHER, Pool
from archipel.core.rule import COMPILED
from archipel.games.arabana_opodopo.notation import SEATS
from archipel.games.arabana_opodopo.parts import LETTERS

DRAWS = 20_000 if COMPILED else 2_000
WRONG_DRAWS = 10_000
RED, BLUE, GREEN = range(3)

Card = tuple[str, int]
"""The letter of an island, and which copy."""
Place = tuple[str, int]
"""`hand` and a seat, `unseen` and the number of a discard, or `open`, `bag`, `up`."""
Lie = frozenset[tuple[Place, Card]]
"""Where every card lies."""
World = tuple[str, ...]
"""The cards in each hand, then those discarded unseen, in letters."""

BAG: Place = ("bag", 0)
UP: Place = ("up", 0)
OPEN: Place = ("open", 0)


# ── Following every card ────────────────────────────────────────────────────────────────────────
def letters(counts: Any) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, counts, strict=True))


def held(s: Any, seat: int) -> str:
    return "".join(LETTERS[card] for card in s.hand[seat, : s.hand_size[seat]])


def at_first(s: Any, seat: int) -> set[Lie]:
    """Where the cards can lie for a seat that sees a state for the first time."""
    places = {("hand", p): held(s, p) for p in range(s.seats)} | {BAG: letters(s.bag)}
    places |= {("unseen", i): LETTERS[s.buried[i]] for i in range(s.buried_size)}
    seen = {OPEN: letters(s.open), UP: letters(s.up)}
    own = [("hand", seat)] + [("unseen", i) for i in range(s.buried_size) if s.buried_by[i] == seat]
    seen |= {place: places.pop(place) for place in own if place in places}
    left = dict.fromkeys(LETTERS, 0)
    fixed: list[tuple[Place, Card]] = []
    for place, cards in seen.items():
        for card in cards:
            fixed.append((place, (card, left[card])))
            left[card] += 1
    rest = [(card, copy) for card in LETTERS for copy in range(left[card], 3)]
    sizes = [(place, len(cards)) for place, cards in places.items()]
    return {frozenset([*fixed, *lie]) for lie in spread(rest, sizes)}


def spread(cards: list[Card], sizes: list[tuple[Place, int]]) -> Iterator[list[tuple[Place, Card]]]:
    """Every way to spread cards over places of these sizes."""
    if not sizes:
        yield []
        return
    (place, size), *others = sizes
    for here in combinations(cards, size):
        for rest in spread([card for card in cards if card not in here], others):
            yield [(place, card) for card in here] + rest


def moved(lies: set[Lie], card: str, source: Place, target: Place) -> set[Lie]:
    """A card of an island, or any (`?`), goes from one place to another.

    If it is seen, it is called the first of those it may be: nobody can tell these from each other.
    """
    fitting = {one for lie in lies for place, one in lie if place == source and card in ("?", one[0])}
    found = set()
    for lie in lies:
        for one in fitting:
            if (source, one) in lie:
                after = lie - {(source, one)} | {(target, one)}
                found.add(after if card == "?" else swapped(after, one, min(fitting)))
    return found


def swapped(lie: Lie, one: Card, other: Card) -> Lie:
    """Two cards of an island, each called by the name of the other."""
    names = {one: other, other: one}
    return frozenset((place, names.get(card, card)) for place, card in lie)


def followed(lies: set[Lie], match: Match, action: int, seat: int) -> set[Lie]:
    """Where the cards can lie after an action, as a seat is told of it; the match stands before it."""
    s, told = match.state, match.consider(action).witness(seat)
    verb, *words = match.spell(told).split()
    mine, victim = ("hand", int(s.turn)), ("hand", int(s.victim))
    ways: dict[str, tuple[Place, Place]] = {
        "deal": (BAG, mine), "reveal": (BAG, OPEN), "take": (OPEN, mine), "play": (mine, UP),
        "discard": (mine, ("unseen", int(s.buried_size))),
        "steal": (victim, mine), "plunder": (victim, mine), "give": (mine, victim),
    }  # fmt: skip
    if verb in ways:
        return moved(lies, words[0], *ways[verb])
    if verb == "ku" and seat == s.turn:
        robbed = SEATS.index(words[0])
        return {lie for lie in lies if cards_at(lie, ("hand", robbed)) == held(s, robbed)}
    return lies


def cards_at(lie: Lie, place: Place) -> str:
    return "".join(sorted(card for where, (card, _) in lie if where == place))


def reshuffled(lies: set[Lie]) -> set[Lie]:
    """All that was discarded goes into the bag."""
    gone = ("up", "unseen")
    return {frozenset((BAG if p[0] in gone else p, card) for p, card in lie) for lie in lies}


# ── Miniature matches ───────────────────────────────────────────────────────────────────────────
def follow(match: Match, script: str, seat: int) -> tuple[Match, set[Lie]]:
    """Play a script; where the cards can lie then.

    `thin` is no action: all cards in the bag but those of the islands named after it have been played.
    """
    lies = at_first(match.state, seat)
    for line in filter(None, script.split("; ")):
        if line.startswith("thin "):
            lies = thin_out(match, line.removeprefix("thin "), lies)
            continue
        action, before = match.read(line.rpartition(":")[2]), int(match.state.round)
        lies = followed(lies, match, action, seat)
        play(match, line)
        if match.state.round != before:
            lies = reshuffled(lies)
    return match, lies


def thin_out(match: Match, stay: str, lies: set[Lie]) -> set[Lie]:
    """All cards in the bag but those of some islands are played, and followed no further."""
    s = match.state
    for card, letter in enumerate(LETTERS):
        if letter not in stay:
            assert len({cards_at(lie, BAG).count(letter) for lie in lies}) == 1, letter
            s.bag_size -= s.bag[card]
            s.up[card] += s.bag[card]
            s.bag[card] = 0
    begin_here(match)
    return {frozenset((p, card) for p, card in lie if p != BAG or card[0] in stay) for lie in lies}


def world_of(lie: Lie, seats: int, seat: int) -> World:
    """What a seat does not see of where the cards lie; the bag is the rest."""
    hands = [cards_at(lie, ("hand", p)) for p in range(seats) if p != seat]
    count = sum(place[0] == "unseen" for place, _ in lie)
    return (*hands, "".join(cards_at(lie, ("unseen", i)) for i in range(count)))


def world_in(s: Any, seat: int) -> World:
    hands = [held(s, p) for p in range(s.seats) if p != seat]
    return (*hands, "".join(LETTERS[card] for card in s.buried[: s.buried_size]))


def ways_of(lies: Iterable[Lie], seats: int, seat: int) -> Counter[World]:
    """In how many ways each world comes about."""
    return Counter(world_of(lie, seats, seat) for lie in lies)


def draw(match: Match, seat: int) -> Counter[World]:
    """How often each world comes about when many are drawn."""
    state, view, rng = Pool(ARABANA_OPODOPO.rules.STATE, 1), match.look(seat), dice(2024)
    drawn: Counter[World] = Counter()
    for _ in range(DRAWS):
        state[0] = view[0]
        ARABANA_OPODOPO.loops.imagine(state.raw, seat, rng)
        drawn[world_in(state[0], seat)] += 1
    return drawn


def likelihood(drawn: Counter[World], ways: Counter[World]) -> float:
    """How likely it is to draw worlds that differ at least so much; rare ones are taken together."""
    impossible = set(drawn) - set(ways)
    assert not impossible, f"impossible worlds were drawn: {sorted(impossible)[:3]}"
    total, draws = ways.total(), drawn.total()
    expected = {world: draws * count / total for world, count in ways.items()}
    common = [world for world in ways if expected[world] >= 5]
    rare = [world for world in ways if expected[world] < 5]
    observed = [drawn[world] for world in common] + [sum(drawn[world] for world in rare)] * bool(rare)
    wanted = [expected[world] for world in common] + [sum(expected[world] for world in rare)] * bool(rare)
    assert len(wanted) > 1
    return float(chisquare(observed, wanted).pvalue)


# ── Situations ──────────────────────────────────────────────────────────────────────────────────
def few(**chosen: Any) -> Match:
    """A table with few cards that are not face up."""
    return table(
        **{"turn": "blue", "red": "ij", "blue": "ac", "green": "bd", "open": "efgh", "bag": "abcd"} | chosen
    )


def last_card(**chosen: Any) -> Match:
    """Blue is about to take the last card of the first round."""
    return few(**{"open": "e", "bag": ""} | chosen)


DISCARDED = (
    "blue: take e; chance: reveal d; green: take f; chance: reveal a; red: take g; chance: reveal b; "
    "blue: discard a"
)
DISCARDED_AGAIN = (
    f"{DISCARDED}; blue: take h; chance: reveal c; green: take a; red: discard i; red: take b; "
    "blue: discard c"
)
IN_TURN = (
    "blue: take e; chance: reveal d; green: discard b; green: draw; chance: deal a; red: take f; "
    "chance: reveal b; blue: discard a; blue: draw; chance: deal c; green: take g"
)
NEW_ROUND = "blue: take e; thin abcdeghij; reveal g; reveal h; reveal i; reveal j; thin abcd"
LOOSE_IN_NEW_ROUND = (
    "blue: take e; green: take f; red: take k; blue: discard a; blue: take l; thin abcdeghij; "
    "reveal g; reveal h; reveal i; reveal j; thin abcde"
)
KU = {"round": 2, "turn": "green", "stones": {"blue": "ku"}}
PELE = {"round": 2, "turn": "green", "stones": {"blue": "pele"}}
TAKEN = "green: take e; chance: reveal a; red: take f; chance: reveal b"
STOLEN = f"{TAKEN}; blue: ku green; blue: steal e"
STOLEN_OF_TWO = (
    f"{TAKEN}; blue: take g; chance: reveal c; green: take h; chance: reveal d; red: take c; "
    "blue: ku green; blue: steal e"
)
PLUNDERED = f"{TAKEN}; blue: pele; chance: plunder e; chance: plunder i; blue: give c"
FEWER = {"red": "i", "blue": "a", "green": "d"}
STOLEN_IN_TURN = f"{STOLEN}; blue: take g; green: ku red; green: steal f"

Situation = tuple[Callable[..., Match], dict[str, Any], str, tuple[int, ...]]
"""How the match begins, what is played, and for whom the worlds are drawn."""

SITUATIONS: dict[str, Situation] = {
    "a first round": (few, {}, "blue: play a l; blue: draw; chance: deal d", (RED, BLUE)),
    "a first round, fewer cards": (
        few, FEWER | {"bag": "ab"}, "blue: play a l; blue: draw; chance: deal b", (RED, WATCHER)
    ),
    "a known card, and a discard": (few, {}, DISCARDED, (RED, BLUE, GREEN)),
    "a known card, and a discard, fewer cards": (few, FEWER | {"bag": "abd"}, DISCARDED, (RED, WATCHER)),
    "known cards, and discards before and after": (few, {}, DISCARDED_AGAIN, (RED, GREEN)),
    "discards of two, and draws": (few, {}, IN_TURN, (RED, BLUE)),
    "a second round": (last_card, {}, NEW_ROUND, (RED, BLUE, WATCHER)),
    "a known card played, or another one like it": (
        few, {"bag": "aabce", "open": "efgh"},
        "blue: take e; chance: reveal a; green: draw; chance: deal b; red: take f; chance: reveal a; "
        "blue: draw; chance: deal e; green: take g; chance: reveal c; red: take h; blue: play e l",
        (RED, GREEN),
    ),
    "a second round, and a discard": (
        last_card, {}, f"{NEW_ROUND}; green: discard b; green: take g; chance: reveal a", (RED, BLUE, WATCHER)
    ),
    "a second round, and a draw": (
        last_card, {}, f"{NEW_ROUND}; green: draw; chance: deal c", (RED, BLUE)
    ),
    "a known card that was kept or discarded": (
        last_card, {"open": "efkl"}, LOOSE_IN_NEW_ROUND, (RED, BLUE)
    ),
    "a known card that was kept, discarded, or drawn again": (
        last_card, {"open": "efkl"}, f"{LOOSE_IN_NEW_ROUND}; green: draw; chance: deal e", (RED, BLUE)
    ),
    "a known card, and Ku": (few, KU, STOLEN, (RED, BLUE, GREEN)),
    "a known card, and Ku for another": (few, KU, STOLEN.replace("steal e", "steal d"), (RED, GREEN)),
    "a known card, and Ku, fewer cards": (few, KU | FEWER | {"bag": "ab"}, STOLEN, (RED, WATCHER)),
    "two known cards, and Ku for one": (few, KU, STOLEN_OF_TWO, (RED, GREEN)),
    "a known card, and Pele": (few, PELE, PLUNDERED, (RED, BLUE, GREEN)),
    # One card may be with green or blue, another with red or green: each takes places of the other.
    "known cards, and Ku for each, fewer cards": (
        few, KU | FEWER | {"bag": "ab", "stones": {"blue": "ku", "green": "ku"}}, STOLEN_IN_TURN, (WATCHER,)
    ),
}  # fmt: skip
NEXT_TURN = (
    f"{NEW_ROUND}; green: draw; chance: deal c; red: take g; chance: reveal a; blue: take h; chance: reveal a"
)
AMBIGUOUS: dict[str, Situation] = {
    "a card played that was kept or drawn": (last_card, {}, f"{NEXT_TURN}; green: play b a", (RED, BLUE)),
    "a card discarded that was kept or drawn": (last_card, {}, f"{NEXT_TURN}; green: discard b", (RED, BLUE)),
}
"""Where it is open to opinion what makes worlds as likely as others, but not which ones are possible."""

CASES = [(name, seat) for name, (*_, seats) in SITUATIONS.items() for seat in seats]
OPEN_CASES = [(name, seat) for name, (*_, seats) in AMBIGUOUS.items() for seat in seats]


def reach(name: str, seat: int) -> tuple[Match, Counter[World]]:
    """A situation, and in how many ways each world comes about for a seat."""
    start, chosen, script, _ = (SITUATIONS | AMBIGUOUS)[name]
    match, lies = follow(start(**chosen), script, seat)
    return match, ways_of(lies, match.seats, seat)


# ── Uniformity ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-10.3", "AO-10.2")
@pytest.mark.parametrize(("name", "seat"), CASES)
def test_a_world_is_as_likely_as_the_ways_it_comes_about(name, seat):
    match, ways = reach(name, seat)
    assert world_in(match.state, seat) in ways  # the truth is possible
    assert likelihood(draw(match, seat), ways) > 1e-4


@pytest.mark.rule("AO-10.3")
@pytest.mark.parametrize(("name", "seat"), OPEN_CASES)
def test_every_possible_world_is_drawn_and_no_other(name, seat):
    match, ways = reach(name, seat)
    assert set(draw(match, seat)) == set(ways)


# ── That wrong samplers are noticed ─────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("name", "seat"), CASES)
def test_any_kind_of_world_alike_is_noticed_where_cards_are(name, seat):
    _, ways = reach(name, seat)
    drawn = Counter(random.Random(1).choices(list(ways), k=WRONG_DRAWS))
    alike = len(set(ways.values())) == 1
    assert (likelihood(drawn, ways) > 1e-4) is alike


# With fewer cards a third player has nothing to forget of Ku: all that is out of sight is in the two hands.
REMEMBERED = [case for case in CASES if "known card, and" in case[0] and "Ku, fewer" not in case[0]]


@pytest.mark.parametrize(("name", "seat"), REMEMBERED)
def test_to_forget_what_was_seen_is_noticed(name, seat):
    match, ways = reach(name, seat)
    forgetful = ways_of(at_first(match.state, seat), match.seats, seat)
    drawn = Counter(random.Random(1).choices(list(forgetful), list(forgetful.values()), k=WRONG_DRAWS))
    with pytest.raises(AssertionError, match="impossible worlds were drawn"):
        likelihood(drawn, ways)


def test_a_known_card_in_either_place_as_often_is_noticed():
    _, ways = reach("a known card, and a discard", RED)
    chooser, drawn = random.Random(1), Counter[World]()
    gone = {where: [world for world in ways if (world[-1] == "e") is where] for where in (True, False)}
    for _ in range(WRONG_DRAWS):
        some = gone[chooser.random() < 0.5]
        drawn[chooser.choices(some, [ways[world] for world in some])[0]] += 1
    assert likelihood(drawn, ways) < 1e-4


# ── Every card somewhere ────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-10.3", "AO-10.1")
@pytest.mark.parametrize("gods", [False, True])
@pytest.mark.parametrize("seats", ARABANA_OPODOPO.seats)
def test_every_world_is_whole_and_looks_the_same(seats, gods):
    options = {"gods": gods}
    match = random_match(ARABANA_OPODOPO, seats, options, 4 + seats)
    for now in walk(ARABANA_OPODOPO, seats, options, match.actions):
        if len(now.actions) % 9:
            continue
        for seat in (WATCHER, *range(seats)):
            for world in worlds(now, seat, 2, len(now.actions)):
                for what, (there, must) in ARABANA_OPODOPO.rules.conserved(world[0]).items():
                    assert there == must, what
                assert min(world[0].bag) >= 0
                assert HIDDEN not in world[0].hand
                assert look(ARABANA_OPODOPO, world, seat).bytes(0) == now.look(seat).bytes(0)
