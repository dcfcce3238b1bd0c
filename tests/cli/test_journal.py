from __future__ import annotations

import os
import random

import pytest

from archipel.cli import journal
from archipel.cli.journal import InUse, Journal
from archipel.core.match import Match
from archipel.core.records import load
from archipel.games import game

COSTA_RUANA = game("costa-ruana")
PLAYERS = ("Anna", "random bot", "random bot")


@pytest.fixture
def match() -> Match:
    return Match(COSTA_RUANA, 3, seed=1)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.archipel"


def play_some(match, written, count, seed=0):
    """Take some actions at random, each written down."""
    dice = random.Random(seed)
    for _ in range(count):
        before = len(match.actions)
        match.step(dice.choice(match.moves))
        written.append(match.actions[before:])
        if match.over:
            return


def test_what_is_appended_is_there(match, path):
    written = Journal(path, match, PLAYERS)
    for _ in range(30):
        play_some(match, written, 1)
        (record,) = load(path, game)
        assert list(record.actions) == match.actions
    assert record.players == PLAYERS
    written.close()


def test_it_is_synced_before_append_returns(match, path, monkeypatch):
    written = Journal(path, match, PLAYERS)
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_size))
    play_some(match, written, 1)
    assert synced == [path.stat().st_size]
    written.close()


def test_undo_rewrites_at_a_stroke(match, path, monkeypatch):
    written = Journal(path, match, PLAYERS)
    play_some(match, written, 8)
    whole = path.read_text()

    def fail(*paths):
        raise OSError("the power went out")

    match.undo(2)
    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", fail)
        with pytest.raises(OSError, match="power"):
            written.rewrite(match)
    assert path.read_text() == whole
    assert os.listdir(path.parent) == [path.name]

    written.rewrite(match)
    assert load(path, game)[0].actions == tuple(match.actions)
    play_some(match, written, 4, seed=1)
    assert load(path, game)[0].actions == tuple(match.actions)
    written.close()


def test_a_finished_match_is_a_finished_record(match, path):
    written = Journal(path, match, PLAYERS)
    play_some(match, written, 1000)
    written.finish(match)
    (record,) = load(path, game)
    assert record.outcome == match.outcome
    assert f"actions: {len(match.actions)}\n" in path.read_text()
    assert journal.newest_open() is None


def test_a_file_cut_anywhere_keeps_its_whole_lines(match, path):
    written = Journal(path, match, PLAYERS)
    play_some(match, written, 12)
    written.close()
    whole = path.read_bytes()
    header = whole.index(journal.OPEN_LINE) + len(journal.OPEN_LINE) + 1
    for end in range(len(whole), header, -1):
        path.write_bytes(whole[:end])
        kept = journal.read(path, game)
        lines = whole[header:end].count(b"\n")
        assert kept.record.actions == tuple(match.actions[:lines])
        assert kept.is_cut == (whole[end - 1 : end] != b"\n")


def test_zeros_after_a_power_cut_are_dropped(match, path):
    Journal(path, match, PLAYERS).close()
    with path.open("ab") as file:
        file.write(bytes(100))
    assert journal.read(path, game).record.actions == tuple(match.actions)


def test_only_one_program_at_a_time(match, path):
    written = Journal(path, match, PLAYERS)
    with pytest.raises(InUse):
        journal.read(path, game)
    match.step(match.moves[0])
    written.rewrite(match)
    with pytest.raises(InUse):
        journal.read(path, game)
    written.close()
    assert journal.read(path, game).record.actions == tuple(match.actions)


def test_no_file_is_overwritten_unasked(match, path):
    path.write_text("precious")
    with pytest.raises(FileExistsError):
        Journal(path, match, PLAYERS)
    assert path.read_text() == "precious"
    assert not list(path.parent.glob(".*"))


def test_the_newest_open_journal(match, home):
    assert journal.newest_open() is None
    for number, name in enumerate(("b", "c", "a")):
        one = Journal(home / f"{name}{journal.ENDING}", match, PLAYERS)
        one.close()
        os.utime(one.path, (1000 + number, 1000 + number))
    assert journal.newest_open() == home / "a.archipel"
    assert journal.newest_open(COSTA_RUANA) == home / "a.archipel"


def test_new_names_are_free(match, home):
    names = set()
    for _ in range(3):
        one = Journal(journal.new_path(COSTA_RUANA), match, PLAYERS)
        one.close()
        names.add(one.path)
    assert len(names) == 3
    assert all(path.parent == home for path in names)


def test_where_matches_are_kept(monkeypatch, tmp_path):
    monkeypatch.delenv("ARCHIPEL_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert journal.matches_folder() == tmp_path / "archipel" / "matches"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert journal.matches_folder() == tmp_path / ".local" / "share" / "archipel" / "matches"
