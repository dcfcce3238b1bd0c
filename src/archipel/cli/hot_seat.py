"""The course of a match at one keyboard, which people pass on without seeing each other's cards."""

from __future__ import annotations

import shlex

from rich.text import Text

from archipel.cli.asking import Asking, Quit
from archipel.cli.commands import QUIT, UNDO, read_command
from archipel.cli.console import Stop, ask
from archipel.cli.journal import cannot_save, matches_folder
from archipel.cli.seating import describe_players
from archipel.cli.sitting import Sitting
from archipel.core.record import WATCHER

CLEAR_SCROLLBACK = "\x1b[3J"


def play(sitting: Sitting) -> None:
    """Play to the end, or until somebody wants to stop; nothing is lost either way."""
    try:
        greet(sitting)
        HotSeat(sitting).play()
    except Quit:
        say_how_to_resume(sitting)
    except EOFError:
        sitting.say("")
        say_how_to_resume(sitting)
    except KeyboardInterrupt as interrupt:
        sitting.say("")
        say_how_to_resume(sitting)
        raise Stop("", code=130) from interrupt
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Stop(cannot_save(sitting.journal.path, error, sitting.tongue), code=1) from error
    finally:
        sitting.journal.close()


def greet(sitting: Sitting) -> None:
    """Which game this is, and who plays."""
    tongue = sitting.tongue
    names = describe_players(sitting.players, tongue)
    title = sitting.match.game.title[tongue.language]
    sitting.console.print(Text(f"{title}: {tongue.all_of(names)}", "bold"))


def say_how_to_resume(sitting: Sitting) -> None:
    """Where the match is, and how to continue it."""
    path, tongue = sitting.journal.path, sitting.tongue
    command = "archipel play --resume"
    if path.parent != matches_folder():
        command += f" {shlex.quote(str(path))}"
    sitting.say(tongue.text("The match is saved in {path}").format(path=path))
    sitting.say(tongue.text("Continue it with: {command}").format(command=command))


def say_how_to_replay(sitting: Sitting) -> None:
    """Where the record of the match is, and how to see it again."""
    path, tongue = sitting.journal.path, sitting.tongue
    command = f"archipel replay {shlex.quote(str(path))}"
    sitting.say(tongue.text("The match is saved in {path}").format(path=path))
    sitting.say(tongue.text("See it again with: {command}").format(command=command))


class HotSeat:
    """Whose turn it is, and who is at the keyboard."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.tongue = sitting.tongue
        self.at_keyboard = sitting.people[0] if len(sitting.people) == 1 else None

    def play(self) -> None:
        """Let everybody decide in turn until the match is over."""
        match = self.sitting.match
        while not match.over:
            seat = match.to_move
            if seat in self.sitting.bots:
                self.sitting.let_bot_play(seat)
            elif self.sitting.answers_itself:
                self.sitting.take(match.moves[0])
            elif seat == self.at_keyboard or self.hand_over(seat):
                self.turn(seat)
        self.sitting.journal.finish(match)
        self.sitting.show_result()
        say_how_to_replay(self.sitting)

    def turn(self, seat: int) -> None:
        """A person decides."""
        sitting = self.sitting
        sitting.show_news(seat, sitting.last_decision(seat))
        sitting.show_table(seat)
        action = Asking(sitting, seat).answer()
        if action is not None:
            sitting.take(action)

    def hand_over(self, seat: int) -> bool:
        """Show only what lies open until the next person sits down; False if something was taken back."""
        last, name = self.at_keyboard, self.tongue.name(seat)
        self.wipe()
        self.sitting.show_table(WATCHER)
        self.sitting.say("")
        self.sitting.say(
            self.tongue.text("Pass the keyboard to {name}, then press Enter.").format(name=name), "bold"
        )
        if last is not None:
            hint = self.tongue.text("({name} can still type undo here.)").format(name=self.tongue.name(last))
            self.sitting.say(hint, "dim")
        if self.took_back(last):
            return False
        self.wipe()
        self.at_keyboard = seat
        return True

    def took_back(self, last: int | None) -> bool:
        """Wait for Enter; whether the last player took something back instead."""
        while text := ask("> "):
            command, _ = read_command(text, self.tongue) or (None, "")
            if command is QUIT:
                raise Quit
            if command is UNDO and last is not None:
                refusal = self.sitting.undo(last)
                if not refusal:
                    return True
                self.sitting.say(refusal, "bold")
        return False

    def wipe(self) -> None:
        """Clear the screen, and what scrolled off it."""
        console = self.sitting.console
        if console.is_terminal:
            console.clear()
            console.file.write(CLEAR_SCROLLBACK)
            console.file.flush()
