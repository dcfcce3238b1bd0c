"""The options of Trésor: read, checked with errors that say what is wrong, and packed.

A voyage is `"standard"`, the whole match by the book, or an object that makes it smaller (TR-8.3); by
`"miniature"` every course is known.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from archipel.core.game import GameError
from archipel.core.options import MINIATURE, NAMES, STANDARD, read_json
from archipel.core.rule import part
from archipel.core.words import N_, Problem

SMALL_FLEETS = part("TR-8.1", (5, 6))  # how many players may leave a detachment out
RANDOM = "random"
SMALL = Path(__file__).with_name("miniature.json")
SIZES = part(
    "TR-8.3",
    {"season": range(1, 61), "turns": range(1, 61), "detachments": range(1, 7), "zone": range(13)},
)
CHESTS = part("TR-8.3", {"empty": range(25), "full": range(1, 13)})
KEYS = (*SIZES, "chests", "tricks")

Voyage = dict[str, Any]


# ── Reading what a user gives ───────────────────────────────────────────────────────────────────
def check_first(value: Any) -> Any:
    """Who begins: a ship, or chance."""
    from archipel.games.tresor.parts import SHIPS

    if value != RANDOM and value not in SHIPS:
        sentence = N_("{value} is neither {random} nor a ship: {ships}")
        raise Problem(sentence, value=repr(value), random=RANDOM, ships=", ".join(SHIPS))
    return value


def load_voyage(text: str) -> Any:
    """A voyage by its name, or the one in a file."""
    return check_voyage(text if text in NAMES else read_json(text, "voyage"))


def check_voyage(value: Any) -> Any:
    """A voyage in its plainest form, or `ValueError` that says what is wrong with it (TR-8.3)."""
    if value == STANDARD:
        return value
    if value == MINIATURE:
        value = json.loads(SMALL.read_text("utf-8"))
    if not isinstance(value, dict):
        raise ValueError(f'a voyage is "standard", "miniature" or an object with some of {", ".join(KEYS)}')
    if unknown := [key for key in value if key not in KEYS]:
        raise ValueError(f"unknown word {unknown[0]!r} in the voyage; known are {', '.join(KEYS)}")
    if "season" in value and "turns" in value:
        raise Problem(N_('say "season", the turns of each player, or "turns", those of all, but not both'))
    voyage: Voyage = {key: _check_number(key, value[key], SIZES[key]) for key in SIZES if key in value}
    if "chests" in value:
        voyage["chests"] = _check_chests(value["chests"])
    if "tricks" in value:
        voyage["tricks"] = _check_tricks(value["tricks"])
    return voyage


def _check_number(key: str, value: Any, choice: range) -> int:
    if type(value) is not int or value not in choice:
        raise ValueError(f"{key} is {value!r}, not a number from {choice[0]} to {choice[-1]}")
    return value


def _check_chests(value: Any) -> dict[str, int]:
    if not isinstance(value, dict) or set(value) != set(CHESTS):
        raise ValueError('"chests" must be an object with a number of "empty" and of "full" ones')
    return {key: _check_number(f"chests: {key}", value[key], CHESTS[key]) for key in CHESTS}


def _check_tricks(value: Any) -> list[str]:
    from archipel.games.tresor.parts import COPIES, TRICKS

    if not isinstance(value, list):
        raise ValueError('"tricks" must be a list')
    for trick, count in Counter(map(str, value)).items():
        if trick not in TRICKS:
            raise ValueError(f"there is no trick {trick!r}; there are {', '.join(TRICKS)}")
        if count > COPIES[TRICKS.index(trick)]:
            raise ValueError(f"{trick} stands there {count} times; the box has {COPIES[TRICKS.index(trick)]}")
    return sorted(value, key=TRICKS.index)


# ── Packing for the rules ───────────────────────────────────────────────────────────────────────
def pack(packed: Any, seats: int, options: dict[str, Any]) -> None:
    """Write options into a record of the shape `OPTIONS`."""
    from archipel.core.record import NOBODY
    from archipel.games.tresor.parts import SHIPS

    if options["souquez_ferme"] and seats not in SMALL_FLEETS:
        raise GameError(N_("souquez_ferme is for 5 or 6 players, not {seats} (TR-8.1)."), seats=seats)
    packed.first = NOBODY
    if options["first"] != RANDOM:
        packed.first = SHIPS.index(options["first"])
        if packed.first >= seats:
            sentence = N_("{ship} cannot begin: with {seats} players that ship has no seat.")
            raise GameError(sentence, ship=options["first"], seats=seats)
    _pack_voyage(packed, seats, {} if options["voyage"] == STANDARD else options["voyage"])
    packed.detachments -= options["souquez_ferme"]
    if packed.detachments == 0:
        raise GameError(N_("With souquez_ferme nobody would have a detachment in this voyage."))


def _pack_voyage(packed: Any, seats: int, voyage: Voyage) -> None:
    from archipel.games.tresor.parts import COPIES, DETACHMENTS, EMPTY, FULL, TRICKS

    _pack_turns(packed, seats, voyage)
    packed.detachments = voyage.get("detachments", DETACHMENTS)
    packed.zone = voyage.get("zone", 0)
    chests = voyage.get("chests", {key: choice[-1] for key, choice in CHESTS.items()})
    packed.chests[EMPTY], packed.chests[FULL] = chests["empty"], chests["full"]
    if "tricks" not in voyage:
        packed.tricks[:] = COPIES
        return
    if len(voyage["tricks"]) < seats:
        sentence = N_("{seats} players need {seats} tricks; this voyage has {tricks}.")
        raise GameError(sentence, seats=seats, tricks=len(voyage["tricks"]))
    for trick in voyage["tricks"]:
        packed.tricks[TRICKS.index(trick)] += 1


def _pack_turns(packed: Any, seats: int, voyage: Voyage) -> None:
    """As many turns for everybody, or so many in all, clockwise from the first player."""
    from archipel.core.record import NOBODY
    from archipel.games.tresor.parts import SEASON

    packed.season[:seats] = voyage.get("season", SEASON)
    if "turns" not in voyage:
        return
    if packed.first == NOBODY:
        raise GameError(N_("If turns are counted in all, it must be known who begins: name a ship as first."))
    for distance in range(seats):
        seat = (packed.first + distance) % seats
        packed.season[seat] = (voyage["turns"] + seats - 1 - distance) // seats
