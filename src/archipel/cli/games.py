"""`archipel games`: what can be played."""

from __future__ import annotations

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from archipel.cli.console import output, speak
from archipel.core.game import Game, Option
from archipel.core.words import Tongue
from archipel.games import games


def list_games(language: str) -> None:
    """Print a table of the games."""
    tongue = speak(language)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(tongue.text("Name"), no_wrap=True)
    table.add_column(tongue.text("Game"))
    for game in games().values():
        table.add_row(Text(game.name, "bold"), _about(game, tongue))
    output().print(table)


def _about(game: Game, tongue: Tongue) -> Group:
    facts = tongue.text("{least} to {most} players, {short} to {long} minutes, age {age} and up").format(
        least=game.seats[0], most=game.seats[-1], short=game.minutes[0], long=game.minutes[1], age=game.age
    )
    title, summary = game.title[tongue.language], game.summary[tongue.language]
    return Group(Text(title, "bold"), Text(facts), Text(summary), _options(game, tongue))


def _options(game: Game, tongue: Tongue) -> Table:
    lines = Table.grid(padding=(0, 2, 0, 0))
    for option in game.options:
        setting = Text(f"--option {option.name}={_default(option)}", "bold", no_wrap=True)
        lines.add_row(setting, option.help[tongue.language])
    return lines


def _default(option: Option) -> str:
    """The default as one would type it."""
    if isinstance(option.default, bool):
        return "yes" if option.default else "no"
    return str(option.default)
