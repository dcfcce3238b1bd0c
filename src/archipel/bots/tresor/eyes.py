# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What a player of Trésor makes of the table: which chests look full, and who could come."""

import numpy as np

from archipel.core.record import NOTHING
from archipel.core.rule import compiled
from archipel.games.tresor.parts import EMPTY, FULL, GONE, POINTS, SHIP

STRIDE = POINTS - 1  # zones that a loaded detachment makes in a turn

# Nobody hurries home with nothing: by place, how full a chest looks that one has not seen.
LOOKS_FULL = np.array([0.85, 0.6, 0.6, 0.6, 0.6, 0.5, 0.5, 0.5, 0.5, 0.45, 0.45, 0.45, 0.25])
# What is at stake with a full chest at each place: the fewer turns from home, the more.
STAKES = np.array([2.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.3, 0.3, 0.3, 0.2])


@compiled
def suspicion(s, seat, number, me):
    """How likely a chest is full, to a player who may have looked into it."""
    if np.int64(s.known[seat, number]) >> me & 1:
        return 1.0 if s.chest[seat, number] == FULL else 0.0
    return LOOKS_FULL[s.place[seat, number]]


@compiled
def threat(s, seat, number, me):
    """How much it matters that a chest of somebody else does not get home."""
    return suspicion(s, seat, number, me) * STAKES[s.place[seat, number]]


@compiled
def has_full(s, me):
    """Whether one of the mover's own chests is full."""
    for number in range(s.detachments):
        if s.chest[me, number] == FULL:
            return True
    return False


@compiled
def boards(s):
    """Whether somebody's chest is being taken aboard."""
    if s.moved == NOTHING:
        return False
    return s.place[s.turn, s.moved] == SHIP and s.loaded[s.turn, s.moved] != 0


@compiled
def hunters(s, zone, me):
    """How many detachments of others are in a zone or could be: of each player, one more in a turn."""
    found = np.int64(s.crowd[zone]) - s.men[zone, me]
    for seat in range(s.seats):
        if seat != me:
            found += can_come(s, zone, seat)
    return found


@compiled
def can_come(s, zone, seat):
    """Whether a player can bring one more detachment to a zone in a turn."""
    for number in range(s.detachments):
        place = np.int64(s.place[seat, number])
        ahead = place - zone if s.loaded[seat, number] else zone - place
        reach = STRIDE if s.loaded[seat, number] else POINTS
        if place != GONE and 0 < ahead <= reach:
            return 1
    return 0


@compiled
def spare(s, me, zone):
    """What it costs to lose the detachment in a zone that one needs least, from 0 to 1."""
    least = 1.0
    for number in range(s.detachments):
        if s.place[me, number] == zone:
            least = min(least, need(s, me, number))
    return least if s.left[me] > 1 else 4.0  # losing the last one is losing the match


@compiled
def need(s, me, number):
    """How much one needs a detachment of one's own: not for its empty chest, sorely for a full one."""
    if s.chest[me, number] == FULL:
        return 2.0
    if s.chest[me, number] == EMPTY:
        return 0.1
    return 0.2 + 0.02 * s.place[me, number]
