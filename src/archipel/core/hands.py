# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Hands of cards in ascending order, so that equal hands are equal bytes.

A game that uses them has in its state `hand`, a row for each seat with NOTHING after the last card, and
`hand_size`.
"""

from archipel.core.record import NOTHING
from archipel.core.rule import compiled


@compiled
def take_in_hand(s, seat, card):
    """Add a card to a hand."""
    place = s.hand_size[seat]
    s.hand_size[seat] += 1
    while place > 0 and s.hand[seat, place - 1] > card:
        s.hand[seat, place] = s.hand[seat, place - 1]
        place -= 1
    s.hand[seat, place] = card


@compiled
def take_from_hand(s, seat, card):
    """Remove a card that is in a hand."""
    place = 0
    while s.hand[seat, place] != card:
        place += 1
    s.hand_size[seat] -= 1
    last = s.hand_size[seat]
    for i in range(place, last):
        s.hand[seat, i] = s.hand[seat, i + 1]
    s.hand[seat, last] = NOTHING
