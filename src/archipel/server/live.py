"""`Live`: a table in use, with those who look at it."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from archipel.server import duties
from archipel.server.fair import Draws
from archipel.server.table import OVER, Table
from archipel.server.telling import Told

RECENT = 24  # entries that are kept at hand for those who reconnect


class Listener(Protocol):
    """Somebody who looks at a table."""

    guest: str
    seat: int | None
    lang: str

    def push(self, frame: bytes) -> None:
        """Send this when the connection can take it."""


@dataclass
class Live:
    """A table in use."""

    table: Table
    seed: bytes
    recent: deque[Told] = field(default_factory=lambda: deque(maxlen=RECENT))
    listeners: set[Listener] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)  # all who have looked; "" stands for whoever said no name
    habits: dict[int, tuple[str, str]] = field(default_factory=dict)  # by seat: whose, and which
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    duty: asyncio.Task[None] | None = None
    occasion: duties.Occasion | None = None  # of the duty
    outdated: bool = False  # other processes may know more
    catching_up: asyncio.Task[None] | None = None
    deputy_due: float = math.inf  # when another one may decide for a host who is away
    used: float = field(default_factory=time.monotonic)

    @property
    def draws(self) -> Draws:
        """What chance will do at this table."""
        return Draws(self.seed, self.table.entropies())

    @property
    def revealed(self) -> str | None:
        """The seed, once nobody can profit from it."""
        return self.seed.hex() if self.table.status == OVER else None

    @property
    def attended(self) -> bool:
        """Whether somebody sees to what happens by itself."""
        return self.duty is not None and not self.duty.done()

    def rests(self, until: float) -> bool:
        """Whether nothing happens by itself before some time."""
        return not self.attended or (self.occasion is not None and self.occasion.rests(until))

    @property
    def rank(self) -> int:
        """Whose bots think first: 0 if somebody who plays is here, 1 if somebody watches, 2 if nobody."""
        players = {seat.guest for seat in self.table.seats if seat.person} if self.listeners else set()
        if any(one.guest in players for one in self.listeners):
            return 0
        return 1 if self.listeners else 2

    def behind(self, since: int) -> int:
        """How many entries must be read again to tell what came after one; 0 if that is at hand."""
        seen = max(0, since)  # the first entry tells nothing
        at_hand = seen >= self.table.number or self.recent[0][0] <= seen + 1
        return 0 if at_hand else self.table.number

    def here(self) -> set[str]:
        """The guests connected to this process."""
        return {one.guest for one in self.listeners if one.guest}
