"""Demands (TR-5.1 to 5.5): who may make one, when, who joins it, and which tricks are played in it."""

import pytest
from tests.games.tresor.scripts import (
    all_pass,
    asked,
    choices,
    closing,
    face_up,
    men,
    mover,
    phase,
    play,
    refusal,
    table,
    trick,
    verbs,
)

from archipel.games.tresor.parts import SHIPS


def demands(match):
    return [choice for choice in choices(match) if choice.startswith("demand")]


def sides(match):
    """Who is on which side, and how strong the sides are now."""
    shown = match.show(0)["confrontation"]
    return shown["aggressors"], shown["defender"], shown["strength"]


# ── Who may demand ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-5.1", "TR-5.3")
def test_a_demand_is_made_of_a_player_who_is_outnumbered_in_a_zone():
    match = closing(la_buse="4 4", le_reveng="4-")
    assert mover(match) == "la_buse"
    assert choices(match) == ["demand le_reveng 1", "pass"]


@pytest.mark.rule("TR-5.1")
def test_all_detachments_of_the_player_there_count_loaded_or_not():
    match = closing(la_buse="4 4", le_reveng="4- 4", le_hardi="0", tricks={"la_buse": "canicule"})
    assert refusal(match, "demand le_reveng 1") == ("TR-5.1", "Its owner is not outnumbered there.")
    match = closing(la_buse="4 4 4", le_reveng="4- 4 5 6")
    assert demands(match) == ["demand le_reveng 1"]


@pytest.mark.rule("TR-5.1")
def test_several_allied_players_outnumber_one():
    match = closing(la_buse="4", le_reveng="4-", le_hardi="4")
    assert demands(match) == ["demand le_reveng 1"]
    play(match, "la_buse: demand le_reveng 1; le_hardi: join")
    assert men(match, "le_reveng") == "4"


@pytest.mark.rule("TR-5.1", "TR-5.11")
def test_no_confrontation_on_ships_nor_in_the_cave():
    held = dict.fromkeys(SHIPS[:3], "superstition")
    match = closing(la_buse="12- 12-", le_reveng="12- 0", tricks=held)
    assert demands(match) == []
    assert refusal(match, "demand le_reveng 1") == ("TR-5.11", "There is no confrontation in the cave.")
    match = play(closing(le_reveng="12- 12-", la_buse="12-", tricks=held), "pass")
    assert (mover(match), demands(match)) == ("le_reveng", [])


@pytest.mark.rule("TR-5.1", "TR-6.5")
def test_a_chest_that_is_boarding_cannot_be_demanded():
    match = table(la_buse="1-", tricks=dict.fromkeys(SHIPS[:3], "bestioles"))
    play(match, "la_buse: displace 1 1")
    assert (mover(match), choices(match)) == ("le_reveng", ["pass"])
    assert refusal(match, "demand la_buse 1")[0] == "TR-5.2"


@pytest.mark.rule("TR-5.3")
def test_a_demand_names_a_loaded_detachment_of_another_where_one_stands():
    match = closing(la_buse="4 4 6+", le_reveng="4- 4 5-", le_hardi="4 5 5", tricks={"la_buse": "canicule"})
    assert demands(match) == ["demand le_reveng 1"]
    assert refusal(match, "demand le_reveng 2") == ("TR-5.3", "That detachment carries no chest.")
    assert refusal(match, "demand le_reveng 3") == ("TR-5.3", "You do not stand in that zone.")
    assert refusal(match, "demand la_buse 3") == ("TR-5.1", "One cannot demand one’s own chest.")
    assert refusal(match, "demand l_antigua 1")[0] == "TR-5.3"


# ── A trick along with it ───────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-5.3")
@pytest.mark.parametrize(
    ("held", "against"),
    [("botte_secrete", 1), ("bestioles", 1), ("mechante_bordee", 2), ("fievres", 2)],
)
def test_a_confrontation_trick_played_along_makes_up_for_men(held, against):
    for more, helps in ((0, True), (1, False)):
        defender = " ".join(["4-"] + ["4"] * (against - 1 + more))
        match = closing(la_buse="4", le_reveng=defender, tricks={"la_buse": held})
        assert demands(match) == ([f"demand_with {held} le_reveng 1"] if helps else [])
    assert refusal(match, f"demand_with {held} le_reveng 1")[0] == "TR-5.1"


@pytest.mark.rule("TR-5.3")
def test_the_trick_along_may_be_played_when_it_is_not_needed_and_counts_at_the_end():
    match = closing(
        la_buse="4 4", le_reveng="4-", tricks={"la_buse": "botte_secrete", "le_reveng": "fievres"}
    )
    assert demands(match) == ["demand le_reveng 1", "demand_with botte_secrete le_reveng 1"]
    play(match, "la_buse: demand_with botte_secrete le_reveng 1; le_reveng: pass")
    assert sides(match) == (["la_buse"], ["le_reveng"], {"aggressors": 3, "defender": 1})
    assert (face_up(match), trick(match, "la_buse")) == (["botte_secrete"], None)


@pytest.mark.rule("TR-5.3")
def test_the_trick_along_is_answered_before_anyone_joins_and_cancelled_the_demand_goes_on():
    match = closing(
        la_buse="4", le_reveng="4-", le_hardi="4", tricks={"la_buse": "fievres", "le_reveng": "bonne_fortune"}
    )
    play(match, "la_buse: demand_with fievres le_reveng 1; le_reveng: cancel")
    assert (mover(match), phase(match)) == ("le_hardi", "joining")
    assert sides(match)[2] == {"aggressors": 1, "defender": 1}
    assert men(play(match, "le_hardi: join"), "le_reveng") == "4"


@pytest.mark.rule("TR-5.3")
def test_only_confrontation_tricks_are_played_along():
    match = closing(la_buse="4", le_reveng="4-", tricks={"la_buse": "mitraille", "le_reveng": "canicule"})
    assert demands(match) == []
    assert refusal(match, "demand_with fievres le_reveng 1") == ("TR-6.2", "You do not hold Fièvres.")


# ── The closing phase ───────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-5.2")
def test_demands_are_made_in_the_closing_phase_only():
    match = table(la_buse="4 4", le_reveng="4-", tricks={"le_reveng": "canicule"})
    wrong = ("TR-5.2", "Demands are made in the closing phase of a turn.")
    assert refusal(match, "demand le_reveng 1") == wrong
    play(match, "la_buse: displace 3 5")
    assert phase(match) == "reaction"
    assert refusal(match, "demand la_buse 1") == wrong


@pytest.mark.rule("TR-5.2")
def test_the_player_on_turn_is_asked_first_then_clockwise_until_all_have_passed():
    match = closing(seats=4, turn="le_hardi", tricks=dict.fromkeys(SHIPS[:4], "bestioles") | {"la_buse": ""})
    assert asked(match) == ["le_hardi", "le_neptune", "le_reveng"]
    all_pass(match)
    assert (mover(match), phase(match)) == ("le_neptune", "movement")


@pytest.mark.rule("TR-5.2", "TR-9.2")
def test_asked_are_holders_of_a_trick_and_those_who_can_demand_without_one():
    match = closing(la_buse="4", le_reveng="4-", le_hardi="4 7")
    assert asked(match) == ["la_buse", "le_hardi"]
    match = closing(la_buse="4", le_reveng="4-", le_hardi="3", tricks={"le_hardi": "le_chat_est_mort"})
    assert asked(match) == ["le_hardi"]  # La Buse could only demand with a trick, and has none
    match = closing(la_buse="4", le_reveng="4-")
    assert (mover(match), phase(match)) == ("le_reveng", "movement")  # nobody can do anything


@pytest.mark.rule("TR-5.2")
def test_after_an_act_the_left_neighbour_is_asked_and_the_actor_again_at_the_end():
    tricks = {"la_buse": "bestioles", "le_reveng": "le_chat_est_mort", "le_hardi": "canicule"}
    match = closing(seats=4, tricks=tricks | {"le_neptune": "superstition"})
    play(match, "la_buse: pass; le_reveng: mourn")
    assert asked(match) == ["le_hardi", "le_neptune", "la_buse"]
    match = closing(la_buse="4 4", le_reveng="4+ 4", le_hardi="4 3", tricks={"le_reveng": "canicule"})
    play(match, "la_buse: demand le_reveng 1; le_hardi: stay_out; le_reveng: pass")
    assert phase(match) == "closing"
    assert asked(match) == ["le_reveng", "le_hardi"]  # La Buse has demanded the only chest already


@pytest.mark.rule("TR-5.2")
def test_one_player_demands_of_a_detachment_once_in_a_phase_but_another_may():
    match = closing(la_buse="4 4", le_reveng="4- 4", le_hardi="4", tricks={"la_buse": "canicule"})
    play(match, "la_buse: demand le_reveng 1; le_hardi: stay_out; la_buse: pass")
    assert (mover(match), men(match, "le_reveng")) == ("le_hardi", "4- 4")
    play(match, "le_hardi: pass")
    assert refusal(match, "demand le_reveng 1") == (
        "TR-5.2",
        "You have already demanded that chest in this phase.",
    )
    match.undo()
    play(match, "le_hardi: demand le_reveng 1; la_buse: join; la_buse: pass")
    assert men(match, "le_reveng") == "4 4"


@pytest.mark.rule("TR-5.2")
def test_in_the_next_turn_it_may_be_demanded_again():
    match = closing(la_buse="4 4", le_reveng="4+ 4", le_hardi="4", tricks={"le_hardi": "canicule"})
    play(match, "la_buse: demand le_reveng 1; le_hardi: stay_out; le_hardi: pass")
    all_pass(match)
    play(match, "le_reveng: displace 3 5; le_hardi: pass; le_reveng: end; le_hardi: pass")
    assert (mover(match), demands(match)) == ("la_buse", ["demand le_reveng 1"])


@pytest.mark.rule("TR-5.2")
def test_every_position_is_examined_also_that_of_the_player_on_turn():
    match = table(la_buse="5-", le_reveng="4 4 0 3-", points=2)
    play(match, "la_buse: displace 1 1; la_buse: end")
    assert (mover(match), demands(match)) == ("le_reveng", ["demand la_buse 1"])


# ── Joining ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-5.4")
def test_clockwise_from_the_demander_those_in_the_zone_join_or_stay_out():
    match = closing(
        seats=6, turn="le_neptune", le_neptune="4", l_antigua="4-", le_libertalia="4", la_buse="4"
    )
    play(match, "le_neptune: demand l_antigua 1")
    assert choices(match) == ["join", "stay_out"]
    play(match, "le_libertalia: stay_out; la_buse: join")
    assert men(match, "l_antigua") == "4"
    assert men(play(match, "le_neptune: lose 1; la_buse: lose 1"), "le_libertalia") == "4"


@pytest.mark.rule("TR-5.4")
def test_all_detachments_of_an_aggressor_take_part_and_who_stays_out_counts_for_nobody():
    tricks = {"le_reveng": "canicule"}
    match = closing(la_buse="4 4- 4+", le_reveng="4- 4", le_hardi="4 4 4", tricks=tricks)
    play(match, "la_buse: demand le_reveng 1; le_hardi: stay_out")
    assert sides(match) == (["la_buse"], ["le_reveng"], {"aggressors": 3, "defender": 2})
    assert refusal(match, "join")[0] == "TR-5.5"


@pytest.mark.rule("TR-5.4")
def test_the_defender_and_those_elsewhere_are_not_asked_to_join():
    match = closing(seats=4, la_buse="4 4", le_reveng="4-", le_hardi="5 5", le_neptune="3")
    play(match, "la_buse: demand le_reveng 1")
    assert phase(match) == "losses"


# ── Tricks in a confrontation ───────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-5.5")
def test_the_defender_first_then_clockwise_every_holder_in_the_zone():
    held = dict.fromkeys(SHIPS[:6], "bestioles") | {"le_neptune": "canicule", "le_hardi": "superstition"}
    held |= {"l_antigua": "double_ration", "le_libertalia": ""}
    stand = {ship: "4" for ship in SHIPS} | {"le_neptune": "4-", "le_reveng": "5"}
    match = closing(seats=6, tricks=held, **stand)
    play(match, "la_buse: demand le_neptune 1; le_hardi: join; l_antigua: stay_out; le_libertalia: join")
    assert phase(match) == "support"
    assert asked(match) == ["le_neptune", "l_antigua", "la_buse", "le_hardi"]


@pytest.mark.rule("TR-5.5")
def test_each_side_strengthens_itself_or_weakens_the_other_and_bystanders_weaken_either():
    held = {"la_buse": "botte_secrete", "le_reveng": "bestioles", "le_hardi": "bestioles"}
    held |= {"le_neptune": "mechante_bordee"}
    match = closing(seats=4, la_buse="4 4 4", le_reveng="4-", le_hardi="4", le_neptune="4", tricks=held)
    play(match, "la_buse: demand le_reveng 1; le_hardi: stay_out; le_neptune: stay_out")
    assert choices(match) == ["weaken bestioles aggressors", "pass"]
    assert refusal(match, "weaken bestioles defender") == (
        "TR-6.7",
        "Bestioles is played against the other side.",
    )
    play(match, "le_reveng: pass")
    assert choices(match) == ["weaken bestioles aggressors", "weaken bestioles defender", "pass"]
    play(match, "le_hardi: pass")
    assert choices(match) == ["pass"]
    assert refusal(match, "strengthen mechante_bordee") == (
        "TR-6.7",
        "You are on no side: you have none to strengthen.",
    )
    play(match, "le_neptune: pass")
    assert choices(match) == ["strengthen botte_secrete", "pass"]


@pytest.mark.rule("TR-5.5")
def test_it_goes_round_until_all_have_passed_in_a_row():
    held = {"la_buse": "botte_secrete", "le_reveng": "bestioles", "le_hardi": "fievres"}
    match = closing(la_buse="4 4", le_reveng="4+", le_hardi="4", tricks=held, up=["bonne_fortune"] * 2)
    play(match, "la_buse: demand le_reveng 1; le_hardi: join; le_reveng: pass; le_hardi: pass")
    play(match, "la_buse: strengthen botte_secrete")  # so those who have passed are asked again
    assert asked(match) == ["le_reveng", "le_hardi"]
    play(match, "le_reveng: pass; le_hardi: weaken fievres defender; le_reveng: weaken bestioles aggressors")
    assert (phase(match), men(match, "le_reveng")) == ("movement", "4")


@pytest.mark.rule("TR-5.5")
@pytest.mark.parametrize(
    ("held", "verb"),
    [
        ("longue_vue", "spy"),
        ("nouveau_cap", "reshuffle"),
        ("indigenes_feroces", "remove"),
        ("traitrise", "exchange"),
        ("mitraille", "disarm"),
        ("le_chat_est_mort", "mourn"),
        ("canicule", None),
        ("bonne_fortune", None),
    ],
)
def test_other_tricks_are_played_in_a_confrontation_as_elsewhere_but_movement_tricks_are_not(held, verb):
    tricks = {"le_hardi": held, "la_buse": "superstition"}
    match = closing(la_buse="4 4", le_reveng="4+ 9-", le_hardi="4", tricks=tricks)
    play(match, "la_buse: demand le_reveng 1; le_hardi: stay_out")
    assert mover(match) == "le_hardi"
    assert verbs(match) == {"pass", verb} - {None}


@pytest.mark.rule("TR-5.5")
def test_a_swapped_chest_is_the_one_at_stake():
    match = closing(la_buse="4 4", le_reveng="4+ 9-", le_hardi="4", tricks={"le_hardi": "traitrise"})
    play(match, "la_buse: demand le_reveng 1; le_hardi: stay_out")
    play(match, "le_hardi: exchange le_reveng 1 le_reveng 2")
    assert (phase(match), mover(match)) == ("losses", "la_buse")  # it was the empty one
    assert men(match, "le_reveng") == "4 9+"
