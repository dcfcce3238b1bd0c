"""Tricks (TR-6): the hand, when they are played, the cave, and the answer of Bonne fortune."""

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
    set_up,
    table,
    trick,
    verbs,
)

from archipel.games.tresor.parts import SHIPS, TRICKS

THREE = SHIPS[:3]
AT_ANY_TIME = {
    "longue_vue": "spy",
    "nouveau_cap": "reshuffle",
    "indigenes_feroces": "remove",
    "traitrise": "exchange",
    "mitraille": "disarm",
    "le_chat_est_mort": "mourn",
}


# ── The hand ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.1")
def test_once_in_ones_turn_the_trick_is_swapped_for_a_new_one():
    match = set_up(3, {"la_buse": "canicule"})
    play(match, "la_buse: swap; chance: deal fievres")
    assert (trick(match, "la_buse"), mover(match)) == ("fievres", "la_buse")
    assert face_up(match) == []
    assert match.show(1)["discard"] == {"face_up": {}, "face_down": 1}
    assert refusal(match, "swap") == ("TR-6.1", "A trick is swapped or drawn once in a turn.")


@pytest.mark.rule("TR-6.1")
def test_who_has_none_draws_one():
    match = play(table(), "la_buse: swap; chance: deal fievres")
    assert trick(match, "la_buse") == "fievres"
    assert match.show(1)["discard"]["face_down"] == 0
    assert refusal(match, "swap")[0] == "TR-6.1"


@pytest.mark.rule("TR-6.1")
def test_a_trick_may_be_swapped_between_displacements_and_after_the_last_but_not_in_the_closing_phase():
    match = play(table(tricks={"le_reveng": "canicule"}), "la_buse: displace 1 2")
    assert phase(match) == "reaction"
    assert refusal(match, "swap")[0] == "TR-6.2"
    play(match, "le_reveng: pass; la_buse: displace 1 3; le_reveng: pass")
    assert choices(match) == ["end", "swap"]
    play(match, "la_buse: end")
    assert refusal(match, "swap")[0] == "TR-5.2"


@pytest.mark.rule("TR-6.1")
def test_nobody_swaps_in_the_turn_of_another():
    match = closing(tricks={"le_reveng": "canicule"})
    assert (mover(match), choices(match)) == ("le_reveng", ["pass"])


@pytest.mark.rule("TR-6.1")
def test_an_empty_deck_is_made_anew_from_the_discard_with_the_trick_just_swapped():
    rest = {"canicule": 0, "fievres": 0}
    up = [t for t, n in zip(TRICKS, set_up().game.rules.COPIES, strict=True) for _ in range(rest.get(t, n))]
    match = table(tricks={"la_buse": "canicule", "le_reveng": "fievres"}, up=up)
    assert match.state.deck_size == 0
    play(match, "la_buse: swap")
    assert match.state.deck_size == 26
    assert "deal canicule" in choices(match)
    assert "deal fievres" not in choices(match)
    play(match, "chance: deal canicule")
    assert (match.state.deck_size, face_up(match)) == (25, [])


@pytest.mark.rule("TR-6.1")
def test_a_trick_that_was_played_leaves_the_hand_empty():
    match = play(table(tricks={"la_buse": "le_chat_est_mort"}), "la_buse: mourn")
    assert trick(match, "la_buse") is None
    assert "swap" in choices(match)


# ── When ────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.2")
@pytest.mark.parametrize(("held", "verb"), AT_ANY_TIME.items())
def test_most_tricks_are_played_in_the_turn_in_reaction_rounds_and_in_the_closing_phase(held, verb):
    pieces = {"la_buse": "4-", "le_reveng": "7+", "le_hardi": "0 3+"}
    match = table(tricks={"la_buse": held, "le_reveng": "canicule"}, **pieces)
    assert verb in verbs(match)
    match = table(tricks={"le_reveng": held, "la_buse": "canicule"}, **pieces)
    assert verb in verbs(play(match, "la_buse: displace 2 5"))
    play(match, "le_reveng: pass; la_buse: pass; la_buse: end; la_buse: pass")
    assert (phase(match), mover(match), verbs(match)) == ("closing", "le_reveng", {verb, "pass"})


@pytest.mark.rule("TR-6.2")
def test_after_each_displacement_every_holder_is_asked_clockwise_until_all_have_passed():
    held = {"la_buse": "bestioles", "le_hardi": "le_chat_est_mort", "le_neptune": "mitraille"}
    match = play(table(seats=4, tricks=held), "la_buse: displace 1 1")
    assert asked(match) == ["le_hardi", "le_neptune", "la_buse"]
    play(match, "le_hardi: pass; le_neptune: pass; la_buse: pass; la_buse: displace 2 1; le_hardi: mourn")
    assert asked(match) == ["le_neptune", "la_buse"]
    play(match, "le_neptune: disarm la_buse; la_buse: pass")
    assert (mover(match), phase(match)) == ("la_buse", "movement")


@pytest.mark.rule("TR-6.2", "TR-6.3")
def test_there_is_no_reaction_to_a_displacement_that_ends_in_the_cave():
    match = table(la_buse="11", tricks=dict.fromkeys(THREE, "superstition"))
    assert phase(play(match, "la_buse: displace 1 1; chance: find full")) == "movement"
    assert mover(match) == "la_buse"


@pytest.mark.rule("TR-6.2", "TR-9.2")
@pytest.mark.parametrize("held", TRICKS[:14])
def test_holders_are_asked_whether_or_not_they_can_use_what_they_hold(held):
    match = play(table(tricks={"le_reveng": held, "la_buse": "bonne_fortune"}), "la_buse: displace 1 5")
    assert asked(match) == ["le_reveng", "la_buse"]
    all_pass(match)
    assert asked(play(match, "la_buse: end")) == ["la_buse", "le_reveng"]


@pytest.mark.rule("TR-6.2")
def test_a_trick_needs_something_to_act_on():
    for held in ("longue_vue", "nouveau_cap", "indigenes_feroces", "traitrise", "mitraille"):
        match = table(tricks={"la_buse": held}, la_buse="3", le_reveng="12-")
        assert verbs(match) == {"displace", "swap"}
    match = table(tricks={"la_buse": "nouveau_cap"}, la_buse="3-", le_reveng="12- 5")
    assert refusal(match, "reshuffle") == ("TR-6.2", "Nouveau cap needs two chests outside the cave.")
    match = table(tricks={"la_buse": "traitrise"}, la_buse="3-", le_reveng="12- 5")
    assert refusal(match, "exchange la_buse 1 le_reveng 2") == ("TR-6.2", "That detachment carries no chest.")
    match = table(tricks={"la_buse": "nouveau_cap"}, la_buse="3-", le_reveng="12- 5-")
    assert "reshuffle" in choices(match)


@pytest.mark.rule("TR-6.2")
def test_one_plays_the_trick_one_holds():
    match = table(tricks={"la_buse": "canicule"}, le_reveng="5-")
    assert refusal(match, "spy le_reveng 1") == ("TR-6.2", "You do not hold Longue vue.")
    assert refusal(match, "push canicule")[0] == "TR-6.5"


@pytest.mark.rule("TR-6.2")
def test_the_player_on_turn_says_when_the_movement_ends():
    match = play(table(tricks={"la_buse": "le_chat_est_mort"}), "la_buse: displace 1 5; la_buse: pass")
    assert (mover(match), set(choices(match))) == ("la_buse", {"end", "swap", "mourn"})


# ── The cave ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.3")
def test_nothing_in_the_cave_is_chosen():
    pieces = {"la_buse": "12- 3-", "le_reveng": "12+ 5-"}
    for held, verb, wrong in (
        ("longue_vue", ["spy le_reveng 2"], "spy le_reveng 1"),
        ("indigenes_feroces", ["remove la_buse 2", "remove le_reveng 2"], "remove le_reveng 1"),
        ("traitrise", ["exchange la_buse 2 le_reveng 2"], "exchange la_buse 1 le_reveng 2"),
    ):
        match = table(tricks={"la_buse": held}, **pieces)
        offered = [c for c in choices(match) if c.split()[0] not in ("displace", "swap")]
        assert offered == verb
        assert refusal(match, wrong) == ("TR-6.3", "Tricks have no effect in the cave.")


@pytest.mark.rule("TR-6.3")
def test_a_movement_trick_may_end_in_the_cave_which_is_an_arrival_like_any_other():
    match = table(la_buse="9", tricks={"le_reveng": "tonneaux_en_perce"})
    play(match, "la_buse: displace 1 1; le_reveng: push tonneaux_en_perce; chance: find full")
    assert men(match, "la_buse") == "12+"
    match = table(la_buse="10", tricks={"le_reveng": "tonneaux_en_perce"})
    play(match, "la_buse: displace 1 1; le_reveng: push tonneaux_en_perce; chance: find empty")
    assert men(match, "la_buse") == "12-"


@pytest.mark.rule("TR-6.3")
def test_one_pushed_back_into_the_cave_keeps_its_chest_and_takes_no_other():
    match = table(la_buse="12-", tricks={"le_reveng": "canicule", "le_hardi": "superstition"}, points=2)
    play(match, "la_buse: displace 1 1; le_reveng: push canicule")
    assert men(match, "la_buse") == "12-"
    assert (mover(match), choices(match)) == ("le_hardi", ["pass"])  # it is safe there already
    assert refusal(match, "push superstition") == ("TR-6.3", "Tricks have no effect in the cave.")
    assert phase(play(match, "le_hardi: pass")) == "movement"
    assert match.state.cave_size == 35


# ── Bonne fortune ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.13", "TR-6.15")
def test_it_cancels_a_trick_just_played_against_one_and_both_are_discarded():
    match = table(la_buse="5+", tricks={"le_reveng": "indigenes_feroces", "la_buse": "bonne_fortune"})
    play(match, "la_buse: displace 1 1; le_reveng: remove la_buse 1")
    assert (mover(match), choices(match)) == ("la_buse", ["cancel", "pass"])
    play(match, "la_buse: cancel")
    assert men(match, "la_buse") == "4+"
    assert face_up(match) == ["indigenes_feroces", "bonne_fortune"]
    assert match.state.removed.sum() == 0


@pytest.mark.rule("TR-6.13")
def test_whoever_lets_it_pass_keeps_their_trick():
    match = table(la_buse="5+", tricks={"le_reveng": "indigenes_feroces", "la_buse": "bonne_fortune"})
    play(match, "la_buse: displace 1 1; le_reveng: remove la_buse 1; la_buse: pass")
    assert (men(match, "la_buse"), trick(match, "la_buse")) == ("4", "bonne_fortune")


@pytest.mark.rule("TR-6.13")
@pytest.mark.parametrize("held", TRICKS)
def test_every_holder_it_is_against_is_asked_and_only_bonne_fortune_answers(held):
    tricks = {"la_buse": "mitraille", "le_reveng": held}
    if held == "mitraille":
        tricks["la_buse"] = "indigenes_feroces"
    match = table(le_reveng="5+", tricks=tricks)
    play(match, "la_buse: remove le_reveng 1" if held == "mitraille" else "la_buse: disarm le_reveng")
    assert mover(match) == "le_reveng"
    assert choices(match) == (["cancel", "pass"] if held == "bonne_fortune" else ["pass"])


@pytest.mark.rule("TR-6.13")
@pytest.mark.parametrize(
    ("held", "action", "against"),
    [
        ("longue_vue", "spy le_reveng 1", ["le_reveng"]),
        ("indigenes_feroces", "remove le_hardi 1", ["le_hardi"]),
        ("indigenes_feroces", "remove la_buse 1", []),
        ("traitrise", "exchange le_reveng 1 le_hardi 1", ["le_reveng", "le_hardi"]),
        ("traitrise", "exchange la_buse 1 le_hardi 1", ["le_hardi"]),
        ("nouveau_cap", "reshuffle", ["le_reveng", "le_hardi"]),
        ("mitraille", "disarm le_neptune", ["le_neptune"]),
        ("le_chat_est_mort", "mourn", []),
    ],
)
def test_a_trick_is_against_those_whose_detachment_chest_or_trick_it_hits(held, action, against):
    tricks = dict.fromkeys(SHIPS[1:4], "bestioles") | {"la_buse": held}
    match = table(seats=4, la_buse="3-", le_reveng="5+", le_hardi="6-", le_neptune="12-", tricks=tricks)
    play(match, f"la_buse: {action}")
    assert (asked(match) if phase(match) == "answer" else []) == against


@pytest.mark.rule("TR-6.13")
def test_a_push_is_against_the_player_on_turn_and_ones_own_trick_against_nobody_else():
    tricks = {"la_buse": "bonne_fortune", "le_reveng": "double_ration", "le_hardi": "canicule"}
    match = play(table(tricks=tricks), "la_buse: displace 1 3; le_reveng: push double_ration")
    assert asked(match) == ["la_buse"]
    match = table(tricks={"la_buse": "double_ration", "le_reveng": "bonne_fortune"})
    play(match, "la_buse: displace 1 3; le_reveng: pass; la_buse: push double_ration")
    assert (men(match, "la_buse"), phase(match)) == ("4", "reaction")


@pytest.mark.rule("TR-6.13")
def test_the_first_to_cancel_ends_it():
    tricks = {"la_buse": "nouveau_cap", "le_reveng": "bonne_fortune", "le_hardi": "bonne_fortune"}
    match = table(la_buse="3-", le_reveng="5+", le_hardi="6-", tricks=tricks)
    play(match, "la_buse: reshuffle; le_reveng: cancel")
    assert (mover(match), phase(match)) == ("la_buse", "movement")
    assert trick(match, "le_hardi") == "bonne_fortune"


@pytest.mark.rule("TR-6.13")
def test_it_is_played_in_no_other_way():
    tricks = {"la_buse": "bonne_fortune", "le_reveng": "traitrise", "le_hardi": "canicule"}
    match = table(le_reveng="5+", le_hardi="6-", tricks=tricks)
    assert refusal(match, "cancel")[0] == "TR-6.13"
    play(match, "la_buse: displace 1 1; le_reveng: exchange le_reveng 1 le_hardi 1")
    assert (mover(match), asked(match)) == ("le_hardi", ["le_hardi"])  # La Buse has nothing to do with it


@pytest.mark.rule("TR-6.13")
def test_nobody_is_asked_once_both_copies_lie_face_up():
    tricks = {"la_buse": "mitraille", "le_reveng": "canicule"}
    match = play(table(tricks=tricks, up=["bonne_fortune"] * 2), "la_buse: disarm le_reveng")
    assert (trick(match, "le_reveng"), mover(match)) == (None, "la_buse")
    match = play(table(tricks=tricks, up=["bonne_fortune"]), "la_buse: disarm le_reveng")
    assert (mover(match), phase(match)) == ("le_reveng", "answer")


# ── Bonne fortune in a confrontation ────────────────────────────────────────────────────────────
def confronted(**tricks):
    """La Buse and Le Hardi, 1 + 1, demand a chest of Le Reveng, 1; Le Neptune stands by."""
    pieces = {"la_buse": "4", "le_reveng": "4+", "le_hardi": "4", "le_neptune": "4"}
    match = closing(seats=4, tricks=tricks, **pieces)
    return play(match, "la_buse: demand le_reveng 1; le_hardi: join; le_neptune: stay_out")


@pytest.mark.rule("TR-6.13")
def test_against_you_is_what_weakens_your_side_or_strengthens_the_other():
    match = confronted(le_reveng="bestioles", la_buse="canicule", le_hardi="mitraille", le_neptune="fievres")
    play(match, "le_reveng: weaken bestioles aggressors")
    assert asked(match) == ["le_hardi", "la_buse"]  # clockwise from its player; not the bystander
    play(match, "le_hardi: pass; la_buse: pass; le_hardi: pass; le_neptune: weaken fievres aggressors")
    assert asked(match) == ["la_buse", "le_hardi"]
    match = confronted(la_buse="botte_secrete", le_reveng="canicule", le_hardi="mitraille")
    play(match, "le_reveng: pass; le_hardi: pass; la_buse: strengthen botte_secrete")
    assert asked(match) == ["le_reveng"]


@pytest.mark.rule("TR-6.13")
@pytest.mark.parametrize(("counter", "opened"), [("cancel", False), ("pass", True)])
def test_the_side_the_trick_would_have_helped_may_answer_with_the_other_copy(counter, opened):
    match = confronted(le_neptune="fievres", la_buse="bonne_fortune", le_reveng="bonne_fortune")
    play(match, "le_reveng: pass; le_neptune: weaken fievres aggressors; la_buse: cancel")
    assert (mover(match), choices(match)) == ("le_reveng", ["cancel", "pass"])
    play(match, f"le_reveng: {counter}")
    all_pass(match)
    assert (men(match, "le_reveng") == "4") is opened


@pytest.mark.rule("TR-6.13")
def test_after_the_counter_both_copies_lie_open_and_nobody_else_is_asked():
    held = {"le_neptune": "fievres", "la_buse": "bonne_fortune", "le_reveng": "bonne_fortune"}
    match = confronted(**held, le_hardi="canicule")
    play(match, "le_reveng: pass; le_hardi: pass; le_neptune: weaken fievres aggressors")
    play(match, "la_buse: cancel; le_reveng: cancel")
    assert (phase(match), mover(match)) == ("support", "le_hardi")
    assert match.show(0)["confrontation"]["strength"] == {"aggressors": 0, "defender": 1}


@pytest.mark.rule("TR-6.13")
def test_elsewhere_nobody_can_answer_bonne_fortune():
    tricks = {"le_hardi": "superstition", "la_buse": "bonne_fortune", "le_reveng": "bonne_fortune"}
    match = table(la_buse="5-", tricks=tricks)
    play(match, "la_buse: displace 1 1; le_reveng: pass; le_hardi: push superstition; la_buse: cancel")
    assert (mover(match), phase(match), men(match, "la_buse")) == ("le_reveng", "reaction", "4-")


# ── Face up ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-6.15")
def test_a_played_trick_goes_face_up_to_the_discard():
    match = table(tricks={"la_buse": "le_chat_est_mort", "le_reveng": "canicule"})
    play(match, "la_buse: mourn")
    assert (face_up(match), match.show(2)["discard"]) == (
        ["le_chat_est_mort"],
        {"face_up": {"le_chat_est_mort": 1}, "face_down": 0},
    )
    play(match, "la_buse: displace 1 3; le_reveng: push canicule")
    assert face_up(match) == ["canicule", "le_chat_est_mort"]
