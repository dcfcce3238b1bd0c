"""How every page looks: fit for the window, for everybody to read, light enough to come quickly."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.server.serving import Served
from tests.web.conftest import Open, findings
from tests.web.playing import Player
from tests.web.stage import DRAWN, Stage, kept

from archipel.games import games

LARGEST = [("Costa Ruana", 6), ("Arabana-Opodopo", 4), ("Trésor", 6)]
SMALLEST = [("Costa Ruana", 2), ("Arabana-Opodopo", 3), ("Trésor", 3)]
WINDOWS = [(1280, 800), (1440, 900), (1024, 768)]
MOST_SCRIPT = 200_000  # bytes, compressed, from nothing to the first match
THEMES = ("light", "dark")

OUT_OF_SIGHT = """() => {
  const board = document.querySelector("main.board");
  const bare = (one) => one.getBoundingClientRect().bottom > innerHeight + 1;
  const shown = [...document.querySelectorAll("main.board :is(.hand, .target, .prompt, .deeds), .tools")];
  const cut = (one) => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(one);
    const wide = one.scrollWidth > one.clientWidth + 1 && textOverflow !== "ellipsis";
    return (
      (overflowX !== "visible" && wide) ||
      (overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1)
    );
  };
  const parts = [...board.querySelectorAll("*:not(.unseen, .name, h2, svg, svg *)")];
  return {
    page: document.documentElement.scrollHeight - innerHeight,
    board: board.scrollHeight - board.clientHeight,
    across: board.scrollWidth - board.clientWidth,
    hidden: shown.filter(bare).map((one) => one.className.baseVal ?? one.className),
    cut: parts.filter(cut).map((one) => `${one.className} ${one.textContent.slice(0, 40)}`),
  };
}"""
IN_SIGHT = {"page": 0, "board": 0, "across": 0, "hidden": [], "cut": []}


@pytest.mark.parametrize("name", games())
def test_every_kept_moment_fits_every_window(name: str, server: Served, open_page: Open) -> None:
    """Every phase of every number of players, with the longest names, in the language of longer words."""
    page = open_page(sound=False, language="fr")
    stage = Stage(page)
    wrong = []
    for moment, news in kept(games()[name]):
        stage.show(news, server.address)
        expect(page.locator(".curtain")).to_have_count(0)
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            if (seen := page.evaluate(OUT_OF_SIGHT)) != IN_SIGHT:
                wrong.append(f"{moment} at {width} x {height}: {seen}")
    assert wrong == []


@pytest.mark.parametrize(("title", "players"), [*LARGEST, *SMALLEST])
def test_a_board_fits_the_window(title: str, players: int, open_page: Open, pictures: Path) -> None:
    """Board, hand and question are in sight without scrolling; both themes are fit for everybody."""
    page = open_page(sound=False, name="Anna")
    player = Player(page, seed=3)
    player.begin(title, players)
    player.play(steps=16)
    page.evaluate("player.turn('')")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".match")).to_be_visible()
        page.evaluate(DRAWN)
        assert page.evaluate(OUT_OF_SIGHT) == IN_SIGHT, f"{width} x {height}"
        for theme in THEMES:
            dress(page, theme)
            page.screenshot(path=pictures / f"{title}-{players}-{width}-{theme}.png")
            if width == 1280:
                assert findings(page) == []


def dress(page: Page, theme: str) -> None:
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)


TIGHT = """() => [...document.querySelectorAll(".button, .choice label, .tools")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("width", [1440, 1280, 1024, 360])
def test_buttons_have_room_for_their_words(width: int, open_page: Open) -> None:
    """In the language of longer words: at the start, and in a match among bots with all its tools."""
    page = open_page(width=width, height=768, language="fr", sound=False)
    tresor = page.get_by_role("article", name="Trésor")
    tresor.get_by_role("button", name="Jouer").click()
    assert page.evaluate(TIGHT) == []
    page.get_by_role("button", name="Commencer").click()
    page.wait_for_selector(".tools .habit")
    assert page.evaluate(TIGHT) == []


@pytest.mark.parametrize("theme", THEMES)
def test_every_page_is_for_everybody(theme: str, open_page: Open, pictures: Path) -> None:
    page = open_page(theme=theme, name="Anna", sound=False)
    expect(page.get_by_role("heading", level=2)).to_have_count(6)
    for button, name in [("Play now", "bots"), ("With friends", "friends"), ("On one screen", "screen")]:
        page.get_by_role("button", name=button).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        shown(page, pictures / f"dialog-{name}-{theme}.png")
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    shown(page, pictures / f"settings-{theme}.png")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="With friends").first.click()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_label("Link", exact=True).wait_for()
    shown(page, pictures / f"lobby-{theme}.png")
    page.goto(page.url.split("/t/")[0])
    player = Player(page)
    player.begin("Costa Ruana", 2)
    page.locator(".question .rule").click()
    page.locator("li.shown .number").wait_for()
    shown(page, pictures / f"rules-{theme}.png")
    page.get_by_role("tab", name="Talk").click()
    shown(page, pictures / f"talk-{theme}.png")
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("button", name="Hint").click()
    page.locator(".best").first.wait_for()
    shown(page, pictures / f"hint-{theme}.png")
    assert player.play()
    shown(page, pictures / f"result-{theme}.png")


def shown(page: Page, path: Path) -> None:
    page.screenshot(path=path)
    assert findings(page) == [], path.stem


@pytest.mark.parametrize(("title", "players"), SMALLEST)
def test_the_first_match_comes_quickly(
    title: str, players: int, open_page: Open, capsys: pytest.CaptureFixture[str]
) -> None:
    """Script for the first match, as it comes over the wire."""
    page = open_page(sound=False)
    Player(page).begin(title, players)
    sizes = page.evaluate(
        """() => performance.getEntriesByType("resource")
          .filter(({ name }) => name.endsWith(".js")).map((one) => one.encodedBodySize)"""
    )
    assert len(sizes) > 3
    assert all(sizes)
    with capsys.disabled():
        print(f"\n{title}: {sum(sizes) / 1000:.0f} kB of script")
    assert sum(sizes) < MOST_SCRIPT
