"""Actions as text and as JSON, both ways, from one table of verbs.

A game lists its verbs in the order of its action numbers. Each verb has fields, and each field the
words it can take; the numbers of a verb count through their combinations, the last field fastest.

>>> colours, islands = ("red", "blue"), (1, 2, 3)
>>> notation = Notation(Verb("pass"), Verb("move", owner=colours, to=islands))
>>> notation.spell(5), notation.read("move blue 2"), notation.to_json(5)
('move blue 2', 5, {'action': 'move', 'owner': 'blue', 'to': 2})
>>> notation.read("move blue 7")
Traceback (most recent call last):
archipel.core.notation.NotationError: 'move blue 7': 'to' cannot be '7'; it is one of 1, 2, 3
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from archipel.core.record import CHANCE, OVER
from archipel.core.words import N_, Problem

Word = str | int
IN_TEXT = N_("{text}: {problem}")
seen_often = lru_cache(1 << 14)
"""For a part of a view that looks the same again and again: it is worded once, and nobody changes it."""
NOTHING_MORE, NO_FIELDS = N_("{verb} takes nothing more"), N_("{verb} takes no fields")


class NotationError(Problem):
    """Text or JSON that is no action of the game; the message says what is wrong with it."""


@dataclass(frozen=True, init=False)
class Verb:
    """What can be done, and with what: `Verb("place", island=range(1, 11))`."""

    name: str
    fields: Mapping[str, Sequence[Word]]

    def __init__(self, name: str, /, **fields: Sequence[Word]) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "fields", fields)

    def actions(self) -> list[dict[str, Word]]:
        """Every action of this verb in its JSON form."""
        return [
            {"action": self.name, **dict(zip(self.fields, words, strict=True))}
            for words in product(*self.fields.values())
        ]


class Draw(Verb):
    """What chance can do; a game lists these before what players can."""


class Notation:
    """The spelling of every action of a game."""

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = {verb.name: verb for verb in verbs}
        self.chance = sum(len(verb.actions()) for verb in verbs if isinstance(verb, Draw))
        """How many actions are chance's: the first so many."""
        self._first: dict[str, int] = {}
        self._forms: list[dict[str, Word]] = []
        for verb in verbs:
            self._first[verb.name] = len(self._forms)
            self._forms += verb.actions()
        self._texts = [" ".join(map(str, form.values())) for form in self._forms]
        self._numbers = {text: number for number, text in enumerate(self._texts)}

    def __len__(self) -> int:
        return len(self._forms)

    def first(self, verb: str) -> int:
        """The number of the verb's first action."""
        return self._first[verb]

    def spell(self, action: int) -> str:
        """An action as text: the verb and its fields."""
        return self._texts[action]

    def read(self, text: str) -> int:
        """The number of an action written as text."""
        words = text.lower().split()
        number = self._numbers.get(" ".join(words))
        if number is None:
            raise NotationError(IN_TEXT, text=repr(text.strip()), problem=self._complaint(words))
        return number

    def to_json(self, action: int) -> dict[str, Word]:
        """An action in words a program can take apart."""
        return dict(self._forms[action])

    def from_json(self, form: Any) -> int:
        """The number of an action in its JSON form."""
        if not isinstance(form, dict) or not isinstance(form.get("action"), str):
            raise NotationError(
                N_('{text} is no action: it must be an object with an "action"'), text=repr(form)
            )
        verb = self.verbs.get(form["action"])
        if verb is not None and set(form) != {"action", *verb.fields}:
            raise NotationError(IN_TEXT, text=repr(form), problem=_takes(verb, NO_FIELDS))
        words = [str(form[name]) for name in ("action", *(verb.fields if verb else ()))]
        number = self._numbers.get(" ".join(words))
        if number is None or self._forms[number] != form:
            raise NotationError(IN_TEXT, text=repr(form), problem=self._complaint(words))
        return number

    def _complaint(self, words: list[str]) -> Problem:
        if not words:
            return Problem(N_("an action is missing"))
        if words[0] not in self.verbs:
            sentence = N_("no action is called {verb}; there are {verbs}")
            return Problem(sentence, verb=repr(words[0]), verbs=_listing(self.verbs))
        verb = self.verbs[words[0]]
        if len(words) - 1 != len(verb.fields):
            return _takes(verb, NOTHING_MORE)
        for (name, choice), word in zip(verb.fields.items(), words[1:], strict=True):
            if word not in map(str, choice):
                sentence = N_("{field} cannot be {word}; it is one of {words}")
                return Problem(sentence, field=repr(name), word=repr(word), words=_listing(choice))
        return Problem(N_("the numbers must not be in quotation marks"))


def seat_name(seats: Sequence[str], seat: int) -> str | None:
    """How a seat is written, `chance`, or None when the match is over.

    >>> [seat_name(("red", "blue"), seat) for seat in (1, CHANCE, OVER)]
    ['blue', 'chance', None]
    """
    if seat == CHANCE:
        return "chance"
    return None if seat == OVER else seats[seat]


def _takes(verb: Verb, nothing: str) -> Problem:
    if not verb.fields:
        return Problem(nothing, verb=repr(verb.name))
    return Problem(N_("{verb} takes {fields}"), verb=repr(verb.name), fields=_listing(verb.fields))


def _listing(words: Any) -> str:
    words = [str(word) for word in words]
    return ", ".join(words[:12]) + (" …" if len(words) > 12 else "")
