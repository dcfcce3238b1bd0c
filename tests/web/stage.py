"""The page of a table, with a server that says what a test wants it to say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from archipel.core.game import Game
from archipel.server.telling import Telling
from web import fixtures

LONG_NAMES = (
    "Maximiliane-Joséphin",
    "Bartholomäus d. Ält.",
    "Chloé",
    "WWWWWWWWWWWWWWWWWWWW",
    "Évariste",
    "F",
)  # as long as the server lets them be
News = dict[str, Any]
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))"


class Stage:
    """Sends news to a page that looks at a table; `heard` is what the page said."""

    def __init__(self, page: Page) -> None:
        self.page, self.heard = page, list[dict[str, Any]]()
        self.news: News = {}
        self.socket: WebSocketRoute | None = None
        page.route_web_socket("**/live", self._greet)

    def show(self, news: News, address: str) -> None:
        """Let things stand so from now on, at a table of the server at this address."""
        before, self.news = self.news, news
        if self.socket and before["seat"] == news["seat"]:
            self.socket.send(json.dumps(news))
            self.page.evaluate(DRAWN)
            return
        self.page.goto(f"{address}/t/staged{'?watch' if news['seat'] is None else ''}")
        self.page.wait_for_selector("main.board svg")

    def _greet(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(self._answer)

    def _answer(self, text: str | bytes) -> None:
        asked = json.loads(text)
        self.heard.append(asked)
        assert self.socket is not None
        self.socket.send(json.dumps({"type": "done", "id": asked["id"]}))
        if asked["type"] in ("hello", "look"):
            self.socket.send(json.dumps(self.news | {"since": -1}))


def kept(game: Game) -> Iterator[tuple[str, News]]:
    """The moments of a game that are kept in `web/fixtures`, as players of long names would be sent them."""
    folder = fixtures.FOLDER / game.package.rsplit(".")[-1]
    found = {path.stem: json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")}
    for name, news in sorted(found.items(), key=lambda one: (str(one[1]["seat"]), one[0])):
        yield name, with_long_names(news)


def with_long_names(news: News) -> News:
    """The same moment among people of long names, one of whom looks."""
    seats = [
        seat | {"name": name, "person": True, "bot": "", "yours": number == news["seat"]}
        for number, (seat, name) in enumerate(zip(news["table"]["seats"], LONG_NAMES, strict=False))
    ]
    return news | {"since": -1, "table": news["table"] | {"seats": seats}}


def course(game: Game, seats: int, most: int, language: str = "en") -> Iterator[News]:
    """A match among bots, change by change, as the first seat is told of it."""
    played = fixtures.playing(game, seats, {}, seed=seats)
    for table, told in islice(played, most):
        since = told[0] - 1
        yield msgspec.to_builtins(Telling(table, [told], since, None).news(0, "g0", language))
