"""Every call that the API's own description allows: no crash, and no answer that it does not describe."""

from __future__ import annotations

import time
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
def evening(tmp_path_factory) -> Iterator[tuple[Open, Person, list[str]]]:
    """A server, a guest, a table of theirs, and one where the match is over."""
    with opened(f"sqlite:///{tmp_path_factory.mktemp('schema') / 'tables.db'}") as house:
        ann = Person(house, "Ann")
        over = ann.open_table("costa-ruana", 2, "random", "random", start=True, sit=False)
        while ann.ask("GET", f"/api/tables/{over}")["status"] != "over":
            time.sleep(0.05)
        yield house, ann, [ann.open_table("costa-ruana", 3, "random"), over]


@schema.parametrize()
@QUICKLY
def test_the_api_is_as_described(case, evening):
    house, ann, tables = evening
    headers = {"authorization": f"Bearer {ann.token}"}
    case.call_and_validate(base_url=house.http, headers=headers, checks=CHECKS)
    for table in tables if "id" in case.path_parameters else ():  # once more at tables that are there
        case.path_parameters["id"] = table
        case.call_and_validate(base_url=house.http, headers=headers, checks=CHECKS)


@schema.parametrize()
@QUICKLY
def test_a_token_is_wanted_where_the_description_says_so(case, evening):
    house, *_ = evening
    ways = case.operation.definition.raw.get("security", [{}])
    case.headers.pop("Authorization", None)
    status = case.call(base_url=house.http).status_code
    if case.method == case.operation.method.upper():  # and no other one, which is tried as well
        assert status != 401 if {} in ways else status in (401, 422)


def test_every_answer_and_every_body_has_a_form():
    for path, ways in schema.raw_schema["paths"].items():
        for method, way in ways.items():
            [answer] = [one for status, one in way["responses"].items() if str(status).startswith("2")]
            bodies = [answer, way["requestBody"]] if "requestBody" in way else [answer]
            assert all(kind["schema"] for one in bodies for kind in one["content"].values()), path
            bare = path.endswith(("/start", "/rematch")) or method in ("get", "delete")
            assert ("requestBody" in way) != bare, path


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_match_that_is_over_is_told_in_these_forms(form, evening):
    _, ann, (_, over) = evening
    at = f"/api/tables/{over}"
    record = ann.request("GET", f"{at}/record?form={form}")
    kind = record.headers["content-type"].partition(";")[0]
    assert kind in schema["/api/verify"]["POST"].definition.raw["requestBody"]["content"]
    for path, answer in (
        ("/record", record),
        ("/story", ann.request("GET", f"{at}/story?seat=-1")),
        ("/moments/{at}", ann.request("GET", f"{at}/moments/7?seat=0")),
    ):
        assert answer.status_code == 200
        schema[f"/api/tables/{{id}}{path}"]["GET"].validate_response(answer)
    checked = ann.request("POST", "/api/verify", content=record.content)
    schema["/api/verify"]["POST"].validate_response(checked)
