from __future__ import annotations

import pytest

from archipel.core.rulebook import rulebook


@pytest.mark.parametrize("number", ["CR-5.4", "cr-5.4", "5.4", "§5.4"])
def test_a_paragraph(archipel, number):
    shown = archipel("rules", "costa-ruana", number).stdout
    assert shown.startswith("CR-5.4  5 A round: resolving\n")
    assert "to the owner of that native" in shown
    assert "CR-5.5" not in shown


def test_a_section(archipel):
    shown = archipel("rules", "costa-ruana", "6").stdout
    assert "CR-6.0" in shown
    assert "CR-6.5" in shown
    assert "CR-7.1" not in shown
    assert "CR-5.12" not in shown


def test_the_whole_book(archipel):
    shown = archipel("rules", "costa-ruana").stdout
    for number in rulebook("costa-ruana").paragraphs:
        assert number in shown
    assert "\x1b" not in shown
    assert "**" not in shown


def test_french(archipel):
    assert "trésor" in archipel("rules", "costa-ruana", "6.1", "--lang", "fr").stdout


@pytest.mark.parametrize("wrong", ["5.44", "77", "x", "-5"])
def test_a_paragraph_that_does_not_exist(archipel, wrong):
    result = archipel("rules", "costa-ruana", "--", wrong)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "near it are: CR-" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_near_means_the_same_section(archipel):
    near = archipel("rules", "costa-ruana", "5.44").stderr.split("near it are: ")[1]
    assert "CR-5.4" in near
    assert all(number.startswith("CR-5.") for number in near.strip(".\n").split(", "))


def test_a_game_that_does_not_exist(archipel):
    result = archipel("rules", "chess")
    assert result.exit_code == 2
    assert result.stderr.startswith("archipel: There is no game 'chess'; there are: ")
    assert "costa-ruana" in result.stderr
