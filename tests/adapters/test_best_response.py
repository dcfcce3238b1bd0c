"""Best responses to random play in the miniatures of three players: OpenSpiel's, ours, and what bots reach.

Ours is worked out without OpenSpiel: a walk through all courses adds up what each sequence of a seat's own
choices is worth, told apart by what it witnessed; the best choices are then taken from the last to the first.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pyspiel
import pytest

from archipel.adapters.openspiel import whole_tree
from archipel.arena.matches import play
from archipel.core.match import Match
from archipel.core.record import CHANCE
from archipel.core.rule import COMPILED
from archipel.games import game

MINIATURES = {
    "tresor": ("tresor_v0(players=3,voyage=miniature,first=la_buse)", 0),
    "arabana-opodopo": ("arabana_opodopo_v0(players=3,board=miniature)", 1),
}
"""Each by its name, and the seat that is looked at: the single turn of Trésor is that of the first."""
BOTS = (("greedy", 4000), ("search:50", 400))  # and how many matches they play
DEVIATIONS = 4


class Alone:
    """A match to one seat, when chance and the others play at random."""

    def __init__(self, match: Match, seat: int) -> None:
        self.seat = seat
        self.sequences: dict[Any, int] = {None: 0}
        self.sets: dict[Any, tuple[int, set[int]]] = {}  # the sequence before a choice, and those after it
        self.worth: dict[int, float] = defaultdict(
            float
        )  # of a sequence, where the match ends without another
        self._walk(match, (), 0, 1.0)

    def _walk(self, match: Match, knows: Any, sequence: int, likely: float) -> None:
        if match.outcome:
            self.worth[sequence] += likely * match.outcome.rewards[self.seat]
            return
        mover, ways = match.to_move, match.ways if match.to_move == CHANCE else [1] * len(match.moves)
        for move, count in zip(match.moves, ways, strict=True):
            learnt = (*knows, match.witnesses(move)[self.seat])
            then = match.branch()
            then.step(move)
            if mover == self.seat:
                self._walk(then, learnt, self._chosen(knows, move, sequence), likely)
            else:
                self._walk(then, learnt, sequence, likely * count / sum(ways))

    def _chosen(self, knows: Any, move: int, before: int) -> int:
        after = self.sequences.setdefault((knows, move), len(self.sequences))
        self.sets.setdefault(knows, (before, set()))[1].add(after)
        return after

    def value(self, of_a_choice: Any) -> float:
        """What the match is worth if each choice is, of what its moves are worth, the best or the mean."""
        worth = defaultdict(float, self.worth)
        for before, after in reversed(self.sets.values()):  # choices are found before those that follow
            worth[before] += of_a_choice([worth[one] for one in after])
        return worth[0]


@pytest.mark.skipif(not COMPILED, reason="many courses")
@pytest.mark.parametrize("name", MINIATURES)
def test_openspiel_finds_what_is_best_against_random_play_and_no_bot_gets_more(name: str) -> None:
    spelt, seat = MINIATURES[name]
    table = pyspiel.load_game(spelt)
    match = table.beginning.match
    alone = Alone(match.branch(), seat)
    at_random, best = alone.value(np.mean), alone.value(max)

    tree = whole_tree(table)
    root, anything = tree.new_initial_state(), pyspiel.UniformRandomPolicy(tree)
    assert pyspiel.expected_returns(root, anything, -1, True)[seat] == pytest.approx(at_random)
    assert pyspiel.TabularBestResponse(tree, seat, anything).value_from_state(root) == pytest.approx(best)

    for bot, matches in BOTS:
        seats = tuple(bot if one == seat else "random" for one in range(3))
        ends = [play(game(name), seats, seed, match.options).outcome for seed in range(matches)]
        won = [end.rewards[seat] for end in ends if end]
        error = DEVIATIONS * np.std(won) / matches**0.5
        assert at_random + error < np.mean(won) < best + error
