"""Bringing a database up to date when the server starts."""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext, MigrationStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, func, select

from archipel.server.store.errors import StoreError

_LOCK = 0x41726368  # any number, as long as every version of the program takes the same
_HERE = Path(__file__).parent


def migrate(engine: Engine) -> None:
    """Apply what the database has not seen yet, all or nothing; processes that start at once take turns."""
    with engine.begin() as connection:  # on SQLite this waits for the only right to write
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")  # however long that takes
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        _upgrade(connection)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    scripts = ScriptDirectory.from_config(config)

    def steps(revision: tuple[str, ...], _context: MigrationContext) -> list[MigrationStep]:
        return list(scripts._upgrade_revs("head", revision))  # type: ignore[arg-type]

    options = {"fn": steps, "transactional_ddl": True}
    context = MigrationContext.configure(connection, opts=options)
    found = context.get_current_revision()
    known = {script.revision for script in scripts.walk_revisions()}
    if found is not None and found not in known:
        raise StoreError(
            "The database was written by a newer Archipel: install that version, or use another database."
        )
    with Operations.context(context):
        context.run_migrations()
