"""TypeScript for what the Python side defines: the messages on the wire, and the words of the games.

`python web/generate.py` writes `web/src/generated/`; a test fails while those files are out of date.
"""

from __future__ import annotations

import json
import re
import types
import typing
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from archipel.bots.levels import LEVELS
from archipel.core.game import Game, GameError
from archipel.core.match import Match
from archipel.core.notation import Notation
from archipel.core.words import LANGUAGES
from archipel.games import games
from archipel.server import wire

FOLDER = Path(__file__).parent / "src" / "generated"
HEAD = "// Written by web/generate.py from the Python side; do not edit.\n\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


# ── Messages ────────────────────────────────────────────────────────────────────────────────────
def wire_ts() -> str:
    """Every struct of `archipel.server.wire` as an interface."""
    structs = [
        one
        for one in vars(wire).values()
        if isinstance(one, type)
        and issubclass(one, msgspec.Struct)
        and one not in (msgspec.Struct, wire.Message)
    ]
    sent = [one for one in structs if issubclass(one, wire.Message)]
    heard = [one for one in structs if one not in sent and one.__struct_config__.tag]
    parts = [interface(one, sent=one in sent) for one in structs]
    parts.append(f"export const PROTOCOL = {wire.PROTOCOL};")
    parts.append(
        f"/** What a client sends. */\nexport type Message = {' | '.join(s.__name__ for s in sent)};"
    )
    parts.append(
        f"/** What the server sends. */\nexport type Heard = {' | '.join(s.__name__ for s in heard)};"
    )
    return HEAD + "\n\n".join(parts) + "\n"


def interface(struct: type[msgspec.Struct], sent: bool) -> str:
    """A struct as an interface; what a client sends may leave out whatever has a default."""
    lines = []
    if struct.__struct_config__.tag:
        lines.append(f'  type: "{struct.__struct_config__.tag}";')
    omits = sent or struct.__struct_config__.omit_defaults
    for field in msgspec.structs.fields(struct):
        may_lack = omits and not field.required
        lines.append(f"  {field.name}{'?' if may_lack else ''}: {ts(field.type)};")
    about = (struct.__doc__ or "").split("\n")[0]
    return f"/** {about} */\nexport interface {struct.__name__} {{\n" + "\n".join(lines) + "\n}"


def ts(kind: Any) -> str:
    """A Python type as TypeScript."""
    if kind in PLAIN:
        return PLAIN[kind]
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(map(ts, inner))
    if (origin is tuple and inner[-1] is Ellipsis) or origin is list:
        one = ts(inner[0])
        return f"readonly ({one})[]" if " " in one else f"readonly {one}[]"
    if origin is dict:
        return f"Record<{ts(inner[0])}, {ts(inner[1])}>"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    raise TypeError(f"no TypeScript for {kind}")


# ── Words of the games ──────────────────────────────────────────────────────────────────────────
def words_ts(game: Game) -> str:
    """Seats, phases and actions of a game as constants and types."""
    notation, words = game.notation, game.words
    parts = [
        constant("SEATS", notation.SEATS) + "\nexport type Seat = (typeof SEATS)[number];",
        constant("PHASES", notation.PHASES) + "\nexport type Phase = (typeof PHASES)[number];",
    ]
    parts += [
        f"{constant(name, value)}\nexport type {singular(name)} = (typeof {name})[number];"
        for name, value in others(game)
    ]
    if (board := Path(game.rules.__file__).with_name("board.json")).exists():
        islands = board.read_text("utf-8").strip()
        parts.append(f"/** The board that comes with the game. */\nexport const BOARD = {islands} as const;")
    if hasattr(parts_of(game), "SYMBOLS"):
        symbols = dict(zip(parts_of(game).TRICKS, parts_of(game).SYMBOLS, strict=True))
        parts.append(
            f"/** The symbol on each trick. */\nexport const SYMBOL_OF = {json.dumps(symbols)} as const;"
        )
    numbers = {
        "DETACHMENTS": "Of each player.",
        "SEASON": "Turns of each player before the storms are over.",
    }
    parts += [
        f"/** {about} */\nexport const {name} = {getattr(parts_of(game), name)};"
        for name, about in numbers.items()
        if hasattr(parts_of(game), name)
    ]
    parts.append(
        "/** Any action of the game, taken apart. */\nexport type Form =\n" + forms(notation.NOTATION)
    )
    if hasattr(notation, "TALK"):
        parts.append(
            "/** What can be said in the words of the game. */\nexport type Talk =\n" + forms(notation.TALK)
        )
    events = sorted({name.split("/")[0] for name in words.SENTENCES})
    parts.append(constant("EVENTS", events) + "\nexport type EventName = (typeof EVENTS)[number];")
    return HEAD + "\n\n".join(parts) + "\n"


def others(game: Game) -> Iterator[tuple[str, Sequence[str]]]:
    """More lists of words that a game's notation and parts have: cards, tricks, gods."""
    known = {"SEATS", "PHASES", "COLOURS", "SHIPS", "SYMBOLS"}
    for module in (game.notation, parts_of(game)):
        for name, value in vars(module).items():
            texts = isinstance(value, tuple) and value and all(isinstance(one, str) for one in value)
            if name.isupper() and name not in known and texts:
                known.add(name)
                yield name, value


def parts_of(game: Game) -> Any:
    """What is in the box."""
    return import_module(f"{game.package}.parts")


def singular(name: str) -> str:
    """The type of one of several words: `CARD_NAMES` → `CardName`."""
    return re.sub("s$", "", name.title().replace("_", ""))


def constant(name: str, words: Sequence[Any]) -> str:
    """A list that TypeScript takes literally."""
    listed = ", ".join(json.dumps(word, ensure_ascii=False) for word in words)
    return f"export const {name} = [{listed}] as const;"


def forms(notation: Notation) -> str:
    """The JSON forms of a notation as a union."""
    lines = []
    for verb in notation.verbs.values():
        fields = [
            f'action: "{verb.name}"',
            *(f"{name}: {choice(words)}" for name, words in verb.fields.items()),
        ]
        lines.append(f"  | {{ {'; '.join(fields)} }}")
    return "\n".join(lines) + ";"


def choice(words: Sequence[Any]) -> str:
    """The words a field can take, as a type."""
    if all(isinstance(word, int) for word in words):
        return "number"
    return " | ".join(json.dumps(word) for word in words)


# ── The games ───────────────────────────────────────────────────────────────────────────────────
def games_ts() -> str:
    """What every page must know of the games before the server has said anything."""
    facts = {
        game.name: {
            "folder": game.package.rsplit(".")[-1],
            "title": game.title,
            "summary": game.summary,
            "seats": [game.seats[0], game.seats[-1]],
            "minutes": list(game.minutes),
            "age": game.age,
            "prefix": game.prefix,
            "reactions": hasattr(
                game.notation, "REACTIONS"
            ),  # whether all are asked in turn, and may pass beforehand
            "seatNames": list(game.words.SEAT_NAMES.values()),
            "switches": {
                option.name: {
                    "help": {language: plain_help(text) for language, text in option.help.items()},
                    "seats": [seats for seats in game.seats if can_be(game, seats, {option.name: True})],
                }
                for option in game.options
                if option.default is False
            },
        }
        for game in games().values()
    }
    levels = {number: level.name for number, level in LEVELS.items()}
    return (
        HEAD
        + f"export const GAMES = {json.dumps(facts, ensure_ascii=False, indent=2)} as const;\n"
        + "export type GameName = keyof typeof GAMES;\n"
        + f"export const LEVELS = {json.dumps(levels)} as const;\n"
        + f"export const LANGUAGES = {json.dumps(list(LANGUAGES))} as const;\n"
        + "export type Language = (typeof LANGUAGES)[number];\n"
    )


def can_be(game: Game, seats: int, options: dict[str, Any]) -> bool:
    """Whether a game can be set up so."""
    try:
        Match(game, seats, options=options)
    except GameError:
        return False
    return True


def plain_help(text: str) -> str:
    """What a switch does, without how it is typed on a command line and where the rulebook has it."""
    said = re.sub(r"^yes ?: | \([A-Z]+-\d+\)$", "", text)
    return said[0].upper() + said[1:]


def files() -> dict[Path, str]:
    """Every generated file with its text."""
    written = {FOLDER / "wire.ts": wire_ts(), FOLDER / "games.ts": games_ts()}
    for game in games().values():
        written[FOLDER / f"{game.package.rsplit('.')[-1]}.ts"] = words_ts(game)
    return written


def main() -> None:
    """Write what has changed."""
    FOLDER.mkdir(exist_ok=True)
    for path, text in files().items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
