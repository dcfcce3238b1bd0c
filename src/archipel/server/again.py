"""Playing again: the table that follows a match which is over."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from archipel.core.words import N_
from archipel.server.entries import AnyEntry, Filled, Followed, Sat
from archipel.server.hall import Hall, Live
from archipel.server.refusal import Refused
from archipel.server.table import OPEN, OVER, Seat, Table


async def rematch(hall: Hall, live: Live, guest: str) -> str:
    """A table with the same people and bots, each one seat further on; the same one for all who ask."""
    table = live.table
    if table.status != OVER:
        raise Refused("wrong_time", N_("The match is not over yet."))
    if not table.seats_of(guest):
        raise Refused("not_yours", N_("Only those who played can play again."))
    if table.followed_by:
        return table.followed_by
    o, id = table.opened, _next_id(live)
    await hall.new_table(guest, o.game, o.seats, o.options, o.public, o.clock, table.id, id)
    following = await hall.live(id)
    for number, seat in enumerate(table.seats[-1:] + table.seats[:-1]):
        await _perhaps(hall, following, partial(_same_again, number=number, seat=seat))
    await _perhaps(hall, live, partial(_follow, id=id))
    return live.table.followed_by


async def _perhaps(hall: Hall, live: Live, plan: Callable[[Table, float], AnyEntry]) -> None:
    """Do something that somebody else may have done already."""
    with suppress(Refused):
        await hall.do(live, lambda table: plan(table, hall.clock()))


def _next_id(live: Live) -> str:
    """The table of the next match: the same whoever asks, at whichever process."""
    digest = hmac.digest(live.seed, b"rematch", "sha256")
    return urlsafe_b64encode(digest[:12]).decode()


def _same_again(table: Table, at: float, number: int, seat: Seat) -> AnyEntry:
    if table.status != OPEN or table.seats[number].taken:
        raise Refused("taken", "")
    if seat.guest:
        return Sat(at, number, seat.guest, seat.name)
    return Filled(at, number, seat.bot)


def _follow(table: Table, at: float, id: str) -> AnyEntry:
    if table.followed_by:
        raise Refused("followed", "")
    return Followed(at, id)
