"""A real server with the page on it, and a real Chromium to look at it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.server.serving import Served, serving

WEB = Path(__file__).parents[2] / "web"
PICTURES = Path(__file__).with_name("artefacts")  # screenshots, to be looked at
PATIENCE = 20_000  # ms: a machine that runs all tests at once may be slow
Open = Callable[..., Page]
# The label of a target on a board is the whole move in words; what is drawn on it is no part of that.
RULES = {"label-content-name-mismatch": {"enabled": False}}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("tables")
    with serving(f"sqlite:///{folder / 'tables.db'}", folder / "log", "--pace", "0") as served:
        yield served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    node = Path(sys.executable).with_name("node")
    unpacked = json.loads(subprocess.check_output([node, "chromium.mjs"], cwd=WEB, text=True))
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=unpacked["program"],
            args=["--no-sandbox", "--disable-gpu", "--headless=shell"],
            env={**os.environ, "LD_LIBRARY_PATH": unpacked["libraries"]},
        )
        yield browser
        browser.close()


@pytest.fixture
def open_page(server: Served, browser: Browser) -> Iterator[Open]:
    """Open the page as somebody new, with settings of theirs; nothing may be wrong with it at the end."""
    wrong: list[str] = []
    contexts = []

    def open_one(
        path: str = "/",
        width: int = 1280,
        height: int = 800,
        touch: bool = False,
        server: Served = server,
        spoilt: str = "",
        **settings: Any,
    ) -> Page:
        """`spoilt`: what the browser may complain about, because the test breaks it on purpose."""
        size: Any = {"width": width, "height": height}
        context = browser.new_context(viewport=size, locale="en", has_touch=touch)
        contexts.append(context)
        chosen = json.dumps({"language": "en", "theme": "light", "pace": 0, **settings})
        context.add_init_script(f"localStorage.archipel ??= {json.dumps(chosen)}")
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: complain(said.text) if said.type == "error" else None)

        def complain(text: str) -> None:
            if not (spoilt and re.search(spoilt, text)):
                wrong.append(text)

        page.goto(server.address + path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def pictures() -> Path:
    PICTURES.mkdir(parents=True, exist_ok=True)
    return PICTURES


def findings(page: Page) -> list[str]:
    """What axe finds wrong with a page, if it is serious."""
    page.evaluate((WEB / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8"))
    found = page.evaluate("rules => axe.run({ rules })", RULES)["violations"]
    return [
        f"{one['id']}: {node['target']}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
