from __future__ import annotations

import json
import sys

import pytest


def test_the_table(archipel):
    result = archipel("report", "costa-ruana", "-m", 40)
    assert result.exit_code == 0
    for words in ("No. 6", "Ties", "Decisions", "came into play"):
        assert words in result.stdout
    assert "…" not in result.stdout  # it fits a terminal


def test_in_french(archipel):
    result = archipel("report", "costa-ruana", "-p", 2, "-m", 10, "--lang", "fr")
    assert "Décisions" in result.stdout
    assert "Never" not in result.stdout


def test_json_is_one_object_and_nothing_else(archipel):
    result = archipel("report", "costa-ruana", "-p", 2, "-m", 20, "--json")
    assert result.stderr == ""
    told = json.loads(result.stdout)
    assert told["command"] == "archipel report costa-ruana --players 2 --bots random --matches 20 --seed 0"
    assert [table["players"] for table in told["tables"]] == [2]


def test_it_is_kept(archipel, tmp_path):
    result = archipel("report", "costa-ruana", "-p", 2, "-m", 5, "--keep", tmp_path / "reports")
    assert result.exit_code == 0
    assert (tmp_path / "reports" / "costa-ruana-random-2.md").exists()


@pytest.mark.parametrize(
    ("words", "code", "problem"),
    [
        (("chess",), 2, "There is no game 'chess'"),
        (("costa-ruana", "-p", 7), 2, "2 to 6 players, not 7"),
        (("costa-ruana", "--bots", "greedy,random"), 2, "no bot is called 'greedy,random'"),
    ],
)
def test_what_cannot_be_reported(archipel, words, code, problem):
    result = archipel("report", *words)
    assert result.exit_code == code
    assert problem in result.stderr


def test_plots_ask_for_what_draws_them(archipel, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = archipel("report", "costa-ruana", "-m", 5, "--keep", tmp_path / "reports")
    assert result.exit_code == 1
    assert "matplotlib: pip install" in result.stderr


def test_an_option_from_a_file_is_kept_by_a_digest(archipel, tmp_path):
    words = ("costa-ruana", "-p", 2, "-m", 1, "-o", "deck=miniature", "--keep", tmp_path)
    assert archipel("report", *words).exit_code == 0
    [page] = tmp_path.glob("costa-ruana-deck-*-random-2.md")
    assert len(page.name) < 60
    told = page.with_suffix(".json").read_text("utf-8")
    assert json.loads(told, parse_constant=pytest.fail)["options"]["deck"]["islands"] == 2


@pytest.mark.parametrize("command", ["report", "ladder"])
def test_a_page_of_somebody_else_is_not_written_over(archipel, tmp_path, command):
    page = tmp_path / "README.md"
    page.write_text("# Mine\n")
    bots = ("--bots", "random,greedy") if command == "ladder" else ()
    result = archipel(command, "costa-ruana", "-p", 2, "-m", 100_000, *bots, "--keep", tmp_path)
    assert result.exit_code == 1  # at once, not after so many matches
    assert "cannot be written: its README.md does not begin with" in " ".join(result.stderr.split())
    assert page.read_text() == "# Mine\n"
