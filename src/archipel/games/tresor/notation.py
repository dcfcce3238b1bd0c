"""Trésor in writing: the spelling of actions, and a view in domain words."""

from __future__ import annotations

from itertools import islice
from typing import Any

from archipel.core.notation import Draw, Notation, Verb, seat_name, seen_often
from archipel.core.record import HIDDEN, NOTHING, reading
from archipel.core.rule import part
from archipel.games.tresor.parts import (
    BESTIOLES,
    BOTTE_SECRETE,
    DETACHMENTS,
    FIEVRES,
    GONE,
    POINTS,
    SHIPS,
    SUPERSTITION,
    TONNEAUX_EN_PERCE,
    TRICKS,
)
from archipel.games.tresor.state import NONE

SEATS = SHIPS
NUMBERS = range(1, DETACHMENTS + 1)
SIDES = ("aggressors", "defender")
CHESTS = ("empty", "full")

NOTATION = Notation(
    Draw("deal", trick=(*TRICKS, "?")),
    Draw("begin", first=SEATS),
    Draw("find", chest=(*CHESTS, "?")),
    Verb("displace", detachment=NUMBERS, zones=range(1, POINTS + 1)),
    Verb("swap"),
    Verb("end"),
    Verb("pass"),
    Verb("demand", owner=SEATS, detachment=NUMBERS),
    Verb("demand_with", trick=TRICKS[: BESTIOLES + 1], owner=SEATS, detachment=NUMBERS),
    Verb("join"),
    Verb("stay_out"),
    Verb("lose", detachment=NUMBERS),
    Verb("strengthen", trick=TRICKS[: BOTTE_SECRETE + 1]),
    Verb("weaken", trick=TRICKS[FIEVRES : BESTIOLES + 1], side=SIDES),
    Verb("push", trick=TRICKS[TONNEAUX_EN_PERCE : SUPERSTITION + 1]),
    Verb("spy", owner=SEATS, detachment=NUMBERS),
    Verb("reshuffle"),
    Verb("remove", owner=SEATS, detachment=NUMBERS),
    Verb("exchange", owner=SEATS, detachment=NUMBERS, other=SEATS, its=NUMBERS),
    Verb("disarm", whom=SEATS),
    Verb("mourn"),
    Verb("cancel"),
)

# What can be claimed of one's own chests (TR-9.3): it is heard by all, binds nobody, and no rule knows it.
TALK = part("TR-9.3", Notation(Verb("claim", detachment=NUMBERS, chest=(*CHESTS, "nothing"))))


def founded(state: Any, seat: int, claim: dict[str, Any]) -> bool:
    """Whether there is what a claim is about: the detachment carries a chest."""
    return bool(state.loaded[seat][claim["detachment"] - 1])


PHASES = (
    "dealing", "first_player", "movement", "drawing", "chest", "reaction", "closing", "answer",
    "joining", "support", "losses", "over",
)  # fmt: skip
WINDOWS = ("movement", "reaction", "closing")
# All who hold a trick are asked in turn whether they react, whatever it is (TR-6.2): one may pass beforehand.
REACTIONS, PASS = ("reaction", "closing"), "pass"


def trick_name(trick: int) -> str | None:
    """The name of a trick, `?` for a hidden one, None for none."""
    if trick == HIDDEN:
        return "?"
    return None if trick == NOTHING else TRICKS[trick]


def chest_name(chest: int) -> str | None:
    """`full`, `empty`, `?` for one that is not known, None for none."""
    if chest == HIDDEN:
        return "?"
    return None if chest == NOTHING else CHESTS[chest]


def seats_in(seats: int) -> list[str]:
    """The ships of a set of seats."""
    return [ship for seat, ship in enumerate(SEATS) if seats >> seat & 1]


def man_json(man: int) -> dict[str, Any]:
    """A detachment: whose, and its number."""
    return {"owner": SEATS[man // DETACHMENTS], "detachment": man % DETACHMENTS + 1}


def show(view: Any, seat: int) -> dict[str, Any]:
    """A view in domain words, ready for JSON; what the seat may not know is `?` or null."""
    view = reading(view)
    return {
        "phase": PHASES[view.phase],
        "to_move": seat_name(SEATS, view.actor),
        "turn": SEATS[view.turn] if view.first != NOTHING and view.turn < view.seats else None,
        "window": WINDOWS[view.window],
        "points": view.points,
        "swapped": bool(view.swapped),
        "moved": man_json(view.turn * DETACHMENTS + view.moved) if view.moved != NOTHING else None,
        "cave": {"chests": view.cave_size, "full": None if view.cave_full == HIDDEN else view.cave_full},
        "removed": dict(zip(CHESTS, view.removed, strict=True)),
        "deck": view.deck_size,
        "discard": {
            "face_up": {TRICKS[kind]: n for kind, n in enumerate(map(sum, zip(*view.up, strict=True))) if n},
            "face_down": sum(map(sum, view.buried_size)),
        },
        "you": SEATS[seat] if seat >= 0 else None,
        "players": [_player(view, one) for one in range(view.seats)],
        "confrontation": _confrontation(view) if view.stage != NONE else None,
        "trick": _trick(view) if view.played != NOTHING else None,
        "winner": SEATS[view.winner] if view.winner != NOTHING else None,
    }


def _player(view: Any, seat: int) -> dict[str, Any]:
    crew = zip(view.place[seat], view.loaded[seat], view.chest[seat], view.known[seat], strict=True)
    return {
        "seat": SEATS[seat],
        "trick": trick_name(view.trick[seat]),
        "turns": view.turns[seat],
        "detachments": [
            _detachment(number + 1, place, loaded, chest, known)
            for number, (place, loaded, chest, known) in enumerate(islice(crew, view.detachments))
            if place != GONE
        ],
    }


@seen_often
def _detachment(number: int, zone: int, loaded: int, chest: int, known: int) -> dict[str, Any]:
    return {
        "detachment": number,
        "zone": zone,
        "loaded": bool(loaded),
        "chest": chest_name(chest),
        "known_to": seats_in(known),
    }


def _confrontation(view: Any) -> dict[str, Any]:
    sides = {
        side: [SEATS[p] for p in range(view.seats) if view.side[p] == i] for i, side in enumerate(SIDES, 1)
    }
    return {
        "demander": SEATS[view.demander],
        "detachment": man_json(view.defender * DETACHMENTS + view.named),
        "zone": view.zone,
        **sides,
        "strength": {side: strength_of(view, i) for i, side in enumerate(SIDES, 1)},
    }


def strength_of(view: Any, side: int) -> int:
    """The detachments of a side in the zone with its tricks, as they stand."""
    men = sum(int(view.men[view.zone][seat]) for seat in range(view.seats) if view.side[seat] == side)
    return max(0, men + int(view.boost[side]))


def _trick(view: Any) -> dict[str, Any]:
    return {"kind": TRICKS[view.played], "by": SEATS[view.player], "cancelled": bool(view.cancelled)}
