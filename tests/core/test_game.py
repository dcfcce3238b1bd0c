from __future__ import annotations

import subprocess
import sys

import pytest

from archipel.core.game import Game, GameError, Option, specialise
from archipel.games import game, games


def whole_number(text: str) -> int:
    if not text.isdigit():
        raise ValueError(f"{text!r} is no number")
    return int(text)


def small(value: object) -> int:
    if not isinstance(value, int) or value > 9:
        raise ValueError(f"{value!r} is too much")
    return value


def atoll(**facts: object) -> Game:
    """The facts of a game that has no rules."""
    return Game(
        **{
            "name": "atoll",
            "package": "archipel.games.atoll",
            "title": {"en": "Atoll"},
            "summary": {"en": "Claim islands."},
            "seats": range(2, 5),
            "prefix": "AT",
            "version": 1,
            "minutes": (5, 10),
            "age": 6,
            "options": (
                Option("cards", 3, {"en": "how many"}, read=whole_number, check=small),
                Option("boats", 0, {"en": "how many"}, read=whole_number, check=small),
            ),
            **facts,
        }
    )


# ── Seats ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_stated_numbers_of_players_can_play(seats):
    atoll().check_seats(seats)


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 2.5, 3.0, "3", None])
def test_other_numbers_of_players_are_refused(seats):
    with pytest.raises(GameError, match=rf"Atoll is for 2 to 4 players, not {seats!r}\."):
        atoll().check_seats(seats)


# ── Options ─────────────────────────────────────────────────────────────────────────────────────
def test_options_not_given_have_their_defaults():
    assert atoll().settle_options({}) == {"cards": 3, "boats": 0}
    assert list(atoll().settle_options({"boats": 2})) == ["cards", "boats"]
    assert atoll().settle_options({"boats": 2})["boats"] == 2


def test_an_unknown_option_is_refused_with_those_there_are():
    with pytest.raises(GameError, match=r"Atoll has no option 'birds'; it has: cards, boats\."):
        atoll().settle_options({"cards": 1, "birds": 1})
    with pytest.raises(GameError, match=r"Atoll has no option 'birds'; it has: none\."):
        atoll(options=()).settle_options({"birds": 1})


def test_a_wrong_value_is_refused_with_what_is_wrong():
    with pytest.raises(GameError, match="option cards: 10 is too much"):
        atoll().settle_options({"cards": 10})


def test_an_option_is_read_as_typed():
    assert atoll().read_option("cards=7") == ("cards", 7)
    assert atoll().read_option("boats=0") == ("boats", 0)


@pytest.mark.parametrize("text", ["cards", "birds=1", "=3", "", "Cards=3", "cards =3"])
def test_what_is_no_option_is_refused_with_those_there_are(text):
    with pytest.raises(GameError, match=rf"'{text}' is no option of Atoll; options are: cards=…, boats=…\."):
        atoll().read_option(text)


@pytest.mark.parametrize("value", ["", "many", "=3"])
def test_a_value_that_cannot_be_read_is_refused_with_what_is_wrong(value):
    with pytest.raises(GameError, match=f"option cards: '{value}' is no number"):
        atoll().read_option(f"cards={value}")


# ── The games there are ─────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", games())
def test_a_game_states_its_facts(name):
    one = game(name)
    assert one.name == name
    assert set(one.title) == set(one.summary) == {"en", "fr"}
    assert one.seats[0] >= 2
    assert one.version >= 1
    for option in one.options:
        assert set(option.help) == {"en", "fr"}
        assert option.check(option.default) == option.default


def test_a_game_that_is_not_there_is_refused_with_those_there_are():
    with pytest.raises(GameError, match=r"There is no game 'chess'; there are: .*costa-ruana"):
        game("chess")


def test_facts_are_known_without_loading_rules_or_numpy():
    code = "import sys; from archipel.games import games; games(); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = run.stdout.split()
    assert "archipel.games.costa_ruana" in loaded
    assert not {"archipel.games.costa_ruana.rules", "numpy", "numba"} & set(loaded)


# ── Specialising ────────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def name():
    yield "archipel.games.atoll.loops"
    sys.modules.pop("archipel.games.atoll.loops", None)


def test_a_source_is_executed_with_names_set_in_it(tmp_path, name):
    source = tmp_path / "loops.py"
    source.write_text("doubled = 2 * given\ndef where(): return __name__\n")
    module = specialise(source, name, given=21)
    assert (module.doubled, module.where()) == (42, name)


def test_a_source_is_executed_once_for_each_name(tmp_path, name):
    source = tmp_path / "loops.py"
    source.write_text("pass\n")
    assert specialise(source, name, given=1) is specialise(source, name, given=2)
    assert sys.modules[name].given == 1


def test_a_source_that_fails_leaves_nothing_behind(tmp_path, name):
    source = tmp_path / "loops.py"
    source.write_text("half = 1\nwhole = half / given\n")
    with pytest.raises(ZeroDivisionError):
        specialise(source, name, given=0)
    assert name not in sys.modules
    assert specialise(source, name, given=2).whole == 0.5
