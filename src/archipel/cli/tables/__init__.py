"""The table of a match as the terminal shows it: one module per game, and a plain tree for all others.

A module is called like the game's package. It draws from the view of a seat in domain words, what
`Match.show` gives, so it can show no more than that seat may know.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from rich.console import RenderableType
from rich.tree import Tree

from archipel.core.game import Game
from archipel.core.words import Tongue

Shown = dict[str, Any]


def draw(game: Game, shown: Shown, tongue: Tongue) -> RenderableType:
    """The table as a seat sees it."""
    module = _module(game)
    if module is None:
        return draw_tree(shown, game.title[tongue.language])
    drawing: RenderableType = module.draw(shown, tongue)
    return drawing


def draw_more(game: Game, shown: Shown, tongue: Tongue) -> RenderableType | None:
    """What everybody may look up but is not always shown: the discard, say; None if there is nothing."""
    module = _module(game)
    more: RenderableType | None = module.draw_more(shown, tongue) if module else None
    return more


def score_columns(game: Game, shown: Shown, tongue: Tongue) -> dict[str, list[str]]:
    """What the points of each seat are made of, under headings."""
    module = _module(game)
    columns: dict[str, list[str]] = module.score_columns(shown, tongue) if module else {}
    return columns


def say_field(game: Game, field: str, tongue: Tongue) -> str:
    """The question for one field of an action: "From which island?"."""
    module = _module(game)
    questions: dict[str, str] = module.QUESTIONS if module else {}
    return tongue.text(questions[field]) if field in questions else f"{_plain(field)}?"


def say_value(game: Game, field: str, value: str | int, tongue: Tongue) -> str:
    """What a field of an action can be, in words."""
    module = _module(game)
    said: str | None = module.say_value(field, value, tongue) if module else None
    return said if said is not None else _plain(str(value))


def _module(game: Game) -> ModuleType | None:
    name = f"{__name__}.{game.package.rpartition('.')[2]}"
    return import_module(name) if find_spec(name) else None


def _plain(word: str) -> str:
    return word.replace("_", " ")


# ── For games without a module ──────────────────────────────────────────────────────────────────
def draw_tree(shown: Any, title: str) -> Tree:
    """Anything that JSON can hold, as a tree."""
    tree = Tree(title, guide_style="dim")
    for key, value in _parts(shown):
        if isinstance(value, dict | list) and value and not _is_short(value):
            tree.add(draw_tree(value, key))
        else:
            tree.add(f"{key}: {_short(value)}")
    return tree


def _parts(shown: Any) -> list[tuple[str, Any]]:
    if isinstance(shown, dict):
        return [(_plain(str(key)), value) for key, value in shown.items()]
    return [(str(number), value) for number, value in enumerate(shown, 1)]


def _is_short(value: dict[str, Any] | list[Any]) -> bool:
    """Whether it holds only single words and numbers."""
    return not any(isinstance(part, dict | list) for _, part in _parts(value))


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_plain(key)} {_short(part)}" for key, part in value.items()) or "–"
    if isinstance(value, list):
        return ", ".join(map(_short, value)) or "–"
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "✗"
    return str(value)
