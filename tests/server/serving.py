"""Real servers for tests: `archipel serve` in a process of its own, which can be killed and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PATIENCE = 90.0  # seconds


class Served:
    """`archipel serve` at a port of its own; what it says goes to a file."""

    def __init__(
        self, database: str, log: Path, *options: str, program: tuple[str, ...] = (), **environment: str
    ) -> None:
        self.database, self.log, self.options = database, log, options
        self.program = program or (str(Path(sys.executable).with_name("archipel")),)
        self.environment = os.environ | {"ARCHIPEL_LIMITS": "0"} | environment
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        where = ("--port", str(self.port), "--database", self.database)
        command = [*self.program, "serve", *where, *self.options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)
        latest = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > latest:
                raise RuntimeError(f"the server does not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def answers(self) -> bool:
        with suppress(urllib.error.URLError, OSError):
            return urllib.request.urlopen(f"{self.address}/healthz", timeout=5).status == 200
        return False

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        """Let it end by itself."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()

    # ── What it takes ───────────────────────────────────────────────────────────────────────────
    def cpu(self) -> float:
        """The seconds that its threads have worked so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes that it holds in memory."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def serving(database: str, log: Path, *options: str, **environment: str) -> Iterator[Served]:
    """A server for a while."""
    server = Served(database, log, *options, **environment)
    try:
        server.start()
        yield server
    finally:
        server.stop()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port
