# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Chance: a small generator that lives in the caller's memory, the same compiled and interpreted.

No state carries a generator: whoever plays chance (a match, a simulation, a search) brings a `dice`
array of one number, and the actions that chance takes are recorded like everyone else's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from archipel.core.rule import compiled

MASK = 0xFFFFFFFFFFFFFFFF
STRIDE = 0x9E3779B97F4A7C15
MIX_1, MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
# Every constant above is larger than 2**63, so that Numba types it unsigned, like the dice.


def dice(seed: int) -> Any:
    """A generator started from `seed`: one number in an array, advanced by `pick`.

    >>> rng = dice(7)
    >>> [int(pick(rng, 6)) for _ in range(5)]
    [2, 0, 5, 3, 2]
    """
    return np.array([seed & MASK], np.uint64)


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
