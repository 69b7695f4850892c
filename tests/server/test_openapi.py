"""The OpenAPI document: every route is in it, and what it describes holds under fuzzing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis.strategies import booleans
from schemathesis.checks import CHECKS, load_all_checks
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from dp_gateway.server.demonstration import Background
from tests.server.operating import application
from tests.server.scripted_provider import Provider, message, whole

SECRET = "hunter2@corp.example.org"
TEXTS = {"model": "any", "messages": [{"role": "user", "content": SECRET}], "input": SECRET, "prompt": SECRET}
ALL_CHECKS: Any = list(HealthCheck)
load_all_checks()


@pytest.fixture
def app(provider: Provider, tmp_path: Path) -> Starlette:
    provider.script = lambda taken: whole(message("Hello.") if taken.body else {"data": [{"id": "any"}]})
    return application(provider.url, tmp_path)


def test_every_route_is_described(app: Starlette) -> None:
    document = TestClient(app).get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    described = {(path, method) for path, methods in document["paths"].items() for method in methods}
    served: set[tuple[str, str]] = set()
    for route in app.routes:
        if not isinstance(route, Route) or route.path.startswith("/openai/"):
            continue
        path = route.path.replace(":path}", "}")
        served |= {(path, method.lower()) for method in route.methods or () if method != "HEAD"}
    assert described == served
    for path in (
        "/v1/chat/completions",
        "/v1/messages",
        "/sanitize",
        "/healthz",
        "/readyz",
        "/metrics",
        "/openapi.json",
    ):
        assert path in document["paths"]
    names = set(document["components"]["schemas"])
    assert _references(document) <= names
    assert len(str(document)) < 20_000


def test_a_route_that_the_settings_leave_out_is_not_described(tmp_path: Path) -> None:
    app = application("http://127.0.0.1:1/v1", tmp_path, server={"metrics": False})
    assert "/metrics" not in TestClient(app).get("/openapi.json").json()["paths"]


def test_other_paths_and_methods_are_refused_in_the_same_shape(app: Starlette) -> None:
    with TestClient(app) as client:
        for method, path, status in (
            ("GET", "/v1/chat/completions", 405),
            ("POST", "/v1/audio/speech", 404),
            ("GET", "/v1/models/%0A", 404),
            ("GET", "/sanitize/", 404),
            ("DELETE", "/metrics", 405),
        ):
            reply = client.request(method, path, follow_redirects=False)
            assert reply.status_code == status
            assert ("allow" in reply.headers) == (status == 405)
            assert reply.json()["error"]["code"] in ("not_served", "model_not_found")


def _references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"].rpartition("/")[2]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(_references, value.values()))
    return set().union(*map(_references, value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("examples", [8, pytest.param(25, marks=pytest.mark.thorough)])
def test_fuzzing_finds_no_failure_of_the_gateway_and_no_leak(app: Starlette, provider: Provider, examples: int) -> None:
    names = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
    checks = [CHECKS.get_one(name) for name in names]
    with Background(app) as server, requests.Session() as session:
        document = httpx.get(f"{server.url}/openapi.json").json()
        schema = schemathesis.openapi.from_dict(document)
        fuzzed: set[str] = set()
        found: Any = schema.get_all_operations()
        for result in found:
            operation = result.ok()
            fuzzed.add(operation.path)

            @hypothesis_settings(max_examples=examples, deadline=None, suppress_health_check=ALL_CHECKS)
            @given(case=operation.as_strategy(), likely=booleans())
            def fuzz(case: Any, likely: bool) -> None:
                if isinstance(case.body, dict):
                    case.body = {**case.body, "note": SECRET}
                    if likely:  # to be sent on
                        case.headers.clear()
                        case.body |= TEXTS
                response = case.call(base_url=server.url, session=session)
                case.validate_response(response, checks=checks)
                if response.status_code >= 400 and case.path != "/readyz":
                    assert SECRET not in response.text

            fuzz()
        metrics = httpx.get(f"{server.url}/metrics").text
    assert fuzzed == set(document["paths"])
    assert sum(bool(taken.body) for taken in provider.taken) > 5
    for taken in provider.taken:
        assert SECRET.encode() not in taken.body
        assert SECRET not in taken.head
    assert SECRET not in metrics
