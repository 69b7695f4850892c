"""Counts requests in Prometheus metrics, and serves the route that shows them.

Labels are routes, names in the settings, status classes and error codes of this package: nothing that a client sends
can make a new one. Several workers write to memory-mapped files of one folder, and any of them answers for all.
"""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cached_property
from ipaddress import ip_address
from operator import attrgetter
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from dp_gateway.errors import KeyRefused, LedgerError
from dp_gateway.server.asgi import error_body
from dp_gateway.server.headers import bearer
from dp_gateway.server.logs import STAGES, Record
from dp_gateway.server.service import Service
from dp_gateway.server.spending import Spending

_SHARED = "PROMETHEUS_MULTIPROC_DIR"
_IN_MEMORY = Path("/dev/shm")
"""Who writes to a mapped file when its disk is full is killed, and every request writes to these."""
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
_COUNTED = {
    "entities": "Entities replaced.",
    "words": "Words drawn.",
    "epsilon": "Certified epsilon of entities and words, by basic composition, of requests that have a guarantee.",
    "restored": "Surrogates found in replies.",
}
_OF_BUDGETS = {
    "spent": "What all accounts of a budget spent in the window that counts now.",
    "limit": "What one account of a budget may spend.",
    "remaining": "What is left of the account that has the least.",
}
_ASK_SECONDS = 5.0
_AMOUNTS = attrgetter(*_COUNTED, *STAGES)


class Metrics:
    """An observer that counts, and the endpoint of `/metrics`.

    Args:
        registry: a `CollectorRegistry`; None makes one.

    Attributes:
        registry: what `/metrics` shows.
    """

    def __init__(self, registry: Any = None) -> None:
        # Imported here: the library looks at its environment variable when it is imported.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

        disable_created_metrics()  # a second line per series, which nobody reads

        self.registry = registry = registry or CollectorRegistry()

        def counter(name: str, text: str, labels: tuple[str, ...]) -> Counter:
            return Counter(f"dp_gateway_{name}", text, labels, registry=registry)

        self._requests = counter("requests", "Requests that are done.", ("route", "policy", "upstream", "status"))
        self._refusals = counter("refusals", "Requests that were refused or failed, by error code.", ("route", "code"))
        self._aborted = counter("aborted", "Requests whose client went away.", ("route", "streamed"))
        self._counters = [counter(name, text, ("route", "policy")) for name, text in _COUNTED.items()]
        self._seconds = Histogram(
            "dp_gateway_seconds",
            "Where the time of a request goes.",
            ("stage", "route", "upstream"),
            buckets=_SECONDS,
            registry=registry,
        )
        self.in_flight = Gauge(
            "dp_gateway_in_flight", "Requests being served.", multiprocess_mode="livesum", registry=registry
        )
        self._budgets = [
            Gauge(
                f"dp_gateway_budget_{name}",
                text,
                ("budget", "measure"),
                multiprocess_mode="mostrecent",
                registry=registry,
            )
            for name, text in _OF_BUDGETS.items()
        ]
        self._asked = -math.inf
        self._adders: dict[tuple[str, str, str, int], list[Callable[[float], None]]] = {}

    def __call__(self, record: Record) -> None:
        """Count a request."""
        kind = record.route, record.policy, record.upstream, record.status // 100
        adders = self._adders.get(kind)
        if adders is None:
            adders = self._adders[kind] = self._bind(*kind)
        adders[0](1)
        for add, amount in zip(adders[1:], _AMOUNTS(record), strict=True):
            if 0 < amount < math.inf:
                add(amount)
        if record.code:
            self._refusals.labels(record.route, record.code).inc()
        if record.aborted:
            self._aborted.labels(record.route, str(record.streamed).lower()).inc()

    def _bind(self, route: str, policy: str, upstream: str, hundreds: int) -> list[Callable[[float], None]]:
        """What adds to the metrics of one kind of request; `labels` takes a lock and checks each value, every time."""
        status = f"{hundreds}xx" if hundreds else "none"
        return [
            self._requests.labels(route, policy, upstream, status).inc,
            *(counter.labels(route, policy).inc for counter in self._counters),
            *(self._seconds.labels(stage, route, upstream).observe for stage in STAGES),
        ]

    @cached_property
    def ledger_up(self) -> Any:
        """The gauge of whether the ledger answers, made when there is one to ask: without one it would say that it is
        down.
        """
        from prometheus_client import Gauge

        return Gauge(
            "dp_gateway_ledger_up",
            "Whether the ledger of budgets answers.",
            multiprocess_mode="mostrecent",
            registry=self.registry,
        )

    async def ask_ledger(self, spending: Spending) -> None:
        """Set the gauges of budgets; at most every few seconds."""
        now = time.monotonic()
        if spending.ledger is None or now < self._asked + _ASK_SECONDS:
            return
        self._asked = now
        try:
            for level in await spending.levels():
                for gauge, value in zip(self._budgets, level[2:], strict=True):
                    gauge.labels(level.budget, level.measure).set(value)
            self.ledger_up.set(1)
        except LedgerError:
            self.ledger_up.set(0)

    async def endpoint(self, request: Request) -> Response:
        """Answer a request for `/metrics`."""
        await self.ask_ledger(request.app.state.service.spending)
        # Beside the event loop, because files of other workers may have to be read.
        return await run_in_threadpool(self._shown, request)

    def _shown(self, request: Request) -> Response:
        from prometheus_client.exposition import choose_encoder

        service: Service = request.app.state.service
        if service.settings.keys and not _local(request):
            try:
                service.keys.client(bearer(dict(request.headers.raw)))
            except KeyRefused as error:
                return JSONResponse(error_body(error, "chat"), error.status)
        encode, content_type = choose_encoder(request.headers.get("accept", ""))
        return Response(encode(_collected(self.registry)), headers={"content-type": content_type})


class InFlight:
    """Counts requests in and out, around the whole application. `gauge`: goes up with each request, and down when it is
    done.
    """

    def __init__(self, app: ASGIApp, gauge: Any) -> None:
        self._app, self._gauge = app, gauge

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "POST":  # what shows the gauge is not counted
            await self._app(scope, receive, send)
            return
        self._gauge.inc()
        try:
            await self._app(scope, receive, send)
        finally:
            self._gauge.dec()


@contextmanager
def shared_between_workers(workers: int) -> Generator[None]:
    """Make a folder for the figures of several workers while they run, below the one that the environment names, if
    any.
    """
    given = os.environ.pop(_SHARED, None)
    if workers == 1:
        yield
        return
    memory = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK | os.X_OK) else None
    folder = tempfile.mkdtemp(prefix="dp-gateway-metrics-", dir=given or memory)
    os.environ[_SHARED] = folder
    try:
        yield
    finally:
        del os.environ[_SHARED]
        shutil.rmtree(folder, ignore_errors=True)


def _collected(registry: Any) -> Any:
    """Where to read the figures: of this process, or of all workers."""
    folder = os.environ.get(_SHARED)
    if folder is None:
        return registry
    from prometheus_client import CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

    for file in Path(folder).glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not _alive(pid):  # a worker that crashed serves no requests
            file.unlink(missing_ok=True)
    shared = CollectorRegistry()
    MultiProcessCollector(shared, folder)
    return shared


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _local(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False
