"""What every answer and every request must keep: security headers, and a limit of size."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

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
                _add_headers(message, scope["path"])
            await send(message)

        try:
            await self.app(scope, limited, guarded)
        except TooLarge:
            received = 0
            await _too_large(HTTPConnection(scope))(scope, receive, guarded)


def _add_headers(message: Message, path: str) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if path.startswith("/api"):
        headers.setdefault("Cache-Control", "no-store")


def _too_large(request: HTTPConnection) -> JSONResponse:
    text = tongue_of(request).text("The request is too large; send less at once.")
    return JSONResponse({"code": "too_large", "text": text, "rule": ""}, 413)


def address_of(request: HTTPConnection) -> str:
    """Where somebody comes from: as a proxy says, if the server was told to believe it.

    Of IPv6 it is the network, for anybody has a whole one to come from.
    """
    found = _address(request)
    if isinstance(found, IPv6Address):
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)


def from_here(request: HTTPConnection) -> bool:
    """Whether somebody on this machine asks, and not a proxy for somebody elsewhere."""
    found = _address(request)
    return not isinstance(found, str) and found.is_loopback and "x-forwarded-for" not in request.headers


def _address(request: HTTPConnection) -> IPv4Address | IPv6Address | str:
    host = request.client.host if request.client else ""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    return getattr(found, "ipv4_mapped", None) or found


def tongue_of(request: HTTPConnection) -> Tongue:
    """The language asked for, by `?lang=` or by the browser."""
    wanted = request.query_params.get("lang") or request.headers.get("accept-language", "")[:2]
    return Tongue(wanted if wanted in LANGUAGES else "en")
