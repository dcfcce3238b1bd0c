# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The end of Costa Ruana (CR-8): Respect points, places, and why somebody won."""

from archipel.core.rule import part, rule

BY_POINTS, BY_TREASURES, SHARED = part("CR-8.3 CR-8.4", range(3))
REASONS = ("points", "treasures", "shared")


@rule("CR-8.1", "CR-8.2", "CR-8.3", "CR-8.4", "CR-8.5")
def score(s, points, places):
    """Fill in each seat's Respect points and place (1 wins, ties share one); return the reason."""
    for seat in range(s.seats):
        points[seat] = 2 * s.hut[seat] + s.supply[seat]
    reason = BY_POINTS
    for seat in range(s.seats):
        places[seat] = 1
        for other in range(s.seats):
            if is_ahead(s, points, other, seat):
                places[seat] += 1
    for seat in range(s.seats):
        for other in range(s.seats):
            if other != seat and places[seat] == 1 and points[other] == points[seat]:
                reason = max(reason, SHARED if places[other] == 1 else BY_TREASURES)
    return reason


@rule("CR-8.3")
def is_ahead(s, points, one, other):
    """Whether a seat comes before another: more points, or as many and more treasures."""
    if points[one] != points[other]:
        return points[one] > points[other]
    return s.hut[one] > s.hut[other]
