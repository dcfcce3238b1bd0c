"""Who knows what: views, witnessed actions, possible worlds."""

import numpy as np
import pytest
from tests.games.costa_ruana.scripts import (
    COSTA_RUANA,
    SEATS,
    choices,
    collecting,
    hand,
    play,
    set_up,
    settle,
    skip_to,
    table,
)

from archipel.core.match import Match
from archipel.core.record import HIDDEN, WATCHER
from archipel.games.costa_ruana.parts import COLOURS, card


def secrets(match, seat):
    """The fields in which a seat's view is not the truth; it must say so there."""
    view, truth, found = match.view(seat), match.state, set()
    for name in COSTA_RUANA.rules.STATE.names:
        seen, real = np.atleast_1d(getattr(view, name)), np.atleast_1d(getattr(truth, name))
        if (seen != real).any():
            assert (seen[seen != real] == HIDDEN).all()
            found.add(name)
    return found


def told(match, seat):
    """All actions of a match as a seat learnt them."""
    return [match.spell(one.action) for one in match.witnessed(seat)]


# ── Views ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-3.6", "CR-3.2", "CR-7.2")
@pytest.mark.parametrize("seats", SEATS)
def test_nothing_but_hands_face_down_cards_huts_and_the_pile_is_ever_secret(seats):
    found = set()
    for seed in range(3):
        match = Match(COSTA_RUANA, seats, seed=seed)
        while not match.over:
            for seat in (WATCHER, *range(seats)):
                found |= secrets(match, seat)
            play(match, choices(match)[-1])
    assert found == {"hand", "table", "hut", "pile"}


@pytest.mark.rule("CR-3.6")
@pytest.mark.parametrize("seats", SEATS)
def test_a_seat_sees_its_own_hand_and_no_other(seats):
    match = Match(COSTA_RUANA, seats, seed=1)
    for seat in range(seats):
        view = match.view(seat)
        for other in range(seats):
            expected = match.state.hand[other] if other == seat else [HIDDEN] * 5
            assert view.hand[other].tolist() == list(expected)
        assert set(view.pile.tolist()) == {HIDDEN}
        assert view.pile_size == 7 * seats


@pytest.mark.rule("CR-3.6")
def test_a_hand_that_shrinks_hides_no_more_cards_than_it_has():
    match = skip_to(settle(set_up(2)), "native_on_card")
    assert match.view(0).hand[1].tolist() == [HIDDEN] * 3 + [-1] * 2
    assert len(match.show(0)["players"][1]["hand"]) == 3


@pytest.mark.rule("CR-3.2")
@pytest.mark.parametrize("shaman", ["red", "blue", "green"])
def test_each_face_down_card_is_known_only_to_who_laid_it(shaman):
    match = table(
        *[f"{card} red" for card in ("place_1/night", "place_2/night", "place_3/night")], shaman=shaman
    )
    first = COLOURS.index(shaman)
    for seat in (WATCHER, 0, 1, 2):
        cards = [laid["card"] for laid in match.show(seat)["table"]]
        assert "?" not in cards[:3]
        known = [number for number in (3, 4, 5) if cards[number] != "?"]
        assert known == ([3 + (seat - first) % 3] if seat != WATCHER else [])


@pytest.mark.rule("CR-3.2", "CR-3.3")
def test_a_native_on_a_face_down_card_does_not_show_it():
    match = table("place_1/night red", "place_2/night red", "place_3/night red", native_on={"blue": 4})
    laid = match.show(1)["table"][3]
    assert (laid["natives"], laid["card"]) == (["blue"], "?")


@pytest.mark.rule("CR-7.2", "CR-10.1")
@pytest.mark.parametrize("open_huts", [False, True])
def test_huts_are_seen_by_their_owner_or_with_open_huts_by_all(open_huts):
    match = skip_to(collecting(1, 2, 0, open_huts=open_huts), "face_up_card", 2)
    for seat in (WATCHER, 0, 1, 2):
        huts = [player["hut"] for player in match.show(seat)["players"]]
        assert huts == [n if open_huts or seat == owner else None for owner, n in enumerate((1, 2, 0))]


@pytest.mark.rule("CR-10.1")
def test_no_total_of_another_player_is_shown_in_later_rounds():
    match = collecting(1, 2, 0)
    collecting(0, 1, 0, match=match, round=2)
    _, blue, _ = match.show(0)["players"]
    assert (blue["hut"], blue["taken"]) == (None, 1)
    assert "points" not in blue


@pytest.mark.rule("CR-8.5")
def test_at_the_end_only_the_rest_of_the_pile_stays_unseen():
    match = skip_to(settle(set_up(3)), "over")
    assert secrets(match, WATCHER) == {"pile"}


# ── Actions as others learn them ────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-3.6", "CR-7.3")
def test_a_card_dealt_or_drawn_is_learnt_by_who_gets_it():
    match = skip_to(settle(set_up(2, {"red": ["place_2/night"], "blue": ["place_3/day"]})), "face_up_card", 2)
    actions = [match.spell(action) for action in match.actions]
    assert told(match, 0)[:10] == actions[:5] + ["deal ?"] * 5
    assert told(match, 1)[:10] == ["deal ?"] * 5 + actions[5:10]
    drawn = [number for number, action in enumerate(actions) if action.startswith("deal") and number > 9]
    assert len(drawn) == 4
    assert [told(match, 0)[n] for n in drawn] == [*[actions[n] for n in drawn[:2]], "deal ?", "deal ?"]
    assert [told(match, 1)[n] for n in drawn] == ["deal ?", "deal ?", *[actions[n] for n in drawn[2:]]]
    assert [told(match, WATCHER)[n] for n in drawn] == ["deal ?"] * 4


@pytest.mark.rule("CR-3.2")
def test_a_card_played_face_down_is_learnt_by_nobody_else():
    match = skip_to(settle(set_up(3, {"red": ["place_2/night"]})), "face_down_card")
    play(match, "red: down place_2/night blue")
    assert told(match, 0)[-1] == "down place_2/night blue"
    for seat in (WATCHER, 1, 2):
        assert told(match, seat)[-1] == "down ? blue"


@pytest.mark.rule("CR-3.6")
def test_all_other_actions_are_seen_by_everyone():
    match = skip_to(settle(set_up(3)), "over")
    for seat in (WATCHER, 0, 1, 2):
        for action, seen in zip(map(match.spell, match.actions), told(match, seat), strict=True):
            if not action.startswith(("deal", "down")):
                assert seen == action


# ── Possible worlds ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-3.2", "CR-3.6")
def test_a_possible_world_keeps_what_a_seat_knows_and_varies_the_rest():
    match = skip_to(settle(set_up(3, {"red": ["place_2/night"]})), "face_down_card")
    play(match, "red: down place_2/night blue")
    skip_to(match, "native_on_card")
    worlds = [match.world(0, seed) for seed in range(30)]
    assert {tuple(hand(world, "red")) for world in worlds} == {tuple(hand(match, "red"))}
    assert {world.state.table[3] for world in worlds} == {match.state.table[3]}
    assert len({tuple(hand(world, "blue")) for world in worlds}) > 20
    assert len({world.state.table[4] for world in worlds}) > 10


ONE_OF_A_KIND = {
    "cards": [
        {"kind": "move_native", "background": "night", "notches": 2},
        *[{"kind": "place_1", "background": "day", "notches": 2}] * 23,
    ]
}


@pytest.mark.rule("CR-3.6", "CR-4.5")
@pytest.mark.parametrize(
    ("fate", "script"),
    [
        ("lying", ""),
        ("active", "turn day_night"),
        ("resolved", "turn day_night; move red 1 2"),
        ("inactive", "turn tide"),
    ],
)
def test_a_card_on_the_table_or_in_the_discard_is_in_nobodys_hand(fate, script):
    match = table("move_native/night red", seats=2, islands={1: {"red": 1}}, deck=ONE_OF_A_KIND)
    play(match, script)
    assert match.show(1)["table"][0]["fate"] == fate
    for seed in range(20):
        world = match.world(1, seed)
        assert world.state.pile[card("move_native", "night")] == 0
        assert "move_native/night" not in hand(world, "red")


@pytest.mark.rule("CR-3.6")
def test_an_unseen_card_is_as_likely_in_one_unseen_place_as_in_another():
    match = set_up(2, {"blue": ["move_native/night"]}, deck=ONE_OF_A_KIND)
    held = sum("move_native/night" in hand(match.world(0, seed), "blue") for seed in range(1000))
    assert abs(held - 1000 * 5 / 19) < 70  # five standard deviations


@pytest.mark.rule("CR-10.1")
def test_huts_follow_from_what_everyone_saw_so_every_possible_world_has_them():
    match = collecting(1, 2, 0)
    collecting(0, 1, 0, match=match, round=2)
    for seat in (WATCHER, 0, 1, 2):
        assert match.world(seat, seed=4).state.hut.tolist() == [1, 3, 0, 0, 0, 0]
