"""Spans: one per request, in the client's trace, without content."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from starlette.testclient import TestClient

from dp_gateway.errors import ConfigurationError
from dp_gateway.randomness import Secret
from dp_gateway.server.app import create_app
from dp_gateway.server.logs import Record
from dp_gateway.server.settings import Settings
from dp_gateway.server.tracing import Tracing, tracing
from tests.server.operating import Gateway, chat, settings
from tests.server.scripted_provider import Provider, whole

TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
SECRET = "bob.smith@corp.example.org"
Spans = Callable[..., list[ReadableSpan]]


@pytest.fixture
def spans(provider: Provider, tmp_path: Path) -> Spans:
    """The spans of one request."""
    key = tmp_path / "secret.key"
    Secret.from_file(key)

    def made(path: str = "/v1/chat/completions", body: Any = None, **headers: str) -> list[ReadableSpan]:
        exporter, tracers = InMemorySpanExporter(), TracerProvider()
        tracers.add_span_processor(SimpleSpanProcessor(exporter))
        tables = settings(provider.url, privacy={"keys": {"k": str(key)}}, server={"hosts": ["testserver"]})
        with TestClient(create_app(Settings.model_validate(tables), [Tracing(tracers)])) as client:
            client.post(path, json=body or chat(f"Write to {SECRET}"), headers=headers)
        return list(exporter.get_finished_spans())

    return made


def test_a_request_is_a_span(spans: Spans) -> None:
    (span,) = spans()
    assert (span.name, span.kind, span.parent) == ("chat", SpanKind.SERVER, None)
    assert span.status.status_code is StatusCode.UNSET
    attributes = dict(span.attributes or {})
    expected = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "provider",
        "gen_ai.request.stream": False,
        "http.route": "/v1/chat/completions",
        "http.response.status_code": 200,
        "dp.policy": "patterns",
        "dp.entities": 1,
        "dp.words": 0,
        "dp.restored": 1,
    }
    assert {name: attributes[name] for name in expected} == expected
    assert span.start_time is not None
    assert span.end_time is not None
    seconds = (span.end_time - span.start_time) / 1e9
    stages = [attributes[f"dp.seconds.{stage}"] for stage in ("sanitize", "upstream", "restore")]
    assert all(isinstance(stage, float) and 0 < stage < seconds for stage in stages)
    first = attributes["gen_ai.response.time_to_first_chunk"]
    assert isinstance(first, float)
    assert 0 < first <= float(str(attributes["dp.seconds.upstream"]))


def test_every_shape_has_its_operation(spans: Spans, provider: Provider) -> None:
    provider.script = lambda _: whole({"object": "list", "data": []})
    for path, body, operation in (
        ("/v1/completions", {"model": "any", "prompt": "x"}, "text_completion"),
        ("/v1/embeddings", {"model": "any", "input": "x"}, "embeddings"),
        ("/v1/responses", {"model": "any", "input": "x"}, "chat"),
        ("/v1/messages", {"model": "any", "max_tokens": 1, "messages": [{"role": "user", "content": "x"}]}, "chat"),
    ):
        (span,) = spans(path, body)
        assert dict(span.attributes or {})["gen_ai.operation.name"] == operation
        assert dict(span.attributes or {})["http.route"] == path


def test_the_clients_trace_goes_on_and_its_baggage_does_not(spans: Spans, provider: Provider) -> None:
    headers = {
        "traceparent": f"00-{TRACE}-{SPAN}-01",
        "tracestate": f"vendor={SECRET}",
        "baggage": f"user={SECRET}",
    }
    (span,) = spans(**headers)
    assert span.context is not None
    assert f"{span.context.trace_id:032x}" == TRACE
    assert span.parent is not None
    assert f"{span.parent.span_id:016x}" == SPAN
    assert SECRET not in span.to_json()
    head = provider.last.head.lower()
    assert SECRET not in head
    for name in ("traceparent", "tracestate", "baggage", TRACE):
        assert name not in head


@pytest.mark.parametrize(
    "given", [SECRET, f"00-{SECRET}-{SPAN}-01", f"00-{TRACE}-{SPAN}-01-{SECRET}", f"00-{'0' * 32}-{SPAN}-01"]
)
def test_what_is_no_trace_is_dropped(spans: Spans, given: str) -> None:
    (span,) = spans(traceparent=given)
    assert span.parent is None
    assert SECRET not in span.to_json()


def test_failures_show_in_the_span(spans: Spans, provider: Provider) -> None:
    (refused,) = spans(body={"model": "any", "messages": SECRET})
    assert dict(refused.attributes or {})["error.type"] == "invalid_request"
    assert refused.status.status_code is StatusCode.UNSET  # the client's fault is no error of a server
    provider.script = lambda _: [b"no HTTP at all"]
    (failed,) = spans()
    assert dict(failed.attributes or {})["http.response.status_code"] == 502
    assert failed.status.status_code is StatusCode.ERROR
    for span in (refused, failed):
        assert SECRET not in span.to_json()


def test_off_unless_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    assert tracing(None) is None
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    assert tracing(False) is None


def test_missing_packages_are_an_error_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    assert tracing(None) is None
    with pytest.raises(ConfigurationError, match=r"pip install 'dp-gateway\[otel\]'"):
        tracing(True)


@pytest.fixture
def collected() -> Iterator[tuple[str, list[bytes]]]:
    """The address of a collector, and what reaches it."""
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http")
    bodies: list[bytes] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", bodies
        server.shutdown()
        thread.join()


def test_spans_reach_a_collector(collected: tuple[str, list[bytes]], monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint, bodies = collected
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
    observer = tracing(None)
    assert observer is not None
    observer(Record("chat", policy="patterns", status=200, total=0.1))
    observer.close()
    assert b"dp.policy" in bodies[0]
    assert b"dp-gateway" in bodies[0]


def test_the_last_spans_of_a_process_are_sent(
    collected: tuple[str, list[bytes]], provider: Provider, tmp_path: Path
) -> None:
    endpoint, bodies = collected
    environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "OTEL_BSP_SCHEDULE_DELAY": "600000"}
    with Gateway(tmp_path, settings(provider.url), **environment) as gateway:
        assert SECRET in gateway.chat(f"Write to {SECRET}").text
        assert not bodies
    assert b"gen_ai.operation.name" in bodies[0]
    assert SECRET.encode() not in b"".join(bodies)
    assert "Traceback" not in gateway.said
