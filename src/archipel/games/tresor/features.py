# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""A view of Trésor as numbers for learning: `features(view, seat, out)`.

`LAYOUT` is the one table of what stands where and what it says. Seats are counted clockwise from the
observer, so that a learner sees every seat as its own; `own` alone says which it is, for actions name seats.
Counts are scaled to about one; what is hidden is zero, and flags say so.
"""

from archipel.core.layout import Part, size, starts
from archipel.core.record import HIDDEN, NOTHING
from archipel.core.rule import rule
from archipel.core.seating import distance
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
from archipel.games.tresor.state import BYSTANDER, ENDED, NONE

PHASES = ENDED + 1

LAYOUT = {
    "phase": Part((PHASES,), "what is asked: one of the phases of a match"),
    "mover": Part((MOST_SEATS,), "whose choice it is: one of them, or none"),
    "turn": Part((MOST_SEATS,), "whose turn it is: one of them"),
    "seats": Part((MOST_SEATS,), "who is still in the match"),
    "own": Part((MOST_SEATS,), "which seat the observer has, as actions name seats: one of them"),
    "turns": Part((MOST_SEATS,), "had by each, of the season"),
    "points": Part((1,), "movement points left in the turn, of all"),
    "swapped": Part((1,), "whether the turn's trick has been swapped or drawn"),
    "trick": Part((KINDS,), "one's own: one of them, or none"),
    "holds": Part((MOST_SEATS,), "who holds a trick"),
    "old": Part((MOST_SEATS,), "whose trick is older than the deck"),
    "face_up": Part((KINDS,), "discarded face up since the deck was made, of its copies"),
    "buried": Part((KINDS,), "discarded face down by oneself, of its copies"),
    "deck": Part((1,), "tricks left to draw, of all"),
    "place": Part((MOST_SEATS, DETACHMENTS), "of each detachment, as part of the way to the cave"),
    "in_play": Part((MOST_SEATS, DETACHMENTS), "which detachments there still are"),
    "loaded": Part((MOST_SEATS, DETACHMENTS), "which of them carry a chest"),
    "known": Part((MOST_SEATS, DETACHMENTS), "chests that the observer knows"),
    "full": Part((MOST_SEATS, DETACHMENTS), "of those, the full ones"),
    "seen_by_others": Part(
        (MOST_SEATS, DETACHMENTS), "how many others have looked at the chest, of all seats"
    ),
    "moved": Part((DETACHMENTS,), "the one just displaced, or none"),
    "men": Part((CAVE + 1, MOST_SEATS), "detachments of each seat in each place, of all of its own"),
    "cave": Part((1,), "chests in the cave, of all"),
    "removed": Part((2,), f"empty and full chests out of the game, of {FULL_CHESTS}"),
    "demanded": Part((MOST_SEATS, DETACHMENTS), "by the observer, in this phase"),
    "side": Part((MOST_SEATS, 3), "in the confrontation under way: bystander, aggressor or defender"),
    "named": Part((MOST_SEATS, DETACHMENTS), "the chest that is demanded, or none"),
    "zone": Part((CAVE + 1,), "where the confrontation is: one of the places, or none"),
    "boost": Part((3,), "strength that tricks give each side, of three"),
    "played": Part((KINDS,), "the trick that waits for answers, or none"),
}

FEATURES = size(LAYOUT)
(
    _PHASE, _MOVER, _TURN, _SEATS, _OWN, _TURNS, _POINTS, _SWAPPED, _TRICK, _HOLDS, _OLD, _FACE_UP, _BURIED,
    _DECK, _PLACE, _IN_PLAY, _LOADED, _KNOWN, _FULL, _SEEN, _MOVED, _MEN, _CAVE, _REMOVED, _DEMANDED, _SIDE,
    _NAMED, _ZONE, _BOOST, _PLAYED,
) = starts(LAYOUT)  # fmt: skip


@rule("TR-9.1")
def features(view, seat, out):
    """Write a seat's view into `out`, an array of FEATURES numbers that the caller owns."""
    for i in range(FEATURES):
        out[i] = 0.0
    out[_PHASE + view.phase] = 1
    out[_OWN + seat] = 1
    if view.actor >= 0:
        out[_MOVER + distance(view, seat, view.actor)] = 1
    if view.turn < view.seats:
        out[_TURN + distance(view, seat, view.turn)] = 1
    out[_POINTS] = view.points / POINTS
    out[_SWAPPED] = view.swapped
    write_tricks(view, seat, out)
    for other in range(view.seats):
        write_player(view, seat, other, out)
        for number in range(view.detachments):
            write_detachment(view, seat, other, number, out)
    if view.moved != NOTHING:
        out[_MOVED + view.moved] = 1
    out[_CAVE] = view.cave_size / CHESTS
    for chest in range(2):
        out[_REMOVED + chest] = view.removed[chest] / FULL_CHESTS
    if view.stage != NONE:
        write_confrontation(view, seat, out)


@rule("TR-9.1", "TR-9.4")
def write_tricks(view, seat, out):
    """The observer's trick, and those it has seen discarded."""
    if view.trick[seat] != NOTHING:
        out[_TRICK + view.trick[seat]] = 1
    for kind in range(KINDS):
        out[_FACE_UP + kind] = (view.up[0, kind] + view.up[1, kind]) / COPIES[kind]
        out[_BURIED + kind] = (view.buried[0, seat, kind] + view.buried[1, seat, kind]) / COPIES[kind]
    out[_DECK] = view.deck_size / COPIES.sum()
    if view.played != NOTHING:
        out[_PLAYED + view.played] = 1


@rule("TR-9.1")
def write_player(view, seat, other, out):
    """What lies open of a player."""
    at = distance(view, seat, other)
    out[_SEATS + at] = view.left[other] > 0
    out[_TURNS + at] = view.turns[other] / SEASON
    out[_HOLDS + at] = view.trick[other] != NOTHING
    out[_OLD + at] = view.old[other]
    for zone in range(CAVE + 1):
        out[_MEN + zone * MOST_SEATS + at] = view.men[zone, other] / DETACHMENTS


@rule("TR-4.1", "TR-9.1")
def write_detachment(view, seat, other, number, out):
    """A detachment, and what the observer knows of its chest."""
    if view.place[other, number] == GONE:
        return
    at = distance(view, seat, other) * DETACHMENTS + number
    out[_IN_PLAY + at] = 1
    out[_PLACE + at] = view.place[other, number] / CAVE
    out[_LOADED + at] = view.loaded[other, number]
    out[_DEMANDED + at] = view.demanded[other, number] >> seat & 1
    if view.chest[other, number] != NOTHING and view.chest[other, number] != HIDDEN:
        out[_KNOWN + at] = 1
        out[_FULL + at] = view.chest[other, number] == FULL
    for looker in range(view.seats):
        if looker != seat:
            out[_SEEN + at] += (view.known[other, number] >> looker & 1) / view.seats


@rule("TR-5.4")
def write_confrontation(view, seat, out):
    """Who stands where in the confrontation."""
    out[_ZONE + view.zone] = 1
    out[_NAMED + distance(view, seat, view.defender) * DETACHMENTS + view.named] = 1
    for other in range(view.seats):
        out[_SIDE + distance(view, seat, other) * 3 + view.side[other]] = 1
    for side in range(BYSTANDER, 3):
        out[_BOOST + side] = view.boost[side] / 3
