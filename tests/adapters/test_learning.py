"""The example that learns, where what it needs is installed: `pip install 'archipel[learn]'`."""

from __future__ import annotations

import pickle
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("torch")

import torch

from archipel.core.game import GameError
from archipel.examples import learn, places
from archipel.examples.places import Place

GUIDE = Path(__file__).parents[2] / "docs/guide/study.md"
SHORT = {"TABLES": 4, "ROUND": 128, "STRETCH": 640, "JUDGES": 4, "EACH": 1}


@pytest.fixture
def short(monkeypatch, tmp_path: Path) -> None:
    """In a folder of its own, with few steps and few matches."""
    monkeypatch.chdir(tmp_path)
    for name, value in SHORT.items():
        monkeypatch.setattr(places, name, value)


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


def test_what_was_learnt_up_to_the_last_line_is_kept(short, capsys, monkeypatch):
    judged, judge = [], learn.win_share

    def until(*given: Any) -> float:
        if len(judged) == 2:
            raise KeyboardInterrupt
        judged.append(judge(*given))
        return judged[-1]

    monkeypatch.setattr(learn, "win_share", until)
    with pytest.raises(SystemExit, match=r"policy\.zip"):
        learn.main(["--steps", "2000"])
    assert learn.MaskablePPO.load("policy.zip").num_timesteps == 640
    assert Path("curve.svg").exists()
    assert [path.name for path in Path().iterdir() if path.name.startswith(".")] == []


def test_a_policy_stays_whole_while_another_is_written(short, monkeypatch):
    learner = learn.beginner(Place())
    learn.keep(learner, Path("policy.zip"))

    def fail(path: Any) -> None:
        Path(path).write_bytes(b"half")
        raise OSError("disk full")

    monkeypatch.setattr(learner, "save", fail)
    with pytest.raises(OSError, match="disk full"):
        learn.keep(learner, Path("policy.zip"))
    assert zipfile.is_zipfile("policy.zip")


def test_a_learner_is_judged_alike_each_time_and_learns_on_untouched(short, monkeypatch):
    monkeypatch.setattr(places, "JUDGES", 32)
    learner = learn.beginner(Place())
    first = learn.win_share(learner, Place())
    torch.rand(1)
    state = torch.random.get_rng_state()
    assert learn.win_share(learner, Place()) == first
    assert torch.equal(torch.random.get_rng_state(), state)


def test_nobody_learns_in_every_seat_at_once():
    with pytest.raises(GameError, match="who moved last"):
        learn.beginner(Place(), opponents="self")


def test_an_opponent_can_be_pickled(short):
    place = Place(seat=1)
    others = learn.Opponent(learn.beginner(Place()))
    again = pickle.loads(pickle.dumps(others))
    shares = {learn.win_share(learn.beginner(place), place, one) for one in (others, again)}
    assert len(shares) == 1


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
