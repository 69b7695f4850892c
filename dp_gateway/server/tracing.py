"""Sends OpenTelemetry spans of requests, without content: one per request, its stages as attributes.

Names follow the semantic conventions of HTTP servers and of generative AI where those have one, `dp.*` where not. The
client's trace is continued; its `tracestate` and baggage, which are free text, are dropped, and nothing of a trace
goes to a provider. The model is not told: its name is what a client writes.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from dp_gateway.api import SHAPES
from dp_gateway.errors import ConfigurationError
from dp_gateway.server.logs import Record

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_OPERATIONS = {
    "chat": "chat",
    "completions": "text_completion",
    "embeddings": "embeddings",
    "messages": "chat",
    "responses": "chat",
}
_FIRST_SERVER_ERROR = 500


class Tracing:
    """An observer that makes spans.

    Args:
        provider: of tracers.

    Attributes:
        provider: as given.
    """

    def __init__(self, provider: TracerProvider) -> None:
        from opentelemetry.trace import SpanKind, Status, StatusCode
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self.provider = provider
        self._tracer = provider.get_tracer("dp_gateway")
        self._server, self._failed = SpanKind.SERVER, Status(StatusCode.ERROR)
        self._propagator = TraceContextTextMapPropagator()

    def __call__(self, record: Record) -> None:
        """Make the span of a request that is done."""
        from opentelemetry.context import Context

        context = Context()  # an empty one: baggage of whatever runs here stays out
        if record.traceparent:
            context = self._propagator.extract({"traceparent": record.traceparent}, context)
        begin = round(record.started * 1e9)
        span = self._tracer.start_span(
            _OPERATIONS.get(record.route, record.route),
            context=context,
            kind=self._server,
            attributes=_attributes(record),
            start_time=begin,
        )
        if record.status >= _FIRST_SERVER_ERROR or record.aborted:
            span.set_status(self._failed)
        span.end(begin + round(record.total * 1e9))

    def close(self) -> None:
        """Send what has not been sent yet; may take seconds."""
        self.provider.shutdown()


def _attributes(record: Record) -> dict[str, str | int | float | bool]:
    shape = SHAPES.get(record.route)
    attributes: dict[str, str | int | float | bool] = {
        "http.route": shape.path if shape else record.route,
        "http.response.status_code": record.status,
        "dp.policy": record.policy,
        "dp.client": record.client,
        "dp.entities": record.entities,
        "dp.words": record.words,
        "dp.epsilon": record.epsilon,
        "dp.restored": record.restored,
        "dp.seconds.sanitize": record.sanitize,
        "dp.seconds.upstream": record.upstream_total,
        "dp.seconds.restore": record.restore,
    }
    if shape:
        attributes["gen_ai.operation.name"] = _OPERATIONS[record.route]
        attributes["gen_ai.provider.name"] = record.upstream
        attributes["gen_ai.request.stream"] = record.streamed
    if record.upstream_first:
        attributes["gen_ai.response.time_to_first_chunk"] = record.upstream_first
    if record.code or record.aborted:
        attributes["error.type"] = record.code or "client_disconnected"
    return attributes


def tracing(wanted: bool | None) -> Tracing | None:
    """Begin to send spans to an OpenTelemetry collector, as its own environment variables say. `wanted`: the setting;
    None is on where the environment names a collector and the packages are installed. Raises ConfigurationError: spans
    are wanted, and a package is missing.
    """
    if wanted is False or (wanted is None and not any(os.environ.get(name) for name in _ENDPOINTS)):
        return None
    try:
        return Tracing(_exporting())
    except ImportError:
        if wanted is None:
            return None
        raise ConfigurationError(
            "server.tracing: the packages of OpenTelemetry are not installed",
            hint="install them with: pip install 'dp-gateway[otel]', or leave tracing out",
        ) from None


def _exporting() -> Any:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    name = os.environ.get("OTEL_SERVICE_NAME", "dp-gateway")
    provider = TracerProvider(resource=Resource.create({"service.name": name}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider
