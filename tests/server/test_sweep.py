"""Tables that nobody attends to get their turn again, however many others wait."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs
from tests.server.visits import a_house, a_table, playing, until

from archipel.games import game
from archipel.server import hall
from archipel.server.entries import Clock, Replaced
from archipel.server.house import House
from archipel.server.store import StoreError


def fail_once(house: House, patch: pytest.MonkeyPatch) -> None:
    """The first duty of a bot comes to nothing."""
    choose, failures = house.hall.thinkers.choose, iter([StoreError("no room")])

    async def fail(*args: object) -> int:
        if failure := next(failures, None):
            raise failure
        return await choose(*args)  # type: ignore[arg-type]

    patch.setattr(house.hall.thinkers, "choose", fail)


def test_tables_that_wait_for_a_grace_leave_room_for_others(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "PULSE", 0.02)
    monkeypatch.setattr(hall, "SWEPT", 2)

    async def work() -> None:
        async with a_house(tmp_path) as house:
            clock = Clock(move=0.01, grace=1000.0)
            left = [await a_table(house.hall, "costa-ruana", 2, clock=clock) for _ in range(2)]
            await asyncio.sleep(0.1)  # nobody is there, and their time is out
            assert all(one.attended for one in left)
            fail_once(house, monkeypatch)
            live = await a_table(house.hall, "costa-ruana", 2, bots=("random", "random"))
            await until(lambda: playing(live).over)
            assert all(one.attended for one in left)

    asyncio.run(work())


def test_a_table_that_waits_for_long_is_put_away_and_found_again_when_time_is_out(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "PULSE", 0.02)
    monkeypatch.setattr(hall, "IDLE", 0.2)

    async def work() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 2, clock=Clock(move=1.5, grace=0.0))
            id, duty = live.table.id, live.duty
            assert duty is not None
            await until(lambda: id not in house.hall.lives)
            await until(duty.cancelled)
            assert live.table.number == (await house.store.entries(id))[-1][0]  # nothing happened before
            await until(lambda: id in house.hall.lives)
            live = house.hall.lives[id]
            await until(lambda: any(isinstance(entry, Replaced) for _, entry, _ in live.recent))

    asyncio.run(work())


def test_a_table_of_older_rules_is_looked_after_once(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "PULSE", 0.02)

    async def work() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 2, clock=Clock(move=0.1, grace=1000.0))
            assert live.table.to_move is not None
        monkeypatch.setitem(vars(game("costa-ruana")), "version", 2)
        async with a_house(tmp_path) as house:
            with capture_logs() as logs:
                async with asyncio.timeout(20):
                    while await house.store.overdue(1e12):
                        await asyncio.sleep(0.01)
                await asyncio.sleep(0.2)
            assert [one["code"] for one in logs if "revived" in one["event"]] == ["old_rules"]

    asyncio.run(work())


def test_a_duty_that_failed_is_tried_again_when_somebody_comes(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "PULSE", 1000.0)  # the sweep is far away

    async def work() -> None:
        async with a_house(tmp_path) as house:
            fail_once(house, monkeypatch)
            live = await a_table(house.hall, "costa-ruana", 2, bots=("random", "random"))
            await until(lambda: not live.attended)
            assert not playing(live).over
            assert await house.hall.live(live.table.id) is live
            await until(lambda: playing(live).over)

    asyncio.run(work())
