"""Limits that keep one guest from taking the place of all: how often somebody may ask for something."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from archipel.core.words import N_
from archipel.server.refusal import Refused

TOO_OFTEN = N_("That was too often; wait a little and try again.")
TOO_MANY = N_("Too many watch from your address; take a name, or try again later.")
TOO_MANY_COME = N_("Too many connect from your address at once; try again later.")
TOO_MANY_PAGES = N_("You are connected too often at once; close another page first.")
FORGET = 600.0  # seconds after which somebody who asks no more is forgotten


class Limit:
    """So many times at once, and then so many a second, for each guest or address.

    >>> now = 0.0
    >>> limit = Limit(burst=2, rate=1, clock=lambda: now)
    >>> limit.allows("ann"), limit.allows("ann"), limit.allows("ann"), limit.allows("bob")
    (True, True, False, True)
    >>> now = 1.0
    >>> limit.allows("ann"), limit.allows("ann")
    (True, False)
    """

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate, self.clock = burst, rate, clock
        self._left: dict[str, tuple[float, float]] = {}  # what is left, and when that was
        self._swept = clock()

    def allows(self, who: str, cost: float = 1) -> bool:
        """Whether somebody may do it now; if so, it is counted, as so many times."""
        now = self.clock()
        left, since = self._left.get(who, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        self._left[who] = (left - cost if left >= cost else left, now)
        if now - self._swept > FORGET:
            self._sweep(now)
        return left >= cost

    def check(self, who: str, cost: float = 1) -> None:
        """Refuse if somebody asks too often."""
        if not self.allows(who, cost):
            raise Refused("too_often", TOO_OFTEN)

    def _sweep(self, now: float) -> None:
        self._swept = now
        self._left = {who: one for who, one in self._left.items() if now - one[1] < FORGET}


class Crowd:
    """So many at once from each address, or of each guest.

    >>> crowd = Crowd(most=1)
    >>> crowd.enter("here")
    >>> crowd.enter("there")
    >>> crowd.enter("here")
    Traceback (most recent call last):
    archipel.server.refusal.Refused: too_often
    >>> crowd.leave("here")
    >>> crowd.enter("here")
    """

    def __init__(self, most: float, sentence: str = TOO_MANY) -> None:
        self.most, self.sentence = most, sentence
        self._there: Counter[str] = Counter()

    def enter(self, whence: str) -> None:
        """Count somebody who comes, or refuse if too many are there."""
        if self._there[whence] >= self.most:
            raise Refused("too_often", self.sentence)
        self._there[whence] += 1

    def leave(self, whence: str) -> None:
        """Somebody who was counted goes."""
        self._there[whence] -= 1
        if not self._there[whence]:
            del self._there[whence]
