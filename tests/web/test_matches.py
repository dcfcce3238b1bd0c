"""Whole matches through the page, against bots; what the browser received; how quick and how still it is."""

from __future__ import annotations

import os
import urllib.request
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect
from tests.server.serving import Served
from tests.web.conftest import Open, findings
from tests.web.playing import Player

from archipel.core.record import WATCHER
from archipel.core.records import read_records
from archipel.games import game

USUAL_WAIT, MOST_WAIT = 100.0, 400.0  # ms from click to change, median and p95: tests use every core
MOST_SHIFT = 0.02  # of numbers that become wider and the like, over a whole match


def costa_ruana(one: dict[str, Any]) -> float:
    return 1.0 if one["kind"] == "board" else 0.0


def arabana(one: dict[str, Any]) -> float:
    """Builds more often than it discards."""
    if one["kind"] == "list":
        return 0.0
    return 0.2 if "discard" in one["label"].lower() or "bag" in one["label"].lower() else 1.0


def tresor(one: dict[str, Any]) -> float:
    """Goes ahead, and ends movements before they are spent."""
    if "ends the movement" in one["label"] or "End the movement" in one["label"]:
        return 2.0
    return 1.0 if one["kind"] == "board" else 0.05


MATCHES = [
    ("Costa Ruana", "costa-ruana", 2, costa_ruana),
    ("Arabana-Opodopo", "arabana-opodopo", 3, arabana),
    ("Trésor", "tresor", 3, tresor),
]


@pytest.mark.parametrize(("title", "name", "players", "prefer"), MATCHES, ids=[one[1] for one in MATCHES])
def test_a_whole_match(
    title: str,
    name: str,
    players: int,
    prefer: Callable[[dict[str, Any]], float],
    server: Served,
    open_page: Open,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = open_page(sound=False)
    player = Player(page, prefer=prefer)
    player.begin(title, players)
    if name == "tresor":
        page.get_by_label("Auto-pass").check()
    page.evaluate("player.measure()")
    assert player.play(each=lambda: page.evaluate("player.box()"))
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    assert player.clicks["board"] > 3 * player.clicks["list"]
    assert findings(page) == []
    knows_only_what_it_may(server, player, name)
    times, own = sorted(page.evaluate("player.times")), sorted(page.evaluate("player.own"))
    late, mine = times[int(len(times) * 0.95)], own[int(len(own) * 0.95)]
    shifts = page.evaluate("player.shifts")
    with capsys.disabled():
        total = sum(value for value, _ in shifts)
        print(
            f"\n{title}: {len(times)} moves, {late:.0f} ms from click to change (p95), "
            f"{mine:.0f} ms of it the page's own, median {own[len(own) // 2]:.0f} ms; shift {total:.4f}"
        )
    assert len(times) >= 20
    assert times[len(times) // 2] < USUAL_WAIT * crowd()
    assert late < MOST_WAIT * crowd()
    assert (
        len(page.evaluate("[...player.boxes]")) == 1
    )  # the board, the question and the side keep their places
    worst = sorted(shifts, reverse=True)[:6]
    assert total < MOST_SHIFT, worst


def crowd() -> float:
    """How many programs share a core just now: a busy machine answers later."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def knows_only_what_it_may(server: Served, player: Player, name: str) -> None:
    """Every view and event received is, byte for byte, what the seat may see at some moment, in order."""
    with urllib.request.urlopen(f"{server.address}/api/tables/{player.table}/record") as answer:
        (record,) = read_records(answer.read().decode(), game)
    match = record.match()
    seen = player.news()
    mine = [one for one in seen if one["seat"] == 0]
    assert len(mine) > 20
    for seat in (None, 0):
        eye = WATCHER if seat is None else seat
        moments = list(match.replay())
        views = [msgspec.json.encode(match.show(eye, moments[0].views(eye)[0][0]))]
        views += [msgspec.json.encode(match.show(eye, moment.views(eye)[1][0])) for moment in moments]
        events = [[msgspec.json.encode(event) for event in moment.events(eye)] for moment in moments]
        at, allowed = 0, set[bytes]()
        for frame in player.frames:
            news = msgspec.json.decode(frame)
            if news["type"] != "news" or not news["match"] or news["seat"] != seat:
                continue
            assert news["table"]["seed"] is None or news["match"]["outcome"]
            view = msgspec.json.encode(news["match"]["view"])
            assert f'"view":{view.decode()},' in frame
            assert view in views[at:], "a view that this seat never had"
            before, at = at, views.index(view, at)
            allowed.update(event for moment in events[before:at] for event in moment)
            told = {msgspec.json.encode(line["event"]) for line in news["lines"] if line.get("event")}
            assert told <= allowed, "an event that this seat did not learn"
