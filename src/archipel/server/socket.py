"""The websocket of a table: one connection looks from one seat, or watches."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from archipel.bots.reasons import say_thought
from archipel.core.words import N_, Tongue
from archipel.server import conduct, duties, presence, wire
from archipel.server.entries import Acted
from archipel.server.guards import address_of
from archipel.server.hall import known_language
from archipel.server.house import House
from archipel.server.limits import Crowd
from archipel.server.live import Live
from archipel.server.metrics import METRICS
from archipel.server.refusal import NOTHING_STORED, Refused
from archipel.server.settings import LONGEST_MESSAGE
from archipel.server.store import StoreError
from archipel.server.table import Table

HELLO_WITHIN = 15.0  # seconds
MOST_WAITING = 256  # frames that a slow connection may lag behind
MOST_BYTES = 4 * 1024 * 1024  # of such frames; a single one may be longer
A_MESSAGE, MOST_COST = 100, 100  # entries that are told anew for the price of a message; at most so many
FAREWELL = 2.0  # seconds to send what is left, and to close
NOT_WELCOME, TOO_SLOW, AGAIN_LATER = 4403, 4408, 1012


class Connection:
    """Somebody who looks at a table, as the hall sees them."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.guest, self.name, self.lang = "", "", "en"
        self.seat: int | None = None
        self._frames: deque[bytes] = deque()
        self._bytes = 0  # of all these frames
        self._news = asyncio.Event()
        self._sender = asyncio.create_task(self._send_all())
        self.code = AGAIN_LATER  # what is said when the connection is closed

    def push(self, frame: bytes) -> None:
        """Send this when the connection can take it; who lags too far behind is let go, and may come back."""
        if self._lags(frame) and self.code != TOO_SLOW:
            METRICS.dropped.inc()
            self.code = TOO_SLOW
            self._sender.cancel()
        if self.code != TOO_SLOW:
            self._frames.append(frame)
            self._bytes += len(frame)
            self._news.set()

    def _lags(self, frame: bytes) -> bool:
        """Whether another frame is too much to wait."""
        too_long = bool(self._frames) and self._bytes + len(frame) > MOST_BYTES
        return too_long or len(self._frames) >= MOST_WAITING

    def answer(self, message: msgspec.Struct) -> None:
        """Send a message to this connection alone."""
        self.push(wire.to_bytes(message))

    async def _send_all(self) -> None:
        """Send what is pushed, until the connection ends."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._frames:
                await self.socket.send_text(self._frames[0].decode())
                self._bytes -= len(self._frames.popleft())

    async def during(self, visit: Coroutine[Any, Any, None]) -> None:
        """Keep the connection for a visit, as long as it keeps up."""
        guest = asyncio.create_task(visit)
        try:
            await asyncio.wait({guest, self._sender}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            guest.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.wait({guest})  # it says good-bye
            await self._close()
        if not guest.cancelled():
            guest.result()

    async def _close(self) -> None:
        with suppress(Exception):  # the other end may be gone, or deaf
            async with asyncio.timeout(FAREWELL):
                while self._frames and not self._sender.done():
                    await asyncio.sleep(0.01)
                if self.socket.client_state is WebSocketState.CONNECTED:
                    await self.socket.close(self.code)
        self._sender.cancel()
        await asyncio.gather(self._sender, return_exceptions=True)


async def live(socket: WebSocket) -> None:
    """Serve one connection to a table."""
    house: House = socket.app.state.house
    if not welcome(socket, house):
        await socket.close(NOT_WELCOME)
        return
    await socket.accept()
    one = Connection(socket)
    with METRICS.sockets.track_inprogress():
        visit = Visit(house, one, socket.path_params["id"], address_of(socket))
        await one.during(visit.serve())


def welcome(socket: WebSocket, house: House) -> bool:
    """Whether the page that connects is ours, or the client is no browser."""
    origin = socket.headers.get("origin")
    if origin is None or origin in house.settings.origins:
        return True
    with suppress(ValueError):
        return urlsplit(origin).netloc == socket.headers.get("host")
    return False


class Visit:
    """One connection to one table, from hello to good-bye."""

    def __init__(self, house: House, one: Connection, table: str, address: str = "") -> None:
        self.house, self.hall, self.one, self.id = house, house.hall, one, table
        self.live: Live | None = None
        self.address = address
        self.counted: tuple[Crowd, str] | None = None

    async def serve(self) -> None:
        """Answer messages until the connection ends."""
        try:
            if not await self.arrive():
                self.one.code = NOT_WELCOME
                return
            while True:
                await self.handle(await self.receive())
        except TimeoutError:
            self.one.code = NOT_WELCOME
        except WebSocketDisconnect:
            pass
        finally:
            await self.leave()

    async def arrive(self) -> bool:
        """Answer the first message, if there is room; whether somebody is let in."""
        try:
            self.be_counted(self.house.arrivals, self.address)
        except Refused as refusal:
            self.refuse(None, refusal)
            return False
        async with asyncio.timeout(HELLO_WITHIN):
            first = await self.receive()
        return await self.handle(first)

    def be_counted(self, crowd: Crowd, whence: str) -> None:
        """Be one of a crowd from now on, and of no other."""
        crowd.enter(whence)
        self.be_counted_no_more()
        self.counted = crowd, whence

    def be_counted_no_more(self) -> None:
        """Make room for another."""
        if self.counted:
            crowd, whence = self.counted
            crowd.leave(whence)
            self.counted = None

    async def receive(self) -> str | None:
        """The next message; None if it is no text."""
        message = await self.one.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text: str | None = message.get("text")
        return text

    async def leave(self) -> None:
        """Say good-bye."""
        self.be_counted_no_more()
        live = self.live
        if live is None:
            return
        live.listeners.discard(self.one)
        if all(one.guest != self.one.guest for one in live.listeners):
            with suppress(StoreError):
                await self.house.store.absent(self.id, self.one.guest)
        await self.tell_present(live)

    # ── Messages ────────────────────────────────────────────────────────────────────────────────
    async def handle(self, text: str | None) -> bool:
        """Carry out a message and answer it; whether it was."""
        message: wire.AnyMessage | None = None
        try:
            try:
                message = self.read(text)
            finally:  # what cannot be read counts too
                self.house.messages.check(self.payer(message))
            self.one.answer(await self.carry_out(message))
            return True
        except Refused as refusal:
            self.refuse(message, refusal)
        except StoreError:
            self.refuse(message, Refused("no_store", NOTHING_STORED))
        return False

    def payer(self, message: wire.AnyMessage | None) -> str:
        """Who is charged for a message: a guest, or the address of somebody who shows no token."""
        if not self.one.guest and isinstance(message, wire.Hello) and message.token:
            with suppress(Refused):
                return self.house.tokens.guest(message.token)
        return self.one.guest or self.address

    def refuse(self, message: wire.AnyMessage | None, why: Refused) -> None:
        """Say that a message was not carried out."""
        METRICS.refused.labels(why.code).inc()
        number, text = message.id if message else 0, why.say(Tongue(self.one.lang))
        self.one.answer(wire.Refusal(number, why.code, text, why.rule))

    def read(self, text: str | None) -> wire.AnyMessage:
        """A message, if it is one."""
        if text is None:
            raise Refused("bad_message", N_("Messages are JSON texts."))
        if len(text) > LONGEST_MESSAGE:
            raise Refused("too_long", N_("The message is too long."))
        try:
            return wire.read(text)
        except msgspec.MsgspecError as error:
            raise Refused("bad_message", N_("That is no message: {detail}"), detail=str(error)) from error
        except (RecursionError, UnicodeError) as error:
            raise Refused("bad_message", N_("That is no message.")) from error

    async def carry_out(self, message: wire.AnyMessage) -> msgspec.Struct:
        """Do what a message asks for; the answer to it."""
        if isinstance(message, wire.Hello):
            return await self.hello(message)
        live = self.live
        if live is None:
            raise Refused("no_hello", N_("Say hello first."))
        match message:
            case wire.Look():
                return await self.look(live, message)
            case wire.Say():
                return await self.say(live, message)
            case wire.Preview():
                return self.preview(live, message)
            case wire.Why():
                return self.why(live, message)
            case wire.Hint():
                return await self.hint(live, message)
        return await self.at_seat(live, message, self.own_seat(live))

    async def at_seat(self, live: Live, message: wire.AnyMessage, seat: int) -> msgspec.Struct:
        """What only somebody who plays can do."""
        now = self.hall.clock
        match message:
            case wire.Act():
                return await self.act(live, message, seat)
            case wire.TakeBack():
                after = message.after
                number = await self.hall.do(live, lambda t: conduct.take_back(t, now(), seat, after))
            case wire.Vote():
                yes = message.yes
                number = await self.hall.do(live, lambda t: conduct.vote(t, now(), seat, yes))
            case wire.Remark():
                self.house.talk.check(self.one.guest)
                text = message.text
                number = await self.hall.do(live, lambda t: conduct.remark(t, now(), seat, text))
            case wire.Habit():
                return await self.habit(live, message, seat)
            case _:
                raise AssertionError(message)
        return wire.Done(message.id, number)

    # ── Coming and looking ──────────────────────────────────────────────────────────────────────
    async def hello(self, message: wire.Hello) -> wire.Done:
        """Let somebody in: who they are, where they look from, what they have seen."""
        if self.live is not None:
            raise Refused("said_hello", N_("You said hello already; use look."))
        self.one.lang = known_language(message.lang)
        if message.token:
            guest = await self.house.guest(message.token)
            self.be_counted(self.house.pages, guest.id)
            self.one.guest, self.one.name = guest.id, guest.name
        else:
            self.be_counted(self.house.strangers, self.address)
        live = await self.hall.live(self.id)
        done = await self.look(live, message)
        self.live = live
        await self.house.store.present([(self.id, self.one.guest)], self.hall.clock())
        await self.tell_present(live)
        return done

    async def look(self, live: Live, message: wire.Hello | wire.Look) -> wire.Done:
        """Look from now on, or from elsewhere, or in another language."""
        lang, seat = known_language(message.lang), message.seat
        self.house.messages.check(self.payer(message), min(MOST_COST, live.behind(message.since) / A_MESSAGE))
        if seat is not None:
            await self.hall.recall(live)
        await self.hall.join(live, self.one, seat, lang, message.since)
        habit = None if seat is None else duties.habit_at(live.table, live.habits, seat)
        return wire.Done(message.id, habit=habit)

    async def tell_present(self, live: Live) -> None:
        """Tell everybody who is there, wherever they are connected."""
        await presence.tell(self.hall, live)
        with suppress(StoreError):
            await self.house.store.tell_of_people(self.id)

    # ── Playing ─────────────────────────────────────────────────────────────────────────────────
    def own_seat(self, live: Live) -> int:
        """The seat that this connection looks from, if it is still the guest's."""
        seat = self.one.seat
        if seat is None or seat not in live.table.seats_of(self.one.guest):
            raise Refused("watching", N_("You are watching; look from your seat to play."))
        return seat

    async def act(self, live: Live, message: wire.Act, seat: int) -> wire.Done:
        """Take an action; one that was taken already is not taken twice."""
        tongue = live.table.tongue(self.one.lang)

        def plan(table: Table) -> Acted:
            if table.seats[seat].bot:
                raise Refused("a_bot", N_("A bot plays for you; take your seat back first."))
            now, draws = self.hall.clock(), live.draws
            return conduct.act(table, now, seat, message.action, message.after, draws, tongue)

        try:
            return wire.Done(message.id, await self.hall.do(live, plan))
        except Refused:
            before = await self.hall.repeated(live, seat, message.action, message.after)
            if before is None:
                raise
            return wire.Done(message.id, before)

    async def say(self, live: Live, message: wire.Say) -> wire.Done:
        """Talk at the table."""
        if not self.one.guest:
            raise Refused("no_guest", N_("Only guests with a name can talk."))
        self.house.talk.check(self.one.guest)
        who, now, text = self.one, self.hall.clock, message.text
        number = await self.hall.do(
            live, lambda t: conduct.say(t, now(), who.guest, who.name, text, who.seat)
        )
        return wire.Done(message.id, number)

    async def habit(self, live: Live, message: wire.Habit, seat: int) -> wire.Done:
        """Choose what is answered for oneself."""
        if message.auto not in duties.HABITS:
            sentence = N_("There are these habits: {habits}.")
            raise Refused("no_habit", sentence, habits=", ".join(duties.HABITS))
        await self.hall.set_habit(live, seat, self.one.guest, message.auto)
        return wire.Done(message.id, habit=message.auto)

    # ── Asking ──────────────────────────────────────────────────────────────────────────────────
    def preview(self, live: Live, message: wire.Preview) -> wire.Foreseen:
        """What a legal action would lead to, in words."""
        table, seat = live.table, self.own_seat(live)
        action, match = conduct.its_move(table, seat, message.action), conduct.playing(table)
        tongue = table.tongue(self.one.lang)
        if action not in match.moves:
            paragraph, sentence = match.objection(action, tongue)
            raise Refused("illegal", "{problem}", paragraph, problem=sentence)
        events = match.preview(action)
        said = [table.game.words.say(event, tongue) for event in events]
        return wire.Foreseen(message.id, tuple(said), tuple(events))

    def why(self, live: Live, message: wire.Why) -> wire.Reason:
        """Why an action is not legal, or the paragraph that allows it."""
        table, seat = live.table, self.own_seat(live)
        action, match = conduct.its_move(table, seat, message.action), conduct.playing(table)
        tongue = table.tongue(self.one.lang)
        if action in match.moves:
            event = table.game.words.event_of(match.view(seat), action)
            return wire.Reason(message.id, True, event["rule"], table.game.words.say(event, tongue))
        return wire.Reason(message.id, False, *match.objection(action, tongue))

    async def hint(self, live: Live, message: wire.Hint) -> wire.Advice:
        """What a strong bot would do, from what this seat sees; only for those who play among bots."""
        table, seat = live.table, self.own_seat(live)
        match, tongue = conduct.playing(table), table.tongue(self.one.lang)
        if any(one.guest != self.one.guest for one in table.seats if one.guest):
            raise Refused("no_hints", N_("Hints are given only to those who play among bots."))
        if match.to_move != seat:
            raise Refused("not_your_turn", N_("It is not your turn."))
        self.house.openings.check(self.one.guest)
        view, moves, game = match.view(seat), match.moves, table.game
        found = await self.hall.thinkers.advise(game, view, seat, moves, tongue, self.one.guest)
        best = tuple(say_thought(game, view, one, found.simulations, tongue) for one in found.best)
        spelled = tuple(match.spell(one.action) for one in found.best)
        return wire.Advice(message.id, spelled, best, found.beliefs)
