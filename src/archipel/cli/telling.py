"""A match in words: what happened, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from rich.table import Table

from archipel.cli import tables
from archipel.core.game import Game
from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.core.words import Tongue


def tell(game: Game, events: Iterable[dict[str, Any]], tongue: Tongue) -> list[str]:
    """Events as sentences; one that comes several times running is said once."""
    sentences = [game.words.say(event, tongue) for event in events]
    return [repeated(sentence, len(list(run))) for sentence, run in groupby(sentences)]


def repeated(sentence: str, times: int) -> str:
    """A sentence that came so many times running."""
    return sentence if times == 1 else f"{sentence} (×{times})"


def bullets(lines: list[str], bullet: str = "·") -> Table:
    """Lines under each other, each wrapped by itself."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True, justify="right")
    for line in lines:
        grid.add_row(bullet, line)
    return grid


def result_table(match: Match, tongue: Tongue) -> Table:
    """Places and points of a match that is over, what the points are made of, and the reason."""
    outcome = match.outcome
    assert outcome is not None
    more = tables.score_columns(match.game, match.show(WATCHER), tongue)
    reason = tongue.text(match.game.words.REASONS[outcome.reason])
    table = Table(title=tongue.text("Result"), caption=reason)
    table.add_column(tongue.text("Place"), justify="right")
    table.add_column(tongue.text("Player"))
    for heading in (*more, tongue.text("Points")):
        table.add_column(heading, justify="right")
    for seat in sorted(range(match.seats), key=lambda seat: outcome.places[seat]):
        parts = [column[seat] for column in more.values()]
        row = (str(outcome.places[seat]), tongue.name(seat), *parts, str(outcome.points[seat]))
        table.add_row(*row, style="bold" if outcome.places[seat] == 1 else "")
    return table
