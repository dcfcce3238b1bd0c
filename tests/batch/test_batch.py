"""A batch plays what matches play, and shows to whoever is to move what that seat sees."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import random
from itertools import pairwise

import numpy as np
import pytest
from tests import soak

from archipel import batch as batches
from archipel.batch import Batch, Buffers, compile_batch, needs_compiling, new_buffers
from archipel.core.chance import MASK
from archipel.core.game import GameError
from archipel.core.match import IllegalAction, Match
from archipel.core.rule import COMPILED
from archipel.core.simulation import SPREAD
from archipel.games import game, games

RUANA = game("costa-ruana")
TABLES = list(soak.a_few_tables())


def begun(name: str, seats: int, options: str, seed: int) -> Match:
    return Match(game(name), seats, soak.OPTIONS[name][options], seed=seed)


# ── What is played ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_a_batch_goes_through_the_same_states_as_matches_do(name, seats, options):
    batch = Batch(name, seats, soak.OPTIONS[name][options], size=3, seed=9)
    matches = [begun(name, seats, options, (9 * SPREAD + i) & MASK) for i in range(3)]
    chooser, ended = random.Random(seats), 0
    while ended < (2 if COMPILED else 1):
        for i, match in enumerate(matches):
            assert batch.pool.bytes(i) == match.state_bytes()
            assert batch.moves[i, : batch.counts[i]].tolist() == match.moves
            assert batch.seats[i] == match.to_move
        actions = [chooser.choice(match.moves) for match in matches]
        before = [len(match.actions) for match in matches]
        taken = batch.step(np.array(actions, np.int16))
        for i, match in enumerate(matches):
            match.step(actions[i])
            before[i] = len(match.actions) - before[i]
            assert batch.over[i] == match.over
            if match.over:  # the batch has started anew, with the dice as they were
                ended += 1
                the_end_is_told(batch, i, match)
                matches[i] = begun(name, seats, options, int(match._rng[0]))
                before[i] += len(matches[i].actions)
            else:
                assert not batch.rewards[i].any()
        assert taken == sum(before)


def the_end_is_told(batch: Batch, index: int, match: Match) -> None:
    outcome = match.outcome
    assert outcome is not None
    assert batch.points[index].tolist() == list(outcome.points)
    assert batch.places[index].tolist() == list(outcome.places)
    assert batch.rewards[index].tolist() == pytest.approx(outcome.rewards)


def test_the_matches_of_a_batch_differ():
    batch = Batch(RUANA, 4, size=20, seed=1)
    assert len({batch.pool.bytes(i) for i in range(20)}) == 20
    again = Batch(RUANA, 4, size=20, seed=1)
    assert [again.pool.bytes(i) for i in range(20)] == [batch.pool.bytes(i) for i in range(20)]
    again.reset(seed=2)
    assert [again.pool.bytes(i) for i in range(20)] != [batch.pool.bytes(i) for i in range(20)]
    again.reset(seed=1)
    assert [again.pool.bytes(i) for i in range(20)] == [batch.pool.bytes(i) for i in range(20)]


def played(threads: int, steps: int = 40) -> list[np.ndarray]:
    batch, rng = Batch("tresor", 3, size=300, seed=4, threads=threads), np.random.default_rng(1)
    for _ in range(steps):
        batch.step(batch.random_actions(rng))
    return [batch.pool.words[:300], *batch.buffers]


@pytest.mark.skipif(not COMPILED, reason="threads are for compiled code")
def test_a_batch_is_the_same_for_any_number_of_threads():
    one, more = played(threads=1), played(threads=4)
    assert all(np.array_equal(a, b) for a, b in zip(one, more, strict=True))


@pytest.mark.skipif(not COMPILED, reason="threads are for compiled code")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # of Python's, as this process has threads
def test_a_batch_goes_on_in_a_forked_process():
    """As loaders of data fork: threads stay behind, and whoever waited for them would wait for ever."""
    batch, fork = Batch("tresor", 3, size=300, seed=4, threads=2), multiprocessing.get_context("fork")
    batch.step(batch.moves[:, 0])
    twin = pickle.loads(pickle.dumps(batch))
    answers, answer = fork.Pipe(duplex=False)

    def go_on() -> None:
        answer.send([batch.step(batch.moves[:, 0]), batch.pool.bytes(299)])

    child = fork.Process(target=go_on)
    child.start()
    try:
        assert answers.poll(60)
        assert answers.recv() == [twin.step(twin.moves[:, 0]), twin.pool.bytes(299)]
    finally:
        child.kill()
        child.join()
    assert batch.step(batch.moves[:, 0])  # the threads here are as they were


def test_threads_share_the_matches_out():
    for size, threads in ((1, 1), (64, 1), (1000, 7)):
        parts = batches._parts(size, threads)
        assert (parts[0][0], parts[-1][1], len(parts)) == (0, size, threads)
        assert all(one[1] == other[0] and one[0] < one[1] for one, other in pairwise(parts))


# ── What is shown ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_the_seat_to_move_is_shown_its_view_and_its_moves(name, seats, options):
    batch, rng = Batch(name, seats, soak.OPTIONS[name][options], size=2, seed=3), np.random.default_rng(3)
    for _ in range(60):
        for i in range(batch.size):
            match = batch.match(i)
            assert np.array_equal(batch.features[i], match.features(match.to_move))
            assert np.flatnonzero(batch.masks[i]).tolist() == sorted(match.moves)
            assert np.array_equal(batch.masks[i], match.mask)
            world = match.world(match.to_move, seed=1)  # the same is shown whatever is hidden
            assert np.array_equal(batch.features[i], world.features(match.to_move))
        batch.step(batch.random_actions(rng))


def test_what_nobody_asked_for_is_not_written():
    bare = new_buffers(RUANA, 3, 4, features=False, masks=False)
    batch, full = (Batch(RUANA, 3, size=4, seed=1, buffers=buffers) for buffers in (bare, None))
    assert (batch.features.shape, batch.masks.shape) == ((0, 680), (0, 1197))
    for one in (batch, full):
        one.step(one.moves[:, 0])
    assert [batch.pool.bytes(i) for i in range(4)] == [full.pool.bytes(i) for i in range(4)]


def test_the_buffers_are_the_callers():
    mine = new_buffers(RUANA, 3, 4)
    batch = Batch(RUANA, 3, size=4, seed=1, buffers=mine)
    assert all(ours is theirs for ours, theirs in zip(batch.buffers, mine, strict=True))
    assert mine.masks.any()
    before = mine.features.copy()
    batch.step(batch.moves[:, 0])
    assert not np.array_equal(mine.features, before)


@pytest.mark.parametrize(
    ("name", "array", "problem"),
    [
        ("features", np.zeros((4, 600), np.float32), "shape"),
        ("rewards", np.zeros((4, 3)), "float32"),
        ("masks", np.zeros((1197, 4), np.bool_).T, "contiguous"),
        ("rewards", np.zeros((0, 3), np.float32), "shape"),
        ("over", [False] * 4, "NumPy array, not a list"),
    ],
)
def test_buffers_that_cannot_be_written_are_refused(name, array, problem):
    with pytest.raises(ValueError, match=f"{name}.*{problem}"):
        Batch(RUANA, 3, size=4, buffers=new_buffers(RUANA, 3, 4)._replace(**{name: array}))


@pytest.mark.parametrize("shown", [True, False])
def test_a_pickled_batch_goes_on_as_its_model_does(shown):
    mine = new_buffers(RUANA, 3, 200, features=shown, masks=shown)
    here, rng = Batch(RUANA, 3, {"open_huts": True}, size=200, seed=1, buffers=mine), np.random.default_rng(1)
    for _ in range(50):
        here.step(here.random_actions(rng))
    there = pickle.loads(pickle.dumps(here))
    for _ in range(200):
        assert all(np.array_equal(one, two) for one, two in zip(here.buffers, there.buffers, strict=True))
        actions = here.random_actions(rng)
        assert here.step(actions) == there.step(actions)
    assert not any(map(np.shares_memory, here.buffers, there.buffers))


@pytest.mark.parametrize("threads", [None, 1, 3])
def test_a_pickled_batch_keeps_its_threads(threads):
    here = Batch(RUANA, 2, size=200, threads=threads)
    there = pickle.loads(pickle.dumps(here))
    assert (there.threads, there._parts) == (threads, here._parts)


def test_every_buffer_is_an_attribute():
    batch = Batch(RUANA, 2, size=1)
    assert all(getattr(batch, name) is getattr(batch.buffers, name) for name in Buffers._fields)


def test_matches_of_a_batch_are_counted_like_a_list():
    batch = Batch(RUANA, 2, size=3, seed=1)
    for index in (*range(-3, 3), np.int64(1)):
        assert batch.match(index).state_bytes() == batch.pool.bytes(index % 3)
    for index in (3, 4, -4):
        with pytest.raises(IndexError, match="range"):
            batch.match(index)


# ── Actions ─────────────────────────────────────────────────────────────────────────────────────
def test_a_batch_takes_any_row_of_numbers():
    """A column of moves, a list, wide numbers: none of them has to be compiled for anew."""
    states = []
    for given in (lambda column: column, list, lambda column: column.astype(np.int64)):
        batch = Batch(RUANA, 2, size=5, seed=1)
        batch.step(given(batch.moves[:, 0]))
        states.append([batch.pool.bytes(i) for i in range(5)])
    assert states[0] == states[1] == states[2]
    assert len(getattr(RUANA.loops.step_batch, "signatures", [()])) == 1


def test_a_match_of_a_batch_can_wait():
    batch = Batch(RUANA, 2, size=3, seed=1)
    states = [batch.pool.bytes(i) for i in range(3)]
    features = batch.features.copy()
    assert batch.step(np.array([-1, batch.moves[1, 0], -1], np.int16)) == 1
    assert [batch.pool.bytes(i) == states[i] for i in range(3)] == [True, False, True]
    assert [np.array_equal(batch.features[i], features[i]) for i in range(3)] == [True, False, True]


def test_an_illegal_action_is_refused_with_its_reason_and_changes_nothing():
    batch = Batch(RUANA, 2, size=3, seed=1)
    states, actions = [batch.pool.bytes(i) for i in range(3)], batch.moves[:, 0].copy()
    actions[2] = RUANA.notation.NOTATION.read("accept")
    with pytest.raises(IllegalAction, match=r"CR-2.7: That is not what is asked now"):
        batch.step(actions)
    assert [batch.pool.bytes(i) for i in range(3)] == states
    with pytest.raises(IllegalAction, match="There is no action 5000"):
        batch.step([5000, *actions[1:]])
    with pytest.raises(ValueError, match="3 actions are wanted"):
        batch.step(actions[:2])


@pytest.mark.parametrize("wrong", [65536, 65535, -65536])
def test_a_number_that_is_none_of_an_action_is_not_taken_for_one(wrong):
    batch = Batch("costa-ruana", 2, size=2)
    before = batch.pool.bytes(1)
    with pytest.raises(IllegalAction, match="There is no action"):
        batch.step(batch.moves[:, 0] + np.array([0, wrong]))
    assert batch.pool.bytes(1) == before
    with pytest.raises(ValueError, match="whole number"):
        batch.step(batch.moves[:, 0] + 0.9)


def test_random_actions_are_legal_and_reach_every_move():
    batch, rng = Batch(RUANA, 2, size=200, seed=1), np.random.default_rng(2)
    chosen = batch.random_actions(rng)
    assert batch.masks[np.arange(200), chosen].all()
    assert set(chosen.tolist()) == set(np.flatnonzero(batch.masks.any(axis=0)).tolist())


# ── Setting up ──────────────────────────────────────────────────────────────────────────────────
def test_a_batch_that_cannot_be_set_up_says_why():
    with pytest.raises(GameError, match="2 to 6 players"):
        Batch(RUANA, 1, size=1)
    with pytest.raises(GameError, match="no option"):
        Batch(RUANA, 2, {"huts": 1}, size=1)
    with pytest.raises(GameError, match="no game 'chess'"):
        Batch("chess", 2, size=1)
    with pytest.raises(ValueError, match="at least 1 match"):
        Batch(RUANA, 2, size=0)
    with pytest.raises(ValueError, match="1 thread"):
        Batch(RUANA, 2, size=1, threads=-1)
    with pytest.raises(ValueError, match=r"whole ones, not 2\.5 and None"):
        Batch(RUANA, 2, size=2.5)
    with pytest.raises(ValueError, match=r"whole ones, not 1 and 1\.5"):
        Batch(RUANA, 2, size=1, threads=1.5)
    with pytest.raises(ValueError, match="not 1 and 0"):
        Batch(RUANA, 2, size=1, threads=0)


@pytest.mark.parametrize("name", games())
def test_batches_are_compiled_ahead(name):
    compile_batch(game(name))
    assert not needs_compiling(game(name))
