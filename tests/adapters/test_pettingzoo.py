"""PettingZoo's own tests on our games, and what it does not test."""

from __future__ import annotations

import copy
import pickle
import random
import warnings

import numpy as np
import pettingzoo
import pytest
from tests import soak

from archipel.adapters.pettingzoo import MatchAEC, env, name_of
from archipel.core.game import GameError
from archipel.core.match import IllegalAction, Match
from archipel.games import game, games

with warnings.catch_warnings():  # it imports a game of its own in a way that it calls outdated
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

TABLES = list(soak.tables())

# It has a list of environments in which a mask beside the observation is as it should be: its own.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def table(name: str, players: int, options: str, **how) -> MatchAEC:
    return env(name, players, **soak.OPTIONS[name][options], **how)


# ── Their tests ─────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_pettingzoo_finds_its_interface(name, players, options):
    api_test(table(name, players, options), num_cycles=60)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_pettingzoo_finds_the_same_match_for_a_seed(name, players, options):
    seed_test(lambda: table(name, players, options), num_cycles=20)


# ── What they do not test ───────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("cycles", [1, 7])
def test_a_match_is_cut_off_after_so_many_decisions(cycles):
    """PettingZoo's `max_cycles_test` lets all agents act at once and draws illegal actions: not our games."""
    match = env("costa-ruana", 3, max_cycles=cycles)
    match.reset(seed=1)
    taken = 0
    for agent in match.agent_iter():
        observation, reward, terminated, truncated, _ = match.last()
        assert (reward, terminated) == (0, False)
        assert truncated == (taken == cycles)
        if truncated:
            match.step(None)
            continue
        match.step(match.action_space(agent).sample(observation["action_mask"]))
        taken += 1
    assert (taken, match.agents) == (cycles, [])


@pytest.mark.parametrize("name", games())
def test_a_match_is_the_one_that_archipel_plays(name):
    here, chooser = MatchAEC(name, 3), random.Random(1)
    here.reset(seed=5)
    there = Match(game(name), 3)
    there.restore(here.match.actions)
    while not there.over:
        seat = there.to_move
        agent = here.agent_selection
        assert agent == f"player_{seat}"
        for other in range(3):
            seen = here.observe(f"player_{other}")
            assert np.array_equal(seen["observation"], there.features(other))
            legal = sorted(there.moves) if other == seat else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        before = len(here.match.actions)
        here.step(chooser.choice(there.moves))
        for action in here.match.actions[before:]:
            there.step(action)
    assert [here.rewards[f"player_{seat}"] for seat in range(3)] == list(there.outcome.rewards)
    assert all(here.terminations.values())


def test_matches_that_follow_from_a_seed_differ_and_come_again():
    match, dealt = MatchAEC("costa-ruana", 3), []
    for seed in (3, None, None, 3, None, None):
        match.reset(seed=seed)
        dealt.append(match.match.state_bytes())
    assert dealt[:3] == dealt[3:]
    assert len(set(dealt)) == 3


def test_any_whole_number_is_a_seed():
    match, dealt = MatchAEC("costa-ruana", 3), []
    for seed in (7, np.int64(7), -7, np.int64(-7)):
        match.reset(seed=seed)
        dealt.append(match.match.state_bytes())
    assert dealt[0] == dealt[1] != dealt[2] == dealt[3]
    with pytest.raises(TypeError, match="a seed is a whole number"):
        match.reset(seed=7.0)


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda here: pickle.loads(pickle.dumps(here))])
def test_copies_and_pickles_go_on_as_their_model_does(twin_of):
    here, chooser = env("tresor", 3, render_mode="ansi"), random.Random(1)
    twin_of(here).reset(seed=1)
    here.reset(seed=5)
    for _ in range(40):
        here.step(chooser.choice(here.unwrapped.match.moves))
    there = twin_of(here)
    while here.agents and not any(here.terminations.values()):
        assert there.agent_selection == here.agent_selection
        assert there.render() == here.render()
        action = chooser.choice(here.unwrapped.match.moves)
        here.step(action)
        there.step(action)
    assert there.rewards == here.rewards
    here.reset()
    there.reset()
    assert there.unwrapped.match.actions == here.unwrapped.match.actions


def test_an_illegal_action_is_refused_with_its_reason():
    match = env("costa-ruana", 3)
    match.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"CR-2.7"):
        match.step(game("costa-ruana").notation.NOTATION.read("accept"))
    with pytest.raises(ValueError, match="None is no action"):
        match.step(None)
    with pytest.raises(TypeError, match="float"):
        match.step(580.7)


@pytest.mark.parametrize("name", games())
def test_the_games_are_registered_by_name(name):
    match = pettingzoo.make("aec", f"archipel/{name_of(game(name))}", players=4)
    assert match.metadata["name"] == str(match.unwrapped) == name_of(game(name))
    assert match.max_num_agents == 4


def test_what_lies_open_is_shown_in_words():
    match = env("costa-ruana", 2, render_mode="ansi")
    match.reset(seed=1)
    assert '"phase": "settling"' in match.render()
    match.close()


def test_a_table_that_cannot_be_is_refused():
    with pytest.raises(GameError, match="3 to 6 players"):
        env("tresor", 2)
    with pytest.raises(GameError, match="no option 'huts'"):
        env("costa-ruana", 2, huts=True)
    for cycles in (0, 2.5):
        with pytest.raises(GameError, match=f"at least 1 cycle .* not {cycles}"):
            env("costa-ruana", 2, max_cycles=cycles)
