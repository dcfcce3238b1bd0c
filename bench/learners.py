"""How fast learners are served with our games: decisions of players a second, observed and masked."""

from __future__ import annotations

import time

import numpy as np

import archipel.adapters.openspiel
import archipel.adapters.pettingzoo  # noqa: F401  both register the games
from archipel.batch import Batch

SIZE = 1024
AEC = "archipel/costa_ruana_v0"
OPENSPIEL = "costa_ruana_v0(players=3)"


def batch(seconds: float, name: str, players: int) -> float:
    """A batch stepped from Python in one thread: every row is a decision."""
    table, rng = Batch(name, players, size=SIZE, threads=1), np.random.default_rng(0)
    began, steps = time.process_time(), 0
    while (passed := time.process_time() - began) < seconds:
        table.step(table.random_actions(rng))
        steps += SIZE
    return steps / passed
