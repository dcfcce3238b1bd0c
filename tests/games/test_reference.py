"""The pages for learners are what the code is: every number on them finds its action or its part."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from docs.games import generate

from archipel.core import laws
from archipel.core.layout import size
from archipel.core.notation import Draw
from archipel.core.record import CHANCE
from archipel.games import game, games

SPAN = re.compile(r"^\| (\d+)(?: to (\d+))? \| ", re.MULTILINE)


def spans(section: str) -> list[tuple[int, int]]:
    """From where to where the rows of a table reach."""
    return [(int(first), int(last or first)) for first, last in SPAN.findall(section)]


@pytest.mark.parametrize("path", generate.files(), ids=lambda path: path.name)
def test_the_pages_are_fresh(path: Path) -> None:
    assert path.read_text("utf-8") == generate.files()[path], "run: make reference"


@pytest.mark.parametrize("name", games())
def test_the_tables_leave_nothing_out(name: str) -> None:
    _, actions, features = generate.page(game(name)).split("\n## ")
    for section, count in ((actions, game(name).rules.ACTIONS), (features, size(game(name).features.LAYOUT))):
        rows = spans(section)
        assert [first for first, _ in rows] == [0, *(last + 1 for _, last in rows[:-1])]
        assert rows[-1][1] == count - 1


@pytest.mark.parametrize("name", games())
def test_every_word_that_is_counted_through_is_told(name: str) -> None:
    page, one = generate.page(game(name)), game(name)
    assert "…" not in page.partition("\n## ")[2]
    fields = [words for verb in one.notation.NOTATION.verbs.values() for words in verb.fields.values()]
    for words in [*fields, *(part.words for part in one.features.LAYOUT.values())]:
        assert generate._in_a_row(words) or all(f"`{word}`" in page for word in words)


@pytest.mark.parametrize("name", games())
def test_the_words_of_a_part_name_its_last_axis(name: str) -> None:
    layout = game(name).features.LAYOUT
    assert layout["phase"].words == game(name).notation.PHASES
    for part in layout.values():
        assert len(part.words) in (0, part.shape[-1])


@pytest.mark.parametrize("name", games())
def test_every_number_is_an_action_and_back(name: str) -> None:
    notation = game(name).notation.NOTATION
    assert len(notation) == game(name).rules.ACTIONS
    for number in range(len(notation)):
        assert notation.read(notation.spell(number)) == number
        assert notation.from_json(notation.to_json(number)) == number
        verb = notation.verbs[str(notation.to_json(number)["action"])]
        assert isinstance(verb, Draw) == (number < notation.chance)


@pytest.mark.parametrize("name", games())
def test_the_index_of_an_action_counts_through_its_fields(name: str) -> None:
    """As the pages tell: the last field fastest."""
    notation = game(name).notation.NOTATION
    for verb in notation.verbs.values():
        shape = [len(words) for words in verb.fields.values()]
        for index, at in enumerate(np.ndindex(*shape)):
            words = [str(field[i]) for field, i in zip(verb.fields.values(), at, strict=True)]
            assert notation.spell(notation.first(verb.name) + index) == " ".join([verb.name, *words])


@pytest.mark.parametrize("name", games())
def test_chance_and_players_have_the_actions_that_the_pages_give_them(name: str) -> None:
    chance = game(name).notation.NOTATION.chance
    match = laws.random_match(game(name), 3, {}, 1)
    for now in laws.walk(game(name), 3, {}, match.actions):
        assert all((move < chance) == (now.to_move == CHANCE) for move in now.moves)
