"""Costa Ruana in writing: the spelling of actions, and a view in domain words."""

from __future__ import annotations

from typing import Any

from archipel.core.notation import Draw, Notation, Verb, seat_name, seen_often
from archipel.core.record import HIDDEN, NOBODY, NOTHING, reading
from archipel.core.rule import plain
from archipel.games.costa_ruana.parts import BACKGROUNDS, CARDS, COLOURS, KINDS, MOST_ISLANDS, MOST_LAID
from archipel.games.costa_ruana.rules import leader
from archipel.games.costa_ruana.state import DRAWING, EFFECT, LYING, SHAMAN, layer_of

SEATS = COLOURS
CARD_NAMES = tuple(f"{kind}/{background}" for kind in KINDS for background in BACKGROUNDS)
ISLANDS = range(1, MOST_ISLANDS + 1)
NUMBERS = range(1, MOST_LAID + 1)  # of cards on the table

NOTATION = Notation(
    Draw("deal", card=(*CARD_NAMES, "?")),
    Draw("show", side=BACKGROUNDS),
    Draw("poor", island=ISLANDS),
    Draw("first", shaman=SEATS),
    Verb("up", card=CARD_NAMES, before=SEATS),
    Verb("down", card=(*CARD_NAMES, "?"), before=SEATS),
    Verb("ride", number=NUMBERS),
    Verb("pass"),
    Verb("turn", condition=("day_night", "tide")),
    Verb("resolve", number=NUMBERS),
    Verb("carry", source=ISLANDS, target=ISLANDS),
    Verb("return", island=ISLANDS),
    Verb("place", island=ISLANDS),
    Verb("move", owner=SEATS, source=ISLANDS, target=ISLANDS),
    Verb("accept"),
    Verb("name", shaman=SEATS),
)

PHASES = (
    "dealing", "day_night", "tide", "poor_islands", "first_shaman", "settling", "face_up_card",
    "face_down_card", "native_on_card", "condition", "order_of_cards", "effect", "drawing", "accept_shaman",
    "over",
)  # fmt: skip
FATES = ("lying", "active", "inactive", "resolved")


def card_name(card: int) -> str | None:
    """The name of a card, `?` for one that is hidden, None for none."""
    if card in (HIDDEN, CARDS):
        return "?"
    return None if card == NOTHING else CARD_NAMES[card]


def number_or_none(value: int) -> int | None:
    """A number of the state, None where it is hidden."""
    return None if value == HIDDEN else value


def show(view: Any, seat: int) -> dict[str, Any]:
    """A view in domain words, ready for JSON; what the seat may not know is `?` or null."""
    view = reading(view)
    began, awards = view.shaman != NOTHING, view.award[view.round]
    return {
        "phase": PHASES[view.phase],
        "to_move": seat_name(SEATS, view.actor),
        "round": view.round + 1,
        "shaman": SEATS[view.shaman] if began else None,
        "elected": SEATS[view.elected] if view.phase in (DRAWING, SHAMAN) else None,
        "conditions": [BACKGROUNDS[side] if side != NOTHING else None for side in view.conditions],
        "pile": view.pile_size,
        "discard": _cards(*view.discard),
        "deck": _cards(*view.deck),
        "open_huts": bool(view.open_huts),
        "you": SEATS[seat] if seat >= 0 else None,
        "players": [_player(view, one) for one in range(view.seats)],
        "islands": [
            _island(island + 1, view.treasures[island], awards[island], *view.natives[island])
            for island in range(view.islands)
        ],
        "table": [_laid(view, number) for number in range(view.laid)],
        "effect": _effect(view) if view.phase == EFFECT else None,
    }


def _player(view: Any, seat: int) -> dict[str, Any]:
    return {
        "seat": SEATS[seat],
        "hand": [card_name(card) for card in view.hand[seat][: view.hand_size[seat]]],
        "supply": view.supply[seat],
        "hut": number_or_none(view.hut[seat]),
        "taken": view.award[view.round].count(seat),  # this round, seen by all
        "native_on": view.rides[seat] + 1 if view.rides[seat] != NOTHING else None,
    }


@seen_often
def _cards(*counts: int) -> dict[str, int]:
    return {CARD_NAMES[card]: n for card, n in enumerate(counts) if n}


@seen_often
def _island(number: int, treasures: int, taken_by: int, *natives: int) -> dict[str, Any]:
    leads = plain(leader)({(number, owner): n for owner, n in enumerate(natives)}, number, len(natives))
    return {
        "number": number,
        "treasures": treasures,
        "natives": {SEATS[owner]: n for owner, n in enumerate(natives) if n},
        "leads": SEATS[leads] if leads != NOBODY else None,
        "taken_by": SEATS[taken_by] if taken_by != NOTHING else None,
    }


def _laid(view: Any, number: int) -> dict[str, Any]:
    return {
        "number": number + 1,
        "card": card_name(view.table[number]),
        "face_down": bool(number >= view.seats and view.fate[number] == LYING),
        "by": SEATS[plain(layer_of)(view, number)],
        "before": SEATS[view.before[number]],
        "natives": [SEATS[seat] for seat in range(view.seats) if view.rides[seat] == number],
        "fate": FATES[view.fate[number]],
    }


def _effect(view: Any) -> dict[str, Any]:
    return {
        "number": view.resolving + 1,
        "card": card_name(view.table[view.resolving]),
        "for": SEATS[view.actor],
        "left": view.todo,
    }
