"""A server under torment: `make soak`, or `python -m tests.server.soak [TABLES] [MINUTES]`.

Hundreds of tables with bots and scripted people over real websockets, while the server is killed at random
moments: one process on SQLite, then two that share a PostgreSQL. After the last kill every table must go on,
and everybody must come to know all that its log holds. Afterwards the log must hold every action that was
acknowledged, and every line that people were told must follow from it. Then one process plays round after
round, and must not grow.
"""

from __future__ import annotations

import asyncio
import math
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
from tests.server.growth import growth
from tests.server.people import GAMES, Evening, Person, Sitting, keep_playing
from tests.server.postgres import postgres
from tests.server.serving import Served

from archipel.client import Guest
from archipel.core.records import read_records
from archipel.games import game
from archipel.server import telling, wire
from archipel.server.entries import Acted, AnyEntry, AskedBack, Opened, Said, TookBack, Voted
from archipel.server.fair import verify
from archipel.server.store import Store
from archipel.server.table import OVER, Table

BETWEEN_KILLS = (3.0, 12.0)  # seconds
ALL_BOTS = 10  # of so many tables one has no people, and must be found again after a restart
SETTLING = 15.0  # seconds without a kill at the end
PATIENCE = 60.0  # seconds in which every table goes on, and in which everybody hears of all that happened


# ── An evening ──────────────────────────────────────────────────────────────────────────────────
async def evening(name: str, servers: list[Served], tables: int, seconds: float, store: Store) -> Evening:
    """Play at many tables while servers are killed and started again."""
    now = asyncio.get_running_loop().time
    seen = Evening([one.address for one in servers], until=math.inf)
    crowd = await asyncio.to_thread(_crowd, seen.servers[0], tables)
    players = [
        asyncio.create_task(keep_playing(seen, guests, list(GAMES)[n % len(GAMES)], n % ALL_BOTS == 0))
        for n, guests in enumerate(crowd)
    ]
    show = asyncio.create_task(_show(name, seen))
    kills = await _torment(servers, now() + seconds)
    await all_go_on(seen, store)
    seen.resting = True
    await all_know(seen, store)
    for task in (show, *players):
        task.cancel()
    seen.problems += [
        f"somebody gave up: {one!r}"
        for one in await asyncio.gather(*players, return_exceptions=True)
        if isinstance(one, Exception)
    ]
    report(
        f"{name}: {kills} kills, {seen.returns} connections lost, {len(seen.tables)} tables, "
        f"{seen.finished} finished, {seen.acknowledged} actions acknowledged"
    )
    if kills and not seen.returns:
        seen.problems.append("nobody noticed the kills: this proves nothing")
    return seen


def _crowd(server: str, tables: int) -> list[list[Guest]]:
    people = [Guest(server, name) for name in ("Ann", "Bob", "Cléo", "Dan", "Eve", "Flo", "Gus", "Hal")]
    return [[_again(one) for one in random.sample(people, 2)] for _ in range(tables)]


def _again(guest: Guest) -> Guest:
    """The same guest for another table; each has a server of its own choice."""
    twin = object.__new__(Guest)
    vars(twin).update(vars(guest))
    return twin


async def _torment(servers: list[Served], until: float) -> int:
    now, kills = asyncio.get_running_loop().time, 0
    while True:
        pause = random.uniform(*BETWEEN_KILLS)
        if now() + pause > until:
            return kills
        await asyncio.sleep(pause)
        victim = random.choice(servers)
        victim.kill()
        kills += 1
        await asyncio.to_thread(victim.start)


async def _show(name: str, seen: Evening) -> None:
    while True:
        await asyncio.sleep(1 if sys.stderr.isatty() else 15)
        words = f"{name}: {seen.acknowledged} actions, {seen.finished} matches finished, "
        words += f"{seen.returns} connections lost, {len(seen.problems)} problems"
        print(f"\r{words} ", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


# ── What must hold in the end ───────────────────────────────────────────────────────────────────
async def all_go_on(seen: Evening, store: Store) -> None:
    """Wait until every table is over or further than now, for nothing there waits for anybody."""
    await asyncio.sleep(SETTLING)  # time for those that would come to stand
    before = {one: number for one in seen.tables if (number := await _number(one, store)) is not None}

    async def stands(sitting: Sitting) -> bool:
        return await _number(sitting, store) == before[sitting]

    for one in await _in_time(before, stands):
        seen.problems.append(f"table {one.id}, {one.game}: stands still at {before[one]}")


async def all_know(seen: Evening, store: Store) -> None:
    """Wait until everybody at a table knows of the last entry of its log."""

    async def lags(sitting: Sitting) -> bool:
        number = await _number(sitting, store)
        return number is not None and any(one.number < number for one in sitting.people)

    for one in await _in_time(seen.tables, lags):
        known = [person.number for person in one.people]
        seen.problems.append(
            f"table {one.id}, {one.game}: people know {known} of {await _number(one, store)}"
        )


async def _in_time(tables: Iterable[Sitting], fails: Callable[[Sitting], Awaitable[bool]]) -> list[Sitting]:
    """The tables where something fails for too long."""
    left, latest = list(tables), time.monotonic() + PATIENCE
    while (left := [one for one in left if await fails(one)]) and time.monotonic() < latest:
        await asyncio.sleep(0.5)
    return left


async def _number(sitting: Sitting, store: Store) -> int | None:
    """The number of the last entry of a table's log; none once its match is over for all who are there."""
    summary = await store.summary(sitting.id)
    assert summary is not None
    return None if all(one.over for one in sitting.people) else summary.number


# ── What must hold afterwards ───────────────────────────────────────────────────────────────────
async def check(seen: Evening, store: Store) -> None:
    """Hold what people saw against the log and the records."""
    for sitting in seen.tables:
        try:
            problems = await check_table(sitting, store, random.choice(seen.servers))
        except Exception as error:
            problems = [f"{type(error).__name__}: {error}"]
        seen.problems += [f"table {sitting.id}, {sitting.game}: {problem}" for problem in problems]


async def check_table(sitting: Sitting, store: Store, server: str) -> list[str]:
    """What is wrong with one table."""
    rows = await store.entries(sitting.id)
    log = dict(rows)
    problems = [] if [number for number, _ in rows] == list(range(len(rows))) else ["numbers are missing"]
    for person in sitting.people:
        problems += [
            f"acknowledged {number} is not what was asked: {message} → {log.get(number)}"
            for number, message in person.acknowledged.items()
            if not carried_out(message, person.seat, log.get(number), sitting.game)
        ]
    table, expected = _replayed(sitting, rows)
    for person in sitting.people:
        if person.number > table.number:
            problems.append(f"seat {person.seat} knows of {person.number}, which is not in the log")
        problems += _as_told(person, expected[person.seat], table)
    if table.status == OVER:
        problems += await asyncio.to_thread(_check_record, sitting, table, server)
    return problems


def carried_out(message: Any, seat: int | None, entry: AnyEntry | None, name: str) -> bool:
    """Whether an entry is what a message asked for."""
    match message, entry:
        case wire.Act(), Acted():
            spelled = game(name).notation.NOTATION.spell(entry.action)
            return bool(entry.seat == seat and spelled == message.action)
        case wire.Say(), Said():
            return entry.text == message.text
        case wire.TakeBack(), (TookBack() | AskedBack()):
            return entry.seat == seat
        case wire.Vote(), Voted():
            return entry.seat == seat and entry.yes == message.yes
    return False


def _replayed(
    sitting: Sitting, rows: list[tuple[int, AnyEntry]]
) -> tuple[Table, dict[int | None, dict[int, list[wire.Line]]]]:
    """The table as its log makes it, and what its entries tell each seat from the deal on."""
    (_, opened), *others = rows
    assert isinstance(opened, Opened)
    table = Table(sitting.id, opened)
    expected: dict[int | None, dict[int, list[wire.Line]]] = {one.seat: {} for one in sitting.people}
    for number, entry in others:
        moments = table.apply(entry)
        for seat, told in expected.items() if table.match else ():
            if lines := telling.lines(table, [(number, entry, moments)], seat, "en"):
                told[number] = msgspec.json.decode(msgspec.json.encode(lines), type=list[wire.Line])
    return table, expected


def _as_told(person: Person, expected: dict[int, list[wire.Line]], table: Table) -> list[str]:
    """Where what somebody was told is not what the log tells."""
    first = min(expected, default=0)
    told = {number: lines for number, lines in person.lines.items() if number >= first}
    due = {number: lines for number, lines in expected.items() if number <= person.number}
    problems = [
        f"seat {person.seat} was told otherwise of entry {number}"
        for number in sorted(told.keys() | due.keys())
        if told.get(number) != due.get(number)
    ]
    last = person.last
    if last is not None and last.match is not None and last.number == table.number:
        now = telling.match_now(table, person.seat, "en")
        if wire.to_bytes(now) != wire.to_bytes(last.match):
            problems.append(f"seat {person.seat} saw another end")
    return problems


def _check_record(sitting: Sitting, table: Table, server: str) -> list[str]:
    """Whether the record of a finished match keeps the rules, is fair, and is what the log says."""
    with urllib.request.urlopen(f"{server}/api/tables/{sitting.id}/record") as answer:
        [record] = read_records(answer.read().decode(), game)
    problems = [] if verify(record).fair else ["the record is not fair"]
    assert table.match is not None
    if list(record.actions) != table.match.actions:
        problems.append("the record is not what the log says")
    return problems


# ── All of it ───────────────────────────────────────────────────────────────────────────────────
async def torment(
    name: str, database: str, processes: int, folder: Path, tables: int, seconds: float
) -> list[str]:
    """One evening on some database; what was wrong."""
    logs = [folder / f"{name}-{n}.log" for n in range(processes)]
    servers = [Served(database, log, "--pace", "0") for log in logs]
    with ExitStack() as stack:
        for server in servers:
            stack.callback(server.stop)
            await asyncio.to_thread(server.start)
        store = await asyncio.to_thread(Store.open, database)
        try:
            seen = await evening(name, servers, tables, seconds, store)
            await check(seen, store)
        finally:
            await store.close()
    return seen.problems + [f"a traceback in {log}" for log in logs if "Traceback" in log.read_text()]


def report(line: str) -> None:
    """Say how it goes."""
    print(f"\r{line}", flush=True)


async def main(tables: int, minutes: float) -> int:
    """Torment the server in every way; the exit status says whether it bore it."""
    folder, began = Path(tempfile.mkdtemp(prefix="archipel-soak-")), time.monotonic()
    seconds = 60 * minutes / 2
    problems = await torment("SQLite", f"sqlite:///{folder}/tables.sqlite", 1, folder, tables, seconds)
    with postgres() as server, server.database() as url:
        problems += await torment("PostgreSQL, two processes", url, 2, folder, tables, seconds)
    problems += await growth(folder, report)
    for problem in problems[:50]:
        report(problem)
    report(f"{len(problems)} problems in {time.monotonic() - began:.0f} s; logs in {folder}")
    return 1 if problems else 0


if __name__ == "__main__":
    wishes: list[Callable[[str], Any]] = [int, float]
    given = [read(word) for read, word in zip(wishes, sys.argv[1:], strict=False)]
    sys.exit(asyncio.run(main(*(given + [200, 3.0][len(given) :]))))
