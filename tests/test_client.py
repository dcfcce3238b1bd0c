"""The client and the example bot, against a real server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from archipel import client
from archipel.client import Guest, Look, Refused
from archipel.examples import bot
from archipel.server import wire
from archipel.server.wire import Move
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


# ── A refusal is not the end ────────────────────────────────────────────────────────────────────
@contextmanager
def at_both_seats(server: Served) -> Iterator[tuple[str, Look]]:
    """A table whose players are one person, and the connection whose turn it is."""
    guest = Guest(server.address, name="Ann")
    table = guest.open_table("costa-ruana", seats=2)
    guest.sit(table, 1)
    guest.start(table)
    with guest.look(table, 0) as one, guest.look(table, 1) as two:
        for look in (one, two):
            next(iter(look))
        yield table, one if one.moves else two


def test_who_was_refused_can_act_in_the_same_position(server: Served) -> None:
    with at_both_seats(server) as (_, look):
        moves = look.moves
        with pytest.raises(Refused) as refused:
            look.act("place 99")
        assert refused.value.code == "bad_action"
        assert look.moves == moves
        look.act(moves[0].action)
        assert not look.moves


def test_a_seat_taken_back_from_a_bot_is_played_on(tmp_path: Path) -> None:
    with (
        serving(f"sqlite:///{tmp_path}/t.sqlite", tmp_path / "log", "--pace", "60") as server,
        at_both_seats(server) as (table, look),
    ):
        moves = look.moves
        look.guest.ask("PUT", f"/api/tables/{table}/seats/{look.seat}/stand-in", {"bot": "random"})
        with pytest.raises(Refused) as refused:
            look.act(moves[0].action)
        assert refused.value.code == "a_bot"
        look.come_back()
        news = next(one for one in look if not one.table.seats[look.seat or 0].bot)
        assert look.moves == moves, news
        look.act(moves[0].action)


def test_what_could_not_be_stored_is_asked_again(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = [wire.Refusal(1, code, "not now") for code in ("no_store", "busy", "too_often")]
    hear = Look._hear
    with at_both_seats(server) as (_, look):
        assert look.news is not None
        number = look.news.number
        monkeypatch.setattr(Look, "_hear", lambda look: failures.pop() if failures else hear(look))
        assert look.act(look.moves[0].action) > number
    assert not failures


def test_who_is_not_let_in_for_a_moment_comes_again(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = [wire.Refusal(0, code, "not now") for code in ("no_store", "busy", "too_often")]
    hear = Look._hear
    guest = Guest(server.address, name="Ann")
    table = guest.open_table("costa-ruana", seats=2)
    monkeypatch.setattr(Look, "_hear", lambda look: failures.pop() if failures else hear(look))
    with guest.look(table, 0) as look:
        assert next(iter(look)).seat == 0
    assert not failures
    with pytest.raises(Refused) as refused, guest.look(table, 1):
        pass
    assert refused.value.code == "not_yours"
    monkeypatch.setattr(client, "PATIENCE", 0.3)
    monkeypatch.setattr(Look, "_hear", lambda look: wire.Refusal(0, "busy", "not now"))
    with pytest.raises(Refused, match="not now"), guest.look(table, 0):
        pass


@pytest.mark.parametrize("page", [b"<html>Bad Gateway</html>", b"[]", b"", b"\xff", b'{"error": "busy"}'])
def test_a_proxy_without_its_server_refuses_too(page: bytes) -> None:
    class Proxy(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(502)
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        thread = threading.Thread(target=proxy.handle_request)
        thread.start()
        with pytest.raises(Refused, match="502 Bad Gateway") as refused:
            Guest(f"http://127.0.0.1:{proxy.server_port}")
        thread.join()
    assert refused.value.code == "502"


def test_the_example_goes_on_when_it_is_refused(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Guest(server.address, name="Ann")
    table = host.open_table("costa-ruana", seats=2, bots=["random"], sit=False)
    refused: list[str] = []

    def sit(guest: Guest, table: str) -> None:
        guest.ask("POST", f"/api/tables/{table}/seats/any", {})
        host.start(table)

    def choose(look: Look, choose: Any = bot.choose) -> Move:
        """Choose, while something happens that spoils it, once in each way."""
        move: Move = choose(look)
        spoil = {"a_bot": stand_in, "stale": be_faster}
        for code in spoil.keys() - refused if len(look.moves) > 1 else ():
            refused.append(code)
            spoil[code](look, move)
            break
        return move

    monkeypatch.setattr(Guest, "sit", sit)
    monkeypatch.setattr(bot, "choose", choose)
    bot.play(server.address, table)
    assert sorted(refused) == ["a_bot", "stale"]
    assert host.ask("GET", f"/api/tables/{table}")["status"] == "over"


def stand_in(look: Look, _: Move) -> None:
    """Let a bot play for somebody."""
    look.guest.ask("PUT", f"/api/tables/{look.table}/seats/{look.seat}/stand-in", {"bot": "level:1"})


def be_faster(look: Look, move: Move) -> None:
    """Act at the same seat, through another connection."""
    with look.guest.look(look.table, look.seat) as other:
        next(iter(other))
        other.act(next(one.action for one in other.moves if one != move))
