from __future__ import annotations

import os
import subprocess
import sys

import pytest

from archipel.core.compiling import MANY, MATCH, compile_game, needs_compiling
from archipel.core.rule import COMPILED, cache_folder
from archipel.games import game, games

RUANA = game("costa-ruana")
STAGES = ["the table", "the rules", "what players see", "the score"]
MORE = ["possible worlds", "simulation"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder for compiled rules in which nothing is ready yet."""
    monkeypatch.setenv("ARCHIPEL_CACHE", str(tmp_path))
    folder = cache_folder(f"{RUANA.package}.rules")
    folder.mkdir()
    return folder


def reported(purpose: str) -> list[tuple[int, int, str]]:
    reports: list[tuple[int, int, str]] = []
    compile_game(RUANA, lambda *report: reports.append(report), purpose)
    return reports


@pytest.mark.parametrize(("purpose", "stages"), [(MATCH, STAGES), (MANY, STAGES + MORE)])
def test_each_stage_is_reported_before_it_begins_and_the_end(folder, purpose, stages):
    expected = [(number, len(stages), name) for number, name in enumerate([*stages, ""])]
    assert reported(purpose) == expected


def test_what_is_compiled_for_a_match_need_not_be_compiled_again(folder):
    assert needs_compiling(RUANA, MATCH) is needs_compiling(RUANA, MANY) is COMPILED
    reported(MATCH)
    assert not needs_compiling(RUANA, MATCH)
    assert needs_compiling(RUANA, MANY) is COMPILED
    assert (folder / "match.ready").exists() is COMPILED


def test_what_is_compiled_for_many_serves_a_match_too(folder):
    reported(MANY)
    assert not needs_compiling(RUANA, MATCH)
    assert not needs_compiling(RUANA, MANY)


def test_a_stage_that_fails_leaves_no_mark(folder):
    def stop(number: int, stages: int, name: str) -> None:
        if number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compile_game(RUANA, stop)
    assert needs_compiling(RUANA) is COMPILED


def test_code_that_no_source_has_asked_for_in_a_month_is_removed(folder):
    old, recent, foreign = (
        folder.with_name(name) for name in ("games-costa_ruana-1", "games-costa_ruana-2", "x-1")
    )
    for other in (old, recent, foreign):
        other.mkdir()
    for other in (old, foreign):
        os.utime(other, (0, 0))
    reported(MATCH)
    assert [other.exists() for other in (folder, old, recent, foreign)] == [True, not COMPILED, True, True]


PLAY = """
import sys
from archipel.core.compiling import compile_game
from archipel.core.laws import random_match
from archipel.core.record import WATCHER
from archipel.core.records import record_of, to_text
from archipel.core.simulation import retrace, simulate
from archipel.games import game

def compiled(module):
    return {name: len(it.signatures) for name, it in vars(module).items() if hasattr(it, "signatures")}

one = game(sys.argv[1])
compile_game(one, lambda *report: None, sys.argv[2])
before = compiled(one.loops)
match = random_match(one, one.seats[0], {}, 1)
to_text(record_of(match))
match.undo(30)
for seat in (WATCHER, 0):
    match.view(seat), match.events(seat), match.witnessed(seat), match.undoable(seat)
match.outcome, match.consider(match.moves[0]).revealed
if sys.argv[2] == "many":
    match.world(0, 1)
    retrace(one, one.seats[0], {}, simulate(one, one.seats[0], matches=3, keep_actions=True))
after = compiled(one.loops)
print([name for name in after if after[name] != before[name]], sum(before.values()) > 5)
"""


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("purpose", [MATCH, MANY])
def test_nothing_is_left_to_compile_for_a_purpose(name, purpose):
    command = [sys.executable, "-c", PLAY, name, purpose]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert run.stderr == ""
    assert run.stdout == "[] True\n"
