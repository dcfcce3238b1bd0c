"""The box (TR-1) and the setup (TR-2)."""

import pytest
from tests.games.tresor.scripts import (
    SEATS,
    TRESOR,
    choices,
    deal,
    men,
    mover,
    phase,
    play,
    refusal,
    seen,
    set_up,
    table,
    trick,
)

from archipel.core.game import GameError
from archipel.core.match import Match
from archipel.core.record import HIDDEN, WATCHER
from archipel.games.tresor.parts import CAVE, COPIES, LANDING, SHIP, SHIPS, SYMBOLS, TRICKS
from archipel.games.tresor.words import PIRATES, SEAT_NAMES, TRICK_NAMES


# ── Material ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("TR-1.1")
def test_the_track_has_twelve_zones_and_the_ship_is_off_it():
    assert len(range(LANDING, CAVE + 1)) == 12
    match = table(points=1)
    play(match, "la_buse: displace 1 1")
    assert men(match, "la_buse") == str(LANDING) == "1"
    match = table(la_buse="11", points=1)
    assert phase(play(match, "la_buse: displace 1 1")) == "chest"
    assert men(match, "la_buse") == str(CAVE) == "12"


@pytest.mark.rule("TR-1.1")
def test_there_is_nothing_behind_the_cave_nor_before_the_ship():
    match = table(la_buse="11 1+ 12-")
    assert refusal(match, "displace 1 2")[0] == "TR-3.4"
    assert refusal(match, "displace 2 2")[0] == "TR-3.4"
    assert SHIP == 0


@pytest.mark.rule("TR-1.2", "TR-2.2")
def test_thirty_six_chests_twelve_of_them_full_in_a_bag_without_order():
    match = table(la_buse="11")
    assert (match.state.cave_size, match.state.cave_full) == (36, 12)
    play(match, "la_buse: displace 1 1")
    assert choices(match) == ["find empty", "find full"]
    assert match.ways == [24, 12]
    assert play(match, "chance: find full").state.cave_size == 35


@pytest.mark.rule("TR-1.2")
def test_a_chest_that_comes_back_can_be_drawn_again():
    match = table(la_buse="1- 11", cave=(1, 2))
    play(match, "la_buse: displace 1 1; la_buse: displace 2 1")
    assert match.ways == [2, 2]


@pytest.mark.rule("TR-1.3")
def test_twenty_seven_tricks():
    copies = {TRICK_NAMES[name]: int(n) for name, n in zip(TRICKS, COPIES, strict=True)}
    once = ["Méchante bordée", "Tonneaux en perce", "Le chat est mort !", "Fièvres", "Canicule"]
    once += ["Longue vue", "Nouveau cap"]
    twice = ["Indigènes féroces", "Traîtrise", "Mitraille", "Bonne fortune"]
    thrice = ["Botte secrète", "Double ration", "Superstition", "Bestioles"]
    assert copies == dict.fromkeys(once, 1) | dict.fromkeys(twice, 2) | dict.fromkeys(thrice, 3)
    assert sum(copies.values()) == 27
    assert Match(TRESOR, 3).ways == COPIES.tolist()


@pytest.mark.rule("TR-1.3")
def test_no_more_of_a_trick_is_dealt_than_there_are():
    match = Match(TRESOR, 4)
    play(match, "deal canicule; deal bonne_fortune; deal bonne_fortune")
    assert "deal canicule" not in choices(match)
    assert "deal bonne_fortune" not in choices(match)
    assert "deal superstition" in choices(match)


@pytest.mark.rule("TR-1.4", "TR-2.1")
@pytest.mark.parametrize("seats", SEATS)
def test_six_detachments_each_all_on_the_ship_and_unloaded(seats):
    for player in set_up(seats).show(WATCHER)["players"]:
        men = player["detachments"]
        assert [one["detachment"] for one in men] == [1, 2, 3, 4, 5, 6]
        assert {one["zone"] for one in men} == {0}
        assert not any(one["loaded"] for one in men)


@pytest.mark.rule("TR-1.5", "TR-2.1")
def test_six_ships_with_their_pirates_by_seat():
    pirates = {SEAT_NAMES[ship]: PIRATES[ship] for ship in SHIPS}
    assert list(pirates.items()) == [
        ("La Buse", "Olivier Levasseur"),
        ("Le Reveng", "Barbe Noire"),
        ("Le Hardi", "François l’Olonnais"),
        ("Le Neptune", "Jack Rackham"),
        ("L’Antigua", "William Kidd"),
        ("Le Libertalia", "Thomas Tew"),
    ]
    assert [player["seat"] for player in set_up(4).show(0)["players"]] == list(SHIPS[:4])


@pytest.mark.rule("TR-1.6")
def test_each_trick_bears_one_of_four_symbols_after_its_effect():
    by_symbol = {}
    for name, symbol in zip(TRICKS, SYMBOLS, strict=True):
        by_symbol.setdefault(symbol, set()).add(name)
    assert by_symbol == {
        "revelation": {"mechante_bordee", "botte_secrete", "fievres", "bestioles"},
        "movement": {"tonneaux_en_perce", "double_ration", "canicule", "superstition"},
        "chest": {"longue_vue", "nouveau_cap", "indigenes_feroces", "traitrise"},
        "special": {"mitraille", "le_chat_est_mort", "bonne_fortune"},
    }


# ── Setup ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("seats", [2, 7])
def test_three_to_six_players(seats):
    with pytest.raises(GameError):
        Match(TRESOR, seats)


@pytest.mark.rule("TR-2.2")
@pytest.mark.parametrize("seats", SEATS)
def test_all_chests_begin_in_the_cave_and_the_tricks_in_the_deck(seats):
    match = Match(TRESOR, seats)
    assert (match.state.cave_size, match.state.deck_size) == (36, 27)
    assert all(seen(match, WATCHER, ship, number) is None for ship in SHIPS[:seats] for number in range(1, 7))


@pytest.mark.rule("TR-2.3")
def test_each_player_is_dealt_one_trick_that_its_holder_alone_sees():
    hands = {"la_buse": "canicule", "le_reveng": "mitraille", "le_hardi": "mitraille"}
    match = set_up(3, hands)
    assert {ship: trick(match, ship) for ship in hands} == hands
    assert match.state.deck_size == 24
    for reader in (WATCHER, 0, 1, 2):
        view = match.view(reader).trick[:3].tolist()
        assert [kind == HIDDEN for kind in view] == [seat != reader for seat in range(3)]


@pytest.mark.rule("TR-2.4")
@pytest.mark.parametrize("first", SHIPS[:4])
def test_chance_deals_by_seat_then_names_who_begins_and_play_goes_clockwise(first):
    match = Match(TRESOR, 4)
    for seat in range(4):
        assert phase(match) == "dealing"
        play(match, f"chance: deal {TRICKS[seat]}")
        assert match.state.trick[seat] == seat
    assert choices(match) == [f"begin {ship}" for ship in SHIPS[:4]]
    assert match.ways == [1, 1, 1, 1]
    play(match, f"chance: begin {first}")
    order = SHIPS[:4] * 2
    following = order[order.index(first) + 1]
    assert mover(match) == first
    play(match, f"{first}: displace 1 5")
    while mover(match) != following or phase(match) != "movement":
        play(match, "end" if phase(match) == "movement" else "pass")


@pytest.mark.rule("TR-2.4")
def test_the_table_may_name_who_begins():
    match = deal(Match(TRESOR, 3, {"first": "le_hardi"}))
    assert (mover(match), phase(match)) == ("le_hardi", "movement")
    with pytest.raises(GameError, match="l_antigua cannot begin"):
        Match(TRESOR, 4, {"first": "l_antigua"})
    with pytest.raises(GameError, match="neither random nor a ship"):
        Match(TRESOR, 4, {"first": "la_perle"})
