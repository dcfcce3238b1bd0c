"""Views as numbers: every part of the layout is used, and worlds that look the same give the same numbers."""

from __future__ import annotations

import numpy as np
import pytest
from tests import golden

from archipel.core import laws
from archipel.core.layout import FURTHEST, size, slices
from archipel.games import games

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
    """Those of the playthroughs that end in a certain way: random matches do not come everywhere."""
    for want in golden.wanted():
        if want.game == name and want.reason:
            match = golden.read(want, want.path.read_text("utf-8"))
            yield from laws.walk(match.game, match.seats, match.options, match.actions)


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
