"""Guests, tables, their entries, and what goes with them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    _people_and_tables()
    _of_a_table("entries", _number("number"), _words("kind"), _words("body"), key=("number",))
    _of_a_table("seeds", sa.Column("seed", sa.LargeBinary, nullable=False))
    _of_a_table("sittings", _number("seat"), _words("guest_id"), key=("seat",))
    _of_a_table("presence", _words("guest_id"), _words("process"), _time("at"), key=("guest_id", "process"))
    _of_a_table("habits", _number("seat"), _words("auto"), key=("seat",))
    _indexes()


def _people_and_tables() -> None:
    op.create_table("guests", _words("id"), _words("name"), _time("created"), _key("guests", "id"))
    op.create_table("facts", _words("name"), _words("value"), _key("facts", "name"))
    op.create_table(
        "tables",
        _words("id"),
        _words("game"),
        _number("seats"),
        sa.Column("public", sa.Boolean, nullable=False),
        _words("status"),
        _words("host"),
        _number("taken"),
        _words("names"),
        _words("sitters"),
        _time("created"),
        _time("changed"),
        sa.Column("due", sa.Double),
        _number("number"),
        _key("tables", "id"),
    )


def _indexes() -> None:
    timed = sa.column("due").is_not(None)
    op.create_index("tables_by_status", "tables", ["status", "public", "changed"])
    op.create_index("tables_by_due", "tables", ["due"], sqlite_where=timed, postgresql_where=timed)
    op.create_index("sittings_by_guest", "sittings", ["guest_id"])
    op.create_index("presence_by_process", "presence", ["process"])
    op.create_index("presence_by_time", "presence", ["at"])


def _of_a_table(name: str, *columns: sa.Column[object], key: tuple[str, ...] = ()) -> None:
    whose = sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{name}_table_id")
    op.create_table(name, _words("table_id"), *columns, _key(name, "table_id", *key), whose)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def _words(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.Text, nullable=False)


def _number(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.Integer, nullable=False, autoincrement=False)


def _time(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.Double, nullable=False)
