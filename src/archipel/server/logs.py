"""Logs: one event a line, as JSON or for the eye; never with tokens, seeds, views or addresses of tables."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any

import structlog
from structlog.typing import EventDict

SECRETS = ("token", "seed", "authorization", "secret", "view", "entropy", "password", "database")


class Log:
    """What the server has to tell, however an application that embeds it draws its logs.

    Secrets are blanked before anything is handed on; of an error only the lines of code are, for whoever
    draws tracebacks by themselves may add the values of variables.
    """

    def debug(self, event: str, **facts: Any) -> None:
        """Tell what matters only to whoever looks for a fault."""
        structlog.get_logger().debug(event, **without_secrets(None, "", facts))

    def warning(self, event: str, **facts: Any) -> None:
        """Tell what an operator may want to look at."""
        structlog.get_logger().warning(event, **without_secrets(None, "", facts))

    def error(self, event: str, **facts: Any) -> None:
        """Tell what must not happen."""
        structlog.get_logger().error(event, **without_secrets(None, "", facts))

    def exception(self, event: str, **facts: Any) -> None:
        """Tell of the error that is being handled."""
        self.error(event, **facts, exception=traceback.format_exc().rstrip())


log = Log()


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
