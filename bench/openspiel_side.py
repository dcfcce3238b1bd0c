"""How fast OpenSpiel plays its own multi-player card games at random, in the same run and units."""

from __future__ import annotations

import random
import time

import pyspiel

SIMULATIONS = 1000  # of one search

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


def ismcts(seconds: float) -> float:
    """Actions that OpenSpiel's information-set search simulates in hearts, from the first decision."""
    state = _dealt()
    left = sum(_left(state) for _ in range(50)) / 50
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        2.0,
        SIMULATIONS,
        -1,  # a new world for every simulation
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    began, searches = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        bot.step(state)
        searches += 1
    return searches * SIMULATIONS * left / passed


def _dealt() -> pyspiel.State:
    state = pyspiel.load_game("hearts").new_initial_state()
    rng = random.Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


def _left(state: pyspiel.State) -> int:
    """How many actions a match still has when it is played at random."""
    state, actions = state.clone(), 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
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
