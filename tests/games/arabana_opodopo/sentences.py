"""What the tests of words have in common: matches to tell of, and what a sentence is."""

from __future__ import annotations

import ast
import inspect
import random
from functools import cache
from types import ModuleType

import pytest
from tests.games.arabana_opodopo.scripts import ARABANA_OPODOPO, built

from archipel.core.match import Match
from archipel.core.rulebook import rulebook
from archipel.core.words import LANGUAGES

PARAGRAPHS = rulebook("arabana-opodopo").paragraphs
each_language = pytest.mark.parametrize("language", LANGUAGES)

# Twenty red bridges, and ten islands with an eleventh in reach.
TWENTY = built("red", "ab ac ad ae al be cd ci df di dl eg eh el fi gl ij il jl kl")
TEN = built("red", "ab ac ad be cd cf df eg eh gh gm hm hp mp no")
# Bridges on Gavuloa and Kemotua that red completes: alone in front at both, or level with blue.
TWO_CHOICES = "eg:red gh:blue gl:green gm:yellow jk:red kl:blue km:green ko:yellow"
LEVEL = "eg:red gh:blue gk:blue gl:green"


def messages(module: ModuleType) -> list[str]:
    """All texts of a module that are marked for translation."""
    calls = (node for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.Call))
    return [ast.literal_eval(call.args[0]) for call in calls if ast.unparse(call.func) == "N_"]


def assert_is_sentence(text: str) -> None:
    """Make sure that a text is a whole sentence, with all its fields filled in."""
    assert "{" not in text, text
    assert "}" not in text, text
    assert text.endswith("."), text
    assert text[0].isupper(), text
    assert "None" not in text, text


@cache
def random_match(seats: int, seed: int, gods: bool) -> Match:
    """A random match, from the setup to its end."""
    match, chooser = Match(ARABANA_OPODOPO, seats, {"gods": gods}, seed=seed), random.Random(seed)
    while not match.over:
        match.step(chooser.choice(match.moves))
    return match
