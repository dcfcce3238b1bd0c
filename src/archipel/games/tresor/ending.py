# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The end of Trésor (TR-7): who wins, or captain Jones, and what it is worth (TR-8.2)."""

from archipel.core.record import NOBODY, OVER
from archipel.core.rule import part, rule
from archipel.core.seating import left_of
from archipel.games.tresor.parts import PRIZE, SEASON
from archipel.games.tresor.state import ENDED

BROUGHT_HOME, SURVIVOR, NO_CHEST, SEASON_OVER = part("TR-7.1 TR-7.3 TR-7.4", range(4))
REASONS = ("chest", "survivor", "no_chest", "season")


@rule("TR-7.1", "TR-7.3")
def finish(s, winner, reason):
    """The match is over."""
    s.winner, s.reason = winner, reason
    s.phase, s.actor = ENDED, OVER


@rule("TR-7.2")
def next_player(s, seat):
    """The next player clockwise who still has a detachment."""
    seat = left_of(s, seat)
    while s.left[seat] == 0:
        seat = left_of(s, seat)
    return seat


@rule("TR-7.3")
def season_is_over(s):
    """Whether every player still in the match has had all the turns of the season."""
    for seat in range(s.seats):
        if s.left[seat] > 0 and s.turns[seat] < SEASON:
            return False
    return True


@rule("TR-7.4")
def survivor_wins(s):
    """Whether a single player is left, who then wins."""
    survivor, players = NOBODY, 0
    for seat in range(s.seats):
        if s.left[seat] > 0:
            survivor = seat
            players += 1
    if players > 1:
        return False
    finish(s, survivor, SURVIVOR)
    return True


@rule("TR-8.2", "TR-7.1", "TR-7.3")
def score(s, points, places):
    """10 for the winner, 1 for every detachment left to the others; captain Jones leaves no first place."""
    for seat in range(s.seats):
        points[seat] = PRIZE if seat == s.winner else s.left[seat]
    for seat in range(s.seats):
        places[seat] = 1 if seat == s.winner else 2
        for other in range(s.seats):
            if seat != s.winner and other != s.winner and points[other] > points[seat]:
                places[seat] += 1
    return s.reason
