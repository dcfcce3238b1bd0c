"""What is in the box (AO-1): islands, cards, bridges, markers, stones. The board is data in `board.json`."""

from __future__ import annotations

import numpy as np

from archipel.core.rule import part

# ── The archipelago ─────────────────────────────────────────────────────────────────────────────
MOST_SEATS = 4
ISLANDS, SLOTS = part("AO-1.1", (16, 37))
SMALL, LARGE, MAIN = part("AO-1.1", (3, 5, 7))  # slots of an island
SIZES = part("AO-1.1", {SMALL: 4, LARGE: 11, MAIN: 1})  # how many islands there are of each
LETTERS = part("AO-1.5", tuple("abcdefghijklmnop"))

# ── Cards and pieces ────────────────────────────────────────────────────────────────────────────
COPIES = part("AO-1.2", 3)  # cards of each island
CARDS = part("AO-1.2", ISLANDS * COPIES)
COLOURS = part("AO-1.3", ("red", "blue", "green", "yellow"))  # by seat
BRIDGES, MARKERS = part("AO-1.3", (20, 10))  # of each player
UNKNOWN = ISLANDS  # a card that somebody else draws or gives

# ── Stones ──────────────────────────────────────────────────────────────────────────────────────
GODS = part("AO-1.4 AO-9.1", ("kane", "kanaloa", "ku", "pele", "lono"))
KANE, KANALOA, KU, PELE, LONO = range(len(GODS))
BONUS = part("AO-9.3", np.array([0, 0, 0, 1, 0, 2, 0, 3], np.int8))  # of Kane, by the slots of the island

# ── The course of a match ───────────────────────────────────────────────────────────────────────
DEALT = part("AO-2.1", 4)  # cards for each player, one of which is laid open
OPEN = part("AO-2.1 AO-3.5", 4)  # cards that lie open
LIMIT = part("AO-3.6", 5)  # cards in hand when a turn has ended
FULL_HAND = LIMIT + ISLANDS + MOST_SEATS - 1  # at the very most: a card for each stone, and Pele's
