"""Time during which no process served is given back, once, to those who had to decide."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from tests.server.stores import opened
from tests.server.visits import Ear, a_house, a_table, act

from archipel.server import bodies, hall, presence
from archipel.server.clocks import credit, deadline, owed
from archipel.server.entries import Acted, Clock, Credited, Replaced, Said
from archipel.server.house import House
from archipel.server.http import stand_in
from archipel.server.refusal import Refused
from archipel.server.settings import Settings

LONG = 1000.0  # seconds, much longer than a sign of life may be late


async def credits(house: House, table: str) -> list[Credited]:
    return [entry for _, entry in await house.store.entries(table) if isinstance(entry, Credited)]


async def left_alone(database: str, tables: int = 1) -> list[str]:
    """Tables where somebody has 50 seconds to decide, at a server that ended then long ago."""
    async with a_house(database) as house:
        house.hall.clock = lambda: LONG
        lives = [await a_table(house.hall, "costa-ruana", 2, clock=Clock(move=50.0)) for _ in range(tables)]
        await house.store.set_fact("pulse", str(LONG + 10.0))
        return [live.table.id for live in lives]


def test_every_process_knows_of_the_silence_before_the_first_of_them(database_url):
    async def evening() -> None:
        [id] = await left_alone(database_url)
        async with a_house(database_url) as first, a_house(database_url) as second:
            live = await second.hall.live(id)
            [entry] = await credits(second, id)
            assert entry.at >= second.hall.clock() - 10.0
            assert 0 < (deadline(live.table) or 0) - entry.at <= 40.0  # ten were used before
            await first.hall.live(id)
            assert await credits(first, id) == [entry]

    asyncio.run(evening())


def test_a_silence_is_made_good_once_although_all_processes_hurry(database_url):
    async def evening() -> None:
        ids = await left_alone(database_url, 3)
        async with AsyncExitStack() as stack:
            houses = await asyncio.gather(
                *(stack.enter_async_context(a_house(database_url)) for _ in range(3))
            )
            await asyncio.gather(*(house.hall.live(id) for house in houses for id in ids))
            for id in ids:
                assert len(await credits(houses[0], id)) == 1

    asyncio.run(evening())


def test_a_table_that_nobody_came_to_between_two_silences_is_given_both(tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.db'}"

    async def evening() -> None:
        async with a_house(database) as house:
            live = await a_table(house.hall, "costa-ruana", 2, clock=Clock(move=5 * LONG))
            began = live.table.began
        async with opened(database) as store:
            await store.set_fact("silences", f"[[{began + 10},{began + 110}],[{began + 200},{began + 500}]]")
        async with a_house(database) as house:
            live = await house.hall.live(live.table.id)
            assert live.table.began == pytest.approx(began + 400.0, abs=0.01, rel=0)

    asyncio.run(evening())


def test_a_server_that_slept_gives_back_the_time_before_anybody_is_late(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "PULSE", 1000.0)  # no sign of life comes by itself

    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live, other = [
                await a_table(house.hall, "costa-ruana", 2, clock=Clock(move=move, grace=0.0))
                for move in (0.3, 60.0)
            ]
            now = house.hall.clock
            house.hall.clock = lambda: now() + LONG  # as if this computer had slept
            async with asyncio.timeout(20):
                while not any(isinstance(entry, Replaced) for _, entry, _ in live.recent):
                    await asyncio.sleep(0.01)
            kinds = [type(entry) for _, entry, _ in live.recent if isinstance(entry, Credited | Replaced)]
            assert kinds[:2] == [Credited, Replaced]
            assert len(await credits(house, other.table.id)) == 1

    asyncio.run(evening())


def test_whoever_acts_first_after_a_sleep_is_not_charged_for_it(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "PULSE", 1000.0)  # no sign of life comes by itself

    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 2, clock=Clock(match=5 * LONG))
            seat, now = live.table.to_move, house.hall.clock
            house.hall.clock = lambda: now() + LONG  # as if this computer had slept
            await act(house.hall, live, live.table.match.moves[0])
            assert live.table.spent[seat] < 60.0
            kinds = [type(entry) for _, entry, _ in live.recent if isinstance(entry, Credited | Acted)]
            assert kinds == [Credited, Acted]
            assert live.table.began <= house.hall.clock()  # the next decision is given nothing of it

    asyncio.run(evening())


def test_a_silence_that_is_known_is_given_back_before_anything_else_happens(tmp_path):
    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 2, clock=Clock(match=5 * LONG))
            seat, now, began = live.table.to_move, house.hall.clock, live.table.began
            house.hall.clock = lambda: now() + LONG
            house.hall._beaten = house.hall.clock()
            house.hall._silences = ((began + 500.0, began + 900.0), (began, began + 400.0))
            await act(house.hall, live, live.table.match.moves[0])
            assert live.table.spent[seat] == pytest.approx(LONG - 800.0, abs=60.0)

    asyncio.run(evening())


def test_nobody_is_late_whose_time_another_process_gave_back(tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.db'}"

    async def evening() -> None:
        async with a_house(database) as first, a_house(database) as second:
            live = await a_table(first.hall, "costa-ruana", 2, clock=Clock(move=0.3, grace=0.0))
            there = await second.hall.live(live.table.id)
            await second.hall.do(
                there, lambda _: Credited(second.hall.clock(), LONG)
            )  # first does not hear it
            await asyncio.sleep(0.5)
            assert not any(
                isinstance(entry, Replaced) for _, entry in await first.store.entries(there.table.id)
            )
            assert deadline(live.table) == deadline(there.table)

    asyncio.run(evening())


def test_who_was_connected_to_a_process_that_was_killed_has_the_grace(database_url):
    async def evening() -> None:
        async with a_house(database_url) as house:
            live = await a_table(house.hall, "costa-ruana", 2, clock=Clock(move=0.5, grace=2.0))
            end, seat = deadline(live.table), live.table.to_move
        async with opened(database_url) as killed:
            await killed.present([(live.table.id, live.table.seats[seat].guest)], end - 0.1)
        await asyncio.sleep(0.7)  # too short for a silence
        async with a_house(database_url) as house:
            live = await house.hall.live(live.table.id)
            assert await presence.present(house.hall, live)
            async with asyncio.timeout(20):
                while live.table.seats[seat].person:
                    await asyncio.sleep(0.01)
            assert live.table.changed >= end + 2.0

    asyncio.run(evening())


def test_who_is_connected_to_another_process_is_called_late_by_that_one(database_url):
    async def evening() -> None:
        async with a_house(database_url) as first, a_house(database_url) as second:
            live = await a_table(first.hall, "costa-ruana", 2, clock=Clock(move=0.5, grace=1000.0))
            seat, there = live.table.to_move, await second.hall.live(live.table.id)
            there.listeners.add(Ear(live.table.seats[seat].guest, seat))
            async with asyncio.timeout(20):
                while there.table.seats[seat].person:
                    await asyncio.sleep(0.01)

    asyncio.run(evening())


def test_one_sign_of_life_ends_a_silence_for_all(database_url):
    async def evening() -> None:
        async with opened(database_url) as one, opened(database_url) as two:
            assert await one.beat(100.0, 0.0, away=15.0) == ()
            assert await two.beat(110.0, 0.0, away=15.0) == ()
            assert (
                await asyncio.gather(*(store.beat(200.0, 0.0, away=15.0) for store in (one, two)))
                == [((110.0, 200.0),)] * 2
            )
            fast = 300.0  # by the clock of a machine that is ahead of the other
            assert len(await two.beat(fast, 295.0, away=15.0)) == 1
            for number in range(300):
                later = 500.0 + 100.0 * number
                silences = await one.beat(later, 0.0, away=15.0)
            assert silences[-1] == (later - 100.0, later)
            assert len(silences) == 100

    asyncio.run(evening())


def test_a_sign_of_life_that_comes_late_does_not_undo_that_of_another_process(database_url):
    async def evening() -> None:
        async with opened(database_url) as one, opened(database_url) as two:
            await one.beat(100.0, 95.0, away=15.0)
            await two.beat(90.0, 85.0, away=15.0)  # it waited for the database meanwhile
            assert await two.beat(110.0, 90.0, away=15.0) == ()
            await one.beat(50.0, 100.0, away=15.0)  # the clock was set back
            assert await one.beat(70.0, 50.0, away=15.0) == ((50.0, 70.0),)

    asyncio.run(evening())


def test_a_process_whose_clock_is_ahead_goes_by_that_of_the_database(postgres_url):
    async def evening() -> None:
        async with a_house(postgres_url) as house:
            live = await a_table(house.hall, "costa-ruana", 2, clock=Clock(move=50.0))
            other = House(Settings(database=postgres_url, limits=False))
            right = other.hall.clock
            other.hall.clock = lambda: right() + 100.0
            await other.open()
            try:
                assert other.hall.clock() == pytest.approx(house.hall.clock(), abs=10.0)
                await other.hall.live(live.table.id)
                assert await credits(house, live.table.id) == []
            finally:
                await other.close()

    asyncio.run(evening())


def test_nothing_is_owed_without_a_clock_nor_for_what_began_afterwards(tmp_path):
    async def evening() -> None:
        async with a_house(tmp_path) as house:
            free = await a_table(house.hall, "costa-ruana", 2)
            assert owed(free.table, [(0.0, 1e12)]) == 0.0
            live = await a_table(house.hall, "costa-ruana", 2, clock=Clock(move=50.0))
            began = live.table.began
            assert owed(live.table, [(0.0, began - 1.0)]) == 0.0
            silences = [(began + 5.0, began + 20.0)]
            entry = credit(live.table, began + 19.0, silences)  # by a clock that is behind
            live.table.apply(entry)
            assert entry.seconds == pytest.approx(15.0, abs=0.01)
            assert owed(live.table, silences) == 0.0

    asyncio.run(evening())


def test_nobody_is_away_longer_than_they_could_be_there(database_url):
    async def evening() -> None:
        async with a_house(database_url) as house:
            live = await a_table(house.hall, "costa-ruana", 2)
            id, came = live.table.id, house.hall.clock()
            await house.store.present([(id, "bob")], came + 10.0)
            now = house.hall.clock = lambda: came + 100.0
            house.hall._beaten = now()  # it was there all the time
            assert await presence.away(house.hall, live) == pytest.approx(
                {"ann": 100.0, "bob": 90.0}, abs=1.0
            )
            live.listeners.add(Ear("ann", 0))
            assert set(await presence.away(house.hall, live)) == {"bob"}
            await house.hall.beat()
        async with opened(database_url) as store:
            await store.set_fact("pulse", str(now()))
        async with a_house(database_url) as house:  # after a long time without a server
            house.hall.clock = lambda: came + 10 * LONG
            await house.hall.beat()
            house.hall.clock = lambda: came + 10 * LONG + 10.0
            away = await presence.away(house.hall, await house.hall.live(id))
            assert away == pytest.approx({"ann": 10.0, "bob": 10.0}, abs=1.0)

    asyncio.run(evening())


def test_nobody_is_away_right_after_a_sleep(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "PULSE", 1000.0)  # no sign of life comes by itself

    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 2)
            now = house.hall.clock
            house.hall.clock = lambda: now() + LONG  # as if this computer had slept
            assert max((await presence.away(house.hall, live)).values()) < 60.0

    asyncio.run(evening())


def test_nobody_is_idle_while_the_server_sleeps(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "PULSE", 1000.0)  # no sign of life comes by itself

    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 2)
            seat, now = live.table.to_move, house.hall.clock
            waits = bodies.Guest(id=("bob", "ann")[seat], name="", token="")

            async def call_a_bot() -> bodies.Numbered:
                return await stand_in(house, waits, live.table.id, str(seat), bodies.BotBody())

            live.listeners |= {Ear("ann", 0), Ear("bob", 1)}
            house.hall.clock = lambda: now() + LONG  # as if this computer had slept
            with pytest.raises(Refused, match="there"):
                await call_a_bot()
            house.hall.clock = lambda: now() + 2 * LONG
            house.hall._beaten = house.hall.clock()  # this time it was there
            await call_a_bot()
            assert live.table.forfeited

    asyncio.run(evening())


def test_talk_after_a_silence_makes_nothing_good(tmp_path):
    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 2, clock=Clock(move=50.0))
            silences = [(live.table.began, live.table.began + 500.0)]
            live.table.apply(Said(live.table.began + 501.0, "ann", "Ann", "hello?"))
            assert owed(live.table, silences) == 500.0

    asyncio.run(evening())
