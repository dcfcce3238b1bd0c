"""Every game keeps the laws, at every table; and the laws notice a game that does not."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import soak
from tests.games.costa_ruana.faults import FAULTS

from archipel.core import laws
from archipel.core.match import Match
from archipel.core.records import digest, record_of, to_text
from archipel.core.rule import COMPILED
from archipel.games import game, games

TABLES = list(soak.tables())
REPLAY = """
import sys
from archipel.core.laws import walk
from archipel.core.records import digest, read_records
from archipel.core.rule import COMPILED
from archipel.games import game
print(COMPILED)
for record in read_records(sys.stdin.read(), game):
    for match in walk(record.game, record.seats, record.options, record.actions):
        print(digest(match))
"""


def python(*arguments: str, compiled: bool, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python with the rules compiled or not."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0" if compiled else "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, input=text, env=environment, capture_output=True, text=True)


# ── The laws ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_law_holds(name, seats, options, seed):
    # A match of Trésor has thousands of states: here a few of each kind, in the soak more of them.
    laws.check_all(game(name), seats, soak.OPTIONS[name][options], seed, min(soak.EACH[name], 3))


@pytest.mark.parametrize("name", games())
def test_the_laws_are_held_against_every_table(name):
    tables = [table for table in TABLES if table[0] == name]
    assert {seats for _, seats, _ in tables} == set(game(name).seats)
    for option in game(name).options:
        values = [soak.OPTIONS[name][options].get(option.name, option.default) for _, _, options in tables]
        assert any(value != option.default for value in values), f"{option.name} is never tried"
        assert option.default in values


def test_some_states_are_of_every_kind_and_the_last():
    match = laws.random_match(game("tresor"), 3, {}, 1)
    chosen = laws.some_states(match, 2, random.Random(1))
    verbs = Counter(match.spell(action).split()[0] for action in match.actions)
    found = Counter(match.spell(match.actions[i]).split()[0] for i in chosen if i < len(match.actions))
    assert found == {verb: min(count, 2) for verb, count in verbs.items()}
    assert len(match.actions) in chosen


# ── Compiled and interpreted ────────────────────────────────────────────────────────────────────
def test_states_are_the_same_compiled_and_interpreted():
    matches = [
        laws.random_match(game(name), seats, soak.OPTIONS[name][options], 5)
        for name, seats, options in TABLES
    ]
    here = [digest(now) for m in matches for now in laws.walk(m.game, m.seats, m.options, m.actions)]
    records = "".join(to_text(record_of(match)) for match in matches)
    there = python("-c", REPLAY, compiled=not COMPILED, text=records)
    assert there.stderr == ""
    assert there.stdout.split() == [str(not COMPILED), *here]


# ── Planted faults ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault):
    run = python("-m", "tests.games.costa_ruana.faults", fault, compiled=False)
    assert run.stderr == ""
    assert FAULTS[fault][1] in run.stdout
    assert run.returncode == 0


def test_without_a_fault_nothing_is_caught():
    run = python("-m", "tests.games.costa_ruana.faults", "nothing", compiled=False)
    assert run.stdout == "the laws see nothing wrong\n"
    assert run.returncode == 1


def test_a_broken_law_says_how_to_get_there():
    match = Match(game("costa-ruana"), 2)
    match.step(match.moves[3])
    match.state.supply[0] -= 1
    with pytest.raises(laws.LawBroken) as broken:
        laws.nothing_is_lost(match)
    problem, _, record = str(broken.value).partition("\n")
    assert problem == "natives of seat 0: 9, not 10"
    assert "1 chance deal move_treasure/low_tide\n" in record
    assert record == to_text(record_of(match))
