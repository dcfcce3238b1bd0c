"""The pages of this folder, written from the code: what actions there are, and what a learner is shown.

`python docs/games/generate.py` writes them (`make reference`); a test fails while they are out of date.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from archipel.adapters import name_of
from archipel.core.game import Game
from archipel.core.layout import FURTHEST, Omission, slices
from archipel.core.notation import Draw, Verb
from archipel.games import games

FOLDER = Path(__file__).parent
MOST_WORDS = 8  # that are written where they belong; longer lists stand in a table of their own
HIDDEN = "?"

Lists = Mapping[tuple[str, ...], str]
"""Long lists, and what each is called."""

PAGE = """\
<!-- Written by docs/games/generate.py from the code; do not edit. -->
# {title} for learners

{summary} For {least} to {most} players.
[The rulebook](../rules/{name}.en.md); [how to study it](../guide/study.md).

| | |
|---|---|
| in `archipel.batch` | `Batch("{name}", players={some}, size=1024)` |
| in Gymnasium | `archipel/{camel}-v0` |
| in PettingZoo | `archipel/{plain}`, or `env("{name}")` |
| in OpenSpiel | `{plain}` |
| options | {options} |
| features of a view | {features:,} |
| actions | {actions:,}, of which the first {chance} are chance's |
| most actions of a match, chance's included | {longest:,} |
| most moves to choose from | {moves:,} |

Rewards come at the end and add up to nothing: who wins alone gets 1, the others −1/(players − 1) each;
who shares a win shares it; if nobody wins, nobody gets anything.

## Actions

An action is its number in the game's notation, the same everywhere: in records, masks and tensors. The
numbers of a verb count through the words of its fields, the last field fastest: `number = first + index`,
where the index of `verb a b` is `a × (words of b) + b`. `game("{name}").notation.NOTATION` turns
numbers into texts (`spell`) and back (`read`). `?` stands for what a seat does not learn; no such action
is ever taken.

| numbers | by | action | fields |
|---|---|---|---|
{action_rows}

### Lists

What fields and features count through, with the index of each word. `Match.show` uses the same words.

| list | words |
|---|---|
{list_rows}

## Features

What a seat sees as 32-bit floats, none further from 0 than {furthest}, the parts one after the other, each
in rows (C order); where words stand in brackets, its last axis counts through them. Seats are counted
clockwise from the observer, who is always the first; counts are divided as told, to be about one; what is
hidden is 0. `slices(game("{name}").features.LAYOUT)` of `archipel.core.layout` finds a part by its name.

| numbers | part | shape | what it says |
|---|---|---|---|
{feature_rows}

### Left out

That is all that a seat sees while somebody has to choose, but for these fields of the state: they are not
told, or not where the reason holds. Nor is what the options settle once for all, what players say, or what is
turned up when the match is over.

| fields | why they are not told |
|---|---|
{omission_rows}
"""


def page(game: Game) -> str:
    """The page of a game."""
    notation, title = game.notation.NOTATION, game.title["en"]
    lists = long_lists(notation, game.features.LAYOUT)
    return PAGE.format(
        title=title,
        name=game.name,
        summary=game.summary["en"],
        least=game.seats[0],
        most=game.seats[-1],
        some=game.seats[1],
        camel=game.name.title().replace("-", ""),
        plain=name_of(game),
        options=", ".join(f"`{option.name}`: {option.help['en']}" for option in game.options),
        features=game.features.FEATURES,
        actions=game.rules.ACTIONS,
        chance=notation.chance,
        longest=game.rules.LONGEST,
        moves=game.rules.MOST_MOVES,
        furthest=FURTHEST,
        action_rows="\n".join(action_rows(notation, lists)),
        list_rows="\n".join(list_rows(lists)),
        feature_rows="\n".join(feature_rows(game.features.LAYOUT, lists)),
        omission_rows="\n".join(omission_rows(game.features.LEFT_OUT)),
    )


def long_lists(notation: Any, layout: Any) -> Lists:
    """The lists that are too long to be written wherever they are counted through."""
    fields = [field for verb in notation.verbs.values() for field in verb.fields.items()]
    parts = [(name, part.words) for name, part in layout.items()]
    found: dict[tuple[str, ...], str] = {}
    for name, words in [*fields, *parts]:
        known = _known(words)
        if len(known) > MOST_WORDS and not _in_a_row(words) and known not in found:
            found[known] = name
    return found


def action_rows(notation: Any, lists: Lists) -> Iterator[str]:
    """A row for each verb."""
    for verb in notation.verbs.values():
        first = notation.first(verb.name)
        who = "chance" if isinstance(verb, Draw) else "player"
        names = " ".join([verb.name, *verb.fields])
        yield f"| {_span(first, _count(verb))} | {who} | `{names}` | {_fields(verb, lists)} |"


def list_rows(lists: Lists) -> Iterator[str]:
    """A row for each long list."""
    for words, name in lists.items():
        yield f"| `{name}` | {', '.join(f'{index} `{word}`' for index, word in enumerate(words))} |"


def feature_rows(layout: Any, lists: Lists) -> Iterator[str]:
    """A row for each part of the layout."""
    for name, where in slices(layout).items():
        part = layout[name]
        shape = " × ".join(map(str, part.shape))
        span = _span(where.start, where.stop - where.start)
        told = f"{part.meaning} ({_words(part.words, lists)})" if part.words else part.meaning
        yield f"| {span} | `{name}` | {shape} | {told} |"


def omission_rows(left_out: Sequence[Omission]) -> Iterator[str]:
    """A row for each reason."""
    for one in left_out:
        yield f"| {', '.join(f'`{field}`' for field in one.fields)} | {one.why} |"


def _count(verb: Verb) -> int:
    return prod(len(words) for words in verb.fields.values())


def _span(first: int, count: int) -> str:
    return str(first) if count == 1 else f"{first} to {first + count - 1}"


def _fields(verb: Verb, lists: Lists) -> str:
    return "; ".join(
        f"{name}: {_words(words, lists)}" + ("" if isinstance(words, range) else f" ({len(words)})")
        for name, words in verb.fields.items()
    )


def _in_a_row(words: Sequence[Any]) -> bool:
    """Whether the first and the last tell all: numbers, or letters."""
    known = _known(words)
    return isinstance(words, range) or (len(known) > 1 and "".join(known) in ascii_lowercase)


def _words(words: Sequence[Any], lists: Lists) -> str:
    """The words of a field or a part, or the name of the list in which they stand."""
    known, shown = _known(words), [f"`{word}`" for word in words]
    rest = shown[len(known) :]
    if _in_a_row(words):
        shown = [f"`{known[0]}` to `{known[-1]}`", *rest]
    elif listed := lists.get(known):
        shown = [f"[list `{listed}`](#lists)", *rest]
    return ", ".join(shown)


def _known(words: Sequence[Any]) -> tuple[str, ...]:
    """Without what is told to those who may not know."""
    return tuple(str(word) for word in words if word != HIDDEN)


def files() -> dict[Path, str]:
    """Every page, and what it says."""
    return {FOLDER / f"{game.name}.md": page(game) for game in games().values()}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, "utf-8")
