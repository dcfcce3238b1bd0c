"""How fast our games are played at random: compiled, batched, one action at a time, interpreted.

Every function plays for about `seconds` and returns actions a second, chance's included.
"""

from __future__ import annotations

import os
import pty
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from archipel.batch import Batch, new_buffers
from archipel.bots.levels import LEVELS
from archipel.bots.manner import Manner
from archipel.bots.mind import Mind
from archipel.bots.roster import make_bot
from archipel.core.game import Game
from archipel.core.match import Match
from archipel.core.simulation import simulate
from archipel.games import game

GAME, TRESOR, ARABANA = game("costa-ruana"), game("tresor"), game("arabana-opodopo")
BATCH = 1024


def compiled(seconds: float, seats: int, threads: int = 1, game: Game = GAME) -> float:
    """Whole matches inside compiled code."""
    matches, began, actions = 5_000 * threads, time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        actions += int(simulate(game, seats, matches=matches, seed=actions, threads=threads).lengths.sum())
    return actions / passed


def all_cores(seconds: float, seats: int) -> float:
    """The same on every core."""
    return compiled(seconds, seats, os.cpu_count() or 1)


def batch(seconds: float, seats: int) -> float:
    """A batch of matches, one action in each per call from Python."""
    bare = new_buffers(GAME, seats, BATCH, features=False, masks=False)
    table, rng = Batch(GAME, seats, size=BATCH, threads=1, buffers=bare), np.random.default_rng(0)
    began, actions = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        actions += table.step(table.random_actions(rng))
    return actions / passed


def single(seconds: float, seats: int) -> float:
    """One action at a time from Python, through `Match`."""
    began, actions, seed = time.perf_counter(), 0, 0
    while (passed := time.perf_counter() - began) < seconds:
        seed += 1
        match = Match(GAME, seats, seed=seed)
        while not match.over:
            moves = match.moves
            match.step(moves[int(random.random() * len(moves))])
        actions += len(match.actions)
    return actions / passed


def interpreted(seconds: float, seats: int) -> float:
    """The same source without compiling it, in a process of its own."""
    code = f"from bench.archipel_side import single; print(single({seconds}, {seats}))"
    done = _python("-c", code, NUMBA_DISABLE_JIT="1")
    return float(done)


# ── Searching ───────────────────────────────────────────────────────────────────────────────────
def search(seconds: float, seats: int, threads: int = 1) -> float:
    """What searches look through: simulations, times the actions still to be played in each.

    As the search plays: it does not play all of these actions, but judges where it stops.
    """
    left = simulate(GAME, seats, matches=500).lengths.mean() - len(Match(GAME, seats, seed=1).actions)
    return float(simulations(seconds, seats, GAME, threads) * left)


def search_to_the_end(seconds: float, seats: int) -> float:
    """Actions that a search simulates when it plays every match to its end, at random."""
    began = time.perf_counter()
    return _searched(GAME, seats, seconds, 1, Manner())[1] / (time.perf_counter() - began)


def simulations(seconds: float, seats: int, game: Game, threads: int = 1) -> float:
    """Simulations a second of the search as it plays, from the first decision of a match."""
    began = time.perf_counter()
    return _searched(game, seats, seconds, threads, None)[0] / (time.perf_counter() - began)


def _searched(game: Game, seats: int, seconds: float, threads: int, manner: Manner | None) -> tuple[int, int]:
    """How many simulations, and actions in them, some minds get done in so much time."""
    match = Match(game, seats, seed=1)
    seat, view, moves = match.to_move, match.view(match.to_move), match.moves

    def think(number: int) -> tuple[int, int]:
        mind = Mind(game, number, manner)
        thoughts = mind.think(view, seat, moves, seconds=seconds)
        return sum(one.visits for one in thoughts), mind.steps

    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(think, range(threads)))
    return sum(one for one, _ in found), sum(steps for _, steps in found)


def slowest_answer(game: Game) -> float:
    """Seconds that the strongest level thinks at most about a move, at tables of any size."""
    return max(_slowest(game, seats) for seats in game.seats)


def _slowest(game: Game, seats: int) -> float:
    """The same in one match, against players who answer at once."""
    match, slowest = Match(game, seats, seed=1), 0.0
    bots = [make_bot(game, "greedy" if seat else f"level:{max(LEVELS)}", seat) for seat in range(seats)]
    while not match.over:
        seat, view, moves = match.to_move, match.view(match.to_move), match.moves
        began = time.perf_counter()
        action = bots[seat].choose(view, seat, moves)
        slowest = max(slowest, time.perf_counter() - began)
        match.step(action)
    return slowest


def compile_ahead(name: str) -> None:
    """Compile a game in a process of its own: what is measured is then loaded, as for any user."""
    code = (
        "from archipel.core.compiling import MANY, compile_game; from archipel.games import game\n"
        "from archipel.batch import compile_batch; from archipel.bots.mind import compile_thinking\n"
        f"further = [('', compile_thinking), ('', compile_batch)]\n"
        f"compile_game(game({name!r}), lambda *stage: None, MANY, further)"
    )
    _python("-c", code)


# ── Starting ────────────────────────────────────────────────────────────────────────────────────
def cold_compile(name: str = "costa-ruana") -> float:
    """Seconds to compile what a first match needs, with an empty cache."""
    code = (
        "import time; from archipel.core.compiling import compile_game; from archipel.games import game\n"
        f"began = time.perf_counter(); compile_game(game({name!r}), lambda *stage: None)\n"
        "print(time.perf_counter() - began)"
    )
    with tempfile.TemporaryDirectory() as cache:
        return float(_python("-c", code, ARCHIPEL_CACHE=cache))


def warm_start() -> float:
    """Seconds from the command `archipel play` to its first question, everything compiled."""
    with tempfile.TemporaryDirectory() as data:
        environment = os.environ | {"ARCHIPEL_DATA": data, "LANG": "en_GB.UTF-8", "COLUMNS": "100"}
        master, slave = pty.openpty()
        began = time.perf_counter()
        play = subprocess.Popen(
            [_archipel(), "play", "costa-ruana", "--seed", "1"], stdin=slave, stdout=slave, env=environment
        )
        seen = b""
        while b"place a native on an island" not in seen:
            seen += os.read(master, 4096)
        passed = time.perf_counter() - began
        play.kill()
        play.wait()
        os.close(master)
        os.close(slave)
    return passed


def help_time() -> float:
    """Seconds that `archipel --help` takes."""
    began = time.perf_counter()
    subprocess.run([_archipel(), "--help"], check=True, capture_output=True)
    return time.perf_counter() - began


def _archipel() -> str:
    return str(Path(sys.executable).with_name("archipel"))


def _python(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], env=os.environ | environment, check=True, capture_output=True, text=True
    )
    return done.stdout


def size() -> dict[str, int]:
    """What a state and the range of actions come to."""
    return {"state_bytes": GAME.rules.STATE.itemsize, "actions": GAME.rules.ACTIONS}
