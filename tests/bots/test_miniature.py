"""Search against the truth, on miniatures of all games whose ends can be worked out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from tests.games.tresor.test_miniature import information_sets
from tests.soak import MINIATURE, TWO_ISLANDS

from archipel.bots.random import RandomBot
from archipel.bots.roster import make_bot
from archipel.core.match import Match
from archipel.games import game
from archipel.games.costa_ruana.notation import CARD_NAMES

RUANA, ARABANA, TRESOR = game("costa-ruana"), game("arabana-opodopo"), game("tresor")
POSITIONS = 40


def win_share(match: Match, seat: int) -> float:
    """What the match is worth to a seat when it is over."""
    assert match.outcome is not None
    winners = match.outcome.winners
    return (seat in winners) / len(winners)


def value(match: Match, seat: int, known: dict[bytes, float]) -> float:
    """What an open position is worth to a seat if all play as well as can be; chance is done.

    That the others play against it is right for two players, and where only the seat itself still moves.
    """
    if match.over:
        return win_share(match, seat)
    key = match.state_bytes()
    if key not in known:
        found = []
        for move in match.moves:
            after = match.branch()
            after.step(move)
            found.append(value(after, seat, known))
        known[key] = max(found) if match.to_move == seat else min(found)
    return known[key]


def worlds_behind(match: Match, seat: int) -> list[tuple[Match, float]]:
    """Every world behind what a seat sees, and how likely: the hidden card is any piece unseen."""
    shown = match.show(seat)
    unseen = Counter(shown["deck"])
    unseen.subtract(card["card"] for card in shown["table"] if card["card"] != "?")
    found = {}
    for seed in range(60):
        world = match.world(seat, seed)
        (hidden,) = [
            CARD_NAMES[world.state.table[i]] for i, c in enumerate(shown["table"]) if c["card"] == "?"
        ]
        found[hidden] = world
    assert set(found) == {card for card, count in unseen.items() if count}
    return [(world, unseen[hidden] / unseen.total()) for hidden, world in found.items()]


def values(match: Match, seat: int) -> dict[int, float]:
    """What each move is truly worth to a seat that knows what it sees: once it has moved, all lies open."""
    hidden = any(card["card"] == "?" for card in match.show(seat)["table"])
    worlds = worlds_behind(match, seat) if hidden else [(match, 1.0)]
    found = dict.fromkeys(match.moves, 0.0)
    for world, likelihood in worlds:
        known: dict[bytes, float] = {}
        for move in found:
            after = world.branch()
            after.step(move)
            found[move] += likelihood * value(after, seat, known)
    return found


def last_choice(phase: str, seed: int) -> Match | None:
    """Where somebody chooses for the last time in some phase of a random match, if anybody does."""
    match, anybody, found = Match(RUANA, 2, {"deck": MINIATURE}, seed), RandomBot(seed), None
    while not match.over:
        if match.show(match.to_move)["phase"] == phase and len(match.moves) > 1:
            found = match.branch()
        match.step(anybody.choose(None, match.to_move, match.moves))
    return found


@pytest.mark.parametrize("phase", ["condition", "effect"])
def test_search_finds_the_best_move(phase: str) -> None:
    """The Shaman turns a card over while one is hidden; then all lies open, and natives are placed."""
    matter = lost = 0.0
    for seed in range(POSITIONS):
        if (match := last_choice(phase, seed)) is None:
            continue
        seat = match.to_move
        truth = values(match, seat)
        chosen = make_bot(RUANA, "search:2000", seed).choose(match.view(seat), seat, match.moves)
        matter += max(truth.values()) - min(truth.values())
        lost += max(truth.values()) - truth[chosen]
    assert matter > 3  # there is something to lose
    assert lost < 0.02 * matter


def last_turn(seed: int) -> Match | None:
    """Where the last final turn of a random match begins, when it matters no more what others hold."""
    match, anybody = Match(ARABANA, 3, {"board": TWO_ISLANDS}, seed), RandomBot(seed)
    while sum(match.state.finished > 0) < 2:
        match.step(anybody.choose(None, match.to_move, match.moves))
    return match if len(match.moves) > 1 else None


def test_search_finds_the_best_last_turn() -> None:
    matter = lost = 0.0
    for seed in range(2 * POSITIONS):
        if (match := last_turn(seed)) is None:
            continue
        seat, start = match.to_move, match.branch()
        best = value(start, seat, {})
        worst = min(win_share(after, seat) for after in ends(start))
        bot = make_bot(ARABANA, "search:2000", seed)
        while not match.over:
            match.step(bot.choose(match.view(seat), seat, match.moves))
        matter += best - worst
        lost += best - win_share(match, seat)
    assert matter > 3  # there is something to lose
    assert lost < 0.02 * matter


def ends(match: Match) -> Iterator[Match]:
    """Every way in which the turn can end."""
    if match.over:
        yield match
    for move in match.moves:
        after = match.branch()
        after.step(move)
        yield from ends(after)


def places_after(match: Match) -> dict[int, int]:
    """The place that each move of a player leads to; none where somebody would choose again."""
    seat, found = match.to_move, {}
    for move in match.moves:
        after = match.branch()
        after.step(move)
        while len(after.moves) == 1:
            after.step(after.moves[0])
        if after.outcome is not None:
            found[move] = after.outcome.places[seat]
    return found


def last_choices() -> Iterator[tuple[Match, dict[int, float]]]:
    """Where a player of Trésor makes the last choice of all, and which place to expect after each move."""
    for worlds in information_sets():
        match, total = worlds[0][0], sum(ways for _, ways in worlds)
        expected = dict.fromkeys(match.moves, 0.0)
        last = True
        for world, ways in worlds:
            places = places_after(world)
            last = last and len(places) == len(expected)
            for move, place in places.items():
                expected[move] += place * ways / total
        if last:
            yield match, expected


def test_search_finds_the_best_last_choice() -> None:
    """All that can be seen in a single turn of Trésor when one choice is left and a place depends on it."""
    matter = [(match, places) for match, places in last_choices() if len(set(places.values())) > 1]
    assert Counter(match.to_move for match, _ in matter) == {0: 10, 1: 22, 2: 24}
    for number, (match, places) in enumerate(matter):
        bot, seat = make_bot(TRESOR, "search:500", number), match.to_move
        assert places[bot.choose(match.view(seat), seat, match.moves)] == min(places.values())
