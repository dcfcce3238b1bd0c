# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What a sensible player of Costa Ruana does without thinking ahead: `lean`, `prospects`, `plausibility`."""

from math import exp

import numpy as np

from archipel.bots.compiled.worlds import revise
from archipel.bots.costa_ruana.cards import SURPRISE, gain, hope, knows, mood, swing, woken_by
from archipel.bots.costa_ruana.hunches import plausibility
from archipel.bots.costa_ruana.islands import HOME, changed, shift, stay, victories, worth
from archipel.bots.costa_ruana.prospects import prospects
from archipel.bots.manner import Manner
from archipel.core.rule import compiled
from archipel.games.costa_ruana.parts import MOST_ISLANDS, MOST_SEATS, ROOM
from archipel.games.costa_ruana.state import (
    ACCEPT,
    CARRY,
    CONDITION,
    FACE_DOWN,
    FACE_UP,
    MOVE,
    NATIVE,
    ORDER,
    PASS,
    PLAY_DOWN,
    PLAY_UP,
    PUT,
    RIDE,
    SETTLING,
    SHAMAN,
    TAKE_BACK,
)

__all__ = ["LEVELS", "MANNER", "lean", "plausibility", "prospects", "revise"]

MANNER = Manner(curiosity=0.3, leaning=0.9, patience=16, belief=True)
LEVELS = {  # what the levels have here instead of the usual
    2: {"tolerance": 0.22},
    3: {"simulations": 200, "tolerance": 0.12},
    4: {"simulations": 900, "tolerance": 0.065},
    5: {"simulations": 8000},
}

SURE = 1.2  # how much a point of advantage tempts: odds are exp(SURE * points)
COPIED = 0.3  # what remains of an advantage that everybody can see, and copy with a native
TRUST, MOST_TRUST = 0.08, 0.3  # how much a point tells about what the Shaman will turn over; and the most
PLAN, MOST_PLAN = 0.25, 0.48  # the same for the Shaman, who knows better
HOPE = 0.4  # what a card in the Shaman's hand counts against one on the table
SERVING = 3.0  # the Shaman decides what happens: odds of taking the office
HARMLESS = 0.02  # one harmless move of a treasure is as good as another: the first will do


@compiled
def lean(s, moves, n, weights):
    """How strongly the mover inclines to each move, as odds; only what the mover knows is read."""
    if s.phase == FACE_UP or s.phase == FACE_DOWN:
        lean_to_cards(s, moves, n, weights)
    elif s.phase == NATIVE:
        lean_to_rides(s, moves, n, weights)
    elif s.phase == CONDITION:
        tide = SURE * mood(s, s.actor, s.actor, victories(s))
        weights[0], weights[1] = 1.0, exp(min(max(tide, -9.0), 9.0))
    elif s.phase == SHAMAN or s.phase == ORDER:
        for i in range(n):
            weights[i] = SERVING if moves[i] == ACCEPT else 1.0
    elif moves[0] < TAKE_BACK:
        lean_to_treasures(s, moves, n, weights)
    elif moves[0] < PUT:
        lean_to_returns(s, moves, n, weights)
    elif moves[0] < MOVE:
        lean_to_places(s, moves, n, weights)
    else:
        lean_to_natives(s, moves, n, weights)


# ── Cards ───────────────────────────────────────────────────────────────────────────────────────
@compiled
def tide_is_turned(s, wins):
    """How likely the mover thinks it that the Shaman will turn over the tide, from 0 to 1."""
    known = mood(s, s.shaman, s.actor, wins)
    if s.actor != s.shaman:
        return 0.5 + min(max(TRUST * known, -MOST_TRUST), MOST_TRUST)
    if s.phase != NATIVE:
        known += HOPE * hope(s, s.actor, wins)
    return 0.5 + min(max(PLAN * known, -MOST_PLAN), MOST_PLAN)


@compiled
def lean_to_cards(s, moves, n, weights):
    """Good cards for oneself, bad ones for the others; what is good is best kept face down."""
    wins = victories(s)
    tide = tide_is_turned(s, wins)
    first = PLAY_UP if s.phase == FACE_UP else PLAY_DOWN
    for i in range(n):
        card, seat = (moves[i] - first) // MOST_SEATS, (moves[i] - first) % MOST_SEATS
        value = swing(s, card, seat, s.actor, wins)
        if s.phase == FACE_UP and value > 0 and seat == s.actor:
            value *= COPIED
        chance = tide if woken_by(s, card) == 1 else 1 - tide
        weights[i] = exp(SURE * 2 * chance * value)


@compiled
def lean_to_rides(s, moves, n, weights):
    """Onto the card that does one most good."""
    wins = victories(s)
    tide = tide_is_turned(s, wins)
    for i in range(n):
        value = 0.0
        if moves[i] != PASS:
            number = moves[i] - RIDE
            value = SURPRISE
            if knows(s, number, s.actor):
                card = s.table[number]
                chance = tide if woken_by(s, card) == 1 else 1 - tide
                value = 2 * chance * gain(s, card, s.actor, wins)
        weights[i] = exp(SURE * value)


# ── Islands ─────────────────────────────────────────────────────────────────────────────────────
@compiled
def lean_to_places(s, moves, n, weights):
    """Where a native, or all that are still to be placed, win most for each of them."""
    stays = stay(s)
    todo = 1 if s.phase == SETTLING else s.todo
    for i in range(n):
        island = moves[i] - PUT
        best, before = -9.0, worth(s, island, s.actor, stays)
        for more in range(1, todo + 1):
            if s.crowd[island] + more <= ROOM:
                after = changed(s, island, s.actor, more, s.actor, stays)
                best = max(best, (after - before) / more - HOME)
        weights[i] = exp(SURE * best)


@compiled
def lean_to_returns(s, moves, n, weights):
    """The native that is missed least."""
    stays = stay(s)
    for i in range(n):
        weights[i] = exp(SURE * (shift(s, moves[i] - TAKE_BACK, s.actor, -1, s.actor, stays) + HOME))


@compiled
def lean_to_natives(s, moves, n, weights):
    """A move that wins an island, or spoils one for a rival."""
    stays = stay(s)
    last, leaving = np.int64(-1), 0.0
    for i in range(n):
        way = np.int64(moves[i]) - MOVE
        owner, target = way // (MOST_ISLANDS * MOST_ISLANDS), way % MOST_ISLANDS
        if way // MOST_ISLANDS != last:
            last = way // MOST_ISLANDS
            leaving = shift(s, last % MOST_ISLANDS, owner, -1, s.actor, stays)
        weights[i] = exp(SURE * (leaving + shift(s, target, owner, 1, s.actor, stays)))


@compiled
def lean_to_treasures(s, moves, n, weights):
    """A rival's last treasure away, or one to an empty island of one's own; else the first move will do."""
    stays, found = stay(s), False
    for i in range(n):
        way = np.int64(moves[i]) - CARRY
        source, target = way // MOST_ISLANDS, way % MOST_ISLANDS
        weights[i] = HARMLESS
        if s.treasures[source] > 1 and s.treasures[target] > 0:
            weights[i] = HARMLESS if found else 1.0
            found = True
        else:
            weights[i] += max(exp(SURE * carried(s, source, target, stays)) - 1.0, 0.0)


@compiled
def carried(s, source, target, stays):
    """What it means to the mover that a treasure is moved."""
    before = worth(s, source, s.actor, stays) + worth(s, target, s.actor, stays)
    s.treasures[source] -= 1
    s.treasures[target] += 1
    after = worth(s, source, s.actor, stays) + worth(s, target, s.actor, stays)
    s.treasures[source] += 1
    s.treasures[target] -= 1
    return after - before
