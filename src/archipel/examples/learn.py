"""Learn a game by playing against random bots: python -m archipel.examples.learn --help

MaskablePPO of sb3-contrib, some minutes on two cores; needs `pip install 'archipel[learn]'`. It prints what
part of its matches the learner wins as it learns, draws the curve, and keeps the policy in a file.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archipel.adapters import missing

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise missing("learn") from error

from archipel.adapters.gymnasium import BatchEnv, Chooser
from archipel.batch import Batch
from archipel.examples import places
from archipel.examples.places import Place, draw, read


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


# ── Learning ────────────────────────────────────────────────────────────────────────────────────
def main(arguments: Sequence[str] | None = None) -> None:
    """Learn as asked for; who interrupts it keeps what was learnt up to the last line."""
    wish = read(arguments)
    try:
        improve(wish)
    except KeyboardInterrupt:
        sys.exit(f"\nStopped; what was learnt up to the last whole line is in {wish.policy}.")


def improve(wish: Namespace) -> None:
    """Learn for so many steps, looking now and then how well it plays, and keeping all of it."""
    torch.set_num_threads(1)  # a small network gains little from more, and loses much where others work too
    learner, shares = beginner(wish.place), dict[int, float]()
    began = time.perf_counter()
    while True:
        steps = learner.num_timesteps
        print(f"{steps:8,} steps", end="", flush=True)
        shares[steps] = win_share(learner, wish.place)
        keep(learner, wish.policy)
        draw(shares, wish.place, wish.curve)
        print(f" {time.perf_counter() - began:5.0f} s {shares[steps]:6.1%} won", flush=True)
        if steps >= wish.steps:
            return
        learner.learn(places.STRETCH, reset_num_timesteps=False)


def beginner(place: Place, opponents: str | Chooser = "random") -> MaskablePPO:
    """A learner that has learnt nothing yet."""
    return MaskablePPO(
        "MlpPolicy",
        Tables(place.tables(places.TABLES, opponents)),
        n_steps=places.ROUND // places.TABLES,
        batch_size=512,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,  # a win is a win, however long it takes
        gae_lambda=0.97,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
    )


# ── What was learnt ─────────────────────────────────────────────────────────────────────────────
def win_share(learner: MaskablePPO, place: Place, opponents: str | Chooser = "random") -> float:
    """What part of its matches the learner wins: the same each time, and learning goes on untouched."""
    with torch.random.fork_rng():
        torch.manual_seed(7)
        return places.win_share(learner, place, opponents)


def keep(learner: MaskablePPO, path: Path) -> None:
    """Save the learner; until all of it is written, the file is the one from before."""
    beside = path.with_name(f".{path.name}")
    learner.save(beside)
    beside.replace(path)


@dataclass(frozen=True)
class Opponent:
    """The learner as one of the others, for `opponents=`."""

    learner: MaskablePPO

    def __call__(self, batch: Batch) -> Any:
        """An action for every match."""
        return self.learner.predict(batch.features, action_masks=batch.masks, deterministic=False)[0]


if __name__ == "__main__":
    main()
