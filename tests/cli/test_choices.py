from __future__ import annotations

import random

import pytest

from archipel.cli.choices import MOST_LISTED, offer
from archipel.core.match import Match
from archipel.games import game

MOST_IN_A_GROUP = 16  # islands, where there are many


def leaves(match, actions, tongue, depth=0):
    """Every action that numbers alone can reach."""
    offered = offer(match, actions, tongue)
    words = [choice.words for choice in offered.choices]
    assert len(set(words)) == len(words), words
    assert all(choice.rule in PARAGRAPHS for choice in offered.choices)
    if len(actions) > MOST_LISTED:
        assert offered.prompt
        assert 1 < len(words) <= MOST_IN_A_GROUP
    found = []
    for choice in offered.choices:
        if len(choice.actions) == 1:
            found += choice.actions
        else:
            found += leaves(match, choice.actions, tongue, depth + 1)
    return found


COSTA_RUANA, TRESOR, ARABANA = game("costa-ruana"), game("tresor"), game("arabana-opodopo")
PARAGRAPHS = {
    f"{prefix}-{section}.{number}" for prefix in ("CR", "AO") for section in range(12) for number in range(20)
}


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


@pytest.mark.parametrize("language", ["en", "fr"])
def test_numbers_reach_every_play_stone_and_bridge(language):
    """Arabana-Opodopo has many more actions at a time than any other game."""
    match = Match(ARABANA, 4, {"gods": True}, seed=1)
    dice = random.Random(1)
    while not match.over:
        moves = match.moves
        assert sorted(leaves(match, moves, match.tongue(language))) == sorted(moves)
        match.step(dice.choice(moves))


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


# ── What choices lead to ────────────────────────────────────────────────────────────────────────
def test_what_all_choices_lead_to_is_said_once():
    """The last native of a round: the islands are settled, whichever it is."""
    match, dice = Match(COSTA_RUANA, 4, seed=12), random.Random(1)
    found = 0
    while not match.over:
        offered = offer(match, match.moves, match.tongue("en"))
        for sentence in offered.anyway:
            found += 1
            assert len(offered.choices) > 1
            for choice in offered.choices:
                (action,) = choice.actions
                said = [COSTA_RUANA.words.say(event, match.tongue("en")) for event in match.preview(action)]
                assert sentence in said
                assert sentence not in choice.consequences
        match.step(dice.choice(match.moves))
    assert found > 0


def test_what_is_next_is_no_consequence():
    """A pass that ends a turn in Trésor causes nothing."""
    match, dice = Match(TRESOR, 3, seed=1), random.Random(1)
    ended = 0
    while not match.over:
        tongue = match.tongue("en")
        ended += any(event["event"] == "turn" for event in match.preview(match.moves[0])[1:])
        offered = offer(match, match.moves, tongue)
        said = [*offered.anyway, *(one for choice in offered.choices for one in choice.consequences)]
        assert not any(one.startswith("It is the turn of") for one in said)
        match.step(dice.choice(match.moves))
    assert ended > 0


@pytest.mark.parametrize("one", [COSTA_RUANA, TRESOR, ARABANA], ids=lambda one: one.name)
def test_choices_say_the_same_in_every_world_a_seat_thinks_possible(one):
    """So what they foresee tells nobody what is hidden."""
    options = {"gods": True} if one is ARABANA else {}
    match, dice = Match(one, 4, options, seed=1), random.Random(1)
    while not match.over:
        world = match.world(match.to_move, dice.randrange(1000))
        tongue = match.tongue("en")
        assert offer(world, world.moves, tongue) == offer(match, match.moves, tongue)
        match.step(dice.choice(match.moves))
