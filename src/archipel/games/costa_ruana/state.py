# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The table of Costa Ruana as one record: its fields, the numbers of actions, and its pieces.

A card on the table is named by its number: the k-th card laid this round. Cards 0 to seats-1 were
laid face up, the rest face down, each by the seat that many places clockwise from the Shaman.
"""

import numpy as np

from archipel.core.record import NOBODY, NOTHING, record
from archipel.core.rule import rule
from archipel.games.costa_ruana.parts import (
    CARDS,
    HAND,
    MOST_ISLANDS,
    MOST_LAID,
    MOST_SEATS,
    NATIVES,
    POOR_ISLANDS,
    ROOM,
    ROUNDS,
    SETTLERS,
    TREASURES_EACH,
    TREASURES_POOR,
)

# ── Options and state; * marks what is not open to all ──────────────────────────────────────────
OPTIONS = record(
    open_huts=np.int8,  # CR-10.1
    deck=(np.int8, CARDS),  # CR-10.2: how many of each card are in play
    islands=np.int8,  # CR-10.3: in play
    rounds=np.int8,  # CR-10.3: to be played, the last ones of a match
)

STATE = record(
    seats=np.int8,
    islands=np.int8,  # in play
    open_huts=np.int8,
    deck=(np.int8, CARDS),  # the deck list in play
    phase=np.int8,  # what is asked now, see below
    actor=np.int8,  # of whom: a seat, CHANCE or OVER
    round=np.int8,  # 0 to 4
    shaman=np.int8,  # of this round
    elected=np.int8,  # Shaman of the next round, if they accept
    turn=np.int8,  # the seat being dealt to, or whose cards are being resolved
    todo=np.int8,  # cards still to deal, or natives still to place or return, before going on
    conditions=(np.int8, 2),  # the sides showing: DAY or NIGHT, HIGH_TIDE or LOW_TIDE
    pile=(np.int8, CARDS),  # * copies of each card in the draw pile
    pile_size=np.int8,
    discard=(np.int8, CARDS),  # copies of each card in the discard
    hand=(np.int8, (MOST_SEATS, HAND)),  # * cards in ascending order, then NOTHING
    hand_size=(np.int8, MOST_SEATS),
    laid=np.int8,  # cards laid on the table this round; number k lies there as the k-th
    table=(np.int8, MOST_LAID),  # * cards; those face down are known to who laid them
    before=(np.int8, MOST_LAID),  # the seat each lies in front of
    fate=(np.int8, MOST_LAID),  # LYING, ACTIVE, INACTIVE or RESOLVED
    void=(np.int8, MOST_LAID),  # bit p: the effect was void for seat p
    rides=(np.int8, MOST_SEATS),  # the card on which each seat's native stands, or NOTHING
    resolving=np.int8,  # the card being resolved, or NOTHING
    copy=np.int8,  # whom it applies to next: -1 who it lies before, then natives by clockwise distance
    supply=(np.int8, MOST_SEATS),  # natives
    natives=(np.int8, (MOST_ISLANDS, MOST_SEATS)),  # on islands, by owner
    crowd=(np.int8, MOST_ISLANDS),  # natives of all owners on an island
    treasures=(np.int8, MOST_ISLANDS),
    hut=(np.int8, MOST_SEATS),  # * treasures
    award=(np.int8, (ROUNDS, MOST_ISLANDS)),  # who took a treasure from each island in each round
)

# Phases, in the order of a match.
DEALING, DAYTIME, TIDE, POOR, FIRST_SHAMAN, SETTLING = range(6)
FACE_UP, FACE_DOWN, NATIVE, CONDITION, ORDER = range(6, 11)
EFFECT, DRAWING, SHAMAN, ENDED = range(11, 15)

# What became of a card on the table.
LYING, ACTIVE, INACTIVE, RESOLVED = range(4)

# ── Actions ─────────────────────────────────────────────────────────────────────────────────────
# Chance: deal a card; lay a condition card on a side; make an island poor; choose the first Shaman.
DEAL = 0  # + card, or UNKNOWN as others learn it
SHOW = DEAL + CARDS + 1  # + side
MAKE_POOR = SHOW + 4  # + island
CHOOSE = MAKE_POOR + MOST_ISLANDS  # + seat
# Players.
PLAY_UP = CHOOSE + MOST_SEATS  # + card * 6 + seat it is laid before
PLAY_DOWN = PLAY_UP + CARDS * MOST_SEATS  # + card * 6 + seat, card UNKNOWN as others learn it
RIDE = PLAY_DOWN + (CARDS + 1) * MOST_SEATS  # + card on the table
PASS = RIDE + MOST_LAID
TURN_OVER = PASS + 1  # + condition card, 0 Day/Night, 1 tide
RESOLVE = TURN_OVER + 2  # + card on the table
CARRY = RESOLVE + MOST_LAID  # + island * 10 + island: move a treasure
TAKE_BACK = CARRY + MOST_ISLANDS * MOST_ISLANDS  # + island: return a native
PUT = TAKE_BACK + MOST_ISLANDS  # + island: place a native
MOVE = PUT + MOST_ISLANDS  # + owner * 100 + island * 10 + island: move a native
ACCEPT = MOVE + MOST_SEATS * MOST_ISLANDS * MOST_ISLANDS
NAME = ACCEPT + 1  # + seat: resign and name the Shaman
ACTIONS = NAME + MOST_SEATS

MOST_MOVES = MOST_SEATS * MOST_ISLANDS * (MOST_ISLANDS - 1)  # natives everywhere, to every other island
# The most actions a match can have: setup, then rounds of cards, natives, a condition card, choices of
# order, effects of at most 3 steps for each card and each native on one, draws and the Shaman's answer.
LONGEST = (HAND + SETTLERS) * MOST_SEATS + 5 + ROUNDS * (2 + (3 + 2 + 3 * 3 + 2) * MOST_SEATS)


# ── Pieces ──────────────────────────────────────────────────────────────────────────────────────
@rule("CR-3.2")
def layer_of(s, number):
    """The seat that laid a card on the table."""
    return (s.shaman + number) % s.seats


@rule("CR-3.0")
def clear_table(s):
    """No card and no native of an earlier round is left."""
    s.laid, s.resolving = 0, NOTHING
    for number in range(MOST_LAID):
        s.table[number] = s.before[number] = NOTHING
        s.fate[number] = s.void[number] = 0
    for seat in range(MOST_SEATS):
        s.rides[seat] = NOTHING


@rule("CR-1.2", "CR-2.7", "CR-5.10")
def has_room(s, island):
    """Whether an island holds fewer than seven natives."""
    return s.crowd[island] < ROOM


@rule("CR-2.7", "CR-5.9")
def put_native(s, seat, island):
    """From the supply to an island."""
    s.supply[seat] -= 1
    s.natives[island, seat] += 1
    s.crowd[island] += 1


@rule("CR-5.8", "CR-6.4")
def take_native(s, seat, island):
    """From an island to the supply."""
    s.supply[seat] += 1
    s.natives[island, seat] -= 1
    s.crowd[island] -= 1


@rule("CR-1.1", "CR-5.8")
def on_islands(s, seat):
    """How many natives of a seat are on islands: all that are neither in the supply nor on a card."""
    return NATIVES - s.supply[seat] - (s.rides[seat] != NOTHING)


@rule("CR-5.11")
def anyone_on_islands(s):
    """Whether any native is on any island."""
    for island in range(s.islands):
        if s.crowd[island] > 0:
            return True
    return False


# ── Sums ────────────────────────────────────────────────────────────────────────────────────────
def conserved(s) -> dict[str, tuple[int, int]]:
    """Sums that hold in every state: what there is, and what there must be."""
    seats, cards = range(s.seats), int(s.deck.sum())
    on_table = sum(1 for number in range(s.laid) if s.fate[number] in (LYING, ACTIVE))
    poor = {DEALING: 0, DAYTIME: 0, TIDE: 0, POOR: POOR_ISLANDS - s.todo}.get(s.phase, POOR_ISLANDS)
    treasures = TREASURES_EACH * s.islands - poor * (TREASURES_EACH - TREASURES_POOR)
    natives = [int(s.supply[p] + s.natives[:, p].sum()) + (s.rides[p] != NOTHING) for p in seats]
    return {
        "cards": (int(s.pile.sum() + s.discard.sum() + s.hand_size.sum()) + on_table, cards),
        "pile": (int(s.pile.sum()), s.pile_size),
        "treasures": (int(s.treasures.sum() + s.hut.sum()), treasures),
        "huts": (int(s.hut.sum()), int((s.award != NOBODY).sum())),
        "crowds": (int(s.natives.sum()), int(s.crowd.sum())),
        **{f"natives of seat {p}": (natives[p], NATIVES) for p in seats},
    }
