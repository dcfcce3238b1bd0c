"""The spelling of actions agrees with their numbers, and a table in words with the state."""

import json
import random

import pytest
from tests.games.costa_ruana.scripts import COSTA_RUANA, SEATS, choices, play, resolving, set_up, table

from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.games.costa_ruana import state
from archipel.games.costa_ruana.notation import NOTATION, PHASES
from archipel.games.costa_ruana.parts import card

VERBS = {
    "deal": state.DEAL,
    "show": state.SHOW,
    "poor": state.MAKE_POOR,
    "first": state.CHOOSE,
    "up": state.PLAY_UP,
    "down": state.PLAY_DOWN,
    "ride": state.RIDE,
    "pass": state.PASS,
    "turn": state.TURN_OVER,
    "resolve": state.RESOLVE,
    "carry": state.CARRY,
    "return": state.TAKE_BACK,
    "place": state.PUT,
    "move": state.MOVE,
    "accept": state.ACCEPT,
    "name": state.NAME,
}


def test_every_verb_begins_at_its_number():
    assert {verb: NOTATION.first(verb) for verb in NOTATION.verbs} == VERBS
    assert len(NOTATION) == state.ACTIONS


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("deal move_treasure/day", state.DEAL),
        ("deal ?", state.DEAL + 32),
        ("show low_tide", state.SHOW + 3),
        ("poor 10", state.MAKE_POOR + 9),
        ("first white", state.CHOOSE + 5),
        ("up place_2/night blue", state.PLAY_UP + card("place_2", "night") * 6 + 1),
        ("down move_native/low_tide white", state.PLAY_DOWN + 31 * 6 + 5),
        ("down ? red", state.PLAY_DOWN + 32 * 6),
        ("ride 12", state.RIDE + 11),
        ("turn tide", state.TURN_OVER + 1),
        ("resolve 3", state.RESOLVE + 2),
        ("carry 3 5", state.CARRY + 24),
        ("return 10", state.TAKE_BACK + 9),
        ("place 1", state.PUT),
        ("move green 3 5", state.MOVE + 2 * 100 + 24),
        ("name blue", state.NAME + 1),
    ],
)
def test_actions_are_spelled_with_islands_and_cards_counted_from_one(text, number):
    assert NOTATION.read(text) == number
    assert NOTATION.spell(number) == text


def test_every_action_has_one_text_and_one_json_form():
    texts = [NOTATION.spell(action) for action in range(state.ACTIONS)]
    assert len(set(texts)) == state.ACTIONS
    for action, text in enumerate(texts):
        assert NOTATION.read(text) == action
        assert NOTATION.from_json(json.loads(json.dumps(NOTATION.to_json(action)))) == action


def test_every_phase_has_a_name():
    assert len(PHASES) == len(set(PHASES)) == state.ENDED + 1


@pytest.mark.parametrize("seats", SEATS)
def test_every_table_in_words_is_json(seats):
    match = Match(COSTA_RUANA, seats, seed=seats)
    chooser = random.Random(seats)
    while not match.over:
        for seat in (WATCHER, match.to_move):
            shown = match.show(seat)
            assert json.loads(json.dumps(shown)) == shown
        match.step(chooser.choice(match.moves))


def test_a_table_in_words():
    match = resolving("place_3/night blue", islands={2: {"red": 1}}, native_on={"red": 1})
    play(match, "blue: place 2")
    shown = match.show(0)
    assert (shown["phase"], shown["to_move"], shown["round"], shown["you"]) == ("effect", "blue", 1, "red")
    assert shown["effect"] == {"number": 1, "card": "place_3/night", "for": "blue", "left": 2}
    assert shown["islands"][1] == {
        "number": 2,
        "treasures": 4,
        "natives": {"red": 1, "blue": 1},
        "leads": None,
        "taken_by": None,
    }
    assert shown["table"][0] == {
        "number": 1,
        "card": "place_3/night",
        "face_down": False,
        "by": "red",
        "before": "blue",
        "natives": ["red"],
        "fate": "active",
    }
    assert table().show(0)["effect"] is None


def test_before_the_match_has_begun_nobody_is_shaman():
    shown = Match(COSTA_RUANA, 2).show(WATCHER)
    assert (shown["to_move"], shown["shaman"], shown["you"]) == ("chance", None, None)
    assert shown["conditions"] == [None, None]
    assert choices(set_up(2))[0] == "place 1"


@pytest.mark.rule("CR-6.2", "CR-6.3", "CR-11.3")
@pytest.mark.parametrize(
    ("natives", "leads"),
    [
        ({"red": 3, "blue": 1, "green": 1}, "red"),
        ({"red": 3, "blue": 4}, "blue"),
        ({"red": 2, "blue": 2, "green": 1}, "green"),
        ({"red": 2, "blue": 2}, None),
        ({}, None),
    ],
)
def test_an_island_shows_who_would_take_a_treasure_now(natives, leads):
    match = resolving("place_3/night blue", islands={2: natives})
    assert match.show(0)["islands"][1]["leads"] == leads
