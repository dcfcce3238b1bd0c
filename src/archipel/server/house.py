"""`House`: everything that one process serves: the store, the hall with its tables, tokens and limits."""

from __future__ import annotations

import secrets

from archipel.server.bus import Bus
from archipel.server.guests import NOT_VALID, Tokens
from archipel.server.hall import Hall
from archipel.server.limits import TOO_MANY, TOO_MANY_COME, TOO_MANY_PAGES, Crowd, Limit
from archipel.server.refusal import Refused
from archipel.server.settings import Settings
from archipel.server.store import Guest, Store
from archipel.server.thinkers import Thinkers

MOST_STRANGERS = 200  # who watch at once from one address
MOST_ARRIVALS = 200  # who have not said hello yet, likewise
MOST_PAGES = 20  # connections of one guest
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
        self.newcomers = self._limit(100, 0.2)  # new guests from one address: a club may be behind one router
        self.openings = self._limit(20, 0.2)  # new tables of one guest, and other costly things
        self.requests = self._limit(100, 10)  # of one guest
        self.messages = self._limit(120, 40)  # of one guest on websockets
        # who watch without a token; guests are counted each for themselves, however many share an address
        self.strangers = self._crowd(MOST_STRANGERS, TOO_MANY)
        self.arrivals = self._crowd(MOST_ARRIVALS, TOO_MANY_COME)
        self.pages = self._crowd(MOST_PAGES, TOO_MANY_PAGES)
        self.talk = self._limit(10, 1)

    def _limit(self, burst: float, rate: float) -> Limit:
        return Limit(burst, rate) if self.settings.limits else Limit(ENDLESS, ENDLESS)

    def _crowd(self, most: int, sentence: str) -> Crowd:
        return Crowd(most if self.settings.limits else ENDLESS, sentence)

    async def guest(self, token: str) -> Guest:
        """The guest whose token it is."""
        found = await self.store.guest(self.tokens.guest(token))
        if found is None:
            raise Refused("no_guest", NOT_VALID)
        return found

    async def open(self) -> None:
        """Let people in."""
        secret = self.settings.secret or await self.store.fact("secret", lambda: secrets.token_urlsafe(32))
        self.tokens, self.hall.secret = Tokens(secret), secret.encode()
        self.hall.clock = await self.store.in_step(self.hall.clock)
        await self.hall.open()
        self.hall.thinkers.warm()

    async def close(self) -> None:
        """See everybody out; what was accepted is kept."""
        await self.hall.close()
        await self.store.close()
