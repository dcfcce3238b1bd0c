"""Who plays makes no difference: threads, or a Ray cluster of two workers."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from tests.cli.conftest import PROGRAM

from archipel.arena import workers
from archipel.arena.matches import Table
from archipel.arena.workers import Cluster, ClusterError, Threads
from archipel.core.game import GameError

PATIENCE = 120  # seconds
HEAD = """
import ray
head = ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
print(head.address_info["gcs_address"], flush=True)
input()
"""


# ── Threads ─────────────────────────────────────────────────────────────────────────────────────
def test_results_come_in_order_and_few_jobs_are_begun_ahead() -> None:
    begun: list[int] = []
    with Threads(2) as playing:
        results = playing.map(lambda job: begun.append(job) or job, iter(range(1000)))
        assert next(results) == 0
        assert len(begun) <= workers.AHEAD * 2
        assert list(results) == list(range(1, 1000))


def test_what_a_job_raises_reaches_the_caller() -> None:
    with Threads(1) as playing, pytest.raises(ZeroDivisionError):
        list(playing.map(lambda job: 1 // job, [1, 0]))


def test_who_stops_early_waits_only_for_what_is_being_played() -> None:
    gate = threading.Event()
    begun: list[int] = []

    def play(job: int) -> int:
        begun.append(job)
        gate.wait(PATIENCE if job else 0)
        return job

    with Threads(1) as playing:
        assert next(playing.map(play, range(100))) == 0
        threading.Timer(0.1, gate.set).start()
        playing.__exit__()
    assert begun[-1] < workers.AHEAD


def test_a_machine_with_another_version_does_not_play() -> None:
    with pytest.raises(GameError, match=r"0\.0\.1 here"):
        Table("costa-ruana", 2, {}, engine="0.0.1").find()


# ── Ray ─────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def cluster() -> Iterator[dict[str, str]]:
    """The address of a cluster of two workers, in an environment that may use it."""
    pytest.importorskip("ray")
    environment = os.environ | {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    command = [sys.executable, "-W", "ignore", "-c", HEAD]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env=environment, text=True, **pipes) as head:
        assert head.stdout is not None
        yield environment | {"ADDRESS": head.stdout.readline().strip()}
        head.communicate("\n", PATIENCE)


def told(environment: dict[str, str], *words: object) -> dict[str, object]:
    """What a command prints, less how long it took."""
    command = [*PROGRAM, *map(str, words), "--json"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    return {key: value for key, value in found.items() if "second" not in key}


def test_a_cluster_comes_to_the_same(cluster: dict[str, str]) -> None:
    """One test for all commands: under several workers of pytest each would start a cluster of its own."""
    for words in (
        ("simulate", "costa-ruana", "-m", 2500, "--seed", 3),
        ("simulate", "costa-ruana", "-p", 2, "-m", 6, "--bots", "greedy"),
        ("ladder", "costa-ruana", "-p", 2, "-m", 4, "--bots", "random,greedy"),
        ("report", "costa-ruana", "-p", 2, "-m", 2500, "--seed", 3),
    ):
        assert told(cluster, *words, "--ray", cluster["ADDRESS"]) == told(cluster, *words, "--threads", 1)


def test_where_no_cluster_is() -> None:
    pytest.importorskip("ray")
    with pytest.raises(ClusterError, match=r"no Ray cluster at '127\.0\.0\.1:1': .*refused"):
        Cluster("127.0.0.1:1")
