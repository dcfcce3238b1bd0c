"""Matches brought to where a paragraph speaks.

A script is a list of actions in the notation, chance's included; `la_buse:` before an action says who
takes it. `table` sets the pieces by hand. The detachments of a ship are written in the order of their
numbers: `4` stands in zone 4, `4+` there with a full chest, `4-` with an empty one, `x` is lost; those
not written are on the ship.

>>> match = table(la_buse="11 3-", le_reveng="3 3")
>>> _ = play(match, "la_buse: displace 1 1; chance: find full; la_buse: displace 1 2; la_buse: displace 3 1")
>>> men(match, "la_buse"), mover(match), choices(match)
('10+ 3- 1', 'la_buse', ['end', 'swap'])
>>> _ = play(match, "la_buse: end; le_reveng: demand la_buse 2")
>>> men(match, "la_buse"), phase(match)
('10+ 3 1', 'losses')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from archipel.core.loops import NO_ACTION
from archipel.core.match import IllegalAction, Match
from archipel.core.notation import seat_name
from archipel.core.record import NOTHING, OVER
from archipel.games import game
from archipel.games.tresor.notation import CHESTS, PHASES, trick_name
from archipel.games.tresor.parts import CAVE, COPIES, EMPTY, FULL, FULL_CHESTS, GONE, SHIP, SHIPS, TRICKS
from archipel.games.tresor.parts import CHESTS as ALL_CHESTS

TRESOR = game("tresor")
SEATS = TRESOR.seats
MARKS = {"+": FULL, "-": EMPTY}


# ── Playing ─────────────────────────────────────────────────────────────────────────────────────
def play(match: Match, script: str) -> Match:
    """Take the actions of a script; `la_buse: pass` also makes sure that it is La Buse's choice."""
    for line in filter(None, map(str.strip, re.split(r"[;\n]", script))):
        who, _, action = line.rpartition(":")
        if who and who != mover(match):
            raise AssertionError(f"{line!r}, but it is up to {mover(match)}: {question(match)}")
        match.step(match.read(action))
    return match


def all_pass(match: Match) -> Match:
    """Everybody passes until something else is asked, or the next turn begins."""
    turns = match.state.turns.sum()
    while "pass" in choices(match) and match.state.turns.sum() == turns:
        play(match, "pass")
    return match


def asked(match: Match) -> list[str]:
    """Who is asked, in order, when everybody passes."""
    twin, found = match.begin_in(match._pool.twin(), match._rng), []
    now = phase(twin), twin.state.turns.sum()
    while (phase(twin), twin.state.turns.sum()) == now and "pass" in choices(twin):
        found.append(mover(twin))
        play(twin, "pass")
    return found


def refusal(match: Match, action: str) -> tuple[str, str]:
    """The paragraph and the sentence with which an action is refused; nothing may have changed."""
    before = match.state_bytes(), match.moves, list(match.actions)
    with pytest.raises(IllegalAction) as refused:
        match.step(match.read(action))
    if before != (match.state_bytes(), match.moves, match.actions):
        raise AssertionError(f"the refused {action!r} changed the match")
    return refused.value.paragraph, refused.value.sentence


# ── Setting up ──────────────────────────────────────────────────────────────────────────────────
def deal(match: Match, tricks: Mapping[str, str] | None = None) -> Match:
    """Deal these tricks; who is not named gets one that nobody asked for."""
    tricks = tricks or {}
    wanted = list(tricks.values())
    for ship in SHIPS[: match.seats]:
        free = (t for i, t in enumerate(TRICKS) if match.state.deck[i] > wanted.count(t))
        play(match, f"chance: deal {tricks.get(ship) or next(free)}")
    return match


def set_up(
    seats: int = 3, tricks: Mapping[str, str] | None = None, first: str = "la_buse", **options: Any
) -> Match:
    """A match in which the first player begins the first turn, everybody with a trick."""
    return play(deal(Match(TRESOR, seats, options), tricks), f"chance: begin {first}")


def table(
    seats: int = 3,
    turn: str = "la_buse",
    tricks: Mapping[str, str] | None = None,
    up: Iterable[str] = (),
    cave: tuple[int, int] | None = None,
    points: int = 5,
    turns: int = 1,
    options: Mapping[str, Any] | None = None,
    **ships: str,
) -> Match:
    """A match in which a player is about to move, with the pieces as they are written.

    `tricks` says who holds one, `up` are discarded face up, the others are in the deck. `cave` is how many
    empty and how many full chests are there, where the others are out of the game.
    """
    match = set_up(seats, first=turn, **(options or {}))
    s = match.state
    s.points = points
    s.turns[:seats] = turns
    for ship in SHIPS[:seats]:
        _arrange_men(s, SHIPS.index(ship), ships.pop(ship, ""))
    assert not ships, ships
    _arrange_cave(s, cave)
    _arrange_tricks(s, dict(tricks or {}), list(up))
    return begin_here(match)


def begin_here(match: Match) -> Match:
    """Take the present state, which must be sound, as the start of the record, and list the moves again."""
    for what, (there, must) in TRESOR.rules.conserved(match.state).items():
        assert there == must, what
    match.actions.clear()
    match._start = match._pool.twin()
    match._go(NO_ACTION)
    return match


def closing(**chosen: Any) -> Match:
    """A `table` in the closing phase of the turn."""
    return play(table(**{"points": 0, **chosen}), "end")


def _arrange_men(s: Any, seat: int, written: str) -> None:
    words = written.split()
    for number in range(s.detachments):
        word = words[number] if number < len(words) else "0"
        place = GONE if word == "x" else int(word.rstrip("+-"))
        s.men[s.place[seat, number], seat] -= 1
        s.crowd[s.place[seat, number]] -= 1
        s.place[seat, number] = place
        if place == GONE:
            s.left[seat] -= 1
            continue
        s.men[place, seat] += 1
        s.crowd[place] += 1
        if word[-1] in MARKS:
            s.loaded[seat, number], s.known[seat, number] = 1, 1 << seat
            s.chest[seat, number] = MARKS[word[-1]]
        elif place == CAVE:
            s.idle += 1


def _arrange_cave(s: Any, cave: tuple[int, int] | None) -> None:
    carried = [int((s.chest == chest).sum()) for chest in (EMPTY, FULL)]
    rest = [ALL_CHESTS - FULL_CHESTS - carried[EMPTY], FULL_CHESTS - carried[FULL]]
    empty, full = cave if cave is not None else rest
    s.cave_size, s.cave_full = empty + full, full
    s.removed[:] = rest[EMPTY] - empty, rest[FULL] - full


def _arrange_tricks(s: Any, tricks: dict[str, str], up: list[str]) -> None:
    s.deck[:] = COPIES
    for seat in range(s.seats):
        held = tricks.get(SHIPS[seat])
        s.trick[seat] = TRICKS.index(held) if held else NOTHING
    for kind, trick in enumerate(TRICKS):
        s.up[0, kind] = up.count(trick)
        s.deck[kind] -= up.count(trick) + list(tricks.values()).count(trick)
    s.deck_size = s.deck.sum()


# ── Looking at the table ────────────────────────────────────────────────────────────────────────
def mover(match: Match) -> str:
    """Whose choice it is: a ship, `chance`, or `nobody` when the match is over."""
    return "nobody" if match.to_move == OVER else str(seat_name(SHIPS, match.to_move))


def choices(match: Match) -> list[str]:
    """The legal actions, spelled."""
    return [match.spell(move) for move in match.moves]


def verbs(match: Match) -> set[str]:
    """The kinds of action that are legal."""
    return {choice.split()[0] for choice in choices(match)}


def question(match: Match) -> str:
    """What is asked now, in words."""
    return str(TRESOR.words.question(match.state, match.tongue("en"))[1])


def phase(match: Match) -> str:
    """The name of the phase the match is in."""
    return PHASES[match.state.phase]


def men(match: Match, ship: str) -> str:
    """The detachments of a ship, as in `table`."""
    s, seat = match.state, SHIPS.index(ship)
    words = []
    for number in range(s.detachments):
        place = int(s.place[seat, number])
        mark = {EMPTY: "-", FULL: "+"}.get(int(s.chest[seat, number]), "")
        words.append("x" if place == GONE else f"{place}{mark}")
    while words and words[-1] == str(SHIP):
        words.pop()
    return " ".join(words)


def points(match: Match) -> int:
    """The movement points left in the turn."""
    return int(match.state.points)


def trick(match: Match, ship: str) -> str | None:
    """The trick a player holds."""
    return trick_name(match.state.trick[SHIPS.index(ship)])


def cave(match: Match) -> tuple[int, int]:
    """How many empty and how many full chests are in the cave."""
    return int(match.state.cave_size - match.state.cave_full), int(match.state.cave_full)


def face_up(match: Match) -> list[str]:
    """The tricks discarded face up."""
    return [name for name, n in zip(TRICKS, match.state.up.sum(axis=0), strict=True) for _ in range(n)]


def seen(match: Match, reader: int, ship: str, number: int) -> str | None:
    """A chest in the view of a seat: `full`, `empty`, `?`, or None where there is none."""
    chest = match.view(reader).chest[SHIPS.index(ship), number - 1]
    return {EMPTY: CHESTS[EMPTY], FULL: CHESTS[FULL], NOTHING: None}.get(int(chest), "?")


def winner(match: Match) -> str | None:
    """Who has won, if the match is over and captain Jones has not."""
    assert match.over
    return SHIPS[match.state.winner] if match.state.winner != NOTHING else None
