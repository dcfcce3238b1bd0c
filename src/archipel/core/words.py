"""Languages: sentences come from one gettext catalogue per language, with the players' names in them.

The text in the code is the English; `archipel/locale` holds the other languages.
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).parents[1] / "locale"
LANGUAGES = ("en", "fr")


@dataclass(frozen=True)
class Tongue:
    """A language, and how the seats of a table are called in it."""

    language: str = "en"
    names: tuple[str, ...] = field(default=())
    nouns: Mapping[str, str] = field(default_factory=dict)  # what else has a name of its own in this match

    def text(self, message: str) -> str:
        """A message in this language."""
        return _catalogue(self.language).gettext(message)

    def tell(self, sentence: str, words: Mapping[str, Any], word: Word) -> str:
        """A sentence in this language, with words of a game in it that `word` puts into this language."""
        said = {key: word(key, value, self) for key, value in words.items()}
        return self.text(sentence).format(**said)

    def fill(self, sentence: str, words: Mapping[str, Any]) -> str:
        """A sentence in this language with words in it; problems and facts by language are said in it too."""
        said = {key: self._spoken(value) for key, value in words.items()}
        return self.text(sentence).format(**said) if said else self.text(sentence)

    def _spoken(self, value: Any) -> Any:
        if isinstance(value, Problem):
            return value.say(self)
        return value[self.language] if isinstance(value, Mapping) else value

    def plural(self, one: str, many: str, n: int) -> str:
        """A message for n things in this language; `{n}` in it is the number."""
        return _catalogue(self.language).ngettext(one, many, n).format(n=n)

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat]

    def all_of(self, words: list[str]) -> str:
        """A list in words: "Red, Blue and Green"."""
        if len(words) < 2:
            return "".join(words)
        return self.text("{list} and {last}").format(list=", ".join(words[:-1]), last=words[-1])


class Problem(ValueError):
    """What is wrong with something that was given: a sentence that can be said in any language.

    >>> problem = Problem("{name} is for {seats} players.", name={"en": "Chess", "fr": "Les échecs"}, seats=2)
    >>> str(problem)
    'Chess is for 2 players.'
    """

    def __init__(self, sentence: str, /, **words: Any) -> None:
        super().__init__()
        self.sentence, self.words = sentence, words

    def __str__(self) -> str:
        return self.say(Tongue())

    def say(self, tongue: Tongue) -> str:
        """The problem in a language."""
        return tongue.fill(self.sentence, self.words)


def N_(message: str) -> str:  # noqa: N802 (the customary name)
    """Mark a message for the catalogue where it is translated only later."""
    return message


Word = Callable[[str, Any, Tongue], Any]
"""How a game says a word of an event: what it stands for (`card`), the word itself, and the language."""

Event = dict[str, Any]
"""Something that happened, in the words of the notation; `rule` is the paragraph it follows from."""

MATCH_OVER, CHANCE_DEALS = N_("The match is over."), N_("Chance deals.")


def happening(paragraphs: Mapping[str, str], name: str, /, **words: Any) -> Event:
    """An event with the paragraph that a game files it under.

    >>> happening({"storm": "XX-4.2"}, "storm", zone=3)
    {'event': 'storm', 'zone': 3, 'rule': 'XX-4.2'}
    """
    return {"event": name, **words, "rule": paragraphs[name]}


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation("archipel", LOCALE, [language])


def default_language() -> str:
    """The user's language if we speak it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            language = (locale.normalize(value).split("_")[0]).lower()
            return language if language in LANGUAGES else "en"
    return "en"
