"""`archipel simulate`: many matches, at random or between bots, and what came of them."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

from archipel.arena.estimates import summarise
from archipel.arena.matches import simulate_bots
from archipel.bots.roster import think
from archipel.cli.console import Stop, notices, output, speak
from archipel.cli.preparing import prepare, progress_bar
from archipel.cli.recording import record_matches
from archipel.cli.seating import BOT, bot_in, name_bots
from archipel.cli.summaries import draw_summary
from archipel.core.compiling import MANY
from archipel.core.game import Game
from archipel.core.simulation import Simulation, simulate
from archipel.core.words import Tongue
from archipel.games import game as find_game

COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line."""

    game: str
    players: int
    options: tuple[str, ...]
    matches: int
    seed: int
    threads: int | None
    record: Path | None
    force: bool
    bots: tuple[str, ...] = ()  # one kind for all, or one for each; none: random


def run(wish: Wish, as_json: bool, language: str) -> None:
    """Play the matches, print what came of them, and write them down if asked to."""
    tongue = speak(language)
    game = find_game(wish.game)
    game.check_seats(wish.players)
    options = game.settle_options(dict(game.read_option(text) for text in wish.options))
    if wish.record is not None and wish.record.exists() and not wish.force:
        sentence = tongue.text("{path} exists already; choose another file, or --force to write over it.")
        raise Stop(sentence.format(path=wish.record))
    bots = tuple(map(bot_in, name_bots(wish.bots or ("random",), wish.players, tongue)))
    prepare(game, tongue, MANY, bots=think(bots))
    result, seconds = play(game, wish, bots, options, tongue)
    summary = summarise(game, result, seconds)
    if wish.record is not None:
        write(game, wish, bots, options, result, tongue)
    if as_json:
        print(json.dumps({**asked(game, wish, options), **summary.to_json()}, ensure_ascii=False))
    else:
        output().print(draw_summary(game, summary, tongue))
        if wish.record is not None:
            told = tongue.text("All matches are written to {path}").format(path=wish.record)
            notices().print(told, soft_wrap=True)


def play(
    game: Game, wish: Wish, bots: tuple[str, ...], options: dict[str, Any], tongue: Tongue
) -> tuple[Simulation, float]:
    """All matches, and the seconds they took."""
    with progress_bar(*COLUMNS) as bar:
        task = bar.add_task(tongue.text("Playing"), total=wish.matches)
        simulate(game, wish.players, options, matches=1, threads=1)  # loading the rules is not timed
        start = time.perf_counter()
        how: dict[str, Any] = {
            "matches": wish.matches,
            "seed": wish.seed,
            "threads": wish.threads,
            "progress": lambda done: bar.advance(task, done),
        }
        try:
            if wish.bots:
                result = simulate_bots(game, bots, options, **how)
            else:
                result = simulate(game, wish.players, options, keep_actions=wish.record is not None, **how)
        except MemoryError as error:
            sentence = tongue.text("So many matches do not fit into memory; ask for fewer with --matches.")
            raise Stop(sentence) from error
        return result, time.perf_counter() - start


def write(
    game: Game,
    wish: Wish,
    bots: tuple[str, ...],
    options: dict[str, Any],
    result: Simulation,
    tongue: Tongue,
) -> None:
    """Write every match to the file asked for."""
    assert wish.record is not None
    with progress_bar(*COLUMNS) as bar:
        task = bar.add_task(tongue.text("Writing"), total=wish.matches)
        try:
            players = tuple(bot + BOT for bot in bots) if wish.bots else ()
            record_matches(wish.record, game, options, result, players, lambda: bar.advance(task))
        except OSError as error:
            sentence = tongue.text("{path} cannot be written: {problem}.")
            raise Stop(sentence.format(path=wish.record, problem=error.strerror), code=1) from error


def asked(game: Game, wish: Wish, options: dict[str, Any]) -> dict[str, Any]:
    """What was simulated, for programs."""
    return {
        "game": game.name,
        "version": game.version,
        "players": wish.players,
        "options": options,
        "matches": wish.matches,
        "seed": wish.seed,
        **({"bots": wish.bots} if wish.bots else {}),
    }
