"""The gateway's own routes keep to the limits of the API's, and observers are told of them alike."""

from __future__ import annotations

import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from dp_gateway.server.logs import Record
from tests.server.operating import eventually
from tests.server.running import Running, Start
from tests.server.scripted_provider import Pause, Provider, after, chat_stream, stream, whole

CHAT = {"model": "m", "messages": [{"role": "user", "content": "Write to bob.smith@corp.example.org soon."}]}


def only(gateway: Running) -> Record:
    assert eventually(lambda: len(gateway.records) == 1)
    return gateway.records[0]


@pytest.fixture
def slow(provider: Provider) -> Provider:
    """Begins a reply at once, and goes on much later."""

    def script(taken: Any) -> Any:
        return stream([*chat_stream("Hello there.")[:-2], Pause(120)]) if taken.body else [Pause(120)]

    provider.script = script
    return provider


def test_the_chat_of_the_playground_tells_where_its_time_went(gateway: Running, provider: Provider) -> None:
    provider.script = lambda _: stream([Pause(0.1), *chat_stream("Hello.")])
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    reply = httpx.post(f"{gateway.url}/playground/chat", json=CHAT, headers={"traceparent": trace}, timeout=60)
    assert "event: report" in reply.text
    record = only(gateway)
    assert 0 < record.sanitize < record.total
    assert 0.1 <= record.upstream_first <= record.upstream_total < record.total
    assert (record.bytes_in, record.traceparent) == (len(reply.request.content), trace)
    assert (record.status, record.streamed, record.aborted) == (200, True, False)


def test_the_chat_of_the_playground_ends_in_time(start: Start, slow: Provider) -> None:
    for seconds in (1, 5, 25):  # what a busy machine has not begun in the first may begin in the last
        gateway = start(limits={"request_seconds": seconds})
        said = httpx.post(f"{gateway.url}/playground/chat", json=CHAT, timeout=60).text
        if "event: raw" in said:
            break
    assert "event: raw" in said
    assert '"code":"request_timeout"' in said
    assert said.endswith("\n\n")
    assert "event: report" in said
    record = only(gateway)
    assert (record.code, record.aborted) == ("request_timeout", False)
    assert record.total < 60


def test_who_leaves_the_playground_ends_the_call(gateway: Running, slow: Provider) -> None:
    with httpx.stream("POST", f"{gateway.url}/playground/chat", json=CHAT, timeout=60) as reply:
        next(reply.iter_bytes())
    record = only(gateway)
    assert record.aborted
    assert record.total < 60


@pytest.mark.parametrize("path", ["/sanitize", "/playground/sanitize", "/playground/chat"])
def test_a_body_that_does_not_come(start: Start, path: str) -> None:
    gateway = start(limits={"request_seconds": 0.3})
    address = urlsplit(gateway.url)
    head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{{"
    with socket.create_connection((address.hostname, address.port), timeout=60) as connection:
        connection.sendall(head.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 504")
    assert only(gateway).code == "request_timeout"


def test_models_of_a_provider_that_does_not_answer(start: Start, slow: Provider) -> None:
    gateway = start(limits={"request_seconds": 0.5})
    reply = httpx.get(f"{gateway.url}/v1/models", timeout=60)
    assert (reply.status_code, reply.json()["error"]["code"]) == (504, "request_timeout")
    assert (only(gateway).route, gateway.records[0].status) == ("models", 504)


def test_concurrency_counts_all_but_probes(start: Start, provider: Provider) -> None:
    answer = threading.Event()
    provider.script = lambda taken: after(answer, whole({"data": []}))
    gateway = start(limits={"concurrency": 1})
    with ThreadPoolExecutor() as threads:
        first = threads.submit(httpx.get, f"{gateway.url}/v1/models", timeout=60)
        assert eventually(lambda: len(provider.taken) == 1)
        for path in ("/v1/models", "/v1/privacy/budget", "/v1/nothing"):
            assert httpx.get(gateway.url + path).status_code == 503
        assert httpx.post(f"{gateway.url}/sanitize", json={"text": "A word."}).status_code == 503
        assert httpx.get(f"{gateway.url}/healthz").status_code == 200
        assert httpx.get(f"{gateway.url}/readyz").status_code == 200
        answer.set()
        assert first.result().status_code == 200
    told = [(record.route, record.status) for record in gateway.recorded(5)]
    assert sorted(told) == [("budget", 503), ("models", 200), ("models", 503), ("not served", 503), ("sanitize", 503)]
