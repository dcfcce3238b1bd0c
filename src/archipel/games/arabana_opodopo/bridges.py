# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Bridges and the majorities they make (AO-4, AO-5): what a bridge put on a slot leads to."""

import numpy as np

from archipel.core.record import NOBODY, NOTHING
from archipel.core.rule import rule
from archipel.games.arabana_opodopo.ending import ELEVENTH_ISLAND, finish
from archipel.games.arabana_opodopo.parts import BONUS, KANE, MARKERS, SMALL
from archipel.games.arabana_opodopo.state import majority


@rule("AO-3.2")
def put_bridge(s, seat, slot):
    """A bridge goes from a reserve to a slot."""
    s.bridge[slot] = seat
    s.reserve[seat] -= 1
    for end in range(2):
        island = s.ends[slot, end]
        s.on[island, seat] += 1
        s.built[island] += 1


@rule("AO-4.2", "AO-11.4")
def lift_bridge(s, slot):
    """A bridge goes back to its owner, who may lose control of the islands it touched."""
    owner = s.bridge[slot]
    s.bridge[slot] = NOBODY
    s.reserve[owner] += 1
    for end in range(2):
        island = s.ends[slot, end]
        s.on[island, owner] -= 1
        s.built[island] -= 1
        if s.control[island] == owner and s.on[island, owner] < majority(s, island):
            s.control[island] = NOBODY
            s.islands[owner] -= 1


@rule("AO-4.1", "AO-4.4", "AO-5.8")
def build(s, seat, slot, was_free):
    """Put a bridge on a slot and carry out what it leads to: absolute majorities, then relative ones."""
    put_bridge(s, seat, slot)
    if wins_eleventh(s, seat, slot):
        return
    for end in range(2):
        if is_gained(s, seat, s.ends[slot, end]):
            take_control(s, seat, s.ends[slot, end])
    if was_free:
        for end in range(2):
            fill_island(s, seat, s.ends[slot, end])


# ── Absolute majority (AO-4) ────────────────────────────────────────────────────────────────────
@rule("AO-4.1", "AO-4.3", "AO-11.1")
def is_gained(s, seat, island):
    """Whether a player has more than half of an island's slots and does not control it yet."""
    return s.control[island] != seat and s.on[island, seat] >= majority(s, island)


@rule("AO-4.5", "AO-11.6")
def wins_eleventh(s, seat, slot):
    """Whether a bridge brings more islands than there are markers: then the match is won at once."""
    gained = 0
    for end in range(2):
        if is_gained(s, seat, s.ends[slot, end]):
            gained += 1
    if s.islands[seat] + gained <= MARKERS:
        return False
    finish(s, seat, np.int64(ELEVENTH_ISLAND))
    return True


@rule("AO-4.1", "AO-4.3")
def take_control(s, seat, island):
    """A marker on the island, all other bridges off it, and its stone for the first who comes."""
    s.control[island] = seat
    s.islands[seat] += 1
    for i in range(s.degree[island]):
        slot = s.slot[island, i]
        if s.bridge[slot] != NOBODY and s.bridge[slot] != seat:
            lift_bridge(s, np.int64(slot))
    if s.stone[island] != NOTHING:
        take_stone(s, seat, island)


@rule("AO-9.2", "AO-9.3")
def take_stone(s, seat, island):
    """Kane gives points at once; any other stone is kept."""
    god = s.stone[island]
    s.stone[island] = NOTHING
    if god == KANE:
        s.points[seat] += BONUS[s.degree[island]]
    else:
        s.stones[seat, god] += 1


# ── Relative majority (AO-5) ────────────────────────────────────────────────────────────────────
@rule("AO-5.1", "AO-5.4", "AO-5.5", "AO-5.7", "AO-11.2")
def fill_island(s, seat, island):
    """The last free slot of a larger island was filled: who has the most there has a bridge removed."""
    if s.degree[island] == SMALL or s.built[island] < s.degree[island] or s.control[island] == seat:
        return
    most, sharing = np.int64(0), 0
    for other in range(s.seats):
        most = max(most, np.int64(s.on[island, other]))
    for other in range(s.seats):
        sharing += s.on[island, other] == most
    if s.on[island, seat] < most:
        return
    if sharing > 1:
        remove_single(s, island, most)
    elif s.relative[0] == NOTHING:
        s.relative[0] = island
    else:
        s.relative[1] = island


@rule("AO-5.3", "AO-11.2")
def remove_single(s, island, most):
    """The most is shared: the bridge of the player who is not among the most is removed."""
    for i in range(s.degree[island]):
        slot = s.slot[island, i]
        if s.bridge[slot] != NOBODY and s.on[island, s.bridge[slot]] < most:
            lift_bridge(s, np.int64(slot))
