"""Bots of tables where people play think first, however many others wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.server.visits import Ear, a_house, a_table

from archipel.core.match import Match
from archipel.games import game
from archipel.server import thinkers
from archipel.server.conduct import replace
from archipel.server.hall import Live
from archipel.server.house import House
from archipel.server.turns import Turns


class Queue:
    """People who want a turn, and who had one."""

    def __init__(self, places: int = 1) -> None:
        self.turns, self.had, self.go_on = Turns(places), list[str](), asyncio.Event()
        self.ranks: dict[str, int] = {}

    async def want(self, name: str) -> None:
        async with self.turns.turn(lambda: self.ranks[name]):
            self.had.append(name)
            await self.go_on.wait()

    def come(self, name: str, rank: int = 0) -> asyncio.Task[None]:
        self.ranks[name] = rank
        return asyncio.create_task(self.want(name))


@asynccontextmanager
async def queue(places: int = 1) -> AsyncIterator[Queue]:
    """A queue in which all have their turn before the end."""
    async with asyncio.timeout(20):
        found = Queue(places)
        yield found
        found.go_on.set()
        while found.turns._free < places:
            await asyncio.sleep(0)


def test_who_presses_most_is_next_then_who_waited_longest():
    async def evening() -> None:
        async with queue() as found:
            for name, rank in (("a", 2), ("b", 2), ("c", 1), ("d", 0), ("e", 1), ("f", 0)):
                found.come(name, rank)
            await asyncio.sleep(0)
            found.ranks["e"] = 0  # somebody came while it waited
        assert found.had == ["a", "d", "e", "f", "c", "b"]

    asyncio.run(evening())


def test_who_goes_away_takes_no_place_along():
    async def evening() -> None:
        async with queue(2) as found:
            first, second, third, fourth, fifth = (found.come(name) for name in "abcde")
            await asyncio.sleep(0)
            third.cancel()
            first.cancel()  # its place is another's, who is not there any more when it is called
            await asyncio.sleep(0)
            fourth.cancel()
            await asyncio.gather(first, third, fourth, return_exceptions=True)
            await asyncio.sleep(0)
            assert found.had == ["a", "b", "e"]
            assert not second.done()
            assert not fifth.done()

    asyncio.run(evening())


class Slow:
    """Thinking that takes as long as one likes."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go_on = threading.Event()

    def choice(
        self, _game: Any, kind: str, _seed: int, _view: Any, _seat: int, moves: list[int], _: float
    ) -> int:
        self.asked.append(kind)
        assert self.go_on.wait(20)
        return moves[0]


async def until_asked(slow: Slow, count: int) -> None:
    async with asyncio.timeout(20):
        while len(slow.asked) < count:
            await asyncio.sleep(0.005)


async def where_a_bot_decides(house: House, *bots: str) -> Live:
    """A table of ann's where a bot has to decide; it plays for her, too, if she has to decide first."""
    live = await a_table(house.hall, "costa-ruana", 2, bots=bots)
    if live.table.seats[seat := live.table.to_move or 0].person:
        await house.hall.do(live, lambda t: replace(t, 1.0, "ann", seat, bots[-1], frozenset()))
    return live


def test_tables_of_bots_alone_let_those_of_people_go_first(tmp_path, monkeypatch):
    slow = Slow()
    monkeypatch.setattr(thinkers, "choice", slow.choice)
    monkeypatch.setattr(thinkers, "_prepare", lambda _: None)  # nothing is to be compiled

    async def evening() -> None:
        async with a_house(tmp_path) as house:
            alone = [await a_table(house.hall, "costa-ruana", 2, bots=("greedy", "greedy")) for _ in range(5)]
            people = await where_a_bot_decides(house, "random")
            people.listeners.add(Ear("bob"))
            await until_asked(slow, 1)
            try:
                assert slow.asked == ["greedy"]
                assert {live.rank for live in alone} == {2}
                assert house.hall.thinkers.waiting == 6
            finally:
                slow.go_on.set()
            await until_asked(slow, 2)
            assert slow.asked[1] == "random"

    asyncio.run(evening())


def test_whose_bots_think_first(tmp_path):
    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 3, start=False)
            assert live.rank == 2
            live.listeners.add(Ear())
            assert live.rank == 1
            live.listeners.add(Ear("ann", 0))
            assert live.rank == 0

    asyncio.run(evening())


def test_a_hint_is_for_somebody_who_is_there(monkeypatch):
    slow = Slow()
    monkeypatch.setattr(thinkers, "choice", slow.choice)
    monkeypatch.setattr(thinkers, "_advise", lambda *_: slow.asked.append("hint"))

    async def evening() -> None:
        found, match = thinkers.Thinkers(1, pace=0.0), Match(game("costa-ruana"), 2, seed=7)
        seat = match.to_move
        given = (match.view(seat), seat, match.moves)
        bots = [
            asyncio.create_task(found.choose(match.game, "random", 1, *given, False, lambda: 2))
            for _ in range(3)
        ]
        await until_asked(slow, 1)
        hint = asyncio.create_task(found.advise(match.game, *given, match.tongue("en")))
        await asyncio.sleep(0)
        slow.go_on.set()
        await asyncio.gather(hint, *bots)
        assert slow.asked[1] == "hint"
        found.close()

    asyncio.run(evening())
