"""The real process: reload, shutdown, several workers."""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from operating import Gateway, Provider, chat, settings, streamed

SECRET = "bob.smith@corp.example.org"


@pytest.fixture
def provider() -> Iterator[Provider]:
    with Provider() as running:
        yield running


class Stream:
    """A streamed request in a thread of its own."""

    def __init__(self, gateway: Gateway, text: str) -> None:
        self._gateway, self._text = gateway, text
        self.text, self.policy = "", ""
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        body = chat(self._text, stream=True)
        with httpx.stream("POST", f"{self._gateway.base}/v1/chat/completions", json=body, timeout=60) as reply:
            self.policy = reply.headers["x-dp-policy"]
            self.text = streamed(reply.iter_lines())

    def end(self) -> str:
        self._thread.join(60)
        return self.text


def test_reload_keeps_streams_and_bad_files_change_nothing(tmp_path: Path, provider: Provider) -> None:
    with Gateway(tmp_path, settings(provider.url)) as gateway:
        said = f"Write to {SECRET} soon, please."
        stream = Stream(gateway, said)
        assert provider.begun.wait(30)
        shown = {**gateway.tables, "policies": {"patterns": {"kind": "observe"}}}
        gateway.write(shown)
        gateway.process.send_signal(signal.SIGHUP)
        assert _eventually(lambda: gateway.chat("x").headers.get("x-dp-observed") is not None)
        assert gateway.chat(said).status_code == 200
        assert provider.texts[-1] == said
        provider.go.set()
        assert stream.end() == said
        assert SECRET not in provider.texts[0]
        gateway.await_said("settings reloaded")

        for broken in ("this is [not TOML", "[server]\nprot = 1\n", "[privacy]\npolicy = 'nobody'\n"):
            gateway.config.write_text(broken)
            before = gateway.said.count("not reloaded")
            gateway.process.send_signal(signal.SIGHUP)
            assert _eventually(lambda before=before: gateway.said.count("not reloaded") > before)
            assert "x-dp-observed" in gateway.chat("x").headers
    assert "Traceback" not in gateway.said


def test_a_signal_to_stop_lets_a_stream_finish(tmp_path: Path, provider: Provider) -> None:
    with Gateway(tmp_path, settings(provider.url)) as gateway:
        said = f"Write to {SECRET} soon, please."
        stream = Stream(gateway, said)
        assert provider.begun.wait(30)
        gateway.process.terminate()
        assert _eventually(lambda: not _listens(gateway))
        assert gateway.process.poll() is None
        provider.go.set()
        assert stream.end() == said
        gateway.process.wait(30)
    assert gateway.process.returncode in (0, -signal.SIGTERM)
    assert "Traceback" not in gateway.said


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the processes are counted through Linux's /proc")
def test_two_workers_draw_the_same_and_count_together(tmp_path: Path, provider: Provider) -> None:
    tables = settings(provider.url, server={"workers": 2, "access_log": True}, policies={"patterns": {
        "kind": "entities", "detection": {"ner": "off"}}})  # fmt: skip
    with Gateway(tmp_path, tables) as gateway:
        _both_ready(gateway)
        headers = {"connection": "close", "x-dp-conversation": "one"}
        for _ in range(20):
            assert SECRET in gateway.chat(f"Write to {SECRET}", **headers).text
        assert len(set(provider.texts)) == 1
        assert SECRET not in provider.texts[0]
        for _ in range(5):  # whichever worker answers
            metrics = httpx.get(f"{gateway.base}/metrics", headers={"connection": "close"}).text
            counted = re.search(r'dp_gateway_requests_total\{[^}]*route="chat"[^}]*\} (\d+)', metrics)
            assert counted is not None
            assert counted[1] == "20"
            assert "dp_gateway_in_flight 0.0" in metrics

        children = _children(gateway.process.pid)
        gateway.process.send_signal(signal.SIGHUP)  # replaced one by one
        assert _eventually(lambda: not children & _children(gateway.process.pid))
        assert SECRET in gateway.chat(f"Write to {SECRET}", **headers).text
        assert len(set(provider.texts)) == 1
        assert 'route="chat"' in httpx.get(f"{gateway.base}/metrics").text
    assert "Traceback" not in gateway.said


def _both_ready(gateway: Gateway) -> None:
    assert _eventually(lambda: len(_children(gateway.process.pid)) == 2)
    ready = 0
    while ready < 20:
        answered = httpx.get(f"{gateway.base}/readyz", headers={"connection": "close"}).status_code == 200
        ready = ready + 1 if answered else 0


def _children(pid: int) -> set[int]:
    """Workers; multiprocessing also starts a tracker of resources."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child) for child in listed if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}


def _listens(gateway: Gateway) -> bool:
    try:
        return httpx.get(f"{gateway.base}/healthz", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def _eventually(holds: object) -> bool:
    assert callable(holds)
    for _ in range(300):
        if holds():
            return True
        time.sleep(0.1)
    return False
