"""How a server is run: what `archipel serve` was told."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

LONGEST_BODY = 256 * 1024  # bytes: room for a board or a deck of one's own
COUNTS = "PROMETHEUS_MULTIPROC_DIR"  # names the folder where several processes of one program count together
LONGEST_MESSAGE = 8 * 1024  # bytes on a websocket


@dataclass(frozen=True)
class Settings:
    """All that can be chosen."""

    database: str
    origins: tuple[str, ...] = ()  # besides the server's own
    thinkers: int = 1  # how many bots think at once
    apart: bool = False  # whether they do in processes of their own, as at `archipel serve`
    pace: float = 1.0  # how leisurely bots answer
    secret: str = ""  # signs tokens; empty: one is made and kept in the database
    limits: bool = True  # whether guests are kept from asking too often
    open_metrics: bool = False  # whether other machines may read them


def database_of(wish: str = "") -> str:
    """The database that was asked for, there or in `ARCHIPEL_DATABASE`.

    Otherwise it is a file in the user's data folder, or in `ARCHIPEL_DATA`.
    """
    if named := wish or os.environ.get("ARCHIPEL_DATABASE"):
        return named
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(os.environ.get("ARCHIPEL_DATA") or Path(base) / "archipel")
    return f"sqlite:///{folder / 'tables.sqlite'}"
