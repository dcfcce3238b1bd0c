from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from archipel.core.game import GameError
from archipel.core.laws import random_match
from archipel.core.match import LONGEST_KEY, MOST_STARTS, IllegalAction, Match, Outcome, start_of
from archipel.core.record import CHANCE, HIDDEN, OVER, WATCHER
from archipel.games import game
from archipel.games.costa_ruana.options import FILE

RUANA = game("costa-ruana")


def start(seats: int = 3, seed: int | None = 7, **options: Any) -> Match:
    return Match(RUANA, seats, options, seed)


def play_until(match: Match, verb: str, seed: int = 1) -> Match:
    """Play at random until an action of that verb can be taken."""
    chooser = random.Random(seed)
    while not any(match.spell(move).startswith(verb) for move in match.moves):
        match.step(chooser.choice(match.moves))
    return match


def snapshot(match: Match) -> tuple[Any, ...]:
    return match.state_bytes(), match.moves, list(match.actions), match.to_move, match.outcome


# ── Chance ──────────────────────────────────────────────────────────────────────────────────────
def test_with_a_seed_chance_plays_by_itself():
    match = start()
    assert match.to_move in range(3)
    assert [moment.by for moment in match.replay()] == [CHANCE] * len(match.actions)
    play_until(match, "accept")
    assert CHANCE in [moment.by for moment in match.replay()][len(start().actions) :]


def test_a_seed_always_gives_the_same_match():
    matches = [random_match(RUANA, 3, {}, seed) for seed in (4, 4, 5)]
    assert snapshot(matches[0]) == snapshot(matches[1])
    assert matches[0].actions != matches[2].actions


def test_a_seed_gives_these_very_cards():
    """The same compiled and interpreted, today and tomorrow."""
    match = start(2, seed=0)
    assert [match.spell(action) for action in match.actions][-6:] == [
        "deal move_native/high_tide",
        "show day",
        "show low_tide",
        "poor 3",
        "poor 2",
        "first blue",
    ]


def test_without_a_seed_chance_is_stepped():
    match = start(seed=None)
    assert (match.to_move, match.actions) == (CHANCE, [])
    match.step(match.read("deal place_2/night"))
    assert match.to_move == CHANCE
    assert match.spell(match.actions[0]) == "deal place_2/night"
    assert len(match.actions) == 1


def test_chance_has_ways_and_nobody_else():
    match = start(seed=None)
    ways = dict(zip(map(match.spell, match.moves), match.ways, strict=True))
    assert ways["deal place_2/night"] == 2
    assert ways["deal place_3/night"] == 1
    assert sum(ways.values()) == 36
    match.step(match.read("deal place_2/night"))
    assert match.ways[match.moves.index(match.read("deal place_2/night"))] == 1
    with pytest.raises(ValueError, match="only chance has ways"):
        _ = start().ways
    with pytest.raises(ValueError, match="only chance has ways"):
        _ = random_match(RUANA, 2, {}, 1).ways


# ── Stepping ────────────────────────────────────────────────────────────────────────────────────
def test_a_step_is_recorded_and_lists_the_next_moves():
    match = start()
    before = len(match.actions)
    match.step(match.read("place 2"))
    assert match.actions[before:] == [match.read("place 2")]
    assert match.state.natives[1, 2] == 1
    assert [match.spell(move) for move in match.moves] == [f"place {island}" for island in range(1, 7)]


def test_an_illegal_step_names_the_paragraph_and_changes_nothing():
    match = start()
    before = snapshot(match)
    with pytest.raises(IllegalAction) as refused:
        match.step(match.read("place 7"))
    assert refused.value.paragraph == "CR-2.3"
    assert refused.value.sentence == "Island 7 is not in play."
    assert str(refused.value) == "CR-2.3: Island 7 is not in play."
    assert snapshot(match) == before


@pytest.mark.parametrize("action", [-1, -2, -32768, RUANA.rules.ACTIONS, 32768, 10**9])
def test_a_number_that_is_no_action_is_illegal_and_changes_nothing(action):
    match = start()
    before = snapshot(match)
    with pytest.raises(IllegalAction, match=f"There is no action {action}."):
        match.step(action)
    assert snapshot(match) == before


def test_what_others_learn_of_an_action_cannot_be_taken():
    match = start(seed=None)
    with pytest.raises(IllegalAction):
        match.step(match.read("deal ?"))
    match = play_until(start(), "down")
    with pytest.raises(IllegalAction, match=r"CR-3\.2"):
        match.step(match.read("down ? red"))


def test_the_moves_are_the_callers_to_keep():
    match = start()
    match.moves.clear()
    assert len(match.moves) == 6


# ── The end ─────────────────────────────────────────────────────────────────────────────────────
def test_there_is_no_outcome_until_the_match_is_over():
    match = start()
    chooser = random.Random(3)
    while not match.over:
        assert match.outcome is None
        assert match.to_move != OVER
        match.step(chooser.choice(match.moves))
    assert (match.to_move, match.moves) == (OVER, [])
    outcome = match.outcome
    assert outcome is not None
    assert outcome.points == tuple(
        2 * int(match.state.hut[seat]) + int(match.state.supply[seat]) for seat in range(3)
    )
    assert outcome.reason in RUANA.rules.REASONS
    assert outcome.points[outcome.winners[0]] == max(outcome.points)


def test_nothing_can_be_done_after_the_end():
    match = random_match(RUANA, 2, {}, 1)
    before = snapshot(match)
    with pytest.raises(IllegalAction, match="The match is over"):
        match.step(match.read("pass"))
    assert snapshot(match) == before


def test_winners_are_those_in_first_place():
    assert Outcome((9, 7, 9), (1, 3, 1), "shared").winners == (0, 2)
    assert Outcome((9, 7), (1, 2), "points").winners == (0,)
    assert Outcome((0, 0), (2, 2), "lost").winners == ()


# ── Setting up ──────────────────────────────────────────────────────────────────────────────────
def test_a_match_knows_its_options():
    assert start().options == {"open_huts": False, "deck": "standard"}
    assert start(open_huts=True).options["open_huts"] is True
    assert start(open_huts=True).state.open_huts == 1


def test_a_match_that_cannot_be_set_up_is_refused():
    with pytest.raises(GameError, match="2 to 6 players, not 7"):
        start(7)
    with pytest.raises(GameError, match="no option 'huts'"):
        start(huts=True)
    with pytest.raises(GameError, match="option open_huts: 1 is neither true nor false"):
        start(open_huts=1)


# ── Going back ──────────────────────────────────────────────────────────────────────────────────
def test_undo_is_a_replay_of_what_came_before():
    match = random_match(RUANA, 2, {}, 8)
    actions, states = list(match.actions), []
    replayed = Match(RUANA, 2)
    for action in actions:
        states.append(snapshot(replayed))
        replayed.step(action)
    for left in reversed(range(len(actions))):
        match.undo()
        assert snapshot(match) == states[left]
    with pytest.raises(ValueError, match="cannot take back 1 of 0 actions"):
        match.undo()


def test_several_actions_are_taken_back_at_once():
    match = random_match(RUANA, 3, {}, 8)
    actions = list(match.actions)
    match.undo(0)
    assert match.actions == actions
    match.undo(25)
    assert match.actions == actions[:-25]
    for count in (-1, len(match.actions) + 1):
        before = snapshot(match)
        with pytest.raises(ValueError, match=f"cannot take back {count} of"):
            match.undo(count)
        assert snapshot(match) == before


def test_play_goes_on_after_undo():
    match = start()
    for text in ("place 1", "place 2", "place 3"):
        match.step(match.read(text))
    match.undo(2)
    match.step(match.read("place 4"))
    assert [match.spell(action) for action in match.actions[-2:]] == ["place 1", "place 4"]
    assert match.to_move == 1


def test_an_undone_draw_is_chances_to_make_again():
    match = start()
    last = match.spell(match.actions[-1])
    match.undo()
    assert match.to_move == CHANCE
    assert last in map(match.spell, match.moves)
    match.step(match.read(last))
    assert snapshot(match) == snapshot(start())


def test_restore_goes_to_any_actions_or_changes_nothing():
    match, other = start(2, seed=3), random_match(RUANA, 2, {}, 4)
    match.restore(other.actions)
    assert snapshot(match) == snapshot(other)
    wrong = [*start(2, seed=3).actions, match.read("accept")]
    with pytest.raises(IllegalAction):
        match.restore(wrong)
    assert snapshot(match) == snapshot(other)
    assert len(wrong) == len(start(2, seed=3).actions) + 1


# ── What may be taken back ──────────────────────────────────────────────────────────────────────
def test_a_placement_may_be_taken_back_until_another_person_acts():
    match = start()
    assert match.to_move == 2
    assert [match.undoable(seat) for seat in range(3)] == [0, 0, 0]  # chance acted last
    match.step(match.read("place 1"))
    assert [match.undoable(seat) for seat in range(3)] == [0, 0, 1]
    match.step(match.read("place 1"))
    assert [match.undoable(seat) for seat in range(3)] == [1, 0, 0]


def test_bots_in_between_are_taken_back_too():
    match = start()
    for island in (1, 2, 3):
        match.step(match.read(f"place {island}"))
    assert match.undoable(2, across={0, 1}) == 3
    assert match.undoable(2, across={0}) == 0
    assert match.undoable(1, across={0, 2}) == 1
    before = start()
    match.undo(3)
    assert snapshot(match) == snapshot(before)


def test_a_card_laid_face_up_cannot_be_taken_back():
    match = play_until(start(), "up")
    mover = match.to_move
    match.step(match.moves[0])
    assert match.undoable(mover) == 0
    assert match.undoable(mover, across={0, 1, 2}) == 0


def test_a_card_laid_face_down_and_a_native_on_a_card_can():
    match = play_until(start(), "down")
    mover = match.to_move
    match.step(match.moves[0])
    assert match.undoable(mover) == 1
    match = play_until(match, "ride")
    mover = match.to_move
    match.step(match.read("ride 4"))
    assert match.undoable(mover) == 1


def test_a_reveal_cannot_be_taken_back():
    match = play_until(start(), "turn")
    mover = match.to_move
    match.step(match.read("turn tide"))
    assert match.undoable(mover, across={0, 1, 2}) == 0


def test_nothing_is_taken_back_across_a_draw():
    match = play_until(start(), "accept")
    by = [moment.by for moment in match.replay()]
    assert by[-1] == CHANCE
    last = next(seat for seat in reversed(by) if seat != CHANCE)
    assert match.undoable(last, across={0, 1, 2}) == 0


def test_nothing_is_taken_back_before_the_first_action():
    assert Match(RUANA, 2).undoable(0, across={1}) == 0


# ── Who knows what ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("seat", [WATCHER, 0, 1, 2])
def test_a_view_is_a_copy(seat):
    match = start()
    before, view = match.state_bytes(), match.view(seat)
    view.supply[0], view.round = 99, 3
    view.hand[:] = 5
    match.look(seat)[0].pile[:] = 1
    match.show(seat)["players"].clear()
    assert match.state_bytes() == before
    assert match.view(seat).supply[0] == 10


def test_a_view_hides_what_a_seat_may_not_know():
    match = start()
    own, other = match.view(0).hand[0], match.view(1).hand[0]
    assert own.tolist() == match.state.hand[0].tolist()
    assert other.tolist() == [HIDDEN] * 5
    assert match.show(1)["players"][0]["hand"] == ["?"] * 5
    assert "?" not in match.show(0)["players"][0]["hand"]


def test_actions_are_witnessed_as_each_seat_learns_them():
    match = start()
    for seat in (WATCHER, 0, 1, 2):
        told = match.witnessed(seat)
        assert [one.number for one in told] == list(range(len(match.actions)))
        dealt = [match.spell(one.action) for one in told[:15]]
        own = range(5 * seat, 5 * seat + 5) if seat != WATCHER else ()
        truth = [match.spell(action) for action in match.actions]
        assert dealt == [truth[i] if i in own else "deal ?" for i in range(15)]
        assert [one.action for one in told[15:]] == match.actions[15:]
        assert {one.by for one in told} == {CHANCE}


def test_news_can_be_asked_for_from_a_number_on():
    match = play_until(start(), "ride")
    assert match.witnessed(1, since=40) == match.witnessed(1)[40:]
    assert match.witnessed(1, since=len(match.actions)) == []
    whole, early = match.events(1), match.events(1, since=30)
    assert whole[-len(early) :] == early
    assert early[0]["event"] == match.spell(match.witnessed(1)[30].action).split()[0]


def test_events_tell_what_a_seat_saw():
    match = play_until(start(), "down")
    mover = match.to_move
    match.step(match.moves[0])
    say, tongue = RUANA.words.say, match.tongue("en", ("Ann", "Bob", "Cleo"))
    sentences = [say(match.events(seat, since=len(match.actions) - 1)[0], tongue) for seat in range(3)]
    name = ("Ann", "Bob", "Cleo")[mover]
    for seat, sentence in enumerate(sentences):
        assert sentence.startswith(f"{name} plays a card face down" if seat != mover else f"{name} plays ")
        assert ("a card" in sentence) is (seat != mover)


def test_what_seats_saw_is_remembered_as_a_number():
    """The same compiled and interpreted, and in every world that looks the same."""
    match, seen = start(), np.zeros(3, np.uint64)
    match.remember(seen)
    assert len(set(seen.tolist())) == 3
    for seat in range(3):
        other = np.zeros(3, np.uint64)
        match.world(seat, 1).remember(other)
        assert (other == seen).tolist() == [one == seat for one in range(3)]
    before, again = seen.copy(), seen.copy()
    match.remember(again)  # to see the same twice is something else than to see it once
    assert (again != before).all()
    match.step(match.moves[0])
    match.remember(seen)
    assert seen.tolist() != again.tolist()
    assert seen.tolist() == [2526156457053754216, 14399408626518285262, 10384642781941958432]


# ── Worlds ──────────────────────────────────────────────────────────────────────────────────────
def test_a_world_looks_the_same_to_a_seat():
    match = play_until(start(), "ride")
    for seat in (WATCHER, 0, 1, 2):
        worlds = [match.world(seat, seed) for seed in range(6)]
        assert {world.look(seat).bytes(0) for world in worlds} == {match.look(seat).bytes(0)}
        assert len({world.state_bytes() for world in worlds}) > 1
        assert {world.to_move for world in worlds} == {match.to_move}
    assert match.world(0, 3).state_bytes() == match.world(0, 3).state_bytes()


def test_a_world_knows_nothing_of_the_true_record():
    match = play_until(start(), "ride")
    world = match.world(match.to_move, 5)
    begin = world.state_bytes()
    assert (world.actions, world.events(0), world.witnessed(0)) == ([], [], [])
    world.step(world.moves[0])
    assert len(world.actions) == 1
    assert [moment.number for moment in world.replay()] == [0]
    world.undo()
    assert world.state_bytes() == begin
    with pytest.raises(ValueError, match="cannot take back 1 of 0"):
        world.undo()


def test_playing_in_a_world_leaves_the_match_alone():
    match = play_until(start(), "ride")
    before = snapshot(match)
    world = match.world(1, 5)
    chooser = random.Random(1)
    while not world.over:
        world.step(chooser.choice(world.moves))  # chance plays with dice of the world's own
    assert world.outcome is not None
    assert snapshot(match) == before
    match.step(match.moves[0])
    assert world.over


# ── Looking ahead and back ──────────────────────────────────────────────────────────────────────
def test_considering_an_action_does_not_take_it():
    match = play_until(start(), "turn")
    before = snapshot(match)
    for action in match.moves:
        moment = match.consider(action)
        assert (moment.number, moment.by, moment.action) == (len(match.actions), match.to_move, action)
        assert moment.before.bytes(0) == before[0] != moment.after.bytes(0)
        assert moment.revealed
    assert snapshot(match) == before
    with pytest.raises(IllegalAction):
        match.consider(match.read("pass"))
    assert snapshot(match) == before


def test_a_considered_action_is_what_a_step_then_does():
    match = play_until(start(seed=None), "place")
    action = match.moves[2]
    moment = match.consider(action)
    match.step(action)
    assert moment.after.bytes(0) == match.state_bytes()


def test_a_replay_goes_through_every_action():
    match = random_match(RUANA, 2, {}, 6)
    walked = Match(RUANA, 2)
    for number, moment in enumerate(match.replay()):
        assert (moment.number, moment.by, moment.action) == (number, walked.to_move, match.actions[number])
        assert moment.before.bytes(0) == walked.state_bytes()
        walked.step(moment.action)
        assert moment.after.bytes(0) == walked.state_bytes()
    assert walked.state_bytes() == match.state_bytes()


# ── Starts ──────────────────────────────────────────────────────────────────────────────────────
def decks(count: int) -> list[dict[str, Any]]:
    """Decks of one's own: the cards of the usual one, each time in another order."""
    cards = json.loads(FILE.read_text("utf-8"))["cards"]
    return [{"cards": random.Random(n).sample(cards, len(cards))} for n in range(count)]


def test_starts_are_kept_but_not_for_everything_that_was_ever_asked_for():
    for deck in decks(MOST_STARTS + 10):
        start(deck=deck)
    assert len(RUANA.starts) == MOST_STARTS
    assert len(str(list(RUANA.starts))) < MOST_STARTS * LONGEST_KEY * 2


def test_a_start_is_set_up_once_for_the_same_options():
    one, other = decks(2)
    assert start_of(RUANA, 3, start(deck=one).options) is start_of(RUANA, 3, start(deck=one).options)
    assert start_of(RUANA, 3, start(deck=one).options) is not start_of(RUANA, 3, start(deck=other).options)
    assert start_of(RUANA, 3, start().options) is start_of(RUANA, 3, start().options)


# ── Words ───────────────────────────────────────────────────────────────────────────────────────
def test_seats_are_called_by_colour_or_by_name():
    match = start()
    assert match.tongue("en").names == ("Red", "Blue", "Green")
    assert match.tongue("en", ("Ann", "Bob", "Cleo")).name(2) == "Cleo"


def test_an_objection_can_be_had_without_trying():
    match = start()
    before = snapshot(match)
    assert match.objection(match.read("accept"), match.tongue("en")) == (
        "CR-2.7",
        "That is not what is asked now. Green: place a native on an island.",
    )
    assert snapshot(match) == before


def test_a_table_is_ready_for_json():
    match = random_match(RUANA, 4, {}, 2)
    match.undo(30)
    for seat in (WATCHER, *range(4)):
        assert json.loads(json.dumps(match.show(seat))) == match.show(seat)


def test_actions_are_plain_numbers():
    match = random_match(RUANA, 2, {}, 1)
    assert {type(action) for action in match.actions} == {int}
    assert not any(isinstance(action, np.integer) for action in start().moves)
