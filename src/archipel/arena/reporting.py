"""Reports on paper: a page for each, with plots, and a page that lists all reports of a folder."""

from __future__ import annotations

import json
from pathlib import Path

from archipel.arena.estimates import Estimate
from archipel.arena.folders import PAGE, claim, unusual
from archipel.arena.plots import COLOUR, plotted, stand_estimates
from archipel.arena.report import PERCENTILES, Report, TableReport
from archipel.core.game import Game
from archipel.core.rulebook import rulebook
from archipel.games import game as find_game

RARE = 0.05  # a paragraph that comes into play in fewer matches is pointed out
LONGEST = 90  # letters of a paragraph that are quoted


def keep(report: Report, command: str, folder: Path) -> list[Path]:
    """Write a report to a folder as a page, plots and JSON, and the list of all reports there."""
    claim(folder, INTRODUCTION)
    stem = "-".join([report.game, *unusual(report.game, report.options), report.bot.replace(":", "")])
    if len(report.tables) == 1:
        stem += f"-{report.tables[0].players}"
    paths = {name: folder / f"{stem}-{name}.svg" for name in ("wins", "lengths", "paragraphs")}
    draw_wins(report, paths["wins"])
    draw_lengths(report, paths["lengths"])
    draw_paragraphs(report, paths["paragraphs"])
    data, page = folder / f"{stem}.json", folder / f"{stem}.md"
    data.write_text(json.dumps({"command": command, **report.to_json()}, indent=1) + "\n", "utf-8")
    page.write_text(write(report, command, {name: path.name for name, path in paths.items()}), "utf-8")
    (folder / PAGE).write_text(gather(folder), "utf-8")
    return [data, *paths.values(), page, folder / PAGE]


# ── The page ────────────────────────────────────────────────────────────────────────────────────
def write(report: Report, command: str, plots: dict[str, str]) -> str:
    """The page of a report."""
    game = find_game(report.game)
    about = f"{report.matches:,} matches a table · rules {report.rules}, engine {report.engine}"
    lines = [f"# {title(report)}\n", f"`{command}`\n", f"{about} · {report.seconds:.0f} s\n", *_wins(report)]
    lines += [f"\n![Wins]({plots['wins']})\n", *_length(report, game), f"\n![Length]({plots['lengths']})\n"]
    lines += [*_paragraphs(report, game), f"\n![Paragraphs]({plots['paragraphs']})"]
    return "\n".join(lines) + "\n"


def title(report: Report) -> str:
    """What a report is about."""
    options = unusual(report.game, report.options)
    return ", ".join([find_game(report.game).title["en"], *options, f"{report.bot} in every seat"])


def _wins(report: Report) -> list[str]:
    most = max(table.players for table in report.tables)
    lines = [
        "## Wins\n",
        "The share of the wins with its 95 % interval, clockwise from whoever begins. A shared win counts in"
        " part. Bold: the interval does not hold what would be fair, which luck alone does once in twenty.\n",
        _row("players", *(f"{_ordinal(place)} to play" for place in range(1, most + 1)), "shared", "nobody"),
        "|---" * (most + 3) + "|",
    ]
    for table in report.tables:
        shares = [_against(one, _fair(table)) for one in table.order] + [""] * (most - table.players)
        lines.append(_row(table.players, *shares, _percent(table.ties.value), _percent(table.nobody.value)))
    lines += ["\nBy seat, whoever begins:\n"]
    names = find_game(report.game).seat_names(most, "en")
    lines += [_row("players", *names), "|---" * (most + 1) + "|"]
    for table in report.tables:
        shares = [_against(one, _fair(table)) for one in table.seats] + [""] * (most - table.players)
        lines.append(_row(table.players, *shares))
    return lines


def _fair(table: TableReport) -> float:
    """Everybody's part of the matches that somebody wins."""
    return (1 - table.nobody.value) / table.players


def _against(one: Estimate, fair: float) -> str:
    words = f"{_percent(one.value)} ({_percent(one.low)} to {_percent(one.high)})"
    return words if one.low <= fair <= one.high else f"**{words}**"


def _length(report: Report, game: Game) -> list[str]:
    marks = [f"{one} %" for one in PERCENTILES]
    lines = [
        "## Length and end\n",
        "Decisions of all players together, on average, and how many at most in that share of the matches.\n",
        _row("players", "mean", *marks, *(game.words.REASONS[reason] for reason in game.rules.REASONS)),
        "|---" * (len(marks) + len(game.rules.REASONS) + 2) + "|",
    ]
    for table in report.tables:
        reasons = (_percent(part) for part in table.reasons.values())
        lines.append(_row(table.players, f"{table.length.value:.1f}", *table.lengths, *reasons))
    return lines


def _paragraphs(report: Report, game: Game) -> list[str]:
    book = rulebook(game.name)
    lines = [
        "## Rules in play\n",
        f"In how many of {report.watched} matches something happened by a paragraph, and how often in a"
        f" match. Bold: in fewer than {RARE:.0%} of them.\n",
        _row("paragraph", *(f"{table.players} players" for table in report.tables)),
        "|---" * (len(report.tables) + 1) + "|",
    ]
    for paragraph in report.tables[0].paragraphs:
        uses = [table.paragraphs[paragraph] for table in report.tables]
        cells = [f"{_percent(use.matches.value)}, {use.times:.1f} times" for use in uses]
        shown = [
            f"**{cell}**" if use.matches.value < RARE else cell for cell, use in zip(cells, uses, strict=True)
        ]
        lines.append(_row(f"{paragraph} {_quote(book[paragraph].text)}", *shown))
    return lines


def _quote(text: str) -> str:
    """The beginning of a paragraph on one line of a table."""
    line = text.partition("\n")[0].replace("|", "/").replace("**", "")
    return line if len(line) <= LONGEST else line[:LONGEST].rpartition(" ")[0] + " …"


def _row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def _percent(part: float) -> str:
    return f"{part:.1%}"


def _ordinal(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


# ── The plots ───────────────────────────────────────────────────────────────────────────────────
def draw_wins(report: Report, path: Path) -> None:
    """Wins by order of play, an axis for each number of players, and what would be fair."""
    count = len(report.tables)
    with plotted(path, 1, count, (2.4 * count + 1, 3), squeeze=False) as (figure, axes):
        for axis, table in zip(axes[0], report.tables, strict=True):
            stand_estimates(axis, table.order, [_ordinal(place + 1) for place in range(table.players)])
            axis.axhline(_fair(table), color="black", linewidth=1)
            axis.set_ylim(0, 2 * _fair(table))
            axis.set_title(f"{table.players} players")
        axes[0][0].set_ylabel("share of the wins, 95 % interval")
        figure.supxlabel("to play, clockwise from whoever begins; the line is what would be fair")


def draw_lengths(report: Report, path: Path) -> None:
    """Decisions in a match: from the 5th percentile to the 95th, and in bold the middle half."""
    with plotted(path, 1, 1, (8, 0.4 * len(report.tables) + 1.2)) as (_, axes):
        for line, table in enumerate(report.tables):
            least, low, middle, high, most = table.lengths
            axes.plot([least, most], [line, line], color=COLOUR, linewidth=1)
            axes.plot([low, high], [line, line], color=COLOUR, linewidth=6)
            axes.plot([middle], [line], "o", color="white", markersize=4)
        axes.set_yticks(range(len(report.tables)), [f"{table.players} players" for table in report.tables])
        axes.set_ylim(-0.5, len(report.tables) - 0.5)
        axes.set_xlim(left=0)
        axes.set_xlabel("decisions in a match: median, middle half, 5 % to 95 %")
        axes.grid(axis="x", alpha=0.3)


def draw_paragraphs(report: Report, path: Path) -> None:
    """In how many matches each paragraph came into play, on average over the tables."""
    names = list(report.tables[0].paragraphs)
    parts = [sum(table.paragraphs[name].matches.value for table in report.tables) for name in names]
    with plotted(path, 1, 1, (8, 0.22 * len(names) + 1)) as (_, axes):
        axes.barh(range(len(names)), [part / len(report.tables) for part in parts], color=COLOUR)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        axes.set_xlabel("share of the matches in which the paragraph came into play, mean of the tables")
        axes.grid(axis="x", alpha=0.3)


# ── The list ────────────────────────────────────────────────────────────────────────────────────
INTRODUCTION = """# Reports

Is a game fair to all seats, how long does it last, and which of its rules come into play? The same bot sits
in every seat. Each page gives the command that wrote it, with `--keep docs/reports`.
"""


def gather(folder: Path) -> str:
    """The page that lists every report of a folder."""
    lines = [INTRODUCTION]
    for page in sorted(folder.glob("*.md")):
        if page.with_suffix(".json").exists():
            heading = page.read_text("utf-8").partition("\n")[0].removeprefix("# ")
            lines.append(f"- [{heading}]({page.name})")
    return "\n".join(lines) + "\n"
