"""A match that is over, looked at again: any moment of it, from any seat or with all cards open."""

from __future__ import annotations

from collections.abc import Iterator

from archipel.core.match import Match, Moment
from archipel.core.record import CHANCE, OVER, WATCHER
from archipel.core.words import N_, Event
from archipel.server import wire
from archipel.server.entries import Filled, Sat, Started
from archipel.server.fair import Draws, deal
from archipel.server.refusal import Refused
from archipel.server.table import OVER as OVER_STATUS
from archipel.server.table import Table
from archipel.server.telling import outcome, table_now

ALL_OPEN = -1  # in place of a seat


def finished(table: Table) -> Match:
    """The match of a table, if it is over: before, its secrets are not for the eyes of others."""
    if table.status != OVER_STATUS:
        raise Refused("wrong_time", N_("A match can be looked at again when it is over."))
    assert table.match is not None
    return table.match


def eye(table: Table, seat: int | None) -> int:
    """Whose eyes: a seat's, a watcher's, or those before which all lies open."""
    if seat is None:
        return WATCHER
    if seat != ALL_OPEN and not 0 <= seat < len(table.seats):
        sentence = N_("There is no seat {seat}; seats are counted from 0 to {last}.")
        raise Refused("no_seat", sentence, seat=seat, last=len(table.seats) - 1)
    return seat


def story(
    table: Table, seat: int | None, language: str, guest: str = "", seed: str | None = None
) -> wire.Story:
    """All that happened, action by action, as somebody learnt it; and whose decisions they were."""
    match, tongue, looker = finished(table), table.tongue(language), eye(table, seat)
    told = [(0, event) for event in match.heard(0)]
    for moment in match.replay():
        after = moment.number + 1
        told += [(after, event) for event in events(moment, looker) + match.heard(after)]
    return wire.Story(
        table_now(table, guest, language, seed),
        len(match.actions),
        tuple(decided(match)),
        tuple(wire.Line(number, table.game.words.say(event, tongue), event) for number, event in told),
        outcome(match, tongue),
    )


def decided(match: Match) -> Iterator[int | None]:
    """Who decided each action: nobody where chance acted, or where there was but one thing to do."""
    then = match.branch()
    then.restore([])
    for action in match.actions:
        yield then.to_move if then.to_move != CHANCE and len(then.moves) > 1 else None
        then.step(action)


def events(moment: Moment, looker: int) -> list[Event]:
    """What an action did, as somebody saw it, or as it truly was."""
    if looker != ALL_OPEN:
        return moment.events(looker)
    truth: list[Event] = moment.game.words.events(moment.before[0], moment.action, moment.after[0])
    return truth


def at_moment(table: Table, at: int, seat: int | None, language: str) -> wire.MatchNow:
    """How the match stood after so many actions."""
    match, tongue, looker = stood(table, at), table.tongue(language), eye(table, seat)
    view = match.state if looker == ALL_OPEN else match.view(looker)
    rule, question = table.game.words.question(view, tongue)
    shown = match.show(WATCHER if looker == ALL_OPEN else looker)
    if looker == ALL_OPEN:
        shown |= table.game.notation.show(view, WATCHER)
    to_move = match.to_move
    return wire.MatchNow(
        at,
        None if to_move in (CHANCE, OVER) else to_move,
        question,
        rule,
        shown,
        (),
        outcome(match, tongue),
        None,
    )


def stood(table: Table, at: int) -> Match:
    """The match after so many of its actions."""
    match = finished(table)
    if not 0 <= at <= len(match.actions):
        sentence = N_("The match has {actions} actions; choose a moment from 0 to {actions}.")
        raise Refused("no_moment", sentence, actions=len(match.actions))
    earlier = match.branch()
    earlier.restore(match.actions[:at])
    return earlier


def playable(table: Table, at: int, seat: int) -> Match:
    """The match after so many actions, if a seat can play on from there."""
    match = stood(table, at)
    if match.over:
        raise Refused("no_moment", N_("The match is over there; choose an earlier moment."))
    eye(table, seat)
    return match


def going_on(
    match: Match, at: float, seat: int, guest: str, name: str, bot: str, draws: Draws
) -> list[Sat | Filled | Started]:
    """The entries of a table where somebody plays a match on, at one seat, with bots at all others."""
    seats = [Sat(at, n, guest, name) if n == seat else Filled(at, n, bot) for n in range(match.seats)]
    before = tuple(match.actions)
    return [*seats, Started(at, (*before, *deal(match, draws)))]
