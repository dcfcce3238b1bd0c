"""Learning a game by playing it: the coach explains what is new, when it is new, and once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.web.conftest import Open, findings

from archipel.games import games

TITLES = {game.name: game.title["en"] for game in games().values()}
FIRST = {
    "arabana-opodopo": ["Islands and bridges", "Your cards", "Three to keep, one to lay open"],
    "costa-ruana": ["Treasure on the islands", "Day or night, high tide or low tide", "Your cards"],
    "tresor": ["A full chest wins", "Your ship and your crew", "A trick up your sleeve"],
}


def learn(page: Page, title: str) -> Locator:
    """Press "Learn it"; the card that is told."""
    page.locator("article", has_text=title).get_by_role("button", name="Learn it").click()
    card = page.get_by_role("dialog")
    expect(card).to_be_visible()
    return card


def top_of(card: Locator) -> float:
    """How far down a card begins."""
    box = card.bounding_box()
    assert box is not None
    return box["y"]


def read_on(page: Page, until: str = "", moves: int = 8) -> list[str]:
    """Read cards and make first moves, so many or until a card of this title is there: what was told."""
    told: list[str] = []
    card = page.locator(".coach [role=dialog]")
    while moves:
        page.wait_for_selector(".coach [role=dialog], button.move:enabled", timeout=20_000)
        if card.count():
            title = card.get_by_role("heading").inner_text()
            told.append(title)
            if title == until:
                break
            page.keyboard.press("Enter")
            expect(card.filter(has_text=title)).to_have_count(0)
        else:
            page.locator("button.move:enabled").first.dispatch_event("click")
            page.wait_for_timeout(100)
            moves -= 1
    return told


@pytest.mark.parametrize("game", FIRST)
def test_the_first_match_teaches_by_doing(game: str, open_page: Open, pictures: Path) -> None:
    page = open_page()
    card = learn(page, TITLES[game])
    expect(page).to_have_url(re.compile(r"\?learn$"))
    for number, title in enumerate(FIRST[game]):
        expect(card.get_by_role("heading")).to_have_text(title)
        expect(card).to_contain_text(f"{number} of 16 things seen")
        expect(page.locator("[data-taught]").first).to_be_visible()
        expect(card.get_by_role("button", name="Go on")).to_be_focused()
        assert findings(page) == []
        page.screenshot(path=pictures / f"learn-{game}-{number}.png")
        page.keyboard.press("Enter")
    told = read_on(page)
    assert told
    assert len(told) == len(set(told)), "nothing is told twice"


def test_a_card_shows_a_good_move_and_its_rule(open_page: Open) -> None:
    page = open_page()
    learn(page, "Costa Ruana")
    read_on(page, until="Your first natives")
    card = page.get_by_role("dialog")
    card.get_by_role("button", name="Show me a good move").click()
    expect(card.get_by_role("button", name="Play it")).to_be_visible(timeout=20_000)
    expect(page.locator("li.best")).to_have_count(1)
    card.get_by_role("button", name="Read rule CR-2.7").click()
    expect(page.locator("li.shown .number")).to_have_text("CR-2.7")
    expect(card.get_by_role("button", name="Go on")).to_be_visible()
    card.get_by_role("button", name="Back to the card").click()
    card.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("list", name="Log")).to_be_hidden()
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("list", name="Log")).to_contain_text("Guest places a native")


def test_it_hides_comes_back_and_can_be_left(open_page: Open) -> None:
    page = open_page()
    card = learn(page, "Costa Ruana")
    page.keyboard.press("Enter")
    expect(card.get_by_role("heading")).to_have_text("Day or night, high tide or low tide")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.locator("button.move:enabled").first.click()
    page.wait_for_selector("button.move:enabled")
    expect(card).to_be_hidden()
    page.get_by_role("button", name="Show the coach").click()
    expect(card).to_contain_text("1 of 16 things seen")
    page.reload()
    expect(card).to_contain_text("1 of 16 things seen")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="I know this").click()
    expect(page).not_to_have_url(re.compile("learn"))
    expect(page.locator(".coach")).to_have_count(0)


def test_it_speaks_french_in_the_middle_of_a_card(open_page: Open) -> None:
    page = open_page(width=1024, height=768)
    card = learn(page, "Trésor")
    page.get_by_label("Language").select_option("fr")
    expect(card.get_by_role("heading")).to_have_text("Un coffre plein, et c’est gagné")
    expect(card.get_by_role("button", name="Continuer")).to_be_visible()
    page.evaluate("document.querySelector('#lesson-text').append('Et encore des mots. '.repeat(80))")
    box, asked = card.bounding_box(), page.locator(".ask").bounding_box()
    assert box is not None
    assert asked is not None
    assert asked["y"] + asked["height"] <= box["y"], "what is asked stays in sight"
    assert box["y"] + box["height"] <= 768


@pytest.mark.parametrize("game", FIRST)
def test_a_phone_shows_what_the_card_is_about(game: str, open_page: Open, pictures: Path) -> None:
    page = open_page(width=360, height=740, theme="dark")
    card = learn(page, TITLES[game])
    for number, title in enumerate(FIRST[game]):
        expect(card.get_by_role("heading")).to_have_text(title)
        page.wait_for_timeout(150)
        top = top_of(card)
        thing = page.locator("[data-taught]").first.bounding_box()
        assert thing is not None
        assert 0 <= thing["y"] + thing["height"] / 2 < top
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.screenshot(path=pictures / f"learn-{game}-{number}-phone.png")
        page.keyboard.press("Enter")


def test_a_phone_shows_what_can_be_chosen(open_page: Open) -> None:
    """A card that asks for something without pointing at it leaves in sight what is lit."""
    page = open_page(width=360, height=740)
    card = learn(page, "Costa Ruana")
    for title in [*FIRST["costa-ruana"], "Your first natives"]:
        expect(card.get_by_role("heading")).to_have_text(title)
        page.wait_for_timeout(150)
        if title != "Your first natives":
            page.keyboard.press("Enter")
    top = top_of(card)
    islands = [one.bounding_box() for one in page.locator("main.board .target").all()]
    assert islands
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= top for box in islands)


def test_the_rulebook_can_be_searched(open_page: Open) -> None:
    page = open_page()
    page.locator("article", has_text="Costa Ruana").get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("tab", name="Rules").click()
    page.get_by_role("searchbox").fill("eighth native")
    found = page.get_by_role("list", name="Found")
    expect(found).to_contain_text("CR-5.10")
    found.get_by_role("button").first.click()
    expect(page.locator("li.shown .number")).to_have_text("CR-5.10")
