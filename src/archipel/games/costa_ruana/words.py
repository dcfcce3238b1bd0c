"""Costa Ruana in words: what happens and what is asked.

Everything here is made from views, so a sentence can say no more than its reader may know. Events are
dictionaries in the words of the notation; `say` turns one into a sentence of any language.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from archipel.core.record import NOBODY, OVER, reading
from archipel.core.rule import plain
from archipel.core.words import CHANCE_DEALS, MATCH_OVER, N_, Event, Tongue, happening
from archipel.games.costa_ruana.notation import CARD_NAMES, NOTATION, SEATS, card_name
from archipel.games.costa_ruana.parts import BACKGROUNDS, TYPE_OF
from archipel.games.costa_ruana.state import (
    CONDITION,
    DAYTIME,
    DEALING,
    DRAWING,
    EFFECT,
    FACE_DOWN,
    FACE_UP,
    FIRST_SHAMAN,
    INACTIVE,
    NATIVE,
    ORDER,
    POOR,
    SETTLING,
    SHAMAN,
    TIDE,
    layer_of,
)

SEAT_NAMES = {
    "red": N_("Red"),
    "blue": N_("Blue"),
    "green": N_("Green"),
    "yellow": N_("Yellow"),
    "purple": N_("Purple"),
    "white": N_("White"),
}
KIND_NAMES = {
    "move_treasure": N_("Move a treasure"),
    "return_1": N_("Return 1"),
    "return_2": N_("Return 2"),
    "return_3": N_("Return 3"),
    "place_1": N_("Place 1"),
    "place_2": N_("Place 2"),
    "place_3": N_("Place 3"),
    "move_native": N_("Move a native"),
}
SIDE_NAMES = {
    "day": N_("Day"),
    "night": N_("Night"),
    "high_tide": N_("High tide"),
    "low_tide": N_("Low tide"),
}
CONDITION_NAMES = {"day_night": N_("Day/Night"), "tide": N_("High tide/Low tide")}

# A sentence for each event; /own where it concerns who does it, /hidden where the card is not known.
SENTENCES = {
    # chance
    "deal": N_("{who} draws {card}."),
    "deal/hidden": N_("{who} draws a card."),
    "show": N_("A condition card shows {side}."),
    "poor": N_("Island {island} has only 4 treasures."),
    "first": N_("{shaman} is the first Shaman."),
    # players
    "up": N_("{who} plays {card} face up in front of {before}."),
    "up/own": N_("{who} plays {card} face up in front of themselves."),
    "down": N_("{who} plays {card} face down in front of {before}."),
    "down/own": N_("{who} plays {card} face down in front of themselves."),
    "down/hidden": N_("{who} plays a card face down in front of {before}."),
    "down/hidden/own": N_("{who} plays a card face down in front of themselves."),
    "ride": N_("{who} puts a native on card {number}, {card}, in front of {before}."),
    "ride/own": N_("{who} puts a native on card {number}, {card}, in front of themselves."),
    "ride/hidden": N_("{who} puts a native on card {number}, face down in front of {before}."),
    "ride/hidden/own": N_("{who} puts a native on card {number}, face down in front of themselves."),
    "pass": N_("{who} puts no native on a card."),
    "turn": N_("{who} turns the {condition} card over: it now shows {side}."),
    "resolve": N_("{who} resolves card {number}, {card}, next."),
    "carry": N_("{who} moves a treasure from island {source} to island {target}."),
    "return": N_("{who} returns a native from island {island}."),
    "place": N_("{who} places a native on island {island}."),
    "move": N_("{who} moves a native of {owner} from island {source} to island {target}."),
    "move/own": N_("{who} moves a native of their own from island {source} to island {target}."),
    "accept": N_("{who} serves as Shaman."),
    "name": N_("{who} resigns and names {shaman} Shaman."),
    # what follows
    "reveal": N_("Card {number}, laid by {by} in front of {before}, is {card}."),
    "inactive": N_("Card {number}, {card}, is not active and is discarded."),
    "void": N_("Card {number}, {card}, has no effect for {who}."),
    "take": N_("{who} takes a treasure from island {island} and returns a native."),
    "argue": N_("On island {island} the natives argue: nobody takes a treasure."),
    "bare": N_("Island {island} has no treasure left: nobody takes one."),
    "elect": N_("{who} took the fewest treasures this round and is to be Shaman."),
    "round": N_("Round {round} begins; {shaman} is Shaman."),
    "points": N_(
        "{who}: 2 × {treasures} for treasures, {supply} for natives in the supply: {points} Respect points."
    ),
}

# The paragraph that each event follows from.
PARAGRAPHS = {
    "deal": "CR-2.1",
    "show": "CR-2.2",
    "poor": "CR-2.4",
    "first": "CR-2.5",
    "up": "CR-3.1",
    "down": "CR-3.2",
    "ride": "CR-3.3",
    "pass": "CR-3.3",
    "turn": "CR-4.1",
    "resolve": "CR-5.3",
    "carry": "CR-5.7",
    "return": "CR-5.8",
    "place": "CR-5.9",
    "move": "CR-5.11",
    "accept": "CR-7.4",
    "name": "CR-7.4",
    "reveal": "CR-4.2",
    "inactive": "CR-4.3",
    "void": "CR-5.6",
    "take": "CR-6.1",
    "argue": "CR-6.2",
    "bare": "CR-6.5",
    "elect": "CR-7.1",
    "round": "CR-3.0",
    "points": "CR-8.2",
}

REASONS = {
    "points": N_("most Respect points"),
    "treasures": N_("as many Respect points, more treasures"),
    "shared": N_("level in points and treasures: the win is shared"),
}


# ── Events ──────────────────────────────────────────────────────────────────────────────────────
_happening = partial(happening, PARAGRAPHS)


def event_of(view: Any, action: int) -> Event:
    """What an action, as witnessed, is about to do in a view."""
    view, form = reading(view), NOTATION.to_json(action)
    name = str(form.pop("action"))
    who = view.turn if name == "deal" else view.actor
    event: Event = {"event": name, "who": SEATS[who] if who >= 0 else None, **form}
    if name in ("ride", "resolve"):
        number = int(form["number"]) - 1
        event["card"] = card_name(view.table[number])
        event["before"] = SEATS[view.before[number]]
    if name == "turn":
        now = view.conditions[0 if form["condition"] == "day_night" else 1]
        event["side"] = BACKGROUNDS[now ^ 1]
    event["rule"] = "CR-7.3" if name == "deal" and view.shaman != NOBODY else PARAGRAPHS[name]
    if name == "place" and view.phase == SETTLING:
        event["rule"] = "CR-2.7"
    return event


def besides(event: Event) -> tuple[str, ...]:
    """The paragraphs that an event carries out besides the one it is filed under."""
    return ("CR-6.2",) if event["rule"] == "CR-6.3" else ()  # others argue


def events(before: Any, action: int, after: Any) -> list[Event]:
    """An action as witnessed and all that it led to, from the views of one seat before and after it."""
    before, after = reading(before), reading(after)
    found = [event_of(before, action)]
    found += _revealed(before, after)
    found += _voided(before, after)
    if after.phase != before.phase or after.round != before.round:
        found += _collected(before, after)
        found += _next_round(before, after)
    return found


def _on_table(view: Any, number: int) -> Event:
    return {
        "number": number + 1,
        "card": card_name(view.table[number]),
        "by": SEATS[plain(layer_of)(view, number)],
        "before": SEATS[view.before[number]],
    }


def _revealed(before: Any, after: Any) -> list[Event]:
    if before.phase != CONDITION:
        return []
    numbers = range(after.laid)
    down = [_happening("reveal", **_on_table(after, number)) for number in numbers[after.seats :]]
    gone = [number for number in numbers if after.fate[number] == INACTIVE]
    return down + [_happening("inactive", **_on_table(after, number)) for number in gone]


def _voided(before: Any, after: Any) -> list[Event]:
    return [
        _happening("void", who=SEATS[seat], **_on_table(after, number))
        for number in range(after.laid)
        for seat in range(after.seats)
        if (after.void[number] & ~before.void[number]) >> seat & 1
    ]


def _collected(before: Any, after: Any) -> list[Event]:
    if before.phase not in (CONDITION, ORDER, EFFECT) or after.actor >= 0:
        return []
    found = []
    for island in range(after.islands):
        seat = after.award[after.round][island]
        if seat != NOBODY:
            found.append(_take(after, island, seat))
        elif after.crowd[island]:
            found.append(_happening("argue" if after.treasures[island] else "bare", island=island + 1))
    if after.actor == OVER:
        return found + [_points(after, seat) for seat in range(after.seats)]
    return [*found, _happening("elect", who=SEATS[after.elected])]


def _take(view: Any, island: int, seat: int) -> Event:
    event = _happening("take", who=SEATS[seat], island=island + 1)
    if max(view.natives[island]) > view.natives[island][seat] + 1:
        event["rule"] = "CR-6.3"  # those who had more argue
    return event


def _points(view: Any, seat: int) -> Event:
    treasures, supply = view.hut[seat], view.supply[seat]
    return _happening(
        "points", who=SEATS[seat], treasures=treasures, supply=supply, points=2 * treasures + supply
    )


def _next_round(before: Any, after: Any) -> list[Event]:
    if after.phase != FACE_UP or before.phase == FACE_UP:
        return []
    return [_happening("round", round=after.round + 1, shaman=SEATS[after.shaman])]


# ── Sentences ───────────────────────────────────────────────────────────────────────────────────
def say_card(card: str, tongue: Tongue) -> str:
    """A card in words: "Place 2 (Night)"."""
    if card == "?":
        return tongue.text(N_("a face-down card"))
    kind, background = card.split("/")
    return f"{tongue.text(KIND_NAMES[kind])} ({tongue.text(SIDE_NAMES[background])})"


def say(event: Event, tongue: Tongue) -> str:
    """An event as a sentence."""
    name = event["event"]
    if event.get("card") == "?":
        name += "/hidden"
    if event.get("who") is not None and event["who"] in (event.get("before"), event.get("owner")):
        name += "/own" if name + "/own" in SENTENCES else ""
    return tongue.tell(SENTENCES[name], event, word)


def word(key: str, value: Any, tongue: Tongue) -> Any:
    """A word of an event, a question or an objection, as it is said."""
    if key == "card":
        return say_card(value, tongue)
    if key == "side":
        return tongue.text(SIDE_NAMES[value])
    if key == "condition":
        return tongue.text(CONDITION_NAMES[value])
    return tongue.name(SEATS.index(value)) if value in SEATS else value


# ── Questions ───────────────────────────────────────────────────────────────────────────────────
QUESTIONS = {
    SETTLING: ("CR-2.7", N_("{who}: place a native on an island.")),
    FACE_UP: ("CR-3.1", N_("{who}: play a card face up in front of any player.")),
    FACE_DOWN: ("CR-3.2", N_("{who}: play a card face down in front of any player.")),
    NATIVE: ("CR-3.3", N_("{who}: put a native on a card on the table, or none.")),
    CONDITION: ("CR-4.1", N_("{who}: turn over one of the two condition cards.")),
    ORDER: ("CR-5.3", N_("{who}: choose which of your cards is resolved next.")),
    SHAMAN: ("CR-7.4", N_("{who}: serve as Shaman, or resign and name another player.")),
}
CHANCE_RULES = {
    DEALING: "CR-2.1",
    DAYTIME: "CR-2.2",
    TIDE: "CR-2.2",
    POOR: "CR-2.4",
    FIRST_SHAMAN: "CR-2.5",
    DRAWING: "CR-7.3",
}
EFFECTS = (
    ("CR-5.7", N_("{who}, for {card}: move a treasure to another island.")),
    ("CR-5.8", N_("{who}, for {card}: return a native from an island ({left} to go).")),
    ("CR-5.9", N_("{who}, for {card}: place a native on an island ({left} to go).")),
    ("CR-5.11", N_("{who}, for {card}: move a native to another island.")),
)


def question(view: Any, tongue: Tongue) -> tuple[str, str]:
    """What is asked now: the paragraph, and the question in words."""
    view = reading(view)
    if view.actor == OVER:
        return "CR-8.1", tongue.text(MATCH_OVER)
    if view.actor < 0:
        return CHANCE_RULES[view.phase], tongue.text(CHANCE_DEALS)
    words: Event = {"who": SEATS[view.actor]}
    if view.phase != EFFECT:
        paragraph, sentence = QUESTIONS[view.phase]
    else:
        card = view.table[view.resolving]
        paragraph, sentence = EFFECTS[TYPE_OF[card >> 2]]
        words |= {"card": CARD_NAMES[card], "left": view.todo}
    return paragraph, tongue.tell(sentence, words, word)
