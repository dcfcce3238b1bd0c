"""Paragraphs, rules and tests hold together: no paragraph of a rulebook without both, and none made up."""

import ast
import importlib
import pkgutil
from functools import cache
from pathlib import Path

import pytest

from archipel.core.rule import RULES
from archipel.core.rulebook import parse, rulebook
from archipel.core.words import LANGUAGES
from archipel.games import games

TESTS = Path(__file__).parents[1]
LONGEST_RULE = 25  # lines

each_game = pytest.mark.parametrize("game", games().values(), ids=games())


# ── What is filed and what is marked ────────────────────────────────────────────────────────────
def sources(game):
    """The source files of a game, all of them imported, so that their rules are filed."""
    package = importlib.import_module(game.package)
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{game.package}.{module.name}")
    return sorted(Path(package.__file__).parent.glob("*.py"))


def rules_of(game):
    """Paragraph → the rules and parts filed under it, for the paragraphs of a game."""
    sources(game)
    return {number: filed for number, filed in RULES.items() if number.startswith(f"{game.prefix}-")}


def marks_in(source):
    """Paragraph → the tests in a source text that are marked with it."""
    marks = {}
    tree = ast.parse(source)
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for test in (node for node in tests if node.name.startswith("test_")):
        for decorator in test.decorator_list:
            for call in ast.walk(decorator):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule":
                    for argument in call.args:
                        marks.setdefault(ast.literal_eval(argument), []).append(test.name)
    return marks


@cache
def marks_at(path):
    """The marks in a test file."""
    return marks_in(path.read_text("utf-8"))


def marks():
    """Paragraph → all tests marked with it, read from the source: so it is the same in a partial run."""
    found = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for number, tests in marks_at(path).items():
            found.setdefault(number, []).extend(f"{path.name}::{test}" for test in tests)
    return found


def problems(book, rules, tests):
    """What does not hold together between the paragraphs of a book, rules, and marked tests."""
    found = [f"{number} has no rule" for number in book if number not in rules]
    found += [f"{number} has no test" for number in book if number not in tests]
    found += [
        f"{rules[number][0]} is filed under {number}, which is none" for number in rules if number not in book
    ]
    found += [
        f"{tests[number][0]} is marked {number}, which is none" for number in tests if number not in book
    ]
    return found


# ── Every game ──────────────────────────────────────────────────────────────────────────────────
@each_game
def test_every_paragraph_has_a_rule_and_a_test_and_there_are_no_others(game):
    tests = {number: found for number, found in marks().items() if number.startswith(f"{game.prefix}-")}
    assert problems(rulebook(game.name).paragraphs, rules_of(game), tests) == []


def test_every_test_is_marked_with_paragraphs_of_some_game():
    books = [rulebook(game.name).paragraphs for game in games().values()]
    assert [number for number in marks() if not any(number in book for book in books)] == []


@each_game
def test_rules_of_a_game_are_filed_in_its_own_book(game):
    sources(game)
    book = rulebook(game.name).paragraphs
    strays = {
        number: filed
        for number, filed in RULES.items()
        if number not in book and any(one.startswith(f"{game.package}.") for one in filed)
    }
    assert strays == {}


@each_game
def test_all_languages_have_the_same_paragraphs_in_the_same_order(game):
    numbers = {language: list(rulebook(game.name, language).paragraphs) for language in LANGUAGES}
    for language in LANGUAGES:
        assert numbers[language] == numbers["en"], language
    assert len(numbers["en"]) > 10


@each_game
def test_all_languages_mark_the_same_paragraphs_as_rulings(game):
    words = {"en": "(ruling)", "fr": "(décision)"}
    rulings = {
        language: [
            number for number, one in rulebook(game.name, language).paragraphs.items() if word in one.text
        ]
        for language, word in words.items()
    }
    assert rulings["fr"] == rulings["en"]


@each_game
def test_rules_are_short(game):
    for path in sources(game):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(
                "rule(" in ast.unparse(d) for d in node.decorator_list
            ):
                lines = node.end_lineno - node.lineno + 1
                assert lines <= LONGEST_RULE, f"{path.name}: {node.name} has {lines} lines"


@each_game
def test_the_notation_spells_every_action(game):
    assert len(game.notation.NOTATION) == game.rules.ACTIONS


# ── That these checks can fail ──────────────────────────────────────────────────────────────────
ATOLL = """# Atoll

## 1 Turn
- **AT-1.1** Draw a card,
  then play one.
- **AT-1.2 (ruling)** Nobody may pass.
"""

ATOLL_TESTS = """
import pytest

@pytest.mark.rule("AT-1.1", "AT-1.2")
@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.rule("AT-1.3"))])
def test_drawing(seats):
    assert pytest.mark.rule("AT-1.9")

@pytest.mark.rule("AT-1.8")
def helper():
    pass

class TestPassing:
    @pytest.mark.rule("AT-1.2")
    def test_passing(self):
        pass
"""


@pytest.mark.parametrize(
    ("rules", "tests", "found"),
    [
        ("AT-1.1 AT-1.2", "AT-1.1 AT-1.2", []),
        ("AT-1.1 AT-1.2", "AT-1.1", ["AT-1.2 has no test"]),
        ("AT-1.2", "AT-1.1 AT-1.2", ["AT-1.1 has no rule"]),
        ("AT-1.1 AT-1.2 AT-9", "AT-1.1 AT-1.2", ["draw is filed under AT-9, which is none"]),
        ("AT-1.1 AT-1.2", "AT-1.1 AT-1.2 AT-1.3", ["draw is marked AT-1.3, which is none"]),
    ],
)
def test_a_gap_between_paragraphs_rules_and_tests_is_found(rules, tests, found):
    filed, marked = ({number: ["draw"] for number in numbers.split()} for numbers in (rules, tests))
    assert problems(parse(ATOLL).paragraphs, filed, marked) == found


def test_marks_are_read_from_the_decorators_of_tests():
    assert marks_in(ATOLL_TESTS) == {
        "AT-1.1": ["test_drawing"],
        "AT-1.2": ["test_drawing", "test_passing"],
        "AT-1.3": ["test_drawing"],
    }


def test_marks_in_the_source_are_the_marks_pytest_collects(request):
    for item in request.session.items:
        path = Path(item.path)
        if path.is_relative_to(TESTS):
            for mark in item.iter_markers("rule"):
                assert all(item.originalname in marks_at(path)[number] for number in mark.args)
