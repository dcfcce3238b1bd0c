"""`archipel play --series`: several matches at one table, with a standing after each."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from archipel.bots.roster import think
from archipel.cli import journal, play
from archipel.cli.console import Stop, output, speak
from archipel.cli.hot_seat import play as play_match
from archipel.cli.preparing import finder, prepare
from archipel.cli.seating import bot_in, bots_of, name_bots, name_seats, names_in
from archipel.cli.sitting import Sitting
from archipel.cli.whole import written_whole
from archipel.core.records import RecordError
from archipel.core.series import FORMAT, Series, draw, read_series, series_to_text
from archipel.core.words import Tongue
from archipel.games import game as find_game

if TYPE_CHECKING:
    from archipel.core.match import Match

ENDING = ".series"


def start(wish: play.Wish, language: str) -> None:
    """Begin a series: as long as asked for, or as the game's tournament draws."""
    tongue = speak(language)
    game = find_game(wish.game) if wish.game else play.choose_game(tongue)
    seats, humans = play.count_players(game, wish, tongue)
    options = dict(game.read_option(text) for text in wish.options)
    names = name_seats(game, seats, wish.names, humans, tongue)
    players = (*names[:humans], *name_bots(wish.bots, seats - humans, tongue))
    prepare(game, tongue, bots=think(filter(None, map(bot_in, players))))
    length = wish.series or None
    drawn = () if length else draw(game, wish.dice)
    series = Series(game, seats, options, length=length, drawn=drawn, players=players)
    path = (wish.save or journal.new_path(game)).with_suffix(ENDING)
    if path.exists():
        sentence = tongue.text("{path} exists already; continue it with {command}, or save elsewhere.")
        raise Stop(sentence.format(path=path, command=f"archipel play --resume {shlex.quote(str(path))}"))
    Tour(series, path, wish, tongue).play()


def resume(path: Path, wish: play.Wish, language: str) -> None:
    """Continue a series where it stopped, in the middle of a match or between two."""
    tongue = speak(language)
    try:
        series = read_series(path.read_text("utf-8", errors="replace"), finder(tongue))
    except RecordError as error:
        raise Stop(f"{path}, {error}") from error
    if series.over:
        sentence = tongue.text("This match is over; see it with: {command}")
        raise Stop(sentence.format(command=f"archipel replay {shlex.quote(str(path))}"))
    series.players = play.replace_bots(
        series.players or name_bots((), series.seats, tongue), wish.bots, tongue
    )
    prepare(series.game, tongue, bots=think(filter(None, map(bot_in, series.players))))
    Tour(series, path, wish, tongue).play()


def is_series(path: Path) -> bool:
    """Whether a file holds a series."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.readline().startswith(FORMAT.encode())


class Tour:
    """A series being played."""

    def __init__(self, series: Series, path: Path, wish: play.Wish, tongue: Tongue) -> None:
        self.series, self.path, self.wish = series, path, wish
        self.tongue = tongue
        self.save()

    def play(self) -> None:
        """Match after match, until the last or until somebody wants to stop."""
        self.say_length()
        while not self.series.over:
            match = self.play_next()
            if not match.over:
                sentence = self.tongue.text("The series goes on with: {command}")
                print(sentence.format(command=f"archipel play --resume {shlex.quote(str(self.path))}"))
                return
            self.series.add(match)
            self.save()
            output().print(draw_standing(self.series, self.tongue))

    def say_length(self) -> None:
        """How many matches, and what was drawn for it."""
        n = self.series.length
        words = self.tongue.plural("A series of {n} match.", "A series of {n} matches.", n)
        if self.series.drawn:
            drawn = ", ".join(map(str, self.series.drawn))
            words += " " + self.tongue.text("Drawn: {numbers}.").format(numbers=drawn)
        output().print(words)

    def play_next(self) -> Match:
        """The next match, or the one that was interrupted; over, or left for another time."""
        number = len(self.series.matches) + 1
        path = self.path.with_name(f"{self.path.stem}-{number}{journal.ENDING}")
        seed = self.wish.dice + number
        if path.exists():
            match = play.restored(play.read(path, self.tongue).record, seed)
        else:
            match = self.series.next_match(seed)
        players = self.series.players
        written = play.keep(path, match, players, self.tongue, over=path.exists())
        names = _names(self.series, self.tongue)
        title = self.tongue.text("Match {k} of {n}").format(k=number, n=self.series.length)
        output().print(f"[bold]{title}[/bold]")
        tongue = match.tongue(self.tongue.language, names)
        bots = bots_of(match.game, players, seed)
        play_match(Sitting(match, written, bots, tongue, players, auto=self.wish.auto))
        return match

    def save(self) -> None:
        """Write the series as it stands, all at a stroke."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with written_whole(self.path) as file:
                file.write(series_to_text(self.series))
        except OSError as error:
            raise Stop(journal.cannot_save(self.path, error, self.tongue)) from error


def _names(series: Series, tongue: Tongue) -> tuple[str, ...]:
    own = series.game.seat_names(series.seats, tongue.language)
    players = series.players or ("",) * series.seats
    return tuple(
        name if not player or bot_in(player) else player for name, player in zip(own, players, strict=True)
    )


def draw_standing(series: Series, tongue: Tongue) -> Table:
    """The points of all matches so far, and the places they make."""
    standing = series.standing
    names = names_in(series.matches[0], tongue.language) if series.matches else _names(series, tongue)
    title = tongue.text("Standing after match {k} of {n}").format(k=len(series.matches), n=series.length)
    table = Table(title=title)
    table.add_column(tongue.text("Place"), justify="right")
    table.add_column(tongue.text("Player"))
    table.add_column(tongue.text("Points"), justify="right")
    for seat in sorted(range(series.seats), key=lambda seat: standing.places[seat]):
        row = (str(standing.places[seat]), names[seat], str(standing.points[seat]))
        table.add_row(*row, style="bold" if standing.places[seat] == 1 else "")
    return table
