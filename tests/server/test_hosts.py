"""Who sits at a table, who decides for it, and whom bots play for."""

from __future__ import annotations

import pytest
from tests.server.laid import (
    LONG,
    NOBODY,
    a_table,
    act,
    attempt,
    draws,
    expecting,
    overrun,
    play_on_to,
    playing,
    rematch,
    seated,
    taken_back,
    without_bob,
)

from archipel.core.words import Tongue
from archipel.server import conduct
from archipel.server.entries import Acted, Clock, Replaced, Returned, Sat, SentAway, Started, Stood, from_text
from archipel.server.refusal import Refused
from archipel.server.table import Seat


def test_sitting_again_changes_the_entropy_and_several_seats_are_one_persons():
    table = seated("ann", "bob")
    table.apply(conduct.sit(table, 2.0, "bob", "Bob", 1, "my cat"))
    assert table.entropies() == ("", "my cat")
    table = a_table()
    for _ in range(3):
        table.apply(conduct.sit(table, 2.0, "ann", "Ann", None))
    assert table.seats_of("ann") == [0, 1, 2]
    assert table.seats_of("") == []


def test_two_of_one_name_are_told_apart():
    table = a_table(seats=2)
    table.apply(Sat(1.0, 0, "ann", "Ann"))
    table.apply(Sat(1.0, 1, "ann2", "Ann"))
    names = {table.tongue("en").name(seat) for seat in (0, 1)}
    assert len(names) == 2
    assert all(name.startswith("Ann (") for name in names)


def test_the_hosts_rights_pass_on_while_the_host_is_away_for_long():
    table = seated("ann", "bob", "cat")
    assert conduct.host_of(table, NOBODY) == "ann"
    assert conduct.host_of(table, {"ann": LONG - 1.0, "cat": LONG}) == "ann"
    assert conduct.host_of(table, {"ann": LONG}) == "bob"
    assert conduct.host_of(table, {"ann": LONG, "bob": LONG}) == "cat"
    assert conduct.host_of(table, {"ann": LONG, "bob": LONG, "cat": LONG}) == "ann"
    with pytest.raises(Refused, match="not_host"):
        conduct.start(table, 2.0, "bob", {"ann": LONG - 1.0}, draws(table))
    assert isinstance(conduct.stand(table, 2.0, "bob", 0, {"ann": LONG}), Stood)  # she may sit again
    assert isinstance(conduct.start(table, 2.0, "ann", {"ann": LONG}, draws(table)), Started)  # she asks


def test_who_sat_here_longest_decides_for_the_host():
    table = a_table()
    table.apply(Sat(1.0, 0, "ann", "Ann"))
    table.apply(Sat(2.0, 2, "cat", "Cat"))
    table.apply(Sat(3.0, 1, "bob", "Bob"))
    table.apply(Sat(4.0, 2, "cat", "Cat", "my cat"))  # again
    assert conduct.host_of(table, {"ann": LONG}) == "cat"
    assert conduct.deputy(table, {"ann": LONG}) == 2
    assert conduct.deputy(table, {"ann": LONG - 1.0}) is None
    assert conduct.deputy(table, {who: LONG for who in ("ann", "bob", "cat")}) is None


def test_the_usual_stand_in_plays_for_those_who_are_away_for_long_until_they_return():
    table = playing()
    for away in ({}, {"bob": LONG - 1.0}, {"bob": conduct.ABSENT / 2, "cat": LONG}):
        with pytest.raises(Refused, match="there"):
            conduct.replace(table, 2.0, "ann", 1, "random", away)
    table.apply(conduct.replace(table, 2.0, "ann", 1, "random", {"bob": LONG}))
    seat = table.seats[1]
    assert (seat.guest, seat.bot, seat.person) == ("bob", conduct.STAND_IN, False)
    table.apply(conduct.come_back(table, 3.0, "bob", 1))
    assert table.seats[1].person
    own = conduct.replace(table, 4.0, "bob", 1, "random", NOBODY)
    assert own.bot == "random"  # for oneself


def test_no_rival_replaces_those_who_are_away_unless_the_host_is_too_and_all_wait_for_long():
    table, late = playing(), 2.0 + conduct.GONE
    play_on_to(2, table, at=2.0)
    with pytest.raises(Refused, match="not_host"):
        conduct.replace(table, late, "bob", 2, "random", {"ann": LONG - 1.0, "cat": LONG})
    away = {"ann": 9 * conduct.GONE, "cat": 9 * conduct.GONE}  # asleep
    for seat, at in ((0, late), (2, late - 1.0)):
        with pytest.raises(Refused, match="there"):
            conduct.replace(table, at, "bob", seat, "random", away)
    entry = conduct.replace(table, late, "bob", 2, "random", away)
    assert entry == Replaced(late, 2, conduct.STAND_IN, called=True)
    at = 2.0 + conduct.IDLE  # if she is there, and sees that all wait
    assert conduct.replace(table, at, "bob", 2, "random", {"ann": LONG}).called


@pytest.mark.parametrize("clock", [Clock(move=259200.0), Clock(match=259200.0, grace=0.0)])
def test_where_time_runs_out_nobody_else_calls_a_bot(clock):
    table, away = playing(clock=clock), {who: 86400.0 for who in ("ann", "cat")}
    for guest, seat in (("bob", 0), ("bob", 2), ("ann", 2)):
        with pytest.raises(Refused, match="there"):
            conduct.replace(table, 86400.0, guest, seat, "random", away)
    assert conduct.replace(table, 2.0, "cat", 2, "random", NOBODY).bot == "random"  # for oneself


def test_who_sat_here_longest_need_not_wait_for_ever_for_the_host():
    table, late = playing(), 1.0 + conduct.IDLE
    assert table.to_move == 0
    with pytest.raises(Refused, match="there"):
        conduct.replace(table, late - 1.0, "bob", 0, "random", NOBODY)
    for guest in ("cat", "dan"):
        with pytest.raises(Refused, match="not_host"):
            conduct.replace(table, late, guest, 0, "random", NOBODY)
    assert conduct.replace(table, late, "bob", 0, "random", NOBODY).called
    assert conduct.replace(table, late, "cat", 0, "random", {"bob": LONG}).called
    asleep = {"ann": LONG, "bob": 0.0}
    with pytest.raises(Refused, match="there"):
        conduct.replace(table, late, "bob", 0, "random", asleep)
    assert conduct.replace(table, 1.0 + conduct.GONE, "bob", 0, "random", asleep).called


def test_a_grace_that_is_longer_is_kept():
    table = playing(clock=Clock(grace=7200.0))
    play_on_to(1, table, at=2.0)
    with pytest.raises(Refused, match="there"):
        conduct.replace(table, 2.0, "ann", 1, "random", {"bob": 7199.0})
    assert conduct.replace(table, 2.0, "ann", 1, "random", {"bob": 7200.0}).seat == 1
    away = {"ann": LONG, "bob": LONG}
    with pytest.raises(Refused, match="there"):
        conduct.replace(table, 7201.0, "cat", 1, "random", away)
    assert conduct.replace(table, 7202.0, "cat", 1, "random", away).seat == 1


def test_who_is_there_and_decides_nothing_for_long_can_be_replaced_where_no_time_runs_out():
    table, clocked = playing(), playing(clock=Clock(match=86400.0))
    for one in (table, clocked):
        play_on_to(1, one, at=2.0)
    late = 2.0 + conduct.IDLE
    for one, seat, at in ((table, 1, late - 1.0), (table, 2, late), (clocked, 1, late)):
        with pytest.raises(Refused, match="there"):
            conduct.replace(one, at, "ann", seat, "random", NOBODY)
    moved = table.branch()
    moved.apply(conduct.replace(moved, 300.0, "bob", 1, "random", NOBODY))
    moved.apply(conduct.come_back(moved, 301.0, "bob", 1))  # that was no decision
    for one in (table, moved):
        entry = conduct.replace(one, late + 1.0, "ann", 1, "random", NOBODY)
        assert entry == Replaced(late + 1.0, 1, conduct.STAND_IN, called=True)


def test_nobody_is_idle_while_no_process_serves():
    table = playing()
    play_on_to(1, table, at=2.0)
    silences = [(0.0, 1.0), (1.0, 402.0), (500.0, 600.0), (9e9, 9e9 + 1.0)]
    late = 2.0 + conduct.IDLE + 500.0
    with pytest.raises(Refused, match="there"):
        conduct.replace(table, late - 1.0, "ann", 1, "random", NOBODY, silences)
    assert conduct.replace(table, late, "ann", 1, "random", NOBODY, silences).called


def test_taking_back_makes_nobody_less_idle():
    table = playing()
    assert table.to_move == 0
    for at in (conduct.IDLE - 1.0, conduct.IDLE + 1.0):
        act(table, at=at)
        taken_back(table, 0, at=at)
    assert conduct.replace(table, at, "bob", 0, "random", NOBODY).called


@pytest.mark.parametrize("away", [NOBODY, {"bob": LONG}])
def test_who_was_replaced_by_others_comes_back_when_the_bot_has_decided(away):
    table, late = playing(), 2.0 + conduct.IDLE
    play_on_to(1, table, at=2.0)
    table.apply(conduct.replace(table, late, "ann", 1, "random", away))
    with pytest.raises(Refused, match="wrong_time"):
        conduct.come_back(table, late + 0.1, "bob", 1)
    act(table, at=late + 1.0)
    table.apply(conduct.come_back(table, late + 2.0, "bob", 1))
    assert table.seats[1].person


def test_a_stand_in_of_old_logs_is_ones_own():
    assert from_text('{"kind":"replaced","at":2.0,"seat":1,"bot":"level:3"}') == Replaced(2.0, 1, "level:3")


def test_however_long_a_log_is_a_bot_can_be_called_for_whom_all_wait_for():
    table, late = playing(), 2.0 + conduct.IDLE
    play_on_to(1, table, at=2.0)
    table.number = conduct.LONGEST_LOG
    conduct.check_room(table, conduct.replace(table, late, "ann", 1, "random", NOBODY))
    for entry in (
        conduct.replace(table, late, "ann", 2, "random", {"cat": LONG}),  # it has time
        conduct.replace(table, late, "bob", 1, "random", NOBODY),
    ):
        with pytest.raises(Refused, match="long_log"):
            conduct.check_room(table, entry)


def test_bots_called_by_others_or_by_the_clock_do_not_count_among_those_one_lets_play():
    table = playing(clock=Clock(move=30.0))
    for at in range(conduct.MOST_STAND_INS + 1):
        table.apply(Replaced(2.0 + at, 0, conduct.STAND_IN, late=at % 2 == 0, called=at % 2 == 1))
        table.apply(Returned(2.0 + at, 0))
    assert conduct.replace(table, 99.0, "ann", 0, "random", NOBODY).bot == "random"


def test_the_host_sends_away_whoever_sits_there_until_all_are_welcome_again():
    table = seated("ann", "bob", "bob")
    entry = conduct.stand(table, 2.0, "ann", 2, NOBODY)
    assert entry == SentAway(2.0, (1, 2), "bob", "Bob")
    table.apply(entry)
    assert table.seats_of("bob") == []
    for seat in (None, 1, 2):
        with pytest.raises(Refused, match="sent_away"):
            conduct.sit(table, 3.0, "bob", "Bob", seat)
    table.apply(conduct.sit(table, 3.0, "cat", "Cat", 1))
    with pytest.raises(Refused, match="not_host"):
        conduct.stand(table, 3.0, "cat", 0, NOBODY)
    table.apply(conduct.stand(table, 4.0, "cat", 1, NOBODY))  # by herself: nothing changes for bob
    for seat in (1, 2):
        with pytest.raises(Refused, match="empty"):  # whoever asks twice, or a moment too late
            conduct.stand(table, 5.0, "ann", seat, NOBODY)
    assert table.sent_away == {"bob": "Bob"}
    table.apply(conduct.welcome(table, 5.0, "ann", NOBODY))
    assert conduct.sit(table, 6.0, "bob", "Bob", None).seat == 1


def test_logs_of_before_let_all_sit_again_by_giving_a_free_seat_free():
    table = without_bob()
    table.apply(Stood(3.0, 1))
    assert not table.sent_away


def test_a_seat_that_is_kept_is_taken_or_declined_by_whom_it_is_kept_for_or_given_free_by_the_host():
    with pytest.raises(Refused, match="kept"):
        conduct.fill(expecting("bob"), 2.0, "ann", 0, "random", NOBODY)
    with pytest.raises(Refused, match="not_host"):
        conduct.stand(expecting("bob"), 2.0, "cat", 0, NOBODY)
    for guest in ("ann", "bob"):
        table = expecting("bob")
        table.apply(conduct.stand(table, 2.0, guest, 0, NOBODY))
        assert conduct.sit(table, 3.0, "cat", "Cat", None).seat == 0
    assert conduct.sit(expecting("bob"), 2.0, "cat", "Cat", None).seat == 1
    table = expecting("bob")
    assert (table.seats[0].taken, table.seats_of("bob"), table.entropies()) == (False, [], ("",) * 3)
    table.apply(conduct.sit(table, 3.0, "bob", "Robert", None, "my cat"))
    table.apply(conduct.sit(table, 4.0, "bob", "Robert", 0, "my cat"))  # now he may change his name
    assert table.seats[0] == Seat("bob", "Robert", "my cat", since=3.0)


def test_who_is_waited_for_is_named_when_the_match_cannot_begin():
    table = rematch()
    with pytest.raises(Refused) as waiting:
        conduct.start(table, 2.0, "ann", NOBODY, draws(table))
    assert waiting.value.say(Tongue("en")).startswith("Seats are kept for Bob, Cat: ")
    table.apply(conduct.stand(table, 2.0, "ann", 1, NOBODY))
    with pytest.raises(Refused) as waiting:
        conduct.start(table, 2.0, "ann", NOBODY, draws(table))
    assert waiting.value.say(Tongue("en")).startswith("Not all seats are taken (free: 1): ")


def test_whatever_strangers_do_friends_can_sit_down_and_talk_and_the_host_can_begin():
    table = overrun()
    assert table.number == conduct.LONGEST_LOG // 2
    strangers = {seat.guest for seat in table.seats[1:]}
    for who in strangers:  # who cannot come and go any more
        seat = table.seats_of(who)[0]
        assert attempt(table, conduct.stand, 3.0, "ann", seat, NOBODY)
    assert attempt(table, conduct.sit, 3.0, "bob", "Bob", None)
    assert attempt(table, conduct.fill, 3.0, "ann", 2, "random", NOBODY)
    assert attempt(table, conduct.start, 3.0, "ann", NOBODY, draws(table))
    assert not attempt(table, conduct.say, 3.0, "eve", "Eve", "la la", None)
    for _ in range(conduct.LONGEST_LOG // 8):
        assert attempt(table, conduct.say, 3.0, "bob", "Bob", "hello", 1)


def test_who_watches_says_less_than_who_plays():
    table, said = playing(), {"eve": 0, "bob": 0}
    for who in said:
        while attempt(table, conduct.say, 2.0, who, who.title(), "la la", None):
            said[who] += 1
    assert 0 < said["eve"] < conduct.LONGEST_LOG // 3 <= said["bob"]
    assert isinstance(act(table), Acted)


def test_a_bot_can_be_changed_or_sent_away_before_the_match():
    table = seated("ann", "level:1")
    table.apply(conduct.fill(table, 2.0, "ann", 1, "level:5", NOBODY))
    assert table.seats[1].bot == "level:5"
    table.apply(conduct.stand(table, 2.0, "ann", 1, NOBODY))
    assert not table.seats[1].taken
