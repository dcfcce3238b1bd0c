"""The command line: the commands and their help. What a command does is loaded only when it runs."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from archipel.cli.console import Stop
from archipel.core.game import GameError


class Commands(TyperGroup):
    """All commands end tidily: what a user got wrong is one line, never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except GameError as error:
            _complain(str(error))
            raise typer.Exit(2) from error
        except Stop as stop:
            _complain(str(stop))
            raise typer.Exit(stop.code) from stop
        except KeyboardInterrupt as interrupt:
            typer.echo(err=True)
            raise typer.Exit(130) from interrupt


def _complain(problem: str) -> None:
    if problem:
        typer.echo(f"archipel: {problem}", err=True)


class Resumable(TyperCommand):
    """A command whose `--resume` may stand alone; it then has an empty value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words after the command."""
        words = [
            "--resume=" if word == "--resume" and after.startswith("-") else word
            for word, after in pairwise([*args, "-"])
        ]
        return super().parse_args(ctx, words)


app = typer.Typer(
    cls=Commands,
    help="Island board games by the book: play them in the terminal, simulate them, replay matches.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # Rich would double the time that --help takes
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, as listed by `archipel games`.")]
Language = Annotated[
    str, typer.Option("--lang", metavar="en|fr", help="The language; otherwise that of your system.")
]
KINDS = (
    "random, greedy, search:2000 (simulations a move), search:500ms, level:1 to level:5; "
    "one for all, or one for each with commas."
)
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same matches.")]
Threads = Annotated[
    int | None, typer.Option("--threads", metavar="N", min=1, help="How many cores.", show_default="all")
]
Ray = Annotated[
    str,
    typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: HOST:PORT, ray://…, local."),
]
Database = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://…; else ARCHIPEL_DATABASE.",
        show_default="a file in your data folder",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]


def _list(text: str) -> tuple[str, ...]:
    """Words with commas between them."""
    return tuple(word.strip() for word in text.split(",")) if text else ()


def _version(wanted: bool) -> None:
    if wanted:
        from archipel import __version__

        typer.echo(f"archipel {__version__}")
        raise typer.Exit


@app.callback()
def archipel(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Archipel."""


@app.command("play", cls=Resumable)
def play_command(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="The game, as listed by `archipel games`; else you are asked."),
    ] = "",
    players: Annotated[
        int | None, typer.Option("--players", "-p", metavar="N", help="How many play.", show_default="3")
    ] = None,
    humans: Annotated[
        int | None,
        typer.Option(
            "--humans", metavar="N", help="How many of them are people, at one keyboard.", show_default="1"
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", "-n", metavar="NAME", help="What a person is called; repeatable."),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="BOTS",
            help=f"Who plays the seats that people leave: {KINDS}",
            show_default="level:2",
        ),
    ] = "",
    lang: Language = "",
    option: Options = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="Fix chance and the bots; otherwise every match differs."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", metavar="[FILE]", help="Continue a match; without a file the last one."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where the match is written as you play.")
    ] = None,
    auto: Annotated[
        bool, typer.Option("--auto/--ask-all", help="Answer questions with only one answer by itself.")
    ] = True,
    series: Annotated[
        int | None,
        typer.Option("--series", metavar="N", min=0, help="Play N matches in a row; 0: as the game draws."),
    ] = None,
) -> None:
    """Play a match, against bots or passing the keyboard round."""
    from archipel.cli import play
    from archipel.cli import series as tour

    asked = tuple(name or ()), tuple(option or ())
    wish = play.Wish(game, players, humans, *asked, seed, save, auto, _list(bots), series)
    if resume and tour.is_series(Path(resume)):
        tour.resume(Path(resume), wish, lang)
    elif resume is None and series is not None:
        tour.start(wish, lang)
    elif resume is None:
        play.start(wish, lang)
    else:
        play.resume(wish, resume, lang)


@app.command("games")
def games_command(lang: Language = "") -> None:
    """List the games: players, minutes, age and options."""
    from archipel.cli import games

    games.list_games(lang)


@app.command("rules")
def rules_command(
    game: GameName,
    paragraph: Annotated[
        str, typer.Argument(metavar="PARAGRAPH", help="A paragraph (5.4) or a section (5); else all.")
    ] = "",
    lang: Language = "",
) -> None:
    """Read the rulebook of a game, or one paragraph or section of it."""
    from archipel.cli import rules

    rules.read_rules(game, paragraph, lang)


@app.command("simulate")
def simulate_command(
    game: GameName,
    players: Annotated[int, typer.Option("--players", "-p", metavar="N", help="How many play.")] = 3,
    matches: Annotated[
        int, typer.Option("--matches", "-m", metavar="N", min=1, help="How many matches.")
    ] = 10_000,
    seed: Seed = 0,
    threads: Threads = None,
    option: Options = None,
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="BOTS", help=f"Who plays: {KINDS}", show_default="random"),
    ] = "",
    json: Json = False,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="Write every match to a file: .parquet, .jsonl, .archipel or .txt (both text).",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over an existing file.")] = False,
    ray: Ray = "",
    lang: Language = "",
) -> None:
    """Play many matches, at random or between bots, and show what came of them."""
    from archipel.cli import simulate

    asked = tuple(option or ()), matches
    wish = simulate.Wish(game, players, *asked, seed, threads, record, force, _list(bots), ray)
    simulate.run(wish, json, lang)


@app.command("ladder")
def ladder_command(
    game: GameName,
    players: Annotated[int, typer.Option("--players", "-p", metavar="N", help="How many play.")] = 3,
    matches: Annotated[
        int,
        typer.Option("--matches", "-m", metavar="N", min=1, help="About how many matches each pair plays."),
    ] = 60,
    top: Annotated[
        int | None,
        typer.Option(
            "--top", metavar="N", min=1, help="The same for the topmost pair, which thinks longest."
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots", metavar="BOTS", help="The bots from the weakest up, with commas.", show_default="levels"
        ),
    ] = "",
    option: Options = None,
    seed: Seed = 0,
    threads: Threads = None,
    json: Json = False,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FOLDER", help="Write the ladder, a plot and a page of all ladders."),
    ] = None,
    ray: Ray = "",
    lang: Language = "",
) -> None:
    """Let bots play each other, and show how much stronger each is than the one below."""
    from archipel.cli import ladder

    asked = _list(bots), matches, top, tuple(option or ())
    wish = ladder.Wish(game, players, *asked, seed, threads, keep, ray)
    ladder.run(wish, json, lang)


@app.command("report")
def report_command(
    game: GameName,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", metavar="N", help="How many play.", show_default="all numbers"),
    ] = None,
    matches: Annotated[
        int, typer.Option("--matches", "-m", metavar="N", min=1, help="How many matches with each number.")
    ] = 10_000,
    bots: Annotated[
        str, typer.Option("--bots", metavar="BOT", help="Who sits in every seat: random, greedy, level:1 …")
    ] = "random",
    seed: Seed = 0,
    threads: Threads = None,
    option: Options = None,
    json: Json = False,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FOLDER", help="Write a page with plots, and a list of all pages."),
    ] = None,
    ray: Ray = "",
    lang: Language = "",
) -> None:
    """Is a game fair, how long does it last, and which of its rules come into play?"""
    from archipel.cli import report

    asked = players, bots, matches, tuple(option or ())
    report.run(report.Wish(game, *asked, seed, threads, keep, ray), json, lang)


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of match records.")],
    match: Annotated[
        int,
        typer.Option(
            "--match", "-m", metavar="K", min=1, help="Which match of the file.", show_default="the first"
        ),
    ] = 1,
    seat: Annotated[
        str,
        typer.Option(
            "--seat", metavar="SEAT", help="Show what this seat knew: red, la_buse …", show_default="watcher"
        ),
    ] = "",
    verify: Annotated[bool, typer.Option("--verify", help="Only check every match of the file.")] = False,
    lang: Language = "",
) -> None:
    """Step through a recorded match, or check a file of them."""
    from archipel.cli import replay

    if verify:
        replay.verify(file, lang)
    else:
        replay.show(file, match, seat, lang)


@app.command("verify")
def verify_command(
    record: Annotated[list[Path], typer.Argument(metavar="RECORD", help="Files of match records.")],
    json: Json = False,
    lang: Language = "",
) -> None:
    """Check that the deals of recorded matches are those that were promised before them.

    Prints a line for each match. Compare the commitment in it with the one the table showed before the deal.
    Ends with 0 if all are fair, 1 if one is not or cannot be checked, 2 if a file is no record.
    """
    from archipel.cli import verify

    verify.run(record, json, lang)


@app.command("serve")
def serve_command(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 for all networks.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=1, max=65535, help="The port.")] = 8642,
    database: Database = "",
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="Another page that may connect; repeatable."),
    ] = None,
    thinkers: Annotated[
        int,
        typer.Option(
            "--thinkers",
            metavar="N",
            min=0,
            help="Processes that bots think in.",
            show_default="one for each core but one",
        ),
    ] = 0,
    processes: Annotated[
        int, typer.Option("--processes", metavar="N", min=1, help="Processes; more than 1 need PostgreSQL.")
    ] = 1,
    pace: Annotated[
        float, typer.Option("--pace", metavar="X", min=0, help="How leisurely bots answer: 0 is at once.")
    ] = 1.0,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Believe a proxy on this machine about addresses.")
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", metavar="ADDRESS", help="Believe a proxy on another machine; repeatable."),
    ] = None,
    json_logs: Annotated[bool, typer.Option("--json-logs", help="Log one JSON object a line.")] = False,
    open_metrics: Annotated[
        bool, typer.Option("--open-metrics", help="Show /metrics to other machines too.")
    ] = False,
    lang: Language = "",
) -> None:
    """Host tables where people meet, alone with bots or with friends by a link."""
    from archipel.cli.serve import Wish, run

    origins, proxied, proxies = tuple(origin or ()), behind_proxy, tuple(proxy or ())
    served = (host, port, database, origins, thinkers, processes, proxied, proxies, json_logs, open_metrics)
    run(Wish(*served, pace, open_page), lang)


@app.command("backup")
def backup_command(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; replaced if it is there.")],
    database: Database = "",
    lang: Language = "",
) -> None:
    """Copy all tables of a server into one file, also while it serves them."""
    from archipel.cli import copies

    copies.back_up(copy, database, lang)


@app.command("restore")
def restore_command(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `archipel backup` wrote.")],
    database: Database = "",
    lang: Language = "",
) -> None:
    """Put a copy in the place of the tables of a server that is stopped; they are kept beside it."""
    from archipel.cli import copies

    copies.restore(copy, database, lang)


@app.command("compile")
def compile_command(
    game: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Games; else all.")] = None,
) -> None:
    """Compile the rules ahead, so that no start has to wait."""
    from archipel.cli import preparing

    preparing.compile_ahead(game or [])


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    app()
