"""The deck of this edition (CR-9) and the options (CR-10)."""

import json
from collections import Counter

import pytest
from tests.games.costa_ruana.scripts import COSTA_RUANA, SEATS, discard, hand, set_up, settle, skip_to

from archipel.core.game import GameError
from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.core.rulebook import rulebook
from archipel.games.costa_ruana.options import FILE, check_deck, load_deck, standard_deck

CARD = {"kind": "place_1", "background": "day", "notches": 2}
KINDS = "move_treasure, return_1, return_2, return_3, place_1, place_2, place_3, move_native"

TABLE = {  # CR-9.1: cards of one background by notches 2, 3, 4, 5, 6
    "move_treasure": (1, 0, 1, 1, 0),
    "return_1": (1, 0, 0, 1, 0),
    "return_2": (1, 0, 0, 0, 1),
    "return_3": (0, 1, 0, 0, 0),
    "place_1": (0, 1, 0, 0, 1),
    "place_2": (1, 1, 0, 1, 0),
    "place_3": (1, 0, 1, 0, 0),
    "move_native": (1, 0, 1, 0, 1),
}


def deck(*cards, **words):
    return {"cards": list(cards), **words}


# ── The deck of this edition ────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-9.1")
def test_the_deck_is_the_table_of_the_rulebook_in_each_background():
    found = Counter((card["kind"], card["background"], card["notches"]) for card in standard_deck()["cards"])
    assert found == {
        (kind, background, notches): count
        for kind, counts in TABLE.items()
        for background in ("day", "night", "high_tide", "low_tide")
        for notches, count in zip((2, 3, 4, 5, 6), counts, strict=True)
        if count
    }


@pytest.mark.rule("CR-9.1", "CR-2.1")
@pytest.mark.parametrize("seats", SEATS)
def test_the_cards_in_play_for_each_number_of_players(seats):
    listed = Match(COSTA_RUANA, seats).show(WATCHER)["deck"]
    expected = {kind: sum(counts[: seats - 1]) for kind, counts in TABLE.items()}
    for background in ("day", "night", "high_tide", "low_tide"):
        assert {kind: listed.get(f"{kind}/{background}", 0) for kind in TABLE} == expected
    assert sum(listed.values()) == 12 * seats


@pytest.mark.rule("CR-9.1")
def test_the_rulebook_page_shows_the_same_table():
    page = rulebook("costa-ruana").page
    for kind, counts in TABLE.items():
        name = kind.replace("_", " ").capitalize().replace("Move t", "Move a t").replace("Move n", "Move a n")
        cells = [str(count or "-") for count in counts]
        assert f"| {name} | {' | '.join(cells)} | {sum(counts)} | {4 * sum(counts)} |" in page


@pytest.mark.rule("CR-9.1")
def test_the_deck_is_called_a_reconstruction_where_it_is_shown():
    assert json.loads(FILE.read_text("utf-8"))["status"].startswith("Reconstruction")
    (option,) = [option for option in COSTA_RUANA.options if option.name == "deck"]
    assert "reconstruction" in option.help["en"]
    assert "reconstitution" in option.help["fr"]


@pytest.mark.rule("CR-9.1")
def test_what_the_books_and_photographs_show_holds():
    with_three = [card.split("/") for card in Match(COSTA_RUANA, 3).show(WATCHER)["deck"]]
    assert {"return_3", "place_2", "place_3", "move_native"} <= {kind for kind, _ in with_three}
    for kind in ("return_1", "place_3"):
        assert len({background for one, background in with_three if one == kind}) > 1


# ── Open huts ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-10.1")
def test_huts_are_closed_unless_chosen():
    assert Match(COSTA_RUANA, 2).options == {"open_huts": False, "deck": "standard"}
    assert Match(COSTA_RUANA, 2).show(0)["open_huts"] is False
    assert Match(COSTA_RUANA, 2, {"open_huts": True}).show(0)["open_huts"] is True


@pytest.mark.rule("CR-10.1")
@pytest.mark.parametrize(
    ("words", "value"),
    [(("yes", "oui", "true", "1", "Yes"), True), (("no", "non", "FALSE", "0"), False)],
)
def test_open_huts_as_typed(words, value):
    for typed in words:
        assert COSTA_RUANA.read_option(f"open_huts={typed}") == ("open_huts", value)


@pytest.mark.rule("CR-10.1")
def test_open_huts_is_yes_or_no():
    with pytest.raises(GameError, match=r"^option open_huts: 'perhaps' is neither yes nor no$"):
        COSTA_RUANA.read_option("open_huts=perhaps")
    with pytest.raises(GameError, match=r"^option open_huts: 1 is neither true nor false$"):
        Match(COSTA_RUANA, 2, {"open_huts": 1})


# ── Another deck ────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("CR-10.2")
@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("other", 'a deck is "standard", "miniature" or an object with a list of "cards"'),
        ([CARD], 'a deck is "standard", "miniature" or an object with a list of "cards"'),
        ({"cards": CARD}, 'a deck is "standard", "miniature" or an object with a list of "cards"'),
        ({}, 'a deck is "standard", "miniature" or an object with a list of "cards"'),
        (
            deck(CARD, author="me"),
            "unknown word 'author' in the deck; known are cards, rounds, islands, status, condition_tiles, "
            "counts_by_kind, counts_by_background, counts_by_notches",
        ),
        (deck(CARD, "place_1"), "card 2 is not an object"),
        (
            deck({**CARD, "colour": "red"}),
            "card 1: unknown word 'colour'; known are id, kind, background, notches",
        ),
        (deck({"background": "day", "notches": 2}), "card 1 has no 'kind'"),
        (deck({"kind": "place_1", "notches": 2}), "card 1 has no 'background'"),
        (deck(CARD, CARD, {"kind": "place_1", "background": "day"}), "card 3 has no 'notches'"),
        (deck({**CARD, "kind": "place_4"}), f"card 1: kind is 'place_4', not one of {KINDS}"),
        (deck({**CARD, "kind": None}), f"card 1: kind is None, not one of {KINDS}"),
        (
            deck({**CARD, "background": "dusk"}),
            "card 1: background is 'dusk', not one of day, night, high_tide, low_tide",
        ),
        (deck({**CARD, "notches": 7}), "card 1: notches is 7, not one of 2, 3, 4, 5, 6"),
        (deck({**CARD, "notches": 1}), "card 1: notches is 1, not one of 2, 3, 4, 5, 6"),
        (deck({**CARD, "notches": "2"}), "card 1: notches is '2', not one of 2, 3, 4, 5, 6"),
        (deck({**CARD, "notches": True}), "card 1: notches is True, not one of 2, 3, 4, 5, 6"),
        (deck({**CARD, "notches": 2.0}), "card 1: notches is 2.0, not one of 2, 3, 4, 5, 6"),
        (deck({**CARD, "id": "A"}, CARD, {**CARD, "id": "A"}), "card 3 has the same id 'A' as card 1"),
        (deck({**CARD, "id": 7}), "card 1: id is 7, not a text"),
        (
            deck(CARD, CARD, counts_by_kind={"place_1": 1}),
            "counts_by_kind says {'place_1': 1}, but the cards are {'place_1': 2}",
        ),
        (
            deck(CARD, counts_by_background={"day": 1, "night": 1}),
            "counts_by_background says {'day': 1, 'night': 1}, but the cards are {'day': 1}",
        ),
        (
            deck(CARD, counts_by_notches={"3": 1}),
            "counts_by_notches says {'3': 1}, but the cards are {'2': 1}",
        ),
        (deck(CARD, counts_by_notches=[1]), "counts_by_notches says [1], but the cards are {'2': 1}"),
        (
            deck(CARD, condition_tiles=[["day", "night"]]),
            "condition_tiles is [['day', 'night']], "
            "but they are [['day', 'night'], ['high_tide', 'low_tide']]",
        ),
        (
            deck(CARD, condition_tiles=2),
            "condition_tiles is 2, but they are [['day', 'night'], ['high_tide', 'low_tide']]",
        ),
        (deck(*[CARD] * 128), "128 cards are more than the 127 a deck can have"),
    ],
)
def test_a_deck_with_a_mistake_is_refused_with_what_is_wrong(value, complaint):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 (the whole message is compared)
        check_deck(value)
    assert str(refused.value) == complaint
    with pytest.raises(GameError) as refused:
        Match(COSTA_RUANA, 2, {"deck": value})
    assert str(refused.value) == f"option deck: {complaint}"


@pytest.mark.rule("CR-10.2")
def test_ids_and_counts_may_be_left_out_or_be_right():
    full = deck(
        {**CARD, "id": "A"},
        {**CARD, "id": "B", "background": "night"},
        CARD,
        status="mine",
        counts_by_kind={"place_1": 3, "place_2": 0},
        counts_by_background={"day": 2, "night": 1},
        counts_by_notches={"2": 3},
        condition_tiles=[["low_tide", "high_tide"], ["day", "night"]],
    )
    assert check_deck(full) == deck(CARD, {**CARD, "background": "night"}, CARD)


@pytest.mark.rule("CR-10.2")
def test_a_deck_of_127_cards_is_not_too_long():
    match = skip_to(settle(set_up(2, deck=deck(*[CARD] * 127))), "over")
    assert match.state.pile_size == 127 - 24
    assert sum(discard(match).values()) == 20


@pytest.mark.rule("CR-10.2")
def test_a_deck_is_read_from_a_file(tmp_path):
    path = tmp_path / "deck.json"
    path.write_text(FILE.read_text("utf-8"), "utf-8")
    name, value = COSTA_RUANA.read_option(f"deck={path}")
    assert (name, value) == ("deck", standard_deck())
    assert Match(COSTA_RUANA, 4, {name: value}, seed=9).state_bytes() == (
        Match(COSTA_RUANA, 4, seed=9).state_bytes()
    )
    assert load_deck("standard") == "standard"


@pytest.mark.rule("CR-10.2")
def test_a_file_that_is_no_deck_is_refused(tmp_path):
    path = tmp_path / "deck.json"
    with pytest.raises(GameError) as refused:
        COSTA_RUANA.read_option(f"deck={path}")
    assert str(refused.value) == f"option deck: cannot read the deck file '{path}': No such file or directory"

    path.write_text('{\n "cards": [\n  {"kind": place_1}\n ]\n}', "utf-8")
    with pytest.raises(GameError) as refused:
        COSTA_RUANA.read_option(f"deck={path}")
    assert str(refused.value) == f"option deck: {path}, line 3: not JSON (Expecting value)"

    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(GameError) as refused:
        COSTA_RUANA.read_option(f"deck={path}")
    assert str(refused.value) == f"option deck: the deck file '{path}' is not a text file"

    path.write_text(json.dumps(deck({**CARD, "notches": 9})), "utf-8")
    with pytest.raises(GameError, match="option deck: card 1: notches is 9, not one of"):
        COSTA_RUANA.read_option(f"deck={path}")


@pytest.mark.rule("CR-10.2", "CR-1.5")
@pytest.mark.parametrize(("seats", "missing"), [(3, 12), (4, 24), (5, 36), (6, 48)])
def test_a_deck_too_short_for_a_number_of_players_says_how_many_cards_are_missing(seats, missing):
    short = deck(*[CARD] * 24)
    assert Match(COSTA_RUANA, 2, {"deck": short}).state.pile_size == 24
    with pytest.raises(GameError) as refused:
        Match(COSTA_RUANA, seats, {"deck": short})
    assert str(refused.value) == (
        f"{seats} players need {12 * seats} cards with at most {seats} notches; "
        f"this deck has 24: {missing} are missing."
    )


@pytest.mark.rule("CR-10.2")
def test_only_cards_with_few_enough_notches_count_for_a_player_count():
    mixed = deck(*[CARD] * 23, *[{**CARD, "notches": 3}] * 13)
    with pytest.raises(GameError, match=r"2 players need 24 .* this deck has 23: 1 are missing\."):
        Match(COSTA_RUANA, 2, {"deck": mixed})
    assert Match(COSTA_RUANA, 3, {"deck": mixed}).state.pile_size == 36


@pytest.mark.rule("CR-10.2", "CR-1.5")
def test_with_a_longer_deck_the_rest_stays_in_the_pile_unseen():
    longer = deck(*standard_deck()["cards"], *[{**CARD, "kind": "move_native"}] * 5)
    match = settle(set_up(3, deck=longer))
    assert match.show(WATCHER)["pile"] == 36 + 5 - 15
    skip_to(match, "accept_shaman", 4)
    assert match.state.pile_size == 5
    skip_to(match, "over")
    shown = match.show(0)
    assert shown["pile"] == 5
    assert sum(shown["discard"].values()) == 30
    assert len(hand(match, "red")) == 2


@pytest.mark.rule("CR-10.2")
def test_a_longer_deck_deals_the_cards_it_has():
    longer = deck(*standard_deck()["cards"], *[{**CARD, "kind": "return_3"}] * 3)
    match = set_up(2, {"red": ["return_3/day"] * 3}, deck=longer)
    assert hand(match, "red").count("return_3/day") == 3


@pytest.mark.rule("CR-10.1", "CR-10.2")
def test_an_option_that_does_not_exist_is_refused():
    with pytest.raises(GameError, match="Costa Ruana has no option 'huts'; it has: open_huts, deck"):
        Match(COSTA_RUANA, 2, {"huts": True})
    with pytest.raises(GameError, match=r"'open_huts' is no option of Costa Ruana; options are: open_huts=…"):
        COSTA_RUANA.read_option("open_huts")
