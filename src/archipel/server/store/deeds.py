"""What the writer does in one transaction: entries are appended, and whatever else is to be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy import text as sql

from archipel.server.entries import Entry, to_text
from archipel.server.store.schema import entries, seeds, sittings, tables
from archipel.server.store.summary import Summary

CHANNEL = "archipel"
"""Where PostgreSQL tells other processes of new entries."""


@dataclass(frozen=True, slots=True)
class Append:
    """An entry for the number that its summary has; the first one of a table brings the seed."""

    entry: Entry
    summary: Summary
    seed: bytes | None = None


@dataclass(frozen=True, slots=True)
class Other:
    """Anything else; `table` is the one whose row it changes."""

    work: Callable[[Connection], Any]
    table: str | None = None


Deed = Append | Other

_STANDING = (
    select(tables.c.id, tables.c.number, tables.c.sitters)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(tables.c.id)  # everybody locks in this order, so nobody waits in a circle
    .with_for_update(key_share=True)  # others may still refer to the table
)
_CHANGE = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values({column.name: bindparam(column.name) for column in tables.c if column.name != "id"})
)
_NOTIFY = sql("SELECT pg_notify(:channel, line) FROM unnest(CAST(:lines AS text[])) AS line")


def carry_out(connection: Connection, process: str, deeds: Sequence[Deed]) -> list[Any]:
    """Do all that, and say what came of each deed: of an append, whether its number was the next."""
    standing = _lock(connection, deeds)
    following = {table: number + 1 for table, (number, _) in standing.items()}
    results: list[Any] = []
    kept: list[Append] = []
    for deed in deeds:
        if isinstance(deed, Append):
            results.append(_is_next(deed, following))
            if results[-1]:
                following[deed.summary.id] = deed.summary.number + 1
                kept.append(deed)
        else:
            results.append(None)
    if kept:
        _append(connection, kept, {table: sitters for table, (_, sitters) in standing.items()})
        if connection.dialect.name == "postgresql":
            _notify(connection, process, kept)
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
    return {row.id: (row.number, row.sitters) for row in connection.execute(_STANDING, {"ids": ids})}


def _is_next(deed: Append, following: dict[str, int]) -> bool:
    if deed.seed is not None:
        return deed.summary.id not in following
    return following.get(deed.summary.id) == deed.summary.number


def _append(connection: Connection, kept: list[Append], sitters: dict[str, str]) -> None:
    opened = [deed for deed in kept if deed.seed is not None]
    if opened:
        connection.execute(insert(tables), [deed.summary.row() for deed in opened])
        connection.execute(insert(seeds), [{"table_id": d.summary.id, "seed": d.seed} for d in opened])
    connection.execute(insert(entries), [_line(deed) for deed in kept])
    latest = {deed.summary.id: deed for deed in kept}
    rows = {table: deed.summary.row() for table, deed in latest.items()}
    changed = [row for table, row in rows.items() if latest[table].seed is None]
    if changed:
        connection.execute(_CHANGE, [{**row, "table": row["id"]} for row in changed])
    moved = [table for table, row in rows.items() if row["sitters"] != sitters.get(table, "[]")]
    _seat(connection, [latest[table].summary for table in moved])


def _line(deed: Append) -> dict[str, Any]:
    return {
        "table_id": deed.summary.id,
        "number": deed.summary.number,
        "kind": deed.entry.__struct_config__.tag,
        "body": to_text(deed.entry),
    }


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


def _notify(connection: Connection, process: str, kept: list[Append]) -> None:
    lines = [f"{process} {deed.summary.id} {deed.summary.number}" for deed in kept]
    connection.execute(_NOTIFY, {"channel": CHANNEL, "lines": lines})
