"""Scripted people at real tables: they play, talk and take back, come back when the server was killed, and
remember every number they were given and every line they were told.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from archipel.client import Guest
from archipel.server import wire

GAMES = {"costa-ruana": (2, 3), "tresor": (3, 4), "arabana-opodopo": (3, 4)}
BOTS = ("random", "random", "greedy", "level:1")
LARGEST = 1 << 24
HARMLESS = {"stale", "not_your_turn", "wrong_time", "no_proposal", "no_vote", "nothing_to_take_back", "busy"}
LOST = (WebSocketException, OSError, EOFError, TimeoutError)


@dataclass
class Evening:
    """All that people saw, at all tables, while a server was tormented."""

    servers: list[str]
    until: float
    resting: bool = False  # whether nobody begins or does anything more, and all only look
    tables: list[Sitting] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    acknowledged: int = 0
    returns: int = 0  # how often somebody had to connect again

    @property
    def finished(self) -> int:
        """Matches that were played to the end."""
        return sum(all(one.over for one in table.people) for table in self.tables)


@dataclass(eq=False)
class Sitting:
    """One match: its table, and those who are there."""

    id: str
    game: str
    people: list[Person] = field(default_factory=list)


class Person:
    """Somebody at a seat, or watching."""

    def __init__(self, evening: Evening, table: str, guest: Guest, seat: int | None) -> None:
        self.evening, self.table, self.guest, self.seat = evening, table, guest, seat
        self.number = -1  # of the last entry seen
        self.lines: dict[int, list[wire.Line]] = {}
        self.last: wire.News | None = None
        self.acknowledged: dict[int, Any] = {}  # number → the message that was carried out
        self.over = False
        self._asked: Any = None  # a message without an answer yet
        self._messages = 0

    async def play(self) -> None:
        """Be there until the match is over or the evening ends; whatever happens to the server."""
        while not self.over and _now() < self.evening.until:
            address = random.choice(self.evening.servers).replace("http", "ws", 1)
            try:
                async with connect(f"{address}/api/tables/{self.table}/live", max_size=LARGEST) as socket:
                    await self._look(socket)
            except LOST:
                self.evening.returns += 1
                await asyncio.sleep(random.uniform(0.1, 0.6))

    async def _look(self, socket: ClientConnection) -> None:
        await self._send(socket, wire.Hello(token=self.guest.token, seat=self.seat, since=self.number))
        if self._asked is not None:
            await self._send(socket, self._asked)  # was it carried out? to ask again is harmless
        while not self.over and (rest := self.evening.until - _now()) > 0:
            heard = wire.heard(await asyncio.wait_for(socket.recv(), rest))
            match heard:
                case wire.News():
                    self._see(heard)
                case wire.Done() | wire.Refusal():
                    self._answered(heard)
            if self._asked is None and (wish := self._wish()) is not None:
                self._asked = wish
                await self._send(socket, wish)

    async def _send(self, socket: ClientConnection, message: Any) -> None:
        await socket.send(wire.to_bytes(message).decode())

    # ── Seeing ──────────────────────────────────────────────────────────────────────────────────
    def _see(self, news: wire.News) -> None:
        if news.since > self.number:
            self._complain(f"a gap: told what came after {news.since}, but knew only {self.number}")
        told: dict[int, list[wire.Line]] = {}
        for line in news.lines:
            told.setdefault(line.number, []).append(line)
        for number, lines in told.items():
            if self.lines.setdefault(number, lines) != lines:
                self._complain(f"entry {number} was told in two ways")
        if news.number >= self.number:
            self.number, self.last = news.number, news
        self.over = bool(news.match and news.match.outcome) and self._asked is None

    def _answered(self, answer: wire.Done | wire.Refusal) -> None:
        if self._asked is None or answer.id != self._asked.id:
            return
        asked, self._asked = self._asked, None
        if isinstance(answer, wire.Done):
            assert answer.number is not None
            self.acknowledged[answer.number] = asked
            self.evening.acknowledged += 1
        elif answer.code not in HARMLESS:
            self._complain(f"{asked} was refused: {answer.code}, {answer.text}")
        self.over = bool(self.last and self.last.match and self.last.match.outcome)

    def _complain(self, problem: str) -> None:
        self.evening.problems.append(f"table {self.table}, seat {self.seat}: {problem}")

    # ── Doing ───────────────────────────────────────────────────────────────────────────────────
    def _wish(self) -> Any:
        now = self.last.match if self.last else None
        if now is None or now.outcome or self.seat is None or self.evening.resting:
            return None
        self._messages += 1
        whim = random.random()
        if now.proposal and self.seat in now.proposal.open:
            return wire.Vote(self._messages, yes=whim < 0.7)
        if now.moves and whim < 0.01:
            return wire.TakeBack(self._messages, after=now.position)
        if now.moves and whim < 0.03:
            return wire.Say(self._messages, text=f"hm {self._messages}")
        if now.moves:
            action = random.choice(now.moves).action
            return wire.Act(self._messages, after=now.position, action=action)
        return None


# ── Tables ──────────────────────────────────────────────────────────────────────────────────────
async def keep_playing(evening: Evening, guests: list[Guest], game: str, all_bots: bool) -> None:
    """Play one match after the other until the evening ends."""
    while _now() < evening.until and not evening.resting:
        try:
            sitting = await asyncio.to_thread(sit_down, evening, guests, game, all_bots)
        except LOST:  # the server is away just now
            await asyncio.sleep(random.uniform(0.2, 0.8))
            continue
        evening.tables.append(sitting)
        await asyncio.gather(*(person.play() for person in sitting.people))


def sit_down(evening: Evening, guests: list[Guest], game: str, all_bots: bool) -> Sitting:
    """Open a table for some guests; bots take the other seats. Where only bots play, one guest watches."""
    seats = random.choice(GAMES[game])
    players = [] if all_bots else guests[: random.randint(1, min(seats, len(guests)))]
    bots = [random.choice(BOTS) for _ in range(seats - len(players))]
    for guest in guests:
        guest.server = random.choice(evening.servers)
    id = guests[0].open_table(game, seats, bots, sit=bool(players), public=True)
    for seat, guest in enumerate(players[1:], 1):
        guest.sit(id, seat, entropy=f"{guest.name} stirs")
    guests[0].start(id)
    people = [Person(evening, id, guest, seat) for seat, guest in enumerate(players)]
    return Sitting(id, game, people or [Person(evening, id, guests[0], None)])


def _now() -> float:
    return asyncio.get_running_loop().time()
