"""Ladders on paper: a plot of the ratings, and a page that gathers all ladders of a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from archipel.arena.folders import PAGE, claim, unusual
from archipel.arena.ladder import ENTRANTS, Ladder
from archipel.arena.plots import draw_estimates, plotted
from archipel.games import game


def keep(ladder: Ladder, command: str, folder: Path) -> list[Path]:
    """Write a ladder to a folder as JSON and as a plot, and the page of all ladders there."""
    claim(folder, INTRODUCTION)
    stem = _stem(ladder)
    data, plot = folder / f"{stem}.json", folder / f"{stem}.svg"
    data.write_text(json.dumps({"command": command, **ladder.to_json()}, indent=1) + "\n", "utf-8")
    draw(ladder, plot)
    page = folder / PAGE
    page.write_text(gather(folder), "utf-8")
    return [data, plot, page]


def _stem(ladder: Ladder) -> str:
    """What the files of a ladder are called: the game, the players, and options and bots other than usual."""
    bots = [] if tuple(ladder.ratings) == ENTRANTS else [bot.replace(":", "") for bot in ladder.ratings]
    return "-".join([ladder.game, str(ladder.players), *unusual(ladder.game, ladder.options), *bots])


def draw(ladder: Ladder, path: Path) -> None:
    """Plot the ratings with their intervals, and between each two what the upper one won."""
    names, size = list(ladder.ratings), (8, 0.5 * len(ladder.ratings) + 1.2)
    with plotted(path, 1, 2, size, sharey=True) as (figure, (ratings, wins)):
        draw_estimates(ratings, list(ladder.ratings.values()))
        ratings.set_yticks(range(len(names)), names)
        ratings.set_xlabel("openskill rating, 95 % interval")
        draw_estimates(wins, [step.wins for step in ladder.steps], 0.5)
        wins.axvline(0.5, color="black", linewidth=1)
        wins.set_xlim(0, 1)
        wins.set_xlabel("wins of the upper of two, 95 % interval")
        figure.suptitle(_title(ladder.to_json()))


def gather(folder: Path) -> str:
    """A page with every ladder of a folder, all steps of all ladders first."""
    plots = [path for path in folder.glob("*.svg") if path.with_suffix(".json").exists()]
    plots.sort(key=lambda path: path.stem)
    ladders = [json.loads(path.with_suffix(".json").read_text("utf-8")) for path in plots]
    return "\n".join([INTRODUCTION, *_overview(ladders), *map(_section, ladders, plots)])


INTRODUCTION = """# Ladders

How much stronger each bot is than the one below it. Neighbours on a ladder share tables, taking seats in
turn; every pair plays the same deals, and each deal with the seats rotated. *Wins* is the share of matches
that the upper one of two won at their common tables, with its 95 % interval: half is even. (A win that is
shared counts in part; if nobody won, each has half.) The ratings and their intervals are openskill's. This
page and the files beside it are written by the commands given, with `--keep docs/ladder`.
"""


def _overview(ladders: list[dict[str, Any]]) -> list[str]:
    """A table for each line-up of bots: wins of the upper one of each pair."""
    lines = ["## Wins of the upper one\n"]
    for pairs in dict.fromkeys(map(_pairs, ladders)):
        lines += ["| | " + " | ".join(pairs) + " |", "|---" * (len(pairs) + 1) + "|"]
        for ladder in ladders:
            if _pairs(ladder) == pairs:
                wins = " | ".join(_percent(step["wins"]) for step in ladder["steps"])
                lines.append(f"| {_title(ladder)} | {wins} |")
        lines.append("")
    return lines


def _pairs(ladder: dict[str, Any]) -> tuple[str, ...]:
    return tuple(f"{step['upper']} over {step['lower']}" for step in ladder["steps"])


def _title(ladder: dict[str, Any]) -> str:
    options = unusual(ladder["game"], ladder["options"])
    return ", ".join([game(ladder["game"]).title["en"], f"{ladder['players']} players", *options])


def _section(ladder: dict[str, Any], plot: Path) -> str:
    rows = [
        f"| {pair} | {step['matches']} | {_percent(step['wins'])} |"
        for pair, step in zip(_pairs(ladder), ladder["steps"], strict=True)
    ]
    ratings = [
        f"| {name} | {one['value']:.1f} | {one['low']:.1f} to {one['high']:.1f} |"
        for name, one in ladder["ratings"].items()
    ]
    lowest, *_, highest = ladder["ratings"]
    lines = [
        f"## {_title(ladder)}: {lowest} to {highest}\n",
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
