# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""How a match of Trésor stands: who is how many rounds from home with a full chest, or from drawing one.

The numbers were fitted to who won matches among bots: e to their power are odds.
"""

import numpy as np

from archipel.bots.compiled.chances import OUT, into_chances
from archipel.bots.tresor.eyes import STRIDE, hunters
from archipel.core.record import NOTHING
from archipel.core.rule import compiled
from archipel.games.tresor.parts import CAVE, FULL, GONE, POINTS, SHIP
from archipel.games.tresor.state import CLOSE

# A full chest, by the thirds of a round that it needs to be aboard.
HOME = np.array([1.9, 1.2, 0.9, 0.55, 0.4, 0.3, 0.1, -0.1, -0.25, -0.3])
NO_CHEST = -0.55
DRAW, DRAW_AGAIN = -0.12, -0.15  # for each round until a chest can be drawn, and then the next
CAUGHT, CHASED = -0.7, -0.15  # a full chest that is outnumbered; that may be, for each that is too many
# A trick in hand, in the order of TRICKS.
IN_HAND = np.array([0.0, 0.1, 0.1, 0.0, 0.2, 0.1, 0.15, 0.1, 0.1, 0.0, 0.4, 0.1, 0.0, 0.0, 0.2])
SHARPNESS = 1.3
NEVER = 99
FAR = 5.0  # rounds to start over when no detachment is left to send


@compiled
def prospects(s, values):
    """What an unfinished match is worth to each seat, from 0 to 1."""
    for seat in range(s.seats):
        values[seat] = standing(s, seat) if s.left[seat] > 0 else OUT
    into_chances(values, np.int64(s.seats), SHARPNESS)


@compiled
def standing(s, seat):
    """How well a player stands, as a logarithm of odds."""
    wait = rounds_to_turn(s, seat)
    best, soonest = np.int64(NOTHING), NEVER + 0.0
    for number in range(s.detachments):
        if s.chest[seat, number] == FULL:
            rounds = rounds_home(s, seat, number, wait)
            if rounds < soonest:
                best, soonest = np.int64(number), rounds
    odds = IN_HAND[s.trick[seat]] if s.trick[seat] != NOTHING else 0.0
    if best == NOTHING:
        return odds + NO_CHEST + hopes(s, seat, wait)
    odds += HOME[int(min(3.0 * soonest + 0.5, len(HOME) - 1.0))]
    return odds + dangers(s, seat, np.int64(s.place[seat, best]), soonest)


@compiled
def rounds_to_turn(s, seat):
    """Rounds until a player can move: 0 for who is on turn, unless the movement is over."""
    if s.turn == seat:
        return 1.0 if s.window == CLOSE else 0.0
    return ((seat - s.turn) % s.seats) / s.seats


@compiled
def rounds_home(s, seat, number, wait):
    """Rounds until a chest can be aboard."""
    place = np.int64(s.place[seat, number])
    if wait > 0.0:
        return wait + (place + STRIDE - 1) // STRIDE - 1.0 if place > SHIP else 0.0
    steps = np.int64(s.points) - (1 - (np.int64(s.reduced) >> number & 1))
    rest = place - max(steps, 0)
    return (rest + STRIDE - 1) // STRIDE + 0.0 if rest > 0 else 0.0


@compiled
def dangers(s, seat, zone, rounds):
    """What may befall a full chest on the island."""
    if rounds == 0.0 or zone in (CAVE, SHIP):
        return 0.0
    mine = np.int64(s.men[zone, seat])
    odds = CAUGHT if s.crowd[zone] > 2 * mine else 0.0
    return odds + CHASED * min(max(hunters(s, zone, seat) - mine, 0), 3)


@compiled
def hopes(s, seat, wait):
    """How soon a player without a full chest draws the next one, and the one after."""
    first, second = np.int64(NEVER), np.int64(NEVER)  # steps to the cave
    for number in range(s.detachments):
        if s.place[seat, number] == GONE or s.loaded[seat, number]:
            continue
        steps = CAVE - np.int64(s.place[seat, number])
        if steps < first:
            first, second = steps, first
        elif steps < second:
            second = steps
    ready = np.int64(s.points) if wait == 0.0 else 0
    return DRAW * rounds_for(first - ready, wait) + DRAW_AGAIN * rounds_for(second, 0.0)


@compiled
def rounds_for(steps, wait):
    """Rounds until so many steps are made."""
    return min(max(steps, 0) / POINTS + wait, FAR)
