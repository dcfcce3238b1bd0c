"""End of the match (CR-8)."""

import pytest
from tests.games.costa_ruana.scripts import (
    COSTA_RUANA,
    SEATS,
    arrange,
    choices,
    collecting,
    hand,
    hut,
    phase,
    play,
    refusal,
    set_up,
    settle,
    skip_to,
    supply,
)

from archipel.core.match import Match
from archipel.core.record import OVER, WATCHER


def finish(huts, out=None):
    """A match that ends with these treasures and these natives on an island where there is no treasure."""
    match = collecting(*[0] * len(huts))
    skip_to(match, "condition", 5)
    arrange(match, islands={1: out or {}}, treasures={1: 0}, huts=huts)
    return play(match, "turn tide")


@pytest.mark.rule("CR-8.1")
@pytest.mark.parametrize("seats", SEATS)
def test_the_match_ends_after_the_collection_of_round_5(seats):
    match = settle(set_up(seats))
    skip_to(match, "condition", 5)
    dealt = [move for move in match.actions if match.spell(move).startswith("deal")]
    while not match.over:
        assert phase(match) in ("condition", "order_of_cards", "effect")
        play(match, choices(match)[0])
    assert match.to_move == OVER
    assert match.moves == []
    assert [move for move in match.actions if match.spell(move).startswith("deal")] == dealt
    assert match.show(0)["elected"] is None
    assert match.show(0)["to_move"] is None


@pytest.mark.rule("CR-8.1")
def test_no_match_ends_before_round_5():
    match = settle(set_up(3))
    for round in (1, 2, 3, 4):
        skip_to(match, "drawing", round)
        assert not match.over
        assert match.outcome is None


@pytest.mark.rule("CR-8.1")
def test_the_treasures_of_round_5_go_into_the_huts_too():
    match = collecting(1, 0, 0)
    collecting(1, 2, 0, match=match, round=5)
    assert match.over
    assert [hut(match, colour) for colour in ("red", "blue", "green")] == [2, 2, 0]
    assert match.outcome.points == (4 + 10, 4 + 10, 10)


@pytest.mark.rule("CR-8.1")
def test_nothing_can_be_done_once_the_match_is_over():
    match = skip_to(settle(set_up(2)), "over")
    for action in ("accept", "pass", "place 1", "turn tide", "deal place_2/day"):
        over = "That is not what is asked now. The match is over."
        assert refusal(match, action) == ("CR-8.1", over)


@pytest.mark.rule("CR-8.2")
def test_two_points_for_a_treasure_one_for_a_native_in_the_supply_none_for_one_on_an_island():
    match = finish({"red": 3, "blue": 0, "green": 5}, out={"red": 2, "blue": 4})
    assert [supply(match, colour) for colour in ("red", "blue", "green")] == [8, 6, 10]
    assert match.outcome.points == (2 * 3 + 8, 6, 2 * 5 + 10)


@pytest.mark.rule("CR-8.2")
@pytest.mark.parametrize("seats", SEATS)
def test_no_native_is_on_a_card_at_the_end(seats):
    for seed in range(5):
        match = Match(COSTA_RUANA, seats, seed=seed)
        while not match.over:
            play(match, choices(match)[0])  # natives go on cards
        s = match.state
        assert [player["native_on"] for player in match.show(0)["players"]] == [None] * seats
        points = [2 * int(s.hut[p]) + 10 - int(s.natives[:, p].sum()) for p in range(seats)]
        assert list(match.outcome.points) == points


@pytest.mark.rule("CR-8.3")
@pytest.mark.parametrize(
    ("huts", "out", "points", "places", "reason"),
    [
        ({"red": 3, "blue": 1}, {}, (16, 12), (1, 2), "points"),
        ({"red": 1, "blue": 3}, {}, (12, 16), (2, 1), "points"),
        ({"red": 4, "blue": 5}, {"blue": 3}, (18, 17), (1, 2), "points"),  # treasures alone do not win
        ({"red": 3, "blue": 4}, {"blue": 2}, (16, 16), (2, 1), "treasures"),
        ({"red": 4, "blue": 3}, {"red": 2}, (16, 16), (1, 2), "treasures"),
        ({"red": 2, "blue": 4, "green": 3}, {"blue": 4, "green": 2}, (14, 14, 14), (3, 1, 2), "treasures"),
        (
            {"red": 1, "blue": 5, "green": 1},
            {},
            (12, 20, 12),
            (2, 1, 2),
            "points",
        ),  # the tie is not for the win
        ({"red": 2, "blue": 3, "green": 0}, {"blue": 2}, (14, 14, 10), (2, 1, 3), "treasures"),
    ],
)
def test_most_points_win_and_tied_most_treasures(huts, out, points, places, reason):
    outcome = finish(huts, out).outcome
    assert outcome.points == points
    assert outcome.places == places
    assert outcome.winners == (places.index(1),)
    assert outcome.reason == reason


@pytest.mark.rule("CR-8.4")
@pytest.mark.parametrize(
    ("huts", "out", "places", "winners"),
    [
        ({"red": 2, "blue": 2}, {}, (1, 1), (0, 1)),
        ({"red": 2, "blue": 2, "green": 1}, {}, (1, 1, 3), (0, 1)),
        ({"red": 1, "blue": 2, "green": 2}, {}, (3, 1, 1), (1, 2)),
        ({"red": 1, "blue": 2, "green": 2}, {"blue": 2, "green": 2}, (3, 1, 1), (1, 2)),
        ({"red": 2, "blue": 2, "green": 2}, {"red": 1, "blue": 1, "green": 1}, (1, 1, 1), (0, 1, 2)),
        ({colour: 1 for colour in ("red", "blue", "green", "yellow")}, {}, (1, 1, 1, 1), (0, 1, 2, 3)),
    ],
)
def test_still_tied_the_win_is_shared(huts, out, places, winners):
    outcome = finish(huts, out).outcome
    assert outcome.places == places
    assert outcome.winners == winners
    assert outcome.reason == "shared"


@pytest.mark.rule("CR-8.5")
@pytest.mark.parametrize("seats", SEATS)
def test_at_the_end_huts_are_lifted_and_the_two_cards_left_are_shown(seats):
    match = skip_to(settle(set_up(seats)), "over")
    for seat in (WATCHER, *range(seats)):
        players = match.show(seat)["players"]
        assert [player["hut"] for player in players] == match.state.hut[:seats].tolist()
        assert [player["hand"] for player in players] == [hand(match, player["seat"]) for player in players]
        assert all(len(player["hand"]) == 2 for player in players)


@pytest.mark.rule("CR-8.5")
def test_before_the_end_neither_is_shown():
    match = skip_to(settle(set_up(2)), "condition", 5)
    (_, other) = match.show(0)["players"]
    assert (other["hut"], other["hand"]) == (None, ["?", "?"])
