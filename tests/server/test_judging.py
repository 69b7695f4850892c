"""A judge beside the server's traffic: what it is sent, what `/metrics` shows, and that replies do not wait for it."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest
import tomlkit
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from dp_gateway.errors import ConfigurationError, UntrustedModel
from dp_gateway.judging.hooks import open_judging
from dp_gateway.server.app import reload
from dp_gateway.server.settings import load_settings
from dp_gateway.testing.models import Hang, ScriptedModel
from tests.server.operating import Gateway, application, chat, eventually
from tests.server.scripted_provider import Provider, whole

SECRET = "bob.smith@corp.example.org"
GOOD = '{"grammar": 5, "common_sense": 4, "coherence": 3, "cohesiveness": 2}'
ENTITIES = {"patterns": {"kind": "entities", "detection": {"ner": "off"}}}


def judge(server: ScriptedModel, **fields: Any) -> dict[str, Any]:
    return {"url": server.url, "model": "m", "trust": "remote", "share": 1.0, **fields}


def samples(client: TestClient) -> dict[str, float]:
    families = text_string_to_metric_families(client.get("/metrics").text)
    return {
        f"{one.name}{sorted(one.labels.values())}": one.value
        for family in families
        for one in family.samples
        if "judge" in one.name
    }


@pytest.mark.parametrize("streamed", [False, True])
def test_replies_are_judged_as_the_provider_wrote_them(provider: Provider, tmp_path: Path, streamed: bool) -> None:
    with ScriptedModel(default=GOOD) as server:
        app = application(provider.url, tmp_path, policies=ENTITIES, judge=judge(server))
        with TestClient(app) as client:
            reply = client.post("/v1/chat/completions", json=chat(f"Write to {SECRET}", stream=streamed))
            assert reply.status_code == 200
            assert streamed or SECRET in reply.text
            assert eventually(lambda: samples(client).get("dp_gateway_judge_samples_total['judged']") == 1)
            shown = samples(client)
        sent = provider.last.json["messages"][-1]["content"]
        assert shown["dp_gateway_judge_score_sum['grammar']"] == 5
        asked = server.completions[0]["messages"][-1]["content"]
        # The provider says back what it was sent.
        assert asked.count(sent) == 2
        assert SECRET not in server.sent


@pytest.mark.parametrize("sees", ["sanitized", "raw"])
def test_large_requests_are_judged_by_their_beginning(provider: Provider, tmp_path: Path, sees: str) -> None:
    with ScriptedModel(default=GOOD) as server:
        trust = "local" if sees == "raw" else "remote"
        app = application(provider.url, tmp_path, policies=ENTITIES, judge=judge(server, sees=sees, trust=trust))
        with TestClient(app) as client:
            reply = client.post("/v1/chat/completions", json=chat(f"Write to {SECRET}." + " All is well." * 6000))
            assert SECRET in reply.text
            assert eventually(lambda: samples(client).get("dp_gateway_judge_samples_total['judged']") == 1)
        asked = server.completions[0]["messages"][-1]["content"]
        sent = provider.last.json["messages"][-1]["content"].partition(" All")[0]
        assert asked.count(SECRET if sees == "raw" else sent) == 2
        assert (SECRET in server.sent) == (sees == "raw")


def test_only_replies_are_judged(provider: Provider, tmp_path: Path) -> None:
    with ScriptedModel(default=GOOD) as server:
        app = application(provider.url, tmp_path, judge=judge(server))
        with TestClient(app) as client:
            client.post("/sanitize", json={"text": SECRET})
            client.post("/v1/embeddings", json={"model": "any", "input": SECRET})
            provider.script = lambda _: whole({"error": {"message": "no"}}, 500)
            assert client.post("/v1/chat/completions", json=chat("Hello.")).status_code == 500
            client.post("/v1/chat/completions", content=b"{", headers={"content-type": "application/json"})
            assert app.state.judging.counts == {}
        assert not server.requests


def test_no_reply_waits_for_a_judge_that_hangs(provider: Provider, tmp_path: Path) -> None:
    with ScriptedModel(default=Hang()) as server:
        app = application(provider.url, tmp_path, judge=judge(server, waiting=1))
        with TestClient(app) as client:
            for _ in range(4):
                assert client.post("/v1/chat/completions", json=chat("Hello.")).status_code == 200
            assert eventually(lambda: app.state.judging.counts["dropped"] >= 2)


@pytest.mark.thorough
def test_the_command_serves_with_a_judge_and_a_reload_takes_another_or_none(provider: Provider, tmp_path: Path) -> None:
    with ScriptedModel(default=GOOD) as first, ScriptedModel(default=GOOD) as second:
        tables: dict[str, Any] = {
            "privacy": {"policy": "patterns"},
            "policies": ENTITIES,
            "upstreams": {"provider": {"url": provider.url}},
            "judge": judge(first),
        }
        with Gateway(tmp_path, tables) as gateway:

            def reloaded(judge: dict[str, Any] | None) -> bool:
                before = gateway.said.count("reloaded")
                given = {name: table for name, table in {**gateway.tables, "judge": judge}.items() if table is not None}
                gateway.config.write_text(tomlkit.dumps(given))
                gateway.process.send_signal(signal.SIGHUP)
                return eventually(lambda: gateway.said.count("reloaded") > before)

            def asked() -> tuple[int, int]:
                return len(first.completions), len(second.completions)

            assert gateway.chat(f"Write to {SECRET}").status_code == 200
            assert eventually(lambda: asked() == (1, 0))
            assert reloaded(judge=None)
            assert gateway.chat(f"Write to {SECRET}").status_code == 200
            assert reloaded(judge=judge(second))
            assert gateway.chat(f"Write to {SECRET}").status_code == 200
            assert eventually(lambda: asked() == (1, 1))
            # What cannot be used changes nothing.
            assert reloaded(judge=judge(first, url="https://api.openai.com/v1", trust="local"))
            assert "not reloaded" in gateway.said
            assert gateway.chat(f"Write to {SECRET}").status_code == 200
            assert eventually(lambda: asked() == (1, 2))
            # One histogram, whichever judge.
            shown = httpx.get(f"{gateway.url}/metrics").text
            assert 'dp_gateway_judge_samples_total{outcome="judged"} 3.0' in shown
            assert reloaded(judge=None)
            assert gateway.chat(f"Write to {SECRET}").status_code == 200
        assert asked() == (1, 2)
        assert SECRET not in first.sent + second.sent
        assert "Traceback" not in gateway.said


def test_a_reload_keeps_the_judge_that_it_does_not_change(provider: Provider, tmp_path: Path) -> None:
    with ScriptedModel(default=GOOD) as server:
        tables: dict[str, Any] = {"policies": ENTITIES, "judge": judge(server)}
        app = application(provider.url, tmp_path, **tables)
        with TestClient(app) as client:
            before, settings = app.state.judging, app.state.service.settings
            assert client.portal is not None
            client.portal.call(reload, app, lambda: settings)
            assert app.state.judging is before
            changed = settings.model_copy(update={"judge": settings.judge.model_copy(update={"share": 0.5})})
            client.portal.call(reload, app, lambda: changed)
            assert app.state.judging is not before


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"trust": None}, ConfigurationError),
        ({"trust": "nobody"}, ConfigurationError),
        ({"share": 2}, ConfigurationError),
        ({"sees": "everything"}, ConfigurationError),
        ({"other": 1}, ConfigurationError),
        ({"sees": "raw"}, ConfigurationError),
        ({"url": "https://api.openai.com/v1", "trust": "local"}, UntrustedModel),
    ],
)
def test_settings_that_cannot_be_used(tmp_path: Path, fields: dict[str, Any], error: type[Exception]) -> None:
    table = {"url": "http://127.0.0.1:1/v1", "model": "m", "trust": "remote", **fields}
    lines = [f"{name} = {json.dumps(value)}" for name, value in table.items() if value is not None]
    file = tmp_path / "gateway.toml"
    file.write_text("[judge]\n" + "\n".join(lines))
    with pytest.raises(error):
        settings = load_settings(file, environment={}, overrides={"privacy": {"keys": {"k": str(tmp_path / "key")}}})
        assert settings.judge is not None
        open_judging(settings.judge)
