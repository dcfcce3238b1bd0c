"""What strangers can make the server hold and do: not much."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.wires import Open, Person, opened
from websockets.exceptions import ConnectionClosed

from archipel.core.words import Tongue
from archipel.server import house as house_of_server
from archipel.server import socket
from archipel.server.limits import TOO_MANY


def stranger(house: Open) -> Person:
    """Somebody without a token."""
    nobody = Person(house, "Nobody")
    nobody.token = ""
    return nobody


def test_who_watches_without_a_token_pays_with_the_address(tmp_path):
    with opened(f"sqlite:///{tmp_path / 'tables.db'}", limits=True) as house:
        ann, nobody = Person(house, "Ann"), stranger(house)
        table = ann.open_table("costa-ruana", 2, "random", start=True)

        async def evening() -> None:
            async with nobody.look(table) as wire, nobody.look(table, hello=False) as other:
                for _ in range(200):
                    await wire.socket.send("{}")
                while (await wire.hear()).get("code") != "too_often":
                    pass
                await other.send(type="hello")
                assert (await other.hear())["code"] == "too_often"
                async with ann.look(table, 0) as guest:  # who is not charged for what others do
                    assert guest.last["seat"] == 0

        asyncio.run(evening())


def test_only_so_many_watch_from_one_address_without_a_token(tmp_path, monkeypatch):
    monkeypatch.setattr(house_of_server, "MOST_STRANGERS", 2)
    with opened(f"sqlite:///{tmp_path / 'tables.db'}", limits=True) as house:
        ann, nobody = Person(house, "Ann"), stranger(house)
        table = ann.open_table("costa-ruana", 2, "random", start=True)

        async def evening() -> None:
            async with nobody.look(table):
                async with nobody.look(table), nobody.look(table, hello=False) as third:
                    refused = await third.ask(type="hello", lang="fr")
                    assert (refused["code"], refused["text"]) == ("too_often", Tongue("fr").text(TOO_MANY))
                    with pytest.raises(ConnectionClosed):
                        await third.hear()
                    async with ann.look(table), ann.look(table, 0):
                        pass
                await come_in(nobody, table)  # as soon as another has left

        asyncio.run(evening())


async def come_in(person: Person, table: str) -> None:
    """Try until there is room."""
    async with asyncio.timeout(10):
        while True:
            async with person.look(table, hello=False) as wire:
                if (await wire.ask(type="hello"))["type"] == "done":
                    return


class Deaf:
    """A socket that takes nothing, until somebody listens."""

    def __init__(self) -> None:
        self.listening = asyncio.Event()

    async def send_text(self, _: str) -> None:
        await self.listening.wait()


def test_what_waits_for_a_slow_reader_is_limited_in_bytes_too():
    quarter = b"x" * (socket.MOST_BYTES // 4)

    async def evening() -> None:
        there = Deaf()
        one = socket.Connection(there)  # type: ignore[arg-type]
        for _ in range(4):
            one.push(quarter)
        there.listening.set()
        await asyncio.sleep(0)  # what was sent waits no more
        there.listening.clear()
        one.push(b"x" * (socket.MOST_BYTES + 1))  # a whole match may be long
        await asyncio.sleep(0)
        assert one.code != socket.TOO_SLOW
        one.push(b"x")
        assert one.code == socket.TOO_SLOW

    asyncio.run(evening())
