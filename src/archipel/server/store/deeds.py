"""What the writer does in one transaction: entries are appended, and whatever else is to be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert

from archipel.server.entries import Entry, to_text
from archipel.server.store.schema import seeds, sittings, tables
from archipel.server.store.summary import Summary

CHANNEL = "archipel"
"""Where PostgreSQL tells other processes of new entries, and of people."""
CAME_OR_WENT = -1
"""Stands for the number of an entry where somebody came to a table or left it."""


@dataclass(frozen=True, slots=True)
class Append:
    """An entry for the number that its summary has; the first one of a table brings the seed.

    What comes next is kept with it or not at all.
    """

    entry: Entry
    summary: Summary
    seed: bytes | None = None
    then: tuple[Append, ...] = ()


@dataclass(frozen=True, slots=True)
class Other:
    """Anything else; `table` is the one whose row it changes."""

    work: Callable[[Connection], Any]
    table: str | None = None


Deed = Append | Other

# What is done for every action is written out: SQLAlchemy would take longer to word it than SQLite to do it.
_FIELDS = [column.name for column in tables.c if column.name != "id"]
_STANDING = "SELECT id, number, sitters FROM tables WHERE id IN ({}) ORDER BY id"  # all lock in this order
_LOCK = " FOR NO KEY UPDATE"  # others may still refer to the table
_ENTER = "INSERT INTO entries (table_id, number, kind, body) VALUES ({})"
_CHANGE = f"UPDATE tables SET {', '.join(f'{name} = {{}}' for name in _FIELDS)} WHERE id = {{}}"
_NOTIFY = "SELECT pg_notify(%s, line) FROM unnest(CAST(%s AS text[])) AS line"


def carry_out(connection: Connection, process: str, deeds: Sequence[Deed]) -> list[Any]:
    """Do all that, and say what came of each deed: of an append, whether its number was the next."""
    standing = _lock(connection, deeds)
    following = {table: number + 1 for table, (number, _) in standing.items()}
    results: list[Any] = []
    kept: list[Append] = []
    for deed in deeds:
        if isinstance(deed, Append):
            results.append(_is_next(deed, following))
            for one in (deed, *deed.then) if results[-1] else ():
                following[one.summary.id] = one.summary.number + 1
                kept.append(one)
        else:
            results.append(None)
    if kept:
        _append(connection, kept, {table: sitters for table, (_, sitters) in standing.items()})
        if connection.dialect.name == "postgresql":
            notify(connection, process, [(deed.summary.id, deed.summary.number) for deed in kept])
    for place, deed in enumerate(deeds):
        if isinstance(deed, Other):
            results[place] = deed.work(connection)
    return results


def _lock(connection: Connection, deeds: Sequence[Deed]) -> dict[str, tuple[int, str]]:
    """The last number and the sitters of all tables concerned, which nobody else changes from now on."""
    concerned = {deed.summary.id if isinstance(deed, Append) else deed.table for deed in deeds}
    ids = sorted(table for table in concerned if table is not None)
    if not ids:
        return {}
    lock = "" if connection.dialect.name == "sqlite" else _LOCK  # SQLite has only one writer
    query = _STANDING.format(_marks(connection, len(ids))) + lock
    return {id: (number, sitters) for id, number, sitters in connection.exec_driver_sql(query, tuple(ids))}


def _marks(connection: Connection, count: int) -> str:
    return ", ".join([_mark(connection)] * count)


def _mark(connection: Connection) -> str:
    """Where a value goes in a statement."""
    return "?" if connection.dialect.name == "sqlite" else "%s"


def _is_next(deed: Append, following: dict[str, int]) -> bool:
    if deed.seed is not None:
        return deed.summary.id not in following
    return following.get(deed.summary.id) == deed.summary.number


def _append(connection: Connection, kept: list[Append], sitters: dict[str, str]) -> None:
    opened = [deed for deed in kept if deed.seed is not None]
    if opened:
        connection.execute(insert(tables), [deed.summary.row() for deed in opened])
        connection.execute(insert(seeds), [{"table_id": d.summary.id, "seed": d.seed} for d in opened])
    connection.exec_driver_sql(_ENTER.format(_marks(connection, 4)), [_line(deed) for deed in kept])
    latest = {deed.summary.id: deed for deed in kept}
    rows = {table: deed.summary.row() for table, deed in latest.items()}
    changed = [row for table, row in rows.items() if latest[table].seed is None]
    if changed:
        change = _CHANGE.format(*[_mark(connection)] * (len(_FIELDS) + 1))
        connection.exec_driver_sql(change, [(*(row[name] for name in _FIELDS), row["id"]) for row in changed])
    moved = [table for table, row in rows.items() if row["sitters"] != sitters.get(table, "[]")]
    _seat(connection, [latest[table].summary for table in moved])


def _line(deed: Append) -> tuple[Any, ...]:
    kind = deed.entry.__struct_config__.tag
    return deed.summary.id, deed.summary.number, kind, to_text(deed.entry)


def _seat(connection: Connection, changed: Iterable[Summary]) -> None:
    for summary in changed:
        connection.execute(delete(sittings).where(sittings.c.table_id == summary.id))
        if summary.sitters:
            connection.execute(
                insert(sittings),
                [
                    {"table_id": summary.id, "seat": seat, "guest_id": guest}
                    for seat, guest in summary.sitters
                ],
            )


def notify(connection: Connection, process: str, news: Iterable[tuple[str, int]]) -> None:
    """Tell other processes of tables, with the number of what is new there."""
    lines = [f"{process} {table} {number}" for table, number in news]
    connection.exec_driver_sql(_NOTIFY, (CHANNEL, lines))
