"""A bot that plays over the network: python -m archipel.examples.bot http://localhost:8642 TABLE

It takes a free seat at a table that somebody opened, and prefers moves that promise something to itself.
"""

import random
import sys

from archipel.client import Guest, Look, Refused
from archipel.server.wire import Move


def choose(look: Look) -> Move:
    """The move with the most to tell of, among some; all of `look.moves` are legal."""
    some = random.sample(look.moves, min(4, len(look.moves)))
    return max(some, key=lambda move: len(look.preview(move.action)))


def act(look: Look) -> None:
    """Take a turn, unless the match goes on without it: more news is to come then."""
    try:
        look.act(choose(look).action)
    except Refused as refusal:
        if refusal.code == "a_bot":  # it played for us while we were away
            look.come_back()


def play(server: str, table: str) -> None:
    """Sit down, and play to the end."""
    me = Guest(server, name="Example bot")
    me.sit(table)
    with me.look(table) as watching:
        first = next(iter(watching))
    seat = next(number for number, one in enumerate(first.table.seats) if one.yours)
    with me.look(table, seat) as look:
        for news in look:
            for line in news.lines:
                print(line.text)
            if look.moves:
                act(look)


if __name__ == "__main__":
    play(*sys.argv[1:])
