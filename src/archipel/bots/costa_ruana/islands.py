# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What natives and treasures on an island are worth to a player, in Respect points."""

import numpy as np

from archipel.core.record import NOBODY
from archipel.core.rule import compiled, inlined
from archipel.games.costa_ruana.parts import ROUNDS
from archipel.games.costa_ruana.rules import leader
from archipel.games.costa_ruana.state import DRAWING, SHAMAN

TREASURE, HOME = 2.0, 1.0  # a treasure in the hut, a native in the supply
STAY = np.array(
    [0.0, 0.95, 1.2, 1.35, 1.4]
)  # a native left on an island, by the rounds that are still to come


@compiled
def rounds_to_come(s):
    """Rounds after the one whose treasures are collected next."""
    left = np.int64(ROUNDS - 1) - s.round
    return left - 1 if s.phase == DRAWING or s.phase == SHAMAN else left


@compiled
def stay(s):
    """What a native is worth that remains on an island."""
    return STAY[rounds_to_come(s)]


@inlined
def worth(s, island, seat, stays):
    """An island to a seat, if it were collected now; one of many rivals hurts less than the only one."""
    value = stays * s.natives[island, seat]
    winner = leader(s.natives, island, s.seats) if s.treasures[island] > 0 else NOBODY
    if winner == seat:
        return value + TREASURE + HOME - stays
    if winner != NOBODY:
        return value - (TREASURE + HOME - stays) / (s.seats - 1)
    return value


@inlined
def changed(s, island, owner, change, seat, stays):
    """An island to a seat, if an owner had some natives more, or fewer, there."""
    s.natives[island, owner] += change
    after = worth(s, island, seat, stays)
    s.natives[island, owner] -= change
    return after


@inlined
def shift(s, island, owner, change, seat, stays):
    """What it means to a seat that an owner has some natives more, or fewer, on an island."""
    return changed(s, island, owner, change, seat, stays) - worth(s, island, seat, stays)


@inlined
def victories(s):
    """On how many islands each seat would take a treasure now: a hexadecimal digit for each seat."""
    found = np.int64(0)
    for island in range(s.islands):
        if s.crowd[island] > 0 and s.treasures[island] > 0:
            winner = np.int64(leader(s.natives, island, s.seats))
            if winner != NOBODY:
                found += np.int64(1) << 4 * winner
    return found
