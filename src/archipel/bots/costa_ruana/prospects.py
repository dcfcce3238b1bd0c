# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What an unfinished match is worth to each seat; the numbers are fitted to how a thousand matches ended."""

import numpy as np

from archipel.bots.compiled.chances import into_chances
from archipel.bots.costa_ruana.cards import gain
from archipel.bots.costa_ruana.islands import HOME, TREASURE, rounds_to_come, victories
from archipel.core.record import NOTHING
from archipel.core.rule import compiled
from archipel.games.costa_ruana.parts import NATIVES
from archipel.games.costa_ruana.state import ACTIVE, DRAWING, LYING, SHAMAN

OUT = np.array([1.1, 1.0, 1.1, 1.2, 1.3])  # a native on an island, by the rounds to come
LOOSE = 0.55  # how much a card that waits loosens what is won so far
ACTIVE_CARD, LYING_CARD, CARD_IN_HAND = 0.7, 0.3, 0.3  # what such a card's effect counts
OFFICE = 0.6  # to decide as the Shaman, in points
LEAD, STORM = 1.9, 0.67  # a lead that makes chances e to 1, and how much more with each round to come


@compiled
def prospects(s, values):
    """What an unfinished match is worth to each seat: the points it can count on, against the others'."""
    left, unrest, wins = rounds_to_come(s), waiting(s), victories(s)
    out = OUT[left] if left > 0 else OUT[0] * unrest / (1 + unrest)
    ashore = OUT[left] if left > 0 else 0.0
    prize = (TREASURE + HOME - ashore) / (1 + LOOSE * unrest)
    for seat in range(s.seats):
        home = np.int64(s.supply[seat]) + (s.rides[seat] != NOTHING)
        values[seat] = TREASURE * s.hut[seat] + home * HOME + out * (NATIVES - home)
        values[seat] += prize * (wins >> 4 * seat & 15)
        if left > 0:
            values[seat] += CARD_IN_HAND * in_hand(s, seat, wins)
    if s.phase == DRAWING or s.phase == SHAMAN:
        values[s.elected] += OFFICE
    elif s.fate[0] == LYING:
        values[s.shaman] += OFFICE
    count_cards(s, values, wins)
    into_chances(values, np.int64(s.seats), 1 / (LEAD + STORM * left))


@compiled
def waiting(s):
    """How many cards can still change this round: half of those laid will, as long as none is turned up."""
    if s.laid < 2 * s.seats or s.fate[0] == LYING:
        return np.int64(s.seats)
    count = np.int64(0)
    for number in range(s.laid):
        count += s.fate[number] == ACTIVE
    return count


@compiled
def in_hand(s, seat, wins):
    """What a hand can do, for its owner or against a rival."""
    total = 0.0
    for i in range(s.hand_size[seat]):
        total += abs(gain(s, s.hand[seat, i], seat, wins))
    return total


@compiled
def count_cards(s, values, wins):
    """Add what the cards on the table will do for those before whom they lie and for natives on them."""
    for number in range(s.laid):
        if s.fate[number] > ACTIVE:
            continue
        count = ACTIVE_CARD if s.fate[number] == ACTIVE else LYING_CARD
        if s.resolving != number:
            seat = s.before[number]
            values[seat] += count * gain(s, s.table[number], seat, wins)
        for seat in range(s.seats):
            if s.rides[seat] == number:
                values[seat] += count * gain(s, s.table[number], seat, wins)
