"""Arabana-Opodopo at the terminal: the map, the choices with what they lead to, and whole matches."""

from __future__ import annotations

import io
import random
from collections import Counter

import pytest
from rich.cells import cell_len
from rich.console import Console
from tests.games.arabana_opodopo.scripts import table as set_up

from archipel.cli import tables
from archipel.cli.asking import Asking
from archipel.cli.choices import offer
from archipel.cli.journal import Journal
from archipel.cli.sitting import Sitting
from archipel.cli.tables.arabana_opodopo import line, spread
from archipel.cli.tables.marks import letters
from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.core.records import load
from archipel.games import game
from archipel.games.arabana_opodopo.options import board_of

ARABANA = game("arabana-opodopo")
WIDTH = 60  # columns of a map
OFTEN = 12  # actions
ONES = "1\n" * 2000

# Red holds B once more, Blue and Red have a bridge each on Bolimau (B), which leads to A, E and H.
START = (
    *("deal b", "deal b", "deal c", "deal f"),
    *("deal h", "deal i", "deal j", "deal n"),
    *("deal o", "deal o", "deal p", "deal m"),
    *("lay f", "lay n", "lay p", "reveal k", "begin red"),
    *("play b a", "take k", "reveal d", "play h b", "take d", "reveal d", "take n", "reveal c"),
)


def scripted(*script, seats=3, **options):
    match = Match(ARABANA, seats, options)
    for text in script:
        match.step(match.read(text))
    return match


def states(seats, seed, **options):
    """A match at random, in which cards are rather played than not: every so often, and the end."""
    match, dice = Match(ARABANA, seats, options, seed), random.Random(seed)
    while not match.over:
        if len(match.actions) % OFTEN == 0:
            yield match
        building = [action for action in match.moves if match.spell(action).startswith(("play", "exchange"))]
        match.step(dice.choice(building or match.moves))
    yield match


def drawn(what, width, encoding="utf-8"):
    file = io.TextIOWrapper(io.BytesIO(), encoding)
    Console(file=file, width=width).print(what)
    file.flush()
    return file.buffer.getvalue().decode(encoding)


def table(match, width=100, seat=0, language="en", **how):
    return drawn(tables.draw(ARABANA, match.show(seat), match.tongue(language)), width, **how)


def row(text, name):
    """The line of an island in the list of majorities."""
    return next(one for one in text.splitlines() if f" {name} " in one and "/" in one).split(name)[1].split()


# ── The map ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("seats", [3, 4])
def test_every_state_fits_the_terminal(seats, width, language):
    for match in states(seats, seed=seats, gods=True):
        text = table(match, width, max(match.to_move, WATCHER), language)
        assert all(len(line) <= width for line in text.splitlines())
        assert "…" not in text  # nothing is cut off
        assert all(name in text for name in match.tongue(language).names)


@pytest.mark.parametrize("width", [80, 100])
def test_the_table_is_not_taller_than_a_screen(width):
    for match in states(4, seed=1, gods=True):
        assert len(table(match, width).splitlines()) <= 30


def map_of(match, **options):
    """A map as lines of characters, and where the islands are on it."""
    shown = {**match.show(WATCHER), "options": {**match.options, **options}}
    lines = tables.draw(ARABANA, shown, match.tongue("en")).map(WIDTH).plain.split("\n")
    return lines, spread(board_of(shown["options"]), WIDTH, len(lines)), shown["slots"]


def test_every_bridge_carries_the_letter_of_its_owner():
    for match in states(4, seed=2, gods=True):
        chart, places, slots = map_of(match)
        marks = dict(zip(("red", "blue", "green", "yellow"), letters(match.tongue("en").names), strict=True))
        for slot in slots:
            spots = [chart[y][x] for (x, y), _ in line(places[slot["from"]], places[slot["to"]])]
            if slot["bridge"]:
                assert marks[slot["bridge"]] in spots
                assert not set(spots).isdisjoint("─│╲╱")
            else:
                assert "·" in spots


def test_no_letter_on_the_map_is_hidden_or_too_many():
    """Those of the islands, of who controls them, and of who owns a bridge."""
    for match in states(3, seed=3):
        chart, places, slots = map_of(match)
        owners = [island["control"] for island in match.show(WATCHER)["islands"]]
        owners += [slot["bridge"] for slot in slots]
        expected = Counter(map(str.upper, places)) + Counter(owner[0].upper() for owner in owners if owner)
        assert Counter(letter for one in chart for letter in one if letter.isalpha()) == expected


@pytest.mark.rule("AO-1.5")
def test_a_board_of_ones_own_is_drawn_wherever_its_islands_lie():
    """Islands in one place, in a row, or anywhere: all of them are seen, and apart from each other."""
    match, dice = Match(ARABANA, 3, seed=4), random.Random(4)
    crowded = [lambda: (50, 50), lambda: (dice.random() * 100, 7), *[lambda: dice.sample(range(101), 2)] * 20]
    for place in crowded:
        board = board_of(match.options)
        islands = [{**island, "x": x, "y": y} for island in board["islands"] for x, y in [place()]]
        chart, places, _ = map_of(match, board={**board, "islands": islands})
        assert all(chart[y][x] == letter.upper() for letter, (x, y) in places.items())
        assert all(len(one) == WIDTH for one in chart)


@pytest.mark.rule("AO-1.5")
def test_the_board_is_called_a_reconstruction_where_it_is_shown():
    said = "The board is a reconstruction."
    assert table(scripted()).count(said) == 1
    assert said not in table(scripted(board=board_of({"board": "standard"})))


def test_barred_slots_are_marked():
    match = scripted(*START)
    shown = match.show(0)
    assert "×" not in drawn(tables.draw(ARABANA, shown, match.tongue("en")), 100)
    next(slot for slot in shown["slots"] if slot["bridge"] is None)["barred"] = True
    text = drawn(tables.draw(ARABANA, shown, match.tongue("en")), 100)
    assert text.count("×") == 2  # on the map, and what it means
    assert "× barred in this turn" in text


def test_stones_lie_beside_their_islands():
    match = scripted(*["stone ku"] * 3, *["stone kane"] * 4, gods=True)
    text = table(match)
    assert text.count("[A]ku") == text.count("(F)kn") == 2  # on the map and in the list
    assert "kn Kane, ku Ku" in text
    assert "kn Kane" not in table(scripted(*START))


def test_names_in_wide_letters_do_not_bend_the_map():
    match = scripted(*START)
    tongue = match.tongue("en", ("李四", "Anna", "王"))
    chart = tables.draw(ARABANA, match.show(0), tongue).map(WIDTH).plain
    assert cell_len(chart.replace("\n", "")) == len(chart.replace("\n", ""))
    text = drawn(tables.draw(ARABANA, match.show(0), tongue), 80)
    assert all(name in text for name in tongue.names)


def test_terminals_without_unicode():
    for match in states(3, seed=5, gods=True):
        assert "[C" in table(match, encoding="ascii")


# ── Majorities, players, cards ──────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-4.1")
def test_the_list_shows_who_is_ahead_and_who_controls():
    match = scripted(*START)
    before = table(match)
    assert row(before, "Bolimau") == ["2/3", "1", "1", "·", "1", "RB"]
    assert row(before, "Haluvea") == ["3/5", "·", "1", "·", "4", "B"]
    assert row(before, "Opodopo") == ["3/5", "·", "·", "·", "5"]
    match.step(match.read("play b e"))
    after = table(match)
    assert after.count("(B=R)") == 2
    assert row(after, "Bolimau") == ["2/3", "2", "·", "·", "1", "R"]
    assert row(after, "Haluvea") == ["3/5", "·", "·", "·", "5"]


def test_an_island_without_a_free_slot_is_full():
    drawing = ("draw", "deal a", "draw", "deal a", "draw", "deal e", "draw", "deal a", "draw", "deal l")
    match = scripted(*START, *drawing, "play e b")
    assert row(table(match), "Bolimau") == ["2/3", "1", "1", "1", "full", "RBG"]


@pytest.mark.rule("AO-5.1")
@pytest.mark.parametrize(
    ("bridges", "said"),
    [
        ("ac:red ad:red ae:blue al:blue", "Last free slot (AO-5): A. Who"),
        ("ac:red ad:red ae:blue al:blue cd:green cf:green ci:red", "Last free slot (AO-5): A C. Who"),
        ("ac:red ad:red ae:blue", None),  # two slots are free
        ("ac:red ad:red ae:red al:blue", None),  # somebody controls it
        ("ab:red be:blue", None),  # a small island
    ],
)
def test_it_is_said_where_a_relative_majority_can_arise(bridges, said):
    text = " ".join(table(set_up(bridges=bridges)).split())
    assert ("Last free slot" in text) is (said is not None)
    assert (said or "") in text


@pytest.mark.rule("AO-10.1", "AO-10.2")
def test_of_other_hands_only_known_cards_are_drawn():
    match = scripted(*START)
    lines = table(match).splitlines()
    red, blue, green = (
        next(one for one in lines if f"   {name} " in one) for name in ("Red", "Blue", "Green")
    )
    assert red.split()[-3:] == ["B", "C", "K"]
    assert blue.split()[-3:] == ["D", "?", "?"]
    assert green.split()[-4:] == ["N", "?", "?", "?"]
    assert "Your hand: Bolimau (B), Cumaloa (C), Kemotua (K)" in table(match)
    assert "Your hand" not in table(match, seat=WATCHER)
    assert "Open cards: Cumaloa (C), Delowai (D), Fenuati (F), Pakulea (P)" in table(match)


@pytest.mark.rule("AO-10.1", "AO-10.2")
def test_what_can_be_looked_up():
    """The discard, the bridges, and where a known card may have gone when somebody discards unseen."""
    match = scripted(*START, "draw", "deal a", "discard j")
    red, blue = (
        " ".join(drawn(tables.draw_more(ARABANA, match.show(seat), match.tongue("en")), 100).split())
        for seat in range(2)
    )
    for said in (
        "Discarded face up Bolimau (B), Haluvea (H)",
        "Bridges of Red A–B",
        "Bridges of Green –",
        "Discarded unseen by Blue ?",
        "Delowai (D) is with Blue or the discard of Blue",
    ):
        assert said in red
    assert "Discarded unseen by Blue J" in blue


def test_fields_are_asked_in_words():
    tongue = scripted().tongue("en")
    assert tables.say_field(ARABANA, "to", tongue) == "To which island?"
    assert tables.say_value(ARABANA, "card", "g", tongue) == "Gavuloa (G)"
    assert tables.say_value(ARABANA, "cards", "each", tongue) == "with a card of each island"
    assert tables.say_value(ARABANA, "whom", "blue", tongue) == "Blue"
    assert tables.say_value(ARABANA, "action", "spend", tongue) == "Play a card without a bridge."


# ── Choices ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-4.1")
def test_a_choice_tells_what_it_leads_to():
    match = scripted(*START)
    plays = [match.read(text) for text in ("play b e", "play c a")]
    gains, plain = offer(match, plays, match.tongue("en")).choices
    assert gains.words == "Red plays Bolimau (B) and builds a bridge to Elumani (E)."
    assert gains.consequences == (
        "Red gains control of Bolimau (B).",
        "The bridge of Blue between Bolimau (B) and Haluvea (H) is removed.",
    )
    assert plain.consequences == ()


@pytest.fixture
def asking(tmp_path):
    """A question to Red in the scripted match, and a way to read what is printed."""
    match = scripted(*START)
    written = Journal(tmp_path / "match.archipel", match, ("Red", "Blue", "Green"))
    console = Console(file=io.StringIO(), width=200)
    yield Asking(Sitting(match, written, {}, match.tongue("en"), console=console), 0)
    written.close()


def printed(asking, text):
    start = len(asking.console.file.getvalue())
    asking.obey(text)
    return asking.console.file.getvalue()[start:]


GAINED = [
    "Red plays Bolimau (B) and builds a bridge to Elumani (E).",
    "→ Red gains control of Bolimau (B).",
    "→ The bridge of Blue between Bolimau (B) and Haluvea (H) is removed.",
]


@pytest.mark.parametrize("word", ["preview", "p", "if"])
def test_an_action_in_writing_is_previewed_and_not_taken(asking, word):
    before = list(asking.match.actions)
    assert [one.strip() for one in printed(asking, f"{word} play b e").splitlines()] == GAINED
    assert asking.chosen is None
    assert asking.match.actions == before


def test_a_choice_is_previewed_by_its_number(asking):
    assert "That stands for several actions; choose it to see them." in printed(asking, "preview 1")
    asking.obey("1")
    words = [choice.words for choice in asking.offered.choices]
    number = words.index(GAINED[0]) + 1
    assert [one.strip() for one in printed(asking, f"preview {number}?").splitlines()] == GAINED
    assert asking.chosen is None
    asking.obey(str(number))
    assert asking.match.spell(asking.chosen) == "play b e"


def test_a_preview_of_what_is_not_legal_says_why(asking):
    assert "AO-3.2: You do not hold a card Arabana (A)." in printed(asking, "preview play a b")
    assert "To play a card, put one of your bridges on any free slot" in printed(asking, "why")
    assert asking.chosen is None
    assert "That is written: play CARD TO" in printed(asking, "preview play")
    assert "neither a command nor an action" in printed(asking, "preview nonsense")
    for nothing in ("preview", "preview 99"):
        assert "Type preview with the number of a choice" in printed(asking, nothing)


def test_a_preview_without_consequences_says_so(asking):
    assert "→ Nothing else can be foreseen." in printed(asking, "preview draw")


def test_many_plays_are_asked_by_what_then_card_then_where():
    """A card that can be played in one way only is said in full, for choosing it plays it."""
    match = scripted(*START, "draw", "deal l", "draw", "deal e", "draw", "deal e")
    tongue = match.tongue("en")
    what = offer(match, match.moves, tongue)
    assert what.prompt == "What do you do?"
    assert [choice.words for choice in what.choices] == [
        "Play a card and build a bridge.",
        "Discard a card unseen.",
        "Take an open card and end the turn.",
        "Red reaches into the bag.",
    ]
    card = offer(match, what.choices[0].actions, tongue)
    assert card.prompt == "Which card?"
    assert [choice.words for choice in card.choices] == [
        GAINED[0],
        "Cumaloa (C)",
        "Kemotua (K)",
        "Lusepil (L)",
    ]
    assert len(card.choices[0].consequences) == 2
    where = offer(match, card.choices[1].actions, tongue)
    assert where.choices[0].words == "Red plays Cumaloa (C) and builds a bridge to Arabana (A)."


# ── Whole matches ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("seats", "gods"), [(3, "no"), (4, "yes")])
def test_a_whole_match(archipel, home, seats, gods):
    words = ("play", "arabana-opodopo", "-p", seats, "-o", f"gods={gods}", "--seed", seats)
    result = archipel(*words, "--bots", "random", answers=ONES)
    assert result.exit_code == 0
    (path,) = home.glob("*.archipel")
    (record,) = load(path, game)
    assert record.outcome is not None
    assert "Great scoring:" in result.stdout
    assert "Result" in result.stdout
    assert "→ Red gains control of" in result.stdout
    assert "→ It is the turn of" not in result.stdout
    assert all(len(one) <= 80 for one in result.stdout.splitlines() if str(path) not in one)
    assert archipel("replay", path, "--verify").stdout == "1 match, all right\n"


def test_a_replay_calls_the_islands_by_name(archipel, home):
    archipel("play", "arabana-opodopo", "--humans", 0, "--seed", 1)
    (path,) = home.glob("*.archipel")
    shown = archipel("replay", path).stdout
    assert "builds a bridge to Lusepil (L)." in shown
    assert "Open cards:" in shown


def test_every_line_of_news_is_one_the_seat_may_know(archipel, home):
    shown = archipel("play", "arabana-opodopo", "-o", "gods=yes", "--seed", 2, answers=ONES).stdout
    (path,) = home.glob("*.archipel")
    match = load(path, game)[0].match()
    own = {ARABANA.words.say(event, match.tongue("en")) for event in match.events(0)}
    said = [one.rstrip().split(" (×")[0][2:] for one in shown.splitlines() if one.startswith("· ")]
    assert len(said) > 50
    assert {one for one in said if len(one) < 60} <= own
