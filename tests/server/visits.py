"""People at tables without a network: a house, and ears that keep every byte that is pushed to them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from archipel.server import conduct, wire
from archipel.server.entries import Clock
from archipel.server.hall import Hall
from archipel.server.house import House
from archipel.server.live import Live
from archipel.server.settings import Settings
from archipel.server.socket import Visit

NAMES = ("Ann", "Bob", "Cléo", "Dan", "Eve", "Flo")
NOBODY: dict[str, float] = {}  # is away


@asynccontextmanager
async def a_house(folder: Path | str, **wishes: Any) -> AsyncIterator[House]:
    """A house that is closed afterwards; `folder` is where its tables are, or the URL of a database."""
    database = folder if isinstance(folder, str) else f"sqlite:///{folder / 'tables.db'}"
    settings = Settings(**{"database": database, "pace": 0.0, "limits": False} | wishes)
    house = await asyncio.to_thread(House, settings)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def a_table(
    hall: Hall,
    game: str,
    seats: int,
    options: dict[str, Any] | None = None,
    bots: tuple[str, ...] = (),
    clock: Clock | None = None,
    start: bool = True,
    public: bool = True,
) -> Live:
    """A table of ann's: guests ann, bob, … sit at the first seats, bots at the others."""
    live = await hall.live(await hall.new_table("ann", game, seats, options or {}, public, clock or Clock()))
    for seat in range(seats - len(bots)):
        await sit(hall, live, seat, NAMES[seat])
    for seat, bot in enumerate(bots, seats - len(bots)):
        await hall.do(live, lambda t, s=seat, b=bot: conduct.fill(t, hall.clock(), "ann", s, b, NOBODY))  # type: ignore[misc]
    if start:
        await begin(hall, live)
    return live


async def begin(hall: Hall, live: Live) -> int:
    return await hall.do(live, lambda t: conduct.start(t, hall.clock(), "ann", NOBODY, live.draws))


async def sit(hall: Hall, live: Live, seat: int, name: str, entropy: str = "") -> int:
    return await hall.do(live, lambda t: conduct.sit(t, hall.clock(), name.lower(), name, seat, entropy))


async def act(hall: Hall, live: Live, action: int) -> int:
    """Whoever is to move takes an action."""
    seat, text = live.table.to_move, playing(live).spell(action)
    assert seat is not None
    position, tongue = live.table.position, live.table.tongue("en")
    return await hall.do(
        live, lambda t: conduct.act(t, hall.clock(), seat, text, position, live.draws, tongue)
    )


def playing(live: Live) -> Any:
    """The match, which has begun."""
    assert live.table.match is not None
    return live.table.match


class Ear:
    """A connection that keeps what is pushed to it."""

    def __init__(self, guest: str = "", seat: int | None = None, lang: str = "en") -> None:
        self.guest, self.name, self.seat, self.lang = guest, guest.title(), seat, lang
        self.code = 0
        self.frames: list[bytes] = []

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)

    def answer(self, message: msgspec.Struct) -> None:
        self.push(wire.to_bytes(message))

    def take(self) -> list[bytes]:
        """All frames so far, which are then forgotten."""
        frames, self.frames = self.frames, []
        return frames

    def heard(self) -> list[dict[str, Any]]:
        """The same, read."""
        return [json.loads(frame) for frame in self.take()]


class Caller:
    """Somebody with a visit to a table: messages go in, frames come out."""

    def __init__(self, house: House, live: Live, guest: str = "", seat: int | None = None, lang: str = "en"):
        self.ear = Ear(guest, seat, lang)
        self.visit = Visit(house, self.ear, live.table.id)  # type: ignore[arg-type]
        self.visit.live = live
        live.listeners.add(self.ear)

    async def ask(self, **message: Any) -> dict[str, Any]:
        """The answer to a message."""
        await self.visit.handle(json.dumps({"id": 7, **message}))
        return next(one for one in reversed(self.ear.heard()) if one.get("id") == 7)

    async def bytes_for(self, *messages: dict[str, Any]) -> list[bytes]:
        """Every frame that some messages bring."""
        self.ear.take()
        for number, message in enumerate(messages):
            await self.visit.handle(json.dumps({"id": number, **message}))
        return self.ear.take()


def evening(folder: Path, work: Callable[[House], Awaitable[None]], **wishes: Any) -> None:
    """Do something in a house of its own."""

    async def run() -> None:
        async with a_house(folder, **wishes) as house:
            await work(house)

    asyncio.run(run())


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that others do."""
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.005)


async def played(house: House, people: int, bots: int) -> Live:
    """A match of ann's and others that is over."""
    live = await a_table(house.hall, "costa-ruana", people + bots, bots=("random",) * bots)
    for seat in range(people):
        guest = live.table.seats[seat].guest
        to_bot = partial(conduct.replace, at=1.0, guest=guest, seat=seat, bot="random", away=NOBODY)
        await house.hall.do(live, to_bot)
    await until(lambda: playing(live).over)
    return live
