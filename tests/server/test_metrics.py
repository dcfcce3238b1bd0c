"""What operators count, of all processes of a program together."""

from __future__ import annotations

import os
import re
import signal
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from tests.server.serving import Served, serving
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from archipel.client import Guest
from archipel.server.metrics import shown
from archipel.server.settings import COUNTS

PATIENCE = 30.0  # seconds
ASKED = 8  # times: each time another process may answer


@pytest.fixture
def server(postgres_url: str, tmp_path: Path) -> Iterator[Served]:
    folder = tmp_path / "tmp"
    folder.mkdir()
    with serving(postgres_url, tmp_path / "log", "--processes", "2", TMPDIR=str(folder)) as served:
        yield served
    assert not list(folder.glob("archipel-metrics-*"))


def counted(server: Served, name: str) -> set[float]:
    """Every answer to what a metric is, from whichever process."""
    found = set()
    for _ in range(ASKED):
        text = urllib.request.urlopen(f"{server.address}/metrics").read().decode()
        found |= {sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.M))}
    return found


def until(server: Served, name: str, value: float) -> None:
    latest = time.monotonic() + PATIENCE
    while (found := counted(server, name)) != {value}:
        assert time.monotonic() < latest, (name, found, value)
        time.sleep(0.1)


def still_open(link: ClientConnection) -> bool:
    with suppress(WebSocketException, TimeoutError):
        return link.ping().wait(2)
    return False


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def serves(pid: int) -> bool:
    """Whether it is a process that serves people, which has bots think in others."""
    return bool(children(pid))


def test_a_process_that_has_just_begun_does_not_hide_what_others_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "counter_123.db").touch()
    monkeypatch.setenv(COUNTS, str(tmp_path))
    assert shown() == b""


def test_whichever_process_is_asked_counts_for_all(server: Served) -> None:
    people = [Guest(server.address, name=f"Guest {number}") for number in range(12)]
    tables = [one.open_table("tresor", 3) for one in people]
    until(server, "archipel_tables_opened_total", len(tables))
    with ExitStack() as stack:
        address = server.address.replace("http", "ws", 1)
        links = [
            stack.enter_context(connect(f"{address}/api/tables/{tables[0]}/live", close_timeout=1))
            for _ in range(12)
        ]
        until(server, "archipel_sockets", len(links))
        os.kill(next(pid for pid in children(server.pid) if serves(pid)), signal.SIGKILL)
        while not server.answers():
            time.sleep(0.1)
        left = sum(still_open(one) for one in links)
        until(server, "archipel_sockets", left)
        until(server, "archipel_tables_opened_total", len(tables))
