from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from archipel.core import simulation
from archipel.core.game import GameError
from archipel.core.match import Match
from archipel.core.simulation import retrace, simulate
from archipel.games import game, games

RUANA = game("costa-ruana")


def same(one: simulation.Simulation, other: simulation.Simulation) -> bool:
    return all(np.array_equal(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))


# ── Simulating ──────────────────────────────────────────────────────────────────────────────────
def test_the_result_is_the_same_for_any_number_of_threads(monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 7)
    results = [
        simulate(RUANA, 3, matches=40, seed=5, threads=threads, keep_actions=True)
        for threads in (1, 2, 3, None)
    ]
    assert all(same(results[0], result) for result in results[1:])
    monkeypatch.setattr(simulation, "CHUNK", 500)
    assert same(results[0], simulate(RUANA, 3, matches=40, seed=5, threads=1, keep_actions=True))


@pytest.mark.parametrize("seats", RUANA.seats)
def test_kept_actions_replay_to_the_same_result(seats):
    result = simulate(RUANA, seats, {"open_huts": True}, matches=6, seed=seats, keep_actions=True)
    for i in range(6):
        match = Match(RUANA, seats, {"open_huts": True})
        match.restore(result.actions[i, : result.lengths[i]].tolist())
        outcome = match.outcome
        assert outcome is not None
        assert outcome.points == tuple(result.points[i])
        assert outcome.places == tuple(result.places[i])
        assert outcome.reason == RUANA.rules.REASONS[result.reasons[i]]
        assert not result.actions[i, result.lengths[i] :].any()


def test_keeping_actions_changes_nothing_else():
    kept = simulate(RUANA, 2, matches=10, seed=3, keep_actions=True)
    left = simulate(RUANA, 2, matches=10, seed=3)
    assert left.actions.shape == (10, 0)
    assert np.array_equal(kept.points, left.points)
    assert np.array_equal(kept.lengths, left.lengths)


def test_a_seed_may_be_a_number_of_numpys():
    assert same(simulate(RUANA, 2, matches=3, seed=np.int32(5)), simulate(RUANA, 2, matches=3, seed=5))
    with pytest.raises(TypeError, match=r"a seed is a whole number, not 0\.5"):
        simulate(RUANA, 2, matches=3, seed=0.5)


def test_a_seed_gives_these_very_results():
    """The same compiled and interpreted, today and tomorrow."""
    result = simulate(RUANA, 3, matches=4, seed=1)
    assert result.points.tolist() == [[14, 29, 18], [23, 17, 20], [37, 12, 12], [24, 20, 16]]
    assert result.lengths.tolist() == [134, 130, 145, 136]


def test_seeds_and_the_matches_of_a_seed_differ():
    result = simulate(RUANA, 2, matches=20, seed=1, keep_actions=True)
    assert len({tuple(actions) for actions in result.actions.tolist()}) == 20
    assert not same(result, simulate(RUANA, 2, matches=20, seed=2, keep_actions=True))
    begun = simulate(RUANA, 2, matches=8, seed=1, keep_actions=True)
    assert np.array_equal(begun.actions, result.actions[:8])


def test_some_of_the_matches_are_those_among_all():
    every = simulate(RUANA, 2, matches=9, seed=4, keep_actions=True)
    one, two = (
        simulate(RUANA, 2, matches=n, first=f, seed=4, keep_actions=True) for n, f in ((4, 0), (5, 4))
    )
    joined = simulation.join([one, two])
    for name in ("points", "places", "reasons", "lengths"):
        assert np.array_equal(getattr(joined, name), getattr(every, name))
    assert np.array_equal(two.actions, every.actions[4:, : two.actions.shape[1]])
    assert joined.actions.shape == (9, 0)


@pytest.mark.parametrize("one", [pytest.param(one, id=one.name) for one in games().values()])
def test_a_match_retraced_asks_the_same_seats_for_the_same_choices(one):
    seats = one.seats[-1]
    part = simulate(one, seats, matches=2, seed=1, keep_actions=True)
    movers, counts = retrace(one, seats, {}, part)
    for i, length in enumerate(part.lengths):
        match = Match(one, seats)
        for number in range(length):
            assert (match.to_move, len(match.moves)) == (movers[i, number], counts[i, number])
            match.step(int(part.actions[i, number]))


def test_progress_is_reported_as_it_is_made(monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 4)
    done: list[int] = []
    simulate(RUANA, 2, matches=10, progress=done.append)
    assert done == [4, 4, 2]


def test_no_matches_are_no_matches():
    result = simulate(RUANA, 2, matches=0)
    assert result.points.shape == (0, 2)
    assert result.lengths.tolist() == []


def test_a_match_that_cannot_be_set_up_is_not_simulated():
    with pytest.raises(GameError, match="2 to 6 players"):
        simulate(RUANA, 1, matches=1)
    with pytest.raises(GameError, match="no option"):
        simulate(RUANA, 2, {"huts": 1}, matches=1)
