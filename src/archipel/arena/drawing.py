"""Ladders on paper: a plot of the ratings, and a page that gathers all ladders of a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from archipel.arena.ladder import Ladder
from archipel.games import game

PLOT_SALT = "archipel"  # the same ladder gives the same file
PAGE = "README.md"


def keep(ladder: Ladder, command: str, folder: Path) -> list[Path]:
    """Write a ladder to a folder as JSON and as a plot, and the page of all ladders there."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = _stem(ladder)
    data, plot = folder / f"{stem}.json", folder / f"{stem}.svg"
    data.write_text(json.dumps({"command": command, **ladder.to_json()}, indent=1) + "\n", "utf-8")
    draw(ladder, plot)
    page = folder / PAGE
    page.write_text(gather(folder), "utf-8")
    return [data, plot, page]


def _stem(ladder: Ladder) -> str:
    """What the files of a ladder are called: the game, the players, and options that are not as usual."""
    usual = game(ladder.game).settle_options({})
    others = [f"{name}={value}" for name, value in ladder.options.items() if value != usual[name]]
    return "-".join([ladder.game, str(ladder.players), *others])


def draw(ladder: Ladder, path: Path) -> None:
    """Plot the ratings with their intervals."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": PLOT_SALT, "svg.fonttype": "none"})
    from matplotlib import pyplot as plt

    names = list(ladder.ratings)
    middle = [one.value for one in ladder.ratings.values()]
    reach = [
        [one.value - one.low for one in ladder.ratings.values()],
        [one.high - one.value for one in ladder.ratings.values()],
    ]
    figure, axes = plt.subplots(figsize=(6, 0.5 * len(names) + 1.2), layout="constrained")
    axes.errorbar(middle, range(len(names)), xerr=reach, fmt="o", color="#1f6f78", capsize=4)
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("openskill rating, 95 % interval")
    axes.set_title(f"{game(ladder.game).title['en']}, {ladder.players} players")
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def gather(folder: Path) -> str:
    """A page with every ladder of a folder."""
    plots = [path for path in sorted(folder.glob("*.svg")) if path.with_suffix(".json").exists()]
    return "\n".join([INTRODUCTION, *map(_section, plots)])


INTRODUCTION = """# Ladders

How much stronger each bot is than the one below it. Neighbours on a ladder share tables, taking seats in
turn; every pair plays the same deals, and each deal with the seats rotated. *Wins* is the share of matches
that the upper one of two won at their common tables, with its 95 % interval: half is even. (A win that is
shared counts in part; if nobody won, each has half.) The ratings and their intervals are openskill's. This
page and the files beside it are written by the commands given, with `--keep docs/ladder`.
"""


def _section(plot: Path) -> str:
    ladder: dict[str, Any] = json.loads(plot.with_suffix(".json").read_text("utf-8"))
    title = game(ladder["game"]).title["en"]
    rows = [
        f"| {step['upper']} over {step['lower']} | {step['matches']} | {_percent(step['wins'])} |"
        for step in ladder["steps"]
    ]
    ratings = [
        f"| {name} | {one['value']:.1f} | {one['low']:.1f} to {one['high']:.1f} |"
        for name, one in ladder["ratings"].items()
    ]
    lines = [
        f"## {title}, {ladder['players']} players\n",
        f"`{ladder['command']}` · seed {ladder['seed']}, {ladder['deals']} deals · rules {ladder['rules']},"
        f" engine {ladder['engine']} · {ladder['seconds'] / 60:.0f} min\n",
        "| pair | matches | wins of the upper |",
        "|---|---|---|",
        *rows,
        "",
        "| bot | rating | 95 % interval |",
        "|---|---|---|",
        *ratings,
        "",
        f"![Ratings]({plot.name})",
        "",
    ]
    return "\n".join(lines)


def _percent(share: dict[str, float]) -> str:
    return f"{share['value']:.0%} ({share['low']:.0%} to {share['high']:.0%})"
