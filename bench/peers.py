"""How fast others serve learners with their games: decisions of players a second, observed and masked."""

from __future__ import annotations

import random
import time
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import open_spiel.python.games  # noqa: F401  registers those written in Python
import pettingzoo
import pgx
import pyspiel
from pgx.experimental import auto_reset

SIZE = 1024

AEC = {"leduc_holdem": "classic/leduc_holdem_v4", "hanabi": "classic/hanabi_v5"}

# OpenSpiel's own games that are written in Python and played in turns.
IN_PYTHON = (
    "python_kuhn_poker",
    "python_tic_tac_toe",
    "python_liars_poker",
    "python_block_dominoes",
    "python_team_dominoes",
)


# ── Pgx ─────────────────────────────────────────────────────────────────────────────────────────
def pgx_batch(seconds: float) -> float:
    """A batch of sparrow_mahjong: what every step returns has the observation and the mask in it."""
    step, state, key = _compiled()
    began, steps = time.process_time(), 0
    while (passed := time.process_time() - began) < seconds:
        state, key = jax.block_until_ready(step(state, key))
        steps += SIZE
    return steps / passed


@cache
def _compiled() -> Any:
    """A step of all matches, which choose at random and start anew where they end; and where they begin."""
    game = pgx.make("sparrow_mahjong")
    advance = jax.vmap(auto_reset(game.step, game.init))

    def step(state: Any, key: Any) -> tuple[Any, Any]:
        key, chance, choice = jax.random.split(key, 3)
        legal = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choice, legal, axis=-1)
        return advance(state, actions, jax.random.split(chance, SIZE)), key

    begun = jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(0), SIZE))
    compiled = jax.jit(step)
    return compiled, *jax.block_until_ready(compiled(begun, jax.random.PRNGKey(1)))


# ── PettingZoo ──────────────────────────────────────────────────────────────────────────────────
def aec(seconds: float, name: str) -> float:
    """One match after another: what the agent to move sees, then a random legal action of it."""
    env = pettingzoo.make("aec", name)
    began, steps = time.process_time(), 0
    while (passed := time.process_time() - began) < seconds:
        env.reset(seed=steps)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(random.random() * len(legal))]))
            steps += 1
    return steps / passed


# ── OpenSpiel ───────────────────────────────────────────────────────────────────────────────────
def openspiel(seconds: float, name: str) -> float:
    """One match after another from Python, with what the player to move observes as a tensor."""
    game = pyspiel.load_game(name)
    recalls = not game.get_type().provides_observation_tensor  # hearts has no other than that
    began, steps = time.process_time(), 0
    while (passed := time.process_time() - began) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
                continue
            mover = state.current_player()
            state.information_state_tensor(mover) if recalls else state.observation_tensor(mover)
            moves = state.legal_actions()
            state.apply_action(moves[int(random.random() * len(moves))])
            steps += 1
    return steps / passed
