"""The example that learns, where what it needs is installed: `pip install 'archipel[learn]'`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("torch")

from archipel.core.rewards import win_of
from archipel.examples import learn
from archipel.examples.learn import Place

GUIDE = Path(__file__).parents[2] / "docs/guide/study.md"
SHORT = {"TABLES": 4, "ROUND": 128, "JUDGES": 4, "EACH": 1}


class AtRandom:
    """A learner that has learnt nothing."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def predict(self, features, action_masks, deterministic):
        return (self.rng.random(action_masks.shape) * action_masks).argmax(axis=1), None


@pytest.fixture
def short(monkeypatch, tmp_path: Path) -> None:
    """In a folder of its own, with few steps and few matches."""
    monkeypatch.chdir(tmp_path)
    for name, value in SHORT.items():
        monkeypatch.setattr(learn, name, value)


@pytest.mark.parametrize("players", [2, 3])
def test_who_plays_at_random_wins_as_often_as_the_others(players):
    place = Place(players=players, seat=None)
    assert learn.win_share(AtRandom(seed=1), place) == pytest.approx(1 / players, abs=0.06)  # four deviations


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
    share = learn.win_share(AtRandom(seed=1), Place(players=3))
    of_tables = [
        [win_of(rewards[table], 3) for rewards, over in ends if over[table]] for table in range(learn.JUDGES)
    ]
    assert min(map(len, of_tables)) == learn.EACH < max(map(len, of_tables))
    assert share == pytest.approx(np.mean([wins[: learn.EACH] for wins in of_tables]))


def test_it_learns_from_what_the_batch_tells():
    tables, batch = learn.Tables(Place().tables(8)), Place().tables(8)
    tables.seed(3)
    features, info = tables.reset(), None
    there, info = batch.reset(seed=3)
    for _ in range(60):
        masks = np.stack(tables.env_method("action_masks"))
        assert np.array_equal(features, there)
        assert np.array_equal(masks, info["action_mask"])
        actions = masks.argmax(axis=1)
        features, rewards, over, _ = tables.step(actions)
        there, *theirs, _, info = batch.step(actions)
        assert np.array_equal([rewards, over], theirs)


@pytest.mark.parametrize(
    "words",
    [(), ("--game", "tresor", "--players", "4", "--seat", "2"), ("--players", "3", "--seat", "any")],
)
def test_it_learns_draws_and_keeps_what_it_has_learnt(short, capsys, words):
    learn.main([*words, "--steps", "640"])
    assert "640 steps" in capsys.readouterr().out
    assert Path("curve.svg").read_text("utf-8").startswith("<?xml")
    assert learn.MaskablePPO.load("policy.zip").num_timesteps == 640


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--game", "chess"), "no game 'chess'"),
        (("--players", "7"), "2 to 6 players"),
        (("--seat", "2"), "seats 0 to 1, not 2"),
        (("--seat", "first"), "first"),
    ],
)
def test_what_cannot_be_learnt_is_refused(capsys, words, problem):
    with pytest.raises(SystemExit):
        learn.main(words)
    assert problem in capsys.readouterr().err


def test_what_the_guide_does_with_a_policy_works(short):
    """Its code that wants PyTorch, which is not there where the guide itself is tested."""
    learn.main(["--steps", "640"])
    (code,) = re.findall(
        r"^```python\n((?!>>>)[^`]*policy\.zip[^`]*)^```$", GUIDE.read_text("utf-8"), re.MULTILINE
    )
    names: dict[str, Any] = {}
    exec(code, names)
    assert 0 <= names["share"] <= 1
    assert names["features"].shape[0] == names["tables"].num_envs
