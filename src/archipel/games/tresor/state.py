# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The table of Trésor as one record: its fields, the numbers of actions, and its pieces.

A detachment is named by seat * 6 + number, numbers counted from 0. A set of seats is a byte with one
bit a seat.
"""

import numpy as np

from archipel.core.record import NOTHING, record
from archipel.core.rule import part, rule
from archipel.games.tresor.parts import (
    CAVE,
    CHESTS,
    COPIES,
    DETACHMENTS,
    FULL,
    FULL_CHESTS,
    GONE,
    KINDS,
    MOST_SEATS,
    POINTS,
    SEASON,
)

# ── Options and state; * marks what is not open to all ──────────────────────────────────────────
OPTIONS = record(
    first=np.int8,  # TR-2.4: who begins, or NOBODY for chance
    detachments=np.int8,  # TR-8.1, TR-8.3: of each player
    season=(np.int8, MOST_SEATS),  # TR-8.3: turns of each player
    zone=np.int8,  # TR-8.3: where the detachments are
    chests=(np.int8, 2),  # TR-8.3: empty and full ones in the cave
    tricks=(np.int8, KINDS),  # TR-8.3: in the deck
)

STATE = record(
    seats=np.int8,
    detachments=np.int8,  # of each player at the start
    phase=np.int8,  # what is asked now, see below
    actor=np.int8,  # of whom: a seat, CHANCE or OVER
    turn=np.int8,  # the player on turn
    first=np.int8,  # who began, NOBODY until it is known
    turns=(np.int8, MOST_SEATS),  # had by each player
    points=np.int8,  # movement points left in this turn
    swapped=np.int8,  # whether the turn's trick has been swapped or drawn
    reduced=np.int8,  # detachments of the player on turn that were moved loaded, as bits
    # detachments
    place=(np.int8, (MOST_SEATS, DETACHMENTS)),  # SHIP 0, zones 1 to 11, CAVE 12, or GONE
    loaded=(np.int8, (MOST_SEATS, DETACHMENTS)),
    left=(np.int8, MOST_SEATS),  # detachments each player still has
    men=(np.int8, (CAVE + 1, MOST_SEATS)),  # how many of each player stand in each place
    crowd=(np.int8, CAVE + 1),  # and of all together
    idle=np.int8,  # detachments in the cave that wait for a chest
    moved=np.int8,  # the one just displaced, whose arrival has not taken effect; or NOTHING
    # chests
    chest=(np.int8, (MOST_SEATS, DETACHMENTS)),  # * EMPTY or FULL, or NOTHING
    known=(np.int8, (MOST_SEATS, DETACHMENTS)),  # who has looked at it, a set of seats
    cave_size=np.int8,
    cave_full=np.int8,  # * full chests in the cave
    cave_known=np.int8,  # who knows the only chest in the cave, a set of seats
    removed=(np.int8, 2),  # empty and full chests out of the game
    dealing=np.int8,  # the carrying detachment whose chest Nouveau cap deals next, or NOTHING
    pool=(np.int8, 2),  # * empty and full chests that Nouveau cap still has to deal
    # tricks; [0] since the present deck was made, [1] held since before
    trick=(np.int8, MOST_SEATS),  # * in hand, or NOTHING
    old=(np.int8, MOST_SEATS),  # whether it is older than the present deck
    deck=(np.int8, KINDS),  # * copies left to draw
    deck_size=np.int8,
    up=(np.int8, (2, KINDS)),  # discarded face up
    buried=(np.int8, (2, MOST_SEATS, KINDS)),  # * discarded face down, by whom
    buried_size=(np.int8, (2, MOST_SEATS)),
    base_up=(np.int8, KINDS),  # lay face up when the deck was made
    base_own=(np.int8, (MOST_SEATS, KINDS)),  # * lay face down then, by who knows them
    base_size=(np.int8, MOST_SEATS),
    # who is asked: [0] in a reaction round or the closing phase, [1] in a confrontation
    window=np.int8,  # MOVEMENT, REACTION or CLOSING
    ask=(np.int8, 2),  # the seat to be asked next
    silent=(np.int8, 2),  # how many have passed in a row
    demanded=(np.int8, (MOST_SEATS, DETACHMENTS)),  # who has demanded this one in this phase, a set
    # the confrontation under way
    stage=np.int8,  # NONE, JOINING, SUPPORT or LOSSES
    demander=np.int8,
    defender=np.int8,
    named=np.int8,  # number of the defender's detachment whose chest is demanded
    zone=np.int8,
    side=(np.int8, MOST_SEATS),  # BYSTANDER, AGGRESSOR or DEFENDER
    boost=(np.int8, 3),  # strength that tricks give a side
    owing=np.int8,  # aggressors who must still lose a detachment, a set
    # the trick being played
    played=np.int8,  # its kind, or NOTHING
    player=np.int8,
    target=(np.int8, 2),  # detachments, a seat or a side it is aimed at
    against=np.int8,  # who may still answer it, a set of seats
    cancelled=np.int8,
    answerer=np.int8,  # who answered last, from where the asking goes on
    # the end
    winner=np.int8,
    reason=np.int8,
)

# Phases: what the actor is asked.
DEALING, FIRST, MOVING, DRAWING, CHEST, REACTING, CLOSING, ANSWERING = range(8)
JOINING, SUPPORTING, LOSING, ENDED = range(8, 12)

# Windows of the turn, stages of a confrontation, and sides in it.
MOVEMENT, REACTION, CLOSE = range(3)
NONE, JOIN, SUPPORT, LOSSES = range(4)
BYSTANDER, AGGRESSOR, DEFENDER = range(3)

# ── Actions ─────────────────────────────────────────────────────────────────────────────────────
MEN = MOST_SEATS * DETACHMENTS  # detachments of all seats
# Chance.
DEAL = 0  # + trick, or UNKNOWN as others learn it
BEGIN = DEAL + KINDS + 1  # + seat
FIND = BEGIN + MOST_SEATS  # + EMPTY, FULL, or 2 as others learn it: the chest a detachment gets
# Players: movement.
DISPLACE = FIND + 3  # + number * 5 + zones - 1
SWAP = DISPLACE + DETACHMENTS * POINTS
END = SWAP + 1
PASS = END + 1
# Players: confrontations.
DEMAND = PASS + 1  # + detachment
DEMAND_WITH = DEMAND + MEN  # + trick * 36 + detachment, one of the first four tricks
JOIN_IN = DEMAND_WITH + 4 * MEN
STAY_OUT = JOIN_IN + 1
LOSE = STAY_OUT + 1  # + number
# Players: tricks.
STRENGTHEN = LOSE + DETACHMENTS  # + MECHANTE_BORDEE or BOTTE_SECRETE
WEAKEN = STRENGTHEN + 2  # + (trick - FIEVRES) * 2 + side - 1
PUSH = WEAKEN + 4  # + trick - TONNEAUX_EN_PERCE
SPY = PUSH + 4  # + detachment
RESHUFFLE = SPY + MEN
REMOVE = RESHUFFLE + 1  # + detachment
EXCHANGE = REMOVE + MEN  # + detachment * 36 + a later detachment
DISARM = EXCHANGE + MEN * MEN  # + seat
MOURN = DISARM + MOST_SEATS
CANCEL = MOURN + 1
ACTIONS = part("TR-9.3", CANCEL + 1)  # all there are: no claim is among them

# The most actions a match can have. In a turn every trick in hand, and one drawn, can be played and answered
# twice by everybody; every player can demand every chest once. Each of these, and each displacement, lets
# everybody be asked anew, to join, to support, to lose a detachment, to take a chest. Real matches have
# some thousand actions.
ACTS = MOST_SEATS + 1 + (MOST_SEATS - 1) * MEN + POINTS
LONGEST = MOST_SEATS + 1 + MOST_SEATS * SEASON * (3 + ACTS * 8 * MOST_SEATS)
MOST_MOVES = MEN * (MEN - 1) // 2 + 2 * MEN  # Traîtrise among all, and what else one may do


# ── Pieces ──────────────────────────────────────────────────────────────────────────────────────
@rule("TR-3.7")
def put(s, seat, number, place):
    """A detachment goes to a place, or is GONE."""
    before = s.place[seat, number]
    s.men[before, seat] -= 1
    s.crowd[before] -= 1
    s.place[seat, number] = place
    if place != GONE:
        s.men[place, seat] += 1
        s.crowd[place] += 1


@rule("TR-6.3")
def in_reach(s, man):
    """Whether a detachment carries a chest that a trick may touch: anywhere but in the cave."""
    seat, number = man // DETACHMENTS, man % DETACHMENTS
    return s.loaded[seat, number] != 0 and s.place[seat, number] != CAVE


@rule("TR-6.9")
def chests_in_reach(s):
    """How many carried chests are outside the cave."""
    count = 0
    for seat in range(s.seats):
        for number in range(s.detachments):
            if in_reach(s, seat * DETACHMENTS + number):
                count += 1
    return count


@rule("TR-4.6")
def return_chest(s, seat, number, known):
    """A carried chest goes back to the cave, which is shuffled; only in an empty cave it stays known."""
    s.cave_known = known if s.cave_size == 0 else 0
    s.cave_size += 1
    s.cave_full += s.chest[seat, number]
    drop_chest(s, seat, number)


@rule("TR-4.3", "TR-5.7")
def drop_chest(s, seat, number):
    """A detachment carries nothing any more."""
    s.loaded[seat, number] = 0
    s.chest[seat, number] = NOTHING
    s.known[seat, number] = 0


@rule("TR-6.15", "TR-6.12", "TR-7.2")
def discard_trick(s, seat):
    """A trick in hand goes face up to the discard."""
    s.up[s.old[seat], s.trick[seat]] += 1
    s.trick[seat] = NOTHING
    s.old[seat] = 0


@rule("TR-6.1", "TR-9.4")
def make_deck(s):
    """The discard becomes the deck; what each player knows of it stays in the record."""
    for kind in range(KINDS):
        s.base_up[kind] = s.up[0, kind] + s.up[1, kind]
        s.deck[kind] = s.base_up[kind]
        s.up[0, kind] = s.up[1, kind] = 0
        for seat in range(s.seats):
            s.base_own[seat, kind] = s.buried[0, seat, kind] + s.buried[1, seat, kind]
            s.deck[kind] += s.base_own[seat, kind]
            s.buried[0, seat, kind] = s.buried[1, seat, kind] = 0
        s.deck_size += s.deck[kind]
    for seat in range(s.seats):
        s.base_size[seat] = s.buried_size[0, seat] + s.buried_size[1, seat]
        s.buried_size[0, seat] = s.buried_size[1, seat] = 0
        s.old[seat] = s.trick[seat] != NOTHING


# ── Sums ────────────────────────────────────────────────────────────────────────────────────────
def conserved(s) -> dict[str, tuple[int, int]]:
    """Sums that hold in every state: what there is, and what there must be."""
    seats = range(s.seats)
    carried, gathered = int(s.loaded.sum()), int(s.pool.sum())
    full = int((s.chest == FULL).sum()) + int(s.pool[FULL] + s.cave_full + s.removed[FULL])
    held = int((s.trick != NOTHING).sum())
    pushed = int(s.moved != NOTHING and s.place[s.turn, s.moved] == CAVE and not s.loaded[s.turn, s.moved])
    tricks = held + int(s.deck.sum() + s.up.sum() + s.buried.sum())
    return {
        "chests": (carried + int(s.cave_size + s.removed.sum()), CHESTS),
        "full chests": (full, FULL_CHESTS),
        "chests of loaded detachments": (int((s.chest != NOTHING).sum()) + gathered, carried),
        "tricks": (tricks, int(COPIES.sum())),
        "deck": (int(s.deck.sum()), s.deck_size),
        "crowds": (int(s.men.sum()), int(s.crowd.sum())),
        "idle in the cave": (int(((s.place == CAVE) & (s.loaded == 0)).sum()) - pushed, s.idle),
        **{f"detachments of seat {p}": (int((s.place[p] != GONE).sum()), int(s.left[p])) for p in seats},
        **{f"places of seat {p}": (int(s.men[:, p].sum()), int(s.left[p])) for p in seats},
    }
