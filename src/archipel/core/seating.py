# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Seats round the table, numbered clockwise; `s` is the state of any game, which says how many there are."""

from archipel.core.rule import compiled


@compiled
def left_of(s, seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@compiled
def distance(s, seat, other):
    """How many seats clockwise from one seat another one is."""
    return (other - seat + s.seats) % s.seats
