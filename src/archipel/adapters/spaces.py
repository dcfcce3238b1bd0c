"""What environments have in common: spaces of observations, which are features, and of actions; pickles."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from gymnasium import spaces

from archipel.core.chance import MASK, read_seed
from archipel.core.game import Game
from archipel.core.layout import FURTHEST
from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.games import game as find

MOST_SEEDS = 1 << 63


def features_space(game: Game) -> spaces.Box:
    """A view as numbers."""
    return spaces.Box(-FURTHEST, FURTHEST, (game.features.FEATURES,), np.float32)


def actions_space(game: Game) -> spaces.Discrete[Any]:
    """Every action of the game, by its number in the notation."""
    return spaces.Discrete(game.rules.ACTIONS)


def masked_space(game: Game) -> spaces.Dict:
    """A view as numbers, and a 1 for each action that is legal."""
    mask = spaces.Box(0, 1, (game.rules.ACTIONS,), np.int8)
    return spaces.Dict({"observation": features_space(game), "action_mask": mask})


def seed_from(rng: np.random.Generator) -> int:
    """A seed for a match."""
    return int(rng.integers(MOST_SEEDS))


def plain_seed(seed: Any) -> int | None:
    """A seed of the caller's, if any, as generators of these tools take it: whole, and not below 0."""
    return None if seed is None else read_seed(seed) & MASK


def render(match: Match) -> str:
    """What lies open to everybody, in words."""
    return json.dumps(match.show(WATCHER), ensure_ascii=False, indent=1)


# ── Pickles ─────────────────────────────────────────────────────────────────────────────────────
def kept_of(table: Any) -> dict[str, Any]:
    """What is pickled of an environment: of its match only the actions, for it can be played again."""
    kept = {name: value for name, value in vars(table).items() if name not in ("game", "match", "_bots")}
    return {**kept, "game": table.game.name, "match": table.match.actions}


def open_kept(table: Any, kept: dict[str, Any]) -> list[int]:
    """Give an environment back what was pickled; returns the actions that are to be played again."""
    actions: list[int] = kept["match"]
    vars(table).update({**kept, "game": find(kept["game"])})
    return actions
