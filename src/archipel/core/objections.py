"""What all games say in the same way when an action is not legal; each keeps its own checks."""

from __future__ import annotations

from typing import Any

from archipel.core.words import N_, Tongue, Word

Found = tuple[str, str] | tuple[str, str, dict[str, Any]] | None
"""What a check finds against an action: a paragraph and a sentence, with words for it; or nothing."""


def not_asked(question: tuple[str, str], tongue: Tongue) -> tuple[str, str]:
    """The objection to an action that is no answer to the question."""
    paragraph, asked = question
    return paragraph, tongue.text(N_("That is not what is asked now. {question}")).format(question=asked)


def in_words(found: Found, tried: str, word: Word, tongue: Tongue) -> tuple[str, str]:
    """What the checks found against an action, which is spelled `tried`."""
    if found is None:
        raise AssertionError(f"{tried!r} is not legal, and no paragraph says why")
    paragraph, sentence, *words = found
    return paragraph, tongue.tell(sentence, words[0] if words else {}, word)
