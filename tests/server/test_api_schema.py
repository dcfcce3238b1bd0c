"""Every call that the API's own description allows: no crash, and no answer that it does not describe."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.server.wires import Open, Person, opened

from archipel.server.app import create_app
from archipel.server.settings import Settings

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
QUICKLY = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
schema = schemathesis.openapi.from_dict(create_app(Settings("sqlite:///never-opened.db")).openapi())


@pytest.fixture(scope="module")
def evening(tmp_path_factory) -> Iterator[tuple[Open, Person, str]]:
    """A server, a guest, and a table of theirs."""
    with opened(f"sqlite:///{tmp_path_factory.mktemp('schema') / 'tables.db'}") as house:
        ann = Person(house, "Ann")
        yield house, ann, ann.open_table("costa-ruana", 3, "random")


@schema.parametrize()
@QUICKLY
def test_the_api_is_as_described(case, evening):
    house, ann, table = evening
    headers = {"authorization": f"Bearer {ann.token}"}
    case.call_and_validate(base_url=house.http, headers=headers, checks=CHECKS)
    if "id" in case.path_parameters:  # once more at a table that is there
        case.path_parameters["id"] = table
        case.call_and_validate(base_url=house.http, headers=headers, checks=CHECKS)
