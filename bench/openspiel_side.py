"""How fast OpenSpiel plays its own multi-player card games at random, in the same run and units."""

from __future__ import annotations

import random
import time

import pyspiel

GAMES = {
    "leduc_poker": "leduc_poker(players=3)",
    "crazy_eights": "crazy_eights(players=4)",
    "hearts": "hearts",
    "hanabi": "hanabi(players=3)",
}


def from_python(seconds: float, name: str) -> float:
    """Actions a second, chance's included, driven one at a time from Python."""
    game = pyspiel.load_game(GAMES[name])
    began, actions = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        actions += play(game)
    return actions / passed


def play(game: pyspiel.Game) -> int:
    """One match at random; returns the number of its actions."""
    state, actions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = outcomes[int(random.random() * len(outcomes))][0]  # these games' chances are even
        else:
            moves = state.legal_actions()
            action = moves[int(random.random() * len(moves))]
        state.apply_action(action)
        actions += 1
    return actions


def in_cpp(seconds: float) -> float:
    """Hearts inside OpenSpiel's own C++ loop, with its uniform random bots."""
    game = pyspiel.load_game("hearts")
    length = sum(play(game) for _ in range(200)) / 200
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    began, matches = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        for _ in range(50):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, matches)
            matches += 1
    return matches * length / passed
