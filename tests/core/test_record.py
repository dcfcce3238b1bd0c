from __future__ import annotations

import numpy as np
import pytest

from archipel.core.record import HIDDEN, Pool, record
from archipel.core.rule import COMPILED, compiled

SHAPE = record(turn=np.int8, hand=(np.int8, (2, 3)), pile=(np.int8, 4), last=np.int8)


@compiled
def play_a_card(pool, index, seat, card):
    s = pool[index]
    s.hand[seat, card] -= 1
    s.pile[0] += 1
    s.turn = seat


@compiled
def move_on(pool, source, target):
    pool[target] = pool[source]


def filled(size: int = 2) -> Pool:
    pool = Pool(SHAPE, size)
    pool[0].turn, pool[0].last = 1, -5
    pool[0].hand[1, 2] = 7
    return pool


# ── Shapes ──────────────────────────────────────────────────────────────────────────────────────
def test_fields_lie_in_the_order_given_without_gaps():
    assert SHAPE.names == ("turn", "hand", "pile", "last")
    assert [SHAPE.fields[name][1] for name in SHAPE.names] == [0, 1, 7, 11]
    assert SHAPE.itemsize == 16  # whole words


@pytest.mark.parametrize("kind", [np.int16, np.uint8, np.bool_, float, (np.int32, 4)])
def test_a_field_of_another_type_is_refused(kind):
    with pytest.raises(TypeError, match=r"field 'wide' of a record must be np\.int8, not "):
        record(fits=np.int8, wide=kind)


# ── Memory ──────────────────────────────────────────────────────────────────────────────────────
def test_a_pool_begins_with_zeros():
    pool = Pool(SHAPE, 3)
    assert len(pool) == len(pool.raw) == 3
    assert [pool.bytes(index) for index in range(3)] == [bytes(12)] * 3


def test_a_state_shares_the_memory_of_its_pool():
    pool = filled()
    assert pool.array[0].turn == 1
    assert pool.array[0].hand[1, 2] == 7
    assert pool.bytes(0) == bytes([1, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 256 - 5])
    pool.array[0].hand[0, 0] = 3
    pool.array[0].last = 9
    assert (pool[0].hand[0, 0], pool[0].last) == (3, 9)


def test_rules_write_into_the_memory_of_the_pool():
    pool = filled()
    play_a_card(pool.raw, 0, 1, 2)
    assert (pool[0].hand[1, 2], pool[0].pile[0], pool[0].turn) == (6, 1, 1)
    move_on(pool.raw, 0, 1)
    assert pool.bytes(1) == pool.bytes(0) != bytes(12)


def test_a_state_stays_the_same_object():
    pool = filled()
    state = pool[0]
    play_a_card(pool.raw, 0, 0, 2)
    assert state is pool[0]
    assert state.turn == 0


def test_states_are_copied_within_and_between_pools():
    pool, other = filled(), Pool(SHAPE, 1)
    pool.copy(0, 1)
    other[0] = pool[1]
    assert other.bytes(0) == pool.bytes(0)
    other[0].hand[1, 2] = 1
    pool[1].turn = 0
    assert (pool[0].hand[1, 2], pool[0].turn) == (7, 1)


def test_a_twin_has_the_same_states_in_memory_of_its_own():
    pool = filled()
    twin = pool.twin()
    assert [twin.bytes(i) for i in range(len(twin))] == [pool.bytes(i) for i in range(len(pool))]
    twin[0].turn = 5
    assert twin.bytes(0) != pool.bytes(0)


def test_hidden_cells_are_counted():
    pool = filled()
    assert pool.hidden(0) == 0
    pool[0].pile[:] = HIDDEN
    pool[0].last = HIDDEN
    pool[0].hand[0, 1] = HIDDEN + 1
    assert (pool.hidden(0), pool.hidden(1)) == (5, 0)


def test_cells_read_as_plain_numbers():
    pool = filled()
    assert type(pool[0].turn) is int
    assert (pool[0].turn << 9) == 512


# ── Numbers that do not fit ─────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("value", [128, -129, 1000])
def test_a_number_that_does_not_fit_a_cell_raises(value):
    pool = filled()
    with pytest.raises(ValueError, match="memoryview"):
        pool[0].turn = value
    with pytest.raises(OverflowError):
        pool[0].hand[0, 0] = value
    assert (pool[0].turn, pool[0].hand[0, 0]) == (1, 0)


def test_interpreted_rules_raise_on_overflow_and_compiled_ones_get_the_array():
    pool = filled()
    pool[0].pile[0] = 127
    if COMPILED:
        assert pool.raw is pool.array
        return
    with pytest.raises(ValueError, match="memoryview"):
        play_a_card(pool.raw, 0, 0, 0)
    with pytest.raises(ValueError, match="memoryview"):
        pool.raw[0].turn = 128
    assert type(pool.raw[0].pile[0] + 1) is int


def test_a_wild_index_raises():
    pool = filled()
    with pytest.raises(IndexError):
        play_a_card(pool.raw, 0, 2, 0)
    with pytest.raises(IndexError):
        play_a_card(pool.raw, 5, 0, 0)
