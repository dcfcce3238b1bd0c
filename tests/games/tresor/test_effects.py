"""What each trick does (TR-6.4 to 6.12, 6.14)."""

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
    points,
    refusal,
    seen,
    table,
    trick,
    winner,
)

from archipel.core.record import WATCHER

READERS = (WATCHER, 0, 1, 2)
PUSHES = {"tonneaux_en_perce": 2, "double_ration": 1, "canicule": -2, "superstition": -1}


def views(match, ship, number):
    """A chest as the watcher and each seat see it."""
    return [seen(match, reader, ship, number) for reader in READERS]


# ── Movement tricks ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.4")
@pytest.mark.parametrize(("held", "zone"), [("tonneaux_en_perce", "8"), ("double_ration", "7")])
def test_tonneaux_en_perce_advances_two_zones_double_ration_one(held, zone):
    match = table(la_buse="3 3", tricks={"le_reveng": held})
    play(match, f"la_buse: displace 1 3; le_reveng: push {held}")
    assert men(match, "la_buse") == f"{zone} 3"  # the one that has just been displaced, no other


@pytest.mark.rule("TR-6.5")
@pytest.mark.parametrize(("held", "zone"), [("canicule", "4"), ("superstition", "5")])
def test_canicule_sends_back_two_zones_superstition_one(held, zone):
    match = table(la_buse="3 3", tricks={"le_reveng": held})
    play(match, f"la_buse: displace 1 3; le_reveng: push {held}")
    assert men(match, "la_buse") == f"{zone} 3"


@pytest.mark.rule("TR-6.4", "TR-6.5")
@pytest.mark.parametrize("held", PUSHES)
def test_movement_tricks_are_played_only_after_a_displacement(held):
    match = table(la_buse="3", tricks={"la_buse": held, "le_reveng": "canicule" if held[0] != "c" else ""})
    assert refusal(match, f"push {held}")[0] == "TR-6.5"
    play(match, "la_buse: displace 1 5")
    all_pass(match)
    play(match, "la_buse: end")
    assert phase(match) == "closing"
    assert refusal(match, f"push {held}") == (
        "TR-6.5",
        f"{match.game.words.TRICK_NAMES[held]} is played on a detachment that has just been displaced.",
    )


@pytest.mark.rule("TR-6.5")
def test_the_reaction_comes_before_the_arrival_so_a_boarding_chest_is_held_back():
    match = table(la_buse="2+", tricks={"le_hardi": "canicule"})
    play(match, "la_buse: displace 1 2")
    assert (mover(match), match.over) == ("le_hardi", False)
    assert men(match, "la_buse") == "0+"
    play(match, "le_hardi: push canicule")
    assert (men(match, "la_buse"), mover(match)) == ("2+", "la_buse")


@pytest.mark.rule("TR-6.5")
@pytest.mark.parametrize(
    ("held", "action", "after"),
    [
        ("indigenes_feroces", "remove la_buse 1", ""),
        ("traitrise", "exchange la_buse 1 le_reveng 1", ""),
        ("longue_vue", "spy la_buse 1", None),
    ],
)
def test_a_boarding_detachment_still_carries_its_chest_and_can_be_chosen(held, action, after):
    match = table(la_buse="1+", le_reveng="6-", tricks={"le_hardi": held})
    play(match, f"la_buse: displace 1 1; le_hardi: {action}")
    if after is None:
        assert winner(match) == "la_buse"
    else:
        assert (men(match, "la_buse"), match.over) == (after, False)
    if held == "traitrise":
        assert men(match, "le_reveng") == "6+"


@pytest.mark.rule("TR-6.6")
@pytest.mark.parametrize(
    ("before", "held", "after"),
    [
        ("6", "double_ration", "8"),
        ("6-", "double_ration", "4-"),
        ("6", "superstition", "6"),
        ("6-", "superstition", "6-"),
        ("0", "canicule", ""),
        ("2-", "tonneaux_en_perce", ""),
        ("12-", "canicule", "12-"),
        ("10", "tonneaux_en_perce", "12-"),
    ],
)
def test_advance_and_back_are_along_its_own_direction_and_stop_at_ship_and_cave(before, held, after):
    match = table(la_buse=before, tricks={"le_reveng": held})
    play(match, f"la_buse: displace 1 1; le_reveng: push {held}")
    if phase(match) == "chest":
        play(match, "chance: find empty")
    assert men(match, "la_buse") == after


@pytest.mark.rule("TR-6.6")
def test_the_direction_is_that_of_the_moment_the_trick_takes_effect():
    match = table(la_buse="6-", tricks={"le_reveng": "indigenes_feroces", "le_hardi": "double_ration"})
    play(match, "la_buse: displace 1 1; le_reveng: remove la_buse 1; le_hardi: push double_ration")
    assert men(match, "la_buse") == "6"  # unloaded now: it advances towards the cave


@pytest.mark.rule("TR-6.6")
def test_pushes_cost_no_points_and_no_reduction():
    match = table(la_buse="9-", tricks={"le_reveng": "double_ration"})
    play(match, "la_buse: displace 1 1; le_reveng: push double_ration")
    assert (men(match, "la_buse"), points(match)) == ("7-", 3)
    play(match, "la_buse: displace 1 3")
    assert points(match) == 0


@pytest.mark.rule("TR-6.6")
def test_several_apply_one_after_the_other_to_where_it_then_stands():
    match = table(la_buse="0", tricks={"le_reveng": "canicule", "le_hardi": "double_ration"})
    play(match, "la_buse: displace 1 1; le_reveng: push canicule; le_hardi: push double_ration")
    assert men(match, "la_buse") == "1"  # 1 - 2 stops at the ship, then 1 on; not 1 - 2 + 1


@pytest.mark.rule("TR-6.6", "TR-7.1")
def test_an_advance_may_win_whoever_plays_it():
    match = table(la_buse="3+", tricks={"le_reveng": "tonneaux_en_perce", "le_hardi": "canicule"})
    play(match, "la_buse: displace 1 1; le_reveng: push tonneaux_en_perce")
    assert (mover(match), match.over) == ("le_hardi", False)  # all may still react
    assert winner(play(match, "le_hardi: pass")) == "la_buse"


@pytest.mark.rule("TR-6.2", "TR-6.6")
def test_a_movement_trick_may_be_played_on_a_detachment_that_cannot_go_further():
    match = table(la_buse="1-", tricks={"le_reveng": "double_ration"})
    play(match, "la_buse: displace 1 1; le_reveng: push double_ration")
    assert (men(match, "la_buse"), face_up(match)) == ("", ["double_ration"])


# ── Confrontation tricks ────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.7")
@pytest.mark.parametrize(
    ("held", "action", "strength"),
    [
        ("mechante_bordee", "strengthen mechante_bordee", (2, 5)),
        ("botte_secrete", "strengthen botte_secrete", (2, 4)),
        ("fievres", "weaken fievres aggressors", (0, 3)),
        ("bestioles", "weaken bestioles aggressors", (1, 3)),
    ],
)
def test_strength_for_ones_own_side_and_weakness_for_the_other(held, action, strength):
    up = ["bonne_fortune"] * 2
    match = closing(
        la_buse="4 4",
        le_reveng="4- 4 4",
        le_hardi="4 4",
        tricks={"le_reveng": held, "la_buse": "canicule"},
        up=up,
    )
    play(match, f"la_buse: demand le_reveng 1; le_hardi: stay_out; le_reveng: {action}")
    shown = match.show(WATCHER)["confrontation"]["strength"]
    assert (shown["aggressors"], shown["defender"]) == strength


@pytest.mark.rule("TR-6.7")
def test_they_are_played_only_in_a_confrontation_whose_zone_one_occupies():
    held = {"le_hardi": "fievres", "le_reveng": "bestioles", "la_buse": "botte_secrete"}
    match = closing(la_buse="4 4", le_reveng="4+", le_hardi="5", tricks=held)
    assert refusal(match, "strengthen botte_secrete") == (
        "TR-6.7",
        "Botte secrète is played in a confrontation.",
    )
    play(match, "la_buse: demand le_reveng 1; le_reveng: pass; la_buse: pass")
    assert (phase(match), mover(match)) == ("closing", "le_reveng")  # Le Hardi stands elsewhere: not asked


# ── Longue vue ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.8")
def test_longue_vue_shows_its_player_the_chest_of_an_opponent_in_secret():
    match = table(la_buse="3-", le_reveng="6+ 12+", tricks={"la_buse": "longue_vue"})
    play(match, "la_buse: spy le_reveng 1")
    assert views(match, "le_reveng", 1) == ["?", "full", "full", "?"]
    for reader in READERS:  # that La Buse has looked, everybody knows
        assert match.show(reader)["players"][1]["detachments"][0]["known_to"] == ["la_buse", "le_reveng"]


@pytest.mark.rule("TR-6.8")
def test_longue_vue_is_not_for_ones_own_chest_nor_the_cave():
    match = table(la_buse="3-", le_reveng="6+ 12+", tricks={"la_buse": "longue_vue"})
    assert refusal(match, "spy la_buse 1") == ("TR-6.8", "Longue vue looks at the chest of an opponent.")
    assert refusal(match, "spy le_reveng 2")[0] == "TR-6.3"
    assert refusal(match, "spy le_reveng 3")[0] == "TR-6.2"


# ── Nouveau cap ─────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.9")
def test_nouveau_cap_deals_all_carried_chests_out_again_by_seat_and_number():
    match = table(la_buse="3- 12+", le_reveng="0 6+ 7-", le_hardi="5-", tricks={"le_reveng": "nouveau_cap"})
    play(match, "la_buse: displace 3 5; le_reveng: reshuffle")
    assert match.ways == [3, 1]
    play(match, "chance: find full")
    assert choices(match) == ["find empty"]
    play(match, "chance: find empty; chance: find empty; chance: find empty")
    assert men(match, "la_buse") == "3+ 12+ 5"
    assert (men(match, "le_reveng"), men(match, "le_hardi")) == ("0 6- 7-", "5-")
    told = [match.spell(one.action) for one in match.witnessed(0)][-4:]
    assert told == ["find full", "find ?", "find ?", "find ?"]


@pytest.mark.rule("TR-6.9")
def test_after_nouveau_cap_each_owner_may_look_at_the_new_ones_and_nobody_else():
    match = table(la_buse="3-", le_reveng="6+", le_hardi="12-", tricks={"la_buse": "nouveau_cap"})
    play(match, "la_buse: reshuffle; chance: find full; chance: find empty")
    assert views(match, "la_buse", 1) == ["?", "full", "?", "?"]
    assert views(match, "le_reveng", 1) == ["?", "?", "empty", "?"]
    assert views(match, "le_hardi", 1) == ["?", "?", "?", "empty"]  # in the cave: not concerned


# ── Indigènes féroces ───────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.10")
@pytest.mark.parametrize(("ship", "after", "removed"), [("le_reveng", "6", [0, 1]), ("la_buse", "3", [1, 0])])
def test_indigenes_feroces_remove_any_chest_from_the_game_face_up(ship, after, removed):
    match = table(la_buse="3-", le_reveng="6+", tricks={"la_buse": "indigenes_feroces"})
    before = cave(match)
    play(match, f"la_buse: remove {ship} 1")
    assert men(match, ship) == after
    for reader in READERS:
        assert match.view(reader).removed.tolist() == removed
    assert cave(match) == before


@pytest.mark.rule("TR-6.10")
def test_indigenes_feroces_find_nothing_in_the_cave_nor_where_there_is_no_chest():
    match = table(la_buse="3", le_reveng="12+", le_hardi="4-", tricks={"la_buse": "indigenes_feroces"})
    assert [one for one in choices(match) if one.startswith("remove")] == ["remove le_hardi 1"]


# ── Traîtrise ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.11")
def test_traitrise_swaps_two_chests_of_any_owners_unseen():
    match = table(seats=4, le_reveng="6+", le_hardi="8-", tricks={"la_buse": "traitrise"})
    play(match, "la_buse: exchange le_reveng 1 le_hardi 1")
    assert (men(match, "le_reveng"), men(match, "le_hardi")) == ("6-", "8+")
    assert views(match, "le_reveng", 1) == ["?", "?", "empty", "empty"]  # its new owner, and who had it
    assert views(match, "le_hardi", 1) == ["?", "?", "full", "full"]


@pytest.mark.rule("TR-6.11")
def test_traitrise_takes_two_different_carrying_detachments():
    match = table(la_buse="3- 4+", le_reveng="6 12+", tricks={"la_buse": "traitrise"})
    assert [c for c in choices(match) if c.startswith("exchange")] == ["exchange la_buse 1 la_buse 2"]
    assert refusal(match, "exchange la_buse 1 la_buse 1")[0] == "TR-6.11"
    assert refusal(match, "exchange la_buse 1 le_reveng 1")[0] == "TR-6.2"
    assert refusal(match, "exchange la_buse 1 le_reveng 2")[0] == "TR-6.3"


# ── Mitraille ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.12")
def test_mitraille_makes_an_opponent_discard_a_trick_face_up():
    match = table(tricks={"la_buse": "mitraille", "le_reveng": "canicule"})
    assert [c for c in choices(match) if c.startswith("disarm")] == ["disarm le_reveng"]
    assert refusal(match, "disarm la_buse") == ("TR-6.12", "Mitraille is played against an opponent.")
    assert refusal(match, "disarm le_hardi") == ("TR-6.12", "That player holds no trick.")
    play(match, "la_buse: disarm le_reveng; le_reveng: pass")
    assert (trick(match, "le_reveng"), face_up(match)) == (None, ["canicule", "mitraille"])


@pytest.mark.rule("TR-6.12")
def test_only_bonne_fortune_may_answer_mitraille():
    match = table(tricks={"la_buse": "mitraille", "le_reveng": "le_chat_est_mort"})
    play(match, "la_buse: disarm le_reveng")
    assert choices(match) == ["pass"]
    assert refusal(match, "mourn")[0] == "TR-6.13"
    match = table(tricks={"la_buse": "mitraille", "le_reveng": "bonne_fortune"})
    play(match, "la_buse: disarm le_reveng; le_reveng: cancel")
    assert face_up(match) == ["mitraille", "bonne_fortune"]


# ── Le chat est mort ! ──────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.14")
def test_le_chat_est_mort_does_nothing_and_may_be_played_all_the_same():
    match = table(
        la_buse="3-", le_reveng="6+", tricks={"la_buse": "le_chat_est_mort", "le_reveng": "canicule"}
    )
    before = men(match, "la_buse"), men(match, "le_reveng"), cave(match), points(match)
    play(match, "la_buse: mourn")
    assert (men(match, "la_buse"), men(match, "le_reveng"), cave(match), points(match)) == before
    assert (face_up(match), mover(match)) == (["le_chat_est_mort"], "la_buse")
