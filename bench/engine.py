"""How fast the games are played: measured, printed as a table, and held against bars.

Machines are noisy, so the two sides take turns, each is given its fastest slice of a turn, and what counts
is the median of their ratios.
"""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import archipel_side as ours
from bench import openspiel_side as theirs

SECONDS = float(os.environ.get("BENCH_SECONDS", "1"))
SLICES = 4
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
SEATS = 3
README = Path(__file__).parents[1] / "README.md"

RATES: dict[str, Callable[[float], float]] = {
    "compiled, one thread": lambda seconds: ours.compiled(seconds, SEATS),
    "compiled, all cores": lambda seconds: ours.all_cores(seconds, SEATS),
    "batch of 1024 stepped from Python": lambda seconds: ours.batch(seconds, SEATS),
    "single actions from Python": lambda seconds: ours.single(seconds, SEATS),
    "interpreted": lambda seconds: ours.interpreted(seconds, SEATS),
    "Trésor, 4 players: compiled, one thread": lambda seconds: ours.compiled(seconds, 4, game=ours.TRESOR),
    "Arabana-Opodopo, 4 players: compiled, one thread": (
        lambda seconds: ours.compiled(seconds, 4, game=ours.ARABANA)
    ),
    "search, one thread": lambda seconds: ours.search(seconds, SEATS),
    "search to the end, one thread": lambda seconds: ours.search_to_the_end(seconds, SEATS),
    "search, two threads": lambda seconds: ours.search(seconds, SEATS, threads=2),
    "OpenSpiel hearts, C++ ISMCTS": theirs.ismcts,
    "OpenSpiel hearts, C++ loop": theirs.in_cpp,
    **{
        f"OpenSpiel {name} from Python": (lambda seconds, name=name: theirs.from_python(seconds, name))
        for name in theirs.GAMES
    },
}

SEARCH_NOTE = (
    "A search counts as its simulations times the actions that a match still has. OpenSpiel's plays them\n"
    "all; ours does in the row “to the end”, and else judges where it stops."
)

# Simulations a second of the search as it plays, by game and players.
SEARCHES = [(ours.GAME, 3), (ours.TRESOR, 4), (ours.ARABANA, 4)]

# What is measured, against what, and how many times it must be.
BARS = [
    ("compiled, one thread", "OpenSpiel hearts, C++ loop", 3.0),
    ("Trésor, 4 players: compiled, one thread", "OpenSpiel hearts, C++ loop", 1.5),
    ("Arabana-Opodopo, 4 players: compiled, one thread", "OpenSpiel hearts, C++ loop", 1.5),
    ("batch of 1024 stepped from Python", "OpenSpiel hearts from Python", 10.0),
    ("single actions from Python", "OpenSpiel hearts from Python", 1.0),
    ("search, one thread", "OpenSpiel hearts, C++ ISMCTS", 5.0),
    ("search, two threads", "search, one thread", 1.5),
]

# Seconds, and how many they may be at most.
TIMES: list[tuple[str, Callable[[], float], float]] = [
    ("cold compile of what a first match needs", ours.cold_compile, 15.0),
    ("cold compile of Trésor", lambda: ours.cold_compile("tresor"), 20.0),
    ("cold compile of Arabana-Opodopo", lambda: ours.cold_compile("arabana-opodopo"), 20.0),
    ("warm start of `archipel play` to the first question", ours.warm_start, 1.5),
    ("`archipel --help`", ours.help_time, 0.4),
    *(
        (
            f"slowest answer of the strongest level in {game.title['en']}",
            partial(ours.slowest_answer, game),
            2.0,
        )
        for game in (ours.GAME, ours.TRESOR, ours.ARABANA)
    ),
]


def measure(console: Console) -> dict[str, Any]:
    """Measure everything."""
    for game in (ours.GAME, ours.TRESOR, ours.ARABANA):
        with console.status(f"compiling {game.title['en']}"):
            ours.compile_ahead(game.name)
    rates: dict[str, list[float]] = {name: [] for name in RATES}
    for turn in range(ROUNDS):
        for name, measure in RATES.items():
            with console.status(f"round {turn + 1} of {ROUNDS}: {name}"):
                rates[name].append(fastest(measure))
    ratios = {f"{one} / {other}": _ratio(rates, one, other) for one, other, _ in BARS}
    players = {
        str(seats): fastest(lambda seconds, seats=seats: ours.compiled(seconds, seats))
        for seats in ours.GAME.seats
    }
    searches = {}
    for game, seats in SEARCHES:
        name = f"{game.title['en']}, {seats} players"
        with console.status(f"search, {name}"):
            searches[name] = fastest(
                lambda seconds, game=game, seats=seats: ours.simulations(seconds, seats, game)
            )
    times = {}
    for name, measure, _ in TIMES:
        with console.status(name):
            times[name] = min(measure() for _ in range(3))
    return _result(rates, ratios, players, searches, times)


def fastest(measure: Callable[[float], float]) -> float:
    """The best of some short measurements: what else the machine does can only slow them down."""
    return max(measure(SECONDS / SLICES) for _ in range(SLICES))


def _ratio(rates: dict[str, list[float]], one: str, other: str) -> float:
    return statistics.median(a / b for a, b in zip(rates[one], rates[other], strict=True))


def _result(rates: Any, ratios: Any, players: Any, searches: Any, times: Any) -> dict[str, Any]:
    return {
        "machine": {
            "processor": platform.machine(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
        },
        "players": SEATS,
        **ours.size(),
        "actions_per_second": {name: statistics.median(values) for name, values in rates.items()},
        "compiled_by_players": players,
        "simulations_per_second": searches,
        "ratios": ratios,
        "seconds": times,
    }


def write_readme(result: dict[str, Any]) -> None:
    """Put the figures of this run into the README, between its marks."""
    before, _, rest = README.read_text("utf-8").partition("<!-- bench -->\n")
    _, mark, after = rest.partition("<!-- /bench -->")
    lines = ["| | actions a second |", "|---|---|"]
    for name, rate in result["actions_per_second"].items():
        named = name.startswith(("OpenSpiel", "Trésor", "Arabana-Opodopo"))
        title = name if named else f"Costa Ruana, {result['players']} players: {name}"
        lines.append(f"| {title} | {rate:,.0f} |")
    lines += ["", SEARCH_NOTE, "", "| search as it plays, one thread | simulations a second |", "|---|---|"]
    lines += [f"| {name} | {rate:,.0f} |" for name, rate in result["simulations_per_second"].items()]
    lines += ["", "| bar | measured | must be |", "|---|---|---|"]
    lines += [
        f"| {one}, against {other} | {result['ratios'][f'{one} / {other}']:.1f} times | at least {least:g} |"
        for one, other, least in BARS
    ]
    lines += [f"| {name} | {result['seconds'][name]:.2f} s | at most {most:g} s |" for name, _, most in TIMES]
    README.write_text(f"{before}<!-- bench -->\n" + "\n".join(lines) + f"\n{mark}{after}", "utf-8")


def report(console: Console, result: dict[str, Any]) -> int:
    """Print the tables; return how many bars were missed."""
    speeds = Table("random play, chance included", "actions a second", title="Costa Ruana, 3 players")
    for name, rate in result["actions_per_second"].items():
        speeds.add_row(name, f"{rate:,.0f}")
    for seats, rate in result["compiled_by_players"].items():
        speeds.add_row(f"compiled, one thread, {seats} players", f"{rate:,.0f}")
    for name, rate in result["simulations_per_second"].items():
        speeds.add_row(f"search, {name}: simulations", f"{rate:,.0f}")
    bars = Table("bar", "measured", "must be", "", title="Bars")
    missed = 0
    for one, other, least in BARS:
        ratio = result["ratios"][f"{one} / {other}"]
        missed += ratio < least
        bars.add_row(f"{one} / {other}", f"{ratio:.1f}", f"≥ {least:g}", "" if ratio >= least else "missed")
    for name, _, most in TIMES:
        seconds = result["seconds"][name]
        missed += seconds > most
        bars.add_row(name, f"{seconds:.2f} s", f"≤ {most:g} s", "" if seconds <= most else "missed")
    console.print(speeds, bars)
    return missed
