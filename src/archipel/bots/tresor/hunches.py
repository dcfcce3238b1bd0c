# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What the others' detachments tell about the chests that a player has not seen."""

import numpy as np

from archipel.core.chance import fraction, pick
from archipel.core.record import NOTHING
from archipel.core.rule import compiled
from archipel.games.tresor.knowledge import knows
from archipel.games.tresor.parts import CAVE

LINGER = 0.1  # how often, beside an empty one, a full chest is still in the cave
BLUFF = 0.2  # how often, beside a full one, an empty chest is carried off
ROUNDS = 3  # in which every unseen chest may change places


@compiled
def revise(s, seat, rng):
    """Let chests that a seat has not seen change places, until the full ones are where they likely are.

    Each is drawn again as likely as it is where all others lie (Gibbs): so worlds come as often as they are
    likely, however many chests are hidden.
    """
    for _ in range(ROUNDS):
        for owner in range(s.seats):
            for number in range(s.detachments):
                if is_unseen(s, owner, number, seat):
                    change_with_cave(s, owner, number, seat, rng)
                    change_with_another(s, owner, number, seat, rng)


@compiled
def is_unseen(s, owner, number, seat):
    """Whether somebody carries a chest that a seat has not looked into."""
    if owner == seat or s.chest[owner, number] == NOTHING:
        return False
    return not knows(s.known[owner, number], seat)


@compiled
def odds_full(s, owner, number):
    """How much likelier a chest would be where it is if it were full."""
    return LINGER if s.place[owner, number] == CAVE else 1.0 / BLUFF


@compiled
def change_with_cave(s, owner, number, seat, rng):
    """Put it back and draw again, unless the seat knows what lies in the cave."""
    if s.cave_size == 0 or knows(s.cave_known, seat):
        return
    full = np.int64(s.cave_full) + s.chest[owner, number]
    weight = full * odds_full(s, owner, number)
    chest = np.int64(fraction(rng) * (weight + s.cave_size + 1 - full) < weight)
    s.chest[owner, number] = chest
    s.cave_full = full - chest


@compiled
def change_with_another(s, owner, number, seat, rng):
    """Perhaps exchange it for another chest that the seat has not seen either."""
    men = np.int64(s.detachments)
    at = pick(rng, s.seats * men)
    while not is_unseen(s, at // men, at % men, seat):
        at = (at + 1) % (s.seats * men)
    who, its = at // men, at % men
    if s.chest[owner, number] != s.chest[who, its]:
        odds = odds_full(s, owner, number) / odds_full(s, who, its)
        chest = np.int64(fraction(rng) * (odds + 1.0) < odds)
        s.chest[owner, number], s.chest[who, its] = chest, 1 - chest
