"""`archipel simulate`: many matches, at random or between bots, and what came of them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

from archipel.arena.estimates import summarise
from archipel.arena.matches import simulate_parts
from archipel.bots.roster import think
from archipel.cli.console import Stop, notices, output, speak, writing
from archipel.cli.preparing import prepare, progress_bar
from archipel.cli.recording import Played, Write, check_ending, recording
from archipel.cli.seating import bot_in, name_bots
from archipel.cli.summaries import draw_summary
from archipel.cli.working import workers
from archipel.core.compiling import MANY
from archipel.core.game import Game
from archipel.core.simulation import Simulation, join, simulate
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
    ray: str = ""  # the address of a cluster


def run(wish: Wish, as_json: bool, language: str) -> None:
    """Play the matches, print what came of them, and write them down if asked to."""
    tongue = speak(language)
    game = find_game(wish.game)
    game.check_seats(wish.players)
    options = game.settle_options(dict(game.read_option(text) for text in wish.options))
    if wish.record is not None:
        if wish.record.exists() and not wish.force:
            sentence = tongue.text("{path} exists already; choose another file, or --force to write over it.")
            raise Stop(sentence.format(path=wish.record))
        check_ending(wish.record, tongue)
    bots = tuple(map(bot_in, name_bots(wish.bots, wish.players, tongue))) if wish.bots else ()
    prepare(game, tongue, MANY, bots=think(bots))
    result, seconds = play(game, wish, bots, options, tongue)
    summary = summarise(game, result, seconds)
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
    """All matches, written down as they are played if asked to; and the seconds they took."""
    simulate(game, wish.players, options, matches=1, threads=1)  # loading the rules is not timed
    with (
        workers(wish.threads, wish.ray, tongue) as playing,
        progress_bar(*COLUMNS) as bar,
        written(game, wish, bots, options, tongue) as write,
    ):
        task = bar.add_task(tongue.text("Playing"), total=wish.matches)
        start = time.perf_counter()
        coming = simulate_parts(
            game,
            wish.players,
            options,
            bots,
            matches=wish.matches,
            seed=wish.seed,
            keep_actions=wish.record is not None,
            workers=playing,
            progress=lambda done: bar.advance(task, done),
        )
        parts = []
        for part in coming:
            write(part)
            parts.append(join([part]))  # without the actions
        return join(parts), time.perf_counter() - start


@contextmanager
def written(
    game: Game, wish: Wish, bots: tuple[str, ...], options: dict[str, Any], tongue: Tongue
) -> Iterator[Write]:
    """Writes parts of a simulation to the file asked for, if any."""
    if wish.record is None:
        yield lambda part: None
        return
    played = Played(game, wish.players, options, bots, wish.seed)
    with writing(wish.record, tongue), recording(wish.record, played) as write:
        yield write


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
