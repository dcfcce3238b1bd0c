"""Chests (TR-4): taken, looked at, brought home, sent back."""

import pytest
from tests.games.tresor.scripts import (
    TRESOR,
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
    table,
    winner,
)

from archipel.core.record import WATCHER
from archipel.games.tresor.parts import EVERYONE

LA_BUSE, LE_REVENG, LE_HARDI = range(3)
READERS = (WATCHER, LA_BUSE, LE_REVENG, LE_HARDI)


# ── Taking one ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-4.1")
@pytest.mark.parametrize("chest", ["empty", "full"])
def test_who_reaches_the_cave_takes_a_chest_and_its_owner_alone_looks_at_it(chest):
    match = play(table(la_buse="11"), f"la_buse: displace 1 1; chance: find {chest}")
    assert men(match, "la_buse") == ("12-" if chest == "empty" else "12+")
    assert [seen(match, reader, "la_buse", 1) for reader in READERS] == ["?", chest, "?", "?"]
    assert [match.spell(match.witnessed(r)[-1].action) for r in READERS] == [
        "find ?",
        f"find {chest}",
        "find ?",
        "find ?",
    ]


@pytest.mark.rule("TR-4.1")
def test_everybody_sees_which_detachment_a_chest_belongs_to():
    match = play(table(la_buse="11 11"), "la_buse: displace 2 1; chance: find empty")
    for reader in READERS:
        one, two, *_ = match.show(reader)["players"][0]["detachments"]
        assert (one["loaded"], two["loaded"]) == (False, True)
        assert two["known_to"] == ["la_buse"]


@pytest.mark.rule("TR-4.1")
def test_passing_by_or_standing_elsewhere_gives_no_chest():
    match = play(table(la_buse="10"), "la_buse: displace 1 1")
    assert (men(match, "la_buse"), phase(match)) == ("11", "movement")


@pytest.mark.rule("TR-4.2")
def test_an_owner_may_look_again_at_any_time():
    match = table(la_buse="7+ 3-", le_reveng="5+", turn="le_hardi")
    own = ["full", "empty"]
    assert [seen(match, LA_BUSE, "la_buse", n) for n in (1, 2)] == own  # even in the turn of another
    play(match, "le_hardi: displace 1 5")
    assert [seen(match, LA_BUSE, "la_buse", n) for n in (1, 2)] == own
    assert seen(match, LA_BUSE, "le_reveng", 1) == "?"


# ── Bringing one home ───────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-4.3", "TR-7.1")
def test_a_full_chest_at_the_ship_wins_at_once():
    match = play(table(la_buse="1+"), "la_buse: displace 1 1")
    assert winner(match) == "la_buse"
    assert {seen(match, reader, "la_buse", 1) for reader in READERS} == {"full"}


@pytest.mark.rule("TR-4.3")
def test_an_empty_chest_at_the_ship_goes_back_to_the_cave_and_everybody_sees_it():
    match = table(la_buse="1-", cave=(3, 5))
    events = match.consider(match.read("displace 1 1")).events(WATCHER)
    assert [event["event"] for event in events] == ["displace", "aboard"]
    play(match, "la_buse: displace 1 1")
    assert (men(match, "la_buse"), cave(match)) == ("", (4, 5))
    assert points(match) == 3
    assert "displace 1 3" in choices(match)  # unloaded: it may land again


@pytest.mark.rule("TR-4.4")
def test_coming_home_with_an_empty_chest_costs_nothing_more():
    match = play(table(la_buse="1-"), "la_buse: displace 1 1")
    assert match.state.left[LA_BUSE] == 6
    assert mover(match) == "la_buse"
    assert "lose 1" not in choices(match)
    assert refusal(match, "lose 1")[0] == "TR-3.1"


# ── An empty cave ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-4.5")
def test_in_an_empty_cave_a_detachment_waits_unloaded():
    match = play(table(la_buse="11 1-", cave=(0, 0)), "la_buse: displace 1 1")
    assert (men(match, "la_buse"), mover(match)) == ("12 1-", "la_buse")
    assert "displace 1 1" not in choices(match)
    play(match, "la_buse: displace 2 1; chance: find empty")
    assert men(match, "la_buse") == "12-"
    assert cave(match) == (0, 0)


@pytest.mark.rule("TR-4.5")
def test_those_who_wait_take_theirs_in_turn_order_lower_numbers_first():
    waiting = {"la_buse": "12 12", "le_reveng": "1- 12", "le_hardi": "5 12"}
    match = table(turn="le_reveng", cave=(0, 0), **waiting)
    play(match, "le_reveng: displace 1 1; chance: find empty")
    assert men(match, "le_reveng") == "0 12-"
    match = table(turn="le_hardi", cave=(0, 0), le_hardi="1-", la_buse="12 12", le_reveng="0 12")
    play(match, "le_hardi: displace 1 1; chance: find empty")
    assert (men(match, "la_buse"), men(match, "le_reveng")) == ("12- 12", "0 12")


@pytest.mark.rule("TR-4.5", "TR-5.8")
def test_who_waits_takes_the_opened_chest_before_anybody_loses_a_detachment():
    match = closing(la_buse="4 4", le_reveng="4-", le_hardi="12", cave=(0, 0))
    play(match, "la_buse: demand le_reveng 1; chance: find empty")
    assert (men(match, "le_hardi"), phase(match)) == ("12-", "losses")


# ── Shuffling ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-4.6")
def test_a_chest_that_comes_back_is_shuffled_among_the_others():
    match = play(table(la_buse="1- 11", cave=(0, 1)), "la_buse: displace 1 1; la_buse: displace 2 1")
    assert match.ways == [1, 1]
    assert match.state.cave_known == 0
    play(match, "chance: find empty")
    assert [seen(match, reader, "la_buse", 2) for reader in READERS] == ["?", "empty", "?", "?"]


@pytest.mark.rule("TR-4.6")
def test_in_an_empty_cave_those_who_knew_a_chest_still_do():
    match = play(table(la_buse="1- 11", cave=(0, 0)), "la_buse: displace 1 1")
    assert match.state.cave_known == EVERYONE
    play(match, "la_buse: displace 2 1; chance: find empty")
    assert {seen(match, reader, "la_buse", 2) for reader in READERS} == {"empty"}
    assert {match.spell(match.witnessed(reader)[-1].action) for reader in READERS} == {"find empty"}


@pytest.mark.rule("TR-4.6", "TR-5.8")
def test_a_lost_chest_in_an_empty_cave_is_known_to_its_owner_alone():
    match = closing(la_buse="4+ 4", le_reveng="4-", le_hardi="0 12", cave=(0, 0))
    play(match, "la_buse: demand le_reveng 1; chance: find empty; la_buse: lose 1")
    assert TRESOR.notation.show(match.view(LA_BUSE), LA_BUSE)["cave"] == {"chests": 1, "full": 1}
    assert TRESOR.notation.show(match.view(LE_HARDI), LE_HARDI)["cave"] == {"chests": 1, "full": None}
