"""The table of Costa Ruana in plain text, the whole truth of it, for the golden playthroughs."""

from __future__ import annotations

from typing import Any

from archipel.core.record import NOTHING
from archipel.games.costa_ruana.notation import CARD_NAMES, FATES
from archipel.games.costa_ruana.parts import BACKGROUNDS, COLOURS
from archipel.games.costa_ruana.state import ACTIVE, CONDITION, ENDED, FACE_UP, LYING


def draw(before: Any, after: Any) -> list[str]:
    """What lies on the table when a round begins, when all cards are laid, and at the end; else nothing."""
    if after.phase == before.phase or after.phase not in (FACE_UP, CONDITION, ENDED):
        return []
    heading = {
        FACE_UP: f"Round {after.round + 1} begins",
        CONDITION: f"Round {after.round + 1}, all cards are laid",
        ENDED: "The end",
    }[after.phase]
    return [f"── {heading} ".ljust(100, "─"), *_pieces(after), *_table(after), ""]


def _pieces(s: Any) -> list[str]:
    sides = " and ".join(BACKGROUNDS[side] for side in s.conditions)
    islands = range(s.islands)
    lines = [f"{sides} show; {COLOURS[s.shaman]} is Shaman; {s.pile_size} cards in the pile"]
    lines.append("island    " + "".join(f"{island + 1:3}" for island in islands) + "   hut supply hand")
    lines.append("treasures " + "".join(f"{s.treasures[island]:3}" for island in islands))
    for seat in range(s.seats):
        natives = "".join(f"{s.natives[island, seat] or '.':>3}" for island in islands)
        hand = ", ".join(CARD_NAMES[card] for card in s.hand[seat, : s.hand_size[seat]])
        lines.append(f"{COLOURS[seat]:<10}{natives}{s.hut[seat]:6}{s.supply[seat]:7} {hand}")
    return lines


def _table(s: Any) -> list[str]:
    lines = []
    for number in range(s.laid):
        if s.fate[number] not in (LYING, ACTIVE):
            continue
        card, before = CARD_NAMES[s.table[number]], COLOURS[s.before[number]]
        face = "face up" if number < s.seats or s.fate[number] != LYING else "face down"
        riders = [COLOURS[seat] for seat in range(s.seats) if s.rides[seat] == number != NOTHING]
        natives = f", natives on it: {', '.join(riders)}" if riders else ""
        fate = "" if s.fate[number] == LYING else f", {FATES[int(s.fate[number])]}"
        lines.append(f"card {number + 1:<2} {face:<9} before {before:<6} {card}{fate}{natives}")
    return lines
