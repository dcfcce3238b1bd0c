"""`archipel serve`: what is wrong is said in one line before anything is opened, and it stops tidily."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from archipel.cli import serve
from archipel.cli.serve import Wish, answers

SERVE = (sys.executable, "-c", "from archipel.cli import main; main()", "serve")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def complaint(*words: str) -> tuple[int, str]:
    done = subprocess.run([*SERVE, "--lang", "en", *words], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr.strip().splitlines()[-1]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    port = free_port()
    words = ["--port", str(port), "--database", f"sqlite:///{tmp_path}/t.sqlite", "--json-logs"]
    process = subprocess.Popen([*SERVE, *words], stderr=subprocess.PIPE, text=True)
    address = f"http://127.0.0.1:{port}"
    until = time.monotonic() + 120
    while not answers(address) and time.monotonic() < until and process.poll() is None:
        time.sleep(0.1)
    yield process, address
    process.kill()
    process.communicate()


def test_it_opens_says_where_and_stops_when_told(server: tuple[subprocess.Popen[str], str]) -> None:
    process, address = server
    assert answers(address)
    with urllib.request.urlopen(f"{address}/metrics") as answer:
        assert b"archipel_tables_in_use" in answer.read()
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=30)
    assert "Archipel is open at http://localhost:" in said
    assert "Traceback" not in said
    assert not answers(address)


def test_a_port_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        code, said = complaint("--port", str(port), "--database", f"sqlite:///{tmp_path}/t.sqlite")
    assert code == 1
    assert said.startswith(f"archipel: Cannot listen at 127.0.0.1:{port} (")
    assert said.endswith("choose another with --port.")


def test_a_database_that_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "t.sqlite").write_text("this is no database, but a letter to a friend" * 100)
    code, said = complaint("--port", str(free_port()), "--database", f"sqlite:///{tmp_path}/t.sqlite")
    assert code == 1
    assert said.startswith("archipel: ")
    assert "t.sqlite" in said


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    code, said = complaint("--processes", "2", "--database", f"sqlite:///{tmp_path}/t.sqlite")
    assert code == 2
    assert said == "archipel: Several processes need PostgreSQL: name one with --database."


def test_proxies_on_other_machines_are_believed_when_they_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(uvicorn, "run", lambda *_, **wishes: asked.update(wishes))
    monkeypatch.setattr(os, "environ", {**os.environ})
    monkeypatch.setattr(serve, "_allow_connections", lambda: None)
    plain = Wish("127.0.0.1", 1, "", (), 1, 1, False, (), json_logs=False, open_metrics=False)
    serve._serve(plain, "sqlite:///x")
    assert asked["proxy_headers"] is False
    serve._serve(replace(plain, proxies=("10.0.0.0/8",)), "sqlite:///x")
    assert asked["proxy_headers"] is True
    assert asked["forwarded_allow_ips"] == ["127.0.0.1", "::1", "10.0.0.0/8"]
