"""Time at a table: by when the one to decide must have decided."""

from __future__ import annotations

from archipel.server.table import Table


def deadline(table: Table) -> float | None:
    """When the time of the one to decide is out, in seconds since 1970; None without a clock.

    A bot has no clock, and neither has a person for whom a bot plays.
    """
    seat, clock = table.to_move, table.opened.clock
    if seat is None or not table.seats[seat].person:
        return None
    limits = [max(0.0, clock.move - table.used)] if clock.move is not None else []
    if clock.match is not None:
        limits.append(max(0.0, clock.match - table.spent[seat]))
    return table.began + min(limits) if limits else None


def patience(table: Table, there: bool) -> float | None:
    """The same, with some grace for somebody whose connection is lost."""
    end = deadline(table)
    if end is None or there:
        return end
    return end + table.opened.clock.grace
