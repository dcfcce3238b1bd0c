"""How still the page is while others play, and how little work a change is for it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import CDPSession
from tests.server.serving import Served
from tests.web.conftest import Open
from tests.web.stage import Stage, course

from archipel.games import games

CHANGES = 150
MOST_SHIFT = 0.001  # over all of them: a number in the middle of a button may become wider
USUAL_WORK, MOST_WORK = 40.0, 80.0  # ms of processor time for a change, median and p95

WATCH = """() => {
  window.shifts = [];
  const told = ({ node, previousRect: from, currentRect: to }) =>
    `${node.outerHTML?.slice(0, 90) ?? node.textContent} ${from.x},${from.y} → ${to.x},${to.y}`;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.filter(({ node }) => node?.isConnected);
      if (moved.length) shifts.push([value, moved.map(told)]);
    }
  }).observe({ type: "layout-shift" });
}"""


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (360, 740)], ids=["desk", "small", "phone"])
@pytest.mark.parametrize("name", games())
def test_nothing_shifts_while_others_move(
    name: str, size: tuple[int, int], server: Served, open_page: Open
) -> None:
    """With as many players as there can be, in the language of longer words."""
    game = games()[name]
    page = open_page(sound=False, width=size[0], height=size[1], language="fr")
    stage = Stage(page)
    first, *rest = course(game, game.seats[-1], CHANGES, "fr")
    stage.show(first | {"since": -1}, server.address)
    page.evaluate(WATCH)
    for news in rest:
        if not news["match"]["outcome"]:
            stage.show(news, server.address)
    shifts = page.evaluate("shifts")
    assert sum(value for value, _ in shifts) < MOST_SHIFT, sorted(shifts, reverse=True)[:8]


@pytest.mark.parametrize("name", games())
def test_a_change_is_little_work(
    name: str, server: Served, open_page: Open, capsys: pytest.CaptureFixture[str]
) -> None:
    """Processor time from the arrival of news until they are drawn: whatever else the machine does."""
    game = games()[name]
    page = open_page(sound=False)
    stage = Stage(page)
    first, *rest = course(game, game.seats[-1], CHANGES)
    stage.show(first | {"since": -1}, server.address)
    chrome = page.context.new_cdp_session(page)
    chrome.send("Performance.enable", {"timeDomain": "threadTicks"})
    spent = [work(chrome)]
    for news in rest:
        stage.show(news, server.address)
        spent.append(work(chrome))
    each = sorted(after - before for before, after in pairwise(spent))
    usual, late = each[len(each) // 2], each[int(len(each) * 0.95)]
    with capsys.disabled():
        print(f"\n{name}: {usual:.0f} ms of work for a change, {late:.0f} ms (p95)")
    assert usual < USUAL_WORK
    assert late < MOST_WORK


def work(chrome: CDPSession) -> float:
    """What the page has worked so far, in ms of processor time."""
    found = {one["name"]: one["value"] for one in chrome.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(found["TaskDuration"])
