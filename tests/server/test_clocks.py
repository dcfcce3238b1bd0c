"""Clocks: what is charged to whom, what is given back, and that nobody gains time."""

from __future__ import annotations

import pytest
from tests.server.laid import NOBODY, act, draws, late_twice, play_on_to, playing, seated, taken_back

from archipel.server import conduct
from archipel.server.clocks import credit, deadline, patience
from archipel.server.entries import AskedBack, Clock, Credited, Replaced, Returned, TookBack
from archipel.server.refusal import Refused
from archipel.server.table import Table


def test_clocks_for_moves_for_matches_grace_and_credit():
    table = playing(clock=Clock(move=10.0, match=15.0, grace=5.0))
    assert deadline(table) == 11.0
    assert (patience(table, True), patience(table, False)) == (11.0, 16.0)
    first = table.to_move
    assert first is not None
    act(table, at=9.0)
    assert table.spent[first] == 8.0
    while table.to_move != first:
        act(table, at=9.0)
    assert deadline(table) == 9.0 + 7.0  # what is left of the match
    table.apply(Credited(20.0, 100.0))
    assert deadline(table) == 116.0
    table.apply(Replaced(117.0, first, "random", late=True))
    assert deadline(table) is None
    table.apply(Returned(200.0, first))
    assert deadline(table) == 207.0


def clocked() -> tuple[Table, int]:
    """A table where somebody decided after 29 of 30 seconds and may take it back."""
    table = playing(clock=Clock(move=30.0))
    seat = table.to_move
    assert seat is not None
    act(table, at=30.0)
    return table, seat


def answered_by_a_bot(clock: Clock) -> Table:
    """A table where ann decided at 3 seconds, a bot answered at once, and she may take it back."""
    table = playing("ann", "level:1", clock=clock)
    play_on_to(0, table, at=2.0)
    act(table, at=3.0)
    act(table, at=3.0)
    return table


def test_a_decision_that_is_taken_back_goes_on_with_the_time_that_is_left():
    table, seat = clocked()
    taken_back(table, seat, at=40.0)
    assert (table.to_move, deadline(table)) == (seat, 41.0)
    table.apply(Credited(40.0, 5.0))
    assert deadline(table) == 46.0
    act(table, at=45.5)
    assert table.spent[seat] == 29.5
    taken_back(table, seat, at=50.0)
    assert deadline(table) == 50.5
    table.apply(Replaced(51.0, seat, "random", late=True))
    table.apply(Returned(60.0, seat))
    assert deadline(table) == 90.0


def test_no_decision_has_more_time_because_one_before_it_was_taken_back():
    table = answered_by_a_bot(Clock(move=30.0))
    taken_back(table, 0, at=32.0)  # after 29 seconds of thought about the next one
    assert deadline(table) == 61.0
    act(table, at=33.0)
    act(table, at=33.0)
    assert (table.to_move, deadline(table)) == (0, 34.0)


def test_the_others_have_all_their_time_when_somebody_decided_anew():
    table, seat = clocked()
    assert table.match is not None
    before_it = len(table.match.actions) - 1
    act(table, at=50.0)
    table.apply(TookBack(50.0, seat, before_it))
    act(table, at=50.5)
    assert table.to_move != seat
    assert deadline(table) == 80.5


def test_thought_about_what_comes_next_is_charged_though_an_earlier_decision_is_taken_back():
    table = answered_by_a_bot(Clock(match=100.0))
    assert (table.to_move, table.spent[0]) == (0, 1.0)
    taken_back(table, 0, at=53.0)
    assert (table.spent[0], deadline(table)) == (51.0, 102.0)


def test_thought_of_others_is_not_charged_if_what_they_thought_about_is_taken_back():
    table = playing(clock=Clock(match=100.0))
    seat = table.to_move
    assert seat is not None
    act(table, at=3.0)
    assert table.to_move != seat
    before = [*table.spent]
    taken_back(table, seat, at=53.0)
    assert table.spent == before


def test_one_person_at_several_seats_gains_no_time_by_taking_back():
    table = seated("ann", "ann", clock=Clock(move=100.0, match=100.0))
    table.apply(conduct.start(table, 1.0, "ann", NOBODY, draws(table)))
    first = table.to_move
    assert first is not None
    act(table, at=3.0)
    assert table.to_move == 1 - first
    taken_back(table, first, at=53.0)
    assert table.spent[1 - first] == 50.0
    act(table, at=53.0)
    assert deadline(table) == 103.0


@pytest.mark.parametrize("clock", [Clock(move=30.0), Clock(match=30.0), Clock(move=30.0, match=100.0)])
def test_nobody_gains_time_by_letting_a_bot_play_for_a_moment(clock):
    table = playing(clock=clock)
    seat = table.to_move
    assert seat is not None
    guest = table.seats[seat].guest
    for at in range(2, 30, 2):  # again and again, always before the bot has decided
        table.apply(conduct.replace(table, float(at), guest, seat, "random", NOBODY))
        table.apply(conduct.come_back(table, at + 1.9, guest, seat))
        assert (table.spent[seat], deadline(table)) == (pytest.approx(at + 0.9), 31.0)
    table.apply(conduct.late(table, 31.0, seat))
    table.apply(conduct.come_back(table, 33.0, guest, seat))  # has the time once more, as anybody has
    again = deadline(table)
    assert again is not None
    table.apply(conduct.replace(table, 34.0, guest, seat, "random", NOBODY))
    table.apply(conduct.come_back(table, again, guest, seat))
    assert deadline(table) == pytest.approx(again)
    table.apply(conduct.late(table, again, seat))
    with pytest.raises(Refused, match="wrong_time"):
        conduct.come_back(table, again + 1.0, guest, seat)


def test_who_takes_the_seat_back_at_their_turn_has_not_been_waiting_for_the_bot():
    table = playing(clock=Clock(move=30.0))
    first = table.to_move
    assert first is not None
    seat = (first + 1) % 3
    guest = table.seats[seat].guest
    table.apply(conduct.replace(table, 2.0, guest, seat, "random", NOBODY))
    play_on_to(seat, table, at=10.0)
    table.apply(conduct.come_back(table, 11.5, guest, seat))
    assert (table.spent[seat], deadline(table)) == (1.5, 40.0)


def test_what_a_bot_took_while_no_process_served_is_nobodys():
    table = playing(clock=Clock(match=100.0))
    seat = table.to_move
    assert seat is not None
    guest = table.seats[seat].guest
    table.apply(conduct.replace(table, 11.0, guest, seat, "random", NOBODY))
    silences = [(12.0, 512.0)]
    table.apply(credit(table, 513.0, silences))
    table.apply(conduct.come_back(table, 513.0, guest, seat))
    assert table.spent[seat] == 12.0


def test_a_bot_spends_nothing_of_the_time_of_whom_it_plays_for():
    table = playing(clock=Clock(match=100.0))
    seat = table.to_move
    assert seat is not None
    table.apply(conduct.replace(table, 1.0, table.seats[seat].guest, seat, "random", NOBODY))
    act(table, at=50.0)
    assert table.spent[seat] == 0.0


def test_who_let_time_run_out_twice_can_come_back_when_the_bot_has_decided():
    table = late_twice()
    seat = table.to_move
    assert seat is not None
    act(table, at=63.0)
    table.apply(conduct.come_back(table, 64.0, table.seats[seat].guest, seat))
    taken_back(table, seat, at=65.0)
    assert deadline(table) == 65.0  # the time of that decision stays out
    table.apply(conduct.late(table, 65.0, seat))
    with pytest.raises(Refused, match="wrong_time"):
        conduct.come_back(table, 66.0, table.seats[seat].guest, seat)


def test_time_that_ran_out_is_charged_and_the_decision_has_its_time_once_more():
    table = playing(clock=Clock(move=30.0, match=100.0))
    seat = table.to_move
    assert seat is not None
    guest = table.seats[seat].guest
    table.apply(conduct.late(table, 31.0, seat))
    assert table.spent[seat] == 30.0
    table.apply(conduct.come_back(table, 40.0, guest, seat))
    assert deadline(table) == 70.0
    act(table, at=60.0)
    assert table.spent[seat] == 50.0


def test_the_time_of_a_match_that_ran_out_is_given_back_once_in_a_match():
    table = playing(clock=Clock(match=100.0))
    seat = table.to_move
    assert seat is not None
    guest = table.seats[seat].guest
    act(table, at=61.0)
    play_on_to(seat, table, at=61.0)
    table.apply(conduct.late(table, 101.0, seat))
    table.apply(conduct.come_back(table, 105.0, guest, seat))
    assert (table.spent[seat], deadline(table)) == (60.0, 145.0)
    act(table, at=105.0)
    play_on_to(seat, table, at=105.0)
    table.apply(conduct.late(table, 145.0, seat))
    assert table.spent[seat] == 100.0
    with pytest.raises(Refused, match="wrong_time"):
        conduct.come_back(table, 146.0, guest, seat)
    act(table, at=147.0)  # the bot
    table.apply(conduct.come_back(table, 148.0, guest, seat))
    play_on_to(seat, table, at=150.0)
    assert deadline(table) == 150.0  # nothing is left


def test_a_decision_whose_grace_used_up_the_match_counts_as_the_one_that_is_given_back():
    table = playing(clock=Clock(move=10.0, match=30.0, grace=60.0))
    seat = table.to_move
    assert seat is not None
    table.apply(conduct.late(table, 71.0, seat))  # they were away
    table.apply(conduct.come_back(table, 80.0, table.seats[seat].guest, seat))
    assert (table.spent[seat], deadline(table)) == (0.0, 90.0)


def test_grace_beyond_the_time_for_the_match_is_had_once_and_not_with_every_decision():
    table = playing(clock=Clock(match=100.0, grace=60.0))
    seat = table.to_move
    assert seat is not None
    assert patience(table, there=False) == 161.0
    act(table, at=141.0)
    play_on_to(seat, table, at=141.0)
    assert (deadline(table), patience(table, there=False)) == (141.0, 161.0)
    act(table, at=161.0)
    play_on_to(seat, table, at=170.0)
    assert patience(table, there=False) == 170.0


def test_the_others_are_asked_when_a_decision_was_taken_back_again_and_again():
    table = playing()
    seat = table.to_move
    assert seat is not None
    for _ in range(conduct.MOST_BACK):
        act(table)
        taken_back(table, seat, at=2.0)
    act(table)
    assert isinstance(conduct.take_back(table, 2.0, seat, table.position), AskedBack)
    alone = playing("ann", "level:1")
    while alone.to_move != 0:
        act(alone)
    for _ in range(2 * conduct.MOST_BACK):
        act(alone)
        taken_back(alone, 0, at=2.0)


def test_without_a_clock_there_is_no_deadline():
    assert deadline(playing()) is None
    assert deadline(seated("ann", "bob", clock=Clock(move=1.0))) is None
