# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Who knows what in Trésor (TR-9): views, possible worlds, and actions as others learn them."""

import numpy as np

from archipel.core.chance import draw_one, fraction, pick
from archipel.core.record import HIDDEN, NOTHING
from archipel.core.rule import rule
from archipel.games.tresor.parts import (
    COPIES,
    DETACHMENTS,
    EMPTY,
    EVERYONE,
    FULL,
    FULL_CHESTS,
    KINDS,
    UNKNOWN,
)
from archipel.games.tresor.rules import waiting
from archipel.games.tresor.state import BEGIN, DEAL, DISPLACE, FIND


# ── Views ───────────────────────────────────────────────────────────────────────────────────────
@rule("TR-9.1", "TR-2.3", "TR-4.1", "TR-6.8")
def observe(s, seat):
    """Blank, in place, all that a seat may not know."""
    for kind in range(KINDS):
        s.deck[kind] = HIDDEN
    for other in range(s.seats):
        if other != seat:
            hide_tricks(s, other)
        for number in range(s.detachments):
            if s.chest[other, number] != NOTHING and not knows(s.known[other, number], seat):
                s.chest[other, number] = HIDDEN
    if s.cave_size > 0 and not knows(s.cave_known, seat):
        s.cave_full = HIDDEN
    if s.dealing != NOTHING:
        s.pool[EMPTY] = s.pool[FULL] = HIDDEN


@rule("TR-9.1", "TR-9.4")
def hide_tricks(s, other):
    """Blank the trick of another seat, those it discarded face down, and what it knows of the deck."""
    if s.trick[other] != NOTHING:
        s.trick[other] = HIDDEN
    for kind in range(KINDS):
        s.buried[0, other, kind] = s.buried[1, other, kind] = HIDDEN
        s.base_own[other, kind] = HIDDEN


@rule("TR-9.1")
def knows(seats, seat):
    """Whether a seat is in a set of seats; a watcher knows only what everyone does."""
    return seats == EVERYONE or (seat >= 0 and seats >> seat & 1 == 1)


@rule("TR-9.1", "TR-2.3", "TR-4.1", "TR-6.1", "TR-6.9")
def witness(s, action, seat):
    """An action, about to be taken in `s`, as a seat learns it."""
    if action < BEGIN and s.turn != seat:
        return DEAL + UNKNOWN
    if FIND <= action < DISPLACE:
        man = s.dealing if s.dealing != NOTHING else waiting(s)
        seen = s.dealing == NOTHING and knows(s.cave_known, seat)
        if man // DETACHMENTS != seat and not seen:
            return FIND + 2
    return action


# ── Possible worlds ─────────────────────────────────────────────────────────────────────────────
@rule("TR-9.4", "TR-9.1")
def determinize(s, seat, rng):
    """Fill a seat's view up, in place, to a state that looks the same to it, any as likely as any."""
    imagine_chests(s, rng)
    imagine_tricks(s, seat, rng)


@rule("TR-1.2", "TR-9.1")
def imagine_chests(s, rng):
    """Share out the full chests that the view does not show among all the chests it does not show."""
    full, unknown = unseen_chests(s)
    if s.dealing != NOTHING:
        s.pool[EMPTY] = s.pool[FULL] = 0
    for seat in range(s.seats):
        for number in range(s.detachments):
            if s.chest[seat, number] == HIDDEN or is_gathered(s, seat, number):
                chest = FULL if pick(rng, unknown) < full else EMPTY
                unknown -= 1
                full -= chest
                if s.chest[seat, number] == HIDDEN:
                    s.chest[seat, number] = chest
                else:
                    s.pool[chest] += 1
    if s.cave_full == HIDDEN:
        s.cave_full = full


@rule("TR-1.2", "TR-9.1")
def unseen_chests(s):
    """How many full chests the view does not show, and among how many chests they are."""
    full, unknown = FULL_CHESTS - s.removed[FULL], 0
    for seat in range(s.seats):
        for number in range(s.detachments):
            if s.chest[seat, number] == HIDDEN or is_gathered(s, seat, number):
                unknown += 1
            elif s.chest[seat, number] == FULL:
                full -= 1
    if s.cave_full == HIDDEN:
        unknown += s.cave_size
    else:
        full -= s.cave_full
    return full, unknown


@rule("TR-6.9")
def is_gathered(s, seat, number):
    """Whether the chest of a detachment is in the middle of Nouveau cap."""
    return s.loaded[seat, number] != 0 and s.chest[seat, number] == NOTHING


@rule("TR-9.4", "TR-6.1", scratch=True)
def imagine_tricks(s, seat, rng):
    """Deal the tricks that the view does not show.

    Held tricks that are older than the deck cannot be among those that lay open, or that the seat
    buried, when it was made; how many of each kind they are is drawn first, by its number of ways.
    """
    older = np.zeros(KINDS, np.int64)  # of each kind, among the unseen tricks older than the deck
    unseen = np.zeros(KINDS, np.int64)  # of each kind, not seen since the deck was made
    draw_older(s, seat, rng, older)
    for kind in range(KINDS):
        unseen[kind] = COPIES[kind] - older[kind] - seen_old(s, seat, kind) - seen_young(s, seat, kind)
    imagine_base(s, seat, rng, older)
    for other in range(s.seats):
        if other == seat:
            continue
        if s.trick[other] == HIDDEN:
            s.trick[other] = draw_one(older if s.old[other] else unseen, rng)
        for kind in range(KINDS):
            s.buried[0, other, kind] = s.buried[1, other, kind] = 0
        for _ in range(s.buried_size[1, other]):
            s.buried[1, other, draw_one(older, rng)] += 1
        for _ in range(s.buried_size[0, other]):
            s.buried[0, other, draw_one(unseen, rng)] += 1
    for kind in range(KINDS):
        s.deck[kind] = unseen[kind]


@rule("TR-9.4")
def seen_old(s, seat, kind):
    """How many tricks of a kind the seat has seen that are older than the deck."""
    seen = s.up[1, kind]
    if seat >= 0:
        seen += s.buried[1, seat, kind] + (s.trick[seat] == kind and s.old[seat] == 1)
    return seen


@rule("TR-9.4")
def seen_young(s, seat, kind):
    """How many tricks of a kind the seat has seen that were drawn from the present deck."""
    seen = s.up[0, kind]
    if seat >= 0:
        seen += s.buried[0, seat, kind] + (s.trick[seat] == kind and s.old[seat] == 0)
    return seen


@rule("TR-9.4", scratch=True)
def draw_older(s, seat, rng, older):
    """Draw how many of each kind are among the unseen tricks older than the deck.

    `table[k, j]` counts the ways in which the kinds from k on can make up j of them.
    """
    slots = count_older(s, seat)
    table = np.zeros((KINDS + 1, slots + 1))
    table[KINDS, 0] = 1.0
    for kind in range(KINDS - 1, -1, -1):
        for total in range(slots + 1):
            for count in range(total + 1):
                table[kind, total] += kind_ways(s, seat, kind, count) * table[kind + 1, total - count]
    for kind in range(KINDS):
        left = fraction(rng) * table[kind, slots]
        count = 0
        while True:
            left -= kind_ways(s, seat, kind, count) * table[kind + 1, slots - count]
            if left < 0.0 or count == slots:
                break
            count += 1
        older[kind] = count
        slots -= count


@rule("TR-9.4")
def count_older(s, seat):
    """How many tricks older than the deck the seat has not seen: in hands, or discarded face down."""
    unseen = 0
    for other in range(s.seats):
        if other != seat:
            unseen += s.buried_size[1, other]
            if s.trick[other] == HIDDEN and s.old[other]:
                unseen += 1
    return unseen


@rule("TR-9.4")
def kind_ways(s, seat, kind, count):
    """In how many ways `count` unseen older tricks can be of a kind, and the rest of it where it was seen."""
    copies = COPIES[kind] - seen_old(s, seat, kind)
    free = copies - s.base_up[kind]
    if seat >= 0:
        free -= s.base_own[seat, kind]
    ways = 1.0
    for i in range(count):
        ways *= max(0, free - i) / (i + 1)
    for i in range(seen_young(s, seat, kind)):
        ways *= max(0, copies - count - i)
    return ways


@rule("TR-9.4", "TR-6.1", scratch=True)
def imagine_base(s, seat, rng, older):
    """Deal what others had buried when the deck was made: all of it that did not lie open."""
    rest = np.zeros(KINDS, np.int64)
    for kind in range(KINDS):
        rest[kind] = COPIES[kind] - older[kind] - seen_old(s, seat, kind) - s.base_up[kind]
        if seat >= 0:
            rest[kind] -= s.base_own[seat, kind]
    for other in range(s.seats):
        if other != seat:
            for kind in range(KINDS):
                s.base_own[other, kind] = 0
            for _ in range(s.base_size[other]):
                s.base_own[other, draw_one(rest, rng)] += 1
