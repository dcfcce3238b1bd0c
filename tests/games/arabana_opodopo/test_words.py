"""What happens and what is asked, in words of both languages."""

import re

import pytest
from tests.games.arabana_opodopo.scripts import (
    ARABANA_OPODOPO,
    PLAYERS,
    choices,
    foreseen,
    mover,
    phase,
    play,
    set_up,
    table,
)
from tests.games.arabana_opodopo.sentences import (
    LEVEL,
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
from archipel.core.record import WATCHER
from archipel.core.words import LANGUAGES, Tongue
from archipel.games.arabana_opodopo import objections, words
from archipel.games.arabana_opodopo.options import board_of


def tell(match, action, seat=WATCHER, language="en"):
    """What a seat is told when an action is taken, sentence by sentence."""
    events = match.consider(match.read(action)).events(seat)
    return [words.say(event, match.tongue(language)) for event in events]


# ── Structure, in every language ────────────────────────────────────────────────────────────────
@each_language
@pytest.mark.parametrize("gods", [False, True])
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_event_is_a_sentence_and_follows_from_a_paragraph(seats, gods, language):
    match = random_match(seats, seats, gods)
    tongue = match.tongue(language)
    for seat in (WATCHER, 0, seats - 1):
        for event in match.events(seat):
            assert_is_sentence(words.say(event, tongue))
            assert event["rule"] in PARAGRAPHS


class Noting(dict):
    """A dictionary that notes what is looked up in it."""

    def __init__(self, content):
        super().__init__(content)
        self.used = set()

    def __getitem__(self, key):
        self.used.add(key)
        return super().__getitem__(key)


# What random matches may leave out.
RARE = [
    ({"bridges": TWENTY, "red": "nn"}, "spend n; take_back a b; play n o"),
    ({"bridges": TEN, "red": "n"}, "play n c"),
    ({"bridges": "no:blue", "round": 2, "stones": {"red": "kanaloa kanaloa"}}, "exchange n o kanaloas"),
    (
        {"bridges": "no:blue op:blue", "red": "nop", "round": 2, "stones": {"red": "kanaloa"}},
        "exchange n o each; exchange p o kanaloa",
    ),
    ({"bridges": "no:blue", "red": "nn"}, "exchange n o double"),
    ({"bridges": TWO_CHOICES, "red": "g", "seats": 4}, "play g k; remove g h; remove k l"),
    ({"bridges": "ab:red", "red": "b", "lying": {"b": "kane"}}, "play b e"),
    ({"final": True, "points": (0, 1, 0), "red": "n"}, "defer; end; end; discard n; end"),
    ({"blue": "bc", "round": 2, "stones": {"red": "ku"}}, "ku blue; steal b"),
    (
        {"blue": "b", "green": "c", "round": 2, "stones": {"red": "pele"}},
        "pele; plunder b; plunder c; give b",
    ),
    (
        {"open": "mnop", "bag": "aa", "round": 2, "stones": {"red": "lono lono"}},
        "lono m; reveal a; lono_draw",
    ),
]


@each_language
def test_every_sentence_is_said_in_some_match(language, monkeypatch):
    noting = Noting(words.SENTENCES)
    monkeypatch.setattr(words, "SENTENCES", noting)
    scripted = [play(table(**pieces), script) for pieces, script in RARE]
    for match in (*scripted, random_match(3, 5, True), random_match(4, 6, True)):
        for seat in (WATCHER, *range(match.seats)):
            for event in match.events(seat):
                assert_is_sentence(words.say(event, match.tongue(language)))
    assert noting.used == set(words.SENTENCES)


def test_every_event_has_a_paragraph_and_none_is_left_over():
    assert {name.partition("/")[0] for name in words.SENTENCES} == set(words.PARAGRAPHS)
    assert set(words.PARAGRAPHS.values()) <= set(PARAGRAPHS)


@each_language
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_legal_action_is_a_sentence_and_every_question_too(seats, language):
    played, match = random_match(seats, seats + 10, True), Match(ARABANA_OPODOPO, seats, {"gods": True})
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
def test_reasons_and_seat_names(language):
    tongue = Tongue(language)
    assert len({tongue.text(words.REASONS[reason]) for reason in ARABANA_OPODOPO.rules.REASONS}) == 2
    for seats in PLAYERS:
        assert len(set(ARABANA_OPODOPO.seat_names(seats, language))) == seats


def test_players_and_islands_are_called_by_their_names():
    """Islands by those of the board that is played on."""
    board = board_of({"board": "standard"})
    islands = [{**island, "name": f"Isle {island['letter']}"} for island in board["islands"]]
    match = set_up(hands={"red": "nop"}, board={**board, "islands": islands})
    event = match.preview(match.read("play n o"))[0]
    tongue = match.tongue("en", ("Ann", "Bob", "Cid"))
    assert words.say(event, tongue) == "Ann plays Isle N (N) and builds a bridge to Isle O (O)."


# ── Sample sentences ────────────────────────────────────────────────────────────────────────────
def test_the_setup_in_words():
    match = Match(ARABANA_OPODOPO, 3, {"gods": True})
    assert tell(match, "stone kane") == ["Kane is laid on Arabana (A)."]
    play(match, "stone kane; " + "; ".join(["stone ku", "stone pele", "stone lono", "stone kanaloa"] * 3))
    assert tell(match, "stone kane") == ["Kane is laid on Nuridan (N)."]
    play(match, "stone kane; stone kane; stone kane")
    assert tell(match, "deal a", seat=0) == ["Red draws Arabana (A)."]
    for seat in (WATCHER, 1, 2):
        assert tell(match, "deal a", seat) == ["Red draws a card."]
    play(match, "; ".join(f"deal {card}" for card in "abcdefghijkl"))
    assert tell(match, "lay a", seat=0) == ["Red lays Arabana (A) open."]
    assert tell(match, "lay a", seat=1) == ["Red has chosen a card to lay open."]
    play(match, "lay a; lay e")
    assert tell(match, "lay i") == [
        "Green lays Ikibiti (I) open.",
        "Red laid Arabana (A) open.",
        "Blue laid Elumani (E) open.",
    ]
    assert tell(play(match, "lay i"), "reveal p") == ["Pakulea (P) is laid open."]
    assert tell(play(match, "reveal p"), "begin blue") == ["Blue begins.", "It is the turn of Blue."]


def test_cards_in_words():
    match = table(red="no", open="mnop", bag="aa")
    assert tell(match, "play n o") == ["Red plays Nuridan (N) and builds a bridge to Opodopo (O)."]
    assert tell(match, "discard n", seat=0) == ["Red discards Nuridan (N) unseen."]
    assert tell(match, "discard n", seat=1) == ["Red discards a card unseen."]
    assert tell(match, "take m") == ["Red takes Manuhoka (M) from the open cards."]
    assert tell(match, "draw") == ["Red reaches into the bag."]
    play(match, "draw")
    assert tell(match, "deal a") == ["Red draws a card.", "It is the turn of Blue."]
    assert tell(match, "deal a", seat=0)[0] == "Red draws Arabana (A)."


def test_exchanges_in_words():
    pieces = {"bridges": "no:blue", "red": "nno", "round": 2, "stones": {"red": "kanaloa kanaloa"}}
    match = table(**pieces)
    assert {choice: tell(match, choice)[0] for choice in choices(match) if "exchange" in choice} == {
        "exchange n o double": (
            "Red plays two cards Nuridan (N) and replaces the bridge of Blue to Opodopo (O)."
        ),
        "exchange n o each": (
            "Red plays Nuridan (N) and Opodopo (O) and replaces the bridge of Blue between them."
        ),
        "exchange n o kanaloa": (
            "Red plays Nuridan (N) and Kanaloa and replaces the bridge of Blue to Opodopo (O)."
        ),
        "exchange n o kanaloas": (
            "Red uses two stones of Kanaloa"
            " and replaces the bridge of Blue between Nuridan (N) and Opodopo (O)."
        ),
        "exchange o n kanaloa": (
            "Red plays Opodopo (O) and Kanaloa and replaces the bridge of Blue to Nuridan (N)."
        ),
    }


def test_a_conquest_in_words():
    """Red gains Bolimau; blue loses a bridge, and Haluvea with it."""
    match = table(bridges="ab:red bh:blue hp:blue hm:blue", red="b", lying={"b": "kane"})
    assert tell(match, "play b e") == [
        "Red plays Bolimau (B) and builds a bridge to Elumani (E).",
        "Red gains control of Bolimau (B).",
        "Kane gives Red a point for Bolimau (B).",
        "The bridge of Blue between Bolimau (B) and Haluvea (H) is removed.",
        "Blue loses control of Haluvea (H).",
    ]
    match = table(bridges="eg:red gh:red", red="g", lying={"g": "kane"})
    assert "Kane gives Red 2 points for Gavuloa (G)." in tell(match, "play g m")
    match = table(bridges="eg:red gh:red", red="g", lying={"g": "lono"})
    assert tell(match, "play g m")[2:] == ["Red takes the stone of Lono from Gavuloa (G)."]


def test_relative_majorities_in_words():
    match = table(seats=4, bridges=TWO_CHOICES, red="g")
    assert tell(match, "play g k")[1:] == [
        "Red has the most bridges on Gavuloa (G) and must remove one of another player.",
        "Red has the most bridges on Kemotua (K) and must remove one of another player.",
    ]
    assert tell(play(match, "play g k"), "remove g h") == [
        "Red removes the bridge of Blue between Gavuloa (G) and Haluvea (H)."
    ]
    match = table(bridges=LEVEL, red="g")
    assert tell(match, "play g m")[1:] == [
        "The most bridges on Gavuloa (G) are shared: the single one of Green, to Lusepil (L), is removed."
    ]
    events = match.consider(match.read("play g m")).events(WATCHER)
    assert [event["rule"] for event in events] == ["AO-3.2", "AO-5.3"]


def test_out_of_bridges_in_words():
    match = table(bridges=TWENTY, red="n")
    assert tell(match, "spend n") == ["Red plays Nuridan (N) without a bridge."]
    assert tell(match, "take_back a b") == [
        "Red takes back the bridge between Arabana (A) and Bolimau (B).",
        "Red loses control of Bolimau (B).",
    ]


def test_stones_in_words():
    held = {"red": "kanaloa ku pele lono"}
    match = table(round=2, red="n", blue="bc", green="d", open="mnop", stones=held)
    assert tell(match, "kanaloa o p") == [
        "Red uses Kanaloa and builds a bridge between Opodopo (O) and Pakulea (P)."
    ]
    assert tell(match, "lono m") == ["Red uses Lono and takes Manuhoka (M) from the open cards."]
    assert tell(match, "lono_draw") == ["Red uses Lono and draws from the bag."]
    looks = "Red uses Ku and looks at the hand of Blue."
    assert tell(match, "ku blue", seat=2) == [looks]
    assert tell(match, "ku blue", seat=0) == [looks, "The hand of Blue: Bolimau (B) and Cumaloa (C)."]
    assert foreseen(match, "ku blue") == [looks]  # not what it will show
    play(match, "ku blue")
    for seat in (0, 1):
        assert tell(match, "steal c", seat) == ["Red takes Cumaloa (C) from Blue."]
    assert tell(match, "steal c", seat=2) == ["Red takes a card from Blue."]


def test_pele_in_words():
    match = table(round=2, red="n", blue="b", green="d", stones={"red": "pele"})
    assert tell(match, "pele") == ["Red uses Pele."]
    play(match, "pele")
    assert tell(match, "plunder b", seat=1) == ["Pele takes Bolimau (B) from Blue for Red."]
    assert tell(match, "plunder b", seat=2) == ["Pele takes a card from Blue for Red."]
    play(match, "plunder b; plunder d")
    assert tell(match, "give n", seat=1) == ["Red gives Nuridan (N) to Blue."]
    assert tell(match, "give n", seat=2) == ["Red gives a card to Blue."]


def test_rounds_in_words():
    match = table(open="p", bag="", bridges="ab:red be:red")
    assert tell(match, "take p") == [
        "Red takes Pakulea (P) from the open cards.",
        "Small scoring: Red +1, Blue +0, Green +0.",
        "The discarded cards go into the bag: the second round begins.",
    ]
    play(match, "take p; reveal a; reveal a; reveal a")
    assert tell(match, "reveal b") == ["Bolimau (B) is laid open.", "It is the turn of Blue."]
    assert tell(table(round=2, open="p", bag=""), "take p")[1:] == [
        "The last card is drawn: everybody has one more turn.",
        "Blue may play the final turn.",
    ]


def test_the_end_in_words():
    match = table(final=True, finished="blue", points=(4, 3, 5), bridges="ab:red be:red")
    assert tell(match, "defer") == ["Red defers the final turn.", "Green may play the final turn."]
    play(match, "defer; end")
    assert tell(match, "end") == [
        "Red ends the turn.",
        "Great scoring: Red +2, Blue +0, Green +0.",
        "Red has the most points and wins.",
    ]
    assert tell(table(bridges=TEN, red="n"), "play n c")[1:] == [
        "Red gains an eleventh island and wins at once."
    ]


# ── Questions ───────────────────────────────────────────────────────────────────────────────────
QUESTIONS = [
    ({}, "", "AO-3.1", "Red: play as many cards as you like, then draw one."),
    (
        {"red": "aabbc"},
        "",
        "AO-3.7",
        "Red: play or discard; you may draw only with at most four cards in hand.",
    ),
    ({"final": True}, "", "AO-8.2", "Red: play your final turn, or defer it if you may."),
    ({"final": True, "red": "n"}, "discard n", "AO-8.5", "Red: play cards, or end the turn."),
    (
        {"round": 2, "open": "p", "bag": "", "stones": {"red": "lono"}},
        "lono p",
        "AO-8.5",
        "Red: play cards, or end the turn.",
    ),
    ({"bridges": TWENTY, "red": "n"}, "take_back a b", "AO-6.2", "Red: place the bridge you took back."),
    (
        {"bridges": TWO_CHOICES, "red": "g", "seats": 4},
        "play g k",
        "AO-5.2",
        "Red: remove a bridge of another player on Gavuloa (G).",
    ),
    (
        {"bridges": TWO_CHOICES, "red": "g", "seats": 4},
        "play g k; remove g h",
        "AO-5.2",
        "Red: remove a bridge of another player on Kemotua (K).",
    ),
    ({"round": 2, "blue": "b", "stones": {"red": "ku"}}, "ku blue", "AO-9.6", "Red: take a card from Blue."),
    ({"round": 2, "blue": "b", "stones": {"red": "pele"}}, "pele", "AO-9.7", "Chance deals."),
    (
        {"round": 2, "green": "b", "stones": {"red": "pele"}},
        "pele; plunder b",
        "AO-9.7",
        "Red: give a card to Green.",
    ),
    ({}, "draw", "AO-3.5", "Chance deals."),
    ({"bridges": TEN, "red": "n"}, "play n c", "AO-8.4", "The match is over."),
]


@pytest.mark.parametrize(("pieces", "script", "paragraph", "sentence"), QUESTIONS)
def test_a_question_for_each_phase(pieces, script, paragraph, sentence):
    match = play(table(**pieces), script)
    assert words.question(match.view(match.to_move), match.tongue("en")) == (paragraph, sentence)


def test_questions_of_the_setup():
    match, found = Match(ARABANA_OPODOPO, 4, {"gods": True}), {}
    while mover(match) != "red" or phase(match) != "turn":
        found[phase(match)] = words.question(match.view(match.to_move), match.tongue("en"))
        match.step(match.moves[0])
    assert found == {
        "stones": ("AO-9.1", "Chance deals."),
        "dealing": ("AO-2.1", "Chance deals."),
        "laying": ("AO-2.1", "Yellow: choose the card you lay open."),
        "first_player": ("AO-2.3", "Chance deals."),
    }
