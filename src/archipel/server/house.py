"""`House`: everything that one process serves: the store, the hall with its tables, tokens and limits."""

from __future__ import annotations

import secrets

from archipel.server.bus import Bus
from archipel.server.guests import Tokens
from archipel.server.hall import Hall
from archipel.server.limits import Crowd, Limit
from archipel.server.settings import Settings
from archipel.server.store import Store
from archipel.server.thinkers import Thinkers

MOST_STRANGERS = 200  # at once from one address
ENDLESS = 1e12


class House:
    """Opened when the server starts, closed when it ends."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store.open(settings.database)
        self.hall = Hall(
            self.store, Bus(self.store), Thinkers(settings.thinkers, settings.pace, settings.apart)
        )
        self.tokens = Tokens("")
        self.newcomers = self._limit(20, 0.2)  # new guests from one address
        self.openings = self._limit(20, 0.2)  # new tables of one guest, and other costly things
        self.requests = self._limit(100, 10)  # of one guest
        self.messages = self._limit(120, 40)  # of one guest on websockets
        # who watch without a token; guests are not counted, however many share an address
        self.strangers = Crowd(MOST_STRANGERS if settings.limits else ENDLESS)
        self.talk = self._limit(10, 1)

    def _limit(self, burst: float, rate: float) -> Limit:
        return Limit(burst, rate) if self.settings.limits else Limit(ENDLESS, ENDLESS)

    async def open(self) -> None:
        """Let people in."""
        secret = self.settings.secret or await self.store.fact("secret", lambda: secrets.token_urlsafe(32))
        self.tokens = Tokens(secret)
        self.hall.clock = await self.store.in_step(self.hall.clock)
        await self.hall.open()
        self.hall.thinkers.warm()

    async def close(self) -> None:
        """See everybody out; what was accepted is kept."""
        await self.hall.close()
        await self.store.close()
