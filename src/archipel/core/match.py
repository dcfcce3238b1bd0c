"""`Match`: one playing of a game: its state, and the record of all actions that led to it.

>>> from archipel.games import game
>>> match = Match(game("costa-ruana"), seats=3, seed=7)
>>> match.spell(match.moves[0]), match.to_move
('place 1', 2)
>>> match.step(match.read("place 2"))
>>> match.to_move
0
>>> match.step(match.read("accept"))
Traceback (most recent call last):
archipel.core.match.IllegalAction: CR-2.7: That is not what is asked now. Red: place a native on an island.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

import numpy as np

from archipel.core.chance import dice
from archipel.core.game import Game
from archipel.core.loops import ILLEGAL, NO_ACTION
from archipel.core.record import CHANCE, WATCHER, Pool, Reading
from archipel.core.rewards import write_rewards
from archipel.core.words import Event, Tongue, happening

NO_DICE = np.zeros(0, np.uint64)
MOST_STARTS = 64  # that a game keeps; whoever asks for more boards and decks shall not fill the memory
LONGEST_KEY = 256  # characters of options by which a start is kept; of longer ones it is their digest
MOST_AT_ONCE = 256  # actions of one step: a player's, and more than chance ever takes in a row


class IllegalAction(ValueError):
    """An action the rules forbid; nothing has changed. `paragraph` says where the rulebook forbids it."""

    def __init__(self, paragraph: str, sentence: str) -> None:
        super().__init__(f"{paragraph}: {sentence}")
        self.paragraph = paragraph
        self.sentence = sentence


@dataclass(frozen=True)
class Outcome:
    """How a match ended: points and place of each seat (1 wins; ties share a place), and the reason."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    reason: str

    @property
    def rewards(self) -> tuple[float, ...]:
        """What the end is worth to each seat, for those who learn (`archipel.core.rewards`)."""
        out = np.zeros(len(self.places))
        write_rewards(np.array(self.places, np.int8), out)
        return tuple(out.tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; none, one, or several who share it."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@dataclass(frozen=True)
class Witnessed:
    """An action as one seat learnt it: its place in the record, who acted, and the action."""

    number: int
    by: int
    action: int


@dataclass(frozen=True)
class Remark:
    """Something a seat said at the table, after so many actions; the rules ignore it.

    `until`: after how many it became void, because what it was about is gone.
    """

    at: int
    seat: int
    text: str
    until: int | None = field(default=None, compare=False)


class Match:
    """One playing of a game.

    With a `seed` chance plays by itself, always the same way; without one its actions are `step`s too.
    """

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, Any] | None = None, seed: int | None = None
    ) -> None:
        game.check_seats(seats)
        self.game = game
        self.seats = seats
        self.options = game.settle_options(options or {})
        self.actions: list[int] = []
        self.remarks: list[Remark] = []
        self._entries = game.entries
        self._start = start_of(game, seats, self.options)
        self._pool = self._start.twin()
        self._rng = NO_DICE if seed is None else dice(seed)
        self._kept: Pool | None = None  # what the last action led to, if somebody was told
        self._count = 0
        self._own_buffers()
        self._go(NO_ACTION)

    def _own_buffers(self) -> None:
        """Memory that compiled code writes to, and a quick way to read it."""
        self._raw = self._pool.raw
        self._advance = self._entries.advance
        self._views: Pool | None = None
        self._moves = np.zeros(self.game.rules.MOST_MOVES, np.int16)
        self._log = np.zeros(MOST_AT_ONCE, np.int16)
        self._listed: memoryview[int] = self._moves.data
        self._done: memoryview[int] = self._log.data

    def _go(self, action: int) -> None:
        count = self._advance(self._raw, action, abs(self._count), self._moves, self._rng, self._log)
        if count == ILLEGAL:
            raise self._objection(action)
        self._count, self._kept = count, None
        taken = self._done[0]
        if taken == 1:
            self.actions.append(self._done[1])
        elif taken:
            self.actions += self._done[1 : taken + 1]

    # ── Playing ─────────────────────────────────────────────────────────────────────────────────
    @property
    def to_move(self) -> int:
        """The seat whose choice it is, `CHANCE` or `OVER`."""
        seat: int = self._entries.mover(self._raw)
        return seat

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._count == 0

    @property
    def moves(self) -> list[int]:
        """The legal actions now."""
        return self._listed[: abs(self._count)].tolist()

    @property
    def ways(self) -> list[int]:
        """When chance is to move: in how many ways each of its moves can come about."""
        if self._count >= 0:
            raise ValueError("only chance has ways, and it is not to move")
        out = np.zeros(-self._count, np.int16)
        self.game.loops.ways(self._raw, self._moves, -self._count, out)
        ways: list[int] = out.tolist()
        return ways

    def step(self, action: int) -> None:
        """Take a legal action; else `IllegalAction`, with the paragraph that forbids it, and no change."""
        if action < 0:
            raise self._objection(action)
        if not self.remarks:
            self._go(action)
            return
        founded = self._founded()
        self._go(action)
        for number, (before, now) in enumerate(zip(founded, self._founded(), strict=True)):
            if before and not now:
                self.remarks[number] = replace(self.remarks[number], until=len(self.actions))

    def _founded(self) -> list[bool]:
        """Of each remark, whether there is what it is about."""
        talk, state = self.game.talk, Reading(self.state)
        forms = [(one.seat, talk.to_json(talk.read(one.text))) for one in self.remarks]
        return [self.game.notation.founded(state, seat, form) for seat, form in forms]

    def take(self, action: int) -> Moment:
        """Take a legal action, and tell what it did; in a match without a seed, where it stands alone."""
        number, by = len(self.actions), self.to_move
        before = self._pool.twin() if self._kept is None else self._kept
        self.step(action)
        self._kept = after = self._pool.twin()
        return Moment(self.game, number, by, action, before, after)

    def branch(self) -> Match:
        """The same match with the same record, to go on from here by itself; chance's actions are steps."""
        twin = copy(self)
        twin.actions, twin.remarks = [*self.actions], [*self.remarks]
        twin._pool, twin._rng = self._pool.twin(), NO_DICE
        twin._own_buffers()
        twin._moves[:] = self._moves
        return twin

    def __copy__(self) -> Match:
        twin = Match.__new__(Match)  # many times quicker than what `copy` does by itself
        twin.__dict__.update(self.__dict__)
        return twin

    def _objection(self, action: int) -> IllegalAction:
        if not 0 <= action < self.game.rules.ACTIONS:
            return IllegalAction("—", f"There is no action {action}.")
        return IllegalAction(*self.objection(action, self.tongue("en")))

    def objection(self, action: int, tongue: Tongue) -> tuple[str, str]:
        """Why an action is not legal now: the paragraph, and the reason in words."""
        paragraph, sentence = self.game.objections.objection(self.view(self.to_move), action, tongue)
        return paragraph, sentence

    @property
    def outcome(self) -> Outcome | None:
        """Points, places and reason once the match is over, else None."""
        if not self.over:
            return None
        points, places = np.zeros(self.seats, np.int16), np.zeros(self.seats, np.int8)
        reason = self.game.loops.score(self._raw, points, places)
        return Outcome(tuple(points.tolist()), tuple(places.tolist()), self.game.rules.REASONS[reason])

    def remark(self, seat: int, text: str) -> None:
        """Let a seat say something that everybody hears and that binds nobody, in the game's own words."""
        talk = self.game.talk
        self.remarks.append(Remark(len(self.actions), seat, talk.spell(talk.read(text))))

    # ── Going back ──────────────────────────────────────────────────────────────────────────────
    def undo(self, count: int = 1) -> None:
        """Take back the last `count` actions, chance's included, by replaying those before."""
        if not 0 <= count <= len(self.actions):
            raise ValueError(f"cannot take back {count} of {len(self.actions)} actions")
        self.restore(self.actions[: len(self.actions) - count])

    def restore(self, actions: list[int]) -> None:
        """Go to the state that `actions` lead to; `IllegalAction`, and no change, if one is not legal."""
        twin = self._from_the_start()
        for action in actions:
            twin.step(action)
        self._pool[0] = twin.state
        self._moves[:] = twin._moves
        self._count, self._kept, self.actions = twin._count, None, twin.actions
        now = len(self.actions)
        self.remarks = [
            replace(one, until=None) if one.until is not None and one.until > now else one
            for one in self.remarks
            if one.at <= now
        ]

    def undoable(self, seat: int, across: AbstractSet[int] = frozenset()) -> int:
        """How many actions to take back for a seat to choose again what it chose last; 0 if it may not.

        It may not if since then chance played, anybody learnt something that was hidden, or a seat
        acted that is neither its own nor in `across`.
        """
        moments = list(self.replay())
        for back, moment in enumerate(reversed(moments), 1):
            if moment.by == CHANCE or moment.revealed or (moment.by != seat and moment.by not in across):
                return 0
            if moment.by == seat:
                return back
        return 0

    # ── Who knows what ──────────────────────────────────────────────────────────────────────────
    def view(self, seat: int) -> Any:
        """The state as a seat may see it; `WATCHER` sees what lies open."""
        return self.look(seat)[0]

    def look(self, seat: int) -> Pool:
        """The view of a seat in a pool of its own."""
        return look(self.game, self._pool, seat)

    def features(self, seat: int) -> np.ndarray[Any, Any]:
        """The view of a seat as numbers for learning, laid out as in the game's `LAYOUT`."""
        out = np.zeros(self.game.features.FEATURES, np.float32)
        self.describe(seat, out)
        return out

    def describe(self, seat: int, out: np.ndarray[Any, Any]) -> None:
        """The same, written into an array of 32-bit floats that the caller owns."""
        self.game.study.describe(self._raw, self._desk.raw, seat, out)

    def remember(self, seen: np.ndarray[Any, Any]) -> None:
        """Mix what each seat sees now into its number, which then stands for all that it has seen, in order.

        The numbers (of 64 bits, without a sign, one a seat) are the caller's, and 0 at first.
        """
        desk = self._desk
        self.game.study.remember(self._raw, desk.raw, desk.words, seen)

    @property
    def _desk(self) -> Pool:
        """Room for a view."""
        if self._views is None:
            self._views = Pool(self.game.rules.STATE, 1)
        return self._views

    @property
    def mask(self) -> np.ndarray[Any, Any]:
        """The legal actions now, as a 1 for each of them among all actions of the game."""
        out = np.zeros(self.game.rules.ACTIONS, np.int8)
        out[self._moves[: abs(self._count)]] = 1
        return out

    def world(self, seat: int, seed: int) -> Match:
        """A match that looks the same to a seat as this one, in a state drawn with dice of its own.

        It begins there: its record is empty, for the actions that led here are not the seat's to know.
        """
        rng = dice(seed)
        state = self.look(seat)
        self.game.loops.imagine(state.raw, seat, rng)
        return self.begin_in(state, rng)

    def begin_in(self, state: Pool, rng: Any = NO_DICE) -> Match:
        """A match like this one that begins in another state, with dice for chance if there are any."""
        twin = copy(self)
        twin.actions, twin.remarks = [], []
        twin._pool, twin._start = state, state.twin()
        twin._own_buffers()
        twin._rng = NO_DICE
        twin._go(NO_ACTION)
        twin._rng = rng
        return twin

    def _from_the_start(self) -> Match:
        return self.begin_in(self._start.twin())

    def consider(self, action: int) -> Moment:
        """What a legal action would do, without taking it."""
        twin = self.begin_in(self._pool.twin())
        twin.step(action)
        return Moment(self.game, len(self.actions), self.to_move, action, self._pool.twin(), twin._pool)

    def preview(self, action: int) -> list[Event]:
        """The events a legal action would lead to, as its mover may foresee them.

        An action that shows the mover something hidden is told without what it shows.
        """
        moment = self.consider(action)
        before, after = moment.views(moment.by)
        events = moment.events(moment.by)
        return events[:1] if after.hidden(0) < before.hidden(0) else events

    def witnesses(self, action: int) -> list[int]:
        """A legal action as each seat would learn it."""
        out = np.zeros(self.seats, np.int16)
        self.game.study.witness_by_all(self._raw, action, out)
        learnt: list[int] = out.tolist()
        return learnt

    def witnessed(self, seat: int, since: int = 0) -> list[Witnessed]:
        """The actions from number `since` on, as a seat learnt them."""
        moments = self.replay()
        return [Witnessed(m.number, m.by, m.witness(seat)) for m in moments if m.number >= since]

    def events(self, seat: int, since: int = 0) -> list[Event]:
        """What happened from action number `since` on, as a seat saw it; `say` makes a sentence of each."""
        found: list[Event] = []
        for moment in self.replay():
            if moment.number >= since:
                found += self.heard(moment.number) + moment.events(seat)
        return found + self.heard(len(self.actions))

    def heard(self, at: int) -> list[Event]:
        """What was said at the table after so many actions."""
        return [self._said(remark) for remark in self.remarks if remark.at == at]

    def _said(self, remark: Remark) -> Event:
        form = self.game.talk.to_json(self.game.talk.read(remark.text))
        who = self.game.notation.SEATS[remark.seat]
        return happening(self.game.words.PARAGRAPHS, form.pop("action"), who=who, **form)

    def replay(self) -> Iterator[Moment]:
        """The match action by action."""
        twin = self._from_the_start()
        after = twin._pool.twin()
        for number, action in enumerate(self.actions):
            before, by = after, twin.to_move
            twin.step(action)
            after = twin._pool.twin()
            yield Moment(self.game, number, by, action, before, after)

    @property
    def state(self) -> Any:
        """The whole truth: for tests and simulations, never for a player's eyes."""
        return self._pool[0]

    def state_bytes(self) -> bytes:
        """The whole state as bytes, for hashing and comparing."""
        return self._pool.bytes(0)

    # ── Writing ─────────────────────────────────────────────────────────────────────────────────
    def spell(self, action: int) -> str:
        """An action as text."""
        return str(self.game.notation.NOTATION.spell(action))

    def read(self, text: str) -> int:
        """The action that a text stands for."""
        return int(self.game.notation.NOTATION.read(text))

    def show(self, seat: int, view: Any = None) -> dict[str, Any]:
        """The view of a seat in domain words, ready for JSON; `view` is that view if it is at hand."""
        view = self.view(seat) if view is None else view
        shown: dict[str, Any] = {**self.game.notation.show(view, seat), "options": self.options}
        if said := [(one.seat, one.text) for one in self.remarks if one.until is None]:
            latest = [*dict.fromkeys(reversed(said))][::-1]  # said again, it stands where it was said last
            names = self.game.notation.SEATS
            shown["remarks"] = [{"by": names[seat], "says": text} for seat, text in latest]
        return shown

    def tongue(self, language: str, names: tuple[str, ...] = ()) -> Tongue:
        """A language with the names of the seats at this table, and of things that its options name."""
        words = self.game.words
        nouns = words.nouns(self.options) if hasattr(words, "nouns") else {}
        return Tongue(language, names or self.game.seat_names(self.seats, language), nouns)


@dataclass(frozen=True, slots=True)
class Moment:
    """One action of a match, with the states before and after it."""

    game: Game
    number: int
    by: int
    action: int
    before: Pool
    after: Pool

    def witness(self, seat: int) -> int:
        """The action as a seat learns it."""
        return int(self.game.loops.witness(self.before.raw, self.action, seat))

    def views(self, seat: int) -> tuple[Pool, Pool]:
        """What a seat sees before and after the action."""
        return look(self.game, self.before, seat), look(self.game, self.after, seat)

    def events(self, seat: int) -> list[Event]:
        """The action and all that followed from it, as a seat sees it."""
        before, after = self.views(seat)
        found: list[Event] = self.game.words.events(before[0], self.witness(seat), after[0])
        return found

    @property
    def revealed(self) -> bool:
        """Whether anyone, a watcher included, then knows something that was hidden before."""
        seats = (WATCHER, *range(self.before[0].seats))
        return any(after.hidden(0) < before.hidden(0) for before, after in map(self.views, seats))


def start_of(game: Game, seats: int, options: Mapping[str, Any]) -> Pool:
    """The state before the first action; kept for the same seats and options, and never changed."""
    key = (seats, *map(str, options.values()))
    found: Pool | None = game.starts.get(key)
    return _rare_start(game, key, options) if found is None else found


def _rare_start(game: Game, key: tuple[Any, ...], options: Mapping[str, Any]) -> Pool:
    """One that is new, or that is kept by a digest, since its board or its deck makes a long key."""
    seats = key[0]
    if sum(map(len, key[1:])) > LONGEST_KEY:
        key = (seats, blake2b(str(key).encode()).digest())
    start: Pool | None = game.starts.get(key)
    if start is None:
        packed, start = Pool(game.rules.OPTIONS, 1), Pool(game.rules.STATE, 1)
        game.packing.pack(packed[0], seats, options)
        game.entries.begin(start.raw, packed.raw, seats)
        game.starts[key] = start
        if len(game.starts) > MOST_STARTS:
            game.starts.popitem(last=False)
    return start


def look(game: Game, pool: Pool, seat: int) -> Pool:
    """The state in pool[0] as a seat may see it, in a pool of its own."""
    views = Pool(game.rules.STATE, 1)
    game.entries.look(pool.raw, views.raw, seat)
    return views
