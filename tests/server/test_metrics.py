"""Metrics: what is counted, under which labels, and who may read it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from dp_gateway.server.demonstration import Background
from dp_gateway.server.keys import new_key
from dp_gateway.server.logs import Record
from dp_gateway.server.metrics import Metrics, shared_between_workers
from tests.server.operating import Held, application, chat, eventually
from tests.server.scripted_provider import Provider, whole

SECRET = "bob.smith@corp.example.org"
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def read(text: str) -> Samples:
    families = text_string_to_metric_families(text)
    return {(one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples}


def value(samples: Samples, name: str, **labels: str) -> float:
    """The sum of the samples that have these labels."""
    wanted = set(labels.items())
    return sum(one for (named, has), one in samples.items() if named == f"dp_gateway_{name}" and wanted <= has)


def test_a_request_is_counted_in_all_its_parts(provider: Provider, tmp_path: Path) -> None:
    policies = {"patterns": {"kind": "hybrid", "detection": {"ner": "off"}}}
    with TestClient(application(provider.url, tmp_path, policies=policies)) as client:
        reply = client.post("/v1/chat/completions", json=chat(f"Nurses in hospitals wrote to {SECRET}"))
        client.post("/sanitize", json={"text": SECRET})
        samples = read(client.get("/metrics").text)
    which = {"route": "chat", "policy": "patterns"}
    assert value(samples, "requests_total", **which, upstream="provider", status="2xx") == 1
    assert value(samples, "entities_total", **which) == 1
    assert value(samples, "words_total", **which) >= 2
    assert value(samples, "epsilon_total", **which) == pytest.approx(float(reply.headers["x-dp-epsilon"]), rel=1e-4)
    assert value(samples, "epsilon_total", **which) > 0
    assert value(samples, "restored_total", **which) >= 1
    seconds = {
        stage: value(samples, "seconds_sum", stage=stage, route="chat", upstream="provider")
        for stage in ("sanitize", "upstream_first", "upstream_total", "restore", "total")
    }
    assert all(seconds.values())
    assert seconds["upstream_first"] <= seconds["upstream_total"]
    assert seconds["sanitize"] + seconds["upstream_total"] <= seconds["total"]
    assert value(samples, "seconds_count", stage="total", route="chat") == 1
    assert value(samples, "seconds_bucket", stage="total", route="chat", le="+Inf") == 1
    assert value(samples, "requests_total", route="sanitize", status="2xx") == 1
    assert value(samples, "in_flight") == 0
    assert not any(name == "dp_gateway_ledger_up" for name, _ in samples)  # there is none that could be down


def test_no_client_makes_a_label(provider: Provider, tmp_path: Path) -> None:
    secret = "hunter2secret"
    provider.script = lambda _: whole({"error": {"message": secret, "code": secret, "type": secret}}, 429)
    upstreams = {"provider": {"url": provider.url, "models": ["any"], "retries": 0}}
    with TestClient(application(provider.url, tmp_path, upstreams=upstreams)) as client:
        path = "/v1/chat/completions"
        client.post(path, json=chat(secret, model=secret))
        client.post(path, json=chat(secret), headers={"x-dp-policy": secret})
        client.post(path, json=chat(secret), headers={"x-dp-conversation": f"{secret}:1"})
        client.post(path, content=secret)
        client.post(f"/{secret}")
        client.request(secret, path)
        client.get(f"/v1/models/{secret}")
        assert client.post(path, json=chat("hello")).status_code == 429
        text = client.get("/metrics").text
    assert secret not in text
    samples = read(text)
    assert value(samples, "requests_total", route="chat", status="4xx", upstream="provider") == 1
    for code in ("model_not_found", "field_refused", "invalid_request", "not_served"):
        assert value(samples, "refusals_total", code=code) >= 1, code
    labels = {pair for _, pairs in samples for pair in pairs}
    assert {text for name, text in labels if name == "upstream"} <= {"", "provider"}
    assert {text for name, text in labels if name == "policy"} <= {"", "patterns"}
    assert {text for name, text in labels if name == "route"} <= {"chat", "models", "not served"}


def test_streams_in_flight_and_given_up(provider: Provider, tmp_path: Path) -> None:
    provider.script = held = Held()
    with Background(application(provider.url, tmp_path)) as server:

        def samples() -> Samples:
            return read(httpx.get(f"{server.url}/metrics").text)

        with httpx.stream("POST", f"{server.url}/v1/chat/completions", json=chat("hello", stream=True)) as reply:
            assert reply.status_code == 200
            assert held.begun.wait(120)
            assert value(samples(), "in_flight") == 1
        assert eventually(lambda: value(samples(), "aborted_total", route="chat", streamed="true") == 1)
        assert eventually(lambda: value(samples(), "in_flight") == 0)
        held.go.set()


def test_who_may_read_them(tmp_path: Path) -> None:
    key, hashed = new_key()
    open_app = application("http://127.0.0.1:1/v1", tmp_path)
    guarded = application("http://127.0.0.1:1/v1", tmp_path, keys={"scraper": {"hash": hashed}})
    elsewhere = ("10.1.2.3", 4000)
    for app, client, sent, status in (
        (open_app, elsewhere, None, 200),
        (guarded, ("127.0.0.1", 4000), None, 200),
        (guarded, ("::1", 4000), None, 200),
        (guarded, elsewhere, None, 401),
        (guarded, ("localhost", 4000), None, 401),
        (guarded, elsewhere, "dpg-wrong", 401),
        (guarded, elsewhere, key, 200),
    ):
        headers = {} if sent is None else {"authorization": f"Bearer {sent}"}
        reply = TestClient(app, client=client).get("/metrics", headers=headers)
        assert reply.status_code == status
        assert ("dp_gateway" in reply.text) == (status == 200)


def test_they_can_be_left_out(tmp_path: Path) -> None:
    app = application("http://127.0.0.1:1/v1", tmp_path, server={"metrics": False})
    assert TestClient(app).get("/metrics").status_code == 404


def test_openmetrics_is_spoken_to_who_asks() -> None:
    from prometheus_client.openmetrics.exposition import generate_latest
    from prometheus_client.registry import CollectorRegistry

    registry = CollectorRegistry()
    Metrics(registry)(Record("chat", policy="p", upstream="u", status=200, epsilon=0.5))
    assert b'dp_gateway_epsilon_total{policy="p",route="chat"} 0.5' in generate_latest(registry)


def test_workers_share_a_folder_while_they_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "PROMETHEUS_MULTIPROC_DIR"
    monkeypatch.setenv(name, str(tmp_path))
    with shared_between_workers(2):
        folder = Path(os.environ[name])
        assert folder.parent == tmp_path
        # Two workers: one is gone without a word in the middle of a request, the other answers for both.
        worker = (
            "import sys; from dp_gateway.server.metrics import Metrics; from dp_gateway.server.logs import Record;"
            "metrics = Metrics(); metrics(Record('chat', status=200)); metrics.in_flight.inc()"
        )
        answer = (
            "; from starlette.testclient import TestClient; from operating import application; from pathlib import Path;"
            "print(TestClient(application('http://127.0.0.1:1/v1', Path(sys.argv[1]))).get('/metrics').text)"
        )
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
        shown = [
            subprocess.run([sys.executable, "-c", script, tmp_path], env=environment, capture_output=True, check=True)
            for script in (worker, worker + answer)
        ]
        samples = read(shown[1].stdout.decode())
        assert value(samples, "requests_total", route="chat") == 2
        assert value(samples, "in_flight") == 1
    assert not folder.exists()
    assert name not in os.environ
    with shared_between_workers(1):
        assert name not in os.environ


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="this system has no folder in memory")
def test_a_full_disk_kills_no_worker_through_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    # To fill a disk takes a mount; that the mapped files lie on none is what can be seen here.
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    with shared_between_workers(2):
        assert Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).parent == Path("/dev/shm")
