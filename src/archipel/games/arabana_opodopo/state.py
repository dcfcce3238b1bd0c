# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The table of Arabana-Opodopo as one record: its fields, the numbers of actions, and its pieces.

Islands are counted from 0 in the order of their letters; a card is the number of its island. A slot is
named by the two islands it joins, so that an action means the same on every board. A set of seats is a
byte with one bit a seat.
"""

import numpy as np

from archipel.core.hands import take_from_hand, take_in_hand
from archipel.core.record import NOBODY, NOTHING, record
from archipel.core.rule import part, rule
from archipel.games.arabana_opodopo.parts import (
    BRIDGES,
    CARDS,
    COPIES,
    DEALT,
    FULL_HAND,
    GODS,
    ISLANDS,
    MAIN,
    MOST_SEATS,
    OPEN,
    SLOTS,
)

ROWS = 1 + MOST_SEATS  # of memories: what everybody knows, and one for each seat
PUBLIC = 0  # the row of the former

# Places a card moves between: hands are numbered like seats.
TABLE, SACK, BURIED = range(MOST_SEATS, MOST_SEATS + 3)  # in sight of all; the bag; discarded unseen

# ── Options and state; * marks what is not open to all ──────────────────────────────────────────
OPTIONS = record(
    gods=np.int8,  # AO-9
    ends=(np.int8, (SLOTS, 2)),  # AO-1.5: the islands of each slot
    stones=(np.int8, len(GODS)),  # AO-9.1: how many of each god
    late=np.int8,  # AO-2.4: whether the match begins in the second round, with what follows
    bridge=(np.int8, SLOTS),  # that stand, whose, or NOBODY
    open=(np.int8, OPEN),  # cards beside the board, or NOTHING
    bag=(np.int8, ISLANDS),
)

STATE = record(
    seats=np.int8,
    phase=np.int8,  # what is asked now, see below
    actor=np.int8,  # of whom: a seat, CHANCE or OVER
    turn=np.int8,  # the player on turn
    first=np.int8,  # who began, NOBODY until it is known
    round=np.int8,  # 1 or 2
    final=np.int8,  # whether these are the final turns
    # the board
    ends=(np.int8, (SLOTS, 2)),  # the islands of each slot, the lower first
    degree=(np.int8, ISLANDS),  # slots of each island
    slot=(np.int8, (ISLANDS, MAIN)),  # which they are
    far=(np.int8, (ISLANDS, MAIN)),  # and to which island each leads
    # bridges and markers
    bridge=(np.int8, SLOTS),  # whose, or NOBODY
    on=(np.int8, (ISLANDS, MOST_SEATS)),  # how many bridges of each player touch an island
    built=(np.int8, ISLANDS),  # and of all together
    control=(np.int8, ISLANDS),  # whose marker, or NOBODY
    islands=(np.int8, MOST_SEATS),  # that each player controls
    reserve=(np.int8, MOST_SEATS),  # bridges of each player not on the board
    points=(np.int8, MOST_SEATS),
    # stones
    supply=(np.int8, len(GODS)),  # not yet laid out
    stone=(np.int8, ISLANDS),  # the god on each island, or NOTHING
    stones=(np.int8, (MOST_SEATS, len(GODS))),  # that each player holds
    # cards
    hand=(np.int8, (MOST_SEATS, FULL_HAND)),  # * in order, NOTHING after the last
    hand_size=(np.int8, MOST_SEATS),
    laid=(np.int8, MOST_SEATS),  # * the card each player lays open at the start, or NOTHING
    open=(np.int8, ISLANDS),  # cards beside the board
    open_size=np.int8,
    lying=(np.int8, OPEN),  # the same cards one by one, NOTHING where none is
    bag=(np.int8, ISLANDS),  # *
    bag_size=np.int8,
    up=(np.int8, ISLANDS),  # played or spent, face up
    buried=(np.int8, CARDS),  # * discarded unseen in this round, in order
    buried_by=(np.int8, CARDS),  # by whom
    buried_unknown=(np.int8, CARDS),  # the most of one player up to this one that were not known to all
    buried_blind=(np.int8, CARDS),  # the most of those that can have come from the bag since the reshuffle
    buried_size=np.int8,
    # the turn
    acted=np.int8,  # whether anything was done in it
    discarded=np.int8,  # whether a card was discarded in it
    drawing=np.int8,  # why a card is drawn: NO_DRAW, LAST or EXTRA
    lifted=np.int8,  # whether a bridge was taken back and must be placed now
    in_doubt=(np.int8, BRIDGES),  # * nothing; each taking back shows in one cell that it was possible
    bars=np.int8,  # how many slots are barred
    barred=(np.int8, SLOTS),  # slots one took a bridge back from in this turn
    relative=(np.int8, 2),  # islands where a bridge is still to be removed, or NOTHING
    victim=np.int8,  # whose cards Ku or Pele deal with now, or NOBODY
    owed=(np.int8, MOST_SEATS),  # whom Pele still takes from (TAKES) or gives to (GIVES)
    sealed=(np.int8, MOST_SEATS),  # * whether a card is on its way to a player, who cannot know it yet
    # final turns
    finished=(np.int8, MOST_SEATS),  # 1 for who finished theirs first, and so on; 0 before
    # what each seat remembers of cards it cannot see (AO-10.2), * but for the first row
    split=np.int8,  # whether each seat has a row of its own
    claim_hands=(np.int8, (ROWS, CARDS)),  # in whose hand a card may be, a set of seats
    claim_below=(np.int8, (ROWS, CARDS)),  # by whom it may have been discarded unseen, a set of seats
    claim_since=(np.int8, (ROWS, CARDS)),  # not before this one of the discarded
    claim_from=(np.int8, (ROWS, CARDS)),  # in whose hand it was seen to be, or NOBODY if that is blurred
    struck=(np.int8, (ROWS, MOST_SEATS, ISLANDS)),  # 1 + where a claim struck out may yet be discarded from
    passed=(np.int8, (ROWS, MOST_SEATS)),  # cards that went from a hand to another one out of sight
    kept=(np.int8, (ROWS, MOST_SEATS)),  # cards out of sight in a hand at the reshuffle
    could_keep=(np.int8, (ROWS, ISLANDS)),  # how many cards of an island may have been among those of anybody
    # what else everybody knows
    unknown=(np.int8, MOST_SEATS),  # cards that came to a hand unseen in this round, less those played
    unknown_then=(np.int8, MOST_SEATS),  # how many those were when a claim was struck out last
    buried_then=(np.int8, MOST_SEATS),  # and how many cards were discarded unseen
    stray=(np.int8, (MOST_SEATS, ISLANDS)),  # cards that were kept by a player or by nobody
    blind=(np.int8, MOST_SEATS),  # cards that may have come from the bag since then, less those played
    played=(np.int8, (MOST_SEATS, ISLANDS)),  # cards laid face up in it that were not known to be held
    # the end
    winner=np.int8,
    reason=np.int8,
)

# Phases: what the actor is asked.
STONES, DEALING, LAYING, OPENING, FIRST, DRAWING, PLUNDERING = range(7)
TURN, REMOVING, STEALING, GIVING, ENDED = range(7, 12)
# Why a card is drawn, and what Pele owes.
NO_DRAW, LAST, EXTRA = range(3)
NOTHING_OWED, TAKES, GIVES = range(3)
# How an exchange is paid for: two cards of the first island, one of each, a card of the first and a Kanaloa,
# or two Kanaloa.
DOUBLE, EACH, JOKER, JOKERS = part("AO-3.3 AO-9.5", range(4))

# ── Actions ─────────────────────────────────────────────────────────────────────────────────────
KINDS = ISLANDS + 1  # of cards, with UNKNOWN as others learn it
PAIRS = ISLANDS * ISLANDS
# Chance.
STONE = 0  # + god, for the next island
DEAL = STONE + len(GODS)  # + card, to the player on turn
REVEAL = DEAL + KINDS  # + card, from the bag to the open ones
BEGIN = REVEAL + ISLANDS  # + seat
PLUNDER = BEGIN + MOST_SEATS  # + card, that Pele takes
# Players: cards. A pair is island * 16 + island; the lower comes first unless it is the card's.
LAY = PLUNDER + KINDS  # + card
PLAY = LAY + KINDS  # + pair: the card's island and the one the bridge leads to
SPEND = PLAY + PAIRS  # + card, played without a bridge
EXCHANGE = SPEND + ISLANDS  # + pair * 4 + how it is paid for
DISCARD = EXCHANGE + PAIRS * 4  # + card
TAKE = DISCARD + KINDS  # + card
DRAW = TAKE + ISLANDS
# Players: bridges.
TAKE_BACK = DRAW + 1  # + pair
REMOVE = TAKE_BACK + PAIRS  # + pair
# Players: stones.
USE_KANALOA = REMOVE + PAIRS  # + pair
USE_KU = USE_KANALOA + PAIRS  # + seat
STEAL = USE_KU + MOST_SEATS  # + card
USE_PELE = STEAL + KINDS
GIVE = USE_PELE + 1  # + card
LONO_TAKE = GIVE + KINDS  # + card
LONO_DRAW = LONO_TAKE + ISLANDS
# Players: the turn.
END = LONO_DRAW + 1
DEFER = END + 1
ACTIONS = DEFER + 1

# The most actions a match can have: every card that comes to a hand is drawn, perhaps replaced, and leaves
# by at most a taking back, a play and two removals; every stone takes a few more; every final turn ends,
# and can be deferred by each player once for every turn played.
COMING = MOST_SEATS * DEALT + 2 * CARDS
LONGEST = 2 * ISLANDS + COMING * 6 + ISLANDS * 10 + MOST_SEATS * (MOST_SEATS + 2) + 2 * OPEN + MOST_SEATS + 1
# Every slot from either end, every exchange, Kanaloa or a taking back anywhere, any card in five other ways.
MOST_MOVES = SLOTS * 2 + SLOTS * 6 + SLOTS + BRIDGES + ISLANDS * 5 + MOST_SEATS + 5


# ── Pieces ──────────────────────────────────────────────────────────────────────────────────────
@rule("AO-10.1")
def own_row(seat):
    """Where a seat has its own memory."""
    return seat + 1


@rule("AO-10.1")
def row_of(s, seat):
    """Where the memory of a seat is now; a watcher remembers what everybody knows."""
    return seat + 1 if s.split and seat >= 0 else PUBLIC


@rule("AO-3.2")
def slot_between(s, island, other):
    """The slot that joins two islands, or NOTHING."""
    for i in range(s.degree[island]):
        if s.far[island, i] == other:
            return np.int64(s.slot[island, i])
    return np.int64(NOTHING)


@rule("AO-4.1", "AO-11.1")
def majority(s, island):
    """How many bridges are more than half of an island's slots."""
    return s.degree[island] // 2 + 1


@rule("AO-3.3")
def count_cards(s, seat, card):
    """How many cards of an island a hand holds."""
    count = 0
    for i in range(s.hand_size[seat]):
        if s.hand[seat, i] == card:
            count += 1
    return count


@rule("AO-3.2", "AO-3.4", "AO-3.5", "AO-9.6", "AO-9.7")
def move_card(s, card, source, target):
    """A card goes from one place to another; on the table it lies open, from a hand face up."""
    if source < MOST_SEATS:
        take_from_hand(s, source, card)
    elif source == SACK:
        s.bag[card] -= 1
        s.bag_size -= 1
    else:
        s.lying[place_in_row(s, card)] = NOTHING
        s.open[card] -= 1
        s.open_size -= 1
    if target < MOST_SEATS:
        take_in_hand(s, target, card)
    elif target == BURIED:
        s.buried[s.buried_size] = card
        s.buried_by[s.buried_size] = source
        s.buried_blind[s.buried_size] = s.blind[source]
        s.buried_unknown[s.buried_size] = s.unknown[source]
        s.buried_size += 1
    elif source == SACK:
        lay_open(s, card)
    else:
        s.up[card] += 1


@rule("AO-3.5")
def place_in_row(s, card):
    """Where a card lies among the open ones; the first free place for NOTHING."""
    place = 0
    while s.lying[place] != card:
        place += 1
    return place


@rule("AO-2.1", "AO-3.5")
def lay_open(s, card):
    """A card is laid open."""
    s.lying[place_in_row(s, np.int64(NOTHING))] = card
    s.open[card] += 1
    s.open_size += 1


@rule("AO-3.5", "AO-3.7", "AO-7.1", "AO-8.1")
def cards_left(s):
    """How many cards can still be drawn in this round."""
    return s.open_size + s.bag_size


# ── Sums ────────────────────────────────────────────────────────────────────────────────────────
def conserved(s) -> dict[str, tuple[int, int]]:
    """Sums that hold in every state: what there is, and what there must be."""
    seats = range(s.seats)
    held = [sum(1 for card in s.hand[p] if card != NOTHING) for p in seats]
    buried = s.buried[: s.buried_size]
    everywhere = int(s.open.sum() + s.bag.sum() + s.up.sum()) + sum(held) + len(buried)
    stones = int(s.supply.sum() + s.stones.sum()) + sum(1 for god in s.stone if god != NOTHING)
    wrong = sum(1 for row in range(ROWS) for one in range(CARDS) if not _holds(s, row, one))
    return {
        "cards": (everywhere, CARDS),
        "islands with three cards": (sum(1 for k in range(ISLANDS) if copies(s, k) == COPIES), ISLANDS),
        "hands": (sum(held), int(s.hand_size.sum())),
        "open cards": (int(s.open.sum()), s.open_size),
        "open cards one by one": (int((s.lying != NOTHING).sum()), s.open_size),
        "bag": (int(s.bag.sum()), s.bag_size),
        "bridges at both ends": (int(s.on.sum()), 2 * int((s.bridge != NOBODY).sum())),
        "bridges on islands": (int(s.on.sum()), int(s.built.sum())),
        "stones above sixteen": (max(0, stones - ISLANDS), 0),
        "memories that are wrong": (wrong, 0),
        **{f"bridges of seat {p}": (int((s.bridge == p).sum() + s.reserve[p]), BRIDGES) for p in seats},
        **{f"markers of seat {p}": (int((s.control == p).sum()), int(s.islands[p])) for p in seats},
        **{f"islands of seat {p}": (_majorities(s, p), int(s.islands[p])) for p in seats if s.winner != p},
    }


def copies(s, card) -> int:
    """How many cards of an island there are, wherever they lie."""
    hands = sum(int((s.hand[p] == card).sum()) for p in range(s.seats))
    buried = int((s.buried[: s.buried_size] == card).sum())
    return hands + buried + int(s.open[card] + s.bag[card] + s.up[card])


def _holds(s, row, one) -> bool:
    """Whether a card is, if somebody remembers it, in one of the places it may be in."""
    kind, since = one // COPIES, s.claim_since[row, one]
    hands, below = s.claim_hands[row, one], s.claim_below[row, one]
    if hands == below == 0:
        return True
    if any(hands >> seat & 1 and kind in s.hand[seat] for seat in range(s.seats)):
        return True
    return any(s.buried[i] == kind and below >> s.buried_by[i] & 1 for i in range(since, s.buried_size))


def _majorities(s, seat) -> int:
    """On how many islands a player has more than half of the slots."""
    return sum(1 for island in range(ISLANDS) if s.on[island, seat] > s.degree[island] // 2)
