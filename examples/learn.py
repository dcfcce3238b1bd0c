"""Learn Costa Ruana by playing against random bots: python examples/learn.py [STEPS] [CURVE.svg]

MaskablePPO of sb3-contrib, some minutes on two cores; needs `pip install 'archipel[learn]'`. It prints what
part of its matches against one opponent the learner wins as it learns, and draws the curve.
"""

import sys
import time

import matplotlib
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from archipel.adapters.gymnasium import BatchEnv, MatchEnv

GAME, PLAYERS = "costa-ruana", 2
SEAT = 0  # None learns to play in every seat
TABLES = 32  # side by side
ROUND = TABLES * 128  # steps between two improvements
JUDGED_BY = 1000  # matches, at least


def main(steps: int = 180_000, curve: str = "curve.svg") -> None:
    """Learn for so many steps, looking now and then how well it plays."""
    table = {"game": GAME, "players": PLAYERS, "opponents": "random", "seat": SEAT}
    tables = make_vec_env(MatchEnv, TABLES, seed=1, env_kwargs=table)
    learner = MaskablePPO(
        "MlpPolicy",
        tables,
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
    while learner.num_timesteps < steps:
        learner.learn(5 * ROUND, reset_num_timesteps=False)
        shares[learner.num_timesteps] = share = win_share(learner)
        passed = time.perf_counter() - began
        print(f"{learner.num_timesteps:8,} steps {passed:5.0f} s {share:6.1%} won", flush=True)
    draw(shares, curve)


def win_share(learner: MaskablePPO, opponents: str = "random") -> float:
    """What part of some hundred matches the learner wins; a shared win counts as half."""
    tables = BatchEnv(GAME, 256, PLAYERS, opponents=opponents, seat=SEAT)
    features, info = tables.reset(seed=7)
    won: list[float] = []
    while len(won) < JUDGED_BY:
        actions, _ = learner.predict(features, action_masks=info["action_mask"], deterministic=False)
        features, rewards, over, _, info = tables.step(actions)
        won += ((rewards[over] + 1) / 2).tolist()
    return float(np.mean(won))


def draw(shares: dict[int, float], path: str) -> None:
    """The learning curve."""
    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3))
    axes.plot(list(shares), list(shares.values()), marker="o")
    axes.axhline(0.5, linestyle=":", color="grey")
    axes.set(xlabel="steps", ylabel="matches won against random", ylim=(0.4, 1.0))
    figure.tight_layout()
    figure.savefig(path)


if __name__ == "__main__":
    main(*(int(argument) if argument.isdigit() else argument for argument in sys.argv[1:]))
