# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Possible worlds: cards that players kept at the reshuffle (AO-10.3), and what can have come about."""

import numpy as np

from archipel.core.chance import draw_one, fraction, pick, total
from archipel.core.record import HIDDEN
from archipel.core.rule import rule
from archipel.games.arabana_opodopo.claims import room_in
from archipel.games.arabana_opodopo.memory import count_buried
from archipel.games.arabana_opodopo.parts import FULL_HAND, ISLANDS
from archipel.games.arabana_opodopo.state import PUBLIC, own_row, row_of


# ── Cards that were kept ────────────────────────────────────────────────────────────────────────
@rule("AO-10.3", scratch=True)
def place_kept(s, seat, rng, hands, unseen, fit):
    """Cards that were certainly kept at the reshuffle: strays, and others that did not lie face up then."""
    for card in range(ISLANDS):
        fit[card] = max(0, min(unseen[card], s.could_keep[keeper_row(seat), card]))
    ways = np.zeros((s.seats + 1, s.seats * FULL_HAND + 1))
    count_ways(s, seat, total(fit), unseen, ways)
    used = 0
    for other in range(s.seats):
        kept = certainly_kept(s, seat, other)
        strays = count_strays(s, other, unseen)
        others = draw_others(kept, strays, total(fit), used, rng, ways[other], ways[other + 1])
        used += others
        for i in range(min(kept, places_in(s, other, hands))):
            if (total(fit) if i < others else count_strays(s, other, unseen)) == 0:
                return False
            card = draw_one(fit, rng) if i < others else draw_stray(s, other, rng, unseen)
            if unseen[card] == 0:
                return False
            unseen[card] -= 1
            put_kept(s, other, card, rng, hands)
    return True


@rule("AO-10.3")
def keeper_row(seat):
    """Where it is written what others can have kept, as a seat sees it."""
    return own_row(seat) if seat >= 0 else PUBLIC


@rule("AO-10.3")
def certainly_kept(s, seat, other):
    """How many cards another player has kept that were not played since."""
    if other == seat:
        return np.int64(0)
    kept = np.int64(s.kept[row_of(s, seat), other])
    for card in range(ISLANDS):
        if s.could_keep[keeper_row(seat), card] + s.stray[other, card] > 0:
            kept -= s.played[other, card]
    return max(np.int64(0), kept)


@rule("AO-10.3")
def count_strays(s, seat, unseen):
    """How many strays a player may have kept."""
    count = 0
    for card in range(ISLANDS):
        count += min(unseen[card], s.stray[seat, card])
    return count


@rule("AO-10.3")
def draw_stray(s, seat, rng, unseen):
    """One of the strays that a player may have kept."""
    left = pick(rng, count_strays(s, seat, unseen))
    for card in range(ISLANDS):
        left -= min(unseen[card], s.stray[seat, card])
        if left < 0:
            return card
    return 0


@rule("AO-10.3")
def kept_ways(kept, strays, fit, others):
    """In how many ways a player can have kept so many `others` among the `fit`, and strays for the rest."""
    ways = 1.0
    for i in range(others):
        ways *= max(0, fit - i) * (kept - i) / (i + 1)
    for i in range(kept - others):
        ways *= max(0, strays - i)
    return ways


@rule("AO-10.3")
def count_ways(s, seat, fit, unseen, ways):
    """`ways[p, n]`: in how many ways seats from p on can have kept theirs, when n of the fit are gone."""
    most = 0
    for other in range(s.seats):
        most += certainly_kept(s, seat, other)
    for used in range(most + 1):
        ways[s.seats, used] = 1.0
    for other in range(s.seats - 1, -1, -1):
        kept, strays = certainly_kept(s, seat, other), count_strays(s, other, unseen)
        for used in range(most + 1 - kept):
            for others in range(kept + 1):
                more = kept_ways(kept, strays, fit - used, others)
                ways[other, used] += more * ways[other + 1, used + others]


@rule("AO-10.3")
def draw_others(kept, strays, fit, used, rng, ways, after):
    """Draw how many of the cards a player kept are no strays; `fit` are left when `used` are gone."""
    left = fraction(rng) * ways[used]
    others = 0
    while others < kept:
        left -= kept_ways(kept, strays, fit, others) * after[used + others]
        if left < 0.0:
            break
        others += 1
    return others


@rule("AO-10.3", "AO-3.4")
def places_in(s, seat, hands):
    """How many cards of a player, in hand or discarded unseen, are still to be found."""
    places = room_in(s, seat, hands)
    for i in range(s.buried_size):
        places += s.buried_by[i] == seat and s.buried[i] == HIDDEN
    return places


@rule("AO-10.3", "AO-3.4")
def put_kept(s, seat, card, rng, hands):
    """A card that was kept is still in the hand, or was discarded unseen since."""
    place = pick(rng, places_in(s, seat, hands)) - room_in(s, seat, hands)
    if place < 0:
        hands[seat, card] += 1
        return
    for i in range(s.buried_size):
        if s.buried_by[i] == seat and s.buried[i] == HIDDEN:
            if place == 0:
                s.buried[i] = card
            place -= 1


# ── Whether it can all have come about ──────────────────────────────────────────────────────────
@rule("AO-10.3", scratch=True)
def can_be_kept(s, seat, hands, known):
    """Whether every player can have kept as many cards as they did, with what they have now and have played.

    By a theorem of Gale that is so if for any set of players there are enough cards for all of them.
    """
    need = np.zeros(s.seats, np.int64)
    items = np.zeros((s.seats, ISLANDS), np.int64)
    for other in range(s.seats):
        if other != seat:
            count_items(s, seat, other, hands, known, need, items)
    for some in range(1, 1 << s.seats):
        wanted = 0
        for other in range(s.seats):
            wanted += need[other] if some >> other & 1 else 0
        there = 0
        for card in range(ISLANDS):
            count = 0
            for other in range(s.seats):
                count += items[other, card] if some >> other & 1 else 0
            there += min(count, max(0, s.could_keep[keeper_row(seat), card]))
        if wanted > there:
            return False
    return True


@rule("AO-10.3")
def count_items(s, seat, other, hands, known, need, items):
    """Cards of a player that may have been kept, and how many must have been, besides strays."""
    need[other] = s.kept[row_of(s, seat), other]
    for card in range(ISLANDS):
        count = s.played[other, card] + hands[other, card] + count_buried(s, other, card) - known[other, card]
        strays = min(count, s.stray[other, card])
        items[other, card] = count - strays
        need[other] = max(np.int64(0), need[other] - strays)


@rule("AO-10.3")
def can_be_buried(s, seat, marks):
    """Whether everybody can have discarded unseen what they are said to have."""
    for other in range(s.seats):
        if other != seat and not can_bury(s, seat, other, marks):
            return False
    return True


@rule("AO-10.3")
def can_bury(s, seat, other, marks):
    """Whether a player discarded no more unknown cards than they had by then, and no more out of the bag."""
    unknown, young, struck, early = 0, 0, 0, 0
    for i in range(s.buried_size):
        if s.buried_by[i] != other:
            continue
        if not marks[i] and is_struck(s, seat, i):
            struck += not s.split  # then an unknown card was played instead
        elif not marks[i]:
            unknown += 1
            early += i < s.buried_then[other]
            if s.round == 2:
                young += s.could_keep[keeper_row(seat), s.buried[i]] + s.stray[other, s.buried[i]] == 0
        late = struck if i >= s.buried_then[other] else 0
        if unknown + late > s.buried_unknown[i] or young > s.buried_blind[i]:
            return False
        if struck and struck + early > s.unknown_then[other]:
            return False
    return True


@rule("AO-10.2")
def is_struck(s, seat, place):
    """Whether a card discarded unseen may be one that was struck out for another of its island."""
    since = s.struck[row_of(s, seat), s.buried_by[place], s.buried[place]]
    return 0 < since <= place + 1
