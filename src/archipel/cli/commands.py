"""What a player can type besides an action, in English and in their own language."""

from __future__ import annotations

from dataclasses import dataclass

from archipel.core.words import N_, Tongue


@dataclass(frozen=True)
class Command:
    """A command: its word, shorter ways to type it, and what it does."""

    word: str
    short: tuple[str, ...]
    help: str


UNDO = Command(N_("undo"), ("u",), N_("take back your last decision"))
WHY = Command(
    N_("why"),
    ("?",),
    N_("the rule behind the question; why 3: behind choice 3; why 5.4: that paragraph"),
)
PREVIEW = Command(
    N_("preview"),
    ("p", "if"),
    N_("what an action would lead to, without taking it; preview 3: what choice 3 would"),
)
HINT = Command(
    N_("hint"), ("i",), N_("what a strong bot would do in your place, and what it believes of hidden things")
)
BACK = Command(N_("back"), ("b",), N_("go back one step in a choice made step by step"))
TABLE = Command(N_("table"), ("t",), N_("draw the table again, with what lies open besides"))
LOG = Command(N_("log"), ("l",), N_("everything that happened, as you saw it"))
RULES = Command(N_("rules"), (), N_("read the rulebook"))
HELP = Command(N_("help"), ("h",), N_("this list"))
AUTO = Command(
    N_("auto"), ("a",), N_("answer questions with only one answer by itself, or ask them; on at first")
)
QUIT = Command(N_("quit"), ("q", "exit"), N_("stop here; the match is saved and can be resumed"))

COMMANDS = (UNDO, WHY, PREVIEW, HINT, BACK, TABLE, LOG, RULES, AUTO, HELP, QUIT)


def read_command(text: str, tongue: Tongue) -> tuple[Command, str] | None:
    """The command that a text begins with, and what follows it; None if it is no command.

    >>> command, rest = read_command("Why 5.4?", Tongue("en"))
    >>> command.word, rest
    ('why', '5.4')
    """
    if text != "?":
        text = text.rstrip(" ?")  # "why 3?" and "pourquoi ?" are good questions
    word, _, rest = text.lower().partition(" ")
    for command in COMMANDS:
        if word in (command.word, tongue.text(command.word), *command.short):
            return command, rest.strip()
    return None
