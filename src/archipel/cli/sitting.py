"""A match at one keyboard: acting in it, taking back, and showing it to a seat."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from archipel.bots.bot import Bot
from archipel.cli import tables
from archipel.cli.console import output
from archipel.cli.journal import Journal
from archipel.cli.telling import bullets, result_table, tell
from archipel.core.match import Match
from archipel.core.record import CHANCE, WATCHER
from archipel.core.words import Tongue

MOST_NEWS = 24  # lines that a player is shown before a decision; the log has them all


@dataclass
class Sitting:
    """A match, its journal, and the bots at it; all other seats are people at this keyboard."""

    match: Match
    journal: Journal
    bots: Mapping[int, Bot]
    tongue: Tongue
    players: tuple[str, ...] = ()  # as match records name them
    auto: bool = True  # whether a person alone at the keyboard is spared questions with one answer
    console: Console = field(default_factory=output)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(self.match.seats) if seat not in self.bots]

    @property
    def answers_itself(self) -> bool:
        """Whether the question now has one answer, and taking it for the player tells nobody anything.

        With several people at the keyboard it would: who is not asked cannot have had a choice.
        """
        return self.auto and len(self.people) == 1 and len(self.match.moves) == 1

    # ── Acting ──────────────────────────────────────────────────────────────────────────────────
    def take(self, action: int) -> None:
        """Take a legal action, with what chance answers; it is on disk before anything is shown."""
        before = len(self.match.actions)
        self.match.step(action)
        self.journal.append(self.match.actions[before:])

    def remark(self, seat: int, text: str) -> None:
        """A player says something; it is on disk before anybody hears it."""
        self.match.remark(seat, text)
        self.journal.remark(self.match.remarks[-1])
        self.console.print(bullets(tell(self.match.game, self.match.events(seat)[-1:], self.tongue)))

    def let_bot_play(self, seat: int) -> None:
        """A bot decides, from what its seat may see."""
        with self.thinking(seat):
            action = self.bots[seat].choose(self.match.view(seat), seat, self.match.moves)
        self.take(action)

    def thinking(self, seat: int) -> AbstractContextManager[object]:
        """Shows who is thinking, as long as it takes; without a terminal nothing."""
        if not self.console.is_terminal or len(self.match.moves) == 1:
            return nullcontext()
        return self.console.status(
            self.tongue.text("{name} is thinking …").format(name=self.tongue.name(seat))
        )

    def undo(self, seat: int) -> str:
        """Take back what a seat decided last, with what bots did since; or say why not."""
        back = self.match.undoable(seat, frozenset(self.bots))
        if back == 0:
            return self._why_not_back(seat)
        self.match.undo(back)
        self.journal.rewrite(self.match)
        return ""

    def _why_not_back(self, seat: int) -> str:
        moments = list(self.match.replay())
        if all(moment.by != seat for moment in moments):
            return self.tongue.text("There is nothing to take back: you have not decided anything yet.")
        for moment in reversed(moments):
            if moment.by == CHANCE:
                return self.tongue.text("That cannot be taken back: chance has played since.")
            if moment.revealed:
                return self.tongue.text("That cannot be taken back: something hidden has been shown since.")
            if moment.by != seat and moment.by not in self.bots:
                return self.tongue.text("That cannot be taken back: {name} has acted since.").format(
                    name=self.tongue.name(moment.by)
                )
        raise AssertionError("the match says no, and there is no reason")

    # ── Showing ─────────────────────────────────────────────────────────────────────────────────
    def say(self, sentence: str, style: str = "") -> None:
        """A remark; a long one is not broken, so that commands and paths in it can be copied."""
        self.console.print(Text(sentence, style), soft_wrap=True)

    def show_table(self, seat: int) -> None:
        """Draw the table as a seat sees it."""
        self.console.print(tables.draw(self.match.game, self.match.show(seat), self.tongue))

    def show_news(self, seat: int, since: int, most: int | None = MOST_NEWS) -> None:
        """What happened from an action on, as a seat saw it: the last of it if that is much."""
        lines = tell(self.match.game, self.match.events(seat, since), self.tongue)
        if most is not None and len(lines) > most:
            left_out = len(lines) - most
            lines = lines[left_out:]
            self.say(
                self.tongue.text("… {n} lines before that; type log to read them.").format(n=left_out), "dim"
            )
        self.console.print(bullets(lines))

    def last_decision(self, *seats: int) -> int:
        """The number of the last action that one of these seats took; 0 if none has."""
        numbers = [moment.number for moment in self.match.replay() if moment.by in seats]
        return numbers[-1] if numbers else 0

    def show_result(self) -> None:
        """How the match ended."""
        seat = self.people[0] if len(self.people) == 1 else WATCHER
        self.show_news(seat, self.last_decision(*self.people), most=None)
        self.show_table(seat)
        self.console.print(result_table(self.match, self.tongue))
