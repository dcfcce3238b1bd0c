# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What cards on the table are worth: to whom they lie before, to the player who lays them, to the Shaman."""

import numpy as np

from archipel.bots.costa_ruana.islands import HOME, TREASURE, stay
from archipel.core.rule import compiled, inlined
from archipel.games.costa_ruana.parts import AMOUNT_OF, HIGH_TIDE, MOVE_TREASURE, PLACE, RETURN, TYPE_OF
from archipel.games.costa_ruana.rules import is_active
from archipel.games.costa_ruana.state import layer_of, on_islands

CARRYING = 0.1  # moving a treasure seldom matters
MOVING = 1.8  # moving a native nearly always wins or spoils an island
PLACING = np.array([0.0, 1.3, 2.3, 3.0])  # the first native finds the best island
SURPRISE = 0.3  # what an unknown card is worth to who puts a native on it


@inlined
def gain(s, card, seat, wins):
    """What carrying out a card is worth to a seat, in points, without a look at single islands."""
    kind = np.int64(card) >> 2
    if TYPE_OF[kind] == PLACE:
        return PLACING[min(np.int64(AMOUNT_OF[kind]), np.int64(s.supply[seat]))]
    if TYPE_OF[kind] == RETURN:
        out = np.int64(on_islands(s, seat))
        taken = min(np.int64(AMOUNT_OF[kind]), out)
        idle = min(taken, max(out - (wins >> 4 * np.int64(seat) & 15), 0))
        return idle * (HOME - stay(s)) - (taken - idle) * TREASURE
    return CARRYING if TYPE_OF[kind] == MOVE_TREASURE else MOVING


@inlined
def swing(s, card, seat, mover, wins):
    """What it means to the mover that a seat carries out a card."""
    value = gain(s, card, seat, wins)
    return value if seat == mover else -value / (s.seats - 1)


@inlined
def knows(s, number, seat):
    """Whether a seat knows a card on the table."""
    return number < s.seats or layer_of(s, number) == seat


@inlined
def woken_by(s, card):
    """Which condition card has to be turned over for a card to be active: 0 Day/Night, 1 tide."""
    own = 0 if card % 4 < HIGH_TIDE else 1
    return 1 - own if is_active(s, card) else own


@compiled
def mood(s, seat, knower, wins):
    """How much a seat would rather turn over the tide, by the cards that the knower knows."""
    total = 0.0
    for number in range(s.laid):
        if knows(s, number, knower):
            card = s.table[number]
            value = swing(s, card, s.before[number], seat, wins)
            for rider in range(s.seats):
                if s.rides[rider] == number:
                    value += swing(s, card, rider, seat, wins)
            total += value if woken_by(s, card) == 1 else -value
    return total


@compiled
def hope(s, seat, wins):
    """How much the cards in a seat's own hand make it wish that the tide is turned over."""
    total = 0.0
    for i in range(s.hand_size[seat]):
        card = s.hand[seat, i]
        value = abs(gain(s, card, seat, wins))  # good for oneself or bad for a rival
        total += value if woken_by(s, card) == 1 else -value
    return total
