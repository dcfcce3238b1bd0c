# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""A view of Trésor as numbers for learning: `features(view, seat, out)`.

`LAYOUT` is the one table of what stands where and what it says. Seats are counted clockwise from the
observer, so that a learner sees every seat as its own; `own` alone says which it is, for actions name seats.
Counts are scaled to about one; what is hidden is zero, and flags say so.
"""

from archipel.core.layout import Omission, Part, size, starts
from archipel.core.record import NOTHING
from archipel.core.rule import rule
from archipel.core.seating import distance
from archipel.games.tresor.notation import CHESTS as CHEST_NAMES
from archipel.games.tresor.notation import PHASES, SIDES, WINDOWS
from archipel.games.tresor.parts import (
    BESTIOLES,
    CAVE,
    CHESTS,
    COPIES,
    DETACHMENTS,
    FULL,
    FULL_CHESTS,
    GONE,
    KINDS,
    MITRAILLE,
    MOST_SEATS,
    POINTS,
    SEASON,
    TRAITRISE,
    TRICKS,
)
from archipel.games.tresor.state import (
    BYSTANDER,
    CLOSE,
    CLOSING,
    LOSSES,
    NONE,
    REACTING,
    SUPPORTING,
)

STAGES, ROLES = ("joining", "tricks", "losses"), ("bystanders", *SIDES)
ROUNDS = (REACTING, CLOSING, SUPPORTING)  # phases in which all are asked until they pass in a row

LAYOUT = {
    "phase": Part((len(PHASES),), "what is asked: one of the phases of a match", PHASES),
    "mover": Part((MOST_SEATS,), "whose choice it is: one of them, or none"),
    "turn": Part((MOST_SEATS,), "whose turn it is: one of them"),
    "seats": Part((MOST_SEATS,), "who is still in the match"),
    "own": Part((MOST_SEATS,), "which seat the observer has, as actions name seats: one of them"),
    "turns": Part((MOST_SEATS,), "had by each, of the season"),
    "window": Part((3,), "the phase of the turn: one of them", WINDOWS),
    "silent": Part((1,), "who have passed in a row, of all seats, where all are asked one after the other"),
    "points": Part((1,), "movement points left in the turn, of all"),
    "reduced": Part((DETACHMENTS,), "of the player on turn, that were moved loaded in the turn"),
    "swapped": Part((1,), "whether the turn's trick has been swapped or drawn"),
    "trick": Part((KINDS,), "one's own: one of them, or none", TRICKS),
    "holds": Part((MOST_SEATS,), "who holds a trick"),
    "old": Part((MOST_SEATS,), "whose trick is older than the deck"),
    "face_up": Part((2, KINDS), "discarded face up: from the present deck, and older; of its copies", TRICKS),
    "buried": Part((2, KINDS), "discarded face down by oneself, likewise", TRICKS),
    "buried_by": Part((2, MOST_SEATS), "discarded face down by each, likewise, of all tricks"),
    "base_up": Part((KINDS,), "lay face up when the deck was made, of its copies", TRICKS),
    "base_own": Part((KINDS,), "lay face down then, by oneself, of its copies", TRICKS),
    "base_by": Part((MOST_SEATS,), "lay face down then, by each, of all tricks"),
    "deck": Part((1,), "tricks left to draw, of all"),
    "place": Part((MOST_SEATS, DETACHMENTS), "of each detachment, as part of the way to the cave"),
    "in_play": Part((MOST_SEATS, DETACHMENTS), "which detachments there still are"),
    "loaded": Part((MOST_SEATS, DETACHMENTS), "which of them carry a chest"),
    "known": Part((MOST_SEATS, DETACHMENTS, MOST_SEATS), "who knows the chest of each"),
    "full": Part((MOST_SEATS, DETACHMENTS), "of those that the observer knows, the full ones"),
    "moved": Part((DETACHMENTS,), "the one just displaced, or none"),
    "men": Part(
        (CAVE + 1, MOST_SEATS),
        "detachments of each seat in each place, of all of its own: 0 ship, 1 landing, 12 cave",
    ),
    "cave": Part((1,), "chests in the cave, of all"),
    "cave_known": Part((MOST_SEATS,), "who knows the only chest in the cave"),
    "cave_full": Part((1,), "whether it is full, if the observer knows it"),
    "removed": Part((2,), f"chests out of the game, of {FULL_CHESTS}", CHEST_NAMES),
    "demanded": Part((MOST_SEATS, DETACHMENTS, MOST_SEATS), "who has demanded each in this closing phase"),
    "stage": Part((3,), "of the confrontation under way: one of them, or none", STAGES),
    "demander": Part((MOST_SEATS,), "who demands: one of them, or none"),
    "side": Part((MOST_SEATS, 3), "of each in the confrontation under way: one of them", ROLES),
    "named": Part((MOST_SEATS, DETACHMENTS), "the chest that is demanded, or none"),
    "zone": Part((CAVE + 1,), "where the confrontation is: one of the places, 0 to 12, or none"),
    "boost": Part((3,), "strength that tricks give each side, of three", ROLES),
    "owing": Part((MOST_SEATS,), "who must still lose a detachment"),
    "played": Part((KINDS,), "the trick that waits for answers, or none", TRICKS),
    "player": Part((MOST_SEATS,), "who played it"),
    "target": Part((MOST_SEATS, DETACHMENTS), "the detachments it is aimed at"),
    "target_seat": Part((MOST_SEATS,), "the seat it is aimed at"),
    "target_side": Part((3,), "the side of the confrontation it is aimed at", ROLES),
    "against": Part((MOST_SEATS,), "who may still answer it"),
    "cancelled": Part((1,), "whether it is void as it stands"),
}

LEFT_OUT = (
    Omission(("first",), "it is told by `turns`, and no rule asks for it after the first turn"),
    Omission(("left", "crowd", "idle"), "they are sums over `in_play`, `men` and `loaded`"),
    Omission(("ask", "answerer"), "who is asked next follows from `mover`, `player` and `demander`"),
    Omission(
        ("silent",),
        "nobody counts it now",
        lambda view, seat, level: view.phase not in ROUNDS or level != (view.phase == SUPPORTING),
    ),
    Omission(
        ("loaded", "chest", "known", "demanded"),
        "the detachment is lost or carries no chest",
        lambda view, seat, *man: view.place[man] == GONE or not view.loaded[man],
    ),
    Omission(
        ("demanded",),
        "it is forgotten when the movement of a turn ends",
        lambda view, seat, owner, number: view.window != CLOSE,
    ),
    Omission(
        ("demander", "defender", "named", "zone", "side", "boost"),
        "they are of the last confrontation, which is over",
        lambda view, seat, *cell: view.stage == NONE,
    ),
    Omission(("owing",), "nobody loses a detachment now", lambda view, seat: view.stage != LOSSES),
    Omission(
        ("player", "target", "against", "cancelled"),
        "they are of the last trick, which nobody can answer any more",
        lambda view, seat, *cell: view.played == NOTHING,
    ),
    Omission(
        ("target",), "the trick has no second one", lambda view, seat, i: i == 1 and view.played != TRAITRISE
    ),
)

FEATURES = size(LAYOUT)
(
    _PHASE, _MOVER, _TURN, _SEATS, _OWN, _TURNS, _WINDOW, _SILENT, _POINTS, _REDUCED, _SWAPPED, _TRICK,
    _HOLDS, _OLD, _FACE_UP, _BURIED, _BURIED_BY, _BASE_UP, _BASE_OWN, _BASE_BY, _DECK, _PLACE, _IN_PLAY,
    _LOADED, _KNOWN, _FULL, _MOVED, _MEN, _CAVE, _CAVE_KNOWN, _CAVE_FULL, _REMOVED, _DEMANDED, _STAGE,
    _DEMANDER, _SIDE, _NAMED, _ZONE, _BOOST, _OWING, _PLAYED, _PLAYER, _TARGET, _TARGET_SEAT, _TARGET_SIDE,
    _AGAINST, _CANCELLED,
) = starts(LAYOUT)  # fmt: skip
ALL = int(COPIES.sum())  # tricks


@rule("TR-9.1")
def features(view, seat, out):
    """Write a seat's view into `out`, an array of FEATURES numbers that the caller owns."""
    for i in range(FEATURES):
        out[i] = 0.0
    out[_PHASE + view.phase] = 1
    out[_OWN + seat] = 1
    if view.actor >= 0:
        out[_MOVER + distance(view, seat, view.actor)] = 1
    write_turn(view, seat, out)
    write_tricks(view, seat, out)
    for other in range(view.seats):
        write_player(view, seat, other, out)
        for number in range(view.detachments):
            write_detachment(view, seat, other, number, out)
    write_cave(view, seat, out)
    if view.stage != NONE:
        write_confrontation(view, seat, out)
    if view.played != NOTHING:
        write_trick(view, seat, out)


@rule("TR-3.1", "TR-3.6", "TR-5.2", "TR-6.2")
def write_turn(view, seat, out):
    """How far the turn is."""
    if view.turn < view.seats:
        out[_TURN + distance(view, seat, view.turn)] = 1
    out[_WINDOW + view.window] = 1
    if view.phase in ROUNDS:
        out[_SILENT] = view.silent[1 if view.phase == SUPPORTING else 0] / view.seats
    out[_POINTS] = view.points / POINTS
    out[_SWAPPED] = view.swapped
    for number in range(view.detachments):
        out[_REDUCED + number] = view.reduced >> number & 1
    if view.moved != NOTHING:
        out[_MOVED + view.moved] = 1


@rule("TR-9.1", "TR-9.4")
def write_tricks(view, seat, out):
    """The observer's trick, those it has seen discarded, and what it knew of the deck."""
    if view.trick[seat] != NOTHING:
        out[_TRICK + view.trick[seat]] = 1
    for kind in range(KINDS):
        for age in range(2):
            out[_FACE_UP + age * KINDS + kind] = view.up[age, kind] / COPIES[kind]
            out[_BURIED + age * KINDS + kind] = view.buried[age, seat, kind] / COPIES[kind]
        out[_BASE_UP + kind] = view.base_up[kind] / COPIES[kind]
        out[_BASE_OWN + kind] = view.base_own[seat, kind] / COPIES[kind]
    out[_DECK] = view.deck_size / ALL


@rule("TR-9.1")
def write_player(view, seat, other, out):
    """What lies open of a player."""
    at = distance(view, seat, other)
    out[_SEATS + at] = view.left[other] > 0
    out[_TURNS + at] = view.turns[other] / SEASON
    out[_HOLDS + at] = view.trick[other] != NOTHING
    out[_OLD + at] = view.old[other]
    for age in range(2):
        out[_BURIED_BY + age * MOST_SEATS + at] = view.buried_size[age, other] / ALL
    out[_BASE_BY + at] = view.base_size[other] / ALL
    out[_CAVE_KNOWN + at] = view.cave_known >> other & 1
    for zone in range(CAVE + 1):
        out[_MEN + zone * MOST_SEATS + at] = view.men[zone, other] / DETACHMENTS


@rule("TR-4.1", "TR-9.1")
def write_detachment(view, seat, other, number, out):
    """A detachment, what the observer knows of its chest, and who else knows or has demanded it."""
    if view.place[other, number] == GONE:
        return
    at = distance(view, seat, other) * DETACHMENTS + number
    out[_IN_PLAY + at] = 1
    out[_PLACE + at] = view.place[other, number] / CAVE
    out[_LOADED + at] = view.loaded[other, number]
    out[_FULL + at] = view.chest[other, number] == FULL
    write_seats(view, seat, view.known[other, number], out, _KNOWN + at * MOST_SEATS)
    if view.window == CLOSE:
        write_seats(view, seat, view.demanded[other, number], out, _DEMANDED + at * MOST_SEATS)


@rule("TR-9.1")
def write_seats(view, seat, seats, out, start):
    """A set of seats, from `start` on."""
    if seats:
        for other in range(view.seats):
            out[start + distance(view, seat, other)] = seats >> other & 1


@rule("TR-4.1", "TR-4.6", "TR-6.10")
def write_cave(view, seat, out):
    """The chests in the cave, and those out of the game."""
    out[_CAVE] = view.cave_size / CHESTS
    out[_CAVE_FULL] = view.cave_full == 1
    for chest in range(2):
        out[_REMOVED + chest] = view.removed[chest] / FULL_CHESTS


@rule("TR-5.4", "TR-5.8")
def write_confrontation(view, seat, out):
    """Who stands where in the confrontation, and how far it is."""
    out[_STAGE + view.stage - 1] = 1
    out[_DEMANDER + distance(view, seat, view.demander)] = 1
    out[_ZONE + view.zone] = 1
    write_man(view, seat, view.defender * DETACHMENTS + view.named, out, _NAMED)
    for other in range(view.seats):
        out[_SIDE + distance(view, seat, other) * 3 + view.side[other]] = 1
    for side in range(BYSTANDER, 3):
        out[_BOOST + side] = view.boost[side] / 3
    if view.stage == LOSSES:
        write_seats(view, seat, view.owing, out, _OWING)


@rule("TR-6.13", "TR-6.14")
def write_trick(view, seat, out):
    """The trick that waits for answers, what it is aimed at, and who may still answer."""
    out[_PLAYED + view.played] = 1
    out[_PLAYER + distance(view, seat, view.player)] = 1
    out[_CANCELLED] = view.cancelled
    write_seats(view, seat, view.against, out, _AGAINST)
    if view.played <= BESTIOLES:
        out[_TARGET_SIDE + view.target[0]] = 1
    elif view.played == MITRAILLE:
        write_seats(view, seat, 1 << view.target[0], out, _TARGET_SEAT)
    else:
        write_man(view, seat, view.target[0], out, _TARGET)
        write_man(view, seat, view.target[1], out, _TARGET)


@rule("TR-6.8", "TR-6.10", "TR-6.11")
def write_man(view, seat, man, out, start):
    """A detachment, from `start` on; or NOTHING."""
    if man != NOTHING:
        out[start + distance(view, seat, man // DETACHMENTS) * DETACHMENTS + man % DETACHMENTS] = 1
