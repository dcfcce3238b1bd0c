"""Tables by themselves, without a house: laid, with who sits there, and played at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from archipel.games import game
from archipel.server import conduct
from archipel.server.clocks import deadline
from archipel.server.entries import Acted, AnyEntry, Clock, Filled, Opened, Sat, TookBack
from archipel.server.fair import Draws, commitment
from archipel.server.refusal import Refused
from archipel.server.table import Seat, Table

SEED = bytes(range(32))
NOBODY: dict[str, float] = {}  # is away
LONG = conduct.ABSENT  # away for so long that others may decide


def a_table(name: str = "costa-ruana", seats: int = 3, **wishes: Any) -> Table:
    """A table of ann's where nobody sits yet."""
    version = game(name).version
    options = game(name).settle_options({})
    return Table("t", Opened(1.0, "ann", name, version, seats, options, commitment(SEED), **wishes))


def seated(*who: str, **wishes: Any) -> Table:
    """A table at which guests and bots (with a colon) sit."""
    table = a_table(seats=len(who), **wishes)
    for seat, one in enumerate(who):
        table.apply(Filled(1.0, seat, one) if ":" in one else Sat(1.0, seat, one, one.title()))
    return table


def draws(table: Table) -> Draws:
    return Draws(SEED, table.entropies())


def playing(*who: str, **wishes: Any) -> Table:
    """A match that has begun."""
    table = seated(*who or ("ann", "bob", "cat"), **wishes)
    table.apply(conduct.start(table, 1.0, "ann", NOBODY, draws(table)))
    return table


def act(table: Table, choice: int = 0, at: float = 2.0) -> Acted:
    """Whoever is to move takes one of the legal actions."""
    assert table.match is not None
    assert table.to_move is not None
    text = table.match.spell(table.match.moves[choice])
    entry = conduct.act(table, at, table.to_move, text, table.position, draws(table), table.tongue("en"))
    table.apply(entry)
    return entry


def overrun() -> Table:
    """A table of ann's where strangers, each of them new, did all that they were let, again and again."""
    table, before = seated("ann", "", ""), -1
    while table.number > before:
        before = table.number
        who = f"stranger {before}"
        for _ in range(9):
            attempt(table, conduct.say, 2.0, who, "X", "la la", None)
            attempt(table, conduct.sit, 2.0, who, "X", None)
        for seat in table.seats_of(who):
            attempt(table, conduct.sit, 2.0, who, "Y", seat)
            attempt(table, conduct.stand, 2.0, who, seat, NOBODY)
    for who in {seat.guest for seat in table.seats} - {"ann"}:
        while attempt(table, conduct.say, 2.0, who, "X", "la la", None):
            pass
    return table


def attempt(table: Table, plan: Callable[..., AnyEntry], *given: Any) -> bool:
    """Do something if it is allowed; whether it was."""
    try:
        entry = plan(table, *given)
        conduct.check_room(table, entry)
    except Refused:
        return False
    table.apply(entry)
    return True


def without_bob() -> Table:
    """A table that the host sent somebody away from."""
    table = seated("ann", "bob")
    table.apply(conduct.stand(table, 2.0, "ann", 1, NOBODY))
    return table


def expecting(guest: str) -> Table:
    """A table where a seat is kept for somebody."""
    table = a_table()
    table.apply(conduct.keep(1.0, 0, Seat(guest, guest.title())))
    return table


def rematch() -> Table:
    """A table where bob and cat, who had two seats, are expected."""
    table = a_table(seats=4)
    table.apply(conduct.keep(1.0, 0, Seat("bob", "Bob")))
    for seat in (1, 2):
        table.apply(conduct.keep(1.0, seat, Seat("cat", "Cat")))
    table.apply(Sat(1.0, 3, "ann", "Ann"))
    return table


def play_on_to(seat: int, table: Table, at: float) -> None:
    """All others act until it is a seat's turn."""
    while table.to_move != seat:
        act(table, at=at)


def late_twice() -> Table:
    """A table where somebody let time run out, came back, and did so again."""
    table = playing(clock=Clock(move=30.0))
    seat = table.to_move
    assert seat is not None
    table.apply(conduct.late(table, 31.0, seat))
    table.apply(conduct.come_back(table, 32.0, table.seats[seat].guest, seat))
    assert deadline(table) == 62.0
    table.apply(conduct.late(table, 62.0, seat))
    return table


def taken_back(table: Table, seat: int, at: float) -> None:
    entry = conduct.take_back(table, at, seat, table.position)
    assert isinstance(entry, TookBack)
    table.apply(entry)
