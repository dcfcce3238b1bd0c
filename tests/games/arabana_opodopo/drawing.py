"""The table of Arabana-Opodopo in plain text, the whole truth of it, for the golden playthroughs."""

from __future__ import annotations

from typing import Any

from archipel.core.record import NOBODY, NOTHING
from archipel.games.arabana_opodopo.notation import SEATS
from archipel.games.arabana_opodopo.parts import GODS, ISLANDS, LETTERS
from archipel.games.arabana_opodopo.state import ENDED, OPENING, TURN

EVERY = 12
"""How many cards are drawn between two drawings."""

LEGEND = "(islands each slot of an island leads to, with the owner of the bridge; who controls it; its stone)"


def draw(before: Any, after: Any) -> list[str]:
    """What lies on the table when a round or the final turns begin, now and then between, and at the end."""
    left = int(after.open_size + after.bag_size)
    if after.phase == ENDED:
        heading = "The end"
    elif before.final != after.final:
        heading = "The final turns begin"
    elif before.round != after.round:
        heading = "The first round is over"
    elif after.phase == TURN and (before.first == NOBODY or _is_time(before, after)):
        heading = f"Round {after.round}, {left} cards to draw"
    else:
        return []
    return [f"── {heading} ".ljust(100, "─"), *_cards(after), *_islands(after), *_players(after), ""]


def _is_time(before: Any, after: Any) -> bool:
    """Whether a turn begins, and enough cards have been drawn since the last drawing."""
    drawn = before.turn != after.turn or before.phase == OPENING
    return drawn and not after.final and int(after.open_size + after.bag_size) % EVERY == 0


def _cards(s: Any) -> list[str]:
    unseen = f"{s.buried_size} discarded unseen"
    return [f"open: {_letters(s.open)}; {s.bag_size} in the bag; face up: {_letters(s.up)}; {unseen}"]


def _islands(s: Any) -> list[str]:
    lines = [LEGEND]
    for island in range(ISLANDS):
        slots = "".join(
            f" {LETTERS[s.far[island, i]]}:{_initial(s.bridge[s.slot[island, i]])}"
            for i in range(s.degree[island])
        )
        owner = "" if s.control[island] == NOBODY else SEATS[s.control[island]]
        stone = "" if s.stone[island] == NOTHING else GODS[s.stone[island]]
        lines.append(f"{LETTERS[island]} {slots:<28}  {owner:<7} {stone}")
    return lines


def _players(s: Any) -> list[str]:
    lines = [f"{'':7} points islands reserve  hand"]
    for seat in range(s.seats):
        hand = "".join(LETTERS[card] for card in s.hand[seat, : s.hand_size[seat]])
        buried = "".join(LETTERS[s.buried[i]] for i in range(s.buried_size) if s.buried_by[i] == seat)
        stones = [god for god, count in zip(GODS, s.stones[seat], strict=True) for _ in range(count)]
        more = [f"discarded {buried}"] * bool(buried) + stones
        pieces = f"{s.points[seat]:6}{s.islands[seat]:8}{s.reserve[seat]:8}  {hand:<6}"
        lines.append(f"{SEATS[seat]:<7} {pieces} {', '.join(more)}")
    return lines


def _letters(counts: Any) -> str:
    return "".join(letter * int(count) for letter, count in zip(LETTERS, counts, strict=True)) or "none"


def _initial(owner: int) -> str:
    return "." if owner == NOBODY else SEATS[owner][0].upper()
