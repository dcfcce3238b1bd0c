"""What can stand in the log of a table. A table is what its entries, read in order, make of it.

An entry is one line that is appended under its number or not at all: a decision stands together with all
that chance did after it, so nothing can be stored by halves.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Entry(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True, gc=False):
    """One line of the log; `at` is the time in seconds since 1970."""

    at: float


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How many seconds players have: for a move, for all moves, and when a connection is lost."""

    move: float | None = None
    match: float | None = None
    grace: float = 60.0

    @property
    def runs(self) -> bool:
        """Whether anybody's time can run out."""
        return self.move is not None or self.match is not None


# ── Before the match ────────────────────────────────────────────────────────────────────────────
class Opened(Entry, frozen=True, tag="opened"):
    """Somebody opened the table; `commitment` is the hash of the seed that the deals will come from."""

    host: str
    game: str
    version: int
    seats: int
    options: dict[str, Any]
    commitment: str
    public: bool = False
    clock: Clock = Clock()
    rematch_of: str = ""
    goes_on_from: str = ""  # the table whose match is played on here from some moment


class Sat(Entry, frozen=True, tag="sat"):
    """A guest took a seat, with words of their own to stir into the deals if they like."""

    seat: int
    guest: str
    name: str
    entropy: str = ""


class Stood(Entry, frozen=True, tag="stood"):
    """A seat is empty again, whoever or whatever sat there; in older logs, if it was empty, as `Welcomed`."""

    seat: int


class SentAway(Entry, frozen=True, tag="sent_away"):
    """The host sent somebody away, who sits down here no more until all are welcome again."""

    seats: tuple[int, ...]
    guest: str
    name: str


class Welcomed(Entry, frozen=True, tag="welcomed"):
    """All those may sit down again who were sent away."""


class Kept(Entry, frozen=True, tag="kept"):
    """A seat is kept for somebody who played before, until they sit down themselves or it is given free."""

    seat: int
    guest: str
    name: str


class Filled(Entry, frozen=True, tag="filled"):
    """A bot took a seat."""

    seat: int
    bot: str


# ── The match ───────────────────────────────────────────────────────────────────────────────────
class Started(Entry, frozen=True, tag="started"):
    """The match began; `chance` is what was dealt, or all that had happened if it goes on from a moment."""

    chance: tuple[int, ...]


class Acted(Entry, frozen=True, tag="acted"):
    """A seat took an action; `chance` is what chance did then."""

    seat: int
    action: int
    chance: tuple[int, ...] = ()


class Remarked(Entry, frozen=True, tag="remarked"):
    """A seat said something in the words of the game; the rules ignore it."""

    seat: int
    text: str


class AskedBack(Entry, frozen=True, tag="asked_back"):
    """A seat asked the others to let it take back all after so many actions."""

    seat: int
    to: int


class Voted(Entry, frozen=True, tag="voted"):
    """A seat answered that."""

    seat: int
    yes: bool


class TookBack(Entry, frozen=True, tag="took_back"):
    """A seat took back all after so many actions: nobody had learnt anything, or nobody objected."""

    seat: int
    to: int


# ── People come and go ──────────────────────────────────────────────────────────────────────────
class Replaced(Entry, frozen=True, tag="replaced"):
    """A bot plays for the guest at a seat: they or others asked for it, or time ran out."""

    seat: int
    bot: str
    late: bool = False
    called: bool = False  # by others, who had waited for long


class Returned(Entry, frozen=True, tag="returned"):
    """The guest plays again."""

    seat: int


class Credited(Entry, frozen=True, tag="credited"):
    """The clock stood still for so long: the server was away, or a connection was lost."""

    seconds: float


class Said(Entry, frozen=True, tag="said"):
    """Somebody at a seat, or watching, said something."""

    guest: str
    name: str
    text: str
    seat: int | None = None


class Followed(Entry, frozen=True, tag="followed"):
    """The same people play again at another table."""

    table: str


AnyEntry = (
    Opened
    | Sat
    | Stood
    | SentAway
    | Welcomed
    | Kept
    | Filled
    | Started
    | Acted
    | Remarked
    | AskedBack
    | Voted
    | TookBack
    | Replaced
    | Returned
    | Credited
    | Said
    | Followed
)

_READER = msgspec.json.Decoder(AnyEntry)


def to_text(entry: Entry) -> str:
    """An entry as it is stored.

    >>> to_text(Acted(at=1.5, seat=2, action=17, chance=(3,)))
    '{"kind":"acted","at":1.5,"seat":2,"action":17,"chance":[3]}'
    """
    return msgspec.json.encode(entry).decode()


def from_text(text: str) -> AnyEntry:
    """A stored entry.

    >>> from_text('{"kind":"stood","at":1.5,"seat":2}')
    Stood(at=1.5, seat=2)
    """
    entry: AnyEntry = _READER.decode(text)
    return entry
