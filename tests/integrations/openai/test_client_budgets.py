"""Budgets of the wrapped client: what is charged, refused, given back, and told."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
from dp_gateway_openai import AsyncPrivateOpenAI, PrivateOpenAI, privacy, wrap

from dp_gateway.budget.log_chain import verify
from dp_gateway.budget.settings import BudgetSettings
from dp_gateway.errors import BudgetExceeded, ConfigurationError, LedgerMismatch, LedgerUnavailable
from dp_gateway.pipeline import Gateway
from dp_gateway.randomness import Secret
from tests.server.scripted_provider import Provider, Reset, whole

KEY = Secret(b"a key of repeatable draws, for tests")
SAID = "I am Anna Miller from Boston."
MEMORY = {"url": "memory:", "count": "nominal"}


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


@pytest.fixture
def provider() -> Iterator[Provider]:
    with Provider() as running:
        yield running


def options(provider: Provider, gateway: Gateway, **more: Any) -> dict[str, Any]:
    return {"gateway": gateway, "key": KEY, "base_url": provider.url, "api_key": "k", "max_retries": 0,
            "ledger": MEMORY, **more}  # fmt: skip


def user(text: str = SAID) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": text}]}


def test_what_is_new_is_charged_once_and_told(provider: Provider, gateway: Gateway) -> None:
    with PrivateOpenAI(**options(provider, gateway, budget=14)) as client:
        once, again = client.chat.completions.create(**user()), client.chat.completions.create(**user())
        # Each reply tells what it cost itself, though the second request was answered from memory.
        first = privacy(once).spent
        assert first is not None
        assert (first.epsilon, first.remaining[0].spent, first.remaining[0].left) == (6, 6, 8)
        assert again.choices[0].message.content == SAID
        assert privacy(again).spent.epsilon == 0  # type: ignore[union-attr]
        told = privacy(client.chat.completions.create(**user("He lives in Denver."))).to_json()["spent"]
        assert told["charged_epsilon"] == 6
        assert told["budgets"][0]["left"] == 2
        with pytest.raises(BudgetExceeded) as refused:
            client.chat.completions.create(**user("She lives in Chicago."))
        assert (refused.value.budget, refused.value.asked, refused.value.left) == ("default", 6, 2)
        assert refused.value.hint == "it never resets: raise its `epsilon`, or give it a window"
        assert len(provider.taken) == 3


def test_a_ledger_that_others_can_read_is_named(provider: Provider, gateway: Gateway, tmp_path: Path) -> None:
    kept = {"url": f"sqlite:///{tmp_path / 'ledger.db'}", "count": "nominal"}
    with PrivateOpenAI(**options(provider, gateway, budget=7) | {"ledger": kept}) as client:
        client.chat.completions.create(**user())
        with pytest.raises(BudgetExceeded) as refused:
            client.chat.completions.create(**user("She lives in Chicago."))
        assert refused.value.hint.endswith("; see who spent it: dp-gateway budget show")


def test_streams_raw_replies_copies_and_twins_pay_too(provider: Provider, gateway: Gateway) -> None:
    with PrivateOpenAI(**options(provider, gateway, budget={"all": {"epsilon": 18}})) as client:
        with client.chat.completions.create(**user(), stream=True) as streamed:
            assert "".join(one.choices[0].delta.content or "" for one in streamed) == SAID
        client.with_options(timeout=9).chat.completions.with_raw_response.create(**user("He lives in Denver."))
        client.chat.completions.create(**user("She lives in Chicago."))
        with pytest.raises(BudgetExceeded):
            client.embeddings.create(model="m", input="It is in Houston.")
    with openai.OpenAI(base_url=provider.url, api_key="k") as plain:
        twin: Any = wrap(plain, gateway=gateway, key=KEY, budget=5, ledger=MEMORY)
        with pytest.raises(BudgetExceeded):
            twin.chat.completions.create(**user())
        twin.till.close()


def test_asynchronous_clients_pay_in_any_loop(provider: Provider, gateway: Gateway) -> None:
    async def run() -> None:
        async with AsyncPrivateOpenAI(**options(provider, gateway, budget=13)) as client:
            many = [client.chat.completions.create(**user(f"He lives in {town}.")) for town in TOWNS]
            done = await asyncio.gather(*many, return_exceptions=True)
        assert sum(isinstance(one, BudgetExceeded) for one in done) == len(TOWNS) - 2

    for _ in range(2):
        asyncio.run(run())
    assert len(provider.taken) == 4


TOWNS = ("Denver", "Chicago", "Houston", "Dallas", "Seattle")


@pytest.mark.parametrize("retries", [0, 1])
def test_nothing_is_charged_for_what_never_left(provider: Provider, gateway: Gateway, retries: int) -> None:
    given = options(provider, gateway, budget=7, base_url="http://127.0.0.1:9/v1", max_retries=retries)
    with PrivateOpenAI(**given) as client:
        for town in TOWNS[:3]:
            with pytest.raises(openai.APIConnectionError):
                client.chat.completions.create(**user(f"He lives in {town}."))

    async def run() -> None:
        async with AsyncPrivateOpenAI(**given) as client:
            for town in TOWNS[:3]:
                with pytest.raises(openai.APIConnectionError):
                    await client.chat.completions.create(**user(f"He lives in {town}."))

    asyncio.run(run())


def test_what_may_have_been_received_is_charged(provider: Provider, gateway: Gateway) -> None:
    provider.script = lambda taken: [Reset()]
    with PrivateOpenAI(**options(provider, gateway, budget=7, max_retries=1)) as client:
        with pytest.raises(openai.APIConnectionError):
            client.chat.completions.create(**user())
        with pytest.raises(BudgetExceeded):
            client.chat.completions.create(**user("He lives in Denver."))


def test_a_second_try_without_a_connection_gives_nothing_back(gateway: Gateway) -> None:
    def first_heard(request: httpx.Request) -> httpx.Response:
        calls.append(request)
        raise httpx.ReadTimeout("", request=request) if len(calls) == 1 else httpx.ConnectError("", request=request)

    calls: list[httpx.Request] = []
    transport = httpx.Client(transport=httpx.MockTransport(first_heard))
    given = {"base_url": "http://127.0.0.1:9/v1", "api_key": "k", "max_retries": 1, "http_client": transport}
    with PrivateOpenAI(gateway=gateway, key=KEY, budget=7, ledger=MEMORY, **given) as client:
        with pytest.raises(openai.APIConnectionError):
            client.chat.completions.create(**user())
        assert len(calls) == 2
        with pytest.raises(BudgetExceeded):
            client.chat.completions.create(**user("He lives in Denver."))


def test_a_cancelled_request_is_given_back_or_charged_never_lost(provider: Provider, gateway: Gateway) -> None:
    async def run() -> None:
        async with AsyncPrivateOpenAI(**options(provider, gateway, budget=7)) as client:
            for _ in range(3):
                asking = asyncio.ensure_future(client.chat.completions.create(**user()))
                await asyncio.sleep(0)
                asking.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await asking
            assert not provider.taken
            for _ in range(1200):  # what was reserved is given back soon, and until then there is not enough
                with contextlib.suppress(BudgetExceeded):
                    reply = await client.chat.completions.create(**user("He lives in Denver."))
                    break
                await asyncio.sleep(0.05)
            assert privacy(reply).spent.remaining[0].left == 1  # type: ignore[union-attr]

    asyncio.run(run())


def test_placeholders_and_a_lower_epsilon_instead(provider: Provider, gateway: Gateway) -> None:
    mask = BudgetSettings(epsilon=5, exhausted="mask")
    with PrivateOpenAI(**options(provider, gateway, budget=mask)) as client:
        reply = client.chat.completions.create(**user())
        assert reply.choices[0].message.content == SAID
        assert privacy(reply).policy == "entities-masked"
        assert "<PERSON_1>" in provider.last.body.decode()
    lower = {"all": {"epsilon": 30, "exhausted": "lower"}}
    tokens = Gateway("tokens", key=KEY)
    with PrivateOpenAI(**options(provider, tokens, budget=lower)) as client:
        reply = client.chat.completions.create(**user("The nurse from the clinic called about a strange illness."))
        assert privacy(reply).policy.startswith("tokens-")
        assert 0 < privacy(reply).spent.epsilon <= 30  # type: ignore[union-attr]


def test_users_have_budgets_of_their_own(provider: Provider, gateway: Gateway) -> None:
    with PrivateOpenAI(**options(provider, gateway, budget={"each": {"per": "user", "epsilon": 7}})) as client:
        for name in ("anna", "bob"):
            client.chat.completions.create(**user(), user=name)
            with pytest.raises(BudgetExceeded):
                client.chat.completions.create(**user("He lives in Denver."), user=name)


def test_a_file_is_shared_with_the_audit_log_beside_it(provider: Provider, gateway: Gateway, tmp_path: Path) -> None:
    ledger = {"url": f"sqlite:///{tmp_path}/l.db", "audit_log": str(tmp_path / "log"), "count": "nominal"}
    given = options(provider, gateway, budget=7, ledger=ledger)
    with PrivateOpenAI(**given) as client:
        client.chat.completions.create(**user())
    with PrivateOpenAI(**given) as client, pytest.raises(BudgetExceeded):
        client.chat.completions.create(**user("He lives in Denver."))
    assert verify(tmp_path / "log").head.number == 1
    other = Secret(b"another key of repeatable draws")
    with pytest.raises(LedgerMismatch):
        PrivateOpenAI(**{**given, "key": other})


@pytest.mark.parametrize("budget", [-1, 0, float("nan"), float("inf"), 1e9, {"epsilon": 5}, {"a b": {"epsilon": 5}}])
def test_budgets_that_make_no_sense_are_refused(provider: Provider, gateway: Gateway, budget: Any) -> None:
    with pytest.raises(ConfigurationError, match="Next"):
        PrivateOpenAI(**options(provider, gateway, budget=budget))


def test_what_was_closed_sends_nothing(provider: Provider, gateway: Gateway) -> None:
    client = PrivateOpenAI(**options(provider, gateway, budget=50))
    client.close()
    client.close()
    with pytest.raises(LedgerUnavailable):
        client.chat.completions.create(**user())
    assert not provider.taken


def test_an_error_of_the_provider_is_charged(provider: Provider, gateway: Gateway) -> None:
    provider.script = lambda taken: whole({"error": {"message": "boom"}}, 400)
    with PrivateOpenAI(**options(provider, gateway, budget=7)) as client:
        with pytest.raises(openai.BadRequestError):
            client.chat.completions.create(**user())
        with pytest.raises(BudgetExceeded):
            client.chat.completions.create(**user("He lives in Denver."))
