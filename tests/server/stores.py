"""Stores and tables for tests, and a program that writes until it is killed."""

from __future__ import annotations

import asyncio
import resource
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace

from archipel.server.entries import Opened, Said
from archipel.server.store import Store, Summary

SEED = bytes(range(32))


@asynccontextmanager
async def opened(url: str, patience: float = 10.0) -> AsyncIterator[Store]:
    """A store that is closed afterwards."""
    store = await asyncio.to_thread(Store.open, url, patience)
    try:
        yield store
    finally:
        await store.close()


def first(table: str = "t", **changes: object) -> Summary:
    """What a list shows of a table that was just opened."""
    plain = Summary(
        id=table,
        game="tresor",
        seats=3,
        public=True,
        status="open",
        host="ann",
        taken=0,
        names=("", "", ""),
        created=1.0,
        changed=1.0,
        number=0,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def opening() -> Opened:
    """The first entry of a table."""
    return Opened(at=1.0, host="ann", game="tresor", version=1, seats=3, options={}, commitment="c")


def words(text: str = "hello") -> Said:
    """An entry like any other."""
    return Said(at=2.0, guest="ann", name="Ann", text=text)


async def fill(store: Store, table: str, count: int = 10**9, report: bool = False) -> None:
    """Open a table and append entries, one after the other; report those that were acknowledged."""
    summary = first(table)
    assert await store.create(SEED, opening(), summary)
    for number in range(1, count):
        assert await store.append(words(str(number)), replace(summary, number=number))
        if report:
            print(table, number, flush=True)


async def write_for_ever(url: str) -> None:
    """Fill some tables at once."""
    async with opened(url) as store:
        await asyncio.gather(*(fill(store, f"t{i}", report=True) for i in range(10)))


@contextmanager
def no_file_longer_than(limit: int) -> Iterator[None]:
    """As if the disk were full, for whatever would grow beyond it."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


if __name__ == "__main__":
    asyncio.run(write_for_ever(sys.argv[1]))
