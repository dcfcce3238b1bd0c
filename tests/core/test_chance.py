from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from archipel.core.chance import dice, draw_one, fraction, kind_at, pick, roll, total

# The published first outputs of SplitMix64 for two seeds, of which `roll` gives the upper 31 bits.
SPLITMIX = {
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC),
    1234567: (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431),
}


@pytest.mark.parametrize("seed", SPLITMIX)
def test_dice_roll_the_published_numbers(seed):
    rng = dice(seed)
    assert [int(roll(rng)) for _ in SPLITMIX[seed]] == [number >> 33 for number in SPLITMIX[seed]]


@pytest.mark.parametrize(
    ("seed", "picks"),
    [
        (0, [52, 25, 1, 58, 6, 19, 10, 46]),
        (7, [23, 1, 54, 34, 27, 14, 28, 19]),
        (2**64 - 1, [53, 54, 13, 25, 42, 49, 56, 15]),
    ],
)
def test_picks_are_the_same_compiled_and_interpreted(seed, picks):
    rng = dice(seed)
    assert [int(pick(rng, 60)) for _ in picks] == picks


def test_any_whole_number_is_a_seed():
    assert int(dice(-1)[0]) == int(dice(2**64 - 1)[0])
    assert int(dice(2**64 + 5)[0]) == 5
    assert dice(3).dtype == np.uint64


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_a_seed_may_be_a_number_of_numpys(kind):
    assert dice(kind(5)).tolist() == [5]


@pytest.mark.parametrize("wrong", [1.0, np.float64(2), "7", None, np.array([1, 2])])
def test_what_is_no_whole_number_is_no_seed(wrong):
    with pytest.raises(TypeError, match=r"a seed is a whole number, not .*\("):
        dice(wrong)


def test_dice_go_on_from_where_they_are():
    rng = dice(5)
    first = [int(roll(rng)) for _ in range(4)]
    rng = dice(5)
    again = [int(roll(rng)) for _ in range(2)]
    copied = rng.copy()
    assert again + [int(roll(copied)) for _ in range(2)] == first
    assert again + [int(roll(rng)) for _ in range(2)] == first


@pytest.mark.parametrize("n", [1, 2, 6, 7, 32, 127])
def test_picks_are_uniform(n):
    rng = dice(11)
    counts = Counter(int(pick(rng, n)) for _ in range(20_000))
    assert set(counts) == set(range(n))
    assert n == 1 or chisquare(list(counts.values())).pvalue > 1e-4


def test_neighbouring_seeds_have_nothing_to_do_with_each_other():
    firsts = Counter(int(pick(dice(seed), 6)) for seed in range(6_000))
    assert chisquare([firsts[side] for side in range(6)]).pvalue > 1e-4
    pairs = Counter((int(pick(dice(seed), 3)), int(pick(dice(seed + 1), 3))) for seed in range(6_000))
    assert len(pairs) == 9
    assert chisquare(list(pairs.values())).pvalue > 1e-4


def test_a_fraction_is_below_one():
    rng, same = dice(3), dice(3)
    found = [float(fraction(rng)) for _ in range(1000)]
    assert found == [int(roll(same)) / 2**31 for _ in found]
    assert 0 <= min(found) < 0.01 < 0.99 < max(found) < 1


# ── Pieces that are counted by kind ─────────────────────────────────────────────────────────────
@pytest.mark.parametrize("counts", [[3], [0, 2, 1], [1, 0, 0, 4, 0], [2, 2, 2]])
def test_a_place_in_the_row_has_the_kind_that_lies_there(counts):
    row = [kind for kind, count in enumerate(counts) for _ in range(count)]
    pieces = np.array(counts, np.int8)
    assert int(total(pieces)) == len(row)
    assert [int(kind_at(pieces, place)) for place in range(len(row))] == row


def test_every_piece_is_drawn_once_and_as_likely_first_as_any_other():
    first: Counter[int] = Counter()
    rng = dice(8)
    for _ in range(6_000):
        pieces = np.array([1, 0, 3, 2])
        drawn = [int(draw_one(pieces, rng)) for _ in range(6)]
        assert sorted(drawn) == [0, 2, 2, 2, 3, 3]
        assert not pieces.any()
        first[drawn[0]] += 1
    assert chisquare([first[0], first[2], first[3]], [1_000, 3_000, 2_000]).pvalue > 1e-4
