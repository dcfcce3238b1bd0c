"""What happens at a table without anybody's doing: bots act, time runs out, habits answer."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple

from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.server import conduct
from archipel.server.clocks import deadline, patience
from archipel.server.entries import Replaced, TookBack
from archipel.server.logs import log
from archipel.server.refusal import Refused
from archipel.server.store import StoreError
from archipel.server.table import Table

if TYPE_CHECKING:
    from archipel.server.hall import Hall
    from archipel.server.live import Live

Habits = Mapping[int, tuple[str, str]]  # by seat: whose habit it is, for others may have sat there, and which
ASK, ALONE, PASS = HABITS = ("ask", "alone", "pass")
USUAL = ALONE
LONE_ANSWER = 0.15  # seconds before a lone answer is given for somebody among bots


class Occasion(NamedTuple):
    """Why something will happen by itself."""

    position: int
    agreed: bool
    bot: str
    habit: int | None
    deadline: float | None

    def rests(self, until: float) -> bool:
        """Whether it is but a clock that runs, beyond some time."""
        waits = not (self.agreed or self.bot) and self.habit is None
        return waits and self.deadline is not None and self.deadline > until


def due(table: Table) -> float | None:
    """When a table next needs care although nobody acts; for whoever finds it left alone."""
    seat = table.to_move
    if conduct.agreed(table, table.changed) or (seat is not None and table.seats[seat].bot):
        return table.changed
    return deadline(table)


def occasion(table: Table, habits: Habits, seen: AbstractSet[str]) -> Occasion | None:
    """What calls for something to happen by itself, if anything does."""
    seat, habit = table.to_move, habitual(table, habits, seen)
    if due(table) is None and habit is None:
        return None
    agreed = conduct.agreed(table, table.changed) is not None
    bot = "" if seat is None else table.seats[seat].bot
    return Occasion(table.position, agreed, bot, habit, deadline(table))


def reaction(match: Match) -> bool:
    """Whether all are asked in turn, on public facts alone, if they want to react."""
    phases: tuple[str, ...] = getattr(match.game.notation, "REACTIONS", ())
    return bool(phases) and match.game.notation.PHASES[match.view(WATCHER).phase] in phases


def habit_at(table: Table, habits: Habits, seat: int) -> str:
    """The habit of whoever sits at a seat."""
    guest, auto = habits.get(seat, ("", USUAL))
    return auto if guest == table.seats[seat].guest else USUAL


def habitual(table: Table, habits: Habits, seen: AbstractSet[str]) -> int | None:
    """The action that a person's habit answers with, if any; `seen` are all who have looked at the table.

    One who passes beforehand passes whatever they hold. A lone answer is given only among bots where nobody
    else looks, for before people its haste would tell that there was no choice: those for whom bots play may
    come back, who watched and went may do so in a moment, and a public table is anybody's to look at.
    """
    seat, match = table.to_move, table.match
    if seat is None or match is None or not table.seats[seat].person:
        return None
    habit = habit_at(table, habits, seat)
    if habit == PASS and reaction(match):
        return match.read(match.game.notation.PASS)
    others = any(one.guest for number, one in enumerate(table.seats) if number != seat)
    alone = not (others or table.opened.public or seen - {table.seats[seat].guest})
    return match.moves[0] if habit == ALONE and alone and len(match.moves) == 1 else None


async def attend(hall: Hall, live: Live) -> None:
    """See to what happens next at a table; then to what follows from it, and so on."""
    try:
        await _attend(hall, live)
    except Refused as refusal:  # something else happened first: that has a duty of its own
        log.debug("a duty came too late", table=live.table.id, code=refusal.code)
    except StoreError as error:
        # the sweep comes back to it
        log.error("a duty could not be stored", table=live.table.id, problem=type(error).__name__)
    except Exception:
        log.exception("a duty failed", table=live.table.id)


async def _attend(hall: Hall, live: Live) -> None:
    table = live.table
    seat, position = table.to_move, table.position
    if conduct.agreed(table, hall.clock()):
        await hall.do(live, lambda current: _agree(current, hall.clock()))
    elif seat is None:
        return
    elif table.seats[seat].bot:
        action = await bot_choice(hall, live, seat)
        await _act(hall, live, seat, action, position)
    elif (habit := habitual(table, live.habits, live.seen)) is not None:
        await asyncio.sleep(habit_pause(hall, table))
        await hall.recall(live)
        if habitual(table, live.habits, live.seen) == habit:  # else that changed at another process
            await _act(hall, live, seat, habit, position)
    else:
        await _wait_for(hall, live, seat)
        await hall.beat()  # all may have slept: then the time is given back, and this is no longer due
        await hall.do(live, lambda current: _late(current, hall.clock(), seat, position))


async def bot_choice(hall: Hall, live: Live, seat: int) -> int:
    """What the bot at a seat does, from what that seat sees."""
    table = live.table
    assert table.match is not None
    match, kind = table.match, table.seats[seat].bot
    word = f"bot {table.position}".encode()  # dice of its own for every decision, not those of the deals
    seed = int.from_bytes(hmac.digest(live.seed, word, "sha256")[:6])
    view, asked = match.view(seat), reaction(match)
    moves, host = match.moves, table.opened.host
    return await hall.thinkers.choose(
        table.game, kind, seed, view, seat, moves, asked, lambda: live.rank, host
    )


def habit_pause(hall: Hall, table: Table) -> float:
    """How long a habit waits: as long as a bot where all are asked; else nobody looks at the clock."""
    assert table.match is not None
    if reaction(table.match):
        return hall.thinkers.time("", reaction=True)
    return hall.thinkers.pace * LONE_ANSWER


async def _act(hall: Hall, live: Live, seat: int, action: int, position: int) -> None:
    assert live.table.match is not None
    text, tongue = live.table.match.spell(action), live.table.tongue("en")
    await hall.do(live, lambda now: conduct.act(now, hall.clock(), seat, text, position, live.draws, tongue))


async def _wait_for(hall: Hall, live: Live, seat: int) -> None:
    """Wait until somebody's time is out; whoever is away then has the grace as well.

    Whoever is connected to another process is called late by that one; if it was killed, they are away.
    """
    await _until(hall, patience(live.table, there=True))
    if live.table.seats[seat].guest not in live.here():
        await _until(hall, patience(live.table, there=False))


async def _until(hall: Hall, end: float | None) -> None:
    assert end is not None
    while (rest := end - hall.clock()) > 0:
        await asyncio.sleep(rest)


def _agree(table: Table, at: float) -> TookBack:
    entry = conduct.agreed(table, at)
    if entry is None:
        raise Refused("stale", "")
    return entry


def _late(table: Table, at: float, seat: int, position: int) -> Replaced:
    end = deadline(table)
    if table.position != position or end is None or end > at:
        raise Refused("stale", "")
    return conduct.late(table, at, seat)
