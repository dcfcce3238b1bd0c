"""Arabana-Opodopo in writing: the spelling of actions, and a view in domain words."""

from __future__ import annotations

from typing import Any

from archipel.core.notation import Draw, Notation, Verb, seat_name, seen_often
from archipel.core.record import HIDDEN, NOBODY, NOTHING, reading
from archipel.core.rule import plain
from archipel.games.arabana_opodopo.ending import worth
from archipel.games.arabana_opodopo.parts import COLOURS, COPIES, GODS, LETTERS, SMALL
from archipel.games.arabana_opodopo.state import majority, row_of

SEATS = COLOURS
CARDS = (*LETTERS, "?")
PAYMENTS = ("double", "each", "kanaloa", "kanaloas")

NOTATION = Notation(
    Draw("stone", god=GODS),
    Draw("deal", card=CARDS),
    Draw("reveal", card=LETTERS),
    Draw("begin", first=SEATS),
    Draw("plunder", card=CARDS),
    Verb("lay", card=CARDS),
    Verb("play", card=LETTERS, to=LETTERS),
    Verb("spend", card=LETTERS),
    Verb("exchange", island=LETTERS, to=LETTERS, cards=PAYMENTS),
    Verb("discard", card=CARDS),
    Verb("take", card=LETTERS),
    Verb("draw"),
    Verb("take_back", island=LETTERS, to=LETTERS),
    Verb("remove", island=LETTERS, to=LETTERS),
    Verb("kanaloa", island=LETTERS, to=LETTERS),
    Verb("ku", whom=SEATS),
    Verb("steal", card=CARDS),
    Verb("pele"),
    Verb("give", card=CARDS),
    Verb("lono", card=LETTERS),
    Verb("lono_draw"),
    Verb("end"),
    Verb("defer"),
)

PHASES = (
    "stones", "dealing", "laying", "opening", "first_player", "drawing", "plundering", "turn", "removing",
    "stealing", "giving", "over",
)  # fmt: skip


def owner_name(seat: int) -> str | None:
    """The colour of a player, or None for nobody."""
    return None if seat == NOBODY else SEATS[seat]


def card_name(card: int) -> str:
    """The letter of a card's island, `?` for a hidden one."""
    return "?" if card == HIDDEN else LETTERS[card]


def cards_json(counts: list[int]) -> dict[str, int]:
    """Cards by letter, those there are."""
    return {LETTERS[card]: count for card, count in enumerate(counts) if count > 0}


def show(view: Any, seat: int) -> dict[str, Any]:
    """A view in domain words, ready for JSON; what the seat may not know is `?`."""
    view = reading(view)
    islands, later = zip(view.degree, view.stone, view.control, view.on, strict=True), int(view.round > 1)
    return {
        "phase": PHASES[view.phase],
        "to_move": seat_name(SEATS, view.actor),
        "turn": SEATS[view.turn] if view.first != NOBODY else None,
        "round": view.round,
        "final": bool(view.final),
        "drawing": bool(not view.final and view.open_size + view.bag_size > 0),
        "islands": [
            _island(island, slots, plain(majority)(view, island), stone, owner, later, *on[: view.seats])
            for island, (slots, stone, owner, on) in enumerate(islands)
        ],
        "slots": [
            _slot(one, other, bridge, barred)
            for (one, other), bridge, barred in zip(view.ends, view.bridge, view.barred, strict=True)
        ],
        "open": cards_json(view.open),
        "bag": view.bag_size,
        "discard": {"face_up": cards_json(view.up), "unseen": view.buried_size},
        "you": SEATS[seat] if seat >= 0 else None,
        "players": [_player(view, one) for one in range(view.seats)],
        "remembered": _remembered(view, seat),
        "remove_on": [LETTERS[island] for island in view.relative if island != NOTHING],
        "victim": owner_name(view.victim),
        "winner": owner_name(view.winner),
    }


@seen_often
def _island(
    island: int, slots: int, most: int, stone: int, owner: int, later: int, *bridges: int
) -> dict[str, Any]:
    return {
        "island": LETTERS[island],
        "slots": slots,
        "small": slots == SMALL,
        "majority": most,
        "bridges": dict(zip(SEATS, bridges, strict=False)),
        "control": owner_name(owner),
        "worth": None if owner == NOBODY else plain(worth)(slots, bridges[owner], later),
        "stone": GODS[stone] if stone != NOTHING else None,
    }


@seen_often
def _slot(one: int, other: int, bridge: int, barred: int) -> dict[str, Any]:
    return {
        "from": LETTERS[one],
        "to": LETTERS[other],
        "bridge": owner_name(bridge),
        "barred": bool(barred),
    }


def _player(view: Any, seat: int) -> dict[str, Any]:
    mine = [view.buried[i] for i in range(view.buried_size) if view.buried_by[i] == seat]
    return {
        "seat": SEATS[seat],
        "points": view.points[seat],
        "islands": view.islands[seat],
        "reserve": view.reserve[seat],
        "hand": [card_name(card) for card in view.hand[seat][: view.hand_size[seat]]],
        "laid": None if view.laid[seat] == NOTHING else card_name(view.laid[seat]),
        "unseen": [card_name(card) for card in mine],
        "stones": {god: n for god, n in zip(GODS, view.stones[seat], strict=True) if n},
        "finished": view.finished[seat] or None,
    }


def _remembered(view: Any, seat: int) -> list[dict[str, Any]]:
    """Cards that the seat knows to be in one of several places."""
    row, found = plain(row_of)(view, seat), []
    for one, (hands, below) in enumerate(zip(view.claim_hands[row], view.claim_below[row], strict=True)):
        if hands == below == 0 or (seat >= 0 and hands >> seat & 1):
            continue  # one sees one's own cards
        places = [SEATS[p] for p in range(view.seats) if hands >> p & 1]
        places += [f"discard of {SEATS[p]}" for p in range(view.seats) if below >> p & 1]
        found.append({"card": LETTERS[one // COPIES], "in": places})
    return found
