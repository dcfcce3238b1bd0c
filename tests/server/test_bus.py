"""News between processes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.server.stores import SEED, first, opened, opening, words

from archipel.server.bus import Bus
from archipel.server.store import Store

pytestmark = pytest.mark.anyio

PATIENCE = 30.0  # seconds
HANG_UP = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN archipel'")


class Ears:
    """What a process heard."""

    def __init__(self) -> None:
        self.news: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.gaps: asyncio.Queue[None] = asyncio.Queue()

    async def on_news(self, table: str, number: int) -> None:
        await self.news.put((table, number))
        if number == 13:
            raise RuntimeError("whoever listens has a fault")

    def on_gap(self) -> None:
        self.gaps.put_nowait(None)

    async def next(self) -> tuple[str, int]:
        return await asyncio.wait_for(self.news.get(), PATIENCE)


async def test_entries_of_other_processes_are_told_in_order(postgres_url: str) -> None:
    async with opened(postgres_url) as here, opened(postgres_url) as there:
        ears = Ears()
        bus = Bus(here)
        await bus.start(ears.on_news, ears.on_gap)
        await there.create(SEED, opening(), first())
        await here.append(words(), first(number=1))
        for number in range(2, 20):
            assert await there.append(words(), first(number=number))
        heard = [await ears.next() for _ in range(19)]
        assert heard == [("t", 0), *(("t", number) for number in range(2, 20))]
        assert not await there.append(words(), first(number=2))
        await bus.close()
        await there.append(words(), first(number=20))
        assert ears.news.empty()
        assert ears.gaps.empty()


async def test_after_a_loss_it_listens_again_and_says_so(postgres_url: str) -> None:
    async with opened(postgres_url) as here, opened(postgres_url) as there:
        await there.create(SEED, opening(), first())
        ears = Ears()
        bus = Bus(here)
        await bus.start(ears.on_news, ears.on_gap)
        for number in (1, 2):
            await there._do(lambda link: link.execute(HANG_UP).all())
            await asyncio.wait_for(ears.gaps.get(), PATIENCE)
            await there.append(words(), first(number=number))
            assert await ears.next() == ("t", number)
        await bus.close()


async def test_with_sqlite_there_is_no_news(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
    ears = Ears()
    bus = Bus(store)
    await bus.start(ears.on_news, ears.on_gap)
    await store.create(SEED, opening(), first())
    await bus.close()
    await store.close()
    assert ears.news.empty()
