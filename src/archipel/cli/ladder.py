"""`archipel ladder`: bots against each other, and how strong that shows them to be."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group
from rich.table import Table

from archipel.cli.console import Stop, notices, output, speak, writing
from archipel.cli.preparing import prepare, progress_bar
from archipel.cli.simulate import COLUMNS
from archipel.cli.working import workers
from archipel.core.words import Tongue
from archipel.games import game as find_game

if TYPE_CHECKING:
    from archipel.arena.ladder import Ladder


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line."""

    game: str
    players: int
    bots: tuple[str, ...]
    matches: int
    top: int | None
    options: tuple[str, ...]
    seed: int
    threads: int | None
    keep: Path | None
    ray: str = ""  # the address of a cluster

    @property
    def command(self) -> str:
        """The command that asks for this, whoever plays."""
        words = ["archipel", "ladder", self.game, "--players", str(self.players)]
        words += ["--bots", ",".join(self.bots)] if self.bots else []
        words += ["--matches", str(self.matches)]
        words += ["--top", str(self.top)] if self.top else []
        words += ["--seed", str(self.seed)]
        for option in self.options:
            words += ["--option", option]
        return shlex.join(words)


def run(wish: Wish, as_json: bool, language: str) -> None:
    """Play all matches of a ladder, show it, and keep it if asked to."""
    tongue = speak(language)
    try:
        import_module("matplotlib")  # that it is missing is said before the matches, not after
        from archipel.arena.ladder import ENTRANTS, check_entrants, deals_of_pairs, ladder, seatings
    except ModuleNotFoundError as error:
        sentence = tongue.text("A ladder needs {package}: pip install 'archipel[ladder]'")
        raise Stop(sentence.format(package=error.name), code=1) from error
    game = find_game(wish.game)
    game.check_seats(wish.players)
    entrants = wish.bots or ENTRANTS
    check_entrants(entrants)
    options = dict(game.read_option(text) for text in wish.options)
    if wish.keep is not None:
        _claim(wish.keep, tongue)
    prepare(game, tongue, bots=True)
    deals = deals_of_pairs(wish.players, len(entrants), wish.matches, wish.top)
    total = sum(deals) * len(seatings(wish.players))
    with workers(wish.threads, wish.ray, tongue) as playing, progress_bar(*COLUMNS) as bar:
        task = bar.add_task(tongue.text("Playing"), total=total)
        found = ladder(
            game,
            wish.players,
            entrants,
            matches=wish.matches,
            top=wish.top,
            options=options,
            seed=wish.seed,
            workers=playing,
            progress=lambda: bar.advance(task),
        )
    if as_json:
        print(json.dumps({"command": wish.command, **found.to_json()}, ensure_ascii=False))
    else:
        output().print(draw(found, tongue))
    if wish.keep is not None:
        _keep(found, wish, tongue)


def _claim(folder: Path, tongue: Tongue) -> None:
    """Say that a folder cannot be had before the matches, not after them."""
    from archipel.arena.drawing import INTRODUCTION
    from archipel.arena.folders import claim

    with writing(folder, tongue):
        claim(folder, INTRODUCTION)


def _keep(found: Ladder, wish: Wish, tongue: Tongue) -> None:
    from archipel.arena.drawing import keep

    assert wish.keep is not None
    with writing(wish.keep, tongue):
        for path in keep(found, wish.command, wish.keep):
            notices().print(tongue.text("Written: {path}").format(path=path), soft_wrap=True)


def draw(found: Ladder, tongue: Tongue) -> Group:
    """The ladder as tables: the steps, and the ratings."""
    steps = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    steps.add_column(tongue.text("Upper bot"))
    steps.add_column(tongue.text("Lower bot"))
    for heading in (tongue.text("Matches"), tongue.text("Wins of the upper"), tongue.text("95 % interval")):
        steps.add_column(heading, justify="right")
    for step in found.steps:
        interval = f"{step.wins.low:.0%} – {step.wins.high:.0%}"
        row = (step.upper, step.lower, str(step.matches), f"{step.wins.value:.0%}", interval)
        steps.add_row(*row, style="" if step.clear else "yellow")
    ratings = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    ratings.add_column(tongue.text("Bot"))
    ratings.add_column(tongue.text("Rating"), justify="right")
    ratings.add_column(tongue.text("95 % interval"), justify="right")
    for name, one in found.ratings.items():
        ratings.add_row(name, f"{one.value:.1f}", f"{one.low:.1f} – {one.high:.1f}")
    return Group(steps, ratings)
