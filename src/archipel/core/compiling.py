"""Compiling a game's rules before they are needed, stage by stage, so that a first use can show progress.

The machine code stays on disk (`archipel.core.rule.cache_folder`); afterwards a start takes no time.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from archipel.core.chance import dice
from archipel.core.game import Game
from archipel.core.match import Match
from archipel.core.record import Pool
from archipel.core.rule import COMPILED, cache_folder
from archipel.core.simulation import retrace, simulate

Report = Callable[[int, int, str], None]
"""Called before each stage with its number, how many there are, and its name, and once at the end."""

Stage = tuple[str, Callable[[Game], object]]
"""What is compiled, as a user is told, and what does it."""

MONTH = 30 * 24 * 3600  # seconds

MATCH, MANY = "match", "many"
"""What to compile for: to play a match, or also to simulate many."""


def needs_compiling(game: Game, purpose: str = MATCH) -> bool:
    """Whether a first use for this purpose would have to wait for the compiler."""
    return COMPILED and not _marker(game, purpose).exists()


def compile_game(game: Game, report: Report, purpose: str = MATCH, further: Sequence[Stage] = ()) -> None:
    """Compile what a purpose needs and then what `further` does, or load it if it was compiled before."""
    stages: list[Stage] = [
        ("the table", _table),
        ("the rules", _rules),
        ("what players see", _views),
        ("the score", _score),
    ]
    if purpose == MANY:
        stages += [("possible worlds", _worlds), ("simulation", _simulation)]
    stages += further
    for number, (name, stage) in enumerate(stages):
        report(number, len(stages), name)
        stage(game)
    report(len(stages), len(stages), "")
    if COMPILED:
        for done in {MATCH, purpose}:
            _marker(game, done).touch()
        sweep(cache_folder(f"{game.package}.rules"))


def _marker(game: Game, purpose: str) -> Path:
    return cache_folder(f"{game.package}.rules") / f"{purpose}.ready"


def _blank(game: Game, size: int = 1) -> Pool:
    return Pool(game.rules.STATE, size)


def _table(game: Game) -> None:
    options = Pool(game.rules.OPTIONS, 1)
    game.packing.pack(options[0], game.seats[0], game.settle_options({}))
    game.loops.begin(_blank(game).raw, options.raw, game.seats[0])


def _rules(game: Game) -> None:
    Match(game, game.seats[0], seed=0)


def _views(game: Game) -> None:
    match = Match(game, game.seats[0])
    match.consider(match.moves[0]).witness(0)
    match.view(0)
    game.loops.mover(_blank(game).raw)
    assert match.ways


def _score(game: Game) -> None:
    seats = game.seats[0]
    game.loops.score(_blank(game).raw, np.zeros(seats, np.int16), np.zeros(seats, np.int8))


def _worlds(game: Game) -> None:
    match = Match(game, game.seats[0], seed=0)
    game.loops.imagine(match.look(0).raw, 0, dice(0))


def _simulation(game: Game) -> None:
    seats = game.seats[0]
    retrace(game, seats, {}, simulate(game, seats, matches=1, threads=1, keep_actions=True))


def sweep(present: Path) -> None:
    """Remove machine code like that in a folder, from other sources, that nobody has asked for in a month."""
    stem = present.name.rpartition("-")[0]
    for folder in present.parent.glob(f"{stem}-*"):
        if folder != present and time.time() - folder.stat().st_mtime > MONTH:
            shutil.rmtree(folder, ignore_errors=True)
