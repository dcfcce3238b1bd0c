"""Gods that deal in cards: Ku, Pele and Lono (AO-9.6 to AO-9.9)."""

import pytest
from tests.games.arabana_opodopo.scripts import (
    PLAYERS,
    bag,
    bridges,
    choices,
    hand,
    mover,
    open_cards,
    phase,
    play,
    refusal,
    table,
    unseen,
    verbs,
    winner,
)

from archipel.core.record import WATCHER
from archipel.games.arabana_opodopo.notation import SEATS


def told(match, action, seat):
    """An action, before it is taken, as a seat learns it."""
    return match.spell(match.consider(match.read(action)).witness(seat))


# ── Ku ──────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-9.6")
@pytest.mark.parametrize("seats", PLAYERS)
def test_ku_looks_at_a_hand_and_takes_a_card_of_it(seats):
    match = table(seats=seats, round=2, red="a", blue="bcc", green="d", stones={"red": "ku"})
    play(match, "red: ku blue")
    assert (phase(match), mover(match), choices(match)) == ("stealing", "red", ["steal b", "steal c"])
    play(match, "red: steal c")
    assert (hand(match, "red"), hand(match, "blue"), hand(match, "green")) == ("ac", "bc", "d")
    assert (phase(match), mover(match)) == ("turn", "red")


@pytest.mark.rule("AO-9.6", "AO-10.1")
def test_only_who_uses_ku_sees_the_hand():
    match = play(table(round=2, blue="bcc", stones={"red": "ku"}), "red: ku blue")
    assert match.show(0)["players"][1]["hand"] == ["b", "c", "c"]
    for seat in (2, WATCHER):
        assert match.show(seat)["players"][1]["hand"] == ["?", "?", "?"]


@pytest.mark.rule("AO-9.6", "AO-10.2")
def test_who_used_ku_still_knows_the_cards_that_stayed():
    match = play(table(round=2, blue="bcc", stones={"red": "ku"}), "red: ku blue; red: steal b")
    assert match.show(0)["players"][1]["hand"] == ["c", "c"]


@pytest.mark.rule("AO-9.6", "AO-10.1")
def test_the_player_who_is_robbed_knows_which_card_and_nobody_else_does():
    match = play(table(round=2, blue="bc", stones={"red": "ku"}), "red: ku blue")
    assert [told(match, "steal c", seat) for seat in (0, 1, 2, WATCHER)] == [
        "steal c",
        "steal c",
        "steal ?",
        "steal ?",
    ]
    play(match, "red: steal c")
    assert [match.show(seat)["players"][0]["hand"] for seat in (1, 2)] == [["c"], ["?"]]


@pytest.mark.rule("AO-9.6")
@pytest.mark.parametrize("seats", PLAYERS)
def test_ku_needs_an_opponent_with_cards(seats):
    match = table(seats=seats, round=2, red="aa", green="b", stones={"red": "ku"})
    assert [choice for choice in choices(match) if choice.startswith("ku")] == ["ku green"]
    assert refusal(match, "ku blue") == ("AO-9.6", "That player has no cards.")
    assert refusal(match, "ku red") == ("AO-9.6", "Ku looks at the hand of an opponent.")
    match = table(seats=seats, round=2, red="aa", stones={"red": "ku"})
    assert "ku" not in verbs(match)
    for colour in SEATS[1:]:
        assert refusal(match, f"ku {colour}") == ("AO-9.6", "That player has no cards.")


@pytest.mark.rule("AO-9.6")
def test_a_card_must_be_taken_and_only_one_that_is_there():
    match = play(table(round=2, red="a", blue="b", stones={"red": "ku"}), "red: ku blue")
    assert choices(match) == ["steal b"]
    for card in "a?":
        assert refusal(match, f"steal {card}") == ("AO-9.6", "There is no such card in that hand.")


@pytest.mark.rule("AO-9.6", "AO-10.4")
def test_taking_the_card_is_a_step_of_its_own_even_if_all_are_alike():
    match = play(table(round=2, blue="bbb", stones={"red": "ku"}), "red: ku blue")
    assert (choices(match), hand(match, "red")) == (["steal b"], "")
    assert hand(play(match, "red: steal b"), "blue") == "bb"


@pytest.mark.rule("AO-9.6", "AO-9.4")
def test_players_who_have_had_their_final_turn_can_be_robbed_too():
    match = table(final=True, turn="green", finished="red blue", red="a", blue="b", stones={"green": "ku"})
    play(match, "green: ku blue; green: steal b; green: play b e")
    assert (bridges(match), hand(match, "blue")) == ("be:green", "")


@pytest.mark.rule("AO-9.6")
def test_the_stolen_card_can_be_played_at_once_and_another_ku_used():
    match = table(round=2, blue="b", green="c", stones={"red": "ku ku"})
    play(match, "red: ku blue; red: steal b; red: play b e; red: ku green; red: steal c; red: play c d")
    assert bridges(match) == "be:red cd:red"


# ── Pele ────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-9.7")
@pytest.mark.parametrize("turn", ["red", "blue", "green", "yellow"])
def test_pele_takes_a_card_from_every_opponent_and_gives_one_to_each_clockwise(turn):
    hands = {"red": "aab", "blue": "ccd", "green": "eef", "yellow": "ggh"}
    match = table(seats=4, round=2, turn=turn, stones={turn: "pele"}, **hands)
    others = [SEATS[(SEATS.index(turn) + i) % 4] for i in (1, 2, 3)]
    play(match, f"{turn}: pele")
    for colour in others:
        card = hands[colour][0]
        assert (phase(match), mover(match), SEATS[match.state.victim]) == ("plundering", "chance", colour)
        assert dict(zip(choices(match), match.ways, strict=True)) == {
            f"plunder {card}": 2,
            f"plunder {hands[colour][2]}": 1,
        }
        play(match, f"chance: plunder {card}")
    for colour in others:
        assert (phase(match), mover(match), SEATS[match.state.victim]) == ("giving", turn, colour)
        play(match, f"{turn}: give {hands[turn][0 if colour != others[2] else 2]}")
    assert (phase(match), mover(match)) == ("turn", turn)
    assert [len(hand(match, colour)) for colour in SEATS] == [3, 3, 3, 3]
    assert hand(match, turn) == "".join(sorted(hands[colour][0] for colour in others))


@pytest.mark.rule("AO-9.7")
def test_any_card_in_hand_can_be_given_also_one_that_was_just_taken():
    match = play(table(round=2, red="a", blue="bb", green="c", stones={"red": "pele"}), "red: pele")
    play(match, "chance: plunder b; chance: plunder c")
    assert choices(match) == ["give a", "give b", "give c"]
    play(match, "red: give c")
    assert choices(match) == ["give a", "give b"]
    assert refusal(match, "give c") == ("AO-9.7", "You do not hold a card Cumaloa (C).")
    play(match, "red: give b")
    assert [hand(match, colour) for colour in SEATS[:3]] == ["a", "bc", "b"]


@pytest.mark.rule("AO-9.7")
def test_who_has_no_cards_of_their_own_can_use_pele_too():
    match = table(round=2, blue="b", green="c", stones={"red": "pele"})
    play(match, "red: pele; plunder b; plunder c; red: give c; red: give b")
    assert [hand(match, colour) for colour in SEATS[:3]] == ["", "c", "b"]


@pytest.mark.rule("AO-9.7")
@pytest.mark.parametrize("seats", PLAYERS)
def test_an_opponent_without_cards_gives_none_and_receives_none(seats):
    match = table(seats=seats, round=2, red="a", green="c", stones={"red": "pele"})
    play(match, "red: pele; chance: plunder c; red: give a")
    assert [hand(match, colour) for colour in SEATS[:seats]] == ["c", "", "a", ""][:seats]
    assert phase(match) == "turn"


@pytest.mark.rule("AO-9.7")
def test_pele_cannot_be_used_where_no_opponent_has_cards():
    match = table(round=2, red="aaa", stones={"red": "pele"})
    assert "pele" not in verbs(match)
    assert refusal(match, "pele") == ("AO-9.7", "No opponent has any cards.")


@pytest.mark.rule("AO-9.7", "AO-9.6", "AO-9.4")
def test_players_who_have_had_their_final_turn_lose_and_receive_cards_as_well():
    match = table(final=True, turn="green", finished="red blue", red="a", blue="b", stones={"green": "pele"})
    play(match, "green: pele; plunder a; plunder b; green: give b; green: give a")
    assert (hand(match, "red"), hand(match, "blue")) == ("b", "a")


@pytest.mark.rule("AO-9.7", "AO-10.1")
def test_only_the_giver_and_the_receiver_know_which_card_it_is():
    match = play(table(round=2, red="a", blue="b", green="c", stones={"red": "pele"}), "red: pele")
    seats = (0, 1, 2, WATCHER)
    assert [told(match, "plunder b", seat)[-1] for seat in seats] == ["b", "b", "?", "?"]
    play(match, "plunder b")
    assert [told(match, "plunder c", seat)[-1] for seat in seats] == ["c", "?", "c", "?"]
    play(match, "plunder c")
    assert [told(match, "give a", seat)[-1] for seat in seats] == ["a", "a", "?", "?"]
    play(match, "give a; give b")
    assert [match.show(seat)["players"][1]["hand"] for seat in seats] == [["a"], ["a"], ["?"], ["?"]]


# ── Lono ────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-9.8")
def test_lono_takes_an_open_card_which_is_replaced_at_once_and_the_turn_goes_on():
    match = table(round=2, open="mnop", bag="ab", stones={"red": "lono"})
    assert [choice for choice in choices(match) if "lono" in choice] == [
        *("lono m", "lono n", "lono o", "lono p", "lono_draw"),
    ]
    play(match, "red: lono n; chance: reveal a")
    assert (open_cards(match), hand(match, "red"), mover(match), phase(match)) == ("amop", "n", "red", "turn")
    play(match, "red: play n o; red: take m; chance: reveal b")
    assert (bridges(match), mover(match)) == ("no:red", "blue")


@pytest.mark.rule("AO-9.8")
def test_lono_takes_a_card_from_the_bag_unseen_by_others():
    match = table(round=2, open="mnop", bag="ab", stones={"red": "lono"})
    play(match, "red: lono_draw")
    assert (phase(match), choices(match)) == ("drawing", ["deal a", "deal b"])
    assert [told(match, "deal b", seat) for seat in (0, 1, WATCHER)] == ["deal b", "deal ?", "deal ?"]
    play(match, "chance: deal b; red: play b e; red: draw")
    assert (bridges(match), bag(match)) == ("be:red", "a")


@pytest.mark.rule("AO-9.8", "AO-3.5")
def test_lono_cannot_take_what_is_not_there():
    match = table(round=2, open="mn", bag="", stones={"red": "lono"})
    assert refusal(match, "lono p") == ("AO-3.5", "Pakulea (P) does not lie open.")
    assert refusal(match, "lono_draw") == ("AO-3.5", "The bag is empty.")
    assert open_cards(play(match, "red: lono m")) == "n"  # and nothing replaces it


@pytest.mark.rule("AO-9.8")
def test_when_there_is_no_card_left_lono_cannot_be_used():
    match = table(final=True, stones={"red": "lono"})
    assert verbs(match) == {"end"}
    for use in ("lono p", "lono_draw"):
        assert refusal(match, use) == ("AO-9.8", "No card is left to draw.")


@pytest.mark.rule("AO-9.8", "AO-9.9")
@pytest.mark.parametrize("seats", PLAYERS)
def test_when_lono_takes_the_last_card_the_turn_continues_without_draw_or_limit(seats):
    match = table(seats=seats, round=2, open="p", bag="", red="hhhnno", stones={"red": "lono lono"})
    play(match, "red: lono p")
    assert (mover(match), match.state.final, hand(match, "red")) == ("red", 0, "hhhnnop")
    assert verbs(match) == {"play", "discard", "end"}
    assert refusal(match, "lono p") == ("AO-9.8", "No card is left to draw.")
    assert refusal(match, "draw") == ("AO-9.8", "No card is left to draw.")
    play(match, "red: discard h")
    assert refusal(match, "discard h")[0] == "AO-3.4"  # there is no limit to get down to
    play(match, "red: play n o; red: end")
    assert (hand(match, "red"), match.state.final, mover(match)) == ("hhnop", 1, "blue")


@pytest.mark.rule("AO-9.8", "AO-8.1")
def test_who_took_the_last_card_with_lono_still_has_a_final_turn_after_the_others():
    match = table(round=2, open="p", bag="", stones={"red": "lono"})
    play(match, "red: lono p; red: end; blue: end; green: end; red: play p o; red: end")
    assert (match.over, bridges(match), winner(match)) == (True, "op:red", "blue")


# ── More than five cards ────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-9.9", "AO-3.6")
@pytest.mark.parametrize("use", ["lono m; reveal a", "ku blue; steal b"])
def test_through_stones_one_may_have_more_than_five_cards_in_a_turn(use):
    match = table(round=2, red="aaccc", blue="b", open="mnop", stones={"red": "lono ku"})
    play(match, use)
    assert len(hand(match, "red")) == 6
    assert refusal(match, "draw") == ("AO-3.6", "You hold 6 cards: play or discard first.")


@pytest.mark.rule("AO-9.9", "AO-3.4")
def test_by_the_draw_one_must_be_down_to_four_with_as_many_discards_as_it_takes():
    match = table(round=2, red="aacccddd", open="mnop", bag="b")
    for count in (8, 7, 6, 5):
        assert len(hand(match, "red")) == count
        assert {"take", "draw"} & verbs(match) == set()
        assert refusal(match, "take m") == ("AO-3.6", f"You hold {count} cards: play or discard first.")
        play(match, "red: discard " + hand(match, "red")[0])
    assert (unseen(match, "red"), hand(match, "red")) == ("aacc", "cddd")
    assert refusal(match, "discard c")[0] == "AO-3.4"
    play(match, "red: take m; reveal b")
    assert (len(hand(match, "red")), mover(match)) == (5, "blue")


@pytest.mark.rule("AO-9.9")
def test_cards_can_be_played_to_get_down_to_four():
    match = table(round=2, red="nnooop", open="mabc")
    play(match, "red: play n o; red: play o p")
    assert {"take", "draw"} <= verbs(match)
    assert "discard o" in choices(match)  # one is always allowed


@pytest.mark.rule("AO-9.9", "AO-9.4")
def test_one_who_has_discarded_and_then_gains_cards_may_discard_again():
    match = table(round=2, red="aaccc", open="mnop", stones={"red": "lono"})
    play(match, "red: discard a")
    assert refusal(match, "discard a")[0] == "AO-3.4"
    play(match, "red: lono m; reveal b; red: discard a")
    assert (unseen(match, "red"), hand(match, "red")) == ("aa", "cccm")
