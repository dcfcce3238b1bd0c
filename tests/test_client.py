"""The client and the example bot, against a real server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from archipel.client import Guest, Refused
from archipel.examples import bot
from tests.server.serving import Served, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path}/t.sqlite", tmp_path / "log", "--pace", "0") as served:
        yield served


def test_the_example_plays_a_whole_match_with_a_person_and_a_bot(server: Served) -> None:
    host = Guest(server.address, name="Ann")
    table = host.open_table("costa-ruana", seats=3, bots=["level:1"])
    example = threading.Thread(target=bot.play, args=(server.address, table))
    example.start()
    with host.look(table, seat=0) as look:
        for news in look:
            if news.table.status == "open" and all(seat.name or seat.bot for seat in news.table.seats):
                host.start(table)
            if look.moves:
                look.act(look.moves[0].action)
        assert news.match is not None
        assert news.match.outcome is not None
    example.join(60)
    assert not example.is_alive()
    [verdict] = host.ask("GET", "/api/tables/mine")
    assert verdict["status"] == "over"


def test_a_killed_server_is_waited_for_and_nothing_is_missed(server: Served) -> None:
    guest = Guest(server.address, name="Ann")
    table = guest.open_table("costa-ruana", seats=2, bots=["random"], start=True)
    numbers: dict[int, None] = {}
    killed = False
    with guest.look(table, seat=0) as look:
        for news in look:
            numbers |= dict.fromkeys(line.number for line in news.lines)
            if len(numbers) > 6 and not killed:
                killed = True
                server.kill()
                server.start()
            if look.moves:
                look.act(look.moves[-1].action)
    assert killed
    assert list(numbers) == list(range(1, max(numbers) + 1))


def test_refusals_are_told_in_the_language_of_the_guest(server: Served) -> None:
    guest = Guest(server.address, name="Éric", lang="fr")
    table = guest.open_table("costa-ruana", seats=2, bots=["random"], start=True)
    with pytest.raises(Refused, match="partie") as refused:
        guest.sit(table)
    assert refused.value.code == "wrong_time"
    same = Guest(server.address, token=guest.token)
    assert (same.id, same.name) == (guest.id, "Éric")
    with same.look(table, seat=0) as look:
        next(iter(look))
        while not look.moves:
            next(iter(look))
        with pytest.raises(Refused) as refused:
            look.act("place 99")
        assert refused.value.code == "bad_action"
