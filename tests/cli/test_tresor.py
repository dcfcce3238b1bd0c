from __future__ import annotations

import pytest

from archipel.core.series import read_series
from archipel.games import game

ONES = "1\n" * 2000


def series_in(folder):
    (path,) = folder.glob("*.series")
    return path, read_series(path.read_text("utf-8"), game)


def test_a_series_of_a_given_length_shows_the_standing_after_each_match(archipel, home):
    result = archipel("play", "costa-ruana", "--players", 2, "--series", 2, "--seed", 1, answers=ONES)
    assert result.exit_code == 0
    path, series = series_in(home)
    assert series.over
    for words in ("A series of 2 matches.", "Match 2 of 2", "Standing after match 1 of 2"):
        assert words in result.stdout
    last = result.stdout[result.stdout.index("Standing after match 2 of 2") :]
    assert all(f" {points} " in last for points in series.standing.points)
    assert archipel("replay", path, "--verify").stdout == "2 matches, all right\n"
    assert archipel("play", "--resume", path).exit_code == 2


@pytest.mark.rule("TR-8.2")
def test_the_tournament_of_a_game_is_drawn_and_played_by_bots(archipel, home):
    result = archipel("play", "tresor", "--humans", 0, "--series", 0, "--seed", 4)
    assert result.exit_code == 0
    _, series = series_in(home)
    assert series.over
    assert len(series.matches) == sum(series.drawn) >= 4
    assert f"Drawn: {', '.join(map(str, series.drawn))}." in result.stdout
    begun = [record.match().state.first for record in series.matches]
    assert [(one + 1) % 3 for one in begun[:-1]] == begun[1:]


def test_a_game_without_a_tournament_needs_a_number(archipel):
    result = archipel("play", "costa-ruana", "--series", 0)
    assert result.exit_code == 2
    assert "give the number of matches" in result.stderr


def test_a_series_goes_on_where_it_stopped(archipel, home):
    words = ("play", "costa-ruana", "-p", 2, "--name", "Ann", "--series", 2, "--seed", 1)
    stopped = archipel(*words, answers="1\n1\nquit\n")
    path, series = series_in(home)
    assert not series.matches
    assert f"archipel play --resume {path}" in stopped.stdout
    again = archipel("play", "--resume", path, "--seed", 2, answers=ONES)
    assert again.exit_code == 0
    _, series = series_in(home)
    assert series.over
    assert series.players == ("Ann", "level:2 bot")
    assert "Ann: play a card face up" in again.stdout  # still a person


def test_questions_with_one_answer_are_spared_a_lone_player(archipel):
    """Who holds a trick that cannot be used is asked all the same, and can only pass (TR-6.2)."""
    alone, answers = "Type a number from 1 to 1, or help.", "\n".join(["1"] * 60 + ["quit"])

    def asked(seed, *words):
        return alone in archipel("play", "tresor", "--seed", seed, *words, answers=answers).stdout

    seed = next(seed for seed in range(20) if asked(seed, "--ask-all"))
    assert not asked(seed)


def test_auto_is_switched_by_the_player(archipel):
    words = "auto\nauto\nquit\n"
    lone = archipel("play", "tresor", "--seed", 5, answers=words).stdout
    assert lone.index("Every question is asked.") < lone.index("are answered by themselves.")
    several = archipel("play", "tresor", "--humans", 2, "--seed", 5, answers="\n" + words).stdout
    assert "With several people at the keyboard every question is asked." in several


@pytest.mark.rule("TR-9.3")
def test_a_player_claims_what_they_like(archipel, home):
    shown = archipel("play", "tresor", "--seed", 5, answers="claim 3 full\nclaim 3 gold\nquit\n").stdout
    assert "La Buse claims that the chest of detachment 3 is full." in shown
    assert "That is written: claim DETACHMENT CHEST" in shown
    (path,) = home.glob("*.archipel")
    assert path.read_text().endswith("say la_buse claim 3 full\n")
    again = archipel("play", "--resume", path, answers="log\nquit\n").stdout
    assert "La Buse claims that the chest of detachment 3 is full." in again


def test_a_series_that_cannot_be_saved_says_so(archipel, tmp_path):
    (tmp_path / "file").write_text("")
    result = archipel("play", "costa-ruana", "--series", 2, "--save", tmp_path / "file" / "x.series")
    assert result.exit_code == 2
    assert "cannot be saved" in result.stderr
