"""Gymnasium's own checker on our games, one match and many, and what it does not check."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, check_reset_options, check_reset_seed_determinism
from tests import soak

from archipel.adapters.gymnasium import BatchEnv, MatchEnv, id_of
from archipel.batch import Batch
from archipel.bots.roster import BotError
from archipel.core.game import GameError
from archipel.core.match import IllegalAction
from archipel.games import game, games

TABLES = list(soak.tables())


# ── Their checks ────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_gymnasium_checks_one_match(name, players, options):
    made = gymnasium.make(id_of(game(name)), players=players, **soak.OPTIONS[name][options])
    check_env(made.unwrapped)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_gymnasium_checks_many_matches(name, players, options):
    tables = BatchEnv(name, 3, players, **soak.OPTIONS[name][options])
    check_reset_seed_determinism(tables)
    check_reset_options(tables)


# ── One match ───────────────────────────────────────────────────────────────────────────────────
def played(table: gymnasium.Env, seed: int) -> tuple[float, int]:
    """What comes of a match of random actions, and how many they were."""
    rng, (_, info), steps = np.random.default_rng(seed), table.reset(seed=seed), 0
    while True:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        features, reward, over, cut_off, info = table.step(action)
        assert features in table.observation_space
        assert not cut_off
        steps += 1
        if over:
            assert not info["action_mask"].any()
            return reward, steps
        assert reward == 0


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("opponents", ["random", ("greedy", "random")])
def test_a_match_against_bots_comes_to_its_end(name, opponents):
    table = MatchEnv(name, 3, opponents=opponents)
    reward, _ = played(table, seed=1)
    assert reward == table.match.outcome.rewards[table.seat]
    assert played(table, seed=1) == played(MatchEnv(name, 3, opponents=opponents), seed=1)


def test_the_learner_sits_where_it_likes_or_anywhere():
    anywhere = MatchEnv("costa-ruana", 4)
    assert {anywhere.reset(seed=seed)[1]["seat"] for seed in range(40)} == {0, 1, 2, 3}
    there = MatchEnv("costa-ruana", 4, seat=2)
    for seed in range(5):
        there.reset(seed=seed)
        assert there.match.to_move == there.seat == 2


def test_opponents_sit_clockwise_from_the_learner():
    table = MatchEnv("costa-ruana", 4, opponents=("greedy", "random", "search:5"), seat=2)
    table.reset(seed=1)
    kinds = {seat: type(bot).__name__ for seat, bot in table._bots.items()}
    assert kinds == {3: "GreedyBot", 0: "RandomBot", 1: "SearchBot"}


def test_an_illegal_action_loses_the_match_and_says_why():
    table = MatchEnv("costa-ruana", 3)
    table.reset(seed=1)
    action = table.game.notation.NOTATION.read("accept")
    _, reward, over, _, info = table.step(action)
    assert (reward, over) == (-0.5, True)
    assert info["illegal"].startswith("CR-2.7: That is not what is asked now.")


@pytest.mark.parametrize("illegal", [True, False])
def test_a_match_that_is_over_goes_on_only_after_a_reset(illegal):
    table = MatchEnv("costa-ruana", 2)
    table.reset(seed=1)
    if illegal:
        *_, over, _, info = table.step(table.game.notation.NOTATION.read("accept"))
    else:
        over, info = False, {"action_mask": table.match.mask}
        while not over:
            *_, over, _, info = table.step(np.flatnonzero(info["action_mask"])[0])
    for there in (table, copy.deepcopy(table)):
        assert over
        assert not info["action_mask"].any()
        assert not there.action_masks().any()
        with pytest.raises(ResetNeeded, match="over"):
            there.step(np.flatnonzero(there.match.mask)[0] if illegal else 0)
        assert there.reset()[1]["action_mask"].any()


def test_masks_are_given_as_sb3_asks_for_them():
    table = MatchEnv("costa-ruana", 3)
    _, info = table.reset(seed=1)
    assert table.action_masks().dtype == np.bool_
    assert np.array_equal(table.action_masks(), info["action_mask"])


def test_what_lies_open_is_shown_in_words():
    table = gymnasium.make("archipel/CostaRuana-v0", render_mode="ansi")
    table.reset(seed=1)
    assert '"phase": "settling"' in table.render()


def test_a_table_that_cannot_be_is_refused():
    with pytest.raises(GameError, match="3 players have 2 opponents, not 1"):
        MatchEnv("costa-ruana", 3, opponents=["greedy"])
    for wrong in (None, 42, ("greedy", None), lambda batch: batch.moves[:, 0]):
        with pytest.raises(GameError, match="The opponents at one table are"):
            MatchEnv("costa-ruana", 3, opponents=wrong)
    for kind in (MatchEnv, BatchEnv):
        for players in ("3", 2.0, None):
            with pytest.raises(GameError, match=f"2 to 6 players, not {players!r}"):
                kind("costa-ruana", players=players)
        with pytest.raises(GameError, match="seats 0 to 2, not 3"):
            kind("costa-ruana", players=3, seat=3)
    with pytest.raises(GameError, match="no option 'huts'"):
        gymnasium.make("archipel/CostaRuana-v0", huts=True)


# ── Many matches ────────────────────────────────────────────────────────────────────────────────
def rewards_of(tables: BatchEnv, seed: int, steps: int) -> list[tuple]:
    """What ended in some steps of random play: when, in which match, and with which reward."""
    rng, ended = np.random.default_rng(seed), []
    tables.reset(seed=seed)
    for step in range(steps):
        _, rewards, over, cut_off, info = tables.step(tables.batch.random_actions(rng))
        assert not cut_off.any()
        assert not rewards[~over].any()
        assert np.array_equal(info["action_mask"], tables.action_masks())
        ended += [(step, int(i), float(rewards[i])) for i in np.flatnonzero(over)]
    return ended


@pytest.mark.parametrize("opponents", ["random", "self", "greedy", lambda batch: batch.moves[:, 0]])
def test_many_matches_come_to_their_ends(opponents):
    tables = BatchEnv("costa-ruana", 4, 3, opponents=opponents)
    ended = rewards_of(tables, seed=2, steps=120)
    assert {match for _, match, _ in ended} == {0, 1, 2, 3}
    assert {reward for *_, reward in ended} <= {-0.5, 0.0, 0.25, 1.0}
    assert ended == rewards_of(tables, seed=2, steps=120)
    assert ended != rewards_of(tables, seed=3, steps=120)


def test_whoever_plays_like_the_others_wins_as_often():
    tables = BatchEnv("costa-ruana", 256, 3)
    ended = [reward for *_, reward in rewards_of(tables, seed=1, steps=400)]
    assert len(ended) > 1000
    assert abs(np.mean(ended)) < 0.08  # four deviations


def test_the_learner_is_to_move_in_its_seat_whoever_the_others_are():
    tables = BatchEnv("tresor", 16, 4)
    _, info = tables.reset(seed=1)
    assert len(set(info["seat"].tolist())) == 4
    for _ in range(30):
        *_, info = tables.step(tables.batch.random_actions(np.random.default_rng(1)))
        assert np.array_equal(info["seat"], tables._seats)
    _, info = BatchEnv("tresor", 5, 4, seat=2).reset(seed=1)
    assert info["seat"].tolist() == [2] * 5


def test_who_plays_every_seat_learns_what_each_of_them_got():
    tables = BatchEnv("costa-ruana", 8, 2, opponents="self")
    tables.reset(seed=1)
    rng, ends = np.random.default_rng(1), 0
    for _ in range(200):
        mover = tables.batch.seats.copy()
        _, rewards, over, _, info = tables.step(tables.batch.random_actions(rng))
        assert np.allclose(info["rewards"].sum(axis=1), 0)
        assert np.array_equal(rewards, info["rewards"][np.arange(8), mover])
        ends += over.sum()
    assert ends > 8


@pytest.mark.parametrize("copied", [True, False])
def test_how_a_match_ended_is_told_as_gymnasiums_own_vectors_tell_it(copied):
    tables = BatchEnv("costa-ruana", 8, 3, copy=copied)
    tables.reset(seed=1)
    rng, ends = np.random.default_rng(1), 0
    for _ in range(120):
        seats = tables.batch.seats.copy()
        _, rewards, over, _, info = tables.step(tables.batch.random_actions(rng))
        assert ("final_info" in info) == ("_final_info" in info) == over.any()
        if not over.any():
            continue
        last = info["final_info"]
        assert np.array_equal(info["_final_info"], over)
        assert sorted(last) == sorted(
            f"{mark}{name}" for name in ("places", "points", "rewards", "seat") for mark in ("", "_")
        )
        assert all(np.array_equal(last[name], over) for name in last if name[0] == "_")
        assert not any(last[name][~over].any() for name in ("places", "points", "rewards"))
        assert np.array_equal(last["seat"][over], seats[over])
        for match in np.flatnonzero(over):
            assert last["rewards"][match, seats[match]] == rewards[match]
            assert set(np.flatnonzero(last["places"][match] == 1)) == set(
                np.flatnonzero(last["rewards"][match] > 0)
            )
            assert last["points"][match].max() > 0
        ends += over.sum()
    assert ends > 8


def test_what_is_told_of_an_end_has_the_form_that_gymnasium_gives_it():
    """Of our single matches, its `SyncVectorEnv` tells the same keys in the same shapes."""
    mine, over = BatchEnv("costa-ruana", 2, 3), np.zeros(2, np.bool_)
    mine.reset(seed=1)
    while not over.any():
        *_, over, _, info = mine.step(mine.batch.moves[:, 0])
    ended = np.flatnonzero(over)[0]

    class Ending(gymnasium.Env):
        observation_space = action_space = gymnasium.spaces.Discrete(1)

        def reset(self, **how):
            return 0, {}

        def step(self, action):
            told = {name: array[ended] for name, array in info["final_info"].items() if name[0] != "_"}
            return 0, 0.0, True, False, told

    theirs = gymnasium.vector.SyncVectorEnv([Ending] * 2, autoreset_mode="SameStep")
    theirs.reset()
    told = theirs.step(np.zeros(2, np.int64))[-1]
    assert {name: array.shape for name, array in info["final_info"].items()} == {
        name: array.shape for name, array in told["final_info"].items()
    }
    assert info["_final_info"].dtype == told["_final_info"].dtype


@pytest.mark.parametrize(("choice", "problem"), [(-1, "opponents must act in match "), (-7, "no action -7")])
def test_opponents_that_do_not_act_are_refused(choice, problem):
    tables = BatchEnv("costa-ruana", 16, 3, seat=0, opponents=lambda batch: np.full(16, choice))
    with pytest.raises((GameError, IllegalAction), match=problem):
        tables.reset(seed=1)


def test_opponents_choose_in_every_match():
    tables = BatchEnv("costa-ruana", 16, 3, seat=0, opponents=lambda batch: batch.moves[:3, 0])
    with pytest.raises(GameError, match=r"for each of 16 matches, .* of the shape \(3,\)"):
        tables.reset(seed=1)


def test_of_an_illegal_action_it_is_said_whose_it_was_and_where():
    def choose(batch: Batch) -> np.ndarray:
        chosen = batch.moves[:, 0].copy()
        chosen[np.flatnonzero(batch.seats)[-1]] = 0  # chance's
        return chosen

    tables = BatchEnv("costa-ruana", 16, 3, seat=0, opponents=choose)
    with pytest.raises(IllegalAction) as raised:
        tables.reset(seed=1)
    last = np.flatnonzero(tables.batch.seats)[-1]
    assert raised.value.__notes__ == [f"This was in match {last}.", "It is what the opponents chose."]
    tables = BatchEnv("costa-ruana", 2, 3)
    tables.reset(seed=1)
    with pytest.raises(IllegalAction) as raised:
        tables.step(np.array([tables.batch.moves[0, 0], 0]))
    assert raised.value.__notes__ == ["This was in match 1."]


@pytest.mark.parametrize("kind", [MatchEnv, BatchEnv])
def test_any_whole_number_is_a_seed(kind):
    table = kind("costa-ruana")
    dealt = [table.reset(seed=seed)[0].tobytes() for seed in (7, np.int64(7), -7, np.int64(-7))]
    assert dealt[0] == dealt[1] != dealt[2] == dealt[3]
    with pytest.raises(TypeError, match="a seed is a whole number"):
        table.reset(seed=7.0)


def test_what_was_returned_is_not_written_to_again():
    tables = BatchEnv("costa-ruana", 3)
    features, info = tables.reset(seed=1)
    kept = {name: array.copy() for name, array in info.items()} | {"features": features.copy()}
    tables.step(tables.batch.moves[:, 0])
    assert all(np.array_equal(array, kept[name]) for name, array in {**info, "features": features}.items())


def test_a_vector_is_made_by_name_and_is_the_batch():
    tables = gymnasium.make_vec("archipel/ArabanaOpodopo-v0", num_envs=5, players=4, gods=True, copy=False)
    features, info = tables.reset(seed=1)
    batch = tables.unwrapped.batch
    assert isinstance(batch, Batch)
    assert batch.options["gods"] is True
    assert features is batch.features
    assert np.shares_memory(info["action_mask"], batch.masks)
    with pytest.raises(IllegalAction, match="AO-"):
        tables.step(np.zeros(5, np.int64))


def test_a_learner_acts_in_every_match():
    tables = BatchEnv("costa-ruana", 2, 2)
    tables.reset(seed=1)
    with pytest.raises(IllegalAction, match="There is no action -1"):
        tables.step(np.array([-1, -1]))


def test_masks_of_many_matches_are_those_that_spaces_take():
    tables = gymnasium.make_vec("archipel/CostaRuana-v0", num_envs=2)
    _, info = tables.reset(seed=1)
    chosen = tables.single_action_space.sample(info["action_mask"][0])
    assert info["action_mask"][0, chosen]


@pytest.mark.parametrize("opponents", [("greedy", "random"), "clever"])
def test_opponents_that_are_none_are_refused_at_once(opponents):
    with pytest.raises((GameError, BotError)):
        BatchEnv("costa-ruana", 2, 3, opponents=opponents)
    with pytest.raises(BotError):
        MatchEnv("costa-ruana", 3, opponents="clever")


# ── Copies ──────────────────────────────────────────────────────────────────────────────────────
TWINS = pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda here: pickle.loads(pickle.dumps(here))])


@TWINS
@pytest.mark.parametrize("opponents", ["random", "greedy", "search:20"])
def test_copies_and_pickles_go_on_as_their_model_does(twin_of, opponents):
    here = gymnasium.make("archipel/CostaRuana-v0", players=3, opponents=opponents)
    twin_of(here).reset(seed=1)
    _, info = here.reset(seed=1)
    for _ in range(5):
        *_, info = here.step(np.flatnonzero(info["action_mask"])[0])
    there, over = twin_of(here), False
    while not over:
        action = np.flatnonzero(info["action_mask"])[-1]
        features, reward, over, _, info = here.step(action)
        other = there.step(action)
        assert np.array_equal(features, other[0])
        assert (reward, over) == other[1:3]
    assert np.array_equal(here.reset()[0], there.reset()[0])


@TWINS
@pytest.mark.parametrize("opponents", ["random", "self"])
def test_copies_and_pickles_of_many_matches_go_on_as_their_model_does(twin_of, opponents):
    here = BatchEnv("tresor", 6, 3, opponents=opponents)
    here.reset(seed=1)
    there, rng = twin_of(here), np.random.default_rng(1)
    for _ in range(300):
        actions = here.batch.random_actions(rng)
        mine, other = here.step(actions), there.step(actions)
        assert all(np.array_equal(one, two) for one, two in zip(mine[:4], other[:4], strict=True))


@pytest.mark.parametrize("table", [MatchEnv("costa-ruana"), BatchEnv("costa-ruana", 2)])
def test_who_steps_before_anything_began_is_told_so(table):
    with pytest.raises(ResetNeeded):
        table.step(np.array([580, 580]))
