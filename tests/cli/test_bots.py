"""Bots by name in `play`, `simulate` and `ladder`, and hints from one."""

from __future__ import annotations

import json
import re

import pytest

from archipel.core.records import load
from archipel.games import game

ONES = "1\n" * 400


# ── Playing against them ────────────────────────────────────────────────────────────────────────
def test_bots_are_chosen_by_name_one_for_each(archipel, home):
    words = ("play", "costa-ruana", "--seed", 1, "--bots", "greedy, level:1")
    shown = archipel(*words, answers="quit\n").stdout
    assert "Costa Ruana: Red, Blue (bot: greedy) and Green (bot: Novice)" in shown
    (path,) = home.glob("*.archipel")
    (record,) = load(path, game)
    assert record.players == ("Red", "greedy bot", "level:1 bot")


def test_levels_have_names_in_french(archipel):
    shown = archipel("play", "costa-ruana", "--lang", "fr", "--bots", "level:3", answers="quit\n").stdout
    assert "Bleu (bot : Aguerri)" in shown


def test_a_match_is_resumed_with_its_bots_or_with_others(archipel, home):
    archipel("play", "costa-ruana", "-p", 2, "--bots", "greedy", answers="quit\n")
    assert "(bot: greedy)" in archipel("play", "--resume", answers="quit\n").stdout
    assert "(bot: Expert)" in archipel("play", "--resume", "--bots", "level:4", answers="quit\n").stdout
    assert "(bot: Expert)" in archipel("play", "--resume", answers="quit\n").stdout


@pytest.mark.parametrize(
    ("bots", "problem"),
    [
        ("clever", "no bot is called 'clever'; there are random, greedy,"),
        ("level:9", "no bot is called 'level:9'"),
        ("greedy,greedy,greedy", "--bots names 3 bots for 2 seats; name one for all, or one for each."),
    ],
)
def test_wrong_bots_are_refused(archipel, home, bots, problem):
    result = archipel("play", "costa-ruana", "--bots", bots)
    assert result.exit_code == 2
    assert problem in result.stderr
    assert not home.exists()


def test_a_person_cannot_be_called_like_a_bot(archipel):
    result = archipel("play", "costa-ruana", "--name", "level:2 bot")
    assert result.exit_code == 2
    assert "is no name for a player" in result.stderr


def test_a_series_is_resumed_with_other_bots(archipel, home):
    archipel("play", "costa-ruana", "-p", 2, "--series", 2, "--bots", "greedy", answers="quit\n")
    (path,) = home.glob("*.series")
    shown = archipel("play", "--resume", path, "--bots", "level:1", answers="quit\n").stdout
    assert "(bot: Novice)" in shown


def test_bots_without_a_seat_are_refused(archipel):
    result = archipel("play", "costa-ruana", "-p", 2, "--humans", 2, "--bots", "greedy")
    assert result.exit_code == 2
    assert "--bots names 1 bots for 0 seats" in result.stderr


# ── Hints ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", ["costa-ruana", "tresor", "arabana-opodopo"])
def test_a_hint_names_the_best_actions_with_what_they_are_worth(archipel, name):
    shown = archipel("play", name, "--seed", 3, answers="hint\nquit\n").stdout
    told = " ".join(shown.split("> hint")[1].split())
    assert 1 <= len(re.findall(r"Worth \d+ %, a win being 100 % \(tried \d+ times", told)) <= 3


def test_a_hint_in_french(archipel):
    shown = archipel("play", "costa-ruana", "--seed", 3, "--lang", "fr", answers="conseil\nquitter\n").stdout
    assert "Vaut" in shown.split("> conseil")[1]


# ── Simulating ──────────────────────────────────────────────────────────────────────────────────
def test_matches_between_bots_are_simulated_and_recorded(archipel, tmp_path):
    path = tmp_path / "matches.jsonl"
    words = (
        "simulate",
        "costa-ruana",
        "-p",
        2,
        "-m",
        4,
        "--bots",
        "greedy,random",
        "--json",
        "--record",
        path,
    )
    told = json.loads(archipel(*words).stdout)
    assert told["bots"] == ["greedy", "random"]
    assert [record.players for record in load(path, game)] == [("greedy bot", "random bot")] * 4
    assert archipel("replay", path, "--verify").stdout == "4 matches, all right\n"


# ── Ladders ─────────────────────────────────────────────────────────────────────────────────────
def test_a_ladder_is_shown_and_kept(archipel, tmp_path):
    words = ("ladder", "costa-ruana", "-p", 2, "-m", 4, "--bots", "random,greedy", "--keep", tmp_path)
    result = archipel(*words)
    assert result.exit_code == 0
    assert re.search(r"greedy +random +4 +\d+%", result.stdout)
    kept = json.loads((tmp_path / "costa-ruana-2-random-greedy.json").read_text())
    assert kept["command"] == (
        "archipel ladder costa-ruana --players 2 --bots random,greedy --matches 4 --seed 0"
    )
    assert {"costa-ruana-2-random-greedy.svg", "README.md"} <= {path.name for path in tmp_path.iterdir()}


def test_a_ladder_as_json_is_one_object(archipel):
    told = archipel("ladder", "costa-ruana", "-p", 2, "-m", 2, "--bots", "random,greedy", "--json").stdout
    (step,) = json.loads(told)["steps"]
    assert (step["lower"], step["upper"], step["matches"]) == ("random", "greedy", 2)


@pytest.mark.parametrize("bots", ["random", "random,random", "random,clever"])
def test_a_ladder_without_different_bots_is_refused(archipel, bots):
    result = archipel("ladder", "costa-ruana", "--bots", bots)
    assert result.exit_code == 2
    assert "different bots" in result.stderr or "no bot is called" in result.stderr
