"""Clients that join, leave, come back, repeat, reorder and lie, in any order: the log stays the truth."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, AsyncExitStack, contextmanager, suppress
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from tests.server.visits import NAMES, NOBODY, Caller, a_house, a_table

from archipel.server import conduct
from archipel.server.clocks import deadline
from archipel.server.duties import _late
from archipel.server.entries import Acted, AnyEntry, Clock, Opened, Replaced, Returned, Started, TookBack
from archipel.server.hall import Hall
from archipel.server.house import House
from archipel.server.live import Live
from archipel.server.refusal import Refused
from archipel.server.store import Store
from archipel.server.table import Table
from archipel.server.telling import Telling
from archipel.server.wire import to_bytes

SEATS = 3
CLOCKS = [Clock(), Clock(match=60.0, grace=0.0), Clock(move=20.0, match=60.0, grace=0.0)]
PATIENCE = 30.0  # seconds
houses = st.integers(0, 1)
people = st.integers(0, 3)  # at a seat, or watching
anything = st.integers(0, 10**6)


class Client:
    """What a client knows: the lines it was told, by the number of their entry."""

    def __init__(self, seat: int | None) -> None:
        self.seat, self.guest = seat, "" if seat is None else NAMES[seat].lower()
        self.caller: Caller | None = None
        self.house = seat or 0  # where they are, or were last
        self.number = -1
        self.last: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []

    def hear(self) -> list[dict[str, Any]]:
        """Take in what came; the answers."""
        assert self.caller is not None
        answers = []
        for heard in self.caller.ear.heard():
            if heard["type"] == "news":
                assert heard["since"] == self.number, "a gap, or something twice"
                self.number, self.last = heard["number"], heard
                self.lines += heard["lines"]
            elif heard["type"] != "present":
                answers.append(heard)
        return answers


class Ledger:
    """What seats must be charged, reckoned beside the table: how long they thought while a server was there.

    What a bot thought for somebody who takes the decision back from it is theirs. Not charged is what others
    thought about who took back what it was about; and the time for the match that ran out, once for each
    seat, with what the bot thought after that.
    """

    def __init__(self) -> None:
        self.awake: list[tuple[float, float]] = []  # since when and until when the server was there

    def check(self, table: Table, others: list[tuple[int, AnyEntry]]) -> None:
        """Go through the log from its beginning, where `table` stands."""
        spent, began = [0.0] * SEATS, 0.0
        again: set[Any] = set()  # decisions, and seats, that had their time once more
        excused = False
        for _, entry in others:
            seat = table.to_move
            if ends(entry, seat):
                thought = sum(max(0.0, min(b, entry.at) - max(a, began)) for a, b in self.awake)
                began = entry.at
                back = isinstance(entry, Returned) and not excused
                excused, known = False, len(again)
                if seat is not None and (table.seats[seat].person or back):
                    forgiven = isinstance(entry, TookBack) and entry.seat != seat
                    if isinstance(entry, Replaced) and entry.late:
                        forgiven = has_again(table, seat, spent[seat] + thought, again)
                        excused = len(again) > known
                    spent[seat] += 0.0 if forgiven else thought
            table.apply(entry)
            assert table.spent == spent


def ends(entry: AnyEntry, seat: int | None) -> bool:
    """Whether whoever decides at a seat does so no longer, or decides something else."""
    if isinstance(entry, Replaced | Returned):
        return entry.seat == seat
    return isinstance(entry, Started | Acted | TookBack)


def has_again(table: Table, seat: int, spent: float, again: set[Any]) -> bool:
    """Whether time that ran out is that for the match, and is had once more."""
    assert table.match is not None
    decision = len(table.match.actions), seat
    out = spent >= (table.opened.clock.match or 0.0)
    if decision in again or (out and seat in again):
        return False
    again |= {decision, seat} if out else {decision}
    return out


class Evening(RuleBasedStateMachine):
    """One table of three people and a watcher, who come to one house after the other if there are several."""

    def __init__(self, database: Callable[[], AbstractContextManager[str]], houses: int = 1) -> None:
        super().__init__()
        self.database, self.count = database, houses
        self.loop = asyncio.new_event_loop()
        self.stack = AsyncExitStack()
        self.accepted: dict[int, dict[str, Any]] = {}
        self.clients = [*(Client(seat) for seat in range(SEATS)), Client(None)]
        self.now, self.ledger = 1000.0, Ledger()  # whole seconds, so that sums are exact

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    @initialize(
        game=st.sampled_from(["costa-ruana", "tresor"]), bots=st.integers(0, 1), clock=st.sampled_from(CLOCKS)
    )
    def open(self, game: str, bots: int, clock: Clock) -> None:
        url = self.stack.enter_context(self.database())
        self.stack.enter_context(patch("archipel.server.hall.new_seed", lambda: bytes(32)))
        self.stack.enter_context(patch.object(Store, "in_step", self.clock))
        self.houses: list[House] = [
            self.run(self.stack.enter_async_context(a_house(url))) for _ in range(self.count)
        ]
        opened = self.run(a_table(self.houses[0].hall, game, SEATS, bots=("random",) * bots, clock=clock))
        self.id: str = opened.table.id

    async def clock(self, _: Any) -> Callable[[], float]:
        """What all houses go by."""
        return lambda: self.now

    def live(self, house: int = 0) -> Live:
        """The table as a house holds it."""
        found: Live = self.run(self.houses[house].hall.live(self.id))
        return found

    # ── Coming and going ────────────────────────────────────────────────────────────────────────
    def here(self, who: int) -> Client:
        """Somebody, who connects again if need be, with what was seen before."""
        client = self.clients[who]
        if client.caller is None:
            client.house = (client.house + 1) % self.count
            live = self.live(client.house)
            seat = client.seat if client.seat in live.table.seats_of(client.guest) else None
            client.caller = Caller(self.houses[client.house], live, client.guest, None)
            live.listeners.discard(client.caller.ear)  # type: ignore[arg-type]
            self.say(client, {"type": "look", "seat": seat, "since": client.number})
        return client

    @rule(who=people)
    def come(self, who: int) -> None:
        self.here(who)

    @rule(who=people)
    def go(self, who: int) -> None:
        """The connection is lost."""
        client = self.clients[who]
        if client.caller is not None:
            client.hear()
            self.run(client.caller.visit.leave())
            client.caller = None

    @rule(house=houses)
    def restart(self, house: int) -> None:
        """A house forgets everything, and reads it again from the store."""
        house %= self.count
        for who, client in enumerate(self.clients):
            if client.house == house:
                self.go(who)
        self.run(self.forget(self.houses[house].hall, self.live(house)))
        self.live(house)

    async def forget(self, hall: Hall, live: Live) -> None:
        with patch.object(hall, "_closing", True):  # nothing new happens by itself
            if live.duty:
                live.duty.cancel()
            async with live.lock:  # what is under way, or waits its turn, is finished
                del hall.lives[self.id]

    # ── Messages ────────────────────────────────────────────────────────────────────────────────
    def say(self, client: Client, message: dict[str, Any]) -> None:
        """Send a message, and remember what was acknowledged."""
        assert client.caller is not None
        if message["type"] != "look":
            client.sent.append(message)
        self.run(client.caller.visit.handle(json.dumps({"id": 1, **message})))
        [answer] = client.hear()
        if answer["type"] == "done" and answer["number"] is not None:
            before = self.accepted.setdefault(answer["number"], message)
            assert before == message, "two messages were given one number"

    @rule(choices=st.lists(anything, min_size=1, max_size=6))
    def play(self, choices: list[int]) -> None:
        """Whoever is to move goes on."""
        for choice in choices:
            if (seat := self.live().table.to_move) is not None:
                self.act(seat, choice)

    @rule(who=people, choice=anything)
    def act(self, who: int, choice: int) -> None:
        """Take a legal action, if one has any."""
        client = self.here(who)
        match = client.last["match"]
        if match["moves"]:
            action = match["moves"][choice % len(match["moves"])]["action"]
            self.say(client, {"type": "act", "after": match["position"], "action": action})

    @rule(who=people, choice=anything)
    def repeat(self, who: int, choice: int) -> None:
        """Send something again that was sent some time before."""
        client = self.here(who)
        if client.sent:
            message = client.sent[choice % len(client.sent)]
            if message["type"] == "act":
                self.say(client, message)

    @rule(who=people, other=people, change=st.integers(-2, 2))
    def lie(self, who: int, other: int, change: int) -> None:
        """Send what somebody else sent, with another number."""
        client, sent = self.here(who), self.clients[other].sent
        if sent:
            message = dict(sent[-1])
            if "after" in message:
                message["after"] += change
            self.run(client.caller.visit.handle(json.dumps({"id": 2, **message})))
            client.hear()

    @rule(who=people)
    def take_back(self, who: int) -> None:
        client = self.here(who)
        self.say(client, {"type": "take_back", "after": client.last["match"]["position"]})

    @rule(who=people, yes=st.booleans())
    def vote(self, who: int, yes: bool) -> None:
        self.say(self.here(who), {"type": "vote", "yes": yes})

    @rule(who=people, text=st.sampled_from(["hello", "hm", ""]))
    def talk(self, who: int, text: str) -> None:
        client = self.here(who)
        if client.guest:
            self.say(client, {"type": "say", "text": text + str(len(client.sent)) if text else ""})

    @rule(seat=st.integers(0, SEATS - 1), back=st.booleans())
    def stand_in(self, seat: int, back: bool) -> None:
        """Let a bot play, or take the seat back."""
        hall, guest = self.houses[seat % self.count].hall, NAMES[seat].lower()
        plan = (
            (lambda t: conduct.come_back(t, hall.clock(), guest, seat))
            if back
            else (lambda t: conduct.replace(t, hall.clock(), guest, seat, "random", NOBODY))
        )
        self.run(_perhaps(hall.do(self.live(seat % self.count), plan)))

    # ── Time ────────────────────────────────────────────────────────────────────────────────────
    @rule(seconds=st.integers(1, 14))
    def think(self, seconds: float) -> None:
        """Time goes by while the server is there."""
        hall = self.houses[0].hall
        if hall._beaten < self.now:
            self.run(hall.beat())
        self.ledger.awake.append((self.now, self.now + seconds))
        self.now += seconds
        self.run(hall.beat())

    @rule(seconds=st.integers(16, 1000))
    def sleep(self, seconds: float) -> None:
        """Time goes by while it is not."""
        self.now += seconds

    @rule(back=st.booleans())
    def run_out(self, back: bool) -> None:
        """Somebody thinks until time is out, and perhaps takes the seat back from the bot at once."""
        hall, live = self.houses[0].hall, self.live()
        self.run(hall.beat())
        self.run(hall.make_good(live))
        self.run(self.all_know())
        table = live.table
        seat, position = table.to_move, table.position
        if seat is None or (end := deadline(table)) is None:
            return
        while self.now < end:
            self.think(min(14.0, end - self.now))
        self.run(_perhaps(hall.do(live, lambda t: _late(t, hall.clock(), seat, position))))
        if back:
            self.stand_in(seat, back)

    @rule()
    def wait(self) -> None:
        """Let bots play a little."""
        self.run(asyncio.sleep(0.01))

    # ── What always holds ───────────────────────────────────────────────────────────────────────
    @invariant()
    def all_is_as_the_log_says(self) -> None:
        if hasattr(self, "id"):
            self.run(self.check())

    async def check(self) -> None:
        lives = await self.all_know()
        async with AsyncExitStack() as still:
            for live in lives:
                await still.enter_async_context(live.lock)
            rows = await self.houses[0].store.entries(self.id)
            if any(live.table.number < len(rows) - 1 for live in lives):
                return  # a bot was faster; the next step looks again
            self.compare(rows, lives)

    async def all_know(self) -> list[Live]:
        """The table at each house, when all have heard of all that happened."""
        lives = [await house.hall.live(self.id) for house in self.houses]
        async with asyncio.timeout(PATIENCE):
            while len({live.table.number for live in lives}) > 1:
                await asyncio.sleep(0.001)
        return lives

    def compare(self, rows: list[tuple[int, AnyEntry]], lives: list[Live]) -> None:
        """Hold what every house and everybody connected knows against the log."""
        assert [number for number, _ in rows] == list(range(len(rows)))
        (_, opened), *others = rows
        assert isinstance(opened, Opened)
        table = Table(self.id, opened)
        if opened.clock != Clock():  # without a clock nothing is given back
            self.ledger.check(Table(self.id, opened), others)
        told = [(number, entry, table.apply(entry)) for number, entry in others]
        assert all(number in range(len(rows)) for number in self.accepted)
        for live in lives:
            assert told[-1][0] == live.table.number
            self.same(table, live.table)
        for client in self.clients:
            if client.caller is not None:
                client.hear()
                self.knows(client, table, told, lives[client.house].revealed)

    def same(self, table: Table, live: Table) -> None:
        """The table folded from the store is the live one."""
        assert (table.seats, table.position, table.proposal) == (live.seats, live.position, live.proposal)
        assert (table.spent, table.drawn, table.began) == (live.spent, live.drawn, live.began)
        assert table.match is not None
        assert live.match is not None
        assert table.match.actions == live.match.actions
        assert table.match.state_bytes() == live.match.state_bytes()

    def knows(self, client: Client, table: Table, told: Any, seed: str | None) -> None:
        """Whoever is connected knows exactly what the log tells them."""
        telling = Telling(table, told, -1, seed)
        whole = json.loads(to_bytes(telling.news(client.seat, client.guest, "en")))
        assert client.number == whole["number"]
        assert {**client.last, "since": -1, "lines": whole["lines"]} == whole
        assert client.lines == whole["lines"]

    def teardown(self) -> None:
        self.run(self.stack.aclose())
        self.run(asyncio.sleep(0))
        self.loop.close()


async def _perhaps(work: Coroutine[Any, Any, Any]) -> None:
    with suppress(Refused):
        await work


def play(examples: int, database: Callable[[], AbstractContextManager[str]], houses: int = 1) -> None:
    """So many evenings, each with an empty database."""
    calm = settings(
        max_examples=examples,
        stateful_step_count=40,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(lambda: Evening(database, houses), settings=calm)  # type: ignore[no-untyped-call]


@contextmanager
def a_file() -> Iterator[str]:
    """A database of SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/tables.db"


def test_evenings_with_sqlite():
    play(60, a_file)


@pytest.mark.parametrize(("examples", "houses"), [(20, 1), (30, 2)])
def test_evenings_with_postgresql(examples, houses, postgres_server):
    play(examples, postgres_server.database, houses)
