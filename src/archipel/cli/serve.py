"""`archipel serve`: a place where people meet to play."""

from __future__ import annotations

import os
import socket as sockets
import sys
from dataclasses import dataclass

from archipel.cli.console import Stop, notices, speak
from archipel.cli.preparing import prepare
from archipel.core.words import Tongue
from archipel.games import games


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
    json_logs: bool
    pace: float = 1.0


def run(wish: Wish, language: str) -> None:
    """Serve until told to stop."""
    tongue = speak(language)
    from archipel.server.settings import default_database
    from archipel.server.store import Store, StoreError

    database = wish.database or os.environ.get("ARCHIPEL_DATABASE") or default_database()
    if wish.processes > 1 and database.startswith("sqlite"):
        raise Stop(tongue.text("Several processes need PostgreSQL: name one with --database."))
    for game in games().values():
        prepare(game, tongue, bots=True)
    try:
        _check(Store, database)
    except StoreError as error:
        raise Stop(str(error), code=1) from error
    _check_port(wish, tongue)
    shown = "localhost" if wish.host in ("127.0.0.1", "0.0.0.0", "::") else wish.host
    sentence = tongue.text("Archipel is open at {address} – stop it with Ctrl+C.")
    notices().print(sentence.format(address=f"http://{shown}:{wish.port}"), soft_wrap=True)
    _serve(wish, database)


def _check(store: object, database: str) -> None:
    """Open the database once and let go of it, so that what is wrong with it is said in one line."""
    import asyncio

    from archipel.server.store import Store

    async def look() -> None:
        opened = Store.open(database)
        await opened.close()

    asyncio.run(look())


def _check_port(wish: Wish, tongue: Tongue) -> None:
    try:
        with sockets.create_server((wish.host, wish.port), reuse_port=False):
            pass
    except OSError as error:
        sentence = tongue.text("Cannot listen at {host}:{port} ({problem}); choose another with --port.")
        problem = error.strerror or str(error)
        raise Stop(sentence.format(host=wish.host, port=wish.port, problem=problem), code=1) from error


def _serve(wish: Wish, database: str) -> None:
    import uvicorn

    from archipel.server.settings import LONGEST_MESSAGE

    names = {
        "ARCHIPEL_DATABASE": database,
        "ARCHIPEL_ORIGINS": ",".join(wish.origins),
        "ARCHIPEL_THINKERS": str(wish.thinkers),
        "ARCHIPEL_PACE": str(wish.pace),
        "ARCHIPEL_JSON_LOGS": str(int(wish.json_logs)),
    }
    os.environ.update(names)  # processes that are started read them
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
        proxy_headers=wish.proxied,
        server_header=False,
        access_log=False,  # addresses of tables are keys
        log_level="warning",
        timeout_graceful_shutdown=5,
    )
