"""Matches as a table, a row for every action: written to Parquet and read again (see `docs/records.md`).

What a row says of its match stands in the row itself, so that files can be put together and cut apart;
such columns take no room on disk. A file is also a record: it is read by playing its matches again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from archipel.core.game import Game, GameError
from archipel.core.match import IllegalAction, Match
from archipel.core.record import CHANCE
from archipel.core.records import Find, MatchRecord, RecordError, record_of
from archipel.core.simulation import Array, Simulation, retrace

WORDS = pa.dictionary(pa.int16(), pa.string())

COLUMNS = {
    # the action
    "match": (pa.int32(), "the match, counted from 1"),
    "number": (pa.int32(), "the action in its match, counted from 1"),
    "seat": (pa.int8(), "whose action it is; -1 is chance"),
    "action": (pa.int16(), "the action by its number"),
    "spelled": (WORDS, "the action in the notation"),
    "moves": (pa.int16(), "how many actions were legal"),
    # what became of whoever took it; empty for chance
    "bot": (WORDS, "the bot in that seat, if one was named"),
    "points": (pa.int16(), "its points in the end"),
    "place": (pa.int8(), "its place in the end: 1 wins, ties share a place"),
    "win": (pa.float32(), "its share of the win: 1, 0, or a part if several share it"),
    # the match
    "length": (pa.int32(), "how many actions the match has"),
    "reason": (WORDS, "why the match ended as it did"),
    "game": (WORDS, "the game"),
    "version": (pa.int16(), "the version of its rules"),
    "seats": (pa.int8(), "how many play"),
    "options": (WORDS, "all options, as JSON"),
    "seed": (pa.int64(), "the seed of the simulation; it and the match's number make the match"),
}
SCHEMA = pa.schema([pa.field(name, kind) for name, (kind, _) in COLUMNS.items()])
NEEDED = (
    "match",
    "number",
    "seat",
    "action",
    "bot",
    "points",
    "place",
    "game",
    "version",
    "seats",
    "options",
)
"""What it takes to play a match again, and to see whether it comes to the same."""
AS_READ = pa.schema(
    [(name, pa.string() if SCHEMA.field(name).type == WORDS else SCHEMA.field(name).type) for name in NEEDED]
)
"""The same as it is read: other programs may have written words in another way."""
MOST_SEED = (1 << 63) - 1


class DecisionWriter:
    """Writes parts of a simulation to a Parquet file, a row group for each."""

    def __init__(
        self, file: Any, game: Game, seats: int, options: Mapping[str, Any], bots: tuple[str, ...], seed: int
    ) -> None:
        if not -MOST_SEED <= seed <= MOST_SEED:
            raise GameError(f"A Parquet file has room for seeds up to {MOST_SEED}, not for {seed}.")
        self._file = pq.ParquetWriter(file, SCHEMA, compression="zstd")
        self._game, self._seats, self._options = game, seats, dict(options)
        self._bots, self._seed = bots, seed
        self._written = 0

    def write(self, part: Simulation) -> None:
        """Write the next matches, whose actions were kept."""
        rows = self.rows(part)
        self._file.write_table(pa.table(rows, schema=SCHEMA), row_group_size=max(1, len(rows["match"])))
        self._written += len(part.lengths)

    def close(self) -> None:
        """Write what tells a reader where everything is."""
        self._file.close()

    def rows(self, part: Simulation) -> dict[str, Any]:
        """The columns for the next matches."""
        game, lengths = self._game, part.lengths
        movers, counts = retrace(game, self._seats, self._options, part)
        taken = np.arange(part.actions.shape[1]) < lengths[:, None]
        match, number = np.nonzero(taken)
        seat, action = movers[taken], part.actions[taken]
        chance = seat == CHANCE
        first = part.places == 1
        wins = first / np.maximum(first.sum(axis=1, keepdims=True), 1)

        def of_mover(values: Array, name: str) -> Any:
            return pa.array(values[match, seat], SCHEMA.field(name).type, mask=chance)

        def same(value: Any, name: str) -> Any:
            return _repeat(value, len(match), SCHEMA.field(name).type)

        spellings = [game.notation.NOTATION.spell(one) for one in range(game.rules.ACTIONS)]
        bots = pa.array(np.where(chance, 0, seat).astype(np.int16), mask=chance | (not self._bots))
        return {
            "match": pa.array(match + self._written + 1, pa.int32()),
            "number": pa.array(number + 1, pa.int32()),
            "seat": pa.array(seat),
            "action": pa.array(action),
            "spelled": pa.DictionaryArray.from_arrays(pa.array(action), pa.array(spellings)),
            "moves": pa.array(counts[taken]),
            "bot": pa.DictionaryArray.from_arrays(bots, pa.array(self._bots or [""] * self._seats)),
            "points": of_mover(part.points, "points"),
            "place": of_mover(part.places, "place"),
            "win": of_mover(wins, "win"),
            "length": pa.array(lengths[match]),
            "reason": pa.DictionaryArray.from_arrays(
                pa.array(part.reasons[match].astype(np.int16)), pa.array(game.rules.REASONS)
            ),
            "game": same(game.name, "game"),
            "version": same(game.version, "version"),
            "seats": same(self._seats, "seats"),
            "options": same(json.dumps(self._options), "options"),
            "seed": same(self._seed, "seed"),
        }


def _repeat(value: Any, rows: int, kind: Any) -> Any:
    """One value in every row."""
    if kind == WORDS:
        return pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, np.int16)), pa.array([value]))
    return pa.repeat(pa.scalar(value, kind), rows)


# ── Reading ─────────────────────────────────────────────────────────────────────────────────────
def read_decisions(path: Path, find: Find) -> Iterator[MatchRecord]:
    """The matches of a Parquet file, each played again and compared with what its rows say of it."""
    try:
        with pq.ParquetFile(path) as file:
            if missing := [name for name in NEEDED if name not in file.schema_arrow.names]:
                raise RecordError(1, f"the file has no column {missing[0]!r}", "row")
            for row, table in _matches(file):
                yield _play_again(row, table, find)
    except pa.ArrowException as error:
        raise RecordError(1, f"this is no Parquet file, or it is damaged: {error}", "row") from error


def _matches(file: Any) -> Iterator[tuple[int, Any]]:
    """The rows of each match, and where they begin; a match may go on in the next row group."""
    row, left = 1, AS_READ.empty_table()
    for group in range(file.num_row_groups):
        read = file.read_row_group(group, columns=list(NEEDED)).select(NEEDED).cast(AS_READ)
        table = pa.concat_tables([left, read])
        match, number = table["match"].to_numpy(), table["number"].to_numpy()
        new = (np.diff(match) != 0) | (np.diff(number) <= 0)  # files put together may count matches anew
        ends = [0, *(np.flatnonzero(new) + 1).tolist()]
        for begin, end in pairwise(ends):
            yield row + begin, table.slice(begin, end - begin)
        row, left = row + ends[-1], table.slice(ends[-1])
    if len(left):
        yield row, left


def _play_again(row: int, table: Any, find: Find) -> MatchRecord:
    """The record of one match; `RecordError` where its rows do not agree with the rules."""
    columns = {name: table[name].to_pylist() for name in NEEDED}
    try:
        match = _begin(columns, find)
    except (GameError, ValueError, TypeError) as error:
        raise RecordError(row, str(error), "row") from error
    bots: dict[int, str] = {}
    done = zip(columns["seat"], columns["action"], columns["bot"], strict=True)
    for at, (seat, action, bot) in enumerate(done, row):
        if seat != match.to_move:
            raise RecordError(at, f"seat {match.to_move} is to move here, not {seat}", "row")
        try:
            match.step(action)
        except IllegalAction as error:
            raise RecordError(at, str(error), "row") from error
        if bot is not None:
            bots[seat] = bot
    _check_outcome(row, match, columns)
    return record_of(match, tuple(f"{bots[seat]} bot" for seat in range(match.seats)) if bots else ())


def _begin(columns: dict[str, list[Any]], find: Find) -> Match:
    name, version, seats, options = (columns[key][0] for key in ("game", "version", "seats", "options"))
    game = find(name)
    if version != game.version:
        raise ValueError(f"played by version {version} of the rules; this has version {game.version}")
    return Match(game, seats, json.loads(options))


def _check_outcome(row: int, match: Match, columns: dict[str, list[Any]]) -> None:
    """The end must be the one that the rows tell of."""
    if match.outcome is None:
        raise RecordError(row + len(match.actions), "the match is not over, but no row follows", "row")
    ends = zip(columns["seat"], columns["points"], columns["place"], strict=True)
    for at, (seat, *end) in enumerate(ends, row):
        if seat != CHANCE and end != [match.outcome.points[seat], match.outcome.places[seat]]:
            raise RecordError(at, "the actions lead to another outcome: a row was changed", "row")
