"""Time at a table: by when the one to decide must have decided, and what is given back to them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from archipel.server.entries import Credited
from archipel.server.refusal import Refused
from archipel.server.table import Table

Silence = tuple[float, float]  # since when and until when no process served


def deadline(table: Table) -> float | None:
    """When the time of the one to decide is out, in seconds since 1970; None without a clock.

    A bot has no clock, and neither has a person for whom a bot plays.
    """
    seat = table.to_move
    if seat is None or not table.seats[seat].person:
        return None
    left = min(table.left(seat))
    return table.began + left if left < math.inf else None


def patience(table: Table, there: bool) -> float | None:
    """The same, with some grace for somebody whose connection is lost.

    What they took of it beyond their time for the match is not had again: else that would not bind them.
    """
    end, seat, clock = deadline(table), table.to_move, table.opened.clock
    if end is None or there or seat is None:
        return end
    beyond = 0.0 if clock.match is None else max(0.0, table.spent[seat] - clock.match)
    return end + max(0.0, clock.grace - beyond)


def slept(silences: Sequence[Silence], since: float, until: float) -> float:
    """For how many seconds of some time no process served."""
    return sum(max(0.0, min(end, until) - max(begun, since)) for begun, end in silences)


def owed(table: Table, silences: Sequence[Silence]) -> float:
    """For how many seconds the one to decide could not, if that has not been made good yet.

    A bot plays for them perhaps; but when they return, its time is theirs.
    """
    seat = table.to_move
    if seat is None or not table.seats[seat].guest or min(table.left(seat)) == math.inf:
        return 0.0
    missed = [one for one in silences if max(table.credited, table.began) < one[1]]
    return slept(missed, table.began, math.inf)


def credit(table: Table, at: float, silences: Sequence[Silence]) -> Credited:
    """Give that time back; once, whichever process is first."""
    seconds = owed(table, silences)
    if not seconds:
        raise Refused("wrong_time", "")
    return Credited(max(at, *(until for _, until in silences)), seconds)
