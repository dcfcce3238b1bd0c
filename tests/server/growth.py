"""Whether a server grows with the matches played: rounds of them in one life of its process."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import statistics
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.server.people import GAMES, Evening, sit_down
from tests.server.serving import Served

from archipel.client import Guest

WARM_UP, ROUNDS, MATCHES = 3, 4, 12  # SQLite fills its page caches first, 2 MB a connection
MOST_OBJECTS = 25  # that may stay for each match played: none should, but timers and caches come and go
MOST_BYTES = 16_384  # of memory likewise: less than the log of one match
LONGEST = 240.0  # seconds of one round


async def growth(folder: Path, report: Callable[[str], None]) -> list[str]:
    """Play round after round; what stays of them, in words, if it is too much."""
    counts = folder / "counts.json"
    log, database = folder / "growth.log", f"sqlite:///{folder}/growth.sqlite"
    program = (sys.executable, "-m", "tests.server.watched", str(counts))
    server = Served(database, log, "--pace", "0", program=program)
    await asyncio.to_thread(server.start)
    try:
        guests = [Guest(server.address, name) for name in ("Ann", "Bob")]
        held: list[tuple[Counter[str], int]] = []
        for number in range(WARM_UP + ROUNDS):
            await _round(server.address, guests)
            held.append((await _objects(server, counts), server.memory()))
            objects, memory = held[-1][0].total(), held[-1][1] / 1e6
            report(f"round {number + 1}: {MATCHES} matches, {objects:,} objects, {memory:.0f} MB")
    finally:
        server.stop()
    problems = ["a traceback in " + str(log)] if "Traceback" in log.read_text() else []
    return problems + _grown(held[WARM_UP - 1 :], report)


async def _round(server: str, guests: list[Guest]) -> None:
    """Some matches, all at once, to the end; then all tables are put away."""
    loop = asyncio.get_running_loop()
    seen = Evening([server], until=loop.time() + LONGEST)
    games = [list(GAMES)[n % len(GAMES)] for n in range(MATCHES)]
    sittings = [await asyncio.to_thread(sit_down, seen, guests, game, False) for game in games]
    await asyncio.gather(*(person.play() for sitting in sittings for person in sitting.people))
    if not all(person.over for sitting in sittings for person in sitting.people):
        raise RuntimeError(f"a round took more than {LONGEST:g} seconds")
    while await asyncio.to_thread(_in_use, server):
        await asyncio.sleep(0.5)


def _in_use(server: str) -> float:
    """Tables that the server holds."""
    text = urllib.request.urlopen(f"{server}/metrics").read().decode()
    found = re.search(r"^archipel_tables_in_use (\S+)", text, re.M)
    assert found is not None
    return float(found[1])


async def _objects(server: Served, counts: Path) -> Counter[str]:
    counts.unlink(missing_ok=True)
    await asyncio.sleep(2)  # connections that were closed are forgotten
    os.kill(server.pid, signal.SIGUSR1)
    latest = time.monotonic() + 30
    while not counts.exists():
        if time.monotonic() > latest:
            raise RuntimeError("the server does not say what it holds")
        await asyncio.sleep(0.1)
    return Counter(json.loads(counts.read_text()))


def _grown(held: list[tuple[Counter[str], int]], report: Callable[[str], None]) -> list[str]:
    """What each match leaves: the median slope of all pairs of rounds, which one odd round cannot move."""
    objects = _slope([counts.total() for counts, _ in held])
    memory = _slope([memory for _, memory in held])
    report(f"each match leaves {objects:.1f} objects and {memory / 1000:.1f} kB")
    problems = []
    if objects > MOST_OBJECTS:
        more = (held[-1][0] - held[0][0]).most_common(5)
        problems.append(f"{objects:.0f} objects stay of every match, among them {more}")
    if memory > MOST_BYTES:
        problems.append(f"{memory / 1000:.0f} kB stay of every match")
    return problems


def _slope(values: list[int]) -> float:
    pairs = [(i, j) for j in range(len(values)) for i in range(j)]
    return statistics.median((values[j] - values[i]) / (j - i) / MATCHES for i, j in pairs)
