"""Trésor in words: what happens and what is asked.

Everything here is made from views, so a sentence can say no more than its reader may know. Events are
dictionaries in the words of the notation; `say` turns one into a sentence of any language.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from archipel.core.record import NOTHING, OVER, reading
from archipel.core.rule import plain
from archipel.core.words import CHANCE_DEALS, MATCH_OVER, N_, Event, Tongue, happening
from archipel.games.tresor.notation import CHESTS, NOTATION, SEATS, SIDES, chest_name, man_json, strength_of
from archipel.games.tresor.parts import (
    BONNE_FORTUNE,
    CAVE,
    DETACHMENTS,
    EMPTY,
    FULL,
    LONGUE_VUE,
    MITRAILLE,
    SHIP,
    TRAITRISE,
    TRICKS,
)
from archipel.games.tresor.rules import waiting
from archipel.games.tresor.state import (
    AGGRESSOR,
    ANSWERING,
    CHEST,
    CLOSING,
    DEALING,
    DRAWING,
    FIRST,
    JOIN,
    JOINING,
    LOSING,
    LOSSES,
    MOVING,
    NONE,
    REACTING,
    SUPPORT,
    SUPPORTING,
)

SEAT_NAMES = {
    "la_buse": "La Buse",
    "le_reveng": "Le Reveng",
    "le_hardi": "Le Hardi",
    "le_neptune": "Le Neptune",
    "l_antigua": "L’Antigua",
    "le_libertalia": "Le Libertalia",
}
PIRATES = {
    "la_buse": "Olivier Levasseur",
    "le_reveng": "Barbe Noire",
    "le_hardi": "François l’Olonnais",
    "le_neptune": "Jack Rackham",
    "l_antigua": "William Kidd",
    "le_libertalia": "Thomas Tew",
}
TRICK_NAMES = dict(
    zip(
        TRICKS,
        (
            "Méchante bordée",
            "Botte secrète",
            "Fièvres",
            "Bestioles",
            "Tonneaux en perce",
            "Double ration",
            "Canicule",
            "Superstition",
            "Longue vue",
            "Nouveau cap",
            "Indigènes féroces",
            "Traîtrise",
            "Mitraille",
            "Le chat est mort !",
            "Bonne fortune",
        ),
        strict=True,
    )
)
CHEST_NAMES = {"empty": N_("empty"), "full": N_("full"), "?": N_("closed")}
SIDE_NAMES = {"aggressors": N_("the aggressors"), "defender": N_("the defender")}

# A sentence for each event; /hidden where what was drawn is not known to the reader.
SENTENCES = {
    # chance
    "deal": N_("{who} draws {trick}."),
    "deal/hidden": N_("{who} draws a trick."),
    "begin": N_("{first} begins."),
    "find": N_("{who}: detachment {detachment} has a chest that is {chest}."),
    "find/hidden": N_("{who}: detachment {detachment} has a chest."),
    # players
    "displace": N_("{who} moves detachment {detachment} from {source} to {target}."),
    "swap": N_("{who} discards a trick face down to draw another."),
    "draw": N_("{who} takes a trick from the deck."),
    "end": N_("{who} ends the movement."),
    "pass": N_("{who} passes."),
    "demand": N_("{who} demands the chest of detachment {detachment} of {owner}."),
    "demand_with": N_("{who} demands the chest of detachment {detachment} of {owner}, and plays {trick}."),
    "join": N_("{who} joins the aggressors."),
    "stay_out": N_("{who} stays out of it."),
    "lose": N_("{who} loses detachment {detachment}."),
    "strengthen": N_("{who} plays {trick} for their own side."),
    "weaken": N_("{who} plays {trick} against {side}."),
    "push": N_("{who} plays {trick} on detachment {detachment} of {owner}."),
    "spy": N_("{who} plays Longue vue on detachment {detachment} of {owner}."),
    "reshuffle": N_("{who} plays Nouveau cap."),
    "remove": N_("{who} plays Indigènes féroces on detachment {detachment} of {owner}."),
    "exchange": N_(
        "{who} plays Traîtrise on detachment {detachment} of {owner} and detachment {its} of {other}."
    ),
    "disarm": N_("{who} plays Mitraille against {whom}."),
    "mourn": N_("{who} plays Le chat est mort !, to no effect."),
    "cancel": N_("{who} answers with Bonne fortune."),
    # talk
    "claim": N_("{who} claims that the chest of detachment {detachment} is {chest}."),
    "claim/nothing": N_("{who} claims nothing of detachment {detachment} any more."),
    # what follows
    "cancelled": N_("{trick} is cancelled."),
    "pushed": N_("Detachment {detachment} of {owner} is now on {target}."),
    "seen": N_("The chest of detachment {detachment} of {owner} is {chest}."),
    "removed": N_("The chest was {chest}; it leaves the game."),
    "disarmed": N_("{who} discards {trick} face up."),
    "deck": N_("The discarded tricks are shuffled into a new deck."),
    "aboard": N_("{who} brings an empty chest aboard; it goes back to the cave."),
    "opened": N_(
        "{aggressors} against {defender}: the chest is opened. It is {chest}, and goes back to the cave."
    ),
    "resisted": N_("{aggressors} against {defender}: the chest stays closed."),
    "dropped": N_("There is no chest left to open: the demand is over."),
    "out": N_("{who} has no detachment left and is out of the match."),
    "turn": N_("It is the turn of {who}."),
    "won": N_("{who} brings a full chest aboard and wins."),
    "survivor": N_("{who} is the last one left and wins."),
    "jones": N_("Captain Jones wins: no full chest is left."),
    "season": N_("Captain Jones wins: the season of storms is over."),
}

# The paragraph that each event follows from.
PARAGRAPHS = {
    "deal": "TR-6.1",
    "begin": "TR-2.4",
    "find": "TR-4.1",
    "displace": "TR-3.1",
    "swap": "TR-6.1",
    "draw": "TR-6.1",
    "end": "TR-3.5",
    "pass": "TR-6.2",
    "demand": "TR-5.3",
    "demand_with": "TR-5.3",
    "join": "TR-5.4",
    "stay_out": "TR-5.4",
    "lose": "TR-5.8",
    "strengthen": "TR-6.7",
    "weaken": "TR-6.7",
    "push": "TR-6.6",
    "spy": "TR-6.8",
    "reshuffle": "TR-6.9",
    "remove": "TR-6.10",
    "exchange": "TR-6.11",
    "disarm": "TR-6.12",
    "mourn": "TR-6.14",
    "cancel": "TR-6.13",
    "claim": "TR-9.3",
    "cancelled": "TR-6.13",
    "pushed": "TR-6.6",
    "seen": "TR-6.8",
    "removed": "TR-6.10",
    "disarmed": "TR-6.12",
    "deck": "TR-6.1",
    "aboard": "TR-4.3",
    "opened": "TR-5.7",
    "resisted": "TR-5.6",
    "dropped": "TR-5.5",
    "out": "TR-7.2",
    "turn": "TR-2.4",
    "won": "TR-7.1",
    "survivor": "TR-7.4",
    "jones": "TR-7.3",
    "season": "TR-7.3",
}
# And those that it carries out besides.
BESIDES = {
    "demand_with": ("TR-6.7",),
    "strengthen": ("TR-5.5",),
    "weaken": ("TR-5.5",),
    "opened": ("TR-5.6",),
    "won": ("TR-4.3",),
}
ENDINGS = {0: "won", 1: "survivor", 2: "jones", 3: "season"}

REASONS = {
    "chest": N_("a full chest brought home"),
    "survivor": N_("the last one left"),
    "no_chest": N_("no full chest is left: captain Jones wins"),
    "season": N_("the season of storms is over: captain Jones wins"),
}


# ── Events ──────────────────────────────────────────────────────────────────────────────────────
_happening = partial(happening, PARAGRAPHS)


def event_of(view: Any, action: int) -> Event:
    """What an action, as witnessed, is about to do in a view."""
    view, form = reading(view), NOTATION.to_json(action)
    name = str(form.pop("action"))
    who = view.turn if name in ("deal", "find") else view.actor
    event: Event = {"event": name, "who": SEATS[who] if 0 <= who < view.seats else None, **form}
    if name == "find":
        man = _receiver(view)
        event |= {"who": SEATS[man // DETACHMENTS], "detachment": man % DETACHMENTS + 1}
    elif name == "displace":
        event |= _way(view, int(form["detachment"]) - 1, int(form["zones"]))
    elif name == "push":
        event |= man_json(view.turn * DETACHMENTS + view.moved)
    elif name == "swap" and view.trick[view.actor] == NOTHING:
        event["event"] = name = "draw"
    event["rule"] = _rule(name, view)
    return event


def _rule(name: str, view: Any) -> str:
    if name == "deal" and view.phase == DEALING:
        return "TR-2.3"
    if name == "find" and view.dealing != NOTHING:
        return "TR-6.9"
    if name == "pass":
        return {ANSWERING: "TR-6.13", CLOSING: "TR-5.2", SUPPORTING: "TR-5.5"}.get(view.phase, "TR-6.2")
    return PARAGRAPHS[name]


def besides(event: Event) -> tuple[str, ...]:
    """The paragraphs that an event carries out besides the one it is filed under."""
    return BESIDES.get(event["event"], ())


def _receiver(view: Any) -> int:
    """The detachment that gets the next chest; it follows from what lies open."""
    return int(view.dealing if view.dealing != NOTHING else plain(waiting)(view.state))


def _way(view: Any, number: int, zones: int) -> Event:
    source = view.place[view.turn][number]
    way = -zones if view.loaded[view.turn][number] else zones
    return {"source": source, "target": source + way}


def events(before: Any, action: int, after: Any) -> list[Event]:
    """An action as witnessed and all that it led to, from the views of one seat before and after it."""
    before, after = reading(before), reading(after)
    found = [event_of(before, action)]
    found += _trick_ended(before, after)
    found += _pushed(before, found[0], after)
    found += _came_aboard(before, found[0], after)
    found += _confronted(before, found[0], after)
    found += _turned(before, after)
    return found


def _trick_ended(before: Any, after: Any) -> list[Event]:
    """What became of a trick that has just been settled."""
    kind: int = before.played
    if kind == NOTHING:
        kind = _just_played(before, after)
    if kind == NOTHING or after.played != NOTHING:
        return []
    if after.cancelled:
        return [_happening("cancelled", trick=TRICKS[kind])]
    if sum(after.removed) > sum(before.removed):
        chest = FULL if after.removed[FULL] > before.removed[FULL] else EMPTY
        return [_happening("removed", chest=CHESTS[chest])]
    if kind == MITRAILLE:
        return _disarmed(before, after, kind)
    return _now_seen(before, after) if kind in (LONGUE_VUE, TRAITRISE) else []


def _just_played(before: Any, after: Any) -> int:
    """The trick that was played and settled by one action, as nobody could answer it."""
    if after.up == before.up:
        return NOTHING
    came = _came(before, after)
    kinds = [kind for kind in range(BONNE_FORTUNE) if came[kind] > 0]
    if len(kinds) == 2:  # Mitraille, and what it hit
        return MITRAILLE
    if not kinds or before.phase == LOSING:
        return NOTHING
    return kinds[0]


def _came(before: Any, after: Any) -> list[int]:
    """How many tricks of each kind have come to lie face up."""
    lay, lie = (map(sum, zip(*view.up, strict=True)) for view in (before, after))
    return [now - was for was, now in zip(lay, lie, strict=True)]


def _disarmed(before: Any, after: Any, kind: int) -> list[Event]:
    came = _came(before, after)
    if before.played == NOTHING:
        came[kind] -= 1
    trick = TRICKS[came.index(max(came))]
    return [_happening("disarmed", who=SEATS[after.target[0]], trick=trick)]


def _now_seen(before: Any, after: Any) -> list[Event]:
    """Chests that the reader looks at now: by Longue vue, or one's own after Traîtrise."""
    found = []
    for man in range(after.seats * DETACHMENTS):
        seat, number = divmod(man, DETACHMENTS)
        chest = after.chest[seat][number]
        if before.known[seat][number] != after.known[seat][number] and chest in (EMPTY, FULL):
            found.append(_happening("seen", **man_json(man), chest=chest_name(chest)))
    return found


def _pushed(before: Any, first: Event, after: Any) -> list[Event]:
    if before.moved == NOTHING or first["event"] == "displace":
        return []
    where = after.place[before.turn][before.moved]
    if where == before.place[before.turn][before.moved]:
        return []
    return [_happening("pushed", **man_json(before.turn * DETACHMENTS + before.moved), target=where)]


def _came_aboard(before: Any, first: Event, after: Any) -> list[Event]:
    """An empty chest that was brought home; a full one ends the match, and is told there."""
    seat, number = before.turn, before.moved
    if first["event"] == "displace":
        number = first["detachment"] - 1
    if number == NOTHING or after.place[seat][number] != SHIP or sum(after.removed) > sum(before.removed):
        return []
    if not before.loaded[seat][number] or after.loaded[seat][number]:
        return []
    return [_happening("aboard", who=SEATS[seat])]


def _confronted(before: Any, first: Event, after: Any) -> list[Event]:
    """How a demand ended, perhaps as soon as it was made, and who is out."""
    found = []
    under_way = before.stage in (JOIN, SUPPORT) or first["event"] in ("demand", "demand_with")
    if under_way and after.stage in (NONE, LOSSES):
        found.append(_demand_ended(before, after))
    for seat in range(after.seats):
        if before.left[seat] and not after.left[seat]:
            found.append(_happening("out", who=SEATS[seat]))
    return found


def _demand_ended(before: Any, after: Any) -> Event:
    strengths = {side: strength_of(after, i) for i, side in enumerate(SIDES, AGGRESSOR)}
    if after.loaded[after.defender][after.named]:
        return _happening("resisted", **strengths)
    hit = after.target[0] == after.defender * DETACHMENTS + after.named
    if hit and sum(after.removed) > sum(before.removed):
        return _happening("dropped")
    return _happening("opened", **strengths, chest="empty" if after.stage == LOSSES else "full")


def _turned(before: Any, after: Any) -> list[Event]:
    found = []
    if after.deck_size > before.deck_size:
        found.append(_happening("deck"))
    if after.actor == OVER:
        name = ENDINGS[after.reason]
        found.append(_happening(name, who=SEATS[after.winner] if after.winner != NOTHING else None))
    elif sum(after.turns) > sum(before.turns):
        found.append(_happening("turn", who=SEATS[after.turn]))
    return found


# ── Sentences ───────────────────────────────────────────────────────────────────────────────────
def say_place(place: int, tongue: Tongue) -> str:
    """Where a detachment stands."""
    if place == SHIP:
        return tongue.text(N_("the ship"))
    if place == CAVE:
        return tongue.text(N_("the cave"))
    return tongue.text(N_("zone {zone}")).format(zone=place)


def say(event: Event, tongue: Tongue) -> str:
    """An event as a sentence."""
    name = event["event"]
    if event.get("trick") == "?" or (name == "find" and event["chest"] == "?"):
        name += "/hidden"
    if event.get("chest") == "nothing":
        name += "/nothing"
    return tongue.tell(SENTENCES[name], event, word)


def word(key: str, value: Any, tongue: Tongue) -> Any:
    """A word of an event, a question or an objection, as it is said."""
    if key in ("source", "target", "zone"):
        return say_place(value, tongue)
    if key == "side":
        return tongue.text(SIDE_NAMES[value])
    if key == "chest":
        return tongue.text(CHEST_NAMES[value]) if value in CHEST_NAMES else value
    if value in TRICK_NAMES:
        return TRICK_NAMES[value]
    return tongue.name(SEATS.index(value)) if value in SEATS else value


# ── Questions ───────────────────────────────────────────────────────────────────────────────────
QUESTIONS = {
    MOVING: (
        "TR-3.1",
        N_("{who}: move a detachment, swap or play a trick, or end the movement. Points: {points}."),
    ),
    REACTING: ("TR-6.2", N_("{who}: react to the displacement with a trick, or pass.")),
    CLOSING: ("TR-5.2", N_("{who}: demand that a chest be opened, play a trick, or pass.")),
    ANSWERING: ("TR-6.13", N_("{who}: {trick} is played against you. Answer with Bonne fortune, or pass.")),
    JOINING: ("TR-5.4", N_("{who}: join the demand in {zone}, or stay out of it.")),
    SUPPORTING: ("TR-5.5", N_("{who}: play a trick in the confrontation in {zone}, or pass.")),
    LOSING: ("TR-5.8", N_("{who}: the chest was empty; choose which detachment you lose.")),
}

CHANCES = {DEALING: "TR-2.3", FIRST: "TR-2.4", DRAWING: "TR-6.1", CHEST: "TR-4.1"}


def question(view: Any, tongue: Tongue) -> tuple[str, str]:
    """What is asked now: the paragraph, and the question in words."""
    view = reading(view)
    if view.actor == OVER:
        return "TR-7.1", tongue.text(MATCH_OVER)
    if view.actor < 0:
        return CHANCES[view.phase], tongue.text(CHANCE_DEALS)
    paragraph, sentence = QUESTIONS[view.phase]
    words = {
        "who": SEATS[view.actor],
        "points": view.points,
        "trick": TRICKS[view.played] if view.played != NOTHING else "",
        "zone": view.zone,
    }
    return paragraph, tongue.tell(sentence, words, word)
