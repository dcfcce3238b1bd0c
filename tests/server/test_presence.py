"""Who is there, and who decides for a host who is away: what everybody is told of it, and when."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from tests.server.visits import NOBODY, Ear, a_house, a_table, sit

from archipel.server import conduct, presence
from archipel.server.house import House
from archipel.server.live import Live

LONG = conduct.ABSENT  # away for so long that others may decide


def evening(folder: Path, work: Callable[[House, Live, Ear], Awaitable[None]], people: int = 3) -> None:
    """Before a match of ann's and others, all sat down long ago; the last of them listens."""

    async def all_evening() -> None:
        async with a_house(folder) as house:
            now = house.hall.clock()
            house.hall.clock = lambda: now - 10 * LONG
            live = await a_table(house.hall, "costa-ruana", 3, start=False)
            for seat in range(people, 3):
                guest = live.table.seats[seat].guest
                stand = partial(conduct.stand, at=1.0, guest=guest, seat=seat, away=NOBODY)
                await house.hall.do(live, stand)
            house.hall.clock, house.hall._beaten = lambda: now, now  # a server was there all the time
            ear = Ear(live.table.seats[people - 1].guest, people - 1)
            live.listeners.add(ear)
            await work(house, live, ear)

    asyncio.run(all_evening())


async def seen_before(house: House, live: Live, **seconds: float) -> None:
    """When others were there last."""
    for guest, ago in seconds.items():
        await house.store.present([(live.table.id, guest)], house.hall.clock() - ago)


def deputies(ear: Ear) -> list[int | None]:
    """Who decides, as it was told."""
    return [one["deputy"] for one in ear.heard() if one["type"] == "present"]


def test_it_is_told_in_time_who_decides_next(tmp_path):
    async def work(house: House, live: Live, ear: Ear) -> None:
        for ann, bob, deputy, due in (
            (LONG - 60.0, 100.0, None, 60.0),  # whoever else comes or goes meanwhile
            (LONG, 100.0, 1, LONG - 100.0),
            (LONG, LONG, 2, math.inf),
        ):
            await seen_before(house, live, ann=ann, bob=bob)
            await presence.tell(house.hall, live)
            assert deputies(ear) == [deputy]
            assert live.deputy_due - house.hall.clock() == pytest.approx(due, abs=0.001)

    evening(tmp_path, work)


def test_who_sits_down_while_the_host_is_away_is_told_that_they_decide(tmp_path):
    async def work(house: House, live: Live, ear: Ear) -> None:
        await seen_before(house, live, ann=LONG)
        await presence.tell(house.hall, live)
        assert deputies(ear) == [1]
        await house.hall.do(live, lambda t: conduct.stand(t, 1.0, "bob", 1, NOBODY))
        await pulse(house)
        assert deputies(ear) == [None]
        await sit(house.hall, live, 2, "Bob")
        await pulse(house)
        assert deputies(ear) == [2]
        await pulse(house)
        assert deputies(ear) == []  # once is enough

    async def pulse(house: House) -> None:
        await house.hall._be_there()
        await asyncio.gather(*[task for task in house.hall._chores if "tell" in str(task.get_coro())])

    evening(tmp_path, work, people=2)
