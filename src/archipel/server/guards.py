"""What every answer and every request must keep: security headers, and a limit of size."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from archipel.core.words import LANGUAGES, Tongue
from archipel.server.settings import LONGEST_BODY

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # the address of a table is the key to it
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
}


class TooLarge(Exception):
    """A request that goes on for too long."""


class Guards:
    """Adds the headers, and refuses bodies that are too large, whatever they say of their length."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        received = 0

        async def limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > LONGEST_BODY:
                raise TooLarge
            return message

        async def guarded(message: Message) -> None:
            if received > LONGEST_BODY:
                raise TooLarge  # whatever the application made of it
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self.app(scope, limited, guarded)
        except TooLarge:
            received = 0
            text = tongue_of(HTTPConnection(scope)).text("The request is too large; send less at once.")
            problem = {"code": "too_large", "text": text, "rule": ""}
            await JSONResponse(problem, 413)(scope, receive, guarded)


def address_of(request: HTTPConnection) -> str:
    """Where somebody comes from: as a proxy says, if the server was told to believe it."""
    return request.client.host if request.client else ""


def tongue_of(request: HTTPConnection) -> Tongue:
    """The language asked for, by `?lang=` or by the browser."""
    wanted = request.query_params.get("lang") or request.headers.get("accept-language", "")[:2]
    return Tongue(wanted if wanted in LANGUAGES else "en")
