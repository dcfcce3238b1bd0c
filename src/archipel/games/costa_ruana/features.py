# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""A view of Costa Ruana as numbers for learning: `features(view, seat, out)`.

`LAYOUT` is the one table of what stands where and what it says. Seats are counted clockwise from the
observer, so that a learner sees every seat as its own; `own` alone says which it is, for actions name seats.
Counts are scaled to about one; what is hidden is zero, and flags say so.
"""

from archipel.core.layout import Omission, Part, size, starts
from archipel.core.record import HIDDEN, NOTHING
from archipel.core.rule import rule
from archipel.core.seating import distance
from archipel.games.costa_ruana.notation import CARD_NAMES, FATES, PHASES
from archipel.games.costa_ruana.parts import (
    BACKGROUNDS,
    CARDS,
    HAND,
    KINDS,
    MOST_ISLANDS,
    MOST_LAID,
    MOST_SEATS,
    NATIVES,
    ROOM,
    ROUNDS,
    TREASURES_EACH,
)
from archipel.games.costa_ruana.state import ACTIVE, EFFECT, layer_of

KINDS_OF_FATE = len(FATES)

LAYOUT = {
    "phase": Part((len(PHASES),), "what is asked: one of the phases of a match", PHASES),
    "round": Part((ROUNDS,), "one of them"),
    "mover": Part((MOST_SEATS,), "whose choice it is: one of them, or none"),
    "shaman": Part((MOST_SEATS,), "one of them, or none yet"),
    "conditions": Part((4,), "the sides showing", BACKGROUNDS),
    "seats": Part((MOST_SEATS,), "which are taken"),
    "own": Part((MOST_SEATS,), "which seat the observer has, as actions name seats: one of them"),
    "hand": Part((CARDS,), "one's own cards, counted by kind and background", CARD_NAMES),
    "unseen": Part((CARDS,), "copies of each card that the observer has not seen", CARD_NAMES),
    "hand_sizes": Part((MOST_SEATS,), "cards in each hand, of a full one"),
    "supplies": Part((MOST_SEATS,), "natives in each supply, of all"),
    "huts": Part((MOST_SEATS,), f"treasures in each hut where they are known, of {NATIVES}"),
    "huts_known": Part((MOST_SEATS,), "whose hut the observer knows"),
    "taken": Part((ROUNDS, MOST_SEATS), "treasures that each seat took in each round"),
    "treasures": Part((MOST_ISLANDS,), "on each island, of those of a rich one"),
    "natives": Part((MOST_ISLANDS, MOST_SEATS), "of each seat on each island, of its room"),
    "room": Part((MOST_ISLANDS,), "left on each island, of all"),
    "card_kind": Part(
        (MOST_LAID, 8), "of each card on the table: one of them, or none if it is hidden", KINDS
    ),
    "card_background": Part(
        (MOST_LAID, 4), "of each card on the table: one of them, or none if it is hidden", BACKGROUNDS
    ),
    "card_hidden": Part((MOST_LAID,), "cards that lie face down and that others laid"),
    "card_before": Part((MOST_LAID, MOST_SEATS), "before whom each card lies"),
    "card_by": Part((MOST_LAID, MOST_SEATS), "who laid each card"),
    "card_natives": Part((MOST_LAID, MOST_SEATS), "whose native stands on each card"),
    "card_fate": Part((MOST_LAID, KINDS_OF_FATE), "of each card: one of them", FATES),
    "resolving": Part((MOST_LAID,), "the card whose effect is carried out: one of them, or none"),
    "steps_left": Part((1,), "of that effect, of three"),
    "copy": Part((1,), "for whom: 0 who the card lies before, then natives on it clockwise, of all seats"),
}

LEFT_OUT = (
    Omission(("void",), "it tells what happened, and no rule asks for it"),
    Omission(("elected",), "who is elected is the `mover` when they are asked"),
    Omission(("turn",), "whose cards are being resolved: `mover`, or before whom the card lies"),
    Omission(("pile_size",), "it follows from `unseen`, `hand_sizes` and the cards on the table"),
    Omission(
        ("todo",),
        "natives to be placed before the first round follow from `supplies`; later nobody counts it",
        lambda view, seat: view.phase != EFFECT,
    ),
    Omission(("resolving", "copy"), "no effect is carried out now", lambda view, seat: view.phase != EFFECT),
    Omission(
        ("table", "before", "fate"), "no card lies there", lambda view, seat, number: number >= view.laid
    ),
    Omission(("hand",), "no card is there", lambda view, seat, other, i: i >= view.hand_size[other]),
)

FEATURES = size(LAYOUT)
(
    _PHASE, _ROUND, _MOVER, _SHAMAN, _CONDITIONS, _SEATS, _OWN, _HAND, _UNSEEN, _HAND_SIZES, _SUPPLIES, _HUTS,
    _HUTS_KNOWN, _TAKEN, _TREASURES, _NATIVES, _ROOM, _KIND, _BACKGROUND, _CARD_HIDDEN, _BEFORE, _BY,
    _RIDERS, _FATE, _RESOLVING, _STEPS, _COPY,
) = starts(LAYOUT)  # fmt: skip


@rule("CR-3.6")
def features(view, seat, out):
    """Write a seat's view into `out`, an array of FEATURES numbers that the caller owns."""
    for i in range(FEATURES):
        out[i] = 0.0
    out[_PHASE + view.phase] = 1
    out[_OWN + seat] = 1
    out[_ROUND + view.round] = 1
    if view.actor >= 0:
        out[_MOVER + distance(view, seat, view.actor)] = 1
    if view.shaman != NOTHING:
        out[_SHAMAN + distance(view, seat, view.shaman)] = 1
    for i in range(2):
        if view.conditions[i] != NOTHING:
            out[_CONDITIONS + view.conditions[i]] = 1
    write_cards(view, seat, out)
    write_players(view, seat, out)
    write_islands(view, seat, out)
    write_table(view, seat, out)


@rule("CR-3.6", "CR-4.5")
def write_cards(view, seat, out):
    """The observer's hand, and the cards it has not seen."""
    for card in range(CARDS):
        out[_UNSEEN + card] = view.deck[card] - view.discard[card]
    for i in range(view.hand_size[seat]):
        out[_HAND + view.hand[seat, i]] += 1
        out[_UNSEEN + view.hand[seat, i]] -= 1
    for number in range(view.laid):
        if view.table[number] != HIDDEN and view.fate[number] <= ACTIVE:
            out[_UNSEEN + view.table[number]] -= 1


@rule("CR-3.6", "CR-7.2", "CR-10.1")
def write_players(view, seat, out):
    """What lies open of each player, and huts where they are known."""
    for other in range(view.seats):
        at = distance(view, seat, other)
        out[_SEATS + at] = 1
        out[_HAND_SIZES + at] = view.hand_size[other] / HAND
        out[_SUPPLIES + at] = view.supply[other] / NATIVES
        if view.hut[other] != HIDDEN:
            out[_HUTS + at] = view.hut[other] / NATIVES
            out[_HUTS_KNOWN + at] = 1
    for when in range(ROUNDS):
        for island in range(view.islands):
            if view.award[when, island] != NOTHING:
                out[_TAKEN + when * MOST_SEATS + distance(view, seat, view.award[when, island])] += 1


@rule("CR-2.3")
def write_islands(view, seat, out):
    """Treasures, natives and room."""
    for island in range(view.islands):
        out[_TREASURES + island] = view.treasures[island] / TREASURES_EACH
        out[_ROOM + island] = (ROOM - view.crowd[island]) / ROOM
        for other in range(view.seats):
            at = island * MOST_SEATS + distance(view, seat, other)
            out[_NATIVES + at] = view.natives[island, other] / ROOM


@rule("CR-3.1", "CR-3.2", "CR-3.3")
def write_table(view, seat, out):
    """The cards on the table, by whom and before whom they lie, with the natives on them."""
    for number in range(view.laid):
        if view.table[number] == HIDDEN:
            out[_CARD_HIDDEN + number] = 1
        else:
            out[_KIND + number * 8 + (view.table[number] >> 2)] = 1
            out[_BACKGROUND + number * 4 + view.table[number] % 4] = 1
        out[_BEFORE + number * MOST_SEATS + distance(view, seat, view.before[number])] = 1
        out[_BY + number * MOST_SEATS + distance(view, seat, layer_of(view, number))] = 1
        out[_FATE + number * KINDS_OF_FATE + view.fate[number]] = 1
    for other in range(view.seats):
        if view.rides[other] != NOTHING:
            out[_RIDERS + view.rides[other] * MOST_SEATS + distance(view, seat, other)] = 1
    if view.phase == EFFECT:
        out[_RESOLVING + view.resolving] = 1
        out[_STEPS] = view.todo / 3
        out[_COPY] = view.copy / view.seats
