"""Tables over real websockets: whole matches, lost connections, repeated, late and racing actions."""

from __future__ import annotations

import asyncio
import random
import socket as sockets
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.wires import Open, Person, Wire, opened
from websockets.exceptions import ConnectionClosed, InvalidStatus

from archipel.core.words import Tongue
from archipel.server import socket
from archipel.server.fair import commitment
from archipel.server.live import RECENT
from archipel.server.metrics import METRICS


@pytest.fixture
def house(tmp_path) -> Iterator[Open]:
    with opened(f"sqlite:///{tmp_path / 'tables.db'}") as house:
        yield house


def alone(person: Person, game: str = "costa-ruana", seats: int = 2, **wishes: Any) -> str:
    """A match of one person with bots, which has begun."""
    return person.open_table(game, seats, *["random"] * (seats - 1), start=True, **wishes)


def together(first: Person, second: Person, game: str = "costa-ruana", *bots: str) -> str:
    """A match of two people, which has begun."""
    table = first.open_table(game, 2 + len(bots), *bots)
    second.ask("POST", f"/api/tables/{table}/seats/any", {})
    first.ask("POST", f"/api/tables/{table}/start")
    return table


# ── Whole matches ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("costa-ruana", ("level:1", "random")),
        ("arabana-opodopo", ("random",)),
        ("tresor", ("greedy", "random")),
    ],
)
def test_a_whole_match_of_two_people_bots_and_a_watcher(game, bots, database_url):
    with opened(database_url) as house:
        ann, bob, zoe = Person(house, "Ann"), Person(house, "Bob", "fr"), Person(house, "Zoë")
        table = together(ann, bob, game, *bots)

        async def evening() -> None:
            async with ann.look(table, 0) as one, bob.look(table, 1) as two, zoe.look(table) as three:
                await asyncio.gather(one.play(random.Random(1)), two.play(random.Random(2)), three.turn())
                for wire in (one, two, three):
                    wire.whole()
                    assert wire.match["outcome"] == one.match["outcome"] or wire is two  # in French
                    assert (
                        commitment(bytes.fromhex(wire.last["table"]["seed"]))
                        == (wire.news[0]["table"]["commitment"])
                    )
                assert all(not news["match"]["moves"] for news in three.news)
                assert [news["number"] for news in one.news][-1] == three.last["number"]

        asyncio.run(evening())
        record = ann.ask("GET", f"/api/tables/{table}/record")
        [verdict] = ann.request("POST", "/api/verify", content=record).json()
        assert verdict["fair"], verdict


def test_the_record_is_open_only_after_the_end(house):
    ann = Person(house, "Ann")
    table = alone(ann)
    answer = ann.request("GET", f"/api/tables/{table}/record")
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_time")


# ── Lost connections ────────────────────────────────────────────────────────────────────────────
def test_who_comes_back_gets_exactly_what_was_missed(house):
    ann, bob = Person(house, "Ann"), Person(house, "Bob")
    table = together(ann, bob, "tresor", "random")

    async def evening() -> None:
        dice = random.Random(3)
        async with ann.look(table, 0) as steady, bob.look(table, 1) as away:
            playing = asyncio.create_task(steady.play(dice))
            seen = list(away.news)
            while not away.last["match"]["outcome"]:
                since = away.last["number"]
                await away.socket.close()
                await asyncio.sleep(dice.random() * 0.05)
                async with bob.look(table, 1, since) as away:
                    assert away.news[0]["since"] == since
                    for _ in range(dice.randrange(1, 40)):
                        if moves := await away.turn():
                            await away.act(dice.choice(moves))
                    away.whole()
                    seen += away.news
            await playing
            async with bob.look(table, 1) as again:  # from the beginning
                whole = again.whole()
                assert [line for news in seen for line in news["lines"]] == whole
                assert {line["number"] for line in steady.whole()} == {line["number"] for line in whole}
                nothing = await again.ask(type="look", seat=1, since=again.last["number"])
                assert nothing["type"] == "done"
                assert again.last["lines"] == []

    asyncio.run(evening())


# ── Repeated, stale, racing ─────────────────────────────────────────────────────────────────────
def test_a_repeated_action_is_taken_once_and_a_late_one_not_at_all(house):
    ann = Person(house, "Ann")
    table = alone(ann)

    async def evening() -> None:
        async with ann.look(table, 0) as wire, ann.look(table, 0) as other:
            first, second, *_ = await wire.turn()
            position = wire.match["position"]
            message = {"type": "act", "after": position, "action": first}
            done = await wire.ask(**message)
            for one in (wire, other, wire):
                again = await one.ask(**message)
                assert (again["type"], again["number"]) == ("done", done["number"])
            late = await wire.ask(type="act", after=position, action=second)
            assert (late["type"], late["code"]) == ("refused", "stale")
            ahead = await wire.ask(type="act", after=position + 1000, action=second)
            assert ahead["code"] == "stale"
            await wire.turn()
            for number in range(RECENT + 1):  # however much is said and done meanwhile
                await wire.ask(type="say", text=f"{number} green bottles")
            while wire.last["number"] <= position + 2 * RECENT:
                await wire.act((await wire.turn())[0])
            again = await wire.ask(**message)
            assert (again["type"], again.get("number")) == ("done", done["number"])
            for after in (position, position - 1, -1, 10**30):
                late = await wire.ask(type="act", after=after, action=second)
                assert (late["type"], late["code"]) == ("refused", "stale")

    asyncio.run(evening())


async def race(first: Any, second: Any, dice: random.Random) -> None:
    """Two connections of one seat choose differently, at the same time, again and again."""
    while moves := await first.turn():
        await second.until(first.last["number"])
        position = first.match["position"]
        chosen = dice.sample(moves, 2) if len(moves) > 1 else moves * 2
        answers = await asyncio.gather(
            *(
                wire.ask(type="act", after=position, action=action)
                for wire, action in zip((first, second), chosen, strict=True)
            )
        )
        kinds = [answer["type"] for answer in answers]
        if chosen[0] == chosen[1]:  # the same twice is no race
            assert kinds == ["done", "done"]
            assert answers[0]["number"] == answers[1]["number"]
        else:
            assert sorted(kinds) == ["done", "refused"]
            [why] = [answer["code"] for answer in answers if "code" in answer]
            assert why in ("stale", "wrong_time")  # the match went on, or is over
        number = max(answer.get("number") or 0 for answer in answers)
        await first.until(number)


def test_of_two_racing_actions_one_wins_and_the_other_is_told_why(house):
    ann = Person(house, "Ann")
    table = alone(ann)

    async def evening() -> None:
        async with ann.look(table, 0) as one, ann.look(table, 0) as two:
            await race(one, two, random.Random(4))
            one.whole()

    asyncio.run(evening())


def test_of_two_actions_racing_at_two_processes_one_wins(postgres_url):
    with opened(postgres_url) as here, opened(postgres_url) as there:
        ann = Person(here, "Ann")
        table = alone(ann)

        async def evening() -> None:
            async with ann.look(table, 0) as one, ann.at(there).look(table, 0) as two:
                await race(one, two, random.Random(5))
                await two.until(one.last["number"])
                assert one.whole() == two.whole()

        asyncio.run(evening())
        record = ann.at(there).ask("GET", f"/api/tables/{table}/record")
        assert record == ann.ask("GET", f"/api/tables/{table}/record")


def test_people_at_two_processes_play_with_each_other(postgres_url):
    with opened(postgres_url) as here, opened(postgres_url) as there:
        ann, bob = Person(here, "Ann"), Person(there, "Bob")
        table = together(ann, bob, "costa-ruana", "random")

        async def evening() -> None:
            async with ann.look(table, 0) as one:
                async with bob.look(table, 1) as two:
                    await one.present(0, 1)
                    await asyncio.gather(one.play(random.Random(1)), two.play(random.Random(2)))
                    one.whole()
                    two.whole()
                await one.present(0)
                async with bob.at(here).look(table, 1, two.last["number"]) as moved:
                    assert moved.last["number"] == two.last["number"]

        asyncio.run(evening())


# ── Looking and asking ──────────────────────────────────────────────────────────────────────────
def test_watchers_see_what_lies_open_and_can_do_nothing(house):
    ann = Person(house, "Ann")
    table = alone(ann, "tresor", 3)

    async def evening() -> None:
        async with ann.look(table, 0) as player, ann.look(table) as watcher:
            assert watcher.last["seat"] is None
            assert watcher.match["view"] != player.match["view"]
            for message in (
                {"type": "act", "after": 1, "action": "pass"},
                {"type": "take_back", "after": 1},
                {"type": "vote", "yes": True},
                {"type": "habit", "auto": "ask"},
                {"type": "preview", "action": "pass"},
                {"type": "hint"},
            ):
                assert (await watcher.ask(**message))["code"] == "watching"
            assert (await watcher.ask(type="say", text="Good luck!"))["type"] == "done"
            while "by" not in (player.last["lines"] or [{}])[-1]:
                await player.hear()
            assert player.last["lines"][-1]["text"] == "Good luck!"
            assert (await watcher.ask(type="look", seat=1))["code"] == "not_yours"

    asyncio.run(evening())


def test_somebody_without_a_token_can_watch_but_not_talk(house):
    ann = Person(house, "Ann")
    table = alone(ann)
    nobody = Person(house, "Nobody")
    nobody.token = ""

    async def evening() -> None:
        async with nobody.look(table) as wire:
            assert (await wire.ask(type="say", text="Boo"))["code"] == "no_guest"
            assert not any(seat["yours"] for seat in wire.last["table"]["seats"])

    asyncio.run(evening())


def test_another_language_at_any_time(house):
    ann = Person(house, "Ann")
    table = alone(ann)

    async def evening() -> None:
        async with ann.look(table, 0) as wire:
            await wire.turn()
            english = wire.match["question"]
            await wire.ask(type="look", seat=0, lang="fr", since=wire.last["number"])
            assert wire.match["question"] != english
            refused = await wire.ask(type="vote", yes=True)
            assert refused["text"] == Tongue("fr").text("Nobody wants to take anything back now.")
            assert (await wire.ask(type="look", lang="nl"))["code"] == "no_language"

    asyncio.run(evening())


def test_preview_why_and_hint(house):
    ann = Person(house, "Ann")
    table = alone(ann)

    async def evening() -> None:
        async with ann.look(table, 0) as wire:
            move = (await wire.turn())[0]
            assert (await wire.ask(type="preview", action=move))["lines"]
            legal = await wire.ask(type="why", action=move)
            assert legal["legal"]
            assert legal["rule"].startswith("CR-")
            illegal = await wire.ask(type="why", action="accept")
            assert not illegal["legal"]
            refused = await wire.ask(type="preview", action="accept")
            assert (refused["code"], refused["rule"]) == ("illegal", illegal["rule"])
            assert (await wire.ask(type="preview", action="dance"))["code"] == "bad_action"
            hint = await wire.ask(type="hint")
            assert hint["actions"]
            assert len(hint["best"]) == len(hint["actions"])

    asyncio.run(evening())


def test_no_hints_where_people_play(house):
    ann, bob = Person(house, "Ann"), Person(house, "Bob")
    table = together(ann, bob)

    async def evening() -> None:
        async with ann.look(table, 0) as wire:
            assert (await wire.ask(type="hint"))["code"] == "no_hints"
            bob.ask("PUT", f"/api/tables/{table}/seats/1/stand-in", {"bot": "random"})
            assert (await wire.ask(type="hint"))["code"] == "no_hints"  # bob may come back

    asyncio.run(evening())


# ── Strangers ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"type": "act", "after": 1, "action": "pass"}, "no_hello"),
        ({"type": "hello", "token": "forged"}, "no_guest"),
        ({"type": "hello", "lang": "nl"}, "no_language"),
        ({"type": "hello", "seat": 0}, "not_yours"),
        ({"type": "hello", "seat": -1}, "not_yours"),
        ({"type": "hello", "extra": 1}, "bad_message"),
        ({"type": "dance"}, "bad_message"),
    ],
)
def test_a_bad_hello_is_answered_and_the_door_closed(hello, code, house):
    ann = Person(house, "Ann")
    table = alone(ann)

    async def evening() -> None:
        async with ann.look(table, hello=False) as wire:
            await wire.send(**hello)
            assert (await wire.hear())["code"] == code
            with pytest.raises(ConnectionClosed) as closed:
                await wire.hear()
            assert closed.value.rcvd.code == socket.NOT_WELCOME

    asyncio.run(evening())


def test_a_table_that_is_not_there(house):
    ann = Person(house, "Ann", "fr")

    async def evening() -> None:
        async with ann.look("nowhere", hello=False) as wire:
            await wire.send(type="hello", lang="fr")
            refused = await wire.hear()
            assert refused["code"] == "no_table"

    asyncio.run(evening())


def test_who_says_nothing_is_let_go(house, monkeypatch):
    monkeypatch.setattr(socket, "HELLO_WITHIN", 0.1)
    ann = Person(house, "Ann")
    table = alone(ann)

    async def evening() -> None:
        async with ann.look(table, hello=False) as wire:
            with pytest.raises(ConnectionClosed):
                await wire.hear()

    asyncio.run(evening())


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[", "http://127.0.0.1:1"])
def test_other_pages_may_not_connect(origin, house):
    ann = Person(house, "Ann")
    table = alone(ann)

    async def knock() -> None:
        async with ann.look(table, origin=origin):
            pass

    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(knock())
    assert refused.value.response.status_code == 403


def test_our_own_page_and_those_we_named_may_connect(tmp_path):
    with opened(f"sqlite:///{tmp_path / 'tables.db'}", origins=("https://club.example",)) as house:
        ann = Person(house, "Ann")
        table = alone(ann)

        async def knock(origin: str) -> None:
            async with ann.look(table, 0, origin=origin) as wire:
                assert wire.last["number"]

        asyncio.run(knock(house.http))
        asyncio.run(knock("https://club.example"))


def test_who_asks_too_often_is_told_to_wait(tmp_path):
    with opened(f"sqlite:///{tmp_path / 'tables.db'}", limits=True) as house:
        ann = Person(house, "Ann")
        table = alone(ann)

        async def evening() -> None:
            async with ann.look(table, 0) as wire:
                for _ in range(200):
                    await wire.socket.send("{}")  # what cannot be read counts too
                codes = [(await wire.hear()).get("code") for _ in range(200)]
                assert codes[0] in (None, "bad_message")
                assert "too_often" in codes
                talk = [(await wire.ask(type="say", text="hm")).get("code") for _ in range(20)]
                assert talk[-1] == "too_often"

        asyncio.run(evening())


def test_long_messages_are_refused_and_endless_ones_end_the_connection(house):
    ann = Person(house, "Ann")
    table = alone(ann)

    async def evening() -> None:
        async with ann.look(table, 0) as wire:
            assert (await wire.ask(type="say", text="x" * 900))["code"] == "bad_talk"
            await wire.send(type="say", text="x" * 9000)
            assert (await wire.hear())["code"] == "too_long"
            with pytest.raises(ConnectionClosed) as closed:
                await wire.ask(type="say", text="x" * 100_000)
            assert closed.value.rcvd is None or closed.value.rcvd.code == 1009

    asyncio.run(evening())


def test_a_slow_reader_is_let_go_and_can_come_back(house, monkeypatch):
    monkeypatch.setattr(socket, "MOST_WAITING", 8)
    ann = Person(house, "Ann")
    table = alone(ann, "tresor", 3)
    host, port = house.place.split(":")

    async def evening() -> None:
        async with ann.look(table, 0) as quick:
            for _ in range(30):
                await quick.act((await quick.turn())[0])
            deaf = sockets.socket()
            deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
            deaf.connect((host, int(port)))
            async with ann.look(table, 0, sock=deaf, max_queue=1, close_timeout=0.1) as slow:
                await ask_without_listening(slow)
                with pytest.raises(ConnectionClosed) as closed:
                    await hear_all(slow)
                assert closed.value.rcvd.code == socket.TOO_SLOW
                since = slow.last["number"]
            while moves := await quick.turn():  # the others did not notice
                await quick.act(moves[0])
            async with ann.look(table, 0, since) as back:
                assert back.last["since"] == since
                assert back.match["outcome"]
            quick.whole()

    asyncio.run(evening())


async def ask_without_listening(wire: Wire) -> None:
    """Ask for the whole log again and again, until the server has enough of it."""
    before = METRICS.dropped._value.get()
    while METRICS.dropped._value.get() == before:
        await wire.send(type="look", seat=0, since=-1)
        await asyncio.sleep(0.001)


async def hear_all(wire: Wire) -> None:
    while True:
        await wire.hear()


# ── Stopping ────────────────────────────────────────────────────────────────────────────────────
def test_a_server_that_stops_says_so_and_goes_on_where_it_was(database_url):
    tables: list[str] = []

    async def begin(ann: Person, house: Open) -> int:
        async with ann.look(tables[0], 0) as wire:
            for _ in range(5):
                await wire.act((await wire.turn())[0])
            await asyncio.to_thread(house.close)
            with pytest.raises(ConnectionClosed) as closed:
                await hear_all(wire)
            assert closed.value.rcvd.code == socket.AGAIN_LATER
            return int(wire.last["number"])

    async def finish(ann: Person, since: int) -> None:
        async with ann.look(tables[0], 0, since) as wire:
            assert wire.last["since"] == since
            await wire.play(random.Random(1))
            wire.whole()

    with opened(database_url) as house:
        ann = Person(house, "Ann")
        tables.append(alone(ann))
        since = asyncio.run(begin(ann, house))
    with opened(database_url) as again:
        asyncio.run(finish(ann.at(again), since))
