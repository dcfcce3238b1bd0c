"""The laws that every game keeps, for every player count and option: a module to test games with.

Each law takes a game and what varies (seats, options, a seed) and raises `LawBroken` with the match
that breaks it, spelled out so that it can be replayed. `check_all` goes through them for one match.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from archipel.core.chance import dice
from archipel.core.game import Game
from archipel.core.match import NO_DICE, IllegalAction, Match
from archipel.core.record import CHANCE, HIDDEN, OVER, WATCHER, Pool

Options = Mapping[str, Any]


class LawBroken(AssertionError):
    """A law that does not hold, and where."""


def check_all(game: Game, seats: int, options: Options, seed: int) -> None:
    """Every law along one random match."""
    match = random_match(game, seats, options, seed)
    actions = match.actions
    for now in walk(game, seats, options, actions):
        nothing_is_lost(now)
        the_mover_can_move(now)
        knowledge_is_kept_apart(now, seed)
    it_ends_in_time(match)
    a_record_replays(game, seats, options, actions)
    illegal_actions_change_nothing(game, seats, options, seed)


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


# ── The laws ────────────────────────────────────────────────────────────────────────────────────
def nothing_is_lost(match: Match) -> None:
    """Pieces and cards are conserved in every state: each game states its sums."""
    for what, (have, want) in match.game.rules.conserved(match.state).items():
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


def it_ends_in_time(match: Match) -> None:
    """Random play ends within the game's stated bound, with points and places for everyone."""
    _require(len(match.actions) <= match.game.rules.LONGEST, "the match is longer than the bound", match)
    outcome = match.outcome
    _require(outcome is not None, "the match has not ended", match)
    assert outcome is not None
    _require(len(outcome.points) == len(outcome.places) == match.seats, "points or places are missing", match)
    for place in outcome.places:
        better = sum(1 for other in outcome.places if other < place)
        _require(place > better, f"places {outcome.places} do not follow", match)


def a_record_replays(game: Game, seats: int, options: Options, actions: list[int]) -> None:
    """The same actions lead to the same state, and the notation gives each action back."""
    first, second = Match(game, seats, options), Match(game, seats, options)
    for action in actions:
        first.step(action)
        second.step(second.read(first.spell(action)))
        form = game.notation.NOTATION.to_json(action)
        _require(game.notation.NOTATION.from_json(form) == action, f"{form} reads otherwise", first)
        _require(first.state_bytes() == second.state_bytes(), "two replays differ", first)
    second.undo(0)
    _require(first.state_bytes() == second.state_bytes(), "undo by replay differs", first)


def knowledge_is_kept_apart(match: Match, seed: int) -> None:
    """Non-interference: in two worlds that look the same to a seat, all that is sent to it is the same.

    That is its view, byte for byte, its table in words, its moves, and what it is told of the next
    action, unless that action shows it something hidden.
    """
    for seat in (WATCHER, *range(match.seats)):
        twin = match.world(seat, seed)
        nothing_is_lost(twin)
        _require(HIDDEN not in np.frombuffer(twin.state_bytes(), np.int8), "a world has hidden cells", twin)
        same = match.look(seat).bytes(0) == twin.look(seat).bytes(0)
        _require(same, f"seat {seat}'s view tells worlds apart", match)
        _require(match.show(seat) == twin.show(seat), f"seat {seat}'s table tells worlds apart", match)
        if match.to_move == seat:
            _require(match.moves == twin.moves, f"seat {seat}'s moves tell worlds apart", match)
            _require(match.moves == moves_of_view(match, seat), f"seat {seat}'s view hides its moves", match)
        if not match.over:
            _same_is_told(match, twin, seat, random.Random(seed).choice(match.moves))


def _same_is_told(match: Match, twin: Match, seat: int, action: int) -> None:
    """An action that looks the same in two worlds is told alike, and leaves them looking alike."""
    here = match.consider(action)
    for other in twin.moves:
        there = twin.consider(other)
        if there.witness(seat) == here.witness(seat):
            break
    else:
        return  # the action itself tells the worlds apart: a card played that the other world has not
    before, after = here.views(seat)
    if after.hidden(0) < before.hidden(0):
        return  # the action shows the seat something
    _require(after.bytes(0) == there.views(seat)[1].bytes(0), f"seat {seat} then sees worlds apart", match)
    told = here.events(seat), there.events(seat)
    _require(told[0] == told[1], f"seat {seat} is told {told[0]} and {told[1]}", match)


def illegal_actions_change_nothing(game: Game, seats: int, options: Options, seed: int) -> None:
    """Every action that is not listed raises `IllegalAction` with a paragraph and changes nothing."""
    match = random_match(game, seats, options, seed)
    chooser = random.Random(seed)
    match.undo(chooser.randrange(1, len(match.actions) + 1))
    before, moves = match.state_bytes(), set(match.moves)
    for action in range(game.rules.ACTIONS):
        if action in moves:
            continue
        try:
            match.step(action)
        except IllegalAction as error:
            _require(error.paragraph.startswith(game.prefix + "-"), f"{action} names no paragraph", match)
        else:
            raise LawBroken(f"{match.spell(action)!r} is not legal and was taken{_trace(match)}")
        _require(match.state_bytes() == before, f"the illegal {match.spell(action)!r} left a mark", match)


# ── Tools ───────────────────────────────────────────────────────────────────────────────────────
def moves_of_view(match: Match, seat: int) -> list[int]:
    """The legal actions worked out from a seat's view alone."""
    return match._twin(match.look(seat), NO_DICE).moves


def worlds(match: Match, seat: int, count: int, seed: int) -> Iterator[Pool]:
    """States that look the same to a seat, drawn by the game's determinize."""
    view, rng = match.look(seat), dice(seed)
    for _ in range(count):
        world = Pool(match.game.rules.STATE, 1)
        world[0] = view[0]
        match.game.loops.imagine(world.raw, seat, rng)
        yield world


def _require(holds: bool, problem: str, match: Match) -> None:
    if not holds:
        raise LawBroken(problem + _trace(match))


def _trace(match: Match) -> str:
    lines = "\n".join(map(match.spell, match.actions))
    return f"\n{match.game.name}, {match.seats} seats, {match.options}, after:\n{lines}"
