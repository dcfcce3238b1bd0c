"""What happens, what is asked and why something is not allowed, in words of both languages."""

import ast
import inspect
import random
import re
from functools import cache

import pytest
from tests.games.costa_ruana.scripts import (
    COSTA_RUANA,
    SEATS,
    arrange,
    choices,
    collecting,
    lay,
    phase,
    play,
    refusal,
    resolving,
    set_up,
    settle,
    skip_to,
    table,
)

from archipel.core.match import Match
from archipel.core.record import CHANCE, WATCHER
from archipel.core.rulebook import rulebook
from archipel.core.words import LANGUAGES, Tongue
from archipel.games.costa_ruana import objections, words

PARAGRAPHS = rulebook("costa-ruana").paragraphs
each_language = pytest.mark.parametrize("language", LANGUAGES)


def messages(module):
    """All texts of a module that are marked for translation."""
    calls = (node for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.Call))
    return [ast.literal_eval(call.args[0]) for call in calls if ast.unparse(call.func) == "N_"]


def assert_is_sentence(text):
    assert "{" not in text, text
    assert "}" not in text, text
    assert text.endswith("."), text
    assert text[0].isupper(), text
    assert "None" not in text, text


@cache
def random_match(seats, seed):
    match = Match(COSTA_RUANA, seats, seed=seed)
    chooser = random.Random(seed)
    while not match.over:
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
    for seat in (WATCHER, *range(seats)):
        for event in match.events(seat):
            assert_is_sentence(words.say(event, tongue))
            assert event["rule"] in PARAGRAPHS


@each_language
@pytest.mark.parametrize("seats", SEATS)
def test_every_legal_action_is_a_sentence_and_every_question_too(seats, language):
    played = random_match(seats, seats + 10)
    match = Match(COSTA_RUANA, seats)
    tongue = match.tongue(language)
    for action in played.actions:
        view = match.view(match.to_move)
        for move in match.moves:
            event = words.event_of(view, move)
            assert_is_sentence(words.say(event, tongue))
            assert event["rule"] in PARAGRAPHS
        paragraph, question = words.question(view, tongue)
        assert_is_sentence(question)
        assert paragraph in PARAGRAPHS
        match.step(action)


def test_random_matches_say_every_sentence_there_is():
    said = set()
    for seats in SEATS:
        for seed in range(4):
            match = random_match(seats, seed)
            said |= {event["event"] for seat in (WATCHER, 0) for event in match.events(seat)}
    assert said == {name.split("/")[0] for name in words.SENTENCES}
    assert said == set(words.PARAGRAPHS)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("message", messages(words) + messages(objections))
def test_a_translation_differs_and_has_the_same_fields(message, language):
    translated = Tongue(language).text(message)
    assert translated != message
    assert sorted(re.findall(r"{\w+}", translated)) == sorted(re.findall(r"{\w+}", message))


@each_language
@pytest.mark.parametrize("seats", SEATS)
def test_every_illegal_action_meets_an_objection(seats, language):
    """In states of every phase: a sentence and an existing paragraph, never a rule that nobody can name."""
    played = random_match(seats, seats + 20)
    match, seen = Match(COSTA_RUANA, seats), set()
    tongue = match.tongue(language)
    for action in played.actions:
        here = (phase(match), match.state.resolving, match.state.round % 2)
        if here not in seen:
            seen.add(here)
            view, legal = match.view(match.to_move), set(match.moves)
            for move in range(COSTA_RUANA.rules.ACTIONS):
                if move not in legal:
                    paragraph, sentence = objections.objection(view, move, tongue)
                    assert_is_sentence(sentence)
                    assert paragraph in PARAGRAPHS
        match.step(action)


def test_a_rule_that_nobody_can_name_is_an_error():
    match = set_up(2)
    with pytest.raises(AssertionError, match="'place 1' is not legal, and no paragraph says why"):
        objections.objection(match.view(0), match.read("place 1"), match.tongue("en"))


@each_language
def test_reasons_and_seat_names(language):
    tongue = Tongue(language)
    reasons = [tongue.text(words.REASONS[reason]) for reason in COSTA_RUANA.rules.REASONS]
    assert len(set(reasons)) == 3
    for seats in SEATS:
        assert len(set(COSTA_RUANA.seat_names(seats, language))) == seats


# ── Sample sentences ────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("card", "action", "sentence"),
    [
        ("move_native", "move blue 3 5", "Red moves a native of Blue from island 3 to island 5."),
        ("move_native", "move red 3 1", "Red moves a native of their own from island 3 to island 1."),
        ("move_treasure", "carry 2 6", "Red moves a treasure from island 2 to island 6."),
        ("return_2", "return 3", "Red returns a native from island 3."),
        ("place_2", "place 4", "Red places a native on island 4."),
    ],
)
def test_effects_in_words(card, action, sentence):
    match = resolving(f"{card}/night red", islands={3: {"red": 1, "blue": 1}})
    assert tell(match, action)[0] == sentence


def test_french_effects_in_words():
    match = resolving("move_native/night red", islands={3: {"red": 1, "blue": 1}})
    (sentence, *_) = tell(match, "move blue 3 5", language="fr")
    assert sentence.startswith("Rouge ")
    assert "Bleu" in sentence


def test_dealing_in_words():
    match = Match(COSTA_RUANA, 2)
    assert tell(match, "deal place_2/night", seat=0) == ["Red draws Place 2 (Night)."]
    assert tell(match, "deal place_2/night", seat=1) == ["Red draws a card."]
    assert tell(match, "deal place_2/night") == ["Red draws a card."]


def test_chance_in_words():
    match = Match(COSTA_RUANA, 2)
    told = []
    while match.to_move == CHANCE:
        told += tell(match, choices(match)[0])
        play(match, choices(match)[0])
    assert told[10:] == [
        "A condition card shows Day.",
        "A condition card shows High tide.",
        "Island 1 has only 4 treasures.",
        "Island 2 has only 4 treasures.",
        "Red is the first Shaman.",
    ]


def test_playing_in_words():
    match = settle(set_up(3, {"red": ["place_2/night", "return_1/day"]}))
    assert tell(match, "up place_2/night red") == [
        "Red plays Place 2 (Night) face up in front of themselves."
    ]
    assert tell(match, "up place_2/night blue") == ["Red plays Place 2 (Night) face up in front of Blue."]
    skip_to(match, "face_down_card")
    for before, whom in (("red", "themselves"), ("green", "Green")):
        action = f"down return_1/day {before}"
        assert tell(match, action, seat=0) == [f"Red plays Return 1 (Day) face down in front of {whom}."]
        for seat in (WATCHER, 1, 2):
            assert tell(match, action, seat) == [f"Red plays a card face down in front of {whom}."]


def test_natives_on_cards_in_words():
    cards = ["place_2/night blue", "place_3/night red", "return_1/day red", "return_2/day blue"]
    match = table(*cards, seats=2)
    match.undo(2)  # the natives of both
    assert tell(match, "pass") == ["Red puts no native on a card."]
    assert tell(match, "ride 1") == ["Red puts a native on card 1, Place 2 (Night), in front of Blue."]
    assert tell(match, "ride 2") == ["Red puts a native on card 2, Place 3 (Night), in front of themselves."]
    own = "Red puts a native on card 3, Return 1 (Day), in front of themselves."
    hidden = "Red puts a native on card 3, face down in front of themselves."
    assert tell(match, "ride 3", seat=0) == [own]
    assert tell(match, "ride 3", seat=1) == [hidden]
    assert tell(match, "ride 4", seat=0) == ["Red puts a native on card 4, face down in front of Blue."]


def test_a_round_in_words():
    up = ["return_1/night red", "place_1/day red", "place_2/low_tide green"]
    down = ["return_3/high_tide green", "move_native/day blue", "return_3/low_tide red"]
    match = table(*up, *down, islands={1: {"blue": 1}, 2: {"blue": 2, "green": 2}})
    assert tell(match, "turn day_night") == [
        "Red turns the Day/Night card over: it now shows Night.",
        "Card 4, laid by Red in front of Green, is Return 3 (High tide).",
        "Card 5, laid by Blue in front of Blue, is Move a native (Day).",
        "Card 6, laid by Green in front of Red, is Return 3 (Low tide).",
        "Card 2, Place 1 (Day), is not active and is discarded.",
        "Card 3, Place 2 (Low tide), is not active and is discarded.",
        "Card 5, Move a native (Day), is not active and is discarded.",
        "Card 6, Return 3 (Low tide), is not active and is discarded.",
        "Card 1, Return 1 (Night), has no effect for Red.",
    ]
    play(match, "turn day_night; green: return 2")
    assert tell(match, "return 2") == [
        "Green returns a native from island 2.",
        "Blue takes a treasure from island 1 and returns a native.",
        "Blue takes a treasure from island 2 and returns a native.",
        "Green took the fewest treasures this round and is to be Shaman.",
    ]


def test_a_card_without_effect_in_words():
    match = table("return_1/night red", islands={1: {"red": 1}}, native_on={"blue": 1, "green": 1})
    play(match, "turn day_night")
    assert tell(match, "return 1")[:3] == [
        "Red returns a native from island 1.",
        "Card 1, Return 1 (Night), has no effect for Blue.",
        "Card 1, Return 1 (Night), has no effect for Green.",
    ]


def test_a_card_without_effect_is_told_in_every_round():
    deck = {"cards": [{"kind": "return_1", "background": "day", "notches": 2}] * 24}
    match = arrange(settle(set_up(2, deck=deck)), islands={})
    for _ in range(2):
        lay(match, ["return_1/day red", *["return_1/day blue"] * 3])
        assert "Card 1, Return 1 (Day), has no effect for Red." in tell(match, "turn tide")
        play(skip_to(match, "accept_shaman"), "blue: name red")


def test_an_argument_in_words():
    match = table(islands={2: {"blue": 2, "green": 2}})
    assert "On island 2 the natives argue: nobody takes a treasure." in tell(match, "turn day_night")


def test_an_island_without_treasure_in_words():
    match = table(islands={3: {"blue": 1}}, treasures={3: 0})
    assert "Island 3 has no treasure left: nobody takes one." in tell(match, "turn day_night")


def test_who_stands_outside_an_argument_takes_by_another_paragraph():
    match = table(islands={1: {"red": 2, "blue": 2, "green": 1}, 2: {"red": 2, "blue": 1, "green": 1}})
    events = match.consider(match.read("turn day_night")).events(WATCHER)
    assert [(one["who"], one["rule"]) for one in events if one["event"] == "take"] == [
        ("green", "CR-6.3"),
        ("red", "CR-6.1"),
    ]


def test_dealing_and_placing_follow_from_other_paragraphs_in_setup_than_in_a_round():
    match = Match(COSTA_RUANA, 2)
    rules = {"dealing": "CR-2.1", "settling": "CR-2.7", "effect": "CR-5.9", "drawing": "CR-7.3"}
    for step, rule in rules.items():
        skip_to(match, step)
        assert words.event_of(match.state, match.moves[0])["rule"] == rule
        if step == "settling":
            match = resolving("place_1/night red")


def test_the_order_of_cards_in_words():
    match = resolving("place_1/night red", "place_2/night red")
    assert tell(match, "resolve 2") == ["Red resolves card 2, Place 2 (Night), next."]


def test_the_next_shaman_in_words():
    match = skip_to(collecting(1, 0, 1), "accept_shaman")
    assert tell(match, "accept") == ["Blue serves as Shaman.", "Round 2 begins; Blue is Shaman."]
    named = ["Blue resigns and names Green Shaman.", "Round 2 begins; Green is Shaman."]
    assert tell(match, "name green") == named


def test_the_end_in_words():
    match = skip_to(collecting(1, 0), "condition", 5)
    assert tell(match, "turn tide")[-2:] == [
        "Red: 2 × 1 for treasures, 10 for natives in the supply: 12 Respect points.",
        "Blue: 2 × 0 for treasures, 10 for natives in the supply: 10 Respect points.",
    ]


def test_players_can_have_names():
    match = resolving("move_native/night red", islands={3: {"blue": 1}})
    tongue = match.tongue("en", ("Antony", "Mary", "Serge"))
    (event, *_) = match.consider(match.read("move blue 3 5")).events(0)
    assert words.say(event, tongue) == "Antony moves a native of Mary from island 3 to island 5."
    assert words.question(match.view(0), tongue) == (
        "CR-5.11",
        "Antony, for Move a native (Night): move a native to another island.",
    )


# ── Questions ───────────────────────────────────────────────────────────────────────────────────
QUESTIONS = {
    "dealing": ("CR-2.1", "Chance deals."),
    "settling": ("CR-2.7", "Red: place a native on an island."),
    "face_up_card": ("CR-3.1", "Red: play a card face up in front of any player."),
    "face_down_card": ("CR-3.2", "Red: play a card face down in front of any player."),
    "native_on_card": ("CR-3.3", "Red: put a native on a card on the table, or none."),
    "condition": ("CR-4.1", "Red: turn over one of the two condition cards."),
    "drawing": ("CR-7.3", "Chance deals."),
    "accept_shaman": ("CR-7.4", "Blue: serve as Shaman, or resign and name another player."),
    "over": ("CR-8.1", "The match is over."),
}


@pytest.mark.parametrize("phase", QUESTIONS)
def test_a_question_for_each_phase(phase):
    match = collecting(0, 0) if phase == "accept_shaman" else Match(COSTA_RUANA, 2)
    skip_to(match, phase)
    assert words.question(match.state, match.tongue("en")) == QUESTIONS[phase]


@pytest.mark.parametrize(
    ("cards", "asked"),
    [
        (["place_1", "place_2"], ("CR-5.3", "Red: choose which of your cards is resolved next.")),
        (
            ["move_treasure"],
            ("CR-5.7", "Red, for Move a treasure (Night): move a treasure to another island."),
        ),
        (["return_2"], ("CR-5.8", "Red, for Return 2 (Night): return a native from an island (2 to go).")),
        (["place_3"], ("CR-5.9", "Red, for Place 3 (Night): place a native on an island (3 to go).")),
        (["move_native"], ("CR-5.11", "Red, for Move a native (Night): move a native to another island.")),
    ],
)
def test_a_question_for_each_type_of_card(cards, asked):
    match = resolving(*[f"{card}/night red" for card in cards], islands={1: {"red": 2}})
    assert words.question(match.state, match.tongue("en")) == asked


# ── Objections ──────────────────────────────────────────────────────────────────────────────────
def test_an_action_out_of_turn_is_answered_with_the_question():
    match = settle(set_up(2))
    asked = "That is not what is asked now. Red: play a card face up in front of any player."
    for action in ("place 1", "turn tide", "accept", "deal place_2/day", "first blue"):
        assert refusal(match, action) == ("CR-3.1", asked)


def test_objections_in_french():
    match = resolving("place_1/night red", islands={1: {"red": 4, "blue": 3}})
    paragraph, sentence = match.objection(match.read("place 1"), match.tongue("fr"))
    assert paragraph == "CR-5.10"
    assert sentence != match.objection(match.read("place 1"), match.tongue("en"))[1]
    assert "7" in sentence
