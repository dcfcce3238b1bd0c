"""What the soak looks for, it finds: tables that stand still, people who are not told, and what never was."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server import soak
from tests.server.people import Evening, Person, Sitting
from tests.server.stores import SEED, first, opened, opening, words

from archipel.server.store import Store

pytestmark = pytest.mark.anyio
GUEST: Any = SimpleNamespace(name="Ann", token="")


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "SETTLING", 0.0)
    monkeypatch.setattr(soak, "PATIENCE", 0.2)


async def a_table(store: Store, knows: int, over: bool = False) -> Evening:
    """A table with one entry after the first, and somebody who knows the entries up to a number."""
    await store.create(SEED, opening(), first())
    await store.append(words(), first(number=1))
    seen, sitting = Evening([], until=0.0), Sitting("t", "tresor")
    person = Person(seen, "t", GUEST, 0)
    person.number, person.over = knows, over
    sitting.people.append(person)
    seen.tables.append(sitting)
    return seen


@pytest.mark.parametrize(("goes_on", "over"), [(False, False), (True, False), (False, True)])
async def test_a_table_that_stands_still_is_noticed(goes_on, over, tmp_path):
    async with opened(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        seen = await a_table(store, 1, over)
        looking = asyncio.create_task(soak.all_go_on(seen, store))
        await asyncio.sleep(0.05)
        if goes_on:
            await store.append(words(), replace(first(), number=2))
        await looking
    still = [] if goes_on or over else ["table t, tresor: stands still at 1"]
    assert seen.problems == still


@pytest.mark.parametrize("knows", [0, 1])
async def test_who_is_not_told_is_noticed(knows, tmp_path):
    async with opened(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        seen = await a_table(store, knows)
        await soak.all_know(seen, store)
        assert seen.problems == ([] if knows else ["table t, tresor: people know [0] of 1"])


async def test_what_is_not_in_the_log_is_noticed(tmp_path):
    async with opened(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        seen = await a_table(store, 2)
        problems = await soak.check_table(seen.tables[0], store, "")
    assert problems == ["seat 0 knows of 2, which is not in the log"]
