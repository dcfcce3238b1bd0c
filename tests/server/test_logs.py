"""Logs tell what happened, and nothing that must not be read later."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog

from archipel.server import logs


@pytest.fixture(params=[True, False], ids=["json", "console"])
def log(request, capsys) -> Iterator[structlog.typing.FilteringBoundLogger]:
    logs.configure(request.param)
    yield structlog.get_logger()
    structlog.reset_defaults()


def test_what_is_secret_is_blanked_and_addresses_are_cut(log, capsys):
    log.info("hello", token="t0ken", seed=b"s33d", table="AbCdEfGhIjKl", entropy="meow", chore="sweep")
    said = capsys.readouterr().err
    assert "sweep" in said
    assert "AbCd…" in said or "AbCd\\u2026" in said
    for secret in ("t0ken", "s33d", "AbCdEfGh", "meow"):
        assert secret not in said


def test_a_traceback_tells_lines_of_code_and_no_values(log, capsys):
    def fails(seed: bytes, view: dict[str, str]) -> None:
        raise ZeroDivisionError

    seed = bytes(range(65, 75))
    try:
        fails(seed, {"hand": "queen"})
    except ZeroDivisionError:
        log.exception("a duty failed", table="AbCdEfGhIjKl")
    said = capsys.readouterr().err
    assert "ZeroDivisionError" in said
    assert "ABCDEFGHIJ" not in said
