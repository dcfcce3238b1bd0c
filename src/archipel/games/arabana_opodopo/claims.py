# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Possible worlds: cards that a seat remembers (AO-10.2), each put into one of the places it may be in."""

import numpy as np

from archipel.core.chance import fraction, pick, total
from archipel.core.record import HIDDEN
from archipel.core.rule import rule
from archipel.games.arabana_opodopo.memory import is_claim
from archipel.games.arabana_opodopo.parts import CARDS, COPIES, ISLANDS
from archipel.games.arabana_opodopo.state import row_of

# What comes of an attempt: cards are left over; it cannot be; it can, but comes about too often; it is as
# good as any.
BROKEN, IMPOSSIBLE, FAVOURED, STANDS = range(4)


@rule("AO-10.2")
def is_own(s, row, one, seat):
    """Whether a claim is about the cards of the seat itself, which needs none."""
    return seat >= 0 and s.claim_hands[row, one] >> seat & 1 == 1


@rule("AO-10.3")
def room_in(s, seat, hands):
    """How many cards of a hand are still to be found."""
    return s.hand_size[seat] - total(hands[seat])


@rule("AO-10.2", scratch=True)
def place_claims(s, seat, rng, hands, known, marks):
    """Put every remembered card into one of its places, those with the fewest first; what comes of it.

    Choosing one after the other favours some worlds; such a world is thrown away as often as it is
    favoured.
    """
    row = row_of(s, seat)
    gone = np.zeros(s.seats, np.int64)  # cards put elsewhere than where they were seen
    empty = np.zeros((s.seats, ISLANDS), np.int64)
    placed = np.zeros(CARDS, np.int64)
    for one in range(CARDS):
        placed[one] = not is_claim(s, row, one) or is_own(s, row, one, seat)
    before = placed.copy()
    chance = 1.0
    one = fewest_places(s, row, empty, placed)
    while one >= 0:
        free = free_places(s, row, one, hands)
        if free == 0:
            return BROKEN
        chance *= free / (all_places(s, row, one, empty) - placed_within(s, row, one, placed, before))
        put_claim(s, row, one, pick(rng, free), hands, known, marks, gone)
        placed[one] = 1
        one = fewest_places(s, row, empty, placed)
    likely = STANDS if fraction(rng) < chance else FAVOURED
    return likely if have_passed(s, row, gone) else IMPOSSIBLE


@rule("AO-9.6", "AO-9.7", "AO-10.2")
def have_passed(s, row, gone):
    """Whether no more cards of a hand are elsewhere than went from it to another one."""
    for seat in range(s.seats):
        if gone[seat] > s.passed[row, seat]:
            return False
    return True


@rule("AO-10.2")
def fewest_places(s, row, hands, placed):
    """The claim with the fewest places among those not placed yet, or -1."""
    best, fewest = -1, 0
    for one in range(CARDS):
        if not placed[one]:
            places = all_places(s, row, one, hands)
            if best < 0 or places < fewest:
                best, fewest = one, places
    return best


@rule("AO-10.2")
def all_places(s, row, one, hands):
    """In how many places a claim may be, with so many cards in the hands."""
    places = 0
    for seat in range(s.seats):
        if s.claim_hands[row, one] >> seat & 1:
            places += room_in(s, seat, hands)
    for i in range(s.claim_since[row, one], s.buried_size):
        places += s.claim_below[row, one] >> s.buried_by[i] & 1
    return places


@rule("AO-10.2")
def free_places(s, row, one, hands):
    """In how many of them it may still be put."""
    places = all_places(s, row, one, hands)
    for i in range(s.claim_since[row, one], s.buried_size):
        if s.claim_below[row, one] >> s.buried_by[i] & 1 and s.buried[i] != HIDDEN:
            places -= 1
    return places


@rule("AO-10.2")
def placed_within(s, row, one, placed, before):
    """How many claims were put that could not but take one of this one's places."""
    count = 0
    for other in range(CARDS):
        put = placed[other] and not before[other]
        if put and s.claim_hands[row, other] & ~s.claim_hands[row, one] == 0:
            below = s.claim_below[row, other]
            late = below == 0 or s.claim_since[row, other] >= s.claim_since[row, one]
            if below & ~s.claim_below[row, one] == 0 and late:
                count += 1
    return count


@rule("AO-10.2")
def put_claim(s, row, one, place, hands, known, marks, gone):
    """Put a claim into its free place of that number."""
    owner = place_of(s, row, one, place, hands, marks)
    known[owner, one // COPIES] += 1
    if s.claim_from[row, one] >= 0 and s.claim_from[row, one] != owner:
        gone[s.claim_from[row, one]] += 1


@rule("AO-10.2")
def place_of(s, row, one, place, hands, marks):
    """Put a card into a hand or among the discarded; whose that is."""
    for seat in range(s.seats):
        if s.claim_hands[row, one] >> seat & 1:
            room = room_in(s, seat, hands)
            if place < room:
                hands[seat, one // COPIES] += 1
                return np.int64(seat)
            place -= room
    i = np.int64(s.claim_since[row, one])
    while True:
        if s.claim_below[row, one] >> s.buried_by[i] & 1 and s.buried[i] == HIDDEN:
            if place == 0:
                s.buried[i] = one // COPIES
                marks[i] = 1
                return np.int64(s.buried_by[i])
            place -= 1
        i += 1
