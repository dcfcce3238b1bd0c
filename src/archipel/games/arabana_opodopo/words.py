"""Arabana-Opodopo in words: what happens and what is asked.

Everything here is made from views, so a sentence can say no more than its reader may know. Events are
dictionaries in the words of the notation; `say` turns one into a sentence of any language. Islands are
called by their names, which `nouns` takes from the board of the match.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from archipel.core.record import NOBODY, NOTHING, OVER, reading
from archipel.core.rule import plain
from archipel.core.words import CHANCE_DEALS, MATCH_OVER, N_, Event, Tongue, happening
from archipel.games.arabana_opodopo.ending import ELEVENTH_ISLAND
from archipel.games.arabana_opodopo.notation import NOTATION, PAYMENTS, SEATS
from archipel.games.arabana_opodopo.options import board_of
from archipel.games.arabana_opodopo.parts import BONUS, GODS, KANE, LETTERS, LIMIT
from archipel.games.arabana_opodopo.state import (
    DEALING,
    EXTRA,
    FIRST,
    GIVING,
    LAYING,
    NO_DRAW,
    OPENING,
    PLUNDERING,
    REMOVING,
    STEALING,
    STONES,
    TURN,
    slot_between,
)

SEAT_NAMES = {"red": N_("Red"), "blue": N_("Blue"), "green": N_("Green"), "yellow": N_("Yellow")}
GOD_NAMES = {god: god.capitalize() for god in GODS}

# A sentence for each event; /hidden where the card is not known to the reader.
SENTENCES = {
    # chance
    "stone": N_("{god} is laid on {island}."),
    "deal": N_("{who} draws {card}."),
    "deal/hidden": N_("{who} draws a card."),
    "reveal": N_("{card} is laid open."),
    "begin": N_("{first} begins."),
    "plunder": N_("Pele takes {card} from {whom} for {who}."),
    "plunder/hidden": N_("Pele takes a card from {whom} for {who}."),
    # players
    "lay": N_("{who} lays {card} open."),
    "lay/hidden": N_("{who} has chosen a card to lay open."),
    "play": N_("{who} plays {card} and builds a bridge to {to}."),
    "spend": N_("{who} plays {card} without a bridge."),
    "exchange/double": N_("{who} plays two cards {island} and replaces the bridge of {owner} to {to}."),
    "exchange/each": N_("{who} plays {island} and {to} and replaces the bridge of {owner} between them."),
    "exchange/kanaloa": N_("{who} plays {island} and Kanaloa and replaces the bridge of {owner} to {to}."),
    "exchange/kanaloas": N_(
        "{who} uses two stones of Kanaloa and replaces the bridge of {owner} between {island} and {to}."
    ),
    "discard": N_("{who} discards {card} unseen."),
    "discard/hidden": N_("{who} discards a card unseen."),
    "take": N_("{who} takes {card} from the open cards."),
    "draw": N_("{who} reaches into the bag."),
    "take_back": N_("{who} takes back the bridge between {island} and {to}."),
    "remove": N_("{who} removes the bridge of {owner} between {island} and {to}."),
    "kanaloa": N_("{who} uses Kanaloa and builds a bridge between {island} and {to}."),
    "ku": N_("{who} uses Ku and looks at the hand of {whom}."),
    "steal": N_("{who} takes {card} from {whom}."),
    "steal/hidden": N_("{who} takes a card from {whom}."),
    "pele": N_("{who} uses Pele."),
    "give": N_("{who} gives {card} to {whom}."),
    "give/hidden": N_("{who} gives a card to {whom}."),
    "lono": N_("{who} uses Lono and takes {card} from the open cards."),
    "lono_draw": N_("{who} uses Lono and draws from the bag."),
    "end": N_("{who} ends the turn."),
    "defer": N_("{who} defers the final turn."),
    # what follows
    "gained": N_("{who} gains control of {island}."),
    "removed": N_("The bridge of {owner} between {island} and {to} is removed."),
    "single": N_("The most bridges on {island} are shared: the single one of {owner}, to {to}, is removed."),
    "lost": N_("{who} loses control of {island}."),
    "bonus": N_("Kane gives {who} {points} points for {island}."),
    "bonus/1": N_("Kane gives {who} a point for {island}."),
    "blessed": N_("{who} takes the stone of {god} from {island}."),
    "choice": N_("{who} has the most bridges on {island} and must remove one of another player."),
    "seen": N_("The hand of {whom}: {cards}."),
    "laid": N_("{who} laid {card} open."),
    "small_scoring": N_("Small scoring: {scores}."),
    "second_round": N_("The discarded cards go into the bag: the second round begins."),
    "great_scoring": N_("Great scoring: {scores}."),
    "final": N_("The last card is drawn: everybody has one more turn."),
    "turn": N_("It is the turn of {who}."),
    "final_turn": N_("{who} may play the final turn."),
    "won": N_("{who} has the most points and wins."),
    "eleventh": N_("{who} gains an eleventh island and wins at once."),
}

# The paragraph that each event follows from.
PARAGRAPHS = {
    "stone": "AO-9.1",
    "deal": "AO-3.5",
    "reveal": "AO-3.5",
    "begin": "AO-2.3",
    "plunder": "AO-9.7",
    "lay": "AO-2.1",
    "play": "AO-3.2",
    "spend": "AO-6.1",
    "exchange": "AO-3.3",
    "discard": "AO-3.4",
    "take": "AO-3.5",
    "draw": "AO-3.5",
    "take_back": "AO-6.2",
    "remove": "AO-5.2",
    "kanaloa": "AO-9.5",
    "ku": "AO-9.6",
    "steal": "AO-9.6",
    "pele": "AO-9.7",
    "give": "AO-9.7",
    "lono": "AO-9.8",
    "lono_draw": "AO-9.8",
    "end": "AO-8.5",
    "defer": "AO-8.2",
    "gained": "AO-4.1",
    "removed": "AO-4.1",
    "single": "AO-5.3",
    "lost": "AO-4.2",
    "bonus": "AO-9.3",
    "blessed": "AO-9.2",
    "choice": "AO-5.2",
    "seen": "AO-9.6",
    "laid": "AO-2.1",
    "small_scoring": "AO-7.2",
    "second_round": "AO-7.3",
    "great_scoring": "AO-8.3",
    "final": "AO-8.1",
    "turn": "AO-3.1",
    "final_turn": "AO-8.2",
    "won": "AO-8.4",
    "eleventh": "AO-4.5",
}
# And those that it carries out besides.
BESIDES = {"bonus": ("AO-9.2",), "eleventh": ("AO-4.1",)}

# Events that tell whose turn it is, and are no consequence of an action.
ANNOUNCEMENTS = ("turn", "final_turn")

REASONS = {
    "points": N_("most points after the great scoring"),
    "eleventh_island": N_("an eleventh island"),
}


# ── Events ──────────────────────────────────────────────────────────────────────────────────────
_happening = partial(happening, PARAGRAPHS)


def event_of(view: Any, action: int) -> Event:
    """What an action, as witnessed, is about to do in a view."""
    view, form = reading(view), NOTATION.to_json(action)
    name = str(form.pop("action"))
    who = view.turn if name in ("deal", "plunder") else view.actor
    event: Event = {"event": name, "who": SEATS[who] if who >= 0 else None, **form}
    if name == "stone":
        event["island"] = LETTERS[view.stone.index(NOTHING)]
    elif name in ("exchange", "remove"):
        event["owner"] = SEATS[view.bridge[slot_of(view, event["island"], event["to"])]]
    elif name in ("plunder", "steal", "give"):
        event["whom"] = SEATS[view.victim]
    return {**event, "rule": _rule(name, view)}


def slot_of(view: Any, island: str, to: str) -> int:
    """The slot between two islands, or NOTHING."""
    return int(plain(slot_between)(reading(view).state, LETTERS.index(island), LETTERS.index(to)))


def _rule(name: str, view: Any) -> str:
    if name == "deal" and view.phase == DEALING:
        return "AO-2.1"
    if name in ("deal", "reveal") and view.drawing == EXTRA:
        return "AO-9.8"
    if name == "reveal" and view.drawing == NO_DRAW:
        return "AO-2.1" if view.first == NOBODY else "AO-7.3"
    return PARAGRAPHS[name]


def besides(event: Event) -> tuple[str, ...]:
    """The paragraphs that an event carries out besides the one it is filed under."""
    if event["event"] == "exchange" and event["cards"] in ("kanaloa", "kanaloas"):
        return ("AO-9.5",)
    return BESIDES.get(event["event"], ())


def events(before: Any, action: int, after: Any) -> list[Event]:
    """An action as witnessed and all that it led to, from the views of one seat before and after it."""
    before, after = reading(before), reading(after)
    found = [event_of(before, action)]
    found += _conquests(before, after)
    found += _removals(before, found[0], after)
    found += _losses(before, after)
    found += _choices(before, after)
    found += _shown(before, after)
    found += _course(before, after)
    return found


def _conquests(before: Any, after: Any) -> list[Event]:
    """Islands that come under control, and the stones taken there."""
    found = []
    for island in _changed(before, after):
        owner = after.control[island]
        if owner == NOBODY:
            continue
        who, where = SEATS[owner], LETTERS[island]
        found.append(_happening("gained", who=who, island=where))
        god = before.stone[island]
        if god == KANE:
            found.append(_happening("bonus", who=who, island=where, points=int(BONUS[after.degree[island]])))
        elif god != NOTHING:
            found.append(_happening("blessed", who=who, island=where, god=GODS[god]))
    return found


def _changed(before: Any, after: Any) -> list[int]:
    """Islands that have come under another's control, or nobody's."""
    pairs = enumerate(zip(before.control, after.control, strict=True))
    return [island for island, (was, now) in pairs if was != now]


def _removals(before: Any, first: Event, after: Any) -> list[Event]:
    """Bridges that are gone, but for the one the action itself names."""
    if first["event"] in ("take_back", "remove"):
        return []
    found = []
    for slot, (was, now) in enumerate(zip(before.bridge, after.bridge, strict=True)):
        if was == NOBODY or now != NOBODY:
            continue
        name, (one, other) = "removed", after.ends[slot]
        if not any(_gained(before, after, island) for island in (one, other)):
            name = "single"
            if before.built[one] != before.degree[one] - 1:
                one, other = other, one  # the island that was filled comes first
        found.append(_happening(name, owner=SEATS[was], island=LETTERS[one], to=LETTERS[other]))
    return found


def _gained(before: Any, after: Any, island: int) -> bool:
    return bool(after.control[island] not in (NOBODY, before.control[island]))


def _losses(before: Any, after: Any) -> list[Event]:
    return [
        _happening("lost", who=SEATS[before.control[island]], island=LETTERS[island])
        for island in _changed(before, after)
        if before.control[island] != NOBODY
    ]


def _choices(before: Any, after: Any) -> list[Event]:
    if after.phase != REMOVING or before.phase == REMOVING:
        return []
    islands = [LETTERS[island] for island in after.relative if island != NOTHING]
    return [_happening("choice", who=SEATS[after.turn], island=island) for island in islands]


def _shown(before: Any, after: Any) -> list[Event]:
    """What becomes known: a hand that Ku opens, the cards all have laid."""
    if before.phase == LAYING and after.phase != LAYING:
        # The last one to choose is seen to lay the card; the others did so before.
        return [_happening("laid", who=SEATS[p], card=LETTERS[after.laid[p]]) for p in range(after.seats - 1)]
    if after.phase == STEALING and before.phase != STEALING:
        hand = after.hand[after.victim][: after.hand_size[after.victim]]
        if min(hand) >= 0:
            return [_happening("seen", whom=SEATS[after.victim], cards=[LETTERS[card] for card in hand])]
    return []


def _course(before: Any, after: Any) -> list[Event]:
    """Scorings, rounds and turns."""
    found = []
    if after.round > before.round:
        found += [_happening("small_scoring", scores=_scores(before, after)), _happening("second_round")]
    if after.actor == OVER:
        if after.reason == ELEVENTH_ISLAND:
            return [*found, _happening("eleventh", who=SEATS[after.winner])]
        great = _happening("great_scoring", scores=_scores(before, after))
        return [*found, great, _happening("won", who=SEATS[after.winner])]
    if after.final > before.final:
        found.append(_happening("final"))
    if after.phase == TURN and not after.acted:
        found.append(_happening("final_turn" if after.final else "turn", who=SEATS[after.turn]))
    return found


def _scores(before: Any, after: Any) -> dict[str, int]:
    return {SEATS[p]: after.points[p] - before.points[p] for p in range(after.seats)}


# ── Sentences ───────────────────────────────────────────────────────────────────────────────────
def nouns(options: Mapping[str, Any]) -> dict[str, str]:
    """What the islands of a match are called, by letter."""
    return {island["letter"].lower(): island["name"] for island in board_of(options)["islands"]}


def say_island(letter: str, tongue: Tongue) -> str:
    """An island by name, with its letter: a board has sixteen of them."""
    return f"{tongue.nouns[letter]} ({letter.upper()})"


def say(event: Event, tongue: Tongue) -> str:
    """An event as a sentence."""
    name = event["event"]
    if event.get("card") == "?":
        name += "/hidden"
    elif name == "exchange":
        name += f"/{event['cards']}"
    elif event.get("points") == 1:
        name += "/1"
    return tongue.tell(SENTENCES[name], event, word)


def word(key: str, value: Any, tongue: Tongue) -> Any:
    """A word of an event, a question or an objection, as it is said."""
    if key in ("island", "to", "card") and value in tongue.nouns:
        return say_island(value, tongue)
    if key == "cards" and value not in PAYMENTS:
        return tongue.all_of([say_island(card, tongue) for card in value])
    if key == "scores":
        return ", ".join(f"{tongue.name(SEATS.index(seat))} {points:+}" for seat, points in value.items())
    if key == "god":
        return GOD_NAMES[value]
    return tongue.name(SEATS.index(value)) if value in SEATS else value


# ── Questions ───────────────────────────────────────────────────────────────────────────────────
QUESTIONS = {
    LAYING: ("AO-2.1", N_("{who}: choose the card you lay open.")),
    REMOVING: ("AO-5.2", N_("{who}: remove a bridge of another player on {island}.")),
    STEALING: ("AO-9.6", N_("{who}: take a card from {whom}.")),
    GIVING: ("AO-9.7", N_("{who}: give a card to {whom}.")),
}
CHANCE_RULES = {STONES: "AO-9.1", DEALING: "AO-2.1", FIRST: "AO-2.3", PLUNDERING: "AO-9.7"}


def question(view: Any, tongue: Tongue) -> tuple[str, str]:
    """What is asked now: the paragraph, and the question in words."""
    view = reading(view)
    if view.actor == OVER:
        return "AO-8.4", tongue.text(MATCH_OVER)
    if view.actor < 0:
        return _chance_rule(view), tongue.text(CHANCE_DEALS)
    paragraph, sentence = QUESTIONS[view.phase] if view.phase != TURN else _turn_question(view)
    relative = view.relative[0]
    words = {
        "who": SEATS[view.actor],
        "whom": SEATS[view.victim] if view.victim != NOBODY else "",
        "island": LETTERS[relative] if relative != NOTHING else "",
    }
    return paragraph, tongue.tell(sentence, words, word)


def _chance_rule(view: Any) -> str:
    if view.phase == OPENING:
        return _rule("reveal", view)
    return CHANCE_RULES.get(view.phase, "AO-3.5")


def _turn_question(view: Any) -> tuple[str, str]:
    if view.lifted:
        return "AO-6.2", N_("{who}: place the bridge you took back.")
    if view.final and not view.acted:
        return "AO-8.2", N_("{who}: play your final turn, or defer it if you may.")
    if view.final or view.open_size + view.bag_size == 0:
        return "AO-8.5", N_("{who}: play cards, or end the turn.")
    if view.hand_size[view.turn] >= LIMIT:
        return "AO-3.7", N_("{who}: play or discard; you may draw only with at most four cards in hand.")
    return "AO-3.1", N_("{who}: play as many cards as you like, then draw one.")
