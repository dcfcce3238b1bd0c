"""What is said at the table: heard by all, written down, and unknown to the rules."""

from __future__ import annotations

import json
import random

import pytest

from archipel.core.game import GameError
from archipel.core.match import Match, Remark
from archipel.core.notation import NotationError
from archipel.core.record import WATCHER
from archipel.core.records import RecordError, read_records, record_of, to_json, to_text
from archipel.games import game

TRESOR = game("tresor")


@pytest.fixture
def match() -> Match:
    match = Match(TRESOR, 3, {"first": "la_buse"}, seed=1)
    match.remark(1, "claim 2 full")
    match.step(match.moves[0])
    match.remark(0, "claim 1 empty")
    match.remark(0, "claim 1 nothing")
    return match


@pytest.mark.rule("TR-9.3")
def test_a_claim_changes_nothing(match):
    before, moves = match.state_bytes(), match.moves
    match.remark(2, "claim 6 full")
    assert (match.state_bytes(), match.moves) == (before, moves)


@pytest.mark.rule("TR-9.3")
def test_a_claim_is_heard_by_all_where_it_was_made(match):
    say, tongue = TRESOR.words.say, match.tongue("en")
    for seat in (WATCHER, 0, 1, 2):
        told = [say(event, tongue) for event in match.events(seat)]
        first = told.index("Le Reveng claims that the chest of detachment 2 is full.")
        assert told[first + 1].startswith("La Buse moves detachment 1")
        assert told[-2:] == [
            "La Buse claims that the chest of detachment 1 is empty.",
            "La Buse claims nothing of detachment 1 any more.",
        ]
        assert match.show(seat)["remarks"][0] == {"by": "le_reveng", "says": "claim 2 full"}


def test_taking_back_an_action_takes_back_what_was_said_after_it(match):
    match.undo()
    assert [remark.text for remark in match.remarks] == ["claim 2 full"]


@pytest.mark.rule("TR-9.3")
def test_a_claim_is_void_once_its_chest_is_gone():
    """Everybody claims every chest they take; what is shown is about chests carried ever since."""
    match, rng, carried, void = Match(TRESOR, 3, seed=1), random.Random(1), set(), 0
    while not match.over:
        now = {(seat, man + 1) for seat in range(3) for man in range(6) if match.state.loaded[seat, man]}
        void += len(carried - now)
        for seat, man in sorted(now - carried):
            match.remark(seat, f"claim {man} full")
        carried = now
        said = {(TRESOR.notation.SEATS[seat], f"claim {man} full") for seat, man in carried}
        assert {(one["by"], one["says"]) for one in match.show(WATCHER).get("remarks", ())} == said
        match.step(rng.choice(match.moves))
    assert void
    assert len(match.remarks) > len(carried)  # they were said all the same


def test_a_claim_holds_again_when_what_voided_it_is_taken_back(match):
    match.remarks = [Remark(0, 0, "claim 1 full", until=len(match.actions))]
    assert "remarks" not in match.show(0)
    match.undo()
    assert match.show(0)["remarks"] == [{"by": "la_buse", "says": "claim 1 full"}]


def test_a_world_has_heard_nothing(match):
    assert match.world(0, seed=1).remarks == []
    assert len(match.remarks) == 3


@pytest.mark.parametrize("write", [to_text, to_json])
def test_remarks_are_recorded(match, write):
    text = write(record_of(match))
    (record,) = read_records(text, game)
    assert record.remarks == tuple(match.remarks)
    assert write(record) == text
    assert record.match().events(0) == match.events(0)


def test_a_record_without_remarks_has_no_place_for_them():
    assert "remarks" not in json.loads(to_json(record_of(Match(TRESOR, 3, seed=1))))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("say le_neptune claim 2 full", "nobody here"),
        ("say le_reveng claim 9 full", "'detachment' cannot be '9'"),
        ("say le_reveng hello", "no action is called"),
    ],
)
def test_a_damaged_remark_is_named_with_its_line(match, line, problem):
    text = to_text(record_of(match))
    number = text.splitlines().index("say le_reveng claim 2 full") + 1
    with pytest.raises(RecordError, match=problem) as error:
        next(read_records(text.replace("say le_reveng claim 2 full", line), game))
    assert error.value.line == number


@pytest.mark.parametrize(
    "change",
    [{"after": 99}, {"after": -1}, {"after": True}, {"by": "chance"}, {"says": {"action": "pass"}}, {"x": 1}],
)
def test_a_damaged_remark_in_json_is_refused(match, change):
    form = json.loads(to_json(record_of(match)))
    form["remarks"][0] |= change
    with pytest.raises(RecordError):
        next(read_records(json.dumps(form), game))


def test_only_what_the_game_knows_can_be_said(match):
    with pytest.raises(NotationError):
        match.remark(0, "claim 1 gold")
    with pytest.raises(GameError, match="knows no remarks"):
        Match(game("costa-ruana"), 2, seed=1).remark(0, "hello")
