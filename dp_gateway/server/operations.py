"""The application as an operator runs it: metrics, spans, the access log, and the description of its routes."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from dp_gateway.judging.settings import JudgeSettings
from dp_gateway.server.access_log import AccessLog
from dp_gateway.server.app import create_app
from dp_gateway.server.metrics import InFlight, Metrics
from dp_gateway.server.openapi import describe
from dp_gateway.server.records import Observer
from dp_gateway.server.settings import Settings
from dp_gateway.server.tracing import tracing

if TYPE_CHECKING:  # a server without a judge does not wait for it
    from dp_gateway.judging.hooks import Judging, Sink

__all__ = ["operated_app"]


def operated_app(settings: Settings, routes: Sequence[BaseRoute] = ()) -> Starlette:
    """The gateway, observed as its settings want it.

    Args:
        settings: see there.
        routes: further routes.

    Raises:
        ConfigurationError, InvalidSecret: a setting cannot be used, or a package that it needs is missing.
    """
    observers: list[Observer] = []
    own: list[BaseRoute] = [*routes, Route("/openapi.json", describe, methods=["GET"])]
    metrics = Metrics() if settings.server.metrics else None
    if metrics is not None:
        observers.append(metrics)
        own.append(Route("/metrics", metrics.endpoint, methods=["GET"]))
    if (spans := tracing(settings.server.tracing)) is not None:
        observers.append(spans)
    if settings.server.access_log:
        observers.append(AccessLog())
    app = create_app(settings, observers, own)

    @cache
    def sinks() -> tuple[Sink, ...]:
        from dp_gateway.judging.sinks import opentelemetry_sink, prometheus_sink

        # Once: a registry takes a metric once, and scores go on from one judge to the next.
        scores = () if metrics is None else (prometheus_sink(metrics.registry),)
        return scores if spans is None else (*scores, opentelemetry_sink(spans.provider))

    def open_judge(wanted: JudgeSettings | None) -> Judging | None:
        return None if wanted is None else wanted.open(sinks())

    app.state.open_judge, app.state.judging = open_judge, open_judge(settings.judge)
    app.router.lifespan_context = _then(app.router.lifespan_context, lambda: _stop_judging(app))
    if metrics is not None:
        app.add_middleware(InFlight, metrics.in_flight)
    if spans is not None:
        app.router.lifespan_context = _then(app.router.lifespan_context, spans.close)
    return app


def _stop_judging(app: Starlette) -> None:
    """Stop whatever judge there is by now."""
    if app.state.judging is not None:
        app.state.judging.close()


def _then(inner: Callable[[Any], AbstractAsyncContextManager[Any]], close: Callable[[], None]) -> Any:
    """A lifespan with something to do at its end: a process that a signal ends runs no exit handlers."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[Any]:
        async with inner(app) as state:
            yield state
        await anyio.to_thread.run_sync(close)

    return lifespan
