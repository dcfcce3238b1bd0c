"""Compiling rules before they are needed: said once, with progress, and never again afterwards."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from archipel import batch
from archipel.bots import mind
from archipel.cli.console import Stop, forget_typing, notices, speak
from archipel.core.compiling import MANY, MATCH, Stage, compile_game, needs_compiling
from archipel.core.rule import cache_root
from archipel.core.words import N_, Tongue
from archipel.games import game, games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from archipel.core.game import Game
    from archipel.core.records import Find

# What `archipel.core.compiling` calls its stages.
STAGES = (
    N_("the table"),
    N_("the rules"),
    N_("what players see"),
    N_("the score"),
    N_("possible worlds"),
    N_("simulation"),
    N_("the bots"),
    N_("batches"),
)


def prepare(game: Game, tongue: Tongue, purpose: str = MATCH, *, bots: bool = False) -> None:
    """Compile a game's rules, and its bots if they are wanted, unless that was done before."""
    if needs_compiling(game, purpose) or (bots and mind.needs_compiling(game)):
        notices().print(
            tongue.text("Compiling {game}. This happens once and takes about a minute.").format(
                game=game.title[tongue.language]
            )
        )
        _compile(game, tongue, purpose, *[("the bots", mind.compile_thinking)] * bots)
        forget_typing()


def finder(tongue: Tongue) -> Find:
    """Finds the game of a record by its name, with its rules ready for use."""

    def find(name: str) -> Game:
        found = game(name)
        prepare(found, tongue)
        return found

    return find


def compile_ahead(names: list[str]) -> None:
    """Compile games, all of them if none is named."""
    tongue = speak("")
    chosen = [game(name) for name in names] or list(games().values())
    for one in chosen:
        title = one.title[tongue.language]
        if needs_compiling(one, MANY) or mind.needs_compiling(one) or batch.needs_compiling(one):
            _compile(one, tongue, MANY, ("the bots", mind.compile_thinking), ("batches", batch.compile_batch))
            notices().print(tongue.text("{game} is compiled.").format(game=title))
        else:
            notices().print(tongue.text("{game} was compiled before.").format(game=title))


def _compile(game: Game, tongue: Tongue, purpose: str, *further: Stage) -> None:
    with progress_bar() as bar:
        task = bar.add_task(game.title[tongue.language], total=None, stage="")

        def report(number: int, of: int, name: str) -> None:
            stage = tongue.text(name) if name else ""
            bar.update(task, completed=number, total=of, stage=stage)

        try:
            compile_game(game, report, purpose, further)
        except (OSError, RuntimeError) as error:
            sentence = tongue.text(
                "The compiled rules cannot be kept in {folder} ({problem}); "
                "set ARCHIPEL_CACHE to a folder you can write to."
            )
            raise Stop(sentence.format(folder=cache_root(), problem=error), code=1) from error


@contextmanager
def progress_bar(*columns: Any) -> Iterator[Progress]:
    """A progress bar among the notices, gone when it is done; without a terminal there is none."""
    console = notices()
    shown = columns or (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[stage]}", style="dim"),
        TimeElapsedColumn(),
    )
    with Progress(*shown, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar
