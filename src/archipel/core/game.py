"""`Game`: the facts of a game, known without loading its rules, and its parts, loaded when first used."""

from __future__ import annotations

import importlib.util
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, SupportsIndex

from archipel.core.words import N_, Problem, Tongue

LOOPS = Path(__file__).with_name("loops.py")
_EXECUTING = threading.RLock()
NONE = Problem(N_("none"))


class GameError(Problem):
    """A match cannot be set up as asked; the message says what to do."""


@dataclass(frozen=True)
class Option:
    """A choice made before a match begins.

    `read` turns what a user typed into a value; `check` takes a value, from a program or a match
    record, and returns it in its plainest form. Both raise `ValueError` with what is wrong.
    """

    name: str
    default: Any
    help: Mapping[str, str]  # by language
    read: Callable[[str], Any]
    check: Callable[[Any], Any]


@dataclass(frozen=True)
class Tournament:
    """A series of matches with rules of its own: how many is drawn, and who begins goes round."""

    name: str
    bag: tuple[int, ...]  # the numbers that are drawn from
    draws: int  # how many; their sum is the number of matches
    beginner: str  # the option, and the field of a state, that say who begins


@dataclass(frozen=True)
class Game:
    """The facts of a game; its rules live in modules of `package`, listed in `docs/adding-a-game.md`."""

    name: str  # as in `archipel play NAME`
    package: str
    title: Mapping[str, str]  # by language
    summary: Mapping[str, str]
    seats: range
    prefix: str  # of its paragraphs: CR in CR-5.4
    version: int  # raised when the same actions would lead elsewhere
    minutes: tuple[int, int]
    age: int
    options: tuple[Option, ...] = field(default=())
    tournament: Tournament | None = None

    # ── Parts, imported when first used ─────────────────────────────────────────────────────────
    @cached_property
    def rules(self) -> ModuleType:
        """STATE, OPTIONS, ACTIONS, MOST_MOVES, LONGEST; setup, to_move, legal, ways, apply, score."""
        return import_module(f"{self.package}.rules")

    @cached_property
    def knowledge(self) -> ModuleType:
        """observe, determinize, witness."""
        return import_module(f"{self.package}.knowledge")

    @cached_property
    def features(self) -> ModuleType:
        """LAYOUT, FEATURES, features."""
        return import_module(f"{self.package}.features")

    @cached_property
    def notation(self) -> ModuleType:
        """NOTATION, SEATS, show."""
        return import_module(f"{self.package}.notation")

    @cached_property
    def talk(self) -> Any:
        """The notation of what can be said at the table, which no rule knows; most games have none."""
        talk = getattr(self.notation, "TALK", None)
        if talk is None:
            raise GameError(N_("{game} knows no remarks."), game=self.title)
        return talk

    @cached_property
    def packing(self) -> ModuleType:
        """pack: options as numbers."""
        return import_module(f"{self.package}.options")

    @cached_property
    def words(self) -> ModuleType:
        """SEAT_NAMES, REASONS, PARAGRAPHS; events, event_of, besides, say, question."""
        return import_module(f"{self.package}.words")

    @cached_property
    def objections(self) -> ModuleType:
        """objection: why an action is not legal."""
        return import_module(f"{self.package}.objections")

    @cached_property
    def loops(self) -> Any:
        """`archipel.core.loops`, executed for this game."""
        parts = {name: getattr(self, name) for name in ("rules", "knowledge", "features")}
        return specialise(LOOPS, f"{self.package}.loops", **parts)

    @cached_property
    def entries(self) -> Any:
        """The loops that a match calls over and over, ready to be called (`archipel.core.entries`)."""
        return import_module("archipel.core.entries").entries(self)

    @cached_property
    def study(self) -> Any:
        """Those that programs call besides to learn."""
        return import_module("archipel.core.entries").study(self)

    @cached_property
    def starts(self) -> OrderedDict[Any, Any]:
        """States before the first action, by seats and options; the oldest stand first."""
        return OrderedDict()

    # ── Seats ───────────────────────────────────────────────────────────────────────────────────
    def seat_names(self, seats: int, language: str) -> tuple[str, ...]:
        """What seats are called in a language, unless players give names."""
        return _in_language(tuple(self.words.SEAT_NAMES.values()), language)[:seats]

    # ── Setting up ──────────────────────────────────────────────────────────────────────────────
    def check_seats(self, seats: int) -> None:
        """Raise `GameError` unless that many can play."""
        if not isinstance(seats, SupportsIndex) or seats not in self.seats:
            sentence = N_("{game} is for {least} to {most} players, not {seats}.")
            least, most = self.seats[0], self.seats[-1]
            raise GameError(sentence, game=self.title, least=least, most=most, seats=repr(seats))

    def settle_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values: those given, and defaults for the others."""
        names = [option.name for option in self.options]
        if unknown := sorted(set(given) - set(names)):
            sentence = N_("{game} has no option {name}; it has: {names}.")
            listed = ", ".join(names) or NONE
            raise GameError(sentence, game=self.title, name=repr(unknown[0]), names=listed)
        settled = {}
        for option in self.options:
            try:
                settled[option.name] = option.check(given.get(option.name, option.default))
            except ValueError as error:
                raise _wrong(option, error) from error
        return settled

    def read_option(self, text: str) -> tuple[str, Any]:
        """An option as typed, `name=value`."""
        name, equals, value = text.partition("=")
        option = next((option for option in self.options if option.name == name), None)
        if option is None or not equals:
            choice = ", ".join(f"{option.name}=…" for option in self.options) or NONE
            sentence = N_("{text} is no option of {game}; options are: {choice}.")
            raise GameError(sentence, text=repr(text), game=self.title, choice=choice)
        try:
            return name, option.read(value)
        except ValueError as error:
            raise _wrong(option, error) from error


def _wrong(option: Option, error: ValueError) -> GameError:
    if isinstance(error, Problem):
        return GameError(N_("option {name}: {problem}"), name=option.name, problem=error)
    return GameError(N_("option {name}: {detail}"), name=option.name, detail=error)  # of a file, in English


@cache
def _in_language(names: tuple[str, ...], language: str) -> tuple[str, ...]:
    return tuple(map(Tongue(language).text, names))


def specialise(source: Path, name: str, **names: Any) -> ModuleType:
    """Execute a source file as a module called `name`, with `names` set in it beforehand.

    Code that takes rules as arguments is compiled anew in every process; a module per game is not.
    """
    with _EXECUTING:  # else another thread would find half of it
        return sys.modules.get(name) or _execute(source, name, names)


def _execute(source: Path, name: str, names: Mapping[str, Any]) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(names)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
