"""Writing many matches to one file, which is there whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from archipel.cli.whole import written_whole
from archipel.core.game import Game
from archipel.core.match import Match
from archipel.core.records import MatchRecord, record_of, to_json, to_text
from archipel.core.simulation import Simulation

JSON_ENDINGS = (".json", ".jsonl")


def record_matches(
    path: Path,
    game: Game,
    options: dict[str, Any],
    result: Simulation,
    players: tuple[str, ...],
    progress: Callable[[], None],
) -> None:
    """Write every match of a simulation that kept its actions, as JSON or text by the file's ending."""
    write: Callable[[MatchRecord], str] = to_text
    if path.suffix in JSON_ENDINGS:
        write = _json_line
    match = Match(game, result.points.shape[1], options)
    with written_whole(path) as file:
        for actions, length in zip(result.actions, result.lengths, strict=True):
            match.restore(actions[:length].tolist())
            file.write(write(record_of(match, players)))
            progress()


def _json_line(record: MatchRecord) -> str:
    return to_json(record) + "\n"
