from __future__ import annotations

import random

import pytest

from archipel.cli.replay import Replay
from archipel.core.match import Match
from archipel.core.record import CHANCE, WATCHER
from archipel.core.records import record_of, to_json, to_text
from archipel.games import game

COSTA_RUANA = game("costa-ruana")


@pytest.fixture(scope="module")
def match() -> Match:
    match = Match(COSTA_RUANA, 3, seed=8)
    dice = random.Random(8)
    while not match.over:
        match.step(dice.choice(match.moves))
    return match


@pytest.fixture
def path(match, tmp_path):
    path = tmp_path / "match.archipel"
    path.write_text(to_text(record_of(match, ("Anna", "random bot", "Ben"))))
    return path


def test_the_whole_match_in_words(archipel, path, match):
    shown = archipel("replay", path).stdout
    tongue = match.tongue("en", ("Anna", "Blue", "Ben"))
    said = " ".join(shown.split())
    for event in match.events(WATCHER):
        assert COSTA_RUANA.words.say(event, tongue) in said
    assert "random bot" not in shown
    assert "Result" in shown
    winner = tongue.name(match.outcome.winners[0])
    assert f"1 │ {winner}" in shown


def test_a_watcher_does_not_see_what_is_drawn(archipel, path):
    shown = archipel("replay", path).stdout
    assert "Anna draws a card." in shown
    assert "Anna draws Place" not in shown
    assert "Anna draws Move" not in shown


def test_a_seat_sees_its_own(archipel, path, match):
    cards = [event for event in match.events(0) if event["event"] == "deal" and event["who"] == "red"]
    first = COSTA_RUANA.words.say(cards[0], match.tongue("en", ("Anna", "Blue", "Ben")))
    for seat in ("red", "RED", "anna"):
        assert first in archipel("replay", path, "--seat", seat).stdout
    assert first not in archipel("replay", path, "--seat", "blue").stdout


def test_french(archipel, path):
    assert "Anna pioche une carte." in archipel("replay", path, "--lang", "fr").stdout


def test_one_match_of_many(archipel, match, tmp_path):
    path = tmp_path / "many.json"
    path.write_text(to_json(record_of(match, ("A", "B", "C"))) + to_json(record_of(match, ("D", "E", "F"))))
    assert "Match 1 of 2" in archipel("replay", path).stdout
    second = archipel("replay", path, "--match", 2).stdout
    assert "D draws a card." in second
    assert "A draws a card." not in second
    result = archipel("replay", path, "--match", 3)
    assert result.exit_code == 2
    assert "the last is 2" in result.stderr


def test_an_unfinished_match(archipel, match, tmp_path):
    path = tmp_path / "match.archipel"
    unfinished = Match(COSTA_RUANA, 3)
    unfinished.restore(match.actions[:50])
    path.write_text(to_text(record_of(unfinished)))
    shown = archipel("replay", path).stdout
    assert "Round " in shown
    assert "Result" not in shown
    assert archipel("replay", path, "--verify").stdout == "1 match, all right\n"


def test_damage_is_found_and_named(archipel, path):
    lines = path.read_text().splitlines(keepends=True)
    for number in range(9, len(lines), 17):
        path.write_text("".join(lines[:number] + lines[number + 1 :]))
        result = archipel("replay", path, "--verify")
        assert result.exit_code == 1
        assert f"{path}, line {number + 1}: " in result.stderr
        assert result.stdout == ""
        assert archipel("replay", path).exit_code == 2


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"hello\n", b'{"format": "archipel-match"}', b"{"])
def test_what_is_no_record(archipel, tmp_path, content):
    path = tmp_path / "no.archipel"
    path.write_bytes(content)
    for words in (("replay", path), ("replay", path, "--verify"), ("play", "--resume", path)):
        result = archipel(*words)
        assert result.exit_code == (1 if "--verify" in words else 2)
        assert len(result.stderr.splitlines()) == 1
        assert str(path) in result.stderr


def test_no_such_file_and_no_such_seat(archipel, path, tmp_path):
    missing = archipel("replay", tmp_path / "none")
    assert missing.exit_code == 2
    assert "cannot be read" in missing.stderr
    wrong = archipel("replay", path, "--seat", "pink")
    assert wrong.exit_code == 2
    assert "red, blue, green, watcher" in wrong.stderr


def test_one_stops_where_somebody_decides(match):
    replay = Replay(record_of(match), WATCHER, match.tongue("en"))
    movers = [moment.by for moment in match.replay()]
    assert replay.stops[-1] == len(match.actions)
    assert all(movers[stop] != CHANCE for stop in replay.stops[:-1])
    assert len(replay.stops) == 1 + sum(mover != CHANCE for mover in movers)


def test_going_forth_and_back(match):
    replay = Replay(record_of(match), WATCHER, match.tongue("en"))
    end = len(match.actions)
    first, second = replay.stops[:2]
    assert replay.read("", first) == second
    assert replay.read("b", second) == first
    assert replay.read("b", first) == first
    assert replay.read("e", first) == end
    assert replay.read("", end) == end
    assert replay.read("33", first) == 33
    assert replay.read("9" * 5000, first) is not None
    assert replay.read("q", first) is None
