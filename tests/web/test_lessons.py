"""What the lessons of the page speak of is there: paragraphs, questions, events, things on the board."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from archipel.core.game import Game
from archipel.core.rulebook import rulebook
from archipel.core.words import LANGUAGES
from archipel.games import games
from web import generate

SOURCE = Path(generate.__file__).parent / "src" / "games"


@pytest.fixture(params=games().values(), ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param  # type: ignore[no-any-return]


def folder(game: Game) -> Path:
    return SOURCE / game.package.rsplit(".")[-1]


def lessons(game: Game) -> str:
    return (folder(game) / "lessons.ts").read_text("utf-8")


def words_after(key: str, text: str) -> set[str]:
    """The texts that a key has, alone or in a list."""
    found = re.findall(rf"\b{key}: (\[[^\]]*\]|\"[^\"]*\")", text)
    return {word for one in found for word in re.findall(r'"([^"]+)"', one)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_lead_to_paragraphs_of_the_rulebook(game: Game, language: str) -> None:
    named = set(re.findall(rf'"({game.prefix}-[\d.]+)"', lessons(game)))
    assert len(named) >= 8
    assert named <= set(rulebook(game.name, language).paragraphs)


def test_lessons_wait_for_questions_and_events_of_the_game(game: Game) -> None:
    asked, happens = words_after("asked", lessons(game)), words_after("happens", lessons(game))
    assert asked
    assert asked <= set(game.notation.PHASES)
    assert happens
    assert happens <= set(game.words.PARAGRAPHS)


def test_paragraphs_that_lessons_compare_are_told_by_the_game(game: Game) -> None:
    compared = set(re.findall(r'rule === "([^"]+)"', lessons(game)))
    source = inspect.getsource(game.words)
    assert all(f'"{number}"' in source for number in compared)


def test_lessons_point_at_things_on_the_board(game: Game) -> None:
    board = "".join(path.read_text("utf-8") for path in folder(game).glob("*.svelte"))
    drawn = {re.sub(r"\{.*", "", place) for place in re.findall(r'data-place="([^"]+)"', board)}
    named = re.findall(
        r'[`"]((?:[a-z]+-[^`"]*)|hand|trick|scene|bag|deck|discard)[`"]', places_of(lessons(game))
    )
    assert named
    for place in named:
        assert place in drawn or re.sub(r"-.*", "-", place) in drawn, place


def places_of(text: str) -> str:
    """The lines on which lessons say where things are."""
    return "\n".join(line for line in text.splitlines() if "places:" in line or line.startswith("const"))
