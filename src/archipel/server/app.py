"""The application: routes, guards and errors put together. `archipel serve` runs it."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from archipel import __version__
from archipel.core.words import N_
from archipel.server import logs, openapi, pages, socket
from archipel.server.guards import Guards, from_here, tongue_of
from archipel.server.house import House
from archipel.server.http import api
from archipel.server.metrics import METRICS, shown
from archipel.server.refusal import NOTHING_STORED, Refused
from archipel.server.settings import Settings
from archipel.server.store import StoreError

STATUS = {
    "no_guest": 401,
    "not_host": 403,
    "sent_away": 403,
    "not_yours": 403,
    "there": 403,
    "no_table": 404,
    "no_game": 404,
    "no_seat": 404,
    "too_often": 429,
}
NOT_WELL_FORMED = 422  # for codes that begin with bad_ or name something that is not there
CONFLICT = 409
NOT_READ = N_("The request cannot be read: {detail}")
PLAIN = {
    404: N_("There is nothing at this address."),
    405: N_("This cannot be done at this address ({detail})."),
}
SWITCH = 0.0005  # seconds until a thread that waits for its turn gets it: the writer has many turns to take
HEALTHY_WITHIN = 5.0  # seconds in which the database must be written and read
LOOKS = (500, 400, 10)
"""How often to look for garbage: after how many new objects, and after how many such looks more thoroughly.

What people do at tables leaves no garbage, but renews what the tables hold: rare looks would go through most
of it at once, a pause of 50 ms for everybody at a thousand tables in use."""


def create_app(settings: Settings) -> FastAPI:
    """A server with these settings."""

    @asynccontextmanager
    async def open_house(app: FastAPI) -> AsyncIterator[None]:
        app.state.house = house = House(settings)
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="Archipel",
        version=__version__,
        summary="Tables for island board games; what is live goes over a websocket (docs/guide/protocol.md).",
        lifespan=open_house,
        docs_url=None,  # it would need scripts from elsewhere; any viewer shows openapi.json
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    logs.hush()
    app.include_router(api)
    app.router.routes.append(WebSocketRoute("/api/tables/{id}/live", socket.live))
    app.add_middleware(Guards)
    _add_errors(app)
    _add_operation(app)
    openapi.describe(app)
    app.router.routes.extend(pages.routes())  # after all others: it answers every address
    return app


def serve_app() -> FastAPI:
    """The server that the environment describes; `archipel serve` sets it."""
    from_environment = Settings(
        database=os.environ["ARCHIPEL_DATABASE"],
        origins=tuple(filter(None, os.environ.get("ARCHIPEL_ORIGINS", "").split(","))),
        thinkers=int(os.environ.get("ARCHIPEL_THINKERS", "1")),
        apart=True,
        pace=float(os.environ.get("ARCHIPEL_PACE", "1")),
        secret=os.environ.get("ARCHIPEL_SECRET", ""),
        limits=os.environ.get("ARCHIPEL_LIMITS", "1") != "0",
        open_metrics=os.environ.get("ARCHIPEL_OPEN_METRICS", "0") == "1",
    )
    logs.configure(os.environ.get("ARCHIPEL_JSON_LOGS", "0") == "1")
    tune()
    return create_app(from_environment)


def tune() -> None:
    """Set the interpreter of a process that serves nothing else for short waits."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*LOOKS)
    gc.collect()
    gc.freeze()


def _add_operation(app: FastAPI) -> None:
    """What operators look at."""

    @app.get("/healthz", include_in_schema=False)
    async def healthz(request: Request) -> PlainTextResponse:
        try:
            async with asyncio.timeout(HEALTHY_WITHIN):
                await request.app.state.house.store.check()
        except TimeoutError as error:
            raise StoreError("The database does not answer in time.") from error
        return PlainTextResponse("ok\n")

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        house: House = request.app.state.house
        if not (house.settings.open_metrics or from_here(request)):
            raise HTTPException(404)
        return Response(shown(), media_type=CONTENT_TYPE_LATEST)


# ── Errors ──────────────────────────────────────────────────────────────────────────────────────
Handler = Callable[[Request, Exception], Awaitable[Response]]


def _add_errors(app: FastAPI) -> None:
    """Every error is answered in one form: a code, a sentence, and the paragraph if there is one."""

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        METRICS.refused.labels(error.code).inc()
        default = NOT_WELL_FORMED if error.code.startswith("bad_") or error.code == "no_bot" else CONFLICT
        return _problem(
            STATUS.get(error.code, default), error.code, error.say(tongue_of(request)), error.rule
        )

    async def malformed(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        detail = f"{place}: {first['msg']}" if place else first["msg"]
        return _problem(NOT_WELL_FORMED, "bad_request", tongue_of(request).fill(NOT_READ, {"detail": detail}))

    async def unstored(request: Request, error: Exception) -> Response:
        return _problem(503, "no_store", tongue_of(request).text(NOTHING_STORED))

    async def plain(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        tongue, detail = tongue_of(request), {"detail": str(error.detail)}
        if error.status_code == 400:  # bytes that are no text
            return _problem(NOT_WELL_FORMED, "bad_request", tongue.fill(NOT_READ, detail))
        sentence = PLAIN.get(error.status_code, NOT_READ)
        return _problem(error.status_code, "http", tongue.fill(sentence, detail), headers=error.headers)

    handlers: dict[type[Exception], Handler] = {
        Refused: refused,
        RequestValidationError: malformed,
        StoreError: unstored,
        HTTPException: plain,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)


def _problem(status: int, code: str, text: str, rule: str = "", headers: object = None) -> Response:
    return JSONResponse({"code": code, "text": text, "rule": rule}, status, headers=dict(headers or {}))  # type: ignore[call-overload]
