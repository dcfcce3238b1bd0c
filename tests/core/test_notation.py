from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archipel.core.notation import Notation, NotationError, Verb
from archipel.games import game, games

SMALL = Notation(
    Verb("pass"), Verb("move", owner=("red", "blue"), to=range(1, 4)), Verb("deal", card=("day/1", "?"))
)


# ── Numbers ─────────────────────────────────────────────────────────────────────────────────────
def test_actions_are_numbered_through_the_verbs_the_last_field_fastest():
    assert [SMALL.spell(action) for action in range(len(SMALL))] == [
        "pass",
        "move red 1",
        "move red 2",
        "move red 3",
        "move blue 1",
        "move blue 2",
        "move blue 3",
        "deal day/1",
        "deal ?",
    ]
    assert [SMALL.first(verb) for verb in ("pass", "move", "deal")] == [0, 1, 7]


@pytest.mark.parametrize("name", games())
def test_every_action_reads_as_it_is_spelled(name):
    notation = game(name).notation.NOTATION
    assert len(notation) == game(name).rules.ACTIONS
    texts = [notation.spell(action) for action in range(len(notation))]
    assert len(set(texts)) == len(texts)
    assert [notation.read(text) for text in texts] == list(range(len(notation)))


@pytest.mark.parametrize("name", games())
def test_every_action_comes_back_from_json(name):
    notation = game(name).notation.NOTATION
    for action in range(len(notation)):
        form = json.loads(json.dumps(notation.to_json(action)))
        assert notation.from_json(form) == action


def test_case_and_spaces_do_not_matter_to_a_reader():
    assert SMALL.read("  MOVE   Blue\t2 \n") == SMALL.read("move blue 2")


def test_a_json_form_is_the_readers_to_keep():
    SMALL.to_json(1)["owner"] = "green"
    assert SMALL.to_json(1) == {"action": "move", "owner": "red", "to": 1}


# ── Complaints ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "'': an action is missing"),
        ("   ", "'': an action is missing"),
        ("swim red 1", "'swim red 1': no action is called 'swim'; there are pass, move, deal"),
        ("pass now", "'pass now': 'pass' takes nothing more"),
        ("move red", "'move red': 'move' takes owner, to"),
        ("move red 1 2", "'move red 1 2': 'move' takes owner, to"),
        ("move green 1", "'move green 1': 'owner' cannot be 'green'; it is one of red, blue"),
        ("move red 4", "'move red 4': 'to' cannot be '4'; it is one of 1, 2, 3"),
        ("move red 01", "'move red 01': 'to' cannot be '01'; it is one of 1, 2, 3"),
        ("deal day/2", "'deal day/2': 'card' cannot be 'day/2'; it is one of day/1, ?"),
    ],
)
def test_text_that_is_no_action_is_refused_with_what_is_wrong(text, complaint):
    with pytest.raises(NotationError, match=f"^{re.escape(complaint)}$"):
        SMALL.read(text)


def test_a_long_list_of_words_is_cut():
    notation = Notation(Verb("place", island=range(1, 100)))
    with pytest.raises(NotationError, match=r"one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 …$"):
        notation.read("place 100")


@pytest.mark.parametrize(
    ("form", "complaint"),
    [
        (None, 'None is no action: it must be an object with an "action"'),
        ("pass", "'pass' is no action: it must be an object with an \"action\""),
        ([], '[] is no action: it must be an object with an "action"'),
        ({}, '{} is no action: it must be an object with an "action"'),
        ({"action": 1}, "{'action': 1} is no action: it must be an object with an \"action\""),
        ({"action": ["pass"]}, "{'action': ['pass']} is no action: it must be"),
        ({"action": "swim"}, "no action is called 'swim'; there are pass, move, deal"),
        ({"action": "Pass"}, "no action is called 'Pass'; there are pass, move, deal"),
        ({"action": "swim", "to": 1}, "no action is called 'swim'; there are pass, move, deal"),
        ({"action": "pass", "to": 1}, "'pass' takes no fields"),
        ({"action": "move", "owner": "red"}, "'move' takes owner, to"),
        ({"action": "move", "owner": "red", "to": 1, "by": "boat"}, "'move' takes owner, to"),
        ({"action": "move", "owner": "red", "too": 1}, "'move' takes owner, to"),
        ({"action": "move", "owner": "RED", "to": 1}, "'owner' cannot be 'RED'; it is one of red, blue"),
        ({"action": "move", "owner": "red", "to": 4}, "'to' cannot be '4'; it is one of 1, 2, 3"),
        ({"action": "move", "owner": "red", "to": 1.0}, "'to' cannot be '1.0'; it is one of 1, 2, 3"),
        ({"action": "move", "owner": "red", "to": None}, "'to' cannot be 'None'; it is one of 1, 2, 3"),
        ({"action": "move", "owner": "red", "to": [1]}, "'to' cannot be '[1]'; it is one of 1, 2, 3"),
        ({"action": "move", "owner": "red", "to": "1"}, "the numbers must not be in quotation marks"),
    ],
)
def test_json_that_is_no_action_is_refused_with_what_is_wrong(form, complaint):
    with pytest.raises(NotationError, match=re.escape(complaint)):
        SMALL.from_json(form)


@given(st.text(max_size=30))
def test_any_text_is_an_action_or_a_complaint(text):
    try:
        action = SMALL.read(text)
    except NotationError:
        return
    assert SMALL.spell(action) == " ".join(text.lower().split())


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.floats()
    | st.sampled_from(["move", "red", "1", "to"]),
    lambda values: (
        st.lists(values, max_size=3)
        | st.dictionaries(st.sampled_from(["action", "owner", "to", "card"]), values, max_size=4)
    ),
)


@given(JSON)
def test_any_json_is_an_action_or_a_complaint(form):
    try:
        action = SMALL.from_json(form)
    except NotationError:
        return
    assert SMALL.to_json(action) == form
