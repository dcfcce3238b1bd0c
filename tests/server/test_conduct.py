"""What people may do at a table: every refusal by its code and in both languages; what is said there."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.laid import (
    NOBODY,
    SEED,
    a_table,
    draws,
    expecting,
    late_twice,
    overrun,
    playing,
    rematch,
    seated,
    without_bob,
)

from archipel.core.words import Tongue
from archipel.server import conduct
from archipel.server.entries import Clock, Said, Sat, Stood
from archipel.server.fair import Draws
from archipel.server.refusal import Refused
from archipel.server.table import Table


# ── Refusals ────────────────────────────────────────────────────────────────────────────────────
def _act(table: Table, **changes: Any) -> Any:
    wish = {"seat": table.to_move, "action": "place 1", "after": table.position} | changes
    return conduct.act(
        table, 2.0, wish["seat"], wish["action"], wish["after"], draws(table), table.tongue("en")
    )


def full() -> Table:
    """A table in whose log there is no more room."""
    table = seated("ann", "", "")
    table.number = conduct.LONGEST_LOG
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
