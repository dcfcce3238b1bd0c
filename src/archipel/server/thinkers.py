"""Bots at tables: they think in a few threads of low priority, so that people never wait for them.

How long an answer takes tells nothing (TR-9.2): a bot has at most a certain time, and answers when exactly
that time is over, however soon it knew. The time depends on the kind of bot and on what everybody sees.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from archipel.bots.mind import compile_thinking
from archipel.bots.roster import make_bot
from archipel.bots.search import Budget, SearchBot
from archipel.core.game import Game

REACTION = 0.35  # seconds that any bot takes where all are asked in turn whether they want to react
DECISION = {"level:4": 0.9, "level:5": 1.8}  # seconds for other decisions, by kind; else:
PLAIN = 0.6
THOUGHT = 0.85  # the part of that time that is left for thinking
NICENESS = 10

T = TypeVar("T")


class Thinkers:
    """A few threads that bots think in. `pace` is 1 for people; 0 answers as soon as it is known."""

    def __init__(self, threads: int, pace: float = 1.0) -> None:
        self.pace = pace
        self.waiting = 0
        self._threads = ThreadPoolExecutor(threads, "thinker", initializer=_step_back)
        self._compiling = threading.Lock()
        self._ready: set[str] = set()

    def time(self, kind: str, reaction: bool) -> float:
        """How long a bot takes to answer, in seconds."""
        return self.pace * (REACTION if reaction else DECISION.get(kind, PLAIN))

    async def choose(
        self, game: Game, kind: str, seed: int, view: Any, seat: int, moves: list[int], reaction: bool
    ) -> int:
        """The move a bot chooses, after exactly the time that it takes."""
        span = self.time(kind, reaction)

        def think() -> tuple[float, int]:
            begun = time.monotonic()
            self._prepare(game, kind)
            return begun, choice(game, kind, seed, view, seat, moves, span * THOUGHT)

        begun, action = await self.run(think)
        await asyncio.sleep(max(0.0, begun + span - time.monotonic()))
        return action

    async def run(self, work: Callable[[], T]) -> T:
        """Do some thinking when a thread is free."""
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self.waiting -= 1

    def _prepare(self, game: Game, kind: str) -> None:
        """Compile what bots need before they first think; once, whoever asks."""
        if kind == "random" or game.name in self._ready:
            return
        with self._compiling:
            compile_thinking(game)
            self._ready.add(game.name)

    def close(self) -> None:
        """Let nobody begin to think any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def choice(game: Game, kind: str, seed: int, view: Any, seat: int, moves: list[int], seconds: float) -> int:
    """What a bot of some kind does, in at most so much time; 0 seconds stand for its own measure."""
    if len(moves) == 1:
        return moves[0]
    bot = make_bot(game, kind, seed)
    if seconds and isinstance(bot, SearchBot):
        bot.budget = replace(bot.budget, seconds=min(seconds, bot.budget.seconds))
    return bot.choose(view, seat, moves)


def advice_budget() -> Budget:
    """How long a hint may take."""
    return Budget(simulations=4000, seconds=1.5)


def _step_back() -> None:
    """Let the threads that serve people go first; each thread of Linux has a niceness of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
