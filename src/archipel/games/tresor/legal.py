# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Which actions are legal in Trésor, phase by phase."""

from archipel.core.chance import kind_at, pick
from archipel.core.record import NOBODY, NOTHING
from archipel.core.rule import rule
from archipel.games.tresor.confrontation import lacking
from archipel.games.tresor.parts import (
    BESTIOLES,
    BONNE_FORTUNE,
    BOTTE_SECRETE,
    CAVE,
    DETACHMENTS,
    EMPTY,
    FIEVRES,
    FULL,
    GONE,
    INDIGENES_FEROCES,
    KINDS,
    LE_CHAT_EST_MORT,
    LONGUE_VUE,
    MECHANTE_BORDEE,
    MITRAILLE,
    NOUVEAU_CAP,
    POINTS,
    STRENGTH,
    SUPERSTITION,
    TONNEAUX_EN_PERCE,
    TRAITRISE,
)
from archipel.games.tresor.state import (
    AGGRESSOR,
    ANSWERING,
    BEGIN,
    BYSTANDER,
    CANCEL,
    CHEST,
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
    JOIN_IN,
    JOINING,
    LOSE,
    LOSING,
    MEN,
    MOURN,
    MOVING,
    PASS,
    PUSH,
    REACTING,
    REMOVE,
    RESHUFFLE,
    SPY,
    STAY_OUT,
    STRENGTHEN,
    SUPPORTING,
    SWAP,
    WEAKEN,
    chests_in_reach,
    in_reach,
)


@rule("TR-6.2")
def legal(s, moves):
    """List the legal actions in `moves`; return how many there are."""
    if s.phase == JOINING:
        moves[0], moves[1] = JOIN_IN, STAY_OUT
        return 2
    if s.phase == LOSING:
        return legal_losses(s, moves)
    if s.actor < 0:
        return legal_chance(s, moves)
    n = 0
    if s.phase == MOVING:
        n = legal_movement(s, moves)
    elif s.phase == CLOSING:
        n = legal_demands(s, moves)
    if s.trick[s.actor] != NOTHING:
        n = legal_tricks(s, moves, n)
    if s.phase != MOVING:
        moves[n] = PASS
        n += 1
    return n


# ── Chance ──────────────────────────────────────────────────────────────────────────────────────
@rule("TR-2.3", "TR-2.4", "TR-4.1", "TR-6.1", "TR-6.9")
def legal_chance(s, moves):
    """What chance can do now."""
    n = 0
    if s.phase == DEALING or s.phase == DRAWING:
        for kind in range(KINDS):
            moves[n] = DEAL + kind
            n += s.deck[kind] > 0
    elif s.phase == FIRST:
        n = s.seats
        for seat in range(n):
            moves[seat] = BEGIN + seat
    elif s.phase == CHEST:
        for chest in range(2):
            moves[n] = FIND + chest
            n += chest_ways(s, chest) > 0
    return n


@rule("TR-1.2", "TR-4.6", "TR-6.9")
def chest_ways(s, chest):
    """How many empty or full chests there are to be dealt: of those gathered, or of the cave's."""
    if s.dealing != NOTHING:
        return s.pool[chest]
    return s.cave_full if chest == FULL else s.cave_size - s.cave_full


@rule("TR-1.3", "TR-4.6", "TR-6.1")
def ways(s, moves, n, out):
    """In how many ways each of chance's n moves can come about; their sum."""
    total = 0
    for i in range(n):
        if s.phase == FIRST:
            out[i] = 1
        elif s.phase == CHEST:
            out[i] = chest_ways(s, moves[i] - FIND)
        else:
            out[i] = s.deck[moves[i] - DEAL]
        total += out[i]
    return total


@rule("TR-2.3", "TR-2.4", "TR-4.1", "TR-6.1", "TR-6.9")
def draw(s, rng):
    """What chance does now, each of its moves as likely as its ways."""
    if s.phase == FIRST:
        return BEGIN + pick(rng, s.seats)
    if s.phase == CHEST:
        empty = chest_ways(s, EMPTY)
        return FIND + (FULL if pick(rng, empty + chest_ways(s, FULL)) >= empty else EMPTY)
    return DEAL + kind_at(s.deck, pick(rng, s.deck_size))


# ── The turn ────────────────────────────────────────────────────────────────────────────────────
@rule("TR-3.1", "TR-3.5", "TR-6.1")
def legal_movement(s, moves):
    """Displacements, or the end of the movement when none can be paid for; the trick of the turn."""
    n = legal_displacements(s, moves)
    if n == 0:
        moves[n] = END
        n += 1
    if not s.swapped:
        moves[n] = SWAP
        n += 1
    return n


@rule("TR-3.1", "TR-3.2", "TR-3.3", "TR-3.4", "TR-10.1")
def legal_displacements(s, moves):
    """Each detachment by as many zones as can be paid for, no further than the cave or the ship."""
    n = 0
    for number in range(s.detachments):
        place = s.place[s.turn, number]
        if place == GONE:
            continue
        if s.loaded[s.turn, number]:
            far = min(place, s.points - (1 - (s.reduced >> number & 1)))
        else:
            far = min(CAVE - place, s.points)
        for zones in range(far):
            moves[n] = DISPLACE + number * POINTS + zones
            n += 1
    return n


# ── Tricks ──────────────────────────────────────────────────────────────────────────────────────
@rule("TR-6.2", "TR-6.7", "TR-6.9", "TR-6.14")
def legal_tricks(s, moves, n):
    """The trick in hand, where it may be played now, with all it can be aimed at; listed from n on."""
    kind = s.trick[s.actor]
    if s.phase == ANSWERING or kind == BONNE_FORTUNE:
        moves[n] = CANCEL
        return n + (s.phase == ANSWERING and kind == BONNE_FORTUNE)
    if kind <= BESTIOLES:
        return legal_support(s, moves, n) if s.phase == SUPPORTING else n
    if kind <= SUPERSTITION:
        moves[n] = PUSH + kind - TONNEAUX_EN_PERCE
        return n + (s.phase == REACTING and s.place[s.turn, s.moved] != CAVE)
    if kind == LONGUE_VUE:
        return legal_targets(s, moves, n, SPY, s.actor)
    if kind == INDIGENES_FEROCES:
        return legal_targets(s, moves, n, REMOVE, NOBODY)
    if kind == TRAITRISE:
        return legal_exchanges(s, moves, n)
    if kind == MITRAILLE:
        return legal_disarming(s, moves, n)
    moves[n] = RESHUFFLE if kind == NOUVEAU_CAP else MOURN
    return n + (kind == LE_CHAT_EST_MORT or chests_in_reach(s) >= 2)


@rule("TR-6.8", "TR-6.10", "TR-6.3")
def legal_targets(s, moves, n, trick, spared):
    """Each carrying detachment in reach, but those of one seat."""
    for man in range(s.seats * DETACHMENTS):
        if man // DETACHMENTS != spared and in_reach(s, man):
            moves[n] = trick + man
            n += 1
    return n


@rule("TR-6.11", "TR-6.3")
def legal_exchanges(s, moves, n):
    """Any two carrying detachments in reach."""
    for man in range(s.seats * DETACHMENTS):
        if in_reach(s, man):
            for other in range(man + 1, s.seats * DETACHMENTS):
                if in_reach(s, other):
                    moves[n] = EXCHANGE + man * MEN + other
                    n += 1
    return n


@rule("TR-6.12")
def legal_disarming(s, moves, n):
    """Any opponent who holds a trick."""
    for seat in range(s.seats):
        if seat != s.actor and s.trick[seat] != NOTHING:
            moves[n] = DISARM + seat
            n += 1
    return n


@rule("TR-5.5", "TR-6.7")
def legal_support(s, moves, n):
    """Strength for one's side, or weakness for the other; who takes no part may weaken either."""
    kind, side = s.trick[s.actor], s.side[s.actor]
    if kind <= BOTTE_SECRETE:
        moves[n] = STRENGTHEN + kind
        return n + (side != BYSTANDER)
    for aim in range(AGGRESSOR, DEFENDER + 1):
        moves[n] = WEAKEN + (kind - FIEVRES) * 2 + aim - 1
        n += aim != side
    return n


# ── Confrontations ──────────────────────────────────────────────────────────────────────────────
@rule("TR-5.2", "TR-5.3", "TR-5.10")
def legal_demands(s, moves):
    """Demands, without the trick in hand and with it."""
    n = 0
    kind = s.trick[s.actor]
    helps = MECHANTE_BORDEE <= kind <= BESTIOLES
    for man in range(s.seats * DETACHMENTS):
        lack = lacking(s, s.actor, man)
        if lack <= 0:
            moves[n] = DEMAND + man
            n += 1
        if helps and lack <= abs(STRENGTH[kind]):
            moves[n] = DEMAND_WITH + kind * MEN + man
            n += 1
    return n


@rule("TR-5.8")
def legal_losses(s, moves):
    """Any of one's detachments that took part."""
    n = 0
    for number in range(s.detachments):
        if s.place[s.actor, number] == s.zone:
            moves[n] = LOSE + number
            n += 1
    return n
