"""The log makes the table; and what happens there by itself: bots, clocks, habits, playing again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import structlog
from tests.server.visits import (
    NOBODY,
    Caller,
    Ear,
    a_house,
    a_table,
    act,
    evening,
    played,
    playing,
    sit,
    until,
)

from archipel.games import game
from archipel.server import bodies, conduct, duties, hall, http, logs
from archipel.server.entries import Clock, Credited, Opened, Replaced, from_text, to_text
from archipel.server.fair import verify
from archipel.server.house import House
from archipel.server.live import Live
from archipel.server.refusal import Refused
from archipel.server.store import StoreError
from archipel.server.table import Table, TableError, checked_seed


async def until_asked_to_react(house: House, live: Live, seat: int) -> None:
    """Others play at random until a seat is asked whether it reacts."""
    dice = random.Random(3)
    while not (live.table.to_move == seat and duties.reaction(playing(live))):
        person = live.table.to_move is not None and live.table.seats[live.table.to_move].person
        if person and not live.attended:
            await act(house.hall, live, dice.choice(playing(live).moves))
        await asyncio.sleep(0.001)


@pytest.fixture
def plain_logs() -> Iterator[None]:
    """Logs as a server writes them: without the values that led to a failure."""
    logs.configure(as_json=True)
    yield
    structlog.reset_defaults()


# ── The fold ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", ["costa-ruana", "arabana-opodopo", "tresor"])
def test_whoever_reads_the_same_log_has_the_same_table(name, tmp_path):
    async def work(house: House) -> None:
        live = await a_table(house.hall, name, 3)
        dice = random.Random(1)
        while not playing(live).over:
            await act(house.hall, live, dice.choice(playing(live).moves))
            if dice.random() < 0.1 and not playing(live).over:
                seat = dice.randrange(3)
                for plan in (
                    lambda t, s=seat: conduct.take_back(t, 1.0, s, t.position),
                    lambda t, s=seat: conduct.vote(t, 1.0, s, dice.random() < 0.7),
                ):
                    with suppress(Refused):
                        await house.hall.do(live, plan)
        (_, opened), *others = await house.store.entries(live.table.id)
        assert isinstance(opened, Opened)
        table = Table(live.table.id, opened)
        for number, entry in others:
            assert from_text(to_text(entry)) == entry
            table.apply(entry)
            assert table.number == number
        assert playing(live).actions == table.match.actions
        assert playing(live).state_bytes() == table.match.state_bytes()
        assert (table.seats, table.spent, table.drawn) == (
            live.table.seats,
            live.table.spent,
            live.table.drawn,
        )
        assert verify(table.record(live.draws)).fair

    evening(tmp_path, work)


def test_other_rules_or_another_seed_are_found():
    opened = Opened(1.0, "ann", "tresor", 99, 3, {}, "c")
    with pytest.raises(TableError, match="version 99"):
        Table("t", opened)
    table = Table("t", Opened(1.0, "ann", "tresor", game("tresor").version, 3, {}, "c"))
    with pytest.raises(TableError, match="seed"):
        checked_seed(table, bytes(32))


def test_nothing_is_told_that_could_not_be_stored(tmp_path, monkeypatch):
    async def work(house: House) -> None:
        live = await a_table(house.hall, "costa-ruana", 2)
        ear = Ear("ann", 0)
        live.listeners.add(ear)
        before = live.table.number

        async def fail(*_: object) -> bool:
            raise StoreError("no room")

        with monkeypatch.context() as patch:
            patch.setattr(house.store, "append", fail)
            with pytest.raises(StoreError):
                await act(house.hall, live, playing(live).moves[0])
        assert (live.table.number, ear.frames) == (before, [])
        await act(house.hall, live, playing(live).moves[0])
        assert len(ear.frames) == 1

    evening(tmp_path, work)


def test_one_task_catches_up_however_often_the_database_failed(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "PULSE", 0.05)

    async def work(house: House) -> None:
        live = await a_table(house.hall, "costa-ruana", 2)
        chores = len(house.hall._chores)
        tries = []

        async def fail(*_: object, **__: object) -> bool:
            raise StoreError("away")

        async def fail_to_read(*_: object, **__: object) -> list[object]:
            tries.append(len(house.hall._chores))
            raise StoreError("away")

        with monkeypatch.context() as patch:
            patch.setattr(house.store, "append", fail)
            patch.setattr(house.store, "entries", fail_to_read)
            for _ in range(5):
                with pytest.raises(StoreError):
                    await act(house.hall, live, playing(live).moves[0])
            await until(lambda: len(tries) > 3)
        assert max(tries) == chores + 1
        await until(lambda: len(house.hall._chores) == chores)

    evening(tmp_path, work)


def test_news_that_come_while_others_are_read_are_read_too(tmp_path, monkeypatch):
    async def work(house: House) -> None:
        live = await a_table(house.hall, "costa-ruana", 2)
        reads, gate = [], asyncio.Event()

        async def slowly(live: Live) -> bool:
            reads.append(live.table.number)
            await gate.wait()
            return False

        monkeypatch.setattr(house.hall, "_read_on", slowly)
        house.hall._heard(live.table.id, 1000)
        await until(lambda: len(reads) == 1)
        house.hall._heard(live.table.id, 1001)
        gate.set()
        await until(lambda: len(reads) == 2)

    evening(tmp_path, work)


def test_what_is_appended_while_a_table_is_read_is_known_too(tmp_path, monkeypatch):
    async def work(house: House) -> None:
        async with a_house(tmp_path) as other:
            there = await a_table(other.hall, "costa-ruana", 2)
            habits = house.store.habits

            async def meanwhile(id: str) -> dict[int, tuple[str, str]]:
                await act(other.hall, there, playing(there).moves[0])
                house.hall._heard(id, there.table.number)  # as from the bus
                return await habits(id)

            monkeypatch.setattr(house.store, "habits", meanwhile)
            here = await house.hall.live(there.table.id)
            assert here.table.number == there.table.number
            assert playing(here).state_bytes() == playing(there).state_bytes()

    evening(tmp_path, work)


def test_a_table_that_could_not_be_read_to_its_end_is_read_on_later(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "PULSE", 0.05)

    async def work(house: House) -> None:
        async with a_house(tmp_path) as other:
            there = await a_table(other.hall, "costa-ruana", 2)
            entries, failures = house.store.entries, iter(range(1))

            async def fail(id: str, after: int = -1) -> list[tuple[int, Any]]:
                if after >= 0 and next(failures, None) is not None:
                    await act(other.hall, there, playing(there).moves[0])
                    raise StoreError("away")
                return await entries(id, after)

            monkeypatch.setattr(house.store, "entries", fail)
            with pytest.raises(StoreError):
                await house.hall.live(there.table.id)
            here = await house.hall.live(there.table.id)
            await until(lambda: here.table.number == there.table.number)

    evening(tmp_path, work)


def test_who_comes_is_told_what_news_was_lost_of(postgres_url, monkeypatch):
    async def work(house: House) -> None:
        async with a_house(postgres_url) as other:
            there = await a_table(other.hall, "costa-ruana", 2)
            here = await house.hall.live(there.table.id)
            monkeypatch.setattr(house.hall, "_refresh", lambda _: None)  # nothing is heard of
            await act(other.hall, there, playing(there).moves[0])
            await Caller(house, here, "ann", 0).ask(type="look", seat=0)
            assert here.table.number == there.table.number

    evening(postgres_url, work)


def test_who_asked_and_went_away_is_served_nevertheless(tmp_path):
    async def work(house: House) -> None:
        live = await a_table(house.hall, "costa-ruana", 2)
        before = live.table.number
        task = asyncio.create_task(act(house.hall, live, playing(live).moves[0]))
        await asyncio.sleep(0)
        task.cancel()
        await until(lambda: live.table.number == before + 1)

    evening(tmp_path, work)


# ── Bots and habits ─────────────────────────────────────────────────────────────────────────────
def test_bots_play_a_whole_match_by_themselves(tmp_path):
    async def work(house: House) -> None:
        live = await a_table(house.hall, "costa-ruana", 3, bots=("level:1", "greedy", "random"))
        await until(lambda: playing(live).over)
        assert live.duty is None

    evening(tmp_path, work)


def test_talk_does_not_keep_a_bot_from_answering(tmp_path):
    async def work(house: House) -> None:
        live = await a_table(house.hall, "costa-ruana", 2, bots=("random",))
        live.habits[0] = "ann", duties.ASK
        while live.table.to_move != 1:
            if live.table.to_move == 0 and not live.attended:
                await act(house.hall, live, playing(live).moves[0])
            await asyncio.sleep(0.001)
        number = live.table.position
        while live.table.position == number:  # somebody talks all the time
            await house.hall.do(live, lambda t: conduct.say(t, 1.0, "zoe", "Zoë", "and another thing", None))
            await asyncio.sleep(0.005)

    evening(tmp_path, work, pace=0.2)


def test_a_lone_answer_is_given_among_bots_unless_one_wants_to_be_asked(tmp_path):
    async def work(house: House) -> None:
        live = await a_table(house.hall, "tresor", 3, bots=("random", "random"), public=False)
        dice, caller = random.Random(1), Caller(house, live, "ann", 0)
        asked = 0
        while not playing(live).over:
            if live.table.to_move == 0 and not live.attended:
                assert len(playing(live).moves) > 1
                asked += 1
                await act(house.hall, live, dice.choice(playing(live).moves))
            await asyncio.sleep(0.001)
        assert asked
        assert (await caller.ask(type="habit", auto="dance"))["code"] == "no_habit"

    evening(tmp_path, work)


def test_a_habit_is_kept(tmp_path):
    async def work(house: House) -> None:
        live = await a_table(house.hall, "tresor", 3)
        caller = Caller(house, live, "ann", 0)
        assert (await caller.ask(type="habit", auto="pass"))["type"] == "done"
        del house.hall.lives[live.table.id]
        again = await house.hall.live(live.table.id)
        assert again.habits == {0: ("ann", "pass")}
        assert (await Caller(house, again, "ann", 0).ask(type="look", seat=0))["habit"] == "pass"

    evening(tmp_path, work)


def test_nobody_inherits_the_habit_of_a_stranger(tmp_path):
    async def work(house: House) -> None:
        live = await a_table(house.hall, "tresor", 3, start=False)
        await house.hall.do(live, lambda t: conduct.stand(t, 1.0, "bob", 1, NOBODY))
        await sit(house.hall, live, 1, "Eve")
        assert (await Caller(house, live, "eve", 1).ask(type="habit", auto="pass"))["habit"] == "pass"
        await house.hall.do(live, lambda t: conduct.stand(t, 1.0, "eve", 1, NOBODY))
        await sit(house.hall, live, 1, "Bob")
        await house.hall.do(live, lambda t: conduct.start(t, 1.0, "ann", NOBODY, live.draws))
        assert (await Caller(house, live, "bob", 1).ask(type="look", seat=1))["habit"] == duties.USUAL
        await until_asked_to_react(house, live, 1)
        assert not live.attended

    evening(tmp_path, work)


def test_a_habit_ends_at_every_process_at_once(tmp_path):
    """Who wants to be asked again says so at one process; another, which is about to pass, hears of it."""

    async def work(house: House) -> None:
        async with a_house(tmp_path, pace=0.1) as other:
            here = await a_table(house.hall, "tresor", 3, bots=("random", "random"))
            there = await other.hall.live(here.table.id)
            await other.hall.set_habit(there, 0, "ann", duties.PASS)
            await house.hall.set_habit(here, 0, "ann", duties.ASK)
            await until_asked_to_react(house, here, 0)
            position = here.table.position
            other.hall._heard(here.table.id, here.table.number)  # as from the bus
            await asyncio.sleep(0.2)
            assert (there.table.position, there.habits[0]) == (position, ("ann", duties.ASK))

    evening(tmp_path, work)


def test_a_bot_whose_thinking_failed_is_asked_again(tmp_path, monkeypatch, plain_logs):
    monkeypatch.setattr(hall, "PULSE", 0.02)
    failures = iter(range(2))

    async def work(house: House) -> None:
        choose = house.hall.thinkers.choose

        async def fail(*args: object) -> int:
            if next(failures, None) is not None:
                raise ZeroDivisionError
            return await choose(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(house.hall.thinkers, "choose", fail)
        live = await a_table(house.hall, "costa-ruana", 2, bots=("random", "random"))
        await until(lambda: playing(live).over)

    evening(tmp_path, work)


# ── Clocks ──────────────────────────────────────────────────────────────────────────────────────
def test_when_time_is_out_a_bot_plays_on_and_the_player_may_return(tmp_path):
    async def work(house: House) -> None:
        clock = Clock(move=0.05, grace=0.0)
        live = await a_table(house.hall, "costa-ruana", 2, clock=clock)
        await until(lambda: any(seat.bot for seat in live.table.seats))
        late = next(seat for seat, one in enumerate(live.table.seats) if one.bot)
        [entry] = [entry for _, entry, _ in live.recent if isinstance(entry, Replaced)][:1]
        assert entry.late
        guest = live.table.seats[late].guest
        await house.hall.do(live, lambda t: conduct.come_back(t, house.hall.clock(), guest, late))
        assert live.table.seats[late].person
        await until(lambda: playing(live).over)

    evening(tmp_path, work)


def test_who_is_away_when_time_is_out_has_the_grace_even_if_they_come_back(tmp_path):
    async def work(house: House) -> None:
        clock = Clock(move=0.2, grace=0.6)
        live = await a_table(house.hall, "costa-ruana", 2, clock=clock)
        began, seat = live.table.began, live.table.to_move
        assert seat is not None
        await asyncio.sleep(0.3)
        assert live.table.seats[seat].person  # away, and in grace
        Caller(house, live, live.table.seats[seat].guest, seat)
        await asyncio.sleep(0.2)
        assert live.table.seats[seat].person or house.hall.clock() > began + 0.8  # back, and has a moment
        await until(lambda: bool(live.table.seats[seat].bot))
        assert live.table.changed >= began + 0.8

    evening(tmp_path, work)


def test_time_without_a_server_is_made_good(tmp_path):
    async def before(house: House) -> str:
        live = await a_table(house.hall, "costa-ruana", 2, clock=Clock(move=50.0))
        await house.store.set_fact("pulse", str(house.hall.clock() - 1000.0))  # as if it had ended then
        return live.table.id

    ids: list[str] = []

    async def first(house: House) -> None:
        house.hall.clock = lambda: 10_000.0
        ids.append(await before(house))

    async def second(house: House) -> None:
        live = await house.hall.live(ids[0])
        *_, (_, entry) = await house.store.entries(ids[0])
        assert isinstance(entry, Credited)
        assert live.table.began > house.hall.clock() - 60.0
        assert not any(seat.bot for seat in live.table.seats)

    evening(tmp_path, first)
    evening(tmp_path, second)


# ── Beginning ───────────────────────────────────────────────────────────────────────────────────
def test_no_stranger_sits_down_while_a_public_table_is_laid(tmp_path):
    async def work(house: House) -> None:
        came: list[str] = []

        async def come_in() -> None:
            while True:
                for one in await house.store.listing(public=True, statuses=("open",)):
                    with suppress(Refused):
                        await sit(house.hall, await house.hall.live(one.id), 0, "Zoë")
                        came.append(one.id)
                await asyncio.sleep(0)

        stranger = asyncio.create_task(come_in())
        ann = bodies.Guest(id="ann", name="Ann", token="")
        wish = bodies.NewTable(
            game="costa-ruana", seats=3, public=True, sit=False, bots=["random"] * 3, start=True
        )
        for _ in range(20):
            id = (await http.new_table(house, ann, wish)).id
            live = await house.hall.live(id)
            assert [seat.bot for seat in live.table.seats] == ["random"] * 3
        stranger.cancel()
        assert not came
        await until(lambda: playing(live).over)  # the bots begin by themselves

    evening(tmp_path, work)


def test_a_public_table_that_nobody_looks_at_leaves_the_list_and_is_kept(tmp_path):
    async def work(house: House) -> None:
        opened, begun = [
            (await a_table(house.hall, "costa-ruana", 2, start=start)).table.id for start in (False, True)
        ]
        over = (await played(house, people=1, bots=1)).table.id
        came = house.hall.clock()

        async def lists() -> list[list[str]]:
            found = [await http.tables(house, status) for status in ("open", "playing", "over")]
            return [[one.id for one in tables] for tables in found]

        house.hall.clock = lambda: came + http.FORSAKEN - 600.0
        assert await lists() == [[opened], [begun], [over]]
        await house.store.present([(begun, "")], house.hall.clock())  # somebody watches
        house.hall.clock = lambda: came + http.FORSAKEN + 1.0
        assert await lists() == [[], [begun], [over]]
        assert (await http.table(house, opened)).status == "open"
        await sit(house.hall, await house.hall.live(opened), 0, "Ann", "again")
        assert await lists() == [[opened], [begun], [over]]

    evening(tmp_path, work)
