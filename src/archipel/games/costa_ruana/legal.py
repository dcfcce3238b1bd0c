# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Which actions are legal in Costa Ruana, phase by phase."""

from archipel.core.chance import kind_at, pick
from archipel.core.record import CHANCE, NOTHING
from archipel.core.rule import rule
from archipel.games.costa_ruana.parts import (
    CARDS,
    DAY,
    HIGH_TIDE,
    MOST_ISLANDS,
    MOST_SEATS,
    MOVE_TREASURE,
    PLACE,
    POOR_ISLANDS,
    RETURN,
    TREASURES_EACH,
    TYPE_OF,
)
from archipel.games.costa_ruana.state import (
    ACCEPT,
    ACTIVE,
    CARRY,
    CHOOSE,
    CONDITION,
    DAYTIME,
    DEAL,
    DEALING,
    DRAWING,
    EFFECT,
    FACE_DOWN,
    FACE_UP,
    FIRST_SHAMAN,
    MAKE_POOR,
    MOVE,
    NAME,
    NATIVE,
    ORDER,
    PASS,
    PLAY_DOWN,
    PLAY_UP,
    POOR,
    PUT,
    RESOLVE,
    RIDE,
    SETTLING,
    SHAMAN,
    SHOW,
    TAKE_BACK,
    TIDE,
    TURN_OVER,
    has_room,
)


@rule("CR-3.0")
def legal(s, moves):
    """List the legal actions in `moves`; return how many there are."""
    if s.actor == CHANCE:
        return legal_chance(s, moves)
    if s.phase == FACE_UP:
        return legal_cards(s, moves, PLAY_UP)
    if s.phase == FACE_DOWN:
        return legal_cards(s, moves, PLAY_DOWN)
    if s.phase == NATIVE:
        return legal_rides(s, moves)
    if s.phase == EFFECT:
        return legal_effect(s, moves)
    if s.phase == ORDER:
        return legal_order(s, moves)
    if s.phase == SETTLING:
        return legal_places(s, moves)
    if s.phase == CONDITION:
        moves[0], moves[1] = TURN_OVER, TURN_OVER + 1
        return 2
    if s.phase == SHAMAN:
        return legal_shaman(s, moves)
    return 0


# ── Chance ──────────────────────────────────────────────────────────────────────────────────────
@rule("CR-2.1", "CR-2.2", "CR-2.4", "CR-2.5", "CR-7.3")
def legal_chance(s, moves):
    """What chance can do now."""
    n = 0
    if s.phase == DEALING or s.phase == DRAWING:
        for card in range(CARDS):
            if s.pile[card] > 0:
                moves[n] = DEAL + card
                n += 1
    elif s.phase == DAYTIME or s.phase == TIDE:
        n = 2
        for i in range(2):
            moves[i] = SHOW + (DAY if s.phase == DAYTIME else HIGH_TIDE) + i
    elif s.phase == POOR:
        for island in range(s.islands):
            if s.treasures[island] == TREASURES_EACH:
                moves[n] = MAKE_POOR + island
                n += 1
    else:
        n = s.seats
        for seat in range(n):
            moves[seat] = CHOOSE + seat
    return n


@rule("CR-2.1", "CR-7.3")
def ways(s, moves, n, out):
    """In how many ways each of chance's n moves can come about: copies of a card, or one; their sum."""
    if s.phase == DEALING or s.phase == DRAWING:
        for i in range(n):
            out[i] = s.pile[moves[i] - DEAL]
        return s.pile_size
    for i in range(n):
        out[i] = 1
    return n


@rule("CR-2.1", "CR-2.2", "CR-2.4", "CR-2.5", "CR-7.3")
def draw(s, rng):
    """What chance does now, each of its moves as likely as its ways."""
    if s.phase == DEALING or s.phase == DRAWING:
        return DEAL + kind_at(s.pile, pick(rng, s.pile_size))
    if s.phase == DAYTIME or s.phase == TIDE:
        return SHOW + (DAY if s.phase == DAYTIME else HIGH_TIDE) + pick(rng, 2)
    if s.phase == FIRST_SHAMAN:
        return CHOOSE + pick(rng, s.seats)
    island = pick(rng, s.islands - (POOR_ISLANDS - s.todo))
    for other in range(s.islands):
        if s.treasures[other] != TREASURES_EACH and other <= island:
            island += 1
    return MAKE_POOR + island


# ── Playing ─────────────────────────────────────────────────────────────────────────────────────
@rule("CR-3.1", "CR-3.2", "CR-3.5")
def legal_cards(s, moves, play):
    """Each different card in hand, before each seat."""
    n, last = 0, NOTHING
    for i in range(s.hand_size[s.actor]):
        card = s.hand[s.actor, i]
        if card != last:
            for seat in range(s.seats):
                moves[n] = play + card * MOST_SEATS + seat
                n += 1
        last = card
    return n


@rule("CR-3.3")
def legal_rides(s, moves):
    """Any card on the table, with a native in the supply; or pass."""
    n = 0
    if s.supply[s.actor] > 0:
        for number in range(s.laid):
            moves[n] = RIDE + number
            n += 1
    moves[n] = PASS
    return n + 1


# ── Resolving ───────────────────────────────────────────────────────────────────────────────────
@rule("CR-5.2")
def first_type(s):
    """The type that the seat on turn resolves next, how many of its cards there are, and the last."""
    first, count, last = 9, 0, NOTHING
    for number in range(s.laid):
        if s.fate[number] == ACTIVE and s.before[number] == s.turn:
            kind = TYPE_OF[s.table[number] >> 2]
            if kind < first:
                first, count = kind, 0
            if kind == first:
                count += 1
                last = number
    return first, count, last


@rule("CR-5.2", "CR-5.3")
def legal_order(s, moves):
    """Any of one's active cards of the type that comes next."""
    n = 0
    first, _, _ = first_type(s)
    for number in range(s.laid):
        if s.fate[number] == ACTIVE and s.before[number] == s.turn:
            if TYPE_OF[s.table[number] >> 2] == first:
                moves[n] = RESOLVE + number
                n += 1
    return n


@rule("CR-5.7", "CR-5.8", "CR-5.9", "CR-5.11")
def legal_effect(s, moves):
    """What the effect of the card being resolved asks for."""
    kind = TYPE_OF[s.table[s.resolving] >> 2]
    if kind == PLACE:
        return legal_places(s, moves)
    if kind == RETURN:
        return legal_returns(s, moves)
    if kind == MOVE_TREASURE:
        return legal_treasure_moves(s, moves)
    return legal_native_moves(s, moves)


@rule("CR-2.7", "CR-5.10")
def legal_places(s, moves):
    """Every island with room."""
    n = 0
    for island in range(s.islands):
        if has_room(s, island):
            moves[n] = PUT + island
            n += 1
    return n


@rule("CR-5.8")
def legal_returns(s, moves):
    """Every island with a native of the player."""
    n = 0
    for island in range(s.islands):
        if s.natives[island, s.actor] > 0:
            moves[n] = TAKE_BACK + island
            n += 1
    return n


@rule("CR-5.7", "CR-5.12")
def legal_treasure_moves(s, moves):
    """From every island with a treasure to every other one."""
    n = 0
    for source in range(s.islands):
        if s.treasures[source] > 0:
            for target in range(s.islands):
                if target != source:
                    moves[n] = CARRY + source * MOST_ISLANDS + target
                    n += 1
    return n


@rule("CR-5.11", "CR-5.12")
def legal_native_moves(s, moves):
    """Any native from its island to every other one with room."""
    n = 0
    for source in range(s.islands):
        if s.crowd[source] == 0:
            continue
        for owner in range(s.seats):
            if s.natives[source, owner] > 0:
                for target in range(s.islands):
                    if target != source and has_room(s, target):
                        moves[n] = MOVE + (owner * MOST_ISLANDS + source) * MOST_ISLANDS + target
                        n += 1
    return n


# ── The Shaman ──────────────────────────────────────────────────────────────────────────────────
@rule("CR-7.4")
def legal_shaman(s, moves):
    """Accept, or name any other player."""
    moves[0] = ACCEPT
    n = 1
    for seat in range(s.seats):
        if seat != s.actor:
            moves[n] = NAME + seat
            n += 1
    return n
