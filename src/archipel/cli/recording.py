"""Writing many matches to one file, part by part, which is there whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from archipel.cli.console import Stop
from archipel.cli.seating import BOT
from archipel.cli.whole import written_whole
from archipel.core.game import Game
from archipel.core.match import Match
from archipel.core.records import MatchRecord, record_of, to_json, to_text
from archipel.core.simulation import Simulation
from archipel.core.words import Tongue

PARQUET, JSON_LINES = ".parquet", ".jsonl"
ENDINGS = (PARQUET, JSON_LINES, ".archipel", ".txt")

Write = Callable[[Simulation], None]


@dataclass(frozen=True)
class Played:
    """What all matches of a file have in common."""

    game: Game
    seats: int
    options: Mapping[str, Any]
    bots: tuple[str, ...]  # none: at random
    seed: int


def check_ending(path: Path, tongue: Tongue) -> None:
    """Stop if an ending tells no form to write in, or one that needs what is not installed."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        sentence = tongue.text("{path}: the ending says how matches are written; there are {endings}.")
        raise Stop(sentence.format(path=path, endings=", ".join(ENDINGS)))
    if ending == PARQUET and find_spec("pyarrow") is None:
        sentence = tongue.text("Parquet needs {package}: pip install 'archipel[data]'")
        raise Stop(sentence.format(package="pyarrow"), code=1)


@contextmanager
def recording(path: Path, played: Played) -> Iterator[Write]:
    """Write the parts of a simulation that keeps its actions: as Parquet, JSON or text by the ending."""
    ending = path.suffix.lower()
    if ending == PARQUET:
        from archipel.arena.decisions import DecisionWriter

        about = (played.game, played.seats, played.options, played.bots, played.seed)
        with written_whole(path, binary=True) as file, closing(DecisionWriter(file, *about)) as writer:
            yield writer.write
        return
    with written_whole(path) as file:
        write: Callable[[MatchRecord], str] = _json_line if ending == JSON_LINES else to_text
        yield lambda part: file.writelines(map(write, _records(part, played)))


def _records(part: Simulation, played: Played) -> Iterator[MatchRecord]:
    match = Match(played.game, played.seats, played.options)
    players = tuple(bot + BOT for bot in played.bots)
    for actions, length in zip(part.actions, part.lengths, strict=True):
        match.restore(actions[:length].tolist())
        yield record_of(match, players)


def _json_line(record: MatchRecord) -> str:
    return to_json(record) + "\n"
