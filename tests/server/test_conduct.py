"""What people may do at a table: every refusal by its code and in both languages; taking back; clocks."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archipel.core.words import Tongue
from archipel.games import game
from archipel.server import conduct
from archipel.server.clocks import credit, deadline, patience
from archipel.server.entries import (
    Acted,
    AnyEntry,
    AskedBack,
    Clock,
    Credited,
    Filled,
    Opened,
    Replaced,
    Returned,
    Said,
    Sat,
    SentAway,
    Started,
    Stood,
    TookBack,
    Voted,
    from_text,
)
from archipel.server.fair import Draws, commitment
from archipel.server.refusal import Refused
from archipel.server.table import Seat, Table

SEED = bytes(range(32))
NOBODY: dict[str, float] = {}  # is away
LONG = conduct.ABSENT  # away for so long that others may decide


def a_table(name: str = "costa-ruana", seats: int = 3, **wishes: Any) -> Table:
    """A table of ann's where nobody sits yet."""
    version = game(name).version
    options = game(name).settle_options({})
    return Table("t", Opened(1.0, "ann", name, version, seats, options, commitment(SEED), **wishes))


def seated(*who: str, **wishes: Any) -> Table:
    """A table at which guests and bots (with a colon) sit."""
    table = a_table(seats=len(who), **wishes)
    for seat, one in enumerate(who):
        table.apply(Filled(1.0, seat, one) if ":" in one else Sat(1.0, seat, one, one.title()))
    return table


def draws(table: Table) -> Draws:
    return Draws(SEED, table.entropies())


def playing(*who: str, **wishes: Any) -> Table:
    """A match that has begun."""
    table = seated(*who or ("ann", "bob", "cat"), **wishes)
    table.apply(conduct.start(table, 1.0, "ann", NOBODY, draws(table)))
    return table


def act(table: Table, choice: int = 0, at: float = 2.0) -> Acted:
    """Whoever is to move takes one of the legal actions."""
    assert table.match is not None
    assert table.to_move is not None
    text = table.match.spell(table.match.moves[choice])
    entry = conduct.act(table, at, table.to_move, text, table.position, draws(table), table.tongue("en"))
    table.apply(entry)
    return entry


# ── Refusals ────────────────────────────────────────────────────────────────────────────────────
def _act(table: Table, **changes: Any) -> Any:
    wish = {"seat": table.to_move, "action": "place 1", "after": table.position} | changes
    return conduct.act(
        table, 2.0, wish["seat"], wish["action"], wish["after"], draws(table), table.tongue("en")
    )


def overrun() -> Table:
    """A table of ann's where strangers, each of them new, did all that they were let, again and again."""
    table, before = seated("ann", "", ""), -1
    while table.number > before:
        before = table.number
        who = f"stranger {before}"
        for _ in range(9):
            attempt(table, conduct.say, 2.0, who, "X", "la la", None)
            attempt(table, conduct.sit, 2.0, who, "X", None)
        for seat in table.seats_of(who):
            attempt(table, conduct.sit, 2.0, who, "Y", seat)
            attempt(table, conduct.stand, 2.0, who, seat, NOBODY)
    for who in {seat.guest for seat in table.seats} - {"ann"}:
        while attempt(table, conduct.say, 2.0, who, "X", "la la", None):
            pass
    return table


def attempt(table: Table, plan: Callable[..., AnyEntry], *given: Any) -> bool:
    """Do something if it is allowed; whether it was."""
    try:
        entry = plan(table, *given)
        conduct.check_room(table, entry)
    except Refused:
        return False
    table.apply(entry)
    return True


def full() -> Table:
    """A table in whose log there is no more room."""
    table = seated("ann", "", "")
    table.number = conduct.LONGEST_LOG
    return table


def without_bob() -> Table:
    """A table that the host sent somebody away from."""
    table = seated("ann", "bob")
    table.apply(conduct.stand(table, 2.0, "ann", 1, NOBODY))
    return table


def expecting(guest: str) -> Table:
    """A table where a seat is kept for somebody."""
    table = a_table()
    table.apply(conduct.keep(1.0, 0, Seat(guest, guest.title())))
    return table


def rematch() -> Table:
    """A table where bob and cat, who had two seats, are expected."""
    table = a_table(seats=4)
    table.apply(conduct.keep(1.0, 0, Seat("bob", "Bob")))
    for seat in (1, 2):
        table.apply(conduct.keep(1.0, seat, Seat("cat", "Cat")))
    table.apply(Sat(1.0, 3, "ann", "Ann"))
    return table


def restless() -> Table:
    """A table where somebody sits down again and again."""
    table = seated("ann", "bob")
    for number in range(1, conduct.MOST_SITS):
        table.apply(conduct.sit(table, 2.0, "bob", "Bob", 1, str(number)))
    return table


def talkative() -> Table:
    """A match in which a seat has said all that it may, again and again the same."""
    table = playing(name="tresor")
    for _ in range(conduct.MOST_REMARKS):
        table.apply(conduct.remark(table, 2.0, 0, "claim 1 full"))
    return table


def changeable() -> Table:
    """A match in which somebody lets a bot play and comes back again and again."""
    table = playing()
    for _ in range(conduct.MOST_STAND_INS):
        table.apply(conduct.replace(table, 2.0, "ann", 0, "random", NOBODY))
        table.apply(conduct.come_back(table, 2.0, "ann", 0))
    return table


def play_on_to(seat: int, table: Table, at: float) -> None:
    """All others act until it is a seat's turn."""
    while table.to_move != seat:
        act(table, at=at)


def late_twice() -> Table:
    """A table where somebody let time run out, came back, and did so again."""
    table = playing(clock=Clock(move=30.0))
    seat = table.to_move
    assert seat is not None
    table.apply(conduct.late(table, 31.0, seat))
    table.apply(conduct.come_back(table, 32.0, table.seats[seat].guest, seat))
    assert deadline(table) == 62.0
    table.apply(conduct.late(table, 62.0, seat))
    return table


def others(table: Table) -> int:
    return next(seat for seat in range(3) if seat != table.to_move)


REFUSALS: list[tuple[str, Callable[[], Any]]] = [
    ("wrong_time", lambda: conduct.sit(playing(), 2.0, "dan", "Dan", None)),
    ("full", lambda: conduct.sit(seated("ann", "bob"), 2.0, "dan", "Dan", None)),
    ("taken", lambda: conduct.sit(seated("ann", "bob"), 2.0, "dan", "Dan", 0)),
    ("no_seat", lambda: conduct.sit(a_table(), 2.0, "dan", "Dan", 3)),
    ("no_seat", lambda: conduct.sit(a_table(), 2.0, "dan", "Dan", -1)),
    ("bad_entropy", lambda: conduct.sit(a_table(), 2.0, "dan", "Dan", 0, "x" * 65)),
    ("bad_entropy", lambda: conduct.sit(a_table(), 2.0, "dan", "Dan", 0, "\n")),
    ("wrong_time", lambda: conduct.stand(playing(), 2.0, "bob", 1, NOBODY)),
    ("empty", lambda: conduct.stand(a_table(), 2.0, "ann", 1, NOBODY)),
    ("empty", lambda: conduct.stand(without_bob(), 2.0, "ann", 1, NOBODY)),
    ("empty", lambda: conduct.welcome(a_table(), 2.0, "ann", NOBODY)),
    ("not_host", lambda: conduct.welcome(without_bob(), 2.0, "bob", NOBODY)),
    ("wrong_time", lambda: conduct.welcome(playing(), 2.0, "ann", NOBODY)),
    ("not_host", lambda: conduct.stand(seated("ann", "bob"), 2.0, "bob", 0, NOBODY)),
    ("sent_away", lambda: conduct.sit(without_bob(), 2.0, "bob", "Bob", 1)),
    ("kept", lambda: conduct.sit(expecting("bob"), 2.0, "cat", "Cat", 0)),
    ("too_often", lambda: conduct.sit(restless(), 2.0, "bob", "Bob", 1)),
    ("not_host", lambda: conduct.fill(a_table(), 2.0, "bob", 0, "random", NOBODY)),
    ("taken", lambda: conduct.fill(seated("ann", "bob"), 2.0, "ann", 1, "random", NOBODY)),
    ("no_bot", lambda: conduct.fill(a_table(), 2.0, "ann", 1, "level:77", NOBODY)),
    ("no_bot", lambda: conduct.fill(a_table(), 2.0, "ann", 1, "search:10", NOBODY)),
    ("not_full", lambda: conduct.start(a_table(), 2.0, "ann", NOBODY, Draws(SEED, ("",) * 3))),
    ("not_full", lambda: conduct.start(rematch(), 2.0, "ann", NOBODY, Draws(SEED, ("",) * 3))),
    ("not_host", lambda: conduct.start(seated("ann", "bob"), 2.0, "bob", NOBODY, Draws(SEED, ("",) * 2))),
    ("wrong_time", lambda: conduct.start(playing(), 2.0, "ann", NOBODY, Draws(SEED, ("",) * 3))),
    ("wrong_time", lambda: conduct.playing(seated("ann", "bob"))),
    ("stale", lambda: _act(playing(), after=0)),
    ("not_your_turn", lambda: _act(playing(), seat=others(playing()))),
    ("bad_action", lambda: _act(playing(), action="dance")),
    ("illegal", lambda: _act(playing(), action="accept")),
    ("bad_remark", lambda: conduct.remark(playing(), 2.0, 0, "dance")),
    ("too_often", lambda: conduct.remark(talkative(), 2.0, 0, "claim 1 full")),
    ("long_log", lambda: conduct.check_room(overrun(), Stood(2.0, 2))),
    ("long_log", lambda: conduct.check_room(overrun(), Said(2.0, "eve", "Eve", "la la"))),
    ("long_log", lambda: conduct.check_room(full(), Sat(2.0, 1, "bob", "Bob"))),
    ("bad_talk", lambda: conduct.say(a_table(), 2.0, "ann", "Ann", " \n ", None)),
    ("bad_talk", lambda: conduct.say(a_table(), 2.0, "ann", "Ann", "x" * 401, None)),
    ("stale", lambda: conduct.take_back(playing(), 2.0, 0, 0)),
    ("nothing_to_take_back", lambda: conduct.take_back(t := playing(), 2.0, 0, t.position)),
    ("no_proposal", lambda: conduct.vote(playing(), 2.0, 0, True)),
    ("not_host", lambda: conduct.replace(playing(), 2.0, "bob", 2, "random", NOBODY)),
    ("there", lambda: conduct.replace(playing(), 2.0, "ann", 2, "random", NOBODY)),
    ("a_bot", lambda: conduct.replace(playing("ann", "level:1"), 2.0, "ann", 1, "random", NOBODY)),
    ("no_bot", lambda: conduct.replace(playing(), 2.0, "ann", 0, "genius", NOBODY)),
    ("there", lambda: conduct.replace(playing(clock=Clock(move=9.0)), 2.0, "ann", 2, "random", NOBODY)),
    ("there", lambda: conduct.replace(playing(), 2.0, "bob", 0, "random", NOBODY)),
    ("too_often", lambda: conduct.replace(changeable(), 2.0, "ann", 0, "random", NOBODY)),
    ("not_yours", lambda: conduct.come_back(playing(), 2.0, "bob", 0)),
    ("no_bot_there", lambda: conduct.come_back(playing(), 2.0, "bob", 1)),
    ("wrong_time", lambda: conduct.come_back(t := late_twice(), 70.0, t.seats[t.to_move].guest, t.to_move)),  # type: ignore[index,arg-type]
]


@pytest.mark.parametrize(("code", "deed"), REFUSALS)
def test_what_is_refused_and_how_it_is_said(code, deed):
    with pytest.raises(Refused) as refusal:
        deed()
    assert refusal.value.code == code
    for language in ("en", "fr"):
        said = refusal.value.say(Tongue(language))
        assert said
        assert "{" not in said
    if code == "illegal":
        assert refusal.value.rule.startswith("CR-")


def test_every_code_of_this_module_is_shown_above():
    tree = ast.parse(Path(conduct.__file__).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    codes = {
        node.args[0].value
        for node in calls
        if isinstance(node.func, ast.Name)
        and node.func.id == "Refused"
        and isinstance(node.args[0], ast.Constant)
    }
    shown = {code for code, _ in REFUSALS}
    assert codes - shown <= {"bad_options", "no_vote"}  # options are checked before; votes are below


# ── Seats and hosts ─────────────────────────────────────────────────────────────────────────────
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


# ── Taking back ─────────────────────────────────────────────────────────────────────────────────
def test_taking_back_is_free_while_nobody_has_learnt_anything():
    table = playing()
    before, seat = table.branch(), table.to_move
    assert seat is not None
    act(table)
    entry = conduct.take_back(table, 3.0, seat, table.position)
    assert isinstance(entry, TookBack)
    table.apply(entry)
    assert table.match is not None
    assert before.match is not None
    assert table.match.state_bytes() == before.match.state_bytes()
    assert table.drawn == before.drawn
    assert table.position == table.number  # old positions are stale now


def asked() -> tuple[Table, int]:
    """A table where somebody has asked to take back what others have seen."""
    table = playing()
    seat = table.to_move
    assert seat is not None
    act(table)
    while table.to_move == seat:
        act(table)
    act(table)  # another seat has acted upon it
    entry = conduct.take_back(table, 3.0, seat, table.position)
    assert isinstance(entry, AskedBack)
    table.apply(entry)
    return table, seat


def test_else_the_others_are_asked_and_all_must_agree():
    table, seat = asked()
    voters = sorted(table.voters())
    assert seat not in voters
    assert len(voters) == 2
    for voter in (seat, seat):
        with pytest.raises(Refused, match="no_vote"):
            conduct.vote(table, 4.0, voter, True)
    table.apply(conduct.vote(table, 4.0, voters[0], True))
    assert conduct.agreed(table, 4.0) is None
    with pytest.raises(Refused, match="no_vote"):
        conduct.vote(table, 4.0, voters[0], False)
    table.apply(conduct.vote(table, 4.0, voters[1], True))
    entry = conduct.agreed(table, 5.0)
    assert isinstance(entry, TookBack)
    table.apply(entry)
    assert table.proposal is None
    assert table.to_move == seat


def test_one_no_or_a_new_action_ends_the_question():
    table, _ = asked()
    voter = min(table.voters())
    refused, gone_on = table.branch(), table.branch()
    refused.apply(Voted(4.0, voter, False))
    assert refused.proposal is None
    act(gone_on)
    assert gone_on.proposal is None
    with pytest.raises(Refused, match="no_proposal"):
        conduct.vote(gone_on, 5.0, voter, True)


def test_a_bot_does_not_agree_for_the_one_it_plays_for():
    table, seat = asked()
    voters = table.voters()
    for voter in sorted(voters):
        table.apply(Replaced(4.0, voter, "random"))
    assert table.voters() == voters
    assert conduct.agreed(table, 4.0) is None
    gone_on = table.branch()
    act(gone_on)  # nobody has to wait for their votes
    assert gone_on.proposal is None
    assert isinstance(conduct.take_back(gone_on, 5.0, seat, gone_on.position), AskedBack)
    for voter in sorted(voters):
        table.apply(conduct.vote(table, 5.0, voter, True))
    assert isinstance(conduct.agreed(table, 5.0), TookBack)


def test_what_somebody_decided_is_theirs_although_a_bot_plays_for_them_now():
    table = playing("ann", "bob")
    while table.to_move != 0:
        act(table)
    while table.to_move == 0:
        act(table)
    act(table)
    table.apply(Replaced(3.0, 1, "random"))
    assert isinstance(conduct.take_back(table, 3.0, 0, table.position), AskedBack)


def test_a_question_is_not_replaced_by_another():
    table = playing()
    first, second, third, _ = (act(table).seat for _ in range(4))
    table.apply(conduct.take_back(table, 3.0, second, table.position))
    table.apply(conduct.vote(table, 4.0, first, True))
    for seat in (second, third):
        with pytest.raises(Refused, match="stale"):
            conduct.take_back(table, 4.0, seat, table.position)
    table.apply(conduct.vote(table, 4.0, third, False))
    assert isinstance(conduct.take_back(table, 5.0, third, table.position), AskedBack)


def test_bots_have_no_vote():
    alone = playing("ann", "level:1")
    while alone.to_move != 0:
        act(alone)
    act(alone)
    while alone.to_move != 0:
        act(alone)
    act(alone)
    assert isinstance(conduct.take_back(alone, 3.0, 0, alone.position), TookBack)


def test_the_same_draw_follows_an_action_that_is_taken_back_and_taken_again():
    """No second look into the deck, whatever is agreed."""
    table = playing("ann", "level:1")
    for _ in range(60):
        before, entry = table.branch(), act(table)
        if entry.chance and entry.seat == 0:
            break
    assert entry.chance
    taken = conduct.take_back(table, 3.0, 0, table.position)
    assert isinstance(taken, TookBack)
    table.apply(taken)
    assert table.drawn == before.drawn
    again = conduct.act(
        table,
        4.0,
        0,
        table.match.spell(entry.action),
        table.position,
        draws(table),
        table.tongue("en"),  # type: ignore[union-attr]
    )
    assert again.chance == entry.chance


# ── Clocks ──────────────────────────────────────────────────────────────────────────────────────
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


def taken_back(table: Table, seat: int, at: float) -> None:
    entry = conduct.take_back(table, at, seat, table.position)
    assert isinstance(entry, TookBack)
    table.apply(entry)


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
    table = playing("ann", "level:1", clock=Clock(move=30.0))
    while table.to_move != 0:
        act(table, at=2.0)
    act(table, at=3.0)
    act(table, at=3.0)  # the bot
    taken_back(table, 0, at=32.0)  # after 29 seconds of thought about the next one
    assert deadline(table) == 61.0
    act(table, at=33.0)
    act(table, at=33.0)
    assert (table.to_move, deadline(table)) == (0, 34.0)


def test_the_others_have_all_their_time_when_somebody_decided_anew():
    table, seat = clocked()
    act(table, at=50.0)
    table.apply(TookBack(50.0, seat, len(table.match.actions) - 2))  # type: ignore[union-attr]
    act(table, at=50.5)
    assert table.to_move != seat
    assert deadline(table) == 80.5


def test_thought_about_what_comes_next_is_charged_though_an_earlier_decision_is_taken_back():
    table = playing("ann", "level:1", clock=Clock(match=100.0))
    while table.to_move != 0:
        act(table, at=2.0)
    act(table, at=3.0)
    act(table, at=3.0)  # the bot
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


# ── Remarks ─────────────────────────────────────────────────────────────────────────────────────
def test_a_claim_made_again_and_again_stands_once_and_keeps_nobody_else_from_talking():
    table = talkative()
    assert table.match is not None
    assert len(table.match.show(0)["remarks"]) == 1
    assert conduct.remark(table, 3.0, 1, "claim 1 full").seat == 1


def test_who_talks_sits_where_they_look_from_or_watches():
    table = seated("ann", "bob", "ann")
    seats = {
        (guest, eye): conduct.say(table, 2.0, guest, "Ann", "hello", eye).seat
        for guest, eye in (("ann", 2), ("ann", None), ("ann", 1), ("bob", 1), ("eve", 0), ("eve", None))
    }
    assert list(seats.values()) == [2, 0, 0, 1, None, None]
