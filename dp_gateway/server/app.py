"""The ASGI application: its routes, what observes it, and a service that can be swapped without dropping a request.

`run` serves it; the demonstration and tests build it with `create_app`.
"""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route, WebSocketRoute

from dp_gateway.api import BESIDE, CONVERSATIONS, SHAPES
from dp_gateway.judging.settings import JudgeSettings
from dp_gateway.server.batching.routes import batch_routes, message_batch_routes
from dp_gateway.server.kept_responses import kept_routes
from dp_gateway.server.logs import AccessLog, Observer, describe
from dp_gateway.server.metrics import InFlight, Metrics
from dp_gateway.server.openapi import openapi_route
from dp_gateway.server.own_routes import (
    Budgets,
    Health,
    ModelsRoute,
    NotServed,
    Readiness,
    SanitizeOnly,
    refuse_websocket,
)
from dp_gateway.server.proxy import Proxy
from dp_gateway.server.service import Service
from dp_gateway.server.settings import Settings
from dp_gateway.server.tracing import tracing
from dp_gateway.server.web import OwnPages

if TYPE_CHECKING:
    from dp_gateway.judging.hooks import Judging, Sink

_LOG = logging.getLogger("dp_gateway")


def create_app(settings: Settings, observers: Sequence[Observer] = (), routes: Sequence[BaseRoute] = ()) -> Starlette:
    """Make the gateway as an ASGI application. `observers`: told of every request that is done. `routes`: further
    routes, such as those of metrics and of the playground. Raises ConfigurationError or InvalidSecret where a setting
    cannot be used.
    """
    served: list[BaseRoute] = [
        Route(path, Proxy(shape), methods=["POST"])
        for shape in (*SHAPES.values(), *BESIDE, *((CONVERSATIONS,) if settings.kept.responses else ()))
        for path in _paths(shape.path)
    ]
    own: list[BaseRoute] = [
        *(Route(path, ModelsRoute(), methods=["GET"]) for path in ("/v1/models", "/models")),
        Route("/v1/models/{model:path}", ModelsRoute(), methods=["GET"]),
        Route("/models/{model:path}", ModelsRoute(), methods=["GET"]),
        Route("/sanitize", SanitizeOnly(), methods=["POST"]),
        Route("/v1/privacy/budget", Budgets(), methods=["GET"]),
        Route("/healthz", Health(), methods=["GET"]),
        Route("/readyz", Readiness(), methods=["GET"]),
        *(kept_routes() if settings.kept.responses else ()),
        WebSocketRoute("/{path:path}", refuse_websocket),
    ]
    # A path or a method that no route has, however it is written.
    other = {404: _not_served, 405: _not_served}
    app = Starlette(
        routes=[*served, *own, *batch_routes(settings.batches), *message_batch_routes(settings.batches), *routes],
        lifespan=_lifespan,
        exception_handlers=other,
    )
    app.router.redirect_slashes = False
    app.add_middleware(OwnPages, settings.server.hosts, settings.server.origins)
    app.state.service = Service(settings, observers)
    app.state.observers = tuple(observers)
    app.state.open_judge, app.state.judging = _no_judge, None
    app.state.ready = False
    return app


def _paths(path: str) -> list[str]:
    """A path as clients write it: with and without /v1, and Azure's two ways."""
    short = path.removeprefix("/v1")
    return [path, short, f"/openai{path}", f"/openai/deployments/{{deployment}}{short}"]


async def _not_served(_: Any, refused: Any) -> Any:
    allow: str = dict(refused.headers or {}).get("Allow", "")
    return NotServed(refused.status_code, allow)


def _no_judge(_: object) -> None:
    """Judges belong to the application as an operator runs it."""


_LAST_JUDGEMENTS = 5.0
"""Seconds for what still waits for a judge that a reload replaces."""

_TURN = 0.001
"""Seconds after which a thread that computes lets the event loop go on."""
LOADS_AHEAD = "loads ahead"
"""The thread that loads what first requests would load; it holds its service until it is through."""

_COLLECTOR = 20_000, 1_000, 20
"""A request leaves no cycle, and one whose client went away a few objects. Each look at the young ones goes through
those that are new alone, and holds up everybody meanwhile, so it is short; what is kept of thousands of requests, which
a look at the old ones goes through in vain, is looked at once in a hundred thousand requests or so."""


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncGenerator[None]:
    sys.setswitchinterval(_TURN)
    # What is loaded now stays, so looking for cycles in it all the time is in vain.
    gc.disable()
    try:
        await app.state.service.open()
        await anyio.to_thread.run_sync(app.state.service.warm_up)
    except Exception as error:
        gc.enable()
        _LOG.error("not started: %s", describe(error))
        raise
    _settle()
    app.state.ready = True
    Thread(target=app.state.service.warm_up_further, name=LOADS_AHEAD, daemon=True).start()
    yield
    app.state.ready = False
    await app.state.service.close()
    # A process that goes on without the server gets its memory back.
    gc.unfreeze()


def _settle() -> None:
    """The collector of cycles need not look through what is loaded at every few requests."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(*_COLLECTOR)


async def reload(app: Starlette, load: Callable[[], Settings]) -> None:
    """Read the settings again, and serve new requests by them; requests under way keep the old ones until they end.
    Raises GatewayError: the new settings cannot be used; the old ones stay.
    """

    def build() -> tuple[Service, Judging | None]:
        service = Service(load(), app.state.observers, app.state.service)
        service.warm_up()
        return service, _judge(app, service.settings)

    new, new_judging = await anyio.to_thread.run_sync(build)
    await _replace(app, new, new_judging)
    # What the settings before this reload loaded is in cycles, and would stay for good.
    gc.unfreeze()
    gc.collect()
    _settle()


async def _replace(app: Starlette, new: Service, new_judging: Judging | None) -> None:
    old: Service = app.state.service
    old_judging: Judging | None = app.state.judging
    await new.open()
    app.state.service, app.state.judging = new, new_judging
    await old.close(lambda: old.in_flight == 0)
    if old_judging is not None and old_judging is not new_judging:
        await anyio.to_thread.run_sync(old_judging.close, _LAST_JUDGEMENTS)


def _judge(app: Starlette, settings: Settings) -> Judging | None:
    """The judge of new settings: the present one, with what waits for it, where nothing about it changes."""
    if settings.judge == app.state.service.settings.judge:
        return app.state.judging
    return app.state.open_judge(settings.judge)


def operated_app(settings: Settings, routes: Sequence[BaseRoute] = ()) -> Starlette:
    """Make the gateway as an ASGI application, observed as its settings want it. `routes`: further routes. Raises
    ConfigurationError or InvalidSecret where a setting cannot be used, or a package that it needs is missing.
    """
    observers: list[Observer] = []
    own: list[BaseRoute] = [*routes, Route("/openapi.json", openapi_route, methods=["GET"])]
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
        from dp_gateway.judging.hooks import opentelemetry_sink, prometheus_sink

        # Once: a registry takes a metric once, and scores go on from one judge to the next.
        scores = () if metrics is None else (prometheus_sink(metrics.registry),)
        return scores if spans is None else (*scores, opentelemetry_sink(spans.provider))

    def open_judge(wanted: JudgeSettings | None) -> Judging | None:
        if wanted is None:
            return None
        from dp_gateway.judging.hooks import open_judging

        return open_judging(wanted, sinks())

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
