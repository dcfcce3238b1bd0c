"""Matches that are over: told again from any seat, shown at any moment, and played on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from archipel.core.match import Match, Remark
from archipel.core.records import to_text
from archipel.games import game
from archipel.server.bygone import old_record
from archipel.server.entries import Acted, AnyEntry, Filled, Opened, Remarked, Sat, Started, Stood, TookBack
from archipel.server.fair import Draws, commitment, deal, verify
from archipel.server.refusal import Refused
from archipel.server.replays import ALL_OPEN, at_moment, going_on, playable, story
from archipel.server.table import Table

SEED = bytes(range(32))
GAMES = [("costa-ruana", 3), ("tresor", 3), ("arabana-opodopo", 3)]


def begun(name: str, seats: int) -> Table:
    rules = game(name)
    table = Table("table", Opened(0.0, "ann", name, rules.version, seats, {}, commitment(SEED)))
    for seat in range(seats):
        table.apply(Sat(0.0, seat, "ann", "Ann") if seat == 0 else Filled(0.0, seat, "random"))
    match = Match(rules, seats)
    table.apply(Started(0.0, tuple(deal(match, draws(table)))))
    return table


def draws(table: Table) -> Draws:
    return Draws(SEED, table.entropies())


def play_to_the_end(table: Table) -> None:
    while not table.match.over:
        moves = table.match.moves
        action = moves[(len(table.match.actions) * 7) % len(moves)]
        branch = table.match.branch()
        branch.step(action)
        dealt = tuple(deal(branch, draws(table), since=table.drawn))
        table.apply(Acted(1.0, table.match.to_move, action, dealt))


@pytest.fixture(scope="module", params=GAMES, ids=lambda one: one[0])
def over(request: pytest.FixtureRequest) -> Table:
    table = begun(*request.param)
    play_to_the_end(table)
    return table


def test_a_story_is_what_a_seat_was_told_at_the_time(over: Table) -> None:
    told = story(over, 1, "en")
    assert [line.event for line in told.lines] == over.match.events(1)
    assert told.actions == len(over.match.actions) == len(told.movers)
    assert told.outcome is not None
    assert {line.number for line in told.lines} <= set(range(1, told.actions + 1))


def test_with_all_cards_open_nothing_is_hidden(over: Table) -> None:
    assert "'?'" in str(story(over, None, "en").lines)
    assert "'?'" not in str([line.event for line in story(over, ALL_OPEN, "en").lines])
    middle = next(n for n in range(40, 400) if "'?'" in str(at_moment(over, n, None, "en").view))
    assert "'?'" not in str(at_moment(over, middle, ALL_OPEN, "en").view)


def test_a_moment_shows_what_the_seat_saw_then(over: Table) -> None:
    middle = len(over.match.actions) // 2
    then = over.match.branch()
    then.restore(over.match.actions[:middle])
    assert at_moment(over, middle, 2, "fr").view == then.show(2)
    last = at_moment(over, len(over.match.actions), 0, "en")
    assert last.outcome is not None
    assert last.to_move is None


def test_moments_that_are_not_there_are_refused(over: Table) -> None:
    for at in (-1, len(over.match.actions) + 1):
        with pytest.raises(Refused, match="no_moment"):
            at_moment(over, at, 0, "en")
    with pytest.raises(Refused, match="no_seat"):
        at_moment(over, 0, 9, "en")
    with pytest.raises(Refused, match="no_moment"):
        playable(over, len(over.match.actions), 0)


def test_nothing_is_told_before_the_end() -> None:
    table = begun("costa-ruana", 2)
    for look in (lambda: story(table, 0, "en"), lambda: at_moment(table, 0, 0, "en")):
        with pytest.raises(Refused, match="wrong_time"):
            look()


def test_a_match_goes_on_from_a_moment_and_its_record_promises_nothing(over: Table) -> None:
    middle = len(over.match.actions) // 2
    opened = over.opened
    table = Table(
        "next", Opened(2.0, "bo", opened.game, opened.version, opened.seats, opened.options, commitment(SEED),
                       goes_on_from=over.id)
    )  # fmt: skip
    match = playable(over, middle, 1)
    for entry in going_on(match, 2.0, 1, "bo", "Bo", "level:1", draws(table)):
        table.apply(entry)
    assert table.match.actions[:middle] == over.match.actions[:middle]
    assert table.seats[1].person
    assert table.seats[0].bot == "level:1"
    play_to_the_end(table)
    record = table.record(draws(table))
    assert "fair:" not in to_text(record)
    assert verify(record).finding == "unpromised"


def test_who_had_no_choice_decided_nothing(over: Table) -> None:
    then = over.match.branch()
    then.restore([])
    for action, mover in zip(over.match.actions, story(over, None, "en").movers, strict=True):
        assert mover in (None, then.to_move)
        assert (mover is None) == (then.to_move < 0 or len(then.moves) == 1)
        then.step(action)


def test_what_was_said_is_told_where_it_was_said() -> None:
    table = begun("tresor", 3)
    play_to_the_end(table)
    middle = len(table.match.actions) // 2
    table.match.remarks.append(Remark(middle, 1, "claim 2 full"))
    lines = story(table, 0, "en").lines
    [claim] = [n for n, line in enumerate(lines) if line.event["event"].startswith("claim")]
    assert [lines[claim - 1].number, lines[claim].number] == [middle, middle]
    assert lines[claim + 1].number > middle
    for seat in (0, None, ALL_OPEN):
        assert "remarks" not in at_moment(table, middle - 1, seat, "en").view
        assert len(at_moment(table, middle, seat, "en").view["remarks"]) == 1


def test_a_record_can_be_written_from_the_log_without_the_rules() -> None:
    rules = game("tresor")
    opened = Opened(0.0, "ann", "tresor", rules.version, 3, rules.settle_options({}), commitment(SEED))
    table = Table("table", opened)
    log: list[AnyEntry] = [opened]

    def enter(entry: AnyEntry) -> None:
        table.apply(entry)
        log.append(entry)

    def act() -> None:
        match = table.match.branch()
        seat, action = match.to_move, match.moves[0]
        match.step(action)
        enter(Acted(1.0, seat, action, tuple(deal(match, draws(table)))))

    enter(Sat(0.0, 0, "bob", "Bob", "old hat"))
    enter(Stood(0.0, 0))
    enter(Sat(0.0, 0, "ann", "Ann", "my cat"))
    enter(Filled(0.0, 1, "random"))
    enter(Sat(0.0, 2, "eve", "Eve"))
    enter(Started(0.0, tuple(deal(Match(rules, 3), draws(table)))))
    enter(Remarked(0.0, 0, "claim 1 full"))
    for _ in range(4):
        act()
    to = len(table.match.actions)
    act()
    enter(Remarked(1.0, 2, "claim 2 full"))
    enter(TookBack(1.0, table.match.to_move, to))
    act()
    enter(Remarked(1.0, 1, "claim 1 full"))
    played = replace(table.record(draws(table)), fair=draws(table).reveal("table"))
    *whole, _ = to_text(played).splitlines()
    written = old_record("table", log, SEED).splitlines()
    assert written == ["actions: open" if "actions: " in line else line for line in whole]
