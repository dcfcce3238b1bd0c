"""Bots think in processes of their own, which may die at any time and do not outlive the server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from archipel.core.match import Match
from archipel.core.words import Tongue
from archipel.games import game
from archipel.server import thinkers as thinking
from archipel.server.metrics import METRICS
from archipel.server.refusal import Refused
from archipel.server.thinkers import NICENESS, Thinkers, no_longer_than

PATIENCE = 60.0  # seconds


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    found = Thinkers(1, pace=0.0, apart=True)
    yield found
    found.close()


def a_match() -> Match:
    return Match(game("costa-ruana"), 3, seed=7)


async def chosen(thinkers: Thinkers, match: Match, kind: str = "level:2") -> int:
    seat = match.to_move
    return await thinkers.choose(match.game, kind, 5, match.view(seat), seat, match.moves, False)


def processes(thinkers: Thinkers) -> list[int]:
    assert isinstance(thinkers._workers, ProcessPoolExecutor)
    return list(thinkers._workers._processes)


def test_a_bot_chooses_there_what_it_would_choose_here(thinkers):
    match, here = a_match(), Thinkers(1, pace=0.0)
    for _ in range(3):
        there = asyncio.run(chosen(thinkers, match))
        assert there == asyncio.run(chosen(here, match))
        match.step(there)
    assert os.getpid() not in processes(thinkers)
    here.close()


def test_advice_comes_from_there_too(thinkers):
    match = a_match()
    seat, tongue = match.to_move, match.tongue("fr")
    found = asyncio.run(thinkers.advise(match.game, match.view(seat), seat, match.moves, tongue))
    assert {one.action for one in found.best} <= set(match.moves)
    assert isinstance(tongue, Tongue)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no niceness")
def test_they_let_those_who_serve_people_go_first(thinkers):
    asyncio.run(chosen(thinkers, a_match(), "random"))
    [process] = processes(thinkers)
    assert os.getpriority(os.PRIO_PROCESS, process) == min(19, os.nice(0) + NICENESS)


def test_a_bot_that_fails_makes_any_move_and_is_counted(monkeypatch):
    def fail(*_given: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("archipel.server.thinkers._think", fail)
    match, here = a_match(), Thinkers(1, pace=0.0)
    before = METRICS.failed.labels("costa-ruana", "level:2")._value.get()
    assert asyncio.run(chosen(here, match)) in match.moves
    assert METRICS.failed.labels("costa-ruana", "level:2")._value.get() == before + 1
    here.close()
    with pytest.raises(RuntimeError, match="after shutdown"):
        asyncio.run(chosen(here, match))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_when_one_is_killed_another_answers(thinkers):
    match = a_match()
    asyncio.run(chosen(thinkers, match, "random"))
    [process] = processes(thinkers)
    os.kill(process, signal.SIGKILL)
    assert asyncio.run(chosen(thinkers, match, "random")) in match.moves
    assert process not in processes(thinkers)


def endless() -> None:
    with no_longer_than(0.1):
        time.sleep(PATIENCE)


def test_a_process_whose_thought_does_not_end_is_given_up(thinkers):
    asyncio.run(chosen(thinkers, a_match(), "random"))
    [process] = processes(thinkers)
    with pytest.raises(BrokenExecutor):
        thinkers._workers.submit(endless).result(PATIENCE / 2)
    assert asyncio.run(chosen(thinkers, a_match(), "random")) in a_match().moves
    assert process not in processes(thinkers)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_thought_that_did_not_end_is_not_thought_again(thinkers, monkeypatch):
    monkeypatch.setattr(thinking, "LONGEST", 0.0)
    asyncio.run(chosen(thinkers, a_match(), "random"))
    [process] = processes(thinkers)

    async def work() -> None:
        thought = asyncio.create_task(thinkers._run(lambda: 0, "", 0.0, time.sleep, PATIENCE))
        await asyncio.sleep(0.2)
        os.kill(process, signal.SIGKILL)
        with pytest.raises(BrokenExecutor):
            await asyncio.wait_for(thought, PATIENCE / 2)

    asyncio.run(work())


def test_a_hint_that_fails_is_refused_in_words(monkeypatch):
    def fail(*_given: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("archipel.server.thinkers._advise", fail)
    match, here = a_match(), Thinkers(1, pace=0.0)
    with pytest.raises(Refused) as refusal:
        asyncio.run(here.advise(match.game, match.view(0), 0, match.moves, match.tongue("en")))
    assert refusal.value.code == "no_hint"
    assert (here.waiting, here._turns._free) == (0, 1)
    here.close()


def test_nothing_else_is_ended():
    with no_longer_than(0.0):
        time.sleep(0.05)


def runs(process: int) -> bool:
    """Whether a process has not ended, be it that nobody has asked how."""
    with suppress(FileNotFoundError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


SERVER = """
import asyncio, sys, time
from tests.server.test_thinkers import a_match, chosen, processes
from archipel.server.metrics import METRICS
from archipel.server.thinkers import Thinkers

if __name__ == "__main__":
    thinkers = Thinkers(1, pace=0.0, apart=True)
    asyncio.run(chosen(thinkers, a_match(), "random"))
    print(*processes(thinkers), flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_they_end_when_the_server_is_killed(tmp_path):
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, env=environment) as server:
        assert server.stdout is not None
        process = int(server.stdout.readline())
        assert runs(process)
        server.kill()
    latest = time.monotonic() + PATIENCE
    while runs(process):
        assert time.monotonic() < latest
        time.sleep(0.05)
