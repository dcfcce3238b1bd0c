"""The page in a real browser: a newcomer finds their way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import Open, findings

from archipel.games import games

A_MATCH = 120_000  # ms that bots need for one, whose processes may have to get ready
TITLES = [game.title["en"] for game in games().values()]


def begin(page: Page, title: str) -> None:
    """Two clicks from the start to a match."""
    page.locator("article", has_text=title).get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".board svg")


def take_first_moves(page: Page, count: int) -> None:
    """Choose the first move of the list, several times."""
    for _ in range(count):
        move = page.locator("button.move:enabled").first
        words = move.inner_text()
        move.click()
        expect(page.get_by_role("list", name="Log")).to_contain_text(words.split(",")[0].rstrip("."))


@pytest.mark.parametrize("title", TITLES)
def test_a_match_begins_with_two_clicks(title: str, open_page: Open, pictures: Path) -> None:
    page = open_page()
    begin(page, title)
    take_first_moves(page, 2)
    assert findings(page) == []
    page.screenshot(path=pictures / f"{title}.png")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_start_is_for_everybody(theme: str, open_page: Open, pictures: Path) -> None:
    page = open_page(theme=theme)
    expect(page.get_by_role("heading", level=2)).to_have_count(6)
    assert findings(page) == []
    page.screenshot(path=pictures / f"home-{theme}.png", full_page=True)
    page.get_by_role("button", name="Play now").first.click()
    assert findings(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    assert findings(page) == []


def test_it_speaks_french_at_once_and_remembers(open_page: Open) -> None:
    page = open_page()
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("button", name="Jouer").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Jouer").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_friends_come_by_the_link(open_page: Open, pictures: Path) -> None:
    host = open_page(name="Anna")
    host.locator("article", has_text="Costa Ruana").get_by_role("button", name="With friends").click()
    host.get_by_label("2", exact=True).check(force=True)
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_label("Link", exact=True).input_value()
    assert findings(host) == []
    host.screenshot(path=pictures / "lobby.png")
    friend = open_page(re.sub(r"^https?://[^/]+", "", link), name="Bo")
    friend.get_by_role("button", name="Sit here").click()
    expect(host.get_by_text("Bo", exact=True)).to_be_visible()
    late = open_page(re.sub(r"^https?://[^/]+", "", link), name="Cy")
    expect(late.get_by_text("All seats are taken: you will watch.")).to_be_visible()
    expect(late.get_by_label("Your name")).to_have_count(0)
    host.get_by_role("button", name="Begin").click()
    expect(late.get_by_text("You are watching.")).to_be_visible()
    friend.wait_for_selector(".board svg")
    friend.get_by_role("tab", name="Talk").click()
    friend.get_by_label("Say something").fill("Hello!")
    friend.get_by_role("button", name="Say", exact=True).click()
    host.get_by_role("tab", name="Talk").click()
    expect(host.get_by_role("list", name="Talk")).to_contain_text("Hello!")


def together(open_page: Open) -> tuple[Page, Page]:
    """Anna, who opened a table, and Bo, who came by the link; not all that they wish will be granted."""
    host = open_page(name="Anna", spoilt="403")
    host.locator("article", has_text="Costa Ruana").get_by_role("button", name="With friends").click()
    host.get_by_label("2", exact=True).check(force=True)
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_label("Link", exact=True).input_value()
    friend = open_page(re.sub(r"^https?://[^/]+", "", link), name="Bo", spoilt="403")
    friend.get_by_role("button", name="Sit here").click()
    expect(host.get_by_text("Bo", exact=True)).to_be_visible()
    return host, friend


def test_the_host_sends_somebody_away_and_lets_them_sit_again(open_page: Open, pictures: Path) -> None:
    host, friend = together(open_page)
    host.get_by_role("button", name="Send away").click()
    friend.get_by_role("button", name="Sit here").click()
    expect(friend.get_by_role("alert")).to_have_text("The host sent you away from this table; you can watch.")
    expect(host.get_by_text("Sent away: Bo.")).to_be_visible()
    assert findings(host) == []
    host.screenshot(path=pictures / "sent-away.png")
    host.get_by_role("button", name="Let them sit down again").click()
    expect(host.get_by_text("Sent away: Bo.")).to_be_hidden()
    friend.get_by_role("button", name="Sit here").click()
    expect(host.get_by_text("Bo", exact=True)).to_be_visible()


def begin_and_wait_for(one: Page, other: Page, host: Page) -> None:
    """The match begins, and goes on until it is up to one of the two."""
    host.get_by_role("button", name="Begin").click()
    for page in (one, other):
        page.wait_for_selector(".board svg")
    while not one.locator("button.move:enabled").count():
        if other.locator("button.move:enabled").count():
            other.locator("button.move:enabled").first.click()
        other.wait_for_timeout(50)


def test_the_host_may_ask_for_a_bot_when_somebody_keeps_all_waiting(open_page: Open) -> None:
    host, friend = together(open_page)
    host.clock.install()
    begin_and_wait_for(friend, host, host)
    ask = host.get_by_role("button", name="Let a bot play for Bo")
    expect(host.get_by_text("You are watching.")).to_have_count(0)
    expect(ask).to_have_count(0)
    host.clock.fast_forward("05:01")
    ask.click()  # but he is there, and has not been idle for so long
    expect(host.get_by_text("A bot can play only for those who have been away for long")).to_be_visible()


def test_the_others_may_ask_for_a_bot_when_the_host_keeps_all_waiting(open_page: Open) -> None:
    host, friend = together(open_page)
    friend.clock.install()
    begin_and_wait_for(host, friend, host)
    ask = friend.get_by_role("button", name="Let a bot play for Anna")
    friend.clock.fast_forward("05:01")
    expect(friend.get_by_text("You are watching.")).to_have_count(0)
    expect(ask).to_have_count(0)
    friend.clock.fast_forward("10:00")
    ask.click()  # but by the server's clock she has not had so long
    expect(friend.get_by_text("only when they have had 15 minutes to decide")).to_be_visible()


def test_who_cannot_take_the_seat_back_yet_is_told_why(open_page: Open) -> None:
    host, friend = together(open_page)
    begin_and_wait_for(host, friend, host)
    friend.evaluate(LET_A_BOT_PLAY, 1)
    why = {"code": "wrong_time", "text": "Wait for the bot."}
    friend.route("**/stand-in", lambda route: route.fulfill(status=403, json=why))
    friend.get_by_role("button", name="take your seat back").click()
    expect(friend.get_by_text("Wait for the bot.")).to_be_visible()


LET_A_BOT_PLAY = """async (seat) => fetch(
  location.pathname.replace("/t/", "/api/tables/") + `/seats/${seat}/stand-in`,
  {
    method: "PUT",
    headers: {
      "Content-Type": "application/json",
      "Authorization": `Bearer ${JSON.parse(localStorage["archipel-guest"]).token}`,
    },
    body: '{"bot": "random"}',
  },
)"""


def test_who_plays_again_waits_until_the_others_sit_down_by_themselves(
    open_page: Open, pictures: Path
) -> None:
    host, friend = together(open_page)
    host.get_by_role("button", name="Begin").click()
    for seat, page in enumerate((host, friend)):
        page.wait_for_selector(".board svg")
        page.evaluate(LET_A_BOT_PLAY, seat)
    expect(friend.get_by_role("region", name="Result")).to_be_visible(timeout=A_MATCH)
    friend.get_by_role("button", name="Play again").click()
    expect(friend.get_by_text("Kept for Anna")).to_be_visible()
    expect(friend.get_by_role("button", name="Stand up")).to_be_visible()
    expect(friend.get_by_role("button", name="Begin")).to_have_count(0)  # he is not the host
    friend.screenshot(path=pictures / "kept.png")
    expect(host.get_by_text("The next table is laid, with a seat for you.")).to_be_visible()
    assert findings(host) == []
    host.screenshot(path=pictures / "invited.png")
    host.get_by_role("button", name="Play again").click()
    expect(friend.get_by_text("Anna", exact=True)).to_be_visible()
    host.get_by_role("button", name="Begin").click()
    for page in (host, friend):
        expect(page.get_by_role("button", name="Take back")).to_be_visible()


def test_among_bots_one_plays_again_at_once(open_page: Open) -> None:
    page = open_page(name="Anna")
    begin(page, "Costa Ruana")
    page.evaluate(LET_A_BOT_PLAY, 0)
    expect(page.get_by_role("region", name="Result")).to_be_visible(timeout=A_MATCH)
    before = page.url
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    assert page.url != before


def test_a_variant_is_offered_to_as_many_as_it_is_for(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("article", name="Trésor").get_by_role("button", name="Play now").click()
    variant = page.get_by_role("checkbox")
    page.get_by_label("5", exact=True).check(force=True)
    variant.check()
    page.get_by_label("4", exact=True).check(force=True)
    expect(variant).to_be_disabled()
    page.get_by_role("button", name="Begin").click()  # the four play as usual
    expect(page.get_by_role("region", name="My ship").get_by_role("listitem")).to_have_count(6)


def test_one_screen_goes_from_hand_to_hand(open_page: Open, pictures: Path) -> None:
    page = open_page(width=360, height=740)
    page.locator("article", has_text="Costa Ruana").get_by_role("button", name="On one screen").click()
    page.get_by_label("2", exact=True).check(force=True)
    page.get_by_role("button", name="Begin").click()
    for _ in range(2):
        curtain = page.get_by_role("button", name=re.compile("^I am"))
        expect(curtain).to_be_visible()
        page.screenshot(path=pictures / "curtain.png")
        curtain.click()
        page.get_by_role("button", name=re.compile("moves?$")).click()
        page.locator("button.move:enabled").first.click()


def test_the_rulebook_opens_where_it_is_needed(open_page: Open) -> None:
    page = open_page()
    begin(page, "Costa Ruana")
    page.locator(".question .rule").click()
    shown = page.locator("li.shown .number")
    expect(shown).to_have_text("CR-2.7")
    page.get_by_role("article", name="Rulebook").evaluate("book => book.scrollTo(0, 0)")
    page.locator(".question .rule").click()  # asked again, it leads there again
    expect(shown).to_be_in_viewport()


@pytest.mark.parametrize("title", TITLES)
def test_a_phone_shows_no_more_than_its_width(title: str, open_page: Open, pictures: Path) -> None:
    page = open_page(width=360, height=740, theme="dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    begin(page, title)
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.screenshot(path=pictures / f"{title}-phone.png")


def test_a_table_that_does_not_exist_is_named(open_page: Open) -> None:
    page = open_page("/t/nothing-here", spoilt="404")
    expect(page.get_by_role("link", name="To the start", exact=True)).to_be_visible()
    page.goto(page.url + "/replay")
    expect(page.get_by_role("link", name="To the start", exact=True)).to_be_visible()
