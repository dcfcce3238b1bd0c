"""The laws and the bots over many matches: `make soak`, which is `python -m tests.soak SEEDS [GAME]`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from typing import Any

from archipel.arena.matches import play
from archipel.core import laws
from archipel.core.game import GameError
from archipel.games import game, games
from archipel.games.arabana_opodopo.options import FILE
from archipel.games.costa_ruana.parts import BACKGROUNDS, KINDS

Options = dict[str, Any]
Table = tuple[str, int, str]
"""A game, how many play it, and with which of the options below."""


def deck(cards: list[tuple[str, str]], notches: list[int]) -> Options:
    """A deck for Costa Ruana that goes through some cards again and again."""
    return {
        "cards": [
            {"kind": cards[i % len(cards)][0], "background": cards[i % len(cards)][1], "notches": n}
            for i, n in enumerate(notches)
        ]
    }


TWO_ISLANDS = LAST_TURN = "miniature"
"""The board and the voyage that come with the games: of a match on them every course is known."""

FEW = deck(
    [("place_3", "day"), ("return_3", "night"), ("move_native", "high_tide"), ("move_treasure", "low_tide")],
    [2] * 24 + [3] * 12 + [4] * 12 + [5] * 12 + [6] * 12,
)
MINIATURE = {
    **deck([("place_1", "day"), ("place_1", "night")], [2] * 6),
    "rounds": 1,
    "islands": 2,
}
SHORT = {**FEW, "rounds": 2, "islands": 10}
LONG = deck(list(product(KINDS, BACKGROUNDS)), [2] * 127)


def another_board() -> Options:
    """A board for Arabana-Opodopo: letters the other way round, two slots crossed over, other stones."""
    board: Options = json.loads(FILE.read_text("utf-8"))
    letters = [island["letter"] for island in board["islands"]]
    for island, letter in zip(board["islands"], reversed(letters), strict=True):
        island["letter"] = letter
    first, *_, last = board["edges"]
    first["b"], last["b"] = last["b"], first["b"]
    return {**board, "stones": {"kane": 1, "kanaloa": 4, "ku": 4, "pele": 4, "lono": 3}}


def late_board(bridges: dict[str, str], **left: list[str]) -> Options:
    """A board for Arabana-Opodopo on which a match begins late: whose bridges stand, and what is left."""
    board: Options = json.loads(FILE.read_text("utf-8"))
    letters = {island["id"]: island["letter"] for island in board["islands"]}
    edges = [
        {**edge, "bridge": bridges[slot]}
        if (slot := letters[edge["a"]] + letters[edge["b"]]) in bridges
        else edge
        for edge in board["edges"]
    ]
    return {**board, "edges": edges, **left}


LATE = late_board(
    {
        "AB": "red",
        "BE": "red",
        "CF": "blue",
        "DF": "green",
        "AL": "blue",
        "DL": "green",
        "EL": "red",
        "CI": "blue",
    },
    open=["B", "L", "L", "C"],
    bag=["B", "F", "F", "C", "L", "I", "A", "A"],
)

VOYAGE = {
    "season": 1,
    "detachments": 1,
    "zone": 12,
    "chests": {"empty": 2, "full": 2},
    "tricks": ["botte_secrete"] * 3 + ["bestioles"] * 3,
}

OPTIONS: dict[str, dict[str, Options]] = {
    "arabana-opodopo": {
        "by the book": {},
        "gods": {"gods": True},
        "another board": {"board": another_board()},
        "gods on another board": {"gods": True, "board": another_board()},
        "a late beginning": {"board": LATE},
        "a miniature": {"board": TWO_ISLANDS},
    },
    "costa-ruana": {
        "by the book": {},
        "open huts": {"open_huts": True},
        "four different cards": {"deck": FEW},
        "a long deck and open huts": {"deck": LONG, "open_huts": True},
        "a short match": {"deck": SHORT},
        "a miniature": {"deck": MINIATURE},
    },
    "tresor": {
        "by the book": {},
        "five detachments": {"souquez_ferme": True},
        "a first player": {"first": "le_hardi"},
        "a short voyage": {"voyage": {"season": 4, "detachments": 2, "zone": 10}},
        "a miniature": {"voyage": VOYAGE},
        "a single turn": {"voyage": LAST_TURN, "first": "la_buse"},
        "ten turns in all": {"voyage": {"turns": 10, "detachments": 2, "zone": 11}, "first": "le_hardi"},
    },
}
SEATS = {
    ("tresor", "five detachments"): (5, 6),
    ("costa-ruana", "a miniature"): (2,),
    ("tresor", "a miniature"): (3,),
    ("tresor", "a single turn"): (3,),
}
"""How many may play with options that are not for every table."""

BOTS = ("level:1", "greedy", "level:2", "random", "search:24", "level:3")

EACH = {"arabana-opodopo": 25, "costa-ruana": 0, "tresor": 25}
"""Before how many actions of each verb the costly laws are held in a match; 0 for all of them."""


def tables(*names: str) -> Iterator[Table]:
    """Every table to sit down at, of some games or of all."""
    for name in names or games():
        for seats, options in product(game(name).seats, OPTIONS[name]):
            if seats in SEATS.get((name, options), game(name).seats):
                yield name, seats, options


def a_few_tables() -> Iterator[Table]:
    """Every number of players of every game, and all options at the largest tables."""
    for name, seats, options in tables():
        if not OPTIONS[name][options] or seats == game(name).seats[-1]:
            yield name, seats, options


def play_bots(table: Table, seed: int) -> None:
    """A match among different bots, to its end."""
    name, seats, options = table
    bots = tuple(BOTS[(seat + seed) % len(BOTS)] for seat in range(seats))
    assert play(game(name), bots, seed, OPTIONS[name][options]).over


def check(job: tuple[Table, int]) -> str:
    """Hold every law against one match, and let bots play another; returns what is wrong, if anything is."""
    table, seed = job
    name, seats, options = table
    try:
        laws.check_all(game(name), seats, OPTIONS[name][options], seed, EACH[name])
        play_bots(table, seed)
    except Exception as error:
        problem = str(error).partition("\n")[0]
        return f"{name}, {seats} seats, {options}, seed {seed}: {type(error).__name__}: {problem}"
    return ""


def main(seeds: int, *names: str) -> int:
    """Check each table with that many seeds; the exit status says whether all passed."""
    jobs = [(table, seed) for seed in range(seeds) for table in tables(*names)]
    failed = 0
    with ProcessPoolExecutor() as workers:
        for done, problem in enumerate(workers.map(check, jobs, chunksize=4), 1):
            if problem:
                failed += 1
                print(f"\r{problem}", flush=True)
            if sys.stderr.isatty() or done % 100 == 0:
                print(f"\r{done} of {len(jobs)} matches ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{len(jobs) - failed} passed, {failed} failed")
    return 1 if failed or not jobs else 0


if __name__ == "__main__":
    try:
        sys.exit(main(int(sys.argv[1]), *sys.argv[2:]))
    except (IndexError, ValueError, GameError) as error:
        sys.exit(f"{error}; usage: python -m tests.soak SEEDS [GAME …]")
