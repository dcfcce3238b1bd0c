"""Ladders: fair seats, the same whatever the number of threads, and levels that keep their order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from archipel.arena.drawing import keep
from archipel.arena.ladder import ladder, number_of_deals, seatings, won
from archipel.arena.matches import play, simulate_parts
from archipel.arena.ratings import Result, rate
from archipel.arena.workers import Threads
from archipel.bots.levels import LEVELS
from archipel.core.game import Game, GameError
from archipel.games import game, games

COSTA_RUANA = game("costa-ruana")
QUICK = [("costa-ruana", 2, 60, 20), ("tresor", 3, 48, 12), ("arabana-opodopo", 3, 24, 12)]  # the top is slow


@pytest.mark.parametrize("seats", range(2, 7))
def test_both_sit_everywhere_equally_often(seats: int) -> None:
    found = seatings(seats)
    assert len(set(found)) == len(found)
    for seat in range(seats):
        assert 2 * sum(seating[seat] for seating in found) == len(found)


def test_no_table_is_all_one_bot() -> None:
    assert all(0 < sum(seating) < len(seating) for seats in range(2, 7) for seating in seatings(seats))


def test_deals_are_whole() -> None:
    assert [number_of_deals(3, matches) for matches in (1, 6, 60)] == [1, 1, 10]


def test_the_topmost_pair_may_play_fewer_matches() -> None:
    one, two = ladder(COSTA_RUANA, 2, ["random", "greedy", "search:9"], matches=6, top=2).steps
    assert (one.matches, two.matches) == (6, 2)
    assert one == ladder(COSTA_RUANA, 2, ["random", "greedy"], matches=6).steps[0]


def test_a_shared_win_counts_in_part_and_none_as_half() -> None:
    assert won(Result(("a", "b", "b"), (1, 1, 3)), "a") == 0.5
    assert won(Result(("a", "b", "b"), (2, 2, 2)), "a") == 0.5
    assert won(Result(("a", "b", "b"), (2, 1, 2)), "a") == 0


def test_an_even_pair_has_even_ratings() -> None:
    ratings = rate(["a", "b"], [Result(("a", "b"), (1, 2)), Result(("a", "b"), (2, 1))] * 50)
    assert ratings["a"].low < ratings["b"].value < ratings["a"].high


def test_an_entrant_with_two_seats_moves_by_the_mean_of_both() -> None:
    """Two seats of one bot, first and last, leave its rating where it was."""
    (one,) = rate(["a"], [Result(("a", "a"), (1, 2))]).values()
    assert one.value == pytest.approx(25)


def test_a_ladder_is_the_same_whatever_the_number_of_threads() -> None:
    one, two = (
        ladder(COSTA_RUANA, 2, ["random", "greedy"], matches=6, seed=5, workers=Threads(threads))
        for threads in (1, 2)
    )
    assert (one.steps, one.ratings) == (two.steps, two.ratings)


@pytest.mark.parametrize("entrants", [["random"], ["random", "random"], []])
def test_a_ladder_needs_different_bots(entrants: list[str]) -> None:
    with pytest.raises(GameError, match="two or more different bots"):
        ladder(COSTA_RUANA, 2, entrants, matches=2)


def test_a_match_between_bots_is_the_same_for_a_seed() -> None:
    bots = ("greedy", "search:20", "random")
    assert play(COSTA_RUANA, bots, 3).actions == play(COSTA_RUANA, bots, 3).actions
    assert play(COSTA_RUANA, bots, 3).actions != play(COSTA_RUANA, bots, 4).actions


def test_simulated_matches_replay_to_what_they_came_to() -> None:
    (result,) = simulate_parts(COSTA_RUANA, 2, {}, ("greedy", "random"), matches=5, seed=2)
    assert result.points.shape == (5, 2)
    assert len({bytes(row) for row in result.actions}) == 5


def test_a_kept_ladder_has_its_command_a_plot_and_a_page(tmp_path: Path) -> None:
    found = ladder(COSTA_RUANA, 2, ["random", "greedy"], matches=2)
    data, plot, page = keep(found, "archipel ladder …", tmp_path)
    assert json.loads(data.read_text())["command"] == "archipel ladder …"
    assert plot.read_text().startswith("<?xml")
    assert "greedy over random" in page.read_text()


def test_ladders_of_other_bots_or_options_are_kept_beside_each_other(tmp_path: Path) -> None:
    arabana = game("arabana-opodopo")
    for options in ({}, {"gods": True}):
        keep(ladder(arabana, 3, ["random", "greedy"], matches=1, options=options), "…", tmp_path)
    keep(ladder(COSTA_RUANA, 2, ["greedy", "random"], matches=1), "…", tmp_path)
    names = {path.stem for path in tmp_path.glob("*.json")}
    assert names == {
        "arabana-opodopo-3-random-greedy",
        "arabana-opodopo-3-gods-random-greedy",
        "costa-ruana-2-greedy-random",
    }
    page = (tmp_path / "README.md").read_text()
    assert page.count("| | greedy over random |") == 1
    assert "| Arabana-Opodopo, 3 players, gods |" in page


# ── Strength ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("one", [pytest.param(one, id=one.name) for one in games().values()])
def test_greedy_beats_random(one: Game) -> None:
    """Ten wins of twelve at common tables come about by luck once in fifty times."""
    (step,) = ladder(one, one.seats[0], ["random", "greedy"], matches=12, seed=1).steps
    assert step.wins.value >= 10 / 12


@pytest.mark.parametrize("one", [pytest.param(one, id=one.name) for one in games().values()])
def test_search_beats_greedy(one: Game) -> None:
    """With a tenth of what the ladders give it."""
    (step,) = ladder(one, one.seats[0], ["greedy", "search:200"], matches=12, seed=1).steps
    assert step.wins.value > 0.5


@pytest.mark.parametrize(("name", "seats", "matches", "top"), QUICK)
def test_every_level_beats_the_one_below(name: str, seats: int, matches: int, top: int) -> None:
    """A quick ladder; the long ones are in `docs/ladder`."""
    levels = [f"level:{number}" for number in LEVELS]
    for step in ladder(game(name), seats, levels, matches=matches, top=top).steps:
        assert step.wins.value >= 0.5, step
