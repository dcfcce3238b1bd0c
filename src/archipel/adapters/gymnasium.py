"""The games as Gymnasium environments: one learner against bots, alone or in many matches side by side.

>>> import gymnasium
>>> table = gymnasium.make("archipel/CostaRuana-v0", players=3, opponents="greedy")
>>> features, info = table.reset(seed=1)
>>> features, reward, over, cut_off, info = table.step(table.action_space.sample(info["action_mask"]))
>>> tables = gymnasium.make_vec("archipel/CostaRuana-v0", num_envs=64, players=3)
>>> features, info = tables.reset(seed=1)
>>> features.shape, info["action_mask"].shape
((64, 680), (64, 1197))

Importing this module registers them. Keywords that are named nowhere below are options of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import index
from typing import Any, cast

import numpy as np

from archipel.adapters import PLAYERS, VERSION, missing

try:
    import gymnasium
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing("gymnasium") from error

from archipel.adapters.spaces import (
    actions_space,
    features_space,
    kept_of,
    open_kept,
    plain_seed,
    render,
    seed_from,
)
from archipel.batch import Batch
from archipel.bots.bot import Bot
from archipel.bots.roster import check_bot, make_bots
from archipel.core.game import Game, GameError
from archipel.core.loops import NO_ACTION
from archipel.core.match import IllegalAction, Match
from archipel.core.rewards import least_reward
from archipel.games import game as find
from archipel.games import games

Array = np.ndarray[Any, Any]
Info = dict[str, Any]

Chooser = Callable[[Batch], Array]
"""Chooses an action for every match of a batch."""

NOT_BEGUN = "reset begins the matches: call it before the first step"
IS_OVER = "the match is over: reset begins the next one"

ENDS = ("rewards", "points", "places")
"""What is told of a match that has ended, for all seats."""

SELF = "self"
"""In place of opponents: the learner plays every seat."""


class MatchEnv(gymnasium.Env[Array, Any]):
    """One seat of a match; bots play the others.

    `opponents` is the name of a bot (`archipel.bots.roster`), or one for each other seat, clockwise from the
    learner. `seat` is the learner's, drawn for every match if it is not given. An illegal action loses the
    match, which is over then, and `info["illegal"]` says why; `info["action_mask"]` tells beforehand what is
    legal. Copies and pickles go on from where the match stands; their bots think of all of it again.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        players: int = PLAYERS,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.match = Match(self.game, players, options)
        self.players, self.options = players, self.match.options
        self.opponents = _bots_of(opponents, players - 1)
        self._seeds: tuple[int, int] | None = None  # of the match, and of the bots
        self._over = False
        self._wish = _checked(seat, players)
        self.observation_space = features_space(self.game)
        self.action_space = actions_space(self.game)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Begin a match; with a seed always the same one, then those that follow from it."""
        super().reset(seed=plain_seed(seed))
        self.seat = int(self.np_random.integers(self.players)) if self._wish is None else self._wish
        self._seeds = seed_from(self.np_random), seed_from(self.np_random) >> 8
        self._over = False
        self._begin(*self._seeds)
        self._let_others_play()
        return self._observed(), self._info()

    def _begin(self, seed: int, seed_of_bots: int) -> None:
        others = {(self.seat + 1 + i) % self.players: kind for i, kind in enumerate(self.opponents)}
        self.match = Match(self.game, self.players, self.options, seed=seed)
        self._bots: dict[int, Bot] = make_bots(self.game, others, seed_of_bots)

    def step(self, action: Any) -> tuple[Array, float, bool, bool, Info]:
        """Take an action; chance and the bots answer at once."""
        if self._seeds is None:
            raise ResetNeeded(NOT_BEGUN)
        if self._over:
            raise ResetNeeded(IS_OVER)
        try:
            self.match.step(index(action))
        except IllegalAction as error:
            self._over = True
            info = {**self._info(), "illegal": str(error)}
            return self._observed(), least_reward(self.players), True, False, info
        self._let_others_play()
        outcome = self.match.outcome
        self._over = outcome is not None
        reward = outcome.rewards[self.seat] if outcome else 0.0
        return self._observed(), reward, self._over, False, self._info()

    def _let_others_play(self) -> None:
        match = self.match
        while not match.over and match.to_move != self.seat:
            match.step(self._choice())

    def _choice(self) -> int:
        """What the bot that is to move does."""
        match, mover = self.match, self.match.to_move
        return self._bots[mover].choose(match.view(mover), mover, match.moves)

    def _observed(self) -> Array:
        return self.match.features(self.seat)

    def _info(self) -> Info:
        return {"action_mask": self._mask(), "seat": self.seat}

    def _mask(self) -> Array:
        """What is legal: nothing in a match that was lost by an illegal action."""
        mask = self.match.mask
        return np.zeros_like(mask) if self._over else mask

    def action_masks(self) -> Array:
        """What is legal, as sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """What lies open to everybody, in words, in the mode `ansi`."""
        return render(self.match) if self.render_mode == "ansi" else None

    def __getstate__(self) -> Info:
        return kept_of(self)

    def __setstate__(self, kept: Info) -> None:
        actions = open_kept(self, kept)
        if self._seeds is None:
            self.match = Match(self.game, self.players, self.options)
            return
        self._begin(*self._seeds)
        while (taken := len(self.match.actions)) < len(actions):
            if self.match.to_move != self.seat:
                self._choice()  # which moves its dice on
            self.match.step(actions[taken])


class BatchEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """A learner in many matches at once, stepped by compiled code (`archipel.batch`).

    `opponents` is the name of a bot, or a function that chooses actions for a batch, such as an earlier self
    of the learner; with "self" the learner plays every seat. Random opponents are by far the quickest.
    `seat` is the learner's, drawn for every match if it is not given.
    A match that ends begins anew in the same step: what is returned is the first observation of the next.
    `info` has the `action_mask` and the `seat` of each match, and the `rewards` of all seats; where matches
    ended, `final_info` has their rewards, points and places, and the seat that the learner had. There is no
    `final_obs`: in the end nothing is left to choose, and nothing is ever cut off. Illegal actions raise
    `IllegalAction`. Without `copy` the same arrays are returned again and again.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        players: int = PLAYERS,
        *,
        opponents: str | Chooser = "random",
        seat: int | None = None,
        copy: bool = True,
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.batch = Batch(game, players, options, size=num_envs, threads=threads)
        self.num_envs, self.copy, self.render_mode = num_envs, copy, render_mode
        self.opponents, self._wish = _known(opponents), _checked(seat, players)
        self._begun = False
        self.single_observation_space = features_space(self.batch.game)
        self.single_action_space = actions_space(self.batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Begin all matches anew; with a seed always the same ones."""
        super().reset(seed=plain_seed(seed))
        self._begun = True
        self._choose = self._chooser()
        self._over = np.zeros(self.num_envs, np.bool_)
        self._ends = {name: np.zeros_like(getattr(self.batch, name)) for name in ENDS}
        self._seats = self._drawn_seats()
        self.batch.reset(seed_from(self.np_random))
        self._let_others_play()
        return self._observed(), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Info]:
        """An action in each match; chance and the opponents answer."""
        if not self._begun:
            raise ResetNeeded(NOT_BEGUN)
        if (none := np.flatnonzero(np.asarray(actions) < 0)).size:
            self.batch.refuse(none[0], NO_ACTION)  # a batch may leave matches out, a learner may not
        seats = self.batch.seats.copy()  # the learner's in every match, for it is to move there
        for noted in (self._over, *self._ends.values()):
            noted[:] = 0
        self._take(actions)
        self._let_others_play()
        rewards = self._ends["rewards"][np.arange(self.num_envs), seats]
        info = {**self._info(), **self._final_info(seats)}
        return self._observed(), rewards, self._over.copy(), np.zeros_like(self._over), info

    def _take(self, actions: Array) -> None:
        """One action in some matches; what ended is noted, and the learner takes another seat there."""
        batch = self.batch
        batch.step(actions)
        if batch.over.any():
            self._over |= batch.over
            for name, noted in self._ends.items():
                noted[batch.over] = getattr(batch, name)[batch.over]
            self._seats = np.where(batch.over, self._drawn_seats(), self._seats)

    def _let_others_play(self) -> None:
        if self.opponents == SELF:
            return
        while (others := self.batch.seats != self._seats).any():
            given = np.asarray(self._choose(self.batch))
            if given.shape != others.shape:
                raise GameError(
                    f"The opponents choose an action for each of {len(others)} matches, "
                    f"and not an array of the shape {given.shape}."
                )
            chosen = np.where(others, given, NO_ACTION)
            if (none := np.flatnonzero(others & (chosen == NO_ACTION))).size:
                raise GameError(f"The opponents must act in match {none[0]}, and {NO_ACTION} is no action.")
            try:
                self._take(chosen)
            except IllegalAction as error:
                error.add_note("It is what the opponents chose.")
                raise

    def _drawn_seats(self) -> Array:
        if self._wish is not None:
            return np.full(self.num_envs, self._wish)
        return self.np_random.integers(self.batch.players, size=self.num_envs)

    def _chooser(self) -> Chooser:
        if not isinstance(self.opponents, str):
            return self.opponents
        if self.opponents in ("random", SELF):
            return self._at_random
        everybody = dict.fromkeys(range(self.batch.players), self.opponents)
        return partial(self._chosen_by, make_bots(self.batch.game, everybody, seed_from(self.np_random) >> 8))

    def _at_random(self, batch: Batch) -> Array:
        return batch.random_actions(self.np_random)

    def _chosen_by(self, bots: dict[int, Bot], batch: Batch) -> Array:
        """What bots do where the learner is not to move."""
        actions = np.full(self.num_envs, NO_ACTION, np.int16)
        for i in np.flatnonzero(batch.seats != self._seats).tolist():
            match, seat = batch.match(i), int(batch.seats[i])
            actions[i] = bots[seat].choose(match.view(seat), seat, match.moves)
        return actions

    def _observed(self) -> Array:
        return self.batch.features.copy() if self.copy else self.batch.features

    def _info(self) -> Info:
        masks = self.batch.masks.view(np.int8)  # as Gymnasium's spaces want them
        return self._told(action_mask=masks, seat=self.batch.seats, rewards=self._ends["rewards"])

    def _final_info(self, seats: Array) -> Info:
        """How matches ended, as Gymnasium's own vectors tell it: each thing, and of which matches it is."""
        if not self._over.any():
            return {}
        told = {**self._ends, "seat": np.where(self._over, seats, 0)}
        final = self._told(**told, **{f"_{name}": self._over for name in told})
        return {"final_info": final, **self._told(_final_info=self._over)}

    def _told(self, **arrays: Array) -> Info:
        return {name: array.copy() for name, array in arrays.items()} if self.copy else arrays

    def action_masks(self) -> Array:
        """What is legal in each match, as sb3-contrib asks for it."""
        return self.batch.masks


def _bots_of(opponents: Any, others: int) -> list[str]:
    """The bots of the other seats, by name."""
    kinds = [opponents] * others if isinstance(opponents, str) else opponents
    if not isinstance(kinds, Sequence) or not all(isinstance(kind, str) for kind in kinds):
        raise GameError("The opponents at one table are one bot, by its name, or one for each other seat.")
    if len(kinds) != others:
        raise GameError(f"{others + 1} players have {others} opponents, not {len(kinds)}.")
    return [check_bot(kind) for kind in kinds]


def _known(opponents: Any) -> str | Chooser:
    if callable(opponents) or opponents == SELF:
        return cast(Chooser | str, opponents)
    if not isinstance(opponents, str):
        raise GameError("The opponents at many tables are one bot, by its name, or a function that chooses.")
    return check_bot(opponents)


def _checked(seat: int | None, players: int) -> int | None:
    if seat is not None and seat not in range(players):
        raise GameError(f"{players} players have the seats 0 to {players - 1}, not {seat}.")
    return seat


def id_of(game: Game) -> str:
    """The name of a game in Gymnasium's registry.

    >>> id_of(find("costa-ruana"))
    'archipel/CostaRuana-v0'
    """
    return f"archipel/{game.name.title().replace('-', '')}-v{VERSION}"


for one in games().values():
    gymnasium.register(
        id_of(one),
        entry_point=f"{__name__}:MatchEnv",
        vector_entry_point=f"{__name__}:BatchEnv",
        kwargs={"game": one.name},
    )
