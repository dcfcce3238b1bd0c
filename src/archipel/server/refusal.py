"""What a table answers when it will not do something: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Any

from archipel.core.words import N_, Tongue

NOTHING_STORED = N_(
    "The server cannot store anything now. Look again how things stand before you try once more."
)


class Refused(Exception):
    """Nothing has changed. `code` says why to programs, `say` to people; `rule` is the paragraph, if any."""

    def __init__(self, code: str, sentence: str, rule: str = "", **words: Any) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.rule = rule
        self.words = words

    def say(self, tongue: Tongue) -> str:
        """Why, in a language."""
        return tongue.fill(self.sentence, self.words)
