"""The tables of the database. A change here needs a migration; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

METADATA = MetaData(
    naming_convention={"pk": "pk_%(table_name)s", "fk": "fk_%(table_name)s_%(column_0_name)s"},
)


def _table_id() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id"), primary_key=True)


guests = Table(
    "guests",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
)

# What lists show of a table and when it needs care; all of it follows from the entries.
tables = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("taken", Integer, nullable=False),
    Column("names", Text, nullable=False),
    Column("sitters", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("due", Double),
    Column("number", Integer, nullable=False),
)
Index("tables_by_status", tables.c.status, tables.c.public, tables.c.changed)
Index(
    "tables_by_due",
    tables.c.due,
    sqlite_where=tables.c.due.is_not(None),
    postgresql_where=tables.c.due.is_not(None),
)

entries = Table(
    "entries",
    METADATA,
    _table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
)

# Secret until the match is over, so it stands apart from what is read to people.
seeds = Table("seeds", METADATA, _table_id(), Column("seed", LargeBinary, nullable=False))

sittings = Table(
    "sittings",
    METADATA,
    _table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest_id", Text, nullable=False),
)
Index("sittings_by_guest", sittings.c.guest_id)

# Who looks at a table, or did: `at` is when they were last seen there.
presence = Table(
    "presence",
    METADATA,
    _table_id(),
    Column("guest_id", Text, primary_key=True),
    Column("process", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("here", Boolean, nullable=False),
)
Index("presence_by_process", presence.c.process)
Index("presence_by_time", presence.c.at)

habits = Table(
    "habits",
    METADATA,
    _table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest_id", Text, nullable=False),
    Column("auto", Text, nullable=False),
)

facts = Table(
    "facts",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
