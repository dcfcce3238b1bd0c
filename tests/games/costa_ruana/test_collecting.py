"""A round: collecting (CR-6)."""

import pytest
from tests.games.costa_ruana.scripts import (
    SEATS,
    arrange,
    collecting,
    hut,
    natives,
    play,
    resolving,
    supply,
    table,
    treasures,
)

from archipel.games.costa_ruana.parts import COLOURS


def collect(*natives_of, seats=6, shaman="red", treasures=None):
    """Collect with these numbers of natives on island 1, by seat, and nobody elsewhere."""
    owners = {colour: count for colour, count in zip(COLOURS, natives_of, strict=False) if count}
    return resolving(seats=seats, shaman=shaman, islands={1: owners}, treasures=treasures)


def taker(match, island=1):
    """Who took a treasure from an island in this round."""
    return match.show(0)["islands"][island - 1]["taken_by"]


@pytest.mark.rule("CR-6.1")
@pytest.mark.parametrize(
    ("natives_of", "by"),
    [
        ((1,), "red"),
        ((0, 1), "blue"),
        ((7,), "red"),
        ((2, 1), "red"),
        ((1, 2), "blue"),
        ((3, 4), "blue"),
        ((1, 0, 0, 0, 0, 6), "white"),
        ((3, 1, 1), "red"),
        ((3, 2, 2), "red"),  # not more than all others together
        ((1, 2, 3), "green"),
        ((2, 1, 1, 1, 1, 1), "red"),
    ],
)
def test_more_natives_than_each_other_player_take_a_treasure(natives_of, by):
    match = collect(*natives_of)
    assert taker(match) == by
    assert hut(match, by) == 1
    assert sum(match.state.hut) == 1
    assert treasures(match)[0] == 3  # of four


@pytest.mark.rule("CR-6.2")
@pytest.mark.parametrize(
    "natives_of",
    [
        (1, 1),
        (2, 2),
        (3, 3),
        (1, 1, 1),
        (2, 2, 2),
        (1, 0, 0, 0, 0, 1),
        (2, 2, 1, 1),
        (2, 1, 2, 1),
        (1, 1, 1, 1, 1, 1),
    ],
)
def test_natives_that_argue_get_nothing_and_stay(natives_of):
    match = collect(*natives_of)
    assert taker(match) is None
    assert sum(match.state.hut) == 0
    assert treasures(match)[0] == 4
    assert match.state.natives[0].tolist() == [*natives_of, *[0] * (6 - len(natives_of))]


@pytest.mark.rule("CR-6.3")
@pytest.mark.parametrize(
    ("natives_of", "by"),
    [
        ((2, 2, 1), "green"),
        ((1, 2, 2), "red"),
        ((3, 1, 3), "blue"),
        ((2, 2, 2, 1), "yellow"),
        ((2, 0, 2, 0, 1, 2), "purple"),
        ((1, 1, 2), "green"),  # by 6.1: more than each other
        ((1, 1, 2, 3), "yellow"),
        ((1, 1, 1, 2), "yellow"),
    ],
)
def test_who_has_no_part_in_the_argument_takes_the_treasure(natives_of, by):
    match = collect(*natives_of)
    assert taker(match) == by
    assert hut(match, by) == 1
    assert sum(match.state.hut) == 1


@pytest.mark.rule("CR-6.1", "CR-6.2", "CR-6.3")
def test_the_highest_number_that_exactly_one_player_has_decides():
    counts = [(a, b, c, d) for a in range(5) for b in range(5) for c in range(4) for d in range(4)]
    for natives_of in (four for four in counts if sum(four) <= 7):
        alone = [n for n in natives_of if n and natives_of.count(n) == 1]
        expected = COLOURS[natives_of.index(max(alone))] if alone else None
        assert taker(collect(*natives_of, seats=4)) == expected, natives_of


@pytest.mark.rule("CR-6.4")
@pytest.mark.parametrize("natives_of", [(1,), (4,), (7,), (3, 2, 2), (2, 2, 1), (2, 1, 1, 1, 1, 1)])
def test_who_takes_a_treasure_returns_exactly_one_native_and_nobody_else_any(natives_of):
    match = collect(*natives_of)
    seat = COLOURS.index(taker(match))
    left = [n - (owner == seat) for owner, n in enumerate(natives_of)]
    assert match.state.natives[0].tolist()[: len(left)] == left
    assert match.state.supply.tolist() == [10 - n for n in left] + [10] * (6 - len(left))


@pytest.mark.rule("CR-6.5")
@pytest.mark.parametrize("natives_of", [(1,), (4, 3), (2, 2, 1), (2, 2)])
def test_without_a_treasure_nothing_is_taken_and_nobody_returns(natives_of):
    match = collect(*natives_of, treasures={1: 0})
    assert taker(match) is None
    assert sum(match.state.hut) == 0
    assert treasures(match)[0] == 0
    assert match.state.natives[0].tolist()[: len(natives_of)] == list(natives_of)
    assert match.state.supply.tolist()[: len(natives_of)] == [10 - n for n in natives_of]


@pytest.mark.rule("CR-6.5", "CR-6.1")
def test_the_last_treasure_is_taken():
    match = collect(1, treasures={1: 1})
    assert taker(match) == "red"
    assert treasures(match)[0] == 0
    assert natives(match, 1) == {}


@pytest.mark.rule("CR-6.0")
def test_each_island_gives_at_most_one_treasure_in_a_round():
    match = resolving(
        islands={1: {"red": 7}, 2: {"blue": 2}, 3: {"red": 1}, 6: {"green": 3, "blue": 3, "red": 1}}
    )
    assert treasures(match) == [3, 3, 4, 5, 5, 4]
    assert [hut(match, colour) for colour in ("red", "blue", "green")] == [3, 1, 0]
    assert [taker(match, island) for island in range(1, 7)] == ["red", "blue", "red", None, None, "red"]


@pytest.mark.rule("CR-6.0")
def test_what_happens_on_one_island_has_no_bearing_on_another():
    both = {1: {"red": 2, "blue": 1}, 2: {"red": 2, "blue": 2, "green": 1}}
    together = resolving(islands=both)
    for island in (1, 2):
        alone = resolving(islands={island: both[island]})
        assert taker(alone, island) == taker(together, island)
        assert natives(alone, island) == natives(together, island)


@pytest.mark.rule("CR-6.0")
@pytest.mark.parametrize("seats", SEATS)
def test_every_island_in_play_is_gone_through_and_nobody_chooses_anything(seats):
    match = table(seats=seats)
    islands = range(1, match.state.islands + 1)
    arrange(match, islands={island: {"blue": 1} for island in islands})
    play(match, "turn day_night")
    assert match.show(0)["phase"] == "drawing"
    assert hut(match, "blue") == len(islands)
    assert supply(match, "blue") == 10
    assert match.state.award[0, : len(islands)].tolist() == [1] * len(islands)


@pytest.mark.rule("CR-6.0")
def test_who_is_shaman_makes_no_difference_to_collecting():
    takers = {taker(collect(2, 2, 1, 1, seats=4, shaman=colour)) for colour in COLOURS[:4]}
    takers_of_one = {taker(collect(2, 2, 1, 0, seats=4, shaman=colour)) for colour in COLOURS[:4]}
    assert (takers, takers_of_one) == ({None}, {"green"})


@pytest.mark.rule("CR-6.0", "CR-6.4")
def test_each_island_gives_again_in_the_next_round():
    match = collecting(0, 2, 0)
    collecting(0, 1, 1, match=match, round=2)
    assert [hut(match, colour) for colour in ("red", "blue", "green")] == [0, 3, 1]
    assert [taker(match, island) for island in range(1, 7)] == ["blue", "green", None, None, None, None]
    assert treasures(match) == [2, 2, 5, 5, 5, 5]


@pytest.mark.rule("CR-6.1")
def test_natives_in_the_supply_or_on_cards_do_not_count():
    match = resolving("return_1/day red", islands={1: {"red": 1, "blue": 1}}, native_on={"red": 1})
    assert taker(match) is None
