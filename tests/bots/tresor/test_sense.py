# mypy: disable-error-code="no-untyped-call"
"""What Trésor's bots incline to, what they believe, and that they look at nothing they may not see."""

import random
from typing import Any

import numpy as np
import pytest
from tests.games.tresor.scripts import TRESOR, closing, mover, phase, play, table

from archipel.bots.mind import Mind
from archipel.bots.tresor import sense
from archipel.bots.tresor.beliefs import beliefs
from archipel.core.match import Match

WORLDS = 200


def favourite(match: Match) -> str:
    """The move that the mover inclines to most."""
    weights = Mind(TRESOR, 1, nodes=1).lean(match.view(match.to_move), match.moves)
    return match.spell(match.moves[weights.index(max(weights))])


# ── Leaning ─────────────────────────────────────────────────────────────────────────────────────
def test_a_full_chest_within_reach_of_the_ship_goes_aboard() -> None:
    assert favourite(table(la_buse="4+ 7", le_reveng="11")) == "displace 1 4"


def test_a_full_chest_is_hurried_home_and_an_empty_one_left_in_the_cave() -> None:
    assert favourite(table(la_buse="12- 12+", tricks={"la_buse": "bonne_fortune"})).startswith("displace 2")


def test_whoever_is_nearest_to_the_cave_goes_on_to_it() -> None:
    assert favourite(table(la_buse="7 2 12-", tricks={"la_buse": "bonne_fortune"})) == "displace 1 5"


@pytest.mark.parametrize("trick", ["superstition", "canicule", "indigenes_feroces"])
def test_a_chest_that_goes_aboard_is_stopped(trick: str) -> None:
    match = play(table(la_buse="4+", tricks={"le_reveng": trick}), "displace 1 4")
    assert mover(match) == "le_reveng"
    assert favourite(match) != "pass"


def test_tricks_are_kept_while_nobody_is_near_home() -> None:
    match = play(table(la_buse="11+", tricks={"le_reveng": "superstition"}), "displace 1 3")
    assert favourite(match) == "pass"


def test_double_ration_wins_from_the_landing_zone() -> None:
    match = play(table(la_buse="5+", tricks={"la_buse": "double_ration"}), "displace 1 4")
    assert favourite(match) == "push double_ration"


def test_a_chest_close_to_home_is_demanded_and_one_known_to_be_empty_is_not() -> None:
    match = closing(la_buse="3-", le_reveng="3 3")
    assert mover(match) == "le_reveng"
    assert favourite(match) == "demand la_buse 1"
    match.state.known[0, 0] |= 2  # Le Reveng has looked into it
    assert favourite(match) == "pass"


def test_what_is_lost_is_an_empty_chest() -> None:
    match = play(closing(la_buse="3-", le_reveng="3 3- 3+"), "le_reveng: demand la_buse 1")
    assert phase(match) == "losses"
    assert favourite(match) == "lose 2"


# ── What may be known ───────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("seats", TRESOR.seats)
def test_all_moves_have_odds_and_they_follow_from_the_view(seats: int) -> None:
    match, mind, chooser = Match(TRESOR, seats, seed=seats), Mind(TRESOR, 1, nodes=1), random.Random(seats)
    for number in range(250):
        if match.over:
            break
        seat, moves = match.to_move, match.moves
        weights = mind.lean(match.view(seat), moves)
        assert min(weights) > 0
        if number % 5 == 0:
            assert weights == mind.lean(match.world(seat, number).state, moves)
            assert weights == mind.lean(match.state, moves)
        match.step(chooser.choices(moves, [weight + 0.2 for weight in weights])[0])


# ── Judging ─────────────────────────────────────────────────────────────────────────────────────
def raw(match: Match) -> Any:
    """The whole truth, as rules take it."""
    return match._pool.raw[0]


def judged(match: Match) -> list[float]:
    """The prospects of each seat."""
    values = np.zeros(match.seats)
    sense.prospects(raw(match), values)
    return [float(value) for value in values]


def test_prospects_are_best_for_who_is_nearly_home_with_a_full_chest() -> None:
    values = judged(table(la_buse="12-", le_reveng="4+", le_hardi="12+"))
    assert sum(values) == pytest.approx(1)
    assert values[1] > values[2] > values[0]


def test_a_chest_that_is_outnumbered_is_worth_less() -> None:
    safe = judged(table(la_buse="12-", le_reveng="4+"))
    caught = judged(table(la_buse="12- 4 4", le_reveng="4+"))
    assert caught[1] < safe[1]


def test_chests_on_their_way_home_are_more_plausible_full() -> None:
    full, empty = (table(la_buse="1", le_reveng=chest) for chest in ("5+", "5-"))
    assert 0 < sense.plausibility(raw(empty), 0) < sense.plausibility(raw(full), 0) <= 1


# ── Beliefs ─────────────────────────────────────────────────────────────────────────────────────
def imagined(match: Match, seat: int) -> list[Any]:
    """States that a seat thinks possible."""
    return [match.world(seat, seed).state for seed in range(WORLDS)]


def test_beliefs_count_worlds() -> None:
    match = table(la_buse="12+", le_reveng="5+ 12-", tricks={"le_hardi": "superstition"})
    match.state.known[1, 1] |= 1  # La Buse has looked into it
    found = beliefs(match.view(0), 0, imagined(match, 0), match.tongue("en"))
    shares = {line.rpartition(":")[0]: int(line.split()[-2]) for line in found}
    assert next(iter(shares)) == "Le Reveng: detachment 1 in zone 5 carries a full chest"
    assert 20 <= shares["Le Reveng: detachment 1 in zone 5 carries a full chest"] <= 45  # 11 of 34
    assert 20 <= shares["The next chest from the cave is full"] <= 45
    assert 15 <= shares["Le Hardi holds a trick that can stop a chest going aboard"] <= 50  # 9 of 27
    assert 1 <= shares["Le Hardi holds Bonne fortune"] <= 16  # 2 of 27
    assert not any("detachment 2" in line for line in found)


def test_beliefs_say_nothing_of_what_is_certain() -> None:
    match = table(la_buse="12+", cave=(5, 0))
    assert beliefs(match.view(0), 0, imagined(match, 0), match.tongue("en")) == []
    assert beliefs(match.view(0), 0, [], match.tongue("en")) == []
