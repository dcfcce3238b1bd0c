"""The setup (AO-2): the deal, the secret choice, the open cards, the bag, the beginner."""

import pytest
from tests.games.arabana_opodopo.scripts import (
    ARABANA_OPODOPO,
    PLAYERS,
    bag,
    choices,
    hand,
    mover,
    open_cards,
    phase,
    play,
    points,
    refusal,
    set_up,
)

from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.games.arabana_opodopo.notation import SEATS
from archipel.games.arabana_opodopo.parts import GODS, LETTERS


def dealt(seats=3, **options):
    """A match in which all have their cards, ABCD for the first, EFGH for the next, and choose now."""
    match = Match(ARABANA_OPODOPO, seats, options)
    for letter in LETTERS[: 4 * seats]:
        play(match, f"chance: deal {letter}")
    return match


def seen_hand(match, reader, colour):
    """The hand of a player as a reader sees it, and what it lays."""
    player = match.show(reader)["players"][SEATS.index(colour)]
    return "".join(player["hand"]), player["laid"]


# ── The deal and the choice ─────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-2.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_everybody_is_dealt_four_cards(seats):
    match = Match(ARABANA_OPODOPO, seats)
    for number, letter in enumerate(LETTERS[: 4 * seats]):
        assert (mover(match), phase(match)) == ("chance", "dealing")
        play(match, f"deal {letter}")
        assert letter in hand(match, SEATS[number // 4])
    assert [hand(match, colour) for colour in SEATS[:seats]] == ["abcd", "efgh", "ijkl", "mnop"][:seats]
    assert (mover(match), phase(match)) == ("red", "laying")


@pytest.mark.rule("AO-2.1")
def test_a_player_lays_one_of_the_cards_in_hand():
    match = dealt()
    assert choices(match) == ["lay a", "lay b", "lay c", "lay d"]
    assert refusal(match, "lay e") == ("AO-2.1", "You do not hold a card Elumani (E).")
    assert refusal(match, "play a b")[0] == "AO-2.1"
    play(match, "red: lay b")
    assert refusal(match, "lay a")[0] == "AO-2.1"
    assert choices(match) == ["lay e", "lay f", "lay g", "lay h"]


@pytest.mark.rule("AO-2.1")
def test_cards_that_are_alike_are_one_choice():
    match = play(
        Match(ARABANA_OPODOPO, 3), "deal a; deal b; deal a; deal a;" + "deal c; deal d; deal e; deal f;" * 2
    )
    assert choices(match) == ["lay a", "lay b"]


@pytest.mark.rule("AO-2.1")
def test_three_are_kept_and_the_fourth_lies_open():
    match = play(dealt(4), "red: lay a; blue: lay h; green: lay i; yellow: lay n")
    assert [hand(match, colour) for colour in SEATS] == ["bcd", "efg", "jkl", "mop"]
    assert open_cards(match) == "ahin"


@pytest.mark.rule("AO-2.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_nobody_sees_what_others_lay_before_having_chosen(seats):
    match = dealt(seats)
    play(match, "red: lay b; blue: lay e")
    assert open_cards(match) == ""
    for reader in (WATCHER, *range(seats)):
        assert seen_hand(match, reader, "red") == (("abcd", "b") if reader == 0 else ("????", "?"))
        assert seen_hand(match, reader, "blue") == (("efgh", "e") if reader == 1 else ("????", "?"))
        assert seen_hand(match, reader, "green")[1] is None
        told = [match.spell(one.action) for one in match.witnessed(reader, since=4 * seats)]
        assert told == ["lay b" if reader == 0 else "lay ?", "lay e" if reader == 1 else "lay ?"]


@pytest.mark.rule("AO-2.1", "AO-10.1")
def test_of_each_hand_three_cards_are_unknown_once_all_are_laid():
    """A bound on what can have been discarded unseen later is counted from here."""
    match = play(dealt(4), "red: lay a; blue: lay h; green: lay i; yellow: lay n")
    assert match.state.unknown.tolist() == [3, 3, 3, 3]
    assert all(seen_hand(match, WATCHER, colour)[0] == "???" for colour in SEATS)


@pytest.mark.rule("AO-2.1")
def test_which_card_another_lays_changes_nothing_that_the_next_to_choose_can_see():
    one, other = play(dealt(), "red: lay a"), play(dealt(), "red: lay d")
    for reader in (WATCHER, 1, 2):
        assert one.show(reader) == other.show(reader)
        assert one.events(reader) == other.events(reader)
    assert one.moves == other.moves


@pytest.mark.rule("AO-2.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_once_all_are_laid_everybody_knows_who_laid_which(seats):
    match = dealt(seats)
    laid = "bejn"[:seats]
    for colour, card in zip(SEATS, laid, strict=False):
        play(match, f"{colour}: lay {card}")
    for reader in (WATCHER, *range(seats)):
        assert [player["laid"] for player in match.show(reader)["players"]] == list(laid)
        told = [one for one in match.events(reader, since=5 * seats - 1) if one["event"] in ("laid", "lay")]
        assert {one["who"]: one["card"] for one in told} == dict(zip(SEATS, laid, strict=False))


@pytest.mark.rule("AO-2.1")
def test_three_players_lay_three_and_the_fourth_open_card_comes_from_the_bag():
    match = play(dealt(3), "red: lay a; blue: lay e; green: lay i")
    assert (mover(match), phase(match), open_cards(match)) == ("chance", "opening", "aei")
    assert match.ways == [2] * 12 + [3] * 4
    play(match, "chance: reveal a")
    assert open_cards(match) == "aaei"
    assert phase(match) == "first_player"


@pytest.mark.rule("AO-2.1")
def test_four_players_lay_all_four():
    match = play(dealt(4), "red: lay a; blue: lay e; green: lay i; yellow: lay m")
    assert (open_cards(match), phase(match)) == ("aeim", "first_player")


# ── The bag ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-2.2")
@pytest.mark.parametrize(("seats", "cards"), [(3, 35), (4, 32)])
def test_what_remains_is_in_the_bag(seats, cards):
    match = set_up(seats)
    assert match.show(WATCHER)["bag"] == cards == len(bag(match))
    assert sorted(bag(match) + open_cards(match) + "".join(hand(match, c) for c in SEATS[:seats])) == sorted(
        "".join(LETTERS) * 3
    )


# ── Boats and the beginner ──────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-2.3")
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_boat_starts_on_zero_and_no_island_is_controlled(seats):
    match = set_up(seats)
    assert points(match) == (0,) * seats
    assert {one["control"] for one in match.show(WATCHER)["islands"]} == {None}


@pytest.mark.rule("AO-2.3")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_beginner_is_drawn_at_random(seats):
    match = dealt(seats)
    for colour, card in zip(SEATS[:seats], "aeim", strict=False):
        play(match, f"{colour}: lay {card}")
    if seats == 3:
        play(match, "chance: reveal p")
    assert choices(match) == [f"begin {colour}" for colour in SEATS[:seats]]
    assert match.ways == [1] * seats
    assert match.show(WATCHER)["turn"] is None
    play(match, "chance: begin blue")
    assert (mover(match), phase(match), match.show(WATCHER)["turn"]) == ("blue", "turn", "blue")


@pytest.mark.rule("AO-2.3", "AO-9.1")
@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("gods", [False, True])
def test_stones_deal_choice_reveal_fourth_card_and_beginner_come_in_this_order(seats, gods):
    match, phases = Match(ARABANA_OPODOPO, seats, {"gods": gods}), []
    while phase(match) != "turn":
        if phase(match) not in phases[-1:]:
            phases.append(phase(match))
        match.step(match.moves[0])
    order = ["stones"] * gods + ["dealing", "laying"] + ["opening"] * (seats == 3) + ["first_player"]
    assert phases == order


@pytest.mark.rule("AO-2.3", "AO-9.1")
def test_the_stones_are_laid_by_chance_island_by_island():
    match = Match(ARABANA_OPODOPO, 3, {"gods": True})
    assert match.ways == [4, 3, 3, 3, 3]
    play(match, "chance: stone lono; chance: stone kane; chance: stone lono; chance: stone lono")
    assert (choices(match), match.ways) == ([f"stone {god}" for god in GODS[:4]], [3, 3, 3, 3])
    stones = [one["stone"] for one in match.show(WATCHER)["islands"]]
    assert stones == ["lono", "kane", "lono", "lono", *[None] * 12]


@pytest.mark.rule("AO-2.3")
@pytest.mark.parametrize("seed", range(3))
def test_with_dice_the_setup_stops_only_where_players_choose(seed):
    match = Match(ARABANA_OPODOPO, 4, {"gods": True}, seed=seed)
    for colour in SEATS:
        assert (mover(match), phase(match)) == (colour, "laying")
        match.step(match.moves[0])
    assert phase(match) == "turn"
    assert match.spell(match.actions[-1]) == f"begin {mover(match)}"
