"""Why an action is not legal: the paragraph that forbids it, in words.

Asked only after `legal` has said no, and from the view of the seat that tried, so that the answer
tells that seat nothing it does not know.
"""

from __future__ import annotations

from typing import Any

from archipel.core.objections import Found, in_words, not_asked
from archipel.core.record import NOBODY, NOTHING
from archipel.core.words import N_, Tongue
from archipel.games.arabana_opodopo.notation import NOTATION, SEATS
from archipel.games.arabana_opodopo.parts import GODS, KANALOA, KU, LETTERS, LIMIT, LONO, PELE
from archipel.games.arabana_opodopo.state import GIVING, LAYING, REMOVING, STEALING, TURN
from archipel.games.arabana_opodopo.words import question, slot_of, word

PLACING = ("play", "exchange", "kanaloa")
ANSWERS: dict[int, tuple[str, ...]] = {
    LAYING: ("lay",),
    REMOVING: ("remove",),
    STEALING: ("steal",),
    GIVING: ("give",),
    TURN: (
        *PLACING,
        *("spend", "discard", "take", "draw", "take_back", "ku", "pele", "lono", "lono_draw", "end", "defer"),
    ),
}


def objection(view: Any, action: int, tongue: Tongue) -> tuple[str, str]:
    """The paragraph that forbids an illegal action, and the reason in words."""
    form = NOTATION.to_json(action)
    verb = str(form.pop("action"))
    if verb not in expected(view):
        return not_asked(question(view, tongue), tongue)
    found = _lifted(view, verb) or CHECKS[verb](view, **form)
    return in_words(found, NOTATION.spell(action), word, tongue)


def expected(view: Any) -> tuple[str, ...]:
    """The verbs that answer what is asked now."""
    return () if view.actor < 0 else ANSWERS[view.phase]


# ── Checks: a paragraph and a sentence, with words for it, or None ──────────────────────────────
def _lifted(view: Any, verb: str) -> Found:
    if not view.lifted or verb in PLACING:
        return None
    return "AO-6.2", N_("First place the bridge you took back.")


def _holds(view: Any, card: str, count: int = 1, seat: int | None = None) -> Found:
    hand = list(view.hand[view.turn if seat is None else seat])
    if card != "?" and hand.count(LETTERS.index(card)) >= count:
        return None
    if count > 1:
        return "AO-3.3", N_("You do not hold {n} cards {card}."), {"n": count, "card": card}
    return "AO-3.2", N_("You do not hold a card {card}."), {"card": card}


def _lay(view: Any, card: str) -> Found:
    missing = _holds(view, card, seat=view.actor)
    return missing and ("AO-2.1", *missing[1:])


def _join(view: Any, island: str, to: str) -> Found:
    if slot_of(view, island, to) == NOTHING:
        return "AO-1.5", N_("There is no slot between {island} and {to}."), {"island": island, "to": to}
    return None


def _free(view: Any, island: str, to: str) -> Found:
    if missing := _join(view, island, to):
        return missing
    slot = slot_of(view, island, to)
    if view.bridge[slot] != NOBODY:
        return "AO-3.2", N_("There is a bridge already; two cards are needed to replace it.")
    if view.barred[slot]:
        return "AO-6.2", N_("You took a bridge back from there in this turn.")
    return None


def _reserve(view: Any) -> Found:
    if view.reserve[view.turn] > 0:
        return None
    return "AO-6.3", N_("You have no bridge left: take one back first.")


def _play(view: Any, card: str, to: str) -> Found:
    return _holds(view, card) or _free(view, card, to) or _reserve(view)


def _spend(view: Any, card: str) -> Found:
    if view.reserve[view.turn] > 0:
        return "AO-6.1", N_("Only who has all bridges on the board may play a card without one.")
    return _holds(view, card)


def _exchange(view: Any, island: str, to: str, cards: str) -> Found:
    if missing := _join(view, island, to):
        return missing
    owner = view.bridge[slot_of(view, island, to)]
    if owner in (NOBODY, view.turn):
        return "AO-3.3", N_("Only a bridge of another player can be replaced.")
    if cards in ("each", "kanaloas") and LETTERS.index(island) > LETTERS.index(to):
        return "AO-3.3", N_("Name the island with the earlier letter first.")
    if cards == "double":
        missing = _holds(view, island, 2)
    elif cards == "each":
        missing = _holds(view, island) or _holds(view, to)
        missing = missing and ("AO-3.3", *missing[1:])
    elif cards == "kanaloa":
        missing = _holds(view, island) or _stone(view, KANALOA)
    else:
        missing = _stone(view, KANALOA, 2)
    return missing or _reserve(view)


def _discard(view: Any, card: str) -> Found:
    if missing := _holds(view, card):
        return "AO-3.4", *missing[1:]
    if not view.discarded or (_is_drawing(view) and view.hand_size[view.turn] >= LIMIT):
        return None
    if _is_drawing(view):
        return "AO-3.4", N_("You have discarded already, and your hand is small enough to draw.")
    return "AO-3.4", N_("You have discarded already in this turn.")


# ── Drawing and ending ──────────────────────────────────────────────────────────────────────────
def _is_drawing(view: Any) -> bool:
    return bool(not view.final and view.open_size + view.bag_size > 0)


def _draws(view: Any) -> Found:
    if view.final:
        return "AO-8.1", N_("Nobody draws in the final turns.")
    if not _is_drawing(view):
        return "AO-9.8", N_("No card is left to draw.")
    if view.hand_size[view.turn] >= LIMIT:
        return (
            "AO-3.6",
            N_("You hold {n} cards: play or discard first."),
            {"n": int(view.hand_size[view.turn])},
        )
    return None


def _lies_open(view: Any, card: str) -> Found:
    if view.open[LETTERS.index(card)] > 0:
        return None
    return "AO-3.5", N_("{card} does not lie open."), {"card": card}


def _bag(view: Any) -> Found:
    return None if view.bag_size else ("AO-3.5", N_("The bag is empty."))


def _take(view: Any, card: str) -> Found:
    return _draws(view) or _lies_open(view, card)


def _draw(view: Any) -> Found:
    return _draws(view) or _bag(view)


def _end(view: Any) -> Found:
    if _is_drawing(view):
        return "AO-3.7", N_("While cards are left a turn ends with a draw.")
    return None


def _defer(view: Any) -> Found:
    if not view.final:
        return "AO-8.2", N_("Only the final turn can be deferred.")
    if view.acted:
        return "AO-8.2", N_("You have begun your final turn.")
    ahead = [p for p in range(view.seats) if not view.finished[p] and view.points[p] > view.points[view.turn]]
    return None if ahead else ("AO-8.2", N_("Nobody with more points has yet to play the final turn."))


# ── Bridges ─────────────────────────────────────────────────────────────────────────────────────
def _take_back(view: Any, island: str, to: str) -> Found:
    if view.reserve[view.turn] > 0:
        return "AO-6.2", N_("Only who has all bridges on the board may take one back.")
    if missing := _join(view, island, to) or _ordered(island, to, "AO-6.2"):
        return missing
    if view.bridge[slot_of(view, island, to)] != view.turn:
        return "AO-6.2", N_("That is not your bridge.")
    return None if _can_place(view) else ("AO-6.2", N_("You could not place it anywhere else."))


def _can_place(view: Any) -> bool:
    """Whether some card or Kanaloa could put a bridge somewhere, if there were one in reserve."""
    tries = [
        _play_there(view, card, to) for card in LETTERS for to in LETTERS if _join(view, card, to) is None
    ]
    return any(tries)


def _play_there(view: Any, card: str, to: str) -> bool:
    slot = slot_of(view, card, to)
    held = _holds(view, card) is None
    jokers = int(view.stones[view.turn, KANALOA]) if view.round == 2 else 0
    if view.bridge[slot] == NOBODY:
        return not view.barred[slot] and (held or jokers > 0)
    if view.bridge[slot] == view.turn:
        return False
    double, each = _holds(view, card, 2) is None, held and _holds(view, to) is None
    return double or each or (held and jokers > 0) or jokers > 1


def _ordered(island: str, to: str, paragraph: str) -> Found:
    if LETTERS.index(island) < LETTERS.index(to):
        return None
    return paragraph, N_("Name the island with the earlier letter first.")


def _remove(view: Any, island: str, to: str) -> Found:
    where = LETTERS[view.relative[0]]
    if where not in (island, to):
        return "AO-5.2", N_("The bridge must touch {island}."), {"island": where}
    if missing := _join(view, island, to) or _ordered(island, to, "AO-5.2"):
        return missing
    if view.bridge[slot_of(view, island, to)] == view.turn:
        return "AO-5.2", N_("Remove a bridge of another player.")
    return None


# ── Stones ──────────────────────────────────────────────────────────────────────────────────────
def _stone(view: Any, god: int, count: int = 1) -> Found:
    if view.stones[view.turn, god] < count:
        words = {"god": GODS[god]}
        if count > 1:
            return "AO-9.5", N_("You do not hold two stones of {god}."), words
        return "AO-9.2", N_("You do not hold a stone of {god}."), words
    if view.round == 1:
        return "AO-9.4", N_("Stones are used from the second round on.")
    return None


def _kanaloa(view: Any, island: str, to: str) -> Found:
    missing = _stone(view, KANALOA) or _join(view, island, to) or _ordered(island, to, "AO-9.5")
    return missing or _free(view, island, to) or _reserve(view)


def _ku(view: Any, whom: str) -> Found:
    if missing := _stone(view, KU):
        return missing
    seat = SEATS.index(whom)
    if seat == view.turn:
        return "AO-9.6", N_("Ku looks at the hand of an opponent.")
    if seat >= view.seats or view.hand_size[seat] == 0:
        return "AO-9.6", N_("That player has no cards.")
    return None


def _pele(view: Any) -> Found:
    if missing := _stone(view, PELE):
        return missing
    others = [p for p in range(view.seats) if p != view.turn and view.hand_size[p] > 0]
    return None if others else ("AO-9.7", N_("No opponent has any cards."))


def _lono(view: Any, card: str) -> Found:
    return _stone(view, LONO) or _no_card(view) or _lies_open(view, card)


def _lono_draw(view: Any) -> Found:
    return _stone(view, LONO) or _no_card(view) or _bag(view)


def _no_card(view: Any) -> Found:
    return None if _is_drawing(view) else ("AO-9.8", N_("No card is left to draw."))


def _steal(view: Any, card: str) -> Found:
    if card != "?" and LETTERS.index(card) in view.hand[view.victim]:
        return None
    return "AO-9.6", N_("There is no such card in that hand.")


def _give(view: Any, card: str) -> Found:
    missing = _holds(view, card)
    return missing and ("AO-9.7", *missing[1:])


CHECKS: dict[str, Any] = {
    "lay": _lay,
    "play": _play,
    "spend": _spend,
    "exchange": _exchange,
    "discard": _discard,
    "take": _take,
    "draw": _draw,
    "end": _end,
    "defer": _defer,
    "take_back": _take_back,
    "remove": _remove,
    "kanaloa": _kanaloa,
    "ku": _ku,
    "pele": _pele,
    "lono": _lono,
    "lono_draw": _lono_draw,
    "steal": _steal,
    "give": _give,
}
