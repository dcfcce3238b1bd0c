"""People at many tables of a server, in a process of its own: `python -m bench.load JSON`.

Every seat has its own connection. One action is under way at a table at a time; it has arrived when all
seats of the table have seen it. In the open loop actions are due at even times, whatever the server does:
what it cannot take in time waits, and the waiting counts.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import uvloop

from archipel.client import Guest
from bench.websocket import Socket

GAMES = [("costa-ruana", 3), ("tresor", 4), ("arabana-opodopo", 4), ("costa-ruana", 2)]
AT_ONCE = 8  # requests, when tables are opened
WINDOWS = 5  # of which the median is told
WARM_UP = 2.0  # seconds of every measurement that do not count
CHANGE = 0.5  # seconds after bots begin or stop to think, likewise
BOT, BOT_TABLES = "level:5", 16


class Move(msgspec.Struct):
    """What is needed of a move."""

    action: str


class MatchNow(msgspec.Struct):
    """What is needed of a match."""

    position: int
    moves: list[Move]
    outcome: msgspec.Raw


class Heard(msgspec.Struct):
    """What is needed of a message; the rest is skipped, not read."""

    type: str
    match: MatchNow | None = None
    text: str = ""


READER = msgspec.json.Decoder(Heard)


class Plan(msgspec.Struct):
    """What to do: how many tables, how fast, how long, and whether bots think beside it."""

    server: str
    pid: int
    tables: int
    rate: float
    seconds: float


class Table:
    """A table with people at all seats."""

    def __init__(self, load: Load, game: str, id: str, guests: list[Guest]) -> None:
        self.load, self.game, self.id = load, game, id
        self.seen = [-1] * len(guests)
        self.moves: list[Move] = []
        self.mover: Socket | None = None
        self.due = 0.0  # when the action under way should have been sent; 0 if there is none
        self.guests = guests
        url = load.plan.server.replace("http", "ws", 1) + f"/api/tables/{id}/live"
        self.sockets = [Socket(url, self._hear(seat)) for seat in range(len(guests))]

    async def connect(self) -> None:
        """Everybody comes to the table."""
        for seat, (socket, guest) in enumerate(zip(self.sockets, self.guests, strict=True)):
            await socket.connect()
            hello = {"type": "hello", "token": guest.token, "seat": seat}
            socket.send(msgspec.json.encode(hello))

    def _hear(self, seat: int) -> Callable[[memoryview], None]:
        def hear(text: memoryview) -> None:
            heard = READER.decode(text)
            if heard.match is not None:
                self._see(seat, heard.match)
            elif heard.type == "refused":
                raise RuntimeError(f"refused: {heard.text}")

        return hear

    def _see(self, seat: int, now: MatchNow) -> None:
        self.seen[seat] = now.position
        if now.moves:
            self.moves, self.mover = now.moves, self.sockets[seat]
        if all(position == now.position for position in self.seen):
            if self.due:
                self.load.arrived(self)
            if bytes(now.outcome) != b"null":
                self.load.over(self)
            else:
                self.load.ready(self)

    def act(self, due: float) -> None:
        """Whoever is to move does anything."""
        assert self.mover is not None
        self.due, mover = due, self.mover
        action = random.choice(self.moves).action
        mover.send(b'{"type":"act","after":%d,"action":"%s"}' % (self.seen[0], action.encode()))
        self.mover = None

    def close(self) -> None:
        """Everybody leaves."""
        for socket in self.sockets:
            socket.close()


class Load:
    """All tables, and what is measured at them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.waiting: list[Table] = []  # tables where somebody could act
        self.overdue: deque[float] = deque()  # actions that found no such table
        self.closed_loop = False
        self.latencies: list[float] = []
        self.lags: list[float] = []  # how late our own timer was
        self.open = 0
        self._chores: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(AT_ONCE)
        self._door = asyncio.Semaphore(1)  # it is actions that are measured: other matches begin one by one

    # ── Tables ──────────────────────────────────────────────────────────────────────────────────
    async def fill(self) -> None:
        """Open all tables."""
        server = self.plan.server
        self.guests = [Guest(server, f"Guest {n}") for n in range(6)]
        games = [GAMES[n % len(GAMES)] for n in range(self.plan.tables)]
        limit = asyncio.Semaphore(AT_ONCE)

        async def one(game: str, seats: int) -> None:
            async with limit:
                await self.sit_down(game, seats)

        await asyncio.gather(*(one(*game) for game in games))
        while len(self.waiting) < self.plan.tables:
            await asyncio.sleep(0.05)

    async def sit_down(self, game: str, seats: int) -> None:
        """Open a table, and play there."""
        guests = self.guests[:seats]
        id = await asyncio.get_running_loop().run_in_executor(self._threads, self._open, game, guests)
        self.open += 1
        await Table(self, game, id, guests).connect()

    def _open(self, game: str, guests: list[Guest]) -> str:
        host, *others = guests
        id = host.open_table(game, len(guests))
        for seat, guest in enumerate(others, 1):
            guest.sit(id, seat)
        host.start(id)
        return id

    def open_bot_tables(self) -> None:
        """Tables where bots think all the time."""
        for number in range(BOT_TABLES):
            game, seats = GAMES[number % len(GAMES)]
            self.guests[0].open_table(game, seats, bots=[BOT] * seats, sit=False, start=True)

    # ── What tables tell ────────────────────────────────────────────────────────────────────────
    def ready(self, table: Table) -> None:
        """Somebody could act there."""
        if self.closed_loop:
            table.act(time.perf_counter())
        elif self.overdue:
            table.act(self.overdue.popleft())
        else:
            self.waiting.append(table)

    def arrived(self, table: Table) -> None:
        """Everybody has seen what was done there."""
        self.latencies.append(time.perf_counter() - table.due)
        table.due = 0.0

    def over(self, table: Table) -> None:
        """The match is over: others sit down for another."""
        table.close()
        self.open -= 1
        chore = asyncio.create_task(self._sit_down_again(table))
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    async def _sit_down_again(self, table: Table) -> None:
        async with self._door:
            await self.sit_down(table.game, len(table.guests))

    # ── Measuring ───────────────────────────────────────────────────────────────────────────────
    async def all_out(self) -> dict[str, float]:
        """Everybody acts as soon as they can."""
        self.closed_loop = True
        waiting, self.waiting = self.waiting, []
        for table in waiting:
            table.act(time.perf_counter())
        found = await self._measured(asyncio.sleep)
        self.closed_loop = False
        while self._chores or len(self.waiting) < self.open:
            await asyncio.sleep(0.05)
        return found

    async def even(self) -> dict[str, Any]:
        """So many actions a second, at even times, by turns while bots are held still and while they think.

        What else the machine does meanwhile concerns both alike.
        """
        self.open_bot_tables()
        await self._send_evenly(WARM_UP)
        windows: dict[bool, list[dict[str, float]]] = {True: [], False: []}
        for still in (True, False) * WINDOWS:
            with held(self.plan.pid) if still else nullcontext():
                await self._send_evenly(CHANGE)
                windows[still].append(await self._window(self._send_evenly))
        ratios = [bots["p99_ms"] / none["p99_ms"] for none, bots in zip(*windows.values(), strict=True)]
        return {
            "even": medians(windows[True]),
            "even, bots thinking": medians(windows[False]),
            "p99 while bots think": median(ratios),
        }

    async def _measured(self, work: Callable[[float], Any]) -> dict[str, float]:
        """Some windows, and the median of each figure: one of them may fall into a busy moment."""
        await work(WARM_UP)
        return medians([await self._window(work) for _ in range(WINDOWS)])

    async def _window(self, work: Callable[[float], Any]) -> dict[str, float]:
        self.latencies, self.lags = [], []
        began, cpu, own = time.perf_counter(), cpu_of(self.plan.pid), time.process_time()
        await work(self.plan.seconds / WINDOWS)
        passed, cpu = time.perf_counter() - began, cpu_of(self.plan.pid) - cpu
        latencies = self.latencies
        return {
            "actions_per_second": len(latencies) / passed,
            "p50_ms": 1000 * quantile(latencies, 0.5),
            "p99_ms": 1000 * quantile(latencies, 0.99),
            "most_ms": 1000 * max(latencies),
            "cpu_ms_per_action": 1000 * cpu / len(latencies),
            "own_cpu_ms_per_action": 1000 * (time.process_time() - own) / len(latencies),
            "lag_p99_ms": 1000 * quantile(self.lags or [0.0], 0.99),
        }

    async def _send_evenly(self, seconds: float) -> None:
        began = time.perf_counter()
        for number in range(int(seconds * self.plan.rate)):
            due = began + number / self.plan.rate
            while (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            self.lags.append(-early)
            if self.waiting:
                at = random.randrange(len(self.waiting))
                self.waiting[at], self.waiting[-1] = self.waiting[-1], self.waiting[at]
                self.waiting.pop().act(due)
            else:
                self.overdue.append(due)


def medians(windows: list[dict[str, float]]) -> dict[str, float]:
    """The median of each figure."""
    return {name: median(one[name] for one in windows) for name in windows[0]}


@contextmanager
def held(pid: int) -> Iterator[None]:
    """Let the processes in which a server's bots think stand still meanwhile."""
    found = [one.read_text().split() for one in Path(f"/proc/{pid}/task").glob("*/children")]
    thinkers = [int(child) for children in found for child in children]
    for thinker in thinkers:
        os.kill(thinker, signal.SIGSTOP)
    try:
        yield
    finally:
        for thinker in thinkers:
            os.kill(thinker, signal.SIGCONT)


def quantile(values: list[float], part: float) -> float:
    """The value that this part of all does not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def cpu_of(pid: int) -> float:
    """The seconds that a process has worked so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def give_up(_loop: asyncio.AbstractEventLoop, problem: dict[str, Any]) -> None:
    """What went wrong at one table spoils the measurement of all."""
    traceback.print_exception(problem.get("exception") or RuntimeError(problem["message"]))
    os._exit(1)


async def main(plan: Plan) -> dict[str, Any]:
    """Measure everything at so many tables."""
    asyncio.get_running_loop().set_exception_handler(give_up)
    load = Load(plan)
    await load.fill()
    gc.disable()  # pauses of ours would count as the server's
    sys.setswitchinterval(0.0005)
    return {"all out": await load.all_out(), **await load.even(), "tables": load.open}


if __name__ == "__main__":
    result = uvloop.run(main(msgspec.json.decode(sys.argv[1], type=Plan)))
    print(msgspec.json.encode(result).decode())
