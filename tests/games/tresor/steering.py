"""Players of Trésor, and a chance, who play for an end of a kind: for the golden playthroughs.

Random players meander, and some ends they practically never reach. These look at the whole truth, but
whatever they do is legal.
"""

from __future__ import annotations

import random
from typing import Any

from archipel.core.match import Match
from archipel.core.record import CHANCE
from archipel.games.tresor.parts import CAVE, DETACHMENTS, EMPTY, FULL, INDIGENES_FEROCES, POINTS, SHIP
from archipel.games.tresor.state import (
    DEAL,
    DEMAND,
    DISPLACE,
    END,
    FIND,
    JOIN_IN,
    JOINING,
    LOSE,
    LOSING,
    PASS,
    REMOVE,
    STAY_OUT,
    STRENGTHEN,
    SWAP,
)

SURVIVOR = 0  # the seat for which the others lose their detachments


def choose(match: Match, reason: str, chooser: random.Random) -> int:
    """The next action of a match that is to end for a reason, or in any way."""
    moves, s = match.moves, match.state
    if match.to_move == CHANCE:
        likely = chance(s, reason)
        if likely in moves:
            return likely
        return chooser.choices(moves, match.ways)[0]
    if len(moves) == 1:
        return moves[0]
    return PLAYERS.get(reason, brisk)(s, moves, chooser)


def chance(s: Any, reason: str) -> int:
    """What chance does if it can, for an end of a kind; -1 if it does as it likes."""
    if reason in ("season", "survivor"):
        return FIND + EMPTY
    if reason == "no_chest":
        if s.idle == 0:
            return DEAL + INDIGENES_FEROCES
        wanted = INDIGENES_FEROCES in s.trick and not (s.chest == FULL).any()
        return FIND + (FULL if wanted else EMPTY)
    return -1


# ── Kinds of players ────────────────────────────────────────────────────────────────────────────
def brisk(s: Any, moves: list[int], chooser: random.Random) -> int:
    """Far displacements, mostly of those who are under way; otherwise half of the time nothing."""
    if s.phase in (JOINING, LOSING):
        return chooser.choice(moves)
    under_way = [m for m in moves if DISPLACE <= m < SWAP and s.place[s.actor, walk(m)[0]] != SHIP]
    walks = farthest(under_way if under_way and chooser.random() < 0.7 else moves)
    others = [move for move in moves if not DISPLACE <= move <= PASS]
    if others and chooser.random() < 0.5:
        return chooser.choice(others)
    if SWAP in moves and chooser.random() < 0.15:
        return SWAP
    return chooser.choice(walks) if walks else idle(moves)


def for_the_season(s: Any, moves: list[int], chooser: random.Random) -> int:
    """Tricks are soon played, and nobody demands anything."""
    if s.phase in (JOINING, LOSING):
        return moves[-1]
    tricks = [move for move in moves if move >= STRENGTHEN]
    if tricks:
        return chooser.choice(tricks)
    walks = farthest(moves)
    return chooser.choice(walks) if walks else idle(moves)


def for_a_survivor(s: Any, moves: list[int], chooser: random.Random) -> int:
    """All but one gather where there are chests, demand them, join in, and lose detachments."""
    if s.actor == SURVIVOR:
        if s.phase == JOINING:
            return STAY_OUT
        walks = farthest(moves)
        return chooser.choice(walks) if walks else idle(moves)
    demands = [move for move in moves if DEMAND <= move <= JOIN_IN]
    if demands:
        return chooser.choice(demands)
    if s.phase == LOSING:
        return chooser.choice(moves)
    if SWAP in moves:
        return SWAP
    walks = [move for move in moves if DISPLACE <= move < SWAP]
    if not walks:
        helpful = [move for move in moves if STRENGTHEN <= move < STRENGTHEN + 2]
        return helpful[0] if helpful else idle(moves)
    hunting = [move for move in walks if prey(s, move) > 0]
    return max(hunting, key=lambda move: prey(s, move)) if hunting else chooser.choice(farthest(walks))


def for_no_chest(s: Any, moves: list[int], chooser: random.Random) -> int:
    """Full chests are carried out of the cave and removed from the game; empty ones go to and fro."""
    for move in moves:
        if REMOVE <= move < REMOVE + s.seats * DETACHMENTS and chest_of(s, move - REMOVE) == FULL:
            return move
    if s.phase in (JOINING, LOSING):
        return moves[-1]
    if SWAP in moves and s.trick[s.actor] != INDIGENES_FEROCES:
        return SWAP
    walks = [move for move in moves if DISPLACE <= move < SWAP]
    for move in walks:
        number, zones = walk(move)
        if s.chest[s.actor, number] == FULL and s.place[s.actor, number] == CAVE and zones == 1:
            return move
    empty = [move for move in walks if s.chest[s.actor, walk(move)[0]] != FULL]
    if empty or walks:
        return chooser.choice(farthest(empty) or walks)
    return idle(moves)


PLAYERS = {"season": for_the_season, "survivor": for_a_survivor, "no_chest": for_no_chest}


# ── Tools ───────────────────────────────────────────────────────────────────────────────────────
def walk(move: int) -> tuple[int, int]:
    """The number of a detachment, counted from 0, and by how many zones it is displaced."""
    return (move - DISPLACE) // POINTS, (move - DISPLACE) % POINTS + 1


def farthest(moves: list[int]) -> list[int]:
    """The displacements by the most zones."""
    walks = [move for move in moves if DISPLACE <= move < SWAP]
    most = max((walk(move)[1] for move in walks), default=0)
    return [move for move in walks if walk(move)[1] == most]


def idle(moves: list[int]) -> int:
    """The way to do nothing."""
    for move in (PASS, END, STAY_OUT, LOSE):
        if move in moves:
            return move
    return moves[-1]


def chest_of(s: Any, man: int) -> int:
    return int(s.chest[man // DETACHMENTS, man % DETACHMENTS])


def prey(s: Any, move: int) -> int:
    """How close a displacement brings others to outnumbering a chest in the zone it ends in; 0 if none is."""
    number, zones = walk(move)
    place = int(s.place[s.actor, number]) + (-zones if s.loaded[s.actor, number] else zones)
    if not 0 < place < CAVE:
        return 0
    odds = 0
    for seat in range(s.seats):
        if seat != s.actor and ((s.place[seat] == place) & (s.loaded[seat] == 1)).any():
            odds = max(odds, 20 + int(s.crowd[place]) - 2 * int(s.men[place, seat]))
    return odds
