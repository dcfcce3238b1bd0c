from __future__ import annotations

import random

import pytest

from archipel.bots.random import RandomBot
from archipel.cli.journal import Journal
from archipel.cli.sitting import Sitting
from archipel.core.match import Match
from archipel.core.record import CHANCE
from archipel.core.records import load
from archipel.games import game

COSTA_RUANA = game("costa-ruana")


@pytest.fixture
def sitting(tmp_path):
    match = Match(COSTA_RUANA, 3, seed=1)
    bots = {1: RandomBot(1), 2: RandomBot(2)}
    written = Journal(tmp_path / "match.archipel", match, ("Anna", "random bot", "random bot"))
    yield Sitting(match, written, bots, match.tongue("en"))
    written.close()


def play_until(sitting, wanted, seed=0):
    """Play at random to where seat 0 is asked, and what happened since it last acted is as wanted."""
    dice = random.Random(seed)
    since = []
    while not sitting.match.over:
        seat = sitting.match.to_move
        if seat == 0:
            moments = list(sitting.match.replay())
            last = max((m.number for m in moments if m.by == 0), default=0)
            since = moments[last:]
            if wanted(since):
                return
        sitting.take(dice.choice(sitting.match.moves))
    raise AssertionError("that never happened")


def test_what_only_bots_followed_can_be_taken_back(sitting):
    def quiet(since):
        nothing_shown = not any(moment.revealed or moment.by == CHANCE for moment in since)
        return since[0].by == 0 and len(since) > 1 and nothing_shown

    play_until(sitting, quiet)
    before = len(sitting.match.actions)
    assert sitting.undo(0) == ""
    assert sitting.match.to_move == 0
    assert len(sitting.match.actions) < before - 1
    assert load(sitting.journal.path, game)[0].actions == tuple(sitting.match.actions)


def test_what_was_shown_cannot_be_taken_back(sitting):
    play_until(sitting, lambda since: since[-1].revealed and since[-1].by != CHANCE)
    before = list(sitting.match.actions)
    assert "something hidden has been shown since" in sitting.undo(0)
    assert sitting.match.actions == before


def test_what_chance_answered_cannot_be_taken_back(sitting):
    play_until(sitting, lambda since: since[0].by == 0 and any(m.by == CHANCE for m in since))
    before = list(sitting.match.actions)
    refusal = sitting.undo(0)
    assert "chance has played since" in refusal or "has been shown since" in refusal
    assert sitting.match.actions == before


def test_what_another_person_answered_cannot_be_taken_back(sitting):
    sitting.bots = {2: RandomBot(2)}
    play_until(
        sitting, lambda since: [m.by for m in since] == [0, 1, 2] or [m.by for m in since] == [0, 2, 1]
    )
    while sitting.match.to_move != 1:
        sitting.take(sitting.match.moves[0])
    sitting.take(sitting.match.moves[0])
    if sitting.match.to_move == 2:
        sitting.let_bot_play(2)
    assert "Blue has acted since" in sitting.undo(0)


def test_bots_are_given_a_view(sitting):
    class Spy:
        def choose(self, view, seat, moves):
            hands = [[int(card) for card in view.hand[other][:5]] for other in range(3)]
            assert hands[seat] != [-128] * 5
            assert all(hand == [-128] * 5 for other, hand in enumerate(hands) if other != seat)
            self.asked = True
            return moves[0]

    sitting.bots = {seat: Spy() for seat in range(3)}
    seat = sitting.match.to_move
    sitting.let_bot_play(seat)
    assert sitting.bots[seat].asked
