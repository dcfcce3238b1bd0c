"""Why an action is not legal: the paragraph that forbids it, in words.

Asked only after `legal` has said no, and from the view of the seat that tried, so that the answer
tells that seat nothing it does not know.
"""

from __future__ import annotations

from typing import Any

from archipel.core.objections import Found, in_words, not_asked
from archipel.core.record import NOTHING
from archipel.core.words import N_, Tongue
from archipel.games.tresor.notation import NOTATION, SEATS, SIDES
from archipel.games.tresor.parts import CAVE, DETACHMENTS, GONE, SHIP, STRENGTH, TRICKS
from archipel.games.tresor.state import (
    ANSWERING,
    BYSTANDER,
    CLOSING,
    JOINING,
    LOSING,
    MOVING,
    REACTING,
    SUPPORTING,
)
from archipel.games.tresor.words import question, word

AT_ANY_TIME = {
    "spy": "longue_vue",
    "reshuffle": "nouveau_cap",
    "remove": "indigenes_feroces",
    "exchange": "traitrise",
    "disarm": "mitraille",
    "mourn": "le_chat_est_mort",
}
ANSWERS: dict[int, tuple[str, ...]] = {
    MOVING: ("displace", "swap", "end", *AT_ANY_TIME),
    REACTING: ("push", "pass", *AT_ANY_TIME),
    CLOSING: ("demand", "demand_with", "pass", *AT_ANY_TIME),
    ANSWERING: ("cancel", "pass"),
    JOINING: ("join", "stay_out"),
    SUPPORTING: ("strengthen", "weaken", "pass", *AT_ANY_TIME),
    LOSING: ("lose",),
}

# Tricks tried at the wrong moment.
WINDOWS = {
    "push": ("TR-6.5", N_("{trick} is played on a detachment that has just been displaced.")),
    "strengthen": ("TR-6.7", N_("{trick} is played in a confrontation.")),
    "weaken": ("TR-6.7", N_("{trick} is played in a confrontation.")),
    "cancel": ("TR-6.13", N_("Bonne fortune only answers a trick that was just played against you.")),
    "demand": ("TR-5.2", N_("Demands are made in the closing phase of a turn.")),
    "demand_with": ("TR-5.2", N_("Demands are made in the closing phase of a turn.")),
}


def objection(view: Any, action: int, tongue: Tongue) -> tuple[str, str]:
    """The paragraph that forbids an illegal action, and the reason in words."""
    form = NOTATION.to_json(action)
    verb = str(form.pop("action"))
    if verb in expected(view):
        found = _not_held(view, verb, form) or CHECKS[verb](view, **form)
    elif (found := _untimely(view, verb, form)) is None:
        return not_asked(question(view, tongue), tongue)
    return in_words(found, NOTATION.spell(action), word, tongue)


def expected(view: Any) -> tuple[str, ...]:
    """The verbs that answer what is asked now."""
    return () if view.actor < 0 else ANSWERS[view.phase]


def _untimely(view: Any, verb: str, form: dict[str, Any]) -> Found:
    """What is tried at the wrong moment and has a reason of its own."""
    if view.actor < 0 or verb not in WINDOWS:
        return None
    return *WINDOWS[verb], {"trick": form.get("trick")}


# ── Checks: a paragraph and a sentence, with words for it, or None ──────────────────────────────
def _not_held(view: Any, verb: str, form: dict[str, Any]) -> Found:
    name = AT_ANY_TIME.get(verb) or form.get("trick") or ("bonne_fortune" if verb == "cancel" else None)
    if name is None or view.trick[view.actor] == TRICKS.index(str(name)):
        return None
    return "TR-6.2", N_("You do not hold {trick}."), {"trick": name}


def _displace(view: Any, detachment: int, zones: int) -> Found:
    place = int(view.place[view.actor, detachment - 1])
    if place == GONE:
        return "TR-5.8", N_("You have no detachment {n}."), {"n": detachment}
    loaded = view.loaded[view.actor, detachment - 1]
    if zones > (place if loaded else CAVE - place):
        return "TR-3.4", N_("Nobody moves further than the cave, or loaded further than the ship.")
    cost = zones + int(bool(loaded) and not view.reduced >> (detachment - 1) & 1)
    if cost <= view.points:
        return None
    paragraph = "TR-3.3" if cost > zones else "TR-3.1"
    return (
        paragraph,
        N_("That costs {cost} points, and {points} are left."),
        {"cost": cost, "points": view.points},
    )


def _swap(view: Any) -> Found:
    if not view.swapped:
        return None
    return "TR-6.1", N_("A trick is swapped or drawn once in a turn.")


def _end(view: Any) -> Found:
    for detachment in range(1, view.detachments + 1):
        if _displace(view, detachment, 1) is None:
            return "TR-3.5", N_("A step can still be paid for: all points must be used.")
    return None


def _demand(view: Any, owner: str, detachment: int, trick: str = "") -> Found:
    seat = SEATS.index(owner)
    if missing := _no_chest(view, seat, detachment):
        return missing
    zone = view.place[seat, detachment - 1]
    if seat == view.actor:
        return "TR-5.1", N_("One cannot demand one’s own chest.")
    if zone == CAVE:
        return "TR-5.11", N_("There is no confrontation in the cave.")
    if view.men[zone, view.actor] == 0 or zone == SHIP:
        return "TR-5.3", N_("You do not stand in that zone.")
    if view.demanded[seat, detachment - 1] >> view.actor & 1:
        return "TR-5.2", N_("You have already demanded that chest in this phase.")
    helped = abs(int(STRENGTH[TRICKS.index(trick)])) if trick else 0
    if view.crowd[zone] - view.men[zone, seat] + helped > view.men[zone, seat]:
        return None
    return "TR-5.1", N_("Its owner is not outnumbered there.")


def _no_chest(view: Any, seat: int, detachment: int) -> Found:
    if seat >= view.seats or not view.loaded[seat, detachment - 1]:
        return "TR-5.3", N_("That detachment carries no chest.")
    return None


def _target(view: Any, owner: str, detachment: int) -> Found:
    seat = SEATS.index(owner)
    if missing := _no_chest(view, seat, detachment):
        return "TR-6.2", missing[1]
    if view.place[seat, detachment - 1] == CAVE:
        return "TR-6.3", N_("Tricks have no effect in the cave.")
    return None


def _spy(view: Any, owner: str, detachment: int) -> Found:
    if SEATS.index(owner) == view.actor:
        return "TR-6.8", N_("Longue vue looks at the chest of an opponent.")
    return _target(view, owner, detachment)


def _exchange(view: Any, owner: str, detachment: int, other: str, its: int) -> Found:
    one = SEATS.index(owner) * DETACHMENTS + detachment
    two = SEATS.index(other) * DETACHMENTS + its
    if one >= two:
        return "TR-6.11", N_("Name two different detachments, the one of the earlier seat first.")
    return _target(view, owner, detachment) or _target(view, other, its)


def _reshuffle(view: Any) -> Found:
    if int(((view.loaded != 0) & (view.place != CAVE)).sum()) >= 2:
        return None
    return "TR-6.2", N_("Nouveau cap needs two chests outside the cave.")


def _disarm(view: Any, whom: str) -> Found:
    seat = SEATS.index(whom)
    if seat == view.actor:
        return "TR-6.12", N_("Mitraille is played against an opponent.")
    if seat >= view.seats or view.trick[seat] == NOTHING:
        return "TR-6.12", N_("That player holds no trick.")
    return None


def _push(view: Any, trick: str) -> Found:
    if view.place[view.turn, view.moved] != CAVE:
        return None
    return "TR-6.3", N_("Tricks have no effect in the cave.")


def _strengthen(view: Any, trick: str) -> Found:
    if view.side[view.actor] != BYSTANDER:
        return None
    return "TR-6.7", N_("You are on no side: you have none to strengthen.")


def _weaken(view: Any, trick: str, side: str) -> Found:
    if view.side[view.actor] != BYSTANDER and SIDES.index(side) + 1 == view.side[view.actor]:
        return "TR-6.7", N_("{trick} is played against the other side."), {"trick": trick}
    return None


def _lose(view: Any, detachment: int) -> Found:
    if view.place[view.actor, detachment - 1] == view.zone:
        return None
    return "TR-5.8", N_("Detachment {n} took no part in it."), {"n": detachment}


CHECKS: dict[str, Any] = {
    "displace": _displace,
    "swap": _swap,
    "end": _end,
    "demand": _demand,
    "demand_with": _demand,
    "spy": _spy,
    "remove": _target,
    "exchange": _exchange,
    "reshuffle": _reshuffle,
    "disarm": _disarm,
    "push": _push,
    "strengthen": _strengthen,
    "weaken": _weaken,
    "lose": _lose,
}
