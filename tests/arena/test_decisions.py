"""Matches as a table: every row true, files that replay, and files that were changed refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from archipel.arena.decisions import COLUMNS, SCHEMA, DecisionWriter, read_decisions
from archipel.arena.matches import simulate_parts
from archipel.core.game import Game, GameError
from archipel.core.record import CHANCE
from archipel.core.records import RecordError
from archipel.games import game, games

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
PAGE = Path(__file__).parents[2] / "docs" / "records.md"
COSTA_RUANA = game("costa-ruana")


def write(path: Path, one: Game, seats: int, options: dict[str, Any], matches: int, *bots: str) -> Any:
    """Write matches and read them as a table."""
    writer = DecisionWriter(path, one, seats, one.settle_options(options), bots, seed=5)
    for part in simulate_parts(one, seats, options, bots, matches=matches, seed=5, keep_actions=True):
        writer.write(part)
    writer.close()
    return pq.read_table(path)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return write(tmp_path_factory.mktemp("data") / "few.parquet", COSTA_RUANA, 3, {"open_huts": True}, 20)


def test_every_column_is_written_and_described(table: Any) -> None:
    assert table.schema.names == list(COLUMNS)
    page = PAGE.read_text("utf-8")
    for name, (_, meaning) in COLUMNS.items():
        assert f"| `{name}` | {meaning} |" in page


@pytest.mark.parametrize("one", [pytest.param(one, id=one.name) for one in games().values()])
def test_rows_say_what_a_replay_of_the_match_shows(one: Game, tmp_path: Path) -> None:
    path, seats = tmp_path / "some.parquet", one.seats[0]
    rows = write(path, one, seats, {}, 2).to_pylist()
    records = list(read_decisions(path, game))
    assert [len(record.actions) for record in records] == [rows[0]["length"], rows[-1]["length"]]
    at = iter(rows)
    for which, record in enumerate(records, 1):
        outcome = record.outcome
        assert outcome is not None
        match = type(record.match())(one, seats)
        for number, action in enumerate(record.actions, 1):
            row = next(at)
            asked = (which, number, match.to_move, action, match.spell(action), len(match.moves))
            assert asked == tuple(list(row.values())[:6])
            assert row["reason"] == outcome.reason
            if row["seat"] == CHANCE:
                assert row["points"] is row["place"] is row["win"] is None
            else:
                won = len(outcome.winners) if row["seat"] in outcome.winners else 0
                assert row["win"] == (pytest.approx(1 / won) if won else 0)
            match.step(action)


def test_what_a_row_says_of_its_match(table: Any) -> None:
    (first, *_) = table.to_pylist()
    assert (first["game"], first["version"], first["seats"], first["seed"]) == ("costa-ruana", 1, 3, 5)
    assert json.loads(first["options"]) == {"open_huts": True, "deck": "standard"}
    assert table["bot"].null_count == len(table)


def test_the_shares_of_a_win_add_up_to_one(table: Any) -> None:
    frame = {name: table[name].to_numpy() for name in ("match", "seat", "win")}
    for match in np.unique(frame["match"]):
        here = frame["match"] == match
        wins = {seat: frame["win"][here & (frame["seat"] == seat)][0] for seat in range(3)}
        assert sum(wins.values()) == pytest.approx(1)


def test_bots_are_named(tmp_path: Path) -> None:
    path = tmp_path / "bots.parquet"
    rows = write(path, COSTA_RUANA, 2, {}, 2, "greedy", "random").to_pylist()
    assert {(row["seat"], row["bot"]) for row in rows} == {(CHANCE, None), (0, "greedy"), (1, "random")}
    assert [record.players for record in read_decisions(path, game)] == [("greedy bot", "random bot")] * 2


def test_files_can_be_put_together_and_cut_otherwise(table: Any, tmp_path: Path) -> None:
    path = tmp_path / "other.parquet"
    pq.write_table(table, path, row_group_size=100)
    assert len(list(read_decisions(path, game))) == 20


def change(table: Any, row: int, column: str, value: Any) -> Any:
    """A table in which one cell is another."""
    cells = table[column].to_pylist()
    cells[row] = value
    place = table.schema.get_field_index(column)
    return table.set_column(place, column, pa.array(cells, SCHEMA.field(column).type))


@pytest.mark.parametrize(
    ("row", "column", "value", "problem"),
    [
        (3, "action", 9999, "row 4: —: There is no action 9999"),
        (3, "seat", 1, "row 4: seat -1 is to move here, not 1"),
        (30, "points", 99, "another outcome"),
        (30, "place", None, "another outcome"),
        (0, "game", "chess", "row 1: There is no game 'chess'"),
        (0, "version", 7, "version 7 of the rules"),
        (0, "seats", 9, "2 to 6 players"),
        (0, "options", "{", "row 1"),
        (0, "match", 7, "row 2: the match is not over"),
    ],
)
def test_a_changed_file_is_refused(
    table: Any, tmp_path: Path, row: int, column: str, value: Any, problem: str
) -> None:
    path = tmp_path / "changed.parquet"
    if column == "points":
        row = table["seat"].to_pylist().index(0)
    if column == "place":
        row = table["seat"].to_pylist().index(1)
    pq.write_table(change(table, row, column, value), path)
    with pytest.raises(RecordError, match=problem):
        list(read_decisions(path, game))


def test_a_foreign_file_is_refused(table: Any, tmp_path: Path) -> None:
    path = tmp_path / "foreign.parquet"
    path.write_bytes(b"PAR1 this is none")
    with pytest.raises(RecordError, match="no Parquet file"):
        list(read_decisions(path, game))
    pq.write_table(table.drop_columns(["seat"]), path)
    with pytest.raises(RecordError, match="no column 'seat'"):
        list(read_decisions(path, game))


def test_files_that_were_put_together_replay(tmp_path: Path) -> None:
    """Each counts its matches from 1, and another program may have written words as plain texts."""
    path = tmp_path / "all.parquet"
    whole = pa.concat_tables([write(path, COSTA_RUANA, 2, {}, 1)] * 2)
    for place, field in enumerate(whole.schema):
        if pa.types.is_dictionary(field.type):
            whole = whole.set_column(place, field.name, whole[field.name].cast(pa.large_string()))
    pq.write_table(whole, path)
    assert len(list(read_decisions(path, game))) == 2


def test_a_seed_that_a_table_has_no_room_for_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="room for seeds up to"):
        DecisionWriter(tmp_path / "x.parquet", COSTA_RUANA, 2, {}, (), seed=1 << 63)
