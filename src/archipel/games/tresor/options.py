"""The options of Trésor: read, checked with errors that say what is wrong, and packed."""

from __future__ import annotations

from typing import Any

from archipel.core.game import GameError
from archipel.core.rule import part

SMALL_FLEETS = part("TR-8.1", (5, 6))  # how many players may leave a detachment out
RANDOM = "random"


def check_first(value: Any) -> Any:
    """Who begins: a ship, or chance."""
    from archipel.games.tresor.parts import SHIPS

    if value != RANDOM and value not in SHIPS:
        raise ValueError(f"{value!r} is neither {RANDOM} nor a ship: {', '.join(SHIPS)}")
    return value


def pack(packed: Any, seats: int, options: dict[str, Any]) -> None:
    """Write options into a record of the shape `OPTIONS`."""
    from archipel.core.record import NOBODY
    from archipel.games.tresor.parts import SHIPS

    if options["souquez_ferme"] and seats not in SMALL_FLEETS:
        raise GameError(f"souquez_ferme is for 5 or 6 players, not {seats} (TR-8.1).")
    packed.souquez_ferme = options["souquez_ferme"]
    packed.first = NOBODY
    if options["first"] != RANDOM:
        packed.first = SHIPS.index(options["first"])
        if packed.first >= seats:
            raise GameError(f"{options['first']} cannot begin: with {seats} players that ship has no seat.")
