"""Positions of real matches, as the server would send them, to draw boards from without a server.

`python web/fixtures.py` plays matches among bots and keeps one moment of every phase for every number of
players in `web/fixtures/<game>/`, the one of which there is most to show; `index.json` lists them.
"""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from archipel.bots.roster import make_bots
from archipel.core.game import Game
from archipel.core.match import Match
from archipel.core.record import CHANCE
from archipel.games import games
from archipel.server import telling
from archipel.server.entries import Acted, AnyEntry, Filled, Opened, Remarked, Sat, Started
from archipel.server.table import Table

FOLDER = Path(__file__).parent / "fixtures"
NAMES = ("Anna", "Bo", "Chloé", "Dmitri", "Eve", "Farid")
BOT = "level:1"
LINES = 12  # of the log, before the moment
MATCHES = {"arabana-opodopo": 8}  # more than one is played where some phases are seldom
Moment = tuple[Table, list[telling.Told], int | None, str]
"""A table, its last entries, who looks, and what the moment is called."""


def variants(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players, and options that change what one sees."""
    for seats in game.seats:
        yield seats, {}
    switches = {"arabana-opodopo": "gods", "costa-ruana": "open_huts", "tresor": "souquez_ferme"}
    yield game.seats[-1], {switches[game.name]: True}


def opening(game: Game, seats: int, options: dict[str, Any]) -> Table:
    """A table at which one person and bots sit."""
    table = Table("fixture", Opened(0.0, "g0", game.name, game.version, seats, options, "c0ffee" * 10))
    table.apply(Sat(0.0, 0, "g0", NAMES[0]))
    for seat in range(1, seats):
        table.apply(Filled(0.0, seat, BOT) if seat > 1 else Sat(0.0, seat, "g1", NAMES[1]))
    return table


def chances(match: Match, dice: random.Random) -> tuple[int, ...]:
    """What chance does until somebody must decide."""
    done: list[int] = []
    while not match.over and match.to_move == CHANCE:
        done += dice.choices(match.moves, match.ways)
        match.step(done[-1])
    return tuple(done)


def playing(
    game: Game, seats: int, options: dict[str, Any], seed: int
) -> Iterator[tuple[Table, telling.Told]]:
    """A match among bots, entry by entry; the table goes on changing."""
    dice = random.Random(seed)
    table = opening(game, seats, options)
    bots = make_bots(game, dict.fromkeys(range(seats), BOT), seed)
    entry: AnyEntry = Started(0.0, chances(Match(game, seats, options), dice))
    while True:
        moments = table.apply(entry)
        yield table, (table.number, entry, moments)
        match = table.match
        assert match is not None
        if match.over:
            return
        seat = match.to_move
        if game.name == "tresor" and table.number % 9 == 0:
            claim = Remarked(0.0, seat, f"claim 1 {dice.choice(('full', 'empty'))}")
            yield table, (table.number + 1, claim, table.apply(claim))
        action = bots[seat].choose(match.view(seat), seat, match.moves)
        branch = match.branch()
        branch.step(action)
        entry = Acted(0.0, seat, action, chances(branch, dice))


def moments(game: Game, seats: int, options: dict[str, Any], seed: int) -> dict[str, bytes]:
    """One moment of each phase: the one that takes most words, and so most room."""
    found: dict[str, list[bytes]] = defaultdict(list)
    for again in range(MATCHES.get(game.name, 1)):
        look_through(playing(game, seats, options, seed + 100 * again), found)
    mark = "-".join([str(seats), *options])
    return {f"{mark}-{phase}": max(kept, key=len) for phase, kept in found.items()}


def look_through(played: Iterator[tuple[Table, telling.Told]], found: dict[str, list[bytes]]) -> None:
    """Keep what a match has to show."""
    told: list[telling.Told] = []
    for table, one in played:
        told.append(one)
        match = table.match
        assert match is not None
        if match.over:
            found["over"].append(news(table, told, 0))
            found["over-watched"].append(news(table, told, None))
            continue
        found[asked(match)].append(news(table, told, match.to_move))
        if table.number % 5 == 0:
            found["waiting"].append(news(table, told, (match.to_move + 1) % match.seats))
            found["watched"].append(news(table, told, None))


def asked(match: Match) -> str:
    """The phase; of an effect in Costa Ruana also which one, for each is shown in its own way."""
    phase = str(match.show(match.to_move)["phase"])
    return f"{phase}-{match.spell(match.moves[0]).split()[0]}" if phase == "effect" else phase


def news(table: Table, told: list[telling.Told], seat: int | None) -> bytes:
    """What the one who looks is sent."""
    guest = "" if seat is None else table.seats[seat].guest or "g0"
    since = max(0, table.number - LINES)
    entries = [one for one in told if one[0] > since]
    sent = telling.Telling(table, entries, since, None).news(seat, guest, "en")
    return json.dumps(msgspec.to_builtins(sent), ensure_ascii=False).encode() + b"\n"


def main(only: list[str]) -> None:
    """Write all fixtures, or those of the games that are named."""
    for game in games().values():
        folder = FOLDER / game.package.rsplit(".")[-1]
        if only and game.name not in only:
            continue
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.json"):
            old.unlink()
        for seats, options in variants(game):
            for name, sent in moments(game, seats, options, seed=seats).items():
                (folder / f"{name}.json").write_bytes(sent)
            print(f"{game.name}: {seats} players {options or ''}", flush=True)
    index = {
        f.name: sorted(path.stem for path in f.glob("*.json")) for f in sorted(FOLDER.iterdir()) if f.is_dir()
    }
    (FOLDER / "index.json").write_text(json.dumps(index, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
