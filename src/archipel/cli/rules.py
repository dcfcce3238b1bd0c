"""`archipel rules`: the rulebook, whole, by section or by paragraph."""

from __future__ import annotations

import re
from difflib import get_close_matches

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from archipel.cli.console import Stop, output, page, speak
from archipel.core.game import Game
from archipel.core.rulebook import Rulebook, rulebook
from archipel.core.words import Tongue
from archipel.games import game as find_game

NEAR = 6  # how many similar numbers to name after a mistake


def read_rules(name: str, wanted: str, language: str) -> None:
    """Print the rulebook of a game, or what is wanted of it."""
    tongue = speak(language)
    game = find_game(name)
    console = output()
    if wanted:
        page(console, excerpt(game, wanted, tongue))
    else:
        page(console, whole(game, tongue))


def whole(game: Game, tongue: Tongue) -> RenderableType:
    """The whole rulebook."""
    return _markdown(rulebook(game.name, tongue.language).page)


def excerpt(game: Game, wanted: str, tongue: Tongue) -> RenderableType:
    """One paragraph ("CR-5.4" or "5.4") or section ("5"); `Stop` with similar numbers if there is none."""
    book = rulebook(game.name, tongue.language)
    number = wanted.upper().removeprefix("§").strip().removeprefix(f"{game.prefix}-")
    paragraph = book.paragraphs.get(f"{game.prefix}-{number}")
    if paragraph is not None:
        heading = Text(paragraph.number, "bold") + Text(f"  {paragraph.section}", "not bold dim")
        return Group(heading, Padding(_markdown(paragraph.text), (0, 0, 0, 2)))
    if section := _section(book, number):
        return _markdown(section)
    raise Stop(
        tongue.text("There is no paragraph {number} in the rules of {game}; near it are: {near}.").format(
            number=wanted, game=game.title[tongue.language], near=", ".join(_near(game, book, number))
        )
    )


def _markdown(text: str) -> RenderableType:
    from rich.markdown import Markdown  # slow to load, and most matches never ask why

    return Markdown(text)


def _section(book: Rulebook, number: str) -> str:
    """A section of the page, from its heading to the next."""
    found = re.search(rf"^## {re.escape(number)} .*?(?=^## |\Z)", book.page, re.MULTILINE | re.DOTALL)
    return found.group() if found and number else ""


def _near(game: Game, book: Rulebook, number: str) -> list[str]:
    """Numbers that may have been meant: of that section if there is one, and most alike."""
    numbers = list(book.paragraphs)
    section = [one for one in numbers if one.startswith(f"{game.prefix}-{number.split('.')[0]}.")]
    choice = section or numbers
    near = get_close_matches(f"{game.prefix}-{number}", choice, NEAR, cutoff=0.0)
    return sorted(near, key=numbers.index)
