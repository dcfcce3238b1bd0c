# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The scorings and the end of Arabana-Opodopo (AO-7.2, AO-8.3, AO-8.4, AO-4.5)."""

import numpy as np

from archipel.core.record import NOBODY, OVER
from archipel.core.rule import part, rule
from archipel.games.arabana_opodopo.parts import ISLANDS
from archipel.games.arabana_opodopo.state import ENDED

MOST_POINTS, ELEVENTH_ISLAND = part("AO-8.4 AO-4.5", range(2))
REASONS = ("points", "eleventh_island")


@rule("AO-7.2", "AO-8.3", "AO-11.1")
def score_islands(s):
    """Each controlled island scores the slots its controller does not hold, and one more in the end."""
    for island in range(ISLANDS):
        owner = s.control[island]
        if owner != NOBODY:
            s.points[owner] += worth(s.degree[island], s.on[island, owner], s.final)


@rule("AO-7.2", "AO-8.3", "AO-11.1")
def worth(slots, held, final):
    """What an island of so many slots, so many of them held, scores for its controller."""
    return slots - held + final


@rule("AO-4.5", "AO-8.4")
def finish(s, winner, reason):
    """The match is over."""
    s.winner, s.reason = winner, reason
    s.phase, s.actor = ENDED, OVER


@rule("AO-8.4")
def comes_before(s, seat, other):
    """Whether a player is placed before another: more points, or as many and a final turn finished first."""
    if s.reason == ELEVENTH_ISLAND:
        if seat == s.winner or other == s.winner:
            return seat == s.winner
        return s.points[seat] > s.points[other]
    if s.points[seat] != s.points[other]:
        return s.points[seat] > s.points[other]
    return s.finished[seat] < s.finished[other]


@rule("AO-8.4", "AO-4.5")
def score(s, points, places):
    """The points of the track, and the places they give."""
    for seat in range(s.seats):
        points[seat] = s.points[seat]
        places[seat] = 1
        for other in range(s.seats):
            if other != seat and comes_before(s, other, seat):
                places[seat] += 1
    return s.reason


@rule("AO-8.3", "AO-8.4")
def great_scoring(s):
    """All final turns are played."""
    score_islands(s)
    s.reason = MOST_POINTS
    best = np.int64(0)
    for seat in range(1, s.seats):
        if comes_before(s, np.int64(seat), best):
            best = np.int64(seat)
    finish(s, best, np.int64(MOST_POINTS))
