"""Bots by the names a user types: `random`, `greedy`, `search:2000`, `search:500ms`, `level:3`."""

from __future__ import annotations

import re

from archipel.bots.bot import Bot
from archipel.bots.greedy import GreedyBot
from archipel.bots.random import RandomBot
from archipel.bots.search import Budget, SearchBot
from archipel.core.game import Game

DEFAULT_SIMULATIONS = 2000


class BotError(ValueError):
    """A text that names no bot; the message says what does."""


def make_bot(game: Game, text: str, seed: int) -> Bot:
    """The bot of that name for a game."""
    name, _, rest = text.partition(":")
    if name == "random" and not rest:
        return RandomBot(seed)
    if name == "greedy" and not rest:
        return GreedyBot(game, seed)
    if name == "search":
        return SearchBot(game, seed, read_budget(rest))
    raise BotError(f"no bot is called {text!r}")


def read_budget(text: str) -> Budget:
    """How long to think, as typed: simulations, or milliseconds.

    >>> read_budget("500").simulations, read_budget("250ms").seconds
    (500, 0.25)
    """
    found = re.fullmatch(r"(\d*)(ms)?", text)
    if found is None or text == "ms" or (found[1] and int(found[1]) < 1):
        raise BotError(f"{text!r} is no budget: give simulations (2000) or milliseconds (500ms)")
    number = int(found[1] or DEFAULT_SIMULATIONS)
    return Budget(seconds=number / 1000) if found[2] else Budget(simulations=number)
