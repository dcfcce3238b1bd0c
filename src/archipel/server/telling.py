"""What somebody at a table is told: all that a seat's socket carries is made here, from that seat's view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from archipel.core.game import Game
from archipel.core.match import Match, Moment
from archipel.core.record import WATCHER, reading
from archipel.core.words import N_, Event, Tongue, happening
from archipel.server import wire
from archipel.server.clocks import deadline
from archipel.server.entries import (
    AnyEntry,
    AskedBack,
    Filled,
    Followed,
    Kept,
    Opened,
    Remarked,
    Replaced,
    Returned,
    Said,
    Sat,
    SentAway,
    Started,
    Stood,
    TookBack,
    Voted,
    Welcomed,
)
from archipel.server.table import Table

Told = tuple[int, AnyEntry, Sequence[Moment]]
"""An entry with its number, and what it did in the match."""

SENTENCES: dict[type, str] = {
    Sat: N_("{name} sits down."),
    Stood: N_("A seat is free: {place}."),
    Kept: N_("A seat is kept for {name}: {place}."),
    SentAway: N_("The host sent {name} away."),
    Welcomed: N_("Whoever was sent away may sit down again."),
    Filled: N_("A bot sits down: {place}."),
    Started: N_("The match begins."),
    AskedBack: N_("{name} asks to take the last decision back."),
    TookBack: N_("{name} takes the last decision back."),
    Replaced: N_("A bot plays for {name}."),
    Returned: N_("{name} is back."),
    Followed: N_("The next match is at another table."),
}
LATE = N_("The time of {name} is out: a bot plays on.")
YES, NO = N_("{name} agrees."), N_("{name} does not agree.")


# ── Lines ───────────────────────────────────────────────────────────────────────────────────────
def lines(table: Table, told: Iterable[Told], seat: int | None, language: str) -> tuple[wire.Line, ...]:
    """What happened, entry by entry, as a seat or a watcher learnt it."""
    tongue = table.tongue(language)
    found: list[wire.Line] = []
    for number, entry, moments in told:
        sentence = table_line(table, entry, tongue)
        if sentence:
            by, at = (entry.name, entry.seat) if isinstance(entry, Said) else ("", None)
            found.append(wire.Line(number, sentence, by=by, seat=at))
        for event in events(table.game, entry, moments, seat):
            found.append(wire.Line(number, table.game.words.say(event, tongue), event))
    return tuple(found)


def events(game: Game, entry: AnyEntry, moments: Sequence[Moment], seat: int | None) -> list[Event]:
    """What an entry did in the match, as a seat saw it."""
    if isinstance(entry, Remarked):
        form = game.talk.to_json(game.talk.read(entry.text))
        who = game.notation.SEATS[entry.seat]
        return [happening(game.words.PARAGRAPHS, form.pop("action"), who=who, **form)]
    eye = WATCHER if seat is None else seat
    return [event for moment in moments for event in moment.events(eye)]


def table_line(table: Table, entry: AnyEntry, tongue: Tongue) -> str:
    """What people did around the match, as a sentence."""
    if isinstance(entry, Said):
        return entry.text
    sentence = SENTENCES.get(type(entry), "")
    if isinstance(entry, Voted):
        sentence = YES if entry.yes else NO
    if isinstance(entry, Replaced) and entry.late:
        sentence = LATE
    if not sentence:
        return ""
    seat: int | None = getattr(entry, "seat", None)
    place = "" if seat is None else table.game.seat_names(table.opened.seats, tongue.language)[seat]
    name = getattr(entry, "name", "") or ("" if seat is None else tongue.name(seat))
    return tongue.text(sentence).format(name=name, place=place)


# ── How things stand ────────────────────────────────────────────────────────────────────────────
class Telling:
    """What some entries tell everybody who looks at a table, each as they may know it.

    Those who look from one seat in one language share what is made for it.
    """

    def __init__(self, table: Table, told: Sequence[Told], since: int, seed: str | None) -> None:
        self.table, self.told, self.since, self.seed = table, told, since, seed
        self._sights: dict[tuple[int | None, str], tuple[wire.MatchNow | None, tuple[wire.Line, ...]]] = {}

    def news(self, seat: int | None, guest: str, language: str) -> wire.News:
        """The table and the match as a guest sees them from a seat of theirs, and what happened since.

        Who looks from a seat that is not theirs, or is no longer, watches.
        """
        table = self.table
        eye = seat if seat in table.seats_of(guest) else None
        now, told = self._sight(eye, language)
        return wire.News(
            table.number, self.since, eye, table_now(table, guest, language, self.seed), now, told
        )

    def _sight(self, eye: int | None, language: str) -> tuple[wire.MatchNow | None, tuple[wire.Line, ...]]:
        key = eye, language
        if key not in self._sights:
            now = match_now(self.table, eye, language) if self.table.match else None
            self._sights[key] = now, lines(self.table, self.told, eye, language)
        return self._sights[key]


def retold(
    table: Table,
    entries: Iterable[tuple[int, AnyEntry]],
    since: int,
    seed: str | None,
    seat: int | None,
    guest: str,
    language: str,
) -> bytes:
    """The news of all that led to a table after one entry, made from its log."""
    (_, opened), *others = entries
    assert isinstance(opened, Opened)
    again = Table(table.id, opened)
    told = [(number, entry, again.apply(entry)) for number, entry in others if number <= table.number]
    missed = [one for one in told if one[0] > since]
    return wire.to_bytes(Telling(table, missed, since, seed).news(seat, guest, language))


def table_now(table: Table, guest: str, language: str, seed: str | None) -> wire.TableNow:
    """What everybody may know of a table."""
    places = table.game.seat_names(table.opened.seats, language)
    seats = tuple(
        wire.SeatNow(
            place,
            seat.name,
            seat.person,
            seat.bot,
            bool(guest) and guest in (seat.guest, seat.kept_for),
            bool(seat.kept_for),
        )
        for place, seat in zip(places, table.seats, strict=True)
    )
    return wire.TableNow(
        table.id,
        table.opened.game,
        table.status,
        table.opened.public,
        bool(guest) and guest == table.opened.host,
        seats,
        tuple(table.sent_away.values()),
        msgspec.to_builtins(table.opened.clock),
        deadline(table),
        tuple(round(seconds, 1) for seconds in table.spent),
        table.opened.commitment,
        seed,
        table.followed_by,
    )


def match_now(table: Table, seat: int | None, language: str) -> wire.MatchNow:
    """The match as a seat or a watcher sees it."""
    match, tongue = table.match, table.tongue(language)
    assert match is not None
    eye = WATCHER if seat is None else seat
    view = reading(match.view(eye))
    rule, question = match.game.words.question(view, tongue)
    mine = not match.over and match.to_move == eye
    return wire.MatchNow(
        table.position,
        table.to_move,
        question,
        rule,
        match.show(eye, view),
        moves(match, view, tongue) if mine else (),
        outcome(match, tongue),
        proposal(table),
    )


def moves(match: Match, view: Any, tongue: Tongue) -> tuple[wire.Move, ...]:
    """The legal actions of the one to move, in words."""
    words, notation = match.game.words, match.game.notation.NOTATION
    found = []
    for action in match.moves:
        event = words.event_of(view, action)
        said = words.say(event, tongue)
        found.append(wire.Move(notation.spell(action), notation.to_json(action), said, event["rule"]))
    return tuple(found)


def outcome(match: Match, tongue: Tongue) -> wire.Outcome | None:
    """How the match ended, if it has."""
    end = match.outcome
    if end is None:
        return None
    words = tongue.text(match.game.words.REASONS[end.reason])
    return wire.Outcome(end.points, end.places, end.reason, words)


def proposal(table: Table) -> wire.Proposal | None:
    """What is proposed, and who has not answered."""
    if table.proposal is None:
        return None
    return wire.Proposal(table.proposal.seat, tuple(sorted(table.voters() - table.proposal.agreed)))
