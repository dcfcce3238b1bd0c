"""What came of many matches, as tables for the terminal."""

from __future__ import annotations

from math import isfinite

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from archipel.arena.estimates import Estimate, Summary
from archipel.cli.console import say_number
from archipel.core.game import Game
from archipel.core.words import Tongue


def draw_summary(game: Game, summary: Summary, tongue: Tongue) -> RenderableType:
    """A table of the seats, and a list of everything else."""
    note = tongue.text(
        "Intervals hold the true value 95 times in 100. "
        "Ties are wins shared with others, not counted as wins."
    )
    return Group(_seats(game, summary, tongue), _course(game, summary, tongue), Text(note, "dim"))


def _seats(game: Game, summary: Summary, tongue: Tongue) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(tongue.text("Player"), no_wrap=True)
    for heading in (tongue.text("Points"), tongue.text("Wins"), tongue.text("Ties")):
        table.add_column(heading, justify="right", no_wrap=True)
        table.add_column("95 %", justify="right", no_wrap=True)
    names = game.seat_names(len(summary.seats), tongue.language)
    for name, seat in zip(names, summary.seats, strict=True):
        points = [say_number(seat.points.value, 2, tongue), _interval(seat.points, 2, tongue)]
        table.add_row(name, *points, *_percent(seat.wins, tongue), *_percent(seat.ties, tongue))
    return table


def _percent(share: Estimate, tongue: Tongue) -> tuple[str, str]:
    """A share and its interval in percent."""
    hundred = Estimate(100 * share.value, 100 * share.low, 100 * share.high)
    return f"{say_number(hundred.value, 2, tongue)} %", _interval(hundred, 2, tongue)


def _interval(estimate: Estimate, digits: int, tongue: Tongue) -> str:
    if not isfinite(estimate.low):
        return "–"
    return f"{say_number(estimate.low, digits, tongue)}–{say_number(estimate.high, digits, tongue)}"


def _course(game: Game, summary: Summary, tongue: Tongue) -> Table:
    def percent(part: float) -> str:
        return f"{say_number(100 * part, 2, tongue)} %"

    length = tongue.text("{mean} actions on average, {least} to {most}").format(
        mean=say_number(summary.mean_length, 1, tongue),
        least=say_number(summary.shortest, 0, tongue),
        most=say_number(summary.longest, 0, tongue),
    )
    speed = tongue.text("{matches} matches/s, {actions} actions/s").format(
        matches=say_number(summary.matches_per_second, 0, tongue),
        actions=say_number(summary.actions_per_second, 0, tongue),
    )
    lines = Table.grid(padding=(0, 2, 0, 0))
    lines.add_row(tongue.text("Shared wins"), percent(summary.ties))
    for reason, part in summary.reasons.items():
        words = f"{percent(part)}  {tongue.text(game.words.REASONS[reason])}"
        lines.add_row(tongue.text("Decided by") if reason == next(iter(summary.reasons)) else "", words)
    lines.add_row(tongue.text("Length"), length)
    lines.add_row(tongue.text("Speed"), speed)
    return lines
