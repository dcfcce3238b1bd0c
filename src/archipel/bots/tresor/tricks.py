# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Advice for tricks: keep them until a chest is about to win, and then stop it, steal it or speed it home."""

import numpy as np

from archipel.bots.tresor.eyes import STAKES, STRIDE, boards, has_full, suspicion
from archipel.core.rule import compiled
from archipel.games.tresor.confrontation import strength
from archipel.games.tresor.parts import (
    ADVANCE,
    BESTIOLES,
    DETACHMENTS,
    FULL,
    MITRAILLE,
    NOUVEAU_CAP,
    SHIP,
    STRENGTH,
    SUPERSTITION,
    TRAITRISE,
)
from archipel.games.tresor.state import AGGRESSOR, CLOSING, DEFENDER, MOVING

WIN = 1000.0
NEVER = 0.005
SELDOM = 0.03
STOP = 20.0  # a chest that is going aboard
STEAL = 6.0


@compiled
def lean_push(s, me, kind):
    """Send one's full chest home, or hold up somebody's at the ship."""
    zones, seat = np.int64(ADVANCE[kind]), np.int64(s.turn)
    number = np.int64(s.moved)
    place = np.int64(s.place[seat, number])
    if (seat == me) != (zones > 0):
        return NEVER
    if seat == me:
        return speed(s, me, number, place, zones)
    if not s.loaded[seat, number]:
        return SELDOM * 0.5
    if place != SHIP:
        return SELDOM
    again = 0.3 if s.points >= -zones else 1.0  # it may board again in the same turn
    return STOP * again * suspicion(s, seat, number, me)


@compiled
def speed(s, me, number, place, zones):
    """Take one's own detachment ahead: to win, or where it saves a turn."""
    if s.chest[me, number] == FULL:
        if place == SHIP or place <= s.points:
            return NEVER
        if place <= zones + s.points:
            return WIN
        rest = place - s.points
        return 1.0 if (rest - 1) // STRIDE > (rest - zones - 1) // STRIDE else SELDOM
    return NEVER if s.loaded[me, number] else 0.1


@compiled
def lean_spy(s, me, man):
    """Look into a chest that one could challenge or that is nearly home."""
    seat, number = man // DETACHMENTS, man % DETACHMENTS
    if np.int64(s.known[seat, number]) >> me & 1:
        return NEVER
    there = s.men[s.place[seat, number], me] > 0
    if s.phase == CLOSING and there:
        return 3.0 * STAKES[s.place[seat, number]]
    return SELDOM


@compiled
def is_boarding(s, me, man):
    """Whether this is somebody else's chest that is going aboard."""
    return s.turn != me and man == s.turn * DETACHMENTS + s.moved and boards(s)


@compiled
def lean_remove(s, me, man):
    """A chest is taken out of the game at the last moment."""
    if not is_boarding(s, me, man):
        return NEVER
    return STOP * suspicion(s, man // DETACHMENTS, man % DETACHMENTS, me)


@compiled
def lean_reshuffle(s, me):
    """All chests are shuffled: to stop one that goes aboard, if none of one's own is full."""
    if has_full(s, me):
        return NEVER
    if s.turn != me and boards(s):
        return 0.6 * STOP * suspicion(s, np.int64(s.turn), np.int64(s.moved), me)
    return SELDOM


@compiled
def lean_exchange(s, me, man, other):
    """One's empty chest for one that looks full: when it goes aboard, or when one's own is nearly home."""
    if man // DETACHMENTS == me:
        man, other = other, man  # now `other` is one's own, if any is
    seat, number = man // DETACHMENTS, man % DETACHMENTS
    mine, its = other // DETACHMENTS, other % DETACHMENTS
    stop = is_boarding(s, me, man) or is_boarding(s, me, other)
    if mine != me:
        return 0.2 * STOP if stop else NEVER
    if seat == me or s.chest[me, its] == FULL:
        return NEVER
    looks = suspicion(s, seat, number, me)
    if stop:
        return STOP * looks
    return STEAL * looks * STAKES[s.place[me, its]] if s.phase == MOVING and looks > 0.4 else NEVER


@compiled
def lean_disarm(s, me):
    """Take a trick away when one's full chest is nearly home."""
    for number in range(s.detachments):
        if s.chest[me, number] == FULL and s.place[me, number] <= STRIDE and s.phase == MOVING:
            return 3.0
    return SELDOM


# ── Bonne fortune ───────────────────────────────────────────────────────────────────────────────
@compiled
def lean_cancel(s, me):
    """Answer what would cost a full chest, or turn a confrontation."""
    kind = s.played
    if kind <= BESTIOLES:
        return lean_cancel_support(s, me)
    if kind <= SUPERSTITION:
        held_up = ADVANCE[kind] < 0 and s.chest[me, s.moved] == FULL
        return 10.0 if held_up else SELDOM
    if kind == MITRAILLE:
        return SELDOM  # Bonne fortune is lost either way
    if kind == NOUVEAU_CAP:
        return 10.0 if has_full(s, me) else SELDOM
    hit = lost_full(s, me, np.int64(s.target[0])) or (
        kind == TRAITRISE and lost_full(s, me, np.int64(s.target[1]))
    )
    return 10.0 if hit else SELDOM


@compiled
def lost_full(s, me, man):
    """Whether a trick hits a full chest of one's own."""
    return man // DETACHMENTS == me and s.chest[me, man % DETACHMENTS] == FULL


@compiled
def lean_cancel_support(s, me):
    """A defender of a full chest, or an aggressor, answers what would decide the count."""
    lead = strength(s, np.int64(AGGRESSOR)) - strength(s, np.int64(DEFENDER))
    power = np.int64(abs(STRENGTH[s.played]))
    if s.side[me] == DEFENDER:
        return 10.0 if s.chest[s.defender, s.named] == FULL and lead + power > 0 else SELDOM
    return 2.0 if lead > 0 and lead - power <= 0 else SELDOM
