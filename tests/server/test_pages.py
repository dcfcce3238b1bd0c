"""The page's files, and what is answered where there are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from archipel.server import pages


def client(monkeypatch: pytest.MonkeyPatch, folder: Path) -> TestClient:
    monkeypatch.setattr(pages, "FOLDER", folder)
    return TestClient(Starlette(routes=pages.routes()))


@pytest.mark.parametrize("there", [False, True])
def test_a_page_that_was_not_built_is_told_of(monkeypatch, tmp_path, there):
    folder = tmp_path / "web"
    if there:
        folder.mkdir()
    answer = client(monkeypatch, folder).get("/t/abc")
    assert (answer.status_code, answer.text) == (503, pages.NOT_BUILT)


def test_any_address_is_answered_with_the_page(monkeypatch, tmp_path):
    (tmp_path / "index.html").write_text("the page", "utf-8")
    there = client(monkeypatch, tmp_path)
    assert [there.get(path).text for path in ("/", "/t/abc")] == ["the page"] * 2
    assert there.get("/assets/none.js").status_code == 404
