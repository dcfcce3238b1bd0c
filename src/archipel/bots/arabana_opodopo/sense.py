# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What a sensible player of Arabana-Opodopo knows without thinking ahead."""

from math import exp

import numpy as np

from archipel.bots.arabana_opodopo.stakes import gain, removal, stake
from archipel.bots.compiled.chances import into_chances
from archipel.bots.compiled.worlds import plausibility, revise
from archipel.bots.manner import Manner
from archipel.core.record import NOBODY
from archipel.core.rule import compiled
from archipel.games.arabana_opodopo.legal import islands_held
from archipel.games.arabana_opodopo.parts import GODS, ISLANDS, LIMIT
from archipel.games.arabana_opodopo.state import (
    DEFER,
    DISCARD,
    DRAW,
    EXCHANGE,
    GIVE,
    LAY,
    LONO_DRAW,
    LONO_TAKE,
    PLAY,
    REMOVE,
    SPEND,
    STEAL,
    TAKE,
    TAKE_BACK,
    USE_KANALOA,
    USE_KU,
    USE_PELE,
    slot_between,
)

__all__ = ["LEVELS", "MANNER", "lean", "plausibility", "prospects", "revise"]

MANNER = Manner(curiosity=0.5, leaning=1.0, patience=20)  # to doubt who lets an island pass plays no better
LEVELS = {4: {"tolerance": 0.06}}  # what the levels have here instead of the usual

SHARPNESS = 2.0  # how much likelier a move is for each point that it is better: so many times e
KEPT = (0.0, 1.7, 1.2, 0.0)  # points: what a card in hand may still bring, by stage
CROWDED = 0.5  # of that when the hand is full, and one must go
# What came of it in thousands of matches, by stage.
HEAT = (0.0, 0.22, 0.3, 0.5)  # how surely a lead of a point wins
IN_HAND = (0.0, 1.1, 0.7, 0.5)  # points: a card in hand
ON_TURN = (0.0, 0.8, 0.5, 0.2)  # points: to be the next to act
STONE_KEPT = 0.8  # points: a stone that is not used yet

JOKER = 1.2  # points: the same for Kanaloa, which fits everywhere
HELP = (0.0, 0.0, 0.4, 0.8)  # points: what Ku or Pele promise, by stage; unused they are worth nothing
PATIENCE = 2.0  # points: who defers the final turn sees what the others do
BLIND = 1.0  # points: the use of a card from the bag that nobody has seen
PICKY = 0.4  # of the use of an open card that is an advantage now, for it is played later
WASTED = -1.5  # points, against discarding without need


# ── Leaning ─────────────────────────────────────────────────────────────────────────────────────
@compiled
def lean(s, moves, n, weights):
    """How strongly the mover inclines to each move, as odds; only what the mover knows is read."""
    price, held = card_price(s), islands_held(s, np.int64(s.actor))
    for i in range(n):
        weights[i] = exp(SHARPNESS * min(max(appeal(s, np.int64(moves[i]), price, held), -4.0), 12.0))


@compiled
def card_price(s):
    """What a card in the mover's hand is worth when it is kept: nothing in the end, less in a full hand."""
    price = KEPT[s.round + s.final]
    return price * CROWDED if s.hand_size[s.actor] >= LIMIT else price


@compiled
def appeal(s, move, price, held):
    """How good a move looks to its mover, in points; to end the turn is the measure of all."""
    seat = np.int64(s.actor)
    if PLAY <= move < SPEND:
        return gain(s, seat, slot_named(s, move - PLAY), held, 1, price) - price
    if EXCHANGE <= move < DISCARD:
        return gain(s, seat, slot_named(s, (move - EXCHANGE) // 4), held, 1, price) - 2 * price
    if TAKE <= move < DRAW:
        return PICKY * (use(s, seat, move - TAKE, held, price) - BLIND)
    if DISCARD <= move < TAKE:
        return WASTED - use(s, seat, move - DISCARD, held, price)
    if LAY <= move < PLAY:
        return -use(s, seat, move - LAY, held, price)
    return rare_appeal(s, seat, move, held, price)


@compiled
def rare_appeal(s, seat, move, held, price):
    """The same for removals, stones, and what is left when bridges or cards run out."""
    if TAKE_BACK <= move < REMOVE:
        return WASTED - own_loss(s, seat, slot_named(s, move - TAKE_BACK))
    if REMOVE <= move < USE_KANALOA:
        return removal(s, seat, slot_named(s, move - REMOVE))
    if USE_KANALOA <= move < USE_KU:
        return gain(s, seat, slot_named(s, move - USE_KANALOA), held, 0, price) - (0.0 if s.final else JOKER)
    if STEAL <= move < USE_PELE:
        return use(s, seat, move - STEAL, held, price)
    if GIVE <= move < LONO_TAKE:
        return -use(s, seat, move - GIVE, held, price)
    if LONO_TAKE <= move < LONO_DRAW:
        return use(s, seat, move - LONO_TAKE, held, price) - PICKY
    if USE_KU <= move < STEAL or move == USE_PELE:
        return HELP[s.round + s.final]
    if move == DEFER:
        return PATIENCE
    return 0.0


@compiled
def slot_named(s, pair):
    """The slot that an action names by its islands."""
    return slot_between(s, pair // ISLANDS, pair % ISLANDS)


@compiled
def use(s, seat, card, held, price):
    """What the best bridge that a card allows would gain now."""
    best = 0.0
    for i in range(s.degree[card]):
        slot = np.int64(s.slot[card, i])
        if s.bridge[slot] == NOBODY:
            best = max(best, gain(s, seat, slot, held, 0, price))
    return best


@compiled
def own_loss(s, seat, slot):
    """What one loses by taking a bridge back."""
    total = 0.0
    for end in range(2):
        island = s.ends[slot, end]
        total += stake(s, seat, island, 0, 0) - stake(s, seat, island, -1, 1)
    return total


# ── Prospects ───────────────────────────────────────────────────────────────────────────────────
@compiled
def prospects(s, values):
    """What an unfinished match is worth to each seat, from 0 to 1."""
    for seat in range(s.seats):
        values[seat] = outlook(s, np.int64(seat))
    into_chances(values, np.int64(s.seats), HEAT[s.round + s.final])


@compiled
def outlook(s, seat):
    """The points a player may expect in the end, but for what all may expect alike."""
    stage = s.round + s.final
    total = np.float64(s.points[seat])
    for island in range(ISLANDS):
        if s.on[island, seat]:
            total += stake(s, seat, island, 0, 0)
    if s.turn == seat:
        total += ON_TURN[stage]
    if not s.finished[seat]:
        total += IN_HAND[stage] * s.hand_size[seat]
        for god in range(len(GODS)):
            total += STONE_KEPT * s.stones[seat, god]
    return total
