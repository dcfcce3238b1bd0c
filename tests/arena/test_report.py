"""Reports: what they count is what happened, whoever plays; and the pages that keep them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests import golden

from archipel.arena.report import Report, beginners, carried_out, paragraphs, report
from archipel.arena.reporting import keep
from archipel.arena.workers import Threads
from archipel.core.game import Game
from archipel.core.match import Match
from archipel.core.simulation import retrace, simulate
from archipel.games import game, games

COSTA_RUANA = game("costa-ruana")
BEGINNING = {"arabana-opodopo": "begin", "costa-ruana": "first", "tresor": "begin"}


@pytest.fixture(scope="module")
def found() -> Report:
    return report(COSTA_RUANA, [2, 3], matches=60, seed=4)


def test_shares_are_those_of_the_matches(found: Report) -> None:
    truth = simulate(COSTA_RUANA, 3, matches=60, seed=4)
    first = truth.places == 1
    wins = (first / first.sum(axis=1, keepdims=True)).sum(axis=0) / 60
    table = found.tables[1]
    assert [one.value for one in table.seats] == pytest.approx(wins)
    assert sum(one.value for one in table.order) == pytest.approx(1)
    assert table.ties.value == (first.sum(axis=1) > 1).mean()
    assert table.nobody.value == 0
    assert sum(table.reasons.values()) == pytest.approx(1)


def test_a_report_is_the_same_whoever_plays(found: Report) -> None:
    with Threads(1) as alone:
        again = report(COSTA_RUANA, [2, 3], matches=60, seed=4, workers=alone)
    assert replace(again, seconds=0) == replace(found, seconds=0)


def test_all_player_counts_unless_some_are_named() -> None:
    assert [table.players for table in report(COSTA_RUANA, matches=1).tables] == list(COSTA_RUANA.seats)


@pytest.mark.parametrize("one", [pytest.param(one, id=one.name) for one in games().values()])
def test_who_begins(one: Game) -> None:
    """Chance's word for it is in the record."""
    seats = one.seats[-1]
    part = simulate(one, seats, matches=12, seed=2, keep_actions=True)
    movers, _ = retrace(one, seats, {}, part)
    taken = np.arange(part.actions.shape[1]) < part.lengths[:, None]
    named = []
    for actions in part.actions:
        words = [one.notation.NOTATION.spell(action).split() for action in actions.tolist()]
        (name,) = [word[1] for word in words if word[0] == BEGINNING[one.name]][:1]
        named.append(one.notation.SEATS.index(name))
    assert beginners(one, part.actions, movers, taken).tolist() == named


def test_who_begins_if_the_options_say_so() -> None:
    tresor = game("tresor")
    part = simulate(tresor, 3, {"first": "le_hardi"}, matches=2, keep_actions=True)
    movers, _ = retrace(tresor, 3, {"first": "le_hardi"}, part)
    taken = np.arange(part.actions.shape[1]) < part.lengths[:, None]
    assert beginners(tresor, part.actions, movers, taken).tolist() == [2, 2]


def test_paragraphs_are_those_of_the_events() -> None:
    match = Match(COSTA_RUANA, 2, seed=1)
    while not match.over:
        match.step(match.moves[0])
    seen = paragraphs(COSTA_RUANA, 2, {}, match.actions)
    everything = Counter(rule for event in match.events(0) for rule in carried_out(COSTA_RUANA, event))
    assert seen["CR-3.1"] == 10  # each lays one card face up in each of five rounds
    assert seen == everything  # nothing of it depends on whose eyes see it


def test_who_wins_by_a_full_chest_has_opened_one_aboard() -> None:
    """The last event is filed where a win is; it counts where a chest is opened too."""
    (want,) = [one for one in golden.wanted() if (one.game, one.reason) == ("tresor", "chest")]
    match = golden.read(want, want.path.read_text("utf-8"))
    seen = paragraphs(match.game, match.seats, match.options, match.actions)
    told = Counter(event["event"] for event in match.events(0))
    assert seen["TR-7.1"] == told["won"] == 1
    assert seen["TR-4.3"] == told["won"] + told["aboard"]
    assert seen["TR-5.6"] == told["opened"] + told["resisted"]


@pytest.mark.parametrize(
    ("name", "event", "rules"),
    [
        ("tresor", {"event": "demand_with", "rule": "TR-5.3"}, ["TR-5.3", "TR-6.7"]),
        ("tresor", {"event": "demand", "rule": "TR-5.3"}, ["TR-5.3"]),
        ("costa-ruana", {"event": "take", "rule": "CR-6.3"}, ["CR-6.3", "CR-6.2"]),
        ("costa-ruana", {"event": "take", "rule": "CR-6.1"}, ["CR-6.1"]),
        ("arabana-opodopo", {"event": "bonus", "rule": "AO-9.3"}, ["AO-9.3", "AO-9.2"]),
        (
            "arabana-opodopo",
            {"event": "exchange", "cards": "kanaloa", "rule": "AO-3.3"},
            ["AO-3.3", "AO-9.5"],
        ),
        ("arabana-opodopo", {"event": "eleventh", "rule": "AO-4.5"}, ["AO-4.5", "AO-4.1"]),
        ("arabana-opodopo", {"event": "exchange", "cards": "double", "rule": "AO-3.3"}, ["AO-3.3"]),
    ],
)
def test_an_event_counts_for_every_paragraph_that_it_carries_out(name, event, rules) -> None:
    assert carried_out(game(name), event) == rules
    assert set(rules[1:]) <= set(game(name).words.PARAGRAPHS.values()), "it has no line of its own"


def test_a_kept_report_has_its_command_plots_and_a_list(found: Report, tmp_path: Path) -> None:
    data, *plots, page, index = keep(found, "archipel report …", tmp_path)
    assert json.loads(data.read_text())["command"] == "archipel report …"
    text = page.read_text()
    assert text.startswith("# Costa Ruana, random in every seat\n\n`archipel report …`")
    for plot in plots:
        assert plot.read_text().startswith("<?xml")
        assert f"({plot.name})" in text
    for paragraph in COSTA_RUANA.words.PARAGRAPHS.values():
        assert f"| {paragraph} " in text
    assert "- [Costa Ruana, random in every seat](costa-ruana-random.md)" in index.read_text()


def test_the_same_report_gives_the_same_files(found: Report, tmp_path: Path) -> None:
    one, two = (keep(found, "…", tmp_path / name) for name in ("one", "two"))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]
