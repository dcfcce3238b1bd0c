from __future__ import annotations

import numpy as np
import pytest

from archipel.core.record import Pool, record
from archipel.core.seating import distance, left_of


def table(seats):
    """A state that has seats and nothing else."""
    pool = Pool(record(seats=np.int8), 1)
    pool[0].seats = seats
    return pool.raw[0]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_going_left_leads_once_round_the_table(seats):
    s, seat, visited = table(seats), 0, []
    for _ in range(seats):
        visited.append(seat)
        seat = int(left_of(s, seat))
    assert visited == list(range(seats))
    assert seat == 0


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_distance_is_how_often_one_goes_left(seats):
    s = table(seats)
    for seat in range(seats):
        other = seat
        for steps in range(seats):
            assert distance(s, seat, other) == steps
            other = int(left_of(s, other))
