"""How fast learners are served, beside the tools that they know: measured, printed, held against bars.

Every measurement plays at random, with observations and masks, and counts decisions of players in a second
of processor time, whatever the number of threads. As in `bench.engine`, the sides take turns and what counts
is the median of their ratios.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import learners as ours
from bench import peers as theirs
from bench.engine import ROUNDS, fastest

README = Path(__file__).parents[1] / "README.md"
MARK = "bench study"

BATCH, AEC, SPIEL = (
    f"Costa Ruana, 3 players: {what}" for what in ("batch of 1,024", "PettingZoo", "OpenSpiel")
)
PGX, HEARTS = "Pgx sparrow_mahjong: batch of 1,024", "OpenSpiel hearts"
MEDIAN = "the median of OpenSpiel's games in Python"

RATES: dict[str, Callable[[float], float]] = {
    BATCH: lambda seconds: ours.batch(seconds, "costa-ruana", 3),
    "Trésor, 4 players: batch of 1,024": lambda seconds: ours.batch(seconds, "tresor", 4),
    "Arabana-Opodopo, 4 players: batch of 1,024": lambda seconds: ours.batch(seconds, "arabana-opodopo", 4),
    PGX: theirs.pgx_batch,
    HEARTS: lambda seconds: theirs.openspiel(seconds, "hearts"),
    AEC: lambda seconds: theirs.aec(seconds, ours.AEC),
    **{
        f"PettingZoo {name}": (lambda seconds, env=env: theirs.aec(seconds, env))
        for name, env in theirs.AEC.items()
    },
    SPIEL: lambda seconds: theirs.openspiel(seconds, ours.OPENSPIEL),
    **{
        f"OpenSpiel {name}": (lambda seconds, name=name: theirs.openspiel(seconds, name))
        for name in theirs.IN_PYTHON
    },
}

# What is measured, against what, and how many times it must be.
BARS = [
    (BATCH, PGX, 15.0),
    (BATCH, HEARTS, 50.0),
    *[(AEC, f"PettingZoo {name}", 3.0) for name in theirs.AEC],
    (SPIEL, MEDIAN, 1.0),
]


def measure(console: Console) -> dict[str, Any]:
    """Measure everything."""
    rates: dict[str, list[float]] = {name: [] for name in RATES}
    for turn in range(ROUNDS):
        for name, rate in RATES.items():
            with console.status(f"round {turn + 1} of {ROUNDS}: {name}"):
                rates[name].append(fastest(rate))
    in_python = [rates[f"OpenSpiel {name}"] for name in theirs.IN_PYTHON]
    rates[MEDIAN] = [statistics.median(turn) for turn in zip(*in_python, strict=True)]
    ratios = {
        f"{one} / {other}": statistics.median(a / b for a, b in zip(rates[one], rates[other], strict=True))
        for one, other, _ in BARS
    }
    medians = {name: statistics.median(values) for name, values in rates.items()}
    return {"decisions_per_second": medians, "ratios": ratios}


def write_readme(result: dict[str, Any]) -> None:
    """Put the figures of this run into the README, between its marks."""
    before, _, rest = README.read_text("utf-8").partition(f"<!-- {MARK} -->\n")
    _, mark, after = rest.partition(f"<!-- /{MARK} -->")
    lines = ["| with observations and masks | decisions in a second of processor time |", "|---|---|"]
    lines += [f"| {name} | {rate:,.0f} |" for name, rate in result["decisions_per_second"].items()]
    lines += ["", "| bar | measured | must be |", "|---|---|---|"]
    lines += [
        f"| {one}, against {other} | {result['ratios'][f'{one} / {other}']:.1f} times | at least {least:g} |"
        for one, other, least in BARS
    ]
    README.write_text(f"{before}<!-- {MARK} -->\n" + "\n".join(lines) + f"\n{mark}{after}", "utf-8")


def report(console: Console, result: dict[str, Any]) -> int:
    """Print the tables; return how many bars were missed."""
    speeds = Table("random play with observations and masks", "decisions a CPU second", title="Study")
    for name, rate in result["decisions_per_second"].items():
        speeds.add_row(name, f"{rate:,.0f}")
    bars = Table("bar", "measured", "must be", "", title="Bars")
    missed = 0
    for one, other, least in BARS:
        ratio = result["ratios"][f"{one} / {other}"]
        missed += ratio < least
        bars.add_row(f"{one} / {other}", f"{ratio:.1f}", f"≥ {least:g}", "" if ratio >= least else "missed")
    console.print(speeds, bars)
    return missed
