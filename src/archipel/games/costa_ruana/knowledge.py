# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Who knows what in Costa Ruana: views, possible worlds, and actions as others learn them."""

from archipel.core.chance import kind_at, pick
from archipel.core.hands import take_in_hand
from archipel.core.record import HIDDEN, NOTHING, OVER
from archipel.core.rule import rule
from archipel.games.costa_ruana.parts import CARDS, MOST_SEATS, ROUNDS, UNKNOWN
from archipel.games.costa_ruana.state import ACTIVE, DEAL, LYING, PLAY_DOWN, RIDE, SHOW, layer_of


# ── Views ───────────────────────────────────────────────────────────────────────────────────────
@rule("CR-3.2", "CR-3.6", "CR-4.2", "CR-4.5", "CR-7.2", "CR-8.5", "CR-10.1")
def observe(s, seat):
    """Blank, in place, all that a seat may not know: other hands, cards face down, huts, the pile."""
    for card in range(CARDS):
        s.pile[card] = HIDDEN
    if s.actor == OVER:
        return  # CR-8.5: huts are lifted and hands shown
    for other in range(s.seats):
        if other != seat:
            for i in range(s.hand_size[other]):
                s.hand[other, i] = HIDDEN
            if not s.open_huts:
                s.hut[other] = HIDDEN
    for number in range(s.seats, s.laid):
        if s.fate[number] == LYING and layer_of(s, number) != seat:
            s.table[number] = HIDDEN


@rule("CR-3.2", "CR-3.6", "CR-7.3")
def witness(s, action, seat):
    """An action, about to be taken in `s`, as a seat learns it."""
    if action < SHOW and s.turn != seat:
        return DEAL + UNKNOWN
    if PLAY_DOWN <= action < RIDE and s.actor != seat:
        return PLAY_DOWN + UNKNOWN * MOST_SEATS + (action - PLAY_DOWN) % MOST_SEATS
    return action


# ── Possible worlds ─────────────────────────────────────────────────────────────────────────────
@rule("CR-3.2", "CR-3.6", "CR-4.5", "CR-7.2", "CR-10.1")
def determinize(s, seat, rng):
    """Fill a seat's view up, in place, to a state that looks the same to it: any as likely as any.

    Cards are dealt as from a shuffle of all that the seat has not seen: a world that can lie on the
    table in twice as many ways comes up twice as often.
    """
    unseen = gather_unseen(s)
    for other in range(s.seats):
        size = s.hand_size[other]
        if size > 0 and s.hand[other, 0] == HIDDEN:
            s.hand_size[other] = 0
            for i in range(size):
                s.hand[other, i] = NOTHING
            for _ in range(size):
                take_in_hand(s, other, draw_unseen(s, rng, unseen))
                unseen -= 1
        s.hut[other] = 0
        for when in range(ROUNDS):  # CR-10.1: huts follow from what everybody saw
            for island in range(s.islands):
                s.hut[other] += s.award[when, island] == other
    for number in range(s.laid):
        if s.table[number] == HIDDEN:
            s.table[number] = draw_unseen(s, rng, unseen)
            unseen -= 1


@rule("CR-3.6", "CR-4.5")
def gather_unseen(s):
    """Put all cards that the view does not show into the pile; return how many they are."""
    unseen = 0
    for card in range(CARDS):
        s.pile[card] = s.deck[card] - s.discard[card]
        unseen += s.pile[card]
    for other in range(s.seats):
        for i in range(s.hand_size[other]):
            if s.hand[other, i] != HIDDEN:
                s.pile[s.hand[other, i]] -= 1
                unseen -= 1
    for number in range(s.laid):
        if s.table[number] != HIDDEN and s.fate[number] <= ACTIVE:
            s.pile[s.table[number]] -= 1
            unseen -= 1
    return unseen


@rule("CR-3.6")
def draw_unseen(s, rng, unseen):
    """Take one of the unseen cards at random from the pile."""
    card = kind_at(s.pile, pick(rng, unseen))
    s.pile[card] -= 1
    return card
