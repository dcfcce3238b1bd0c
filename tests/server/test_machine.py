"""Clients that join, leave, come back, repeat, reorder and lie, in any order: the log stays the truth."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.server.visits import NAMES, NOBODY, Caller, a_house, a_table

from archipel.server import conduct
from archipel.server.clocks import deadline
from archipel.server.duties import _late
from archipel.server.entries import Acted, AnyEntry, Clock, Opened, Replaced, Returned, Started, TookBack
from archipel.server.house import House
from archipel.server.live import Live
from archipel.server.refusal import Refused
from archipel.server.table import Table
from archipel.server.telling import Telling
from archipel.server.wire import to_bytes

SEATS = 3
CLOCKS = [Clock(), Clock(match=60.0, grace=0.0), Clock(move=20.0, match=60.0, grace=0.0)]
people = st.integers(0, 3)  # at a seat, or watching
anything = st.integers(0, 10**6)


class Client:
    """What a client knows: the lines it was told, by the number of their entry."""

    def __init__(self, seat: int | None) -> None:
        self.seat, self.guest = seat, "" if seat is None else NAMES[seat].lower()
        self.caller: Caller | None = None
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
    """One table of three people and a watcher."""

    def __init__(self) -> None:
        super().__init__()
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
        self.folder = tempfile.TemporaryDirectory()
        self.stack.enter_context(patch("archipel.server.hall.new_seed", lambda: bytes(32)))
        house = a_house(Path(self.folder.name))
        self.house: House = self.run(self.stack.enter_async_context(house))
        self.house.hall.clock = lambda: self.now
        self.run(self.house.hall.beat())
        self.live: Live = self.run(
            a_table(self.house.hall, game, SEATS, bots=("random",) * bots, clock=clock)
        )

    # ── Coming and going ────────────────────────────────────────────────────────────────────────
    def here(self, who: int) -> Client:
        """Somebody, who connects again if need be, with what was seen before."""
        client = self.clients[who]
        if client.caller is None:
            seat = client.seat if client.seat in self.live.table.seats_of(client.guest) else None
            client.caller = Caller(self.house, self.live, client.guest, None)
            self.live.listeners.discard(client.caller.ear)  # type: ignore[arg-type]
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

    @rule()
    def restart(self) -> None:
        """The server forgets everything, and reads it again from the store."""
        for who in range(len(self.clients)):
            self.go(who)
        self.run(self.forget())
        self.live = self.run(self.house.hall.live(self.live.table.id))

    async def forget(self) -> None:
        hall = self.house.hall
        with patch.object(hall, "_closing", True):  # nothing new happens by itself
            if self.live.duty:
                self.live.duty.cancel()
            async with self.live.lock:  # what is under way, or waits its turn, is finished
                del hall.lives[self.live.table.id]

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
            if self.live.table.to_move is not None:
                self.act(self.live.table.to_move, choice)

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
        hall, guest = self.house.hall, NAMES[seat].lower()
        plan = (
            (lambda t: conduct.come_back(t, hall.clock(), guest, seat))
            if back
            else (lambda t: conduct.replace(t, hall.clock(), guest, seat, "random", NOBODY))
        )
        self.run(_perhaps(hall.do(self.live, plan)))

    # ── Time ────────────────────────────────────────────────────────────────────────────────────
    @rule(seconds=st.integers(1, 14))
    def think(self, seconds: float) -> None:
        """Time goes by while the server is there."""
        if self.house.hall._beaten < self.now:
            self.run(self.house.hall.beat())
        self.ledger.awake.append((self.now, self.now + seconds))
        self.now += seconds
        self.run(self.house.hall.beat())

    @rule(seconds=st.integers(16, 1000))
    def sleep(self, seconds: float) -> None:
        """Time goes by while it is not."""
        self.now += seconds

    @rule(back=st.booleans())
    def run_out(self, back: bool) -> None:
        """Somebody thinks until time is out, and perhaps takes the seat back from the bot at once."""
        self.run(self.house.hall.beat())
        self.run(self.house.hall.make_good(self.live))
        table, hall = self.live.table, self.house.hall
        seat, position = table.to_move, table.position
        if seat is None or (end := deadline(table)) is None:
            return
        while self.now < end:
            self.think(min(14.0, end - self.now))
        self.run(_perhaps(hall.do(self.live, lambda t: _late(t, hall.clock(), seat, position))))
        if back:
            self.stand_in(seat, back)

    @rule()
    def wait(self) -> None:
        """Let bots play a little."""
        self.run(asyncio.sleep(0.01))

    # ── What always holds ───────────────────────────────────────────────────────────────────────
    @invariant()
    def all_is_as_the_log_says(self) -> None:
        if not hasattr(self, "live"):
            return
        self.run(self.check())

    async def check(self) -> None:
        async with self.live.lock:
            rows = await self.house.store.entries(self.live.table.id)
            assert [number for number, _ in rows] == list(range(len(rows)))
            (_, opened), *others = rows
            assert isinstance(opened, Opened)
            table = Table(self.live.table.id, opened)
            if opened.clock != Clock():  # without a clock nothing is given back
                self.ledger.check(Table(self.live.table.id, opened), others)
            told = [(number, entry, table.apply(entry)) for number, entry in others]
            assert told[-1][0] == self.live.table.number
            assert all(number in range(len(rows)) for number in self.accepted)
            self.same(table, self.live.table)
            for client in self.clients:
                if client.caller is not None:
                    client.hear()
                    self.knows(client, table, told)

    def same(self, table: Table, live: Table) -> None:
        """The table folded from the store is the live one."""
        assert (table.seats, table.position, table.proposal) == (live.seats, live.position, live.proposal)
        assert (table.spent, table.drawn, table.began) == (live.spent, live.drawn, live.began)
        assert table.match is not None
        assert live.match is not None
        assert table.match.actions == live.match.actions
        assert table.match.state_bytes() == live.match.state_bytes()

    def knows(self, client: Client, table: Table, told: Any) -> None:
        """Whoever is connected knows exactly what the log tells them."""
        telling = Telling(table, told, -1, self.live.revealed)
        whole = json.loads(to_bytes(telling.news(client.seat, client.guest, "en")))
        assert client.number == whole["number"]
        assert {**client.last, "since": -1, "lines": whole["lines"]} == whole
        assert client.lines == whole["lines"]

    def teardown(self) -> None:
        if hasattr(self, "live"):
            self.run(self.stack.aclose())
            self.folder.cleanup()
        self.run(asyncio.sleep(0))
        self.loop.close()


async def _perhaps(work: Coroutine[Any, Any, Any]) -> None:
    with suppress(Refused):
        await work


Evening.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
TestEvening = Evening.TestCase
