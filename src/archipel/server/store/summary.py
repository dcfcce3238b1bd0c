"""What a list shows of a table, and the guest a token stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row

_NAMES = msgspec.json.Decoder(tuple[str, ...])
_SITTERS = msgspec.json.Decoder(tuple[tuple[int, str], ...])


class Guest(NamedTuple):
    """Somebody with a name and no account."""

    id: str
    name: str
    created: float


@dataclass(frozen=True, slots=True)
class Summary:
    """A table as its entries up to `number` made it.

    `taken` counts seats that are kept, too; `names` is what a list shows, seat by seat; `sitters` are the
    guests whose table it is, with their seats; `due` is when the table needs care although nobody acts.
    """

    id: str
    game: str
    seats: int
    public: bool
    status: str
    host: str
    taken: int
    names: tuple[str, ...]
    created: float
    changed: float
    number: int
    due: float | None = None
    sitters: tuple[tuple[int, str], ...] = ()

    def row(self) -> dict[str, Any]:
        """The summary as a row of `tables`."""
        return {
            "id": self.id,
            "game": self.game,
            "seats": self.seats,
            "public": self.public,
            "status": self.status,
            "host": self.host,
            "taken": self.taken,
            "names": _text(self.names),
            "sitters": _text(self.sitters),
            "created": self.created,
            "changed": self.changed,
            "due": self.due,
            "number": self.number,
        }

    @classmethod
    def from_row(cls, row: Row[Any]) -> Summary:
        """The summary that a row of `tables` holds."""
        values = dict(row._mapping)
        values["names"] = _NAMES.decode(values["names"])
        values["sitters"] = _SITTERS.decode(values["sitters"])
        return cls(**values)


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
