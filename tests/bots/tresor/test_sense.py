# mypy: disable-error-code="no-untyped-call"
"""What Trésor's bots incline to, what they believe, and that they look at nothing they may not see."""

import itertools
import math
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.games.tresor.scripts import TRESOR, choices, closing, mover, phase, play, table

from archipel.bots.mind import Mind
from archipel.bots.tresor import sense
from archipel.bots.tresor.beliefs import beliefs
from archipel.bots.tresor.hunches import BLUFF, LINGER
from archipel.core.match import Match
from archipel.core.record import HIDDEN, Pool
from archipel.games.tresor.parts import CAVE, EMPTY, FULL

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


def test_of_two_detachments_that_would_do_as_well_one_is_thought_of() -> None:
    match = table(la_buse="5 5 7")
    odds = dict(zip(match.moves, Mind(TRESOR, 1, nodes=1).lean(match.view(0), match.moves), strict=True))
    first, twin, other = (odds[match.read(f"displace {number} 1")] for number in (1, 2, 3))
    assert twin < 0.1 * min(first, other)


def test_an_alliance_is_joined_if_those_who_are_asked_after_can_complete_it() -> None:
    """Two must join to outnumber the defender: the first counts on the second, who may be left alone."""

    def inclines() -> float:
        return Mind(TRESOR, 1, nodes=1).lean(match.view(match.to_move), match.moves)[0]

    ships = {"la_buse": "3+ 3", "le_reveng": "3", "le_hardi": "3", "le_neptune": "3"}
    match = play(closing(seats=4, **ships), "le_reveng: demand la_buse 1")
    assert (mover(match), choices(match)) == ("le_hardi", ["join", "stay_out"])
    first = inclines()
    play(match, "le_hardi: stay_out")
    assert mover(match) == "le_neptune"
    assert first > 4 * inclines()


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


# ── Concluding ──────────────────────────────────────────────────────────────────────────────────
def shares_full(match: Match, seat: int, mind: Mind) -> dict[tuple[int, int], float]:
    """How often each chest that a seat has not seen is full in the worlds that a mind imagines."""
    worlds = mind.worlds(match.view(seat), seat, 4000)
    hidden = zip(*np.nonzero(np.asarray(match.view(seat).chest) == HIDDEN), strict=True)
    return {
        (int(owner), int(number)): sum(world.chest[owner, number] == FULL for world in worlds) / len(worlds)
        for owner, number in hidden
    }


def exactly_full(match: Match, seat: int) -> dict[tuple[int, int], float]:
    """The same by weighing all ways in which the chests may lie."""
    s, view = match.state, match.view(seat)
    hidden = [(int(a), int(b)) for a, b in zip(*np.nonzero(np.asarray(view.chest) == HIDDEN), strict=True)]
    full = int(s.cave_full) + sum(int(s.chest[one] == FULL) for one in hidden)
    total, found = 0.0, dict.fromkeys(hidden, 0.0)
    for lie in itertools.product((EMPTY, FULL), repeat=len(hidden)):
        left = full - lie.count(FULL)
        weight = float(math.comb(int(s.cave_size), left)) if left >= 0 else 0.0
        for one, chest in zip(hidden, lie, strict=True):
            if s.place[one] == CAVE:
                weight *= LINGER if chest == FULL else 1
            else:
                weight *= 1 if chest == FULL else BLUFF
        total += weight
        for one, chest in zip(hidden, lie, strict=True):
            found[one] += weight * (chest == FULL)
    return {one: weight / total for one, weight in found.items()}


@pytest.mark.parametrize(
    ("cave", "ships"),
    [
        (None, {"le_reveng": "5+ 12-"}),
        ((4, 2), {"le_reveng": "5+ 12- 12-", "le_hardi": "3- 12+"}),
        ((1, 0), {"le_reveng": "5+ 4-", "le_hardi": "12- 12+ 0-"}),
        ((0, 0), {"le_reveng": "5+ 12-", "le_hardi": "12- 7- 6+"}),
    ],
)
def test_worlds_come_as_often_as_they_are_likely(cave: tuple[int, int] | None, ships: dict[str, str]) -> None:
    match = table(la_buse="1", cave=cave, **ships)
    found, exact = shares_full(match, 0, Mind(TRESOR, 1, nodes=1)), exactly_full(match, 0)
    assert found == pytest.approx(exact, abs=0.035)


def test_however_many_chests_are_hidden_those_abroad_are_mostly_full() -> None:
    ships = {ship: "5+ 7+ 12- 12-" for ship in ("le_reveng", "le_hardi", "le_neptune", "l_antigua")}
    match = table(seats=5, la_buse="1", **ships)
    found = shares_full(match, 0, Mind(TRESOR, 1, nodes=1))
    assert all((share > 0.6) == (number < 2) for (_, number), share in found.items())


def test_who_does_not_conclude_thinks_all_worlds_alike() -> None:
    match = table(la_buse="1", le_reveng="5+ 12-")
    mind = Mind(TRESOR, 1, replace(sense.MANNER, belief=False), nodes=1)
    assert shares_full(match, 0, mind) == pytest.approx({(1, 0): 12 / 36, (1, 1): 12 / 36}, abs=0.035)


@pytest.mark.parametrize("seats", TRESOR.seats)
def test_imagined_worlds_agree_with_the_view(seats: int) -> None:
    match, mind, chooser = Match(TRESOR, seats, seed=seats), Mind(TRESOR, 1, nodes=1), random.Random(seats)
    for number in range(200):
        if match.over:
            break
        if number % 20 == 0:
            seat = match.to_move
            for world in mind.worlds(match.view(seat), seat, 5):
                assert all(there == must for there, must in TRESOR.rules.conserved(world).values())
                pool = Pool(TRESOR.rules.STATE, 1)
                pool[0] = world
                assert match.begin_in(pool).look(seat).bytes(0) == match.look(seat).bytes(0)
        match.step(chooser.choice(match.moves))


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
