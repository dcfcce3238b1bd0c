# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What each seat remembers of cards it cannot see (AO-10.2, AO-10.3).

A claim is a card of a known island that is in one of some places: hands, or what players discarded
unseen. When a card moves out of sight, every claim it may be spreads to where it went; when a card comes
into sight, the claim that explains it is struck out. Of the reshuffle the record keeps how many cards each
player kept out of sight, and which they can have been. One row of memories holds what everybody knows;
from the first use of Ku or Pele on each seat has a row of its own. Nothing in a row depends on a card its
seat has not seen.
"""

import numpy as np

from archipel.core.record import NOBODY
from archipel.core.rule import rule
from archipel.games.arabana_opodopo.parts import CARDS, COPIES, ISLANDS, MOST_SEATS
from archipel.games.arabana_opodopo.state import BURIED, PUBLIC, SACK, TABLE, own_row

UNEXPLAINED, POSSIBLE, CERTAIN = range(3)


# ── Claims ──────────────────────────────────────────────────────────────────────────────────────
@rule("AO-10.2")
def is_claim(s, row, one):
    """Whether there is a claim: its card must be somewhere. Cards 0, 1 and 2 are of island 0, and so on."""
    return s.claim_hands[row, one] != 0 or s.claim_below[row, one] != 0


@rule("AO-10.2")
def remember(s, row, card, seat):
    """A row learns that a card is in a hand."""
    one = card * COPIES
    while is_claim(s, row, one):
        one += 1
    s.claim_hands[row, one] = 1 << seat
    s.claim_since[row, one] = s.buried_size
    s.claim_from[row, one] = seat


@rule("AO-10.2")
def forget(s, row, one):
    """A claim is struck out; the last of its island takes its place."""
    last = one
    while (last + 1) % COPIES and is_claim(s, row, last + 1):
        last += 1
    s.claim_hands[row, one], s.claim_below[row, one] = s.claim_hands[row, last], s.claim_below[row, last]
    s.claim_since[row, one], s.claim_from[row, one] = s.claim_since[row, last], s.claim_from[row, last]
    s.claim_hands[row, last] = s.claim_below[row, last] = 0
    s.claim_since[row, last] = s.claim_from[row, last] = 0


@rule("AO-10.2")
def explain(s, row, card, seat):
    """A card comes into sight out of a hand: strike out the claim that explains it best."""
    best, found = card * COPIES, UNEXPLAINED
    for one in range(card * COPIES, card * COPIES + COPIES):
        if found != CERTAIN and s.claim_hands[row, one] >> seat & 1:
            hands = s.claim_hands[row, one]
            best = one
            found = CERTAIN if s.claim_below[row, one] == 0 and hands & (hands - 1) == 0 else POSSIBLE
    if found != UNEXPLAINED:
        strike_out(s, row, best)
        blur(s, row, card, best, seat)
        forget(s, row, best)
    return found


@rule("AO-10.2", "AO-10.3")
def strike_out(s, row, one):
    """A claim is struck out, though it may have been discarded, and another card like it have come."""
    for seat in range(s.seats):
        if s.claim_below[row, one] >> seat & 1 and (s.split or s.unknown[seat] > 0):
            s.struck[row, seat, one // COPIES] = 1 + s.claim_since[row, one]
            if row == PUBLIC:
                s.unknown_then[seat], s.buried_then[seat] = s.unknown[seat], s.buried_size


@rule("AO-10.2")
def blur(s, row, card, struck, seat):
    """Another claim of the same kind may be the one that came: then the struck one is what is left of it."""
    for one in range(card * COPIES, card * COPIES + COPIES):
        if one != struck and s.claim_hands[row, one] >> seat & 1:
            s.claim_hands[row, one] |= s.claim_hands[row, struck]
            s.claim_below[row, one] |= s.claim_below[row, struck]
            s.claim_since[row, one] = min(s.claim_since[row, one], s.claim_since[row, struck])
            if s.claim_from[row, one] != s.claim_from[row, struck]:
                s.claim_from[row, one] = NOBODY


# ── Cards on the move ───────────────────────────────────────────────────────────────────────────
@rule("AO-10.1")
def all_learn(s, card, source, target):
    """A card moves from one place to another: some see which, the others only that."""
    if source == SACK:
        if target < MOST_SEATS:
            s.unknown[target] += 1
            s.blind[target] += s.round == 2
        return  # nothing remembered can come from there
    open_to_all = source == TABLE or target == TABLE
    for row in range(s.seats + 1 if s.split else 1):
        if open_to_all or row == own_row(source) or row == own_row(target):
            see(s, row, card, source, target)
        else:
            lose_sight(s, row, source, target)


@rule("AO-10.1", "AO-10.2", "AO-10.3", "AO-9.6", "AO-9.7")
def see(s, row, card, source, target):
    """A row sees which card moves; one's own hand needs no memory."""
    if source != TABLE and row != own_row(source):
        found = explain(s, row, card, source)
        if found != CERTAIN and target != TABLE:
            keeps_less(s, row, source)
        elif found == UNEXPLAINED and row == PUBLIC:
            play_unknown(s, source, card)
        elif found == POSSIBLE and s.could_keep[row, card] + s.stray[source, card] > 0:
            keeps_less(s, row, source)  # what is remembered may be elsewhere, and this one kept
    if target < MOST_SEATS and row != own_row(target):
        remember(s, row, card, target)


@rule("AO-10.3")
def play_unknown(s, seat, card):
    """A card is laid face up that nobody knew to be there: so it was not discarded unseen before."""
    s.unknown[seat] -= 1
    if s.round == 2:
        s.played[seat, card] += 1
        s.blind[seat] -= s.could_keep[PUBLIC, card] + s.stray[seat, card] == 0
    for i in range(s.buried_size - 1, -1, -1):
        if s.buried_by[i] == seat:
            s.buried_unknown[i] = min(s.buried_unknown[i], s.unknown[seat])
            s.buried_blind[i] = min(s.buried_blind[i], s.blind[seat])
            break


@rule("AO-10.2", "AO-10.3")
def lose_sight(s, row, source, target):
    """A row sees that a card leaves a hand: it may be any that may have been there."""
    if target != BURIED:
        keeps_less(s, row, source)
        s.passed[row, source] += 1
        s.unknown[target] += row == PUBLIC
        s.blind[target] += row == PUBLIC
    for card in range(ISLANDS):
        one = card * COPIES  # claims of an island stand together
        while one < card * COPIES + COPIES and is_claim(s, row, one):
            if s.claim_hands[row, one] >> source & 1:
                if target == BURIED:
                    s.claim_below[row, one] |= 1 << source
                else:
                    s.claim_hands[row, one] |= 1 << target
            one += 1


@rule("AO-9.6", "AO-10.1")
def look_at_hand(s, looker, seat):
    """A player looks at a hand."""
    row = own_row(looker)
    for i in range(s.hand_size[seat]):
        explain(s, row, np.int64(s.hand[seat, i]), seat)
    for one in range(CARDS):
        s.claim_hands[row, one] &= ~(1 << seat)
    for i in range(s.hand_size[seat]):
        remember(s, row, np.int64(s.hand[seat, i]), seat)
    s.kept[row, seat] = 0


@rule("AO-10.3")
def keeps_less(s, row, seat):
    """A card left a hand that may have been there at the reshuffle."""
    if s.kept[row, seat] > 0:
        s.kept[row, seat] -= 1


# ── The reshuffle ───────────────────────────────────────────────────────────────────────────────
@rule("AO-7.3", "AO-10.3")
def all_see_reshuffle(s):
    """The discard goes into the bag; what is kept out of sight never lay face up.

    A claim that may have been discarded is kept where it was or nowhere: no claim any more, but a stray.
    """
    count_could_keep(s)
    for seat in range(s.seats):
        s.kept[PUBLIC, seat] = s.hand_size[seat]
        s.unknown_then[seat] = s.buried_then[seat] = 0
        for card in range(ISLANDS):
            s.struck[PUBLIC, seat, card] = 0
    for one in range(CARDS - 1, -1, -1):
        s.claim_since[PUBLIC, one] = 0
        for seat in range(s.seats):
            if s.claim_hands[PUBLIC, one] == 1 << seat:
                if s.claim_below[PUBLIC, one]:
                    s.stray[seat, one // COPIES] += 1
                    forget(s, np.int64(PUBLIC), one)
                else:
                    s.kept[PUBLIC, seat] -= 1
                break
    for seat in range(s.seats):
        s.unknown[seat] = s.kept[PUBLIC, seat]


@rule("AO-10.3")
def count_could_keep(s):
    """Which cards others can have kept: not those face up, remembered, or in one's own hand or discard."""
    for row in range(s.seats + 1):
        for card in range(ISLANDS):
            s.could_keep[row, card] = COPIES - s.up[card]
        for one in range(CARDS):
            own = row != PUBLIC and s.claim_hands[PUBLIC, one] >> (row - 1) & 1
            s.could_keep[row, one // COPIES] -= is_claim(s, np.int64(PUBLIC), one) and not own
    for seat in range(s.seats):
        for i in range(s.hand_size[seat]):
            s.could_keep[own_row(seat), s.hand[seat, i]] -= 1
    for i in range(s.buried_size):
        s.could_keep[own_row(s.buried_by[i]), s.buried[i]] -= 1


@rule("AO-10.3")
def count_buried(s, seat, card):
    """How many cards of an island a player has discarded unseen in this round."""
    count = 0
    for i in range(s.buried_size):
        if s.buried_by[i] == seat and s.buried[i] == card:
            count += 1
    return count


# ── Rows of one's own ───────────────────────────────────────────────────────────────────────────
@rule("AO-10.1", "AO-10.2")
def split_memory(s):
    """From now on seats see different things: each gets a row of its own."""
    if s.split:
        return
    for seat in range(s.seats):
        copy_memory(s, seat)
    s.split = 1


@rule("AO-10.1", "AO-10.2")
def copy_memory(s, seat):
    """A seat remembers what everybody does, but for its own cards."""
    row = own_row(seat)
    for one in range(CARDS):
        s.claim_hands[row, one] = s.claim_hands[PUBLIC, one]
        s.claim_below[row, one] = s.claim_below[PUBLIC, one]
        s.claim_since[row, one] = s.claim_since[PUBLIC, one]
        s.claim_from[row, one] = s.claim_from[PUBLIC, one]
    for one in range(CARDS - 1, -1, -1):
        if s.claim_hands[row, one] >> seat & 1:
            forget(s, row, one)
    for other in range(s.seats):
        s.kept[row, other] = 0 if other == seat else s.kept[PUBLIC, other]
        s.passed[row, other] = s.passed[PUBLIC, other]
        for card in range(ISLANDS):
            s.struck[row, other, card] = s.struck[PUBLIC, other, card]
