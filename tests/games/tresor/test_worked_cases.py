"""The worked cases of the rulebook (TR-10)."""

import pytest
from tests.games.tresor.scripts import (
    all_pass,
    cave,
    choices,
    closing,
    men,
    mover,
    phase,
    play,
    points,
    refusal,
    seen,
    set_up,
    table,
    trick,
    verbs,
    winner,
)

from archipel.core.record import WATCHER

READERS = (WATCHER, 0, 1, 2)


# ── TR-10.1 ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-10.1")
@pytest.mark.parametrize(
    ("stand", "moves"),
    [
        pytest.param("2", ["1 5"], id="unloaded 5 steps"),
        pytest.param("9-", ["1 4"], id="loaded 4 steps"),
        pytest.param("9- 2", ["1 2", "2 2"], id="loaded 2 and unloaded 2"),
        pytest.param("9- 9-", ["1 2", "2 1"], id="two loaded, 2 and 1"),
    ],
)
def test_what_costs_five_points(stand, moves):
    match = table(la_buse=stand)
    for move in moves:
        assert "end" not in choices(match)
        play(match, f"la_buse: displace {move}")
    assert points(match) == 0
    assert verbs(match) == {"end", "swap"}


@pytest.mark.rule("TR-10.1")
@pytest.mark.parametrize(
    ("stand", "moves", "too_much"),
    [
        pytest.param("9-", [], "1 5", id="loaded 5 steps"),
        pytest.param("9- 2", ["1 2"], "2 3", id="loaded 2 and unloaded 3"),
        pytest.param("9- 9-", ["1 2"], "2 2", id="two loaded, 2 and 2"),
    ],
)
def test_what_costs_more_is_refused(stand, moves, too_much):
    match = table(la_buse=stand)
    for move in moves:
        play(match, f"la_buse: displace {move}")
    assert refusal(match, f"displace {too_much}")[0] in ("TR-3.1", "TR-3.3")


@pytest.mark.rule("TR-10.1")
def test_three_loaded_in_one_turn_are_not_possible():
    match = play(table(la_buse="9- 8- 7-"), "la_buse: displace 1 1; la_buse: displace 2 1")
    assert points(match) == 1
    assert refusal(match, "displace 3 1") == ("TR-3.3", "That costs 2 points, and 1 are left.")


@pytest.mark.rule("TR-10.1")
def test_four_steps_into_the_cave_leave_a_point_that_another_must_use():
    match = play(table(la_buse="8 0 x x x x"), "la_buse: displace 1 4; chance: find empty")
    assert (men(match, "la_buse"), points(match)) == ("12- 0 x x x x", 1)
    assert refusal(match, "displace 1 1") == ("TR-3.3", "That costs 2 points, and 1 are left.")
    assert refusal(match, "end")[0] == "TR-3.5"
    assert [one for one in choices(match) if one.startswith("displace")] == ["displace 2 1"]


# ── TR-10.2 ─────────────────────────────────────────────────────────────────────────────────────
OUT_AND_HOME = (
    ["displace 1 5"],
    ["displace 1 5"],
    ["displace 1 2", "find full", "displace 1 2"],
    ["displace 1 4"],
    ["displace 1 4"],
    ["displace 1 2"],
)


@pytest.mark.rule("TR-10.2")
def test_without_tricks_the_earliest_win_is_in_the_sixth_turn():
    match = set_up()
    for number, moves in enumerate(OUT_AND_HOME, 1):
        assert match.state.turns[0] == number
        for move in moves:
            play(match, move)
            all_pass(match)
        if number < 6:
            assert points(match) == 0  # not a step more, in any turn
            play(match, "la_buse: end")
            all_pass(match)
            for ship in ("le_reveng", "le_hardi"):
                play(match, f"{ship}: displace {number} 5")
                all_pass(match)
                play(match, f"{ship}: end")
                all_pass(match)
    assert (winner(match), match.state.turns[0]) == ("la_buse", 6)


# ── TR-10.3 ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-10.3")
def test_two_against_one_yes():
    match = play(closing(la_buse="4 4", le_reveng="4+"), "la_buse: demand le_reveng 1")
    assert men(match, "le_reveng") == "4"


@pytest.mark.rule("TR-10.3")
def test_two_against_two_no():
    match = closing(la_buse="4 4", le_reveng="4+ 4", le_hardi="4")
    play(match, "la_buse: demand le_reveng 1; le_hardi: stay_out")
    assert men(match, "le_reveng") == "4+ 4"
    match = closing(la_buse="4 4", le_reveng="4+ 4", tricks={"la_buse": "canicule"})
    assert refusal(match, "demand le_reveng 1") == ("TR-5.1", "Its owner is not outnumbered there.")


@pytest.mark.rule("TR-10.3")
def test_one_and_one_allied_against_one_yes():
    match = closing(la_buse="4", le_reveng="4+", le_hardi="4")
    assert men(play(match, "la_buse: demand le_reveng 1; le_hardi: join"), "le_reveng") == "4"


@pytest.mark.rule("TR-10.3")
def test_two_against_one_with_bestioles_on_the_aggressors_no():
    match = closing(la_buse="4 4", le_reveng="4+", tricks={"le_reveng": "bestioles"})
    play(match, "la_buse: demand le_reveng 1; le_reveng: weaken bestioles aggressors")
    assert men(match, "le_reveng") == "4+"


@pytest.mark.rule("TR-10.3")
def test_one_against_one_with_botte_secrete_yes():
    match = closing(la_buse="4", le_reveng="4+", tricks={"la_buse": "botte_secrete"})
    assert "demand le_reveng 1" not in choices(match)
    assert men(play(match, "la_buse: demand_with botte_secrete le_reveng 1"), "le_reveng") == "4"


# ── TR-10.4 ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-10.4")
def test_superstition_puts_a_boarding_chest_back_on_zone_1():
    match = table(la_buse="1+", tricks={"le_reveng": "superstition"}, points=3)
    play(match, "la_buse: displace 1 1; le_reveng: push superstition")
    assert (men(match, "la_buse"), mover(match), points(match)) == ("1+", "la_buse", 1)
    play(match, "la_buse: displace 1 1")  # for the point that is left it may board again
    assert winner(match) == "la_buse"


@pytest.mark.rule("TR-10.4")
def test_without_a_point_left_it_stays_there():
    match = table(la_buse="1+", tricks={"le_reveng": "superstition"}, points=2)
    play(match, "la_buse: displace 1 1; le_reveng: push superstition; la_buse: end")
    assert (men(match, "la_buse"), mover(match)) == ("1+", "le_reveng")


@pytest.mark.rule("TR-10.4")
def test_had_its_owner_answered_with_bonne_fortune_the_owner_would_have_won():
    match = table(la_buse="1+", tricks={"le_reveng": "superstition", "la_buse": "bonne_fortune"})
    play(match, "la_buse: displace 1 1; le_reveng: push superstition; la_buse: cancel")
    assert winner(match) == "la_buse"


# ── TR-10.5 ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-10.5", "TR-6.9")
def test_nouveau_cap_erases_what_longue_vue_showed():
    held = {"la_buse": "longue_vue", "le_hardi": "nouveau_cap"}
    match = table(le_reveng="6+", le_hardi="8-", tricks=held)
    play(match, "la_buse: spy le_reveng 1")
    assert seen(match, 0, "le_reveng", 1) == "full"
    play(match, "la_buse: displace 1 1; le_hardi: reshuffle; chance: find full; chance: find empty")
    assert [seen(match, reader, "le_reveng", 1) for reader in READERS] == ["?", "?", "full", "?"]


@pytest.mark.rule("TR-10.5", "TR-6.11")
def test_traitrise_does_not_what_was_known_of_a_chest_goes_with_it():
    held = {"la_buse": "longue_vue", "le_hardi": "traitrise"}
    match = table(le_reveng="6+", le_hardi="8-", tricks=held)
    play(match, "la_buse: spy le_reveng 1; la_buse: displace 1 1; le_hardi: exchange le_reveng 1 le_hardi 1")
    assert [seen(match, reader, "le_hardi", 1) for reader in READERS] == ["?", "full", "full", "full"]
    assert [seen(match, reader, "le_reveng", 1) for reader in READERS] == ["?", "?", "empty", "empty"]


# ── TR-10.6 ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-10.6", "TR-7.2")
def test_an_elimination_in_the_middle_of_the_losses():
    match = closing(
        seats=4,
        la_buse="4",
        le_reveng="4-",
        le_hardi="4 x x x x x",
        le_neptune="4",
        tricks={"le_hardi": "canicule"},
    )
    play(match, "la_buse: demand le_reveng 1; le_hardi: join; le_neptune: join; le_hardi: pass")
    play(match, "la_buse: lose 1; le_hardi: lose 1")
    assert (trick(match, "le_hardi"), match.state.left[2]) == (None, 0)
    assert (mover(match), phase(match)) == ("le_neptune", "losses")
    play(match, "le_neptune: lose 1")
    assert (mover(match), phase(match)) == ("le_reveng", "movement")
    play(match, "le_reveng: displace 1 5; le_reveng: end")
    assert mover(match) == "le_neptune"


@pytest.mark.rule("TR-10.6", "TR-4.5")
def test_a_chest_coming_back_to_an_empty_cave_with_two_detachments_waiting():
    match = closing(turn="le_hardi", le_hardi="4+ 4", le_reveng="4-", la_buse="12 12", cave=(0, 0))
    play(match, "le_hardi: demand le_reveng 1; chance: find empty")
    assert men(match, "la_buse") == "12- 12"  # the lower number, before any loss
    assert {seen(match, reader, "la_buse", 1) for reader in READERS} == {"empty"}  # all saw it opened
    play(match, "le_hardi: lose 1; chance: find full")
    assert men(match, "la_buse") == "12- 12+"
    assert [seen(match, reader, "la_buse", 2) for reader in READERS] == ["?", "full", "?", "full"]
    assert match.state.cave_size == match.state.idle == 0


@pytest.mark.rule("TR-10.6", "TR-5.5")
def test_a_demand_whose_named_detachment_loses_its_chest_to_indigenes_feroces():
    match = closing(la_buse="4 4", le_reveng="4- 4-", le_hardi="4", tricks={"le_hardi": "indigenes_feroces"})
    play(match, "la_buse: demand le_reveng 1; le_hardi: join; le_hardi: remove le_reveng 1")
    assert (men(match, "le_reveng"), men(match, "la_buse"), men(match, "le_hardi")) == ("4 4-", "4 4", "4")
    assert (mover(match), phase(match)) == ("le_hardi", "closing")
    assert (match.state.removed.tolist(), cave(match)) == ([1, 0], (22, 12))
    assert "demand le_reveng 2" in choices(match)
