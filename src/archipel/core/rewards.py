"""What the end of a match is worth to each seat, for those who learn from it.

Who wins alone gets 1, and the others lose it to them in equal parts; who shares a win shares this too. So
rewards add up to nothing at every table. If nobody wins, nobody gets anything.

>>> import numpy as np
>>> out = np.zeros(4)
>>> write_rewards(np.array([3, 1, 2, 3], np.int8), out)
>>> out.round(2).tolist()
[-0.33, 1.0, -0.33, -0.33]
>>> write_rewards(np.array([3, 1, 1, 3], np.int8), out)
>>> out.round(2).tolist()
[-0.33, 0.33, 0.33, -0.33]
"""

from typing import Any

from archipel.core.rule import compiled


def least_reward(seats: int) -> float:
    """What who loses gets.

    >>> least_reward(2), least_reward(5)
    (-1.0, -0.25)
    """
    return -1 / (seats - 1)


def win_of(reward: float, seats: int) -> float:
    """What part of a win a reward stands for: all of it, a half where two share it, or nothing.

    >>> win_of(1.0, 3), win_of(0.25, 3), win_of(least_reward(3), 3)
    (1.0, 0.5, 0.0)
    """
    return (reward * (seats - 1) + 1) / seats


@compiled
def write_rewards(places: Any, out: Any) -> None:
    """Write what each seat gets for its place; 1 wins, ties share a place."""
    seats, winners = len(out), 0
    for seat in range(seats):
        winners += places[seat] == 1
    for seat in range(seats):
        out[seat] = 0.0
        if winners > 0:
            won = seats / winners if places[seat] == 1 else 0.0
            out[seat] = (won - 1) / (seats - 1)
