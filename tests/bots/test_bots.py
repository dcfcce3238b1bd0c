"""What holds for every bot of every game: it sees what a player sees, and plays the same for a seed."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests import soak

from archipel.bots.mind import Mind
from archipel.bots.roster import BotError, make_bot, make_bots
from archipel.core.game import Game
from archipel.core.match import Match
from archipel.core.rule import COMPILED
from archipel.games import games

GAMES = list(games().values())
TABLES = [
    pytest.param(game, seats, id=f"{game.name}-{seats}")
    for game in GAMES
    for seats in sorted({game.seats[0], game.seats[-1]})
]
KINDS = ("random", "greedy", "search:24", "level:1", "level:2", "level:3")


def decisions(game: Game, seats: int, seed: int, count: int) -> list[Match]:
    """Moments of a random match at which a seat has a choice, each as a match of its own."""
    rng = random.Random(seed)
    match, found = Match(game, seats, seed=seed), []
    while not match.over and len(found) < count:
        if len(match.moves) > 1 and rng.random() < 0.2:
            moment = Match(game, seats)
            moment.restore(match.actions)
            found.append(moment)
        match.step(rng.choice(match.moves))
    return found


def choice(match: Match, kind: str, seed: int = 7) -> int:
    seat = match.to_move
    return make_bot(match.game, kind, seed).choose(match.view(seat), seat, match.moves)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_in_worlds_that_look_the_same_a_bot_chooses_the_same(game: Game, seats: int, kind: str) -> None:
    for match in decisions(game, seats, seed=3, count=4):
        other = match.world(match.to_move, seed=len(match.actions))
        assert choice(match, kind) == choice(other, kind)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_these_worlds_differ_and_only_a_peeper_could_tell(game: Game, seats: int) -> None:
    """Else the test above could not fail."""
    found = [(match, match.world(match.to_move, seed=1)) for match in decisions(game, seats, seed=3, count=4)]
    assert any(one._pool.bytes(0) != other._pool.bytes(0) for one, other in found)
    for one, other in found:
        assert one.look(one.to_move).bytes(0) == other.look(one.to_move).bytes(0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_bot_chooses_a_legal_action_always_the_same_for_a_seed(game: Game, seats: int, kind: str) -> None:
    for match in decisions(game, seats, seed=4, count=3):
        chosen = choice(match, kind)
        assert chosen in match.moves
        assert chosen == choice(match, kind)


@pytest.mark.parametrize("kind", ["random", "greedy", "search:24"])
def test_a_seed_may_be_a_number_of_numpys(kind: str) -> None:
    match = decisions(GAMES[0], 3, seed=4, count=1)[0]
    assert choice(match, kind, np.int32(7)) == choice(match, kind, 7)
    whole, numpys = (make_bots(match.game, {0: kind, 2: kind}, seed) for seed in (7, np.int32(7)))
    for seat, bot in whole.items():
        moves = list(range(1, 100)) if kind == "random" else match.moves
        view = match.view(match.to_move)
        assert bot.choose(view, match.to_move, moves) == numpys[seat].choose(view, match.to_move, moves)
    with pytest.raises(TypeError, match=r"a seed is a whole number"):
        make_bot(match.game, kind, 1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_leaning_is_positive_and_the_same_in_a_view_and_in_its_worlds(game: Game, seats: int) -> None:
    mind = Mind(game, seed=1, nodes=1)
    for match in decisions(game, seats, seed=5, count=12):
        seat = match.to_move
        weights = mind.lean(match.view(seat), match.moves)
        assert min(weights) > 0
        for world in mind.worlds(match.view(seat), seat, 3):
            assert mind.lean(world, match.moves) == pytest.approx(weights)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_imagined_worlds_look_the_same_to_the_seat(game: Game, seats: int) -> None:
    mind = Mind(game, seed=2, nodes=1)
    for match in decisions(game, seats, seed=6, count=4):
        seat = match.to_move
        for world in mind.worlds(match.view(seat), seat, 2):
            assert same_for(match, world, seat)


def same_for(match: Match, world: object, seat: int) -> bool:
    twin = match.world(seat, seed=1)
    twin._pool[0] = world
    return twin.look(seat).bytes(0) == match.look(seat).bytes(0)


@pytest.mark.skipif(not COMPILED, reason="a match among bots takes minutes interpreted")
@pytest.mark.parametrize("table", list(soak.a_few_tables()), ids=str)
def test_bots_play_to_the_end_at_every_table(table: soak.Table) -> None:
    for seed in range(3):
        soak.play_bots(table, seed)


# ── Names ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "text",
    ["", "clever", "random:1", "greedy:", "search:0", "search:-5", "search:fast", "search:1.5", "search:ms",
     "level", "level:", "level:0", "level:6", "level:two", "search:10000000000"],
)  # fmt: skip
def test_what_names_no_bot_is_refused_with_the_names_there_are(text: str) -> None:
    with pytest.raises(BotError, match=r"no bot is called .*random, greedy, search:2000.*level:1 to level:5"):
        make_bot(GAMES[0], text, 1)


def test_a_search_without_a_budget_has_the_usual_one() -> None:
    assert make_bot(GAMES[0], "search", 1).budget == make_bot(GAMES[0], "search:2000", 1).budget  # type: ignore[attr-defined]
