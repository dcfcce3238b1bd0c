# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""From how well seats stand to their chances of winning, for the `prospects` of every game."""

from math import exp

from archipel.core.rule import compiled

OUT = -1e9  # how well a seat stands that cannot win any more


@compiled
def into_chances(values, seats, sharpness):
    """Turn how well each seat stands into chances that add up to 1: a lead of 1/sharpness is worth e to 1."""
    most, total = values[0], 0.0
    for seat in range(1, seats):
        most = max(most, values[seat])
    for seat in range(seats):
        values[seat] = exp(sharpness * (values[seat] - most))
        total += values[seat]
    for seat in range(seats):
        values[seat] /= total
