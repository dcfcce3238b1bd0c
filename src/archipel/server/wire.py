"""The messages on a table's websocket (`docs/guide/protocol.md` explains them).

What a client sends is read strictly: an unknown kind, a missing or an unknown field is refused. `id` is the
client's own number for a message; the answer carries it back.
"""

from __future__ import annotations

from typing import Any

import msgspec

PROTOCOL = 1


# ── From a client ───────────────────────────────────────────────────────────────────────────────
class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something a client wants."""

    id: int = 0


class Hello(Message, frozen=True, tag="hello", kw_only=True):
    """The first message: who it is, from which seat they look (none: watching), what they have seen."""

    token: str = ""
    seat: int | None = None
    since: int = -1
    lang: str = "en"


class Look(Message, frozen=True, tag="look", kw_only=True):
    """Look from another of one's seats, in another language, or again."""

    seat: int | None = None
    since: int = -1
    lang: str = "en"


class Act(Message, frozen=True, tag="act", kw_only=True):
    """Take an action in the position after entry `after`."""

    after: int
    action: str


class TakeBack(Message, frozen=True, tag="take_back", kw_only=True):
    """Take back one's last decision, or ask the others whether one may."""

    after: int


class Vote(Message, frozen=True, tag="vote", kw_only=True):
    """Answer somebody who wants to take something back."""

    yes: bool


class Remark(Message, frozen=True, tag="remark", kw_only=True):
    """Say something in the words of the game."""

    text: str


class Say(Message, frozen=True, tag="say", kw_only=True):
    """Say something to everybody at the table."""

    text: str


class Preview(Message, frozen=True, tag="preview", kw_only=True):
    """Ask what a legal action would lead to."""

    action: str


class Why(Message, frozen=True, tag="why", kw_only=True):
    """Ask why an action is not legal."""

    action: str


class Hint(Message, frozen=True, tag="hint", kw_only=True):
    """Ask what a strong bot would do."""


class Habit(Message, frozen=True, tag="habit", kw_only=True):
    """Choose what is answered for oneself: nothing (`ask`), a lone answer among bots (`alone`), `pass`."""

    auto: str


AnyMessage = (
    Hello | Look | Act | TakeBack | Vote | Remark | Say | Preview | Why | Hint | Habit
)  # fmt: skip

_READER = msgspec.json.Decoder(AnyMessage)


def read(text: str | bytes) -> AnyMessage:
    """A client's message; `msgspec.ValidationError` or `DecodeError` says what is wrong with it."""
    message: AnyMessage = _READER.decode(text)
    return message


# ── From the server ─────────────────────────────────────────────────────────────────────────────
class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: a sentence, and what it tells of."""

    number: int  # the entry it comes from
    text: str
    event: dict[str, Any] | None = None
    by: str = ""  # who said it, in talk
    seat: int | None = None  # where they sat then; a watcher has none


class Move(msgspec.Struct, frozen=True):
    """A legal action: as it is sent, taken apart, in words, and the paragraph that allows it."""

    action: str
    form: dict[str, Any]
    words: str
    rule: str


class Outcome(msgspec.Struct, frozen=True):
    """How the match ended."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    reason: str
    words: str


class Proposal(msgspec.Struct, frozen=True):
    """Somebody wants to take something back; who has not answered yet."""

    seat: int
    open: tuple[int, ...]


class MatchNow(msgspec.Struct, frozen=True):
    """The match as one seat, or a watcher, sees it."""

    position: int  # what `act` and `take_back` must name
    to_move: int | None
    question: str
    rule: str
    view: dict[str, Any]
    moves: tuple[Move, ...]
    outcome: Outcome | None
    proposal: Proposal | None


class SeatNow(msgspec.Struct, frozen=True):
    """Who sits at a seat, as everybody may know."""

    place: str  # what the seat is called in the game: its colour, its ship
    name: str
    person: bool
    bot: str
    yours: bool
    kept: bool  # for somebody of that name, who has not sat down yet


class TableNow(msgspec.Struct, frozen=True):
    """The table as everybody may know it."""

    id: str
    game: str
    status: str
    public: bool
    host: bool  # whether the reader opened it
    seats: tuple[SeatNow, ...]
    sent_away: tuple[str, ...]  # the names of those who may not sit down here
    clock: dict[str, Any]
    deadline: float | None
    spent: tuple[float, ...]
    commitment: str
    seed: str | None  # once the match is over
    followed_by: str


class News(msgspec.Struct, frozen=True, tag_field="type", tag="news"):
    """How things stand after entry `number`, and what happened since `since`."""

    number: int
    since: int
    seat: int | None
    table: TableNow
    match: MatchNow | None
    lines: tuple[Line, ...]


class Story(msgspec.Struct, frozen=True):
    """A match that is over, as somebody learnt it: who decided each action, and lines by number of action."""

    table: TableNow
    actions: int
    movers: tuple[int | None, ...]  # none where chance acted, or where there was but one thing to do
    lines: tuple[Line, ...]
    outcome: Outcome | None


class Present(msgspec.Struct, frozen=True, tag_field="type", tag="present"):
    """At which seats people are connected, and which seat decides for a host who has long been away."""

    seats: tuple[int, ...]
    watchers: int
    deputy: int | None


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """A message was carried out; `number` is its entry in the log, if it has one."""

    id: int
    number: int | None = None
    habit: str | None = None  # of the seat one looks from, in answer to `hello`, `look` and `habit`


class Refusal(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """A message was not carried out, and changed nothing; only after `no_store` it may have."""

    id: int
    code: str
    text: str
    rule: str = ""


class Foreseen(msgspec.Struct, frozen=True, tag_field="type", tag="preview"):
    """What an action would lead to, as far as its mover can foresee it: events, each with its sentence."""

    id: int
    lines: tuple[str, ...]
    events: tuple[dict[str, Any], ...]


class Reason(msgspec.Struct, frozen=True, tag_field="type", tag="why"):
    """Why an action is not legal, or the paragraph that allows it."""

    id: int
    legal: bool
    rule: str
    text: str


class Advice(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """The best actions, in words with what they are worth, and what the bot believes."""

    id: int
    actions: tuple[str, ...]
    best: tuple[str, ...]
    beliefs: tuple[str, ...]


AnyAnswer = News | Present | Done | Refusal | Foreseen | Reason | Advice

_WRITER = msgspec.json.Encoder()
_LISTENER = msgspec.json.Decoder(AnyAnswer)


def to_bytes(message: msgspec.Struct) -> bytes:
    """A message as it is sent."""
    return _WRITER.encode(message)


def heard(text: str | bytes) -> AnyAnswer:
    """What the server sent, for clients in Python."""
    answer: AnyAnswer = _LISTENER.decode(text)
    return answer
