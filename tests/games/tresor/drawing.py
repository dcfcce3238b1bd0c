"""The table of Trésor in plain text, the whole truth of it, for the golden playthroughs."""

from __future__ import annotations

from typing import Any

from archipel.games.tresor.notation import CHESTS, trick_name
from archipel.games.tresor.parts import FULL, GONE, SHIPS
from archipel.games.tresor.state import ENDED

FOLDED = ("pass",)
"""Actions that are written together when they follow each other."""

EVERY = 5
"""How many turns of each player lie between two drawings."""

LEGEND = "(detachments 1 to 6: 0 aboard, 12 in the cave, x lost; + has a full chest, - an empty one)"


def draw(before: Any, after: Any) -> list[str]:
    """What lies on the table when the first of every few rounds of turns begins, and at the end."""
    turns = int(after.turns.max())
    if after.phase == ENDED:
        heading = "The end"
    elif turns > int(before.turns.max()) and turns % EVERY == 1:
        heading = f"Turn {turns} of each begins"
    else:
        return []
    return [f"── {heading} ".ljust(100, "─"), *_pieces(after), ""]


def _pieces(s: Any) -> list[str]:
    removed = ", ".join(f"{count} {CHESTS[chest]}" for chest, count in enumerate(s.removed) if count)
    lines = [
        f"{s.cave_size} chests in the cave, {s.cave_full} of them full; removed: {removed or 'none'}; "
        f"{s.deck_size} tricks in the deck, {s.up.sum()} face up, {s.buried_size.sum()} face down",
        LEGEND,
    ]
    for seat in range(s.seats):
        men = "".join(f"{_man(s, seat, number):>5}" for number in range(s.detachments))
        lines.append(f"{SHIPS[seat]:<14}{men}   {trick_name(s.trick[seat]) or 'no trick'}")
    return lines


def _man(s: Any, seat: int, number: int) -> str:
    if s.place[seat, number] == GONE:
        return "x"
    if not s.loaded[seat, number]:
        return f"{s.place[seat, number]} "
    return f"{s.place[seat, number]}{'+' if s.chest[seat, number] == FULL else '-'}"
