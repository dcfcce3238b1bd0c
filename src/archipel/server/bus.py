"""News of what other processes append to the tables they share with this one, and of who is there."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable

from sqlalchemy import URL

from archipel.server.logs import log
from archipel.server.store import Store
from archipel.server.store.database import KEEPALIVE
from archipel.server.store.deeds import CHANNEL

OnNews = Callable[[str, int], Awaitable[None] | None]
OnGap = Callable[[], Awaitable[None] | None]

_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0


class Bus:
    """Tells of the entries that other processes appended. With SQLite there are none, and it is silent.

    `on_news` is told table and number, or `CAME_OR_WENT` instead of it. `on_gap` is called when some news may
    have been missed: whatever is held of tables should then be read again.
    """

    def __init__(self, store: Store) -> None:
        self._url, self._shared = store.url, store.shared
        self._process = store.process
        self._pump: asyncio.Task[None] | None = None

    async def start(self, on_news: OnNews, on_gap: OnGap) -> None:
        """Listen from now on."""
        if self._shared:
            listening = asyncio.Event()
            self._pump = asyncio.create_task(self._listen(on_news, on_gap, listening), name="archipel-bus")
            await listening.wait()

    async def close(self) -> None:
        """Listen no more."""
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)
            self._pump = None

    async def _listen(self, on_news: OnNews, on_gap: OnGap, listening: asyncio.Event) -> None:
        from psycopg import AsyncConnection, Error

        pause = _FIRST_PAUSE
        while True:
            try:
                async with await AsyncConnection.connect(
                    _uri(self._url), autocommit=True, **KEEPALIVE
                ) as link:
                    await link.execute(f"LISTEN {CHANNEL}")
                    if listening.is_set():
                        await _call(on_gap)
                    listening.set()
                    pause = _FIRST_PAUSE
                    async for notice in link.notifies():
                        await self._pass_on(notice.payload, on_news)
            except Error as error:
                log.warning("bus lost", error=type(error).__name__, pause=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _pass_on(self, payload: str, on_news: OnNews) -> None:
        process, table, number = payload.split(" ")
        if process != self._process:
            await _call(on_news, table, int(number))


async def _call(told: Callable[..., Awaitable[None] | None], *news: object) -> None:
    try:
        answer = told(*news)
        if inspect.isawaitable(answer):
            await answer
    except Exception:  # whoever was told has a fault; the news goes on
        log.exception("bus callback failed")


def _uri(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
