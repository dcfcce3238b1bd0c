# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Advice for one's own turn: draw chests one after the other, run home with a full one."""

import numpy as np

from archipel.bots.tresor.confrontations import gain_of_opening
from archipel.bots.tresor.eyes import hunters
from archipel.core.record import NOTHING
from archipel.core.rule import compiled
from archipel.games.tresor.parts import CAVE, FULL, SHIP

WIN = 1000.0
HURRY = 3.0  # for each zone of a full chest towards home
EXPOSED = 0.5
ADVANCE = 0.02  # for each zone of an unloaded detachment: the leader first
TAKE = 3.0  # to reach the cave is to draw a chest
POUNCE = 4.0
IDLE = 0.004  # an empty chest is carried only for want of something better
ALIKE = 0.0001  # to displace one detachment is as good as to displace another beside it: the first will do
DRAW = 20.0

# How readily a trick is exchanged for another, as it helps little in most positions.
TIRED_OF = np.array([0.3, 0.4, 0.3, 0.4, 0.1, 0.3, 0.1, 0.1, 0.3, 0.3, 0.1, 0.1, 0.4, 5.0, 0.05])


@compiled
def lean_displacement(s, me, number, zones):
    """Which detachment to move, and how far."""
    if s.chest[me, number] == FULL:
        return lean_home(s, me, number, zones)
    if s.loaded[me, number]:
        return IDLE * zones * (CAVE + 1 - s.place[me, number])
    if has_twin(s, me, number):
        return ALIKE
    place = np.int64(s.place[me, number]) + zones
    odds = ADVANCE * zones * place
    if place == CAVE:
        return TAKE * odds
    if s.crowd[place] > s.men[place, me]:
        odds += POUNCE * prey(s, me, place)
    return odds


@compiled
def has_twin(s, me, number):
    """Whether another unloaded detachment, of a lower number, stands in the same place and is as good."""
    for lower in range(number):
        if s.place[me, lower] == s.place[me, number] and not s.loaded[me, lower]:
            return True
    return False


@compiled
def lean_home(s, me, number, zones):
    """A full chest goes home as fast as it can, and stops where it is not outnumbered."""
    place = np.int64(s.place[me, number]) - zones
    if place == SHIP:
        return WIN
    escort = np.int64(s.men[place, me]) + 1
    return HURRY * zones * (EXPOSED if hunters(s, place, me) > escort else 1.0)


@compiled
def prey(s, me, zone):
    """What can be gained in a zone by going there: the best chest whose owner would then be outnumbered."""
    best = 0.0
    for seat in range(s.seats):
        if seat == me or np.int64(s.crowd[zone]) + 1 <= 2 * np.int64(s.men[zone, seat]):
            continue
        for number in range(s.detachments):
            if s.place[seat, number] == zone and s.loaded[seat, number]:
                best = max(best, gain_of_opening(s, me, seat, number))
    return best


@compiled
def lean_swap(s, me):
    """A trick is free; one that is of no use is exchanged."""
    return DRAW if s.trick[me] == NOTHING else TIRED_OF[s.trick[me]]
