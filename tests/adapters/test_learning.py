"""The example that learns, where what it needs is installed: `pip install 'archipel[learn]'`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("torch")

from archipel.examples import learn


class AtRandom:
    """A learner that has learnt nothing."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def predict(self, features, action_masks, deterministic):
        return (self.rng.random(action_masks.shape) * action_masks).argmax(axis=1), None


@pytest.mark.parametrize("players", [2, 3])
def test_who_plays_at_random_wins_as_often_as_the_others(monkeypatch, players):
    monkeypatch.setattr(learn, "PLAYERS", players)
    monkeypatch.setattr(learn, "SEAT", None)
    assert learn.win_share(AtRandom(seed=1)) == pytest.approx(1 / players, abs=0.06)  # four deviations


def test_it_learns_from_what_the_batch_tells():
    tables, batch = learn.Tables(learn.tables_of(8)), learn.tables_of(8)
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


def test_it_learns_and_draws(monkeypatch, tmp_path: Path, capsys):
    for name, value in {"TABLES": 4, "ROUND": 128, "JUDGED_BY": 1}.items():
        monkeypatch.setattr(learn, name, value)
    learn.main("640", str(tmp_path / "curve.svg"))
    assert "640 steps" in capsys.readouterr().out
    assert (tmp_path / "curve.svg").read_text("utf-8").startswith("<?xml")
