"""Where people come from, and who may see what only operators should."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient
from tests.server.stores import no_file_longer_than

from archipel.server import app
from archipel.server.guards import address_of, from_here
from archipel.server.settings import Settings
from archipel.server.store import Store, StoreError


def connection(host: str, **headers: str) -> HTTPConnection:
    """Somebody who comes from an address."""
    lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "headers": lines, "client": (host, 1) if host else None})


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::"),
        ("a socket", "a socket"),
        ("", ""),
    ],
)
def test_who_has_a_network_of_addresses_counts_once(host, address):
    assert address_of(connection(host)) == address


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_only_this_machine_is_here(host):
    assert from_here(connection(host))
    assert not from_here(connection(host, x_forwarded_for="192.0.2.7"))
    for other in ("192.0.2.7", "10.0.0.1", "2001:db8::1", "a socket", ""):
        assert not from_here(connection(other))


@pytest.mark.parametrize(
    ("host", "wishes", "status"),
    [("127.0.0.1", {}, 200), ("192.0.2.7", {}, 404), ("192.0.2.7", {"open_metrics": True}, 200)],
)
def test_what_operators_see_is_shown_to_nobody_else(host, wishes: dict[str, Any], status, tmp_path):
    settings = Settings(f"sqlite:///{tmp_path / 'tables.db'}", **wishes)
    with TestClient(app.create_app(settings), client=(host, 1)) as client:
        assert client.get("/metrics").status_code == status
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("way", ["hangs", "fails"])
def test_a_server_without_its_database_is_not_well(way, tmp_path, monkeypatch):
    async def check(_: Store) -> None:
        if way == "fails":
            raise StoreError("The database could not be read.")
        await asyncio.sleep(3600)

    monkeypatch.setattr(Store, "check", check)
    monkeypatch.setattr(app, "HEALTHY_WITHIN", 0.05)
    with TestClient(app.create_app(Settings(f"sqlite:///{tmp_path / 'tables.db'}"))) as client:
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["code"]) == (503, "no_store")


def test_a_server_that_can_store_nothing_is_not_well(tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with TestClient(app.create_app(Settings(database))) as client:
        assert client.get("/healthz").text == "ok\n"
        with no_file_longer_than((tmp_path / "tables.db-wal").stat().st_size):
            for answer in (client.post("/api/guests", json={"name": "Ann"}), client.get("/healthz")):
                assert (answer.status_code, answer.json()["code"]) == (503, "no_store")
        assert client.get("/healthz").text == "ok\n"
        assert client.post("/api/guests", json={"name": "Ann"}).status_code == 201
