# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Who knows what in Arabana-Opodopo (AO-10): views, and actions as others learn them.

Possible worlds have files of their own.
"""

from archipel.core.record import HIDDEN, NOTHING
from archipel.core.rule import rule
from archipel.games.arabana_opodopo.parts import BRIDGES, CARDS, COPIES, ISLANDS, UNKNOWN
from archipel.games.arabana_opodopo.state import (
    BEGIN,
    DEAL,
    DISCARD,
    GIVE,
    LAY,
    LAYING,
    LONO_TAKE,
    NOTHING_OWED,
    PLAY,
    PLUNDER,
    REVEAL,
    STEAL,
    STEALING,
    TAKE,
    USE_PELE,
    own_row,
    row_of,
)
from archipel.games.arabana_opodopo.worlds import determinize

__all__ = ["determinize", "observe", "witness"]


@rule("AO-10.1", "AO-2.1", "AO-9.6")
def observe(s, seat):
    """Blank, in place, all that a seat may not know."""
    for card in range(ISLANDS):
        s.bag[card] = HIDDEN
    for other in range(s.seats):
        if other != seat:
            if s.phase != STEALING or seat != s.turn or other != s.victim:
                hide_hand(s, seat, other)
            if s.phase == LAYING and s.laid[other] != NOTHING:
                s.laid[other] = HIDDEN
            hide_memory(s, own_row(other))
        elif s.owed[seat] != NOTHING_OWED:
            s.sealed[seat] = HIDDEN
    for i in range(s.buried_size):
        if s.buried_by[i] != seat:
            s.buried[i] = HIDDEN
    for i in range(s.bars, BRIDGES):
        s.in_doubt[i] = HIDDEN


@rule("AO-10.1", "AO-10.2")
def hide_hand(s, seat, other):
    """Blank a hand but for the cards that a seat knows to be there."""
    row, shown = row_of(s, seat), 0
    for one in range(CARDS):
        if s.claim_hands[row, one] == 1 << other and s.claim_below[row, one] == 0:
            s.hand[other, shown] = one // COPIES
            shown += 1
    for i in range(shown, s.hand_size[other]):
        s.hand[other, i] = HIDDEN


@rule("AO-10.1")
def hide_memory(s, row):
    """Blank what another seat remembers."""
    for one in range(CARDS):
        s.claim_hands[row, one] = s.claim_below[row, one] = HIDDEN
        s.claim_since[row, one] = s.claim_from[row, one] = HIDDEN
    for seat in range(s.seats):
        s.kept[row, seat] = s.passed[row, seat] = HIDDEN
    for card in range(ISLANDS):
        s.could_keep[row, card] = HIDDEN
        for seat in range(s.seats):
            s.struck[row, seat, card] = HIDDEN


@rule("AO-10.1", "AO-2.1", "AO-3.4", "AO-9.6", "AO-9.7")
def witness(s, action, seat):
    """An action, about to be taken in `s`, as a seat learns it."""
    if action < REVEAL:
        return DEAL + UNKNOWN if action >= DEAL and seat != s.turn else action
    if BEGIN <= action < LAY:
        secret = action >= PLUNDER and seat != s.turn and seat != s.victim
        return PLUNDER + UNKNOWN if secret else action
    if LAY <= action < PLAY:
        return LAY + UNKNOWN if seat != s.actor and s.actor + 1 < s.seats else action
    if DISCARD <= action < TAKE:
        return DISCARD + UNKNOWN if seat != s.turn else action
    if seat != s.turn and seat != s.victim:
        if STEAL <= action < USE_PELE:
            return STEAL + UNKNOWN
        if GIVE <= action < LONO_TAKE:
            return GIVE + UNKNOWN
    return action
