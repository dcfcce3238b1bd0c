# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What a game's `sense` has where players conclude nothing: all worlds that agree with a view are alike."""

from archipel.core.rule import compiled


@compiled
def plausibility(s, seat):
    """How likely, at most 1, others would have acted as they did if the world were this one."""
    return 1.0


@compiled
def revise(s, seat, rng):
    """Change a world, in place, into one in which others would likelier have acted as they did."""
