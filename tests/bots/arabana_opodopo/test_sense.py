"""What bots know of Arabana-Opodopo: obviously right moves, and that nothing hidden is read."""

import random
import re
from collections.abc import Iterator

import pytest
from tests.games.arabana_opodopo.scripts import ARABANA_OPODOPO, play, table

from archipel.bots.arabana_opodopo.beliefs import beliefs
from archipel.bots.mind import Mind
from archipel.core.match import Match

MIND = Mind(ARABANA_OPODOPO, seed=1, nodes=1)


def leanings(match: Match) -> dict[str, float]:
    """How the mover inclines to each move, by its name."""
    weights = MIND.lean(match.view(match.to_move), match.moves)
    return dict(zip(map(match.spell, match.moves), weights, strict=True))


def favourite(match: Match) -> str:
    """The move that the mover inclines to most."""
    found = leanings(match)
    return max(found, key=found.__getitem__)


def moments(seats: int, gods: bool, seed: int) -> Iterator[Match]:
    """A match with random moves, wherever there is something to choose."""
    match, choice = Match(ARABANA_OPODOPO, seats, {"gods": gods}, seed=seed), random.Random(seed)
    while not match.over:
        if len(match.moves) > 1:
            yield match
        match.step(choice.choice(match.moves))


# ── Obviously right moves ───────────────────────────────────────────────────────────────────────
def test_it_gains_an_island() -> None:
    assert favourite(table(bridges="ab:red al:red", red="acghn")) in ("play a c", "play a d", "play a e")


def test_it_gains_where_others_lose_an_island() -> None:
    """Blue controls Fenuati by two bridges, one of which goes when red gains Cumaloa and not Haluvea."""
    match = table(bridges="ac:red cd:red cf:blue fi:blue gh:red hm:red", red="cckkh")
    assert favourite(match) in ("play c i", "play c n")


def test_it_begins_what_it_can_complete() -> None:
    """Two bridges are missing on Arabana: a second card makes the first one stronger."""
    alone, together = (leanings(table(bridges="al:red", red=hand))["play a d"] for hand in ("amp", "aap"))
    assert together > 2 * alone


def test_it_takes_the_card_that_gains_an_island() -> None:
    assert favourite(table(bridges="ab:red al:red", red="m", open="amop")) == "take a"


def test_it_removes_the_bridge_that_costs_the_leader_an_island() -> None:
    """Red fills Gavuloa with the most bridges: blue's bridge there also holds Haluvea."""
    match = table(
        4, bridges="eg:red gk:green gm:yellow gh:blue hp:blue bh:blue", points=(3, 9, 1, 1), red="gl"
    )
    play(match, "red: play g l")
    assert favourite(match) == "remove g h"


def test_it_defers_a_final_turn() -> None:
    assert favourite(table(final=True, points=(2, 5, 9), red="a", blue="c", green="d")) == "defer"


def test_it_uses_kanaloa_to_gain_an_island_in_the_end() -> None:
    match = table(bridges="ab:red al:red", final=True, stones={"red": "kanaloa"}, red="f")
    assert re.match("kanaloa a [cde]", favourite(match))


def test_it_takes_the_card_that_helps_most_from_a_hand_it_looks_into() -> None:
    match = table(bridges="ab:red al:red", final=True, stones={"red": "ku"}, red="f", blue="anp")
    assert favourite(play(match, "red: ku blue")) == "steal a"


# ── At all times ────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("seats", "gods"), [(3, False), (4, True)])
def test_every_legal_move_has_odds(seats: int, gods: bool) -> None:
    for match in moments(seats, gods, seed=seats):
        assert min(leanings(match).values()) > 0


@pytest.mark.parametrize(("seats", "gods"), [(3, True), (4, True)])
def test_leanings_are_the_same_in_every_world(seats: int, gods: bool) -> None:
    for number, match in enumerate(moments(seats, gods, seed=7 + seats)):
        if number % 5 == 0:
            world = match.world(match.to_move, seed=number)
            assert MIND.lean(world.state, match.moves) == MIND.lean(match.view(match.to_move), match.moves)


# ── Beliefs ─────────────────────────────────────────────────────────────────────────────────────
def test_beliefs_tell_who_may_gain_an_island() -> None:
    """Blue needs one bridge on Lusepil and has two unknown cards."""
    match = table(bridges="al:blue dl:blue el:blue", red="aaa", blue="cf", green="f", open="bfnp")
    view, worlds = match.view(0), [match.world(0, seed).state for seed in range(100)]
    told = beliefs(view, 0, worlds, match.tongue("en"))
    assert 1 < len(told) <= 8
    assert told[0].startswith("Blue can gain Lusepil (L) with the cards in hand: ")
    shares = [int(share) for line in told for share in re.findall(r"(\d+) %$", line)]
    assert len(shares) == len(told)
    assert all(0 < share < 100 for share in shares)
    assert 35 < shares[0] < 95


def test_beliefs_are_silent_about_what_is_certain() -> None:
    match = table(bridges="al:blue dl:blue el:blue", red="aaa", open="bfnp")
    worlds = [match.world(0, seed).state for seed in range(10)]
    assert beliefs(match.view(0), 0, worlds, match.tongue("en")) == []
