"""Legal actions as numbered choices: each as a sentence, or, if they are many, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from archipel.cli import tables
from archipel.core.match import Match
from archipel.core.words import Tongue

MOST_LISTED = 12  # more actions than that are asked field by field


@dataclass(frozen=True)
class Choice:
    """One numbered line: its words, the actions it leaves, and the paragraph it follows from."""

    words: str
    actions: tuple[int, ...]
    rule: str


@dataclass(frozen=True)
class Offer:
    """The choices at one point, and what they are about if the question does not say it."""

    prompt: str
    choices: tuple[Choice, ...]


def offer(match: Match, actions: Sequence[int], tongue: Tongue) -> Offer:
    """The choices that lead on to these legal actions."""
    if len(actions) <= MOST_LISTED or (field := differing(match, actions)) is None:
        return Offer("", tuple(sentence(match, action, tongue) for action in actions))
    choices = partial(_group, match, field=field, tongue=tongue)
    groups: dict[str | int | None, list[int]] = {}
    for action in actions:
        groups.setdefault(match.game.notation.NOTATION.to_json(action).get(field), []).append(action)
    return Offer(
        tables.say_field(match.game, field, tongue),
        tuple(choices(value, tuple(group)) for value, group in groups.items()),
    )


def differing(match: Match, actions: Sequence[int]) -> str | None:
    """The first field in which actions differ."""
    forms = [match.game.notation.NOTATION.to_json(action) for action in actions]
    fields: list[str] = list(forms[0])
    for field in fields:
        if any(form.get(field) != forms[0][field] for form in forms):
            return field
    return None


def sentence(match: Match, action: int, tongue: Tongue) -> Choice:
    """An action in words, as the seat to move would see it happen."""
    event = match.consider(action).events(match.to_move)[0]
    return Choice(match.game.words.say(event, tongue), (action,), event["rule"])


def _group(
    match: Match, value: str | int | None, actions: tuple[int, ...], field: str, tongue: Tongue
) -> Choice:
    """All actions that share a value of a field; one alone is said in full where that is clearer."""
    first = sentence(match, actions[0], tongue)
    if value is None or (len(actions) == 1 and field == "action"):
        return Choice(first.words, actions, first.rule)
    return Choice(tables.say_value(match.game, field, value, tongue), actions, first.rule)
