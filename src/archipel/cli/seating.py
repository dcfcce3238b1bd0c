"""Who sits where: people and bots, and what they are called on the screen and in match records."""

from __future__ import annotations

from archipel.bots.bot import Bot
from archipel.bots.levels import LEVELS
from archipel.bots.roster import BotError, check_bot, make_bots
from archipel.cli.console import Stop
from archipel.core.game import Game
from archipel.core.records import MatchRecord
from archipel.core.words import LANGUAGES, Tongue

DEFAULT_BOT = "level:2"
BOT = " bot"  # how the names of bots end in match records: "level:2 bot"
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
        if not name or not name.isprintable() or len(name) > LONGEST_NAME or bot_in(name):
            sentence = tongue.text("“{name}” is no name for a player; a name has 1 to {most} letters.")
            raise Stop(sentence.format(name=name, most=LONGEST_NAME))
    colours = game.seat_names(seats, tongue.language)
    names = (*given, *colours[len(given) :])
    if twice := [name for name in names if names.count(name) > 1]:
        sentence = tongue.text("Two players would be called {name}; choose other names with --name.")
        raise Stop(sentence.format(name=twice[0]))
    return names


def name_bots(bots: tuple[str, ...], seats: int, tongue: Tongue) -> tuple[str, ...]:
    """The bots of so many seats as match records name them: one kind for all, or one for each."""
    kinds = [check_bot(kind) for kind in bots or (DEFAULT_BOT,)]
    if len(kinds) == 1 and (seats or not bots):
        kinds *= seats
    if len(kinds) != seats:
        sentence = tongue.text(
            "--bots names {bots} bots for {seats} seats; name one for all, or one for each."
        )
        raise Stop(sentence.format(bots=len(kinds), seats=seats))
    return tuple(kind + BOT for kind in kinds)


def bot_in(name: str) -> str:
    """The kind of bot that a name in a match record stands for; empty if it is a person's.

    >>> bot_in("level:2 bot"), bot_in("Anna"), bot_in("My robot")
    ('level:2', '', '')
    """
    try:
        return check_bot(name.removesuffix(BOT)) if name.endswith(BOT) else ""
    except BotError:
        return ""


def names_in(record: MatchRecord, language: str) -> tuple[str, ...]:
    """The names in a record; bots, and people who gave none, are called by their colour."""
    game, seats = record.game, record.seats
    colours = game.seat_names(seats, language)
    unnamed = [{""} for _ in colours]
    for one in LANGUAGES:
        for seat, colour in enumerate(game.seat_names(seats, one)):
            unnamed[seat].add(colour)
    players = record.players or colours
    return tuple(
        colours[seat] if bot_in(name) or name in unnamed[seat] else name for seat, name in enumerate(players)
    )


def bots_of(game: Game, players: tuple[str, ...], seed: int) -> dict[int, Bot]:
    """A bot for each seat where a record names one, with dice of its own."""
    return make_bots(game, {seat: kind for seat, name in enumerate(players) if (kind := bot_in(name))}, seed)


def describe_players(players: tuple[str, ...], tongue: Tongue) -> list[str]:
    """The players by name, bots with their level or kind."""
    described = []
    for name, player in zip(tongue.names, players or ("",) * len(tongue.names), strict=True):
        kind = bot_in(player)
        level = kind.removeprefix("level:")
        if kind != level:
            kind = tongue.text(LEVELS[int(level)].name)
        described.append(tongue.text("{name} (bot: {kind})").format(name=name, kind=kind) if kind else name)
    return described
