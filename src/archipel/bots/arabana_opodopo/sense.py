# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What a sensible player of Arabana-Opodopo does without thinking ahead: `lean`, `prospects`, `plausibility`."""

from archipel.bots.manner import Manner
from archipel.core.rule import compiled

MANNER = Manner()


@compiled
def lean(s, moves, n, weights):
    """How strongly the mover inclines to each move, as odds; only what the mover knows is read."""
    for i in range(n):
        weights[i] = 1.0


@compiled
def prospects(s, values):
    """What an unfinished match is worth to each seat, from 0 to 1."""
    for seat in range(s.seats):
        values[seat] = 1.0 / s.seats


@compiled
def plausibility(s, seat):
    """How likely, at most 1, others would have acted as they did if the world were this one."""
    return 1.0
