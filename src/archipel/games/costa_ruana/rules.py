# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The rules of Costa Ruana, in the order of the rulebook: docs/rules/costa-ruana.en.md.

A state is one record `s`; seats are numbered clockwise; islands are all alike. Every function below
runs compiled and interpreted from this one source, and is filed under the paragraphs it carries out.
"""

from archipel.core.hands import take_from_hand, take_in_hand
from archipel.core.record import CHANCE, NOBODY, NOTHING, OVER
from archipel.core.rule import rule
from archipel.core.seating import left_of
from archipel.games.costa_ruana.ending import REASONS, score
from archipel.games.costa_ruana.legal import draw, first_type, legal, ways
from archipel.games.costa_ruana.parts import (
    AMOUNT_OF,
    CARDS,
    DAY,
    HAND,
    HIGH_TIDE,
    LOW_TIDE,
    MOST_ISLANDS,
    MOST_SEATS,
    MOVE_TREASURE,
    NATIVES,
    NIGHT,
    PLACE,
    POOR_ISLANDS,
    RETURN,
    ROUNDS,
    SETTLERS,
    TREASURES_EACH,
    TREASURES_POOR,
    TYPE_OF,
)
from archipel.games.costa_ruana.state import (
    ACCEPT,
    ACTIONS,
    ACTIVE,
    CARRY,
    CHOOSE,
    CONDITION,
    DAYTIME,
    DEAL,
    DEALING,
    DRAWING,
    EFFECT,
    ENDED,
    FACE_DOWN,
    FACE_UP,
    FIRST_SHAMAN,
    INACTIVE,
    LONGEST,
    MAKE_POOR,
    MOST_MOVES,
    MOVE,
    NAME,
    NATIVE,
    OPTIONS,
    ORDER,
    PASS,
    PLAY_DOWN,
    PLAY_UP,
    POOR,
    PUT,
    RESOLVE,
    RESOLVED,
    RIDE,
    SETTLING,
    SHAMAN,
    SHOW,
    STATE,
    TAKE_BACK,
    TIDE,
    TURN_OVER,
    anyone_on_islands,
    clear_table,
    conserved,
    on_islands,
    put_native,
    take_native,
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
@rule("CR-3.0")
def to_move(s):
    """The seat whose choice it is, or CHANCE, or OVER."""
    return s.actor


@rule("CR-3.0")
def apply(s, action):
    """Carry out a legal action and go on to the next decision."""
    if action < SHOW:
        deal(s, action - DEAL)
    elif action < PLAY_UP:
        apply_setup(s, action)
    elif action < PLAY_DOWN:
        lay_card(s, (action - PLAY_UP) // MOST_SEATS, (action - PLAY_UP) % MOST_SEATS)
    elif action < RIDE:
        lay_card(s, (action - PLAY_DOWN) // MOST_SEATS, (action - PLAY_DOWN) % MOST_SEATS)
    elif action < TURN_OVER:
        ride(s, NOTHING if action == PASS else action - RIDE)
    elif action < RESOLVE:
        turn_over(s, action - TURN_OVER)
    elif action < CARRY:
        resolve(s, action - RESOLVE)
    elif action < ACCEPT:
        apply_effect(s, action)
    else:
        make_shaman(s, s.elected if action == ACCEPT else action - NAME)
    if s.phase == EFFECT and s.todo == 0:
        proceed(s)


@rule("CR-2.2", "CR-2.4", "CR-2.5")
def apply_setup(s, action):
    """What chance settles once, after the deal."""
    if action < MAKE_POOR:
        show(s, action - SHOW)
    elif action < CHOOSE:
        make_poor(s, action - MAKE_POOR)
    else:
        choose_first_shaman(s, action - CHOOSE)


@rule("CR-5.7", "CR-5.8", "CR-5.9", "CR-5.11")
def apply_effect(s, action):
    """A step of a card's effect; a native is placed in the same way before the first round."""
    if action < TAKE_BACK:
        move_treasure(s, (action - CARRY) // MOST_ISLANDS, (action - CARRY) % MOST_ISLANDS)
    elif action < PUT:
        return_native(s, action - TAKE_BACK)
    elif action < MOVE:
        if s.phase == SETTLING:
            settle(s, action - PUT)
        else:
            place_native(s, action - PUT)
    else:
        owner, way = divmod(action - MOVE, MOST_ISLANDS * MOST_ISLANDS)
        move_native(s, owner, way // MOST_ISLANDS, way % MOST_ISLANDS)


# ── Setup (CR-2) ────────────────────────────────────────────────────────────────────────────────
@rule("CR-2.1", "CR-2.3", "CR-2.4", "CR-2.6", "CR-9.1", "CR-10.1", "CR-10.2", "CR-10.3", "CR-11.5")
def setup(s, seats, options):
    """Lay out a state that is all zeros, up to the first deal."""
    s.seats = seats
    s.islands = options.islands
    s.round = ROUNDS - options.rounds
    s.open_huts = options.open_huts
    for card in range(CARDS):
        s.deck[card] = s.pile[card] = options.deck[card]
        s.pile_size += options.deck[card]
    for island in range(s.islands):
        s.treasures[island] = TREASURES_EACH
    for seat in range(MOST_SEATS):
        s.supply[seat] = NATIVES if seat < seats else 0
        for i in range(HAND):
            s.hand[seat, i] = NOTHING
    for when in range(ROUNDS):
        for island in range(MOST_ISLANDS):
            s.award[when, island] = NOBODY
    s.shaman = s.elected = s.conditions[0] = s.conditions[1] = NOBODY
    clear_table(s)
    s.phase, s.actor, s.turn, s.todo = DEALING, CHANCE, 0, first_hand(s)


@rule("CR-2.1", "CR-10.3")
def first_hand(s):
    """How many cards everyone is dealt before the first round: in a short match no more than are played."""
    return min(HAND, 2 * (ROUNDS - s.round))


@rule("CR-2.1", "CR-7.3")
def deal(s, card):
    """Chance gives a card to the seat on turn; when all have theirs, the match goes on."""
    s.pile[card] -= 1
    s.pile_size -= 1
    take_in_hand(s, s.turn, card)
    s.todo -= 1
    if s.todo > 0:
        return
    s.turn = left_of(s, s.turn)
    if s.phase == DEALING:
        s.todo = first_hand(s)
        if s.turn == 0:
            s.phase, s.todo = DAYTIME, 0
    else:
        s.todo = draws(s)
        if s.turn == s.shaman:
            offer_shaman(s)


@rule("CR-2.2")
def show(s, side):
    """Chance lays a condition card on one of its sides."""
    if s.phase == DAYTIME:
        s.conditions[0] = side
        s.phase = TIDE
    else:
        s.conditions[1] = side
        s.phase, s.todo = POOR, POOR_ISLANDS


@rule("CR-2.4", "CR-1.3")
def make_poor(s, island):
    """Chance makes an island one of the two with fewer treasures."""
    s.treasures[island] = TREASURES_POOR
    s.todo -= 1
    if s.todo == 0:
        s.phase = FIRST_SHAMAN


@rule("CR-2.5", "CR-2.7", "CR-7.5", "CR-10.3")
def choose_first_shaman(s, seat):
    """Chance names the first Shaman, who cannot resign; the natives settle from there, if any do."""
    s.shaman = seat
    s.phase, s.actor, s.todo = SETTLING, seat, min(SETTLERS, ROUNDS - 1 - s.round) * s.seats
    if s.todo == 0:
        begin_round(s)


@rule("CR-2.7")
def settle(s, island):
    """Once more round the table: the seat to act has placed a native."""
    put_native(s, s.actor, island)
    s.actor = left_of(s, s.actor)
    s.todo -= 1
    if s.todo == 0:
        begin_round(s)


# ── A round: playing (CR-3) ─────────────────────────────────────────────────────────────────────
@rule("CR-3.0", "CR-3.4")
def begin_round(s):
    """Clear the table; the Shaman lays the first face-up card."""
    clear_table(s)
    s.phase, s.actor = FACE_UP, s.shaman


@rule("CR-3.1", "CR-3.2", "CR-3.4", "CR-3.5", "CR-3.6")
def lay_card(s, card, seat):
    """Lay a card from hand before a seat: the first time round face up, the second face down."""
    take_from_hand(s, s.actor, card)
    s.table[s.laid] = card
    s.before[s.laid] = seat
    s.laid += 1
    s.actor = left_of(s, s.actor)
    if s.laid == s.seats:
        s.phase = FACE_DOWN
    elif s.laid == 2 * s.seats:
        s.phase = NATIVE


@rule("CR-3.3")
def ride(s, number):
    """Put a native from the supply on a card on the table, or on NOTHING to pass."""
    if number != NOTHING:
        s.supply[s.actor] -= 1
        s.rides[s.actor] = number
    s.actor = left_of(s, s.actor)
    if s.actor == s.shaman:
        s.phase = CONDITION


# ── A round: conditions and reveal (CR-4) ───────────────────────────────────────────────────────
@rule("CR-4.1")
def turn_over(s, condition):
    """The Shaman turns one condition card over; the cards are revealed and resolved."""
    if condition == 0:
        s.conditions[0] = DAY + NIGHT - s.conditions[0]
    else:
        s.conditions[1] = HIGH_TIDE + LOW_TIDE - s.conditions[1]
    reveal(s)
    s.phase, s.turn, s.todo = EFFECT, s.shaman, 0


@rule("CR-4.2", "CR-4.3", "CR-4.4", "CR-4.5")
def reveal(s):
    """All cards lie open: those whose background does not show are discarded at once."""
    for number in range(s.laid):
        if is_active(s, s.table[number]):
            s.fate[number] = ACTIVE
        else:
            discard(s, number, INACTIVE)


@rule("CR-4.3")
def is_active(s, card):
    """Whether the background of a card is one of the two now showing."""
    background = card % 4
    return background == s.conditions[0] or background == s.conditions[1]


# ── A round: resolving (CR-5) ───────────────────────────────────────────────────────────────────
@rule("CR-5.1", "CR-5.3", "CR-11.1")
def proceed(s):
    """No effect is under way: resolve cards, from the Shaman clockwise, until someone has to choose."""
    while True:
        while s.resolving != NOTHING:
            if apply_next(s):
                return
        _, count, number = first_type(s)
        if count > 1:
            s.phase, s.actor = ORDER, s.turn
            return
        if count == 1:
            resolve(s, number)
            continue
        s.turn = left_of(s, s.turn)
        if s.turn == s.shaman:
            collect(s)
            return


@rule("CR-5.3", "CR-5.4")
def resolve(s, number):
    """Take up a card; it applies first to who it lies before."""
    s.resolving, s.copy = number, -1
    s.phase, s.todo = EFFECT, 0


@rule("CR-5.4")
def apply_next(s):
    """Apply the card to the next one it concerns; true if that player has something to choose."""
    number = s.resolving
    while s.copy < s.seats:
        distance = s.copy
        s.copy += 1
        seat = s.before[number]
        if distance >= 0:
            seat = (seat + distance) % s.seats
            if s.rides[seat] != number:
                continue
        if begin_effect(s, seat):
            return True
        s.void[number] |= 1 << seat
    discard(s, number, RESOLVED)
    s.resolving = NOTHING
    return False


@rule("CR-5.5", "CR-4.3")
def discard(s, number, fate):
    """Discard a card from the table; the natives on it go back to their owners' supplies."""
    s.fate[number] = fate
    s.discard[s.table[number]] += 1
    for seat in range(s.seats):
        if s.rides[seat] == number:
            s.rides[seat] = NOTHING
            s.supply[seat] += 1


@rule("CR-5.6", "CR-5.8", "CR-5.9", "CR-5.11", "CR-11.4")
def begin_effect(s, seat):
    """Start the effect of the card being resolved for a seat: as much of it as is possible."""
    kind = s.table[s.resolving] >> 2
    todo = 1
    if TYPE_OF[kind] == RETURN:
        todo = min(AMOUNT_OF[kind], on_islands(s, seat))
    elif TYPE_OF[kind] == PLACE:
        todo = min(AMOUNT_OF[kind], s.supply[seat])
    elif TYPE_OF[kind] != MOVE_TREASURE:
        todo = 1 if anyone_on_islands(s) else 0
    s.phase, s.actor, s.todo = EFFECT, seat, todo
    return todo > 0


@rule("CR-5.7", "CR-5.12")
def move_treasure(s, source, target):
    """Move one treasure from an island to another."""
    s.treasures[source] -= 1
    s.treasures[target] += 1
    s.todo -= 1


@rule("CR-5.8")
def return_native(s, island):
    """Take one of one's own natives from an island into the supply."""
    take_native(s, s.actor, island)
    s.todo -= 1


@rule("CR-5.9", "CR-5.10")
def place_native(s, island):
    """Put a native from the supply on an island."""
    put_native(s, s.actor, island)
    s.todo -= 1


@rule("CR-5.11", "CR-5.12")
def move_native(s, owner, source, target):
    """Move a native, one's own or another's, from an island to another."""
    s.natives[source, owner] -= 1
    s.crowd[source] -= 1
    s.natives[target, owner] += 1
    s.crowd[target] += 1
    s.todo -= 1


# ── A round: collecting (CR-6) ──────────────────────────────────────────────────────────────────
@rule("CR-6.0", "CR-6.4", "CR-6.5", "CR-7.2")
def collect(s):
    """From each island at most one treasure, into the hut; then the next round or the end."""
    for island in range(s.islands):
        seat = leader(s.natives, island, s.seats)
        if seat != NOBODY and s.treasures[island] > 0:
            s.treasures[island] -= 1
            s.hut[seat] += 1
            s.award[s.round, island] = seat
            take_native(s, seat, island)
    if s.round == ROUNDS - 1:
        s.phase, s.actor = ENDED, OVER  # CR-8.1
    else:
        prepare_round(s)


@rule("CR-6.1", "CR-6.2", "CR-6.3", "CR-11.3", inline=True)
def leader(natives, island, seats):
    """Who has the highest number of natives on an island that exactly one player has there, or NOBODY."""
    seen = argued = 0  # a bit for each number of natives
    for seat in range(seats):
        if natives[island, seat] > 0:
            number = 1 << natives[island, seat]
            argued |= seen & number  # CR-6.2: those with the same number argue
            seen |= number
    best, most = NOBODY, 0
    for seat in range(seats):
        if natives[island, seat] > most and not argued >> natives[island, seat] & 1:
            best, most = seat, natives[island, seat]
    return best


# ── Preparing the next round (CR-7) ─────────────────────────────────────────────────────────────
@rule("CR-7.1", "CR-7.3", "CR-1.5", "CR-11.2", "CR-11.5")
def prepare_round(s):
    """Elect the next Shaman; then everybody draws, from the Shaman who served."""
    s.elected = fewest_treasures(s)
    s.turn, s.todo = s.shaman, draws(s)
    s.phase, s.actor = DRAWING, CHANCE


@rule("CR-7.1", "CR-11.2")
def fewest_treasures(s):
    """Who took the fewest treasures this round; tied, the first clockwise after the Shaman."""
    elected, fewest = NOBODY, 127
    for distance in range(1, s.seats + 1):
        seat = (s.shaman + distance) % s.seats
        taken = taken_in_round(s, s.round, seat)
        if taken < fewest:
            elected, fewest = seat, taken
    return elected


@rule("CR-7.1", "CR-7.2")
def taken_in_round(s, when, seat):
    """How many treasures a seat took in a round."""
    taken = 0
    for island in range(s.islands):
        if s.award[when, island] == seat:
            taken += 1
    return taken


@rule("CR-7.3")
def draws(s):
    """How many cards everyone draws after this round: two, but one before the last round."""
    return 1 if s.round == ROUNDS - 2 else 2


@rule("CR-7.4")
def offer_shaman(s):
    """All have drawn: the one elected may resign."""
    s.phase, s.actor = SHAMAN, s.elected


@rule("CR-7.4")
def make_shaman(s, seat):
    """The elected Shaman accepts, or has named another, who cannot refuse: the round begins."""
    s.shaman = seat
    s.round += 1
    begin_round(s)
