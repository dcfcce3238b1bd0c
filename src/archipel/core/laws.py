"""The laws that every game keeps, for every player count and option: a module to test games with.

Each law takes a match as it stands and raises `LawBroken` with what is wrong and the record that led
there, which `archipel replay` opens. `check_all` goes through all of them along one random match.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from archipel.core.chance import dice
from archipel.core.game import Game
from archipel.core.match import IllegalAction, Match, Moment, look
from archipel.core.record import CHANCE, HIDDEN, OVER, WATCHER, Pool
from archipel.core.records import record_of, to_text

Options = Mapping[str, Any]


class LawBroken(AssertionError):
    """A law that does not hold, and where."""


def check_all(game: Game, seats: int, options: Options, seed: int, each: int = 0) -> None:
    """Every law along one random match.

    For long matches: with `each`, the costly laws are held only against some of its states, that many
    before actions of each verb of the notation, and the last one.
    """
    match = random_match(game, seats, options, seed)
    chooser = random.Random(seed)
    chosen = some_states(match, each, chooser) if each else range(len(match.actions) + 1)
    for number, now in enumerate(walk(game, seats, options, match.actions)):
        nothing_is_lost(now)
        the_mover_can_move(now)
        if number in chosen:
            what_is_legal_meets_no_objection(now)
            illegal_actions_change_nothing(now, likely_mistakes(now, chooser))
            an_action_is_told_as_it_is_seen(now, chooser)
            knowledge_is_kept_apart(now, chooser)
    it_ends_in_time(match)
    a_record_replays(match)
    match.undo(chooser.randrange(len(match.actions)))
    illegal_actions_change_nothing(match, range(game.rules.ACTIONS))


# ── Random matches ──────────────────────────────────────────────────────────────────────────────
def random_match(game: Game, seats: int, options: Options, seed: int) -> Match:
    """A match played at random to its end."""
    match = Match(game, seats, options, seed)
    chooser = random.Random(seed)
    while not match.over:
        match.step(chooser.choice(match.moves))
    return match


def walk(game: Game, seats: int, options: Options, actions: list[int]) -> Iterator[Match]:
    """A match before each of its actions, and after the last."""
    match = Match(game, seats, options)
    yield match
    for action in actions:
        match.step(action)
        yield match


def some_states(match: Match, each: int, chooser: random.Random) -> set[int]:
    """Numbers of actions of a match, up to `each` of every verb, and of the state after the last."""
    of_verb: dict[str, list[int]] = {}
    for number, action in enumerate(match.actions):
        of_verb.setdefault(match.spell(action).split()[0], []).append(number)
    chosen = {len(match.actions)}
    for numbers in of_verb.values():
        chosen.update(chooser.sample(numbers, min(each, len(numbers))))
    return chosen


# ── Rules ───────────────────────────────────────────────────────────────────────────────────────
def nothing_is_lost(match: Match, world: Match | None = None) -> None:
    """Pieces and cards are conserved in every state, of the match or of a world of it."""
    for what, (have, want) in match.game.rules.conserved((world or match).state).items():
        _require(have == want, f"{what}: {have}, not {want}", match)


def the_mover_can_move(match: Match) -> None:
    """Whoever is to move has a legal action, each once; chance has ways for each; nobody else has any."""
    moves = match.moves
    _require(len(set(moves)) == len(moves), "a move is listed twice", match)
    _require(all(0 <= move < match.game.rules.ACTIONS for move in moves), "a move is out of range", match)
    if match.to_move == OVER:
        _require(not moves, "the match is over and somebody can move", match)
        return
    _require(bool(moves), f"seat {match.to_move} is to move and cannot", match)
    if match.to_move == CHANCE:
        _require(min(match.ways) > 0, "chance has a move that cannot come about", match)


def what_is_legal_meets_no_objection(match: Match) -> None:
    """The objections are the rules told a second time: they have nothing against a move that is listed.

    They are asked out of turn here. What they then say to every listed move alike is no objection.
    """
    objections: dict[Any, int] = {}
    for move in match.moves:
        try:
            objections[match.objection(move, match.tongue("en"))] = move
        except (AssertionError, LookupError):
            objections[None] = move
    said = [f"{match.spell(move)!r} meets {words!r}" for words, move in objections.items() if words]
    _require(len(objections) < 2, f"a move is listed that is not legal: {said}", match)


def illegal_actions_change_nothing(match: Match, actions: Iterator[int] | range) -> None:
    """An action that is not listed raises `IllegalAction` with a paragraph and changes nothing."""
    before, moves = match.state_bytes(), match.moves
    for action in actions:
        if action in moves:
            continue
        try:
            match.step(action)
        except IllegalAction as error:
            paragraph = error.paragraph.startswith(match.game.prefix + "-")
            _require(paragraph and bool(error.sentence), f"{match.spell(action)!r}: no reason why not", match)
        except (AssertionError, LookupError) as error:
            raise LawBroken(f"{match.spell(action)!r} is legal and not listed{_trace(match)}") from error
        else:
            raise LawBroken(f"{match.spell(action)!r} is not legal and was taken{_trace(match)}")
        same = match.state_bytes() == before and match.moves == moves
        _require(same, f"the illegal {match.spell(action)!r} left a mark", match)


def it_ends_in_time(match: Match) -> None:
    """Random play ends within the game's stated bound, with points and places for everyone."""
    _require(len(match.actions) <= match.game.rules.LONGEST, "the match is longer than the bound", match)
    outcome = match.outcome
    _require(outcome is not None, "the match has not ended", match)
    assert outcome is not None
    _require(len(outcome.points) == len(outcome.places) == match.seats, "points or places are missing", match)
    for place in outcome.places:
        better = sum(1 for other in outcome.places if other < place)
        _require(place == better + 1 or not outcome.winners, f"places {outcome.places} do not follow", match)


def a_record_replays(match: Match) -> None:
    """The same actions lead to the same state, and the notation gives each action back."""
    notation = match.game.notation.NOTATION
    first, second = (Match(match.game, match.seats, match.options) for _ in range(2))
    for action in match.actions:
        first.step(action)
        second.step(second.read(first.spell(action)))
        form = notation.to_json(action)
        _require(notation.from_json(form) == action, f"{form} reads otherwise", first)
        _require(first.state_bytes() == second.state_bytes(), "two replays differ", first)
    second.undo(0)
    _require(first.state_bytes() == second.state_bytes() == match.state_bytes(), "a replay differs", first)


# ── Who knows what ──────────────────────────────────────────────────────────────────────────────
def an_action_is_told_as_it_is_seen(match: Match, chooser: random.Random) -> None:
    """Of two moves that are told alike a seat sees the same; of two that it sees alike it is told the same.

    What is told is the witnessed action, what is seen the view afterwards. A move may show what was
    hidden; and two moves that nobody at all sees apart may be told apart: they were chosen in the open.
    """
    moments = [match.consider(move) for move in _alike(match, chooser)]
    seen = {seat: [look(match.game, m.after, seat).bytes(0) for m in moments] for seat in _everyone(match)}
    told = {seat: [m.witness(seat) for m in moments] for seat in _everyone(match)}
    for i, j in combinations(range(len(moments)), 2):
        secret = any(views[i] != views[j] for views in seen.values())
        for seat in _everyone(match):
            if told[seat][i] == told[seat][j] and seen[seat][i] != seen[seat][j]:
                shown = _shows(moments[i], seat)
                _require(shown, f"seat {seat} sees what it was not told", match, moments[i])
            if told[seat][i] != told[seat][j] and seen[seat][i] == seen[seat][j]:
                _require(not secret, f"seat {seat} is told what it may not see", match, moments[i])


def knowledge_is_kept_apart(match: Match, chooser: random.Random) -> None:
    """Non-interference: in two worlds that look the same to a seat, all that is sent to it is the same.

    That is its view, byte for byte, its table in words, what is asked, its moves, what one would lead to,
    what speaks against an action, and what it is told of the next action, unless that action shows it
    something hidden.
    """
    moment = None if match.over else match.consider(chooser.choice(match.moves))
    reader = chooser.choice(_everyone(match))
    for seat in _everyone(match):
        twin = match.world(seat, chooser.getrandbits(32))
        nothing_is_lost(match, twin)
        _require(HIDDEN not in np.frombuffer(twin.state_bytes(), np.int8), "a world has hidden cells", match)
        same = match.look(seat).bytes(0) == twin.look(seat).bytes(0)
        _require(same, f"seat {seat}'s view tells worlds apart", match)
        if seat in (reader, match.to_move):
            _same_is_sent(match, twin, seat, chooser)
        if moment is not None:
            _same_is_told(moment, twin, seat, match)


def _same_is_sent(match: Match, twin: Match, seat: int, chooser: random.Random) -> None:
    """Two worlds that look the same to a seat are put to it in the same words."""
    _require(match.show(seat) == twin.show(seat), f"seat {seat}'s table tells worlds apart", match)
    question, tongue = match.game.words.question, match.tongue("en")
    asked = question(match.view(seat), tongue) == question(twin.view(seat), tongue)
    _require(asked, f"seat {seat}'s question tells worlds apart", match)
    if match.to_move != seat:
        return
    _require(match.moves == twin.moves, f"seat {seat}'s moves tell worlds apart", match)
    _require(match.moves == moves_of_view(match, seat), f"seat {seat}'s view hides its moves", match)
    move = match.moves[len(match.actions) % len(match.moves)]
    foreseen = match.preview(move) == twin.preview(move)
    _require(foreseen, f"the preview of {match.spell(move)!r} tells worlds apart", match)
    for action in likely_mistakes(match, chooser):
        objection = match.objection(action, tongue)
        same = objection == twin.objection(action, tongue)
        _require(same, f"{objection!r} against {match.spell(action)!r} tells worlds apart", match)


def _same_is_told(moment: Moment, twin: Match, seat: int, match: Match) -> None:
    """An action that looks the same in two worlds is told alike, and leaves them looking alike.

    If it reveals nothing, and so may be taken back, it can be taken in either world.
    """
    told = moment.witness(seat)
    likewise = next((move for move in twin.moves if witness(twin, move, seat) == told), None)
    if likewise is None:
        kept = moment.revealed or moment.by == CHANCE
        _require(kept, f"seat {seat} learns from an action that reveals nothing", match, moment)
        return
    if _shows(moment, seat):
        return
    there = twin.consider(likewise)
    views = moment.views(seat)[1].bytes(0), there.views(seat)[1].bytes(0)
    _require(views[0] == views[1], f"seat {seat} then sees worlds apart", match, moment)
    events = moment.events(seat), there.events(seat)
    _require(events[0] == events[1], f"seat {seat} is told {events[0]} and {events[1]}", match, moment)


# ── Tools ───────────────────────────────────────────────────────────────────────────────────────
def moves_of_view(match: Match, seat: int) -> list[int]:
    """The legal actions worked out from a seat's view alone."""
    return match.begin_in(match.look(seat)).moves


def witness(match: Match, action: int, seat: int) -> int:
    """A legal action as a seat would learn it."""
    return int(match.game.loops.witness(match._raw, action, seat))


def worlds(match: Match, seat: int, count: int, seed: int) -> Iterator[Pool]:
    """States that look the same to a seat, drawn by the game's determinize."""
    view, rng = match.look(seat), dice(seed)
    for _ in range(count):
        world = Pool(match.game.rules.STATE, 1)
        world[0] = view[0]
        match.game.loops.imagine(world.raw, seat, rng)
        yield world


def likely_mistakes(match: Match, chooser: random.Random, count: int = 6) -> Iterator[int]:
    """Some actions that are not legal now, most of them close to those that are."""
    moves, last = match.moves or [0], match.game.rules.ACTIONS - 1
    for i in range(count):
        close = chooser.randint(min(moves), min(max(moves) + 1, last))
        action = close if i else chooser.randint(0, last)
        if action not in moves:
            yield action


def _everyone(match: Match) -> tuple[int, ...]:
    return (WATCHER, *range(match.seats))


def _alike(match: Match, chooser: random.Random) -> list[int]:
    """A few moves, some of which look the same from outside."""
    if match.over:
        return []
    moves = match.moves
    some = chooser.sample(moves, min(3, len(moves)))
    told = witness(match, some[0], WATCHER)
    alike = [move for move in moves if witness(match, move, WATCHER) == told and move not in some]
    return some + chooser.sample(alike, min(2, len(alike)))


def _shows(moment: Moment, seat: int) -> bool:
    """Whether an action lets a seat know something that was hidden from it."""
    before, after = moment.views(seat)
    return after.hidden(0) < before.hidden(0)


def _require(holds: bool, problem: str, match: Match, moment: Moment | None = None) -> None:
    if not holds:
        next_action = f", with {match.spell(moment.action)!r}" if moment else ""
        raise LawBroken(problem + next_action + _trace(match))


def _trace(match: Match) -> str:
    return "\n" + to_text(record_of(match))
