"""Views as numbers: every part is used, all that a seat sees is told, and nothing that it does not see."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import numpy as np
import pytest
from tests import golden, soak

from archipel.core import laws
from archipel.core.game import Game
from archipel.core.layout import FURTHEST, Omission, size, slices
from archipel.core.match import Match, look
from archipel.core.record import HIDDEN, NOTHING, Pool
from archipel.core.rule import COMPILED
from archipel.games import games
from archipel.games.tresor.parts import BOTTE_SECRETE

STRIDE = 7  # every so many states of a match are looked at
OPTIONS = {"arabana-opodopo": {"gods": True}}  # with which all there is comes into play, if not with none


def states(name: str, seed: int):
    game = games()[name]
    seats = game.seats[-1]
    options = OPTIONS.get(name, {})
    match = laws.random_match(game, seats, options, seed)
    for number, now in enumerate(laws.walk(game, seats, options, match.actions)):
        if number % STRIDE == 0:
            yield now


def steered_states(name: str):
    """Those of the playthroughs that end in a certain way, and rare ones, which random play seldom meets."""
    for want in golden.wanted():
        if want.game == name and want.reason:
            match = golden.read(want, want.path.read_text("utf-8"))
            yield from laws.walk(match.game, match.seats, match.options, match.actions)
    if name == "tresor":
        yield from (one_chest_in_the_cave(), cancelled_trick())


def one_chest_in_the_cave() -> Match:
    """Seat 0 alone knows it."""
    match = Match(games()["tresor"], 3, seed=1)
    match.state.cave_size, match.state.cave_full, match.state.cave_known = 1, 1, 0b001
    return match


def cancelled_trick() -> Match:
    """It waits for another answer."""
    match = Match(games()["tresor"], 3, seed=1)
    match.state.played, match.state.cancelled = BOTTE_SECRETE, 1
    return match


@pytest.mark.parametrize("name", games())
def test_every_part_of_the_layout_says_something(name: str) -> None:
    features = games()[name].features
    assert size(features.LAYOUT) == features.FEATURES
    said = np.zeros(features.FEATURES, bool)
    for seed in range(6):
        for now in states(name, seed):
            said |= now.features(0) != 0
    for now in steered_states(name):
        said |= now.features(0) != 0
    silent = [part for part, where in slices(features.LAYOUT).items() if not said[where].any()]
    assert silent == []


@pytest.mark.parametrize("name", games())
def test_worlds_that_look_the_same_give_the_same_numbers(name: str) -> None:
    for now in states(name, 9):
        for seat in (0, now.seats - 1):
            here, there = now.features(seat), now.world(seat, seed=1).features(seat)
            assert np.abs(here).max() <= FURTHEST
            assert np.array_equal(here, there)


@pytest.mark.parametrize("name", games())
def test_every_seat_sees_itself_first(name: str) -> None:
    where = slices(games()[name].features.LAYOUT)["mover"]
    for now in states(name, 3):
        if now.to_move >= 0:
            for seat in range(now.seats):
                assert np.flatnonzero(now.features(seat)[where]).tolist() == [
                    (now.to_move - seat) % now.seats
                ]


# ── What a seat sees is in the numbers ──────────────────────────────────────────────────────────
MATCHES = 2  # so many are played at each table;
OF_EACH_PHASE = 3 if COMPILED else 1  # so many states of a match are looked at,
MOVES = 2  # and where so many moves lead from there

Cell = tuple[str, tuple[int, ...]]
"""A field of a state, and a place in it."""


class Sight(NamedTuple):
    """What a seat sees while somebody has to choose."""

    game: Game
    seat: int
    view: Pool

    def numbers(self) -> bytes:
        """What a learner is told; nothing where cells contradict each other."""
        out = np.zeros(self.game.features.FEATURES, np.float32)
        with suppress(IndexError, ValueError):
            self.game.study.describe(self.view.raw, Pool(self.game.rules.STATE, 1).raw, self.seat, out)
        return out.tobytes()

    def cells(self) -> np.ndarray:
        return np.frombuffer(self.view.bytes(0), np.int8)


def cells_of(game: Game) -> list[Cell]:
    """All there are, as they lie in a state."""
    state = game.rules.STATE
    return [(name, place) for name in state.names for place in np.ndindex(state.fields[name][0].shape)]


def choices(match: Match, chooser: random.Random) -> Iterator[Match]:
    """The match where somebody has to choose, in some states of each phase of random play."""
    of_phase: dict[int, list[bytes]] = defaultdict(list)
    while not match.over:
        of_phase[match.state.phase].append(match.state_bytes())
        match.step(chooser.choice(match.moves))
    for found in of_phase.values():
        for state in chooser.sample(found, min(OF_EACH_PHASE, len(found))):
            pool = Pool(match.game.rules.STATE, 1)
            pool.load(0, state)
            yield match.begin_in(pool)


def sights(match: Match, chooser: random.Random) -> Iterator[Sight]:
    """What seats see in some states of a match, and what one sees where some moves lead."""
    for now in choices(match, chooser):
        for seat in {now.to_move, chooser.randrange(now.seats)}:
            yield Sight(now.game, seat, now.look(seat))
        watching = chooser.randrange(now.seats)
        for move in chooser.sample(now.moves, min(MOVES, len(now.moves))):
            after = now.consider(move).after
            if after[0].actor >= 0:
                yield Sight(now.game, watching, look(now.game, after, watching))


def disturbed(found: list[Sight], chooser: random.Random) -> Iterator[Sight]:
    """The same, each time with a single cell as it is in another of them: one of every field.

    Nothing is hidden or taken away by that, for other cells would still tell of it.
    """
    game, seen = found[0].game, np.array([sight.cells() for sight in found])
    fields = [name for name, _ in cells_of(game)]
    values: dict[str, dict[int, set[int]]] = defaultdict(dict)  # of the cells of each field that change
    for at in np.flatnonzero((seen != seen[0]).any(axis=0)):
        values[fields[at]][at] = set(seen[:, at].tolist()) - {HIDDEN, NOTHING}
    for sight, cells in zip(found, seen, strict=True):
        for of_field in values.values():
            at = chooser.choice(list(of_field))
            others = sorted(of_field[at] - {cells[at]})
            if others and cells[at] != HIDDEN:
                state = Pool(game.rules.STATE, 1)
                state.load(0, cells.tobytes())
                state.array.view(np.int8)[at] = chooser.choice(others)
                yield sight._replace(view=look(game, state, sight.seat))


def omission(cell: Cell, *both: Sight) -> Omission | None:
    """Why the numbers do not say in what two views differ there, if the game names it."""
    field, place = cell
    for one in both[0].game.features.LEFT_OUT:
        if field in one.fields and all(one.where(sight.view[0], sight.seat, *place) for sight in both):
            return one
    return None


@pytest.mark.parametrize("name", games())
def test_what_a_seat_sees_is_in_the_numbers(name: str) -> None:
    """Views of a seat that are told alike differ only in what the game says it leaves out."""
    game, used = games()[name], set()
    cells = cells_of(game)
    for _, seats, options in [table for table in soak.tables() if table[0] == name]:
        chooser = random.Random(f"{seats} {options}")
        found = [
            sight
            for seed in range(MATCHES)
            for sight in sights(Match(game, seats, soak.OPTIONS[name][options], seed), chooser)
        ]
        told = {(sight.seat, sight.numbers()): sight for sight in found}
        for sight in [*found, *disturbed(found, chooser)]:
            other = told.get((sight.seat, sight.numbers()), sight)
            for at in np.flatnonzero(sight.cells() != other.cells()):
                why = omission(cells[at], sight, other)
                assert why, f"{seats} players, {options}: seat {sight.seat} is not told of {cells[at]}"
                used.add(why)
    assert used == set(game.features.LEFT_OUT), "something is told that is said to be left out"


def part(match: Match, seat: int, name: str) -> list[float]:
    where = slices(match.game.features.LAYOUT)[name]
    return match.features(seat)[where].tolist()


def test_who_knows_the_only_chest_in_the_cave_is_told_which_it_is() -> None:
    match = one_chest_in_the_cave()
    assert [part(match, seat, "cave_full") for seat in range(3)] == [[1], [0], [0]]
    assert part(match, 0, "cave_known") == [1, 0, 0, 0, 0, 0]
    assert part(match, 1, "cave_known") == [0, 0, 1, 0, 0, 0]


def test_of_two_islands_where_a_bridge_is_removed_one_comes_first() -> None:
    match = Match(games()["arabana-opodopo"], 3, seed=1)
    match.state.relative[0], match.state.relative[1] = 3, 5
    assert part(match, 0, "relative") == [0, 0, 0, 1, 0, 0.5, *[0] * 10]
