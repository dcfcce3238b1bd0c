from __future__ import annotations

import io
import random

import pytest
from rich.console import Console

from archipel.cli import tables
from archipel.cli.tables.marks import letters
from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.games import game

COSTA_RUANA = game("costa-ruana")


def drawn(what, width, encoding="utf-8"):
    file = io.TextIOWrapper(io.BytesIO(), encoding)
    Console(file=file, width=width).print(what)
    file.flush()
    return file.buffer.getvalue().decode(encoding)


def states(seats, seed):
    match = Match(COSTA_RUANA, seats, seed=seed)
    dice = random.Random(seed)
    yield match
    while not match.over:
        match.step(dice.choice(match.moves))
        yield match


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_state_fits_80_columns(seats, language):
    for match in states(seats, seed=1):
        tongue = match.tongue(language)
        shown = match.show(max(match.to_move, WATCHER))
        text = drawn(tables.draw(COSTA_RUANA, shown, tongue), 80)
        assert all(len(line) <= 80 for line in text.splitlines())
        assert "…" not in text  # nothing is cut off
        for name in tongue.names:
            assert name in text
        for island in shown["islands"]:
            assert f"{sum(island['natives'].values())}/7" in text


@pytest.mark.parametrize("width", [80, 120, 200])
def test_nothing_is_cut_at_any_width(width):
    for match in states(6, seed=2):
        text = drawn(tables.draw(COSTA_RUANA, match.show(0), match.tongue("en")), width)
        assert "…" not in text
        with_natives = sum(
            bool(card["natives"]) and card["fate"] != "inactive" for card in match.show(0)["table"]
        )
        assert text.count(" with ") == with_natives


def test_only_the_own_hand_is_drawn():
    match = Match(COSTA_RUANA, 4, seed=3)
    say_card = COSTA_RUANA.words.say_card
    tongue = match.tongue("en")
    hands = [
        {say_card(card, tongue) for card in match.show(seat)["players"][seat]["hand"]} for seat in range(4)
    ]
    for seat in range(4):
        text = drawn(tables.draw(COSTA_RUANA, match.show(seat), tongue), 80)
        assert all(card in text for card in hands[seat])
        for other in range(4):
            assert not any(card in text for card in hands[other] - hands[seat])
    watched = drawn(tables.draw(COSTA_RUANA, match.show(WATCHER), tongue), 80)
    assert not any(card in watched for card in set.union(*hands))


def test_cards_that_match_the_conditions_are_marked():
    match = Match(COSTA_RUANA, 3, seed=4)
    tongue = match.tongue("en")
    shown = match.show(0)
    text = drawn(tables.draw(COSTA_RUANA, shown, tongue), 80)
    for card in shown["players"][0]["hand"]:
        mark = "●" if card.split("/")[1] in shown["conditions"] else "○"
        assert f"{mark} {COSTA_RUANA.words.say_card(card, tongue)}" in text


def test_terminals_without_unicode():
    for match in states(3, seed=5):
        text = drawn(tables.draw(COSTA_RUANA, match.show(0), match.tongue("en")), 80, "ascii")
        assert "****" in text or match.over


def test_the_discard_is_counted():
    *_, match = states(3, seed=6)
    shown = match.show(WATCHER)
    text = drawn(tables.draw_more(COSTA_RUANA, shown, match.tongue("en")), 80)
    day = shown["discard"].get("place_2/day", 0)
    row = next(line for line in text.splitlines() if "Place 2" in line)
    assert f"{day} / {shown['deck']['place_2/day']}" in row


def test_letters_are_all_different():
    assert letters(("Red", "Blue", "Green", "Yellow", "Purple", "White")) == list("RBGYPW")
    assert len(set(letters(("Anna", "Anna-B", "A", "an", "N", "NAN")))) == 6
    assert len(set(letters(("李", "李四", "-", "")))) == 4


def test_a_game_without_a_drawing_is_a_tree(monkeypatch):
    monkeypatch.setattr(tables, "_module", lambda game: None)
    match = Match(COSTA_RUANA, 3, seed=1)
    text = drawn(tables.draw(COSTA_RUANA, match.show(0), match.tongue("en")), 80)
    assert text.startswith("Costa Ruana\n")
    assert "round: 1" in text
    assert "open huts: ✗" in text
    assert tables.draw_more(COSTA_RUANA, match.show(0), match.tongue("en")) is None
    assert tables.say_value(COSTA_RUANA, "side", "high_tide", match.tongue("en")) == "high tide"
    assert tables.say_field(COSTA_RUANA, "side", match.tongue("en")) == "side?"
