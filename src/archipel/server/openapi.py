"""What the API's description at /api/openapi.json says beyond what FastAPI finds out by itself."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI

from archipel.server import wire

PLACE = "#/components/schemas/{name}"
_, FORMS = msgspec.json.schema_components([wire.Story, wire.MatchNow], ref_template=PLACE)
FOR_ANYBODY: dict[str, Any] = {"security": [{}, {"guest": []}]}  # a token decides who is charged, not more
RECORDS: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "Records, one after the other: all as text, or all as JSON (docs/records.md).",
        "content": {
            "text/plain": {"schema": {"type": "string"}},
            "application/json": {"schema": {"$ref": PLACE.format(name="Record")}},
        },
    }
}


def told(kind: type[msgspec.Struct], text: str) -> dict[int | str, dict[str, Any]]:
    """An answer in a form that the websocket has too."""
    schema = {"$ref": PLACE.format(name=kind.__name__)}
    return {200: {"description": text, "content": {"application/json": {"schema": schema}}}}


def describe(app: FastAPI) -> None:
    """Add the forms that these answers refer to."""
    plain = app.openapi

    def whole() -> dict[str, Any]:
        found = plain()
        found["components"]["schemas"].update(FORMS)
        return found

    app.openapi = whole  # type: ignore[method-assign]
