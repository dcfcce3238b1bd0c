"""Players of Arabana-Opodopo who play for an end of a kind: for the golden playthroughs.

Random players never gain eleven islands nor run out of bridges. These look at the whole truth, but
whatever they do is legal; chance does as it likes.
"""

from __future__ import annotations

import random
from typing import Any

from archipel.core.match import Match
from archipel.core.record import CHANCE
from archipel.games.arabana_opodopo.parts import ISLANDS, MARKERS
from archipel.games.arabana_opodopo.state import DISCARD, DRAW, END, LAY, PLAY, SPEND, TAKE, TAKE_BACK

BUILDER = 0  # the seat that builds while the others look on


def choose(match: Match, reason: str, chooser: random.Random) -> int:
    """The next action of a match that is to end for a reason, or in any way."""
    moves, s = match.moves, match.state
    if match.to_move == CHANCE:
        return chooser.choices(moves, match.ways)[0]
    if not reason or len(moves) == 1 or LAY <= moves[0] < PLAY:
        return eager(moves, chooser)
    if match.to_move != BUILDER:
        return idle(moves, chooser)
    builds = [move for move in moves if PLAY <= move < SPEND]
    if builds:
        most = MARKERS if reason == "points" else ISLANDS
        return max(builds, key=lambda move: (gain(s, move, most), chooser.random()))
    return carry_on(moves, chooser)


# ── Kinds of players ────────────────────────────────────────────────────────────────────────────
def eager(moves: list[int], chooser: random.Random) -> int:
    """Anything, but the turn ends or a card is discarded only half as often."""
    others = [move for move in moves if not DISCARD <= move <= DRAW and move != END]
    return chooser.choice(others if others and chooser.random() < 0.5 else moves)


def idle(moves: list[int], chooser: random.Random) -> int:
    """Draw a card, or discard one first."""
    draws = [move for move in moves if TAKE <= move <= DRAW or move == END]
    return chooser.choice(draws or [move for move in moves if DISCARD <= move < TAKE])


def carry_on(moves: list[int], chooser: random.Random) -> int:
    """Who cannot build: take a bridge back or play a card for nothing, now and then; else as if idle."""
    without = [move for move in moves if SPEND <= move < SPEND + ISLANDS or move >= TAKE_BACK]
    without = [move for move in without if move != END]
    return chooser.choice(without) if without and chooser.random() < 0.5 else idle(moves, chooser)


# ── Tools ───────────────────────────────────────────────────────────────────────────────────────
def gain(s: Any, move: int, most: int) -> float:
    """How good a bridge is for having as many islands as possible, but no more than `most`.

    A bridge counts at each end: most where it is the last one missing, less where more are missing, and
    nothing on an island that is controlled already.
    """
    ends = divmod(move - PLAY, ISLANDS)
    missing = [int(s.degree[island] // 2 + 1 - s.on[island, BUILDER]) for island in ends]
    if s.islands[BUILDER] + missing.count(1) > most:
        return -1.0
    return sum(1 / count for count in missing if count > 0)
