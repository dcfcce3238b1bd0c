"""Non-interference in time (TR-9.2): when something is answered tells nothing of what is held."""

from __future__ import annotations

import asyncio
import json
import random
import time
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest import mock

import pytest
from tests.server.visits import NOBODY, Ear, a_house, a_table, act, begin, playing

from archipel.core.match import Match
from archipel.games import game
from archipel.server import conduct, duties, hall, http, thinkers
from archipel.server.house import House
from archipel.server.live import Live
from archipel.server.socket import Visit


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deals in every run."""
    monkeypatch.setattr(hall, "new_seed", lambda: bytes(range(32)))


class Hourglass:
    """Stands for `asyncio` where the server waits: waiting takes no time, and is written down."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        await asyncio.sleep(0)

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)


class Answer(NamedTuple):
    """One answer that a bot or a habit gave, and the time it took."""

    bot: str
    reaction: bool
    choices: int
    seconds: float


async def timed_match(house: House, glass: Hourglass) -> list[Answer]:
    """A match of Trésor in which one person passes beforehand and chooses the rest at random."""
    hall, dice = house.hall, random.Random(1)
    live = await a_table(hall, "tresor", 4, bots=("level:1", "greedy", "random"), start=False)
    await hall.set_habit(live, 0, "ann", duties.PASS)
    answers: list[Answer] = []

    def written_down(real: Any, plan: Any) -> Any:
        """The table before an answer, and how long it took."""
        now, seat = real.table, real.table.to_move
        if glass.waits and seat is not None:
            match = now.match
            answers.append(
                Answer(now.seats[seat].bot, duties.reaction(match), len(match.moves), *glass.waits)
            )
            glass.waits.clear()
        return do(real, plan)

    do = hall.do
    with mock.patch.object(hall, "do", written_down):
        await hall.do(live, lambda t: conduct.start(t, 1.0, "ann", NOBODY, live.draws))
        while not playing(live).over:
            if live.table.to_move == 0 and not live.attended:
                await act(hall, live, dice.choice(playing(live).moves))
            await asyncio.sleep(0.001)
    return answers


def check_times(answers: list[Answer], pace: float) -> None:
    """Every answer took the time that everybody can know beforehand."""
    spans = {(kind, public): pace * seconds for (kind, public), seconds in PUBLIC_TIMES.items()}
    assert [one for one in answers if one.seconds != spans[one.bot, one.reaction]] == []
    for public in (True, False):  # there were answers without a choice, and others, of both kinds
        assert {min(one.choices, 2) for one in answers if one.bot and one.reaction is public} == {1, 2}
    assert any(not one.bot and one.reaction for one in answers)


BOTS = ("level:1", "greedy", "random")
PUBLIC_TIMES = {(bot, False): 0.6 for bot in BOTS} | {(bot, True): 0.35 for bot in (*BOTS, "")}


@pytest.fixture
def glass(monkeypatch: pytest.MonkeyPatch) -> Hourglass:
    """Time that only the server's own waiting lets pass."""
    glass = Hourglass()
    monkeypatch.setattr(thinkers, "asyncio", glass)
    monkeypatch.setattr(duties, "asyncio", glass)
    monkeypatch.setattr(thinkers, "time", SimpleNamespace(monotonic=lambda: 0.0))
    return glass


def timed(folder: Any, glass: Hourglass) -> list[Answer]:
    async def match() -> list[Answer]:
        async with a_house(folder, pace=1.0) as house:
            return await timed_match(house, glass)

    return asyncio.run(match())


def test_bots_and_habits_answer_at_public_times_whatever_is_held(tmp_path, glass):
    check_times(timed(tmp_path, glass), pace=1.0)


def test_a_hasty_lone_answer_is_found(tmp_path, glass, monkeypatch):
    choose = thinkers.Thinkers.choose

    async def hasty(self, game, kind, seed, view, seat, moves, reaction, *rest):
        if len(moves) == 1:
            await glass.sleep(0.0)
            return moves[0]
        return await choose(self, game, kind, seed, view, seat, moves, reaction, *rest)

    monkeypatch.setattr(thinkers.Thinkers, "choose", hasty)
    with pytest.raises(AssertionError, match=r"seconds=0\.0"):
        check_times(timed(tmp_path, glass), pace=1.0)


def test_thinking_is_part_of_the_time(monkeypatch, glass):
    """However soon a bot knows its answer, it comes when its time is over."""
    now = [0.0]
    monkeypatch.setattr(thinkers, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def slowly(*_: Any) -> int:
        now[0] += 0.25
        return 3

    monkeypatch.setattr(thinkers, "choice", slowly)

    async def ask() -> None:
        found = thinkers.Thinkers(1)
        assert await found.choose(game("tresor"), "random", 1, None, 0, [3, 4], False) == 3
        found.close()

    asyncio.run(ask())
    assert glass.waits == [0.6 - 0.25]


def test_who_waits_for_a_bot_is_not_told_when_it_knew(monkeypatch):
    """The number of bots that think or wait, which operators see, counts a bot until it answers."""

    async def evening() -> None:
        found, match = thinkers.Thinkers(1, pace=1.0), Match(game("tresor"), 3, seed=1)
        seat, counts = match.to_move, []

        async def answer(_: float) -> None:
            counts.append(found.waiting)

        monkeypatch.setattr(thinkers, "asyncio", Hourglass())
        monkeypatch.setattr(thinkers.asyncio, "sleep", answer)
        given = match.view(seat), seat, match.moves[:1]
        await found.choose(match.game, "random", 1, *given, True)
        assert (counts, found.waiting) == ([1], 0)
        found.close()

    asyncio.run(evening())


async def held_up(kind: str, moves: list[int], pace: float) -> tuple[float, float]:
    """How long a bot that is asked to react keeps the place, and when one answers that came after it."""
    found = thinkers.Thinkers(1, pace)
    given = game("tresor"), kind, 1, None, 0
    begun = time.monotonic()
    first = asyncio.create_task(found.choose(*given, moves, True))
    await asyncio.sleep(0)
    give_back = await found._turns.take(lambda: 0)
    kept = time.monotonic() - begun
    give_back()
    second = asyncio.create_task(found.choose(*given, moves, True))
    await first
    first_answer = time.monotonic() - begun
    await second
    found.close()
    return kept, first_answer


@pytest.mark.parametrize("kind", thinkers.REACTING)
def test_who_thinks_long_keeps_the_place_as_long_if_there_is_no_choice(kind, monkeypatch):
    def choice(_game: Any, _kind: str, _seed: int, _view: Any, _seat: int, moves: list[int], _: float) -> int:
        if len(moves) > 1:
            time.sleep(thinkers.REACTING[kind] / 2)
        return moves[0]

    monkeypatch.setattr(thinkers, "choice", choice)
    monkeypatch.setattr(thinkers, "_prepare", lambda _: None)
    for moves in ([3], [3, 4]):
        kept, answered = asyncio.run(held_up(kind, moves, pace=1.0))
        assert thinkers.REACTING[kind] <= kept < thinkers.REACTION
        assert answered >= thinkers.REACTION - 0.01


def test_another_table_has_its_answer_when_its_time_is_over(monkeypatch):
    """Whether the only thinker was busy does not show, as long as the others have the time to wait."""

    def slowly(*_: Any) -> int:
        time.sleep(0.1)
        return 3

    monkeypatch.setattr(thinkers, "choice", slowly)
    monkeypatch.setattr(thinkers, "_prepare", lambda _: None)

    async def evening() -> None:
        found, times = thinkers.Thinkers(1, pace=1.0), []

        async def ask() -> None:
            begun = time.monotonic()
            await found.choose(game("tresor"), "level:3", 1, None, 0, [3, 4], False)
            times.append(time.monotonic() - begun)

        await asyncio.gather(ask(), ask())
        found.close()
        assert max(times) - min(times) < 0.05

    asyncio.run(evening())


def test_a_lone_answer_is_given_only_where_nobody_else_can_look_at_the_clock(tmp_path):
    async def evening() -> None:
        async with a_house(tmp_path) as house:
            hall = house.hall
            live = await a_table(hall, "tresor", 3, bots=("random",))
            habits = {0: ("ann", duties.ALONE), 1: ("bob", duties.ALONE)}
            dice, alone = random.Random(2), 0
            await hall.do(live, lambda t: conduct.replace(t, 1.0, "bob", 1, "random", NOBODY))
            while not playing(live).over:  # bob's bot plays, and bob may be watching
                if live.table.to_move == 0:
                    alone += len(playing(live).moves) == 1
                    assert duties.habitual(live.table, habits, {"ann"}) is None
                    await act(hall, live, dice.choice(playing(live).moves))
                await asyncio.sleep(0.001)
            assert alone

    asyncio.run(evening())


async def until_alone(house: House, live: Live) -> None:
    """Others play, and ann at random, until there is but one answer to what she is asked."""
    dice = random.Random(2)
    while live.table.to_move != 0 or len(playing(live).moves) > 1:
        if live.table.to_move == 0:
            await act(house.hall, live, dice.choice(playing(live).moves))
        await asyncio.sleep(0.001)


async def answered(live: Live) -> bool:
    """Whether a lone answer is given within a moment."""
    position = live.table.position
    await asyncio.sleep(10 * duties.LONE_ANSWER * PACE)
    return live.table.position > position


PACE = 0.1  # so that a lone answer takes its time, and somebody may come meanwhile


@pytest.mark.parametrize("watcher", ["", "zoe"])
def test_no_lone_answer_is_given_after_somebody_looked(watcher, tmp_path):
    """Nor while they are away: whoever came again a moment later would know how long it took."""

    async def evening() -> None:
        async with a_house(tmp_path, pace=PACE) as house, a_house(tmp_path, pace=PACE) as other:
            await house.store.add_guest("zoe", "Zoë", 1.0)
            token = house.tokens.token(watcher) if watcher else ""
            hello = json.dumps({"type": "hello", "token": token})
            bots = ("random", "random")
            for place in (house, other):
                live = await a_table(house.hall, "tresor", 3, bots=bots, public=False, start=False)
                await house.hall.set_habit(live, 0, "ann", duties.ASK)
                await begin(house.hall, live)
                live.listeners.add(Ear("ann", 0))
                await until_alone(house, live)
                connection: Any = Ear()
                visit = Visit(place, connection, live.table.id)
                assert await visit.handle(hello)
                await house.hall.set_habit(live, 0, "ann", duties.ALONE)
                assert not await answered(live)
                await visit.leave()
                assert not await answered(live)
                del house.hall.lives[live.table.id]  # however often the server forgets
                live = await house.hall.live(live.table.id)
                assert not await answered(live)

    asyncio.run(evening())


@pytest.mark.parametrize("public", [True, False])
def test_a_lone_answer_is_given_at_no_table_that_anybody_can_find(public, tmp_path):
    async def evening() -> None:
        async with a_house(tmp_path, pace=PACE) as house:
            live = await a_table(
                house.hall, "tresor", 3, bots=("random", "random"), public=public, start=False
            )
            await house.hall.set_habit(live, 0, "ann", duties.ASK)
            await begin(house.hall, live)
            live.listeners.add(Ear("ann", 0))
            await until_alone(house, live)
            await house.hall.set_habit(live, 0, "ann", duties.ALONE)
            assert await answered(live) is not public

    asyncio.run(evening())


def test_whoever_asks_for_a_table_again_and_again_learns_no_times(tmp_path):
    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 2)
            house.hall.clock = lambda: live.table.changed + 1.0
            before = await http.table(house, live.table.id)
            await act(house.hall, live, playing(live).moves[0])
            after = await http.table(house, live.table.id)
            assert (before.changed % 60, after.changed % 60) == (0.0, 0.0)

    asyncio.run(evening())
