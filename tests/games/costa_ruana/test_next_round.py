"""Preparing the next round (CR-7)."""

from itertools import product

import pytest
from tests.games.costa_ruana.scripts import (
    SEATS,
    choices,
    collecting,
    hand,
    hut,
    mover,
    phase,
    play,
    question,
    refusal,
    set_up,
    settle,
    skip_to,
)

from archipel.core.record import CHANCE, WATCHER
from archipel.games.costa_ruana.parts import COLOURS


def elected(match):
    """Who is to be the next Shaman."""
    return match.show(WATCHER)["elected"]


# ── The next Shaman ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-7.1")
@pytest.mark.parametrize(
    ("taken", "shaman", "follows"),
    [
        ((2, 1, 3), "red", "blue"),
        ((1, 2, 3), "green", "red"),
        ((1, 0, 2), "red", "blue"),  # none counts as 0
        ((3, 2, 1), "red", "green"),
        ((0, 1, 1), "red", "red"),  # the one who served, alone with the fewest
        ((1, 1, 1), "red", "blue"),
        ((1, 1, 1), "blue", "green"),
        ((1, 1, 1), "green", "red"),
        ((0, 0, 1), "blue", "red"),
        ((0, 1, 0), "red", "green"),
        ((0, 1, 0), "green", "red"),
        ((0, 0), "red", "blue"),
        ((0, 0), "blue", "red"),
        ((1, 0, 0, 1), "yellow", "blue"),
        ((1, 1, 2, 1, 1, 1), "purple", "white"),
    ],
)
def test_the_player_with_the_fewest_treasures_this_round_is_the_next_shaman(taken, shaman, follows):
    assert elected(collecting(*taken, shaman=shaman)) == follows


@pytest.mark.rule("CR-7.1")
@pytest.mark.parametrize("seats", SEATS)
def test_tied_the_first_clockwise_after_the_shaman_follows_and_the_shaman_comes_last(seats):
    for taken in product((0, 1), repeat=seats):
        fewest = min(taken)
        for shaman in range(seats):
            clockwise = [*range(shaman + 1, seats), *range(shaman + 1)]
            follows = next(seat for seat in clockwise if taken[seat] == fewest)
            match = collecting(*taken, shaman=COLOURS[shaman])
            assert elected(match) == COLOURS[follows], (taken, shaman)


@pytest.mark.rule("CR-7.1")
def test_only_treasures_of_this_round_count():
    match = collecting(0, 2, 2)
    assert elected(match) == "red"
    collecting(2, 1, 2, match=match, round=2)  # two each, but three for Blue and four for Green in all
    assert [hut(match, colour) for colour in ("red", "blue", "green")] == [2, 3, 4]
    assert elected(match) == "blue"


@pytest.mark.rule("CR-7.1", "CR-7.4")
def test_ties_go_clockwise_from_the_shaman_who_really_served():
    match = skip_to(collecting(1, 0, 1, 1), "accept_shaman")
    play(match, "blue: name yellow")
    collecting(0, 0, 0, 0, match=match, round=2)
    assert elected(match) == "red"


# ── Huts ────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-7.2")
def test_treasures_go_into_the_hut_where_others_cannot_count_them():
    match = collecting(1, 2, 0)
    for seat in (WATCHER, 0, 1, 2):
        huts = [player["hut"] for player in match.show(seat)["players"]]
        assert huts == [count if seat == owner else None for owner, count in enumerate((1, 2, 0))]


@pytest.mark.rule("CR-7.2")
def test_what_was_taken_in_a_round_was_seen_by_all():
    match = collecting(1, 2, 0)
    for seat in (WATCHER, 0, 1, 2):
        assert [player["taken"] for player in match.show(seat)["players"]] == [1, 2, 0]
        taken_by = [island["taken_by"] for island in match.show(seat)["islands"]]
        assert taken_by == ["red", "blue", "blue", None, None, None]


# ── Drawing ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-7.3")
@pytest.mark.parametrize("seats", SEATS)
def test_everyone_draws_two_cards_but_before_the_last_round_one(seats):
    match = settle(set_up(seats))
    for round, size in ((1, 5), (2, 5), (3, 5), (4, 4)):
        skip_to(match, "drawing", round)
        assert match.state.hand_size[:seats].tolist() == [3] * seats
        skip_to(match, "accept_shaman", round)
        assert match.state.hand_size[:seats].tolist() == [size] * seats


@pytest.mark.rule("CR-7.3", "CR-7.1")
@pytest.mark.parametrize("round", [1, 4])
def test_all_draw_clockwise_from_the_shaman_who_served_each_all_their_cards(round):
    match = settle(set_up(4, shaman="green"))
    skip_to(match, "drawing", round)
    served, each = match.state.shaman, 1 if round == 4 else 2
    drawing = []
    while match.to_move == CHANCE:
        sizes = match.state.hand_size.tolist()
        play(match, choices(match)[0])
        drawing += [seat for seat in range(4) if match.state.hand_size[seat] > sizes[seat]]
    assert drawing == [(served + i) % 4 for i in range(4) for _ in range(each)]


@pytest.mark.rule("CR-7.3")
def test_a_card_drawn_comes_from_the_pile_as_likely_as_it_has_copies():
    match = skip_to(settle(set_up(3, shaman="blue")), "drawing")
    ways = dict(zip(choices(match), match.ways, strict=True))
    assert sum(ways.values()) == match.state.pile_size == 36 - 15
    assert ways["deal place_2/night"] == 2
    play(match, "chance: deal place_2/night")
    assert "place_2/night" in hand(match, "blue")
    assert dict(zip(choices(match), match.ways, strict=True))["deal place_2/night"] == 1
    assert match.state.pile_size == 20


# ── Resigning ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-7.4")
@pytest.mark.parametrize("seats", SEATS)
def test_after_all_have_drawn_the_new_shaman_serves_or_names_any_other_player(seats):
    match = collecting(*[0] * seats)
    while match.to_move == CHANCE:
        play(match, choices(match)[0])
    assert match.state.hand_size[:seats].tolist() == [5] * seats
    assert mover(match) == "blue"
    others = [f"name {colour}" for colour in COLOURS[:seats] if colour != "blue"]
    assert choices(match) == ["accept", *others]
    assert question(match) == "Blue: serve as Shaman, or resign and name another player."


@pytest.mark.rule("CR-7.4")
def test_a_shaman_who_accepts_opens_the_next_round():
    match = skip_to(collecting(1, 0, 1), "accept_shaman")
    play(match, "blue: accept")
    assert (phase(match), mover(match), match.state.round) == ("face_up_card", "blue", 1)
    assert match.show(0)["shaman"] == "blue"


@pytest.mark.rule("CR-7.4")
@pytest.mark.parametrize("named", ["red", "green"])  # Red served this round
def test_the_player_named_is_shaman_without_being_asked(named):
    match = skip_to(collecting(1, 0, 1), "accept_shaman")
    play(match, f"blue: name {named}")
    assert (phase(match), mover(match), match.state.round) == ("face_up_card", named, 1)
    assert match.show(0)["shaman"] == named
    assert refusal(match, "name blue")[0] == "CR-3.1"
    skip_to(match, "condition", 2)
    assert mover(match) == named


@pytest.mark.rule("CR-7.4")
def test_a_shaman_elected_again_may_resign():
    match = skip_to(collecting(0, 1, 1), "accept_shaman")
    assert choices(match) == ["accept", "name blue", "name green"]
    play(match, "red: name green")
    assert mover(match) == "green"


@pytest.mark.rule("CR-7.4")
def test_to_resign_is_to_name_another_player_at_the_table():
    match = skip_to(collecting(1, 0, 1), "accept_shaman")
    assert refusal(match, "name blue") == ("CR-7.4", "To resign is to name another player.")
    assert refusal(match, "name yellow") == ("CR-7.4", "Nobody at this table has that colour.")
    assert refusal(match, "pass")[0] == "CR-7.4"


@pytest.mark.rule("CR-7.4")
@pytest.mark.parametrize("round", [2, 3, 4])
def test_the_shaman_is_asked_after_every_round_but_the_last(round):
    match = skip_to(collecting(1, 0, 1), "accept_shaman", round)
    play(match, "accept")
    assert match.state.round == round


@pytest.mark.rule("CR-7.5")
@pytest.mark.parametrize("seats", SEATS)
def test_the_first_shaman_cannot_resign(seats):
    match = set_up(seats, shaman="blue")
    assert phase(match) == "settling"
    assert refusal(match, "name red")[0] == "CR-2.7"
    settle(match)
    assert (phase(match), mover(match)) == ("face_up_card", "blue")
    assert refusal(match, "name red")[0] == "CR-3.1"
    assert refusal(match, "accept")[0] == "CR-3.1"
