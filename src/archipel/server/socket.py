"""The websocket of a table: one connection looks from one seat, or watches."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from urllib.parse import urlsplit

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from archipel.bots.reasons import reasons, say_thought
from archipel.core.words import N_, Tongue
from archipel.server import conduct, duties, wire
from archipel.server.hall import Live, known_language
from archipel.server.house import House
from archipel.server.metrics import METRICS
from archipel.server.refusal import NOTHING_STORED, Refused
from archipel.server.settings import LONGEST_MESSAGE
from archipel.server.store import StoreError
from archipel.server.thinkers import advice_budget

HELLO_WITHIN = 15.0  # seconds
MOST_WAITING = 256  # frames that a slow connection may lag behind
NOT_WELCOME, TOO_SLOW, AGAIN_LATER = 4403, 4408, 1012


class Connection:
    """Somebody who looks at a table, as the hall sees them."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.guest, self.name, self.lang = "", "", "en"
        self.seat: int | None = None
        self._frames: deque[bytes] = deque()
        self._news = asyncio.Event()
        self.too_slow = False

    def push(self, frame: bytes) -> None:
        """Send this when the connection can take it; who lags too far behind is let go, and may come back."""
        if len(self._frames) >= MOST_WAITING:
            self.too_slow = True
            self._frames.clear()
        self._frames.append(frame)
        self._news.set()

    def answer(self, message: msgspec.Struct) -> None:
        """Send a message to this connection alone."""
        self.push(wire.to_bytes(message))

    async def send_all(self) -> None:
        """Send what is pushed, until the connection ends."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._frames and not self.too_slow:
                await self.socket.send_text(self._frames.popleft().decode())
            if self.too_slow:
                METRICS.dropped.inc()
                await self.socket.close(TOO_SLOW)
                return


async def live(socket: WebSocket) -> None:
    """Serve one connection to a table."""
    house: House = socket.app.state.house
    if not welcome(socket, house):
        await socket.close(NOT_WELCOME)
        return
    await socket.accept()
    one = Connection(socket)
    sender = asyncio.create_task(one.send_all())
    METRICS.sockets.inc()
    try:
        await Visit(house, one, socket.path_params["id"]).serve()
    except (WebSocketDisconnect, TimeoutError):
        pass
    finally:
        METRICS.sockets.dec()
        sender.cancel()
        with suppress(BaseException):
            await sender
        if socket.client_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError):
                await socket.close(AGAIN_LATER)


def welcome(socket: WebSocket, house: House) -> bool:
    """Whether the page that connects is ours, or the client is no browser."""
    origin = socket.headers.get("origin")
    if origin is None or origin in house.settings.origins:
        return True
    return urlsplit(origin).netloc == socket.headers.get("host")


class Visit:
    """One connection to one table, from hello to good-bye."""

    def __init__(self, house: House, one: Connection, table: str) -> None:
        self.house, self.hall, self.one, self.id = house, house.hall, one, table
        self.live: Live | None = None

    async def serve(self) -> None:
        """Answer messages until the connection ends."""
        try:
            first = await asyncio.wait_for(self.one.socket.receive_text(), HELLO_WITHIN)
            if not await self.handle(first):
                return
            while True:
                await self.handle(await self.one.socket.receive_text())
        except KeyError:  # bytes where text should be
            self.one.answer(wire.Refusal(0, "bad_message", "Messages are JSON texts."))
        finally:
            await self.leave()

    async def leave(self) -> None:
        """Say good-bye."""
        live = self.live
        if live is None:
            return
        live.listeners.discard(self.one)
        if self.one.guest and self.one.guest not in live.here():
            with suppress(StoreError):
                await self.house.store.absent(self.id, self.one.guest)
        await self.tell_present(live)

    # ── Messages ────────────────────────────────────────────────────────────────────────────────
    async def handle(self, text: str) -> bool:
        """Carry out a message and answer it; whether it was."""
        message: wire.AnyMessage | None = None
        tongue = Tongue(self.one.lang)
        try:
            message = self.read(text)
            self.house.messages.check(self.one.guest or f"watcher {id(self.one)}")
            self.one.answer(await self.carry_out(message))
            return True
        except Refused as refusal:
            number = message.id if message else 0
            METRICS.refused.labels(refusal.code).inc()
            self.one.answer(wire.Refusal(number, refusal.code, refusal.say(tongue), refusal.rule))
        except StoreError:
            sentence = tongue.text(NOTHING_STORED)
            self.one.answer(wire.Refusal(message.id if message else 0, "no_store", sentence))
        return False

    def read(self, text: str) -> wire.AnyMessage:
        """A message, if it is one."""
        if len(text) > LONGEST_MESSAGE:
            raise Refused("too_long", N_("The message is too long."))
        try:
            return wire.read(text)
        except msgspec.MsgspecError as error:
            raise Refused("bad_message", "{problem}", problem=str(error)) from error
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
        lang = known_language(message.lang)
        if message.token:
            guest = await self.house.store.guest(self.house.tokens.guest(message.token))
            if guest is None:
                raise Refused("no_guest", N_("Your token is not valid; ask for a new one."))
            self.one.guest, self.one.name = guest.id, guest.name
        live = await self.hall.live(self.id)
        self.one.seat, self.one.lang = self.allowed(live, message.seat), lang
        self.live = live
        if self.one.guest:
            await self.house.store.present([(self.id, self.one.guest)], self.hall.clock())
        await self.hall.join(live, self.one, message.since)
        await self.tell_present(live)
        return wire.Done(message.id)

    async def look(self, live: Live, message: wire.Look) -> wire.Done:
        """Look from elsewhere, or in another language."""
        seat, lang = self.allowed(live, message.seat), known_language(message.lang)
        live.listeners.discard(self.one)
        self.one.seat, self.one.lang = seat, lang
        await self.hall.join(live, self.one, message.since)
        return wire.Done(message.id)

    def allowed(self, live: Live, seat: int | None) -> int | None:
        """The seat to look from, if it is the guest's."""
        if seat is not None and seat not in live.table.seats_of(self.one.guest):
            raise Refused("not_yours", N_("That seat is not yours."))
        return seat

    async def tell_present(self, live: Live) -> None:
        """Tell everybody who is there."""
        with suppress(StoreError):
            there = await self.hall.present(live)
            seats = tuple(n for n, seat in enumerate(live.table.seats) if seat.guest in there)
            watchers = sum(not live.table.seats_of(one.guest) for one in live.listeners)
            frame = wire.to_bytes(wire.Present(seats, watchers))
            for one in live.listeners:
                one.push(frame)

    # ── Playing ─────────────────────────────────────────────────────────────────────────────────
    def own_seat(self, live: Live) -> int:
        """The seat that this connection looks from, if it is still the guest's."""
        seat = self.one.seat
        if seat is None or seat not in live.table.seats_of(self.one.guest):
            raise Refused("watching", N_("You are watching; look from your seat to play."))
        return seat

    async def act(self, live: Live, message: wire.Act, seat: int) -> wire.Done:
        """Take an action; one that was taken already is not taken twice."""
        if message.after < live.table.position:
            before = self.hall.repeated(live, seat, message.action, message.after)
            if before is not None:
                return wire.Done(message.id, before)
        if live.table.seats[seat].bot:
            raise Refused("a_bot", N_("A bot plays for you; take your seat back first."))
        tongue = live.table.tongue(self.one.lang)
        number = await self.hall.do(
            live,
            lambda now: conduct.act(
                now, self.hall.clock(), seat, message.action, message.after, live.draws, tongue
            ),
        )
        return wire.Done(message.id, number)

    async def say(self, live: Live, message: wire.Say) -> wire.Done:
        """Talk at the table."""
        if not self.one.guest:
            raise Refused("no_guest", N_("Only guests with a name can talk."))
        self.house.talk.check(self.one.guest)
        entry = conduct.say(self.hall.clock(), self.one.guest, self.one.name, message.text)
        return wire.Done(message.id, await self.hall.do(live, lambda _: entry))

    async def habit(self, live: Live, message: wire.Habit, seat: int) -> wire.Done:
        """Choose what is answered for oneself."""
        if message.auto not in duties.HABITS:
            sentence = N_("There are these habits: {habits}.")
            raise Refused("no_habit", sentence, habits=", ".join(duties.HABITS))
        await self.house.store.set_habit(self.id, seat, message.auto)
        self.hall.set_habit(live, seat, message.auto)
        return wire.Done(message.id)

    # ── Asking ──────────────────────────────────────────────────────────────────────────────────
    def preview(self, live: Live, message: wire.Preview) -> wire.Foreseen:
        """What a legal action would lead to, in words."""
        table, seat = live.table, self.own_seat(live)
        action, match = conduct.its_move(table, seat, message.action), conduct.playing(table)
        tongue = table.tongue(self.one.lang)
        if action not in match.moves:
            paragraph, sentence = match.objection(action, tongue)
            raise Refused("illegal", "{problem}", paragraph, problem=sentence)
        said = [table.game.words.say(event, tongue) for event in match.preview(action)]
        return wire.Foreseen(message.id, tuple(said))

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
        if any(one.person and one.guest != self.one.guest for one in table.seats):
            raise Refused("no_hints", N_("Hints are given only to those who play among bots."))
        if match.to_move != seat:
            raise Refused("not_your_turn", N_("It is not your turn."))
        self.house.openings.check(self.one.guest)
        view, moves, game = match.view(seat), match.moves, table.game
        found = await self.hall.thinkers.run(
            lambda: reasons(game, view, seat, moves, tongue, budget=advice_budget())
        )
        best = tuple(say_thought(game, view, one, found.simulations, tongue) for one in found.best)
        spelled = tuple(match.spell(one.action) for one in found.best)
        return wire.Advice(message.id, spelled, best, found.beliefs)
