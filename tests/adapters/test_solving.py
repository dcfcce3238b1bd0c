"""OpenSpiel's own solvers on miniatures of Costa Ruana, against a truth that is worked out without OpenSpiel.

The truth goes through matches, tells apart what a player can know by what it witnessed, and puts the whole
game into a linear program: how likely each player makes each sequence of choices (the sequence form).
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_array, hstack
from tests.soak import deck

from archipel.adapters.openspiel import whole_tree
from archipel.core.match import Match
from archipel.core.options import MINIATURE
from archipel.core.record import CHANCE
from archipel.games import game

BLUFF = {
    **deck([("place_1", "night"), ("move_native", "night"), *[("return_1", "day")] * 3], [2] * 5),
    "rounds": 1,
    "islands": 2,
}
"""Who moves a native must first know that there is one."""
DRAWN = ("show day", "show low_tide", "poor 1", "first red")
"""What all see before anybody chooses: the other cases are games of their own, alike but for names."""


def miniature(deck: str) -> pyspiel.Game:
    return pyspiel.load_game("costa_ruana_v0", {"players": 2, "deck": deck, "drawn": ";".join(DRAWN)})


# ── The truth ───────────────────────────────────────────────────────────────────────────────────
def moves_of(match: Match) -> dict[int, int]:
    """The moves, and in how many ways chance can take each."""
    ways = match.ways if match.to_move == CHANCE else [1] * len(match.moves)
    found = dict(zip(match.moves, ways, strict=True))
    return {move: found[move] for move in found if match.spell(move) in DRAWN} or found


class Form:
    """A match of two in sequence form."""

    def __init__(self, cards: Any) -> None:
        self.sequences: tuple[dict[Any, int], ...] = ({None: 0}, {None: 0})
        self.sets: tuple[dict[Any, tuple[int, set[int]]], ...] = ({}, {})  # the sequence before, those after
        self.worth: dict[tuple[int, int], float] = defaultdict(float)  # to the first player, with chance
        match = Match(game("costa-ruana"), 2, {"deck": cards})
        self._walk(match, ((), ()), (0, 0), 1.0)
        shape = tuple(map(len, self.sequences))
        ends = tuple(np.array(list(self.worth)).T)
        self.payoff = csr_array((list(self.worth.values()), ends), shape)

    def _walk(self, match: Match, knows: Any, after: Any, chance: float) -> None:
        if match.outcome:
            self.worth[after] += chance * match.outcome.rewards[0]
            return
        mover, ways = match.to_move, moves_of(match)
        for move, count in ways.items():
            learnt = tuple((*old, new) for old, new in zip(knows, match.witnesses(move), strict=True))
            then = match.branch()
            then.step(move)
            if mover == CHANCE:
                self._walk(then, learnt, after, chance * count / sum(ways.values()))
            else:
                self._walk(then, learnt, self._chosen(mover, knows[mover], move, after), chance)

    def _chosen(self, mover: int, knows: Any, move: int, after: tuple[int, int]) -> tuple[int, int]:
        names = self.sequences[mover]
        sequence = names.setdefault((knows, move), len(names))
        self.sets[mover].setdefault(knows, (after[mover], set()))[1].add(sequence)
        return (sequence, after[1]) if mover == 0 else (after[0], sequence)

    def constraints(self, player: int) -> Any:
        """First the beginning, then for each set: all that follows it is as likely as the sequence before."""
        cells = [(0, 0, 1.0)]
        for row, (before, after) in enumerate(self.sets[player].values(), 1):
            cells += [(row, before, -1.0), *((row, one, 1.0) for one in after)]
        rows, columns, values = zip(*cells, strict=True)
        return csr_array((values, (rows, columns)), (len(self.sets[player]) + 1, len(self.sequences[player])))

    def value(self) -> float:
        """What the match is worth to the first player if both play as well as can be."""
        mine, theirs = self.constraints(0), self.constraints(1)
        goal = np.zeros(mine.shape[1] + theirs.shape[0])
        goal[mine.shape[1]] = -1
        found = linprog(
            goal,
            A_ub=hstack([-self.payoff.T, theirs.T]),
            b_ub=np.zeros(theirs.shape[1]),
            A_eq=hstack([mine, csr_array((mine.shape[0], theirs.shape[0]))]),
            b_eq=np.eye(1, mine.shape[0])[0],
            bounds=[(0, None)] * mine.shape[1] + [(None, None)] * theirs.shape[0],
        )
        return -float(found.fun)

    def at_random(self, player: int) -> Any:
        """How likely each sequence is if a player takes any move alike."""
        likely = np.zeros(len(self.sequences[player]))
        likely[0] = 1
        for before, after in self.sets[player].values():
            likely[list(after)] = likely[before] / len(after)
        return likely

    def best_against_random(self, player: int) -> float:
        """What a player who knows that the other plays at random can get."""
        other = self.at_random(1 - player)
        worth = self.payoff @ other if player == 0 else -(other @ self.payoff)
        for before, after in reversed(self.sets[player].values()):  # sets are found before those that follow
            worth[before] += worth[list(after)].max()
        return float(worth[0])


def open_value(match: Match, known: dict[bytes, float]) -> float:
    """What the match were worth to the first player if all cards lay open."""
    if match.outcome:
        return match.outcome.rewards[0]
    key = match.state_bytes()
    if key not in known:
        mover, ways = match.to_move, moves_of(match)
        found = []
        for move in ways:
            then = match.branch()
            then.step(move)
            found.append(open_value(then, known))
        best = max(found) if mover == 0 else min(found)
        known[key] = float(np.average(found, weights=list(ways.values()))) if mover == CHANCE else best
    return known[key]


# ── Their solvers ───────────────────────────────────────────────────────────────────────────────
def solve(tree: pyspiel.Game, iterations: int) -> tuple[float, float]:
    """How far CFR+ then is from the best play, and what it expects for the first player."""
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return pyspiel.exploitability(tree, solver.average_policy()), worth_of(tree, solver)


def worth_of(table: pyspiel.Game, solver: Any) -> float:
    policy = solver.average_policy()
    return pyspiel.expected_returns(table.new_initial_state(), policy, -1, True)[0]


def test_cfr_solves_a_miniature() -> None:
    """The Shaman holds the only card that matters in two deals of five; the other's it keeps out of play."""
    tree, form = whole_tree(miniature(MINIATURE)), Form(MINIATURE)
    uniform = pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    best = form.best_against_random(0), form.best_against_random(1)
    assert uniform == pytest.approx(sum(best) / 2)
    assert form.value() == pytest.approx(2 / 5)
    far, worth = zip(*(solve(tree, iterations) for iterations in (5, 50)), strict=True)
    assert uniform > 10 * far[0] > 100 * far[1]
    assert worth[1] == pytest.approx(2 / 5, abs=far[1] * 2)


def test_cfr_solves_a_miniature_in_which_it_matters_what_is_hidden(tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    file.write_text(json.dumps(BLUFF), "utf-8")
    match = Match(game("costa-ruana"), 2, {"deck": BLUFF})
    truth = Form(BLUFF).value()
    assert truth == pytest.approx(1 / 10)
    assert open_value(match, {}) == pytest.approx(2 / 10)
    far, worth = solve(whole_tree(miniature(str(file))), 30)
    assert far < 0.01
    assert worth == pytest.approx(truth, abs=far * 2)


def test_a_tree_is_its_game() -> None:
    """The same steps of CFR on the game itself and on its tree come to the same."""
    table = miniature(MINIATURE)
    solvers = [(one, pyspiel.CFRSolver(one)) for one in (table, whole_tree(table))]
    for _ in range(2):
        for _, solver in solvers:
            solver.evaluate_and_update_policy()
    itself, tree = (worth_of(one, solver) for one, solver in solvers)
    assert itself == pytest.approx(tree)
    assert itself != pytest.approx(0)
