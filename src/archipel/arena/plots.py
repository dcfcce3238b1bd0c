"""Plots as SVG files: the same numbers give the same file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from archipel.arena.estimates import Estimate

SALT = "archipel"  # what ids in the files are made from, else they would differ each time
COLOUR = "#1f6f78"


@contextmanager
def plotted(path: Path, rows: int, columns: int, size: tuple[float, float], **how: Any) -> Iterator[Any]:
    """The figure and the axes of a plot, which is then written."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": SALT, "svg.fonttype": "none"})
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(rows, columns, figsize=size, layout="constrained", **how)
    try:
        yield figure, axes
        figure.savefig(path, metadata={"Date": None})
    finally:
        plt.close(figure)


def draw_estimates(axes: Any, estimates: Sequence[Estimate], lowest: float = 0) -> None:
    """Points with their intervals, from the lowest line up."""
    lines = [lowest + line for line in range(len(estimates))]
    axes.errorbar([one.value for one in estimates], lines, xerr=_reach(estimates), **_style())
    axes.grid(axis="x", alpha=0.3)


def stand_estimates(axes: Any, estimates: Sequence[Estimate], names: Sequence[str]) -> None:
    """Points with their intervals, side by side, each with its name below."""
    axes.errorbar(range(len(estimates)), [one.value for one in estimates], yerr=_reach(estimates), **_style())
    axes.set_xticks(range(len(names)), names)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.grid(axis="y", alpha=0.3)


def _reach(estimates: Sequence[Estimate]) -> list[list[float]]:
    return [[one.value - one.low for one in estimates], [one.high - one.value for one in estimates]]


def _style() -> dict[str, Any]:
    return {"fmt": "o", "color": COLOUR, "capsize": 4}
