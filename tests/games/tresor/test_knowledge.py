"""Who knows what (TR-9): views, witnessed actions, possible worlds."""

import random
from functools import cache

import numpy as np
import pytest
from tests.games.tresor.scripts import (
    SEATS,
    TRESOR,
    all_pass,
    asked,
    begin_here,
    choices,
    closing,
    men,
    mover,
    phase,
    play,
    refusal,
    seen,
    set_up,
    table,
    trick,
)

from archipel.core.match import Match
from archipel.core.record import CHANCE, HIDDEN, WATCHER
from archipel.games.tresor.parts import COPIES, TRICKS

READERS = (WATCHER, 0, 1, 2)


def secrets(match, seat):
    """The fields in which a seat's view is not the truth; it must say so there."""
    view, truth, found = match.view(seat), match.state, set()
    for name in TRESOR.rules.STATE.names:
        shown, real = np.atleast_1d(getattr(view, name)), np.atleast_1d(getattr(truth, name))
        if (shown != real).any():
            assert (shown[shown != real] == HIDDEN).all()
            found.add(name)
    return found


def told(match, seat):
    """All actions of a match as a seat learnt them."""
    return [match.spell(one.action) for one in match.witnessed(seat)]


@cache
def random_actions(seats, seed, count=1500):
    """The actions of a random match, up to `count`."""
    match, chooser = Match(TRESOR, seats, seed=seed), random.Random(seed)
    while not match.over and len(match.actions) < count:
        match.step(chooser.choice(match.moves))
    return match.actions[:count]


# ── Views ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-9.1")
@pytest.mark.parametrize("seats", SEATS)
def test_nothing_but_chests_tricks_and_face_down_discards_is_ever_secret(seats):
    match, found = Match(TRESOR, seats), set()
    for number, action in enumerate(random_actions(seats, seats)):
        if number % 25 == 0:
            for seat in (WATCHER, *range(seats)):
                found |= secrets(match, seat)
        match.step(action)
    assert {"chest", "cave_full", "trick", "deck", "buried"} <= found
    assert found <= {"chest", "cave_full", "pool", "trick", "deck", "buried", "base_own"}


@pytest.mark.rule("TR-9.1")
def test_a_seat_sees_its_own_trick_chests_and_face_down_discards():
    match = table(la_buse="3-", le_reveng="6+", tricks={"la_buse": "canicule", "le_reveng": "fievres"})
    play(match, "la_buse: swap; chance: deal mitraille")
    assert [match.show(r)["players"][0]["trick"] for r in READERS] == ["?", "mitraille", "?", "?"]
    assert [match.show(r)["players"][2]["trick"] for r in READERS] == [None] * 4  # holding none is public
    assert [seen(match, r, "le_reveng", 1) for r in READERS] == ["?", "?", "full", "?"]
    canicule = TRICKS.index("canicule")
    assert [match.view(r).buried[0, 0, canicule] for r in READERS] == [HIDDEN, 1, HIDDEN, HIDDEN]
    assert {int(match.view(r).buried_size[0, 0]) for r in READERS} == {1}  # that La Buse buried one


@pytest.mark.rule("TR-9.1")
def test_positions_loads_points_turns_deck_and_cave_are_public():
    match = play(table(la_buse="3- 5", le_reveng="6+ x"), "la_buse: displace 1 1")
    for reader in READERS:
        shown = match.show(reader)
        assert [one["zone"] for one in shown["players"][0]["detachments"]] == [2, 5, 0, 0, 0, 0]
        assert [one["loaded"] for one in shown["players"][1]["detachments"]] == [True] + [False] * 4
        assert (shown["points"], shown["deck"], shown["cave"]["chests"]) == (3, 27, 34)
        assert shown["cave"]["full"] is None
        assert shown["players"][2]["turns"] == 1


# ── Actions as others learn them ────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-9.1", "TR-2.3", "TR-6.1")
def test_a_trick_dealt_or_drawn_is_learnt_by_who_gets_it():
    match = set_up(3, {"la_buse": "canicule", "le_reveng": "fievres", "le_hardi": "mitraille"})
    play(match, "la_buse: swap; chance: deal traitrise")
    own = ["deal canicule", "deal fievres", "deal mitraille"]
    for reader in READERS:
        expected = [own[seat] if seat == reader else "deal ?" for seat in range(3)]
        last = "deal traitrise" if reader == 0 else "deal ?"
        assert told(match, reader) == [*expected, "begin la_buse", "swap", last]


@pytest.mark.rule("TR-9.1")
@pytest.mark.parametrize("seats", SEATS)
def test_all_that_players_do_is_seen_by_everyone_their_passes_too(seats):
    match = Match(TRESOR, seats)
    match.restore(random_actions(seats, 1, 150))
    for seat in (WATCHER, *range(seats)):
        for one, action in zip(match.witnessed(seat), match.actions, strict=True):
            if one.by != CHANCE:
                assert one.action == action
    assert "pass" in told(match, WATCHER)


# ── Who is asked ────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-9.2", "TR-5.2", "TR-6.2")
@pytest.mark.parametrize("held", TRICKS)
def test_who_is_asked_is_the_same_whatever_is_held(held):
    def all_asked(kind):
        match = table(
            la_buse="4 4",
            le_reveng="4- 4",
            le_hardi="4 9+",
            tricks={"le_reveng": kind, "la_buse": "traitrise"},
        )
        play(match, "la_buse: displace 3 5")
        found = [asked(match)]
        all_pass(match)
        play(match, "la_buse: end")
        found.append(asked(match))
        play(match, "la_buse: demand le_reveng 1; le_hardi: join")
        found.append(asked(match))
        play(match, "le_reveng: pass; la_buse: exchange le_reveng 1 le_hardi 2")
        return [*found, phase(match), asked(match)]

    assert all_asked(held) == all_asked("le_chat_est_mort")
    assert all_asked(held)[-2:] == ["answer", ["le_reveng"]]


@pytest.mark.rule("TR-9.2")
def test_a_possible_world_asks_the_same_seat():
    match = Match(TRESOR, 4)
    for number, action in enumerate(random_actions(4, 9, 300)):
        match.step(action)
        if number % 10 == 0 and match.to_move != CHANCE:
            for seat in (WATCHER, 0, 3):
                assert match.world(seat, number).to_move == match.to_move


# ── Talk ────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-9.3")
def test_no_action_of_the_rules_is_a_claim():
    verbs = {TRESOR.notation.NOTATION.spell(action).split()[0] for action in range(TRESOR.rules.ACTIONS)}
    assert verbs == {
        *("deal", "begin", "find"),
        *("displace", "swap", "end", "pass"),
        *("demand", "demand_with", "join", "stay_out", "lose"),
        *(
            "strengthen",
            "weaken",
            "push",
            "spy",
            "reshuffle",
            "remove",
            "exchange",
            "disarm",
            "mourn",
            "cancel",
        ),
    }
    match = table(la_buse="3-")
    with pytest.raises(ValueError, match="claim"):
        match.read("claim la_buse 1 full")
    assert refusal(match, "find full")[0] == "TR-3.1"  # nor does anyone but chance say what is in a chest


# ── The deck made anew ──────────────────────────────────────────────────────────────────────────
def made_anew():
    """La Buse has buried Canicule, then the deck was made of all tricks but those in two other hands."""
    tricks = {"la_buse": "canicule", "le_reveng": "fievres", "le_hardi": "longue_vue"}
    copies = [t for t, n in zip(TRICKS, COPIES, strict=True) for _ in range(n)]
    up = [t for t in copies if t not in tricks.values()]
    return play(table(tricks=tricks, up=up), "la_buse: swap; chance: deal mitraille")


@pytest.mark.rule("TR-9.4")
def test_a_held_trick_older_than_the_deck_cannot_be_one_that_went_into_it():
    match = made_anew()
    for reader in READERS:
        assert match.view(reader).old[:3].tolist() == [0, 1, 1]
    worlds = [match.world(0, seed) for seed in range(60)]
    assert {trick(world, "le_reveng") for world in worlds} == {"fievres", "longue_vue"}
    assert {trick(world, "le_hardi") for world in worlds} == {"fievres", "longue_vue"}
    held = {trick(match.world(1, seed), "le_hardi") for seed in range(60)}
    assert held == {"longue_vue", "canicule"}  # of Canicule, face down, only La Buse knows that it went in
    held = {trick(match.world(WATCHER, seed), "le_hardi") for seed in range(90)}
    assert held == {"longue_vue", "canicule", "fievres"}


@pytest.mark.rule("TR-9.4")
def test_a_trick_drawn_since_is_one_of_those_in_the_deck():
    match = made_anew()
    held = {trick(match.world(1, seed), "la_buse") for seed in range(200)}
    assert "fievres" not in held  # Le Reveng holds the only one
    assert {"mitraille", "bestioles", "superstition"} <= held


@pytest.mark.rule("TR-9.4")
def test_what_was_known_before_the_last_making_is_forgotten():
    match = made_anew()
    s = match.state
    s.up[0] += s.deck  # all are played
    s.deck[:] = s.deck_size = 0
    begin_here(match)
    play(match, "la_buse: displace 1 5")
    all_pass(match)
    play(match, "la_buse: end")
    all_pass(match)
    play(match, "le_reveng: swap; chance: deal bestioles")
    assert match.state.base_own[0].sum() == 0
    assert match.state.base_own[1, TRICKS.index("fievres")] == 1
    held = {trick(match.world(0, seed), "le_hardi") for seed in range(60)}
    assert held == {"longue_vue", "fievres"}


@pytest.mark.rule("TR-9.4", "TR-9.1")
@pytest.mark.parametrize("seats", SEATS)
def test_possible_worlds_agree_with_the_view_and_keep_all_pieces(seats):
    match = Match(TRESOR, seats)
    for number, action in enumerate(random_actions(seats, 30 + seats)):
        match.step(action)
        if number % 50:
            continue
        for seat in (WATCHER, number % seats):
            world = match.world(seat, number)
            assert match.look(seat).bytes(0) == world.look(seat).bytes(0)
            for what, (there, must) in TRESOR.rules.conserved(world.state).items():
                assert there == must, what


# ── Chests in possible worlds ───────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-9.1", "TR-1.2")
def test_an_unseen_chest_is_full_as_often_as_any_other_unseen_one():
    match = table(la_buse="3-", le_reveng="6+")
    full = sum(men(match.world(0, seed), "le_reveng") == "6+" for seed in range(600))
    assert abs(full - 600 * 12 / 35) < 60  # five standard deviations
    assert {men(match.world(0, seed), "la_buse") for seed in range(10)} == {"3-"}
    assert {men(match.world(1, seed), "le_reveng") for seed in range(10)} == {"6+"}


@pytest.mark.rule("TR-9.1", "TR-6.9")
def test_in_the_middle_of_nouveau_cap_only_what_was_dealt_to_oneself_is_known():
    match = table(la_buse="3- 4-", le_reveng="6+", tricks={"la_buse": "nouveau_cap"})
    play(match, "la_buse: reshuffle; chance: find full")
    assert match.view(0).pool.tolist() == [HIDDEN, HIDDEN]
    for seed in range(20):
        world = match.world(0, seed)
        assert men(world, "la_buse").startswith("3+")
        assert mover(world) == "chance"
        assert set(choices(world)) <= {"find empty", "find full"}


@pytest.mark.rule("TR-9.1")
def test_what_was_opened_or_removed_stays_on_record_for_all():
    match = closing(la_buse="4 4", le_reveng="4+", le_hardi="7+", tricks={"le_hardi": "indigenes_feroces"})
    play(match, "la_buse: demand le_reveng 1; le_hardi: remove le_hardi 1")
    for reader in READERS:
        assert match.show(reader)["removed"] == {"empty": 0, "full": 1}
        opened = [event for event in match.events(reader) if event["event"] == "opened"]
        assert [event["chest"] for event in opened] == ["full"]
