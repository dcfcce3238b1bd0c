"""Movement (TR-3): points, directions, the reduction of loaded detachments, and what must be used."""

import pytest
from tests.games.tresor.scripts import choices, men, mover, phase, play, points, refusal, table, verbs


def displacements(match):
    return [choice for choice in choices(match) if choice.startswith("displace")]


# ── Points ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-3.1")
def test_five_points_are_shared_out_at_will():
    match = table(la_buse="0 3 7")
    play(match, "la_buse: displace 1 2; la_buse: displace 3 1; la_buse: displace 2 2; la_buse: end")
    assert men(match, "la_buse") == "2 5 8"
    assert mover(match) == "le_reveng"
    assert points(match) == 5


@pytest.mark.rule("TR-3.1")
def test_landing_and_boarding_cost_a_point_like_any_step():
    match = play(table(), "la_buse: displace 1 1")
    assert (men(match, "la_buse"), points(match)) == ("1", 4)
    match = play(table(la_buse="2-"), "la_buse: displace 1 1")
    assert points(match) == 3
    play(match, "la_buse: displace 1 1")
    assert (men(match, "la_buse"), points(match)) == ("", 2)


@pytest.mark.rule("TR-3.1")
def test_no_more_steps_than_points():
    match = play(table(), "la_buse: displace 1 3")
    assert refusal(match, "displace 2 3") == ("TR-3.1", "That costs 3 points, and 2 are left.")


@pytest.mark.rule("TR-3.1")
def test_only_ones_own_detachments_are_moved():
    match = table(la_buse="x x x x x 3", le_reveng="3 3 3 3 3 3")
    assert displacements(match) == [f"displace 6 {zones}" for zones in range(1, 6)]
    play(match, "la_buse: displace 6 1")
    assert men(match, "le_reveng") == "3 3 3 3 3 3"
    assert refusal(match, "displace 1 1") == ("TR-5.8", "You have no detachment 1.")


# ── Directions ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-3.2")
@pytest.mark.parametrize(("before", "after"), [("5", "7"), ("5+", "3+"), ("5-", "3-")])
def test_unloaded_towards_the_cave_loaded_towards_the_ship(before, after):
    match = play(table(la_buse=before), "la_buse: displace 1 2")
    assert men(match, "la_buse") == after


@pytest.mark.rule("TR-3.2")
def test_a_detachment_carries_one_chest_at_most():
    match = table(la_buse="12-", points=0)
    assert phase(match) == "movement"  # it stands in the cave and takes no other
    assert match.state.cave_size == 35


# ── The reduction ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-3.3")
def test_the_first_loaded_step_of_a_detachment_costs_two_points_further_ones_one():
    match = play(table(la_buse="9- 9-"), "la_buse: displace 1 1")
    assert points(match) == 3
    play(match, "la_buse: displace 1 1")
    assert points(match) == 2
    play(match, "la_buse: displace 2 1")
    assert points(match) == 0


@pytest.mark.rule("TR-3.3")
def test_a_lone_point_moves_no_loaded_detachment_that_has_not_been_moved():
    match = table(la_buse="9- x x x x x", points=1)
    assert refusal(match, "displace 1 1") == ("TR-3.3", "That costs 2 points, and 1 are left.")
    assert "end" in choices(match)


@pytest.mark.rule("TR-3.3")
def test_the_reduction_is_taken_anew_in_each_turn():
    match = table(la_buse="9-", le_reveng="x x x x x 12-", le_hardi="x x x x x 12-")
    play(match, "la_buse: displace 1 4; la_buse: end")
    play(match, "le_reveng: displace 6 4; le_reveng: end; le_hardi: displace 6 4; le_hardi: end")
    assert points(play(match, "la_buse: displace 1 1")) == 3


# ── Displacements ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-3.4")
def test_a_displacement_is_of_one_zone_to_as_many_as_can_be_paid_for():
    match = table(la_buse="2 10 3- 12- x x")
    assert displacements(match) == [
        *[f"displace 1 {zones}" for zones in (1, 2, 3, 4, 5)],
        *[f"displace 2 {zones}" for zones in (1, 2)],
        *[f"displace 3 {zones}" for zones in (1, 2, 3)],
        *[f"displace 4 {zones}" for zones in (1, 2, 3, 4)],
    ]
    assert refusal(match, "displace 4 5") == ("TR-3.3", "That costs 6 points, and 5 are left.")


@pytest.mark.rule("TR-3.4")
def test_a_detachment_may_be_displaced_more_than_once_and_is_reduced_once():
    match = table(la_buse="9- 1")
    play(match, "la_buse: displace 1 2; la_buse: displace 2 1; la_buse: displace 1 1; la_buse: end")
    assert men(match, "la_buse") == "6- 2"


# ── All points must be used ─────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-3.5")
def test_the_movement_does_not_end_while_a_step_can_be_paid_for():
    match = table(la_buse="9- 1")
    for script in ("displace 2 2", "displace 1 1", "displace 2 1"):
        refused = refusal(match, "end")
        assert refused == ("TR-3.5", "A step can still be paid for: all points must be used.")
        play(match, f"la_buse: {script}")
    assert mover(play(match, "la_buse: end")) == "le_reveng"


@pytest.mark.rule("TR-3.5")
def test_points_that_no_step_can_use_are_lost_and_no_plan_is_imposed():
    match = table(la_buse="9- 1- x x x x")  # 3 + 2 would use all points
    play(match, "la_buse: displace 2 1; la_buse: displace 1 2")
    assert points(match) == 0
    match = table(la_buse="1- 12- 11 x x x", points=4)  # so would 2 + 2; this order strands the last one
    play(match, "la_buse: displace 3 1; chance: find empty; la_buse: displace 2 1")
    assert (points(match), displacements(match)) == (1, ["displace 2 1"])
    match = table(la_buse="12- 11 x x x x", points=2)
    play(match, "la_buse: displace 2 1; chance: find empty")
    assert (points(match), verbs(match)) == (1, {"end", "swap"})
    assert mover(play(match, "la_buse: end")) == "le_reveng"


# ── To the cave and back ────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-3.6")
def test_from_the_cave_a_detachment_may_go_back_in_the_same_turn():
    match = play(table(la_buse="10"), "la_buse: displace 1 2; chance: find full")
    assert (men(match, "la_buse"), points(match)) == ("12+", 3)
    assert refusal(match, "displace 1 3")[0] == "TR-3.3"
    play(match, "la_buse: displace 1 2")
    assert (men(match, "la_buse"), points(match)) == ("10+", 0)


@pytest.mark.rule("TR-3.7")
def test_any_number_of_detachments_of_any_players_may_stand_in_a_zone():
    match = table(seats=6, la_buse="4 4 4 4 4 3", le_reveng="4 4 4 4 4 4", le_libertalia="4 4- 4 4 4 4")
    play(match, "la_buse: displace 6 1")
    assert match.state.crowd[4] == 18
    assert "displace 6 1" in choices(match)
