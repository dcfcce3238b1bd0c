"""The games, found by looking: every package in here with a `GAME` is one."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from archipel.core.game import Game, GameError
from archipel.core.words import N_


@cache
def games() -> dict[str, Game]:
    """All games by name.

    >>> "costa-ruana" in games()
    True
    """
    found = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    return {package.GAME.name: package.GAME for package in found}


def game(name: str) -> Game:
    """The game of that name; an error that lists the names there are."""
    if name not in games():
        raise GameError(
            N_("There is no game {name}; there are: {names}."), name=repr(name), names=", ".join(games())
        )
    return games()[name]
