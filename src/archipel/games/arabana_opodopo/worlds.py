# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Possible worlds in Arabana-Opodopo (AO-10.3): a view filled up to a state that looks the same."""

import numpy as np

from archipel.core.chance import draw_one, fraction, pick
from archipel.core.record import HIDDEN
from archipel.core.rule import rule
from archipel.games.arabana_opodopo.claims import (
    BROKEN,
    FAVOURED,
    IMPOSSIBLE,
    STANDS,
    is_own,
    place_claims,
    room_in,
)
from archipel.games.arabana_opodopo.kept import can_be_buried, can_be_kept, certainly_kept, place_kept
from archipel.games.arabana_opodopo.memory import copy_memory, count_buried, is_claim
from archipel.games.arabana_opodopo.parts import BRIDGES, CARDS, COPIES, ISLANDS
from archipel.games.arabana_opodopo.state import NOTHING_OWED, PUBLIC, count_cards, own_row, row_of

PATIENCE = 2_000  # attempts after which nothing else counts than that every card has a place, see ADR 11


@rule("AO-10.3", "AO-10.1", scratch=True)
def determinize(s, seat, rng):
    """Fill a seat's view up, in place, to a state that looks the same to it, any as likely as any."""
    hands = np.zeros((s.seats, ISLANDS), np.int64)  # cards of each island in each hand
    known = np.zeros((s.seats, ISLANDS), np.int64)  # how many in a hand or its discard are remembered
    marks = np.zeros(CARDS, np.int64)  # which of the discarded are remembered cards
    unseen = np.zeros(ISLANDS, np.int64)  # cards that are still to be placed
    tries = 0
    while True:
        tries += 1
        found = imagine_cards(s, seat, rng, hands, known, marks, unseen)
        enough = IMPOSSIBLE if tries > PATIENCE else FAVOURED if tries > PATIENCE // 10 else STANDS
        if found >= enough:
            break
    for card in range(ISLANDS):
        s.bag[card] = unseen[card]
    write_hands(s, seat, rng, hands)
    for other in range(s.seats):
        if other != seat:
            imagine_memory(s, other)
        elif s.owed[seat] != NOTHING_OWED:
            s.sealed[seat] = 1
    for i in range(BRIDGES):
        s.in_doubt[i] = 0


@rule("AO-10.2", "AO-10.3", scratch=True)
def imagine_cards(s, seat, rng, hands, known, marks, unseen):
    """Put every card that is out of sight somewhere; what comes of it.

    Hands get the cards that are surely there; what else is remembered goes to one of its places; then
    come cards that may have been kept at the reshuffle; all others lie anywhere.
    """
    clear_places(s, seat, hands, known, marks)
    count_unseen(s, seat, unseen)
    found = place_claims(s, seat, rng, hands, known, marks)
    fit = np.zeros(ISLANDS, np.int64)  # cards that can have been kept at the reshuffle
    if found == BROKEN:
        return BROKEN
    if s.round == 2 and not place_kept(s, seat, rng, hands, unseen, fit):
        found = IMPOSSIBLE
    if not fill_up(s, seat, rng, hands, unseen, fit):
        found = min(found, FAVOURED)
    if not can_be_buried(s, seat, marks) or (s.round == 2 and not can_be_kept(s, seat, hands, known)):
        return IMPOSSIBLE
    return found


@rule("AO-10.3")
def fill_up(s, seat, rng, hands, unseen, fit):
    """All other cards lie anywhere; whether that counts.

    A world in which a player has more cards that can have been kept than must have been comes about in
    more ways than others, one for each choice of those that must.
    """
    chance = 1.0
    for other in range(s.seats):
        more = 0
        if other != seat:
            for _ in range(room_in(s, other, hands)):
                card = draw_one(unseen, rng)
                more += is_fit(rng, card, unseen, fit)
                hands[other, card] += 1
        for i in range(s.buried_size):
            if s.buried_by[i] == other and s.buried[i] == HIDDEN:
                s.buried[i] = draw_one(unseen, rng)
                more += is_fit(rng, np.int64(s.buried[i]), unseen, fit)
        for i in range(more):
            chance *= (i + 1) / (i + 1 + certainly_kept(s, seat, other))
    return fraction(rng) < chance


@rule("AO-10.3")
def is_fit(rng, card, unseen, fit):
    """Whether a card that was drawn is one of those that can have been kept: copies are alike."""
    if fit[card] == 0 or pick(rng, unseen[card] + 1) >= fit[card]:
        return False
    fit[card] -= 1
    return True


# ── Counting ────────────────────────────────────────────────────────────────────────────────────
@rule("AO-10.3")
def clear_places(s, seat, hands, known, marks):
    """No card is put anywhere yet."""
    for other in range(s.seats):
        for card in range(ISLANDS):
            hands[other, card] = known[other, card] = 0
    for i in range(s.buried_size):
        marks[i] = 0
        if s.buried_by[i] != seat:
            s.buried[i] = HIDDEN


@rule("AO-1.2", "AO-10.1")
def count_unseen(s, seat, unseen):
    """How many cards of each island the view shows nowhere and the seat does not remember."""
    row = row_of(s, seat)
    for card in range(ISLANDS):
        unseen[card] = COPIES - s.up[card] - s.open[card]
        if seat >= 0:
            unseen[card] -= count_cards(s, seat, card) + count_buried(s, seat, card)
    for one in range(CARDS):
        if is_claim(s, row, one) and not is_own(s, row, one, seat):
            unseen[one // COPIES] -= 1


# ── Writing it down ─────────────────────────────────────────────────────────────────────────────
@rule("AO-2.1", "AO-10.3")
def write_hands(s, seat, rng, hands):
    """Hands in order; who has secretly laid a card has laid any of theirs."""
    for other in range(s.seats):
        if other == seat:
            continue
        place = 0
        for card in range(ISLANDS):
            for _ in range(hands[other, card]):
                s.hand[other, place] = card
                place += 1
        if s.laid[other] == HIDDEN:
            s.laid[other] = s.hand[other, pick(rng, s.hand_size[other])]


@rule("AO-10.1", "AO-10.2")
def imagine_memory(s, seat):
    """Let another seat remember what everybody knows, but for its own cards."""
    row = own_row(seat)
    for card in range(ISLANDS):
        s.could_keep[row, card] = s.could_keep[PUBLIC, card]
    if s.split:
        copy_memory(s, seat)
        return
    for one in range(CARDS):
        s.claim_hands[row, one] = s.claim_below[row, one] = 0
        s.claim_since[row, one] = s.claim_from[row, one] = 0
    for other in range(s.seats):
        s.kept[row, other] = s.passed[row, other] = 0
        for card in range(ISLANDS):
            s.struck[row, other, card] = 0
