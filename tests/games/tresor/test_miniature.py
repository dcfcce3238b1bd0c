"""Smaller matches of Trésor (TR-8.3), and a miniature whose deals are all known.

Three players, each with one detachment in the cave, a season of one turn; two empty chests and two full ones,
three Botte secrète and three Bestioles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from scipy.stats import chisquare
from tests.soak import VOYAGE

from archipel.core.chance import dice
from archipel.core.game import GameError
from archipel.core.match import Match
from archipel.core.record import CHANCE, Pool
from archipel.core.rule import COMPILED
from archipel.games import game

TRESOR = game("tresor")
WORLDS = 4000 if COMPILED else 600
UNLIKELY = 1e-5  # of each test, of which there are some dozens


# ── The option ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-8.3")
def test_a_voyage_says_with_what_a_match_begins():
    match = Match(TRESOR, 3, {"voyage": VOYAGE, "first": "la_buse"})
    s = match.state
    assert s.detachments == 1
    assert s.place[:3, 0].tolist() == [12, 12, 12]
    assert s.turns[:3].tolist() == [59, 59, 59]
    assert (s.cave_size, s.cave_full, s.removed.tolist()) == (4, 2, [22, 10])
    assert (s.deck_size, s.up.sum()) == (6, 21)
    for action in ("deal bestioles", "deal bestioles", "deal botte_secrete", "find full", "find empty"):
        match.step(match.read(action))
    assert [match.spell(move) for move in match.moves] == ["find empty", "find full"]
    assert match.ways == [1, 1]


@pytest.mark.rule("TR-8.3")
@pytest.mark.parametrize("seats", TRESOR.seats)
def test_a_short_season_is_soon_over(seats):
    match = Match(TRESOR, seats, {"voyage": {"season": 2}}, seed=1)
    while not match.over:
        match.step(match.moves[-1])
    assert match.outcome.reason == "season"
    assert match.state.turns[:seats].tolist() == [60] * seats


@pytest.mark.rule("TR-8.3")
@pytest.mark.parametrize("seats", TRESOR.seats)
def test_a_voyage_that_changes_nothing_is_the_whole_match(seats):
    whole, same = (Match(TRESOR, seats, {"voyage": voyage}, seed=1) for voyage in ("standard", {"zone": 0}))
    assert whole.state_bytes() == same.state_bytes()


@pytest.mark.rule("TR-8.3")
@pytest.mark.parametrize(
    ("voyage", "problem"),
    [
        (7, "a voyage is"),
        ({"wind": 3}, "unknown word 'wind' in the voyage"),
        ({"season": 0}, "season is 0, not a number from 1 to 60"),
        ({"season": True}, "season is True, not a number"),
        ({"detachments": 7}, "detachments is 7, not a number from 1 to 6"),
        ({"zone": 13}, "zone is 13, not a number from 0 to 12"),
        ({"chests": 3}, '"chests" must be an object'),
        ({"chests": {"empty": 3}}, '"chests" must be an object'),
        ({"chests": {"empty": 3, "full": 0}}, "chests: full is 0, not a number from 1 to 12"),
        ({"tricks": "bestioles"}, '"tricks" must be a list'),
        ({"tricks": ["bestioles", "rum"]}, "there is no trick 'rum'"),
        ({"tricks": [3]}, "there is no trick '3'"),
        ({"tricks": ["longue_vue"] * 2}, "longue_vue stands there 2 times; the box has 1"),
        ({"tricks": ["bestioles"]}, "3 players need 3 tricks; this voyage has 1"),
    ],
)
def test_a_voyage_that_cannot_be(voyage, problem):
    with pytest.raises(GameError, match=problem):
        Match(TRESOR, 3, {"voyage": voyage})


@pytest.mark.rule("TR-8.3", "TR-8.1")
def test_souquez_ferme_leaves_somebody():
    with pytest.raises(GameError, match="nobody would have a detachment"):
        Match(TRESOR, 5, {"voyage": {"detachments": 1}, "souquez_ferme": True})


# ── Information sets ────────────────────────────────────────────────────────────────────────────
def deals(match: Match) -> Iterator[tuple[Match, int]]:
    """Every deal until somebody has to choose, and in how many ways it comes about."""
    if match.to_move != CHANCE:
        yield match, 1
        return
    for move, ways in zip(match.moves, match.ways, strict=True):
        after = match.branch()
        after.step(move)
        for end, more in deals(after):
            yield end, ways * more


@pytest.mark.rule("TR-8.3")
@pytest.mark.parametrize("seat", range(3))
def test_a_world_is_as_likely_as_the_deals_that_lead_to_it(seat):
    """What a seat can see when all have their trick and their chest, and all that can lie behind it."""
    sets: dict[bytes, Counter[bytes]] = {}
    looks: dict[bytes, Match] = {}
    total = 0
    for match, ways in deals(Match(TRESOR, 3, {"voyage": VOYAGE, "first": "la_buse"})):
        view = match.look(seat).bytes(0)
        sets.setdefault(view, Counter())[match.state_bytes()] += ways
        looks[view] = match
        total += ways
    assert total == 6 * 5 * 4 * (4 * 3 * 2)  # three tricks and three chests, each a piece
    assert len(sets) == 2 * 2  # one's own trick and one's own chest
    for view, worlds in sets.items():
        assert len(worlds) == 2**2 * 3  # the tricks of the others; of three chests two, one of them unlike
        drawn = draw_worlds(looks[view], seat)
        assert set(drawn) == set(worlds)
        expected = [ways / worlds.total() * WORLDS for ways in worlds.values()]
        assert chisquare([drawn[world] for world in worlds], expected).pvalue > UNLIKELY


def draw_worlds(match: Match, seat: int) -> Counter[bytes]:
    """Worlds behind what a seat sees."""
    rng, drawn = dice(7), Counter[bytes]()
    view, world = match.look(seat), Pool(TRESOR.rules.STATE, 1)
    for _ in range(WORLDS):
        world[0] = view[0]
        TRESOR.loops.imagine(world.raw, seat, rng)
        drawn[world.bytes(0)] += 1
    return drawn
