from __future__ import annotations

import numpy as np
import pytest

from archipel.core.chance import dice
from archipel.core.loops import ILLEGAL, NO_ACTION
from archipel.core.match import NO_DICE, Match
from archipel.core.record import CHANCE, OVER, Pool
from archipel.games import game

RUANA = game("costa-ruana")
LOOPS, RULES = RUANA.loops, RUANA.rules


@pytest.fixture
def table():
    """A state before the deal, and the arrays that `advance` writes to."""
    start = Match(RUANA, 2)
    pool = Pool(RULES.STATE, 1)
    pool[0] = start.state
    return pool, np.zeros(RULES.MOST_MOVES, np.int16), np.zeros(RULES.LONGEST + 1, np.int16)


def test_moves_are_listed_without_an_action(table):
    pool, moves, log = table
    before = pool.bytes(0)
    assert LOOPS.advance(pool.raw, NO_ACTION, 0, moves, NO_DICE, log) == -24  # chance's
    assert (pool.bytes(0), log[0]) == (before, 0)


def test_an_action_that_is_not_listed_changes_nothing(table):
    pool, moves, log = table
    n = -LOOPS.advance(pool.raw, NO_ACTION, 0, moves, NO_DICE, log)
    before = pool.bytes(0)
    action = int(moves[n - 1])
    assert LOOPS.advance(pool.raw, action, n - 1, moves, NO_DICE, log) == ILLEGAL
    assert pool.bytes(0) == before
    assert LOOPS.advance(pool.raw, action, n, moves, NO_DICE, log) == -23
    assert log[:2].tolist() == [1, action]


def test_chance_answers_if_it_has_dice(table):
    pool, moves, log = table
    n = LOOPS.advance(pool.raw, NO_ACTION, 0, moves, dice(1), log)
    assert (n, log[0]) == (4, 15)  # five cards each, two condition cards, two poor islands, the Shaman
    assert LOOPS.mover(pool.raw) in (0, 1)


def test_random_play_goes_on_when_its_log_is_full(table):
    pool, moves, _ = table
    long, short = np.zeros(RULES.LONGEST, np.int16), np.zeros(10, np.int16)
    lengths = []
    for log in (long, short):
        pool[0] = Match(RUANA, 2).state
        lengths.append(LOOPS.play_out(pool.raw[0], moves, dice(4), log))
        assert LOOPS.mover(pool.raw) == OVER
    assert lengths[0] == lengths[1] > 10
    assert long[:10].tolist() == short.tolist()


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 24), (2, 24 * 23)])
def test_perft_counts_sequences_of_actions(depth, count):
    pool = Pool(RULES.STATE, depth + 1)
    pool[depth] = Match(RUANA, 2).state
    assert LOOPS.perft(pool.raw, depth, np.zeros((depth + 1, RULES.MOST_MOVES), np.int16)) == count
    assert pool[depth].actor == CHANCE
