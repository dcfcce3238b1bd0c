"""Bots by the names a user types: `random`, `greedy`, `search:2000`, `search:500ms`, `level:3`.

>>> from archipel.games import game
>>> bot = make_bot(game("costa-ruana"), "level:3", seed=1)
>>> make_bot(game("costa-ruana"), "clever", seed=1)  # doctest: +ELLIPSIS
Traceback (most recent call last):
archipel.bots.roster.BotError: no bot is called 'clever'; there are random, greedy, ...
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from archipel.bots.bot import Bot
from archipel.bots.greedy import GreedyBot
from archipel.bots.levels import LEVELS, level_bot
from archipel.bots.random import RandomBot
from archipel.bots.search import Budget, SearchBot
from archipel.core.chance import read_seed
from archipel.core.game import Game, GameError
from archipel.core.words import N_

DEFAULT_SIMULATIONS = 2000
SEATS_APART = 1 << 32  # between the seeds of two seats' bots
BUDGET = re.compile(r"([1-9]\d{0,8})(ms)?")


class BotError(GameError):
    """A text that names no bot; the message says what does."""


def make_bot(game: Game, text: str, seed: int) -> Bot:
    """The bot of that name for a game; it plays the same for a seed unless it thinks by the clock."""
    seed = read_seed(seed)
    name, _, detail = check_bot(text).partition(":")
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot(game, seed)
    if name == "level":
        return level_bot(game, int(detail), seed)
    return SearchBot(game, seed, _budget(detail))


def make_bots(game: Game, kinds: Mapping[int, str], seed: int) -> dict[int, Bot]:
    """The bots of a table by seat, each with dice of its own."""
    seed = read_seed(seed)
    return {seat: make_bot(game, kind, seed + SEATS_APART * (seat + 1)) for seat, kind in kinds.items()}


def think(kinds: Iterable[str]) -> bool:
    """Whether any of these bots does more than roll dice, and so must be compiled."""
    return any(kind != "random" for kind in kinds)


def check_bot(text: str) -> str:
    """The text, if it names a bot.

    >>> check_bot("search:250ms")
    'search:250ms'
    """
    name, colon, detail = text.partition(":")
    plain = name in ("random", "greedy", "search") and not colon
    level = name == "level" and detail in map(str, LEVELS)
    if plain or level or (name == "search" and BUDGET.fullmatch(detail)):
        return text
    least, most = min(LEVELS), max(LEVELS)
    sentence = N_(
        "no bot is called {name}; there are random, greedy, search:2000 (simulations), "
        "search:500ms (milliseconds), level:{least} to level:{most}"
    )
    raise BotError(sentence, name=repr(text), least=least, most=most)


def _budget(detail: str) -> Budget:
    found = BUDGET.fullmatch(detail)
    if found is None:
        return Budget(simulations=DEFAULT_SIMULATIONS)
    number = int(found[1])
    return Budget(seconds=number / 1000) if found[2] else Budget(simulations=number)
