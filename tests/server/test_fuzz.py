"""Whatever a stranger sends over a websocket, the answer is a clear refusal or a proper end."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.visits import Caller, a_house, a_table
from tests.server.wires import Person, opened
from websockets.exceptions import ConnectionClosed

from archipel.server import wire as words

KINDS = [kind.__struct_config__.tag for kind in words.AnyMessage.__args__]
FIELDS = ("id", "token", "seat", "since", "lang", "after", "action", "yes", "text", "auto", "type", "x")
VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**64), 10**40, 1e308, 0.5),
    *("", "en", "fr", "pass", "place 1", "x" * 300, "\x00", "é\u202e", "{problem}", "%s", "\ud800"),
    *([], {}, [[]], {"a": {}}),
]
GARBAGE = [
    *("", " ", "null", "true", "42", '"hello"', "[]", "{}", "{", '{"type"', '{"type":}', "\x00", "NaN"),
    *("[" * 2000, '{"a":' * 1500, '{"type":"say","text":"' + "x" * 8000, '{"type":"hello",' * 3),
    *('{"type":"act","after":1e999,"action":"pass"}', '{"type":"say","text":"\\ud800"}'),
    '{"type":"hello","token":"' + "." * 4000 + '"}',
]


def messages(dice: random.Random) -> Iterator[str | bytes]:
    """Bad, odd and half-right messages."""
    while True:
        match dice.randrange(5):
            case 0:
                yield dice.choice(GARBAGE)
            case 1:
                yield dice.randbytes(dice.randrange(200))
            case 2:
                text = json.dumps(odd(dice))
                yield text[: dice.randrange(len(text))]
            case _:
                yield json.dumps(odd(dice))


def odd(dice: random.Random) -> dict[str, Any]:
    """A message with a known kind and fields that hardly fit."""
    fields = dice.sample(FIELDS, dice.randrange(5))
    return {"type": dice.choice(KINDS)} | {name: dice.choice(VALUES) for name in fields}


@pytest.fixture
def problems(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """What uvicorn and asyncio find worth a warning."""
    found: list[str] = []
    yield found
    found += [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert found == []


@pytest.mark.parametrize("seed", range(4))
def test_strangers_packets(seed, tmp_path, problems, capsys):
    dice = random.Random(seed)
    with opened(f"sqlite:///{tmp_path / 'tables.db'}") as house:
        ann = Person(house, "Ann")
        table = ann.open_table("costa-ruana", 2, "random", start=True)

        async def visit(hello: bool) -> None:
            """Send some, with or without a hello first, and read every answer."""
            async with ann.look(table, 0, hello=hello) as wire:
                for _, message in zip(range(60), messages(dice), strict=False):
                    heard = await answer(wire, message)
                    if heard is None:
                        return
                    assert heard["type"] in ("refused", "done", "preview", "why", "hint")
                    assert heard["type"] != "refused" or (heard["code"] and heard["text"])

        async def evening() -> None:
            for number in range(12):
                await visit(hello=number % 3 > 0)
            async with ann.look(table, 0) as wire:  # the table is still there, and whole
                await wire.play(dice)
                wire.whole()

        asyncio.run(evening())
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err


@pytest.mark.parametrize(
    "frames",
    [
        b"\x81\x85\x00\x00\x00\x00\xff\xfe\xfd\xfc\xfb",  # a text that is no UTF-8
        b"\x83\x80\x00\x00\x00\x00",  # an opcode that is not there
        b"\x81\x05hello",  # not masked
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # as long as can be said
        b"\x01\x81\x00\x00\x00\x00{" + b"\x00\x81\x00\x00\x00\x00 " * 40_000,  # in ever more pieces
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_broken_frames(frames, tmp_path, capsys):
    with opened(f"sqlite:///{tmp_path / 'tables.db'}") as house:
        ann = Person(house, "Ann")
        table = ann.open_table("costa-ruana", 2, "random", start=True)

        async def evening() -> None:
            async with ann.look(table, 0) as wire:
                wire.socket.transport.write(frames)
                with pytest.raises(ConnectionClosed):
                    await hear_all(wire)
            async with ann.look(table, 0) as wire:
                assert await wire.turn()

        asyncio.run(evening())
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err


@pytest.mark.parametrize("field", ["id", "since", "seat", "after"])
@pytest.mark.parametrize("number", [2**31, 2**63, 2**64, -(2**64), 10**60])
def test_huge_numbers(field, number, tmp_path, problems):
    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 2)
            for kind in ("look", "say", "act"):
                caller = Caller(house, live, "ann", 0)
                fields = {"say": {"text": "hi"}, "act": {"after": 1, "action": "pass"}, "look": {}}[kind]
                [*_, last] = await caller.bytes_for({"type": kind, **fields, field: number})
                assert json.loads(last)["type"] in ("refused", "done")

    asyncio.run(evening())


async def answer(wire: Any, message: str | bytes) -> dict[str, Any] | None:
    """What a message brings; nothing if the connection ends."""
    try:
        await wire.socket.send(message)
        heard = {"type": "news"}
        while heard["type"] in ("news", "present"):
            heard = await wire.hear()
        return heard
    except ConnectionClosed:
        return None


async def hear_all(wire: Any) -> None:
    while True:
        await wire.hear()
