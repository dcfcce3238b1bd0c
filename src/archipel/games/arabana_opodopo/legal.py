# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Which actions are legal in Arabana-Opodopo, phase by phase."""

import numpy as np

from archipel.core.chance import kind_at, pick, total
from archipel.core.record import NOBODY, NOTHING
from archipel.core.rule import rule
from archipel.games.arabana_opodopo.parts import GODS, ISLANDS, KANALOA, KU, LIMIT, LONO, OPEN, PELE, SLOTS
from archipel.games.arabana_opodopo.state import (
    BEGIN,
    DEAL,
    DEFER,
    DISCARD,
    DOUBLE,
    DRAW,
    EACH,
    END,
    EXCHANGE,
    FIRST,
    GIVE,
    GIVING,
    JOKER,
    JOKERS,
    LAY,
    LAYING,
    LONO_DRAW,
    LONO_TAKE,
    OPENING,
    PLAY,
    PLUNDER,
    PLUNDERING,
    REMOVE,
    REMOVING,
    REVEAL,
    SPEND,
    STEAL,
    STEALING,
    STONE,
    STONES,
    TAKE,
    TAKE_BACK,
    TURN,
    USE_KANALOA,
    USE_KU,
    USE_PELE,
    cards_left,
    count_cards,
)


@rule("AO-3.1")
def legal(s, moves):
    """List the legal actions in `moves`; return how many there are."""
    if s.phase == TURN:
        return legal_turn(s, moves)
    if s.phase == REMOVING:
        return legal_removals(s, moves)
    verb, seat = LAY, s.actor
    if s.phase == STEALING:
        verb, seat = STEAL, s.victim
    elif s.phase == GIVING:
        verb = GIVE
    elif s.phase == PLUNDERING:
        verb, seat = PLUNDER, s.victim
    elif s.phase != LAYING:
        return legal_chance(s, moves)
    return legal_cards(s, moves, np.int64(0), verb, seat)


# ── Chance ──────────────────────────────────────────────────────────────────────────────────────
@rule("AO-2.1", "AO-2.3", "AO-3.5", "AO-9.1", "AO-9.7")
def legal_chance(s, moves):
    """What chance can do now."""
    n = 0
    if s.phase == FIRST:
        for seat in range(s.seats):
            moves[seat] = BEGIN + seat
        return s.seats
    if s.phase == STONES:
        for god in range(len(GODS)):
            moves[n] = STONE + god
            n += s.supply[god] > 0
        return n
    for card in range(ISLANDS):
        moves[n] = (REVEAL if s.phase == OPENING else DEAL) + card
        n += s.bag[card] > 0
    return n


@rule("AO-1.2", "AO-9.1", "AO-9.7")
def ways(s, moves, n, out):
    """In how many ways each of chance's n moves can come about; their sum."""
    total = 0
    for i in range(n):
        if s.phase == FIRST:
            out[i] = 1
        elif s.phase == PLUNDERING:
            out[i] = count_cards(s, s.victim, moves[i] - PLUNDER)
        elif s.phase == STONES:
            out[i] = s.supply[moves[i] - STONE]
        else:
            out[i] = s.bag[moves[i] - (REVEAL if s.phase == OPENING else DEAL)]
        total += out[i]
    return total


@rule("AO-2.1", "AO-2.3", "AO-3.5", "AO-9.1", "AO-9.7")
def draw(s, rng):
    """What chance does now, each of its moves as likely as its ways."""
    if s.phase == FIRST:
        return BEGIN + pick(rng, s.seats)
    if s.phase == PLUNDERING:
        return PLUNDER + s.hand[s.victim, pick(rng, s.hand_size[s.victim])]
    if s.phase == STONES:
        return STONE + kind_at(s.supply, pick(rng, total(s.supply)))
    return (REVEAL if s.phase == OPENING else DEAL) + kind_at(s.bag, pick(rng, s.bag_size))


# ── The turn ────────────────────────────────────────────────────────────────────────────────────
@rule("AO-3.1", "AO-6.1", "AO-6.2", "AO-6.3", "AO-8.2", "AO-9.4")
def legal_turn(s, moves):
    """Bridges first; who has taken one back must place it, all others may also do the rest."""
    n = legal_bridges(s, moves)
    if s.lifted:
        return n
    if s.reserve[s.turn] == 0:
        n = legal_taking_back(s, moves) if n > 0 else n  # AO-6.2: only if it can then be placed
        n = legal_cards(s, moves, n, np.int64(SPEND), s.turn)
    if s.round == 2:
        n = legal_stones(s, moves, n)
        moves[n] = DEFER
        n += s.final and not s.acted and may_defer(s)
    return legal_ending(s, moves, n)


@rule("AO-3.3")
def islands_held(s, seat):
    """The islands a hand has cards of, a bit each."""
    held = 0
    for i in range(s.hand_size[seat]):
        held |= 1 << s.hand[seat, i]
    return held


@rule("AO-3.2", "AO-3.3", "AO-6.2", "AO-6.3", "AO-9.5")
def legal_bridges(s, moves):
    """Where one could put a bridge by a card, an exchange or Kanaloa, if there is one in reserve."""
    n, seat = np.int64(0), s.turn
    jokers = s.stones[seat, KANALOA] if s.round == 2 else 0
    held = islands_held(s, seat)
    for i in range(s.hand_size[seat]):
        card = s.hand[seat, i]
        if i > 0 and s.hand[seat, i - 1] == card:
            continue
        double = i + 1 < s.hand_size[seat] and s.hand[seat, i + 1] == card
        for j in range(s.degree[card]):
            slot, other = s.slot[card, j], s.far[card, j]
            owner = s.bridge[slot]
            if owner == NOBODY:
                moves[n] = PLAY + card * ISLANDS + other
                n += not s.bars or not s.barred[slot]
            elif owner != seat and (double or jokers or held >> other & 1):
                pair = EXCHANGE + (card * ISLANDS + other) * 4
                moves[n] = pair + DOUBLE
                n += double
                moves[n] = pair + EACH
                n += card < other and held >> other & 1
                moves[n] = pair + JOKER
                n += jokers > 0
    return legal_jokers(s, moves, n, jokers) if jokers else n


@rule("AO-9.5", "AO-6.2")
def legal_jokers(s, moves, n, jokers):
    """Kanaloa on any free slot; two of them for any exchange."""
    for slot in range(SLOTS):
        pair = s.ends[slot, 0] * ISLANDS + s.ends[slot, 1]
        if s.bridge[slot] == NOBODY:
            moves[n] = USE_KANALOA + pair
            n += not s.barred[slot]
        elif s.bridge[slot] != s.turn:
            moves[n] = EXCHANGE + pair * 4 + JOKERS
            n += jokers > 1
    return n


@rule("AO-6.2")
def legal_taking_back(s, moves):
    """Any of one's own bridges."""
    n = 0
    for slot in range(SLOTS):
        if s.bridge[slot] == s.turn:
            moves[n] = TAKE_BACK + s.ends[slot, 0] * ISLANDS + s.ends[slot, 1]
            n += 1
    return n


@rule("AO-2.1", "AO-3.4", "AO-6.1", "AO-9.6", "AO-9.7")
def legal_cards(s, moves, n, verb, seat):
    """Each card of a hand, alike ones once; listed from n on."""
    for i in range(s.hand_size[seat]):
        if i == 0 or s.hand[seat, i - 1] != s.hand[seat, i]:
            moves[n] = verb + s.hand[seat, i]
            n += 1
    return n


@rule("AO-5.2", "AO-5.8")
def legal_removals(s, moves):
    """Any bridge of another player on the island."""
    n, island = 0, s.relative[0]
    for i in range(s.degree[island]):
        if s.bridge[s.slot[island, i]] != s.turn:
            slot = s.slot[island, i]
            moves[n] = REMOVE + s.ends[slot, 0] * ISLANDS + s.ends[slot, 1]
            n += 1
    return n


# ── Drawing and ending ──────────────────────────────────────────────────────────────────────────
@rule("AO-3.4", "AO-3.7", "AO-8.1", "AO-8.5", "AO-9.9")
def legal_ending(s, moves, n):
    """Discards, and the draw that ends the turn; or its plain end where nothing is left to draw."""
    drawing = not s.final and cards_left(s) > 0
    if not s.discarded or (drawing and s.hand_size[s.turn] >= LIMIT):
        n = legal_cards(s, moves, n, np.int64(DISCARD), s.turn)
    if drawing:
        return legal_draws(s, moves, n)
    moves[n] = END
    return n + 1


@rule("AO-3.5", "AO-3.6", "AO-9.8", "AO-9.4")
def legal_draws(s, moves, n):
    """Each open card, and the bag: to end the turn if the hand is small enough, and by Lono."""
    small = s.hand_size[s.turn] < LIMIT
    lono = s.round == 2 and s.stones[s.turn, LONO] > 0
    seen = 0  # islands, a bit each: of two open cards alike either will do
    for place in range(OPEN if small or lono else 0):
        card = s.lying[place]
        if card != NOTHING and not seen >> card & 1:
            seen |= 1 << card
            moves[n] = TAKE + card
            n += small
            moves[n] = LONO_TAKE + card
            n += lono
    moves[n] = DRAW
    n += small and s.bag_size > 0
    moves[n] = LONO_DRAW
    return n + (lono and s.bag_size > 0)


@rule("AO-8.2", "AO-11.5")
def may_defer(s):
    """Whether somebody with more points has not had the final turn yet."""
    for seat in range(s.seats):
        if not s.finished[seat] and s.points[seat] > s.points[s.turn]:
            return True
    return False


# ── Stones ──────────────────────────────────────────────────────────────────────────────────────
@rule("AO-9.4", "AO-9.6", "AO-9.7")
def legal_stones(s, moves, n):
    """Ku against each opponent with cards, Pele if there is one."""
    robbed = n
    if s.stones[s.turn, KU] or s.stones[s.turn, PELE]:
        for seat in range(s.seats):
            if seat != s.turn and s.hand_size[seat] > 0:
                moves[n] = USE_KU + seat
                n += 1
        anybody = n > robbed
        if not s.stones[s.turn, KU]:
            n = robbed
        moves[n] = USE_PELE
        n += anybody and s.stones[s.turn, PELE] > 0
    return n
