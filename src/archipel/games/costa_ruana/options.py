"""The options of Costa Ruana (CR-10): read, checked with errors that say what is wrong, and packed.

A deck is `"standard"`, the reconstruction in `deck.json`, `"miniature"`, that of a match which can be solved
(CR-10.3), or `{"cards": [...]}` in the same form.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from archipel.core.game import GameError
from archipel.core.options import MINIATURE, NAMES, STANDARD, read_json
from archipel.core.rule import part
from archipel.core.words import N_

FILE = Path(__file__).with_name("deck.json")
SMALL = FILE.with_name("miniature.json")
KEYS = (
    "cards",
    "rounds",
    "islands",
    "status",
    "condition_tiles",
    "counts_by_kind",
    "counts_by_background",
    "counts_by_notches",
)
NOTCHES = part("CR-1.5 CR-10.2", range(2, 7))
SIZES = part("CR-10.3", {"rounds": range(1, 6), "islands": range(2, 11)})
MOST_CARDS = 127  # what a cell of a state can count

Card = dict[str, Any]
Deck = dict[str, Any]


# ── Reading what a user gives ───────────────────────────────────────────────────────────────────
def load_deck(text: str) -> Any:
    """A deck by its name, or the one in a file."""
    return check_deck(text if text in NAMES else read_json(text, "deck"))


def check_deck(value: Any) -> Any:
    """A deck in its plainest form, or `ValueError` that says what is wrong with it (CR-10.2)."""
    if value == STANDARD:
        return value
    if value == MINIATURE:
        value = json.loads(SMALL.read_text("utf-8"))
    if not isinstance(value, dict) or not isinstance(value.get("cards"), list):
        raise ValueError('a deck is "standard", "miniature" or an object with a list of "cards"')
    if unknown := [key for key in value if key not in KEYS]:
        raise ValueError(f"unknown word {unknown[0]!r} in the deck; known are {', '.join(KEYS)}")
    cards = [_check_card(number, card) for number, card in enumerate(value["cards"], 1)]
    _check_ids(value["cards"])
    _check_counts(value, cards)
    if len(cards) > MOST_CARDS:
        raise ValueError(f"{len(cards)} cards are more than the {MOST_CARDS} a deck can have")
    return {"cards": cards, **_check_size(value)}


def _check_size(value: dict[str, Any]) -> dict[str, int]:
    """A deck may be for a smaller match (CR-10.3): fewer rounds, other islands."""
    size = {}
    for key, choice in SIZES.items():
        if key in value:
            if type(value[key]) is not int or value[key] not in choice:
                raise ValueError(f"{key} is {value[key]!r}, not a number from {choice[0]} to {choice[-1]}")
            size[key] = value[key]
    return size


def _check_card(number: int, card: Any) -> Card:
    from archipel.games.costa_ruana.parts import BACKGROUNDS, KINDS

    if not isinstance(card, dict):
        raise ValueError(f"card {number} is not an object")
    choices = {"kind": KINDS, "background": BACKGROUNDS, "notches": NOTCHES}
    if unknown := [key for key in card if key not in (*choices, "id")]:
        raise ValueError(f"card {number}: unknown word {unknown[0]!r}; known are id, {', '.join(choices)}")
    for key, choice in choices.items():
        if key not in card:
            raise ValueError(f"card {number} has no {key!r}")
        if isinstance(card[key], bool | float) or card[key] not in choice:
            raise ValueError(
                f"card {number}: {key} is {card[key]!r}, not one of {', '.join(map(str, choice))}"
            )
    return {key: card[key] for key in choices}


def _check_ids(cards: list[Card]) -> None:
    seen: dict[str, int] = {}
    for number, card in enumerate(cards, 1):
        name = card.get("id")
        if name is None:
            continue
        if not isinstance(name, str):
            raise ValueError(f"card {number}: id is {name!r}, not a text")
        if name in seen:
            raise ValueError(f"card {number} has the same id {name!r} as card {seen[name]}")
        seen[name] = number


def _check_counts(value: dict[str, Any], cards: list[Card]) -> None:
    """Counts are optional, and right if present."""
    from archipel.games.costa_ruana.parts import CONDITION_CARDS

    for key in ("kind", "background", "notches"):
        stated = value.get(f"counts_by_{key}")
        real = Counter(str(card[key]) for card in cards)
        if stated is not None and not (isinstance(stated, dict) and Counter(stated) == real):
            raise ValueError(f"counts_by_{key} says {stated!r}, but the cards are {dict(real)!r}")
    tiles, right = value.get("condition_tiles"), [list(tile) for tile in CONDITION_CARDS]
    if tiles is not None and _sides(tiles) != _sides(right):
        raise ValueError(f"condition_tiles is {tiles!r}, but they are {right!r}")


def _sides(tiles: Any) -> set[frozenset[Any]] | None:
    """The sides of condition cards, in whatever order; None if they are not written as lists."""
    try:
        return {frozenset(tile) for tile in tiles}
    except TypeError:
        return None


# ── Packing for the rules ───────────────────────────────────────────────────────────────────────
@cache
def standard_deck() -> Deck:
    """The deck of this edition (CR-9.1), a reconstruction."""
    deck: Deck = check_deck(json.loads(FILE.read_text("utf-8")))
    return deck


def rounds_of(deck: Deck) -> int:
    """How many rounds a deck is for."""
    return int(deck.get("rounds", SIZES["rounds"][-1]))


def cards_in_play(deck: Deck, seats: int) -> list[int]:
    """The numbers of the cards that stay for some players (CR-2.1); refuses a deck that is too short."""
    from archipel.games.costa_ruana.parts import CARDS_SEEN, card

    kept = [card(one["kind"], one["background"]) for one in deck["cards"] if one["notches"] <= seats]
    need = CARDS_SEEN[rounds_of(deck)] * seats
    missing = need - len(kept)
    if missing > 0:
        sentence = N_(
            "{seats} players need {cards} cards with at most {seats} notches; "
            "this deck has {kept}: {missing} are missing."
        )
        raise GameError(sentence, seats=seats, cards=need, kept=len(kept), missing=missing)
    return kept


@cache
def standard_cards(seats: int) -> list[int]:
    """The cards of the standard deck that stay for some players."""
    return cards_in_play(standard_deck(), seats)


def islands_in_play(deck: Deck, seats: int) -> int:
    """How many islands there are; refuses so few that they may be full or have no treasure left (CR-10.3)."""
    from archipel.games.costa_ruana.parts import ISLANDS_FOR, POOR_ISLANDS, ROOM, TREASURES_EACH

    islands, rounds = int(deck.get("islands", ISLANDS_FOR[seats])), rounds_of(deck)
    natives = most_natives(deck, seats)
    need = 1 + -(-natives // ROOM)  # one more than they fill: a native that moves finds another island
    if islands < need:
        sentence = N_(
            "{seats} players can bring {natives} natives to the islands with this deck: "
            "{islands} islands are too few, at least {need} are needed."
        )
        raise GameError(sentence, seats=seats, natives=natives, islands=islands, need=need)
    if islands * (TREASURES_EACH - (rounds - 1)) <= POOR_ISLANDS:
        sentence = N_("{islands} islands may have no treasure left in round {rounds}; play fewer rounds.")
        raise GameError(sentence, islands=islands, rounds=rounds)
    return islands


def most_natives(deck: Deck, seats: int) -> int:
    """How many natives there can be on islands: those who settle, and those whom cards and copies place."""
    from archipel.games.costa_ruana.parts import AMOUNT_OF, KINDS, NATIVES, PLACE, SETTLERS, TYPE_OF

    kinds = {KINDS.index(one["kind"]) for one in deck["cards"] if one["notches"] <= seats}
    placed = max((int(AMOUNT_OF[kind]) for kind in kinds if TYPE_OF[kind] == PLACE), default=0)
    rounds = rounds_of(deck)
    each = min(SETTLERS, rounds - 1) + rounds * 3 * placed  # in a round: two cards and a copy a player
    return seats * min(NATIVES, each)


def pack(packed: Any, seats: int, options: dict[str, Any]) -> None:
    """Write options into a record of the shape `OPTIONS`."""
    packed.open_huts = options["open_huts"]
    standard = options["deck"] == STANDARD
    deck = standard_deck() if standard else options["deck"]
    packed.rounds = rounds_of(deck)
    packed.islands = islands_in_play(deck, seats)
    for card in standard_cards(seats) if standard else cards_in_play(deck, seats):
        packed.deck[card] += 1
