"""Bots at tables: they think in a few processes of low priority, so that people never wait for them.

Tables where people play come first, then those that somebody watches, then those of bots alone; and of these
the tables of whoever had least thought lately.

How long an answer takes tells nothing (TR-9.2): a bot has at most a certain time, and answers when exactly
that time is over, however soon it knew. The time depends on the kind of bot and on what everybody sees. Nor
does it show at other tables, whose bots have the time to wait: and who thinks long where all are asked keeps
the others waiting as long if there is nothing to choose.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from multiprocessing.connection import wait
from typing import Any, TypeVar

from archipel.bots.mind import compile_thinking
from archipel.bots.reasons import Reasons, reasons
from archipel.bots.roster import make_bot
from archipel.bots.search import Budget, SearchBot
from archipel.core.game import Game
from archipel.core.words import N_, Tongue
from archipel.games import game as find_game
from archipel.games import games
from archipel.server.logs import log
from archipel.server.metrics import METRICS
from archipel.server.refusal import Refused
from archipel.server.turns import Rank, Turns

REACTION = 0.35  # seconds that any bot takes where all are asked in turn whether they want to react
DECISION = {"level:4": 0.9, "level:5": 1.8}  # seconds for other decisions, by kind; else:
PLAIN = 0.6
NEEDED = 0.85  # the part of that time that a bot can do with if it had to wait for a place
REACTING = {"level:4": 0.025, "level:5": 0.08}  # seconds of it where all are asked, if they think long
QUICK = 0.05  # and for those who hardly think
THOUGHT = 0.85  # the part of what is needed in which it thinks
NICENESS = 10  # a tenth of what those get who serve people, so that a busy machine does not silence bots
ADVICE = Budget(simulations=4000, seconds=1.5)  # how long a hint may take
LONGEST = 60.0  # seconds after which a thought is given up, for it will never end

T = TypeVar("T")


class Thinkers:
    """A few processes that bots think in, or threads of this one.

    `pace` is 1 for people; 0 answers as soon as it is known.
    """

    def __init__(self, count: int, pace: float = 1.0, apart: bool = False) -> None:
        self.pace = pace
        self.waiting = 0
        self._count, self._apart, self._closed = count, apart, False
        self._workers = self._hire()
        self._turns = Turns(count)

    def _hire(self) -> Executor:
        if not self._apart:
            return ThreadPoolExecutor(self._count, "thinker")
        fresh = multiprocessing.get_context("spawn")  # a fork would take our threads' locks along
        return ProcessPoolExecutor(self._count, fresh, _get_ready)

    def warm(self) -> None:
        """Let processes get ready before the first bot is asked."""
        for _ in range(self._count if self._apart else 0):
            self._workers.submit(os.getpid)

    def time(self, kind: str, reaction: bool) -> float:
        """How long a bot takes to answer, in seconds."""
        return self.pace * (REACTION if reaction else DECISION.get(kind, PLAIN))

    def needed(self, kind: str, reaction: bool) -> float:
        """How much of that time it needs from when it has a place, whatever there is to choose."""
        if reaction:
            return self.pace * REACTING.get(kind, QUICK)
        return NEEDED * self.time(kind, reaction)

    async def choose(
        self,
        game: Game,
        kind: str,
        seed: int,
        view: Any,
        seat: int,
        moves: list[int],
        reaction: bool,
        rank: Rank = lambda: 0,
        whom: str = "",
    ) -> int:
        """The move a bot chooses, after exactly the time that it takes; a bot that fails makes any move.

        It answers later only if it had to wait for too long; `whom` is charged for the thinking. A table
        must not stand still for a fault of ours: that is for the log.
        """
        asked, span, needed = time.monotonic(), self.time(kind, reaction), self.needed(kind, reaction)
        given = game.name, kind, seed, view, seat, moves, THOUGHT * needed
        hold = needed if reaction and kind in REACTING else 0.0
        with self._counted():
            try:
                begun, action = await self._run(rank, whom, hold, _think, *given)
            except Exception:
                if self._closed:
                    raise
                log.exception("a bot failed", game=game.name, kind=kind)
                METRICS.failed.labels(game.name, kind).inc()
                begun, action = asked, choice(game, "random", seed, view, seat, moves, 0.0)
            await asyncio.sleep(max(0.0, max(asked + span, begun + needed) - time.monotonic()))
        return action

    async def advise(
        self, game: Game, view: Any, seat: int, moves: Sequence[int], tongue: Tongue, whom: str = ""
    ) -> Reasons:
        """What a strong bot would do, and why."""
        with self._counted():
            try:
                return await self._run(lambda: 0, whom, 0.0, _advise, game.name, view, seat, moves, tongue)
            except Exception as error:
                log.exception("a hint failed", game=game.name)
                raise Refused("no_hint", N_("No hint could be found; try again later.")) from error

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count a bot until it has answered: when it knew is nobody's business."""
        self.waiting += 1
        try:
            with METRICS.thinking.track_inprogress():
                yield
        finally:
            self.waiting -= 1

    async def _run(self, rank: Rank, whom: str, hold: float, work: Callable[..., T], *given: Any) -> T:
        """Do some thinking when there is a place for it.

        Whoever asked may go away meanwhile: the thought goes on, and so long there is no place for another.
        """
        give_back = await self._turns.take(rank, whom)
        thought = asyncio.ensure_future(self._work(hold, work, *given))
        thought.add_done_callback(lambda done: done.cancelled() or done.exception())
        thought.add_done_callback(lambda _: give_back())
        return await asyncio.shield(thought)

    async def _work(self, hold: float, work: Callable[..., T], *given: Any) -> T:
        """Do it, and keep the place for some time at least; once more, if the process was killed over it."""
        begun, workers = time.monotonic(), self._workers
        try:
            result = await asyncio.get_running_loop().run_in_executor(workers, work, *given)
        except BrokenExecutor:
            if self._workers is workers:
                self._workers = self._hire()
            if time.monotonic() - begun >= LONGEST:
                raise  # it would not end the next time either
            result = await asyncio.get_running_loop().run_in_executor(self._workers, work, *given)
        if hold:
            await asyncio.sleep(max(0.0, begun + hold - time.monotonic()))
        return result

    def close(self) -> None:
        """Let nobody begin to think any more."""
        self._closed = True
        self._workers.shutdown(wait=False, cancel_futures=True)


# ── Where they think ────────────────────────────────────────────────────────────────────────────
def _think(
    name: str, kind: str, seed: int, view: Any, seat: int, moves: list[int], seconds: float
) -> tuple[float, int]:
    """When thinking began, by the clock that all processes share, and the move."""
    begun, game = time.monotonic(), find_game(name)
    if kind != "random":
        _prepare(game.name)
    with no_longer_than(LONGEST):
        return begun, choice(game, kind, seed, view, seat, moves, seconds)


_APART = threading.Event()  # set in processes that only think


@contextmanager
def no_longer_than(seconds: float) -> Iterator[None]:
    """End this process, if it only thinks, when that takes longer: nothing else stops compiled code."""
    timer = threading.Timer(seconds, os._exit, [1])
    timer.daemon = True
    if _APART.is_set():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def choice(game: Game, kind: str, seed: int, view: Any, seat: int, moves: list[int], seconds: float) -> int:
    """What a bot of some kind does, in at most so much time; 0 seconds stand for its own measure."""
    if len(moves) == 1:
        return moves[0]
    bot = make_bot(game, kind, seed)
    if seconds and isinstance(bot, SearchBot):
        bot.budget = replace(bot.budget, seconds=min(seconds, bot.budget.seconds))
    return bot.choose(view, seat, moves)


def _advise(name: str, view: Any, seat: int, moves: Sequence[int], tongue: Tongue) -> Reasons:
    _prepare(name)
    with no_longer_than(LONGEST):
        return reasons(find_game(name), view, seat, moves, tongue, budget=ADVICE)


_PREPARING = threading.Lock()


def _prepare(name: str) -> None:
    """Compile what bots need before they first think; once, whoever asks."""
    with _PREPARING:
        _prepared(name)


@cache
def _prepared(name: str) -> None:
    compile_thinking(find_game(name))


def _get_ready() -> None:
    """Begin a process of thinkers: it ends with the server, and lets those that serve people go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the server's to answer
    threading.Thread(target=_end_with_server, daemon=True).start()
    _APART.set()
    for name in games():
        _prepare(name)
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    wait([server.sentinel])  # it may be killed without a word
    os._exit(0)
