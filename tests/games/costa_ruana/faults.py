"""Faults to plant in Costa Ruana, interpreted: the laws must catch each of them.

`python -m tests.games.costa_ruana.faults NAME` plants one, prints what the laws say, and fails if they
say nothing. Each fault is a small, likely slip; beside it stands what it is caught by.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from archipel.core import laws, match
from archipel.core.record import HIDDEN, NOTHING, OVER
from archipel.games import game
from archipel.games.costa_ruana import knowledge, legal, objections, rules
from archipel.games.costa_ruana.notation import card_name
from archipel.games.costa_ruana.parts import CARDS, COLOURS, MOST_SEATS
from archipel.games.costa_ruana.state import LYING, PUT, RIDE, SHOW, TAKE_BACK

FAULTS: dict[str, tuple[Callable[[], None], str]] = {}


def fault(caught_by: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def file(plant: Callable[[], None]) -> Callable[[], None]:
        FAULTS[plant.__name__] = plant, caught_by
        return plant

    return file


# ── Views ───────────────────────────────────────────────────────────────────────────────────────
def leak(field: str, spare: Callable[[Any, int], Any]) -> None:
    """Let `observe` forget to hide some cells of a field: `spare` gives their index."""
    whole = knowledge.observe

    def observe(s: Any, seat: int) -> None:
        index = spare(s, seat)
        kept = None if index is None else getattr(s, field)[index]
        whole(s, seat)
        if index is not None:
            getattr(s, field)[index] = kept

    knowledge.observe = observe


@fault("sees what it was not told")
def a_view_shows_the_first_card_of_the_next_hand() -> None:
    leak("hand", lambda s, seat: ((seat + 1) % s.seats, 0) if s.actor != OVER else None)


@fault("sees what it was not told")
def a_view_shows_the_next_hand() -> None:
    whole = knowledge.observe

    def observe(s: Any, seat: int) -> None:
        other = (seat + 1) % s.seats
        hand = [s.hand[other, i] for i in range(s.hand_size[other])]
        whole(s, seat)
        for i, card in enumerate(hand):
            s.hand[other, i] = card

    knowledge.observe = observe


@fault("sees what it was not told")
def a_view_shows_the_last_card_face_down() -> None:
    leak("table", lambda s, seat: s.laid - 1 if s.seats < s.laid and s.fate[s.laid - 1] == LYING else None)


@fault("sees worlds apart")
def a_view_shows_the_draw_pile() -> None:
    leak("pile", lambda s, seat: 0)


@fault("sees worlds apart")
def a_view_shows_whether_a_hand_is_strong() -> None:
    """Not a card, only a hint: the pile hidden in another way."""
    whole = knowledge.observe

    def observe(s: Any, seat: int) -> None:
        strong = s.actor != OVER and s.hand[(seat + 1) % s.seats, 0] < CARDS // 4
        whole(s, seat)
        s.pile[0] = HIDDEN + strong

    knowledge.observe = observe


# ── Worlds ──────────────────────────────────────────────────────────────────────────────────────
@fault("cards: ")
def worlds_forget_the_cards_played() -> None:
    whole = knowledge.gather_unseen

    def gather_unseen(s: Any) -> int:
        played = sum(s.discard)
        unseen = whole(s)
        for card in range(CARDS):
            s.pile[card] += s.discard[card]
        return unseen + played

    knowledge.gather_unseen = gather_unseen


@fault("cards: ")
def worlds_deal_ones_own_hand_again() -> None:
    whole = knowledge.determinize

    def determinize(s: Any, seat: int, rng: Any) -> None:
        whole(s, seat, rng)
        if seat >= 0 and s.hand_size[seat]:
            s.pile[s.hand[seat, 0]] += 1

    knowledge.determinize = determinize


@fault("treasures: ")
def worlds_have_empty_huts() -> None:
    whole = knowledge.determinize

    def determinize(s: Any, seat: int, rng: Any) -> None:
        whole(s, seat, rng)
        for other in range(s.seats):
            s.hut[other] *= other == seat

    knowledge.determinize = determinize


@fault("view tells worlds apart")
def worlds_shuffle_ones_own_hand() -> None:
    whole = knowledge.determinize

    def determinize(s: Any, seat: int, rng: Any) -> None:
        whole(s, seat, rng)
        if seat >= 0 and s.hand_size[seat] > 1:
            s.hand[seat, 0], s.hand[seat, 1] = s.hand[seat, 1], s.hand[seat, 0]

    knowledge.determinize = determinize


# ── What is told ────────────────────────────────────────────────────────────────────────────────
@fault("is told what it may not see")
def everybody_is_told_the_cards_drawn() -> None:
    whole = knowledge.witness
    knowledge.witness = lambda s, action, seat: action if action < SHOW else whole(s, action, seat)


@fault("is told what it may not see")
def everybody_is_told_the_cards_face_down() -> None:
    whole = knowledge.witness
    knowledge.witness = lambda s, action, seat: action if action >= SHOW else whole(s, action, seat)


@fault("is told [")
def events_are_made_from_the_state() -> None:
    def events(self: match.Moment, seat: int) -> Any:
        return self.game.words.events(self.before[0], self.action, self.after[0])

    match.Moment.events = events  # type: ignore[method-assign]


@fault("tells worlds apart")
def an_objection_says_who_has_the_card() -> None:
    whole = objections.CHECKS["up"]

    def objection(self: match.Match, action: int, tongue: Any) -> Any:
        return objections.objection(self.state, action, tongue)

    def card(s: Any, card: str, before: str) -> Any:
        for seat in range(s.seats):
            if seat != s.actor and card in map(card_name, s.hand[seat]):
                return whole(s, card, before) and ("CR-3.1", f"{COLOURS[seat]} has it.", {})
        return whole(s, card, before)

    match.Match.objection = objection  # type: ignore[method-assign]
    objections.CHECKS |= {"up": card, "down": card}


@fault("learns from an action that reveals nothing")
def a_card_laid_open_counts_as_no_news() -> None:
    match.Moment.revealed = property(lambda self: False)  # type: ignore[assignment]


# ── Legal moves ─────────────────────────────────────────────────────────────────────────────────
def list_also(name: str, extra: Callable[[Any], int | None]) -> None:
    """Let a function of `legal` list one action more."""
    whole = getattr(legal, name)

    def listed(s: Any, moves: Any, *more: Any) -> int:
        n: int = whole(s, moves, *more)
        action = extra(s)
        if action is not None and action not in list(moves[:n]):
            moves[n] = action
            n += 1
        return n

    setattr(legal, name, listed)


@fault("a move is listed that is not legal")
def an_island_out_of_play_can_be_settled() -> None:
    list_also("legal_places", lambda s: PUT + s.islands)


@fault("a move is listed that is not legal")
def a_native_can_be_returned_from_any_island() -> None:
    list_also("legal_returns", lambda s: TAKE_BACK)


@fault("a move is listed that is not legal")
def a_native_can_ride_a_card_that_is_not_there() -> None:
    list_also("legal_rides", lambda s: RIDE + s.laid)


@fault("is legal and not listed")
def the_last_island_cannot_be_settled() -> None:
    whole = legal.legal_places
    legal.legal_places = lambda s, moves: max(1, whole(s, moves) - 1)


@fault("a move is listed twice")
def the_same_card_is_listed_for_each_copy() -> None:
    def legal_cards(s: Any, moves: Any, play: int) -> int:
        n = 0
        for i in range(s.hand_size[s.actor]):
            for seat in range(s.seats):
                moves[n] = play + s.hand[s.actor, i] * MOST_SEATS + seat
                n += 1
        return n

    legal.legal_cards = legal_cards


@fault("moves tell worlds apart")
def the_order_of_moves_depends_on_another_hand() -> None:
    whole = legal.legal_rides

    def legal_rides(s: Any, moves: Any) -> int:
        n: int = whole(s, moves)
        if n > 1 and s.hand[(s.actor + 1) % s.seats, 0] < CARDS // 4:
            moves[0], moves[1] = moves[1], moves[0]
        return n

    legal.legal_rides = legal_rides


@fault("is legal and not listed")
def nobody_may_pass() -> None:
    whole = legal.legal_rides
    legal.legal_rides = lambda s, moves: max(1, whole(s, moves) - 1)


# ── Pieces, the end ─────────────────────────────────────────────────────────────────────────────
@fault("natives of seat")
def a_native_on_a_discarded_card_is_lost() -> None:
    whole = rules.discard

    def discard(s: Any, number: int, fate: int) -> None:
        for seat in range(s.seats):
            if s.rides[seat] == number:
                s.rides[seat] = NOTHING
        whole(s, number, fate)

    rules.discard = discard


@fault("treasures: ")
def a_treasure_is_carried_twice() -> None:
    whole = rules.move_treasure

    def move_treasure(s: Any, source: int, target: int) -> None:
        whole(s, source, target)
        s.treasures[target] += 1

    rules.move_treasure = move_treasure


@fault("longer than the bound")
def the_bound_is_too_small() -> None:
    rules.LONGEST = 90


@fault("do not follow")
def nobody_comes_second() -> None:
    whole = rules.score

    def score(s: Any, points: Any, places: Any) -> int:
        reason: int = whole(s, points, places)
        for seat in range(s.seats):
            places[seat] += places[seat] > 1
        return reason

    rules.score = score


def main(name: str) -> int:
    if name != "nothing":
        FAULTS[name][0]()
    for seed in range(3):
        try:
            laws.check_all(game("costa-ruana"), 3, {}, seed)
        except laws.LawBroken as error:
            print(str(error).splitlines()[0])
            return 0
    print("the laws see nothing wrong")
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
