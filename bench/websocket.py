"""A websocket of a few lines: the load generator must cost less than the server that it measures."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
NO_MASK = bytes(4)  # clients must mask; a mask of zeros leaves the text as it is


class Socket(asyncio.Protocol):
    """A client's end of a websocket; whole texts of the server are handed to `heard`."""

    def __init__(self, url: str, heard: Callable[[memoryview], None]) -> None:
        self.url, self.heard = url, heard
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self._transport: Any = None
        self._buffer = bytearray()

    async def connect(self) -> None:
        """Connect, and shake hands."""
        where = urlsplit(self.url)
        await asyncio.get_running_loop().create_connection(lambda: self, where.hostname, where.port)
        await self.open

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._send(TEXT, text)

    def close(self) -> None:
        """Hang up."""
        self.closed = True
        self._transport.close()

    # ── The protocol ────────────────────────────────────────────────────────────────────────────
    def connection_made(self, transport: Any) -> None:
        """Ask for a websocket."""
        self._transport = transport
        where, key = urlsplit(self.url), base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {where.path} HTTP/1.1\r\nHost: {where.netloc}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take the handshake off, then frame after frame."""
        self._buffer += data
        if not self.open.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.open.set_exception(ConnectionError(head.decode()))
                return
            self.open.set_result(None)
            self._buffer = rest
        used = self._frames(memoryview(self._buffer))
        if used:
            self._buffer = self._buffer[used:]

    def connection_lost(self, error: Exception | None) -> None:
        """The server hung up, or we did."""
        if not self.closed:
            raise ConnectionError(f"the server closed {self.url}")

    def _frames(self, data: memoryview) -> int:
        """Hear all whole frames; how many bytes they take."""
        at = 0
        while len(data) - at >= 2:
            start, length = at + 2, data[at + 1]
            if length > 125:
                start += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : start])
            if len(data) < start + length:
                break
            self._frame(data[at] & 0xF, data[start : start + length])
            at = start + length
        return at

    def _frame(self, kind: int, payload: memoryview) -> None:
        if kind == TEXT:
            self.heard(payload)
        elif kind == PING:
            self._send(PONG, bytes(payload))

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2)
        self._transport.write(bytes([0x80 | kind]) + length + NO_MASK + payload)
