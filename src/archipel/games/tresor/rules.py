# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The rules of Trésor, in the order of the rulebook: docs/rules/tresor.en.md.

Tricks and confrontations have files of their own. What comes next is decided in one place, `proceed`:
a trick waiting for answers comes before a chest to be taken, that before a confrontation, that before
the window of the turn. The stack is never deeper than those.
"""

from archipel.core.record import CHANCE, NOBODY, NOTHING, OVER
from archipel.core.rule import rule
from archipel.core.seating import left_of
from archipel.games.tresor.confrontation import (
    can_demand,
    demand,
    join,
    lose,
    next_to_join,
    next_to_lose,
    settle,
)
from archipel.games.tresor.ending import (
    BROUGHT_HOME,
    NO_CHEST,
    REASONS,
    SEASON_OVER,
    finish,
    next_player,
    score,
    season_is_over,
    survivor_wins,
)
from archipel.games.tresor.legal import draw, legal, ways
from archipel.games.tresor.parts import (
    CAVE,
    CHESTS,
    COPIES,
    DETACHMENTS,
    EMPTY,
    EVERYONE,
    FIEVRES,
    FULL,
    FULL_CHESTS,
    GONE,
    KINDS,
    MOST_SEATS,
    POINTS,
    SEASON,
    SHIP,
)
from archipel.games.tresor.state import (
    ACTIONS,
    AGGRESSOR,
    ANSWERING,
    BEGIN,
    BYSTANDER,
    CANCEL,
    CHEST,
    CLOSE,
    CLOSING,
    DEAL,
    DEALING,
    DEFENDER,
    DEMAND,
    DEMAND_WITH,
    DISARM,
    DISPLACE,
    DRAWING,
    END,
    EXCHANGE,
    FIND,
    FIRST,
    JOIN,
    JOIN_IN,
    JOINING,
    LONGEST,
    LOSE,
    LOSING,
    MEN,
    MOST_MOVES,
    MOURN,
    MOVEMENT,
    MOVING,
    NONE,
    OPTIONS,
    PASS,
    PUSH,
    REACTING,
    REACTION,
    REMOVE,
    RESHUFFLE,
    SPY,
    STATE,
    STRENGTHEN,
    SUPPORT,
    SUPPORTING,
    SWAP,
    WEAKEN,
    conserved,
    make_deck,
    put,
    return_chest,
)
from archipel.games.tresor.tricks import cancel, deal_chest, decline, next_to_answer, play_trick, take_effect

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
@rule("TR-6.2")
def to_move(s):
    """The seat whose choice it is, or CHANCE, or OVER."""
    return s.actor


@rule("TR-6.2")
def apply(s, action):
    """Carry out a legal action and go on to the next decision."""
    if action < DISPLACE:
        apply_chance(s, action)
    elif action < SWAP:
        displace(s, (action - DISPLACE) // POINTS, (action - DISPLACE) % POINTS + 1)
    elif action == SWAP:
        swap_trick(s)
    elif action == END:
        end_movement(s)
    elif action == PASS:
        pass_over(s)
    elif action < DEMAND_WITH or JOIN_IN <= action < STRENGTHEN:
        apply_confrontation(s, action)
    elif action == CANCEL:
        cancel(s, s.actor)
    else:
        apply_trick(s, action)
    proceed(s)


@rule("TR-2.3", "TR-2.4", "TR-4.1", "TR-6.1", "TR-6.9")
def apply_chance(s, action):
    """What chance deals."""
    if action < BEGIN:
        deal_trick(s, action - DEAL)
    elif action < FIND:
        s.first = s.turn = action - BEGIN
    elif s.dealing != NOTHING:
        deal_chest(s, action - FIND)
    else:
        take_chest(s, action - FIND)


@rule("TR-5.3", "TR-5.4", "TR-5.8")
def apply_confrontation(s, action):
    """What players do in a confrontation besides tricks."""
    if action < DEMAND_WITH:
        spoken(s)
        demand(s, s.actor, action - DEMAND)
    elif action < LOSE:
        join(s, s.actor, AGGRESSOR if action == JOIN_IN else BYSTANDER)
    else:
        lose(s, s.actor, action - LOSE)


@rule("TR-6.2", "TR-6.7", "TR-6.8", "TR-6.9", "TR-6.10", "TR-6.11", "TR-6.12", "TR-6.14")
def apply_trick(s, action):
    """A trick laid open, with what it is aimed at."""
    one = other = NOTHING
    spoken(s)
    if action < JOIN_IN:
        one = DEFENDER if s.trick[s.actor] >= FIEVRES else AGGRESSOR
        demand(s, s.actor, (action - DEMAND_WITH) % MEN)  # TR-5.3: played along with a demand
    elif action < WEAKEN:
        one = s.side[s.actor]
    elif action < PUSH:
        one = (action - WEAKEN) % 2 + 1
    elif SPY <= action < RESHUFFLE:
        one = action - SPY
    elif REMOVE <= action < EXCHANGE:
        one = action - REMOVE
    elif EXCHANGE <= action < DISARM:
        one, other = (action - EXCHANGE) // MEN, (action - EXCHANGE) % MEN
    elif DISARM <= action < MOURN:
        one = action - DISARM
    play_trick(s, s.actor, one, other)


# ── What comes next ─────────────────────────────────────────────────────────────────────────────
@rule("TR-6.2", "TR-5.2", "TR-5.5", "TR-9.2")
def proceed(s):
    """Go on until somebody, or chance, has something to decide."""
    while s.actor != OVER:
        if goes_on_with_deal(s) or goes_on_with_trick(s) or goes_on_with_chests(s):
            return
        if s.stage != NONE:
            if goes_on_with_confrontation(s):
                return
        elif goes_on_with_turn(s):
            return


@rule("TR-2.3", "TR-2.4", "TR-6.1")
def goes_on_with_deal(s):
    """Chance still owes a trick, or the first player."""
    if s.phase == DEALING and s.turn < s.seats:
        return asks(s, DEALING, CHANCE)
    if s.phase == DEALING and s.first == NOBODY:
        return asks(s, FIRST, CHANCE)
    if s.phase == DEALING or s.phase == FIRST:
        begin_turn(s, s.first)
    return s.phase == DRAWING


@rule("TR-6.13")
def goes_on_with_trick(s):
    """A trick that was played waits for its answers, then takes effect."""
    if s.played == NOTHING:
        return False
    seat = next_to_answer(s)
    if seat != NOBODY:
        return asks(s, ANSWERING, seat)
    take_effect(s)
    if s.removed[FULL] == FULL_CHESTS:
        finish(s, NOBODY, NO_CHEST)
        return True
    return False


@rule("TR-4.1", "TR-4.5", "TR-6.9")
def goes_on_with_chests(s):
    """Chests to be dealt anew, or taken by who waits in the cave."""
    if s.dealing != NOTHING or (s.idle > 0 and s.cave_size > 0):
        return asks(s, CHEST, CHANCE)
    return False


@rule("TR-5.4", "TR-5.5", "TR-5.8")
def goes_on_with_confrontation(s):
    """Those who may join, then those who may play tricks, then the opening and its losses."""
    if s.stage == JOIN:
        seat = next_to_join(s)
        if seat != NOBODY:
            return asks(s, JOINING, seat)
        s.stage, s.ask[1], s.silent[1] = SUPPORT, s.defender, 0
    if s.stage == SUPPORT:
        if not s.loaded[s.defender, s.named]:
            s.stage = NONE  # TR-5.5: nothing is left to open
            return False
        seat = next_to_speak(s, 1)
        if seat != NOBODY:
            return asks(s, SUPPORTING, seat)
        settle(s)
        return False
    seat = next_to_lose(s)
    if seat != NOBODY:
        return asks(s, LOSING, seat)
    s.stage = NONE
    return survivor_wins(s)


@rule("TR-3.5", "TR-5.2", "TR-6.2")
def goes_on_with_turn(s):
    """The player on turn moves; after each displacement, and at the end, the others may act."""
    if s.window == MOVEMENT:
        return asks(s, MOVING, s.turn)
    seat = next_to_speak(s, 0)
    if seat != NOBODY:
        return asks(s, REACTING if s.window == REACTION else CLOSING, seat)
    if s.window == REACTION:
        s.window = MOVEMENT
        return arrive(s)
    return begin_turn(s, next_player(s, s.turn))


@rule("TR-6.2")
def asks(s, phase, actor):
    """Somebody is asked."""
    s.phase, s.actor = phase, actor
    return True


@rule("TR-5.2", "TR-5.5", "TR-6.2", "TR-9.2")
def next_to_speak(s, level):
    """The next to be asked in a round that ends when all have passed in a row; or NOBODY."""
    while s.silent[level] < s.seats:
        seat = s.ask[level]
        if may_speak(s, seat, level):
            return seat
        s.silent[level] += 1
        s.ask[level] = left_of(s, seat)
    return NOBODY


@rule("TR-5.2", "TR-5.5", "TR-6.2", "TR-9.2")
def may_speak(s, seat, level):
    """Whether a seat is asked; this follows from what lies open, never from what is held."""
    holds = s.trick[seat] != NOTHING
    if level == 1:
        return holds and s.men[s.zone, seat] > 0
    return holds or (s.window == CLOSE and can_demand(s, seat))


@rule("TR-5.2", "TR-5.5", "TR-6.2")
def spoken(s):
    """The actor has acted: the round starts anew from the left neighbour."""
    level = 1 if s.stage != NONE else 0
    s.silent[level] = 0
    s.ask[level] = left_of(s, s.actor)


@rule("TR-5.2", "TR-5.5", "TR-6.2", "TR-6.13")
def pass_over(s):
    """The actor passes."""
    if s.phase == ANSWERING:
        decline(s, s.actor)
        return
    level = 1 if s.stage != NONE else 0
    s.silent[level] += 1
    s.ask[level] = left_of(s, s.actor)


# ── Setup (TR-2) ────────────────────────────────────────────────────────────────────────────────
@rule("TR-2.1", "TR-2.2", "TR-2.4", "TR-8.1", "TR-8.3")
def setup(s, seats, options):
    """Lay out a state that is all zeros, up to the first deal."""
    s.seats = seats
    s.detachments = options.detachments
    for seat in range(MOST_SEATS):
        s.trick[seat] = NOTHING
        s.left[seat] = s.detachments if seat < seats else 0
        for number in range(DETACHMENTS):
            s.chest[seat, number] = NOTHING
            s.place[seat, number] = options.zone if seat < seats and number < s.detachments else GONE
        s.men[options.zone, seat] = s.left[seat]
        s.crowd[options.zone] += s.left[seat]
        s.turns[seat] = SEASON - options.season[seat] if seat < seats else 0
    s.idle = s.crowd[CAVE]  # they take chests as soon as somebody begins
    set_out(s, options)
    s.moved = s.dealing = s.played = s.winner = NOTHING
    s.demander = s.defender = s.named = NOTHING
    s.first = options.first
    s.phase, s.actor, s.turn = DEALING, CHANCE, 0


@rule("TR-2.1", "TR-2.3", "TR-8.3")
def set_out(s, options):
    """Chests into the cave and tricks into the deck; those not in play are removed, or lie face up."""
    s.cave_full = options.chests[FULL]
    s.cave_size = options.chests[EMPTY] + options.chests[FULL]
    s.removed[EMPTY] = CHESTS - FULL_CHESTS - options.chests[EMPTY]
    s.removed[FULL] = FULL_CHESTS - options.chests[FULL]
    for kind in range(KINDS):
        s.deck[kind] = options.tricks[kind]
        s.deck_size += options.tricks[kind]
        s.up[0, kind] = COPIES[kind] - options.tricks[kind]


@rule("TR-2.3", "TR-6.1")
def deal_trick(s, kind):
    """Chance gives a trick to the next seat at the start, or to the player on turn."""
    s.deck[kind] -= 1
    s.deck_size -= 1
    s.trick[s.turn], s.old[s.turn] = kind, 0
    if s.phase == DEALING:
        s.turn += 1
    else:
        s.phase = MOVING


# ── Movement (TR-3) ─────────────────────────────────────────────────────────────────────────────
@rule("TR-3.1", "TR-7.3")
def begin_turn(s, seat):
    """A turn begins, unless the season of storms is over."""
    if season_is_over(s):
        finish(s, NOBODY, SEASON_OVER)
        return True
    s.turn = seat
    s.turns[seat] += 1
    s.points, s.swapped, s.reduced = POINTS, 0, 0
    s.window = MOVEMENT
    return asks(s, MOVING, seat)


@rule("TR-3.1", "TR-3.2", "TR-3.3", "TR-3.4", "TR-3.6", "TR-10.1", "TR-10.2")
def displace(s, number, zones):
    """Move a detachment in its direction and pay for it; the others may react unless it is in the cave."""
    s.points -= zones
    if s.loaded[s.turn, number]:
        if not s.reduced >> number & 1:
            s.points -= 1
            s.reduced |= 1 << number
        zones = -zones
    put(s, s.turn, number, s.place[s.turn, number] + zones)
    s.moved = number
    if s.place[s.turn, number] == CAVE:
        arrive(s)
    else:
        s.window, s.ask[0], s.silent[0] = REACTION, left_of(s, s.turn), 0


@rule("TR-3.5", "TR-5.2")
def end_movement(s):
    """No step can be paid for: the closing phase begins with the player on turn."""
    s.window, s.ask[0], s.silent[0] = CLOSE, s.turn, 0
    for seat in range(s.seats):
        for number in range(s.detachments):
            s.demanded[seat, number] = 0


@rule("TR-6.1")
def swap_trick(s):
    """Bury the trick in hand, if any, and draw another."""
    if s.trick[s.turn] != NOTHING:
        age = s.old[s.turn]
        s.buried[age, s.turn, s.trick[s.turn]] += 1
        s.buried_size[age, s.turn] += 1
        s.trick[s.turn] = NOTHING
    s.old[s.turn] = 0
    if s.deck_size == 0:
        make_deck(s)
    s.swapped = 1
    asks(s, DRAWING, CHANCE)


# ── Chests (TR-4) ───────────────────────────────────────────────────────────────────────────────
@rule("TR-4.3", "TR-4.4", "TR-6.5", "TR-7.1", "TR-10.4")
def arrive(s):
    """All have reacted: the arrival takes effect where the detachment stands; true if that wins."""
    number = s.moved
    s.moved = NOTHING
    if s.place[s.turn, number] == CAVE and not s.loaded[s.turn, number]:
        s.idle += 1  # TR-4.1: it takes a chest as soon as there is one
    if s.place[s.turn, number] != SHIP or not s.loaded[s.turn, number]:
        return False
    if s.chest[s.turn, number] == FULL:
        s.known[s.turn, number] = EVERYONE
        finish(s, s.turn, BROUGHT_HOME)
        return True
    return_chest(s, s.turn, number, EVERYONE)
    return False


@rule("TR-4.1", "TR-4.5")
def waiting(s):
    """The next detachment in the cave without a chest, in turn order, lower numbers first; or NOTHING."""
    for distance in range(s.seats):
        seat = (s.turn + distance) % s.seats
        for number in range(s.detachments):
            if s.place[seat, number] == CAVE and not s.loaded[seat, number]:
                if seat != s.turn or number != s.moved:
                    return seat * DETACHMENTS + number
    return NOTHING


@rule("TR-4.1", "TR-4.2", "TR-4.6")
def take_chest(s, chest):
    """Chance gives a chest of the cave to the detachment that waits there; its owner looks at it."""
    man = waiting(s)
    seat, number = man // DETACHMENTS, man % DETACHMENTS
    s.idle -= 1
    s.loaded[seat, number] = 1
    s.chest[seat, number] = chest
    s.known[seat, number] = s.cave_known | 1 << seat
    s.cave_size -= 1
    s.cave_full -= chest
    s.cave_known = 0
