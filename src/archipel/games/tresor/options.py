"""The options of Trésor: read, checked with errors that say what is wrong, and packed."""

from __future__ import annotations

from typing import Any

from archipel.core.game import GameError
from archipel.core.rule import part
from archipel.core.words import N_, Problem

SMALL_FLEETS = part("TR-8.1", (5, 6))  # how many players may leave a detachment out
RANDOM = "random"


def check_first(value: Any) -> Any:
    """Who begins: a ship, or chance."""
    from archipel.games.tresor.parts import SHIPS

    if value != RANDOM and value not in SHIPS:
        sentence = N_("{value} is neither {random} nor a ship: {ships}")
        raise Problem(sentence, value=repr(value), random=RANDOM, ships=", ".join(SHIPS))
    return value


def pack(packed: Any, seats: int, options: dict[str, Any]) -> None:
    """Write options into a record of the shape `OPTIONS`."""
    from archipel.core.record import NOBODY
    from archipel.games.tresor.parts import SHIPS

    if options["souquez_ferme"] and seats not in SMALL_FLEETS:
        raise GameError(N_("souquez_ferme is for 5 or 6 players, not {seats} (TR-8.1)."), seats=seats)
    packed.souquez_ferme = options["souquez_ferme"]
    packed.first = NOBODY
    if options["first"] != RANDOM:
        packed.first = SHIPS.index(options["first"])
        if packed.first >= seats:
            sentence = N_("{ship} cannot begin: with {seats} players that ship has no seat.")
            raise GameError(sentence, ship=options["first"], seats=seats)
