"""Match records: the text and the JSON form of a match, written and read (see `docs/records.md`).

A record holds the game, its version, the options, the players and every action, chance included: it
replays without any generator. Reading checks everything and names the line where something is wrong.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from archipel.core.fairness import Fairness, read_fairness
from archipel.core.game import Game, GameError
from archipel.core.match import IllegalAction, Match, Outcome, Remark
from archipel.core.notation import NotationError, seat_name

FORMAT = "archipel-match"
FORMAT_VERSION = 1
SAY = "say "  # begins a line that is no action
OPEN = "open"  # in place of the number of actions, while a match is being written as it is played

Find = Callable[[str], Game]


class RecordError(ValueError):
    """A record that cannot be read; the message names the line, or row, and what is wrong there."""

    def __init__(self, line: int, problem: str, unit: str = "line") -> None:
        super().__init__(f"{unit} {line}: {problem}")
        self.line = line


@dataclass(frozen=True)
class MatchRecord:
    """A match as it is stored: what was agreed before, and what was done."""

    game: Game
    seats: int
    options: dict[str, Any]
    actions: tuple[int, ...]
    players: tuple[str, ...] = ()
    outcome: Outcome | None = None
    digest: str = ""
    version: int = field(default=0)
    remarks: tuple[Remark, ...] = ()
    fair: Fairness | None = None

    def match(self) -> Match:
        """The match, replayed to its last action."""
        match = Match(self.game, self.seats, self.options)
        match.restore(list(self.actions))
        match.remarks = list(self.remarks)
        return match


def record_of(match: Match, players: tuple[str, ...] = (), fair: Fairness | None = None) -> MatchRecord:
    """The record of a match as it stands; `fair` is what was promised about its deals."""
    return MatchRecord(
        match.game,
        match.seats,
        match.options,
        tuple(match.actions),
        players,
        match.outcome,
        digest(match),
        match.game.version,
        tuple(match.remarks),
        fair,
    )


def digest(match: Match) -> str:
    """A short hash of the state reached: two matches with the same one stand the same."""
    return hashlib.sha256(match.state_bytes()).hexdigest()[:16]


# ── Text ────────────────────────────────────────────────────────────────────────────────────────
def to_text(record: MatchRecord) -> str:
    """A record as text, one action a line."""
    lines = text_header(record, str(len(record.actions)))
    lines += text_actions(record)
    if record.outcome is not None:
        lines.append("outcome: " + json.dumps(_outcome_json(record)))
    lines.append(f"end: {record.digest}")
    return "\n".join(lines) + "\n"


def opening(
    form: str, game: Game, seats: int, options: Mapping[str, Any], players: tuple[str, ...]
) -> list[str]:
    """The lines that every record begins with."""
    lines = [f"{form} {FORMAT_VERSION}", f"game: {game.name}", f"version: {game.version}", f"seats: {seats}"]
    lines += [f"option {name}: {json.dumps(value)}" for name, value in options.items()]
    if players:
        lines.append("players: " + json.dumps(list(players), ensure_ascii=False))
    return lines


def text_header(record: MatchRecord, actions: str) -> list[str]:
    """The lines before the actions."""
    lines = opening(FORMAT, record.game, record.seats, record.options, record.players)
    if record.fair:
        lines.append("fair: " + json.dumps(record.fair.to_json(), ensure_ascii=False))
    return [*lines, f"actions: {actions}"]


def text_actions(record: MatchRecord) -> list[str]:
    """Each action with its number and who took it."""
    match = Match(record.game, record.seats, record.options)
    lines = []
    for number, action in enumerate(record.actions, 1):
        lines += [remark_line(record.game, one) for one in record.remarks if one.at == number - 1]
        lines.append(action_line(number, match, action))
        match.step(action)
    return lines + [remark_line(record.game, one) for one in record.remarks if one.at == len(record.actions)]


def remark_line(game: Game, remark: Remark) -> str:
    """Something said at the table: `say la_buse claim 3 full`."""
    return f"{SAY}{seat_name(game.notation.SEATS, remark.seat)} {remark.text}"


def action_line(number: int, match: Match, action: int) -> str:
    """One action of a match, about to be taken: `17 red place 3`."""
    return f"{number} {seat_name(match.game.notation.SEATS, match.to_move)} {match.spell(action)}"


class TextReader:
    """Reads the text form of records, line by line, and says on which line something is wrong."""

    def __init__(self, lines: list[str], cut: str, start: int, find: Find) -> None:
        self.lines = lines
        self.cut = cut  # what follows the last whole line
        self.at = start
        self.find = find
        self.open = False

    @property
    def line(self) -> int:
        """The number of the line to be read."""
        return self.at + 1

    def fail(self, problem: str) -> RecordError:
        """An error on that line."""
        return RecordError(self.line, problem)

    def next(self, expected: str) -> str:
        """The line to be read; an error if there is none."""
        if self.at >= len(self.lines):
            if self.cut:
                raise self.fail(f"the file breaks off in the middle of a line: {_short(self.cut)}")
            raise self.fail(f"the file ends here; {expected} should follow")
        return self.lines[self.at]

    def value(self, key: str) -> str:
        """What stands after a key on the line to be read."""
        line = self.next(f"{key!r}")
        name, colon, value = line.partition(": ")
        if name != key or not colon:
            raise self.fail(f"expected '{key}: …', found {_short(line)}")
        return value

    def number(self, key: str) -> int:
        """The number after a key."""
        value = self.value(key)
        if not value.isascii() or not value.isdigit() or len(value) > 9:
            raise self.fail(f"{key!r} must be a number, not {_short(value)}")
        return int(value)

    def json(self, text: str) -> Any:
        """A value written as JSON."""
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise self.fail(f"damaged value {_short(text)}") from error

    # ── Parts of a record ───────────────────────────────────────────────────────────────────────
    def read(self) -> MatchRecord:
        """One match, replayed and checked."""
        game = self.header(FORMAT, "match record")
        match = self.agreed(game)
        players = self.players(match.seats)
        fair = self.fair(match.seats)
        self.open = self.value("actions") == OPEN
        count = None if self.open else self.number("actions")
        self.at += 1
        self.play(match, count)
        record = record_of(match, players, fair)
        if not self.open:
            self.footer(record)
        return record

    def header(self, form: str, name: str) -> Game:
        """The first lines: the form, the game and the version of its rules."""
        first = self.next(f"a {name}").split(" ")
        if first[0] != form:
            raise self.fail(f"this is no {name}: it should begin with '{form} {FORMAT_VERSION}'")
        if first[1:] != [str(FORMAT_VERSION)]:
            raise self.fail(
                f"format version {' '.join(first[1:])!r} is not known; this reads {FORMAT_VERSION}"
            )
        self.at += 1
        try:
            game = self.find(self.value("game"))
        except GameError as error:
            raise self.fail(str(error)) from error
        self.at += 1
        if (version := self.number("version")) != game.version:
            raise self.fail(f"played by version {version} of the rules; this has version {game.version}")
        self.at += 1
        return game

    def agreed(self, game: Game) -> Match:
        """Seats and options, as a match that has not begun."""
        seats, options = self.number("seats"), {}
        try:
            game.check_seats(seats)
            self.at += 1
            while self.next("'actions'").startswith("option "):
                name, _, value = self.lines[self.at][len("option ") :].partition(": ")
                if name in options:
                    raise self.fail(f"option {name!r} stands here a second time")
                options[name] = self.json(value)
                game.settle_options(options)
                self.at += 1
        except GameError as error:
            raise self.fail(str(error)) from error
        try:
            return Match(game, seats, options)
        except GameError as error:
            raise RecordError(self.at, str(error)) from error

    def players(self, seats: int) -> tuple[str, ...]:
        """The names of the players, if they are given."""
        if not self.next("'actions'").startswith("players: "):
            return ()
        players = self.json(self.value("players"))
        if not isinstance(players, list) or [type(name) for name in players] != [str] * seats:
            raise self.fail(f"'players' must be a list of {seats} names")
        self.at += 1
        return tuple(players)

    def fair(self, seats: int) -> Fairness | None:
        """What was promised about the deals, if anything."""
        if not self.next("'actions'").startswith("fair: "):
            return None
        form = self.json(self.value("fair"))
        try:
            fair = read_fairness(form, seats)
        except ValueError as error:
            raise self.fail(str(error)) from error
        self.at += 1
        return fair

    def play(self, match: Match, count: int | None) -> None:
        """Take the actions: `count` of them, or as many whole lines as there are."""
        number = 0
        self.hear(match)
        while number != count:
            number += 1
            if count is None and self.at >= len(self.lines):
                return
            line = self.next(f"action {number} of {count}")
            self.take(match, number, line)
            self.at += 1
            self.hear(match)

    def hear(self, match: Match) -> None:
        """What was said at this point, if anything."""
        while self.at < len(self.lines) and self.lines[self.at].startswith(SAY):
            who, _, text = self.lines[self.at][len(SAY) :].partition(" ")
            if who not in match.game.notation.SEATS[: match.seats]:
                raise self.fail(f"nobody here is called {_short(who)}")
            try:
                match.remark(match.game.notation.SEATS.index(who), text)
            except (GameError, NotationError) as error:
                raise self.fail(str(error)) from error
            self.at += 1

    def take(self, match: Match, number: int, line: str) -> None:
        """One action."""
        place, _, rest = line.partition(" ")
        who, _, text = rest.partition(" ")
        if place != str(number):
            raise self.fail(f"expected action {number}, found {_short(line)}")
        mover = seat_name(match.game.notation.SEATS, match.to_move)
        if who != mover:
            raise self.fail(f"{mover or 'nobody'} is to move here, not {_short(who)}")
        try:
            match.step(match.read(text))
        except (NotationError, IllegalAction) as error:
            raise self.fail(str(error)) from error

    def footer(self, record: MatchRecord) -> None:
        """The lines after the actions, which must agree with where they lead."""
        if record.outcome is not None:
            if self.json(self.value("outcome")) != _outcome_json(record):
                raise self.fail("the actions above lead to another outcome: a line was changed")
            self.at += 1
        if self.value("end") != record.digest:
            raise self.fail("the actions above lead to another state: a line was changed")
        self.at += 1


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────
JSON_KEYS = {
    "format": str,
    "format_version": int,
    "game": str,
    "version": int,
    "seats": int,
    "options": dict,
    "players": list,
    "fair": dict | None,
    "actions": list,
    "remarks": list,
    "outcome": dict | None,
    "end": str,
}


def to_json(record: MatchRecord) -> str:
    """A record as JSON on one line."""
    spell = record.game.notation.NOTATION.to_json
    form = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": record.game.name,
        "version": record.game.version,
        "seats": record.seats,
        "options": record.options,
        "players": list(record.players),
        **({"fair": record.fair.to_json()} if record.fair else {}),
        "actions": [spell(action) for action in record.actions],
        **({"remarks": [_remark_json(record.game, one) for one in record.remarks]} if record.remarks else {}),
        "outcome": _outcome_json(record) if record.outcome else None,
        "end": record.digest,
    }
    return json.dumps(form, ensure_ascii=False)


def _remark_json(game: Game, remark: Remark) -> dict[str, Any]:
    said = game.talk.to_json(game.talk.read(remark.text))
    return {"after": remark.at, "by": seat_name(game.notation.SEATS, remark.seat), "says": said}


def _remarks_from_json(form: dict[str, Any], match: Match) -> list[Remark]:
    """Remarks in the order they were made, each after some of the actions."""
    seats, found = match.game.notation.SEATS[: match.seats], [Remark(0, 0, "")]
    for number, one in enumerate(form["remarks"], 1):
        if not isinstance(one, dict) or set(one) != {"after", "by", "says"} or one["by"] not in seats:
            raise ValueError(f"remark {number} is not made of 'after', 'by' and 'says'")
        if type(one["after"]) is not int or not found[-1].at <= one["after"] <= len(match.actions):
            raise ValueError(f"remark {number} comes after {one['after']!r} actions, which cannot be")
        text = match.game.talk.spell(match.game.talk.from_json(one["says"]))
        found.append(Remark(one["after"], seats.index(one["by"]), text))
    return found[1:]


def _outcome_json(record: MatchRecord) -> dict[str, Any]:
    assert record.outcome is not None
    names = record.game.notation.SEATS
    return {
        "points": dict(zip(names, record.outcome.points, strict=False)),
        "places": dict(zip(names, record.outcome.places, strict=False)),
        "reason": record.outcome.reason,
    }


def _from_json(form: Any, line: int, find: Find) -> MatchRecord:
    """A record from its JSON form, which begins on a line; checked by way of the text form."""
    if not isinstance(form, dict) or form.get("format") != FORMAT:
        raise RecordError(line, f'this is no match record: it has no "format": "{FORMAT}"')
    if form.get("format_version") != FORMAT_VERSION:
        raise RecordError(line, f"format version {form.get('format_version')!r} is not known")
    form = {"players": [], "fair": None, "remarks": [], **form}
    for key, kind in JSON_KEYS.items():
        if key not in form or not isinstance(form[key], kind) or isinstance(form[key], bool):
            raise RecordError(line, f"{key!r} is missing or not of its kind")
    if unknown := [key for key in form if key not in JSON_KEYS]:
        raise RecordError(line, f"{unknown[0]!r} is no part of a match record")
    try:
        return _rebuild(form, find)
    except (GameError, ValueError) as error:
        raise RecordError(line, str(error)) from error


def _rebuild(form: dict[str, Any], find: Find) -> MatchRecord:
    game = find(form["game"])
    if form["version"] != game.version:
        raise ValueError(f"played by version {form['version']} of the rules; this has version {game.version}")
    match = Match(game, form["seats"], form["options"])
    for number, action in enumerate(form["actions"], 1):
        try:
            match.step(game.notation.NOTATION.from_json(action))
        except (NotationError, IllegalAction) as error:
            raise ValueError(f"action {number}: {error}") from error
    players = form["players"]
    if players and [type(one) for one in players] != [str] * match.seats:
        raise ValueError(f"'players' must be a list of {match.seats} names")
    match.remarks = _remarks_from_json(form, match)
    fair = read_fairness(form["fair"], match.seats) if form["fair"] is not None else None
    record = record_of(match, tuple(players), fair)
    if form["outcome"] != (_outcome_json(record) if record.outcome else None):
        raise ValueError("the actions lead to another outcome: the record was changed")
    if form["end"] != record.digest:
        raise ValueError("the actions lead to another state: the record was changed")
    return record


# ── Files ───────────────────────────────────────────────────────────────────────────────────────
def read_records(text: str, find: Find) -> Iterator[MatchRecord]:
    """All records in a text, which is in the text form or in JSON; `find` gives a game by its name."""
    if text.lstrip().startswith("{"):
        yield from _read_json(text, find)
        return
    *lines, cut = text.split("\n")
    if not text:
        raise RecordError(1, "the file is empty")
    at = 0
    while at < len(lines) or cut:
        reader = TextReader(lines, cut, at, find)
        yield reader.read()
        at = reader.at
        if reader.open:
            return  # its last line may have broken off: nobody was told of that action


def _read_json(text: str, find: Find) -> Iterator[MatchRecord]:
    decoder, at, line, counted = json.JSONDecoder(), 0, 1, 0
    while begin := re.compile(r"\S").search(text, at):
        at = begin.start()
        line, counted = line + text.count("\n", counted, at), at
        try:
            form, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise RecordError(error.lineno, f"not JSON, or broken off: {error.msg}") from error
        except (ValueError, RecursionError) as error:
            raise RecordError(line, f"not JSON of a match record: {error}") from error
        yield _from_json(form, line, find)


def load(path: Path, find: Find) -> list[MatchRecord]:
    """All records of a file; `RecordError` names the line where something is wrong."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        line = len(error.object[: error.start].split(b"\n"))
        raise RecordError(line, "this is no text file") from error
    return list(read_records(text, find))
