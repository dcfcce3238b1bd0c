"""Arabana-Opodopo in writing: the spelling of actions, and a view in domain words."""

from __future__ import annotations

from typing import Any

from archipel.core.notation import Draw, Notation, Verb, seat_name
from archipel.core.record import HIDDEN, NOBODY, NOTHING, reading
from archipel.core.rule import plain
from archipel.games.arabana_opodopo.ending import worth
from archipel.games.arabana_opodopo.parts import COLOURS, COPIES, GODS, ISLANDS, LETTERS, SLOTS, SMALL
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
    return {
        "phase": PHASES[view.phase],
        "to_move": seat_name(SEATS, view.actor),
        "turn": SEATS[view.turn] if view.first != NOBODY else None,
        "round": view.round,
        "final": bool(view.final),
        "drawing": bool(not view.final and view.open_size + view.bag_size > 0),
        "islands": [_island(view, island) for island in range(ISLANDS)],
        "slots": [_slot(view, slot) for slot in range(SLOTS)],
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


def _island(view: Any, island: int) -> dict[str, Any]:
    stone, owner, slots = view.stone[island], view.control[island], view.degree[island]
    held = view.on[island][owner] if owner != NOBODY else None
    return {
        "island": LETTERS[island],
        "slots": slots,
        "small": slots == SMALL,
        "majority": plain(majority)(view, island),
        "bridges": dict(zip(SEATS[: view.seats], view.on[island], strict=False)),
        "control": owner_name(owner),
        "worth": None if held is None else plain(worth)(slots, held, int(view.round > 1)),
        "stone": GODS[stone] if stone != NOTHING else None,
    }


def _slot(view: Any, slot: int) -> dict[str, Any]:
    one, other = view.ends[slot]
    return {
        "from": LETTERS[one],
        "to": LETTERS[other],
        "bridge": owner_name(view.bridge[slot]),
        "barred": bool(view.barred[slot]),
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
