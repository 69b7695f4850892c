"""The gateway in a process of its own, and a provider whose streams wait for the test."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx
import tomlkit
from starlette.applications import Starlette

from dp_gateway.randomness import Secret
from dp_gateway.server.app import operated_app
from dp_gateway.server.settings import Settings
from tests.ports import free_port
from tests.server.scripted_provider import Pause, Step, Taken, chunk, event, message, stream, whole


def settings(upstream: str, **tables: Any) -> dict[str, Any]:
    """Settings of a gateway that is ready quickly, with further fields by table."""
    base: dict[str, Any] = {
        "privacy": {"policy": "patterns"},
        "policies": {"patterns": {"kind": "mask", "detection": {"ner": "off"}}},
        "upstreams": {"provider": {"url": upstream, "retries": 0}},
    }
    for table, fields in tables.items():
        base[table] = {**base.get(table, {}), **fields}
    return base


def application(upstream: str, folder: Path, **tables: Any) -> Starlette:
    """The application that `dp-gateway serve` runs, in this process."""
    key = folder / "secret.key"
    Secret.from_file(key)
    tables["privacy"] = {"keys": {"k": str(key)}, **tables.get("privacy", {})}
    tables["server"] = {"hosts": ["testserver"], **tables.get("server", {})}  # as Starlette's client calls it
    return operated_app(Settings.model_validate(settings(upstream, **tables)))


def chat(text: str, **fields: Any) -> dict[str, Any]:
    return {"model": "any", "messages": [{"role": "user", "content": text}], **fields}


def eventually(holds: Callable[[], bool]) -> bool:
    for _ in range(2400):  # two minutes: a busy machine takes its time
        if holds():
            return True
        time.sleep(0.05)
    return False


class Gateway:
    """`dp-gateway serve` inside its block."""

    def __init__(self, folder: Path, tables: dict[str, Any], **environment: str) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.config, self._errors = folder / "gateway.toml", folder / "stderr"
        self._environment = {**os.environ, "DP_GATEWAY_KEY_FILE": str(folder / "secret.key"), **environment}
        self.tables = {**tables, "server": {**tables.get("server", {}), "port": port}}
        self.config.write_text(tomlkit.dumps(self.tables))

    def __enter__(self) -> Gateway:
        self.start()
        assert eventually(lambda: self.answers("/readyz") or self.process.poll() is not None)
        assert self.process.poll() is None, self.said
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(60)

    def start(self) -> None:
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "dp_gateway", "serve", "--config", self.config],
                stderr=errors,
                env=self._environment,
            )

    @property
    def said(self) -> str:
        """What it wrote to standard error."""
        return self._errors.read_text()

    def answers(self, path: str) -> bool:
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(self.url + path, headers={"connection": "close"}).status_code == 200
        return False

    def chat(self, text: str, **headers: str) -> httpx.Response:
        return httpx.post(f"{self.url}/v1/chat/completions", json=chat(text), headers=headers, timeout=30)


class Held:
    """A script of a provider that says back what it was sent, and stops in the middle of a stream until `go` is set.

    Attributes:
        begun: a stream has begun.
    """

    def __init__(self) -> None:
        self.begun, self.go = threading.Event(), threading.Event()

    def __call__(self, taken: Taken) -> Iterable[Step]:
        body = taken.json
        said = body["messages"][-1]["content"]
        return self._stream(said) if body.get("stream") else whole(message(said))

    def _stream(self, said: str) -> Iterator[Step]:
        half = len(said) // 2
        head, first, second, end = stream([event(chunk({"content": part})) for part in (said[:half], said[half:])])
        yield from (head, first)
        self.begun.set()
        while not self.go.is_set():
            yield Pause(0.02)
        yield from (second, end)


class Stream:
    """A streamed request in a thread of its own."""

    def __init__(self, url: str, text: str) -> None:
        self._url, self._body = url, chat(text, stream=True)
        self._text = ""
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        with httpx.stream("POST", f"{self._url}/v1/chat/completions", json=self._body, timeout=60) as reply:
            chunks = [json.loads(line[6:]) for line in reply.iter_lines() if line.startswith("data: {")]
        self._text = "".join(choice["delta"].get("content") or "" for one in chunks for choice in one["choices"])

    def end(self) -> str:
        """Wait for its end; its text."""
        self._thread.join(60)
        return self._text
