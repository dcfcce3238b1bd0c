"""Other ways to play: by keys, on a phone, in French, at a table that falls over, several at one screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect
from tests.server.serving import Served, serving
from tests.web.conftest import Open, findings
from tests.web.playing import SCRIPT, Player

MOST_KEYS = 4000


# ── By keys alone ───────────────────────────────────────────────────────────────────────────────
def test_a_match_by_keys_alone(open_page: Open) -> None:
    """From the start to the result without a mouse: Tab to what is lit, Enter or Space to choose it."""
    page = open_page(level=1, sound=False)
    page.evaluate("addEventListener('pointerdown', () => { throw new Error('no mouse here') })")
    to(page, "Play now", nth=name_order(page).index("Costa Ruana"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    choose_radio(page, "seats", "2")
    to(page, "Begin")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.board svg")
    page.evaluate(KEYS)
    for step in range(MOST_KEYS):
        state = page.evaluate("keys.wait()")
        if state == "over":
            break
        assert state == "mine", page.evaluate("keys.asked()")
        # Tab goes through everything; whoever plays stops at something lit on the board.
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("keys.lit()"):
                break
        else:
            pytest.fail(f"no key leads to what is lit: {page.evaluate('keys.asked()')}")
        page.keyboard.press(("Enter", " ")[step % 2])
    assert page.evaluate("keys.wait()") == "over"
    to(page, "Play again")


KEYS = """
window.keys = {
  async wait() {
    for (let i = 0; i < 12000; i++) {  // a minute: bots on a busy machine
      if (document.querySelector('[aria-label="Result"]')) return "over";
      if (document.querySelector("button.move:enabled")) return "mine";
      await new Promise((next) => setTimeout(next, 5));
    }
    return "lost";
  },
  asked: () => JSON.stringify({
    question: document.querySelector(".question")?.textContent,
    moves: [...document.querySelectorAll("button.move")].map((one) => one.textContent + one.disabled),
    lit: document.querySelectorAll("main.board :is(.target, .owner, .extra)").length,
    focus: document.activeElement?.outerHTML.slice(0, 200),
  }),
  lit() {
    const one = document.activeElement;
    if (!one?.closest("main.board")) return false;
    if (!one.matches(".target, .owner, .extra")) return false;
    return one.getAttribute("aria-label") !== "Put back";
  },
};
"""


def name_order(page: Page) -> list[str]:
    return page.locator("article h2").all_inner_texts()


def to(page: Page, name: str, nth: int = 0) -> None:
    """Tab until something with a name has the focus."""
    wanted = page.get_by_role("button", name=name, exact=True).nth(nth)
    for _ in range(120):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no key leads to {name}")


def choose_radio(page: Page, group: str, value: str) -> None:
    """Tab to a group of choices, then arrows."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == group:
            break
    for _ in range(10):
        if page.evaluate("document.activeElement.value") == value:
            return
        page.keyboard.press("ArrowLeft")
    pytest.fail(f"no key leads to {group} {value}")


# ── On a phone ──────────────────────────────────────────────────────────────────────────────────
def test_a_match_on_a_phone(open_page: Open, pictures: Path) -> None:
    """By taps on what is lit, and nothing is ever wider than the screen."""
    page = open_page(width=360, height=740, touch=True, level=1, sound=False)
    page.add_init_script(SCRIPT)
    page.reload()
    page.locator("article", has_text="Costa Ruana").get_by_role("button", name="Play now").tap()
    page.locator(".choice label", has_text="2").first.tap()
    page.get_by_role("button", name="Begin").tap()
    page.wait_for_selector("main.board svg")
    taps, now = 0, ""
    for _ in range(400):
        now = page.evaluate("before => player.turn(before)", now)
        if now is None:
            break
        assert now != "lost"
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        lit = page.locator(LIT)
        if count := lit.count():  # none: a lone answer was given meanwhile
            try:
                lit.nth(taps % count).tap(timeout=3000)
                taps += 1
            except TimeoutError:  # it was lit, and a lone answer was given meanwhile
                assert page.evaluate("player.now()") != now
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    assert taps > 30
    page.screenshot(path=pictures / "phone-result.png")


LIT = "main.board .target:not([aria-label='Put back']), main.board .extra, main.board .owner"


# ── In French ───────────────────────────────────────────────────────────────────────────────────
def test_a_table_in_french(open_page: Open, pictures: Path) -> None:
    """All of a table is said in French, log and moves included, and changes while one plays."""
    page = open_page(level=1, language="fr")
    page.locator("article", has_text="Costa Ruana").get_by_role("button", name="Jouer").click()
    page.get_by_role("button", name="Commencer").click()
    page.wait_for_selector("main.board svg")
    for _ in range(6):
        page.locator("button.move:enabled").first.click()
        page.wait_for_selector("button.move:enabled")
    said = page.locator("body").inner_text()
    english = re.findall(r"\b(the|your|plays|places|island|turn|round|hand|card|cards|with|and|you)\b", said)
    assert english == []
    page.screenshot(path=pictures / "french.png")
    page.get_by_label("Langue").select_option("en")
    expect(page.get_by_role("tab", name="Rules")).to_be_visible()
    expect(page.locator("ol[aria-label=Log]")).to_contain_text("places a native")


# ── Two browsers, and a server that is killed ───────────────────────────────────────────────────
@pytest.fixture
def frail(tmp_path: Path) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "log", "--pace", "0") as served:
        yield served


def test_two_browsers_and_a_server_that_is_killed(frail: Served, open_page: Open) -> None:
    """What both saw is there again after a crash; a move made while it was down is made once it is back."""
    anna = open_page(server=frail, name="Anna", sound=False, spoilt="WebSocket|ERR_CONNECTION")
    anna.locator("article", has_text="Costa Ruana").get_by_role("button", name="With friends").click()
    anna.get_by_label("2", exact=True).check(force=True)
    anna.get_by_role("button", name="Open the table").click()
    link = anna.get_by_label("Link", exact=True).input_value()
    bo = open_page(
        re.sub(r"^https?://[^/]+", "", link),
        server=frail,
        name="Bo",
        sound=False,
        spoilt="WebSocket|ERR_CONNECTION",
    )
    bo.get_by_role("button", name="Sit here").click()
    expect(anna.get_by_text("Bo", exact=True)).to_be_visible()
    anna.get_by_role("button", name="Begin").click()
    both = [anna, bo]
    for page in both:
        page.wait_for_selector("main.board svg")
    for _ in range(8):
        one_move(both)
    told = [log(page) for page in both]
    frail.kill()
    for page in both:
        expect(page.get_by_text("Connection lost")).to_be_visible()
    mover = at_turn(both)
    mover.locator("button.move:enabled").first.click()  # it waits until somebody hears it
    frail.start()
    for page, before in zip(both, told, strict=True):
        expect(page.get_by_text("Connection lost")).to_be_hidden(timeout=30_000)
        expect(page.locator("ol[aria-label=Log] li")).not_to_have_count(len(before), timeout=30_000)
        after = log(page)
        assert after[: len(before)] == before
    assert len(log(anna)) == len(log(bo))
    for _ in range(4):
        one_move(both)


def log(page: Page) -> list[str]:
    return page.locator("ol[aria-label=Log] li").all_inner_texts()


def at_turn(pages: list[Page]) -> Page:
    """Who can choose something now."""
    for _ in range(400):
        for page in pages:
            if page.locator("button.move:enabled").count():
                return page
            page.wait_for_timeout(10)
    raise AssertionError("nobody can do anything")


def one_move(pages: list[Page]) -> None:
    """Whoever is to move makes a move, and both hear of it."""
    counts = [page.locator("ol[aria-label=Log] li").count() for page in pages]
    at_turn(pages).locator("button.move:enabled").last.click()
    for page, count in zip(pages, counts, strict=True):
        expect(page.locator("ol[aria-label=Log] li")).not_to_have_count(count)


# ── Several at one screen ───────────────────────────────────────────────────────────────────────
def test_nothing_shows_behind_the_curtain(open_page: Open, pictures: Path) -> None:
    """While the screen goes round, neither what is seen nor what lies in the page tells anybody's cards."""
    page = open_page(sound=False)
    player = Player(page)
    player.begin("Costa Ruana", 2, way="On one screen")
    for turn in range(24):
        page.wait_for_selector(".curtain button, button.move:enabled")
        curtain = page.locator(".curtain button")
        if curtain.count():
            page.wait_for_selector(".match > .side")
            assert page.locator("main.board").locator(".target, [data-place], .hand").count() == 0
            assert page.locator("button.move").count() == 0
            heard = player.news()[-1]
            assert heard["seat"] is None  # the page itself knows what a watcher knows
            assert all(card == "?" for one in heard["match"]["view"]["players"] for card in one["hand"])
            said = page.locator("body").inner_text()
            assert not re.search(r"draws (Place|Return|Move)", said)
            if turn < 2:
                assert findings(page) == []
                page.screenshot(path=pictures / "curtain.png")
            curtain.click()
            page.wait_for_selector("button.move:enabled")
        player.act()
        page.wait_for_timeout(30)
