from __future__ import annotations

import json
import random

import pytest

from archipel.core.match import Match
from archipel.core.records import record_of, to_json, to_text
from archipel.games import game
from archipel.server.fair import Draws, deal

DRAWS = Draws(bytes(range(32)), ("heads", ""))
PROMISED = DRAWS.promise("t1").commitment
TRUTH = f"table t1, commitment {PROMISED}"


@pytest.fixture(scope="module")
def match() -> Match:
    match, dice = Match(game("costa-ruana"), 2), random.Random(8)
    deal(match, DRAWS)
    while not match.over:
        match.step(dice.choice(match.moves))
        deal(match, DRAWS)
    return match


@pytest.fixture
def path(match, tmp_path):
    path = tmp_path / "match.archipel"
    path.write_text(to_text(record_of(match, ("Anna", "Ben"), DRAWS.reveal("t1"))))
    return path


def test_a_fair_match(archipel, path):
    result = archipel("verify", path)
    assert result.exit_code == 0
    assert result.stderr == ""
    [line] = result.stdout.splitlines()
    assert line.startswith(f"{path}, match 1, {TRUTH}: Fair: ")
    assert line.endswith(" draws, all from the seed that was promised.")


def test_french(archipel, path):
    line = archipel("verify", path, "--lang", "fr").stdout
    assert f"{path}, partie 1, table t1, engagement {PROMISED} : Équitable : " in line


def test_many_matches_in_many_files(archipel, path, match, tmp_path):
    many = tmp_path / "many.jsonl"
    records = [record_of(match, fair=fair) for fair in (DRAWS.reveal("t1"), DRAWS.promise("t2"), None)]
    many.write_text("".join(to_json(record) + "\n" for record in records))
    result = archipel("verify", path, many)
    assert result.exit_code == 1
    assert result.stderr == ""
    first, second, third, fourth = result.stdout.splitlines()
    assert first.startswith(f"{path}, match 1, ")
    assert second.startswith(f"{many}, match 1, ")
    assert third.startswith(f"{many}, match 2, table t2, ")
    assert third.endswith(": Not checkable: the match is over, but its seed was not revealed.")
    assert fourth == f"{many}, match 3: Not checkable: nothing was promised about its deals."


def test_json(archipel, path, match):
    result = archipel("verify", path, "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["fair"] is True
    [one] = found["matches"]
    assert one["promised"] == DRAWS.reveal("t1").to_json()
    assert (one["file"], one["match"], one["fair"], one["finding"]) == (str(path), 1, True, "fair")
    assert one["says"].startswith("Fair: ")
    path.write_text(to_text(record_of(match)))
    result = archipel("verify", path, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["matches"][0]["promised"] is None


def test_another_entropy_is_not_fair(archipel, path):
    path.write_text(path.read_text().replace('"heads"', '"tails"'))
    result = archipel("verify", path)
    assert result.exit_code == 1
    assert ": Not fair: action " in result.stdout


def test_bad_input(archipel, path, tmp_path):
    assert archipel("verify").exit_code == 2
    assert "cannot be read" in archipel("verify", tmp_path / "none").stderr
    path.write_text(path.read_text().replace(PROMISED, PROMISED.upper()))
    for words in (("verify", path), ("verify", path, "--json")):
        result = archipel(*words)
        assert result.exit_code == 2
        assert result.stdout == ""
        problem = "'fair': 'commitment' must be 64 hexadecimal digits in lower case"
        assert result.stderr == f"archipel: {path}, line 8: {problem}\n"


def test_a_table_with_odd_letters_stays_on_its_line(archipel, path, match):
    path.write_text(to_text(record_of(match, fair=DRAWS.reveal("t\n\x1b[1m"))))
    [line] = archipel("verify", path).stdout.splitlines()
    assert "table t\\n\\u001b[1m, commitment" in line
