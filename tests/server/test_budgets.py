"""Budgets at the server: what is charged, refused, made cheaper, and what a client is told."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from dp_gateway.budget import accountant as accounting
from dp_gateway.errors import LedgerUnavailable
from dp_gateway.randomness import Secret
from dp_gateway.server.app import create_app
from dp_gateway.server.settings import Settings
from tests.server.operating import Gateway, settings
from tests.server.running import Running, Start
from tests.server.scripted_provider import Gone, Pause, Provider, Reset, Step, Taken, echo, whole

SAID = "I am Anna Miller from Boston."


def ask(gateway: Running, text: str = SAID, **headers: str) -> httpx.Response:
    body = {"model": "m", "messages": [{"role": "user", "content": text}]}
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(f"{gateway.base}/chat/completions", json=body, headers=given, timeout=60)


def limited(start: Start, policy: str = "entities", **budget: Any) -> Running:
    return start(privacy={"policy": policy}, budgets={"all": budget}, ledger={"url": "memory:", "count": "nominal"})


def test_what_is_new_is_charged_and_what_comes_again_is_not(start: Start) -> None:
    gateway = limited(start, epsilon=14)
    first = ask(gateway)
    assert first.status_code == 200
    assert float(first.headers["x-dp-epsilon"]) == 6
    assert "8" in first.headers["x-dp-budget-remaining"]
    assert float(ask(gateway).headers["x-dp-epsilon"]) == 0
    assert ask(gateway, "He lives in Denver.").status_code == 200
    refused = ask(gateway, "She lives in Chicago.")
    assert refused.status_code == 429
    error = refused.json()["error"]
    assert error["code"] == "privacy_budget_exceeded"
    assert (error["budget"], error["asked"], error["left"], error["resets"]) == ("all", 6, 2, None)
    assert refused.headers["x-should-retry"] == "false"
    assert ask(gateway).status_code == 200


def test_a_refused_request_is_not_sent_and_the_sdk_does_not_repeat_it(start: Start, provider: Provider) -> None:
    gateway = limited(start, request=5)
    with openai.OpenAI(base_url=gateway.base, api_key="k") as client, pytest.raises(openai.RateLimitError):
        client.chat.completions.create(model="m", messages=[{"role": "user", "content": SAID}])
    assert not provider.taken
    assert gateway.recorded(1)


def test_nothing_is_charged_for_what_never_left(start: Start) -> None:
    dead = {"default": {"url": "http://127.0.0.1:9/v1", "retries": 1}}
    budgets = {"all": {"epsilon": 7}}
    gateway = start(upstreams=dead, budgets=budgets, ledger={"url": "memory:", "count": "nominal"})
    for text in (SAID, "He lives in Denver.", "She lives in Chicago."):
        assert ask(gateway, text).status_code == 502


def test_what_may_have_been_received_is_charged_once(start: Start, provider: Provider) -> None:
    provider.script = lambda taken: [Reset()]
    gateway = limited(start, epsilon=7)
    assert ask(gateway).status_code == 502
    assert len(provider.taken) == 3
    provider.script = lambda taken: whole({"error": {"message": "boom"}}, 500)
    assert ask(gateway).status_code == 500  # the same draws: paid for already
    assert ask(gateway, "He lives in Denver.").status_code == 429


def test_what_an_upstream_does_after_it_was_reached_gives_nothing_back(start: Start, provider: Provider) -> None:
    """Whatever fails once a connection was there may have been read: only "never connected" is given back."""
    failures = {
        "reset before a byte": [Reset()],
        "half a head": [b"HTTP/1.1 200 OK\r\ncontent-", Reset()],
        "no HTTP": [b"nonsense\r\n\r\n", Reset()],
        "half a body": [b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{", Reset()],
        "not JSON": whole(b"<html>"),
        "redirected": whole({}, 302, location="http://127.0.0.1:9/"),
        "silent": [Pause(3)],
    }
    for name, steps in failures.items():
        gateway = start(
            budgets={"all": {"epsilon": 6}},
            ledger={"url": "memory:", "count": "nominal"},
            upstreams={"default": {"url": provider.url, "retries": 0, "idle_seconds": 1}},
        )
        provider.script = lambda taken, steps=steps: steps
        assert ask(gateway).status_code in (502, 504), name
        assert _charged(gateway) == 6, name
    assert len(provider.taken) == len(failures)


def test_a_connection_that_is_refused_after_an_answer_gives_nothing_back(start: Start) -> None:
    """The first try was answered with 503, the second one finds nobody: the first may have been read."""
    with Provider(lambda taken: [*whole({}, 503, connection="close"), Gone()]) as leaving:
        gateway = start(
            budgets={"all": {"epsilon": 6}},
            ledger={"url": "memory:", "count": "nominal"},
            upstreams={"default": {"url": leaving.url, "retries": 1}},
        )
        assert ask(gateway).status_code == 502
        assert len(leaving.taken) == 1
        assert _charged(gateway) == 6


def test_a_kept_connection_that_drops_gives_nothing_back(start: Start) -> None:
    """A request on a connection that was used before is read, and the connection dropped; the next one is refused."""

    def script(taken: Taken) -> Iterable[Step]:
        return echo(taken) if len(leaving.taken) == 1 else [Gone(), Reset()]

    with Provider(script) as leaving:
        gateway = start(
            budgets={"all": {"epsilon": 12}},
            ledger={"url": "memory:", "count": "nominal"},
            upstreams={"default": {"url": leaving.url, "retries": 1}},
        )
        assert ask(gateway).status_code == 200
        assert ask(gateway, "He lives in Denver.").status_code == 502
        assert len(leaving.taken) == 2
        assert _charged(gateway) == 12


def _charged(gateway: Running) -> float:
    (told,) = httpx.get(f"{gateway.base}/privacy/budget", timeout=60).json()["budgets"]
    return told["spent"]


def test_placeholders_instead(start: Start, provider: Provider) -> None:
    gateway = limited(start, epsilon=7, exhausted="mask")
    assert "<" not in ask(gateway).request.read().decode()
    reply = ask(gateway, "He lives in Denver with Tom Reed.")
    assert reply.status_code == 200
    assert "masked" in reply.headers["x-dp-policy"]
    sent = provider.last.json["messages"][0]["content"]
    assert "Denver" not in sent
    assert "<PERSON_1>" in sent
    assert reply.json()["choices"][0]["message"]["content"] == "He lives in Denver with Tom Reed."


def test_words_at_a_lower_epsilon(start: Start, provider: Provider) -> None:
    gateway = limited(start, "tokens", epsilon=23, exhausted="lower", least=1)
    words = "The nurse from the clinic called about a strange illness that nobody understands."
    reply = ask(gateway, words)
    assert reply.status_code == 200
    assert reply.headers["x-dp-policy"] == "tokens-3"
    assert 0 < float(reply.headers["x-dp-epsilon"]) <= 23
    assert provider.last.json["messages"][0]["content"] != words
    assert ask(limited(start, "tokens", epsilon=5, exhausted="lower", least=4), words).status_code == 429


def test_a_ledger_that_does_not_answer_means_no_server(tmp_path: Path) -> None:
    given = {
        "privacy": {"keys": {"k1": str(tmp_path / "secret.key")}},
        "upstreams": {"default": {"url": "http://127.0.0.1:9/v1"}},
        "budgets": {"all": {"epsilon": 5}},
        "ledger": {"url": "redis://127.0.0.1:9/0"},
    }
    Secret.from_file(tmp_path / "secret.key")
    app = create_app(Settings.model_validate(given))

    async def begin() -> None:
        async with app.router.lifespan_context(app):
            pass

    with pytest.raises(LedgerUnavailable):
        asyncio.run(begin())
    assert not app.state.ready


def test_the_playground_pays_too(start: Start) -> None:
    gateway = limited(start, epsilon=7)
    for text, paid in ((SAID, True), ("He lives in Denver.", False)):
        body = {"model": "m", "messages": [{"role": "user", "content": text}]}
        reply = httpx.post(f"{gateway.url}/playground/chat", json=body, timeout=60)
        assert reply.status_code == 200
        assert ("privacy_budget_exceeded" in reply.text) != paid


def test_readiness_says_what_a_request_would_be_told(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounting, "_READY_SECONDS", 0.0)
    log = tmp_path / "audit.log"
    ledger = {"url": f"sqlite:///{tmp_path}/l.db", "count": "nominal", "audit_log": str(log)}
    gateway = start(budgets={"all": {"epsilon": 100}}, ledger=ledger)

    def readiness() -> httpx.Response:
        return httpx.get(f"{gateway.url}/readyz", timeout=60)

    assert ask(gateway).status_code == readiness().status_code == 200
    whole = log.read_bytes()
    log.write_bytes(whole[:-20])
    said = readiness()
    assert ask(gateway, "He lives in Denver.").status_code == said.status_code == 503
    assert "audit verify" in said.json()["next"]
    log.write_bytes(whole + b'{"torn')
    assert ask(gateway, "He lives in Denver.").status_code == readiness().status_code == 200
    (tmp_path / "l.db").rename(tmp_path / "away")
    said = readiness()
    assert ask(gateway, "She lives in Chicago.").status_code == said.status_code == 503
    assert "budget recover" in said.json()["next"]
    (tmp_path / "away").rename(tmp_path / "l.db")
    assert ask(gateway, "She lives in Chicago.").status_code == readiness().status_code == 200


@pytest.mark.parametrize("log", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_readiness_tells_of_a_full_disk_before_a_request_meets_it(
    provider: Provider, tmp_path: Path, log: bool
) -> None:
    file = tmp_path / ("audit.log" if log else "l.db-wal")
    ledger = {"url": "memory:", "audit_log": str(file)} if log else {"url": f"sqlite:///{tmp_path}/l.db"}
    entities = {"patterns": {"kind": "entities", "detection": {"ner": "off"}}}
    tables = settings(provider.url, policies=entities, budgets={"all": {"epsilon": 1000}}, ledger=ledger)
    amounts = [1250, 2480, 3970]
    with Gateway(tmp_path, tables) as gateway:

        def filled(most: int) -> tuple[int, int]:
            resource.prlimit(gateway.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
            said = httpx.get(f"{gateway.url}/readyz", timeout=60)
            assert said.status_code == 200 or "disk" in said.json()["next"]
            return said.status_code, gateway.chat(f"I owe ${amounts.pop()}.00.").status_code

        assert filled(resource.RLIM_INFINITY) == (200, 200)
        time.sleep(1.1)  # what it says of a disk with room may be a second old
        assert filled(file.stat().st_size) == (503, 503)
        assert filled(resource.RLIM_INFINITY) == (200, 200)
