"""Legal actions as numbered choices: each as a sentence, or, if they are many, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from archipel.cli import tables
from archipel.cli.telling import tell
from archipel.core.match import Match
from archipel.core.words import Tongue

MOST_LISTED = 12  # more actions than that are asked field by field
ANNOUNCEMENTS = ("turn",)  # events that tell what is next; a game can name others


@dataclass(frozen=True)
class Choice:
    """One numbered line: its words, the actions it leaves, and the paragraph it follows from."""

    words: str
    actions: tuple[int, ...]
    rule: str
    consequences: tuple[str, ...] = ()  # what else happens, as far as it can be foreseen; of one action only


@dataclass(frozen=True)
class Offer:
    """The choices at one point, and what they are about if the question does not say it."""

    prompt: str
    choices: tuple[Choice, ...]
    anyway: tuple[str, ...] = ()  # what happens whichever is taken


def offer(match: Match, actions: Sequence[int], tongue: Tongue) -> Offer:
    """The choices that lead on to these legal actions."""
    if len(actions) <= MOST_LISTED or (field := differing(match, actions)) is None:
        return _offered("", [sentence(match, action, tongue) for action in actions])
    choices = partial(_group, match, field=field, tongue=tongue)
    groups: dict[str | int | None, list[int]] = {}
    for action in actions:
        groups.setdefault(match.game.notation.NOTATION.to_json(action).get(field), []).append(action)
    prompt = tables.say_field(match.game, field, tongue)
    return _offered(prompt, [choices(value, tuple(group)) for value, group in groups.items()])


def differing(match: Match, actions: Sequence[int]) -> str | None:
    """The first field in which actions differ."""
    forms = [match.game.notation.NOTATION.to_json(action) for action in actions]
    fields: list[str] = list(forms[0])
    for field in fields:
        if any(form.get(field) != forms[0][field] for form in forms):
            return field
    return None


def sentence(match: Match, action: int, tongue: Tongue) -> Choice:
    """An action in words, and what it would lead to, as the seat to move may foresee it."""
    announcements = getattr(match.game.words, "ANNOUNCEMENTS", ANNOUNCEMENTS)
    event, *more = match.preview(action)
    consequences = tell(match.game, (one for one in more if one["event"] not in announcements), tongue)
    return Choice(match.game.words.say(event, tongue), (action,), event["rule"], tuple(consequences))


def _group(
    match: Match, value: str | int | None, actions: tuple[int, ...], field: str, tongue: Tongue
) -> Choice:
    """All actions that share a value of a field; one alone is said in full, for it is taken at once."""
    first = sentence(match, actions[0], tongue)
    if len(actions) == 1:
        return first
    words = first.words if value is None else tables.say_value(match.game, field, value, tongue)
    return Choice(words, actions, first.rule)


def _offered(prompt: str, choices: list[Choice]) -> Offer:
    """An offer in which what all choices lead to is said once."""
    if len(choices) < 2:
        return Offer(prompt, tuple(choices))
    first, *others = choices
    anyway = [one for one in first.consequences if all(one in other.consequences for other in others)]
    own = [
        replace(choice, consequences=tuple(one for one in choice.consequences if one not in anyway))
        for choice in choices
    ]
    return Offer(prompt, tuple(own), tuple(anyway))
