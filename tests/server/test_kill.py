"""`archipel serve` killed in the middle of a match, again and again: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

from tests.server.serving import Served, serving
from tests.server.stores import opened as store_of
from tests.server.wires import Person
from websockets.exceptions import WebSocketException

from archipel.games import game
from archipel.server.entries import Acted, Started

LOST = (WebSocketException, OSError, EOFError, TimeoutError)
KILLS = 3


class Stubborn:
    """Somebody who plays on whatever happens, and remembers what was acknowledged."""

    def __init__(self, person: Person, table: str, seat: int) -> None:
        self.person, self.table, self.seat = person, table, seat
        self.dice = random.Random(seat)
        self.number = -1
        self.through = False
        self.acknowledged: dict[int, str] = {}
        self.wish: dict[str, Any] | None = None  # what was sent and not answered yet

    async def play(self) -> None:
        while True:
            try:
                async with self.person.look(self.table, self.seat, self.number) as wire:
                    await self.go_on(wire)
                    self.through = True
                    return
            except LOST:
                await asyncio.sleep(0.1)

    async def go_on(self, wire: Any) -> None:
        while True:
            if self.wish is None:
                moves = await wire.turn()
                self.hear(wire)
                if not moves:
                    return
                position = wire.match["position"]
                self.wish = {"type": "act", "after": position, "action": self.dice.choice(moves)}
            answer = await wire.ask(**self.wish)
            if answer["type"] == "done":
                self.acknowledged[answer["number"]] = self.wish["action"]
            else:
                assert answer["code"] == "stale", answer
            self.wish = None
            self.hear(wire)
            if answer["type"] == "done":
                await wire.until(answer["number"])

    def hear(self, wire: Any) -> None:
        """What comes follows what was known, without a gap."""
        assert wire.news[0]["since"] <= self.number
        wire.whole()
        self.number = wire.last["number"]


async def torment(server: Served, player: Stubborn) -> None:
    """Kill the server now and then, at random moments."""
    dice = random.Random(7)
    for kill in range(KILLS):
        while player.number < 30 + 50 * kill:
            assert not player.through, f"the match was over before kill {kill + 1}"
            await asyncio.sleep(0.01)
        await asyncio.sleep(dice.random() * 0.1)
        server.kill()
        await asyncio.to_thread(server.start)


def test_a_match_goes_on_after_every_kill(database_url, tmp_path):
    log = tmp_path / "log"
    with serving(database_url, log, "--pace", "0", "--json-logs") as server:
        house: Any = SimpleNamespace(http=server.address, place=f"127.0.0.1:{server.port}")
        ann, bob = Person(house, "Ann"), Person(house, "Bob")
        table = ann.open_table("tresor", 4, "random", "random")  # 450 actions and more
        bob.ask("POST", f"/api/tables/{table}/seats/1", {"entropy": "my cat"})
        ann.ask("POST", f"/api/tables/{table}/start")
        players = [Stubborn(ann, table, 0), Stubborn(bob, table, 1)]

        async def evening() -> None:
            async with asyncio.timeout(240):
                await asyncio.gather(*(one.play() for one in players), torment(server, players[0]))

        asyncio.run(evening())
        record = ann.ask("GET", f"/api/tables/{table}/record")
        [verdict] = ann.request("POST", "/api/verify", content=record).json()
        assert verdict["fair"], verdict
        strangers(ann, table)
    entries = asyncio.run(all_entries(database_url, table))
    assert [number for number, _ in entries] == list(range(len(entries)))
    check_acknowledged(entries, players)
    nothing_secret_in(log.read_text(), entries, table, ann, bob)


def strangers(ann: Person, table: str) -> None:
    """Give the log every occasion to say too much."""
    ann.request("GET", f"/api/tables/{table}/nowhere?token={ann.token}")
    ann.request("POST", f"/api/tables/{table}/start")
    ann.request("POST", "/api/tables", content=b"\xff{" + ann.token.encode())

    async def knock() -> None:
        async with ann.look(table, 0) as wire:
            hello = f'{{"type": "hello", "token": "{ann.token}"}}'
            for message in ("{", "[" * 4000, hello, b"\xff"):
                await wire.socket.send(message)
                await wire.hear()

    asyncio.run(knock())


async def all_entries(url: str, table: str) -> list[Any]:
    async with store_of(url) as store:
        return list(await store.entries(table))


def check_acknowledged(entries: list[Any], players: list[Stubborn]) -> None:
    """What was answered with a number stands under that number."""
    spell = game("tresor").notation.NOTATION.spell
    found = dict(entries)
    for player in players:
        assert player.acknowledged
        for number, action in player.acknowledged.items():
            entry = found[number]
            assert isinstance(entry, Acted)
            assert (entry.seat, spell(entry.action)) == (player.seat, action)
    assert sum(isinstance(entry, Started) for entry in found.values()) == 1


def nothing_secret_in(log: str, entries: list[Any], table: str, *people: Person) -> None:
    """No token, no seed, no whole address of a table, and no traceback."""
    assert "Traceback" not in log
    assert table not in log
    for person in people:
        assert person.token not in log
    assert entries[0][1].commitment not in log
    assert "my cat" not in log
