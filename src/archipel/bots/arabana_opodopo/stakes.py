# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What bridges are worth in Arabana-Opodopo: a player's stake in an island, and what a bridge changes."""

import numpy as np

from archipel.core.record import NOBODY, NOTHING
from archipel.core.rule import compiled
from archipel.games.arabana_opodopo.parts import BONUS, KANE, LARGE, MAIN, MARKERS, SMALL
from archipel.games.arabana_opodopo.state import count_cards, majority

# What came of islands in thousands of matches, in points, in each stage: first round, second, final turns.
FIRST_ROUND, SECOND_ROUND, FINAL_TURNS = 1, 2, 3
CONTROLLED = {  # with no bridge more than control needs, with one more, and so on
    FIRST_ROUND: {SMALL: (1.1, 0.7), LARGE: (2.9, 3.2, 2.8), MAIN: (4.8, 5.0, 4.6, 4.2)},
    SECOND_ROUND: {SMALL: (0.9, 0.6), LARGE: (1.9, 2.1, 1.8), MAIN: (2.8, 3.6, 3.3, 3.0)},
    FINAL_TURNS: {SMALL: (1.6, 0.8), LARGE: (2.6, 1.8, 0.9), MAIN: (3.5, 2.7, 1.8, 0.9)},
}
HOPED_FOR = {  # with one bridge missing, with two, and so on
    FIRST_ROUND: {SMALL: (0.25,), LARGE: (1.4, 0.3), MAIN: (3.4, 1.8, 0.5)},
    SECOND_ROUND: {SMALL: (0.25,), LARGE: (1.0, 0.2), MAIN: (1.8, 0.8, 0.2)},
    FINAL_TURNS: {SMALL: (0.2,), LARGE: (0.6, 0.1), MAIN: (0.7, 0.3, 0.1)},
}
TIGHT = 0.6  # of the hope, if every free slot is needed
FORLORN = 0.3  # of the hope, if the free slots do not suffice: an exchange or a removal must help

STRIKE = 0.9  # of an island, if the cards in hand can complete it in this turn
EFFORT = 0.4  # of the price of the cards that it takes
TRIUMPH = 100.0  # an eleventh island wins at once
BLESSING = 1.0  # points: a stone that can be used later


def _stake(stage: int, slots: int, own: int, free: int) -> float:
    """What own bridges on an island are worth in points, with so many of its slots still free."""
    missing = slots // 2 + 1 - own
    if missing <= 0:
        return CONTROLLED[stage][slots][-missing]
    hope = HOPED_FOR[stage][slots][missing - 1] if own else 0.0
    return hope * (FORLORN if free < missing else TIGHT if free == missing else 1.0)


STAKES = np.zeros((4, MAIN + 1, MAIN + 1, MAIN + 1))
"""By stage, slots of the island, own bridges on it, and free slots."""
for _stage, _sizes in CONTROLLED.items():
    for _slots in _sizes:
        for _own in range(_slots + 1):
            for _free in range(_slots + 1):
                STAKES[_stage, _slots, _own, _free] = _stake(_stage, _slots, _own, _free)


@compiled
def stake(s, seat, island, more, freed):
    """A player's stake in an island with so many more bridges of their own, and so many more slots free."""
    slots = s.degree[island]
    return STAKES[s.round + s.final, slots, s.on[island, seat] + more, slots - s.built[island] + freed]


@compiled
def grudge(s, seat, other):
    """How much of what another player loses is one's own gain: more if that player is ahead."""
    lead = s.points[other] - s.points[seat] + 2 * (s.islands[other] - s.islands[seat])
    share = 1.0 / (s.seats - 1)
    return share * (1.4 if lead > 0 else 0.8 if lead > -6 else 0.5)


# ── What a bridge changes ───────────────────────────────────────────────────────────────────────
@compiled
def loss(s, island, owner):
    """What a player loses at one end of a bridge that goes, in points."""
    return stake(s, owner, island, 0, 0) - stake(s, owner, island, -1, 1)


@compiled
def removal(s, seat, slot):
    """What a player gains when another's bridge is removed, at both of its ends."""
    total, owner = 0.0, s.bridge[slot]
    for end in range(2):
        island = s.ends[slot, end]
        total += grudge(s, seat, owner) * loss(s, island, owner)
        total += stake(s, seat, island, 0, 1) - stake(s, seat, island, 0, 0)
    return total


@compiled
def gain(s, seat, slot, held, used, price):
    """What a bridge on a slot, free or another's, is worth to a player in points.

    `held` are the islands of the cards in hand, a bit each, so many of which the bridge uses; `price` is
    what a card is worth.
    """
    total, gained = 0.0, 0
    owner = s.bridge[slot]
    if owner != NOBODY:
        total += removal(s, seat, slot)
    for end in range(2):
        island = s.ends[slot, end]
        if s.on[island, seat] + 1 == majority(s, island):
            gained += 1
            total += conquest(s, seat, island, slot)
        else:
            total += progress(s, seat, island, owner != NOBODY)
            total += follow_up(s, seat, island, held, used, price)
    return total + TRIUMPH if gained > MARKERS - s.islands[seat] else total


@compiled
def conquest(s, seat, island, slot):
    """What it is worth to gain an island by a bridge on a slot: all others' bridges go, its stone comes."""
    others = s.built[island] - s.on[island, seat]
    total = stake(s, seat, island, 1, others - 1) - stake(s, seat, island, 0, 0)
    for i in range(s.degree[island]):
        gone = s.slot[island, i]
        if gone != slot and s.bridge[gone] != NOBODY and s.bridge[gone] != seat:
            total += removal(s, seat, gone)
    if s.stone[island] == KANE:
        total += BONUS[s.degree[island]]
    elif s.stone[island] != NOTHING:
        total += BLESSING
    return total


@compiled
def progress(s, seat, island, exchanging):
    """What a bridge is worth at an island that it does not gain: one step ahead, one slot less for others."""
    if exchanging:
        return stake(s, seat, island, 1, 0) - stake(s, seat, island, 0, 0)
    total = stake(s, seat, island, 1, -1) - stake(s, seat, island, 0, 0)
    for other in range(s.seats):
        if other != seat and s.on[island, other]:
            share = grudge(s, seat, other)
            total += share * (stake(s, other, island, 0, 0) - stake(s, other, island, 0, -1))
    if s.built[island] + 1 == s.degree[island] and s.degree[island] != SMALL and s.control[island] != seat:
        total += filling(s, seat, island)
    return total


@compiled
def follow_up(s, seat, island, held, used, price):
    """What a bridge is worth because the cards that remain can complete the island in the same turn."""
    missing = majority(s, island) - s.on[island, seat] - 1
    if missing <= 0 or s.degree[island] - s.built[island] <= missing:
        return 0.0
    if within_reach(s, seat, island, held) - used < missing:
        return 0.0
    island_then = stake(s, seat, island, missing + 1, -missing - 1)
    return max(0.0, STRIKE * (island_then - stake(s, seat, island, 1, -1)) - EFFORT * missing * price)


@compiled
def within_reach(s, seat, island, held):
    """How many bridges the cards in hand allow on an island, one for each free slot at most."""
    cards = count_cards(s, seat, island) if held >> island & 1 else 0
    for i in range(s.degree[island]):
        if s.bridge[s.slot[island, i]] == NOBODY:
            cards += held >> s.far[island, i] & 1
    return min(cards, s.degree[island] - s.built[island])


@compiled
def filling(s, seat, island):
    """What it is worth to fill an island's last slot: with the most bridges there, another's is removed."""
    own, rival, sharing = s.on[island, seat] + 1, 0, 0
    for other in range(s.seats):
        if other != seat:
            rival = max(rival, s.on[island, other])
            sharing += s.on[island, other] == own
    if own < rival:
        return 0.0
    best = 0.0
    for i in range(s.degree[island]):
        owner = s.bridge[s.slot[island, i]]
        if owner != NOBODY and owner != seat and (sharing == 0 or s.on[island, owner] < own):
            best = max(best, removal(s, seat, s.slot[island, i]))
    return best
