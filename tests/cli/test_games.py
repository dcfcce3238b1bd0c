from __future__ import annotations

from archipel.games import games


def test_every_game_is_listed_with_its_facts(archipel):
    shown = archipel("games").stdout
    for game in games().values():
        assert game.name in shown
        assert game.title["en"] in shown
        assert f"{game.seats[0]} to {game.seats[-1]} players" in shown
        assert f"age {game.age}" in shown
        for option in game.options:
            assert f"--option {option.name}=" in shown


def test_french(archipel):
    assert "majorités" in archipel("games", "--lang", "fr").stdout


def test_the_language_of_the_system(archipel, monkeypatch):
    monkeypatch.setenv("LANG", "fr_CH.UTF-8")
    assert "majorités" in archipel("games").stdout


def test_a_language_we_do_not_speak(archipel):
    result = archipel("games", "--lang", "de")
    assert result.exit_code == 2
    assert result.stderr == "archipel: There is no language “de”; there are: en, fr.\n"


def test_compiling_ahead(archipel):
    assert "Costa Ruana" in archipel("compile").stderr
    assert archipel("compile", "costa-ruana").exit_code == 0
    assert archipel("compile", "chess").exit_code == 2
