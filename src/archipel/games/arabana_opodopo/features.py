# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""A view of Arabana-Opodopo as numbers for learning: `features(view, seat, out)`.

`LAYOUT` is the one table of what stands where and what it says. Seats are counted clockwise from the
observer, so that a learner sees every seat as its own; `own` alone says which it is, for actions name seats.
Counts are scaled to about one; what is hidden is zero. Slots and
islands stand in the order of the board.
"""

from archipel.core.layout import Omission, Part, size, starts
from archipel.core.record import NOBODY, NOTHING
from archipel.core.rule import rule
from archipel.core.seating import distance
from archipel.games.arabana_opodopo.notation import PHASES
from archipel.games.arabana_opodopo.parts import (
    BRIDGES,
    CARDS,
    COPIES,
    GODS,
    ISLANDS,
    LETTERS,
    LIMIT,
    MAIN,
    MARKERS,
    MOST_SEATS,
    SLOTS,
)
from archipel.games.arabana_opodopo.state import LAYING, NOTHING_OWED, row_of

GOOD_SCORE = 30  # what points are scaled by

LAYOUT = {
    "phase": Part((len(PHASES),), "what is asked: one of the phases of a match", PHASES),
    "mover": Part((MOST_SEATS,), "whose choice it is: one of them, or none"),
    "turn": Part((MOST_SEATS,), "whose turn it is: one of them"),
    "seats": Part((MOST_SEATS,), "who takes part"),
    "own": Part((MOST_SEATS,), "which seat the observer has, as actions name seats: one of them"),
    "second_round": Part((1,), "whether it is the second round"),
    "final": Part((1,), "whether these are the final turns"),
    "finished": Part((MOST_SEATS,), "who has had the final turn, and how late, of all seats"),
    "acted": Part((1,), "whether anything was done in the turn"),
    "discarded": Part((1,), "whether a card was discarded in the turn"),
    "lifted": Part((1,), "whether a bridge was taken back and must be placed now"),
    "bridge": Part(
        (SLOTS, MOST_SEATS),
        "whose stands on each slot, in the order of `slots` in `Match.show`: one of them, or nobody's",
    ),
    "barred": Part((SLOTS,), "slots from which a bridge was taken back in this turn"),
    "on": Part((ISLANDS, MOST_SEATS), "bridges of each seat at each island, of its slots"),
    "degree": Part((ISLANDS,), "slots of each island, of those of the main one", LETTERS),
    "control": Part((ISLANDS, MOST_SEATS), "whose marker lies on each island, or nobody's"),
    "relative": Part((ISLANDS,), "where a bridge is to be removed: 1 now, 0.5 next", LETTERS),
    "islands": Part((MOST_SEATS,), "controlled by each, of all markers"),
    "reserve": Part((MOST_SEATS,), "bridges of each that are not on the board, of all"),
    "points": Part((MOST_SEATS,), f"of each, of a good score of {GOOD_SCORE}"),
    "stone": Part((ISLANDS, len(GODS)), "the god on each island, or none", GODS),
    "stones": Part((MOST_SEATS, len(GODS)), "of each god in front of each seat", GODS),
    "hand": Part((ISLANDS,), "one's own cards, of their copies", LETTERS),
    "hand_size": Part((MOST_SEATS,), "cards in each hand, of the limit"),
    "remembered": Part(
        (MOST_SEATS, ISLANDS), "cards that may be in each hand, divided by where else they may be", LETTERS
    ),
    "open": Part((ISLANDS,), "cards beside the board, of their copies", LETTERS),
    "face_up": Part((ISLANDS,), "cards played or spent, of their copies", LETTERS),
    "buried": Part((ISLANDS,), "cards discarded unseen by oneself, of their copies", LETTERS),
    "buried_by": Part((MOST_SEATS,), "cards discarded unseen by each, of all"),
    "laid": Part((ISLANDS,), "the card that one will lay open, until all have chosen theirs", LETTERS),
    "bag": Part((1,), "cards in the bag, of all"),
    "victim": Part((MOST_SEATS,), "of Ku or Pele: one of them, or nobody"),
    "owed": Part((MOST_SEATS,), "to whom Pele still owes a card"),
}

LEFT_OUT = (
    Omission(("first",), "no rule asks for it after the first turn"),
    Omission(("built", "open_size", "lying", "bars", "in_doubt"), "they follow from `on`, `open`, `barred`"),
    Omission(("sealed",), "the same as `owed`"),
    Omission(
        ("laid",),
        "who has chosen a card follows from `mover`; later it is one of those that lie open",
        lambda view, seat, other: view.phase != LAYING or other != seat,
    ),
    Omission(
        ("hand",),
        "what one knows of other hands is in `remembered`; or no card is there",
        lambda view, seat, other, i: other != seat or i >= view.hand_size[other],
    ),
    Omission(
        ("buried", "buried_by"), "no card is there", lambda view, seat, number: number >= view.buried_size
    ),
    Omission(
        (
            "claim_hands", "claim_below", "claim_since", "claim_from", "struck", "passed", "kept",
            "could_keep", "split", "unknown", "unknown_then", "buried_then", "stray", "blind", "played",
            "buried_unknown", "buried_blind",
        ),
        "from them possible worlds are drawn (AO-10.3); `remembered` sums up what they tell of hands",
    ),
)  # fmt: skip

FEATURES = size(LAYOUT)
(
    _PHASE, _MOVER, _TURN, _SEATS, _OWN, _SECOND, _FINAL, _FINISHED, _ACTED, _DISCARDED, _LIFTED, _BRIDGE,
    _BARRED, _ON, _DEGREE, _CONTROL, _RELATIVE, _ISLANDS, _RESERVE, _POINTS, _STONE, _STONES, _HAND,
    _HAND_SIZE, _REMEMBERED, _OPEN, _FACE_UP, _BURIED, _BURIED_BY, _LAID, _BAG, _VICTIM, _OWED,
) = starts(LAYOUT)  # fmt: skip


@rule("AO-10.1")
def features(view, seat, out):
    """Write a seat's view into `out`, an array of FEATURES numbers that the caller owns."""
    for i in range(FEATURES):
        out[i] = 0.0
    out[_PHASE + view.phase] = 1
    out[_OWN + seat] = 1
    if view.actor >= 0:
        out[_MOVER + distance(view, seat, view.actor)] = 1
    if view.turn < view.seats:
        out[_TURN + distance(view, seat, view.turn)] = 1
    if view.victim != NOBODY:
        out[_VICTIM + distance(view, seat, view.victim)] = 1
    out[_SECOND] = view.round == 2
    out[_FINAL] = view.final
    out[_ACTED] = view.acted
    out[_DISCARDED] = view.discarded
    out[_LIFTED] = view.lifted
    out[_BAG] = view.bag_size / CARDS
    for other in range(view.seats):
        write_player(view, seat, other, out)
    write_board(view, seat, out)
    write_cards(view, seat, out)
    write_memory(view, seat, out)


@rule("AO-10.1")
def write_player(view, seat, other, out):
    """What lies open of a player."""
    at = distance(view, seat, other)
    out[_SEATS + at] = 1
    out[_FINISHED + at] = view.finished[other] / view.seats
    out[_ISLANDS + at] = view.islands[other] / MARKERS
    out[_RESERVE + at] = view.reserve[other] / BRIDGES
    out[_POINTS + at] = view.points[other] / GOOD_SCORE
    out[_HAND_SIZE + at] = view.hand_size[other] / LIMIT
    out[_OWED + at] = view.owed[other] != NOTHING_OWED
    for god in range(len(GODS)):
        out[_STONES + at * len(GODS) + god] = view.stones[other, god]
    for island in range(ISLANDS):
        out[_ON + island * MOST_SEATS + at] = view.on[island, other] / view.degree[island]


@rule("AO-10.1")
def write_board(view, seat, out):
    """Bridges, markers and stones."""
    for slot in range(SLOTS):
        out[_BARRED + slot] = view.barred[slot]
        if view.bridge[slot] != NOBODY:
            out[_BRIDGE + slot * MOST_SEATS + distance(view, seat, view.bridge[slot])] = 1
    for island in range(ISLANDS):
        out[_DEGREE + island] = view.degree[island] / MAIN
        if view.control[island] != NOBODY:
            out[_CONTROL + island * MOST_SEATS + distance(view, seat, view.control[island])] = 1
        if view.stone[island] != NOTHING:
            out[_STONE + island * len(GODS) + view.stone[island]] = 1
    for i in range(2):
        if view.relative[i] != NOTHING:
            out[_RELATIVE + view.relative[i]] = 1 - i / 2


@rule("AO-10.1", "AO-2.1", "AO-3.4")
def write_cards(view, seat, out):
    """The observer's hand, the cards that lie open, and those discarded unseen."""
    for i in range(view.hand_size[seat]):
        out[_HAND + view.hand[seat, i]] += 1 / COPIES
    for card in range(ISLANDS):
        out[_OPEN + card] = view.open[card] / COPIES
        out[_FACE_UP + card] = view.up[card] / COPIES
    for i in range(view.buried_size):
        out[_BURIED_BY + distance(view, seat, view.buried_by[i])] += 1 / CARDS
        if view.buried_by[i] == seat:
            out[_BURIED + view.buried[i]] += 1 / COPIES
    if view.phase == LAYING and view.laid[seat] != NOTHING:
        out[_LAID + view.laid[seat]] = 1


@rule("AO-10.1", "AO-10.2")
def write_memory(view, seat, out):
    """The cards that the observer remembers, where they may be."""
    row = row_of(view, seat)
    for one in range(CARDS):
        places = 0
        for bit in range(MOST_SEATS + 1):
            places += view.claim_hands[row, one] >> bit & 1
            places += view.claim_below[row, one] >> bit & 1
        for other in range(view.seats):
            if other != seat and view.claim_hands[row, one] >> other & 1:
                at = distance(view, seat, other) * ISLANDS + one // COPIES
                out[_REMEMBERED + at] += 1 / (COPIES * places)
