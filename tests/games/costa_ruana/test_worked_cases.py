"""The rulebooks' own examples (CR-11), with their players: Antony, Mary and Serge, clockwise."""

import pytest
from tests.games.costa_ruana.scripts import (
    COSTA_RUANA,
    collecting,
    discard,
    hut,
    natives,
    phase,
    play,
    resolving,
    set_up,
    settle,
    skip_to,
    supply,
    treasures,
)

from archipel.core.match import Match
from archipel.core.record import WATCHER

ANTONY, MARY, SERGE = PLAYERS = ("red", "blue", "green")


def read(script):
    """A script with the names of the players in place of colours."""
    return script.replace("Antony", ANTONY).replace("Mary", MARY).replace("Serge", SERGE)


def supplies(match):
    return [supply(match, player) for player in PLAYERS]


@pytest.fixture
def pictures_2_to_4():
    """Antony is Shaman, Day and High tide show, everyone has placed three natives."""
    hands = {
        ANTONY: ["place_2/night", "move_native/high_tide"],
        MARY: ["return_1/day", "place_3/low_tide"],
        SERGE: ["place_3/night", "return_1/high_tide"],
    }
    match = set_up(3, hands, conditions=("day", "high_tide"), poor=(1, 2), shaman=ANTONY)
    return settle(match, red=(1, 1, 2), blue=(2, 3, 3), green=(4, 4, 5))


@pytest.mark.rule("CR-11.1")
def test_pictures_2_to_4(pictures_2_to_4):
    match = pictures_2_to_4
    play(
        match,
        read("""
        Antony: up place_2/night Antony
        Mary: up return_1/day Serge
        Serge: up place_3/night Serge
        Antony: down move_native/high_tide Antony
        Mary: down place_3/low_tide Mary
        Serge: down return_1/high_tide Antony
        Antony: ride 4
        Mary: ride 4
        Serge: ride 3
        """),
    )
    assert supplies(match) == [6, 6, 6]
    assert discard(match) == {}

    play(match, read("Antony: turn day_night"))
    assert match.show(WATCHER)["conditions"] == ["night", "high_tide"]
    assert discard(match) == {"place_3/low_tide": 1, "return_1/day": 1}

    play(match, read("Antony: return 1"))
    assert supplies(match) == [7, 6, 6]
    assert discard(match) == {"place_3/low_tide": 1, "return_1/day": 1, "return_1/high_tide": 1}

    play(match, read("Antony: place 6; Antony: place 6"))
    assert supplies(match) == [5, 6, 6]
    assert discard(match)["place_2/night"] == 1
    assert "move_native/high_tide" not in discard(match)

    play(match, read("Antony: move Serge 4 6; Antony: move Antony 1 2; Mary: move Mary 2 3"))
    assert supplies(match) == [6, 7, 6]  # the natives of Antony and Mary are back from the card
    assert discard(match)["move_native/high_tide"] == 1
    assert natives(match, 1) == {}
    assert natives(match, 2) == {ANTONY: 2}
    assert natives(match, 3) == {MARY: 3}
    assert natives(match, 6) == {ANTONY: 2, SERGE: 1}

    play(match, read("Serge: place 1; Serge: place 4; Serge: place 4"))
    assert supplies(match) == [6, 7, 3]
    play(match, read("Serge: place 4; Serge: place 5; Serge: place 5"))

    assert phase(match) == "drawing"
    assert discard(match)["place_3/night"] == 1
    assert sum(discard(match).values()) == 6
    assert [hut(match, player) for player in PLAYERS] == [2, 1, 3]
    assert supplies(match) == [6 + 2, 7 + 1, 0 + 1 + 3]
    assert treasures(match) == [3, 3, 4, 4, 4, 4]


@pytest.mark.rule("CR-11.1")
def test_serge_could_not_place_seven(pictures_2_to_4):
    """He has six in the supply, and the seventh stands on the card that he copies."""
    match = pictures_2_to_4
    play(
        match,
        read("""
        Antony: up place_2/night Antony; Mary: up return_1/day Serge; Serge: up place_3/night Serge
        Antony: down move_native/high_tide Antony; Mary: down place_3/low_tide Mary
        Serge: down return_1/high_tide Antony
        Antony: pass; Mary: pass; Serge: ride 3; Antony: turn day_night
        Antony: return 1; Antony: place 1; Antony: place 1; Antony: move Mary 2 3
        """),
    )
    for left in (6, 5, 4, 3, 2, 1):
        assert supply(match, SERGE) == left
        play(match, read("Serge: place 6"))
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-11.2")
@pytest.mark.parametrize(
    ("collected", "shaman"), [((1, 1, 3), MARY), ((0, 2, 2), ANTONY), ((2, 0, 0), MARY), ((2, 1, 0), SERGE)]
)
def test_picture_6(collected, shaman):
    match = collecting(*collected, shaman=ANTONY)
    assert [hut(match, player) for player in PLAYERS] == list(collected)
    skip_to(match, "accept_shaman")
    assert match.show(WATCHER)["to_move"] == shaman
    play(match, "accept")
    assert match.show(WATCHER)["shaman"] == shaman


@pytest.mark.rule("CR-11.3")
@pytest.mark.parametrize(
    ("on_the_island", "taker"),
    [
        ({"red": 3, "blue": 1, "green": 1}, "red"),
        ({"red": 4, "blue": 3}, "red"),
        ({"blue": 1}, "blue"),
        ({"red": 2, "blue": 2, "green": 1}, "green"),
        ({"red": 3, "blue": 3, "green": 1}, "green"),
        ({"red": 2, "blue": 2, "green": 2, "yellow": 1}, "yellow"),
    ],
)
def test_awards(on_the_island, taker):
    match = resolving(seats=6, islands={3: on_the_island})
    assert hut(match, taker) == sum(match.state.hut) == 1
    assert treasures(match)[2] == 4
    assert natives(match, 3).get(taker, 0) == on_the_island[taker] - 1
    assert {owner: n for owner, n in natives(match, 3).items() if owner != taker} == {
        owner: n for owner, n in on_the_island.items() if owner != taker
    }


@pytest.mark.rule("CR-11.3")
@pytest.mark.parametrize("counts", [(2, 2), (2, 2, 1, 1), (1, 1, 1, 1, 1, 1)])
def test_picture_5_only_arguing_natives(counts):
    on_the_island = dict(zip(("red", "blue", "green", "yellow", "purple", "white"), counts, strict=False))
    match = resolving(seats=6, islands={3: on_the_island})
    assert sum(match.state.hut) == 0
    assert treasures(match)[2] == 5
    assert natives(match, 3) == on_the_island


@pytest.mark.rule("CR-11.4")
def test_place_3_with_2_natives_in_the_supply_places_2():
    match = resolving("place_3/night blue", islands={1: {MARY: 7}, 2: {MARY: 1}})
    assert supply(match, MARY) == 2
    play(match, read("Mary: place 3; Mary: place 4"))
    assert phase(match) == "drawing"


@pytest.mark.rule("CR-11.4")
def test_return_3_with_1_native_on_islands_returns_1():
    match = resolving("return_3/night blue", islands={1: {MARY: 1, SERGE: 1}})
    play(match, read("Mary: return 1"))
    assert phase(match) == "drawing"
    assert supply(match, MARY) == 10


@pytest.mark.rule("CR-11.5")
@pytest.mark.parametrize(("seats", "cards"), [(2, 24), (3, 36), (4, 48), (5, 60), (6, 72)])
def test_deck_sizes_and_the_draw_before_round_5_empties_the_pile(seats, cards):
    match = Match(COSTA_RUANA, seats)
    assert match.state.pile_size == cards
    skip_to(match, "drawing", 4)
    assert match.state.pile_size == seats
    skip_to(match, "accept_shaman", 4)
    assert match.state.pile_size == 0
    assert match.state.pile.sum() == 0
