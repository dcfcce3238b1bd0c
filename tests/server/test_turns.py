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
from archipel.server.house import House
from archipel.server.live import Live
from archipel.server.turns import AGEING, LATELY, Turns


class Queue:
    """People who want a turn, and who had one."""

    def __init__(self, places: int = 1) -> None:
        self.now = 0.0
        self.turns, self.had, self.go_on = Turns(places, lambda: self.now), list[str](), asyncio.Event()
        self.ranks: dict[str, int] = {}

    async def want(self, name: str, whom: str, seconds: float) -> None:
        give_back = await self.turns.take(lambda: self.ranks[name], whom)
        try:
            self.had.append(name)
            await self.go_on.wait()
            self.now += seconds
        finally:
            give_back()

    def come(self, name: str, rank: int = 0, whom: str = "", seconds: float = 0.0) -> asyncio.Task[None]:
        self.ranks[name] = rank
        return asyncio.create_task(self.want(name, whom, seconds))


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


def test_of_those_who_press_alike_whoever_had_least_is_next():
    """Many tables of one guest do not keep the only one of another waiting."""

    async def evening() -> None:
        async with queue() as found:
            for number in range(4):
                found.come(f"ann {number}", 1, "ann", 1.0)
            for number in range(2):
                found.come(f"bob {number}", 1, "bob", 0.4)
            found.come("bob is here", 0, "bob", 0.4)
            await asyncio.sleep(0)
        assert found.had == ["ann 0", "bob is here", "bob 0", "bob 1", "ann 1", "ann 2", "ann 3"]

    asyncio.run(evening())


def test_what_somebody_had_long_ago_counts_no_more():
    async def evening() -> None:
        async with queue() as found:
            found.go_on.set()
            await found.come("ann long ago", 0, "ann", 9.0)
            found.now += 20 * LATELY
            found.go_on.clear()
            for name, whom in (("bob", "bob"), ("ann", "ann"), ("bob again", "bob")):
                found.come(name, 0, whom, 1.0)
            await asyncio.sleep(0)
        assert found.had[1:] == ["bob", "ann", "bob again"]
        assert found.turns._had.keys() == {"ann", "bob"}

    asyncio.run(evening())


def test_who_waits_presses_more_and_more():
    async def evening() -> None:
        async with queue() as found:
            found.come("first")
            await asyncio.sleep(0)
            found.come("nobody looks on", 2)
            await asyncio.sleep(0)
            found.now += 2 * AGEING
            for number in range(3):
                found.come(f"people {number}", 0)
            await asyncio.sleep(0)
        assert found.had[:3] == ["first", "nobody looks on", "people 0"]

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


def test_a_thought_that_nobody_waits_for_keeps_its_place(monkeypatch):
    """Else the next one would wait where nothing of its time is left."""
    slow = Slow()
    monkeypatch.setattr(thinkers, "choice", slow.choice)
    monkeypatch.setattr(thinkers, "_prepare", lambda _: None)

    async def evening() -> None:
        found, match = thinkers.Thinkers(1, pace=0.0), Match(game("costa-ruana"), 2, seed=7)
        seat = match.to_move
        given = (match.game, "random", 1, match.view(seat), seat, match.moves, False)
        first = asyncio.create_task(found.choose(*given))
        await until_asked(slow, 1)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert found.waiting == 0
        second = asyncio.create_task(found.choose(*given))
        await asyncio.sleep(0.01)
        assert found._workers._work_queue.qsize() == 0  # type: ignore[attr-defined]
        slow.go_on.set()
        await second
        assert len(slow.asked) == 2
        found.close()

    asyncio.run(evening())
