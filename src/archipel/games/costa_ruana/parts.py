"""What is in the box: natives, islands, treasures, cards (CR-1), in the shape of the printed parts."""

from __future__ import annotations

import numpy as np

from archipel.core.rule import part

# ── Natives, islands, treasures ─────────────────────────────────────────────────────────────────
MOST_SEATS = 6
NATIVES = part("CR-1.1", 10)  # in each colour
COLOURS = part("CR-1.1 CR-2.6", ("red", "blue", "green", "yellow", "purple", "white"))  # by seat
ROOM = part("CR-1.2", 7)  # natives an island can hold
MOST_ISLANDS = part("CR-1.2", 10)
ISLANDS_FOR = part("CR-2.3", np.array([0, 0, 4, 6, 7, 9, 10], np.int8))  # by number of players
TREASURES = part("CR-1.3", 50)  # in the box
TREASURES_EACH, POOR_ISLANDS, TREASURES_POOR = part("CR-1.3 CR-2.4", (5, 2, 4))

# ── Cards: a card is its kind and its background; kind * 4 + background ─────────────────────────
KINDS = part(
    "CR-1.4",
    ("move_treasure", "return_1", "return_2", "return_3", "place_1", "place_2", "place_3", "move_native"),
)
BACKGROUNDS = part("CR-1.4", ("day", "night", "high_tide", "low_tide"))
CARDS = part("CR-1.4", len(KINDS) * len(BACKGROUNDS))  # different ones
UNKNOWN = CARDS  # the card of somebody else's draw or face-down play
DAY, NIGHT, HIGH_TIDE, LOW_TIDE = range(4)

# The four types, in the order they are resolved, and how many natives a kind returns or places.
MOVE_TREASURE, RETURN, PLACE, MOVE_NATIVE = part("CR-5.2", (0, 1, 2, 3))
TYPE_OF = part("CR-5.2", np.array([0, 1, 1, 1, 2, 2, 2, 3], np.int8))
AMOUNT_OF = part("CR-5.8 CR-5.9", np.array([0, 1, 2, 3, 1, 2, 3, 0], np.int8))

# ── The course of a match ───────────────────────────────────────────────────────────────────────
ROUNDS = part("CR-3.0", 5)
HAND = part("CR-2.1 CR-7.3", 5)
CARDS_SEEN = part("CR-1.5 CR-11.5 CR-10.3", (0, 2, 5, 8, 10, 12))  # in so many rounds: 12 = 5 + 2 + 2 + 2 + 1
SETTLERS = part("CR-2.7", 3)  # natives each player places before the first round
MOST_LAID = 2 * MOST_SEATS  # cards on the table: one face up and one face down a player
CONDITION_CARDS = part("CR-1.6", (("day", "night"), ("high_tide", "low_tide")))


def card(kind: str, background: str) -> int:
    """The number of a card.

    >>> card("place_2", "night")
    21
    """
    return KINDS.index(kind) * 4 + BACKGROUNDS.index(background)
