"""`archipel report`: is a game fair, how long does it last, and which of its rules come into play?"""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from archipel.arena.folders import claim
from archipel.arena.report import WATCHED, Report, report
from archipel.arena.reporting import INTRODUCTION, keep
from archipel.bots.roster import check_bot, think
from archipel.cli.console import Stop, notices, output, say_number, speak, writing
from archipel.cli.preparing import prepare, progress_bar
from archipel.cli.simulate import COLUMNS
from archipel.cli.working import workers
from archipel.core.compiling import MANY
from archipel.core.words import Tongue
from archipel.games import game as find_game


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line."""

    game: str
    players: int | None
    bot: str
    matches: int
    options: tuple[str, ...]
    seed: int
    threads: int | None
    keep: Path | None
    ray: str = ""  # the address of a cluster

    @property
    def command(self) -> str:
        """The command that asks for this, whoever plays."""
        words = ["archipel", "report", self.game]
        words += ["--players", str(self.players)] if self.players else []
        words += ["--bots", self.bot, "--matches", str(self.matches), "--seed", str(self.seed)]
        for option in self.options:
            words += ["--option", option]
        return shlex.join(words)


def run(wish: Wish, as_json: bool, language: str) -> None:
    """Play all matches of a report, show it, and keep it if asked to."""
    tongue = speak(language)
    if wish.keep is not None:
        _check_plots(tongue)  # that they cannot be drawn or kept is said before the matches, not after
        with writing(wish.keep, tongue):
            claim(wish.keep, INTRODUCTION)
    found = play(wish, tongue)
    if as_json:
        print(json.dumps({"command": wish.command, **found.to_json()}, ensure_ascii=False))
    else:
        output().print(draw(found, tongue))
    if wish.keep is not None:
        _keep(found, wish.command, wish.keep, tongue)


def play(wish: Wish, tongue: Tongue) -> Report:
    """All matches, with their progress."""
    game = find_game(wish.game)
    options = game.settle_options(dict(game.read_option(text) for text in wish.options))
    if wish.players is not None:
        game.check_seats(wish.players)
    players = list(game.seats) if wish.players is None else [wish.players]
    bot = check_bot(wish.bot)
    prepare(game, tongue, MANY, bots=think([bot]))
    with workers(wish.threads, wish.ray, tongue) as playing, progress_bar(*COLUMNS) as bar:
        total = len(players) * (wish.matches + min(wish.matches, WATCHED))
        task = bar.add_task(tongue.text("Playing"), total=total)
        return report(
            game,
            players,
            bot,
            matches=wish.matches,
            options=options,
            seed=wish.seed,
            workers=playing,
            progress=lambda done: bar.advance(task, done),
        )


def _check_plots(tongue: Tongue) -> None:
    try:
        import_module("matplotlib")
    except ModuleNotFoundError as error:
        sentence = tongue.text("Plots need {package}: pip install 'archipel[ladder]'")
        raise Stop(sentence.format(package=error.name), code=1) from error


def _keep(found: Report, command: str, folder: Path, tongue: Tongue) -> None:
    with writing(folder, tongue):
        for path in keep(found, command, folder):
            notices().print(tongue.text("Written: {path}").format(path=path), soft_wrap=True)


# ── For the terminal ────────────────────────────────────────────────────────────────────────────
def draw(found: Report, tongue: Tongue) -> Group:
    """Wins in order of play, ties and length of each table; and the paragraphs that hardly matter."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(tongue.text("Players"), justify="right")
    for place in range(1, max(one.players for one in found.tables) + 1):
        table.add_column(tongue.text("No. {n}").format(n=place), justify="right", no_wrap=True)
    for heading in ("±", tongue.text("Ties"), tongue.text("Decisions")):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in found.tables:
        shares = [_percent(seat.value, tongue) for seat in one.order]
        shares += [""] * (len(table.columns) - 4 - one.players)
        reach = max(seat.high - seat.low for seat in one.order) / 2
        length = say_number(one.length.value, 1, tongue)
        table.add_row(
            str(one.players), *shares, _percent(reach, tongue), _percent(one.ties.value, tongue), length
        )
    note = tongue.text(
        "Wins and ties in percent; wins clockwise from whoever begins, ± half the interval (95 %)."
    )
    return Group(table, Text(note, "dim"), Text(_never(found, tongue)))


def _percent(part: float, tongue: Tongue) -> str:
    return say_number(100 * part, 1, tongue)


def _never(found: Report, tongue: Tongue) -> str:
    """Paragraphs that came into play at no table."""
    names = found.tables[0].paragraphs
    never = [name for name in names if not any(one.paragraphs[name].times for one in found.tables)]
    if not never:
        return tongue.text("Every paragraph came into play.")
    return tongue.text("Never came into play: {paragraphs}.").format(paragraphs=tongue.all_of(never))
