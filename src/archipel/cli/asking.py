"""Asking a player: the question, the choices, and everything that can be typed in answer."""

from __future__ import annotations

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from archipel.bots.reasons import reasons, say_thought
from archipel.cli import commands, rules, tables
from archipel.cli.choices import Choice, Offer, offer, sentence
from archipel.cli.commands import COMMANDS, Command, read_command
from archipel.cli.console import Stop, ask, page
from archipel.cli.preparing import prepare
from archipel.cli.sitting import Sitting
from archipel.cli.telling import bullets, tell
from archipel.core.notation import Notation, NotationError

LONGEST_NUMBER = 9  # digits; nobody means more
ARROW = "→"
CONSEQUENCE = "italic"  # how what an action leads to is set off from the action


class Quit(Exception):
    """A player wants to stop."""


class Asking:
    """One question to one seat, until it has chosen an action or taken one back."""

    def __init__(self, sitting: Sitting, seat: int) -> None:
        self.sitting = sitting
        self.seat = seat
        self.match, self.tongue, self.console = sitting.match, sitting.tongue, sitting.console
        self.talk: Notation | None = getattr(self.match.game.notation, "TALK", None)
        self.rule, self.question = self.match.game.words.question(self.match.view(seat), self.tongue)
        self.cited = self.rule  # what `why` shows
        # What was offered at first, and after each field asked so far.
        self.steps = [offer(self.match, self.match.moves, self.tongue)]
        self.chosen: int | None = None
        self.changed = False
        self.orders = {
            commands.UNDO: self.undo,
            commands.WHY: self.why,
            commands.PREVIEW: self.preview,
            commands.HINT: self.advise,
            commands.BACK: self.back,
            commands.TABLE: self.table,
            commands.LOG: self.log,
            commands.RULES: self.rules,
            commands.AUTO: self.auto,
            commands.HELP: self.help,
            commands.QUIT: self.quit,
        }

    def answer(self) -> int | None:
        """The action chosen; None if the match changed otherwise, because something was taken back."""
        self.show_question()
        while self.chosen is None and not self.changed:
            self.obey(ask("> "))
        return self.chosen

    # ── Showing ─────────────────────────────────────────────────────────────────────────────────
    @property
    def offered(self) -> Offer:
        """The choices now."""
        return self.steps[-1]

    def show_question(self) -> None:
        """The question, and the choices with their numbers."""
        offered = self.offered
        lines = Table.grid(padding=(0, 1, 0, 0))
        lines.add_column(justify="right")
        for number, choice in enumerate(offered.choices, 1):
            lines.add_row(Text(str(number), "bold"), _line(choice))
        question = Text(self.question, "bold") + Text(f"  {self.rule}", "not bold dim")
        prompt = [Text(offered.prompt)] if offered.prompt else []
        self.console.print(Group(Text(), question, *prompt, Padding(lines, (0, 0, 0, 1))))
        if offered.anyway:
            words = self.tongue.text("In any case: {what}").format(what=" ".join(offered.anyway))
            self.console.print(Text(words, CONSEQUENCE))
        self.sitting.say(self.hint(), "dim")

    def hint(self) -> str:
        """What can be typed, in short."""
        count = len(self.offered.choices)
        if len(self.steps) > 1:
            return self.tongue.text("Type a number from 1 to {n}, back, or help.").format(n=count)
        return self.tongue.text("Type a number from 1 to {n}, or help.").format(n=count)

    # ── Answers ─────────────────────────────────────────────────────────────────────────────────
    def obey(self, text: str) -> None:
        """Do what was typed: a number, a command, or an action in writing."""
        if not text or (text.isdecimal() and len(text) < LONGEST_NUMBER):
            self.choose(text)
        elif found := read_command(text, self.tongue):
            command, rest = found
            self.orders[command](rest)
        else:
            self.act(text)

    def choose(self, text: str) -> None:
        """Take a choice by its number; Enter will do if there is only one."""
        choices = self.offered.choices
        number = int(text) if text else 1 if len(choices) == 1 else 0
        if not 1 <= number <= len(choices):
            self.sitting.say(self.hint())
            return
        self.narrow(choices[number - 1].actions)

    def narrow(self, actions: tuple[int, ...]) -> None:
        """Go on with these actions: take the only one, or ask for the next field."""
        if len(actions) == 1:
            self.chosen = actions[0]
        else:
            self.steps.append(offer(self.match, actions, self.tongue))
            self.show_question()

    def act(self, text: str) -> None:
        """Take an action in writing, or say something that binds nobody."""
        if self.talk is not None and text.lower().split()[0] in self.talk.verbs:
            self.remark(text)
        else:
            self.chosen = self.read(text)

    def remark(self, text: str) -> None:
        """Say something to everybody."""
        try:
            self.sitting.remark(self.seat, text)
        except NotationError:
            self.sitting.say(self._misspelt(text))

    def read(self, text: str) -> int | None:
        """The legal action that a text stands for; if it is none, say why."""
        try:
            action = self.match.read(text)
        except NotationError:
            self.sitting.say(self._misspelt(text))
            return None
        if action in self.match.moves:
            return action
        self.cited, reason = self.match.objection(action, self.tongue)
        self.sitting.say(f"{self.cited}: {reason}", "bold")
        self.sitting.say(self.tongue.text("Type why? to read the rule."), "dim")
        return None

    def _misspelt(self, text: str) -> str:
        verbs = self.match.game.notation.NOTATION.verbs | (self.talk.verbs if self.talk else {})
        verb = verbs.get(text.lower().split()[0])
        if verb is None:
            sorry = self.tongue.text("“{text}” is neither a command nor an action.").format(text=text)
            return f"{sorry} {self.hint()}"
        fields = {name.upper(): words for name, words in verb.fields.items()}
        form = " ".join((verb.name, *fields))
        values = "; ".join(f"{name}: {', '.join(map(str, words))}" for name, words in fields.items())
        return self.tongue.text("That is written: {form}").format(form=form) + (
            f"  ({values})" if values else ""
        )

    # ── Commands ────────────────────────────────────────────────────────────────────────────────
    def undo(self, rest: str) -> None:
        """Take back what this seat decided last."""
        refusal = self.sitting.undo(self.seat)
        if refusal:
            self.sitting.say(refusal, "bold")
        else:
            self.sitting.say(self.tongue.text("Taken back."), "bold")
            self.changed = True

    def why(self, rest: str) -> None:
        """Show a paragraph: behind the question or the last refusal, behind a choice, or any."""
        choices = self.offered.choices
        if rest.isdecimal() and 1 <= int(rest) <= len(choices):
            rest = choices[int(rest) - 1].rule
        try:
            self.console.print(rules.excerpt(self.match.game, rest or self.cited, self.tongue))
        except Stop as unknown:
            self.sitting.say(str(unknown))

    def preview(self, rest: str) -> None:
        """What an action in writing, or a choice by its number, would lead to; nothing is done."""
        choices = self.offered.choices
        if rest.isdecimal() and 1 <= int(rest) <= len(choices):
            actions = choices[int(rest) - 1].actions
            if len(actions) > 1:
                self.sitting.say(self.tongue.text("That stands for several actions; choose it to see them."))
                return
            self.foresee(actions[0])
        elif not rest or rest.isdecimal():
            self.sitting.say(
                self.tongue.text("Type preview with the number of a choice, or with an action in writing.")
            )
        elif (action := self.read(rest)) is not None:
            self.foresee(action)

    def foresee(self, action: int) -> None:
        """All that a legal action would lead to."""
        choice = sentence(self.match, action, self.tongue)
        consequences = choice.consequences or (self.tongue.text("Nothing else can be foreseen."),)
        self.sitting.say(choice.words)
        self.console.print(Padding(bullets(list(consequences), ARROW), (0, 0, 0, 1)))

    def advise(self, rest: str) -> None:
        """What a strong bot would do, from what this seat sees and nothing else."""
        game, view, moves = self.match.game, self.match.view(self.seat), self.match.moves
        prepare(game, self.tongue, bots=True)
        with self.sitting.thinking(self.seat):
            found = reasons(game, view, self.seat, moves, self.tongue)
        lines = [say_thought(game, view, one, found.simulations, self.tongue) for one in found.best]
        lines = lines or [self.tongue.text("There is only one thing you can do.")]
        self.console.print(Padding(bullets(lines), (0, 0, 0, 1)))
        if found.beliefs:
            self.sitting.say(self.tongue.text("What it believes:"))
            self.console.print(Padding(bullets(list(found.beliefs)), (0, 0, 0, 1)))

    def back(self, rest: str) -> None:
        """One field back."""
        if len(self.steps) > 1:
            self.steps.pop()
        self.show_question()

    def table(self, rest: str) -> None:
        """Draw the table again, and what is not always shown."""
        game, shown = self.match.game, self.match.show(self.seat)
        more = tables.draw_more(game, shown, self.tongue)
        self.console.print(*filter(None, (tables.draw(game, shown, self.tongue), more)), sep="\n")
        self.show_question()

    def log(self, rest: str) -> None:
        """All that happened, as this seat saw it."""
        lines = tell(self.match.game, self.match.events(self.seat), self.tongue)
        page(self.console, bullets(lines))

    def rules(self, rest: str) -> None:
        """The rulebook, or a part of it."""
        if rest:
            self.why(rest)
        else:
            page(self.console, rules.whole(self.match.game, self.tongue))

    def auto(self, rest: str) -> None:
        """Turn answering by itself on or off."""
        if len(self.sitting.people) > 1:
            words = self.tongue.text("With several people at the keyboard every question is asked.")
        else:
            self.sitting.auto = not self.sitting.auto
            on = self.tongue.text("Questions with only one answer are answered by themselves.")
            words = on if self.sitting.auto else self.tongue.text("Every question is asked.")
        self.sitting.say(words)

    def help(self, rest: str) -> None:
        """What can be typed."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        action = self.match.spell(self.match.moves[0])
        grid.add_row("1, 2, 3 …", self.tongue.text("take the choice with that number"))
        grid.add_row(action, self.tongue.text("an action in writing, as match records have it"))
        if self.talk:
            saying = self.tongue.text("say something that binds nobody, as in a claim about a chest")
            grid.add_row(self.talk.spell(0), saying)
        for command in COMMANDS:
            grid.add_row(_ways(command, self.tongue.text(command.word)), self.tongue.text(command.help))
        self.console.print(Padding(grid, (0, 0, 0, 1)))

    def quit(self, rest: str) -> None:
        """Stop here."""
        raise Quit


def _line(choice: Choice) -> Text:
    """A choice, and what it leads to."""
    if not choice.consequences:
        return Text(choice.words)
    return Text(f"{choice.words}\n") + Text(f"{ARROW} {' '.join(choice.consequences)}", CONSEQUENCE)


def _ways(command: Command, word: str) -> str:
    return ", ".join((word, *command.short))
