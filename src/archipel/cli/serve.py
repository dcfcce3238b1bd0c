"""`archipel serve`: a place where people meet to play."""

from __future__ import annotations

import asyncio
import os
import socket as sockets
import sys
import tempfile
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

from archipel.cli.console import Stop, notices, refusing, speak
from archipel.cli.preparing import prepare
from archipel.core.words import Tongue
from archipel.games import games

THIS_MACHINE = ("127.0.0.1", "::1")


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line."""

    host: str
    port: int
    database: str
    origins: tuple[str, ...]
    thinkers: int
    processes: int
    proxied: bool
    proxies: tuple[str, ...]  # on other machines
    json_logs: bool
    open_metrics: bool
    pace: float = 1.0
    open: bool = False  # the page, in a browser

    @property
    def address(self) -> str:
        """Where a browser on this machine finds it."""
        host = "localhost" if self.host in ("127.0.0.1", "0.0.0.0", "::") else self.host
        return f"http://{host}:{self.port}"


def run(wish: Wish, language: str) -> None:
    """Serve until told to stop."""
    tongue = speak(language)
    from archipel.server.settings import database_of
    from archipel.server.store.files import held

    database = database_of(wish.database)
    if wish.processes > 1 and database.startswith("sqlite"):
        raise Stop(tongue.text("Several processes need PostgreSQL: name one with --database."))
    if wish.open and answers(wish.address):
        notices().print(tongue.text("Archipel is open already at {address}").format(address=wish.address))
        show_page(wish.address)
        return
    for game in games().values():
        prepare(game, tongue, bots=True)
    _check_port(wish, tongue)
    with ExitStack() as meanwhile:
        with refusing(tongue):
            meanwhile.enter_context(held(database))
            asyncio.run(_check_database(database))
        sentence = tongue.text("Archipel is open at {address} – stop it with Ctrl+C.")
        notices().print(sentence.format(address=wish.address), soft_wrap=True)
        if wish.open:
            threading.Thread(target=open_page, args=(wish.address,), daemon=True).start()
        _serve(wish, database)


def answers(address: str) -> bool:
    """Whether an Archipel is open there."""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=2) as answer:
            return bool(answer.read() == b"ok\n")
    except OSError:
        return False


def open_page(address: str) -> None:
    """Open the page as soon as it is there."""
    for _ in range(100):
        if answers(address):
            show_page(address)
            return
        time.sleep(0.2)


def show_page(address: str) -> None:
    """Open a page in a browser, if there is a screen: one for the terminal would only be in the way."""
    screen = (
        sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if screen:
        webbrowser.open(address)


async def _check_database(database: str) -> None:
    """Open the database once and let go of it, so that what is wrong with it is said in one line."""
    from archipel.server.store import Store

    await Store.open(database).close()


def _check_port(wish: Wish, tongue: Tongue) -> None:
    try:
        with sockets.create_server((wish.host, wish.port)):
            pass
    except OSError as error:
        sentence = tongue.text("Cannot listen at {host}:{port} ({problem}); choose another with --port.")
        problem = error.strerror or str(error)
        raise Stop(sentence.format(host=wish.host, port=wish.port, problem=problem), code=1) from error


def _serve(wish: Wish, database: str) -> None:
    names = {
        "ARCHIPEL_DATABASE": database,
        "ARCHIPEL_ORIGINS": ",".join(wish.origins),
        "ARCHIPEL_THINKERS": str(wish.thinkers or max(1, (os.cpu_count() or 1) - 1)),
        "ARCHIPEL_PACE": str(wish.pace),
        "ARCHIPEL_JSON_LOGS": str(int(wish.json_logs)),
        "ARCHIPEL_OPEN_METRICS": str(int(wish.open_metrics)),
    }
    os.environ.update(names)  # processes that are started read them
    _allow_connections()
    with _counted_together(wish.processes):
        _run(wish)


@contextmanager
def _counted_together(processes: int) -> Iterator[None]:
    """Let several processes count for one Prometheus, whichever of them it asks."""
    from archipel.server.settings import COUNTS

    if processes == 1 or COUNTS in os.environ:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="archipel-metrics-") as folder:
        os.environ[COUNTS] = folder
        yield


def _run(wish: Wish) -> None:
    import uvicorn

    from archipel.server.settings import LONGEST_MESSAGE

    uvicorn.run(
        "archipel.server.app:serve_app",
        factory=True,
        host=wish.host,
        port=wish.port,
        workers=wish.processes,
        loop="uvloop" if sys.platform != "win32" else "auto",
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE * 4,
        ws_per_message_deflate=False,  # what is compressed together tells of its parts by its size
        proxy_headers=wish.proxied or bool(wish.proxies),
        forwarded_allow_ips=[*THIS_MACHINE, *wish.proxies],
        server_header=False,
        access_log=False,  # addresses of tables are keys
        log_level="warning",
        timeout_graceful_shutdown=5,
    )


def _allow_connections() -> None:
    """Take as many open files as the system allows: every connection is one, and 1024 are soon used up."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
