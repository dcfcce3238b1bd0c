"""Golden playthroughs: whole matches as text that a newcomer can read and a test compares.

`make golden` writes them all anew, from the actions they hold; a difference is a change of rules, and
belongs in the changelog. A match that can no longer be played, or is missing, is looked for among random
ones, or among those that a game's `steering` plays for an end of that kind. There is one for each player
count, with some options too, and one for each way a match can end.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import count, islice
from pathlib import Path
from types import ModuleType
from typing import Any

from archipel.core.laws import random_match
from archipel.core.match import IllegalAction, Match, Moment, Outcome
from archipel.core.notation import NotationError
from archipel.core.record import CHANCE, WATCHER
from archipel.core.words import Tongue
from archipel.games import game, games
from tests import soak

GAMES = Path(__file__).parent / "games"
BY_THE_BOOK = "by the book"
TOO = {"arabana-opodopo": ("gods",)}
"""Other options of `soak` with which there is a playthrough for each player count."""
ACTION = re.compile(r" *\d+ (\w+) +(\d+) {2}(.+?)(?: {2,}.*)?$")
LINE = "{number:4} {who:<{width}}{moves:4}  {action:<34}  {sentence}"
SEVERAL = "several"
GUIDE = """
Each line is an action: its number, who takes it, among how many legal ones, how it is written, and what a
watcher is told of it and of all that follows from it. In brackets: who alone learns the action as it is
written, and what the others learn. The drawings show the whole truth, which no player sees.
"""
FOLDED_GUIDE = f"Where {SEVERAL} do the same one after the other, the line tells how many they are."


@dataclass(frozen=True)
class Wanted:
    """A playthrough there has to be: how many play it, a reason for its end if that matters, and options."""

    game: str
    seats: int
    reason: str = ""
    options: str = BY_THE_BOOK

    @property
    def settings(self) -> dict[str, Any]:
        """The options themselves."""
        return soak.OPTIONS[self.game][self.options]

    @property
    def path(self) -> Path:
        name = f"end-{self.reason}" if self.reason else f"{self.seats}-players"
        if self.options != BY_THE_BOOK:
            name += f"-{self.options}"
        return GAMES / self.game.replace("-", "_") / "playthroughs" / f"{name}.txt"

    def fits(self, match: Match) -> bool:
        return match.outcome is not None and self.reason in ("", match.outcome.reason)


def wanted() -> Iterator[Wanted]:
    """Every playthrough there has to be."""
    for one in games().values():
        for options in (BY_THE_BOOK, *TOO.get(one.name, ())):
            yield from (Wanted(one.name, seats, options=options) for seats in one.seats)
        yield from (Wanted(one.name, one.seats[0], reason) for reason in one.rules.REASONS)


# ── Writing ─────────────────────────────────────────────────────────────────────────────────────
def write(match: Match) -> str:
    """A match as a playthrough."""
    chosen = [one.name for one in match.game.options if match.options[one.name] != one.default]
    title = ", ".join([match.game.title["en"], f"{match.seats} players", *chosen])
    drawing = beside(match.game.name, "drawing")
    folded = getattr(drawing, "FOLDED", ())
    lines = [title, "=" * len(title), *GUIDE.splitlines(), *[FOLDED_GUIDE] * bool(folded), ""]
    counts = moves_before(match)
    several: list[Moment] = []
    for moment in match.replay():
        table = drawing.draw(moment.before[0], moment.after[0])
        if match.spell(moment.action) in folded:
            several.append(moment)
            if not table and len(moment.events(WATCHER)) == 1:
                continue
            lines += several_lines(match, several, counts)
        else:
            lines += several_lines(match, several, counts)
            lines += action_lines(match, moment, counts[moment.number])
        lines += ["", *table] if table else []
        several = []
    if match.outcome is not None:
        lines += outcome_lines(match, match.outcome)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def beside(name: str, module: str) -> ModuleType:
    """A module beside the tests of a game."""
    return import_module(f"tests.games.{name.replace('-', '_')}.{module}")


def moves_before(match: Match) -> list[int]:
    """How many legal actions there were at each action of a match."""
    walked, counts = Match(match.game, match.seats, match.options), []
    for action in match.actions:
        counts.append(len(walked.moves))
        walked.step(action)
    return counts


def action_lines(match: Match, moment: Moment, moves: int) -> list[str]:
    tongue = match.tongue("en")
    sentences = [match.game.words.say(event, tongue) for event in moment.events(WATCHER)]
    sentences[0] += secrecy(match, moment)
    who = "chance" if moment.by == CHANCE else match.game.notation.SEATS[moment.by]
    width = max(map(len, match.game.notation.SEATS)) + 1
    first = LINE.format(
        number=moment.number + 1,
        who=who,
        width=width,
        moves=moves,
        action=match.spell(moment.action),
        sentence=sentences[0],
    )
    return [first, *(" " * (width + 47) + sentence for sentence in sentences[1:])]


def several_lines(match: Match, moments: list[Moment], counts: list[int]) -> list[str]:
    """The same action of several players in a row, as one line; and what followed from the last."""
    if not moments:
        return []
    lines = action_lines(match, moments[-1], counts[moments[-1].number])
    if len(moments) > 1:
        names = match.game.seat_names(match.seats, "en")
        lines[0] = LINE.format(
            number=moments[0].number + 1,
            who=SEVERAL,
            width=max(map(len, match.game.notation.SEATS)) + 1,
            moves=len(moments),
            action=match.spell(moments[0].action),
            sentence=", ".join(names[moment.by] for moment in moments) + ".",
        )
    return lines


def secrecy(match: Match, moment: Moment) -> str:
    """Who alone learns an action as it is, and what the others learn."""
    names = match.game.notation.SEATS
    told = {seat: moment.witness(seat) for seat in (WATCHER, *range(match.seats))}
    if set(told.values()) == {moment.action}:
        return ""
    knowing = [names[seat] for seat, action in told.items() if action == moment.action]
    others = sorted({match.spell(action) for action in told.values() if action != moment.action})
    return f" [{', '.join(knowing) or 'nobody'}; others: {', '.join(others)}]"


def outcome_lines(match: Match, outcome: Outcome) -> list[str]:
    names, tongue = match.game.notation.SEATS, Tongue("en")
    width = max(map(len, names)) + 2
    winners = tongue.all_of([names[seat] for seat in outcome.winners])
    lines = [f"Won by {winners or 'nobody'}: {tongue.text(match.game.words.REASONS[outcome.reason])}."]
    for seat in sorted(range(match.seats), key=lambda seat: outcome.places[seat]):
        lines.append(f"{outcome.places[seat]}. {names[seat]:<{width}}{outcome.points[seat]:3} points")
    return lines


# ── Reading ─────────────────────────────────────────────────────────────────────────────────────
def read(want: Wanted, text: str) -> Match:
    """The match that a playthrough tells of."""
    match = Match(game(want.game), want.seats, want.settings)
    for line in text.splitlines():
        if found := ACTION.match(line):
            for _ in range(int(found[2]) if found[1] == SEVERAL else 1):
                match.step(match.read(found[3]))
    return match


# ── Looking for one ─────────────────────────────────────────────────────────────────────────────
def look_for(want: Wanted, enough: int = 150) -> Match:
    """Some matches that fit: the shortest, or else the one in which most different things happen."""
    some = islice(filter(want.fits, (played(want, seed) for seed in count())), enough)
    return max(some, key=lambda match: (0 if want.reason else variety(match), -len(match.actions)))


def played(want: Wanted, seed: int) -> Match:
    """A match played by the game's steering if it has one, else at random."""
    one = game(want.game)
    if not find_spec(f"tests.games.{want.game.replace('-', '_')}.steering"):
        return random_match(one, want.seats, want.settings, seed)
    choose, chooser = beside(want.game, "steering").choose, random.Random(seed)
    match = Match(one, want.seats, want.settings)
    while not match.over:
        match.step(choose(match, want.reason, chooser))
    return match


def variety(match: Match) -> int:
    """How many different things happen in a match."""
    return len({event["event"] for event in match.events(WATCHER)})


def kept(want: Wanted) -> Match | None:
    """The match of the playthrough there is, if it can still be played to the same kind of end."""
    try:
        match = read(want, want.path.read_text("utf-8"))
    except (OSError, NotationError, IllegalAction):
        return None
    return match if want.fits(match) else None


def main(say: Callable[[str], object] = print) -> int:
    """Write every playthrough, and say which are not as they were."""
    for want in wanted():
        match = kept(want) or look_for(want)
        before = want.path.read_text("utf-8") if want.path.exists() else ""
        want.path.parent.mkdir(parents=True, exist_ok=True)
        want.path.write_text(write(match), "utf-8")
        if write(match) != before:
            say(f"{want.path.relative_to(GAMES.parents[1])} has changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
