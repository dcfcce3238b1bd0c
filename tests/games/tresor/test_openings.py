"""Openings (TR-5.6 to 5.11): the count, the chest, the losses."""

import pytest
from tests.games.tresor.scripts import (
    all_pass,
    cave,
    choices,
    closing,
    face_up,
    men,
    mover,
    phase,
    play,
    refusal,
    seen,
)

from archipel.core.record import WATCHER

READERS = (WATCHER, 0, 1, 2)


# ── The count ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-5.6")
def test_as_many_are_not_enough_and_nobody_loses_anything():
    match = closing(la_buse="4 4", le_reveng="4- 4", le_hardi="4")
    play(match, "la_buse: demand le_reveng 1; le_hardi: stay_out")
    assert (men(match, "la_buse"), men(match, "le_reveng")) == ("4 4", "4- 4")
    assert (mover(match), choices(match)) == (
        "le_hardi",
        ["demand le_reveng 1", "pass"],
    )  # La Buse's is spent
    assert seen(match, 0, "le_reveng", 1) == "?"


@pytest.mark.rule("TR-5.6")
@pytest.mark.parametrize(("aid", "opened"), [("pass", False), ("weaken fievres defender", True)])
def test_no_side_counts_less_than_nothing(aid, opened):
    held = {"la_buse": "botte_secrete", "le_hardi": "fievres", "le_reveng": "bestioles"}
    match = closing(la_buse="4", le_reveng="4+", le_hardi="4", tricks=held)
    play(match, "la_buse: demand le_reveng 1; le_hardi: stay_out")
    play(match, f"le_reveng: pass; le_hardi: {aid}")
    all_pass(match)
    assert (men(match, "le_reveng") == "4") is opened  # 1 against max(0, 1 - 2)


@pytest.mark.rule("TR-5.6")
def test_nothing_is_not_more_than_less_than_nothing():
    held, up = {"la_buse": "fievres", "le_reveng": "bestioles"}, ["bonne_fortune"] * 2
    match = closing(la_buse="4", le_reveng="4+", tricks=held, up=up)
    play(match, "la_buse: demand_with fievres le_reveng 1; le_reveng: weaken bestioles aggressors")
    assert men(match, "le_reveng") == "4+"  # 1 - 1 against 1 - 2, which counts 0


@pytest.mark.rule("TR-5.6")
def test_weakness_below_zero_is_cut_once_at_the_end():
    held = {"la_buse": "botte_secrete", "le_hardi": "fievres"}
    match = closing(la_buse="4", le_reveng="4-", le_hardi="4", tricks=held)
    play(
        match,
        "la_buse: demand le_reveng 1; le_hardi: stay_out; le_hardi: weaken fievres aggressors; la_buse: pass",
    )
    assert match.show(0)["confrontation"]["strength"] == {"aggressors": 0, "defender": 1}
    play(match, "la_buse: strengthen botte_secrete")  # 1 - 2 + 1 = 0
    assert men(match, "le_reveng") == "4-"


# ── The opening ─────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-5.7", "TR-5.9")
def test_a_full_chest_is_shown_and_goes_back_and_nobody_loses_a_detachment():
    match = closing(la_buse="4 4", le_reveng="4+", cave=(5, 5))
    events = match.consider(match.read("demand le_reveng 1")).events(WATCHER)
    assert [one["chest"] for one in events if one["event"] == "opened"] == ["full"]
    play(match, "la_buse: demand le_reveng 1")
    assert (men(match, "le_reveng"), cave(match)) == ("4", (5, 6))
    assert (men(match, "la_buse"), mover(match), phase(match)) == ("4 4", "le_reveng", "movement")


@pytest.mark.rule("TR-5.7")
def test_its_detachment_stays_where_it_is_and_may_fetch_another():
    match = play(closing(la_buse="11 11", le_reveng="11+"), "la_buse: demand le_reveng 1")
    play(match, "le_reveng: displace 1 1; chance: find full")
    assert men(match, "le_reveng") == "12+"


# ── Losses ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-5.8")
def test_for_an_empty_chest_every_aggressor_loses_one_the_demander_first_then_clockwise():
    match = closing(seats=4, turn="le_hardi", le_hardi="4", la_buse="4 7", le_reveng="4-", le_neptune="4 4")
    play(match, "le_hardi: demand le_reveng 1; le_neptune: join; la_buse: join")
    play(match, "le_hardi: lose 1; le_neptune: lose 2; la_buse: lose 1")
    assert [men(match, ship) for ship in ("le_hardi", "le_neptune", "la_buse")] == [
        "x",
        "4 x",
        "x 7",
    ]
    assert men(match, "le_reveng") == "4"
    assert match.state.left[:4].tolist() == [5, 6, 5, 5]


@pytest.mark.rule("TR-5.8")
def test_lost_is_a_detachment_that_took_part_and_who_stayed_out_loses_none():
    match = closing(la_buse="4 4 7", le_reveng="4-", le_hardi="4")
    play(match, "la_buse: demand le_reveng 1; le_hardi: stay_out")
    assert choices(match) == ["lose 1", "lose 2"]
    assert refusal(match, "lose 3") == ("TR-5.8", "Detachment 3 took no part in it.")
    play(match, "la_buse: lose 2")
    assert (men(match, "la_buse"), men(match, "le_hardi")) == ("4 x 7", "4")
    assert phase(match) == "movement"


@pytest.mark.rule("TR-5.8")
def test_a_lost_detachment_is_gone_for_good():
    match = play(closing(la_buse="4 4", le_reveng="4-"), "la_buse: demand le_reveng 1; la_buse: lose 1")
    play(match, "le_reveng: displace 1 5; le_reveng: end; le_hardi: displace 1 5; le_hardi: end")
    assert refusal(match, "displace 1 1") == ("TR-5.8", "You have no detachment 1.")


@pytest.mark.rule("TR-5.8")
def test_the_chest_of_a_lost_detachment_goes_back_unseen():
    match = closing(la_buse="4+ 4", le_reveng="4-", cave=(5, 5))
    play(match, "la_buse: demand le_reveng 1")
    for reader in (WATCHER, 1, 2):
        assert seen(match, reader, "la_buse", 1) == "?"
        events = match.consider(match.read("lose 1")).events(reader)
        assert not any("chest" in event for event in events)
    play(match, "la_buse: lose 1")
    assert cave(match) == (6, 6)
    assert match.view(1).cave_full == match.view(WATCHER).cave_full != 6


# ── One after the other ─────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-5.10")
def test_several_chests_in_a_zone_are_opened_one_after_the_other_counted_anew():
    match = closing(la_buse="4 4 4-", le_reveng="4+ 4-", le_hardi="4-")
    assert choices(match) == ["demand le_reveng 1", "demand le_reveng 2", "demand le_hardi 1", "pass"]
    play(match, "la_buse: demand le_reveng 1; le_hardi: join")
    assert men(match, "le_reveng") == "4 4-"
    play(match, "le_reveng: demand le_hardi 1; la_buse: join")  # another alliance
    play(match, "le_reveng: lose 1; la_buse: lose 1")
    assert (men(match, "le_reveng"), men(match, "la_buse")) == ("x 4-", "x 4 4-")
    assert (mover(match), choices(match)) == ("le_hardi", ["demand le_reveng 2", "pass"])


@pytest.mark.rule("TR-5.10", "TR-5.6")
def test_after_losses_an_alliance_may_be_too_weak_for_the_next_chest():
    match = closing(la_buse="4 4 4", le_reveng="4- 4-")
    play(match, "la_buse: demand le_reveng 1; la_buse: lose 1")
    assert (mover(match), phase(match)) == ("le_reveng", "movement")  # 2 against 2: nobody can demand


@pytest.mark.rule("TR-5.11")
def test_in_the_cave_nothing_is_opened_whatever_the_numbers():
    match = closing(la_buse="12- 12- 12-", le_reveng="12+")
    assert (mover(match), phase(match), face_up(match)) == ("le_reveng", "movement", [])
    match = closing(la_buse="11 11", le_reveng="11+")
    assert "demand le_reveng 1" in choices(match)
