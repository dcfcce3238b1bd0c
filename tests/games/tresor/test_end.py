"""The end (TR-7) and the variants (TR-8)."""

import pytest
from tests.games.tresor.scripts import (
    SEATS,
    TRESOR,
    asked,
    cave,
    choices,
    closing,
    face_up,
    men,
    mover,
    phase,
    play,
    set_up,
    table,
    trick,
    winner,
)

from archipel.core.game import GameError
from archipel.core.match import Match
from archipel.core.record import WATCHER


# ── A full chest aboard ─────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-7.1")
def test_the_first_to_bring_a_full_chest_aboard_wins_at_once():
    match = table(la_buse="1+", le_reveng="1+ 1+", points=3)
    play(match, "la_buse: displace 1 1")
    assert (winner(match), match.outcome.reason) == ("la_buse", "chest")
    assert (match.moves, match.outcome.winners) == ([], (0,))


@pytest.mark.rule("TR-7.1", "TR-4.3")
def test_an_empty_one_does_not_win_nor_a_full_one_on_its_way():
    assert not play(table(la_buse="1-"), "la_buse: displace 1 1").over
    assert not play(table(la_buse="2+"), "la_buse: displace 1 1").over


# ── Elimination ─────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-7.2")
def test_a_player_without_detachments_is_out_at_once_and_their_trick_discarded_face_up():
    match = closing(la_buse="4 x x x x x", le_reveng="4-", le_hardi="4", tricks={"la_buse": "canicule"})
    play(match, "la_buse: demand le_reveng 1; le_hardi: join; la_buse: pass; la_buse: lose 1")
    assert (men(match, "la_buse"), trick(match, "la_buse")) == ("x x x x x x", None)
    assert face_up(match) == ["canicule"]
    play(match, "le_hardi: lose 1")  # the remaining losses go on
    assert mover(match) == "le_reveng"


@pytest.mark.rule("TR-7.2")
def test_who_is_out_has_no_turns_and_is_not_asked():
    match = table(seats=4, le_reveng="x x x x x x", points=0, tricks={"le_hardi": "canicule"})
    assert asked(play(match, "la_buse: end")) == ["le_hardi"]
    play(match, "le_hardi: pass")
    assert (mover(match), phase(match)) == ("le_hardi", "movement")
    assert match.state.turns[:4].tolist() == [1, 1, 2, 1]


@pytest.mark.rule("TR-7.2")
def test_who_has_a_detachment_left_plays_on():
    match = table(la_buse="x x x x x 3")
    play(match, "la_buse: displace 6 5; la_buse: end; le_reveng: displace 1 5; le_reveng: end")
    play(match, "le_hardi: displace 1 5; le_hardi: end")
    assert (mover(match), men(match, "la_buse")) == ("la_buse", "x x x x x 8")


# ── Captain Jones ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-7.3")
def test_captain_jones_wins_when_no_full_chest_is_left():
    match = table(la_buse="3-", le_reveng="6+", cave=(8, 0), tricks={"la_buse": "indigenes_feroces"})
    assert match.state.removed.tolist() == [15, 11]
    assert not play(match, "la_buse: remove la_buse 1").over  # an empty one: play goes on
    match.undo()
    play(match, "la_buse: remove le_reveng 1")
    assert (winner(match), match.outcome.reason) == (None, "no_chest")
    assert match.outcome.winners == ()


@pytest.mark.rule("TR-7.3")
def test_a_full_chest_in_the_cave_is_still_to_be_won():
    match = table(la_buse="3-", le_reveng="6+", cave=(8, 1), tricks={"la_buse": "indigenes_feroces"})
    assert not play(match, "la_buse: remove le_reveng 1").over


@pytest.mark.rule("TR-7.3")
def test_captain_jones_wins_when_everyone_has_had_sixty_turns():
    match = table(turns=60, points=0)
    assert match.show(WATCHER)["players"][0]["turns"] == 60
    play(match, "la_buse: end")
    assert (winner(match), match.outcome.reason) == (None, "season")


@pytest.mark.rule("TR-7.3")
def test_while_somebody_still_in_the_match_has_turns_left_it_goes_on():
    match = table(turns=59, points=0)
    for ship in ("le_reveng", "le_hardi", "la_buse"):
        play(match, "end")
        assert mover(match) == ship
        play(match, f"{ship}: displace 1 5")
    play(match, "la_buse: end")
    assert match.outcome.reason == "season"
    assert match.state.turns[:3].tolist() == [60, 60, 60]


@pytest.mark.rule("TR-7.3", "TR-7.2")
def test_the_turns_of_who_is_out_do_not_count():
    match = table(turns=60, points=0, le_reveng="x x x x x x")
    match.state.turns[1] = 12
    assert play(match, "la_buse: end").outcome.reason == "season"


@pytest.mark.rule("TR-7.3")
def test_in_the_last_turn_a_chest_still_wins():
    match = play(table(turns=60, la_buse="1+"), "la_buse: displace 1 1")
    assert (winner(match), match.outcome.reason) == ("la_buse", "chest")


# ── The last one left ───────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-7.4")
def test_a_single_player_left_wins():
    match = closing(la_buse="4 x x x x x", le_reveng="4- x x x x x", le_hardi="4 x x x x x")
    play(match, "la_buse: demand le_reveng 1; le_hardi: join; la_buse: lose 1")
    assert not match.over  # two are left
    play(match, "le_hardi: lose 1")
    assert (winner(match), match.outcome.reason) == ("le_reveng", "survivor")


@pytest.mark.rule("TR-7.4")
def test_two_left_play_on():
    match = closing(la_buse="4 x x x x x", le_reveng="4- x x x x x", le_hardi="4 3 x x x x")
    play(match, "la_buse: demand le_reveng 1; le_hardi: join; la_buse: lose 1; le_hardi: lose 1")
    assert (mover(match), match.over) == ("le_reveng", False)


# ── Souquez ferme ! ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-8.1")
@pytest.mark.parametrize("seats", SEATS)
def test_souquez_ferme_leaves_number_6_out_with_five_or_six_players(seats):
    if seats < 5:
        with pytest.raises(GameError, match=f"souquez_ferme is for 5 or 6 players, not {seats}"):
            Match(TRESOR, seats, {"souquez_ferme": True})
        return
    match = set_up(seats, souquez_ferme=True)
    for player in match.show(0)["players"]:
        assert [one["detachment"] for one in player["detachments"]] == [1, 2, 3, 4, 5]
    assert "displace 5 1" in choices(match)
    assert "displace 6 1" not in choices(match)
    assert sum(cave(match)) == 36


@pytest.mark.rule("TR-8.1")
def test_with_souquez_ferme_the_fifth_loss_is_the_last():
    options = {"souquez_ferme": True}
    match = closing(seats=5, options=options, la_buse="4 x x x x", le_reveng="4-", le_hardi="4")
    play(match, "la_buse: demand le_reveng 1; le_hardi: join; la_buse: lose 1; le_hardi: lose 1")
    assert match.state.left[:5].tolist() == [0, 5, 4, 5, 5]


# ── Points ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-8.2")
def test_the_winner_scores_ten_and_every_other_player_one_for_each_detachment_left():
    match = table(seats=4, la_buse="1+ x x x x x", le_reveng="x x 4", le_hardi="", le_neptune="x x x x x x")
    play(match, "la_buse: displace 1 1")
    assert match.outcome.points == (10, 4, 6, 0)
    assert match.outcome.places == (1, 3, 2, 4)


@pytest.mark.rule("TR-8.2", "TR-7.3")
def test_when_captain_jones_wins_nobody_scores_ten_nor_comes_first():
    match = play(table(turns=60, points=0, la_buse="x", le_hardi="4+"), "la_buse: end")
    assert match.outcome.points == (5, 6, 6)
    assert match.outcome.places == (4, 2, 2)
    assert match.outcome.winners == ()
