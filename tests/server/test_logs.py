"""Logs tell what happened, and nothing that must not be read later."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.typing import EventDict

from archipel.server import logs


@pytest.fixture(params=[True, False], ids=["json", "console"])
def said(request, monkeypatch) -> Iterator[io.StringIO]:
    """What a server writes to standard error."""
    said = io.StringIO()
    monkeypatch.setattr(sys, "stderr", said)
    logs.configure(request.param)
    yield said
    structlog.reset_defaults()


def test_what_is_secret_is_blanked_and_addresses_are_cut(said):
    structlog.get_logger().info(
        "hello", token="t0ken", seed=b"s33d", table="AbCdEfGhIjKl", entropy="meow", chore="sweep"
    )
    text = said.getvalue()
    assert "sweep" in text
    assert "AbCd…" in text or "AbCd\\u2026" in text
    for secret in ("t0ken", "s33d", "AbCdEfGh", "meow"):
        assert secret not in text


def test_a_traceback_tells_lines_of_code_and_no_values(said):
    def fails(seed: bytes, view: dict[str, str]) -> None:
        raise ZeroDivisionError

    seed = bytes(range(65, 75))
    try:
        fails(seed, {"hand": "queen"})
    except ZeroDivisionError:
        structlog.get_logger().exception("a duty failed", table="AbCdEfGhIjKl")
    text = said.getvalue()
    assert "ZeroDivisionError" in text
    assert "ABCDEFGHIJ" not in text


@pytest.fixture
def drawn_by_another() -> Iterator[list[dict[str, Any]]]:
    """What reaches an application that embeds the server and draws tracebacks with all values."""
    drawn: list[dict[str, Any]] = []

    def draw(_logger: object, _method: str, event: EventDict) -> str:
        drawn.append({**event})
        return ""

    structlog.configure(processors=[structlog.processors.dict_tracebacks, draw])
    yield drawn
    structlog.reset_defaults()


def test_an_application_that_embeds_the_server_is_handed_no_values(drawn_by_another):
    def fails(seed: bytes) -> None:
        raise ZeroDivisionError

    try:
        fails(bytes(range(65, 75)))
    except ZeroDivisionError:
        logs.log.exception("a duty failed", table="AbCdEfGhIjKl", token="t0ken")
    [event] = drawn_by_another
    assert "ZeroDivisionError" in event["exception"]
    for secret in ("ABCDEFGHIJ", "AbCdEfGh", "t0ken"):
        assert secret not in repr(event)


def test_nothing_of_the_server_logs_past_the_log():
    sources = Path(logs.__file__).parent.rglob("*.py")
    assert [path.name for path in sources if "structlog" in path.read_text("utf-8")] == ["logs.py"]
