"""A turn (AO-3): playing cards, the exchange, discarding, drawing, the limit of five."""

import pytest
from tests.games.arabana_opodopo.scripts import (
    PLAYERS,
    bag,
    bridges,
    choices,
    control,
    face_up,
    hand,
    mover,
    open_cards,
    phase,
    play,
    refusal,
    reserve,
    set_up,
    slots_of,
    table,
    unseen,
    verbs,
)

from archipel.core.record import WATCHER
from archipel.games.arabana_opodopo.notation import SEATS


# ── The course of a turn ────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-3.1")
@pytest.mark.parametrize("cards", [0, 1, 2, 3])
def test_any_number_of_cards_may_be_played_and_then_one_is_drawn(cards):
    match = table(red="adm", open="cefg")
    for action in ("play a l", "play d i", "play m p")[:cards]:
        assert {"draw", "take c"} <= set(choices(match))
        play(match, f"red: {action}")
    play(match, "red: take c; chance: reveal p")
    assert len(hand(match, "red")) == 3 - cards + 1
    assert (mover(match), phase(match)) == ("blue", "turn")


@pytest.mark.rule("AO-3.1")
def test_nothing_is_played_after_the_draw():
    match = play(table(red="a", blue="", open="cefg"), "red: take c")
    assert mover(match) == "chance"
    play(match, "chance: reveal p")
    assert mover(match) == "blue"
    assert "play" not in verbs(match)  # Blue has no cards


@pytest.mark.rule("AO-3.1", "AO-3.7")
def test_a_turn_does_not_end_without_a_draw():
    match = table(red="a")
    assert "end" not in choices(match)
    assert refusal(match, "end")[0] == "AO-3.7"


@pytest.mark.rule("AO-3.1")
@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("first", SEATS[:3])
def test_the_turn_passes_clockwise(seats, first):
    match, order = set_up(seats, first=first), []
    for _ in range(2 * seats):
        order.append(mover(match))
        play(match, "discard " + hand(match, mover(match))[0])
        play(match, "draw")
        match.step(match.moves[0])
    begin = SEATS.index(first)
    assert order == [SEATS[(begin + i) % seats] for i in range(2 * seats)]


@pytest.mark.rule("AO-3.1")
def test_a_card_is_carried_out_completely_before_the_next():
    """The first card gains an island and clears the slot on which the second one builds."""
    match = table(bridges="ab:red bh:blue", red="bb")
    assert refusal(match, "play b h")[0] == "AO-3.2"
    play(match, "red: play b e; red: play b h")
    assert bridges(match) == "ab:red be:red bh:red"


# ── Playing a card ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-3.2")
@pytest.mark.parametrize("card", "alb")
def test_a_card_builds_on_any_free_slot_of_its_island_and_on_no_other(card):
    match = table(red=card, bridges="ad:blue dl:red be:green")
    free = [slot for slot in slots_of(match, card) if slot not in bridges(match)]
    plays = [choice for choice in choices(match) if choice.startswith("play")]
    assert plays == [f"play {card} {slot.replace(card, '')}" for slot in free]
    assert len(free) == {"a": 4, "l": 6, "b": 2}[card]


@pytest.mark.rule("AO-3.2")
def test_the_card_goes_face_up_to_the_one_discard_and_the_bridge_comes_from_the_reserve():
    match = table(red="al", blue="a", up="p")
    play(match, "red: play a l")
    assert (bridges(match), reserve(match, "red"), hand(match, "red")) == ("al:red", 19, "l")
    play(match, "red: draw; chance: deal b; blue: play a d")
    assert face_up(match) == "aap"
    for reader in (WATCHER, 0, 1, 2):
        assert match.show(reader)["discard"] == {"face_up": {"a": 2, "p": 1}, "unseen": 0}


@pytest.mark.rule("AO-3.2")
def test_what_cannot_be_played():
    match = table(red="al", bridges="ad:blue ae:red")
    taken = "There is a bridge already; two cards are needed to replace it."
    assert refusal(match, "play a d") == ("AO-3.2", taken)
    assert refusal(match, "play a e") == ("AO-3.2", taken)
    assert refusal(match, "play b a") == ("AO-3.2", "You do not hold a card Bolimau (B).")
    assert refusal(match, "play a o") == (
        "AO-1.5",
        "There is no slot between Arabana (A) and Opodopo (O).",
    )


@pytest.mark.rule("AO-3.2")
def test_the_bridge_must_touch_the_island_of_the_card_that_is_played():
    """The slot between A and B belongs to both; a card of the one or of the other builds there."""
    match = table(red="ab")
    assert {"play a b", "play b a"} <= set(choices(match))
    assert (face_up(play(match, "red: play b a")), hand(match, "red")) == ("b", "a")


@pytest.mark.rule("AO-3.2")
def test_a_card_that_was_played_cannot_be_played_again():
    match = play(table(red="ab"), "red: play a l")
    assert refusal(match, "play a d") == ("AO-3.2", "You do not hold a card Arabana (A).")


# ── The exchange ────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-3.3")
@pytest.mark.parametrize(
    ("cards", "action"),
    [("aa", "exchange a l double"), ("ll", "exchange l a double"), ("al", "exchange a l each")],
)
def test_two_cards_of_the_ends_replace_a_bridge_which_its_owner_gets_back(cards, action):
    match = table(bridges="al:blue", red=cards + "p")
    exchanges = [choice for choice in choices(match) if choice.startswith("exchange")]
    assert exchanges == [action]
    play(match, f"red: {action}")
    assert (bridges(match), hand(match, "red"), face_up(match)) == ("al:red", "p", cards)
    assert (reserve(match, "red"), reserve(match, "blue")) == (19, 20)
    assert mover(match) == "red"


@pytest.mark.rule("AO-3.3")
@pytest.mark.parametrize(
    ("cards", "action", "sentence"),
    [
        ("ab", "exchange a l double", "You do not hold 2 cards Arabana (A)."),
        ("ab", "exchange a l each", "You do not hold a card Lusepil (L)."),
        ("dl", "exchange a l each", "You do not hold a card Arabana (A)."),
        ("bb", "exchange l a double", "You do not hold 2 cards Lusepil (L)."),
        ("al", "exchange l a each", "Name the island with the earlier letter first."),
    ],
)
def test_both_cards_must_belong_to_the_ends(cards, action, sentence):
    match = table(bridges="al:blue", red=cards)
    paragraph, words = refusal(match, action)
    assert paragraph in ("AO-3.2", "AO-3.3")
    assert words == sentence


@pytest.mark.rule("AO-3.3")
def test_only_another_players_bridge_is_replaced():
    match = table(bridges="al:red", red="aall")
    sentence = "Only a bridge of another player can be replaced."
    assert refusal(match, "exchange a l double") == ("AO-3.3", sentence)
    assert refusal(match, "exchange a d double") == ("AO-3.3", sentence)
    assert refusal(match, "exchange a p double")[0] == "AO-1.5"
    assert "exchange" not in verbs(match)


@pytest.mark.rule("AO-3.3")
def test_any_other_players_bridge_can_be_replaced_even_on_an_island_they_control():
    match = table(4, bridges="ab:blue be:blue al:yellow", red="aabb")
    assert control(match) == {"b": "blue"}
    exchanges = {choice for choice in choices(match) if choice.startswith("exchange")}
    assert exchanges == {
        *("exchange a b double", "exchange b a double", "exchange a b each"),
        *("exchange a l double", "exchange b e double"),
    }


@pytest.mark.rule("AO-3.3")
def test_the_pair_is_played_as_one():
    """After one card of the pair there is nothing to decide before the other: both are gone at once."""
    match = play(table(bridges="al:blue", red="al"), "red: exchange a l each")
    assert len(match.actions) == 1
    assert (hand(match, "red"), phase(match)) == ("", "turn")


@pytest.mark.rule("AO-3.3")
def test_several_pairs_may_be_played_in_a_turn():
    match = table(bridges="al:blue cd:green", red="aacd")
    play(match, "red: exchange a l double; red: exchange c d each")
    assert bridges(match) == "al:red cd:red"


# ── Discarding ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-3.4")
def test_a_card_may_be_discarded_unseen_even_though_it_could_be_played():
    match = table(red="aab")
    assert {"play a b", "discard a", "discard b"} <= set(choices(match))
    play(match, "red: discard a")
    assert (hand(match, "red"), face_up(match), unseen(match, "red")) == ("ab", "", "a")
    assert mover(match) == "red"
    for reader in (WATCHER, 1, 2):
        assert match.spell(match.witnessed(reader)[-1].action) == "discard ?"
        assert match.show(reader)["players"][0]["unseen"] == ["?"]
        assert match.show(reader)["discard"] == {"face_up": {}, "unseen": 1}
    assert match.show(0)["players"][0]["unseen"] == ["a"]


@pytest.mark.rule("AO-3.4")
def test_only_one_card_in_a_turn_with_a_hand_that_may_draw():
    match = play(table(red="abcd"), "red: discard a")
    assert "discard" not in verbs(match)
    sentence = "You have discarded already, and your hand is small enough to draw."
    assert refusal(match, "discard b") == ("AO-3.4", sentence)
    play(match, "red: draw; chance: deal m; blue: draw; chance: deal n; green: draw; chance: deal o")
    assert "discard b" in choices(match)  # a new turn


@pytest.mark.rule("AO-3.4")
@pytest.mark.parametrize("script", ["discard a; play c f; play d i", "play c f; play d i; discard a"])
def test_at_any_point_before_the_draw(script):
    match = play(table(red="acd"), script)
    assert unseen(match, "red") == "a"
    assert verbs(match) == {"take", "draw"}


@pytest.mark.rule("AO-3.4")
def test_only_a_card_one_holds():
    match = table(red="a", blue="b")
    assert refusal(match, "discard b") == ("AO-3.4", "You do not hold a card Bolimau (B).")


@pytest.mark.rule("AO-3.4")
def test_with_nothing_to_build_a_card_can_only_be_discarded_or_kept():
    match = table(red="b", bridges="ab:blue be:green bh:red")
    assert verbs(match) == {"discard", "take", "draw"}


# ── Drawing ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-3.5")
def test_any_open_card_may_be_taken_and_is_replaced_at_once():
    match = table(open="aabc", red="p")
    assert [choice for choice in choices(match) if choice.startswith("take")] == [
        "take a",
        "take b",
        "take c",
    ]
    size = len(bag(match))
    play(match, "red: take a")
    assert (mover(match), phase(match), open_cards(match)) == ("chance", "opening", "abc")
    assert "reveal a" in choices(match)
    play(match, "chance: reveal p")
    assert (hand(match, "red"), open_cards(match), len(bag(match))) == ("ap", "abcp", size - 1)
    assert mover(match) == "blue"


@pytest.mark.rule("AO-3.5")
def test_a_card_that_does_not_lie_open_cannot_be_taken():
    match = table(open="abcd")
    assert refusal(match, "take e") == ("AO-3.5", "Elumani (E) does not lie open.")


@pytest.mark.rule("AO-3.5")
def test_or_a_card_at_random_from_the_bag_that_only_its_drawer_sees():
    match = table(open="abcd", bag="eef", red="p")
    play(match, "red: draw")
    assert (choices(match), match.ways) == (["deal e", "deal f"], [2, 1])
    play(match, "chance: deal e")
    assert (hand(match, "red"), open_cards(match), bag(match)) == ("ep", "abcd", "ef")
    for reader in (WATCHER, 1, 2):
        assert match.spell(match.witnessed(reader)[-1].action) == "deal ?"
    assert match.spell(match.witnessed(0)[-1].action) == "deal e"


@pytest.mark.rule("AO-3.5")
def test_once_the_bag_is_empty_open_cards_are_not_replaced():
    match = table(open="abcd", bag="")
    assert refusal(match, "draw") == ("AO-3.5", "The bag is empty.")
    for colour, card in (("red", "b"), ("blue", "d")):
        play(match, f"{colour}: take {card}")
    assert (mover(match), open_cards(match)) == ("green", "ac")


@pytest.mark.rule("AO-3.5")
def test_the_last_card_of_the_bag_still_replaces_an_open_one():
    match = play(table(open="abcd", bag="e"), "red: take a")
    assert (choices(match), match.ways) == (["reveal e"], [1])
    play(match, "chance: reveal e")
    assert (open_cards(match), bag(match), verbs(match)) == ("bcde", "", {"take"})


# ── The limit ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-3.6", "AO-3.7")
@pytest.mark.parametrize("seats", PLAYERS)
def test_with_five_cards_there_is_no_draw_before_one_is_played_or_discarded(seats):
    match = table(seats, red="abcde", open="mnop")
    assert verbs(match) == {"play", "discard"}
    sentence = "You hold 5 cards: play or discard first."
    assert refusal(match, "draw") == ("AO-3.6", sentence)
    assert refusal(match, "take m") == ("AO-3.6", sentence)
    assert refusal(match, "end")[0] == "AO-3.7"


@pytest.mark.rule("AO-3.6", "AO-3.7")
@pytest.mark.parametrize("action", ["discard e", "play a l", "exchange c d each"])
def test_playing_or_discarding_makes_room(action):
    match = play(table(red="abcde", bridges="cd:blue"), f"red: {action}")
    assert {"take", "draw"} <= verbs(match)


@pytest.mark.rule("AO-3.6")
def test_with_four_cards_the_draw_makes_five():
    match = play(table(red="abcd", bag="e"), "red: draw; chance: deal e")
    assert hand(match, "red") == "abcde"
    assert mover(match) == "blue"


@pytest.mark.rule("AO-3.7")
def test_with_five_cards_that_cannot_be_built_with_one_must_be_discarded():
    blocked = "ab:blue be:blue bh:green df:blue fi:green cf:green"
    match = table(red="bbbff", bridges=blocked, open="mnop")
    assert {choice for choice in choices(match) if not choice.startswith("exchange")} == {
        "discard b",
        "discard f",
    }
    play(match, "red: discard f")
    assert {"take m", "draw"} <= set(choices(match))
    assert "discard" not in verbs(match)


@pytest.mark.rule("AO-3.7")
def test_a_hand_that_is_too_large_gets_rid_of_as_many_as_it_takes():
    """Through stones a hand may be larger than five; one discard a turn is then not the limit."""
    match = table(round=2, red="aabbccd", stones={"red": "lono"})
    play(match, "red: discard a; red: discard a; red: discard b")
    assert hand(match, "red") == "bccd"
    assert {"take", "draw"} <= verbs(match)
    assert refusal(match, "discard b")[0] == "AO-3.4"


@pytest.mark.rule("AO-3.7")
def test_every_turn_draws_so_that_a_round_ends():
    match, turns = set_up(4), 0
    while match.state.round == 1:
        if phase(match) == "turn":
            turns += 1
            if len(hand(match, mover(match))) == 5:
                play(match, "discard " + hand(match, mover(match))[0])
            play(match, choices(match)[-1])
        else:
            match.step(match.moves[0])
    assert turns == 36
