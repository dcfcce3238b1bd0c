from __future__ import annotations

from itertools import groupby

import pytest

from archipel.core.match import Match
from archipel.core.record import CHANCE, WATCHER
from archipel.core.records import load
from archipel.games import game

COSTA_RUANA = game("costa-ruana")
NAMES = ("Anna", "Ben", "Cleo")
WORDS = COSTA_RUANA.words
TONGUE = Match(COSTA_RUANA, 3).tongue("en", NAMES)
CARDS = {card: WORDS.say_card(card, TONGUE) for card in COSTA_RUANA.notation.CARD_NAMES}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A match of three people at one keyboard: what was printed, and its record."""
    from typer.testing import CliRunner

    from archipel.cli import app

    path = tmp_path_factory.mktemp("hot") / "match.archipel"
    names = [word for name in NAMES for word in ("--name", name)]
    answers = "\n1\n" * 1000  # Enter where the keyboard is passed, else the first choice
    command = ["play", "costa-ruana", *names, "--seed", "3", "--save", str(path)]
    result = CliRunner(env={"COLUMNS": "80"}).invoke(app, command, input=answers)
    assert result.exit_code == 0, result.output
    return result.stdout, load(path, game)[0]


def cards_in(text):
    flat = " ".join(text.split())
    return {card for card, words in CARDS.items() if words in flat}


def known(match, seat):
    """The cards a seat can name: its hand (at the end all), what lies open, and what it saw happen."""
    shown = match.show(seat)
    cards = {*shown["discard"], *(card["card"] for card in shown["table"])}
    cards |= {card for player in shown["players"] for card in player["hand"]}
    cards |= {event["card"] for event in match.events(seat) if event.get("card")}
    return cards - {"?"}


def turns(record):
    """Whose turn it was at the keyboard, and after how many actions the keyboard was passed on."""
    movers = [(m.number + 1, m.by) for m in record.match().replay() if m.by != CHANCE]
    return [(seat, list(run)[-1][0]) for seat, run in groupby(movers, key=lambda mover: mover[1])]


def test_everybody_is_called_to_the_keyboard_in_turn(played):
    shown, record = played
    called = [
        line.split("to ")[1].split(",")[0] for line in shown.splitlines() if line.startswith("Pass the")
    ]
    assert called == [NAMES[seat] for seat, _ in turns(record)]


def test_nobody_sees_a_card_they_may_not_know(played):
    """Each stretch of the output holds one person's turn and then the screen for handing over."""
    shown, record = played
    stretches = shown.split("Pass the keyboard to ")
    assert cards_in(stretches[0]) == set()
    hidden = 0
    match = Match(COSTA_RUANA, 3, record.options)
    for (seat, end), stretch in zip(turns(record), stretches[1:], strict=True):
        while end < len(record.actions) and _is_chance(record, end):
            end += 1
        match.restore(list(record.actions[:end]))
        assert cards_in(stretch) <= known(match, seat)
        others = {card for other in range(3) if other != seat for card in match_hand(match, other)}
        hidden += len(others - known(match, seat))
    assert hidden > 100  # there was something to hide


def test_the_screen_for_handing_over_shows_only_what_lies_open(played):
    shown, record = played
    stretches = shown.split("Pass the keyboard to ")
    match = Match(COSTA_RUANA, 3, record.options)
    for (_, end), stretch in zip(turns(record)[:-1], stretches[1:-1], strict=True):
        while _is_chance(record, end):
            end += 1
        match.restore(list(record.actions[:end]))
        screen = stretch[stretch.rindex("Round ") :]
        assert "hand (" not in screen
        assert cards_in(screen) <= known(match, WATCHER)


def _is_chance(record, number):
    return list(record.match().replay())[number].by == CHANCE


def match_hand(match, seat):
    return match.show(seat)["players"][seat]["hand"]


def test_nothing_of_a_hand_is_printed_before_enter(archipel):
    result = archipel("play", "costa-ruana", "--humans", 2, "--seed", 1, answers="")
    assert "Pass the keyboard to" in result.stdout
    assert cards_in(result.stdout) == set()


def test_one_person_is_never_asked_to_pass_the_keyboard(archipel):
    assert "Pass the keyboard" not in archipel("play", "costa-ruana", "--seed", 1, answers="1\n" * 30).stdout


def test_undo_while_the_keyboard_is_passed(archipel, tmp_path):
    path = tmp_path / "match"
    answers = "\n1\nundo\n2\n\nquit\n"
    shown = archipel(
        "play", "costa-ruana", "-p", 2, "--humans", 2, "--seed", 1, "--save", path, answers=answers
    ).stdout
    assert "can still type undo here" in shown
    notation = COSTA_RUANA.notation.NOTATION
    moments = list(load(path, game)[0].match().replay())
    assert [notation.spell(m.action) for m in moments if m.by != CHANCE] == ["place 2"]


def test_quit_while_the_keyboard_is_passed(archipel):
    result = archipel("play", "costa-ruana", "--humans", 2, "--seed", 1, answers="quit\n")
    assert result.exit_code == 0
    assert "archipel play --resume" in result.stdout
