"""The store: what a server keeps, in SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    Row,
    Select,
    Table,
    bindparam,
    delete,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from archipel.server.entries import AnyEntry, Entry, Opened, from_text
from archipel.server.store.database import READERS, address, engines, shown
from archipel.server.store.deeds import CAME_OR_WENT, Append, Deed, Other, carry_out, notify
from archipel.server.store.errors import StoreError, reason
from archipel.server.store.migrations import migrate
from archipel.server.store.schema import entries, facts, guests, habits, presence, seeds, sittings, tables
from archipel.server.store.summary import Guest, Summary
from archipel.server.store.writer import Writer

T = TypeVar("T")
PULSE, SILENCES = "pulse", "silences"  # facts: the last sign of life, and the times without any
CHECKED = "checked"  # a fact that is noted to see whether anything can be
MOST_SILENCES = 100
_VALUE = select(facts.c.value).where(facts.c.name == bindparam("name"))
_CHECKED = select(facts.c.value).where(facts.c.name == CHECKED)
# asked for whenever somebody comes or goes, so worded once, too
_AT_TABLE = presence.c.table_id == bindparam("table")
_PRESENT = select(presence.c.guest_id).where(_AT_TABLE, presence.c.here, presence.c.at >= bindparam("since"))
_LAST_SEEN = (
    select(presence.c.guest_id, func.max(presence.c.at).label("at"))
    .where(_AT_TABLE)
    .group_by(presence.c.guest_id)
)
_GONE = (
    update(presence)
    .where(_AT_TABLE, presence.c.guest_id == bindparam("guest"), presence.c.process == bindparam("through"))
    .values(here=False)
)
_SILENCES = msgspec.json.Decoder(tuple[tuple[float, float], ...])


class Store:
    """Tables and guests as a database keeps them; open it with `Store.open`.

    Writes come back when they are durable, in one transaction with others; reads go on beside them.
    A store serves one event loop. `process` is its name among the processes that share the database.
    """

    def __init__(self, url: URL, writing: Engine, reading: Engine) -> None:
        self.url = url
        self.process = secrets.token_hex(8)
        self._writing = writing
        self._reading = reading
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="archipel-reader")
        self._insert = sqlite.insert if writing.dialect.name == "sqlite" else postgresql.insert
        # worded once: each wording anew would leave garbage that only a search of all objects finds
        self._note_presence = self._upsert(presence, "at", "here")
        self._note_habit = self._upsert(habits, "guest_id", "auto")
        self._note_fact = self._upsert(facts, "value")
        self._writer: Writer[Deed] = Writer(writing, lambda link, deeds: carry_out(link, self.process, deeds))

    @classmethod
    def open(cls, url: str, patience: float = 10.0) -> Store:
        """The store at a URL, brought up to date; `patience` is how long it waits for other programs."""
        where = address(url)
        writing, reading = engines(where, patience)
        try:
            migrate(writing)
        except SQLAlchemyError as error:
            writing.dispose()
            raise StoreError(
                f"The database {shown(where)} cannot be opened: {reason(error)}. "
                "Check that it is there, that this user may write to it, and that nothing else holds it."
            ) from None
        except StoreError:
            writing.dispose()
            raise
        return cls(where, writing, reading)

    async def close(self) -> None:
        """Finish what was asked for, and let the database go."""
        await asyncio.to_thread(self._writer.close)
        await asyncio.to_thread(self._readers.shutdown)
        self._writing.dispose()
        self._reading.dispose()

    @property
    def shared(self) -> bool:
        """Whether other processes may write too, and are to hear of what this one writes."""
        return self.url.get_backend_name() == "postgresql"

    async def check(self) -> None:
        """Raise a `StoreError` unless something was written and can be read."""
        await self.set_fact(CHECKED, secrets.token_hex(8))  # the same value again might not be written
        await self._rows(_CHECKED)

    # ── Tables ──────────────────────────────────────────────────────────────────────────────────
    async def create(
        self, seed: bytes, entry: Opened, summary: Summary, *then: tuple[Entry, Summary]
    ) -> bool:
        """Keep a new table with its first entry, and what comes then; False if there is one of that name."""
        if summary.number != 0:
            raise ValueError("the first entry of a table has the number 0")
        following = tuple(Append(*one) for one in then)
        return bool(await self._writer.ask(Append(entry, summary, seed, following)))

    async def append(self, entry: Entry, summary: Summary) -> bool:
        """Keep an entry and the summary it leads to; False unless `summary.number` is the next number.

        False means that somebody else was faster: read the entries that are new, and look again.
        """
        return bool(await self._writer.ask(Append(entry, summary)))

    async def entries(self, table: str, after: int = -1) -> list[tuple[int, AnyEntry]]:
        """The numbered entries of a table after a number, all of them if none is given."""
        query = select(entries.c.number, entries.c.body).order_by(entries.c.number)
        rows = await self._rows(query.where(entries.c.table_id == table, entries.c.number > after))
        try:
            return [(row.number, from_text(row.body)) for row in rows]
        except msgspec.DecodeError as error:
            raise StoreError(
                f"This version of Archipel cannot read the log of table {table}: {error}."
            ) from None

    async def following(
        self, table: str, after: int, kinds: Iterable[type[Entry]]
    ) -> tuple[int, AnyEntry] | None:
        """The first entry of some kinds after a number."""
        query = select(entries.c.number, entries.c.body).order_by(entries.c.number).limit(1)
        tags = [kind.__struct_config__.tag for kind in kinds]
        later = entries.c.table_id == table, entries.c.number > after, entries.c.kind.in_(tags)
        rows = await self._rows(query.where(*later))
        return (rows[0].number, from_text(rows[0].body)) if rows else None

    async def seed(self, table: str) -> bytes | None:
        """The secret that the deals of a table come from."""
        rows = await self._rows(select(seeds.c.seed).where(seeds.c.table_id == table))
        return bytes(rows[0].seed) if rows else None

    async def summary(self, table: str) -> Summary | None:
        """What a list would show of one table."""
        rows = await self._rows(select(tables).where(tables.c.id == table))
        return Summary.from_row(rows[0]) if rows else None

    async def listing(
        self,
        *,
        public: bool | None = None,
        statuses: Sequence[str] | None = None,
        guest: str | None = None,
        before: float | None = None,
        alive_since: float | None = None,
        limit: int = 50,
    ) -> list[Summary]:
        """Tables of that kind, those of a guest if one is named, the latest change first.

        `before` is the `changed` of the last one already shown; `alive_since` leaves out where nothing
        happened and nobody looked since then.
        """
        query: Select[Any] = select(tables).order_by(tables.c.changed.desc(), tables.c.id).limit(limit)
        if public is not None:
            query = query.where(tables.c.public == public)
        if statuses is not None:
            query = query.where(tables.c.status.in_(statuses))
        if guest is not None:
            sat = select(sittings.c.table_id).where(sittings.c.guest_id == guest)
            query = query.where(tables.c.id.in_(sat))
        if before is not None:
            query = query.where(tables.c.changed < before)
        if alive_since is not None:
            visited = select(presence.c.table_id).where(presence.c.at >= alive_since)
            query = query.where(or_(tables.c.changed >= alive_since, tables.c.id.in_(visited)))
        return [Summary.from_row(row) for row in await self._rows(query)]

    # ── Time ────────────────────────────────────────────────────────────────────────────────────
    async def in_step(self, clock: Callable[[], float]) -> Callable[[], float]:
        """A clock set by that of the database, which machines share; a file has but its own computer's."""
        if self._reading.dialect.name == "sqlite":
            return clock
        [row] = await self._rows(select(func.extract("epoch", func.clock_timestamp()).label("now")))
        ahead = clock() - float(row.now)
        return lambda: clock() - ahead

    async def overdue(self, now: float, limit: int = 100) -> list[tuple[str, float]]:
        """Tables that need care, with the time since when, the longest waiting first."""
        query = select(tables.c.id, tables.c.due).where(tables.c.due <= now)
        rows = await self._rows(query.order_by(tables.c.due).limit(limit))
        return [(row.id, row.due) for row in rows]

    async def claim(self, table: str, due: float, until: float | None) -> bool:
        """Take care of a table that was seen to be due, until a time, or for good; one process succeeds."""
        change = update(tables).where(tables.c.id == table, tables.c.due == due).values(due=until)
        return bool(await self._do(lambda link: link.execute(change).rowcount == 1, table))

    # ── Guests ──────────────────────────────────────────────────────────────────────────────────
    async def add_guest(self, guest: str, name: str, at: float) -> None:
        """Keep a new guest."""
        row = {"id": guest, "name": name, "created": at}
        await self._do(lambda link: link.execute(self._insert(guests).on_conflict_do_nothing(), row))

    async def guest(self, guest: str) -> Guest | None:
        """A guest, if known."""
        rows = await self._rows(select(guests).where(guests.c.id == guest))
        return Guest(**rows[0]._mapping) if rows else None

    async def rename(self, guest: str, name: str) -> None:
        """Give a guest another name; tables already sat at keep the old one."""
        change = update(guests).where(guests.c.id == guest).values(name=name)
        await self._do(lambda link: link.execute(change))

    # ── Presence ────────────────────────────────────────────────────────────────────────────────
    async def present(self, rows: Iterable[tuple[str, str]], at: float) -> None:
        """These guests are connected to these tables, (table, guest), through this process."""
        values = [
            {"table_id": table, "guest_id": guest, "process": self.process, "at": at, "here": True}
            for table, guest in sorted(set(rows))
        ]
        if values:
            await self._do(lambda link: link.execute(self._note_presence, values))

    async def absent(self, table: str, guest: str) -> None:
        """A guest is no longer connected to a table through this process."""
        whom = {"table": table, "guest": guest, "through": self.process}
        await self._do(lambda link: link.execute(_GONE, whom))

    async def tell_of_people(self, table: str) -> None:
        """Let other processes know that somebody came to a table or left it."""
        if self.shared:
            await self._do(lambda link: notify(link, self.process, [(table, CAME_OR_WENT)]))

    async def who_is_present(self, table: str, since: float) -> set[str]:
        """The guests who were connected to a table at some time since then, through whichever process."""
        return {row.guest_id for row in await self._rows(_PRESENT, table=table, since=since)}

    async def last_seen(self, table: str) -> dict[str, float]:
        """When guests were last connected to a table, those included who are; long ago is forgotten."""
        return {row.guest_id: row.at for row in await self._rows(_LAST_SEEN, table=table)}

    async def forget_process(self, process: str) -> None:
        """Nobody is connected through a process any more."""
        change = update(presence).where(presence.c.process == process, presence.c.here).values(here=False)
        await self._do(lambda link: link.execute(change))

    async def forget_presence(self, before: float) -> None:
        """Drop what is known of those who were seen last before some time."""
        await self._do(lambda link: link.execute(delete(presence).where(presence.c.at < before)))

    # ── Habits and facts ────────────────────────────────────────────────────────────────────────
    async def set_habit(self, table: str, seat: int, guest: str, auto: str) -> None:
        """What is answered for a guest at a seat."""
        row = {"table_id": table, "seat": seat, "guest_id": guest, "auto": auto}
        await self._do(lambda link: link.execute(self._note_habit, row))

    async def habits(self, table: str) -> dict[int, tuple[str, str]]:
        """By seat: who chose a habit there last, and which."""
        rows = await self._rows(select(habits).where(habits.c.table_id == table))
        return {row.seat: (row.guest_id, row.auto) for row in rows}

    async def fact(self, name: str, make: Callable[[], str]) -> str:
        """What all processes know under a name; whoever asks first makes it."""
        query = select(facts.c.value).where(facts.c.name == name)
        rows = await self._rows(query)
        if not rows:
            row = {"name": name, "value": make()}
            await self._do(lambda link: link.execute(self._insert(facts).on_conflict_do_nothing(), row))
            rows = await self._rows(query)
        return str(rows[0].value)

    async def set_fact(self, name: str, value: str) -> None:
        """Let all processes know something under a name."""
        await self._do(lambda link: self._note(link, name, value))

    async def beat(self, now: float, last: float, away: float) -> tuple[tuple[float, float], ...]:
        """Give a sign of life; the last silences of all processes, longer than `away`, with the one it ends.

        `last` is when this process gave one: clocks of several machines may differ.
        """

        def give(link: Connection) -> tuple[tuple[float, float], ...]:
            pulse = float(link.scalar(_VALUE.with_for_update(), {"name": PULSE}) or now)  # one at a time
            since = max(last, pulse)
            silences = _SILENCES.decode(link.scalar(_VALUE, {"name": SILENCES}) or "[]")
            if now - since > away:
                silences = (*silences, (since, now))[-MOST_SILENCES:]
                self._note(link, SILENCES, msgspec.json.encode(silences).decode())
            overtaken = now < pulse < now + away  # by another process; else the clock was set back
            self._note(link, PULSE, str(pulse if overtaken else now))
            return silences

        return await self._do(give)

    def _note(self, link: Connection, name: str, value: str) -> None:
        link.execute(self._note_fact, {"name": name, "value": value})

    # ── How it reaches the database ─────────────────────────────────────────────────────────────
    def _upsert(self, table: Table, *columns: str) -> Executable:
        """Rows for a table; where there is one of that key, it gets the new values in some columns."""
        new = self._insert(table)
        key = list(table.primary_key)
        return new.on_conflict_do_update(
            index_elements=key, set_={name: new.excluded[name] for name in columns}
        )

    async def _do(self, work: Callable[[Connection], T], table: str | None = None) -> T:
        result: T = await self._writer.ask(Other(work, table))
        return result

    async def _rows(self, query: Executable, **values: Any) -> Sequence[Row[Any]]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read, query, values)

    def _read(self, query: Executable, values: dict[str, Any], again: bool = True) -> Sequence[Row[Any]]:
        try:
            with self._reading.connect() as connection:
                return connection.execute(query, values).all()
        except SQLAlchemyError as error:
            if again and isinstance(error, DBAPIError) and error.connection_invalidated:
                return self._read(query, values, again=False)  # over a new connection
            raise StoreError(f"The database could not be read: {reason(error)}.") from error
