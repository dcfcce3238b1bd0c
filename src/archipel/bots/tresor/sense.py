# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What a sensible player of Trésor does without thinking ahead: `lean`, `prospects`, `revise`.

Draw chests until one is full, run home with it, and stop whoever else seems to do so.
"""

import numpy as np

from archipel.bots.compiled.worlds import plausibility
from archipel.bots.manner import Manner
from archipel.bots.tresor.confrontations import lean_demand, lean_joining, lean_losses, lean_support
from archipel.bots.tresor.hunches import revise
from archipel.bots.tresor.prospects import prospects
from archipel.bots.tresor.tricks import (
    lean_cancel,
    lean_disarm,
    lean_exchange,
    lean_push,
    lean_remove,
    lean_reshuffle,
    lean_spy,
)
from archipel.bots.tresor.voyage import lean_displacement, lean_swap
from archipel.core.rule import compiled
from archipel.games.tresor.parts import POINTS, TONNEAUX_EN_PERCE
from archipel.games.tresor.state import (
    DEMAND,
    DEMAND_WITH,
    DISARM,
    DISPLACE,
    END,
    EXCHANGE,
    JOIN_IN,
    JOINING,
    LOSE,
    LOSING,
    MEN,
    MOURN,
    PASS,
    PUSH,
    REMOVE,
    RESHUFFLE,
    SPY,
    SWAP,
)

__all__ = ["LEVELS", "MANNER", "lean", "plausibility", "prospects", "revise"]

MANNER = Manner(curiosity=0.4, leaning=1.0, patience=0, patience_a_seat=40, belief=True)
LEVELS = {  # what the levels have here instead of the usual: luck is large
    1: {"tolerance": 0.5},
    2: {"tolerance": 0.25, "doubt": 0.55},
    3: {"tolerance": 0.11, "doubt": 0.2},
    4: {"simulations": 800, "tolerance": 0.035},
    5: {"simulations": 4000},
}

POINTLESS = 0.01


@compiled
def lean(s, moves, n, weights):
    """How strongly the mover inclines to each move, as odds; only what the mover knows is read."""
    me = np.int64(s.actor)
    if s.phase == JOINING:
        lean_joining(s, me, weights)
    elif s.phase == LOSING:
        lean_losses(s, me, moves, n, weights, np.int64(LOSE))
    else:
        for i in range(n):
            weights[i] = weigh(s, me, np.int64(moves[i]))


@compiled
def weigh(s, me, move):
    """The odds of one move; to pass, or to end what is over, is 1."""
    if move < SWAP:
        return lean_displacement(s, me, (move - DISPLACE) // POINTS, (move - DISPLACE) % POINTS + 1)
    if move == SWAP:
        return lean_swap(s, me)
    if move in (END, PASS):
        return 1.0
    if move < JOIN_IN:
        return lean_demand(s, me, (move - DEMAND) % MEN, move >= DEMAND_WITH)
    if move < PUSH:
        return lean_support(s, me, move)
    return weigh_trick(s, me, move)


@compiled
def weigh_trick(s, me, move):
    """The odds of a trick with what it is aimed at."""
    if move < SPY:
        return lean_push(s, me, move - PUSH + TONNEAUX_EN_PERCE)
    if move < RESHUFFLE:
        return lean_spy(s, me, move - SPY)
    if move == RESHUFFLE:
        return lean_reshuffle(s, me)
    if move < EXCHANGE:
        return lean_remove(s, me, move - REMOVE)
    if move < DISARM:
        return lean_exchange(s, me, (move - EXCHANGE) // MEN, (move - EXCHANGE) % MEN)
    if move < MOURN:
        return lean_disarm(s, me)
    return POINTLESS if move == MOURN else lean_cancel(s, me)
