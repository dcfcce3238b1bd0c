"""Playing again: the table that follows a match which is over."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from contextlib import suppress

from archipel.core.words import N_
from archipel.server import conduct, presence
from archipel.server.entries import AnyEntry, Followed
from archipel.server.hall import Hall
from archipel.server.live import Live
from archipel.server.refusal import Refused
from archipel.server.table import OVER, Table


async def rematch(hall: Hall, live: Live, guest: str) -> Live:
    """A table for the same people and bots, each one seat further on; the same one for all who ask.

    Nobody is made to play: people sit down by themselves. The host stays the same, if there.
    """
    table = live.table
    if table.status != OVER:
        raise Refused("wrong_time", N_("The match is not over yet."))
    if not table.seats_of(guest):
        raise Refused("not_yours", N_("Only those who played can play again."))
    if not table.followed_by:
        await _open(hall, live, await _next_host(hall, live, guest))
        with suppress(Refused):  # somebody else has asked meanwhile
            await hall.do(live, lambda table: _follow(table, hall.clock(), _next_id(hall, live)))
    return await hall.live(live.table.followed_by)


async def _next_host(hall: Hall, live: Live, guest: str) -> str:
    """Who decides when it begins: whoever asked, if nobody else is waited for."""
    host, people = live.table.opened.host, {seat.guest for seat in live.table.seats if seat.guest}
    return host if people != {guest} and host in await presence.present(hall, live) else guest


async def _open(hall: Hall, live: Live, host: str) -> None:
    o, seats = live.table.opened, live.table.seats

    def same_again(there: Live) -> list[AnyEntry]:
        return [conduct.keep(hall.clock(), n, seat) for n, seat in enumerate(seats[-1:] + seats[:-1])]

    await hall.new_table(
        host,
        o.game,
        o.seats,
        o.options,
        o.public,
        o.clock,
        live.table.id,
        _next_id(hall, live),
        then=same_again,
    )


def _next_id(hall: Hall, live: Live) -> str:
    """The table of the next match: the same whoever asks, at whichever process. The record tells the seed to
    everybody, but not the address of that table, which may be private.
    """
    digest = hmac.digest(hall.secret, f"rematch of {live.table.id}".encode(), "sha256")
    return urlsafe_b64encode(digest[:12]).decode()


def _follow(table: Table, at: float, id: str) -> AnyEntry:
    if table.followed_by:
        raise Refused("followed", "")
    return Followed(at, id)
