"""What strangers can make the server hold and do: not much."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import pytest
from tests.server.visits import Caller, Ear, a_house, a_table, act, begin, playing
from tests.server.wires import Open, Person, opened
from websockets.exceptions import ConnectionClosed

from archipel.core.words import Tongue
from archipel.server import conduct, hall, socket
from archipel.server import house as house_of_server
from archipel.server.house import House
from archipel.server.limits import TOO_MANY, TOO_MANY_COME, TOO_MANY_PAGES, Limit
from archipel.server.live import RECENT, Live


def stranger(house: Open) -> Person:
    """Somebody without a token."""
    nobody = Person(house, "Nobody")
    nobody.token = ""
    return nobody


def test_who_watches_without_a_token_pays_with_the_address(tmp_path, monkeypatch):
    monkeypatch.setattr(house_of_server, "Limit", lambda burst, _: Limit(burst, 0))  # nobody is forgiven
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


def test_only_so_many_pages_of_one_guest(tmp_path, monkeypatch):
    monkeypatch.setattr(house_of_server, "MOST_PAGES", 2)
    with opened(f"sqlite:///{tmp_path / 'tables.db'}", limits=True) as house:
        ann, bob = Person(house, "Ann"), Person(house, "Bob")
        table = ann.open_table("costa-ruana", 2, "random", start=True)

        async def evening() -> None:
            async with ann.look(table, 0):
                async with ann.look(table), ann.look(table, hello=False) as third:
                    refused = await third.ask(type="hello", token=ann.token)
                    assert (refused["code"], refused["text"]) == ("too_often", TOO_MANY_PAGES)
                    with pytest.raises(ConnectionClosed):
                        await third.hear()
                    async with bob.look(table):
                        pass
                async with asyncio.timeout(10):
                    while (await greeted(ann, table))["type"] != "done":  # as soon as the other has left
                        pass

        asyncio.run(evening())


async def greeted(person: Person, table: str) -> dict[str, Any]:
    """How somebody is answered who says hello."""
    async with person.look(table, hello=False) as wire:
        return await wire.ask(type="hello", token=person.token)


def test_only_so_many_come_from_one_address_without_a_word(tmp_path, monkeypatch):
    monkeypatch.setattr(house_of_server, "MOST_ARRIVALS", 2)
    with opened(f"sqlite:///{tmp_path / 'tables.db'}", limits=True) as house:
        ann = Person(house, "Ann")
        table = ann.open_table("costa-ruana", 2, "random", start=True)

        async def evening() -> None:
            async with ann.look(table, 0), ann.look(table, hello=False) as one:
                async with ann.look(table, hello=False) as two, ann.look(table, hello=False) as third:
                    assert (await third.hear())["text"] == TOO_MANY_COME
                    with pytest.raises(ConnectionClosed):
                        await third.hear()
                    assert (await two.ask(type="hello"))["type"] == "done"
                    assert (await greeted(ann, table))["type"] == "done"
                assert (await one.ask(type="hello"))["type"] == "done"

        asyncio.run(evening())


async def come_in(person: Person, table: str) -> None:
    """Try until there is room."""
    async with asyncio.timeout(10):
        while True:
            async with person.look(table, hello=False) as wire:
                if (await wire.ask(type="hello"))["type"] == "done":
                    return


# ── Long logs ───────────────────────────────────────────────────────────────────────────────────
def test_in_a_long_log_only_the_match_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(conduct, "LONGEST_LOG", 18)

    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 3, bots=("random",), start=False)
            ann, dice = Caller(house, live, "ann", 0), random.Random(1)
            ann.ear.name = "Ann"
            said = [(await ann.ask(type="say", text="la la"))["type"] for _ in range(12)]
            assert said.index("refused") == 9 - 3  # half of it
            await begin(house.hall, live)
            while live.table.number < 12:  # two thirds
                await play_one(house, live, dice)
            refused = await ann.ask(type="say", text="la la")
            assert (refused["code"], refused["text"]) == ("long_log", conduct.TOLD_ENOUGH)
            while live.table.number < 18 or live.attended:  # a bot that acts makes taking back stale
                await play_one(house, live, dice)
            back = await ann.ask(type="take_back", after=live.table.position)
            assert (back["code"], back["text"]) == ("long_log", conduct.LONG)
            while not playing(live).over:
                await play_one(house, live, dice)

    asyncio.run(evening())


async def play_one(house: House, live: Live, dice: random.Random) -> None:
    """Whoever is to move takes an action."""
    seat = live.table.to_move
    if seat is not None and live.table.seats[seat].person and not live.attended:
        await act(house.hall, live, dice.choice(playing(live).moves))
    await asyncio.sleep(0.001)


def test_agreement_and_time_that_is_out_find_room_all_the_same():
    table: Any = type("", (), {"number": 10**6, "proposal": None})
    conduct.check_room(table, conduct.Replaced(1.0, 0, "greedy", late=True))
    for entry in (conduct.Replaced(1.0, 0, "greedy"), conduct.TookBack(1.0, 0, 3)):
        with pytest.raises(conduct.Refused):
            conduct.check_room(table, entry)
    table.proposal = object()
    conduct.check_room(table, conduct.TookBack(1.0, 0, 3))


def test_what_must_be_told_anew_has_its_price(tmp_path, monkeypatch):
    monkeypatch.setattr(socket, "A_MESSAGE", 1)

    async def evening() -> None:
        async with a_house(tmp_path, limits=True) as house:
            live = await a_table(house.hall, "costa-ruana", 2, bots=("random",))
            dice = random.Random(1)
            while live.table.number <= RECENT + 5:
                await play_one(house, live, dice)
            caller = Caller(house, live, "ann", 0)
            for _ in range(20):
                assert (await caller.ask(type="look", seat=0, since=live.table.number))["type"] == "done"
            answers = [(await caller.ask(type="look", seat=0)).get("code") for _ in range(10)]
            assert answers[0] is None
            assert answers[-1] == "too_often"

    asyncio.run(evening())


def test_others_play_while_somebody_is_told_a_long_log(tmp_path, monkeypatch):
    slowly = hall.retold

    def retold(*given: Any) -> bytes:
        time.sleep(0.3)
        return slowly(*given)

    monkeypatch.setattr(hall, "retold", retold)

    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live, dice = await a_table(house.hall, "costa-ruana", 2), random.Random(1)
            while live.table.number <= RECENT + 5:
                await play_one(house, live, dice)
            ear, begun = Ear("bob", 1), time.monotonic()
            coming = asyncio.create_task(house.hall.join(live, ear, 1, "en", -1))
            for _ in range(3):
                await asyncio.sleep(0.01)
                await play_one(house, live, dice)
            assert time.monotonic() - begun < 0.3
            assert not coming.done()
            await coming
            await play_one(house, live, dice)
            news = ear.heard()
            assert [(one["since"], one["number"]) for one in news] == expected(live.table.number)
            assert {line["number"] for one in news for line in one["lines"]} == set(
                range(1, live.table.number + 1)
            )

    def expected(last: int) -> list[tuple[int, int]]:
        return [(-1, last - 4), (last - 4, last - 1), (last - 1, last)]

    asyncio.run(evening())


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
