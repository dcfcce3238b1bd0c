"""Playing again: who sits where at the next table, who decides for it, and who can find it."""

from __future__ import annotations

import asyncio
import random
import shutil
from typing import Any

import pytest
from tests.server.visits import NOBODY, Ear, a_table, act, evening, played, playing, sit

from archipel.server import conduct
from archipel.server.again import rematch
from archipel.server.house import House
from archipel.server.refusal import Refused
from archipel.server.table import Seat


def test_playing_again_moves_everybody_one_seat_on(tmp_path):
    async def work(house: House) -> None:
        live = await a_table(house.hall, "costa-ruana", 3, bots=("random",))
        with pytest.raises(Refused, match="wrong_time"):
            await rematch(house.hall, live, "ann")
        dice = random.Random(1)
        while not playing(live).over:
            if live.table.to_move in (0, 1):
                await act(house.hall, live, dice.choice(playing(live).moves))
            await asyncio.sleep(0.001)
        with pytest.raises(Refused, match="not_yours"):
            await rematch(house.hall, live, "zoe")
        found = await asyncio.gather(*(rematch(house.hall, live, guest) for guest in ("ann", "bob") * 3))
        [id] = {one.table.id for one in found}
        assert live.table.followed_by == id
        again = await house.hall.live(id)
        assert [seat.name or seat.bot for seat in again.table.seats] == ["random", "Ann", "Bob"]
        assert [seat.kept_for for seat in again.table.seats] == ["", "ann", "bob"]
        assert again.table.number == 3  # nobody can come in between
        assert again.seed != live.seed
        assert again.table.opened.commitment != live.table.opened.commitment
        assert again.table.opened.rematch_of == live.table.id
        assert again.revealed is None
        await house.hall.do(again, lambda t: conduct.stand(t, 1.0, "bob", 2, NOBODY))
        assert (await rematch(house.hall, live, "bob")).table.id == id
        assert not again.table.seats[2].kept_for  # whoever left is not fetched back

    evening(tmp_path, work)


def test_nobody_can_tell_the_table_of_the_next_match_from_what_is_revealed(tmp_path):
    """Of one match, the same seed and all: another house plays on elsewhere."""
    found: list[str] = []

    async def first(house: House) -> None:
        live = await played(house, people=2, bots=0)
        assert live.revealed
        found.append(live.table.id)

    async def again(house: House) -> None:
        found.append((await rematch(house.hall, await house.hall.live(found[0]), "ann")).table.id)

    evening(tmp_path, first, secret="kept")
    for secret in ("kept", "guessed"):
        (tmp_path / secret).mkdir()
        shutil.copy(tmp_path / "tables.db", tmp_path / secret)
        evening(tmp_path / secret, again, secret=secret)
    assert len(set(found)) == 3


def test_the_next_match_begins_when_all_sat_down_by_themselves_or_their_seats_were_given_free(tmp_path):
    async def work(house: House) -> None:
        live = await played(house, people=3, bots=0)
        live.listeners.add(Ear("ann"))
        again = await rematch(house.hall, live, "bob")
        assert again.table.opened.host == "ann"  # as before, whoever asks

        async def do(plan: Any, *given: Any) -> None:
            await house.hall.do(again, lambda t: plan(t, 1.0, *given))

        with pytest.raises(Refused, match="not_full"):
            await do(conduct.start, "ann", NOBODY, again.draws)
        await do(conduct.sit, "bob", "Robert", None, "bob's own")
        assert again.table.seats[2] == Seat("bob", "Bob", "bob's own", since=1.0)  # his own, called as before
        for refused in ((conduct.sit, "zoe", "Zoë", 0), (conduct.fill, "ann", 0, "random", NOBODY)):
            with pytest.raises(Refused, match="kept"):
                await do(*refused)
        with pytest.raises(Refused, match="full"):
            await do(conduct.sit, "zoe", "Zoë", None)
        await do(conduct.sit, "ann", "Ann", 1)
        with pytest.raises(Refused, match="not_host"):
            await do(conduct.stand, "bob", 0, NOBODY)
        await do(conduct.stand, "ann", 0, NOBODY)
        assert not again.table.sent_away
        await do(conduct.fill, "ann", 0, "random", NOBODY)
        await do(conduct.start, "ann", NOBODY, again.draws)
        assert again.table.entropies() == ("", "", "bob's own")

    evening(tmp_path, work)


def test_who_played_among_bots_can_begin_again_at_once(tmp_path):
    async def work(house: House) -> None:
        live = await played(house, people=1, bots=1)
        again = await rematch(house.hall, live, "ann")
        await sit(house.hall, again, 1, "Ann")
        await house.hall.do(again, lambda t: conduct.start(t, 1.0, "ann", NOBODY, again.draws))

    evening(tmp_path, work)


def test_whoever_asks_is_the_host_of_the_next_match_if_the_one_before_has_gone(tmp_path):
    async def work(house: House) -> None:
        live = await played(house, people=2, bots=0)
        assert (await rematch(house.hall, live, "bob")).table.opened.host == "bob"

    evening(tmp_path, work)
