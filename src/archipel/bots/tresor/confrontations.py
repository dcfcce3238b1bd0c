# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Advice for confrontations: whom to challenge, when to join, when to spend a trick, what to lose."""

import numpy as np

from archipel.bots.tresor.eyes import need, spare, suspicion, threat
from archipel.core.rule import compiled
from archipel.core.seating import left_of
from archipel.games.tresor.confrontation import strength
from archipel.games.tresor.parts import BOTTE_SECRETE, DETACHMENTS, FULL, STRENGTH
from archipel.games.tresor.state import AGGRESSOR, DEFENDER, WEAKEN

UNWISE = 0.02
CAUTION = 0.8  # what a detachment lost to an empty chest weighs against a full chest opened
ZEAL = 8.0


@compiled
def gain_of_opening(s, me, seat, number):
    """What opening a chest is worth to an aggressor: a rival stopped, or a detachment lost."""
    chance = suspicion(s, seat, number, me)
    cost = CAUTION * spare(s, me, np.int64(s.place[seat, number]))
    return threat(s, seat, number, me) - (1.0 - chance) * cost


@compiled
def lean_demand(s, me, man, help):
    """Demand what is likely full and nearly home; gladly where no ally is needed."""
    seat, number = man // DETACHMENTS, man % DETACHMENTS
    zone = s.place[seat, number]
    gain = gain_of_opening(s, me, seat, number)
    if gain <= 0.0:
        return UNWISE
    alone = np.int64(s.men[zone, me]) > s.men[zone, seat]
    if alone:
        return UNWISE if help else ZEAL * gain
    return 0.5 * ZEAL * gain


@compiled
def lean_joining(s, me, weights):
    """Join where it tips the balance and the chest is worth it; else let the others risk their skin."""
    lack = strength(s, np.int64(DEFENDER)) - strength(s, np.int64(AGGRESSOR))
    gain = gain_of_opening(s, me, np.int64(s.defender), np.int64(s.named))
    needed = 0 <= lack < men_to_join(s, me)
    weights[0] = max(UNWISE, ZEAL * gain if needed else 0.2 * gain)
    weights[1] = 1.0


@compiled
def men_to_join(s, me):
    """The detachments of who is asked to join, and of all who will be asked after."""
    men, seat = 0, me
    while seat != s.demander:
        if seat != s.defender:
            men += s.men[s.zone, seat]
        seat = left_of(s, seat)
    return men


@compiled
def lean_support(s, me, move):
    """Play a trick where it turns the count for one's side: a defender only for a full chest."""
    lead = strength(s, np.int64(AGGRESSOR)) - strength(s, np.int64(DEFENDER))
    power = np.int64(abs(STRENGTH[s.trick[me]]))
    if s.side[me] == DEFENDER:
        worth = s.chest[s.defender, s.named] == FULL and 0 < lead <= power
        return ZEAL if worth else UNWISE
    aims = s.trick[me] <= BOTTE_SECRETE or (move - WEAKEN) % 2 + 1 == DEFENDER
    gain = gain_of_opening(s, me, np.int64(s.defender), np.int64(s.named))
    if aims and gain > 0.0 and lead <= 0 and lead + power > 0:
        return ZEAL * gain
    return UNWISE


@compiled
def lean_losses(s, me, moves, n, weights, first):
    """Lose what one needs least."""
    for i in range(n):
        weights[i] = 0.1 / need(s, me, np.int64(moves[i]) - first)
