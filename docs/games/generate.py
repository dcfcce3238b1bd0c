"""The pages of this folder, written from the code: what actions there are, and what a learner is shown.

`python docs/games/generate.py` writes them (`make reference`); a test fails while they are out of date.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path
from typing import Any

from archipel.adapters import name_of
from archipel.core.game import Game
from archipel.core.layout import FURTHEST, Omission, slices
from archipel.core.notation import Draw, Verb
from archipel.games import games

FOLDER = Path(__file__).parent
MOST_WORDS = 8  # of a field that are written out

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

## Features

What a seat sees as 32-bit floats, none further from 0 than {furthest}, the parts one after the other, each
in rows (C order). Seats are counted clockwise from the observer, who is always the first; counts are divided
as told, to be about one; what is hidden is 0. `slices(game("{name}").features.LAYOUT)` of
`archipel.core.layout` finds a part by its name.

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
        action_rows="\n".join(action_rows(notation)),
        feature_rows="\n".join(feature_rows(game.features.LAYOUT)),
        omission_rows="\n".join(omission_rows(game.features.LEFT_OUT)),
    )


def action_rows(notation: Any) -> Iterator[str]:
    """A row for each verb."""
    for verb in notation.verbs.values():
        first = notation.first(verb.name)
        who = "chance" if isinstance(verb, Draw) else "player"
        names = " ".join([verb.name, *verb.fields])
        yield f"| {_span(first, _count(verb))} | {who} | `{names}` | {_fields(verb)} |"


def feature_rows(layout: Any) -> Iterator[str]:
    """A row for each part of the layout."""
    for name, where in slices(layout).items():
        shape = " × ".join(map(str, layout[name].shape))
        span = _span(where.start, where.stop - where.start)
        yield f"| {span} | `{name}` | {shape} | {layout[name].meaning} |"


def omission_rows(left_out: Sequence[Omission]) -> Iterator[str]:
    """A row for each reason."""
    for one in left_out:
        yield f"| {', '.join(f'`{field}`' for field in one.fields)} | {one.why} |"


def _count(verb: Verb) -> int:
    return prod(len(words) for words in verb.fields.values())


def _span(first: int, count: int) -> str:
    return str(first) if count == 1 else f"{first} to {first + count - 1}"


def _fields(verb: Verb) -> str:
    return "; ".join(f"{name}: {_words(words)}" for name, words in verb.fields.items())


def _words(words: Sequence[Any]) -> str:
    """The words of a field, or so many of them that one sees how they go on."""
    shown = [f"`{word}`" for word in words]
    if isinstance(words, range):
        return f"{shown[0]} to {shown[-1]}"
    if len(shown) > MOST_WORDS:
        shown = [*shown[: MOST_WORDS - 2], "…", shown[-1]]
    return f"{', '.join(shown)} ({len(words)})"


def files() -> dict[Path, str]:
    """Every page, and what it says."""
    return {FOLDER / f"{game.name}.md": page(game) for game in games().values()}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, "utf-8")
