"""Fair deals: what is drawn, that nothing else can be drawn, and that every change of it is found."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from scipy.stats import chisquare

from archipel.core.fairness import Fairness
from archipel.core.match import Match
from archipel.core.record import CHANCE
from archipel.core.records import MatchRecord, read_records, record_of, to_json, to_text
from archipel.core.words import Tongue
from archipel.games import game, games
from archipel.server import fair
from archipel.server.fair import Draws, Verdict, commitment, deal, drawn, new_seed, verify

SEED = bytes(range(32))
ADDED = ("Ann's cat", "", "é7")
DRAWS = Draws(SEED, ADDED)
ENGLISH = Tongue("en")
TABLES = [(name, seats) for name, one in games().items() for seats in one.seats]


@cache
def played(name: str, seats: int, seed: bytes = SEED) -> Match:
    """A match dealt fairly and played at random to its end."""
    draws = Draws(seed, tuple(f"word {seat}" for seat in range(seats)))
    match, dice = Match(game(name), seats), random.Random(1)
    deal(match, draws)
    while not match.over:
        match.step(dice.choice(match.moves))
        deal(match, draws)
    return match


@cache
def record(name: str = "tresor", seats: int = 3) -> MatchRecord:
    match = played(name, seats)
    return record_of(match, fair=Draws(SEED, tuple(f"word {seat}" for seat in range(seats))).reveal("t1"))


def with_promise(**changes: object) -> MatchRecord:
    promised = record().fair
    assert promised is not None
    return replace(record(), fair=replace(promised, **changes))


# ── Drawing ─────────────────────────────────────────────────────────────────────────────────────
def test_known_answers():
    """Computed with sha256sum and openssl, not with this code."""
    assert commitment(SEED) == "b86d457dbdb3f82890baa169f8888e74ddae371272b922bd6e736539900e15b5"
    assert DRAWS.key.hex() == "8947ae68b113ac35b58b041a40ace43c1fb33969c46a7bdac27f7e5453869275"
    whole = 1 << 32
    assert DRAWS.number(0, whole) == 0x697B70E3
    assert DRAWS.number(1, whole) == 0xEE17E4C7
    assert DRAWS.number(2, whole) == 0x5DAD3FB1
    assert DRAWS.number(1, 26) == 0x7674DD84 >> 27  # 0xEE17E4C7 >> 27 is 29: thrown away
    assert DRAWS.number(3, 3) == 0x2517D34F >> 30


def test_a_draw_depends_on_its_number_the_seed_and_every_entropy_in_its_place():
    def numbers(draws: Draws) -> list[int]:
        return [draws.number(draw, 1000) for draw in range(20)]

    others = [
        Draws(SEED[::-1], ADDED),
        Draws(SEED, ADDED[::-1]),
        Draws(SEED, ("Ann's cat", "", "é8")),
        Draws(SEED, ("Ann's ", "cat", "é7")),
        Draws(SEED, ("Ann's cat,0:", "", "é7")),
        Draws(SEED, (*ADDED, "")),
    ]
    assert numbers(DRAWS) == numbers(Draws(SEED, ADDED))
    assert len({tuple(numbers(draws)) for draws in [DRAWS, *others]}) == 7
    assert len(set(numbers(DRAWS))) > 15


@pytest.mark.parametrize(
    "ways", [[1, 2, 3, 0, 7], [24, 12], [1] * 6, [5, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1], [33]]
)
def test_each_move_is_as_likely_as_its_ways(ways):
    moves = [10 + place for place in range(len(ways))]
    many = 4000
    found = Counter(DRAWS.choose(draw, moves, ways) for draw in range(many))
    likely = [(found[move], many * way / sum(ways)) for move, way in zip(moves, ways, strict=True) if way]
    assert sum(count for count, _ in likely) == many
    if len(likely) > 1:
        assert chisquare(*zip(*likely, strict=True)).pvalue > 0.001


@pytest.mark.parametrize("below", [0, -1, (1 << 32) + 1])
def test_nothing_is_drawn_from_nothing(below):
    with pytest.raises(ValueError, match="cannot draw a number below"):
        DRAWS.number(0, below)
    assert DRAWS.number(0, 1) == 0


def test_seeds_are_new_and_never_shown():
    assert len({new_seed() for _ in range(100)}) == 100
    assert len(new_seed()) == 32
    secret = Draws(new_seed(), ADDED)
    assert secret.key != secret.seed
    for shown in (repr(secret), str(secret.promise("t1")), str(secret.promise("t1").to_json())):
        assert secret.seed.hex() not in shown
        assert repr(secret.seed) not in shown
    assert secret.reveal("t1").sealed == secret.promise("t1")


def test_nothing_is_drawn_from_the_commitment():
    """No function takes it, and whoever takes it for the seed draws something else."""
    takes = [
        name for name, one in inspect.getmembers(fair, inspect.isfunction) if one.__module__ == fair.__name__
    ]
    assert not [name for name in takes if "commitment" in inspect.signature(getattr(fair, name)).parameters]
    guess = Draws(bytes.fromhex(commitment(SEED)), ADDED)
    many = 2000
    same = sum(guess.number(draw, 36) == DRAWS.number(draw, 36) for draw in range(many))
    assert same < 2 * many / 36


# ── Dealing ─────────────────────────────────────────────────────────────────────────────────────
def test_chance_plays_until_somebody_is_to_move():
    match = Match(game("tresor"), 3)
    assert [match.spell(action) for action in deal(match, DRAWS)] == [
        "deal superstition",
        "deal superstition",
        "deal double_ration",
        "begin la_buse",
    ]
    assert match.to_move != CHANCE
    assert deal(match, DRAWS) == []
    assert drawn(match) == 4


def test_taking_back_brings_no_other_luck():
    match = played("costa-ruana", 2)
    again = Match(match.game, 2)
    draws = Draws(SEED, ("word 0", "word 1"))
    movers = [moment.by for moment in match.replay()]
    for number in [number for number, by in enumerate(movers) if by == CHANCE]:
        again.restore(match.actions[:number])
        dealt = deal(again, draws)
        assert dealt == match.actions[number : number + len(dealt)]
        again.restore(match.actions[:number])
        assert deal(again, draws, since=movers[:number].count(CHANCE)) == dealt


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_match_dealt_fairly_is_found_fair(name, seats):
    found = record(name, seats)
    draws = sum(moment.by == CHANCE for moment in found.match().replay())
    assert verify(found) == Verdict("fair", draws)
    assert verify(found).say(ENGLISH) == f"Fair: {draws} draws, all from the seed that was promised."
    for write in (to_text, to_json):
        [read] = read_records(write(found), game)
        assert read == found
        assert verify(read).fair


def test_chance_lists_its_moves_in_the_order_of_the_notation():
    """As the page on fair deals says."""
    for name, seats in TABLES:
        match = played(name, seats)
        twin = Match(match.game, seats)
        for action in match.actions:
            if twin.to_move == CHANCE:
                assert twin.moves == sorted(twin.moves)
            twin.step(action)


# ── Verifying ───────────────────────────────────────────────────────────────────────────────────
def test_another_draw_is_found_wherever_it_stands():
    match = played("tresor", 3)
    movers = [moment.by for moment in match.replay()]
    places = [number for number, by in enumerate(movers) if by == CHANCE]
    for place in places[:: len(places) // 8]:
        other = Match(match.game, 3)
        other.restore(match.actions[:place])
        choice = [move for move in other.moves if move != match.actions[place]]
        if not choice:
            continue
        other.step(choice[0])
        verdict = verify(record_of(other, fair=record().fair))
        before = movers[:place].count(CHANCE)
        words = other.spell(choice[0]), other.spell(match.actions[place])
        assert verdict == Verdict("draw", before, place + 1, *words)
        assert verdict.say(ENGLISH) == (
            f"Not fair: action {place + 1} is “{words[0]}”, "
            f"but the seed and what the players added give “{words[1]}”."
        )


def test_another_seed_or_commitment_is_found():
    wrong = "Not fair: the seed revealed is not the one that was promised."
    for changes in ({"seed": "00" * 32}, {"commitment": commitment(bytes(32))}, {"commitment": SEED.hex()}):
        assert verify(with_promise(**changes)).say(ENGLISH) == wrong
    both = with_promise(seed="00" * 32, commitment=commitment(bytes(32)))
    assert verify(both).finding == "draw"


@pytest.mark.parametrize(
    "entropies",
    [("word 1", "word 0", "word 2"), ("word 0", "word 1", ""), ("word 0", "word 1", "Word 2"), ("", "", "")],
)
def test_another_entropy_is_found(entropies):
    verdict = verify(with_promise(entropies=entropies))
    assert verdict.finding == "draw"
    assert verdict.action > 0
    assert verdict.say(ENGLISH).startswith(f"Not fair: action {verdict.action} is “")


def test_what_cannot_be_checked_is_not_called_fair():
    assert verify(replace(record(), fair=None)) == Verdict("unpromised")
    over = verify(with_promise(seed=""))
    assert over.say(ENGLISH) == "Not checkable: the match is over, but its seed was not revealed."
    match = Match(game("tresor"), 3)
    deal(match, DRAWS)
    under_way = verify(record_of(match, fair=DRAWS.promise("t1")))
    assert under_way.say(ENGLISH) == "Not checkable yet: the seed is revealed when the match is over."
    assert not over.fair
    assert not under_way.fair


def test_a_verdict_for_programs():
    assert verify(record()).to_json()["fair"] is True
    assert verify(with_promise(seed="")).to_json() == {"fair": False, "finding": "withheld", "draws": 0}
    assert set(verify(with_promise(entropies=("", "", ""))).to_json()) >= {"action", "found", "due"}


def test_a_promise_is_what_the_record_carries():
    assert DRAWS.promise("t1") == Fairness("t1", commitment(SEED), ADDED)
    assert DRAWS.reveal("t1") == Fairness("t1", commitment(SEED), ADDED, SEED.hex())
