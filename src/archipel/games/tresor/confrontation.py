# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Confrontations (TR-5): a demand, who joins it, the count, the opening, the losses."""

from archipel.core.record import NOBODY, NOTHING
from archipel.core.rule import rule
from archipel.core.seating import left_of
from archipel.games.tresor.parts import CAVE, DETACHMENTS, EMPTY, EVERYONE, GONE, MOST_SEATS, SHIP
from archipel.games.tresor.state import (
    AGGRESSOR,
    BYSTANDER,
    DEFENDER,
    JOIN,
    LOSSES,
    NONE,
    discard_trick,
    put,
    return_chest,
)

# ── Demands ─────────────────────────────────────────────────────────────────────────────────────
NEVER = 99


@rule("TR-5.1", "TR-5.3", "TR-5.11", "TR-5.6")
def lacking(s, seat, man):
    """What a seat lacks to demand the chest of a detachment: 0 or less if it may, NEVER if no trick helps.

    A trick for the aggressors and one against the defender are worth the same here: both sides count
    at least one detachment, so that none falls below 0 unnoticed.
    """
    defender, number = man // DETACHMENTS, man % DETACHMENTS
    zone = s.place[defender, number]
    if not s.loaded[defender, number] or zone in (CAVE, SHIP):
        return NEVER
    if defender == seat or s.men[zone, seat] == 0 or s.demanded[defender, number] >> seat & 1:
        return NEVER
    return 2 * s.men[zone, defender] - s.crowd[zone] + 1


@rule("TR-5.2", "TR-5.10")
def can_demand(s, seat):
    """Whether a seat can make any demand without a trick."""
    for man in range(s.seats * DETACHMENTS):
        if s.loaded[man // DETACHMENTS, man % DETACHMENTS] and lacking(s, seat, man) <= 0:
            return True
    return False


@rule("TR-5.3", "TR-5.2")
def demand(s, seat, man):
    """Demand that a chest be opened: the others in the zone are asked to join."""
    s.stage, s.demander = JOIN, seat
    s.defender, s.named = man // DETACHMENTS, man % DETACHMENTS
    s.zone = s.place[s.defender, s.named]
    s.demanded[s.defender, s.named] |= 1 << seat
    for other in range(MOST_SEATS):
        s.side[other] = BYSTANDER
    s.side[seat], s.side[s.defender] = AGGRESSOR, DEFENDER
    s.boost[AGGRESSOR] = s.boost[DEFENDER] = 0
    s.ask[1] = left_of(s, seat)


# ── Joining ─────────────────────────────────────────────────────────────────────────────────────
@rule("TR-5.4")
def next_to_join(s):
    """The next player, clockwise from the demander, who stands in the zone and may join; or NOBODY."""
    while s.ask[1] != s.demander:
        seat = s.ask[1]
        if seat != s.defender and s.men[s.zone, seat] > 0:
            return seat
        s.ask[1] = left_of(s, seat)
    return NOBODY


@rule("TR-5.4")
def join(s, seat, side):
    """A player joins, or stays out and counts for nobody."""
    s.side[seat] = side
    s.ask[1] = left_of(s, seat)


# ── The count ───────────────────────────────────────────────────────────────────────────────────
@rule("TR-5.6", "TR-10.3")
def strength(s, side):
    """The detachments of a side in the zone with its tricks, never below 0."""
    count = int(s.boost[side])
    for seat in range(s.seats):
        if s.side[seat] == side:
            count += s.men[s.zone, seat]
    return max(0, count)


@rule("TR-5.5", "TR-5.6", "TR-5.7", "TR-5.8", "TR-5.9")
def settle(s):
    """All have passed: if the aggressors are more, the chest is opened; an empty one costs them."""
    s.stage = NONE
    if strength(s, AGGRESSOR) <= strength(s, DEFENDER):
        return
    empty = s.chest[s.defender, s.named] == EMPTY
    return_chest(s, s.defender, s.named, EVERYONE)
    if empty:
        s.stage, s.owing = LOSSES, 0
        for seat in range(s.seats):
            if s.side[seat] == AGGRESSOR:
                s.owing |= 1 << seat


# ── Losses ──────────────────────────────────────────────────────────────────────────────────────
@rule("TR-5.8")
def next_to_lose(s):
    """The next aggressor, the demander first, who must lose a detachment; or NOBODY."""
    for distance in range(s.seats):
        seat = (s.demander + distance) % s.seats
        if s.owing >> seat & 1:
            return seat
    return NOBODY


@rule("TR-5.8", "TR-7.2", "TR-10.6")
def lose(s, seat, number):
    """A detachment is lost for good; its chest goes back unseen; a player without any is out."""
    if s.loaded[seat, number]:
        return_chest(s, seat, number, s.known[seat, number])
    put(s, seat, number, GONE)
    s.left[seat] -= 1
    s.owing &= ~(1 << seat)
    if s.left[seat] == 0 and s.trick[seat] != NOTHING:
        discard_trick(s, seat)
