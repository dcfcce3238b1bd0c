"""Learn Costa Ruana by playing against random bots: python -m archipel.examples.learn [STEPS] [CURVE.svg]

MaskablePPO of sb3-contrib, some minutes on two cores; needs `pip install 'archipel[learn]'`. It prints what
part of its matches against one opponent the learner wins as it learns, and draws the curve.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from archipel.adapters import missing

try:
    import matplotlib
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise missing("learn") from error

from archipel.adapters.gymnasium import BatchEnv
from archipel.core.rewards import win_of

GAME, PLAYERS = "costa-ruana", 2
SEAT = 0  # None learns to play in every seat
TABLES = 32  # side by side
ROUND = TABLES * 128  # steps between two improvements
JUDGED_BY = 1000  # matches, at least


class Tables(VecEnv):
    """Many matches at once, in the form that Stable-Baselines3 learns from."""

    def __init__(self, tables: BatchEnv) -> None:
        self.tables = tables
        super().__init__(tables.num_envs, tables.single_observation_space, tables.single_action_space)

    def reset(self) -> Any:
        """Begin all matches."""
        return self.tables.reset(seed=self._seeds[0])[0]

    def step_async(self, actions: Any) -> None:
        """What to do in each match."""
        self.actions = actions

    def step_wait(self) -> Any:
        """Do it; the first observation of the next match stands where one has ended."""
        features, rewards, over, *_ = self.tables.step(self.actions)
        return features, rewards, over, [{} for _ in over]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What all matches have in common."""
        return [getattr(self.tables, attr_name)] * self.num_envs

    def env_method(self, method_name: str, *given: Any, indices: Any = None, **named: Any) -> list[Any]:
        """What each match answers: the masks."""
        return list(getattr(self.tables, method_name)(*given, **named))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """All matches are alike."""
        setattr(self.tables, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """They are bare."""
        return [False] * self.num_envs

    def close(self) -> None:
        """There is nothing to close."""


def tables_of(size: int) -> BatchEnv:
    """The learner in one seat of so many matches, random bots in the others."""
    return BatchEnv(GAME, size, PLAYERS, opponents="random", seat=SEAT)


def main(steps: int | str = 180_000, curve: str = "curve.svg") -> None:
    """Learn for so many steps, looking now and then how well it plays."""
    torch.set_num_threads(1)  # a small network gains little from more, and loses much where others work too
    learner = MaskablePPO(
        "MlpPolicy",
        Tables(tables_of(TABLES)),
        n_steps=ROUND // TABLES,
        batch_size=512,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,  # a win is a win, however long it takes
        gae_lambda=0.97,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
    )
    began, shares = time.perf_counter(), {0: win_share(learner)}
    while learner.num_timesteps < int(steps):
        learner.learn(5 * ROUND, reset_num_timesteps=False)
        shares[learner.num_timesteps] = share = win_share(learner)
        passed = time.perf_counter() - began
        print(f"{learner.num_timesteps:8,} steps {passed:5.0f} s {share:6.1%} won", flush=True)
    draw(shares, curve)


def win_share(learner: MaskablePPO) -> float:
    """What part of a thousand matches the learner wins; who shares a win has won a part of it."""
    tables = tables_of(256)
    features, info = tables.reset(seed=7)
    won: list[float] = []
    while len(won) < JUDGED_BY:
        actions, _ = learner.predict(features, action_masks=info["action_mask"], deterministic=False)
        features, rewards, over, _, info = tables.step(actions)
        won += [win_of(reward, PLAYERS) for reward in rewards[over].tolist()]
    return float(np.mean(won))


def draw(shares: dict[int, float], path: str) -> None:
    """The learning curve, and what a random bot would win."""
    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3))
    axes.plot(list(shares), list(shares.values()), marker="o")
    axes.axhline(1 / PLAYERS, linestyle=":", color="grey")
    axes.set(xlabel="steps", ylabel="matches won against random", ylim=(0.8 / PLAYERS, 1.0))
    figure.tight_layout()
    figure.savefig(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
