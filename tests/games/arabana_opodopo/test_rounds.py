"""The two rounds, their scorings and the final turns (AO-7, AO-8)."""

import random
from collections import Counter
from functools import cache

import pytest
from tests.games.arabana_opodopo.scripts import (
    ARABANA_OPODOPO,
    PLAYERS,
    bag,
    bridges,
    built,
    choices,
    control,
    face_up,
    hand,
    mover,
    open_cards,
    phase,
    play,
    points,
    refusal,
    stones,
    table,
    unseen,
    verbs,
    winner,
)

from archipel.core.match import Match
from archipel.games.arabana_opodopo.notation import SEATS

TURNS = {3: 39, 4: 36}  # of the first round
ROWS = [
    # island, own bridges, points in the small scoring
    ("b", 2, 1), ("b", 3, 0),
    ("g", 3, 2), ("g", 4, 1), ("g", 5, 0),
    ("l", 4, 3), ("l", 5, 2), ("l", 6, 1), ("l", 7, 0),
]  # fmt: skip
SLOTS = {"b": "ab be bh", "g": "eg gh gk gl gm", "l": "al dl el gl il jl kl"}


def last_draw(**chosen):
    """A table at which the player on turn takes the last card of the round."""
    return play(table(**{"open": "p", "bag": "", **chosen}), "take p")


def held(island, own, others=""):
    """The bridges of an island: as many red ones, and the rest free or another player's."""
    slots = SLOTS[island].split()
    red = built("red", " ".join(slots[:own]))
    return f"{red} {built(others, ' '.join(slots[own:]))}" if others else red


def second_round(match):
    """Lay out the four open cards of the second round, any."""
    while mover(match) == "chance":
        match.step(match.moves[0])
    return match


@cache
def random_turns(seats, seed, gods):
    """A random match to its end, and what its players did: the round, who, and the verb."""
    match, chooser = Match(ARABANA_OPODOPO, seats, {"gods": gods}, seed=seed), random.Random(seed)
    done = []
    while not match.over:
        action = chooser.choice(match.moves)
        done.append((int(match.state.round), mover(match), match.spell(action).split()[0]))
        match.step(action)
    return match, done


# ── The end of the first round ──────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-7.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_first_round_is_over_when_the_last_open_card_is_taken(seats):
    match = table(seats=seats, open="op", bag="", bridges=held("g", 3))
    play(match, "red: take o")
    assert (match.state.round, points(match)[0], mover(match)) == (1, 0, "blue")
    play(match, "blue: take p")
    assert (match.state.round, points(match)[0], mover(match)) == (2, 2, "chance")


@pytest.mark.rule("AO-7.1")
def test_open_cards_and_bag_count_together():
    """The last card of the bag is not the last card: the round goes on until no open one is left."""
    match = table(open="mnop", bag="a", bridges=held("g", 3))
    play(match, "red: draw; chance: deal a; blue: take m")
    assert (open_cards(match), mover(match), match.state.round) == ("nop", "green", 1)
    play(match, "green: take n; red: take o; blue: take p")
    assert (match.state.round, points(match)) == (2, (2, 0, 0))


@pytest.mark.rule("AO-7.1", "AO-3.5")
def test_an_empty_bag_replaces_nothing_and_cannot_be_drawn_from():
    match = table(open="mnop", bag="a")
    play(match, "red: take m; chance: reveal a")
    assert open_cards(match) == "anop"
    assert refusal(match, "draw") == ("AO-3.5", "The bag is empty.")
    play(match, "blue: take n")
    assert (open_cards(match), mover(match)) == ("aop", "green")


@pytest.mark.rule("AO-7.1")
def test_cards_can_still_be_played_before_the_last_is_drawn_and_count_in_the_scoring():
    match = table(open="p", bag="", bridges=built("red", "eg gh"), red="g")
    play(match, "red: play g m; red: take p")
    assert points(match) == (2, 0, 0)


# ── The small scoring ───────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-7.2")
@pytest.mark.parametrize("others", ["", "blue", "green"])
@pytest.mark.parametrize(("island", "own", "scored"), ROWS)
def test_an_island_scores_the_slots_its_controller_does_not_hold(island, own, scored, others):
    """Whether they are empty or another player's."""
    match = table(bridges=held(island, own, others), open="p", bag="")
    assert control(match) == {island: "red"}
    assert points(play(match, "red: take p")) == (scored, 0, 0)


@pytest.mark.rule("AO-7.2")
def test_who_controls_nothing_scores_nothing_however_many_bridges_there_are():
    match = last_draw(bridges=held("b", 1) + " " + built("red", "gk gl") + " " + built("blue", "no jo il"))
    assert (control(match), points(match)) == ({}, (0, 0, 0))


@pytest.mark.rule("AO-7.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_all_players_score_all_their_islands_and_add_them_to_their_points(seats):
    """Red has Gavuloa with three and Bolimau with two, the last player Nuridan with two; blue has none."""
    other = SEATS[seats - 1]
    pieces = f"{held('g', 3)} {held('b', 2)} {built(other, 'cn no')}"
    start = (4, 0, 3) if seats == 3 else (4, 0, 0, 3)
    match = last_draw(seats=seats, bridges=pieces, points=start)
    assert control(match) == {"b": "red", "g": "red", "n": other}
    assert points(match) == ((7, 0, 4) if seats == 3 else (7, 0, 0, 4))


# ── Between the rounds ──────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-7.3")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_discard_is_shuffled_into_the_bag_and_four_cards_are_laid_open(seats):
    """Cards that were played, and those discarded unseen, by whomever."""
    unseen_by = {"red": "ab", "blue": "c"}
    match = last_draw(seats=seats, unseen=unseen_by, red="ff", blue="ggg", green="h")
    assert (face_up(match), unseen(match, "red"), unseen(match, "blue")) == ("", "", "")
    assert (phase(match), open_cards(match), len(bag(match))) == ("opening", "", 48 - 7)
    assert Counter(bag(match)) + Counter("ffggghp") == Counter("abcdefghijklmnop" * 3)
    play(match, "chance: reveal a; chance: reveal a; chance: reveal a; chance: reveal b")
    assert (open_cards(match), len(bag(match)), phase(match)) == ("aaab", 48 - 11, "turn")


@pytest.mark.rule("AO-7.3")
def test_hands_bridges_markers_and_stones_remain():
    pieces = held("g", 3) + " no:blue"
    match = table(
        bridges=pieces,
        red="fff",
        blue="gh",
        open="p",
        bag="",
        stones={"red": "ku", "blue": "lono pele"},
        lying={"l": "kane", "n": "ku"},
    )
    before = bridges(match), control(match), hand(match, "blue")
    second_round(play(match, "red: take p"))
    assert (bridges(match), control(match), hand(match, "blue")) == before
    assert hand(match, "red") == "fffp"
    assert (stones(match, "red"), stones(match, "blue")) == (["ku"], ["pele", "lono"])
    lying = {island["island"]: island["stone"] for island in match.show(0)["islands"] if island["stone"]}
    assert lying == {"l": "kane", "n": "ku"}


@pytest.mark.rule("AO-7.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_second_round_is_begun_by_who_comes_after_the_player_who_drew_last(seats):
    for seat, colour in enumerate(SEATS[:seats]):
        match = second_round(last_draw(seats=seats, turn=colour))
        assert (mover(match), match.state.round) == (SEATS[(seat + 1) % seats], 2)


@pytest.mark.rule("AO-7.4")
@pytest.mark.parametrize("gods", [False, True])
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_first_round_always_lasts_the_same_number_of_turns(seats, gods):
    """Each turn of the first round ends with one draw, and the beginner begins the second round as well."""
    complete = 0
    for seed in range(30):
        match, done = random_turns(seats, seed, gods)
        second = [who for round, who, _ in done if round == 2]
        if not second:  # an eleventh island ended the match
            continue
        assert sum(round == 1 and verb in ("take", "draw") for round, _, verb in done) == TURNS[seats]
        assert second[0] == SEATS[match.state.first]
        complete += 1
    assert complete > 0


# ── Final turns ─────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-8.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_after_the_last_card_everybody_has_one_more_turn_the_player_who_drew_it_last(seats):
    for seat in range(seats):
        match = last_draw(seats=seats, round=2, turn=SEATS[seat])
        order = [SEATS[(seat + i) % seats] for i in range(1, seats + 1)]
        for colour in order:
            assert (mover(match), match.state.final, match.over) == (colour, 1, False)
            play(match, "end")
        assert (match.over, mover(match)) == (True, "nobody")


@pytest.mark.rule("AO-8.1")
def test_the_final_turns_begin_only_with_the_last_card_of_the_second_round():
    assert not last_draw(round=1).state.final
    match = play(table(round=2, open="op", bag=""), "red: take p")
    assert (match.state.final, mover(match)) == (0, "blue")
    assert refusal(match, "end") == ("AO-3.7", "While cards are left a turn ends with a draw.")
    assert play(match, "blue: take o").state.final


@pytest.mark.rule("AO-8.1")
def test_nobody_draws_in_a_final_turn():
    match = table(final=True, red="no")
    assert verbs(match) == {"play", "discard", "end"}
    for action in ("draw", "take p"):
        assert refusal(match, action) == ("AO-8.1", "Nobody draws in the final turns.")
    play(match, "red: play n o; red: play o p; red: end")
    assert (hand(match, "red"), bridges(match), mover(match)) == ("", "no:red op:red", "blue")


# ── Deferring ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-8.2")
@pytest.mark.parametrize(
    ("others", "possible"),
    [((7, 0), True), ((0, 7), True), ((6, 6), False), ((5, 0), False), ((0, 0), False)],
)
def test_the_final_turn_is_deferred_only_while_somebody_with_strictly_more_points_has_not_had_it(
    others, possible
):
    match = table(final=True, points=(6, *others))
    assert ("defer" in choices(match)) is possible
    if not possible:
        reason = "Nobody with more points has yet to play the final turn."
        assert refusal(match, "defer") == ("AO-8.2", reason)


@pytest.mark.rule("AO-8.2")
def test_players_who_have_had_theirs_do_not_count():
    assert "defer" in choices(table(seats=4, final=True, points=(6, 9, 9, 0), finished="green"))
    assert "defer" not in choices(table(seats=4, final=True, points=(6, 9, 9, 0), finished="green blue"))


@pytest.mark.rule("AO-8.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_who_defers_is_offered_the_turn_again_after_the_others(seats):
    match = table(seats=seats, final=True, points=(1, *range(2, seats + 1)))
    for colour in SEATS[: seats - 1]:
        play(match, f"{colour}: defer")
    play(match, f"{SEATS[seats - 1]}: end")  # the leader, who may not defer
    assert mover(match) == "red"


@pytest.mark.rule("AO-8.2")
def test_one_may_defer_more_than_once():
    match = table(seats=4, final=True, points=(1, 2, 3, 4))
    play(match, "red: defer; blue: defer; green: defer; yellow: end")
    play(match, "red: defer; blue: defer; green: end; red: defer; blue: end; red: end")
    assert match.over


@pytest.mark.rule("AO-8.2")
def test_the_choice_comes_before_the_first_action_of_the_turn():
    for action in ("play n o", "discard n", "kanaloa n o", "ku blue; red: steal b"):
        match = table(final=True, points=(0, 5, 0), red="nn", blue="b", stones={"red": "kanaloa ku"})
        assert "defer" in choices(match)
        play(match, f"red: {action}")
        assert "defer" not in choices(match)
        assert refusal(match, "defer") == ("AO-8.2", "You have begun your final turn.")


@pytest.mark.rule("AO-8.2")
@pytest.mark.parametrize("round", [1, 2])
def test_no_other_turn_can_be_deferred(round):
    match = table(round=round, points=(0, 5, 0))
    assert refusal(match, "defer") == ("AO-8.2", "Only the final turn can be deferred.")


@pytest.mark.rule("AO-8.2", "AO-9.3")
@pytest.mark.parametrize(("god", "possible"), [("kane", True), ("ku", False)])
def test_what_counts_are_the_points_when_the_offer_is_made_with_those_of_kane(god, possible):
    """Red, level with blue before, gains a stone in the turn that draws the last card."""
    match = table(round=2, open="p", bag="", points=(5, 5, 5), bridges="ab:red", red="b", lying={"b": god})
    play(match, "red: play b e; red: take p")
    assert (mover(match), points(match)) == ("blue", (5 + possible, 5, 5))
    assert ("defer" in choices(match)) is possible


@pytest.mark.rule("AO-8.2", "AO-9.3")
def test_nobody_can_wait_for_a_player_whom_kane_put_ahead_in_the_final_turn():
    """Red is ahead now, but has had the turn."""
    match = table(final=True, points=(4, 4, 4), bridges="ab:red", red="b", lying={"b": "kane"})
    play(match, "red: play b e; red: end")
    assert (points(match), mover(match)) == ((5, 4, 4), "blue")
    assert refusal(match, "defer")[0] == "AO-8.2"


@pytest.mark.rule("AO-8.2", "AO-8.1")
@pytest.mark.parametrize("gods", [False, True])
@pytest.mark.parametrize("seats", PLAYERS)
def test_all_final_turns_end_and_everybody_has_exactly_one(seats, gods):
    deferred = 0
    for seed in range(30):
        match, done = random_turns(seats, seed, gods)
        if match.outcome.reason == "eleventh_island":
            continue
        assert sorted(match.state.finished[:seats].tolist()) == list(range(1, seats + 1))
        verbs_done = Counter(verb for _, _, verb in done)
        assert verbs_done["end"] - seats in range(2)  # one more where Lono took the last card
        deferred += verbs_done["defer"]
    assert deferred > 0


@pytest.mark.rule("AO-8.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_even_if_everybody_defers_whenever_they_may_the_final_turns_end(seats):
    chooser = random.Random(seats)
    for _ in range(50):
        start = tuple(chooser.choices(range(4), k=seats))
        match = table(seats=seats, final=True, turn=chooser.choice(SEATS[:seats]), points=start)
        offers = 0
        while not match.over:
            play(match, "defer" if "defer" in choices(match) else "end")
            offers += 1
        assert offers <= seats * (seats + 1) // 2


# ── The great scoring ───────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-8.3")
@pytest.mark.parametrize("others", ["", "blue"])
@pytest.mark.parametrize(("island", "own", "scored"), ROWS)
def test_in_the_great_scoring_each_island_gives_one_point_more(island, own, scored, others):
    match = table(bridges=held(island, own, others), final=True, finished="blue green")
    assert play(match, "red: end").outcome.points == (scored + 1, 0, 0)


@pytest.mark.rule("AO-8.3")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_points_are_added_to_those_on_the_track(seats):
    pieces = f"{held('g', 3)} {held('b', 3)} {built('blue', 'cn no')}"
    start = (4, 9, 1, 2)[:seats]
    match = table(seats=seats, bridges=pieces, final=True, points=start)
    while not match.over:
        assert points(match) == start  # not before all final turns are over
        play(match, "end")
    assert match.outcome.points == (4 + 3 + 1, 9 + 2, 1, 2)[:seats]


# ── The winner ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-8.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_whoever_has_the_most_points_wins(seats):
    match = table(seats=seats, final=True, turn="blue", points=(1, 4, 7, 5)[:seats])
    while not match.over:
        play(match, "end")
    assert (winner(match), match.outcome.reason, match.outcome.winners) == ("green", "points", (2,))
    assert match.outcome.places == (seats, seats - 1, 1, 2)[:seats]


@pytest.mark.rule("AO-8.4")
def test_the_great_scoring_may_turn_the_tables():
    match = table(final=True, bridges=held("g", 3), points=(0, 2, 0), finished="blue green")
    assert winner(play(match, "red: end")) == "red"


@pytest.mark.rule("AO-8.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_among_players_who_are_level_the_first_to_finish_the_final_turn_wins(seats):
    for seat, colour in enumerate(SEATS[:seats]):
        match = table(seats=seats, final=True, turn=colour, points=(6, 6, 6, 6)[:seats])
        while not match.over:
            play(match, "end")
        assert winner(match) == colour
        assert match.outcome.places == tuple((other - seat) % seats + 1 for other in range(seats))


@pytest.mark.rule("AO-8.4", "AO-8.2")
def test_who_deferred_finished_later():
    """Red and blue are level in the end; red was offered the turn first, but let it pass."""
    pieces = {"bridges": built("red", "ab be bh"), "points": (5, 6, 0)}
    assert play(table(final=True, **pieces), "end; end; end").outcome.winners == (0,)
    match = play(table(final=True, **pieces), "red: defer; blue: end; green: end; red: end")
    assert (match.outcome.points, match.outcome.winners) == ((6, 6, 0), (1,))


@pytest.mark.rule("AO-8.4")
def test_the_other_places_are_decided_in_the_same_way():
    match = table(seats=4, final=True, turn="green", points=(3, 9, 3, 3))
    play(match, "green: end; yellow: end; red: end; blue: end")
    assert match.outcome.places == (4, 1, 2, 3)


@pytest.mark.rule("AO-8.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_no_match_is_drawn(seats):
    for seed in range(30):
        outcome = random_turns(seats, seed, False)[0].outcome
        assert len(outcome.winners) == 1
        if outcome.reason == "points":
            assert sorted(outcome.places) == list(range(1, seats + 1))


# ── The end of a final turn ─────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-8.5")
def test_a_final_turn_ends_when_its_player_says_so():
    """With cards that could be played, after some, or after all of them."""
    script = ["play n o", "play o p", "discard h"]
    for count in range(len(script) + 1):
        match = play(table(final=True, red="noh"), "; ".join([*script[:count], "end"]))
        assert (mover(match), len(hand(match, "red"))) == ("blue", 3 - count)


@pytest.mark.rule("AO-8.5", "AO-3.4")
def test_one_card_can_be_discarded_unseen_in_it_and_no_second_one():
    match = play(table(final=True, red="hhhnnno"), "red: discard h")
    assert (unseen(match, "red"), "discard" in verbs(match)) == ("h", False)
    assert refusal(match, "discard h")[0] == "AO-3.4"


@pytest.mark.rule("AO-8.5", "AO-9.9")
def test_the_hand_limit_does_not_apply_in_it():
    match = table(final=True, red="hhhnnnop")
    assert "end" in choices(match)
    play(match, "red: end")
    assert (hand(match, "red"), mover(match)) == ("hhhnnnop", "blue")
