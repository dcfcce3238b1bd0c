"""What a mind believes of what it cannot see in Trésor, counted over the worlds that it imagines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from archipel.core.record import HIDDEN
from archipel.core.words import N_, Tongue
from archipel.games.tresor.parts import (
    BONNE_FORTUNE,
    CANICULE,
    CAVE,
    FULL,
    INDIGENES_FEROCES,
    NOUVEAU_CAP,
    SUPERSTITION,
    TRAITRISE,
)
from archipel.games.tresor.words import say_place

MOST = 8  # sentences
HOLD_UP = (CANICULE, SUPERSTITION, INDIGENES_FEROCES, TRAITRISE, NOUVEAU_CAP)

CHEST = N_("{who}: detachment {number} in {place} carries a full chest: {percent} %")
CHEST_IN_CAVE = N_("{who}: detachment {number} has a full chest in the cave: {percent} %")
BOARDING = N_("{who}: detachment {number} is going aboard with a full chest: {percent} %")
NEXT_CHEST = N_("The next chest from the cave is full: {percent} %")
STOPPER = N_("{who} holds a trick that can stop a chest going aboard: {percent} %")
ANSWER = N_("{who} holds Bonne fortune: {percent} %")


def beliefs(view: Any, seat: int, worlds: Sequence[Any], tongue: Tongue) -> list[str]:
    """Sentences about what is hidden and matters, the most telling first."""
    if not worlds:
        return []
    found = [*_chests(view, worlds, tongue, abroad=True), *_tricks(view, worlds, tongue, STOPPER, HOLD_UP)]
    found += _cave(view, worlds, tongue)
    found += _chests(view, worlds, tongue, abroad=False)
    found += _tricks(view, worlds, tongue, ANSWER, (BONNE_FORTUNE,))
    return found[:MOST]


def _chests(view: Any, worlds: Sequence[Any], tongue: Tongue, abroad: bool) -> list[str]:
    """Chests that others carry, those nearest home first; those outside the cave, or those in it."""
    hidden = [
        (int(view.place[seat, number]), seat, number)
        for seat in range(view.seats)
        for number in range(view.detachments)
        if view.chest[seat, number] == HIDDEN and (view.place[seat, number] != CAVE) == abroad
    ]
    found = []
    for place, seat, number in sorted(hidden):
        share = sum(world.chest[seat, number] == FULL for world in worlds) / len(worlds)
        message = CHEST_IN_CAVE if place == CAVE else CHEST if place else BOARDING
        words = {"who": tongue.name(seat), "number": number + 1, "place": say_place(place, tongue)}
        found += _sentence(message, share, tongue, words)
    return found


def _tricks(
    view: Any, worlds: Sequence[Any], tongue: Tongue, message: str, kinds: tuple[int, ...]
) -> list[str]:
    """Whether others hold a trick of some kinds."""
    found = []
    for seat in range(view.seats):
        if view.trick[seat] == HIDDEN:
            share = sum(world.trick[seat] in kinds for world in worlds) / len(worlds)
            found += _sentence(message, share, tongue, {"who": tongue.name(seat)})
    return found


def _cave(view: Any, worlds: Sequence[Any], tongue: Tongue) -> list[str]:
    """Whether the next chest that is drawn is full."""
    if view.cave_size == 0:
        return []
    share = sum(int(world.cave_full) for world in worlds) / len(worlds) / int(view.cave_size)
    return _sentence(NEXT_CHEST, share, tongue, {})


def _sentence(message: str, share: float, tongue: Tongue, words: dict[str, Any]) -> list[str]:
    """A sentence, unless the thing is as good as certain."""
    percent = round(100 * share)
    return [tongue.text(message).format(percent=percent, **words)] if 0 < percent < 100 else []
