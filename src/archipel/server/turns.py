"""Turns at what only a few can have at once: whoever is most pressing is next, then who waited longest."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

Rank = Callable[[], int]  # asked when a place is free, for it may change meanwhile; 0 presses most


class Turns:
    """So many places."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[asyncio.Future[None], Rank] = {}

    @asynccontextmanager
    async def turn(self, rank: Rank) -> AsyncIterator[None]:
        """Have a place for a while, as soon as it is one's turn."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(rank)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, rank: Rank) -> None:
        call = asyncio.get_running_loop().create_future()
        self._waiting[call] = rank
        try:
            await call
        except asyncio.CancelledError:
            if self._waiting.pop(call, None) is None:  # it was called, and goes away all the same
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        call = self._next()
        if call is None:
            self._free += 1
        else:
            del self._waiting[call]
            call.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        found, lowest = None, math.inf
        for call, rank in self._waiting.items():
            if lowest == 0:
                break
            if not call.done() and (its := rank()) < lowest:
                found, lowest = call, its
        return found
