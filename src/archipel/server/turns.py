"""Turns at what only a few can have at once.

Whoever is most pressing is next; then whose owner had least lately; then who waited longest. Waiting presses
too, so that nobody waits for ever.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

Rank = Callable[[], int]  # asked when a place is free, for it may change meanwhile; 0 presses most

AGEING = 30.0  # seconds of waiting that count as one rank
LATELY = 60.0  # seconds after which what somebody had counts half


@dataclass(eq=False)
class Call:
    """Somebody who waits for a place."""

    rank: Rank
    whom: str
    since: float
    place: asyncio.Future[None]


class Turns:
    """So many places."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._free = places
        self._waiting: dict[Call, None] = {}  # in the order in which they came
        self._had: dict[str, float] = {}  # seconds that each had lately
        self._halved = clock()

    async def take(self, rank: Rank, whom: str = "") -> Callable[[], None]:
        """Wait for a place that somebody wants; what comes back gives it to the next, once."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(Call(rank, whom, self.clock(), asyncio.get_running_loop().create_future()))
        begun = self.clock()

        def give_back() -> None:
            self._charge(whom, self.clock() - begun)
            self._pass_on()

        return give_back

    async def _wait(self, call: Call) -> None:
        self._waiting[call] = None
        try:
            await call.place
        except asyncio.CancelledError:
            if call in self._waiting:
                del self._waiting[call]
            else:  # it was called, and goes away all the same
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        waiting = [call for call in self._waiting if not call.place.done()]
        if not waiting:
            self._free += 1
            return
        call = min(waiting, key=self._order)
        del self._waiting[call]
        call.place.set_result(None)

    def _order(self, call: Call) -> tuple[int, float]:
        waited = int((self.clock() - call.since) / AGEING)
        return max(0, call.rank() - waited), self._had.get(call.whom, 0.0)

    def _charge(self, whom: str, seconds: float) -> None:
        passed = self.clock() - self._halved
        if passed >= LATELY:
            left = 0.5 ** (passed / LATELY)
            self._had = {who: had * left for who, had in self._had.items() if had * left > 0.01}
            self._halved = self.clock()
        self._had[whom] = self._had.get(whom, 0.0) + seconds
