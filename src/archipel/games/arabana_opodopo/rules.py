# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The rules of Arabana-Opodopo, in the order of the rulebook: docs/rules/arabana-opodopo.en.md.

Majorities, scorings, the power of the gods and what seats remember of cards have files of their own.
"""

import numpy as np

from archipel.core.hands import take_from_hand
from archipel.core.record import CHANCE, NOBODY, NOTHING
from archipel.core.rule import rule
from archipel.core.seating import left_of
from archipel.games.arabana_opodopo.bridges import build, lift_bridge, put_bridge
from archipel.games.arabana_opodopo.ending import REASONS, great_scoring, score, score_islands
from archipel.games.arabana_opodopo.gods import give, plunder, use_ku, use_pele
from archipel.games.arabana_opodopo.legal import draw, legal, ways
from archipel.games.arabana_opodopo.memory import all_learn, all_see_reshuffle
from archipel.games.arabana_opodopo.parts import (
    BRIDGES,
    COPIES,
    DEALT,
    FULL_HAND,
    GODS,
    ISLANDS,
    KANALOA,
    LONO,
    MOST_SEATS,
    OPEN,
    SLOTS,
)
from archipel.games.arabana_opodopo.state import (
    ACTIONS,
    BEGIN,
    BURIED,
    DEAL,
    DEALING,
    DISCARD,
    DOUBLE,
    DRAW,
    DRAWING,
    EACH,
    END,
    EXCHANGE,
    EXTRA,
    FIRST,
    GIVE,
    JOKER,
    LAST,
    LAY,
    LAYING,
    LONGEST,
    LONO_DRAW,
    LONO_TAKE,
    MOST_MOVES,
    NO_DRAW,
    OPENING,
    OPTIONS,
    PLAY,
    PLUNDER,
    REMOVE,
    REMOVING,
    REVEAL,
    SACK,
    SPEND,
    STATE,
    STEAL,
    STONE,
    STONES,
    TABLE,
    TAKE,
    TAKE_BACK,
    TURN,
    USE_KANALOA,
    USE_KU,
    USE_PELE,
    cards_left,
    conserved,
    lay_open,
    majority,
    move_card,
    slot_between,
)

__all__ = [
    "ACTIONS",
    "LONGEST",
    "MOST_MOVES",
    "OPTIONS",
    "REASONS",
    "STATE",
    "apply",
    "conserved",
    "draw",
    "legal",
    "score",
    "setup",
    "to_move",
    "ways",
]


# ── Whose turn it is, and what an action does ───────────────────────────────────────────────────
@rule("AO-3.1")
def to_move(s):
    """The seat whose choice it is, or CHANCE, or OVER."""
    return s.actor


@rule("AO-3.1", "AO-1.6", "AO-10.4")
def apply(s, action):
    """Carry out a legal action and go on to the next decision: its cards move, then comes what follows."""
    if action >= PLAY:
        s.acted = 1
    one, other, source, target = cards_of(s, action)
    for _ in range(2):
        if one != NOTHING:
            all_learn(s, one, source, target)  # AO-10: before it happens, while claims still hold
            move_card(s, one, source, target)
        one = other
        other = np.int64(NOTHING)
    over = False
    if action < PLAY:
        over = follow_deal(s, action)
    elif action < DISCARD or USE_KANALOA <= action < USE_KU:
        place(s, action)
    else:
        over = follow_choice(s, action)
    if over:
        next_turn(s)


@rule("AO-2.1", "AO-3.5", "AO-9.7")
def cards_of(s, action):
    """The cards that an action moves, one or two or NOTHING, from where and to where."""
    turn, victim, none = np.int64(s.turn), np.int64(s.victim), np.int64(NOTHING)
    if DEAL <= action < REVEAL:
        return action - DEAL, none, SACK, turn
    if REVEAL <= action < BEGIN:
        return action - REVEAL, none, SACK, TABLE
    if PLUNDER <= action < LAY:
        return action - PLUNDER, none, victim, turn
    if PLAY <= action < DISCARD:
        one, other = cards_played(action)
        return one, other, turn, TABLE
    if DISCARD <= action < TAKE:
        return action - DISCARD, none, turn, BURIED
    if TAKE <= action < DRAW:
        return action - TAKE, none, TABLE, turn
    if STEAL <= action < USE_PELE:
        return action - STEAL, none, victim, turn
    if GIVE <= action < LONO_TAKE:
        return action - GIVE, none, turn, victim
    if LONO_TAKE <= action < LONO_DRAW:
        return action - LONO_TAKE, none, TABLE, turn
    return none, none, turn, turn


@rule("AO-3.2", "AO-3.3", "AO-9.5")
def cards_played(action):
    """The cards that pay for a bridge: one, or two for an exchange, of which Kanaloa may stand for either."""
    none = np.int64(NOTHING)
    if action < SPEND:
        return (action - PLAY) // ISLANDS, none
    if action < EXCHANGE:
        return action - SPEND, none
    pair, paid = (action - EXCHANGE) // 4, (action - EXCHANGE) % 4
    island, other = pair // ISLANDS, pair % ISLANDS
    if paid == DOUBLE:
        return island, island
    if paid == EACH:
        return island, other
    return (island, none) if paid == JOKER else (none, none)


@rule("AO-2.1", "AO-2.3", "AO-3.5", "AO-9.1", "AO-9.7")
def follow_deal(s, action):
    """What follows when chance has dealt, or a card to lay open is chosen; whether a turn is over."""
    if action < DEAL:
        lay_stone(s, action - STONE)
    elif action < BEGIN:
        return come_in(s)
    elif action < PLUNDER:
        s.first = action - BEGIN
        begin_turn(s, np.int64(s.first))
    elif action < LAY:
        plunder(s)
    else:
        lay(s, action - LAY)
    return False


@rule("AO-3.1", "AO-9.6", "AO-9.7", "AO-9.8")
def follow_choice(s, action):
    """What follows when a player has done anything but put a bridge; whether the turn is over."""
    if action < TAKE:
        s.discarded = 1
    elif action < TAKE_BACK or LONO_TAKE <= action < END:
        return draw_card(s, action)
    elif action < USE_KANALOA:
        change_bridge(s, action)
    elif action < STEAL:
        use_ku(s, action - USE_KU)
    elif action < USE_PELE:
        s.victim = NOBODY
        s.phase, s.actor = TURN, s.turn
    elif action == USE_PELE:
        use_pele(s)
    elif action < LONO_TAKE:
        give(s)
    else:
        if action == END and s.final:
            finish_final_turn(s)
        return True
    return False


@rule("AO-5.2", "AO-5.6", "AO-5.8", "AO-6.2", "AO-6.3")
def change_bridge(s, action):
    """A bridge is taken back or removed."""
    removing = action >= REMOVE
    slot = slot_of_pair(s, action - (REMOVE if removing else TAKE_BACK))
    lift_bridge(s, slot)
    if removing:
        s.relative[0] = s.relative[1]  # the other end of the bridge that was built may be next
        s.relative[1] = NOTHING
        go_on(s)
    else:
        s.barred[slot] = s.lifted = 1
        s.bars += 1


# ── Setup (AO-2) ────────────────────────────────────────────────────────────────────────────────
@rule("AO-2.2", "AO-2.3", "AO-9.1")
def setup(s, seats, options):
    """Lay out a state that is all zeros, up to the first stone or card."""
    s.seats, s.round = seats, 1
    lay_out_board(s, options)
    for island in range(ISLANDS):
        s.control[island] = NOBODY
        s.stone[island] = NOTHING
    for seat in range(MOST_SEATS):
        s.reserve[seat] = BRIDGES if seat < seats else 0
        s.laid[seat] = NOTHING
        for i in range(FULL_HAND):
            s.hand[seat, i] = NOTHING
    s.first = s.victim = s.winner = NOBODY
    s.relative[0] = s.relative[1] = NOTHING
    for place in range(OPEN):
        s.lying[place] = NOTHING
    if options.gods:
        for god in range(len(GODS)):
            s.supply[god] = options.stones[god]
    s.phase, s.actor = STONES if options.gods else DEALING, CHANCE
    lay_out_cards(s, options)
    if options.late:
        begin_late(s, options)


@rule("AO-1.2", "AO-2.2", "AO-2.4")
def lay_out_cards(s, options):
    """The cards that are left, in the bag and open; all others have been played."""
    for card in range(ISLANDS):
        s.bag[card] = options.bag[card]
        s.bag_size += options.bag[card]
        s.up[card] = COPIES - options.bag[card]
    for place in range(OPEN):
        card = options.open[place]
        if card != NOTHING:
            lay_open(s, card)
            s.up[card] -= 1


@rule("AO-2.4")
def begin_late(s, options):
    """In the second round, with empty hands; some bridges stand, and hold islands."""
    s.round, s.phase = 2, FIRST
    for slot in range(SLOTS):
        if options.bridge[slot] != NOBODY:
            put_bridge(s, options.bridge[slot], slot)
    for island in range(ISLANDS):
        for seat in range(s.seats):
            if s.on[island, seat] >= majority(s, island):
                s.control[island] = seat
                s.islands[seat] += 1


@rule("AO-1.1", "AO-1.5")
def lay_out_board(s, options):
    """The islands, and the slots between them."""
    for slot in range(SLOTS):
        s.bridge[slot] = NOBODY
        for end in range(2):
            island, other = options.ends[slot, end], options.ends[slot, 1 - end]
            s.ends[slot, end] = island
            s.slot[island, s.degree[island]] = slot
            s.far[island, s.degree[island]] = other
            s.degree[island] += 1


@rule("AO-9.1")
def lay_stone(s, god):
    """Chance lays a stone on the next island."""
    island = 0
    while s.stone[island] != NOTHING:
        island += 1
    s.stone[island] = god
    s.supply[god] -= 1
    if island == ISLANDS - 1:
        s.phase, s.actor = DEALING, CHANCE


@rule("AO-2.1")
def deal_on(s):
    """Four cards to seat 0, four to seat 1 and so on; then all choose."""
    if s.hand_size[s.turn] == DEALT:
        s.turn += 1
    if s.turn == s.seats:
        s.turn = 0
        s.phase, s.actor = LAYING, 0


@rule("AO-2.1")
def lay(s, card):
    """A player chooses a card to lay open; it stays secret until all have chosen."""
    s.laid[s.actor] = card
    if s.actor + 1 < s.seats:
        s.actor += 1
        return
    for seat in range(s.seats):
        take_from_hand(s, np.int64(seat), np.int64(s.laid[seat]))
        s.unknown[seat] -= 1
        lay_open(s, np.int64(s.laid[seat]))
    s.phase, s.actor = OPENING if s.open_size < OPEN else FIRST, CHANCE


# ── A turn (AO-3) ───────────────────────────────────────────────────────────────────────────────
@rule("AO-3.1", "AO-6.2")
def begin_turn(s, seat):
    """A turn begins; no slot is barred any more."""
    s.turn = seat
    s.acted = s.discarded = 0
    if s.bars:
        s.bars = 0
        for slot in range(SLOTS):
            s.barred[slot] = 0
    s.phase, s.actor = TURN, s.turn


@rule("AO-3.1", "AO-5.6", "AO-5.8")
def go_on(s):
    """The turn goes on, once every relative majority has been settled."""
    if s.winner == NOBODY:
        s.phase, s.actor = TURN if s.relative[0] == NOTHING else REMOVING, s.turn


@rule("AO-3.2")
def slot_of_pair(s, pair):
    """The slot that an action names by its islands."""
    return slot_between(s, pair // ISLANDS, pair % ISLANDS)


@rule("AO-3.2", "AO-3.3", "AO-4.2", "AO-6.1", "AO-9.5", "AO-11.3")
def place(s, action):
    """The cards lie face up: put a bridge on a free slot or in place of another's, whose loss comes first."""
    if SPEND <= action < EXCHANGE:
        return
    exchanging = EXCHANGE <= action < DISCARD
    if action < SPEND:
        slot = slot_of_pair(s, action - PLAY)
    elif exchanging:
        slot = slot_of_pair(s, (action - EXCHANGE) // 4)
        s.stones[s.turn, KANALOA] -= max(0, (action - EXCHANGE) % 4 - EACH)  # JOKER is one, JOKERS two
        lift_bridge(s, slot)
    else:
        slot = slot_of_pair(s, action - USE_KANALOA)
        s.stones[s.turn, KANALOA] -= 1
    s.lifted = 0
    build(s, np.int64(s.turn), slot, not exchanging)
    go_on(s)


@rule("AO-3.5", "AO-9.8")
def draw_card(s, action):
    """A card is taken from the open ones, and replaced if the bag is not empty, or comes from the bag."""
    s.drawing = LAST
    if action >= LONO_TAKE:
        s.drawing = EXTRA
        s.stones[s.turn, LONO] -= 1
    blind = action in (DRAW, LONO_DRAW)
    if blind or s.bag_size > 0:
        s.phase, s.actor = DRAWING if blind else OPENING, CHANCE
        return False
    return drawn(s)


@rule("AO-2.1", "AO-3.5", "AO-7.3")
def come_in(s):
    """A card came from the bag: dealt at the start, laid open, or drawn; whether that ends a turn."""
    if s.phase == DEALING:
        deal_on(s)
    elif s.first == NOBODY:
        s.phase, s.actor = FIRST, CHANCE
    elif s.drawing != NO_DRAW:
        return drawn(s)
    elif s.open_size == OPEN:
        begin_turn(s, np.int64(s.turn))
    return False


@rule("AO-3.1", "AO-9.8")
def drawn(s):
    """A card has been drawn: that ends the turn, unless it was by Lono."""
    over = s.drawing == LAST
    s.drawing = NO_DRAW
    s.phase, s.actor = TURN, s.turn
    return over


@rule("AO-3.1", "AO-7.1", "AO-8.1", "AO-8.2")
def next_turn(s):
    """The next player's turn; or the end of the round; or the next who has not had the final turn."""
    if cards_left(s) == 0 and s.round == 1:
        end_first_round(s)
        return
    s.final = cards_left(s) == 0
    seat = left_of(s, np.int64(s.turn))
    for _ in range(s.seats if s.final else 0):
        if s.finished[seat]:
            seat = left_of(s, seat)
    if s.finished[seat]:
        great_scoring(s)
    else:
        begin_turn(s, np.int64(seat))


# ── Rounds (AO-7, AO-8) ─────────────────────────────────────────────────────────────────────────
@rule("AO-7.1", "AO-7.3", "AO-7.4")
def end_first_round(s):
    """The small scoring; then the discard goes into the bag, and four cards are laid open."""
    score_islands(s)
    all_see_reshuffle(s)
    for card in range(ISLANDS):
        s.bag[card] += s.up[card]
        s.bag_size += s.up[card]
        s.up[card] = 0
    for i in range(s.buried_size):
        s.bag[s.buried[i]] += 1
        s.bag_size += 1
        s.buried[i] = s.buried_by[i] = s.buried_blind[i] = s.buried_unknown[i] = 0
    s.buried_size = 0
    s.round = 2
    s.turn = left_of(s, np.int64(s.turn))
    s.phase, s.actor = OPENING, CHANCE


@rule("AO-8.1", "AO-8.5")
def finish_final_turn(s):
    """The player on turn has had the final turn."""
    count = 0
    for seat in range(s.seats):
        count += s.finished[seat] > 0
    s.finished[s.turn] = count + 1
