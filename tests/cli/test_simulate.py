from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from archipel.arena.estimates import mean, share
from archipel.cli.recording import ENDINGS
from archipel.core.simulation import simulate
from archipel.games import game

COSTA_RUANA = game("costa-ruana")


def test_the_table(archipel):
    result = archipel("simulate", "costa-ruana", "--players", 4, "--matches", 500)
    assert result.exit_code == 0
    for words in ("Red", "Yellow", "most Respect points", "actions on average", "matches/s", "Ties"):
        assert words in result.stdout
    assert "Purple" not in result.stdout


def test_json_is_one_object_and_nothing_else(archipel):
    result = archipel("simulate", "costa-ruana", "-p", 3, "-m", 400, "--seed", 5, "--json")
    assert result.stderr == ""
    told = json.loads(result.stdout)
    truth = simulate(COSTA_RUANA, 3, matches=400, seed=5)
    assert [seat["seat"] for seat in told["seats"]] == ["red", "blue", "green"]
    assert [seat["points"]["value"] for seat in told["seats"]] == pytest.approx(truth.points.mean(axis=0))
    firsts = truth.places == 1
    shared = firsts.sum(axis=1) > 1
    for seat, summary in enumerate(told["seats"]):
        assert summary["wins"]["value"] == pytest.approx((firsts[:, seat] & ~shared).mean())
        assert summary["ties"]["value"] == pytest.approx((firsts[:, seat] & shared).mean())
        assert summary["ties"]["low"] < summary["ties"]["value"] < summary["ties"]["high"]
    assert (told["shortest"], told["longest"]) == (truth.lengths.min(), truth.lengths.max())
    assert sum(told["reasons"].values()) == pytest.approx(1)
    assert told["ties"] == told["reasons"]["shared"]
    assert told["options"] == {"open_huts": False, "deck": "standard"}


def test_the_same_seed_whatever_the_threads(archipel):
    def seats(*words):
        return json.loads(archipel("simulate", "costa-ruana", "-m", 1500, "--json", *words).stdout)["seats"]

    assert seats("--threads", 1) == seats("--threads", 4)
    assert seats("--seed", 1) != seats("--seed", 2)


def test_options(archipel):
    told = archipel("simulate", "costa-ruana", "-m", 10, "--json", "--option", "open_huts=yes").stdout
    assert json.loads(told)["options"]["open_huts"] is True


@pytest.mark.parametrize(
    "name", ["many.archipel", "many.txt", "many.jsonl", "many.JSONL", "many.Parquet", "many.parquet"]
)
def test_recorded_matches_are_all_right(archipel, tmp_path, name):
    path = tmp_path / name
    result = archipel("simulate", "costa-ruana", "-p", 2, "-m", 30, "--record", path)
    assert result.exit_code == 0
    assert str(path) in result.stderr
    assert archipel("replay", path, "--verify").stdout == "30 matches, all right\n"
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []


@pytest.mark.parametrize("name", ["many.csv", "many.json", "many", "many.parquet.gz"])
def test_an_ending_that_tells_no_form_is_refused(archipel, tmp_path, name):
    words = ("simulate", "costa-ruana", "-p", 2, "-m", 30, "--record", tmp_path / name)
    result = archipel(*words)
    assert result.exit_code == 2
    assert f"{name}: the ending says how matches are written" in result.stderr.replace("\n", "")
    assert "there are .parquet, .jsonl, .archipel, .txt." in " ".join(result.stderr.split())
    assert "l’extension dit" in " ".join(archipel(*words, "--lang", "fr").stderr.split())
    assert not [*tmp_path.iterdir()]


def test_the_help_names_every_ending(archipel):
    told = archipel("simulate", "--help").stdout
    assert [ending for ending in ENDINGS if ending not in told] == []


def test_records_are_the_matches_simulated(archipel, tmp_path):
    path = tmp_path / "many.jsonl"
    archipel("simulate", "costa-ruana", "-p", 3, "-m", 20, "--seed", 9, "--record", path)
    points = [list(json.loads(line)["outcome"]["points"].values()) for line in path.read_text().splitlines()]
    assert points == simulate(COSTA_RUANA, 3, matches=20, seed=9).points.tolist()


def test_no_file_is_overwritten_unasked(archipel, tmp_path):
    path = tmp_path / "many.archipel"
    path.write_text("precious")
    words = ("simulate", "costa-ruana", "-m", 3, "--record", path)
    result = archipel(*words)
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert path.read_text() == "precious"
    assert archipel(*words, "--force").exit_code == 0
    assert archipel("replay", path, "--verify").exit_code == 0


def test_what_a_link_leads_to_is_written_over_and_the_link_stays(archipel, tmp_path):
    path, link = tmp_path / "many.archipel", tmp_path / "link.archipel"
    path.write_text("old")
    link.symlink_to(path)
    assert archipel("simulate", "costa-ruana", "-m", 3, "--record", link, "--force").exit_code == 0
    assert link.is_symlink()
    assert archipel("replay", path, "--verify").stdout == "3 matches, all right\n"


def test_a_file_that_cannot_be_written_leaves_nothing(archipel, tmp_path, monkeypatch):
    from archipel.cli import recording

    def fail(record):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(recording, "to_text", fail)
    path = tmp_path / "many.archipel"
    result = archipel("simulate", "costa-ruana", "-m", 3, "--record", path)
    assert result.exit_code == 1
    assert "No space left on device" in result.stderr
    assert not [one for one in tmp_path.iterdir() if one.is_file()]


@pytest.mark.parametrize(("name", "package"), [("many.parquet", "pyarrow"), ("", "ray")])
def test_what_an_extra_brings_is_asked_for_by_name(archipel, tmp_path, monkeypatch, name, package):
    monkeypatch.setitem(sys.modules, package, None)
    words = ("--record", tmp_path / name) if name else ("--ray", "local")
    result = archipel("simulate", "costa-ruana", "-m", 3, *words)
    assert result.exit_code == 1
    assert f"needs {package}: pip install 'archipel[" in result.stderr
    assert result.stdout == ""


def test_where_there_is_no_cluster(archipel):
    result = archipel("simulate", "costa-ruana", "-m", 3, "--ray", "127.0.0.1:1")
    assert result.exit_code == 1
    assert "There is no Ray cluster at '127.0.0.1:1'" in result.stderr
    result = archipel("simulate", "costa-ruana", "-m", 3, "--ray", "127.0.0.1:1", "--threads", 2)
    assert result.exit_code == 2
    assert "--threads" in result.stderr


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("chess",), "There is no game 'chess'"),
        (("costa-ruana", "-p", 7), "2 to 6 players, not 7"),
        (("costa-ruana", "-m", 0), "--matches"),
        (("costa-ruana", "--option", "luck=yes"), "open_huts=…"),
        (("costa-ruana", "--option", "deck=/no/such/file"), "/no/such/file"),
    ],
)
def test_what_cannot_be_simulated(archipel, words, problem):
    result = archipel("simulate", *words)
    assert result.exit_code == 2
    assert problem in result.stderr
    assert result.stdout == ""


def test_one_match_has_no_interval(archipel):
    result = archipel("simulate", "costa-ruana", "-m", 1)
    assert result.exit_code == 0
    assert "inf" not in result.stdout
    assert "nan" not in result.stdout
    told = json.loads(
        archipel("simulate", "costa-ruana", "-m", 1, "--json").stdout, parse_constant=pytest.fail
    )
    assert told["seats"][0]["points"]["low"] is None


def test_estimates():
    """Wilson's interval as in Brown, Cai and DasGupta (2001), and a mean by hand."""
    nothing = share(0, 10)
    assert nothing.low == 0
    assert nothing.high == pytest.approx(0.2775, abs=1e-4)
    assert share(10, 10).high == pytest.approx(1)
    middle = mean(np.array([1, 2, 3, 4]))
    assert middle.value == 2.5
    assert middle.high - middle.value == pytest.approx(1.959964 * 1.2909944 / 2, rel=1e-6)
