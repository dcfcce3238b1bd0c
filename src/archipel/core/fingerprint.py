# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Records as numbers: equal records have equal ones, and others, for all that will ever happen, others."""

import numpy as np

from archipel.core.chance import MASK, MIX_1, MIX_2, STRIDE
from archipel.core.rule import compiled

ODD = np.uint64(1)


@compiled
def fingerprint(words):
    """A record, given as whole words, as one number; never 0."""
    x = salt = STRIDE
    for i in range(len(words)):  # no word waits for the one before
        y = ((int(words[i]) ^ salt) * MIX_1) & MASK
        x = (x + (y ^ (y >> 29)) * MIX_2) & MASK
        salt = (salt + STRIDE) & MASK
    x ^= x >> 32
    return x | ODD
