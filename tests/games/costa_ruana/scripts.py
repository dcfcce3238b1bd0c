"""Matches brought to where a paragraph speaks.

A script is a list of actions in the notation, chance's included; `red:` before an action says who takes it:

>>> match = set_up(seats=2, shaman="blue")
>>> _ = play(match, "blue: place 1; red: place 4")
>>> mover(match), natives(match, 4)
('blue', {'red': 1})

What no script says is filled up: chance deals inert cards, players take their first choice.
Where play would be long, `arrange` sets the pieces on the table by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from archipel.core.loops import NO_ACTION
from archipel.core.match import IllegalAction, Match
from archipel.core.notation import seat_name
from archipel.core.record import NOBODY, NOTHING, OVER
from archipel.games import game
from archipel.games.costa_ruana.notation import CARD_NAMES, PHASES
from archipel.games.costa_ruana.parts import COLOURS, HAND, NATIVES, ROOM

COSTA_RUANA = game("costa-ruana")
SEATS = COSTA_RUANA.seats
CONDITIONS = ("day", "high_tide")
INERT = ("day", "low_tide")  # backgrounds that do not show once Day is turned over to Night

Cards = Sequence[str]


# ── Playing ─────────────────────────────────────────────────────────────────────────────────────
def play(match: Match, script: str) -> Match:
    """Take the actions of a script; `blue: pass` also makes sure that it is Blue's choice."""
    for line in filter(None, map(str.strip, re.split(r"[;\n]", script))):
        who, _, action = line.rpartition(":")
        if who and who != mover(match):
            raise AssertionError(f"{line!r}, but it is up to {mover(match)}: {question(match)}")
        match.step(match.read(action))
    return match


def skip_to(match: Match, phase: str, round: int | None = None) -> Match:
    """Go on to a phase, of a given round if one is named; no native goes on a card, Shamans turn the tide."""
    while PHASES[match.state.phase] != phase or round not in (None, match.state.round + 1):
        choice = choices(match)
        play(match, next((quiet for quiet in ("pass", "turn tide") if quiet in choice), choice[0]))
    return match


def refusal(match: Match, action: str) -> tuple[str, str]:
    """The paragraph and the sentence with which an action is refused; nothing may have changed."""
    before = match.state_bytes(), match.moves, list(match.actions)
    with pytest.raises(IllegalAction) as refused:
        match.step(match.read(action))
    if before != (match.state_bytes(), match.moves, match.actions):
        raise AssertionError(f"the refused {action!r} changed the match")
    return refused.value.paragraph, refused.value.sentence


# ── Setting up ──────────────────────────────────────────────────────────────────────────────────
def set_up(
    seats: int = 3,
    hands: Mapping[str, Cards] | None = None,
    conditions: Sequence[str] = CONDITIONS,
    poor: Sequence[int] = (1, 2),
    shaman: str = "red",
    **options: Any,
) -> Match:
    """A match in which the Shaman is about to place the first native."""
    match = Match(COSTA_RUANA, seats, options)
    deal(match, {colour: list((hands or {}).get(colour, ())) for colour in COLOURS[:seats]})
    for side in conditions:
        play(match, f"chance: show {side}")
    for island in poor:
        play(match, f"chance: poor {island}")
    return play(match, f"chance: first {shaman}")


def deal(match: Match, hands: Mapping[str, list[str]]) -> None:
    """Deal these hands, filled up to five with inert cards that nobody asked for."""
    wanted = Counter(card for hand in hands.values() for card in hand)
    for hand in hands.values():
        for card in hand:
            play(match, f"chance: deal {card}")
        wanted.subtract(hand)
        for _ in range(HAND - len(hand)):
            pile = dict(zip(CARD_NAMES, match.state.pile, strict=True))
            play(match, f"chance: deal {next(c for c in pile if c.endswith(INERT) and pile[c] > wanted[c])}")


def settle(match: Match, **islands: Sequence[int]) -> Match:
    """Place three natives each: `settle(match, red=(1, 1, 2), blue=(3, 3, 3))`; the others as they can."""
    left = {colour: list(chosen) for colour, chosen in islands.items()}
    while PHASES[match.state.phase] == "settling":
        chosen = left.get(mover(match))
        play(match, f"place {chosen.pop(0)}" if chosen else choices(match)[0])
    return match


def lay(match: Match, cards: Cards, native_on: Mapping[str, int] | None = None) -> Match:
    """Play a round up to the Shaman's turning of a condition card, from `cards` such as "place_2/night blue".

    From the Shaman clockwise they are laid face up once round and face down the second time; where the
    cards end, everybody lays an inert one before themselves.
    """
    for number in range(2 * match.seats):
        verb = "up" if number < match.seats else "down"
        card = cards[number] if number < len(cards) else f"{inert_card(match)} {mover(match)}"
        play(match, f"{verb} {card}")
    for _ in range(match.seats):
        number = (native_on or {}).get(mover(match))
        play(match, f"ride {number}" if number else "pass")
    return match


def inert_card(match: Match) -> str:
    """The first card in the mover's hand that is not active when Day is turned over to Night."""
    names = [choice.split()[1] for choice in choices(match)]
    return next(name for name in names if name.endswith(INERT))


def table(
    *cards: str,
    seats: int = 3,
    shaman: str = "red",
    islands: Mapping[int, Mapping[str, int]] | None = None,
    treasures: Mapping[int, int] | None = None,
    native_on: Mapping[str, int] | None = None,
    **chosen: Any,
) -> Match:
    """A match in round 1 in which the Shaman is about to turn a condition card; Day and High tide show.

    `cards` are laid as by `lay`; `islands` are all the natives on islands; `native_on` says who has put a
    native on which card.
    """
    first = COLOURS.index(shaman)
    hands: dict[str, list[str]] = {colour: [] for colour in COLOURS[:seats]}
    for number, card in enumerate(cards):
        hands[COLOURS[(first + number) % seats]].append(card.split()[0])
    match = settle(set_up(seats, hands, shaman=shaman, **chosen))
    lay(match, cards, native_on)
    return arrange(match, islands or {}, treasures)


def resolving(*cards: str, **chosen: Any) -> Match:
    """A `table` with the condition cards turned to Night and High tide: the first choice of resolving."""
    return play(table(*cards, **chosen), "turn day_night")


def collecting(
    *taken: int, match: Match | None = None, shaman: str = "red", round: int = 1, **chosen: Any
) -> Match:
    """A match in which no card is ever active (all are Day, it stays Night), and in this round seat 0 has
    just taken `taken[0]` treasures, seat 1 `taken[1]`, and so on.
    """
    seats = len(taken)
    if match is None:
        deck = {"cards": [{"kind": "place_1", "background": "day", "notches": 2}] * (12 * seats)}
        match = set_up(seats, conditions=("night", "high_tide"), shaman=shaman, deck=deck, **chosen)
        arrange(settle(match), islands={})
    skip_to(match, "condition", round)
    owners = [COLOURS[seat] for seat, count in enumerate(taken) for _ in range(count)]
    arrange(match, islands={island: {owner: 1} for island, owner in enumerate(owners, 1)})
    return play(match, "turn tide")


# ── Arranging ───────────────────────────────────────────────────────────────────────────────────
def arrange(
    match: Match,
    islands: Mapping[int, Mapping[str, int]] | None = None,
    treasures: Mapping[int, int] | None = None,
    huts: Mapping[str, int] | None = None,
) -> Match:
    """Set the pieces by hand and list the moves again.

    `islands` are all the natives on islands, the others go to the supplies; `huts` what was collected in
    earlier rounds; `treasures` those on some islands, the rest lie on the others. No piece is lost or added.
    """
    if islands is not None:
        _arrange_natives(match, islands)
    if huts is not None:
        _arrange_huts(match, huts)
    if treasures is not None or huts is not None:
        _arrange_treasures(match, treasures or {})
    for what, (have, want) in COSTA_RUANA.rules.conserved(match.state).items():
        if have != want:
            raise AssertionError(f"arranged {what}: {have}, but there are {want}")
    if match.state.supply.min() < 0 or match.state.treasures.min() < 0 or match.state.crowd.max() > ROOM:
        raise AssertionError(f"no table looks like this: {islands}, {treasures}, {huts}")
    match._go(NO_ACTION)
    return match


def _arrange_natives(match: Match, islands: Mapping[int, Mapping[str, int]]) -> None:
    s = match.state
    s.natives[:] = 0
    for island, owners in islands.items():
        for colour, count in owners.items():
            s.natives[island - 1, COLOURS.index(colour)] = count
    s.crowd[:] = s.natives.sum(axis=1)
    for seat in range(match.seats):
        s.supply[seat] = NATIVES - s.natives[:, seat].sum() - (s.rides[seat] != NOTHING)


def _arrange_huts(match: Match, huts: Mapping[str, int]) -> None:
    s = match.state
    s.hut[:] = 0
    s.award[: s.round] = NOBODY
    earlier = [(when, island) for island in range(s.islands) for when in range(s.round)]
    for colour, count in huts.items():
        s.hut[COLOURS.index(colour)] = count
        for _ in range(count):
            s.award[earlier.pop(0)] = COLOURS.index(colour)


def _arrange_treasures(match: Match, treasures: Mapping[int, int]) -> None:
    s = match.state
    left = 5 * s.islands - 2 - int(s.hut.sum()) - sum(treasures.values())
    others = [island for island in range(s.islands) if island + 1 not in treasures]
    for island, count in treasures.items():
        s.treasures[island - 1] = count
    for island in others:
        s.treasures[island] = 0
    for i in range(left):
        s.treasures[others[i % len(others)]] += 1


# ── Looking at the table ────────────────────────────────────────────────────────────────────────
def mover(match: Match) -> str:
    """Whose choice it is: a colour, `chance`, or `nobody` when the match is over."""
    return "nobody" if match.to_move == OVER else str(seat_name(COLOURS, match.to_move))


def choices(match: Match) -> list[str]:
    """The legal actions, spelled."""
    return [match.spell(move) for move in match.moves]


def question(match: Match) -> str:
    """What is asked now, in words."""
    return str(COSTA_RUANA.words.question(match.state, match.tongue("en"))[1])


def phase(match: Match) -> str:
    """The name of the phase the match is in."""
    return PHASES[match.state.phase]


def supply(match: Match, colour: str) -> int:
    """How many natives are in a supply."""
    return int(match.state.supply[COLOURS.index(colour)])


def hut(match: Match, colour: str) -> int:
    """How many treasures are in a hut."""
    return int(match.state.hut[COLOURS.index(colour)])


def hand(match: Match, colour: str) -> list[str]:
    """The cards in a hand."""
    seat = COLOURS.index(colour)
    return [CARD_NAMES[card] for card in match.state.hand[seat, : match.state.hand_size[seat]]]


def natives(match: Match, island: int) -> dict[str, int]:
    """Who has how many natives on an island."""
    return {colour: int(n) for colour, n in zip(COLOURS, match.state.natives[island - 1], strict=True) if n}


def treasures(match: Match) -> list[int]:
    """How many treasures each island in play has."""
    return [int(n) for n in match.state.treasures[: match.state.islands]]


def discard(match: Match) -> dict[str, int]:
    """How many copies of each card are in the discard."""
    return {name: int(n) for name, n in zip(CARD_NAMES, match.state.discard, strict=True) if n}
