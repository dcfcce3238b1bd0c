"""What people may do at a table: each function checks it and returns the entry to append, or refuses.

Nothing here changes a table. Refusals are made from what the one who asked may know.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from archipel.bots.roster import BotError, check_bot
from archipel.core.game import GameError
from archipel.core.match import Match
from archipel.core.notation import NotationError
from archipel.core.words import N_, Tongue
from archipel.server.clocks import Silence, slept
from archipel.server.entries import (
    Acted,
    AnyEntry,
    AskedBack,
    Filled,
    Kept,
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
from archipel.server.fair import Draws, deal
from archipel.server.limits import TOO_OFTEN
from archipel.server.refusal import Refused
from archipel.server.table import OPEN, PLAYING, Seat, Table

LONGEST_ENTROPY, LONGEST_TALK = 64, 400
MOST_BACK = 10  # times that a decision is taken back freely: the others wait meanwhile
MOST_SITS = 30  # times that somebody may sit down at a table: the log is everybody's
MOST_STAND_INS = 30  # times that somebody may let a bot play for a seat of theirs, for the same reason
MOST_REMARKS = 100  # of a seat in a match: each is looked at again after every action
NOT_FULL = N_("Not all seats are taken (free: {free}): wait for players, or let bots take them.")
EXPECTED = N_("Seats are kept for {names}: wait until they sit down, or give the seats free.")
STALE = N_("Something happened in the meantime; look again and choose anew.")
LONGEST_LOG = 6000  # entries: thrice what long matches have; whoever comes is told all of it
LONG = N_("So much was written at this table that now only the match itself goes on.")
TOLD_ENOUGH = N_("So much was written at this table that you can say no more now.")
MOVED_ENOUGH = N_("So much was written at this table that your seat stays as it is; the host can free it.")
STAND_IN = "level:3"  # who plays for people who are away, or whose time is out
ABSENT = 300.0  # seconds for which somebody is away until others may decide in their place
IDLE = 900.0  # seconds for which somebody who is there decides nothing, until a bot may; without a clock
GONE = 3600.0  # the same if they are not there, and neither is the host: perhaps all went to bed

Away = Mapping[str, float]
"""For how many seconds guests have not been there; whoever is there is not named."""


# ── Who ─────────────────────────────────────────────────────────────────────────────────────────
def host_of(table: Table, away: Away) -> str:
    """Who decides for the table: who opened it or, while they are away for long, who has sat here longest."""
    host = table.opened.host
    return _eldest(table, away) or host if _absent(host, away) else host


def _eldest(table: Table, away: Away) -> str:
    """Who has sat here longest, of those who are there and did not open the table; "" if nobody."""
    rest = [seat for seat in table.seats if seat.guest not in ("", table.opened.host)]
    there = [seat for seat in rest if not _absent(seat.guest, away)]
    return min(there, key=lambda seat: seat.since).guest if there else ""


def deputy(table: Table, away: Away) -> int | None:
    """The seat that decides in place of whoever opened the table; none while they do it themselves."""
    guest = host_of(table, away)
    return None if guest == table.opened.host else table.seats_of(guest)[0]


def until_deputy_changes(away: Away) -> float:
    """In how many seconds somebody may have been away for so long that another one decides."""
    return min((ABSENT - seconds for seconds in away.values() if seconds < ABSENT), default=math.inf)


def _absent(guest: str, away: Away) -> bool:
    return away.get(guest, 0.0) >= ABSENT


def _only_host(table: Table, guest: str, away: Away) -> None:
    if guest not in (table.opened.host, host_of(table, away)):
        raise Refused("not_host", N_("Only the host of the table can do that."))


def _only_status(table: Table, status: str) -> None:
    if table.status != status:
        sentences = {
            OPEN: N_("The match has begun; this can be done only before."),
            PLAYING: N_("The match is not being played; this can be done only during it."),
        }
        raise Refused("wrong_time", sentences[status])


def _seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        sentence = N_("There is no seat {seat}; seats are counted from 0 to {last}.")
        raise Refused("no_seat", sentence, seat=seat, last=len(table.seats) - 1)
    return table.seats[seat]


def _only_own(table: Table, guest: str, seat: int) -> Seat:
    found = _seat(table, seat)
    if not guest or found.guest != guest:
        raise Refused("not_yours", N_("That seat is not yours."))
    return found


def check_room(table: Table, entry: AnyEntry) -> None:
    """Refuse what is not playing on if the log is long: the less it has to do with the match, the sooner."""
    share, sentence = _share(table, entry)
    if table.number >= LONGEST_LOG * share:
        raise Refused("long_log", sentence)


def _share(table: Table, entry: AnyEntry) -> tuple[float, str]:
    """Up to which share of the longest log there is room for an entry, and what is said then.

    What any stranger can do again and again comes first, leaving a seat included: so all that strangers do
    leaves room to sit down wherever a seat is free, and those who sit can talk.
    """
    match entry:
        case Said(seat=None):
            return 1 / 3, TOLD_ENOUGH
        case Said():
            return (1 / 2 if table.status == OPEN else 2 / 3), TOLD_ENOUGH
        case Sat() if table.seats[entry.seat].guest == entry.guest:  # another name, or entropy
            return 1 / 3, MOVED_ENOUGH
        case Stood() if table.seats[entry.seat].guest not in ("", table.opened.host):  # by themselves
            return 1 / 3, MOVED_ENOUGH
        case TookBack() if table.proposal is not None:  # all agreed
            return math.inf, ""
        case Replaced(called=True) if table.to_move == entry.seat:  # all wait, and the bot will decide
            return math.inf, ""
        case Sat() | Filled() | Remarked() | AskedBack() | TookBack() | Replaced(late=False):
            return 1, LONG
    return math.inf, ""


# ── Before the match ────────────────────────────────────────────────────────────────────────────
def sit(table: Table, at: float, guest: str, name: str, seat: int | None, entropy: str = "") -> Sat:
    """Take a seat: a certain one, or the first that is free. Who sits there already may sit again, to
    change the name or what is stirred into the deals; at a seat that was kept one has the name of before.
    """
    _only_status(table, OPEN)
    if guest in table.sent_away:
        raise Refused("sent_away", N_("The host sent you away from this table; you can watch."))
    if table.sat.get(guest, 0) >= MOST_SITS:
        raise Refused("too_often", N_("You sat down at this table too often."))
    if seat is None:
        seat = _first_free(table, guest)
    if seat is None:
        raise Refused("full", N_("All seats are taken; you can watch."))
    found = _seat(table, seat)
    if found.taken and found.guest != guest:
        raise Refused("taken", N_("Somebody sits there already; choose another seat."))
    _not_kept(found, guest)
    return Sat(at, seat, guest, found.name if found.kept_for else name, check_entropy(entropy))


def _first_free(table: Table, guest: str) -> int | None:
    """The first seat that is kept for somebody, or free."""
    kept = [number for number, one in enumerate(table.seats) if one.kept_for == guest]
    free = [number for number, one in enumerate(table.seats) if one.free]
    return next(iter([*kept, *free]), None)


def _not_kept(found: Seat, guest: str = "") -> None:
    if found.kept_for not in ("", guest):
        sentence = N_("That seat is kept for {name}; the host can give it free.")
        raise Refused("kept", sentence, name=found.name)


def check_entropy(entropy: str) -> str:
    """What somebody stirs into the deals, if it can be."""
    if len(entropy) > LONGEST_ENTROPY or not entropy.isprintable():
        sentence = N_("What you stir into the deals must be at most {most} letters in one line.")
        raise Refused("bad_entropy", sentence, most=LONGEST_ENTROPY)
    return entropy


def stand(table: Table, at: float, guest: str, seat: int, away: Away) -> Stood | SentAway:
    """Leave a seat. The host can also send away whoever sits there, from all seats of theirs and for good, or
    give a seat free that is kept. Asked for twice it changes nothing more.
    """
    _only_status(table, OPEN)
    found = _seat(table, seat)
    if found.free:
        raise Refused("empty", N_("Nobody sits there."))
    if guest in (found.guest, found.kept_for):
        return Stood(at, seat)
    _only_host(table, guest, away)
    if found.guest and found.guest != table.opened.host:
        return SentAway(at, tuple(table.seats_of(found.guest)), found.guest, found.name)
    return Stood(at, seat)


def welcome(table: Table, at: float, guest: str, away: Away) -> Welcomed:
    """Let all those sit down again who were sent away."""
    _only_status(table, OPEN)
    _only_host(table, guest, away)
    if not table.sent_away:
        raise Refused("empty", N_("Nobody was sent away."))
    return Welcomed(at)


def keep(at: float, seat: int, before: Seat) -> Kept | Filled:
    """Expect at a seat whoever had it before: people sit down by themselves, with what they stir in."""
    return Kept(at, seat, before.guest, before.name) if before.guest else Filled(at, seat, before.bot)


def fill(table: Table, at: float, guest: str, seat: int, bot: str, away: Away) -> Filled:
    """Let a bot take a free seat, or another bot take over one."""
    _only_status(table, OPEN)
    _only_host(table, guest, away)
    found = _seat(table, seat)
    if found.guest:
        raise Refused("taken", N_("Somebody sits there already; choose another seat."))
    _not_kept(found)
    return Filled(at, seat, known_bot(bot))


def known_bot(bot: str) -> str:
    """The name of a bot, if a table may have it: one that thinks for a bounded time."""
    try:
        kind = check_bot(bot)
    except BotError as error:
        raise Refused("no_bot", "{problem}", problem=error) from error
    if kind.startswith("search"):
        raise Refused("no_bot", N_("Tables have bots by level: level:1 to level:5, greedy or random."))
    return kind


def start(table: Table, at: float, guest: str, away: Away, draws: Draws) -> Started:
    """Begin the match: the cards are dealt."""
    _only_status(table, OPEN)
    _only_host(table, guest, away)
    if free := sum(seat.free for seat in table.seats):
        raise Refused("not_full", NOT_FULL, free=free)
    if expected := dict.fromkeys(seat.name for seat in table.seats if seat.kept_for):
        raise Refused("not_full", EXPECTED, names=", ".join(expected))
    try:
        match = Match(table.game, table.opened.seats, table.opened.options)
    except GameError as error:
        raise Refused("bad_options", "{problem}", problem=error) from error
    return Started(at, tuple(deal(match, draws, since=0)))


# ── The match ───────────────────────────────────────────────────────────────────────────────────
def act(table: Table, at: float, seat: int, action: str, after: int, draws: Draws, tongue: Tongue) -> Acted:
    """Take an action, spelled in the game's notation, in the position after entry `after`."""
    match = playing(table)
    if after != table.position:
        raise Refused("stale", STALE)
    number = its_move(table, seat, action)
    if number not in match.moves:
        paragraph, sentence = match.objection(number, tongue)
        raise Refused("illegal", "{problem}", paragraph, problem=sentence)
    branch = match.branch()
    branch.step(number)
    return Acted(at, seat, number, tuple(deal(branch, draws, since=table.drawn)))


def playing(table: Table) -> Match:
    """The match, if it is under way."""
    _only_status(table, PLAYING)
    assert table.match is not None
    return table.match


def its_move(table: Table, seat: int, action: str) -> int:
    """The number of an action, if it is this seat's to choose."""
    match = playing(table)
    if match.to_move != seat:
        raise Refused("not_your_turn", N_("It is not your turn."))
    try:
        return match.read(action)
    except NotationError as error:
        raise Refused("bad_action", "{problem}", problem=error) from error


def remark(table: Table, at: float, seat: int, text: str) -> Remarked:
    """Say something in the words of the game, such as a claim."""
    match = playing(table).branch()
    if sum(one.seat == seat for one in match.remarks) >= MOST_REMARKS:
        raise Refused("too_often", TOO_OFTEN)
    try:
        match.remark(seat, text)
    except (GameError, NotationError) as error:
        raise Refused("bad_remark", "{problem}", problem=error) from error
    return Remarked(at, seat, match.remarks[-1].text)


def say(table: Table, at: float, guest: str, name: str, text: str, eye: int | None) -> Said:
    """Say something to everybody at the table: from the seat one looks from, or any that one has."""
    text = " ".join(text.split())
    if not 1 <= len(text) <= LONGEST_TALK or not text.isprintable():
        sentence = N_("What you say must be 1 to {most} letters.")
        raise Refused("bad_talk", sentence, most=LONGEST_TALK)
    own = table.seats_of(guest)
    return Said(at, guest, name, text, eye if eye in own else next(iter(own), None))


# ── Taking back ─────────────────────────────────────────────────────────────────────────────────
def take_back(table: Table, at: float, seat: int, after: int) -> TookBack | AskedBack:
    """Take back one's last decision at once, if nobody has learnt anything since; else ask the others."""
    match = playing(table)
    if after != table.position:
        raise Refused("stale", STALE)
    bots = {number for number, one in enumerate(table.seats) if not one.guest}
    back = match.undoable(seat, across=bots)
    to = len(match.actions) - back
    if back and (table.backs(to, seat) < MOST_BACK or not table.others(seat)):
        return TookBack(at, seat, to)
    own = [moment.number for moment in match.replay() if moment.by == seat]
    if not own:
        raise Refused("nothing_to_take_back", N_("You have not decided anything yet."))
    if not table.others(seat):
        return TookBack(at, seat, own[-1])
    if table.proposal is not None:  # the votes on it must not be lost
        raise Refused("stale", STALE)
    return AskedBack(at, seat, own[-1])


def vote(table: Table, at: float, seat: int, yes: bool) -> Voted:
    """Answer somebody who wants to take something back."""
    playing(table)
    if table.proposal is None:
        raise Refused("no_proposal", N_("Nobody wants to take anything back now."))
    if seat not in table.voters() or seat in table.proposal.agreed:
        raise Refused("no_vote", N_("You have no vote on that, or gave it already."))
    return Voted(at, seat, yes)


def agreed(table: Table, at: float) -> TookBack | None:
    """What follows when nobody objects any more."""
    proposal = table.proposal
    if proposal is None or not table.voters() <= proposal.agreed:
        return None
    return TookBack(at, proposal.seat, proposal.to)


# ── People come and go ──────────────────────────────────────────────────────────────────────────
def replace(
    table: Table,
    at: float,
    guest: str,
    seat: int,
    bot: str,
    away: Away,
    silences: Sequence[Silence] = (),
) -> Replaced:
    """Let a bot of one's choice play for oneself; or the usual one for somebody who keeps all waiting."""
    playing(table)
    found = _seat(table, seat)
    own = found.guest == guest
    if not own:
        _only_caller(table, guest, found, away)
    if not found.person:
        raise Refused("a_bot", N_("A bot plays there already."))
    if not own:
        _check_wait(table, guest, seat, away, _due(table, at, seat, silences))
        return Replaced(at, seat, STAND_IN, called=True)
    if table.stand_ins.get(seat, 0) >= MOST_STAND_INS:
        raise Refused("too_often", N_("You let a bot play for you too often; decide yourself."))
    return Replaced(at, seat, known_bot(bot))


def _only_caller(table: Table, guest: str, found: Seat, away: Away) -> None:
    """Only the host calls a bot for others; for the host, or in their place, who has sat here longest."""
    host = table.opened.host
    instead = _eldest(table, away) if found.guest == host else host_of(table, away)
    if guest not in (host, instead):
        sentence = N_("Only the host can do that; or, if all wait for the host, who has sat here longest.")
        raise Refused("not_host", sentence)


def _due(table: Table, at: float, seat: int, silences: Sequence[Silence]) -> float:
    """For how many seconds somebody could have decided what they are to decide."""
    if table.to_move != seat:
        return 0.0
    return table.used + at - table.began - slept(silences, table.began, at)


def _check_wait(table: Table, guest: str, seat: int, away: Away, due: float) -> None:
    """Refuse a bot for somebody who was not waited for long enough.

    Where time runs out, that alone calls one. Only the host sees to others than the one to decide.
    """
    clock, gone = table.opened.clock, away.get(table.seats[seat].guest, 0.0)
    if clock.runs:
        raise Refused("there", N_("There is a clock: a bot plays on by itself for those whose time is out."))
    if guest == table.opened.host:
        if due < IDLE and gone < max(ABSENT, clock.grace):
            raise Refused("there", N_("A bot can play only for those who have been away for long, or idle."))
        return
    wait = IDLE if gone < ABSENT else max(GONE, clock.grace)
    if due < wait:
        sentence = N_("A bot can play for them only when they have had {minutes} minutes to decide.")
        raise Refused("there", sentence, minutes=round(wait / 60))


def come_back(table: Table, at: float, guest: str, seat: int) -> Returned:
    """Take one's seat back from the bot."""
    playing(table)
    if not _only_own(table, guest, seat).bot:
        raise Refused("no_bot_there", N_("No bot plays for you there."))
    if table.to_move == seat and table.forfeited:
        sentence = N_("You took too long; take your seat back when the bot has decided.")
        raise Refused("wrong_time", sentence)
    return Returned(at, seat)


def late(table: Table, at: float, seat: int) -> Replaced:
    """A bot plays on for somebody whose time is out."""
    return Replaced(at, seat, STAND_IN, late=True)
