from __future__ import annotations

import pytest

from archipel.core.game import GameError
from archipel.core.laws import random_match
from archipel.core.match import Match
from archipel.core.records import RecordError
from archipel.core.series import Series, draw, read_series, series_to_text
from archipel.games import game

RUANA, TRESOR = game("costa-ruana"), game("tresor")


def played(series: Series, seed: int) -> Match:
    return random_match(series.game, series.seats, series.next_options(), seed)


def series_of(one: object, seats: int, matches: int, **how: object) -> Series:
    series = Series(one, seats, **how)
    for seed in range(matches):
        series.add(played(series, seed))
    return series


def test_any_game_plays_a_series_of_a_given_length():
    series = series_of(RUANA, 2, 2, length=2)
    assert series.over
    points = [record.outcome.points for record in series.matches]
    assert series.standing.points == tuple(map(sum, zip(*points, strict=True)))
    with pytest.raises(GameError, match="over"):
        series.next_match()


@pytest.mark.rule("TR-8.2")
def test_the_number_of_matches_is_drawn_from_all_pawns():
    drawn = {draw(TRESOR, seed) for seed in range(300)}
    assert {len(one) for one in drawn} == {4}
    assert len({draw(TRESOR, seed) for seed in (1, -1, 2, -2)}) == 4
    assert {number for one in drawn for number in one} == set(range(1, 7))
    assert Series(TRESOR, 3, drawn=(6, 6, 6, 6)).length == 24
    assert Series(TRESOR, 3, drawn=(1, 1, 1, 1)).length == 4


@pytest.mark.parametrize(
    "how",
    [{}, {"length": 0}, {"drawn": (1, 2)}, {"drawn": (7, 1, 1, 1)}, {"length": 4, "drawn": (1, 1, 1, 1)}],
)
def test_a_series_needs_a_length_that_can_be(how):
    with pytest.raises(GameError):
        Series(TRESOR, 3, **how)


def test_a_game_without_a_tournament_draws_nothing():
    with pytest.raises(GameError, match="number of matches"):
        draw(RUANA, 1)


@pytest.mark.rule("TR-8.2")
def test_the_player_after_the_last_beginner_begins():
    series = Series(TRESOR, 3, {"first": "le_hardi"}, drawn=(1, 1, 1, 1))
    begun = []
    while not series.over:
        match = played(series, len(series.matches))
        begun.append(match.state.first)
        series.add(match)
    assert begun == [2, 0, 1, 2]


@pytest.mark.rule("TR-8.2")
def test_points_are_added_up_and_ties_shared():
    series = series_of(TRESOR, 3, 2, drawn=(1, 1, 1, 1))
    points = [record.outcome.points for record in series.matches]
    assert series.standing.points == tuple(a + b for a, b in zip(*points, strict=True))
    empty = Series(TRESOR, 3, drawn=(1, 1, 1, 1)).standing
    assert (empty.points, empty.places, empty.leaders) == ((0, 0, 0), (1, 1, 1), (0, 1, 2))


def test_only_the_next_match_counts_and_only_when_it_is_over():
    series = series_of(TRESOR, 3, 1, drawn=(1, 1, 1, 1))
    with pytest.raises(GameError, match="over"):
        series.add(series.next_match(seed=1))
    with pytest.raises(GameError, match="not the next"):
        series.add(random_match(TRESOR, 3, {}, 1))


def test_the_players_are_known_before_the_first_match_is_over():
    text = series_to_text(Series(TRESOR, 3, length=2, players=("Ann", "random bot", "Éric")))
    assert read_series(text, game).players == ("Ann", "random bot", "Éric")


@pytest.mark.parametrize("how", [{"length": 3}, {"drawn": (1, 2, 1, 1)}])
def test_a_series_is_read_as_it_was_written(how):
    series = series_of(TRESOR, 3, 2, **how)
    text = series_to_text(series)
    again = read_series(text, game)
    assert series_to_text(again) == text
    assert (again.length, again.standing) == (series.length, series.standing)


def test_what_is_wrong_with_a_series_is_named_with_its_line():
    text = series_to_text(series_of(TRESOR, 3, 2, drawn=(1, 2, 1, 1)))
    lines = text.splitlines(keepends=True)
    drawn, first = lines.index("drawn: 1 2 1 1\n"), lines.index("archipel-match 1\n")
    second = lines.index("archipel-match 1\n", first + 1)
    for broken, line, problem in (
        ("hello\n", 1, "no series"),
        (text.replace("drawn: 1 2 1 1", "drawn: 1 2 1 9"), drawn + 1, "cannot be drawn"),
        (text.replace("matches: 2", "matches: 3"), len(lines) + 1, "ends here"),
        (text.replace("matches: 2", "matches: 1"), second + 1, "nothing should follow"),
        ("".join(lines[:second]) + "".join(lines[first:second]), second + 1, "not the next"),
        (text[:-3], len(lines), "breaks off"),
    ):
        with pytest.raises(RecordError, match=problem) as error:
            read_series(broken, game)
        assert error.value.line == line
