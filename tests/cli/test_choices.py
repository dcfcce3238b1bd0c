from __future__ import annotations

import random

import pytest

from archipel.cli.choices import MOST_LISTED, offer
from archipel.core.match import Match
from archipel.games import game


def leaves(match, actions, tongue, depth=0):
    """Every action that numbers alone can reach."""
    offered = offer(match, actions, tongue)
    words = [choice.words for choice in offered.choices]
    assert len(set(words)) == len(words), words
    assert all(choice.rule in PARAGRAPHS for choice in offered.choices)
    if len(actions) > MOST_LISTED:
        assert offered.prompt
        assert 1 < len(words) <= MOST_LISTED
    found = []
    for choice in offered.choices:
        if len(choice.actions) == 1:
            found += choice.actions
        else:
            found += leaves(match, choice.actions, tongue, depth + 1)
    return found


COSTA_RUANA = game("costa-ruana")
PARAGRAPHS = {f"CR-{section}.{number}" for section in range(12) for number in range(20)}


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_numbers_reach_every_action_once(seats, language):
    match = Match(COSTA_RUANA, seats, seed=seats)
    dice = random.Random(seats)
    most = 0
    while not match.over:
        moves = match.moves
        most = max(most, len(moves))
        assert sorted(leaves(match, moves, match.tongue(language))) == sorted(moves)
        match.step(dice.choice(moves))
    assert most > MOST_LISTED


def test_few_actions_are_sentences():
    match = Match(COSTA_RUANA, 3, seed=1)
    tongue = match.tongue("en")
    offered = offer(match, match.moves, tongue)
    assert offered.prompt == ""
    assert offered.choices[2].words == f"{tongue.name(match.to_move)} places a native on island 3."
    assert offered.choices[2].rule == "CR-2.7"


def test_many_actions_are_asked_field_by_field():
    """A Move a native with everybody everywhere: whose, from where, to where."""
    notation = COSTA_RUANA.notation.NOTATION
    match = Match(COSTA_RUANA, 3, seed=1)
    dice = random.Random(1)
    while not match.over and not (len(match.moves) > 30 and match.spell(match.moves[0]).startswith("move")):
        match.step(dice.choice(match.moves))
        if match.over:
            match = Match(COSTA_RUANA, 3, seed=dice.randrange(1000))
    owners = offer(match, match.moves, match.tongue("en"))
    assert owners.prompt == "Whose native?"
    most = max(owners.choices, key=lambda choice: len(choice.actions))
    assert len({notation.to_json(action)["owner"] for action in most.actions}) == 1
    assert most.words in match.tongue("en").names
