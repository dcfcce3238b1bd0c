"""The HTTP API over real sockets: guests, games, tables, seats, records; limits, headers and sizes."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx2
import pytest
from tests.server.wires import Open, Person, Problem, opened

from archipel.core.records import read_records
from archipel.core.words import Tongue
from archipel.games import game, games
from archipel.server import conduct
from archipel.server.fair import verify
from archipel.server.guards import HEADERS
from archipel.server.house import House
from archipel.server.limits import Limit
from archipel.server.settings import LONGEST_BODY


@pytest.fixture(scope="module", params=["sqlite", "postgres", "two processes"])
def houses(request, tmp_path_factory) -> Iterator[list[Open]]:
    """A server with SQLite, one with PostgreSQL, or two that share one."""
    if request.param == "sqlite":
        with opened(f"sqlite:///{tmp_path_factory.mktemp('house') / 'tables.db'}") as house:
            yield [house]
        return
    with request.getfixturevalue("postgres_server").database() as url, ExitStack() as stack:
        count = 2 if request.param == "two processes" else 1
        yield [stack.enter_context(opened(url)) for _ in range(count)]


@pytest.fixture
def house(houses) -> Open:
    return houses[0]


@pytest.fixture
def ann(house) -> Person:
    return Person(house, "Ann")


@pytest.fixture
def bob(houses) -> Person:
    """Somebody who comes to the other process, where there are two."""
    return Person(houses[-1], "Bob", "fr")


def refused(person: Person, method: str, path: str, body: Any = None) -> tuple[int, str]:
    """Status and code with which something is refused."""
    with pytest.raises(Problem) as problem:
        person.ask(method, path, body)
    assert problem.value.text
    return problem.value.status, problem.value.code


# ── Guests and games ────────────────────────────────────────────────────────────────────────────
def test_a_guest_has_a_name_and_a_token(ann):
    me = ann.ask("GET", "/api/guests/me")
    assert (me["name"], me["token"]) == ("Ann", ann.token)
    assert ann.ask("PATCH", "/api/guests/me", {"name": "  Anne   Marie "})["name"] == "Anne Marie"
    assert ann.ask("GET", "/api/guests/me")["name"] == "Anne Marie"


@pytest.mark.parametrize("name", [r"", r"   ", "x" * 21, r"a\u0007b", r"\ud83d", r"\u0000"])
def test_bad_names(ann, name):
    answer = ann.request("PATCH", "/api/guests/me", content=f'{{"name": "{name}"}}')
    assert (answer.status_code, answer.json()["code"]) in {(422, "bad_name"), (422, "bad_request")}


def test_a_forged_token_is_nobodys(house, ann):
    for token in ("forged", ann.token[:-1] + "!", ann.token + "x", "a.b.c", "%00", '"ann".x'):
        stranger = Person(house, "", token=token)
        assert refused(stranger, "GET", "/api/guests/me") == (401, "no_guest")


def test_games_and_rules_in_both_languages(ann):
    for lang in ("en", "fr"):
        catalogue = ann.ask("GET", f"/api/games?lang={lang}")
        assert [one["name"] for one in catalogue["games"]] == list(games())
        assert catalogue["games"][0]["title"] == games()[catalogue["games"][0]["name"]].title[lang]
        for one in games():
            book = ann.ask("GET", f"/api/rules/{one}?lang={lang}")
            assert book["title"]
            assert book["paragraphs"]
    assert refused(ann, "GET", "/api/rules/chess") == (404, "no_game")


# ── Tables ──────────────────────────────────────────────────────────────────────────────────────
def test_public_tables_are_listed_and_private_ones_found_by_their_link(ann, bob):
    shown = ann.open_table("tresor", 3, public=True)
    hidden = ann.open_table("tresor", 3)
    listed = {one["id"] for one in bob.ask("GET", "/api/tables")}
    assert shown in listed
    assert hidden not in listed
    assert bob.ask("GET", f"/api/tables/{hidden}")["names"] == ["Ann", "", ""]
    assert {one["id"] for one in ann.ask("GET", "/api/tables/mine")} == {shown, hidden}
    assert bob.ask("GET", "/api/tables/mine") == []
    assert refused(bob, "GET", "/api/tables/nowhere") == (404, "no_table")


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "chess"}, 422, "bad_game"),
        ({"seats": 7}, 422, "bad_game"),
        ({"seats": 99}, 422, "bad_request"),
        ({"options": {"wind": 3}}, 422, "bad_game"),
        ({"options": {"souquez_ferme": 10**30}}, 422, "bad_game"),
        ({"bots": ["level:9"]}, 422, "no_bot"),
        ({"bots": ["search:100"]}, 422, "no_bot"),
        ({"bots": ["random"] * 3}, 409, "full"),
        ({"entropy": "a\nb"}, 422, "bad_entropy"),
        ({"entropy": "x" * 65}, 422, "bad_entropy"),
        ({"start": True}, 409, "not_full"),
        ({"clock": {"move": 0}}, 422, "bad_request"),
        ({"surprise": 1}, 422, "bad_request"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(ann, wish, status, code):
    body = {"game": "tresor", "seats": 3, **wish}
    assert refused(ann, "POST", "/api/tables", body) == (status, code)
    assert ann.ask("GET", "/api/tables/mine") == []


def test_sitting_standing_and_starting(ann, bob):
    table = ann.open_table("costa-ruana", 3)
    at = f"/api/tables/{table}"
    assert bob.ask("POST", f"{at}/seats/any", {"entropy": "mon chat"})["number"] == 2
    assert refused(bob, "POST", f"{at}/seats/0", {}) == (409, "taken")
    assert refused(bob, "POST", f"{at}/seats/3", {}) == (404, "no_seat")
    assert refused(bob, "POST", f"{at}/seats/x", {}) == (404, "no_seat")
    assert refused(bob, "PUT", f"{at}/seats/2/bot", {}) == (403, "not_host")
    assert refused(ann, "POST", f"{at}/start") == (409, "not_full")
    assert refused(ann, "PUT", f"{at}/seats/2/bot", {"bot": "level:0"}) == (422, "no_bot")
    ann.ask("PUT", f"{at}/seats/2/bot", {"bot": "level:1"})
    ann.ask("DELETE", f"{at}/seats/2")
    assert refused(ann, "DELETE", f"{at}/seats/2") == (409, "empty")
    bob.ask("POST", f"{at}/seats/2", {})  # bob plays two seats
    assert refused(bob, "POST", f"{at}/start") == (403, "not_host")
    ann.ask("POST", f"{at}/start")
    assert refused(ann, "POST", f"{at}/start") == (409, "wrong_time")
    assert refused(bob, "DELETE", f"{at}/seats/1") == (409, "wrong_time")
    assert ann.ask("GET", at)["status"] == "playing"


def test_who_is_sent_away_may_watch_until_all_are_welcome_again(ann, bob):
    table = ann.open_table("costa-ruana", 3)
    at = f"/api/tables/{table}"
    for seat in (1, 2):
        bob.ask("POST", f"{at}/seats/{seat}", {})

    async def evening() -> None:
        async with bob.look(table, 1) as wire:  # however much he is there
            ann.ask("DELETE", f"{at}/seats/1")
            while any(seat["name"] == "Bob" for seat in wire.last["table"]["seats"]):
                await wire.hear()
            assert wire.last["lines"][-1]["text"] == Tongue("fr").text("The host sent {name} away.").format(
                name="Bob"
            )

    asyncio.run(evening())
    assert ann.ask("GET", at)["taken"] == 1
    assert refused(bob, "POST", f"{at}/seats/any", {}) == (403, "sent_away")
    assert refused(ann, "DELETE", f"{at}/seats/1") == (409, "empty")  # pressed twice
    assert refused(bob, "POST", f"{at}/seats/any", {}) == (403, "sent_away")
    assert refused(bob, "DELETE", f"{at}/sent-away") == (403, "not_host")
    ann.ask("DELETE", f"{at}/sent-away")
    assert refused(ann, "DELETE", f"{at}/sent-away") == (409, "empty")
    bob.ask("POST", f"{at}/seats/any", {})


def test_refusals_are_in_the_language_asked_for(ann, bob):
    table = ann.open_table("costa-ruana", 3)
    with pytest.raises(Problem) as problem:
        bob.ask("POST", f"/api/tables/{table}/start")
    assert problem.value.text == Tongue("fr").text("Only the host of the table can do that.")


def test_everybody_is_told_who_decides_for_a_host_who_is_away(ann, bob, monkeypatch):
    table = ann.open_table("costa-ruana", 2)
    bob.ask("POST", f"/api/tables/{table}/seats/1", {})

    async def evening() -> None:
        async with bob.look(table, 1) as wire:
            async with ann.look(table, 0):
                assert (await wire.present(0, 1))["deputy"] is None
                monkeypatch.setattr(conduct, "ABSENT", 0.1)
            while (await wire.present(1))["deputy"] != 1:  # as soon as she has been away for long
                pass

    asyncio.run(evening())


def test_a_stand_in_plays_until_the_player_is_back(ann, bob, monkeypatch):
    table = ann.open_table("costa-ruana", 2, clock={"grace": 0})
    at = f"/api/tables/{table}"
    bob.ask("POST", f"{at}/seats/1", {})
    ann.ask("POST", f"{at}/start")

    async def evening() -> None:
        async with ann.look(table, 0) as wire:
            async with bob.look(table, 1):
                assert refused(ann, "PUT", f"{at}/seats/1/stand-in", {"bot": "random"}) == (403, "there")
            await wire.present(0)
            assert refused(ann, "PUT", f"{at}/seats/1/stand-in", {}) == (403, "there")  # bob may come again
            monkeypatch.setattr(conduct, "ABSENT", 0.0)
            ann.ask("PUT", f"{at}/seats/1/stand-in", {"bot": "random"})
            monkeypatch.undo()
            assert ann.ask("GET", at)["names"] == ["Ann", "Bob"]
            assert refused(ann, "PUT", f"{at}/seats/1/stand-in", {}) == (409, "a_bot")
            assert refused(ann, "DELETE", f"{at}/seats/1/stand-in") == (403, "not_yours")
            for _ in range(3):
                await wire.act((await wire.turn())[0])
            async with bob.look(table, 1) as back:
                done = await back.ask(type="act", after=back.match["position"], action="accept")
                assert done["code"] == "a_bot"
                bob.ask("DELETE", f"{at}/seats/1/stand-in")
                assert refused(bob, "DELETE", f"{at}/seats/1/stand-in") == (409, "no_bot_there")
                await asyncio.gather(wire.play(random.Random(1)), back.play(random.Random(2)))

    asyncio.run(evening())


def test_playing_again_is_one_table_for_all_who_ask(ann, bob, house):
    table = ann.open_table("costa-ruana", 3, "random")
    bob.ask("POST", f"/api/tables/{table}/seats/1", {"entropy": "meow"})
    ann.ask("POST", f"/api/tables/{table}/start")
    assert refused(ann, "POST", f"/api/tables/{table}/rematch") == (409, "wrong_time")

    async def evening() -> None:
        async with ann.look(table, 0) as one, bob.look(table, 1) as two:
            await asyncio.gather(one.play(random.Random(1)), two.play(random.Random(2)))
            again = await asyncio.gather(
                *(asyncio.to_thread(p.ask, "POST", f"/api/tables/{table}/rematch") for p in (ann, bob) * 3)
            )
            [following] = {one["id"] for one in again}
            assert [one["seats"] for one in again[:2]] == [[1], [2]]
            while not one.last["table"]["followed_by"]:
                await one.hear()
            assert one.last["table"]["followed_by"] == following
            listed = ann.ask("GET", f"/api/tables/{following}")
            assert (listed["names"], listed["taken"]) == (["random", "", ""], 3)  # no place for others
            assert refused(ann, "POST", f"/api/tables/{following}/seats/2", {}) == (409, "kept")
            for person, seat in ((ann, 1), (bob, 2)):
                person.ask("POST", f"/api/tables/{following}/seats/{seat}", {"entropy": "again"})
            assert ann.ask("GET", f"/api/tables/{following}")["names"] == ["random", "Ann", "Bob"]
            async with ann.look(following, 1) as next_one:
                assert next_one.last["table"]["commitment"] != one.last["table"]["commitment"]
                assert next_one.last["table"]["seed"] is None

    asyncio.run(evening())
    assert refused(Person(house, "Zoë"), "POST", f"/api/tables/{table}/rematch") == (403, "not_yours")
    assert len(bob.ask("GET", "/api/tables/mine")) == 2


# ── Records ─────────────────────────────────────────────────────────────────────────────────────
def test_records_of_matches_by_older_rules_stay(database_url, monkeypatch):
    with opened(database_url) as house:
        ann = Person(house, "Ann")
        over = ann.open_table("costa-ruana", 2, "random", "random", start=True, sit=False)
        begun = ann.open_table("costa-ruana", 2, "random", start=True)
        record = f"/api/tables/{over}/record"
        while ann.request("GET", record).status_code != 200:
            time.sleep(0.05)
        *lines, _, _ = ann.request("GET", record).text.splitlines()
    with monkeypatch.context() as newer, opened(database_url) as house:
        newer.setitem(vars(games()["costa-ruana"]), "version", 2)
        ann = Person(house, "Ann")
        text = ann.request("GET", record).text
        for path in (f"{record}?form=json", f"/api/tables/{over}/story", f"/api/tables/{begun}/record"):
            assert refused(ann, "GET", path) == (409, "old_rules")
    assert text.splitlines() == ["actions: open" if "actions: " in line else line for line in lines]
    [read] = read_records(text, game)
    assert verify(read).fair


def test_records_can_be_fetched_and_verified_by_anybody(ann):
    table = ann.open_table("costa-ruana", 2, "random", start=True)

    async def evening() -> None:
        async with ann.look(table, 0) as wire:
            await wire.play(random.Random(1))

    asyncio.run(evening())
    for form in ("text", "json"):
        record = ann.request("GET", f"/api/tables/{table}/record?form={form}").text
        [verdict] = ann.request("POST", "/api/verify?lang=fr", content=record).json()
        assert verdict["fair"]
    other = record.replace('"seed": "', '"seed": "00', 1).replace('"seed":"', '"seed":"00', 1)
    answer = ann.request("POST", "/api/verify", content=other)
    assert answer.status_code == 422 or not answer.json()[0]["fair"]
    for junk in (b"\xff\xfe", b"junk", b"{}", b"[1,2]", b"game: chess\n"):
        assert ann.request("POST", "/api/verify", content=junk).json()["code"] == "bad_record"


# ── Keeping house ───────────────────────────────────────────────────────────────────────────────
def test_every_answer_has_the_security_headers(ann):
    for path in ("/api/games", "/api/tables/nowhere", "/healthz", "/api/openapi.json", "/api/nowhere"):
        answer = ann.request("GET", path)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert "server" not in answer.headers
        if path.startswith("/api"):
            assert answer.headers["cache-control"] == "no-store"


def test_errors_are_all_of_one_form(ann):
    for method, path in (("GET", "/api/nowhere"), ("DELETE", "/api/games"), ("POST", "/api/tables")):
        answer = ann.request(method, path)
        assert 400 <= answer.status_code < 500
        assert set(answer.json()) == {"code", "text", "rule"}


@pytest.mark.parametrize("path", ["/api/tables", "/api/verify", "/api/guests"])
def test_large_requests_are_refused(ann, path):
    def chunks() -> Iterator[bytes]:
        for _ in range(LONGEST_BODY // 1000 + 2):
            yield b"x" * 1000

    for body in (b"x" * (LONGEST_BODY + 1), chunks()):
        answer = ann.request("POST", path, content=body)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        assert answer.headers["x-frame-options"] == "DENY"


def test_who_asks_too_often_is_told_to_wait(tmp_path):
    with opened(f"sqlite:///{tmp_path / 'tables.db'}", limits=True) as house:
        ann = Person(house, "Ann")
        body = {"game": "tresor", "seats": 3}
        answers = [ann.request("POST", "/api/tables", json=body) for _ in range(30)]
        assert {one.status_code for one in answers} == {201, 429}
        assert answers[-1].json()["code"] == "too_often"


def test_a_club_may_come_from_one_address_all_at_once(tmp_path):
    with opened(f"sqlite:///{tmp_path / 'tables.db'}", limits=True) as house:
        with ThreadPoolExecutor(40) as people:
            club = list(people.map(lambda n: Person(house, f"Guest {n}"), range(40)))
            lists = list(people.map(lambda one: one.ask("GET", "/api/tables/mine"), club))
        assert lists == [[]] * 40
        body = {"name": "one more"}
        answers = [club[0].request("POST", "/api/guests", json=body).status_code for _ in range(80)]
        assert set(answers) == {201, 429}


@pytest.mark.parametrize(("path", "times"), [("story", 4), ("moments/0", 80), ("record", 20)])
def test_who_looks_back_too_often_is_told_to_wait(path, times, tmp_path, monkeypatch):
    monkeypatch.setattr(House, "_limit", lambda *_: Limit(burst=21, rate=0))
    with opened(f"sqlite:///{tmp_path / 'tables.db'}", limits=True) as house:
        ann, nobody = Person(house, "Ann"), Person(house, "", token="forged")
        address = f"/api/tables/{ann.open_table('costa-ruana', 2)}/{path}"
        assert codes(ann, address, times + 1) == ["wrong_time"] * times + ["too_often"]
        assert "too_often" in codes(nobody, address, times + 5)  # who pays with the network address
        assert refused(nobody, "GET", address) == (429, "too_often")


@pytest.mark.parametrize("path", ["games", "rules/tresor", "tables", "tables/nowhere"])
def test_who_looks_around_too_often_is_told_to_wait(path, tmp_path, monkeypatch):
    monkeypatch.setattr(House, "_limit", lambda *_: Limit(burst=3, rate=0))
    with opened(f"sqlite:///{tmp_path / 'tables.db'}", limits=True) as house:
        ann, nobody = Person(house, "Ann"), Person(house, "", token="forged")
        for one in (ann, nobody):  # who pays as a guest, and who with the address
            *before, last = codes(one, f"/api/{path}", 13)
            assert "too_often" not in before
            assert last == "too_often"


def test_who_shows_no_valid_token_pays_with_the_address(tmp_path, monkeypatch):
    monkeypatch.setattr(House, "_limit", lambda *_: Limit(burst=3, rate=0))
    with opened(f"sqlite:///{tmp_path / 'tables.db'}", limits=True) as house:
        nobody = Person(house, "", token="forged")
        assert codes(nobody, "/api/tables/mine", 4) == ["no_guest"] * 3 + ["too_often"]


def codes(person: Person, address: str, times: int) -> list[str]:
    """How a question is answered that is asked again and again: codes, or nothing where it was no refusal."""
    headers = {"authorization": f"Bearer {person.token}"}
    with httpx2.Client(base_url=person.house.http, headers=headers) as client:
        answers = [client.get(address) for _ in range(times)]
    return [one.json()["code"] if one.is_error else "" for one in answers]


def test_lists_go_on_where_they_end(ann):
    opened = [ann.open_table("tresor", 3, public=True) for _ in range(5)]
    for address in ("/api/tables", "/api/tables/mine"):
        found: list[str] = []
        before = ""
        while page := ann.ask("GET", f"{address}?limit=2{before}"):
            assert len(page) <= 2
            found += [one["id"] for one in page]
            before = f"&before={page[-1]['changed']!r}"
        assert found[:5] == opened[::-1]
        assert len(set(found)) == len(found)


def test_health_and_metrics(ann):
    assert ann.request("GET", "/healthz").text == "ok\n"
    ann.open_table("tresor", 3)
    assert 'archipel_tables_opened_total{game="tresor"}' in ann.request("GET", "/metrics").text


@pytest.mark.parametrize("table", ["%00", "a%00b", "%F0%9F%98%80", "%FF", "x" * 2000, "%25s"])
def test_odd_addresses_lead_nowhere(table, database_url):
    with opened(database_url) as house:
        ann = Person(house, "Ann")
        for method, rest in (("GET", ""), ("GET", "/record"), ("POST", "/start"), ("POST", "/seats/any")):
            answer = ann.request(
                method, f"/api/tables/{table}{rest}", **({"json": {}} if "seats" in rest else {})
            )
            assert answer.status_code == 404, answer.text


# ── Languages ───────────────────────────────────────────────────────────────────────────────────
TABLE = {"game": "costa-ruana", "seats": 3}
MISTAKES = [
    ("POST", "/api/tables", TABLE | {"game": "chess"}),
    ("POST", "/api/tables", TABLE | {"seats": 12}),
    ("POST", "/api/tables", TABLE | {"options": {"birds": True}}),
    ("POST", "/api/tables", TABLE | {"options": {"open_huts": 3}}),
    ("POST", "/api/tables", TABLE | {"options": {"deck": []}}),
    ("POST", "/api/tables", TABLE | {"options": {"deck": {"cards": []}}}),
    ("POST", "/api/tables", {"game": "tresor", "seats": 3, "options": {"first": "titanic"}}),
    ("POST", "/api/tables", {"game": "tresor", "seats": 3, "options": {"first": "le_libertalia"}}),
    ("POST", "/api/tables", {"game": "tresor", "seats": 3, "options": {"souquez_ferme": True}}),
    ("POST", "/api/tables", TABLE | {"bots": ["clever"]}),
    ("POST", "/api/tables", TABLE | {"seats": "many"}),
    ("POST", "/api/verify", {"format": "none"}),
    ("GET", "/api/rules/chess", None),
    ("GET", "/api/nothing", None),
    ("DELETE", "/api/games", None),
    ("PATCH", "/api/guests/me", {"name": "x" * LONGEST_BODY}),
]
QUOTED = re.compile(r"«[^»]*»|'[^']*'|“[^”]*”")
ENGLISH = {
    "are",
    "and",
    "be",
    "cannot",
    "has",
    "is",
    "it",
    "must",
    "no",
    "not",
    "of",
    "the",
    "there",
    "to",
    "with",
}


def in_english(text: str) -> set[str]:
    """English words of a sentence, but for what it quotes."""
    return set(re.findall(r"\w+", QUOTED.sub("", text).lower())) & ENGLISH


@pytest.mark.parametrize(("method", "path", "body"), MISTAKES)
def test_a_refusal_is_wholly_in_the_language_of_who_asked(ann, bob, method, path, body):
    english, french = (one.request(method, path, json=body).json()["text"] for one in (ann, bob))
    assert in_english(english)
    assert not in_english(french), french
