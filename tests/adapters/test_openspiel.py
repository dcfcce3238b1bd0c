"""OpenSpiel's own tests and bots on our games, and what it cannot test."""

from __future__ import annotations

import gc
import json
import pickle
import random
import re
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

from archipel.adapters import openspiel
from archipel.core.game import GameError
from archipel.core.match import IllegalAction
from archipel.core.notation import NotationError
from archipel.core.record import CHANCE, OVER, WATCHER
from archipel.games import game, games
from archipel.games.arabana_opodopo.options import FILE

OPTIONS = {
    "arabana-opodopo": {"gods": "true", "board": str(FILE)},
    "costa-ruana": {"open_huts": "true", "deck": "standard"},
    "tresor": {"souquez_ferme": "true", "first": "le_hardi", "voyage": "standard"},
}
TABLES = [f"{openspiel.name_of(one)}(players={n})" for one in games().values() for n in one.seats] + [
    f"{openspiel.name_of(one)}(players={5 if option == 'souquez_ferme' else 3},{option}={value})"
    for one in games().values()
    for option, value in OPTIONS[one.name].items()
]
MINIATURES = [
    "arabana_opodopo_v0(board=miniature,players=3)",
    "costa_ruana_v0(deck=miniature,players=2)",
    "tresor_v0(first=la_buse,players=3,voyage=miniature)",
]
TABLES += MINIATURES
TREES = [
    "arabana_opodopo_v0(board=miniature,drawn=begin red,players=3)",
    "costa_ruana_v0(deck=miniature,drawn=show day; show low_tide; poor 1; first red,players=2)",
    "tresor_v0(drawn=deal bestioles,first=la_buse,players=3,voyage=miniature)",
]
"""Miniatures of which chance's part is settled as far as lets a test go through all the rest."""
FEW = [openspiel.name_of(one) for one in games().values()]


def play(state: Any, chooser: random.Random) -> None:
    """One action at random."""
    if state.is_chance_node():
        actions, ways = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chooser.choices(actions, ways)[0])
    else:
        state.apply_action(chooser.choice(state.legal_actions()))


def some_states(name: str, seed: int, stride: int):
    """States of a match played at random, each a new one."""
    state, chooser = pyspiel.load_game(name).new_initial_state(), random.Random(seed)
    step = 0
    while not state.is_terminal():
        if step % stride == 0:
            yield state.clone()
        play(state, chooser)
        step += 1
    yield state


# ── Their tests ─────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", TABLES)
def test_openspiel_simulates_random_matches(name: str) -> None:
    plain = "board" not in name  # a path in the name of a game is more than OpenSpiel reads back
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=plain, verbose=False)


@pytest.mark.parametrize("name", TABLES)
def test_a_resampled_state_is_the_same_to_its_player(name: str) -> None:
    """What OpenSpiel's resample test of its games written in C++ asks for; those in Python it cannot test."""
    chooser = random.Random(1)
    for state in some_states(name, seed=2, stride=41):
        for player in range(state.num_players()):
            twin = state.resample_from_infostate(player, chooser.random)
            assert twin.current_player() == state.current_player()
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.information_state_tensor(player) == state.information_state_tensor(player)
            assert twin.observation_string(player) == state.observation_string(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)
            if state.current_player() == player:
                assert twin.legal_actions() == state.legal_actions()
            while not twin.is_terminal() and len(twin.history()) < 10:
                play(twin, chooser)  # and it is a state that can be played on


@pytest.mark.parametrize("name", MINIATURES)
def test_openspiel_writes_a_playthrough_and_reads_its_actions_again(name: str) -> None:
    text = playthrough(name, None, seed=1)
    for told in ("InformationStateString(0)", "ObservationString(0)", "PublicObservationString()"):
        assert f'\n{told} = "' in text
    assert "PrivateObservation" not in text
    actions = re.findall(r'^# Apply action "(.*)"$', text, re.MULTILINE)
    assert playthrough(name, actions) == text


# ── Their bots ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", TABLES)
def test_their_search_and_their_random_bots_play_a_match_to_the_end(name: str) -> None:
    table, chooser = pyspiel.load_game(name), random.Random(4)
    search = ismcts.ISMCTSBot(
        game=table,
        evaluator=Shallow(n_rollouts=1, random_state=np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=50 if name in MINIATURES else 3,
        random_state=np.random.RandomState(1),
    )
    others = [
        uniform_random.UniformRandomBot(player, np.random.RandomState(player))
        for player in range(1, table.num_players())
    ]
    state = table.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            play(state, chooser)
        else:
            state.apply_action(int([search, *others][state.current_player()].step(state)))
    assert sum(state.returns()) == pytest.approx(0)


class Shallow(RandomRolloutEvaluator):
    """Plays on for few steps only: a match of Trésor has a thousand, and here bots need not be good."""

    def evaluate(self, state: Any) -> Any:
        working, chooser = state.clone(), random.Random(1)
        while not working.is_terminal() and len(working.history()) < len(state.history()) + 20:
            play(working, chooser)
        return np.array(working.returns())


def test_a_match_of_their_random_bots_in_cpp() -> None:
    state = pyspiel.load_game("costa_ruana_v0(players=4)").new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    returns = pyspiel.evaluate_bots(state, bots, 7)
    assert sum(returns) == pytest.approx(0)
    assert max(returns) > 0


# ── What is told to whom ────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", FEW)
def test_states_say_what_the_match_says(name: str) -> None:
    for state in some_states(name, seed=3, stride=17):
        match = state.story.match
        mover = state.current_player()
        assert {pyspiel.PlayerId.CHANCE: CHANCE, pyspiel.PlayerId.TERMINAL: OVER}.get(
            mover, mover
        ) == match.to_move
        assert state.is_terminal() == match.over
        assert state.legal_actions() == sorted(match.moves)
        if match.to_move == CHANCE:
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        for seat in range(match.seats):
            assert json.loads(state.observation_string(seat)) == json.loads(json.dumps(match.show(seat)))
            assert state.observation_tensor(seat) == match.features(seat).tolist()
        if match.outcome:
            assert state.returns() == list(match.outcome.rewards)


@pytest.mark.parametrize("name", FEW)
def test_of_what_is_public_an_observer_tells_what_a_watcher_sees(name: str) -> None:
    public, private = (
        make_observation(pyspiel.load_game(name), kind)
        for kind in (
            pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE),
            pyspiel.IIGObservationType(perfect_recall=False, public_info=False),
        )
    )
    assert (public.tensor, private.tensor) == (None, None)
    for state in some_states(name, seed=3, stride=37):
        match = state.story.match
        for seat in range(match.seats):
            public.set_from(state, seat)
            assert public.string_from(state, seat) == json.dumps(match.show(WATCHER), ensure_ascii=False)
            assert private.string_from(state, seat) is None


def test_an_information_state_tells_what_the_seat_learnt() -> None:
    state, chooser = pyspiel.load_game("costa_ruana_v0(players=2)").new_initial_state(), random.Random(1)
    while state.move_number() < 60:
        play(state, chooser)
    match, names = state.story.match, game("costa-ruana").notation.SEATS
    for seat in range(2):
        told = state.information_state_string(seat).splitlines()[1:]
        learnt = [match.spell(one.action) for one in match.witnessed(seat)]
        assert [line.partition(" ")[2] for line in told] == learnt
    assert state.information_state_string(0) != state.information_state_string(1)
    assert f"{names[0]} sees" in state.information_state_string(0)
    assert "deal ?" in state.information_state_string(0)


@pytest.mark.parametrize("name", TREES)
def test_an_information_state_holds_all_that_its_player_knew_before(name: str) -> None:
    """Perfect recall: who knows the same now knew the same after each action so far, and chose the same."""
    numbers: dict[Any, int] = {}  # of what a player has known and done up to some moment
    pasts: dict[Any, int] = {}  # the past by what a player knows

    def walk(state: Any, past: list[int]) -> None:
        texts = [*enumerate(map(state.information_state_string, range(state.num_players())))]
        for player, text in texts:
            assert pasts.setdefault((player, text), past[player]) == past[player]
        mover = state.current_player()
        for action in state.legal_actions():
            done = [(past[player], text, action if player == mover else None) for player, text in texts]
            walk(state.child(action), [numbers.setdefault(one, len(numbers)) for one in done])

    walk(pyspiel.load_game(name).new_initial_state(), [-1] * pyspiel.load_game(name).num_players())


def test_a_resampled_state_remembers_what_its_player_saw_and_nobody_sees_any_more() -> None:
    state, chooser = pyspiel.load_game(MINIATURES[-1]).new_initial_state(), random.Random(1)
    while not state.is_terminal():
        play(state, chooser)
        for player in range(3):
            twin = state.resample_from_infostate(player, chooser.random)
            again = twin.resample_from_infostate(player, chooser.random)
            assert again.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("name", MINIATURES)
def test_what_anybody_knows_in_a_resampled_state_says_what_they_may_do(name: str) -> None:
    chooser = random.Random(1)
    for state in some_states(name, seed=2, stride=1):
        known: dict[tuple[int, str], list[int]] = {}
        for _ in range(20):
            twin = state.resample_from_infostate(0, chooser.random)
            while twin.is_chance_node():
                play(twin, chooser)
            mover = twin.current_player()
            if mover >= 0:
                told = mover, twin.information_state_string()
                assert known.setdefault(told, twin.legal_actions()) == twin.legal_actions()


def test_nobody_imagines_worlds_who_did_not_see_what_was_settled() -> None:
    """They would be drawn as if chance had been free, and so be wrong."""
    state = pyspiel.load_game("costa_ruana_v0(players=2,drawn=deal place_3/day)").new_initial_state()
    state.resample_from_infostate(0, lambda: 0.5)
    state.apply_action(state.legal_actions()[0])
    for one in (state, state.clone()):
        one.story = pickle.loads(pickle.dumps(one.story))
        held = [one.information_state_string(seat).endswith("place_3/day") for seat in range(2)]
        assert sorted(held) == [False, True]
        twin = one.resample_from_infostate(held.index(True), lambda: 0.5)
        for there in (one, twin):
            with pytest.raises(GameError, match=r"`drawn` settles what (red|blue) did not see"):
                there.resample_from_infostate(held.index(False), lambda: 0.5)


def test_copies_and_pickles_go_their_own_way() -> None:
    state, chooser = pyspiel.load_game("tresor_v0").new_initial_state(), random.Random(1)
    for _ in range(30):
        play(state, chooser)
    before, twin = str(state), state.clone()
    reopened = pickle.loads(pickle.dumps(state.story))
    assert reopened.match.state_bytes() == state.story.match.state_bytes()
    assert (reopened.told, reopened.mover) == (state.story.told, state.story.mover)
    known = [state.information_state_string(player) for player in range(3)]
    assert [reopened.recalled(player) for player in range(3)] == known
    play(twin, chooser)
    assert (str(state), len(state.story.told)) == (before, 30)
    assert [state.information_state_string(player) for player in range(3)] == known
    assert str(twin) != before


@pytest.mark.parametrize("name", TABLES)
def test_games_can_be_pickled(name: str) -> None:
    reopened = pickle.loads(pickle.dumps(pyspiel.load_game(name)))
    assert str(reopened) == str(pyspiel.load_game(name))
    assert str(reopened.new_initial_state()) == str(pyspiel.load_game(name).new_initial_state())


@pytest.mark.parametrize("name", FEW)
def test_a_state_answers_programs_in_python_as_openspiel_would(name: str) -> None:
    theirs = pyspiel.State
    for state in some_states(name, seed=3, stride=29):
        assert state.is_chance_node() is theirs.is_chance_node(state)
        assert state.legal_actions() == theirs.legal_actions(state)
        for player in range(state.num_players()):
            assert state.legal_actions(player) == theirs.legal_actions(state, player)
            assert state.observation_tensor(player) == theirs.observation_tensor(state, player)
            assert state.information_state_tensor(player) == theirs.information_state_tensor(state, player)
        if state.current_player() >= 0:
            assert state.observation_tensor() == theirs.observation_tensor(state)
    for nobody in ((), (-1,), (3,)):
        with pytest.raises(pyspiel.SpielError):
            state.observation_tensor(*nobody)
    observer = state.get_game().make_py_observer()
    for nobody in (-1, 3, 5):
        for ask in (
            lambda one: state.resample_from_infostate(one, lambda: 0.5),
            lambda one: observer.set_from(state, one),
            lambda one: observer.string_from(state, one),
        ):
            with pytest.raises(pyspiel.SpielError, match="player"):
                ask(nobody)


def test_chance_does_what_is_drawn_wherever_it_can() -> None:
    table = pyspiel.load_game("costa_ruana_v0(players=2,drawn=show night; first blue)")
    state, outcomes = table.new_initial_state(), []
    while state.is_chance_node():
        state = state.clone()
        state.story = pickle.loads(pickle.dumps(state.story))
        outcomes.append(len(state.chance_outcomes()))
        state.apply_action(state.legal_actions()[0])
    assert outcomes[10:] == [1, 2, 4, 3, 1]  # daytime, tide, the two poor islands, the Shaman
    assert min(outcomes[:10]) > 1
    assert state.current_player() == 1
    with pytest.raises(NotationError, match="'show dusk'"):
        pyspiel.load_game("costa_ruana_v0(players=2,drawn=show dusk)")
    for never in ("place 1", "deal ?"):
        with pytest.raises(GameError, match=re.escape(f"which {never!r} is not")):
            pyspiel.load_game(f"costa_ruana_v0(players=2,drawn=show day; {never})")
    assert str(pyspiel.load_game("costa_ruana_v0(players=2,drawn=show day; )"))


def test_a_state_keeps_its_game() -> None:
    state = pyspiel.load_game("costa_ruana_v0(players=5)").new_initial_state()
    gc.collect()
    assert state.resample_from_infostate(0, lambda: 0.5).num_players() == 5


def test_the_facts_of_a_game() -> None:
    table = pyspiel.load_game("arabana_opodopo_v0(players=4)")
    assert (table.num_players(), table.min_utility(), table.max_utility()) == (4, -1 / 3, 1)
    assert table.num_distinct_actions() == game("arabana-opodopo").rules.ACTIONS
    assert table.max_chance_outcomes() == game("arabana-opodopo").notation.NOTATION.first("lay")
    assert table.observation_tensor_shape() == table.information_state_tensor_shape()
    assert table.observation_tensor_size() == game("arabana-opodopo").features.FEATURES


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(GameError, match="3 to 6 players"):
        pyspiel.load_game("tresor_v0(players=2)")
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    with pytest.raises(ValueError, match="cannot be told apart"):
        openspiel.ViewObserver(game("tresor"), public)
    every = pyspiel.PrivateInfoType.ALL_PLAYERS
    everybody = pyspiel.IIGObservationType(perfect_recall=False, private_info=every)
    for kind in (everybody, pyspiel.IIGObservationType(perfect_recall=True, public_info=False)):
        with pytest.raises(ValueError, match="cannot be told apart"):
            pyspiel.load_game("tresor_v0").make_py_observer(kind)


def test_every_option_of_every_game_is_a_parameter() -> None:
    for one in games().values():
        names = set(pyspiel.load_game(openspiel.name_of(one)).get_type().parameter_specification)
        assert names == {"players", "drawn", *OPTIONS[one.name]}
        assert set(OPTIONS[one.name]) == {option.name for option in one.options}


def test_what_was_not_legal_is_told_to_nobody():
    state = pyspiel.load_game("costa_ruana_v0(players=2)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = state.information_state_string(0)
    wrong = next(one for one in range(state.num_distinct_actions()) if one not in state.legal_actions())
    with pytest.raises((IllegalAction, pyspiel.SpielError)):
        state.apply_action(wrong)
    assert state.information_state_string(0) == before
