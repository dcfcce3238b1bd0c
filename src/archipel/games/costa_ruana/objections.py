"""Why an action is not legal: the paragraph that forbids it, in words.

Asked only after `legal` has said no, and from the view of the seat that tried, so that the answer
tells that seat nothing it does not know.
"""

from __future__ import annotations

from typing import Any

from archipel.core.objections import Found, in_words, not_asked
from archipel.core.rule import plain
from archipel.core.words import N_, Tongue
from archipel.games.costa_ruana.notation import NOTATION, SEATS, card_name
from archipel.games.costa_ruana.parts import MOVE_NATIVE, MOVE_TREASURE, PLACE, RETURN, TYPE_OF
from archipel.games.costa_ruana.state import (
    ACTIVE,
    CONDITION,
    EFFECT,
    FACE_DOWN,
    FACE_UP,
    INACTIVE,
    NATIVE,
    ORDER,
    SETTLING,
    SHAMAN,
    has_room,
)
from archipel.games.costa_ruana.words import question, word

# The verbs that answer each question; an effect's depend on the type of its card.
ANSWERS = {
    SETTLING: ("place",),
    FACE_UP: ("up",),
    FACE_DOWN: ("down",),
    NATIVE: ("ride", "pass"),
    CONDITION: ("turn",),
    ORDER: ("resolve",),
    SHAMAN: ("accept", "name"),
}
EFFECT_ANSWERS = {MOVE_TREASURE: "carry", RETURN: "return", PLACE: "place", MOVE_NATIVE: "move"}


def objection(view: Any, action: int, tongue: Tongue) -> tuple[str, str]:
    """The paragraph that forbids an illegal action, and the reason in words."""
    form = NOTATION.to_json(action)
    verb = str(form.pop("action"))
    if verb in expected(view):
        found = CHECKS[verb](view, **form)
    elif (found := _untimely(view, verb)) is None:
        return not_asked(question(view, tongue), tongue)
    return in_words(found, NOTATION.spell(action), word, tongue)


def expected(view: Any) -> tuple[str, ...]:
    """The verbs that answer what is asked now."""
    if view.actor < 0:
        return ()
    if view.phase == EFFECT:
        return (EFFECT_ANSWERS[int(TYPE_OF[view.table[view.resolving] >> 2])],)
    return ANSWERS[view.phase]


def _untimely(view: Any, verb: str) -> Found:
    """What is tried at the wrong moment and has a reason of its own."""
    if verb == "pass" and view.phase in (FACE_UP, FACE_DOWN):
        return "CR-3.4", N_("Everyone plays exactly one card: nobody may pass.")
    if verb == "pass" and view.phase == EFFECT:
        return "CR-5.6", N_("The effect of a card is mandatory: nobody may pass.")
    return None


# ── Checks: a paragraph and a sentence, with words for it, or None ──────────────────────────────
def _card(view: Any, card: str, before: str) -> Found:
    if card not in [card_name(one) for one in view.hand[view.actor]] or card == "?":
        paragraph = "CR-3.1" if view.phase == FACE_UP else "CR-3.2"
        return paragraph, N_("A card is played from the hand, and {card} is not in yours."), {"card": card}
    return _no_seat(view, before, "CR-3.1" if view.phase == FACE_UP else "CR-3.2")


def _no_seat(view: Any, colour: str, paragraph: str) -> Found:
    if SEATS.index(colour) >= view.seats:
        return paragraph, N_("Nobody at this table has that colour.")
    return None


def _ride(view: Any, number: int) -> Found:
    if view.supply[view.actor] == 0:
        return "CR-3.3", N_("The native comes from the supply, and yours is empty: you can only pass.")
    return _no_card(view, number, "CR-3.3")


def _no_card(view: Any, number: int, paragraph: str) -> Found:
    if number > view.laid:
        return paragraph, N_("There is no card {number} on the table."), {"number": number}
    return None


def _resolve(view: Any, number: int) -> Found:
    if missing := _no_card(view, number, "CR-5.3"):
        return missing
    if view.before[number - 1] != view.turn:
        return "CR-5.1", N_("Card {number} does not lie in front of you."), {"number": number}
    if view.fate[number - 1] != ACTIVE:
        paragraph = "CR-4.3" if view.fate[number - 1] == INACTIVE else "CR-5.5"
        return paragraph, N_("Card {number} is already discarded."), {"number": number}
    return "CR-5.2", N_("First Move a treasure, then Return, then Place, then Move a native.")


def _no_island(view: Any, *islands: int) -> Found:
    for island in islands:
        if island > view.islands:
            return "CR-2.3", N_("Island {island} is not in play."), {"island": island}
    return None


def _full(view: Any, island: int, paragraph: str) -> Found:
    if not plain(has_room)(view, island - 1):
        return paragraph, N_("Island {island} already holds 7 natives."), {"island": island}
    return None


def _place(view: Any, island: int) -> Found:
    paragraph = "CR-2.7" if view.phase == SETTLING else "CR-5.10"
    return _no_island(view, island) or _full(view, island, paragraph)


def _return(view: Any, island: int) -> Found:
    if missing := _no_island(view, island):
        return missing
    if view.natives[island - 1, view.actor] == 0:
        return "CR-5.8", N_("You have no native on island {island}."), {"island": island}
    return None


def _carry(view: Any, source: int, target: int) -> Found:
    if missing := _no_island(view, source, target):
        return missing
    if source == target:
        return "CR-5.12", N_("A move goes to a different island.")
    if view.treasures[source - 1] == 0:
        return "CR-5.7", N_("There is no treasure on island {island}."), {"island": source}
    return None


def _move(view: Any, owner: str, source: int, target: int) -> Found:
    if missing := _no_seat(view, owner, "CR-5.11") or _no_island(view, source, target):
        return missing
    if source == target:
        return "CR-5.12", N_("A move goes to a different island.")
    seat = SEATS.index(owner)
    if view.natives[source - 1, seat] == 0:
        return (
            "CR-5.11",
            N_("There is no native of {owner} on island {island}."),
            {"owner": owner, "island": source},
        )
    return _full(view, target, "CR-5.11")


def _name(view: Any, shaman: str) -> Found:
    if SEATS.index(shaman) == view.actor:
        return "CR-7.4", N_("To resign is to name another player.")
    return _no_seat(view, shaman, "CR-7.4")


CHECKS: dict[str, Any] = {
    "up": _card,
    "down": _card,
    "ride": _ride,
    "resolve": _resolve,
    "place": _place,
    "return": _return,
    "carry": _carry,
    "move": _move,
    "name": _name,
}
