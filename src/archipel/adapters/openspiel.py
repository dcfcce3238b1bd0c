"""The games registered with OpenSpiel, chance explicit: `pyspiel.load_game("costa_ruana_v0(players=3)")`.

>>> game = pyspiel.load_game("costa_ruana_v0(players=2,open_huts=true)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), state.action_to_string(state.legal_actions()[0])
(True, 'deal move_treasure/day')

A player's observation is its view. Its information state is all that happened, as that player learnt it, and
a fingerprint of all that it has seen, as a string; as a tensor it is the present view again, but for what
`docs/games` names with the reason, so that what is learnt from tensors is an abstraction. Options are
parameters, those that are not yes or no as a user would type them. `drawn` names what chance is sure to do
wherever it can, so that a tree has only the part that is looked into:

>>> game = pyspiel.load_game("costa_ruana_v0(players=2,drawn=deal move_treasure/day; show day)")
>>> game.new_initial_state().chance_outcomes()
[(0, 1.0)]

Worlds are imagined as if chance had been free: who did not see that it did what it was sure to do has none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np

from archipel.adapters import PLAYERS, missing, name_of

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("openspiel") from error

from archipel.core.game import Game, GameError, Option
from archipel.core.layout import slices
from archipel.core.match import Match
from archipel.core.notation import seat_name
from archipel.core.record import CHANCE, OVER, WATCHER, Pool
from archipel.core.rewards import least_reward
from archipel.games import game as find
from archipel.games import games

AS_BY_DEFAULT = NOTHING_DRAWN = ""  # the values of parameters that were not given
NONE, ALONE = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
FINEST = 1 << 53  # how finely a number between 0 and 1 tells seeds apart

Told = list[tuple[int, list[int]]]
"""Who took each action, and how each seat learnt it."""


# ── A state ─────────────────────────────────────────────────────────────────────────────────────
class Story:
    """A match, and what each seat was told of it; OpenSpiel copies and pickles this with a state."""

    def __init__(
        self,
        match: Match,
        told: Told,
        seen: Any,
        drawn: frozenset[int],
        unaware: frozenset[int] = frozenset(),
        shared: bool = False,
    ) -> None:
        self.match = match
        self.told = told
        self.seen = seen  # by each seat up to now, as a number
        self.drawn = drawn  # what chance is sure to do wherever it can
        self.unaware = unaware  # the seats that did not see all of what it was sure to do
        self.shared = shared  # by several states, none of which may change it
        self.mover = match.to_move

    def take(self, action: int) -> None:
        """Take an action, of which everybody learns what they may."""
        match = self.match
        heard = match.witnesses(action)
        match.step(action)  # unless it is not legal
        if self.mover == CHANCE and action in self.drawn:
            self.unaware |= {seat for seat, learnt in enumerate(heard) if learnt != action}
        self.told.append((self.mover, heard))
        match.remember(self.seen)
        self.mover = match.to_move

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance can do, in the order of the actions' numbers, and how likely each is."""
        ways = sorted(zip(self.match.moves, self.match.ways, strict=True))
        if self.drawn:
            ways = [one for one in ways if one[0] in self.drawn] or ways
        total = sum([count for _, count in ways])
        return [(action, count / total) for action, count in ways]

    def imagined(self, seat: int, seed: int) -> Story:
        """In a world that looks the same to a seat; the others know there of the past what that seat does.

        Besides that they know what they see there now, for what they may do hangs on it.
        """
        if seat in self.unaware:
            name = self.match.game.notation.SEATS[seat]
            raise GameError(f"`drawn` settles what {name} did not see: worlds cannot be drawn for that seat.")
        told = [(by, [heard[seat]] * len(heard)) for by, heard in self.told]
        seen = np.full_like(self.seen, self.seen[seat])
        world = self.match.world(seat, seed).branch()
        world.remember(seen)
        seen[seat] = self.seen[seat]
        return Story(world, told, seen, self.drawn, self.unaware)

    def recalled(self, seat: int) -> str:
        """All that a seat knows: what happened, as it learnt it, and a fingerprint of all it has seen."""
        notation = self.match.game.notation
        spell, names = notation.NOTATION.spell, notation.SEATS
        lines = [f"{seat_name(names, by)} {spell(heard[seat])}" for by, heard in self.told]
        return "\n".join([f"{notation.SEATS[seat]} sees {self.seen[seat]:016x}", *lines])

    def __deepcopy__(self, memo: Any) -> Story:
        return Story(self.match.branch(), self.told[:], self.seen.copy(), self.drawn, self.unaware)

    def __reduce__(self) -> Any:
        match = self.match
        table = match.game.name, match.seats, match.options
        return _reopen, (*table, match.state_bytes(), self.told, self.seen, self.drawn, self.unaware)


def _reopen(name: str, seats: int, options: Any, state: bytes, *known: Any) -> Story:
    """A story from its pickled form."""
    pool = Pool(find(name).rules.STATE, 1)
    pool.load(0, state)
    return Story(Match(find(name), seats, options).begin_in(pool), *known)


class MatchState(pyspiel.State):
    """A state of a match; `story.match` is the match itself."""

    def __init__(self, game: MatchGame) -> None:
        super().__init__(game)
        self.story = game.beginning

    def current_player(self) -> Any:
        """Who is to move: a seat, chance, or nobody any more."""
        mover = self.story.mover
        if mover >= 0:
            return mover
        return pyspiel.PlayerId.CHANCE if mover == CHANCE else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Whether the match has ended."""
        return self.story.mover == OVER

    # OpenSpiel would answer these itself, but with several questions to us for each.
    def is_chance_node(self) -> bool:
        """Whether chance is to move."""
        return self.story.mover == CHANCE

    def legal_actions(self, *player: int) -> list[int]:
        """What the seat to move may do, in the order of the actions' numbers; others may do nothing."""
        mover = self.story.mover
        if mover >= 0 and player in ((), (mover,)):
            return self._legal_actions(mover)
        found: list[int] = super().legal_actions(*player)
        return found

    def seat_of(self, *player: int) -> int:
        """The seat of a player, or of whoever is to move; OpenSpiel's error if there is none."""
        (seat,) = player or (self.story.mover,)
        if seat not in range(self.story.match.seats):
            super().observation_tensor(seat)  # which says what is wrong
        return seat

    def observation_tensor(self, *player: int) -> list[float]:
        """What a player, or whoever is to move, sees as numbers."""
        seat = self.seat_of(*player)
        seen: list[float] = self.story.match.features(seat).tolist()
        return seen

    information_state_tensor = observation_tensor

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.story.match.moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can do, and how likely each of it is."""
        return self.story.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.story.shared:
            self.story = deepcopy(self.story)
        self.story.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.story.match.spell(action)

    def returns(self) -> list[float]:
        """What each player got: nothing before the end."""
        outcome = self.story.match.outcome
        return list(outcome.rewards) if outcome else [0.0] * self.story.match.seats

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> MatchState:
        """A state in which the player would know just what it knows now; its history begins there.

        `GameError` if `drawn` has settled something that the player did not see.
        """
        twin: MatchState = self.get_game().new_initial_state()
        twin.story = self.story.imagined(self.seat_of(player), int(sampler() * FINEST))
        return twin

    def __str__(self) -> str:
        match = self.story.match
        truth = hashlib.blake2b(match.state_bytes(), digest_size=8).hexdigest()
        return f"{truth} {words_of(match, WATCHER)}"


def words_of(match: Match, seat: int) -> str:
    """What a seat, or a watcher, sees, in words."""
    return json.dumps(match.show(seat), ensure_ascii=False)


class ViewObserver:
    """What a player observes: its view; with perfect recall also what it was told, as a string.

    The tensor is one piece, `view`, which is quicker; with `parts` it comes in those of the game's layout.
    """

    def __init__(self, game: Game, kind: Any, parts: bool = False) -> None:
        if kind.private_info != ALONE or not kind.public_info:
            raise ValueError("a view has public and private parts that cannot be told apart")
        self._recalls = kind.perfect_recall
        layout = game.features.LAYOUT
        self.tensor = np.zeros(game.features.FEATURES, np.float32)
        self.dict = {"view": self.tensor}
        if parts:
            places = slices(layout).items()
            self.dict = {part: self.tensor[where].reshape(layout[part].shape) for part, where in places}

    def set_from(self, state: MatchState, player: int) -> None:
        """Fill in what a player sees."""
        state.story.match.describe(state.seat_of(player), self.tensor)

    def string_from(self, state: MatchState, player: int) -> str:
        """What a player sees, or with perfect recall knows, in words."""
        story, seat = state.story, state.seat_of(player)
        return story.recalled(seat) if self._recalls else words_of(story.match, seat)


class PartObserver:
    """A part of a view, for who asks for one, in words alone: what is open is what a watcher sees.

    What is not cannot be told apart from it: of that there is nothing, as `None`.
    """

    def __init__(self, public: bool) -> None:
        self._public = public
        self.tensor, self.dict = None, dict[str, Any]()

    def set_from(self, state: MatchState, player: int) -> None:
        """Nothing, for there are no numbers."""

    def string_from(self, state: MatchState, player: int) -> str | None:
        """What everybody sees, if that was asked for."""
        return words_of(state.story.match, WATCHER) if self._public else None


# ── A game ──────────────────────────────────────────────────────────────────────────────────────
class MatchGame(pyspiel.Game):
    """A game for a number of players, with its options; each game of ours is a class of its own.

    Its `max_game_length` is a bound that is proven, not what is usual: that of Trésor is above three million,
    while its matches have about a thousand actions.
    """

    archipel: Game
    kind: pyspiel.GameType

    def __init__(self, parameters: dict[str, Any]) -> None:
        given = [(option, parameters.get(option.name, AS_BY_DEFAULT)) for option in self.archipel.options]
        options = {option.name: _value(option, value) for option, value in given if value != AS_BY_DEFAULT}
        match = Match(self.archipel, parameters.get("players", PLAYERS), options)
        drawn = _drawn(match, parameters.get("drawn", NOTHING_DRAWN))
        seen = np.zeros(match.seats, np.uint64)
        match.remember(seen)
        self.beginning = Story(match, [], seen, drawn, shared=True)
        super().__init__(self.kind, _facts(self.archipel, match.seats), parameters)

    def new_initial_state(self, text: str | None = None) -> MatchState:
        """A match before the first action."""
        return MatchState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can play at most."""
        return int(self.archipel.rules.LONGEST)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> ViewObserver | PartObserver:
        """What writes down what players observe; `{"parts": True}` names the parts of a view."""
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        half = kind.private_info == (NONE if kind.public_info else ALONE)
        if half and not kind.perfect_recall:
            return PartObserver(kind.public_info)
        return ViewObserver(self.archipel, kind, **(parameters or {}))

    def __reduce__(self) -> Any:
        return _load, (self.kind.short_name, self.get_parameters())


def _load(name: str, parameters: dict[str, Any]) -> pyspiel.Game:
    """A game from its pickled form; whoever calls this has imported the module, which registers it."""
    return pyspiel.load_game(name, parameters)


# ── A whole tree ────────────────────────────────────────────────────────────────────────────────
def whole_tree(game: pyspiel.Game) -> pyspiel.Game:
    """A small game as a tree that OpenSpiel holds itself; its algorithms in C++ go through it at full speed.

    Actions are spelt as in the game. For miniatures only: every course of the game is gone through.

    >>> tree = whole_tree(pyspiel.load_game("kuhn_poker"))
    >>> solver = pyspiel.CFRSolver(tree)
    >>> for _ in range(100):
    ...     solver.evaluate_and_update_policy()
    >>> pyspiel.exploitability(tree, solver.average_policy()) < 0.02
    True
    """
    players = " ".join(f'"{player}"' for player in range(game.num_players()))
    lines = [f'EFG 2 R "{game.get_type().long_name}" {{ {players} }}']
    _grow(lines, game.new_initial_state(), [{} for _ in range(game.num_players())])
    return pyspiel.load_efg_game("\n".join(lines) + "\n")


def _grow(lines: list[str], state: pyspiel.State, known: list[dict[str, int]]) -> None:
    """Write a state and all that can follow, as Gambit does; `known` numbers what each player can know."""
    if state.is_terminal():
        lines.append(f't "" {len(lines)} "" {{ {" ".join(map(str, state.returns()))} }}')
        return
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        choices = [f'"{state.action_to_string(action)}" {chance!r}' for action, chance in outcomes]
        lines.append(f'c "" {len(lines)} "" {{ {" ".join(choices)} }} 0')
    else:
        mover = state.current_player()
        number = known[mover].setdefault(state.information_state_string(), len(known[mover]) + 1)
        choices = [f'"{state.action_to_string(action)}"' for action in state.legal_actions()]
        lines.append(f'p "" {mover + 1} {number} "" {{ {" ".join(choices)} }} 0')
    for action in state.legal_actions():
        _grow(lines, state.child(action), known)


# ── Facts ───────────────────────────────────────────────────────────────────────────────────────
def _value(option: Option, value: bool | str) -> Any:
    return option.read(value) if isinstance(value, str) else value


def _drawn(match: Match, text: str) -> frozenset[int]:
    """What chance is sure to do, from its text."""
    notation = match.game.notation.NOTATION
    drawn = frozenset(match.read(one) for one in text.split(";") if one.strip())
    for action in sorted(drawn):
        if action >= notation.chance or notation.spell(action).endswith("?"):
            raise GameError(f"`drawn` names what chance can do, which {notation.spell(action)!r} is not.")
    return drawn


def _facts(game: Game, players: int) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=game.rules.ACTIONS,
        max_chance_outcomes=game.notation.NOTATION.chance,
        num_players=players,
        min_utility=least_reward(players),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=game.rules.LONGEST,
    )


def _kind(game: Game) -> pyspiel.GameType:
    kind = pyspiel.GameType
    return kind(
        short_name=name_of(game),
        long_name=game.title["en"],
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": PLAYERS,
            "drawn": NOTHING_DRAWN,
            **{
                option.name: option.default if isinstance(option.default, bool) else AS_BY_DEFAULT
                for option in game.options
            },
        },
    )


for one in games().values():
    kind = _kind(one)
    # A class, for Python would crash at its end if OpenSpiel held the last reference to a function.
    pyspiel.register_game(kind, type(name_of(one), (MatchGame,), {"archipel": one, "kind": kind}))
