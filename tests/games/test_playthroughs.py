"""The golden playthroughs are still played as they are written: a difference is a change of rules.

If the change is meant, `make golden` writes them anew; say so in the changelog, under "Rules".
"""

from __future__ import annotations

import random
from itertools import product

import pytest
from tests import golden

from archipel.core import laws
from archipel.core.laws import random_match
from archipel.core.record import WATCHER
from archipel.games import game, games

WANTED = list(golden.wanted())


@pytest.mark.parametrize("want", WANTED, ids=lambda want: f"{want.game}/{want.path.stem}")
def test_a_playthrough_is_played_as_it_is_written(want):
    text = want.path.read_text("utf-8")
    match = golden.read(want, text)
    assert golden.write(match) == text
    assert want.fits(match)


@pytest.mark.parametrize("want", WANTED, ids=lambda want: f"{want.game}/{want.path.stem}")
def test_the_laws_hold_where_random_matches_never_come(want):
    match, chooser = golden.read(want, want.path.read_text("utf-8")), random.Random(1)
    chosen = laws.some_states(match, 3, chooser)
    for now in laws.walk(match.game, match.seats, match.options, match.actions):
        laws.nothing_is_lost(now)
        laws.the_mover_can_move(now)
        if len(now.actions) in chosen:
            laws.what_is_legal_meets_no_objection(now)
            laws.illegal_actions_change_nothing(now, laws.likely_mistakes(now, chooser))
            laws.an_action_is_told_as_it_is_seen(now, chooser)
            laws.knowledge_is_kept_apart(now, chooser)
    laws.it_ends_in_time(match)


@pytest.mark.parametrize("name", games())
def test_there_is_one_for_each_player_count_and_each_end_and_no_other(name):
    of_game = [want for want in WANTED if want.game == name]
    tables = {(want.seats, want.options) for want in of_game if not want.reason}
    assert tables == set(product(game(name).seats, (golden.BY_THE_BOOK, *golden.TOO.get(name, ()))))
    assert {want.reason for want in of_game if want.reason} == set(game(name).rules.REASONS)
    assert {want.path for want in of_game} == set(of_game[0].path.parent.iterdir())


@pytest.mark.parametrize("name", games())
def test_every_kind_of_action_is_in_some_playthrough(name):
    matches = [golden.read(want, want.path.read_text("utf-8")) for want in WANTED if want.game == name]
    seen = {match.spell(action).split()[0] for match in matches for action in match.actions}
    assert seen == set(game(name).notation.NOTATION.verbs)


@pytest.mark.parametrize("name", games())
def test_any_match_can_be_written_and_read(name):
    for want in (want for want in WANTED if want.game == name and not want.reason):
        match = random_match(game(name), want.seats, want.settings, 77)
        assert golden.read(want, golden.write(match)).actions == match.actions


def test_passes_in_a_row_are_one_line_that_says_how_many():
    want = next(want for want in WANTED if want.game == "tresor")
    lines = want.path.read_text("utf-8").splitlines()
    folded = [found for found in map(golden.ACTION.match, lines) if found and found[1] == golden.SEVERAL]
    assert folded
    assert {found[3] for found in folded} == {"pass"}
    assert all(int(found[2]) == found[0].count(",") + 1 > 1 for found in folded)


def test_secrets_are_marked_with_who_learns_them():
    want = WANTED[0]
    match = golden.read(want, want.path.read_text("utf-8"))
    lines = {int(line[:4]): line for line in golden.write(match).splitlines() if golden.ACTION.match(line)}
    assert list(lines) == list(range(1, len(match.actions) + 1))
    for moment in match.replay():
        told = {moment.witness(seat) for seat in (WATCHER, *range(match.seats))}
        assert ("; others: " in lines[moment.number + 1]) is (told != {moment.action})


def test_a_playthrough_that_is_missing_or_no_longer_legal_is_looked_for(tmp_path, monkeypatch):
    monkeypatch.setattr(golden, "GAMES", tmp_path)
    want = next(want for want in WANTED if want.game == "costa-ruana")
    assert golden.kept(want) is None
    match = golden.look_for(want, enough=3)
    want.path.parent.mkdir(parents=True)
    want.path.write_text(golden.write(match), "utf-8")
    kept = golden.kept(want)
    assert kept is not None
    assert kept.actions == match.actions
    want.path.write_text(
        golden.write(match).replace("show day", "show night").replace("show night", "show fog")
    )
    assert golden.kept(want) is None
    want.path.write_text("".join(golden.write(match).splitlines(keepends=True)[:60]), "utf-8")
    assert golden.kept(want) is None
