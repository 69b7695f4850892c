"""Web pages, slow clients and made-up keys: who may not use the gateway, and how much at once."""

from __future__ import annotations

import gzip
import json
import socket
import threading
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest

from dp_gateway.server.keys import new_key
from tests.server.operating import Gateway, chat, eventually, settings
from tests.server.running import Running, Start
from tests.server.scripted_provider import Pause, Provider, after, chunk, event, message, stream, whole

PATHS = ["/v1/chat/completions", "/v1/completions", "/v1/responses", "/v1/embeddings", "/v1/messages", "/sanitize",
         "/v1/messages/count_tokens", "/chat/completions", "/playground/chat", "/playground/sanitize"]  # fmt: skip
HELLO = chat("Hello.")


def post(gateway: Running, path: str = "/v1/chat/completions", **headers: str) -> httpx.Response:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(gateway.url + path, json=HELLO, headers=given)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "127.0.0.1:80.evil.example",
        "x@127.0.0.1",
        "",
        "[::1]evil.example",
    ],
)
def test_no_other_host_is_answered(gateway: Running, provider: Provider, host: str) -> None:
    paths = [*PATHS, "/v1/models", "/playground", "/metrics", "/nothing"]
    for method, path in product(("GET", "POST"), paths):
        reply = httpx.request(method, gateway.url + path, json=HELLO, headers={"host": host})
        assert reply.status_code == 421
        assert reply.json()["error"]["code"] == "host_not_allowed"
    assert not provider.taken


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8000", "10.0.0.7:80", "Gate.example.com:443"]
)
def test_own_hosts_are_answered(start: Start, host: str) -> None:
    assert post(start(server={"hosts": ["gate.example.com"]}), host=host).status_code == 200


def test_probes_may_call_it_anything(gateway: Running) -> None:
    for path in ("/healthz", "/readyz"):
        assert httpx.get(gateway.url + path, headers={"host": "pod.cluster"}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost", "x"])
def test_no_foreign_page_is_answered(gateway: Running, provider: Provider, origin: str) -> None:
    for method, path in product(("GET", "POST", "OPTIONS"), [*PATHS, "/v1/models"]):
        reply = httpx.request(method, gateway.url + path, json=HELLO, headers={"origin": origin})
        assert reply.status_code == 403
        assert reply.json()["error"]["code"] == "origin_not_allowed"
        assert not [name for name in reply.headers if name.startswith("access-control")]
    assert not provider.taken


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_nothing_is_loaded_into_a_foreign_page(gateway: Running, provider: Provider, site: str) -> None:
    for path in ("/v1/models", "/v1/privacy/budget", "/metrics", "/playground"):
        picture = {"sec-fetch-site": site, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
        assert httpx.get(gateway.url + path, headers=picture).status_code == 403
    assert not provider.taken


@pytest.mark.parametrize(("site", "mode"), [("cross-site", "navigate"), ("none", "navigate"), ("same-origin", "cors")])
def test_a_link_and_its_own_page_lead_to_the_gateway(gateway: Running, site: str, mode: str) -> None:
    sent = {"sec-fetch-site": site, "sec-fetch-mode": mode}
    assert httpx.get(f"{gateway.url}/v1/privacy/budget", headers=sent).status_code == 200


def test_its_own_page_is_answered(gateway: Running) -> None:
    assert post(gateway, origin=gateway.url).status_code == 200


def test_a_page_that_the_operator_allows_is_answered(start: Start) -> None:
    page = "https://chat.example.com"
    gateway = start(server={"origins": [page]})
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "authorization, content-type"}
    flight = httpx.options(f"{gateway.base}/chat/completions", headers={"origin": page} | asked)
    assert flight.status_code == 204
    assert flight.headers["access-control-allow-origin"] == page
    assert "POST" in flight.headers["access-control-allow-methods"]
    assert flight.headers["access-control-allow-headers"] == asked["access-control-request-headers"]
    reply = post(gateway, origin=page)
    assert reply.status_code == 200
    assert reply.headers["access-control-allow-origin"] == page
    assert "x-dp-epsilon" in reply.headers["access-control-expose-headers"]
    assert post(gateway, origin="https://evil.example").status_code == 403
    assert "access-control-allow-origin" not in post(gateway).headers


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                                  "text/plain; application/json", "application/jsonp"])  # fmt: skip
def test_bodies_have_to_be_declared_as_json(gateway: Running, provider: Provider, kind: str | None) -> None:
    headers = {"content-type": kind} if kind else {}
    for path in PATHS:
        reply = httpx.post(gateway.url + path, content=json.dumps(HELLO), headers=headers)
        assert reply.status_code == 415
    assert not provider.taken


@pytest.mark.parametrize(
    "kind", ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"]
)
def test_json_may_be_declared_with_its_encoding(gateway: Running, kind: str) -> None:
    assert post(gateway, content_type=kind).status_code == 200


def test_bodies_of_gzip_are_read(gateway: Running, provider: Provider) -> None:
    said = "Write to Zebulon Quackenbush at zq@corp.example.org."
    body = gzip.compress(json.dumps(chat(said)).encode())
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    reply = httpx.post(f"{gateway.base}/chat/completions", content=body, headers=headers)
    assert reply.json()["choices"][0]["message"]["content"] == said
    assert "zq@corp" not in provider.last.body.decode()
    assert "content-encoding" not in provider.last.head.lower()


def test_a_bomb_of_gzip_is_refused_before_it_is_unpacked(start: Start, provider: Provider) -> None:
    gateway = start(limits={"body_bytes": 2_000_000})
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    bomb = gzip.compress(b" " * 300_000_000, compresslevel=1)
    for body, status in ((bomb, 413), (b"no gzip", 400), (gzip.compress(b"{}")[:-4], 400), (b"", 400)):
        tracemalloc.start()
        try:
            assert httpx.post(f"{gateway.base}/chat/completions", content=body, headers=headers).status_code == status
            # The server runs in this process; unpacked, the bomb has 300 megabytes.
            assert tracemalloc.get_traced_memory()[1] < 50_000_000
        finally:
            tracemalloc.stop()
    assert not provider.taken


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Any:
    tables = settings("http://127.0.0.1:9/v1", limits={"head_seconds": 1, "body_seconds": 1.5})
    with Gateway(tmp_path_factory.mktemp("impatient"), tables) as gateway:
        yield gateway


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", 408),
        (b"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n", 408),
        (b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\nGET /he", 408),
        (b"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
         b"content-length: 99\r\n\r\n{", 408),
    ],
)  # fmt: skip
def test_slow_requests_are_ended(impatient: Gateway, sent: bytes, status: int) -> None:
    port = int(impatient.url.rpartition(":")[2])
    start = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(sent)
        received = b""
        while f" {status} ".encode() not in received:
            piece = client.recv(4096)
            assert piece, received
            received += piece
            # One more byte of the head or body now and then changes nothing.
            if time.monotonic() < start + 1:
                client.sendall(b"x")
                time.sleep(0.2)
    assert time.monotonic() - start > 0.9


def test_endless_heads_are_ended(impatient: Gateway) -> None:
    port = int(impatient.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises(ConnectionError):
            for number in range(1_000_000):
                client.sendall(b"x-%d: y\r\n" % number)


_REFUSED = b"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n"
"""The head of a request that is answered before its body is there."""


@pytest.mark.parametrize("rest", [b"", b"\r\n\r\nGET /he"])
def test_the_rest_of_an_answered_request_is_not_waited_for(impatient: Gateway, rest: bytes) -> None:
    port = int(impatient.url.rpartition(":")[2])
    start, ended = time.monotonic(), False
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(_REFUSED + b"content-length: " + (b"4" if rest else b"99999") + b"\r\n\r\n")
        assert b" 415 " in client.recv(4096)
        client.sendall(rest)
        client.settimeout(0.2)
        while not ended and time.monotonic() < start + 60:
            try:
                ended = not client.recv(4096)
            except TimeoutError:
                with suppress(ConnectionError):
                    # One more byte now and then changes nothing.
                    client.sendall(b"" if rest else b"x")
            except ConnectionError:
                ended = True
    assert ended
    assert time.monotonic() - start > 0.5


@pytest.mark.parametrize("endless", [b"a: b\r\n", b"a"], ids=["headers", "one header"])
@pytest.mark.parametrize("begin", [b"0\r\n", b"2;"], ids=["behind a body", "extension"])
@pytest.mark.parametrize("kind", [b"text/plain", b"application/json"], ids=["answered", "waited for"])
def test_endless_text_beside_a_body_is_ended(impatient: Gateway, kind: bytes, begin: bytes, endless: bytes) -> None:
    port = int(impatient.url.rpartition(":")[2])
    head = _REFUSED.replace(b"text/plain", kind) + b"transfer-encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(head + begin)
        with pytest.raises(ConnectionError):
            for _ in range(30_000):  # more than the kernel holds for both ends while the server does not get to read
                client.sendall(endless * 1_000)


def test_who_sends_several_requests_at_once_and_goes_away_is_waited_for_by_nobody(
    tmp_path: Path, provider: Provider
) -> None:
    provider.script = lambda _: stream([event(chunk({"content": "x "})), Pause(0.1)] * 1000)
    body = json.dumps(chat("Hello.", stream=True)).encode()
    head = b"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    with Gateway(tmp_path, settings(provider.url)) as gateway:
        with socket.create_connection(("127.0.0.1", int(gateway.url.rpartition(":")[2])), timeout=30) as client:
            client.sendall(3 * (head + b"content-length: %d\r\n\r\n" % len(body) + body))
            assert b" 200 " in client.recv(4096)
        assert provider.gone.wait(60)
        assert len(provider.taken) == 1
    assert "Error" not in gateway.said


def test_who_takes_nothing_of_a_reply_is_cut_off(tmp_path: Path, provider: Provider) -> None:
    provider.script = lambda _: stream([event(chunk({"content": "x " * 5_000}))] * 5_000)
    body = json.dumps(chat("Hello.", stream=True)).encode()
    head = b"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    with (
        Gateway(tmp_path, settings(provider.url, limits={"body_seconds": 1})) as gateway,
        socket.create_connection(("127.0.0.1", int(gateway.url.rpartition(":")[2])), timeout=30) as client,
    ):
        client.sendall(head + b"content-length: %d\r\n\r\n" % len(body) + body)
        # Who reads slowly goes on.
        received = b""
        for _ in range(20):
            received += client.recv(300_000)
            time.sleep(0.1)
        assert b" 200 " in received
        assert not provider.gone.is_set()
        assert provider.gone.wait(60)
        with suppress(ConnectionError):
            while client.recv(1 << 20):
                pass
    assert "Error" not in gateway.said


def test_a_connection_that_wants_a_websocket_is_not_answered_twice(impatient: Gateway) -> None:
    port = int(impatient.url.rpartition(":")[2])
    keys = b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n" + keys)
        received = b"".join(iter(partial(client.recv, 4096), b""))
    assert received.startswith(b"HTTP/1.1 501 ")
    time.sleep(1.5)
    assert "Exception in callback" not in impatient.said


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with Provider() as behind, Gateway(tmp_path_factory.mktemp("served"), settings(behind.url)) as gateway:
        yield gateway, behind


_SMUGGLED = b"GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\n"


@pytest.mark.parametrize("cut", [None, -20, 0, 40], ids=["whole", "in its head", "behind its head", "in its body"])
@pytest.mark.parametrize("framed", ["length", "chunks"])
@pytest.mark.parametrize("offered", [b"h2c", b"TLS/1.0", b"websocket"])
def test_the_body_of_a_request_that_offers_another_protocol_is_its_body(
    served: tuple[Gateway, Provider], offered: bytes, framed: str, cut: int | None
) -> None:
    """Java's client offers HTTP/2 with each request; a parser that stops there takes the body for the next request."""
    said = json.dumps(chat(_SMUGGLED.decode())).encode()
    body = said if framed == "length" else b"%x\r\n%b\r\n0\r\n\r\n" % (len(said), said)
    framing = b"content-length: %d" % len(body) if framed == "length" else b"transfer-encoding: chunked"
    head = (
        b"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n%b\r\n"
        b"connection: upgrade, http2-settings\r\nupgrade: %b\r\nhttp2-settings: AAEAAEAA\r\n\r\n"
    ) % (framing, offered)
    again = _REFUSED + b"connection: close\r\ncontent-length: 0\r\n\r\n"
    gateway, provider = served
    provider.taken.clear()
    sent, at = head + body + again, 0 if cut is None else len(head) + cut
    with socket.create_connection(("127.0.0.1", int(gateway.url.rpartition(":")[2])), timeout=60) as client:
        client.sendall(sent[:at])
        time.sleep(0.05)
        client.sendall(sent[at:])
        received = b"".join(iter(partial(client.recv, 65536), b""))
    assert received.count(b"HTTP/1.1 ") == 2
    assert received.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 415 " in received
    assert [taken.path for taken in provider.taken] == ["/v1/chat/completions"]


def test_small_chunks_are_a_body(gateway: Running) -> None:
    said = json.dumps(chat("word " * 20_000)).encode()
    pieces = (said[at : at + 1] for at in range(len(said)))
    reply = httpx.post(f"{gateway.base}/chat/completions", content=pieces, headers={"content-type": "application/json"})
    assert reply.status_code == 200


def test_requests_one_after_the_other_have_time_each(impatient: Gateway) -> None:
    with httpx.Client() as client:
        for _ in range(4):
            assert client.get(f"{impatient.url}/healthz").status_code == 200
            time.sleep(0.5)


BUDGET = {
    "privacy": {"policy": "entities"},
    "budgets": {"each": {"per": "key", "epsilon": 7}},
    "ledger": {"url": "memory:", "count": "nominal"},
}
TOWNS = ["Boston", "Denver", "Chicago", "Seattle", "Portland"]


def _spend(gateway: Running, number: int, **headers: str) -> int:
    return httpx.post(
        f"{gateway.base}/chat/completions", json=chat(f"He lives in {TOWNS[number]}."), headers=headers
    ).status_code


def test_made_up_keys_have_one_account_where_the_provider_s_key_is_the_gateway_s(
    start: Start, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPERATORS_KEY", "sk-operator")
    upstreams: dict[str, Any] = {"default": {"url": provider.url, "api_key_env": "OPERATORS_KEY"}}
    # Beside a provider that wants the client's own key.
    upstreams["other"] = {"url": provider.url, "models": ["other"]}
    gateway = start(upstreams=upstreams, **BUDGET)
    codes = [_spend(gateway, number, authorization=f"Bearer made-up-{number}") for number in range(3)]
    assert codes == [200, 429, 429]
    assert _spend(gateway, 3) == 429
    told = httpx.get(f"{gateway.url}/v1/privacy/budget", headers={"authorization": "Bearer another"}).json()
    assert told["budgets"][0]["spent"] == 6


def test_keys_that_a_provider_checks_have_an_account_each(start: Start) -> None:
    gateway = start(**BUDGET)
    codes = [_spend(gateway, number, authorization=f"Bearer own-{number}") for number in range(3)]
    assert codes == [200, 200, 200]
    assert _spend(gateway, 3, authorization="Bearer own-0") == 429


def test_a_key_has_limits_of_its_own(start: Start, provider: Provider) -> None:
    made = [new_key() for _ in range(2)]
    keys = {"small": {"hash": made[0][1], "body_bytes": 2000, "concurrency": 1}, "other": {"hash": made[1][1]}}
    gateway = start(keys=keys)
    small, other = ({"authorization": f"Bearer {key}"} for key, _ in made)
    long = chat("word " * 600)
    assert httpx.post(f"{gateway.base}/chat/completions", json=long, headers=small).status_code == 413
    assert httpx.post(f"{gateway.base}/chat/completions", json=long, headers=other).status_code == 200

    answer = threading.Event()
    provider.taken.clear()
    provider.script = lambda taken: after(answer, whole(message("done")))
    with ThreadPoolExecutor(3) as beside:
        first = beside.submit(post, gateway, **small)
        assert eventually(lambda: bool(provider.taken))
        refused, others = beside.submit(post, gateway, **small), beside.submit(post, gateway, **other)
        assert refused.result().status_code == 429
        assert refused.result().json()["error"]["code"] == "too_many_requests"
        answer.set()
        assert first.result().status_code == others.result().status_code == 200
    assert post(gateway, **small).status_code == 200
