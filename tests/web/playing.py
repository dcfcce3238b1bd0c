"""A player in front of the page: finds what is lit on the board, clicks it or goes to it by key."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocket

MOST_STEPS = 3000

SCRIPT = """
const over = (node) => !!(node.closest ? node : node.parentElement)?.closest(".over");
const WHOLE = { subtree: true, childList: true, characterData: true };
const painted = (tell) => requestAnimationFrame(() => setTimeout(tell));
/** What comes over the wire is timed from its arrival until it is on the screen: the page's own share. */
const { set: listen, ...other } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", {
  ...other,
  set(hear) {
    listen.call(this, (event) => {
      const since = performance.now();
      hear(event);
      if (event.data.startsWith('{"type":"news"')) painted(() => player.own.push(performance.now() - since));
    });
  },
});
window.player = {
  /** What can be clicked now: things on the board that are lit and in sight, and entries of the list. */
  lit() {
    const found = [];
    const put = (one, kind) => {
      const label = one.getAttribute("aria-label") ?? one.textContent.trim();
      for (const box of one.getClientRects())
        for (const part of [0.5, 0.2, 0.8]) {
          const [x, y] = [box.x + box.width * part, box.y + box.height * part];
          const top = document.elementFromPoint(x, y);
          if (top && (one.contains(top) || top.closest(".target") === one))
            return found.push({ kind, label, x, y });
        }
    };
    for (const one of document.querySelectorAll("main.board .target, main.board button:enabled"))
      if (one.matches(".target, .act, .owner, .extra, .deeds button, .choice button")) put(one, "board");
    for (const one of document.querySelectorAll("button.move:enabled")) put(one, "list");
    return found;
  },
  /** Differs whenever there is something new to decide. */
  now() {
    const seen = document.querySelectorAll(
      "main.board :is(.target, .picked, .raised, button), button.move, .curtain h2",
    );
    const text = [...seen].map((one) => (one.getAttribute("aria-label") ?? one.textContent) + one.className);
    return [document.querySelector(".question")?.textContent, ...text].join("|");
  },
  over: () => !!document.querySelector('[aria-label="Result"], [aria-label="Résultat"]'),
  mine: () => !!document.querySelector("button.move:enabled, .curtain button"),
  async turn(before) {
    const begun = performance.now();
    for (let passed = 0; passed < 30000; passed = performance.now() - begun) {
      if (player.over()) return null;
      if (player.mine() && (passed > 1000 || player.now() !== before)) return player.now();
      await new Promise((next) => setTimeout(next, 4));
    }
    return "lost";
  },
  /** Time from clicks to the change of the log on screen; what shifted; the boxes of the page. */
  times: [],
  own: [],
  shifts: [],
  boxes: new Set(),
  measure() {
    let since = 0;
    addEventListener("click", (event) => (since = event.timeStamp), true);
    new MutationObserver(() => {
      if (!since) return;
      const from = since;
      since = 0;
      painted(() => player.times.push(performance.now() - from));
    }).observe(document.querySelector("ol[aria-label]"), WHOLE);
    new PerformanceObserver((list) => {
      for (const one of list.getEntries())
        // What lies over the board covers it for a moment and moves nothing.
        if (one.sources.some(({ node }) => node?.isConnected && !over(node)))
          player.shifts.push([one.value, one.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? "")]);
    }).observe({ type: "layout-shift" });
  },
  box() {
    const boxes = ["main.board", ".ask", ".match > .side"].map((one) =>
      document.querySelector(one).getBoundingClientRect(),
    );
    const told = boxes.map(({ x, y, width, height }) => [x, y, width, height].map(Math.round));
    if (!player.over()) player.boxes.add(JSON.stringify(told));
  },
};
"""


class Player:
    """Somebody who plays to the end, by clicks on the board wherever something is lit there."""

    def __init__(self, page: Page, seed: int = 1, prefer: Callable[[dict[str, Any]], float] | None = None):
        self.page, self.dice = page, random.Random(seed)
        self.prefer = prefer or (lambda one: 1.0 if one["kind"] == "board" else 0.0)
        self.frames: list[str] = []
        self.clicks = {"board": 0, "list": 0}
        page.on("websocket", self._listen)
        page.add_init_script(SCRIPT)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(frame))  # type: ignore[arg-type]

    def begin(self, title: str, players: int, way: str = "Play now", level: str = "Novice") -> None:
        """From the start to the match."""
        self.page.reload()
        self.page.locator("article", has_text=title).get_by_role("button", name=way).click()
        self.page.get_by_label(str(players), exact=True).check(force=True)
        if way == "Play now":
            self.page.get_by_label(level, exact=True).check(force=True)
        self.page.get_by_role("button", name="Begin").click()
        self.page.wait_for_selector("main.board svg")

    def act(self) -> None:
        """Choose something that is lit."""
        for _ in range(40):  # the page may just be drawing
            lit = [one for one in self.page.evaluate("player.lit()") if one["label"] != "Put back"]
            if lit or self.page.evaluate("player.over()"):
                break
            self.page.wait_for_timeout(25)
        if not lit:
            return
        weights = [self.prefer(one) for one in lit]
        if not any(weights):
            weights = [1.0] * len(lit)
        one = self.dice.choices(lit, weights)[0]
        self.clicks[one["kind"]] += 1
        self.page.mouse.click(one["x"], one["y"])

    def play(self, steps: int = MOST_STEPS, each: Callable[[], None] | None = None) -> bool:
        """Play on; whether the match is over."""
        now: str | None = ""
        for _ in range(steps):
            now = self.page.evaluate("before => player.turn(before)", now)
            if now is None:
                return True
            assert now != "lost", "nothing happens any more"
            self.act()
            if each:
                each()
        return bool(self.page.evaluate("player.over()"))

    @property
    def table(self) -> str:
        return self.page.url.split("/t/")[1].split("?")[0]

    def news(self) -> list[Any]:
        """What came over the wire about the match."""
        heard = [json.loads(frame) for frame in self.frames]
        return [one for one in heard if one["type"] == "news" and one["match"]]
