"""How much the server bears: `python -m bench server`, and part of `make bench`.

`archipel serve` runs in one process, the people at its tables (`bench.load`) in another on the same machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table
from tests.server.postgres import postgres
from tests.server.serving import serving

SECONDS = float(os.environ.get("BENCH_SERVER_SECONDS", "15"))  # of each measurement
RATE = 500.0  # actions a second
TABLES = (100, 1000)
README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- bench server -->\n", "<!-- /bench server -->"
ALL_OUT, EVEN, BOTS, RATIO = "all out", "even", "even, bots thinking", "p99 while bots think"

Figures = dict[str, dict[str, Any]]
"""By database and number of tables: what was measured there."""


def measure(console: Console) -> Figures:
    """Play on both databases, at few tables and at many."""
    found: Figures = {}
    for database in ("SQLite", "PostgreSQL"):
        for tables in TABLES:
            name = f"{database}, {tables:,} tables"
            with console.status(f"server: {name}"), _database(database) as url:
                found[name] = _load(url, tables)
    return found


@contextmanager
def _database(kind: str) -> Iterator[str]:
    """A new database that waits for the disk, as it would at home."""
    if kind == "SQLite":
        with tempfile.TemporaryDirectory(prefix="archipel-bench-") as folder:
            yield f"sqlite:///{folder}/tables.sqlite"
    else:
        with postgres(durable=True) as server, server.database() as url:
            yield url


def _load(database: str, tables: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, serving(database, Path(folder, "log")) as server:
        plan = {"server": server.address, "pid": server.pid, "tables": tables}
        wish = msgspec.json.encode(plan | {"rate": RATE, "seconds": SECONDS}).decode()
        done = subprocess.run(
            [sys.executable, "-m", "bench.load", wish], stdout=subprocess.PIPE, check=True, text=True
        )
        return msgspec.json.decode(done.stdout) | {"megabytes": server.memory() / 1e6}


# ── Bars ────────────────────────────────────────────────────────────────────────────────────────
def bars(found: Figures) -> list[tuple[str, str, str, bool]]:
    """What must hold: its name, the figure, the bar, and whether it is reached."""
    many = found[f"SQLite, {TABLES[-1]:,} tables"]
    slow = max(found[f"SQLite, {tables:,} tables"][EVEN]["p99_ms"] for tables in TABLES)
    ratio = max(found[f"SQLite, {tables:,} tables"][RATIO] for tables in TABLES)
    return [
        ("open tables held", f"{many['tables']:,}", f"at least {TABLES[-1]:,}", many["tables"] >= TABLES[-1]),
        (f"p99 at {RATE:g} actions a second, SQLite", f"{slow:.1f} ms", "at most 50 ms", slow <= 50),
        ("the same while bots think", f"{ratio:.2f} times", "at most 2", ratio <= 2),
    ]


def rows(found: Figures) -> list[tuple[str, ...]]:
    """The figures, ready for a table."""
    lines = []
    for name, one in found.items():
        even, bots = one[EVEN], one[BOTS]
        lines.append(
            (
                name,
                f"{one[ALL_OUT]['actions_per_second']:,.0f}",
                f"{even['p50_ms']:.1f} / {even['p99_ms']:.1f} ms",
                f"{bots['p50_ms']:.1f} / {bots['p99_ms']:.1f} ms",
                f"{even['cpu_ms_per_action']:.2f} ms",
                f"{one['megabytes']:,.0f} MB",
            )
        )
    return lines


HEADS = (
    "open tables",
    "actions a second, all out",
    f"at {RATE:g} a second: p50 / p99",
    "while bots think",
    "CPU of an action",
    "memory",
)


def report(console: Console, found: Figures) -> int:
    """Print the figures; return how many bars were missed."""
    figures = Table(*HEADS, title="Server: from sending an action until every seat has seen it")
    for row in rows(found):
        figures.add_row(*row)
    measured = Table("bar", "measured", "must be", "", title="Bars")
    for name, figure, bar, reached in bars(found):
        measured.add_row(name, figure, bar, "" if reached else "missed")
    console.print(figures, measured)
    return sum(not reached for *_, reached in bars(found))


def write_readme(found: Figures) -> None:
    """Put the figures of this run into the README, between its marks."""
    before, _, rest = README.read_text("utf-8").partition(BEGIN)
    _, mark, after = rest.partition(END)
    lines = [_line(HEADS), "|" + "---|" * len(HEADS), *map(_line, rows(found))]
    lines += ["", "| bar | measured | must be |", "|---|---|---|", *(_line(bar[:3]) for bar in bars(found))]
    README.write_text(before + BEGIN + "\n".join(lines) + f"\n{mark}{after}", "utf-8")


def _line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"
