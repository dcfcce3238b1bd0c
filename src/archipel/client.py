"""A small client for bots and scripts: be a guest of a server, sit at its tables, and play.

    me = Guest("http://localhost:8642", name="Robo")
    table = me.open_table("costa-ruana", seats=2, bots=["level:2"], start=True)
    with me.look(table, seat=0) as look:
        for news in look:
            if look.moves:
                look.act(look.moves[0].action)

`docs/guide/protocol.md` tells what goes over the wire.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Any
from urllib.parse import quote

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from archipel.server import wire

PATIENCE = 30.0  # seconds without a connection before giving up
AGAIN = {"too_often", "busy", "no_store"}  # refusals that may be over soon
PAUSE = 0.3  # seconds until something is asked again after one of them
LARGEST = 1 << 24  # bytes of one message: the news of a long match


class Refused(Exception):
    """The server would not do it: `code` for programs, `rule` the paragraph if there is one."""

    def __init__(self, code: str, text: str, rule: str = "") -> None:
        super().__init__(f"{rule}: {text}" if rule else text)
        self.code, self.text, self.rule = code, text, rule


class Guest:
    """Somebody at a server; with a `token` the same one as before, else somebody new."""

    def __init__(self, server: str, name: str = "bot", token: str = "", lang: str = "en") -> None:
        self.server, self.lang, self.token = server.rstrip("/"), lang, token
        found = (
            self.ask("GET", "/api/guests/me") if token else self.ask("POST", "/api/guests", {"name": name})
        )
        self.id, self.name, self.token = found["id"], found["name"], found["token"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """One request of the HTTP API; its answer from JSON."""
        headers = {"Content-Type": "application/json", "Accept-Language": self.lang}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise _refusal(error) from error

    def open_table(self, game: str, seats: int, bots: Sequence[str] = (), **wishes: Any) -> str:
        """Open a table and sit down there; its id is the link for others. `wishes` as in the API."""
        body = {"game": game, "seats": seats, "bots": list(bots), **wishes}
        return str(self.ask("POST", "/api/tables", body)["id"])

    def sit(self, table: str, seat: int | None = None, entropy: str = "") -> None:
        """Take a seat, or any that is free."""
        place = "any" if seat is None else seat
        self.ask("POST", f"/api/tables/{quote(table)}/seats/{place}", {"entropy": entropy})

    def start(self, table: str) -> None:
        """Begin the match, as the host."""
        self.ask("POST", f"/api/tables/{quote(table)}/start")

    def look(self, table: str, seat: int | None = None) -> Look:
        """A connection to a table, from one's seat or as a watcher."""
        return Look(self, table, seat)


def _refusal(error: urllib.error.HTTPError) -> Refused:
    """What the server says; of a proxy before it, whose answers have other forms, the status."""
    try:
        problem = json.loads(error.read())
        return Refused(problem["code"], problem["text"], problem["rule"])
    except (ValueError, TypeError, KeyError):
        return Refused(str(error.code), f"{error.code} {error.reason}")


class Look:
    """A connection to a table; iterating gives the news. A lost one is made anew, and nothing is missed."""

    def __init__(self, guest: Guest, table: str, seat: int | None) -> None:
        self.guest, self.table, self.seat = guest, table, seat
        self.news: wire.News | None = None  # the last
        self._socket: ClientConnection | None = None
        self._open = ExitStack()  # closes it
        self._waiting: deque[wire.News] = deque()
        self._messages = 0
        self._acted = -1  # the position one acted in last

    def __enter__(self) -> Look:
        self._connect()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def __iter__(self) -> Iterator[wire.News]:
        """The news as they come, until the match is over."""
        while True:
            while not self._waiting:
                self._listen()
            self.news = news = self._waiting.popleft()
            yield news
            if news.match and news.match.outcome:
                return

    @property
    def moves(self) -> tuple[wire.Move, ...]:
        """The legal actions; none while others decide, older news is read, or one has just acted."""
        match = self.news.match if self.news else None
        if match is None or self._waiting or match.position == self._acted:
            return ()
        return match.moves

    def act(self, action: str) -> int:
        """Take an action in the position of the last news; the number of its entry. Safe to repeat.

        If it is `Refused` nothing has changed: as `stale` when the match went on, as `a_bot` when a bot plays
        for this seat. Go on with the news.
        """
        assert self.news is not None
        assert self.news.match is not None
        self._acted = after = self.news.match.position
        try:
            done = self._ask(lambda id: wire.Act(id, after=after, action=action))
        except Refused:
            self._acted = -1
            raise
        assert isinstance(done, wire.Done)
        return done.number or 0

    def come_back(self) -> None:
        """Take one's seat back from the bot that plays there."""
        self.guest.ask("DELETE", f"/api/tables/{quote(self.table)}/seats/{self.seat}/stand-in")

    def preview(self, action: str) -> tuple[str, ...]:
        """What a legal action would lead to, in words."""
        answer = self._ask(lambda id: wire.Preview(id, action=action))
        assert isinstance(answer, wire.Foreseen)
        return answer.lines

    def say(self, text: str) -> None:
        """Say something to everybody at the table."""
        self._ask(lambda id: wire.Say(id, text=text))

    # ── The wire ────────────────────────────────────────────────────────────────────────────────
    def _ask(self, message: Any) -> wire.AnyAnswer:
        """Send a message and wait for its answer; sent again after a lost connection, which is harmless."""
        self._messages += 1
        asked, latest = message(self._messages), time.monotonic() + PATIENCE
        while True:
            try:
                self._send(asked)
                return self._answer(asked.id)
            except Refused as refusal:
                if refusal.code not in AGAIN or time.monotonic() > latest:
                    raise
                time.sleep(PAUSE)
            except (WebSocketException, OSError):
                self._connect()

    def _send(self, message: Any) -> None:
        assert self._socket is not None
        self._socket.send(wire.to_bytes(message).decode())

    def _answer(self, id: int) -> wire.AnyAnswer:
        while True:
            heard = self._hear()
            if isinstance(heard, wire.News):
                self._waiting.append(heard)
            elif isinstance(heard, wire.Refusal) and heard.id == id:
                raise Refused(heard.code, heard.text, heard.rule)
            elif not isinstance(heard, wire.Present) and heard.id == id:
                return heard

    def _listen(self) -> None:
        """Take in the next message, whatever it is; a lost connection is made anew."""
        try:
            heard = self._hear()
        except (WebSocketException, OSError):
            self._connect()
        else:
            if isinstance(heard, wire.News):
                self._waiting.append(heard)

    def _hear(self) -> wire.AnyAnswer:
        assert self._socket is not None
        return wire.heard(self._socket.recv())

    def _connect(self) -> None:
        """Say hello, with the number of the last news; try again for a while if it is not heard."""
        begun, pause = time.monotonic(), 0.2
        address = self.guest.server.replace("http", "ws", 1) + f"/api/tables/{quote(self.table)}/live"
        while True:
            try:
                self._open.close()
                self._socket = self._open.enter_context(connect(address, max_size=LARGEST, compression=None))
                self._send(
                    wire.Hello(
                        token=self.guest.token, seat=self.seat, since=self._seen(), lang=self.guest.lang
                    )
                )
                self._answer(0)
                return
            except (WebSocketException, OSError, Refused) as error:
                final = isinstance(error, Refused) and error.code not in AGAIN
                if final or time.monotonic() - begun > PATIENCE:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, 3.0)

    def _seen(self) -> int:
        last = self._waiting[-1] if self._waiting else self.news
        return last.number if last else -1
