"""A private chat model over a private client, over the server: each text is sanitized once, and charged once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from dp_gateway_langchain import PrivateChatModel
from dp_gateway_openai import AsyncPrivateOpenAI, PrivateOpenAI
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

from dp_gateway.pipeline import Gateway
from dp_gateway.testing.models import ScriptedModel
from tests.integrations.langchain.openai_models import KEY, gateway, obedient
from tests.integrations.langchain.scripted_models import SAID, SECRETS


@tool
def send_email(to: str) -> str:
    """Send a mail."""
    return f"Sent to {to}."


class Counting(Gateway):
    """Counts the texts that it is asked to sanitize."""

    def __init__(self) -> None:
        super().__init__("entities", key=KEY)
        self.texts = 0

    def requests(self, batch: Any, **options: Any) -> Any:
        self.texts += sum(map(len, batch))
        return super().requests(batch, **options)


@pytest.fixture
def inner() -> Counting:
    return Counting()


@contextmanager
def over_a_private_client(provider: ScriptedModel, inner: Gateway) -> Iterator[PrivateChatModel]:
    options: Any = {"gateway": inner, "key": KEY, "base_url": provider.url, "api_key": "k", "max_retries": 0}
    sync, later = PrivateOpenAI(**options), AsyncPrivateOpenAI(**options)
    model = ChatOpenAI(
        model="scripted",
        api_key="k",  # type: ignore[arg-type]
        root_client=sync,
        root_async_client=later,
        client=sync.chat.completions,
        async_client=later.chat.completions,
    )
    with sync:
        yield PrivateChatModel(model, gateway=gateway(), key=KEY)


async def asked_later(model: PrivateChatModel) -> str:
    async with model.model.root_async_client:  # type: ignore[attr-defined]
        return (await model.ainvoke(SAID)).text


def test_a_private_client_inside_sends_it_as_it_is(inner: Counting) -> None:
    with ScriptedModel(default=obedient) as provider, over_a_private_client(provider, inner) as model:
        assert SAID in model.invoke(SAID).text
        assert SAID in "".join(one.text for one in model.stream(SAID))
        assert SAID in asyncio.run(asked_later(model))
        alone = PrivateChatModel(
            ChatOpenAI(model="scripted", base_url=provider.url, api_key="k"),  # type: ignore[arg-type]
            gateway=gateway(),
            key=KEY,
        )
        alone.invoke(SAID)
        first, _, _, last = provider.completions
        assert first["messages"] == last["messages"]
        assert not SECRETS.search(provider.sent)
    assert inner.texts == 0


def test_tools_and_several_turns(inner: Counting) -> None:
    with ScriptedModel(default=obedient) as provider, over_a_private_client(provider, inner) as private:
        model = private.bind_tools([send_email])
        called: AIMessage = model.invoke(SAID)
        assert called.tool_calls[0]["args"] == {"to": "anna.miller@gmail.com"}
        result = send_email.invoke(called.tool_calls[0])
        assert "Sent to anna.miller@gmail.com." in model.invoke([("human", SAID), called, result]).text
        assert not SECRETS.search(provider.sent)
    assert inner.texts == 0


def test_the_client_alone_still_sanitizes(inner: Counting) -> None:
    with ScriptedModel(default=obedient) as provider, over_a_private_client(provider, inner) as model:
        model.invoke(SAID)
        assert inner.texts == 0
        model.model.invoke(SAID)
        assert inner.texts == 1
        assert not SECRETS.search(provider.sent)


def test_one_private_model_around_another(inner: Counting) -> None:
    with ScriptedModel(default=obedient) as provider:
        model = ChatOpenAI(model="scripted", base_url=provider.url, api_key="k")  # type: ignore[arg-type]
        inside = PrivateChatModel(model, gateway=inner, key=KEY)
        assert SAID in PrivateChatModel(inside, gateway=gateway(), key=KEY).invoke(SAID).text
        assert not SECRETS.search(provider.sent)
    assert inner.texts == 0
