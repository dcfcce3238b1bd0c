"""The games as PettingZoo environments, one agent after another (AEC).

>>> table = env("costa-ruana", players=3, open_huts=True)
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     observation, reward, termination, truncation, info = table.last()
...     over = termination or truncation
...     table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
>>> table.agents
[]

Importing this module registers them: `pettingzoo.make("aec", "archipel/costa_ruana_v0", players=3)`. Keywords
that are named nowhere below are options of the game. An illegal action raises `IllegalAction` with the
paragraph that forbids it.
"""

from __future__ import annotations

from functools import partial
from numbers import Integral
from operator import index
from typing import Any

import numpy as np

from archipel.adapters import PLAYERS, missing, name_of

try:
    from gymnasium import spaces
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv
    from pettingzoo.env_registry.registration import register
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as error:
    raise missing("pettingzoo") from error

from archipel.adapters.spaces import (
    actions_space,
    kept_of,
    masked_space,
    open_kept,
    plain_seed,
    render,
    seed_from,
)
from archipel.core.game import Game, GameError
from archipel.core.match import Match
from archipel.games import game as find
from archipel.games import games

Observation = dict[str, np.ndarray[Any, Any]]


class MatchAEC(AECEnv[str, Observation, int]):
    """A match whose seats are agents: `player_0` is seat 0, and so on clockwise.

    `max_cycles` cuts a match off after so many decisions of all players together. Copies and pickles go on
    from where the match stands, and chance plays on in them as it would have here.
    """

    def __init__(
        self,
        game: Game | str,
        players: int = PLAYERS,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if max_cycles is not None and not (isinstance(max_cycles, Integral) and max_cycles >= 1):
            raise GameError(
                f"A match has at least 1 cycle before it is cut off, in whole ones, not {max_cycles}."
            )
        self.game = find(game) if isinstance(game, str) else game
        self.metadata = {
            "name": name_of(self.game),
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._seed: int | None = None  # of the match
        self.match = Match(self.game, players, options)
        self.options = self.match.options
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: masked_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: actions_space(self.game) for agent in self.possible_agents}
        self._rng, _ = np_random(None)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The view of a seat as numbers, and its legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """All actions of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; with a seed always the same one, then those that follow from it."""
        if seed is not None:
            self._rng, _ = np_random(plain_seed(seed))
        self._begin(seed_from(self._rng))
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.match.to_move]

    def _begin(self, seed: int | None) -> None:
        self._seed = seed
        self.match = Match(self.game, len(self.possible_agents), self.options, seed=seed)

    def observe(self, agent: str) -> Observation:
        """What an agent sees; whoever is not to move may do nothing."""
        match, seat = self.match, self._seats[agent]
        if agent == self.agent_selection and not match.over:
            mask = match.mask
        else:
            mask = np.zeros(self.game.rules.ACTIONS, np.int8)
        return {"observation": match.features(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of the agent to move; chance answers at once."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move, and None is no action")
        self.match.step(index(action))
        self.cycles += 1
        outcome = self.match.outcome
        if outcome is not None:
            self.rewards = dict(zip(self.possible_agents, outcome.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self.match.to_move]
            if self.cycles == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """What lies open to everybody, in words, in the mode `ansi`."""
        return render(self.match) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def __getstate__(self) -> dict[str, Any]:
        return kept_of(self)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        actions = open_kept(self, kept)
        self._begin(self._seed)
        while len(self.match.actions) < len(actions):
            self.match.step(actions[len(self.match.actions)])


raw_env = MatchAEC


def env(game: Game | str, players: int = PLAYERS, **how: Any) -> OrderEnforcingWrapper:
    """A match that also says so if it is used in a wrong order; it takes what `MatchAEC` takes."""
    return OrderEnforcingWrapper(MatchAEC(game, players, **how))


for one in games().values():
    register("aec", f"archipel/{name_of(one)}", partial(env, one))
