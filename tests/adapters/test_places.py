"""Where the example learns and how it judges, and what it is asked for: all that needs no PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from archipel.core.game import GameError
from archipel.core.rewards import win_of
from archipel.examples import places
from archipel.examples.places import Place


class AtRandom:
    """A learner that has learnt nothing."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def predict(self, features, action_masks, deterministic):
        return (self.rng.random(action_masks.shape) * action_masks).argmax(axis=1), None


@pytest.fixture
def folder(monkeypatch, tmp_path: Path) -> Path:
    """One of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("players", [2, 3])
def test_who_plays_at_random_wins_as_often_as_the_others(players):
    place = Place(players=players, seat=None)
    assert places.win_share(AtRandom(seed=1), place) == pytest.approx(
        1 / players, abs=0.06
    )  # four deviations


def test_long_matches_count_like_short_ones(monkeypatch):
    """Of every table the first matches, and all of them: those still on when others have ended, too."""
    ends: list[tuple[Any, Any]] = []

    def watched(place: Place, *given: Any) -> Any:
        tables = true_tables(place, *given)
        step = tables.step

        def noted(actions: Any) -> Any:
            answer = step(actions)
            ends.append((answer[1], answer[2]))
            return answer

        tables.step = noted
        return tables

    true_tables = Place.tables
    monkeypatch.setattr(Place, "tables", watched)
    share = places.win_share(AtRandom(seed=1), Place(players=3))
    of_tables = [
        [win_of(rewards[table], 3) for rewards, over in ends if over[table]] for table in range(places.JUDGES)
    ]
    assert min(map(len, of_tables)) == places.EACH < max(map(len, of_tables))
    assert share == pytest.approx(np.mean([wins[: places.EACH] for wins in of_tables]))


def test_in_long_games_fewer_matches_are_judged(monkeypatch):
    monkeypatch.setattr(places, "JUDGES", 2)
    ended = []
    monkeypatch.setattr(places, "win_of", lambda reward, players: ended.append(reward) or 0.0)
    places.win_share(AtRandom(seed=1), Place("tresor", players=3))
    assert len(ended) == 2


def test_nobody_is_judged_in_every_seat_at_once():
    with pytest.raises(GameError, match="who moved last"):
        places.win_share(AtRandom(seed=1), Place(), opponents="self")


def test_a_curve_of_one_point_is_drawn(folder):
    places.draw({0: 0.5}, Place(), Path("curve.png"))
    assert Path("curve.png").read_bytes().startswith(b"\x89PNG")


# ── What is asked for ───────────────────────────────────────────────────────────────────────────
def test_what_is_asked_for(folder):
    Path("curve.SVG").write_text("old", "utf-8")
    wish = places.read(
        ["--players", "3", "--seat", "any", "--policy", "mine", "--curve", "curve.SVG", "--force"]
    )
    assert wish.place == Place(players=3, seat=None)
    assert (wish.policy, wish.curve) == (Path("mine.zip"), Path("curve.SVG"))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--game", "chess"), "no game 'chess'"),
        (("--players", "7"), "2 to 6 players"),
        (("--seat", "2"), "seats 0 to 1, not 2"),
        (("--seat", "first"), "--seat is a number, the first being 0, or 'any', not 'first'"),
        (("--steps", "0"), "--steps is at least 1, not 0"),
        (("--curve", "curve"), "the ending is one of"),
        (("--curve", "curve.xyz"), "the ending is one of"),
        (("--curve", "there/curve.svg"), "there is no folder there"),
        (("--policy", "there/policy.zip"), "there is no folder there"),
        (("--policy", "folder.zip"), "it is a folder"),
        (("--policy", "kept"), "kept.zip exists already; choose another file, or --force"),
        (("--curve", "kept.svg"), "kept.svg exists already; choose another file, or --force"),
    ],
)
def test_what_cannot_be_learnt_is_refused_before_anything_is_learnt(folder, capsys, words, problem):
    (folder / "folder.zip").mkdir()
    for name in ("kept.zip", "kept.svg"):
        (folder / name).write_text("old", "utf-8")
    with pytest.raises(SystemExit):
        places.read(words)
    assert problem in capsys.readouterr().err


def test_the_help_says_how_steps_are_rounded(capsys):
    with pytest.raises(SystemExit):
        places.read(["--help"])
    assert "rounded up to whole stretches of 20,480" in " ".join(capsys.readouterr().out.split())
