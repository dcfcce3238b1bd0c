"""A real server in a thread of its own, and people who come to it over real sockets."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx2
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from archipel.server.app import create_app
from archipel.server.settings import LONGEST_MESSAGE, Settings

LARGEST = 1 << 24
PATIENCE = 60.0  # seconds


class Open:
    """A server that is open."""

    def __init__(self, server: uvicorn.Server, thread: threading.Thread) -> None:
        self.server, self.thread = server, thread
        self.place = f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        self.http = f"http://{self.place}"

    def close(self) -> None:
        """Let it end by itself."""
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@contextmanager
def opened(database: str, **wishes: Any) -> Iterator[Open]:
    """A server for a while, run as `archipel serve` runs it."""
    settings = Settings(**{"database": database, "pace": 0.0, "limits": False} | wishes)
    config = uvicorn.Config(
        create_app(settings),
        port=0,
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE * 4,
        ws_per_message_deflate=False,
        server_header=False,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    latest = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive()
        assert time.monotonic() < latest
        time.sleep(0.01)
    house = Open(server, thread)
    try:
        yield house
    finally:
        house.close()


class Person:
    """A guest of a server."""

    def __init__(self, house: Open, name: str, lang: str = "en", token: str = "") -> None:
        self.house, self.lang, self.token = house, lang, token
        if not token:
            self.token = self.ask("POST", "/api/guests", {"name": name})["token"]

    def request(self, method: str, path: str, **content: Any) -> httpx2.Response:
        """One request, whatever comes of it."""
        headers = {"accept-language": self.lang}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        with httpx2.Client(base_url=self.house.http, headers=headers, timeout=PATIENCE) as client:
            answer = client.request(method, path, **content)
        assert answer.status_code < 500, answer.text
        return answer

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What a request brings; `Problem` if it is refused."""
        answer = self.request(method, path, json=body)
        if answer.status_code >= 400:
            raise Problem(answer.status_code, **answer.json())
        return answer.json() if answer.headers["content-type"] == "application/json" else answer.text

    def open_table(self, game: str, seats: int, *bots: str, **wishes: Any) -> str:
        body = {"game": game, "seats": seats, "bots": list(bots), **wishes}
        return str(self.ask("POST", "/api/tables", body)["id"])

    def at(self, house: Open) -> Person:
        """The same guest at another process."""
        return Person(house, "", self.lang, self.token)

    @asynccontextmanager
    async def look(
        self, table: str, seat: int | None = None, since: int = -1, hello: bool = True, **options: Any
    ) -> AsyncIterator[Wire]:
        """A connection to a table."""
        address = f"ws://{self.house.place}/api/tables/{table}/live"
        usual = {"max_size": LARGEST, "max_queue": None, "compression": None, "close_timeout": 1.0}
        async with connect(address, **usual | options) as socket:
            wire = Wire(socket)
            if hello:
                done = await wire.ask(type="hello", token=self.token, seat=seat, since=since, lang=self.lang)
                assert done["type"] == "done", done
            yield wire


class Problem(Exception):
    """What a server refuses with."""

    def __init__(self, status: int, code: str, text: str, rule: str = "") -> None:
        super().__init__(f"{status} {code}: {text}")
        self.status, self.code, self.text, self.rule = status, code, text, rule


class Wire:
    """One connection, as a client sees it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.news: list[dict[str, Any]] = []
        self._numbers = itertools.count(1)

    @property
    def last(self) -> dict[str, Any]:
        return self.news[-1]

    @property
    def match(self) -> dict[str, Any]:
        found: dict[str, Any] = self.last["match"]
        return found

    async def hear(self) -> dict[str, Any]:
        """The next message; news are kept."""
        async with asyncio.timeout(PATIENCE):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        if message["type"] == "news":
            self.news.append(message)
        return message

    async def send(self, **message: Any) -> int:
        number = next(self._numbers)
        await self.socket.send(json.dumps({"id": number, **message}))
        return number

    async def ask(self, **message: Any) -> dict[str, Any]:
        """The answer to a message."""
        number = await self.send(**message)
        while True:
            heard = await self.hear()
            if heard.get("id") == number:
                return heard

    async def until(self, number: int) -> None:
        """Wait for the news of an entry."""
        while self.last["number"] < number:
            await self.hear()

    async def present(self, *seats: int) -> dict[str, Any]:
        """Wait until exactly these seats are there; what was told of it."""
        while (heard := await self.hear()).get("seats") != list(seats):
            pass
        return heard

    async def turn(self) -> list[str]:
        """Wait until it is this seat's turn, or all is over; the legal actions."""
        while not (self.last["match"] and (self.match["moves"] or self.match["outcome"])):
            await self.hear()
        return [move["action"] for move in self.match["moves"]]

    async def act(self, action: str) -> dict[str, Any]:
        done = await self.ask(type="act", after=self.match["position"], action=action)
        if done["type"] == "done":
            await self.until(done["number"])
        return done

    async def play(self, dice: random.Random) -> None:
        """Play at random to the end."""
        while moves := await self.turn():
            done = await self.act(dice.choice(moves))
            assert done["type"] == "done", done

    def whole(self) -> list[dict[str, Any]]:
        """All lines, after a check that the news followed one another without a gap."""
        for before, after in itertools.pairwise(self.news):
            assert after["since"] == before["number"]
        return [line for news in self.news for line in news["lines"]]
