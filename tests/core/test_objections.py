from __future__ import annotations

import pytest

from archipel.core.objections import in_words, not_asked
from archipel.core.words import Tongue


def shouted(key, value, tongue):
    """A way to say words that shows it was used."""
    return f"{key} {value}".upper()


def test_what_is_not_asked_is_answered_with_the_question():
    asked = not_asked(("XX-1.1", "Ann: draw a card."), Tongue())
    assert asked == ("XX-1.1", "That is not what is asked now. Ann: draw a card.")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (("XX-1.2", "Nobody may pass."), ("XX-1.2", "Nobody may pass.")),
        (("XX-1.3", "There is no {card}.", {"card": 7}), ("XX-1.3", "There is no CARD 7.")),
    ],
)
def test_what_a_check_finds_is_said_with_the_words_of_the_game(found, said):
    assert in_words(found, "pass", shouted, Tongue()) == said


def test_an_action_that_nothing_forbids_is_a_fault_of_the_checks():
    with pytest.raises(AssertionError, match="'pass' is not legal, and no paragraph says why"):
        in_words(None, "pass", shouted, Tongue())
