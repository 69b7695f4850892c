"""However much work a small request holds, and its reply, the process that serves everybody does little of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import orjson
import pytest

from benchmarks.beside.bodies import Kind
from benchmarks.beside.dense import DENSE
from dp_gateway.api import BESIDE, SHAPES
from dp_gateway.errors import GatewayError
from dp_gateway.exchange import Caller, Exchange
from dp_gateway.randomness import Secret
from dp_gateway.server.offloading import OffloadedExchange
from dp_gateway.server.service import Service
from dp_gateway.server.settings import Settings

_SHAPES = {shape.path: shape for shape in (*SHAPES.values(), *BESIDE)}
_MOST = 0.075
"""Seconds of processor time; what is left where it belongs takes up to 0.03, what was not took up to 1.5."""

_DEAREST = ("percents", "measures", "ranges", "phones", "dates", "durations", "towns and states", "tsv", "unknown numbers", "messages",
            "names", "one name", "lines of one", "deep arguments", "messages of the system", "tools")  # fmt: skip
_NUMBERS = iter(range(10**9))


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Service]]:
    key = tmp_path_factory.mktemp("keys") / "secret.key"
    Secret.from_file(key)
    made: dict[str, Service] = {}
    for policy in ("entities", "hybrid"):
        tables = {
            "privacy": {"policy": policy, "keys": {"k1": key}},
            "upstreams": {"default": {"url": "http://127.0.0.1:9/v1"}},
        }
        made[policy] = Service(Settings.model_validate(tables))
        made[policy].warm_up()
    yield made
    for service in made.values():
        asyncio.run(service.close())


def _seconds(service: Service, policy: str, kind: Kind, size: int) -> float:
    """Processor time of this process for a request of a kind in a conversation of its own, and for its echo."""
    raw = orjson.dumps(kind.body(size))

    async def served() -> float:
        caller = Caller("anna", "", f"c{next(_NUMBERS)}", "")
        doorway = service.doorway(policy, service.current_key)
        start = time.process_time()
        exchange = await service.sanitize(doorway, _SHAPES[kind.path], orjson.loads(raw), caller, None, raw)
        taken = time.process_time() - start
        reply = _echo(exchange)
        start = time.process_time()
        await service.offloading.restored(exchange, 200, reply)
        return taken + time.process_time() - start

    return asyncio.run(served())


def _echo(exchange: Exchange) -> bytes:
    sent: dict[str, Any] = orjson.loads(exchange.body.to_json())
    said = sent["messages"][-1]["content"]
    message = {"role": "assistant", "content": said if isinstance(said, str) else "It is done."}
    return orjson.dumps({"id": "c", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})


@pytest.mark.parametrize("policy", ["entities", pytest.param("hybrid", marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, id=kind.name, marks=() if kind.name in _DEAREST else pytest.mark.thorough)
        for kind in DENSE
        if kind.path == "/v1/chat/completions"
    ],
)
def test_little_is_done_in_the_process_that_serves(services: dict[str, Service], kind: Kind, policy: str) -> None:
    for size in (15_000, 3_500):
        with suppress(*([GatewayError] if policy == "hybrid" else [])):  # that draws English words alone
            # The least of some: what is first of its kind loads tables, and other programs share the processor.
            assert min(_seconds(services[policy], policy, kind, size) for _ in range(2)) < _MOST, size


def test_what_is_much_work_goes_elsewhere_however_few_bytes_it_is(services: dict[str, Service]) -> None:
    service = services["entities"]

    async def opened(said: str) -> Exchange:
        body = {"model": "m", "messages": [{"role": "user", "content": said}]}
        doorway = service.doorway("entities", service.current_key)
        shape = _SHAPES["/v1/chat/completions"]
        return await service.sanitize(doorway, shape, body, Caller(), None, orjson.dumps(body))

    async def both() -> tuple[Exchange, Exchange]:
        percents = [f"{number}.5%" for number in range(80)]
        return await opened(" ".join(percents)), await opened(" ".join(percents[:40]))

    many, few = asyncio.run(both())
    assert isinstance(many, OffloadedExchange)
    assert not isinstance(few, OffloadedExchange)
    assert few.request.totals.entities == 40
    assert many.request.totals.entities == 80
