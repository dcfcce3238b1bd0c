# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Tricks (TR-6): playing one, who may answer it, and what it does."""

from archipel.core.record import NOBODY, NOTHING
from archipel.core.rule import rule
from archipel.games.tresor.parts import (
    ADVANCE,
    BESTIOLES,
    BONNE_FORTUNE,
    BOTTE_SECRETE,
    CAVE,
    COPIES,
    DETACHMENTS,
    INDIGENES_FEROCES,
    LE_CHAT_EST_MORT,
    LONGUE_VUE,
    MITRAILLE,
    NOUVEAU_CAP,
    SHIP,
    STRENGTH,
    SUPERSTITION,
    TRAITRISE,
)
from archipel.games.tresor.state import AGGRESSOR, DEFENDER, discard_trick, drop_chest, in_reach, put


# ── Playing ─────────────────────────────────────────────────────────────────────────────────────
@rule("TR-6.2", "TR-6.13", "TR-6.15")
def play_trick(s, seat, one, other):
    """Lay a trick open, aimed at its targets; those it is against may answer before it takes effect."""
    s.played, s.player, s.cancelled = s.trick[seat], seat, 0
    s.target[0], s.target[1] = one, other
    discard_trick(s, seat)
    s.against = victims(s) & ~(1 << seat)
    s.answerer = seat


@rule("TR-6.13")
def victims(s):
    """Whom the trick being played is against, as a set of seats."""
    kind, one, other = s.played, s.target[0], s.target[1]
    if kind <= BESTIOLES:
        helped = one if kind <= BOTTE_SECRETE else opposite(one)
        return members(s, opposite(helped))
    if kind <= SUPERSTITION:
        return 1 << s.turn
    if kind == NOUVEAU_CAP:
        return owners_in_reach(s)
    if kind == MITRAILLE:
        return 1 << one
    if kind == LE_CHAT_EST_MORT:
        return 0
    hit = 1 << one // DETACHMENTS
    if kind == TRAITRISE:
        hit |= 1 << other // DETACHMENTS
    return hit


@rule("TR-6.13")
def opposite(side):
    """The other side of a confrontation."""
    return AGGRESSOR + DEFENDER - side


@rule("TR-5.4", "TR-6.13")
def members(s, side):
    """Who is on a side, as a set of seats."""
    found = 0
    for seat in range(s.seats):
        if s.side[seat] == side:
            found |= 1 << seat
    return found


@rule("TR-6.9", "TR-6.13")
def owners_in_reach(s):
    """Who carries a chest outside the cave, as a set of seats."""
    found = 0
    for seat in range(s.seats):
        for number in range(s.detachments):
            if in_reach(s, seat * DETACHMENTS + number):
                found |= 1 << seat
    return found


# ── Answering ───────────────────────────────────────────────────────────────────────────────────
@rule("TR-6.13", "TR-9.2")
def next_to_answer(s):
    """The next holder, clockwise from who acted last, whom the trick is against; or NOBODY."""
    if s.up[0, BONNE_FORTUNE] + s.up[1, BONNE_FORTUNE] == COPIES[BONNE_FORTUNE]:
        return NOBODY
    for distance in range(1, s.seats):
        seat = (s.answerer + distance) % s.seats
        if s.against >> seat & 1 and s.trick[seat] != NOTHING:
            return seat
    return NOBODY


@rule("TR-6.13")
def decline(s, seat):
    """Who is asked lets the trick pass."""
    s.against &= ~(1 << seat)
    s.answerer = seat


@rule("TR-6.13")
def cancel(s, seat):
    """Bonne fortune: the trick is void, unless the side it would have helped answers with the other copy."""
    discard_trick(s, seat)
    s.cancelled = 1 - s.cancelled
    s.answerer = seat
    s.against = 0
    if s.cancelled and s.played <= BESTIOLES:
        helped = s.target[0] if s.played <= BOTTE_SECRETE else opposite(s.target[0])
        s.against = members(s, helped) & ~(1 << seat)


# ── Effects ─────────────────────────────────────────────────────────────────────────────────────
@rule("TR-6.14")
def take_effect(s):
    """All have let it pass: the trick does what it says, unless it was cancelled."""
    kind, one, other = s.played, s.target[0], s.target[1]
    s.played = NOTHING
    if s.cancelled:
        return
    if kind <= BESTIOLES:
        s.boost[one] += STRENGTH[kind]  # TR-6.7
    elif kind <= SUPERSTITION:
        push(s, ADVANCE[kind])
    elif kind == LONGUE_VUE:
        s.known[one // DETACHMENTS, one % DETACHMENTS] |= 1 << s.player  # TR-6.8
    elif kind == NOUVEAU_CAP:
        gather_chests(s)
    elif kind == INDIGENES_FEROCES:
        remove_chest(s, one // DETACHMENTS, one % DETACHMENTS)
    elif kind == TRAITRISE:
        swap_chests(s, one // DETACHMENTS, one % DETACHMENTS, other // DETACHMENTS, other % DETACHMENTS)
    elif kind == MITRAILLE:
        discard_trick(s, one)  # TR-6.12


@rule("TR-6.4", "TR-6.5", "TR-6.6")
def push(s, zones):
    """The detachment just displaced advances in its own direction, or goes back; ship and cave stop it."""
    way = -zones if s.loaded[s.turn, s.moved] else zones
    put(s, s.turn, s.moved, min(max(s.place[s.turn, s.moved] + way, SHIP), CAVE))


@rule("TR-6.10")
def remove_chest(s, seat, number):
    """A chest leaves the game, face up."""
    s.removed[s.chest[seat, number]] += 1
    drop_chest(s, seat, number)


@rule("TR-6.11", "TR-10.5")
def swap_chests(s, seat, number, other, its):
    """Two chests change places with what is known of them; the owners look at their new ones."""
    chest, known = s.chest[seat, number], s.known[seat, number]
    s.chest[seat, number] = s.chest[other, its]
    s.known[seat, number] = s.known[other, its] | 1 << seat
    s.chest[other, its] = chest
    s.known[other, its] = known | 1 << other


@rule("TR-6.9", "TR-10.5")
def gather_chests(s):
    """Nouveau cap: all chests outside the cave are shuffled; chance deals them, seat by seat."""
    s.dealing = NOTHING
    for man in range(s.seats * DETACHMENTS - 1, -1, -1):
        seat, number = man // DETACHMENTS, man % DETACHMENTS
        if number < s.detachments and in_reach(s, man):
            s.pool[s.chest[seat, number]] += 1
            s.chest[seat, number] = NOTHING
            s.known[seat, number] = 0
            s.dealing = man


@rule("TR-6.9")
def deal_chest(s, chest):
    """Chance deals a gathered chest to the next carrying detachment; its owner looks at it."""
    seat, number = s.dealing // DETACHMENTS, s.dealing % DETACHMENTS
    s.pool[chest] -= 1
    s.chest[seat, number] = chest
    s.known[seat, number] = 1 << seat
    s.dealing = NOTHING
    for man in range(seat * DETACHMENTS + number + 1, s.seats * DETACHMENTS):
        owner, its = man // DETACHMENTS, man % DETACHMENTS
        if its < s.detachments and in_reach(s, man) and s.chest[owner, its] == NOTHING:
            s.dealing = man
            return
