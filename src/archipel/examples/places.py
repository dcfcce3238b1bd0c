"""Where to learn, and how well somebody plays there: what the example that learns needs no PyTorch for."""

from __future__ import annotations

from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from archipel.adapters import missing

try:
    from matplotlib.backend_bases import FigureCanvasBase
    from matplotlib.figure import Figure
except ModuleNotFoundError as error:
    raise missing("learn") from error

from archipel.adapters.gymnasium import SELF, BatchEnv, Chooser
from archipel.core.game import GameError
from archipel.core.rewards import win_of
from archipel.games import games

TABLES = 32  # side by side
ROUND = TABLES * 128  # steps between two improvements
STRETCH = 5 * ROUND  # steps between two judgements
JUDGES, EACH = 256, 4  # tables at which a learner is judged, and the matches at each
LONG = {"tresor": 1}  # matches at each in games of which one takes long
ANY = "any"


class Player(Protocol):
    """Whoever chooses for many seats at once, as policies of Stable-Baselines3 do."""

    def predict(self, observation: Any, *, action_masks: Any, deterministic: bool) -> tuple[Any, Any]:
        """An action for each observation."""


@dataclass(frozen=True)
class Place:
    """Where one learns: in which game, at how many players, in which seat; None: in all of them."""

    game: str = "costa-ruana"
    players: int = 2
    seat: int | None = 0

    def tables(self, size: int, opponents: str | Chooser = "random") -> BatchEnv:
        """The learner in so many matches, others in the other seats."""
        if opponents == SELF:
            raise GameError(
                f"With {SELF!r} the seats of a table take turns in one row, whose one reward is that of "
                "who moved last: nobody learns or is judged by that. Opponents are a bot or an earlier self."
            )
        return BatchEnv(self.game, size, self.players, opponents=opponents, seat=self.seat)


def win_share(learner: Player, place: Place, opponents: str | Chooser = "random") -> float:
    """What part of its matches the learner wins; who shares a win has won a part of it.

    The first few at each table are counted, however long they are: the first to end would be the short ones.
    """
    tables, each = place.tables(JUDGES, opponents), LONG.get(place.game, EACH)
    features, info = tables.reset(seed=7)
    won, ended = 0.0, np.zeros(JUDGES, np.int64)
    while (ended < each).any():
        actions, _ = learner.predict(features, action_masks=info["action_mask"], deterministic=False)
        features, rewards, over, _, info = tables.step(actions)
        counted = rewards[over & (ended < each)]
        won += sum(win_of(reward, place.players) for reward in counted.tolist())
        ended += over
    return won / (JUDGES * each)


def draw(shares: Mapping[int, float], place: Place, path: Path) -> None:
    """The learning curve, and what a random bot would win."""
    figure = Figure(figsize=(6, 3))
    axes = figure.subplots()
    axes.plot(list(shares), list(shares.values()), marker="o")
    axes.axhline(1 / place.players, linestyle=":", color="grey")
    axes.set(xlabel="steps", ylabel="matches won against random", ylim=(0.8 / place.players, 1.0))
    figure.tight_layout()
    figure.savefig(path)


# ── What is asked for ───────────────────────────────────────────────────────────────────────────
def read(arguments: Sequence[str] | None) -> Namespace:
    """What was asked for on the command line."""
    parser = ArgumentParser("archipel.examples.learn", formatter_class=ArgumentDefaultsHelpFormatter)
    parser.add_argument("--game", default=Place.game, help=f"one of {', '.join(games())}")
    parser.add_argument("--players", type=int, default=Place.players, help="at the table")
    parser.add_argument("--seat", default=str(Place.seat), help=f"the learner's, counted from 0, or {ANY}")
    steps = f"decisions to learn from, rounded up to whole stretches of {STRETCH:,}"
    parser.add_argument("--steps", type=int, default=180_000, help=steps)
    parser.add_argument("--curve", type=Path, default="curve.svg", help="the file that the curve is drawn in")
    parser.add_argument(
        "--policy", type=Path, default="policy.zip", help="the file that the policy is kept in"
    )
    parser.add_argument("--force", action="store_true", help="write over files that are there")
    wish = parser.parse_args(arguments)
    try:
        return _settled(wish)
    except (GameError, ValueError) as error:
        parser.error(str(error))


def _settled(wish: Namespace) -> Namespace:
    """The same with its `place`; an error says what cannot be, before anything is learnt in vain."""
    if wish.steps < 1:
        raise ValueError(f"--steps is at least 1, not {wish.steps}")
    if wish.seat != ANY and not wish.seat.isdecimal():
        raise ValueError(f"--seat is a number, the first being 0, or {ANY!r}, not {wish.seat!r}")
    wish.place = Place(wish.game, wish.players, None if wish.seat == ANY else int(wish.seat))
    wish.place.tables(1)
    if not wish.policy.suffix:
        wish.policy = wish.policy.with_suffix(".zip")  # as Stable-Baselines3 would
    endings = FigureCanvasBase.get_supported_filetypes()
    if wish.curve.suffix[1:].lower() not in endings:
        raise ValueError(f"--curve {wish.curve}: the ending is one of .{', .'.join(sorted(endings))}")
    for path in (wish.policy, wish.curve):
        _check_path(path, wish.force)
    return wish


def _check_path(path: Path, force: bool) -> None:
    if not path.parent.is_dir():
        raise ValueError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.is_dir():
        raise ValueError(f"{path} cannot be written: it is a folder")
    if path.exists() and not force:
        raise ValueError(f"{path} exists already; choose another file, or --force to write over it")
