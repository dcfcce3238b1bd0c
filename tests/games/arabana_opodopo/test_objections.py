"""Why something is not allowed: a paragraph and a sentence for everything that is not legal."""

import re

import pytest
from tests.games.arabana_opodopo.scripts import ARABANA_OPODOPO, PLAYERS, phase, play, refusal, table
from tests.games.arabana_opodopo.sentences import (
    PARAGRAPHS,
    TEN,
    TWENTY,
    TWO_CHOICES,
    assert_is_sentence,
    each_language,
    messages,
    random_match,
)

from archipel.core.match import Match
from archipel.core.words import LANGUAGES
from archipel.games.arabana_opodopo import objections

HOLDING = {"red": "nn", "bridges": "no:blue jn:red"}
OUT = {"bridges": TWENTY + " gh:blue", "red": "gg"}
STONES = {"round": 2, "blue": "b", "open": "mn", "bag": "a", "stones": {"red": "kanaloa ku pele lono"}}
REMOVING = {"bridges": TWO_CHOICES, "red": "g", "seats": 4}
OBJECTIONS = [
    # position, script, action, paragraph, what is said
    ({}, "", "remove a b", "AO-3.1", "That is not what is asked now. Red: play as many"),
    ({}, "", "begin red", "AO-3.1", "That is not what is asked now. Red: play as many"),
    ({}, "draw", "draw", "AO-3.5", "That is not what is asked now. Chance deals."),
    ({"bridges": TEN, "red": "n"}, "play n c", "draw", "AO-8.4", "The match is over."),
    # cards
    (HOLDING, "", "play a b", "AO-3.2", "You do not hold a card Arabana (A)."),
    (HOLDING, "", "play n a", "AO-1.5", "There is no slot between Nuridan (N) and Arabana (A)."),
    (HOLDING, "", "play n o", "AO-3.2", "There is a bridge already; two cards are needed"),
    (HOLDING, "", "play n j", "AO-3.2", "There is a bridge already"),
    (HOLDING, "", "spend n", "AO-6.1", "Only who has all bridges on the board may play a card without one."),
    (HOLDING, "", "exchange n a double", "AO-1.5", "There is no slot between"),
    (HOLDING, "", "exchange n c double", "AO-3.3", "Only a bridge of another player can be replaced."),
    (HOLDING, "", "exchange n j double", "AO-3.3", "Only a bridge of another player can be replaced."),
    (HOLDING, "", "exchange o n double", "AO-3.3", "You do not hold 2 cards Opodopo (O)."),
    (HOLDING, "", "exchange n o each", "AO-3.3", "You do not hold a card Opodopo (O)."),
    (HOLDING, "", "exchange o n each", "AO-3.3", "Name the island with the earlier letter first."),
    (HOLDING, "", "exchange n o kanaloa", "AO-9.2", "You do not hold a stone of Kanaloa."),
    (HOLDING, "", "exchange o n kanaloa", "AO-3.2", "You do not hold a card Opodopo (O)."),
    (HOLDING, "", "exchange n o kanaloas", "AO-9.5", "You do not hold two stones of Kanaloa."),
    (HOLDING, "", "exchange o n kanaloas", "AO-3.3", "Name the island with the earlier letter first."),
    (HOLDING, "", "discard a", "AO-3.4", "You do not hold a card Arabana (A)."),
    (HOLDING, "discard n", "discard n", "AO-3.4", "You have discarded already, and your hand is small"),
    (
        HOLDING | {"final": True},
        "discard n",
        "discard n",
        "AO-3.4",
        "You have discarded already in this turn.",
    ),
    # drawing and ending
    ({"red": "aabbc"}, "", "draw", "AO-3.6", "You hold 5 cards: play or discard first."),
    ({"open": "mn", "bag": ""}, "", "take p", "AO-3.5", "Pakulea (P) does not lie open."),
    ({"open": "mn", "bag": ""}, "", "draw", "AO-3.5", "The bag is empty."),
    ({"final": True}, "", "draw", "AO-8.1", "Nobody draws in the final turns."),
    ({"final": True}, "", "take p", "AO-8.1", "Nobody draws in the final turns."),
    ({}, "", "end", "AO-3.7", "While cards are left a turn ends with a draw."),
    ({}, "", "defer", "AO-8.2", "Only the final turn can be deferred."),
    ({"final": True}, "", "defer", "AO-8.2", "Nobody with more points has yet to play the final turn."),
    (
        {"final": True, "red": "n", "points": (0, 1, 0)},
        "discard n",
        "defer",
        "AO-8.2",
        "You have begun your final turn.",
    ),
    # out of bridges
    (HOLDING, "", "take_back j n", "AO-6.2", "Only who has all bridges on the board may take one back."),
    (OUT, "", "take_back g h", "AO-6.2", "That is not your bridge."),
    (OUT, "", "take_back b a", "AO-6.2", "Name the island with the earlier letter first."),
    (OUT, "", "take_back a n", "AO-1.5", "There is no slot between"),
    ({**OUT, "red": "a"}, "", "take_back a b", "AO-6.2", "You could not place it anywhere else."),
    (OUT, "", "play g k", "AO-6.3", "You have no bridge left: take one back first."),
    (OUT, "", "exchange g h double", "AO-6.3", "You have no bridge left"),
    (OUT, "take_back g l", "draw", "AO-6.2", "First place the bridge you took back."),
    (OUT, "take_back g l", "play g l", "AO-6.2", "You took a bridge back from there in this turn."),
    # removals
    (REMOVING, "play g k", "remove j k", "AO-5.2", "The bridge must touch Gavuloa (G)."),
    (REMOVING, "play g k", "remove e g", "AO-5.2", "Remove a bridge of another player."),
    (REMOVING, "play g k", "remove h g", "AO-5.2", "Name the island with the earlier letter first."),
    (REMOVING, "play g k", "remove a g", "AO-1.5", "There is no slot between Arabana (A) and Gavuloa (G)."),
    # stones
    ({"round": 2}, "", "kanaloa n o", "AO-9.2", "You do not hold a stone of Kanaloa."),
    ({"round": 2}, "", "ku blue", "AO-9.2", "You do not hold a stone of Ku."),
    ({"round": 2}, "", "pele", "AO-9.2", "You do not hold a stone of Pele."),
    ({"round": 2}, "", "lono_draw", "AO-9.2", "You do not hold a stone of Lono."),
    ({**STONES, "round": 1}, "", "pele", "AO-9.4", "Stones are used from the second round on."),
    (STONES, "", "kanaloa o n", "AO-9.5", "Name the island with the earlier letter first."),
    (STONES, "", "kanaloa a n", "AO-1.5", "There is no slot between"),
    ({**STONES, "bridges": "no:red"}, "", "kanaloa n o", "AO-3.2", "There is a bridge already"),
    ({**STONES, "bridges": TWENTY}, "", "kanaloa n o", "AO-6.3", "You have no bridge left"),
    (STONES, "", "ku red", "AO-9.6", "Ku looks at the hand of an opponent."),
    (STONES, "", "ku green", "AO-9.6", "That player has no cards."),
    (STONES, "", "ku yellow", "AO-9.6", "That player has no cards."),
    ({**STONES, "blue": ""}, "", "pele", "AO-9.7", "No opponent has any cards."),
    (STONES, "", "lono p", "AO-3.5", "Pakulea (P) does not lie open."),
    ({**STONES, "bag": ""}, "", "lono_draw", "AO-3.5", "The bag is empty."),
    ({"final": True, "stones": {"red": "lono"}}, "", "lono_draw", "AO-9.8", "No card is left to draw."),
    ({"final": True, "stones": {"red": "lono"}}, "", "lono p", "AO-9.8", "No card is left to draw."),
    (
        {"round": 2, "open": "p", "bag": "", "stones": {"red": "lono"}},
        "lono p",
        "draw",
        "AO-9.8",
        "No card is left to draw.",
    ),
    (STONES, "ku blue", "steal c", "AO-9.6", "There is no such card in that hand."),
    (STONES, "ku blue", "steal ?", "AO-9.6", "There is no such card in that hand."),
    (STONES, "pele; plunder b", "give c", "AO-9.7", "You do not hold a card Cumaloa (C)."),
]


@pytest.mark.parametrize(("pieces", "script", "action", "paragraph", "said"), OBJECTIONS)
def test_an_objection_names_its_paragraph(pieces, script, action, paragraph, said):
    match = play(table(**pieces), script)
    found, sentence = refusal(match, action)
    assert found == paragraph
    assert said in sentence
    for language in LANGUAGES:
        found, sentence = match.objection(match.read(action), match.tongue(language))
        assert found == paragraph
        assert_is_sentence(sentence)


def test_a_card_that_is_not_in_hand_is_not_laid():
    match = Match(ARABANA_OPODOPO, 3)
    play(match, "; ".join(f"deal {card}" for card in "abcdefghijkl"))
    for card, named in (("e", "Elumani (E)"), ("?", "?")):
        assert refusal(match, f"lay {card}") == ("AO-2.1", f"You do not hold a card {named}.")


def test_every_objection_there_is_is_met_above():
    said = [refusal(play(table(**pieces), script), action)[1] for pieces, script, action, *_ in OBJECTIONS]
    for message in set(messages(objections)):
        pattern = ".+".join(map(re.escape, re.split(r"{\w+}", message)))
        assert any(re.fullmatch(pattern, sentence) for sentence in said), message


def test_an_action_out_of_turn_is_answered_with_the_question():
    asked = "Red: play as many cards as you like, then draw one."
    for action in (
        "lay a",
        "remove a b",
        "steal a",
        "give a",
        "deal a",
        "reveal a",
        "begin red",
        "plunder a",
    ):
        assert refusal(table(), action) == ("AO-3.1", f"That is not what is asked now. {asked}")


def test_an_objection_tells_nobody_what_others_hold():
    """The same words whatever is hidden from who tried."""
    found = set()
    for held, stock in (("b", "c"), ("c", "b")):
        match = table(blue=held, open="mn", bag=stock, red="n", round=2, stones={"red": "ku lono"})
        illegal = [move for move in range(ARABANA_OPODOPO.rules.ACTIONS) if move not in match.moves]
        found.add(tuple(match.objection(move, match.tongue("en")) for move in illegal))
    assert len(found) == 1


# ── Everything that is not legal ────────────────────────────────────────────────────────────────
@each_language
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_illegal_action_meets_an_objection(seats, language):
    """In states of every phase: a sentence and an existing paragraph, never a rule that nobody can name."""
    played = random_match(seats, seats + 20, True)
    match, met = Match(ARABANA_OPODOPO, seats, {"gods": True}), {}
    tongue = match.tongue(language)
    for action in played.actions:
        here = phase(match), int(match.state.round), int(match.state.final)
        met[here] = met.get(here, 0) + 1
        if met[here] in (1, 30):
            assert_all_object(match, tongue)
        match.step(action)
    assert_all_object(match, tongue)
    assert len(met) > 10


def assert_all_object(match, tongue):
    view, legal = match.view(match.to_move), set(match.moves)
    for move in range(ARABANA_OPODOPO.rules.ACTIONS):
        if move not in legal:
            paragraph, sentence = objections.objection(view, move, tongue)
            assert_is_sentence(sentence)
            assert paragraph in PARAGRAPHS


@pytest.mark.parametrize("script", ["", "take_back a b", "take_back a b; play n o"])
@each_language
def test_every_illegal_action_meets_an_objection_out_of_bridges(script, language):
    pieces = {"bridges": TWENTY + " gh:blue", "red": "nng", "blue": "b", "round": 2}
    match = play(table(**pieces, stones={"red": "kanaloa ku"}), script)
    assert_all_object(match, match.tongue(language))


def test_a_rule_that_nobody_can_name_is_an_error():
    match = table(red="n")
    with pytest.raises(AssertionError, match="'play n o' is not legal, and no paragraph says why"):
        objections.objection(match.view(0), match.read("play n o"), match.tongue("en"))
