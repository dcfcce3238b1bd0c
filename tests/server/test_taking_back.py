"""Taking back: free while nobody has learnt anything, else by consent of the others."""

from __future__ import annotations

import pytest
from tests.server.laid import act, draws, playing

from archipel.server import conduct
from archipel.server.entries import AskedBack, Replaced, TookBack, Voted
from archipel.server.refusal import Refused
from archipel.server.table import Table


def test_taking_back_is_free_while_nobody_has_learnt_anything():
    table = playing()
    before, seat = table.branch(), table.to_move
    assert seat is not None
    act(table)
    entry = conduct.take_back(table, 3.0, seat, table.position)
    assert isinstance(entry, TookBack)
    table.apply(entry)
    assert table.match is not None
    assert before.match is not None
    assert table.match.state_bytes() == before.match.state_bytes()
    assert table.drawn == before.drawn
    assert table.position == table.number  # old positions are stale now


def asked() -> tuple[Table, int]:
    """A table where somebody has asked to take back what others have seen."""
    table = playing()
    seat = table.to_move
    assert seat is not None
    act(table)
    while table.to_move == seat:
        act(table)
    act(table)  # another seat has acted upon it
    entry = conduct.take_back(table, 3.0, seat, table.position)
    assert isinstance(entry, AskedBack)
    table.apply(entry)
    return table, seat


def test_else_the_others_are_asked_and_all_must_agree():
    table, seat = asked()
    voters = sorted(table.voters())
    assert seat not in voters
    assert len(voters) == 2
    for voter in (seat, seat):
        with pytest.raises(Refused, match="no_vote"):
            conduct.vote(table, 4.0, voter, True)
    table.apply(conduct.vote(table, 4.0, voters[0], True))
    assert conduct.agreed(table, 4.0) is None
    with pytest.raises(Refused, match="no_vote"):
        conduct.vote(table, 4.0, voters[0], False)
    table.apply(conduct.vote(table, 4.0, voters[1], True))
    entry = conduct.agreed(table, 5.0)
    assert isinstance(entry, TookBack)
    table.apply(entry)
    assert table.proposal is None
    assert table.to_move == seat


def test_one_no_or_a_new_action_ends_the_question():
    table, _ = asked()
    voter = min(table.voters())
    refused, gone_on = table.branch(), table.branch()
    refused.apply(Voted(4.0, voter, False))
    assert refused.proposal is None
    act(gone_on)
    assert gone_on.proposal is None
    with pytest.raises(Refused, match="no_proposal"):
        conduct.vote(gone_on, 5.0, voter, True)


def test_a_bot_does_not_agree_for_the_one_it_plays_for():
    table, seat = asked()
    voters = table.voters()
    for voter in sorted(voters):
        table.apply(Replaced(4.0, voter, "random"))
    assert table.voters() == voters
    assert conduct.agreed(table, 4.0) is None
    gone_on = table.branch()
    act(gone_on)  # nobody has to wait for their votes
    assert gone_on.proposal is None
    assert isinstance(conduct.take_back(gone_on, 5.0, seat, gone_on.position), AskedBack)
    for voter in sorted(voters):
        table.apply(conduct.vote(table, 5.0, voter, True))
    assert isinstance(conduct.agreed(table, 5.0), TookBack)


def test_what_somebody_decided_is_theirs_although_a_bot_plays_for_them_now():
    table = playing("ann", "bob")
    while table.to_move != 0:
        act(table)
    while table.to_move == 0:
        act(table)
    act(table)
    table.apply(Replaced(3.0, 1, "random"))
    assert isinstance(conduct.take_back(table, 3.0, 0, table.position), AskedBack)


def test_a_question_is_not_replaced_by_another():
    table = playing()
    first, second, third, _ = (act(table).seat for _ in range(4))
    table.apply(conduct.take_back(table, 3.0, second, table.position))
    table.apply(conduct.vote(table, 4.0, first, True))
    for seat in (second, third):
        with pytest.raises(Refused, match="stale"):
            conduct.take_back(table, 4.0, seat, table.position)
    table.apply(conduct.vote(table, 4.0, third, False))
    assert isinstance(conduct.take_back(table, 5.0, third, table.position), AskedBack)


def test_bots_have_no_vote():
    alone = playing("ann", "level:1")
    while alone.to_move != 0:
        act(alone)
    act(alone)
    while alone.to_move != 0:
        act(alone)
    act(alone)
    assert isinstance(conduct.take_back(alone, 3.0, 0, alone.position), TookBack)


def test_the_same_draw_follows_an_action_that_is_taken_back_and_taken_again():
    """No second look into the deck, whatever is agreed."""
    table = playing("ann", "level:1")
    for _ in range(60):
        before, entry = table.branch(), act(table)
        if entry.chance and entry.seat == 0:
            break
    assert entry.chance
    taken = conduct.take_back(table, 3.0, 0, table.position)
    assert isinstance(taken, TookBack)
    table.apply(taken)
    assert table.drawn == before.drawn
    assert table.match is not None
    same = table.match.spell(entry.action)
    again = conduct.act(table, 4.0, 0, same, table.position, draws(table), table.tongue("en"))
    assert again.chance == entry.chance
