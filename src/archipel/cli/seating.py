"""Who sits where: people and bots, and what they are called on the screen and in match records."""

from __future__ import annotations

from archipel.bots.random import RandomBot
from archipel.cli.console import Stop
from archipel.core.game import Game
from archipel.core.records import MatchRecord
from archipel.core.words import LANGUAGES, Tongue

BOT = "random bot"  # the name of a bot in match records
LONGEST_NAME = 20


def name_seats(
    game: Game, seats: int, given: tuple[str, ...], humans: int, tongue: Tongue
) -> tuple[str, ...]:
    """What each seat is called: people as they wish, all others by their colour."""
    given = tuple(name.strip() for name in given)
    if len(given) > humans:
        sentence = tongue.text("{names} names are too many for --humans {humans}; leave some out.")
        raise Stop(sentence.format(names=len(given), humans=humans))
    for name in given:
        if not name or not name.isprintable() or len(name) > LONGEST_NAME or name == BOT:
            sentence = tongue.text("“{name}” is no name for a player; a name has 1 to {most} letters.")
            raise Stop(sentence.format(name=name, most=LONGEST_NAME))
    colours = game.seat_names(seats, tongue.language)
    names = (*given, *colours[len(given) :])
    if twice := [name for name in names if names.count(name) > 1]:
        sentence = tongue.text("Two players would be called {name}; choose other names with --name.")
        raise Stop(sentence.format(name=twice[0]))
    return names


def names_in(record: MatchRecord, language: str) -> tuple[str, ...]:
    """The names in a record; bots, and people who gave none, are called by their colour."""
    game, seats = record.game, record.seats
    colours = game.seat_names(seats, language)
    unnamed = [{"", BOT} for _ in colours]
    for one in LANGUAGES:
        for seat, colour in enumerate(game.seat_names(seats, one)):
            unnamed[seat].add(colour)
    players = record.players or colours
    return tuple(colours[seat] if name in unnamed[seat] else name for seat, name in enumerate(players))


def bots_of(players: tuple[str, ...], seed: int) -> dict[int, RandomBot]:
    """A bot for each seat where a record names one, with dice of its own."""
    return {seat: RandomBot(seed + 1 + seat) for seat, name in enumerate(players) if name == BOT}
