"""Perft: how many sequences of actions lead on from fixed positions, in `<game>/perft.txt`.

A wrong move, a missing one, or one that leads elsewhere changes some of these counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from tests.soak import OPTIONS

from archipel.core.match import Match
from archipel.core.record import Pool
from archipel.core.rule import COMPILED
from archipel.games import game, games

FAST = 20_000_000 if COMPILED else 20_000  # sequences counted by the rules' own loop
SLOW = 1_500  # and by way of Match
REPLAYED = 50_000  # for each of which the actions before are taken again


@dataclass
class Position:
    name: str
    seats: int = 0
    options: str = ""
    actions: list[str] = field(default_factory=list)
    counts: dict[int, int] = field(default_factory=dict)

    def match(self) -> Match:
        match = Match(game(self.name), self.seats, OPTIONS[self.name][self.options])
        for action in self.actions:
            match.step(match.read(action))
        return match


def positions(name: str) -> dict[str, Position]:
    """The positions in a game's file, by their id."""
    found: dict[str, Position] = {}
    text = (Path(__file__).parent / name.replace("-", "_") / "perft.txt").read_text("utf-8")
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            assert rest not in found, f"{rest!r} stands twice"
            position = found[rest] = Position(name)
        elif word == "options":
            seats, _, position.options = rest.partition(" ")
            position.seats = int(seats)
        elif word == "after":
            before = found[rest]
            position.seats, position.options = before.seats, before.options
            position.actions = list(before.actions)
        elif word == "actions":
            position.actions += rest.split("; ")
        elif word == "perft":
            depth, count = map(int, rest.split())
            position.counts[depth] = count
        else:
            assert word in ("", "#"), f"what is {line!r}?"
    return found


POSITIONS = [(name, title) for name in games() for title in positions(name)]


def perft(match: Match, depth: int) -> int:
    """Counted by the rules' own loop."""
    rules = match.game.rules
    pool = Pool(rules.STATE, depth + 1)
    pool[depth] = match.state
    return int(match.game.loops.perft(pool.raw, depth, np.zeros((depth + 1, rules.MOST_MOVES), np.int16)))


def slowly(match: Match, depth: int) -> int:
    """Counted by taking every action in a match, and taking it back."""
    if depth == 0 or match.over:
        return 1
    total, actions = 0, list(match.actions)
    for move in match.moves:
        match.step(move)
        total += slowly(match, depth - 1)
        match.restore(actions)
    return total


@pytest.mark.parametrize(("name", "title"), POSITIONS)
def test_the_counts_are_right(name, title):
    position = positions(name)[title]
    match = position.match()
    assert position.counts
    counts = {depth: count for depth, count in position.counts.items() if count <= FAST}
    assert {depth: perft(match, depth) for depth in counts} == counts


@pytest.mark.parametrize(("name", "title"), POSITIONS)
def test_the_counts_are_the_same_by_way_of_matches(name, title):
    position = positions(name)[title]
    most = min(SLOW, REPLAYED // max(1, len(position.actions)))
    counts = {depth: count for depth, count in position.counts.items() if count <= most}
    assert counts
    assert {depth: slowly(position.match(), depth) for depth in counts} == counts
