"""`make bench`: measure, print tables, write results.json and the README, and fail if a bar is missed.

`python -m bench engine`, `server` or `study` measures one of the three alone.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

from rich.console import Console

SIDES = {"engine": "bench.engine", "server": "bench.server_side", "study": "bench.study"}
RESULTS = Path(__file__).with_name("results.json")


def main(*names: str) -> int:
    """Measure these sides, or all; 1 if a bar is missed."""
    if unknown := [name for name in names if name not in SIDES]:
        sys.exit(f"There is no {unknown[0]!r} to measure; there is: {', '.join(SIDES)}.")
    console, missed = Console(), 0
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in names or SIDES:
        side = import_module(SIDES[name])  # OpenSpiel is wanted only by those who measure beside it
        results[name] = side.measure(console)
        side.write_readme(results[name])
        missed += side.report(console, results[name])
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    console.print(f"\nWritten to {RESULTS.relative_to(Path.cwd())}.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
