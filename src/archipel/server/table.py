"""`Table`: what the entries of a table's log make of it: who sits there, and how the match stands.

A table changes only by `apply`, entry by entry; whoever reads the same log has the same table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace

from archipel.core.game import Game
from archipel.core.match import Match, Moment, Remark
from archipel.core.records import MatchRecord, record_of
from archipel.core.words import N_, Problem, Tongue
from archipel.games import game as find_game
from archipel.server.entries import (
    Acted,
    AnyEntry,
    AskedBack,
    Credited,
    Filled,
    Followed,
    Kept,
    Opened,
    Remarked,
    Replaced,
    Returned,
    Sat,
    SentAway,
    Started,
    Stood,
    TookBack,
    Voted,
    Welcomed,
)
from archipel.server.fair import Draws, commitment, drawn

OPEN, PLAYING, OVER = "open", "playing", "over"
BOT = " bot"  # how match records call a bot: "level:2 bot"

Decision = tuple[int, int | None]  # how many actions came before it, and whose it is


class TableError(Problem):
    """A log that this program cannot read; the message says why."""


@dataclass(frozen=True)
class Seat:
    """A place at the table: a guest, a bot, a bot that plays for a guest, or nobody yet."""

    guest: str = ""
    name: str = ""
    entropy: str = ""
    bot: str = ""
    since: float = 0.0  # when the guest sat down
    kept_for: str = ""  # the guest who is expected there, of that name

    @property
    def taken(self) -> bool:
        """Whether anybody sits there."""
        return bool(self.guest or self.bot)

    @property
    def free(self) -> bool:
        """Whether anybody may sit down there."""
        return not (self.taken or self.kept_for)

    @property
    def person(self) -> bool:
        """Whether a person decides there."""
        return bool(self.guest) and not self.bot


@dataclass(frozen=True)
class Proposal:
    """Somebody's wish to take back what others have seen, and who agreed so far."""

    seat: int
    to: int
    agreed: frozenset[int] = frozenset()


class Table:
    """A table as it stands after entry `number` of its log."""

    def __init__(self, id: str, opened: Opened) -> None:
        self.id = id
        self.opened = opened
        self.game: Game = find_game(opened.game)
        if opened.version != self.game.version:
            sentence = N_(
                "{game} was played here by version {then} of the rules; this program has version {now}"
            )
            raise TableError(sentence, game=self.game.title, then=opened.version, now=self.game.version)
        self.number = 0  # of the last entry
        self.position = 0  # the number of the last entry that changed the match
        self.changed = opened.at
        self.seats = [Seat() for _ in range(opened.seats)]
        self.match: Match | None = None
        self.proposal: Proposal | None = None
        self.began = opened.at  # when the present decision began, as the clock counts
        self.used = 0.0  # seconds, on the present decision before that
        self.spent = [0.0] * opened.seats  # seconds, on all decisions before that
        self.credited = 0.0  # when time without a server was last given back
        self.forfeited = False  # the present decision is the bot's for good
        self.excused = False  # the bot's time for it is not charged to whoever takes it back
        self.followed_by = ""
        self.sat: Mapping[str, int] = {}  # how often each guest sat down
        self.stand_ins: Mapping[int, int] = {}  # how often a bot was let play for each seat by its player
        self.sent_away: Mapping[str, str] = {}  # guests who may not sit here any more, with their names
        self.drawn = 0  # actions of chance in the record
        self._took: dict[Decision, float] = {}  # seconds
        self._again: Mapping[Decision, float] = {}  # the same, as it was at the last taking back
        self._pardoned: frozenset[Decision] = frozenset()  # time for these was out once
        self._spared: frozenset[int] = frozenset()  # seats whose time for the match was out once
        self._backs: Mapping[Decision, int] = {}  # how often these were taken back
        self._tongues: dict[str, Tongue] = {}  # languages, as long as the same people sit here

    # ── How it stands ───────────────────────────────────────────────────────────────────────────
    @property
    def status(self) -> str:
        """Whether it waits for players, is being played at, or is over."""
        if self.match is None:
            return OPEN
        return OVER if self.match.over else PLAYING

    @property
    def to_move(self) -> int | None:
        """The seat whose decision it is, if any."""
        if self.match is None or self.match.over:
            return None
        return self.match.to_move

    def seats_of(self, guest: str) -> list[int]:
        """Where a guest sits; one person may have several seats."""
        return [number for number, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def tongue(self, language: str) -> Tongue:
        """A language, with the names of those who sit here; two of one name are told apart by their seats."""
        if language not in self._tongues:
            self._tongues[language] = self._tongue(language)
        return self._tongues[language]

    def _tongue(self, language: str) -> Tongue:
        places = self.game.seat_names(self.opened.seats, language)
        names = [seat.name or place for seat, place in zip(self.seats, places, strict=True)]
        told = tuple(
            f"{name} ({place})" if names.count(name) > 1 else name
            for name, place in zip(names, places, strict=True)
        )
        return self.match.tongue(language, told) if self.match else Tongue(language, told)

    def left(self, seat: int) -> tuple[float, float]:
        """The seconds a seat had when the present decision began, or went on: for it, and for the match."""
        clock = self.opened.clock
        move = math.inf if clock.move is None else max(0.0, clock.move - self.used)
        return move, math.inf if clock.match is None else max(0.0, clock.match - self.spent[seat])

    def voters(self) -> frozenset[int]:
        """The seats of those who must agree to what is proposed."""
        assert self.proposal is not None
        return self.others(self.proposal.seat)

    def others(self, seat: int) -> frozenset[int]:
        """The seats of all other guests; a bot that plays for one does not agree in their name."""
        own = self.seats[seat].guest
        return frozenset(n for n, one in enumerate(self.seats) if one.guest and one.guest != own)

    # ── The log ─────────────────────────────────────────────────────────────────────────────────
    def branch(self) -> Table:
        """The same table, to try an entry on."""
        twin = copy(self)
        twin.seats, twin.spent, twin._took = [*self.seats], [*self.spent], {**self._took}
        twin.match = self.match.branch() if self.match else None
        return twin

    def apply(self, entry: AnyEntry) -> list[Moment]:
        """Go on by the next entry; what happened in the match, if anything."""
        self.number += 1
        self.changed = entry.at
        match entry:
            case Started() | Acted():
                return self._play(entry)
            case TookBack():
                self._take_back(entry)
            case Sat() | Stood() | Kept() | Filled() | Replaced() | Returned():
                self._seat(entry)
            case SentAway():
                self._send_away(entry)
            case Welcomed():
                self.sent_away = {}
            case AskedBack():
                self.proposal = Proposal(entry.seat, entry.to)
            case Voted():
                self._vote(entry)
            case Remarked():
                assert self.match is not None
                self.match.remarks.append(Remark(len(self.match.actions), entry.seat, entry.text))
            case Credited():
                self.began, self.credited = self.began + entry.seconds, entry.at
            case Followed():
                self.followed_by = entry.table
        return []

    def _play(self, entry: Started | Acted) -> list[Moment]:
        """The match goes on: the action, and what chance did then."""
        actions = entry.chance
        if isinstance(entry, Acted):
            self._leave(entry.at)
            actions = (entry.action, *actions)
        elif self.match is None:
            self.match, self._tongues = Match(self.game, self.opened.seats, self.opened.options), {}
        assert self.match is not None
        moments = [self.match.take(action) for action in actions]
        self.drawn = drawn(self.match) if self.opened.goes_on_from else self.drawn + len(entry.chance)
        self._turn(entry.at)
        return moments

    def _take_back(self, entry: TookBack) -> None:
        assert self.match is not None
        own, decision = self.seats_of(self.seats[entry.seat].guest), (entry.to, entry.seat)
        if self.to_move in own:
            self._leave(entry.at)
        self._again = {  # the others did not ask for it: they decide anew with all their time
            (number, seat): seconds
            for (number, seat), seconds in self._took.items()
            if number < entry.to or seat in own
        }
        self._took, self._backs = {**self._again}, {**self._backs, decision: self.backs(*decision) + 1}
        self.match.restore(self.match.actions[: entry.to])
        self.drawn = drawn(self.match)
        self._turn(entry.at)

    def backs(self, to: int, seat: int) -> int:
        """How often a seat took back all after so many actions."""
        return self._backs.get((to, seat), 0)

    @property
    def _decision(self) -> Decision:
        """Which decision the present one is."""
        assert self.match is not None
        return len(self.match.actions), self.to_move

    def _leave(self, at: float) -> None:
        """Keep how long the present decision took: whoever comes back to it has only what is left."""
        self._charge(at)
        self._took[self._decision] = self.used

    def _charge(self, at: float) -> None:
        """Count the time until now for whoever decides; a bot that decides for them takes none of it."""
        if self.to_move is not None and self.seats[self.to_move].person:
            self._count(at)
        self.began = at

    def _count(self, at: float) -> None:
        assert self.to_move is not None
        passed = max(0.0, at - self.began)
        self.used += passed
        self.spent[self.to_move] += passed

    def _turn(self, at: float) -> None:
        """Another decision begins, or one that was taken back goes on."""
        self.position, self.began, self.proposal = self.number, at, None
        self.used, self.forfeited, self.excused = self._again.get(self._decision, 0.0), False, False

    def _vote(self, entry: Voted) -> None:
        if self.proposal is not None:
            agreed = self.proposal.agreed | {entry.seat}
            self.proposal = replace(self.proposal, agreed=agreed) if entry.yes else None

    def _seat(self, entry: Sat | Stood | Kept | Filled | Replaced | Returned) -> None:
        seat = self.seats[entry.seat]
        if self.to_move == entry.seat:
            self._hand_over(entry)
        match entry:
            case Sat():
                since = seat.since if seat.guest == entry.guest else entry.at
                seat = Seat(entry.guest, entry.name, entry.entropy, since=since)
                self.sat = {**self.sat, entry.guest: self.sat.get(entry.guest, 0) + 1}
            case Kept():
                seat = Seat(name=entry.name, kept_for=entry.guest)
            case Stood():
                self.sent_away = {} if seat.free else self.sent_away  # as older logs have it
                seat = Seat()
            case Filled() | Replaced():
                seat = replace(seat, bot=entry.bot)
                if isinstance(entry, Replaced) and not (entry.late or entry.called):
                    self.stand_ins = {**self.stand_ins, entry.seat: self.stand_ins.get(entry.seat, 0) + 1}
            case Returned():
                seat = replace(seat, bot="")
        self.seats[entry.seat], self._tongues = seat, {}

    def _send_away(self, entry: SentAway) -> None:
        for seat in entry.seats:
            self.seats[seat] = Seat()
        self.sent_away, self._tongues = {**self.sent_away, entry.guest: entry.name}, {}

    def _hand_over(self, entry: Sat | Stood | Kept | Filled | Replaced | Returned) -> None:
        """The present decision is a bot's from now on, or its player's again."""
        late = isinstance(entry, Replaced) and entry.late
        called = isinstance(entry, Replaced) and entry.called
        if isinstance(entry, Returned) and not self.excused:
            self._count(entry.at)  # as if they had thought all the time: a bot does not stop the clock
        self.excused = late and self._pardon(entry.at, entry.seat)
        if not self.excused:
            self.forfeited = late or called
            self._charge(entry.at)

    def _pardon(self, at: float, seat: int) -> bool:
        """Give whoever let time run out all of it again for this decision, should they return; whether it is.

        It counts for the match all the same, unless the time for the match is what ran out: that is given
        again once to each seat, any time once for a decision. Else nobody would ever have to decide.
        """
        move, whole = self.left(seat)
        out = whole <= max(move, at - self.began)  # of time for the match
        if self._decision in self._pardoned or (out and seat in self._spared):
            return False
        self._pardoned |= {self._decision}
        if out:
            self._spared |= {seat}
            self.began = at  # so nothing is charged
        self._charge(at)
        self.used = 0.0
        return True

    # ── The record ──────────────────────────────────────────────────────────────────────────────
    def entropies(self) -> tuple[str, ...]:
        """What the players stirred into the deals."""
        return tuple(seat.entropy for seat in self.seats)

    def record(self, draws: Draws) -> MatchRecord:
        """The match as a record; of one that is over, the deals can be verified."""
        assert self.match is not None
        players = tuple(seat.name or seat.bot + BOT for seat in self.seats)
        if self.opened.goes_on_from:  # its first deals are another table's
            return record_of(self.match, players)
        fair = draws.reveal(self.id) if self.match.over else draws.promise(self.id)
        return record_of(self.match, players, fair=fair)


def checked_seed(table: Table, seed: bytes) -> bytes:
    """The seed of a table, if it is the one that was promised."""
    if commitment(seed) != table.opened.commitment:
        raise TableError(N_("the seed of this table is not the one it was opened with"))
    return seed
