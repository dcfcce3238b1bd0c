"""Who is at a table, through whichever process, and for how long the others have been away."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from archipel.server import conduct, wire
from archipel.server.store import StoreError

if TYPE_CHECKING:
    from archipel.server.hall import Hall
    from archipel.server.live import Live

COUNTS = 20.0  # seconds that a sign of life counts: four pulses of the hall, for one may come late


async def present(hall: Hall, live: Live) -> set[str]:
    """The guests connected to this table, here or at another process."""
    there = await hall.store.who_is_present(live.table.id, hall.clock() - COUNTS)
    hall.note(live, there)
    return (there | live.here()) - {""}


async def away(hall: Hall, live: Live) -> dict[str, float]:
    """For how many seconds those of a table have not been there; who is at this process is not named.

    Time in which no process served is nobody's absence.
    """
    await hall.wake()
    table, now = live.table, hall.clock()
    seen = await hall.store.last_seen(table.id)
    back = max((until for _, until in hall.silences), default=0.0)
    since = {table.opened.host: table.opened.at}
    since |= {seat.guest: seat.since for seat in table.seats if seat.guest}
    return {
        guest: now - max(at, back, seen.get(guest, 0.0))
        for guest, at in since.items()
        if guest not in live.here()
    }


async def tell(hall: Hall, live: Live) -> None:
    """Tell everybody at this process who is there, and who may decide for a host who is away."""
    with suppress(StoreError):
        there, gone = await present(hall, live), await away(hall, live)
        seats = tuple(n for n, seat in enumerate(live.table.seats) if seat.guest in there)
        watchers = sum(not live.table.seats_of(one.guest) for one in live.listeners)
        deputy = conduct.deputy(live.table, gone)
        live.deputy_due = hall.clock() + conduct.until_deputy_changes(gone)
        frame = wire.to_bytes(wire.Present(seats, watchers, deputy))
        for one in live.listeners:
            one.push(frame)
