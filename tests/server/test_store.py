"""What the store promises, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import OperationalError
from tests.server.stores import SEED, fill, first, opened, opening, words

from archipel.server.entries import Acted, Sat, Stood
from archipel.server.store import Guest, Store, StoreError

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[2]


# ── Entries ─────────────────────────────────────────────────────────────────────────────────────
async def test_a_table_is_its_entries_in_order(database_url: str) -> None:
    async with opened(database_url) as store:
        assert await store.create(SEED, opening(), first())
        sat = Sat(at=2.0, seat=1, guest="bea", name="Béa ✿")
        assert await store.append(sat, first(number=1))
        assert await store.append(words(), first(number=2))
        assert await store.entries("t") == [(0, opening()), (1, sat), (2, words())]
        assert await store.entries("t", after=1) == [(2, words())]
        assert await store.entries("unknown") == []


async def test_what_was_kept_is_there_after_a_restart(database_url: str) -> None:
    async with opened(database_url) as store:
        await fill(store, "t", 5)
    async with opened(database_url) as store:
        assert [number for number, _ in await store.entries("t")] == [0, 1, 2, 3, 4]
        assert await store.seed("t") == SEED
        assert await store.seed("unknown") is None


async def test_a_name_is_given_to_one_table(database_url: str) -> None:
    async with opened(database_url) as store:
        assert await store.create(SEED, opening(), first())
        assert not await store.create(b"other", opening(), first(game="other"))
        assert await store.seed("t") == SEED
        with pytest.raises(ValueError, match="number 0"):
            await store.create(SEED, opening(), first("u", number=1))


async def test_what_follows_at_once_is_kept_with_the_first_entry_or_not_at_all(database_url: str) -> None:
    async with opened(database_url) as store:
        then = [(words(str(number)), first(number=number, taken=number)) for number in (1, 2)]
        asked = [store.create(SEED, opening(), first(), *then) for _ in range(3)]
        assert sorted(await asyncio.gather(*asked)) == [False, False, True]
        assert [number for number, _ in await store.entries("t")] == [0, 1, 2]
        assert await store.summary("t") == first(number=2, taken=2)
        assert not await store.create(SEED, opening(), first(), (words(), first(number=3)))
        assert len(await store.entries("t")) == 3


async def test_of_those_who_race_for_a_name_one_wins(database_url: str) -> None:
    async with opened(database_url) as one, opened(database_url) as two:
        names = [f"t{i}" for i in range(20)]
        asked = [store.create(SEED, opening(), first(name)) for name in names for store in (one, two)]
        results = await asyncio.gather(*asked)
        assert [a + b for a, b in zip(results[::2], results[1::2], strict=True)] == [1] * 20


async def test_only_the_next_number_is_accepted(database_url: str) -> None:
    async with opened(database_url) as store:
        assert await store.create(SEED, opening(), first())
        assert not await store.append(words(), first(number=0))
        assert not await store.append(words(), first(number=2))
        assert not await store.append(words(), first("unknown", number=1))
        assert await store.append(words(), first(number=1))
        assert not await store.append(words(), first(number=1, status="wrong"))
        assert len(await store.entries("t")) == 2
        summary = await store.summary("t")
        assert summary is not None
        assert summary.status == "open"


async def race(store: Store, table: str, who: str, until: int) -> list[int]:
    """Append, as fast as the others let one; the numbers that were won."""
    won = []
    summary = await store.summary(table)
    assert summary is not None
    number = summary.number
    while number < until:
        number += 1
        if await store.append(words(who), replace(summary, number=number)):
            won.append(number)
        else:
            number = (await store.entries(table))[-1][0]
    return won


async def test_of_those_who_race_for_a_number_one_wins(database_url: str) -> None:
    async with opened(database_url) as one, opened(database_url) as two:
        for table in "ab":
            await one.create(SEED, opening(), first(table))
        runs = [(store, table, f"{i}{table}") for i, store in enumerate([one, two] * 3) for table in "ab"]
        results = await asyncio.gather(*(race(*run, until=40) for run in runs))
        for table in "ab":
            wins = {n: run[2] for run, won in zip(runs, results, strict=True) if run[1] == table for n in won}
            total = sum(len(won) for run, won in zip(runs, results, strict=True) if run[1] == table)
            kept = {number: entry.text for number, entry in (await two.entries(table))[1:]}  # type: ignore[union-attr]
            assert wins == kept
            assert total == len(kept) >= 40


async def test_tables_in_any_order_from_two_processes(database_url: str) -> None:
    names = [f"t{i}" for i in range(20)]
    async with opened(database_url) as one, opened(database_url) as two:
        for name in names:
            await one.create(SEED, opening(), first(name))
        forth = [one.append(words("1"), first(name, number=1)) for name in names]
        back = [two.append(words("2"), first(name, number=1)) for name in reversed(names)]
        results = await asyncio.gather(*forth, *back)
        assert sum(results) == len(names)


async def test_writes_are_grouped(database_url: str) -> None:
    async with opened(database_url) as store:
        names = [f"t{i}" for i in range(200)]
        assert all(await asyncio.gather(*(store.create(SEED, opening(), first(name)) for name in names)))
        commits: Counter[str] = Counter()
        event.listen(store._writing, "commit", lambda _: commits.update(["commit"]))
        assert all(await asyncio.gather(*(store.append(words(), first(name, number=1)) for name in names)))
        assert 1 <= commits["commit"] <= 10


async def test_a_killed_process_loses_nothing_it_acknowledged(database_url: str) -> None:
    command = [sys.executable, "-m", "tests.server.stores", database_url]
    writer = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert writer.stdout is not None
    acknowledged = [writer.stdout.readline() for _ in range(300)]
    writer.send_signal(signal.SIGKILL)
    acknowledged += writer.communicate()[0].splitlines(keepends=True)
    heard = [line.split() for line in acknowledged if line.endswith("\n")]
    async with opened(database_url) as store:
        for table in {table for table, _ in heard}:
            numbers = [number for number, _ in await store.entries(table)]
            assert numbers == list(range(len(numbers)))
            assert max(int(number) for name, number in heard if name == table) <= numbers[-1]
            summary = await store.summary(table)
            assert summary is not None
            assert summary.number == numbers[-1]


# ── Lists ───────────────────────────────────────────────────────────────────────────────────────
async def test_lists(database_url: str) -> None:
    async with opened(database_url) as store:
        shown = [
            first("a", changed=1.0, sitters=((0, "ann"), (2, "ann")), names=("Ann", "", "Ann"), taken=2),
            first("b", changed=2.0, public=False, sitters=((1, "ann"),)),
            first("c", changed=3.0, status="over", sitters=((0, "ann"), (1, "bea"))),
            first("d", changed=4.0, due=9.5),
        ]
        for summary in shown:
            await store.create(SEED, opening(), summary)
        a, b, c, d = shown
        assert await store.listing() == [d, c, b, a]
        assert await store.listing(public=True) == [d, c, a]
        assert await store.listing(public=True, statuses=["open"]) == [d, a]
        assert await store.listing(statuses=[]) == []
        assert await store.listing(guest="ann") == [c, b, a]
        assert await store.listing(guest="ann", statuses=["open", "playing"]) == [b, a]
        assert await store.listing(limit=2) == [d, c]
        assert await store.listing(before=3.0, limit=2) == [b, a]


async def test_lists_follow_the_entries(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.create(SEED, opening(), first())
        for number, sitters in enumerate(
            [((0, "ann"), (1, "bea")), ((1, "ann"),), ((1, "ann"),), ()], start=1
        ):
            now = first(
                number=number, changed=1.0 + number, sitters=sitters, taken=len(sitters), status="playing"
            )
            assert await store.append(words(), now)
            assert await store.summary("t") == now
            for guest in ("ann", "bea"):
                sits = guest in {name for _, name in sitters}
                assert await store.listing(guest=guest) == ([now] if sits else [])
        assert await store.summary("unknown") is None


# ── Time ────────────────────────────────────────────────────────────────────────────────────────
async def test_one_process_takes_care_of_what_is_due(database_url: str) -> None:
    moment = 1234567890.1234567
    async with opened(database_url) as one, opened(database_url) as two:
        await one.create(SEED, opening(), first("late", due=moment))
        await one.create(SEED, opening(), first("later", due=moment + 1))
        await one.create(SEED, opening(), first("never"))
        assert await two.overdue(moment - 1) == []
        assert await two.overdue(moment) == [("late", moment)]
        assert await two.overdue(moment + 5) == [("late", moment), ("later", moment + 1)]
        assert await two.overdue(moment + 5, limit=1) == [("late", moment)]
        claims = [store.claim("late", moment, moment + 60) for store in (one, two) * 5]
        assert sum(await asyncio.gather(*claims)) == 1
        assert await one.overdue(moment) == []
        assert await one.append(words(), first("late", number=1))
        assert await one.overdue(moment + 100) == [("later", moment + 1)]


async def test_tables_where_nothing_happens_can_be_left_out_of_a_list(database_url: str) -> None:
    async with opened(database_url) as store:
        for name, changed in (("old", 10.0), ("visited", 20.0), ("new", 30.0)):
            await store.create(SEED, opening(), first(name, changed=changed))
        await store.present([("visited", "")], at=40.0)

        async def names(since: float | None) -> list[str]:
            return [one.id for one in await store.listing(public=True, alive_since=since)]

        assert await names(None) == ["new", "visited", "old"]
        assert await names(30.0) == ["new", "visited"]
        assert await names(40.0) == ["visited"]
        assert await names(41.0) == []


# ── People ──────────────────────────────────────────────────────────────────────────────────────
async def test_guests(database_url: str) -> None:
    async with opened(database_url) as store:
        assert await store.guest("ann") is None
        await store.add_guest("ann", "Ann", 1.5)
        await store.add_guest("ann", "Somebody else", 2.5)
        assert await store.guest("ann") == Guest("ann", "Ann", 1.5)
        await store.rename("ann", "Anne")
        assert await store.guest("ann") == Guest("ann", "Anne", 1.5)


async def test_presence(database_url: str) -> None:
    async with opened(database_url) as one, opened(database_url) as two:
        for table in "tu":
            await one.create(SEED, opening(), first(table))
        await one.present([("t", "ann"), ("u", "ann"), ("t", "bea"), ("t", "ann")], at=10.0)
        await two.present([("t", "ann")], at=11.0)
        await two.present([], at=11.0)
        assert await one.who_is_present("t", since=10.0) == {"ann", "bea"}
        assert await one.who_is_present("t", since=10.5) == {"ann"}
        await one.present([("t", "bea")], at=12.0)
        assert await two.who_is_present("t", since=10.5) == {"ann", "bea"}
        await one.absent("t", "ann")
        assert await two.who_is_present("t", since=0.0) == {"ann", "bea"}
        await two.absent("t", "ann")
        assert await two.who_is_present("t", since=0.0) == {"bea"}
        assert await two.last_seen("t") == {"ann": 11.0, "bea": 12.0}
        await two.forget_process(one.process)
        assert await two.who_is_present("t", since=0.0) == set()
        assert await two.last_seen("t") == {"ann": 11.0, "bea": 12.0}
        await one.present([("t", "ann")], at=20.0)
        await two.present([("t", "bea")], at=30.0)
        await two.forget_presence(before=30.0)
        assert await two.who_is_present("t", since=0.0) == {"bea"}
        assert await two.last_seen("t") == {"bea": 30.0}


async def test_what_follows_a_number(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.create(SEED, opening(), first())
        for number, entry in enumerate([words("a"), Stood(2.0, 1), words("b"), Stood(2.0, 2)], 1):
            await store.append(entry, first(number=number))
        assert await store.following("t", 1, (Stood, Acted)) == (2, Stood(2.0, 1))
        assert await store.following("t", 2, (Stood, Acted)) == (4, Stood(2.0, 2))
        assert await store.following("t", 4, (Stood, Acted)) is None
        assert await store.following("t", 0, (Acted,)) is None


async def test_habits(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.create(SEED, opening(), first())
        assert await store.habits("t") == {}
        await store.set_habit("t", 0, "ann", "always")
        await store.set_habit("t", 2, "ann", "never")
        await store.set_habit("t", 0, "bob", "slowly")
        assert await store.habits("t") == {0: ("bob", "slowly"), 2: ("ann", "never")}


async def test_all_processes_know_the_same_facts(database_url: str) -> None:
    async with opened(database_url) as one, opened(database_url) as two:
        asked = [store.fact("secret", lambda i=i: f"made {i}") for i, store in enumerate([one, two] * 5)]
        assert len(set(await asyncio.gather(*asked))) == 1
        await one.set_fact("secret", "new")
        await one.set_fact("pulse", "1")
        assert await two.fact("secret", lambda: "unused") == "new"
        assert await two.fact("pulse", lambda: "unused") == "1"


# ── Trouble ─────────────────────────────────────────────────────────────────────────────────────
async def test_an_error_reaches_everybody_who_waits_and_the_writer_goes_on(database_url: str) -> None:
    async with opened(database_url) as store:
        names = [f"t{i}" for i in range(10)]
        await asyncio.gather(*(store.create(SEED, opening(), first(name)) for name in names))
        await store._do(lambda link: link.execute(text("ALTER TABLE entries RENAME TO elsewhere")))
        asked = [store.append(words("secret words"), first(name, number=1)) for name in names]
        errors = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(error, StoreError) for error in errors)
        assert not any("secret words" in str(error) for error in errors)
        with pytest.raises(StoreError, match="could not be read"):
            await store.entries("t0")
        await store._do(lambda link: link.execute(text("ALTER TABLE elsewhere RENAME TO entries")))
        assert all(await asyncio.gather(*(store.append(words(), first(name, number=1)) for name in names)))


async def test_nobody_suffers_for_the_fault_of_another(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.create(SEED, opening(), first())
        asked = [
            store.append(words("good"), first(number=1)),
            store.append(words("too large"), first(number=2, seats=10**30)),
            store.present([("no such table", "ann")], 1.0),
            store.add_guest("ann", "Ann", 1.0),
        ]
        good, large, nowhere, added = await asyncio.gather(*asked, return_exceptions=True)
        assert good is True
        assert added is None
        assert isinstance(large, Exception)
        assert isinstance(nowhere, StoreError)
        assert await store.guest("ann") is not None
        assert len(await store.entries("t")) == 2


async def test_a_full_disk(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        await store.create(SEED, opening(), first())
        await store._do(lambda link: link.execute(text("PRAGMA max_page_count=1")))  # it has more already
        with pytest.raises(StoreError, match="full"):
            await store.append(words("long " * 100_000), first(number=1))
        await store._do(lambda link: link.execute(text("PRAGMA max_page_count=1000000")))
        assert await store.append(words("long " * 100_000), first(number=1))


async def test_a_database_that_another_program_holds(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    async with opened(f"sqlite:///{path}", patience=0.1) as store:
        await store.create(SEED, opening(), first())
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        asked = [store.append(words(), first(number=number)) for number in range(1, 20)]
        errors = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(error, StoreError) and "locked" in str(error) for error in errors)
        assert len(await store.entries("t")) == 1
        holder.close()
        assert await store.append(words(), first(number=1))


async def test_a_database_that_is_stuck_says_so(postgres_url: str) -> None:
    async with opened(postgres_url, patience=0.2) as store:
        await store.create(SEED, opening(), first())
        with psycopg.connect(postgres_url) as holder, holder.transaction():
            holder.execute("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")
            async with asyncio.timeout(10):
                with pytest.raises(StoreError, match="timeout"):
                    await store.append(words(), first(number=1))
                with pytest.raises(StoreError, match="timeout"):
                    await store.entries("t")
        assert await store.append(words(), first(number=1))
        assert len(await store.entries("t")) == 2


async def test_a_commit_that_fails_is_not_repeated(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(database_url) as store:
        await store.create(SEED, opening(), first())
        with monkeypatch.context() as broken:
            lost = OperationalError("COMMIT", {}, Exception("the line went dead"))
            broken.setattr(Connection, "commit", lambda _: (_ for _ in ()).throw(lost))
            asked = [store.append(words(), first(number=number)) for number in (1, 2)]
            errors = await asyncio.gather(*asked, return_exceptions=True)
        assert all("may not have kept" in str(error) for error in errors)
        assert await store.append(words(), first(number=1))


async def test_a_caller_may_go_away(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.create(SEED, opening(), first())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(store.append(words(), first(number=1)), 0)
        await store.check()
        assert await store.append(words(), first(number=len(await store.entries("t"))))


async def test_closing_finishes_what_was_asked_for(database_url: str) -> None:
    store = Store.open(database_url)
    await store.create(SEED, opening(), first())
    asked = [asyncio.ensure_future(store.append(words(), first(number=number))) for number in range(1, 50)]
    await asyncio.sleep(0)
    await store.close()
    assert all(await asyncio.gather(*asked))
    with pytest.raises(StoreError, match="closed"):
        await store.append(words(), first(number=50))
    await store.close()


async def test_a_lost_connection_is_replaced(postgres_url: str) -> None:
    others = "pid <> pg_backend_pid() AND datname = current_database()"
    hang_up = text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
    async with opened(postgres_url) as store, opened(postgres_url) as other:
        await store.create(SEED, opening(), first())
        assert len(await store.entries("t")) == 1
        for number in (1, 2):
            await other._do(lambda link: link.execute(hang_up).all())
            assert await store.append(words(), first(number=number))
            await other._do(lambda link: link.execute(hang_up).all())
            assert len(await store.entries("t")) == number + 1
        await store.check()
