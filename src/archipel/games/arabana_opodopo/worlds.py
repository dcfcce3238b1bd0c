# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Possible worlds in Arabana-Opodopo (AO-10.3): a view filled up to a state that looks the same."""

import numpy as np

from archipel.core.chance import draw_one, fraction, pick, total
from archipel.core.record import HIDDEN
from archipel.core.rule import rule
from archipel.games.arabana_opodopo.memory import copy_memory, count_buried, is_claim
from archipel.games.arabana_opodopo.parts import BRIDGES, CARDS, COPIES, FULL_HAND, ISLANDS
from archipel.games.arabana_opodopo.state import NOTHING_OWED, PUBLIC, count_cards, own_row, row_of

BROKEN, IMPOSSIBLE, FAVOURED, STANDS = range(4)  # what comes of an attempt: cards are left over; it cannot
# be; it can, but comes about too often; it is as good as any
PATIENCE = 2_000  # attempts after which nothing else counts than that every card has a place, see ADR 11


@rule("AO-10.3", "AO-10.1")
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


@rule("AO-10.2", "AO-10.3")
def imagine_cards(s, seat, rng, hands, known, marks, unseen):
    """Put every card that is out of sight somewhere; what comes of it.

    Hands get the cards that are surely there; what else is remembered goes to one of its places; then
    come cards that may have been kept at the reshuffle; all others lie anywhere.
    """
    clear_places(s, seat, hands, known, marks)
    count_unseen(s, seat, unseen)
    found = place_claims(s, seat, rng, hands, known, marks)
    fit = np.zeros(ISLANDS, np.int64)  # cards that can have been kept at the reshuffle
    if found == BROKEN or (s.round == 2 and not place_kept(s, seat, rng, hands, unseen, fit)):
        return BROKEN
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
    return happens(rng, chance)


@rule("AO-10.3")
def is_fit(rng, card, unseen, fit):
    """Whether a card that was drawn is one of those that can have been kept: copies are alike."""
    if fit[card] == 0 or pick(rng, unseen[card] + 1) >= fit[card]:
        return False
    fit[card] -= 1
    return True


@rule("AO-10.3")
def happens(rng, chance):
    """Whether something of that likelihood happens."""
    return fraction(rng) < chance


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


@rule("AO-10.2")
def is_own(s, row, one, seat):
    """Whether a claim is about the cards of the seat itself, which needs none."""
    return seat >= 0 and s.claim_hands[row, one] >> seat & 1 == 1


@rule("AO-10.3")
def room_in(s, seat, hands):
    """How many cards of a hand are still to be found."""
    return s.hand_size[seat] - total(hands[seat])


# ── Cards that are remembered ───────────────────────────────────────────────────────────────────
@rule("AO-10.2")
def place_claims(s, seat, rng, hands, known, marks):
    """Put every remembered card into one of its places, those with the fewest first; what comes of it.

    Choosing one after the other favours some worlds; such a world is thrown away as often as it is
    favoured.
    """
    row = row_of(s, seat)
    gone = np.zeros(s.seats, np.int64)  # cards put elsewhere than where they were seen
    empty = np.zeros((s.seats, ISLANDS), np.int64)
    placed = np.zeros(CARDS, np.int64)
    for one in range(CARDS):
        placed[one] = not is_claim(s, row, one) or is_own(s, row, one, seat)
    before = placed.copy()
    chance = 1.0
    one = fewest_places(s, row, empty, placed)
    while one >= 0:
        free = free_places(s, row, one, hands)
        if free == 0:
            return BROKEN
        chance *= free / (all_places(s, row, one, empty) - placed_within(s, row, one, placed, before))
        put_claim(s, row, one, pick(rng, free), hands, known, marks, gone)
        placed[one] = 1
        one = fewest_places(s, row, empty, placed)
    likely = STANDS if happens(rng, chance) else FAVOURED
    return likely if have_passed(s, row, gone) else IMPOSSIBLE


@rule("AO-9.6", "AO-9.7", "AO-10.2")
def have_passed(s, row, gone):
    """Whether no more cards of a hand are elsewhere than went from it to another one."""
    for seat in range(s.seats):
        if gone[seat] > s.passed[row, seat]:
            return False
    return True


@rule("AO-10.2")
def fewest_places(s, row, hands, placed):
    """The claim with the fewest places among those not placed yet, or -1."""
    best, fewest = -1, 0
    for one in range(CARDS):
        if not placed[one]:
            places = all_places(s, row, one, hands)
            if best < 0 or places < fewest:
                best, fewest = one, places
    return best


@rule("AO-10.2")
def all_places(s, row, one, hands):
    """In how many places a claim may be, with so many cards in the hands."""
    places = 0
    for seat in range(s.seats):
        if s.claim_hands[row, one] >> seat & 1:
            places += room_in(s, seat, hands)
    for i in range(s.claim_since[row, one], s.buried_size):
        places += s.claim_below[row, one] >> s.buried_by[i] & 1
    return places


@rule("AO-10.2")
def free_places(s, row, one, hands):
    """In how many of them it may still be put."""
    places = all_places(s, row, one, hands)
    for i in range(s.claim_since[row, one], s.buried_size):
        if s.claim_below[row, one] >> s.buried_by[i] & 1 and s.buried[i] != HIDDEN:
            places -= 1
    return places


@rule("AO-10.2")
def placed_within(s, row, one, placed, before):
    """How many claims were put that could not but take one of this one's places."""
    count = 0
    for other in range(CARDS):
        put = placed[other] and not before[other]
        if put and s.claim_hands[row, other] & ~s.claim_hands[row, one] == 0:
            below = s.claim_below[row, other]
            late = below == 0 or s.claim_since[row, other] >= s.claim_since[row, one]
            if below & ~s.claim_below[row, one] == 0 and late:
                count += 1
    return count


@rule("AO-10.2")
def put_claim(s, row, one, place, hands, known, marks, gone):
    """Put a claim into its free place of that number."""
    owner = place_of(s, row, one, place, hands, marks)
    known[owner, one // COPIES] += 1
    if s.claim_from[row, one] >= 0 and s.claim_from[row, one] != owner:
        gone[s.claim_from[row, one]] += 1


@rule("AO-10.2")
def place_of(s, row, one, place, hands, marks):
    """Put a card into a hand or among the discarded; whose that is."""
    for seat in range(s.seats):
        if s.claim_hands[row, one] >> seat & 1:
            room = room_in(s, seat, hands)
            if place < room:
                hands[seat, one // COPIES] += 1
                return np.int64(seat)
            place -= room
    i = np.int64(s.claim_since[row, one])
    while True:
        if s.claim_below[row, one] >> s.buried_by[i] & 1 and s.buried[i] == HIDDEN:
            if place == 0:
                s.buried[i] = one // COPIES
                marks[i] = 1
                return np.int64(s.buried_by[i])
            place -= 1
        i += 1


# ── Cards that were kept ────────────────────────────────────────────────────────────────────────
@rule("AO-10.3")
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
@rule("AO-10.3")
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
