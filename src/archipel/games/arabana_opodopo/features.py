# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""A view of Arabana-Opodopo as numbers for learning: `features(view, seat, out)`.

`LAYOUT` is the one table of what stands where. Seats are counted clockwise from the observer, so that
a learner sees every seat as its own; counts are scaled to about one; what is hidden is zero. Slots and
islands stand in the order of the board.
"""

from archipel.core.layout import size, starts
from archipel.core.record import NOBODY, NOTHING
from archipel.core.rule import rule
from archipel.core.seating import distance
from archipel.games.arabana_opodopo.memory import count_buried
from archipel.games.arabana_opodopo.parts import (
    BRIDGES,
    CARDS,
    COPIES,
    GODS,
    ISLANDS,
    LIMIT,
    MAIN,
    MARKERS,
    MOST_SEATS,
    SLOTS,
)
from archipel.games.arabana_opodopo.state import ENDED, row_of

PHASES = ENDED + 1
GOOD_SCORE = 30  # what points are scaled by

LAYOUT = {
    "phase": (PHASES,),  # one of them
    "mover": (MOST_SEATS,),  # one of them, or none
    "turn": (MOST_SEATS,),  # one of them
    "seats": (MOST_SEATS,),  # who takes part
    "second_round": (1,),
    "final": (1,),
    "finished": (MOST_SEATS,),  # who has had the final turn
    "acted": (1,),
    "discarded": (1,),
    "lifted": (1,),
    "bridge": (SLOTS, MOST_SEATS),  # whose, or nobody's
    "barred": (SLOTS,),
    "on": (ISLANDS, MOST_SEATS),  # bridges of each player, as part of the slots
    "degree": (ISLANDS,),
    "control": (ISLANDS, MOST_SEATS),  # whose marker, or nobody's
    "relative": (ISLANDS,),  # where a bridge is to be removed
    "islands": (MOST_SEATS,),
    "reserve": (MOST_SEATS,),
    "points": (MOST_SEATS,),
    "stone": (ISLANDS, len(GODS)),  # on each island, or none
    "stones": (MOST_SEATS, len(GODS)),  # in front of each player
    "hand": (ISLANDS,),  # one's own cards
    "hand_size": (MOST_SEATS,),
    "remembered": (MOST_SEATS, ISLANDS),  # cards that may be in a hand, by how many other places
    "open": (ISLANDS,),
    "face_up": (ISLANDS,),
    "buried": (ISLANDS,),  # by oneself
    "bag": (1,),
    "victim": (MOST_SEATS,),  # of Ku or Pele
}

FEATURES = size(LAYOUT)
(
    _PHASE, _MOVER, _TURN, _SEATS, _SECOND, _FINAL, _FINISHED, _ACTED, _DISCARDED, _LIFTED, _BRIDGE, _BARRED,
    _ON, _DEGREE, _CONTROL, _RELATIVE, _ISLANDS, _RESERVE, _POINTS, _STONE, _STONES, _HAND, _HAND_SIZE,
    _REMEMBERED, _OPEN, _FACE_UP, _BURIED, _BAG, _VICTIM,
) = starts(LAYOUT)  # fmt: skip


@rule("AO-10.1")
def features(view, seat, out):
    """Write a seat's view into `out`, an array of FEATURES numbers that the caller owns."""
    for i in range(FEATURES):
        out[i] = 0.0
    out[_PHASE + view.phase] = 1
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


@rule("AO-10.1")
def write_player(view, seat, other, out):
    """What lies open of a player."""
    at = distance(view, seat, other)
    out[_SEATS + at] = 1
    out[_FINISHED + at] = view.finished[other] > 0
    out[_ISLANDS + at] = view.islands[other] / MARKERS
    out[_RESERVE + at] = view.reserve[other] / BRIDGES
    out[_POINTS + at] = view.points[other] / GOOD_SCORE
    out[_HAND_SIZE + at] = view.hand_size[other] / LIMIT
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
            out[_RELATIVE + view.relative[i]] = 1


@rule("AO-10.1", "AO-10.2")
def write_cards(view, seat, out):
    """The observer's hand, the cards that lie open, and those it remembers."""
    for i in range(view.hand_size[seat]):
        out[_HAND + view.hand[seat, i]] += 1 / COPIES
    for card in range(ISLANDS):
        out[_OPEN + card] = view.open[card] / COPIES
        out[_FACE_UP + card] = view.up[card] / COPIES
        out[_BURIED + card] = count_buried(view, seat, card) / COPIES
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
