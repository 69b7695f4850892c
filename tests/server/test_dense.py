"""However much work a small request holds, and its reply, the process that serves everybody does little of it."""

from __future__ import annotations

import asyncio
import random
import re
import string
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

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
from dp_gateway.vocabulary import placement
from dp_gateway.vocabulary.placement import nearest_to

_SHAPES = {shape.path: shape for shape in (*SHAPES.values(), *BESIDE)}
_MOST = 0.075
"""Seconds of processor time; what is left where it belongs takes up to 0.03, what was not took up to 1.5."""
_MOST_OF_LOOP = 0.03
"""The same of the event loop in one go; up to 0.01, and was up to 0.08."""
_WORK = 0.016
"""Seconds of processor time that `_slowness` takes on the machine that these are the seconds of."""

_FIRST = ("percents", "phones", "towns and states", "tsv", "unknown numbers", "messages", "names", "deep arguments")
"""Kinds of which each takes a way of its own: values, names, tables, many messages, deep JSON."""
_DEAREST = (
    *_FIRST,
    "measures",
    "ranges",
    "dates",
    "durations",
    "one name",
    "lines of one",
    "messages of the system",
    "tools",
)
_POLICIES = "entities", "hybrid", "tokens"
_NUMBERS = iter(range(10**9))


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Service]]:
    key = tmp_path_factory.mktemp("keys") / "secret.key"
    Secret.from_file(key)
    made: dict[str, Service] = {}
    for policy in _POLICIES:
        tables = {
            "privacy": {"policy": policy, "keys": {"k1": key}},
            "upstreams": {"default": {"url": "http://127.0.0.1:9/v1"}},
        }
        made[policy] = Service(Settings.model_validate(tables))
        made[policy].warm_up()
    yield made
    for service in made.values():
        asyncio.run(service.close())


class _Taken(NamedTuple):
    """Seconds of processor time: of the process for request and whole reply, and of the event loop in one go for those
    and the streamed reply.
    """

    process: float
    loop: float


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What each turn of the event loop has taken."""
    taken: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        start = time.thread_time()
        run(handle)
        taken.append(time.thread_time() - start)

    monkeypatch.setattr(asyncio.Handle, "_run", timed)
    return taken


def _taken(service: Service, policy: str, path: str, body: dict[str, Any], turns: list[float]) -> _Taken:
    """What this process does for a request in a conversation of its own, and for its echo."""
    raw = orjson.dumps(body)

    async def opened() -> Exchange:
        caller = Caller("anna", "", f"c{next(_NUMBERS)}", "")
        doorway = service.doorway(policy, service.current_key)
        return await service.sanitize(doorway, _SHAPES[path], orjson.loads(raw), caller, None, raw)

    async def streamed(exchange: Exchange, said: str) -> None:
        streaming = await service.offloading.stream(exchange)
        for at in range(0, len(said), 1_000):
            await streaming.feed(b"data: " + _reply({"delta": {"content": said[at : at + 1_000]}}) + b"\n\n")
        await streaming.close()
        streaming.end()

    async def served() -> float:
        turns.clear()
        start = time.process_time()
        exchange = await asyncio.create_task(opened())
        seconds = time.process_time() - start
        said = _echo(exchange)
        reply = _reply({"message": {"role": "assistant", "content": said}, "finish_reason": "stop"})
        start = time.process_time()
        await asyncio.create_task(service.offloading.restored(exchange, 200, reply))
        seconds += time.process_time() - start
        await asyncio.create_task(streamed(exchange, said))
        return seconds

    slowness = _slowness()
    seconds = asyncio.run(served())
    return _Taken(seconds / slowness, max(turns, default=0.0) / slowness)


def _slowness() -> float:
    """How many times as long as where the bounds were set a piece of work takes here and now; at least 1."""
    start = time.thread_time()
    words = [str(number) for number in range(60_000)]
    assert len(re.findall("[1-5]+", " ".join(sorted(dict.fromkeys(words))))) > len(words) // 2
    return max(1.0, (time.thread_time() - start) / _WORK)


def _reply(choice: dict[str, Any]) -> bytes:
    return orjson.dumps({"id": "c", "choices": [{"index": 0, "finish_reason": None, **choice}]})


def _echo(exchange: Exchange) -> str:
    sent: dict[str, Any] = orjson.loads(exchange.body.to_json())
    said = sent["messages"][-1]["content"]
    return said if isinstance(said, str) else "It is done."


def _least(taken: Iterator[_Taken]) -> _Taken:
    """The least of some, till it is little: what is first loads tables, and other programs share the processor."""
    least = next(taken)
    for one in taken:
        least = _Taken(*map(min, zip(least, one, strict=True)))
        if least.process < _MOST and least.loop < _MOST_OF_LOOP:
            break
    return least


def _marks(kind: Kind, policy: str) -> Any:
    """Every run tries one kind of each way under `entities`, thorough runs what is as dear and the other policies."""
    if kind.name in _FIRST:
        return () if policy == "entities" else pytest.mark.thorough
    return pytest.mark.thorough if kind.name in _DEAREST and policy == "entities" else pytest.mark.slow


@pytest.mark.parametrize(
    ("kind", "policy"),
    [
        pytest.param(kind, policy, id=f"{kind.name}-{policy}", marks=_marks(kind, policy))
        for kind in DENSE
        if kind.path == "/v1/chat/completions"
        for policy in _POLICIES
    ],
)
def test_little_is_done_in_the_process_that_serves(
    services: dict[str, Service], kind: Kind, policy: str, turns: list[float]
) -> None:
    for size in (15_000, 3_500):
        with suppress(*([] if policy == "entities" else [GatewayError])):  # the others draw English words alone
            taken = _least(_taken(services[policy], policy, kind.path, kind.body(size), turns) for _ in range(6))
            assert taken.process < _MOST, size
            assert taken.loop < _MOST_OF_LOOP, size


def test_many_words_that_are_none_are_compared_with_the_vocabulary_beside_the_event_loop(
    services: dict[str, Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    where: list[bool] = []

    def nearest(*arguments: Any) -> Any:
        where.append(threading.current_thread() is threading.main_thread())
        return nearest_to(*arguments)

    monkeypatch.setattr(placement, "nearest_to", nearest)
    chance = random.Random(1)
    words = " ".join("".join(chance.choices(string.ascii_lowercase, k=6)) for _ in range(500))
    said = f"The account was charged twice for one order, and a clerk asked for every letter. {words}"
    body = {"model": "m", "messages": [{"role": "user", "content": said}]}
    _taken(services["tokens"], "tokens", "/v1/chat/completions", body, [])
    assert where
    assert not any(where)


def test_what_is_much_work_goes_elsewhere_however_few_bytes_it_is(services: dict[str, Service]) -> None:
    service = services["entities"]

    async def opened(said: str) -> Exchange:
        body = {"model": "m", "messages": [{"role": "user", "content": said}]}
        doorway = service.doorway("entities", service.current_key)
        shape = _SHAPES["/v1/chat/completions"]
        exchange = await service.sanitize(doorway, shape, body, Caller(), None, orjson.dumps(body))
        _ = await service.offloading.totals(exchange)
        return exchange

    async def both() -> tuple[Exchange, Exchange]:
        percents = [f"{number}.5%" for number in range(80)]
        return await opened(" ".join(percents)), await opened(" ".join(percents[:40]))

    many, few = asyncio.run(both())
    assert isinstance(many, OffloadedExchange)
    assert not isinstance(few, OffloadedExchange)
    assert few.request.totals.entities == 40
    assert many.request.totals.entities == 80
