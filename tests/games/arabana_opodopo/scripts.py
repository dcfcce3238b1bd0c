"""Matches brought to where a paragraph speaks.

A script is a list of actions in the notation, chance's included; `red:` before an action says who takes
it. `table` sets the pieces by hand: `ab:red` is a red bridge between A and B, `aab` a hand of two cards A
and one B. Who has the majority of an island controls it; cards that are not named are in the bag.

>>> match = table(bridges="ab:red al:blue cd:blue", red="aab", open="cdef")
>>> control(match), mover(match), "exchange a l double" in choices(match)
({}, 'red', True)
>>> _ = play(match, "red: play b h; red: exchange a l double; red: take c; chance: reveal a; blue: draw")
>>> bridges(match), control(match), hand(match, "red"), open_cards(match)
('ab:red al:red bh:red cd:blue', {'b': 'red'}, 'c', 'adef')
>>> mover(match), phase(match), reserve(match, "blue")
('chance', 'drawing', 19)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from archipel.core.loops import NO_ACTION
from archipel.core.match import IllegalAction, Match
from archipel.core.notation import seat_name
from archipel.core.record import NOBODY, NOTHING, OVER
from archipel.games import game
from archipel.games.arabana_opodopo.notation import PHASES, SEATS
from archipel.games.arabana_opodopo.parts import COPIES, DEALT, GODS, LETTERS, OPEN

ARABANA_OPODOPO = game("arabana-opodopo")
PLAYERS = ARABANA_OPODOPO.seats  # how many there can be


# ── Playing ─────────────────────────────────────────────────────────────────────────────────────
def play(match: Match, script: str) -> Match:
    """Take the actions of a script; `red: draw` also makes sure that it is red's choice."""
    for line in filter(None, map(str.strip, re.split(r"[;\n]", script))):
        who, _, action = line.rpartition(":")
        if who and who != mover(match):
            raise AssertionError(f"{line!r}, but it is up to {mover(match)}: {question(match)}")
        match.step(match.read(action))
    return match


def refusal(match: Match, action: str) -> tuple[str, str]:
    """The paragraph and the sentence with which an action is refused; nothing may have changed."""
    before = match.state_bytes(), match.moves, list(match.actions)
    with pytest.raises(IllegalAction) as refused:
        match.step(match.read(action))
    if before != (match.state_bytes(), match.moves, match.actions):
        raise AssertionError(f"the refused {action!r} changed the match")
    return refused.value.paragraph, refused.value.sentence


def foreseen(match: Match, action: str) -> list[str]:
    """What the mover is told beforehand that an action leads to, in sentences; nothing may have changed."""
    before = match.state_bytes(), match.moves, list(match.actions)
    events = match.preview(match.read(action))
    if before != (match.state_bytes(), match.moves, match.actions):
        raise AssertionError(f"the preview of {action!r} changed the match")
    return [ARABANA_OPODOPO.words.say(event, match.tongue("en")) for event in events]


# ── Setting up ──────────────────────────────────────────────────────────────────────────────────
def set_up(
    seats: int = 3,
    hands: Mapping[str, str] | None = None,
    open: str = "",
    first: str = "red",
    **options: Any,
) -> Match:
    """A match in which the first player begins the first turn, with these hands and open cards.

    Every player lays one of the open cards, in their order. Cards that are not named are those nobody
    asked for, and stones come in the order of the gods.
    """
    match, colours = Match(ARABANA_OPODOPO, seats, options), SEATS[:seats]
    rest = _box()
    kept = {colour: Counter((hands or {}).get(colour, "")) for colour in colours}
    laid = Counter(open)
    for wanted in (*kept.values(), laid):
        rest -= wanted
    kept = {colour: _filled(kept[colour], DEALT - 1, rest) for colour in colours}
    beside = open + "".join((_filled(laid, OPEN, rest) - laid).elements())
    while phase(match) == "stones":
        match.step(match.moves[0])
    for colour, card in zip(colours, beside, strict=False):
        for dealt in (*kept[colour].elements(), card):
            play(match, f"chance: deal {dealt}")
    for colour, card in zip(colours, beside, strict=False):
        play(match, f"{colour}: lay {card}")
    for card in beside[seats:]:
        play(match, f"chance: reveal {card}")
    return play(match, f"chance: begin {first}")


def table(
    seats: int = 3,
    turn: str = "red",
    bridges: str = "",
    open: str | None = None,
    bag: str | None = None,
    up: str = "",
    unseen: Mapping[str, str] | None = None,
    round: int = 1,
    final: bool = False,
    finished: str = "",
    points: tuple[int, ...] = (),
    stones: Mapping[str, str] | None = None,
    lying: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    **hands: str,
) -> Match:
    """A match in which a player's turn begins, with the pieces as they are written.

    Open cards that are not named are any four; if the bag is named, the rest of the cards lies face up;
    `unseen` says what a player has discarded unseen. In the final turns there is nothing to draw, and
    `finished` lists who has had theirs. `stones` are those that players hold, as in `ku pele`, and `lying`
    those on islands; all others are out of the game.
    """
    gods = {"gods": True} if stones or lying else {}
    match = set_up(seats, first=turn, **{**gods, **(options or {})})
    s = match.state
    s.round, s.final = 2 if final else round, final
    s.points[: len(points)] = points
    for place, colour in enumerate(finished.split(), 1):
        s.finished[SEATS.index(colour)] = place
    _arrange_bridges(s, bridges)
    if final:
        open, bag = "", ""
    _arrange_cards(s, hands, open, bag, up, unseen or {})
    _arrange_stones(s, stones or {}, lying or {})
    return begin_here(match)


def begin_here(match: Match) -> Match:
    """Take the present state, which must be sound, as the start of the record, and list the moves again."""
    for what, (there, must) in ARABANA_OPODOPO.rules.conserved(match.state).items():
        assert there == must, what
    match.actions.clear()
    match._start = match._pool.twin()
    match._go(NO_ACTION)
    return match


def built(colour: str, slots: str) -> str:
    """Bridges of one colour, as `table` reads them: `ab ac` becomes `ab:red ac:red`."""
    return " ".join(f"{slot}:{colour}" for slot in slots.split())


def all_but_one(island: str, standing: tuple[int, ...], colour: str = "red") -> tuple[str, str]:
    """Bridges on all slots of an island but one, and the action by which a player fills that.

    Then everybody has as many bridges there as the standing says, by seat.
    """
    slots, left = slots_of(set_up(), island), list(standing)
    left[SEATS.index(colour)] -= 1
    owners = [SEATS[seat] for seat, count in enumerate(left) for _ in range(count)]
    there = " ".join(f"{slot}:{owner}" for slot, owner in zip(slots[:-1], owners, strict=True))
    return there, f"play {island} {slots[-1].replace(island, '')}"


def _box() -> Counter[str]:
    return Counter(dict.fromkeys(LETTERS, COPIES))


def _filled(cards: Counter[str], size: int, rest: Counter[str]) -> Counter[str]:
    """Cards, and as many more from the rest as are missing, of the islands with the most left."""
    more: Counter[str] = Counter()
    for _ in range(size - cards.total()):
        card = rest.most_common(1)[0][0]
        more[card] += 1
        rest -= Counter(card)
    return cards + more


def _arrange_bridges(s: Any, written: str) -> None:
    for word in written.split():
        ends, _, colour = word.partition(":")
        seat, islands = SEATS.index(colour), sorted(map(LETTERS.index, ends))
        slot = s.ends.tolist().index(islands)
        assert s.bridge[slot] == NOBODY, f"two bridges on {ends}"
        s.bridge[slot] = seat
        s.reserve[seat] -= 1
        s.on[islands, seat] += 1
        s.built[islands] += 1
    for island, degree in enumerate(s.degree):
        for seat in range(s.seats):
            if s.on[island, seat] > degree // 2:
                s.control[island] = seat
                s.islands[seat] += 1


def _arrange_cards(
    s: Any, hands: Mapping[str, str], beside: str | None, bag: str | None, up: str, unseen: Mapping[str, str]
) -> None:
    rest = _box()
    for cards in (*hands.values(), beside or "", bag or "", up, *unseen.values()):
        assert Counter(cards) <= rest, f"too many cards: {cards}"
        rest -= Counter(cards)
    lying_open = Counter(beside) if beside is not None else _filled(Counter(), OPEN, rest)
    in_bag, face_up = (rest, Counter(up)) if bag is None else (Counter(bag), Counter(up) + rest)
    for counts, there in ((s.open, lying_open), (s.bag, in_bag), (s.up, face_up)):
        counts[:] = [there[letter] for letter in LETTERS]
    s.open_size, s.bag_size = lying_open.total(), in_bag.total()
    s.lying[:] = [*map(LETTERS.index, lying_open.elements()), *[NOTHING] * OPEN][:OPEN]
    s.hand[:], s.hand_size[:] = NOTHING, 0
    for colour, held in hands.items():
        seat = SEATS.index(colour)
        s.hand[seat, : len(held)] = [LETTERS.index(card) for card in sorted(held)]
        s.hand_size[seat] = len(held)
    for colour, cards in unseen.items():
        for card in cards:
            s.buried[s.buried_size], s.buried_by[s.buried_size] = LETTERS.index(card), SEATS.index(colour)
            s.buried_size += 1


def _arrange_stones(s: Any, held: Mapping[str, str], lying: Mapping[str, str]) -> None:
    s.stone[:] = NOTHING
    for colour, gods in held.items():
        for god in gods.split():
            s.stones[SEATS.index(colour), GODS.index(god)] += 1
    for letter, god in lying.items():
        assert s.control[LETTERS.index(letter)] == NOBODY, f"{letter} is controlled, so its stone is taken"
        s.stone[LETTERS.index(letter)] = GODS.index(god)


# ── Looking at the table ────────────────────────────────────────────────────────────────────────
def mover(match: Match) -> str:
    """Whose choice it is: a colour, `chance`, or `nobody` when the match is over."""
    return "nobody" if match.to_move == OVER else str(seat_name(SEATS, match.to_move))


def choices(match: Match) -> list[str]:
    """The legal actions, spelled."""
    return [match.spell(move) for move in match.moves]


def verbs(match: Match) -> set[str]:
    """The kinds of action that are legal."""
    return {choice.split()[0] for choice in choices(match)}


def question(match: Match) -> str:
    """What is asked now, in words."""
    return str(ARABANA_OPODOPO.words.question(match.state, match.tongue("en"))[1])


def phase(match: Match) -> str:
    """The name of the phase the match is in."""
    return PHASES[match.state.phase]


def bridges(match: Match) -> str:
    """All bridges, as in `table`, in the order of the slots."""
    owned = zip(_slots(match), match.state.bridge.tolist(), strict=True)
    return " ".join(f"{pair}:{SEATS[owner]}" for pair, owner in owned if owner != NOBODY)


def control(match: Match) -> dict[str, str]:
    """Who controls which islands."""
    owners = zip(LETTERS, match.state.control.tolist(), strict=True)
    return {letter: SEATS[owner] for letter, owner in owners if owner != NOBODY}


def reserve(match: Match, colour: str) -> int:
    """How many bridges a player has in reserve."""
    return int(match.state.reserve[SEATS.index(colour)])


def hand(match: Match, colour: str) -> str:
    """The cards a player holds."""
    seat = SEATS.index(colour)
    return "".join(LETTERS[card] for card in match.state.hand[seat, : match.state.hand_size[seat]])


def open_cards(match: Match) -> str:
    """The cards that lie open."""
    return _letters(match.state.open)


def bag(match: Match) -> str:
    """The cards in the bag."""
    return _letters(match.state.bag)


def face_up(match: Match) -> str:
    """The cards that were played or spent, face up."""
    return _letters(match.state.up)


def unseen(match: Match, colour: str) -> str:
    """The cards that a player has discarded unseen in this round, in their order."""
    s, seat = match.state, SEATS.index(colour)
    return "".join(LETTERS[s.buried[i]] for i in range(s.buried_size) if s.buried_by[i] == seat)


def points(match: Match) -> tuple[int, ...]:
    """The points of all players on the track."""
    return tuple(match.state.points[: match.seats].tolist())


def stones(match: Match, colour: str) -> list[str]:
    """The stones a player holds."""
    held = match.state.stones[SEATS.index(colour)]
    return [god for god, count in zip(GODS, held, strict=True) for _ in range(count)]


def slots_of(match: Match, letter: str) -> list[str]:
    """The slots of an island, as in `table`."""
    return [pair for pair in _slots(match) if letter in pair]


def winner(match: Match) -> str:
    """Who has won; the match must be over."""
    assert match.over
    return SEATS[match.state.winner]


def _slots(match: Match) -> list[str]:
    return ["".join(LETTERS[island] for island in pair) for pair in match.state.ends]


def _letters(counts: Any) -> str:
    return "".join(letter * count for letter, count in zip(LETTERS, counts.tolist(), strict=True))
