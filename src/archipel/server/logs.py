"""Logs: one event a line, as JSON or for the eye; never with tokens, seeds, views or addresses of tables."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import EventDict

SECRETS = ("token", "seed", "authorization", "secret", "view", "entropy", "password", "database")


def configure(as_json: bool) -> None:
    """Write logs to standard error from now on."""
    draw = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            without_secrets,
            structlog.processors.format_exc_info,
            draw,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def hush() -> None:
    """Let no stranger fill the log: what is wrong with their bytes is no fault of ours."""
    logging.getLogger("uvicorn.error").addFilter(_not_their_fault)


def _not_their_fault(record: logging.LogRecord) -> bool:
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def without_secrets(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Blank what must not be read later: whoever knows a table's whole address can go there.

    >>> without_secrets(None, "", {"event": "x", "table": "AbCdEfGh", "token": "t"})
    {'event': 'x', 'table': 'AbCd…', 'token': '…'}
    """
    for name in SECRETS:
        if name in event:
            event[name] = "…"
    if isinstance(event.get("table"), str):
        event["table"] = event["table"][:4] + "…"
    return event
