"""What happens, what is asked and why something is not allowed, in words of both languages."""

import ast
import inspect
import random
import re
from collections import Counter
from functools import cache

import pytest
from tests.games.tresor.scripts import SEATS, TRESOR, choices, closing, phase, play, refusal, set_up, table

from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.core.rulebook import rulebook
from archipel.core.words import LANGUAGES, Tongue
from archipel.games.tresor import objections, words
from archipel.games.tresor.state import JOIN, SUPPORT

PARAGRAPHS = rulebook("tresor").paragraphs
each_language = pytest.mark.parametrize("language", LANGUAGES)


def messages(module):
    """All texts of a module that are marked for translation."""
    calls = (node for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.Call))
    return [ast.literal_eval(call.args[0]) for call in calls if ast.unparse(call.func) == "N_"]


def assert_is_sentence(text):
    assert "{" not in text, text
    assert "}" not in text, text
    assert text.endswith("."), text
    assert text[0].isupper() or text[0].isdigit(), text
    assert "None" not in text, text


@cache
def random_match(seats, seed, count=600):
    """A random match, or its beginning."""
    match, chooser = Match(TRESOR, seats, seed=seed), random.Random(seed)
    while not match.over and len(match.actions) < count:
        match.step(chooser.choice(match.moves))
    return match


def tell(match, action, seat=WATCHER, language="en"):
    """What a seat is told when an action is taken, sentence by sentence."""
    events = match.consider(match.read(action)).events(seat)
    return [words.say(event, match.tongue(language)) for event in events]


# ── Structure, in every language ────────────────────────────────────────────────────────────────
@each_language
@pytest.mark.parametrize("seats", SEATS)
def test_every_event_is_a_sentence_and_follows_from_a_paragraph(seats, language):
    match = random_match(seats, seats)
    tongue = match.tongue(language)
    for seat in (WATCHER, 0, seats - 1):
        for event in match.events(seat):
            assert_is_sentence(words.say(event, tongue))
            assert event["rule"] in PARAGRAPHS


@pytest.mark.parametrize("seats", SEATS)
def test_every_demand_is_told_to_its_end(seats):
    match, chooser = Match(TRESOR, seats, seed=seats), random.Random(seats)
    while not match.over and len(match.actions) < 1500:
        demands = [move for move in match.moves if match.spell(move).startswith(("demand", "join"))]
        match.step(chooser.choice(demands or match.moves))
    told = Counter(event["event"] for event in match.events(WATCHER))
    ends = told["opened"] + told["resisted"] + told["dropped"]
    assert ends == told["demand"] + told["demand_with"] - (match.state.stage in (JOIN, SUPPORT))
    assert ends > 0


@each_language
def test_every_legal_action_is_a_sentence_and_every_question_too(language):
    played, match = random_match(4, 14), Match(TRESOR, 4)
    tongue = match.tongue(language)
    for number, action in enumerate(played.actions):
        view = match.view(match.to_move)
        for move in match.moves if number % 5 == 0 else [action]:
            event = words.event_of(view, move)
            assert_is_sentence(words.say(event, tongue))
            assert event["rule"] in PARAGRAPHS
        paragraph, question = words.question(view, tongue)
        assert_is_sentence(question)
        assert paragraph in PARAGRAPHS
        match.step(action)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("message", messages(words) + messages(objections))
def test_a_translation_has_the_same_fields(message, language):
    translated = Tongue(language).text(message)
    assert sorted(re.findall(r"{\w+}", translated)) == sorted(re.findall(r"{\w+}", message))


@each_language
@pytest.mark.parametrize("seats", SEATS)
def test_every_illegal_action_meets_an_objection(seats, language):
    """In states of every phase: a sentence and an existing paragraph, never a rule that nobody can name."""
    played = random_match(seats, seats + 20)
    match, met = Match(TRESOR, seats), {}
    tongue = match.tongue(language)
    for action in played.actions:
        here = phase(match)
        met[here] = met.get(here, 0) + 1
        if met[here] in (1, 40):
            view, legal = match.view(match.to_move), set(match.moves)
            for move in range(TRESOR.rules.ACTIONS):
                if move not in legal:
                    paragraph, sentence = objections.objection(view, move, tongue)
                    assert_is_sentence(sentence)
                    assert paragraph in PARAGRAPHS
        match.step(action)


def test_a_rule_that_nobody_can_name_is_an_error():
    match = closing(la_buse="4 4", le_reveng="4-", le_hardi="4")
    play(match, "la_buse: demand le_reveng 1")
    held = table(la_buse="4-", tricks={"la_buse": "indigenes_feroces"})
    with pytest.raises(AssertionError, match="'remove la_buse 1' is not legal, and no paragraph says why"):
        objections.objection(held.view(0), held.read("remove la_buse 1"), held.tongue("en"))


@each_language
def test_reasons_and_seat_names(language):
    tongue = Tongue(language)
    assert len({tongue.text(words.REASONS[reason]) for reason in TRESOR.rules.REASONS}) == 4
    for seats in SEATS:
        assert len(set(TRESOR.seat_names(seats, language))) == seats


# ── Sample sentences ────────────────────────────────────────────────────────────────────────────
def test_dealing_in_words():
    match = Match(TRESOR, 3)
    assert tell(match, "deal canicule", seat=0) == ["La Buse draws Canicule."]
    for seat in (WATCHER, 1, 2):
        assert tell(match, "deal canicule", seat) == ["La Buse draws a trick."]
    play(match, "deal canicule; deal fievres; deal mitraille")
    assert tell(match, "begin le_hardi") == ["Le Hardi begins.", "It is the turn of Le Hardi."]


def test_movement_in_words():
    match = table(la_buse="11 3- 1-")
    assert tell(match, "displace 1 1") == ["La Buse moves detachment 1 from zone 11 to the cave."]
    assert tell(match, "displace 2 2") == ["La Buse moves detachment 2 from zone 3 to zone 1."]
    assert tell(match, "displace 3 1") == [
        "La Buse moves detachment 3 from zone 1 to the ship.",
        "La Buse brings an empty chest aboard; it goes back to the cave.",
    ]
    assert tell(match, "displace 4 1") == ["La Buse moves detachment 4 from the ship to zone 1."]
    play(match, "displace 1 1")
    assert tell(match, "find full", seat=0) == ["La Buse: detachment 1 has a chest that is full."]
    assert tell(match, "find full", seat=1) == ["La Buse: detachment 1 has a chest."]
    match = table(points=0)
    assert tell(match, "end") == ["La Buse ends the movement.", "It is the turn of Le Reveng."]
    assert tell(match, "swap") == ["La Buse takes a trick from the deck."]
    assert tell(set_up(), "swap") == ["La Buse discards a trick face down to draw another."]


def test_an_empty_chest_aboard_is_told_after_the_reactions():
    match = play(table(la_buse="1-", tricks={"le_reveng": "canicule"}), "displace 1 1")
    aboard = "La Buse brings an empty chest aboard; it goes back to the cave."
    assert tell(match, "pass") == ["Le Reveng passes.", aboard]
    assert tell(match, "push canicule") == [
        "Le Reveng plays Canicule on detachment 1 of La Buse.",
        "Detachment 1 of La Buse is now on zone 2.",
    ]


def test_an_advance_aboard_in_words():
    match = play(table(la_buse="2-", tricks={"le_reveng": "double_ration"}), "displace 1 1")
    assert tell(match, "push double_ration")[1:] == [
        "Detachment 1 of La Buse is now on the ship.",
        "La Buse brings an empty chest aboard; it goes back to the cave.",
    ]
    match = play(table(la_buse="2+", tricks={"le_reveng": "double_ration"}), "displace 1 1")
    assert tell(match, "push double_ration")[1:] == [
        "Detachment 1 of La Buse is now on the ship.",
        "La Buse brings a full chest aboard and wins.",
    ]


def test_a_demand_that_is_settled_at_once_in_words():
    match = closing(la_buse="4 4", le_reveng="4-")
    assert tell(match, "demand le_reveng 1") == [
        "La Buse demands the chest of detachment 1 of Le Reveng.",
        "2 against 1: the chest is opened. It is empty, and goes back to the cave.",
    ]
    match = closing(la_buse="4", le_reveng="4+", tricks={"la_buse": "botte_secrete"})
    assert tell(match, "demand_with botte_secrete le_reveng 1") == [
        "La Buse demands the chest of detachment 1 of Le Reveng, and plays Botte secrète.",
        "2 against 1: the chest is opened. It is full, and goes back to the cave.",
        "It is the turn of Le Reveng.",
    ]


def test_a_confrontation_in_words():
    match = closing(la_buse="4 4", le_reveng="4- 4", le_hardi="4", tricks={"le_reveng": "bestioles"})
    assert tell(match, "demand le_reveng 1") == ["La Buse demands the chest of detachment 1 of Le Reveng."]
    play(match, "demand le_reveng 1")
    assert tell(match, "join") == ["Le Hardi joins the aggressors."]
    assert tell(match, "stay_out") == ["Le Hardi stays out of it."]
    play(match, "join")
    assert tell(match, "weaken bestioles aggressors") == [
        "Le Reveng plays Bestioles against the aggressors.",
        "2 against 2: the chest stays closed.",
    ]
    assert tell(match, "pass") == [
        "Le Reveng passes.",
        "3 against 2: the chest is opened. It is empty, and goes back to the cave.",
    ]
    play(match, "pass")
    assert tell(match, "lose 2") == ["La Buse loses detachment 2."]


def test_an_elimination_and_the_last_one_left_in_words():
    match = closing(la_buse="4 x x x x x", le_reveng="4- x x x x x", le_hardi="4 x x x x x")
    play(match, "demand le_reveng 1; join")
    out = "La Buse has no detachment left and is out of the match."
    assert tell(match, "lose 1") == ["La Buse loses detachment 1.", out]
    assert tell(play(match, "lose 1"), "lose 1") == [
        "Le Hardi loses detachment 1.",
        "Le Hardi has no detachment left and is out of the match.",
        "Le Reveng is the last one left and wins.",
    ]


def test_a_demand_that_falls_through_in_words_and_one_that_does_not():
    match = closing(la_buse="4 4", le_reveng="4- 9+", le_hardi="4", tricks={"le_hardi": "indigenes_feroces"})
    play(match, "demand le_reveng 1; stay_out")
    assert tell(match, "remove le_reveng 1") == [
        "Le Hardi plays Indigènes féroces on detachment 1 of Le Reveng.",
        "The chest was empty; it leaves the game.",
        "There is no chest left to open: the demand is over.",
        "It is the turn of Le Reveng.",
    ]
    assert tell(match, "remove le_reveng 2") == [
        "Le Hardi plays Indigènes féroces on detachment 2 of Le Reveng.",
        "The chest was full; it leaves the game.",
        "2 against 1: the chest is opened. It is empty, and goes back to the cave.",
    ]


def test_tricks_in_words():
    pieces = {"la_buse": "3-", "le_reveng": "6+"}
    match = table(tricks={"la_buse": "longue_vue"}, **pieces)
    spied = "La Buse plays Longue vue on detachment 1 of Le Reveng."
    assert tell(match, "spy le_reveng 1") == [spied]
    assert tell(match, "spy le_reveng 1", seat=0) == [
        spied,
        "The chest of detachment 1 of Le Reveng is full.",
    ]
    match = table(tricks={"la_buse": "traitrise"}, **pieces)
    swapped = "La Buse plays Traîtrise on detachment 1 of La Buse and detachment 1 of Le Reveng."
    assert tell(match, "exchange la_buse 1 le_reveng 1", seat=2) == [swapped]
    assert tell(match, "exchange la_buse 1 le_reveng 1", seat=1)[1:] == [
        "The chest of detachment 1 of La Buse is full.",
        "The chest of detachment 1 of Le Reveng is empty.",
    ]
    match = table(tricks={"la_buse": "mitraille", "le_reveng": "canicule"})
    assert tell(match, "disarm le_reveng") == ["La Buse plays Mitraille against Le Reveng."]
    assert tell(play(match, "disarm le_reveng"), "pass") == [
        "Le Reveng passes.",
        "Le Reveng discards Canicule face up.",
    ]
    match = table(tricks={"la_buse": "mitraille", "le_reveng": "bonne_fortune"})
    assert tell(play(match, "disarm le_reveng"), "cancel") == [
        "Le Reveng answers with Bonne fortune.",
        "Mitraille is cancelled.",
    ]
    match = table(tricks={"la_buse": "mitraille", "le_reveng": "mitraille"}, up=["bonne_fortune"] * 2)
    assert tell(match, "disarm le_reveng")[1:] == ["Le Reveng discards Mitraille face up."]
    assert tell(table(tricks={"la_buse": "nouveau_cap"}, **pieces), "reshuffle") == [
        "La Buse plays Nouveau cap."
    ]


def test_captain_jones_in_words():
    match = table(le_reveng="6+", cave=(8, 0), tricks={"la_buse": "indigenes_feroces"})
    assert tell(match, "remove le_reveng 1")[-1] == "Captain Jones wins: no full chest is left."
    match = table(turns=60, points=0)
    assert tell(match, "end")[-1] == "Captain Jones wins: the season of storms is over."


# ── Questions and objections ────────────────────────────────────────────────────────────────────
def test_a_question_for_each_phase():
    tricks = {"la_buse": "botte_secrete", "le_hardi": "canicule", "le_reveng": "bestioles"}
    match, found = table(la_buse="4 4", le_reveng="4-", le_hardi="4", tricks=tricks), {}
    script = (
        "displace 3 5; pass; pass; pass; end; demand_with botte_secrete le_reveng 1; pass; join; pass; pass"
    )
    for action in (*script.split("; "), ""):
        found.setdefault(phase(match), words.question(match.state, match.tongue("en")))
        play(match, action)
    assert found == {
        "movement": (
            "TR-3.1",
            "La Buse: move a detachment, swap or play a trick, or end the movement. Points: 5.",
        ),
        "reaction": ("TR-6.2", "Le Reveng: react to the displacement with a trick, or pass."),
        "closing": ("TR-5.2", "La Buse: demand that a chest be opened, play a trick, or pass."),
        "answer": (
            "TR-6.13",
            "Le Reveng: Botte secrète is played against you. Answer with Bonne fortune, or pass.",
        ),
        "joining": ("TR-5.4", "Le Hardi: join the demand in zone 4, or stay out of it."),
        "support": ("TR-5.5", "Le Reveng: play a trick in the confrontation in zone 4, or pass."),
        "losses": ("TR-5.8", "La Buse: the chest was empty; choose which detachment you lose."),
    }


def test_what_chance_does_is_filed_under_its_paragraph():
    match, found = Match(TRESOR, 3), {}
    while phase(match) != "drawing":
        found[phase(match)] = words.question(match.state, match.tongue("en"))[0]
        match.step(match.read("swap") if phase(match) == "movement" else match.moves[0])
    found["drawing"] = words.question(match.state, match.tongue("en"))[0]
    assert found == {"dealing": "TR-2.3", "first_player": "TR-2.4", "movement": "TR-3.1", "drawing": "TR-6.1"}


def test_an_action_out_of_turn_is_answered_with_the_question():
    match = table()
    asked = "La Buse: move a detachment, swap or play a trick, or end the movement. Points: 5."
    for action in ("join", "lose 1", "pass", "deal canicule", "begin la_buse"):
        assert refusal(match, action) == ("TR-3.1", f"That is not what is asked now. {asked}")


def test_an_objection_tells_nobody_what_others_hold():
    """The same words whatever is hidden from who tried."""
    found = set()
    for held in ("canicule", "bonne_fortune"):
        match = table(la_buse="3-", le_reveng="6+" if held[0] == "c" else "6-", tricks={"le_reveng": held})
        illegal = [m for m in range(TRESOR.rules.ACTIONS) if m not in match.moves]
        found.add(tuple(match.objection(move, match.tongue("en")) for move in illegal))
    assert len(found) == 1


def test_objections_in_french():
    match = table(la_buse="3-", points=1)
    english = match.objection(match.read("displace 1 1"), match.tongue("en"))
    french = match.objection(match.read("displace 1 1"), match.tongue("fr"))
    assert english == ("TR-3.3", "That costs 2 points, and 1 are left.")
    assert (french[0], french[1] != english[1]) == ("TR-3.3", True)
    assert choices(match)
