"""Learn a game by playing against random bots: python -m archipel.examples.learn --help

MaskablePPO of sb3-contrib, some minutes on two cores; needs `pip install 'archipel[learn]'`. It prints what
part of its matches the learner wins as it learns, draws the curve, and keeps the policy in a file.
"""

from __future__ import annotations

import time
from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
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

from archipel.adapters.gymnasium import BatchEnv, Chooser
from archipel.batch import Batch
from archipel.core.game import GameError
from archipel.core.rewards import win_of
from archipel.games import games

TABLES = 32  # side by side
ROUND = TABLES * 128  # steps between two improvements
JUDGES, EACH = 256, 4  # tables at which a learner is judged, and the matches at each
ANY = "any"


@dataclass(frozen=True)
class Place:
    """Where one learns: in which game, at how many players, in which seat; None: in all of them."""

    game: str = "costa-ruana"
    players: int = 2
    seat: int | None = 0

    def tables(self, size: int, opponents: str | Chooser = "random") -> BatchEnv:
        """The learner in so many matches, others in the other seats."""
        return BatchEnv(self.game, size, self.players, opponents=opponents, seat=self.seat)


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
    """Learn for so many steps, looking now and then how well it plays."""
    wish = read(arguments)
    place = Place(wish.game, wish.players, wish.seat)
    torch.set_num_threads(1)  # a small network gains little from more, and loses much where others work too
    learner = beginner(place)
    began, shares = time.perf_counter(), {0: win_share(learner, place)}
    while learner.num_timesteps < wish.steps:
        learner.learn(5 * ROUND, reset_num_timesteps=False)
        shares[learner.num_timesteps] = share = win_share(learner, place)
        passed = time.perf_counter() - began
        print(f"{learner.num_timesteps:8,} steps {passed:5.0f} s {share:6.1%} won", flush=True)
    draw(shares, place, wish.curve)
    learner.save(wish.policy)


def read(arguments: Sequence[str] | None) -> Namespace:
    """What was asked for on the command line."""
    parser = ArgumentParser("archipel.examples.learn", formatter_class=ArgumentDefaultsHelpFormatter)
    parser.add_argument("--game", default=Place.game, help=f"one of {', '.join(games())}")
    parser.add_argument("--players", type=int, default=Place.players, help="at the table")
    parser.add_argument("--seat", default=str(Place.seat), help=f"the learner's, counted from 0, or {ANY}")
    parser.add_argument("--steps", type=int, default=180_000, help="decisions to learn from")
    parser.add_argument("--curve", default="curve.svg", help="the file that the curve is drawn in")
    parser.add_argument("--policy", default="policy.zip", help="the file that the policy is kept in")
    wish = parser.parse_args(arguments)
    try:
        wish.seat = None if wish.seat == ANY else int(wish.seat)
        Place(wish.game, wish.players, wish.seat).tables(1)
    except (GameError, ValueError) as error:
        parser.error(str(error))
    return wish


def beginner(place: Place, opponents: str | Chooser = "random") -> MaskablePPO:
    """A learner that has learnt nothing yet."""
    return MaskablePPO(
        "MlpPolicy",
        Tables(place.tables(TABLES, opponents)),
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


# ── What was learnt ─────────────────────────────────────────────────────────────────────────────
def win_share(learner: MaskablePPO, place: Place, opponents: str | Chooser = "random") -> float:
    """What part of its matches the learner wins; who shares a win has won a part of it.

    The first few at each table are counted, however long they are: the first to end would be the short ones.
    """
    tables = place.tables(JUDGES, opponents)
    features, info = tables.reset(seed=7)
    won, ended = 0.0, np.zeros(JUDGES, np.int64)
    while (ended < EACH).any():
        actions, _ = learner.predict(features, action_masks=info["action_mask"], deterministic=False)
        features, rewards, over, _, info = tables.step(actions)
        counted = rewards[over & (ended < EACH)]
        won += sum(win_of(reward, place.players) for reward in counted.tolist())
        ended += over
    return won / (JUDGES * EACH)


def opponent(learner: MaskablePPO) -> Chooser:
    """The learner as one of the others, for `opponents=`."""

    def choose(batch: Batch) -> Any:
        return learner.predict(batch.features, action_masks=batch.masks, deterministic=False)[0]

    return choose


def draw(shares: dict[int, float], place: Place, path: str) -> None:
    """The learning curve, and what a random bot would win."""
    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3))
    axes.plot(list(shares), list(shares.values()), marker="o")
    axes.axhline(1 / place.players, linestyle=":", color="grey")
    axes.set(xlabel="steps", ylabel="matches won against random", ylim=(0.8 / place.players, 1.0))
    figure.tight_layout()
    figure.savefig(path)


if __name__ == "__main__":
    main()
