"""One price: the headers of the server, with a ledger and without one, the playground and a report agree."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from dp_gateway.cli import cli
from dp_gateway.randomness import Secret
from dp_gateway.server.app import create_app
from dp_gateway.server.demonstration import Background
from dp_gateway.server.playground import playground_routes
from dp_gateway.server.settings import Settings
from dp_gateway.testing.models import Answer, ScriptedModel
from dp_gateway.vocabulary.index import Index

TEXTS = [
    "My salary is $90,000",
    "I am 34 years old, 181.5 cm tall, and Anna Miller was born on March 14, 1985.",
    "I am Anna Miller from Boston, a nurse at Siemens.",
    "The rent rose by 5.5 % to $1,650 on 1 May 2024, after 3-4 weeks.",
    "The trip is from March 3-5, 2024; write to anna.miller@corp.com.",
    "nothing of interest here",
]
POLICIES = ["entities", "hybrid", "tokens", "mask", "shifted"]
TABLES: dict[str, Any] = {
    "policies": {"shifted": {"types": {"DATE_TIME": {"treatment": "shift"}}}},
    "privacy": {"client_policies": POLICIES, "policy": "entities"},
}
BUDGETS: dict[str, Any] = {"budgets": {"all": {"soft": 9e5}}, "ledger": {"url": "memory:"}}


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, words: Index) -> Any:
    del words
    folder: Path = tmp_path_factory.mktemp("price")
    Secret.from_file(folder / "key")
    with ExitStack() as stack:
        model = stack.enter_context(ScriptedModel(default=lambda _: Answer("yes")))

        def start(**tables: Any) -> str:
            given = {"upstreams": {"scripted": {"url": model.url, "retries": 0}}, **TABLES, **tables}
            given["privacy"] = {**given["privacy"], "keys": {"k": str(folder / "key")}}
            app = create_app(Settings.model_validate(given), (), playground_routes(any_policy=True))
            return stack.enter_context(Background(app)).url

        yield start(), start(**BUDGETS)


Post = Callable[..., httpx.Response]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_headers_playground_and_ledger_agree(servers: tuple[str, str], policy: str, number: int) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": TEXTS[number]}]}
    own = {"x-dp-policy": policy, "x-dp-conversation": f"{policy}-{number}"}
    plain, counted = (
        httpx.post(f"{url}/v1/chat/completions", json=body, headers=own, timeout=60).headers for url in servers
    )
    for name in ("x-dp-certified", "x-dp-nominal", "x-dp-mechanism"):
        assert plain[name] == counted[name]
    page = httpx.post(f"{servers[0]}/playground/sanitize", json=body | {"policy": policy}, headers=own, timeout=60)
    report = page.json()["report"]
    assert report["total_certified"] == plain["x-dp-certified"]
    # What is charged for the first time is what it costs.
    epsilon, delta = float(plain["x-dp-epsilon"]), float(plain["x-dp-delta"])
    assert float(counted["x-dp-epsilon"]) == pytest.approx(epsilon, rel=1e-5)
    assert float(counted["x-dp-delta"]) == pytest.approx(delta, rel=1e-2, abs=1e-11)
    assert float(report["total_epsilon"]) == pytest.approx(epsilon, rel=1e-5)
    assert (plain["x-dp-certified"] == "no guarantee") == math.isinf(epsilon)
    assert math.isinf(epsilon) == (policy == "shifted" and number in (1, 3, 4))
    again = httpx.post(f"{servers[1]}/v1/chat/completions", json=body, headers=own, timeout=60).headers
    assert float(again["x-dp-epsilon"]) == 0
    assert again["x-dp-certified"] == plain["x-dp-certified"]


VALUES = [
    "I am 34 years old.",
    "My salary is $90,000.",
    "She was born on March 14, 1985.",
    "I live in Boston.",
    "It weighs 72 kg.",
]


def test_every_kind_of_value_is_in_the_header_with_a_ledger_and_without(
    servers: tuple[str, str], tmp_path: Path
) -> None:
    """Without a ledger the header said 6 for a text whose ages, amounts and dates cost 37 more."""

    def told(url: str, text: str, conversation: str) -> float:
        body = {"model": "m", "messages": [{"role": "user", "content": text}]}
        headers = {"x-dp-policy": "entities", "x-dp-conversation": conversation}
        return float(
            httpx.post(f"{url}/v1/chat/completions", json=body, headers=headers, timeout=60).headers["x-dp-epsilon"]
        )

    Secret.from_file(tmp_path / "key")
    plain, counted = ([told(url, text, f"alone {number}") for number, text in enumerate(VALUES)] for url in servers)
    assert counted == pytest.approx(plain, rel=1e-4)
    assert min(plain) >= 6
    for url in servers:
        assert told(url, " ".join(VALUES), "together") == pytest.approx(sum(plain), rel=1e-4)
    for text, epsilon in zip([*VALUES, " ".join(VALUES)], [*plain, sum(plain)], strict=True):
        (tmp_path / "text.txt").write_text(text)
        arguments = ["sanitize", str(tmp_path / "text.txt"), "--policy", "entities", "--json"]
        shown = CliRunner().invoke(cli, [*arguments, "--key-file", str(tmp_path / "key"), "--scope", "s"])
        assert json.loads(shown.stdout)["report"]["total_epsilon"] == pytest.approx(epsilon, rel=1e-4)
