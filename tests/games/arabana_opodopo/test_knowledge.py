"""Who knows what (AO-10): views, witnessed actions, what is remembered, possible worlds, taking back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.games.arabana_opodopo.scripts import (
    ARABANA_OPODOPO,
    PLAYERS,
    choices,
    hand,
    mover,
    phase,
    play,
    set_up,
    table,
    unseen,
)

from archipel.core.laws import random_match, walk, worlds
from archipel.core.match import Match
from archipel.core.record import CHANCE, HIDDEN, WATCHER
from archipel.games.arabana_opodopo.notation import SEATS
from archipel.games.arabana_opodopo.parts import LETTERS

RED, BLUE, GREEN = range(3)
READERS = (WATCHER, RED, BLUE, GREEN)
SECRETS = {"hand", "bag", "buried", "laid", "sealed"}
CLAIMS = {"claim_hands", "claim_below", "claim_since", "claim_from"}
MEMORIES = CLAIMS | {"in_doubt", "struck", "passed", "kept", "could_keep"}


# ── Tools ───────────────────────────────────────────────────────────────────────────────────────
def secrets(match: Match, seat: int) -> set[str]:
    """The fields in which a seat's view is not the truth; it says so there, but for the order of a hand."""
    view, truth, found = match.view(seat), match.state, set()
    for name in ARABANA_OPODOPO.rules.STATE.names:
        shown, real = np.atleast_1d(getattr(view, name)), np.atleast_1d(getattr(truth, name))
        if (shown != real).any():
            assert name == "hand" or (shown[shown != real] == HIDDEN).all(), name
            found.add(name)
    return found


def seen(match: Match, reader: int, colour: str) -> str:
    """A hand in the view of a seat, `?` for each card it does not know."""
    return "".join(match.show(reader)["players"][SEATS.index(colour)]["hand"])


def told(match: Match, seat: int) -> list[str]:
    """All actions of a match as a seat learnt them."""
    return [match.spell(one.action) for one in match.witnessed(seat)]


def remembered(match: Match, reader: int) -> dict[str, list[str]]:
    """Where the cards may be that a seat knows of and does not see."""
    return {one["card"]: one["in"] for one in match.show(reader)["remembered"]}


def where(world: Match, card: str) -> set[str]:
    """In whose hands and discards a card of an island is, and whether it is in the bag."""
    places = {colour for colour in SEATS[: world.seats] if card in hand(world, colour)}
    places |= {f"discard of {colour}" for colour in SEATS[: world.seats] if card in unseen(world, colour)}
    return places | ({"bag"} if world.state.bag[LETTERS.index(card)] else set())


def places(match: Match, seat: int, card: str, count: int = 60) -> set[str]:
    """Where a card that there is only one of can be, for a seat; it must be somewhere in every world."""
    found = [where(match.world(seat, seed), card) for seed in range(count)]
    assert all(len(one) == 1 for one in found)
    return set.union(*found)


# ── Views ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-10.1")
@pytest.mark.parametrize("gods", [False, True])
@pytest.mark.parametrize("seats", PLAYERS)
def test_nothing_but_hands_the_bag_and_unseen_discards_is_ever_secret(seats, gods):
    options, found = {"gods": gods}, set()
    for seed in range(3):
        match = random_match(ARABANA_OPODOPO, seats, options, seed)
        for now in walk(ARABANA_OPODOPO, seats, options, match.actions):
            for seat in (WATCHER, *range(seats)):
                found |= secrets(now, seat) - MEMORIES
    assert found == (SECRETS if gods else SECRETS - {"sealed"})


@pytest.mark.rule("AO-10.1")
def test_a_seat_sees_its_own_hand_and_discards_and_of_others_only_how_many():
    match = table(red="aab", blue="cd", green="e", unseen={"blue": "fg", "green": "h"})
    assert [seen(match, reader, "blue") for reader in READERS] == ["??", "??", "cd", "??"]
    for reader in READERS:
        shown = match.show(reader)
        assert [len(player["hand"]) for player in shown["players"]] == [3, 2, 1]
        assert [len(player["unseen"]) for player in shown["players"]] == [0, 2, 1]
        known = ["f", "g"] if reader == BLUE else ["?", "?"]
        assert shown["players"][BLUE]["unseen"] == known
        assert (shown["discard"]["unseen"], shown["bag"]) == (3, 48 - 6 - 3 - 4)


@pytest.mark.rule("AO-10.1")
def test_board_scores_stones_open_cards_and_the_face_up_discard_are_public():
    match = table(
        bridges="ab:red bh:red al:blue", red="a", up="ccd", open="efgh", points=(3, 1, 4),
        round=2, stones={"green": "ku lono"}, lying={"p": "kane"},
    )  # fmt: skip
    for reader in READERS:
        shown = match.show(reader)
        assert shown["islands"][1]["control"] == "red"
        assert shown["islands"][15]["stone"] == "kane"
        assert shown["open"] == {"e": 1, "f": 1, "g": 1, "h": 1}
        assert shown["discard"]["face_up"] == {"c": 2, "d": 1}
        assert [player["points"] for player in shown["players"]] == [3, 1, 4]
        assert shown["players"][GREEN]["stones"] == {"ku": 1, "lono": 1}


# ── Actions as others learn them ────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-10.1")
def test_of_a_draw_from_the_bag_and_of_a_discard_only_who_makes_it_learns_the_card():
    match = play(table(red="ab", open="cdef"), "red: discard a; red: draw; chance: deal g; blue: take c")
    for reader in READERS:
        own = reader == RED
        first, second = ("discard a", "deal g") if own else ("discard ?", "deal ?")
        assert told(match, reader) == [first, "draw", second, "take c"]


@pytest.mark.rule("AO-2.1", "AO-10.1")
def test_what_is_laid_stays_secret_until_all_have_chosen():
    match = Match(ARABANA_OPODOPO, 3)
    play(match, "; ".join(f"deal {card}" for card in "abcdefghijkl"))
    play(match, "red: lay a; blue: lay f")
    for reader in READERS:
        laid = [player["laid"] for player in match.show(reader)["players"]]
        assert laid == ["a" if reader == RED else "?", "f" if reader == BLUE else "?", None]
        own = {RED: "lay a", BLUE: "lay f"}
        assert told(match, reader)[-2:] == [own[s] if s == reader else "lay ?" for s in (RED, BLUE)]
    play(match, "green: lay l")
    for reader in READERS:
        assert [player["laid"] for player in match.show(reader)["players"]] == ["a", "f", "l"]
        assert told(match, reader)[-1] == "lay l"


@pytest.mark.rule("AO-2.1", "AO-10.4")
def test_who_has_yet_to_choose_cannot_tell_what_was_laid():
    def chosen(card: str) -> Match:
        match = Match(ARABANA_OPODOPO, 3)
        play(match, "; ".join(f"deal {card}" for card in "abcdefghijkl"))
        return play(match, f"red: lay {card}")

    for reader in (WATCHER, BLUE, GREEN):
        assert chosen("a").look(reader).bytes(0) == chosen("d").look(reader).bytes(0)
    laid = {chosen("a").world(BLUE, seed).state.laid[RED] for seed in range(60)}
    assert len(laid) > 5  # any card that red may hold


# ── What is remembered ──────────────────────────────────────────────────────────────────────────
def taken_by_blue(**chosen: Any) -> Match:
    """Blue has taken the only E that is not face up; red is on turn."""
    match = table(
        **{"turn": "blue", "red": "ij", "blue": "ac", "green": "bd", "open": "efgh", "up": "ee"} | chosen
    )
    return play(match, "blue: take e; chance: reveal k; green: take f; chance: reveal k")


@pytest.mark.rule("AO-10.2", "AO-10.1")
def test_a_card_taken_from_the_open_ones_is_known_until_it_is_played():
    match = taken_by_blue()
    assert [seen(match, reader, "blue") for reader in READERS] == ["e??", "e??", "ace", "e??"]
    assert [places(match, reader, "e", 20) for reader in READERS] == [{"blue"}] * 4
    play(match, "red: take g; chance: reveal l; blue: play e l")
    assert [seen(match, reader, "blue") for reader in READERS] == ["??", "??", "ac", "??"]
    assert all("e" not in remembered(match, reader) for reader in READERS)


@pytest.mark.rule("AO-10.2", "AO-11.6")
@pytest.mark.parametrize("card", "ae")
def test_after_an_unseen_discard_a_known_card_is_in_the_hand_or_in_that_discard(card):
    match = play(taken_by_blue(), f"red: take g; chance: reveal l; blue: discard {card}")
    for reader in (WATCHER, RED, GREEN):
        assert remembered(match, reader)["e"] == ["blue", "discard of blue"]
        assert places(match, reader, "e") == {"blue", "discard of blue"}
        assert seen(match, reader, "blue") == "??"
    assert places(match, BLUE, "e", 20) == {"blue" if card == "a" else "discard of blue"}


@pytest.mark.rule("AO-10.2")
def test_what_others_know_does_not_depend_on_which_card_was_discarded():
    matches = [
        play(taken_by_blue(), f"red: take g; chance: reveal l; blue: discard {card}") for card in "ace"
    ]
    for reader in (WATCHER, RED, GREEN):
        assert len({match.look(reader).bytes(0) for match in matches}) == 1
        assert len({str(match.show(reader)) for match in matches}) == 1
        assert len({str(match.events(reader)) for match in matches}) == 1


@pytest.mark.rule("AO-10.2")
def test_a_card_taken_after_a_discard_is_not_in_that_discard_but_may_be_in_a_later_one():
    match = taken_by_blue(up="eehh")
    play(match, "red: take g; chance: reveal l; blue: discard a; blue: take h; chance: reveal l")
    play(match, "green: take k; chance: reveal m; red: take k; chance: reveal m; blue: discard c")
    found: dict[str, set[int]] = {"e": set(), "h": set()}
    for seed in range(80):
        for card, slots in found.items():
            slots.add(unseen(match.world(RED, seed), "blue").find(card))
    assert found == {"e": {-1, 0, 1}, "h": {-1, 1}}  # in the hand, or discarded first or second


# ── Ku and Pele ─────────────────────────────────────────────────────────────────────────────────
def robbing(stone: str) -> Match:
    """Green has taken the only E that is not face up; blue is on turn, with a stone."""
    match = table(
        turn="green", red="ij", blue="ac", green="bd", open="efgh", up="eebbdd", bag="klmno",
        round=2, stones={"blue": stone},
    )  # fmt: skip
    return play(match, "green: take e; chance: reveal k; red: take f; chance: reveal l")


@pytest.mark.rule("AO-10.1", "AO-9.6")
def test_ku_shows_a_hand_to_the_looker_alone_who_remembers_it():
    match = play(robbing("ku"), "blue: ku green")
    assert [seen(match, reader, "green") for reader in READERS] == ["e??", "e??", "bde", "bde"]
    play(match, "blue: steal d; blue: take g; chance: reveal m")
    assert [seen(match, reader, "green") for reader in READERS] == ["??", "??", "be", "be"]
    play(match, "green: take h; chance: reveal n")
    assert [seen(match, reader, "green") for reader in READERS] == ["h??", "h??", "beh", "beh"]


@pytest.mark.rule("AO-10.2", "AO-9.6")
@pytest.mark.parametrize("card", "de")
def test_of_a_stolen_card_thirds_only_know_that_it_moved_and_the_victim_knows_which(card):
    match = play(robbing("ku"), f"blue: ku green; blue: steal {card}")
    for reader in (WATCHER, RED):
        assert told(match, reader)[-1] == "steal ?"
        assert places(match, reader, "e") == {"blue", "green"}
    assert told(match, GREEN)[-1] == told(match, BLUE)[-1] == f"steal {card}"
    assert card in seen(match, GREEN, "blue")
    assert places(match, GREEN, card, 20) == places(match, BLUE, card, 20) == {"blue"}


@pytest.mark.rule("AO-10.2", "AO-9.6")
def test_what_thirds_know_does_not_depend_on_which_card_was_stolen():
    matches = [play(robbing("ku"), f"blue: ku green; blue: steal {card}") for card in "bde"]
    for reader in (WATCHER, RED):
        assert len({match.look(reader).bytes(0) for match in matches}) == 1


@pytest.mark.rule("AO-10.1", "AO-10.2", "AO-9.7")
def test_what_pele_moves_is_known_to_giver_and_receiver_alone():
    match = play(
        robbing("pele"), "blue: pele; chance: plunder e; chance: plunder i; blue: give c; blue: give e"
    )
    for reader in READERS:
        first = "plunder e" if reader in (BLUE, GREEN) else "plunder ?"
        second = "plunder i" if reader in (BLUE, RED) else "plunder ?"
        third = "give c" if reader in (BLUE, GREEN) else "give ?"
        fourth = "give e" if reader in (BLUE, RED) else "give ?"
        assert told(match, reader)[-4:] == [first, second, third, fourth]
    assert places(match, WATCHER, "e") == {"red", "blue", "green"}
    assert places(match, GREEN, "e") == {"red", "blue"}  # it went to blue, who then gave red a card
    assert [seen(match, BLUE, colour) for colour in ("green", "red")] == ["c??", "ef?"]


@pytest.mark.rule("AO-10.2", "AO-9.7")
def test_what_thirds_know_does_not_depend_on_what_pele_moved():
    scripts = ("plunder e; plunder i; give c; give e", "plunder d; plunder i; give i; give c")
    one, other = (play(robbing("pele"), f"blue: pele; {script}") for script in scripts)
    assert one.look(WATCHER).bytes(0) == other.look(WATCHER).bytes(0)


# ── The reshuffle ───────────────────────────────────────────────────────────────────────────────
@dataclass
class Book:
    """What a seat can write down of a match without stones: which cards came and went, and when.

    A coming is a time and a card, or `None` if it was not seen; those kept at the reshuffle have the time 0.
    """

    seat: int
    gone: Counter[str] = field(default_factory=Counter)  # into the bag at the reshuffle, or in one's own hand
    kept: list[int] = field(default_factory=list)  # cards in each hand then
    came: dict[int, list[tuple[int, str | None]]] = field(default_factory=dict)
    left: dict[int, list[tuple[int, str | None]]] = field(default_factory=dict)

    def write(self, match: Match) -> Book:
        for moment in match.replay():
            verb, *words = match.spell(moment.witness(self.seat)).split()
            before, after, turn = moment.before[0], moment.after[0], int(moment.before[0].turn)
            if before.round == 1:
                self.gone.update(shown(verb, words))
                if verb == "discard" and moment.by == self.seat:
                    self.gone[words[0]] += 1
            if before.round != after.round:
                self.turn_page(after)
            elif before.round == 2:
                if verb in ("take", "deal"):
                    self.came[turn].append((moment.number, None if words[0] == "?" else words[0]))
                out: list[str | None] = [*shown(verb, words)] + [None] * (verb == "discard")
                self.left[turn] += [(moment.number, card) for card in out]
        return self

    def turn_page(self, s: Any) -> None:
        self.kept = s.hand_size[: s.seats].tolist()
        self.came, self.left = {p: [] for p in range(s.seats)}, {p: [] for p in range(s.seats)}
        if self.seat != WATCHER:
            self.gone.update(LETTERS[card] for card in s.hand[self.seat] if card >= 0)

    def allows(self, world: Any, seat: int) -> bool:
        """Whether all that was in a hand can have come there: none was kept that went into the bag."""
        discards = iter(
            LETTERS[world.buried[i]] for i in range(world.buried_size) if world.buried_by[i] == seat
        )
        left = [(time, card or next(discards)) for time, card in self.left[seat]]
        left += [(1_000_000, LETTERS[card]) for card in world.hand[seat, : world.hand_size[seat]]]
        came = [(0, None)] * self.kept[seat] + self.came[seat]
        return len(
            matched([[j for j, one in enumerate(came) if self.fits(one, sink)] for sink in left])
        ) == len(left)

    def fits(self, source: tuple[int, str | None], sink: tuple[int, str]) -> bool:
        """Whether a card that came can be one that left."""
        (came, card), (left, kind) = source, sink
        return came < left and (card == kind or (card is None and (came > 0 or self.gone[kind] < 3)))


def shown(verb: str, words: list[str]) -> list[str]:
    """The cards that an action lays face up."""
    if verb == "exchange":
        return [words[0], words[0] if words[2] == "double" else words[1]]
    return words[:1] if verb in ("play", "spend") else []


def matched(fitting: list[list[int]]) -> dict[int, int]:
    """As many as can be, each with one of those that fit it and no two with the same (Kuhn's algorithm)."""
    partner: dict[int, int] = {}

    def find(one: int, tried: set[int]) -> bool:
        for other in fitting[one]:
            if other not in tried:
                tried.add(other)
                if other not in partner or find(partner[other], tried):
                    partner[other] = one
                    return True
        return False

    for one in range(len(fitting)):
        find(one, set())
    return partner


@cache
def second_rounds(seats: int, count: int = 4) -> tuple[tuple[int, ...], ...]:
    """Actions of random matches."""
    return tuple(tuple(random_match(ARABANA_OPODOPO, seats, {}, seed).actions) for seed in range(count))


def states_of_second_rounds(seats: int) -> Iterator[Match]:
    for actions in second_rounds(seats):
        for now in walk(ARABANA_OPODOPO, seats, {}, list(actions)):
            if now.state.round == 2 and len(now.actions) % 10 == 0:
                yield now


@pytest.mark.rule("AO-10.3")
@pytest.mark.parametrize("seats", PLAYERS)
def test_hands_and_discards_can_have_come_about_in_second_rounds(seats):
    """The history of each hand is held against the worlds; ADR 11 says what the record forgets of it."""
    impossible, count = 0, 0
    for now in states_of_second_rounds(seats):
        for seat in (WATCHER, *range(seats)):
            book = Book(seat).write(now)
            others = [other for other in range(seats) if other != seat]
            assert all(book.allows(now.state, other) for other in others)  # the truth, to begin with
            for world in worlds(now, seat, 4, len(now.actions)):
                count += len(others)
                impossible += sum(not book.allows(world[0], other) for other in others)
    assert impossible <= count / 50, f"{impossible} of {count}"


@pytest.mark.rule("AO-10.3", "AO-7.3")
def test_cards_kept_at_the_reshuffle_are_those_that_were_neither_face_up_nor_discarded_by_the_observer():
    match = table(turn="blue", red="ij", blue="ac", green="bd", open="e", bag="", unseen={"red": "a"})
    play(match, "blue: take e; chance: reveal g; chance: reveal h; chance: reveal k; chance: reveal l")
    held = Counter[str]()
    for seed in range(60):
        world = match.world(RED, seed)
        held.update(hand(world, "green"))
        assert "e" in hand(world, "blue")
    assert set(held) == {"a", "b", "c", "d"}  # of A one is not face up, for red: the other it has discarded
    for seed in range(60):
        both = hand(match.world(RED, seed), "green") + hand(match.world(RED, seed), "blue")
        assert sorted(both) == ["a", "b", "c", "d", "e"]


@pytest.mark.rule("AO-10.3", "AO-10.2", "AO-9.6")
def test_a_card_that_was_kept_is_played_though_another_one_like_it_was_remembered():
    """Red sees blue play A, kept at the reshuffle, and takes it for the one that may have been stolen."""
    match = table(turn="green", red="aj", blue="ac", green="", open="ef", bag="", stones={"blue": "ku"})
    play(match, "green: take f; red: take e; " + "; ".join(f"chance: reveal {letter}" for letter in "ahkl"))
    play(match, "blue: take h; chance: reveal g; green: take a; chance: reveal m; red: take k")
    play(match, "chance: reveal n; blue: ku green; blue: steal f; blue: play a l; blue: take g")
    play(match, "chance: reveal o; green: play a b; green: take l; chance: reveal p")
    worlds_of_red = [match.world(RED, seed) for seed in range(200)]
    hands = {(hand(world, "blue"), hand(world, "green")) for world in worlds_of_red}
    assert (hand(match, "blue"), hand(match, "green")) in hands
    assert all("c" in blue and "l" in green for blue, green in hands)


# ── Hidden reasons ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-10.4", "AO-9.6")
def test_no_step_is_left_out_because_there_is_nothing_to_choose():
    match = table(turn="blue", blue="a", green="bb", red="c", round=2, stones={"blue": "ku"}, open="efgh")
    play(match, "blue: ku green")
    assert (phase(match), mover(match), choices(match)) == ("stealing", "blue", ["steal b"])
    laying = play(Match(ARABANA_OPODOPO, 3), "; ".join(f"deal {card}" for card in "aaabbbcdefgh"))
    assert (mover(laying), len(laying.moves)) == ("red", 2)


@pytest.mark.rule("AO-10.4")
@pytest.mark.parametrize("gods", [False, True])
def test_a_possible_world_asks_the_same_seat_the_same_thing(gods):
    match = random_match(ARABANA_OPODOPO, 4, {"gods": gods}, 3)
    for now in walk(ARABANA_OPODOPO, 4, {"gods": gods}, match.actions):
        if len(now.actions) % 16 == 0:
            for seat in (WATCHER, 0, 3):
                world = now.world(seat, len(now.actions))
                assert (world.to_move, phase(world)) == (now.to_move, phase(now))
                if now.to_move == seat != CHANCE:
                    assert world.moves == now.moves


# ── Taking back ─────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-10.1")
def test_a_card_that_was_shown_by_playing_it_stays_played():
    match = play(table(red="ab", open="efgh"), "red: play a l")
    assert match.undoable(RED) == 0
    assert play(table(red="ab", open="efgh"), "red: discard a").undoable(RED) == 1  # nobody has seen it


@pytest.mark.rule("AO-10.1", "AO-10.2")
def test_a_card_that_all_knew_can_be_taken_back():
    match = play(taken_by_blue(), "red: take g; chance: reveal l; blue: play e l")
    assert match.undoable(BLUE) == 1


@pytest.mark.rule("AO-10.1", "AO-9.7", "AO-9.6")
def test_what_ku_showed_or_pele_gave_is_not_taken_back():
    match = play(robbing("ku"), "blue: ku green")
    assert match.undoable(BLUE) == 0
    match = play(robbing("pele"), "blue: pele; chance: plunder e; chance: plunder i")
    assert match.undoable(BLUE) == 0
    assert play(match, "blue: give c").undoable(BLUE) == 0
    assert play(match, "blue: give a").undoable(BLUE) == 0


@pytest.mark.rule("AO-10.1", "AO-2.1")
def test_the_deal_is_known_to_each_alone():
    match = set_up(3, {"red": "abc", "blue": "def", "green": "ghi"}, open="jklm")
    for colour in SEATS[:3]:
        for reader in READERS:
            own = SEATS[reader] == colour if reader != WATCHER else False
            assert seen(match, reader, colour) == (hand(match, colour) if own else "???")
