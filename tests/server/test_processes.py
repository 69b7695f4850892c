"""The real process: reload, shutdown, several workers."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import tomlkit

from tests.cli.commands import run
from tests.ports import free_port
from tests.server.operating import Gateway, Held, Stream, eventually, settings
from tests.server.scripted_provider import Provider

SECRET = "bob.smith@corp.example.org"


@pytest.fixture
def held(provider: Provider) -> Iterator[Held]:
    provider.script = script = Held()
    yield script
    script.go.set()


def test_reload_keeps_streams_and_bad_files_change_nothing(tmp_path: Path, provider: Provider, held: Held) -> None:
    with Gateway(tmp_path, settings(provider.url)) as gateway:
        said = f"Write to {SECRET} soon, please."
        stream = Stream(gateway.url, said)
        assert held.begun.wait(120)
        shown = {**gateway.tables, "policies": {"patterns": {"kind": "observe"}}}
        gateway.config.write_text(tomlkit.dumps(shown))
        gateway.process.send_signal(signal.SIGHUP)
        assert eventually(lambda: gateway.chat("x").headers.get("x-dp-observed") is not None)
        assert gateway.chat(said).status_code == 200
        assert _texts(provider)[-1] == said
        held.go.set()
        assert stream.end() == said
        assert SECRET not in _texts(provider)[0]
        assert eventually(lambda: "settings reloaded" in gateway.said)

        unwritable = {"url": "memory:", "audit_log": str(tmp_path / "none" / "spent.jsonl")}
        for broken, told in (
            ("this is [not TOML", "is not TOML"),
            ("[server]\nprot = 1\n", "prot"),
            ("[privacy]\npolicy = 'nobody'\n", "policy"),
            (tomlkit.dumps({**gateway.tables, "ledger": unwritable}), "audit_log"),
        ):
            gateway.config.write_text(broken)
            before = gateway.said.count("not reloaded")
            gateway.process.send_signal(signal.SIGHUP)
            assert eventually(lambda before=before: gateway.said.count("not reloaded") > before)
            assert told in gateway.said.rpartition("not reloaded")[2]
            assert "x-dp-observed" in gateway.chat("x").headers
    assert "Traceback" not in gateway.said


def test_a_signal_to_stop_lets_a_stream_finish(tmp_path: Path, provider: Provider, held: Held) -> None:
    with Gateway(tmp_path, settings(provider.url)) as gateway:
        said = f"Write to {SECRET} soon, please."
        stream = Stream(gateway.url, said)
        assert held.begun.wait(120)
        gateway.process.terminate()
        assert eventually(lambda: not gateway.answers("/healthz"))
        assert gateway.process.poll() is None
        held.go.set()
        assert stream.end() == said
        gateway.process.wait(30)
    assert gateway.process.returncode in (0, -signal.SIGTERM)
    assert "Traceback" not in gateway.said


NO_KEY = {"upstreams": {"a": {"url": "http://x/v1", "api_key_env": "NO_SUCH_KEY"}}}
NO_PIPELINE = {"policies": {"patterns": {"detection": {"model": "no_such_pipeline"}}}}


@pytest.mark.parametrize(
    ("workers", "fault", "told"),
    [
        (1, NO_KEY, "NO_SUCH_KEY holds no key"),
        pytest.param(1, NO_PIPELINE, "'no_such_pipeline' is installed", marks=pytest.mark.thorough),
        pytest.param(2, NO_KEY, "NO_SUCH_KEY holds no key", marks=pytest.mark.thorough),
        pytest.param(2, NO_PIPELINE, "'no_such_pipeline' is installed", marks=pytest.mark.thorough),
    ],
)
def test_what_cannot_start_ends_and_says_why(tmp_path: Path, workers: int, fault: dict[str, Any], told: str) -> None:
    gateway = Gateway(tmp_path, settings("http://127.0.0.1:1/v1", server={"workers": workers}, **fault))
    gateway.start()
    assert gateway.process.wait(60) != 0 or workers > 1
    assert told in gateway.said
    assert "Traceback" not in gateway.said
    assert gateway.said.count(told) <= workers + 1


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the processes are counted through Linux's /proc")
def test_two_workers_draw_the_same_and_count_together(tmp_path: Path, provider: Provider, held: Held) -> None:
    tables = settings(provider.url, server={"workers": 2, "access_log": True}, policies={"patterns": {
        "kind": "entities", "detection": {"ner": "off"}}})  # fmt: skip
    folder = tmp_path / "metrics"
    folder.mkdir()
    with Gateway(tmp_path, tables, PROMETHEUS_MULTIPROC_DIR=str(folder)) as gateway:
        headers = {"connection": "close", "x-dp-conversation": "one"}
        sent = 0
        with ThreadPoolExecutor(8) as pool:
            while len(list(folder.glob("*/counter_*.db"))) < 2:  # until each worker has served a request
                assert sent < 1000
                for reply in pool.map(lambda _: gateway.chat(f"Write to {SECRET}", **headers), range(8)):
                    assert SECRET in reply.text
                sent += 8
        assert len(set(_texts(provider))) == 1
        assert SECRET not in _texts(provider)[0]
        assert eventually(lambda: _counted(gateway) == (sent, 0))
        assert {_counted(gateway) for _ in range(5)} == {(sent, 0)}  # whichever worker answers

        children = _children(gateway.process.pid)
        assert len(children) == 2
        gateway.process.send_signal(signal.SIGHUP)  # replaced one by one
        assert eventually(lambda: not children & _children(gateway.process.pid))
        assert SECRET in gateway.chat(f"Write to {SECRET}", **headers).text
        assert len(set(_texts(provider))) == 1
        assert eventually(lambda: _counted(gateway) == (sent + 1, 0))
    assert not list(folder.iterdir())
    assert "Traceback" not in gateway.said


def _counted(gateway: Gateway) -> tuple[float, float]:
    """Chats that are done, and requests in flight, of all workers."""
    text = httpx.get(f"{gateway.url}/metrics", headers={"connection": "close"}).text
    done = re.search(r'dp_gateway_requests_total\{[^}]*route="chat"[^}]*\} (.*)', text)
    in_flight = re.search(r"(?m)^dp_gateway_in_flight (.*)", text)
    assert in_flight is not None
    return float(done[1]) if done else 0, float(in_flight[1])


def _texts(provider: Provider) -> list[str]:
    return [taken.json["messages"][-1]["content"] for taken in provider.taken]


def _children(pid: int) -> set[int]:
    """Workers; multiprocessing also starts a tracker of resources."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child) for child in listed if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}


def test_a_port_that_is_taken_is_named_before_anything_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("dp_gateway.server.service.Service.__init__")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run(tmp_path, "serve", "--port", str(port), "--upstream", "http://127.0.0.1:9/v1", code=1)
    assert f"127.0.0.1:{port} cannot be listened on" in done.stderr
    assert f"--port {port + 1}" in done.stderr
    assert "in your application" not in done.stderr


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"DP_GATEWAY_UPSTREAMS__A__API_KEY_ENV": "NO_SUCH_KEY"}, "NO_SUCH_KEY holds no key"),
        ({"DP_GATEWAY_UPSTREAMS__A__URL": "http://127.0.0.1:{port}/v1"}, "address of the gateway itself"),
    ],
)
def test_a_server_that_cannot_start_does_not_say_where_it_listens(
    variables: dict[str, str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setenv("DP_GATEWAY_UPSTREAMS__A__URL", "http://127.0.0.1:9/v1")
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(port=port))
    done = run(tmp_path, "serve", "--port", str(port), code=1)
    assert said in done.stderr
    assert "in your application" not in done.stderr
