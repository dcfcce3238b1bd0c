# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The power of the gods (AO-9): what Ku and Pele lead to."""

import numpy as np

from archipel.core.record import CHANCE, NOBODY
from archipel.core.rule import rule
from archipel.core.seating import left_of
from archipel.games.arabana_opodopo.memory import look_at_hand, split_memory
from archipel.games.arabana_opodopo.parts import KU, PELE
from archipel.games.arabana_opodopo.state import (
    GIVES,
    GIVING,
    NOTHING_OWED,
    PLUNDERING,
    STEALING,
    TAKES,
    TURN,
)


@rule("AO-9.6", "AO-9.2", "AO-9.4")
def use_ku(s, seat):
    """Look at an opponent's hand."""
    s.stones[s.turn, KU] -= 1
    split_memory(s)
    s.victim = seat
    look_at_hand(s, s.turn, seat)
    s.phase, s.actor = STEALING, s.turn


@rule("AO-9.7", "AO-9.2", "AO-9.4")
def use_pele(s):
    """Chance takes a card from each opponent who has any, clockwise."""
    s.stones[s.turn, PELE] -= 1
    split_memory(s)
    for seat in range(s.seats):
        if seat != s.turn and s.hand_size[seat] > 0:
            s.owed[seat] = TAKES
            s.sealed[seat] = 1
    find_victim(s, np.int64(TAKES))
    s.phase, s.actor = PLUNDERING, CHANCE


@rule("AO-9.7")
def find_victim(s, owed):
    """The next opponent clockwise of whom Pele still takes a card, or to whom one is due; else NOBODY."""
    s.victim = NOBODY
    seat = left_of(s, np.int64(s.turn))
    while seat != s.turn:
        if s.owed[seat] == owed and s.victim == NOBODY:
            s.victim = seat
        seat = left_of(s, seat)


@rule("AO-9.7")
def plunder(s):
    """Chance has taken a card from an opponent."""
    s.owed[s.victim] = GIVES
    find_victim(s, np.int64(TAKES))
    if s.victim == NOBODY:
        find_victim(s, np.int64(GIVES))
        s.phase, s.actor = GIVING, s.turn


@rule("AO-9.7")
def give(s):
    """An opponent has the card that was due; the next one follows."""
    s.owed[s.victim] = NOTHING_OWED
    s.sealed[s.victim] = 0
    find_victim(s, np.int64(GIVES))
    if s.victim == NOBODY:
        s.phase, s.actor = TURN, s.turn
