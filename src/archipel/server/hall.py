"""`Hall`: the tables that are in use, the people at them, and everything that happens there by itself.

One way leads into a table's log: `Hall.do`. It asks what is to be appended, appends it in the store under
the next number, and only then lets anybody see it. If another process was faster, it reads on and asks again.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any

from archipel.core.game import Game, GameError
from archipel.core.match import Match
from archipel.core.words import LANGUAGES, N_
from archipel.games import game as find_game
from archipel.server import conduct, duties, presence, wire
from archipel.server.bus import Bus
from archipel.server.clocks import Silence, credit, owed
from archipel.server.entries import Acted, AnyEntry, Clock, Opened, Sat, SentAway, Stood, TookBack
from archipel.server.fair import commitment, new_seed
from archipel.server.live import Listener, Live
from archipel.server.logs import log
from archipel.server.metrics import METRICS
from archipel.server.refusal import Refused
from archipel.server.store import Store, StoreError, Summary
from archipel.server.store.deeds import CAME_OR_WENT
from archipel.server.table import Table, TableError, checked_seed
from archipel.server.telling import Telling, Told, retold
from archipel.server.thinkers import Thinkers

TRIES = 8  # at a number that other processes take before us
IDLE = 120.0  # seconds after which a table that nobody uses is put away
PULSE = 5.0  # seconds between two signs of life
REMEMBERED = 8 * 24 * 3600.0  # how long it is known when somebody was last there: longer than any grace
TOGETHER = 100  # signs of life that are stored at once
SWEPT = 50  # tables that are looked after at once
AWAY = 3 * PULSE  # a longer silence of all processes is made good to the clocks

NO_TABLE = N_("There is no such table; perhaps the link is not whole.")
BUSY = N_("The table is too busy; try again.")

Plan = Callable[[Table], AnyEntry]
Follow = Callable[[Live], Iterable[AnyEntry]]


class Hall:
    """All tables of this process."""

    def __init__(
        self, store: Store, bus: Bus, thinkers: Thinkers, clock: Callable[[], float] = time.time
    ) -> None:
        self.store, self.bus, self.thinkers, self.clock = store, bus, thinkers, clock
        self.secret = b""  # of the house
        self.lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._chores: set[asyncio.Task[None]] = set()
        self._closing = False
        self._beaten = 0.0  # when this process gave its last sign of life
        self._silences: tuple[Silence, ...] = ()

    # ── Opening and closing ─────────────────────────────────────────────────────────────────────
    async def open(self) -> None:
        """Begin to attend to tables, those included that were left alone when a process ended."""
        await self.beat()
        await self.bus.start(self._heard, self._missed)
        for chore in (self._be_there, self._sweep, self._put_away):
            self._soon(_ever(chore))

    async def close(self) -> None:
        """Stop; what was accepted is stored already."""
        self._closing = True
        duties_under_way = [live.duty for live in self.lives.values() if live.duty]
        for task in (*self._chores, *duties_under_way):
            task.cancel()
        await asyncio.gather(*self._chores, *duties_under_way, return_exceptions=True)
        await self.bus.close()
        self.thinkers.close()
        await self.store.forget_process(self.store.process)

    # ── Tables ──────────────────────────────────────────────────────────────────────────────────
    async def new_table(
        self,
        host: str,
        game: str,
        seats: int,
        options: dict[str, Any],
        public: bool,
        clock: Clock,
        rematch_of: str = "",
        id: str = "",
        goes_on_from: str = "",
        then: Follow = lambda _: (),
    ) -> str:
        """Open a table; the hash of the seed of its deals is in its first entry.

        What is to follow at once stands in its log before anybody can know of it.
        """
        found, settled = _settled(game, seats, options)
        id, seed = id or secrets.token_urlsafe(12), new_seed()
        rules, sealed, before = (found.name, found.version), commitment(seed), (rematch_of, goes_on_from)
        entry = Opened(self.clock(), host, *rules, seats, settled, sealed, public, clock, *before)
        live = Live(Table(id, entry), seed)
        first, following = self._summary(live.table), []
        for one in then(live):
            live.table.apply(one)
            following.append((one, self._summary(live.table)))
        if await self.store.create(seed, entry, first, *following):
            METRICS.opened.labels(found.name).inc()
            for one, _ in following:
                METRICS.entries.labels(type(one).__name__).inc()
        return id

    async def live(self, id: str) -> Live:
        """A table, read from the store if it is not in use yet."""
        if live := self.lives.get(id):
            live.used = time.monotonic()
            if not live.attended:
                self._attend(live)  # a duty that failed is tried again when somebody comes
            return live
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> Live:
        live = await self._read(check_id(id))
        async with live.lock:
            self.lives[id] = live  # from now on news of it is heard; what came before that is read
            try:
                await self._read_on(live)
            except StoreError:
                self._refresh(live)
                raise
        await self.make_good(live)
        self._attend(live)
        return live

    async def _read(self, id: str) -> Live:
        """A table as the store has it."""
        rows = await self.store.entries(id)
        seed = await self.store.seed(id)
        if not rows or seed is None:
            raise Refused("no_table", NO_TABLE)
        (_, opened), *others = rows
        assert isinstance(opened, Opened)
        try:
            table = Table(id, opened)
            live = Live(table, checked_seed(table, seed))
            for number, entry in others:
                live.recent.append((number, entry, table.apply(entry)))
        except TableError as error:
            raise Refused("old_rules", "{problem}", problem=error) from error
        live.habits, live.seen = await self.store.habits(id), set(await self.store.last_seen(id))
        return live

    async def make_good(self, live: Live) -> None:
        """Give back the time during which there was no server."""
        if owed(live.table, self._silences):
            async with live.lock:
                await self._give_back(live)

    # ── The one way into the log ────────────────────────────────────────────────────────────────
    async def do(self, live: Live, plan: Plan) -> int:
        """Append what is planned, then tell everybody; returns its number. `Refused` changes nothing.

        Whoever asked may go away meanwhile: what was begun is finished.
        """
        work = asyncio.create_task(self._do(live, plan))
        work.add_done_callback(_heed)
        return await asyncio.shield(work)

    async def _do(self, live: Live, plan: Plan) -> int:
        async with live.lock:
            for _ in range(TRIES):
                await self._give_back(live)
                draft = live.table.branch()
                try:
                    entry = plan(draft)
                    conduct.check_room(draft, entry)
                except Refused:
                    if await self._read_on(live):  # another process knew more
                        continue
                    raise
                if await self._enter(live, draft, entry):
                    return draft.number
                await self._read_on(live)
        raise Refused("busy", BUSY)

    async def _give_back(self, live: Live) -> None:
        """Give back the time during which there was no server, before it is charged to anybody."""
        await self.wake()
        while owed(live.table, self._silences):
            draft = live.table.branch()
            entry = credit(draft, self.clock(), self._silences)
            if not (await self._enter(live, draft, entry) or await self._read_on(live)):
                raise Refused("busy", BUSY)

    async def _enter(self, live: Live, draft: Table, entry: AnyEntry) -> bool:
        """Append an entry to a branch of the table, and tell everybody; whether its number was still free."""
        moments = draft.apply(entry)
        begun = time.perf_counter()
        if not await self._append(live, entry, draft):
            return False
        METRICS.append_seconds.observe(time.perf_counter() - begun)
        METRICS.entries.labels(type(entry).__name__).inc()
        live.table = draft
        self._tell(live, [(draft.number, entry, moments)])
        return True

    async def _append(self, live: Live, entry: AnyEntry, draft: Table) -> bool:
        """Store an entry; whether its number was still free."""
        try:
            return await self.store.append(entry, self._summary(draft))
        except StoreError:
            self._refresh(live)  # perhaps it was stored all the same
            raise

    async def _read_on(self, live: Live) -> bool:
        """Take in what other processes appended, and tell it here; whether there was anything."""
        told: list[Told] = []
        table = live.table.branch()
        for number, entry in await self.store.entries(table.id, after=table.number):
            told.append((number, entry, table.apply(entry)))
        if told:
            live.table = table
            self._tell(live, told)
        return bool(told)

    def _tell(self, live: Live, told: list[Told]) -> None:
        """Send everybody at a table what happened, each as they may know it."""
        live.recent.extend(told)
        live.used = time.monotonic()
        if live.listeners and any(isinstance(entry, Sat | Stood | SentAway) for _, entry, _ in told):
            live.deputy_due = 0.0  # another one may be the next to decide for a host who is away
        telling = Telling(live.table, told, told[0][0] - 1, live.revealed)
        frames: dict[tuple[Any, ...], bytes] = {}
        for one in live.listeners:
            key = (one.seat, one.guest, one.lang)
            if key not in frames:
                frames[key] = wire.to_bytes(telling.news(*key))
            one.push(frames[key])
        self._attend(live)

    def _summary(self, table: Table) -> Summary:
        opened = table.opened
        return Summary(
            id=table.id,
            game=opened.game,
            seats=opened.seats,
            public=opened.public,
            status=table.status,
            host=opened.host,
            taken=sum(not seat.free for seat in table.seats),
            names=tuple((seat.name or seat.bot) if seat.taken else "" for seat in table.seats),
            created=opened.at,
            changed=table.changed,
            due=duties.due(table),
            number=table.number,
            sitters=tuple(
                (number, who) for number, one in enumerate(table.seats) if (who := one.guest or one.kept_for)
            ),
        )

    # ── Looking ─────────────────────────────────────────────────────────────────────────────────
    async def join(self, live: Live, one: Listener, seat: int | None, lang: str, since: int) -> None:
        """Let somebody look at a table from now on, from a seat of theirs, and send what they missed."""
        caught_up = False
        while True:
            async with live.lock:
                heard = since > live.table.number or not _may_look(live.table, one.guest, seat)
                if heard or self.store.shared:  # at another process; news of it may have been lost
                    await self._read_on(live)
                if not _may_look(live.table, one.guest, seat):
                    raise Refused("not_yours", N_("That seat is not yours."))
                table, seed = live.table, live.revealed
                if not live.behind(since):
                    one.seat, one.lang = seat, lang
                    live.listeners.add(one)
                    self.note(live, {one.guest})
                    if not caught_up or since < table.number:
                        told = [entry for entry in live.recent if entry[0] > since]
                        one.push(wire.to_bytes(Telling(table, told, since, seed).news(seat, one.guest, lang)))
                    return
            # others play on meanwhile, for it may be long
            entries = await self.store.entries(table.id)
            key = seat, one.guest, lang
            one.push(await asyncio.to_thread(retold, table.branch(), entries, since, seed, *key))
            since, caught_up = table.number, True

    def note(self, live: Live, guests: set[str]) -> None:
        """Remember who has looked at a table: what happens by itself depends on it."""
        if not guests <= live.seen:
            live.seen |= guests
            self._attend(live)

    async def repeated(self, live: Live, seat: int, action: str, after: int) -> int | None:
        """The number of the entry by which this very action was taken before, if it was."""
        table = live.table
        if table.match is None or not 0 <= after < table.number:
            return None
        number, entry = await self.store.following(table.id, after, (Acted, TookBack)) or (0, None)
        if not isinstance(entry, Acted) or entry.seat != seat:
            return None
        return number if table.match.spell(entry.action) == action else None

    # ── What happens by itself ──────────────────────────────────────────────────────────────────
    def _attend(self, live: Live) -> None:
        """See to what must happen next without anybody's doing."""
        occasion = duties.occasion(live.table, live.habits, live.seen)
        if occasion == live.occasion and live.attended:
            return  # so talk does not keep a bot from answering
        if live.duty is not None:
            live.duty.cancel()
        live.duty, live.occasion = None, occasion
        if occasion is not None and not self._closing:
            live.duty = asyncio.create_task(duties.attend(self, live))

    async def set_habit(self, live: Live, seat: int, guest: str, auto: str) -> None:
        """Remember what is answered for a guest at a seat."""
        async with live.lock:
            await self.store.set_habit(live.table.id, seat, guest, auto)
            live.habits[seat] = guest, auto
        self._attend(live)

    async def recall(self, live: Live) -> None:
        """Learn what is answered for the seats, and who has looked; perhaps at another process."""
        async with live.lock:
            live.habits = await self.store.habits(live.table.id)
            live.seen |= set(await self.store.last_seen(live.table.id))
        self._attend(live)

    async def _sweep(self) -> None:
        """Look after tables that nobody attends to."""
        now, attended = self.clock(), {id for id, live in self.lives.items() if live.attended}
        # those that wait for somebody's grace are due for long: they must not take the others' places
        overdue = await self.store.overdue(now - PULSE, limit=SWEPT + len(attended))
        for id, due in [one for one in overdue if one[0] not in attended][:SWEPT]:
            if await self.store.claim(id, due, now) and not await self._revive(id):
                await self.store.claim(id, now, None)  # no care helps

    async def _put_away(self) -> None:
        """Forget tables that nobody uses, and people who left long ago."""
        unused, soon = time.monotonic() - IDLE, self.clock() + IDLE
        for id, live in list(self.lives.items()):
            if not live.listeners and live.used < unused and live.rests(soon):
                del self.lives[id]
                if live.duty is not None:
                    live.duty.cancel()  # the sweep finds the table again when it is due
        METRICS.lives.set(len(self.lives))
        await self.store.forget_presence(self.clock() - REMEMBERED)

    async def _revive(self, id: str) -> bool:
        """Attend to a table again; False if this program never can."""
        try:
            self._attend(await self.live(id))
        except Refused as refusal:
            log.warning("table cannot be revived", table=id, code=refusal.code)
            return refusal.code != "old_rules"
        return True

    async def beat(self) -> None:
        """Give a sign of life of this process, and give back the time during which none gave any."""
        now, before = self.clock(), self._silences
        self._silences = await self.store.beat(now, self._beaten, AWAY)
        self._beaten = now
        if self._silences != before:
            self._soon(self._make_all_good())

    async def wake(self) -> None:
        """Give a sign of life that is overdue: all may have slept."""
        if self.clock() - self._beaten > AWAY:
            await self.beat()

    @property
    def silences(self) -> tuple[Silence, ...]:
        """The last times during which no process served."""
        return self._silences

    async def _make_all_good(self) -> None:
        for live in list(self.lives.values()):
            with suppress(StoreError, Refused):  # it is tried again before anything else happens there
                await self.make_good(live)

    async def _be_there(self) -> None:
        """Give signs of life: of this process, and of everybody connected to it."""
        await self.beat()
        now = self.clock()
        rows = sorted({(id, one.guest) for id, live in self.lives.items() for one in live.listeners})
        for first in range(0, len(rows), TOGETHER):  # what people do must not wait for all of them
            await self.store.present(rows[first : first + TOGETHER], now)
        for live in self.lives.values():
            if live.listeners and live.deputy_due <= now:
                self._soon(presence.tell(self, live))

    def _heard(self, id: str, number: int) -> None:
        """Another process appended something, or somebody came or went there."""
        live = self.lives.get(id)
        if live and number == CAME_OR_WENT:
            self._soon(presence.tell(self, live))
        elif live and live.table.number < number:
            self._refresh(live)

    def _missed(self) -> None:
        """News of other processes may have been lost."""
        for live in self.lives.values():
            self._refresh(live)

    def _refresh(self, live: Live) -> None:
        """There may be something to read on a table."""
        live.outdated = True
        if live.catching_up is None or live.catching_up.done():
            live.catching_up = self._soon(self._catch_up(live))

    async def _catch_up(self, live: Live) -> None:
        while live.outdated:
            live.outdated = False
            try:
                async with live.lock:
                    await self._read_on(live)
            except StoreError as error:
                log.error("news could not be read", table=live.table.id, problem=type(error).__name__)
                live.outdated = True
                await asyncio.sleep(PULSE)

    def _soon(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)
        return task


def _settled(game: str, seats: int, options: dict[str, Any]) -> tuple[Game, dict[str, Any]]:
    """A game by its name and all its options, if so many can play it so."""
    try:
        found = find_game(game)
        found.check_seats(seats)
        settled = found.settle_options(options)
        Match(found, seats, settled)
    except GameError as error:
        raise Refused("bad_game", "{problem}", problem=error) from error
    return found, settled


def _heed(work: asyncio.Task[int]) -> None:
    """Look at how it went: if whoever asked has gone, a refusal is nobody's news."""
    error = None if work.cancelled() else work.exception()
    if error is not None and not isinstance(error, Refused | StoreError):
        log.error("an entry failed", problem=repr(error))


def _may_look(table: Table, guest: str, seat: int | None) -> bool:
    return seat is None or seat in table.seats_of(guest)


async def _ever(chore: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again, whatever comes between."""
    while True:
        try:
            await chore()
        except StoreError as error:
            log.error("a chore was put off", chore=chore.__name__, problem=type(error).__name__)
        except Exception:
            log.exception("a chore failed", chore=chore.__name__)
        await asyncio.sleep(PULSE)


def check_id(id: str) -> str:
    """The address of a table, if it can be one."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", id):
        raise Refused("no_table", NO_TABLE)
    return id


def known_language(lang: str) -> str:
    """A language we speak; else a refusal."""
    if lang not in LANGUAGES:
        raise Refused("no_language", N_("We speak: {languages}."), languages=", ".join(LANGUAGES))
    return lang
