"""What the server tells of what was spent: to clients, to Prometheus, and across a reload."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from dp_gateway.budget.base import Balance
from dp_gateway.budget.memory import MemoryLedger
from dp_gateway.errors import ConfigurationError, LedgerUnavailable
from dp_gateway.randomness import Secret
from dp_gateway.server.app import create_app, operated_app, reload
from dp_gateway.server.service import Service
from dp_gateway.server.settings import Settings, load_settings
from tests.server.running import Running, Start
from tests.server.scripted_provider import Provider

MEMORY = {"url": "memory:", "count": "nominal"}


def ask(gateway: Running, town: str = "Boston", conversation: str = "", **body: Any) -> httpx.Response:
    asked = {"model": "m", "messages": [{"role": "user", "content": f"He lives in {town}."}], **body}
    headers = {"x-dp-conversation": conversation} if conversation else {}
    return httpx.post(f"{gateway.base}/chat/completions", json=asked, headers=headers, timeout=60)


def told(gateway: Running, query: str = "", **headers: str) -> list[dict[str, Any]]:
    reply = httpx.get(f"{gateway.base}/privacy/budget{query}", headers=headers)
    assert reply.status_code == 200, reply.text
    return reply.json()["budgets"]


def test_a_client_is_told_what_it_spent_and_when(start: Start) -> None:
    gateway = start(budgets={"all": {"epsilon": 50, "window": "day"}}, ledger=MEMORY)
    (before,) = told(gateway)
    assert (before["spent"], before["left"], before["history"]) == (0, 50, [])
    ask(gateway)
    ask(gateway, "Denver")
    (after,) = told(gateway)
    assert (after["spent"], after["left"], after["delta"], after["window"]) == (12, 38, "inf", "day")
    (slot,) = after["history"]
    assert (slot["epsilon"], slot["counted"], slot["draws"]) == (12, 12, 2)
    assert slot["ends"] - slot["begins"] == 86400
    assert after["resets"] == slot["ends"]


def test_accounts_of_users_models_and_conversations_are_told_to_who_names_them(start: Start) -> None:
    budgets = {per: {"epsilon": 50, "per": per} for per in ("user", "model", "conversation")}
    gateway = start(budgets=budgets, ledger=MEMORY)
    ask(gateway, conversation="c1", user="anna")
    assert told(gateway) == []
    found = told(gateway, "?user=anna&model=m", **{"x-dp-conversation": "c1"})
    assert [(one["budget"], one["spent"]) for one in found] == [("user", 6), ("model", 6), ("conversation", 6)]
    assert [one["spent"] for one in told(gateway, "?user=bob&model=other")] == [0, 0]
    assert "anna" not in str(found)
    refused = httpx.get(f"{gateway.base}/privacy/budget?who=anna")
    assert refused.status_code == 400
    assert "anna" not in refused.text


def test_nobody_without_a_key_is_told(start: Start) -> None:
    gateway = start(budgets={"all": {"epsilon": 5}}, ledger=MEMORY, keys={"app": {"hash": "sha256:" + "0" * 64}})
    assert httpx.get(f"{gateway.base}/privacy/budget").status_code == 401


def test_deltas_are_limited_and_told_in_headers(start: Start) -> None:
    gateway = start(budgets={"all": {"epsilon": 500, "delta": 0.02}}, ledger={"url": "memory:"})
    first = ask(gateway)
    left = float(first.headers["x-dp-budget-remaining-delta"])
    assert 0 < left < 0.02
    refused = ask(gateway, "Denver")
    assert refused.status_code == 429
    assert refused.json()["error"]["measure"] == "delta"
    assert refused.json()["error"]["left"] == pytest.approx(left, rel=1e-4)


def served(tmp_path: Path, provider: Provider, **tables: Any) -> Settings:
    Secret.from_file(tmp_path / "secret.key")
    given = {"privacy": {"keys": {"k1": str(tmp_path / "secret.key")}}, "upstreams": {"default": {"url": provider.url}}}
    return Settings.model_validate({**given, "server": {"hosts": ["testserver"]}, "ledger": MEMORY, **tables})


def test_gauges_tell_how_full_budgets_are(tmp_path: Path, provider: Provider) -> None:
    settings = served(tmp_path, provider, budgets={"all": {"epsilon": 50}, "each": {"per": "user", "epsilon": 20}})
    app = operated_app(settings)
    with TestClient(app) as client:
        for user, town in (("a", "Boston"), ("b", "Denver"), ("b", "Houston")):
            body = {"model": "m", "messages": [{"role": "user", "content": f"He lives in {town}."}], "user": user}
            assert client.post("/v1/chat/completions", json=body).status_code == 200
        shown = client.get("/metrics").text
        found = {
            name + labels: float(value)
            for name, labels, value in re.findall(
                r"^dp_gateway_budget_(\w+)(\{.*epsilon.*\}) (\S+)$", shown, re.MULTILINE
            )
        }
        assert found == {
            'spent{budget="all",measure="epsilon"}': 18,
            'limit{budget="all",measure="epsilon"}': 50,
            'remaining{budget="all",measure="epsilon"}': 32,
            'spent{budget="each",measure="epsilon"}': 18,
            'limit{budget="each",measure="epsilon"}': 20,
            'remaining{budget="each",measure="epsilon"}': 8,
        }
        assert "dp_gateway_ledger_up 1.0" in shown


class Away(MemoryLedger):
    async def balances(self, prefix: str = "") -> list[Balance]:
        raise LedgerUnavailable("gone", hint="wait")


def test_a_ledger_that_is_away_is_shown_and_metrics_are_still_served(
    tmp_path: Path, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dp_gateway.server.spending.open_ledger", lambda *_: Away())
    with TestClient(operated_app(served(tmp_path, provider, budgets={"all": {"epsilon": 50}}))) as client:
        assert "dp_gateway_ledger_up 0.0" in client.get("/metrics").text
        assert client.get("/v1/privacy/budget").status_code == 503


def test_a_reload_forgets_nothing_that_was_spent(tmp_path: Path, provider: Provider) -> None:
    settings = served(tmp_path, provider, budgets={"all": {"epsilon": 50}})
    app = create_app(settings)

    async def run() -> None:
        async with app.router.lifespan_context(app):
            old: Service = app.state.service
            assert old.spending.ledger is not None
            await old.spending.ledger.put("all/x", 0, 7)
            await reload(app, lambda: settings)
            assert app.state.service is not old
            assert [one.spent for one in await app.state.service.spending.ledger.balances()] == [7]

    asyncio.run(run())


def test_the_levels_are_worked_out_before_the_first_request(
    tmp_path: Path, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    totals = property(lambda self: asked.append(True))
    monkeypatch.setattr("dp_gateway.pipeline.gateway.SanitizedRequest.totals", totals)
    # With budgets or without: every reply tells the certified price.
    for budgets in ({}, {"all": {"epsilon": 5}}):
        asked.clear()
        Service(served(tmp_path, provider, budgets=budgets, ledger={"url": "memory:"})).warm_up()
        assert len(asked) == 1


def test_a_memory_of_each_worker_is_no_ledger(tmp_path: Path) -> None:
    file = tmp_path / "gateway.toml"
    file.write_text('[server]\nworkers = 2\n[budgets.all]\nepsilon = 5\n[ledger]\nurl = "memory:"\n')
    with pytest.raises(ConfigurationError, match="each worker has a memory of its own"):
        load_settings(file, environment={})
    file.write_text('[budgets."a/b"]\nepsilon = 5\n')
    with pytest.raises(ConfigurationError, match="a/b"):
        load_settings(file, environment={})
