"""`archipel play`: a match in the terminal, against bots or passing the keyboard round."""

from __future__ import annotations

import random
import secrets
import shlex
from dataclasses import dataclass
from pathlib import Path

from archipel.bots.roster import think
from archipel.cli import journal
from archipel.cli.console import Stop, ask, output, speak
from archipel.cli.hot_seat import play
from archipel.cli.journal import InUse, Journal, NotOne
from archipel.cli.preparing import finder, prepare
from archipel.cli.seating import BOT, DEFAULT_BOT, bot_in, bots_of, name_bots, name_seats, names_in
from archipel.cli.sitting import Sitting
from archipel.core.game import Game
from archipel.core.match import Match
from archipel.core.record import CHANCE
from archipel.core.records import MatchRecord, RecordError
from archipel.core.words import Tongue
from archipel.games import game as find_game
from archipel.games import games

SEEDS = 2**63


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line."""

    game: str
    players: int | None
    humans: int | None
    names: tuple[str, ...]
    options: tuple[str, ...]
    seed: int | None
    save: Path | None
    auto: bool = True
    bots: tuple[str, ...] = ()  # one kind for all, or one for each; none: as resumed, or the usual one
    series: int | None = None  # how many matches; 0: as many as the game's tournament draws

    @property
    def dice(self) -> int:
        """The seed asked for, or any."""
        return secrets.randbelow(SEEDS) if self.seed is None else self.seed


# ── Starting ────────────────────────────────────────────────────────────────────────────────────
def start(wish: Wish, language: str) -> None:
    """Begin a new match and play it."""
    tongue = speak(language)
    game = find_game(wish.game) if wish.game else choose_game(tongue)
    seats, humans = count_players(game, wish, tongue)
    options = dict(game.read_option(text) for text in wish.options)
    names = name_seats(game, seats, wish.names, humans, tongue)
    players = (*names[:humans], *name_bots(wish.bots, seats - humans, tongue))
    prepare(game, tongue, bots=think(filter(None, map(bot_in, players))))
    seed = wish.dice
    match = Match(game, seats, options, seed)
    written = keep(wish.save or journal.new_path(game), match, players, tongue)
    tongue = match.tongue(tongue.language, names)
    play(Sitting(match, written, bots_of(game, players, seed), tongue, players, auto=wish.auto))


def choose_game(tongue: Tongue) -> Game:
    """The only game, or the one the user picks."""
    choice = list(games().values())
    while len(choice) > 1:
        for number, game in enumerate(choice, 1):
            print(f" {number} {game.title[tongue.language]}")
        try:
            answer = ask(tongue.text("Which game?") + " ")
        except EOFError as end:
            sentence = tongue.text("Name the game, for example: {command}")
            raise Stop(sentence.format(command=f"archipel play {choice[0].name}")) from end
        if answer.isdecimal() and 1 <= int(answer) <= len(choice):
            return choice[int(answer) - 1]
    return choice[0]


def count_players(game: Game, wish: Wish, tongue: Tongue) -> tuple[int, int]:
    """How many play, and how many of them are people."""
    humans = len(wish.names) or 1 if wish.humans is None else wish.humans
    seats = max(3, humans) if wish.players is None else wish.players
    game.check_seats(seats)
    if not 0 <= humans <= seats:
        sentence = tongue.text("Of {players} players, 0 to {players} can be people: choose with --humans.")
        raise Stop(sentence.format(players=seats))
    return seats, humans


def keep(
    path: Path, match: Match, players: tuple[str, ...], tongue: Tongue, *, over: bool = False
) -> Journal:
    """Open the journal of a match; it is on disk before anything is shown."""
    try:
        return Journal(path, match, players, over=over)
    except FileExistsError as error:
        sentence = tongue.text("{path} exists already; continue it with {command}, or save elsewhere.")
        command = f"archipel play --resume {shlex.quote(str(path))}"
        raise Stop(sentence.format(path=path, command=command)) from error
    except OSError as error:
        raise Stop(journal.cannot_save(path, error, tongue)) from error


# ── Resuming ────────────────────────────────────────────────────────────────────────────────────
def resume(wish: Wish, file: str, language: str) -> None:
    """Continue a match: that in a file, or the last one."""
    tongue = speak(language)
    path = find_match(file, wish.game, tongue)
    kept = read(path, tongue)
    record, seed = kept.record, wish.dice
    match = restored(record, seed)
    if match.over and not kept.is_open:
        sentence = tongue.text("This match is over; see it with: {command}")
        raise Stop(sentence.format(command=f"archipel replay {shlex.quote(str(path))}"))
    if kept.is_cut:
        output().print(tongue.text("The last line of the file was cut short; the match goes on before it."))
    players = record.players or (*names_in(record, "en")[:1], *[DEFAULT_BOT + BOT] * (record.seats - 1))
    players = replace_bots(players, wish.bots, tongue)
    prepare(record.game, tongue, bots=think(filter(None, map(bot_in, players))))
    in_place = kept.is_open and wish.save is None
    target = path if in_place else wish.save or journal.new_path(record.game)
    written = keep(target, match, players, tongue, over=in_place)
    tongue = match.tongue(tongue.language, names_in(record, tongue.language))
    play(Sitting(match, written, bots_of(record.game, players, seed), tongue, players, auto=wish.auto))


def replace_bots(players: tuple[str, ...], bots: tuple[str, ...], tongue: Tongue) -> tuple[str, ...]:
    """The players of a match, with other bots if some are asked for."""
    seats = [seat for seat, name in enumerate(players) if bot_in(name)]
    if not bots:
        return players
    named = dict(zip(seats, name_bots(bots, len(seats), tongue), strict=True))
    return tuple(named.get(seat, name) for seat, name in enumerate(players))


def find_match(file: str, game: str, tongue: Tongue) -> Path:
    """The file to continue."""
    if file and file not in games():
        return Path(file)
    name = file or game
    path = journal.newest_open(find_game(name) if name else None)
    if path is None:
        sentence = tongue.text("There is no unfinished match in {folder}; begin one with: archipel play")
        raise Stop(sentence.format(folder=journal.matches_folder()))
    return path


def read(path: Path, tongue: Tongue) -> journal.Kept:
    """A match to continue; its rules are compiled first if need be."""
    try:
        return journal.read(path, finder(tongue))
    except RecordError as error:
        raise Stop(f"{path}, {error}") from error
    except InUse as error:
        sentence = tongue.text("{path} is being played by another program.")
        raise Stop(sentence.format(path=path)) from error
    except NotOne as error:
        sentence = tongue.text("{path} does not hold one match; only one can be continued.")
        raise Stop(sentence.format(path=path)) from error
    except OSError as error:
        sentence = tongue.text("{path} cannot be read: {problem}.")
        raise Stop(sentence.format(path=path, problem=error.strerror)) from error


def restored(record: MatchRecord, seed: int) -> Match:
    """The match as it stands, with new dice; a deal that was interrupted goes on."""
    match = Match(record.game, record.seats, record.options, seed)
    match.restore(list(record.actions))
    match.remarks = list(record.remarks)
    if match.to_move == CHANCE:
        match.step(random.Random(seed).choices(match.moves, match.ways)[0])
    return match
