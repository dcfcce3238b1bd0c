# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Chance: a small generator that lives in the caller's memory, the same compiled and interpreted.

No state carries a generator: whoever plays chance (a match, a simulation, a search) brings a `dice`
array of one number, and the actions that chance takes are recorded like everyone else's.
"""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from archipel.core.rule import compiled

MASK = 0xFFFFFFFFFFFFFFFF
STRIDE = 0x9E3779B97F4A7C15
MIX_1, MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
# Every constant above is larger than 2**63, so that Numba types it unsigned, like the dice.


def read_seed(seed: Any) -> int:
    """A seed as a number of Python's, whichever kind of whole number it is; else `TypeError`.

    >>> read_seed(np.int32(7))
    7
    >>> read_seed(7.0)
    Traceback (most recent call last):
    TypeError: a seed is a whole number, not 7.0 (float)
    """
    try:
        return index(seed)
    except TypeError:
        raise TypeError(f"a seed is a whole number, not {seed!r} ({type(seed).__name__})") from None


def dice(seed: int) -> Any:
    """A generator started from `seed`: one number in an array, advanced by `pick`.

    >>> rng = dice(7)
    >>> [int(pick(rng, 6)) for _ in range(5)]
    [2, 0, 5, 3, 2]
    """
    return np.array([read_seed(seed) & MASK], np.uint64)


@compiled
def roll(rng):
    """The next 31 random bits (SplitMix64, Steele, Lea and Flood 2014)."""
    x = (int(rng[0]) + STRIDE) & MASK
    rng[0] = x
    x = ((x ^ (x >> 30)) * MIX_1) & MASK
    x = ((x ^ (x >> 27)) * MIX_2) & MASK
    return np.int64((x ^ (x >> 31)) >> 33)


@compiled
def pick(rng, n):
    """A number from 0 to n-1; for the small n of games the bias is below one in a million."""
    return (roll(rng) * n) >> 31


@compiled
def fraction(rng):
    """A number from 0 up to, but not including, 1."""
    return roll(rng) / 2147483648.0


# ── Pieces that are counted by kind ─────────────────────────────────────────────────────────────
@compiled
def total(counts):
    """How many pieces there are."""
    found = 0
    for kind in range(len(counts)):
        found += counts[kind]
    return found


@compiled
def kind_at(counts, place):
    """The kind of the piece at a place, if they lay in a row, sorted by kind."""
    kind = 0
    place -= counts[0]
    while place >= 0:
        kind += 1
        place -= counts[kind]
    return kind


@compiled
def draw_one(counts, rng):
    """Take one of the pieces, each as likely as any other; its kind.

    >>> bag = np.array([1, 0, 2])
    >>> [int(draw_one(bag, dice(seed))) for seed in (1, 2, 3)], bag.tolist()
    ([2, 2, 0], [0, 0, 0])
    """
    kind = kind_at(counts, pick(rng, total(counts)))
    counts[kind] -= 1
    return kind
