"""A local model corrects what a private chat model of LangChain hands over."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from dp_gateway_langchain import PrivateChatModel
from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import AIMessageChunk, HumanMessage
from pydantic import BaseModel

from dp_gateway.llm import Endpoint, LocalModel
from dp_gateway.randomness import Secret
from dp_gateway.second_step import SecondStep
from dp_gateway.testing.models import Failure, ScriptedModel
from tests.integrations.langchain.scripted_models import Echo

KEY = Secret(b"a key for tests of corrected models")
ASKED = "Write to Anna Miller."
BETTER = "Dear Anna Miller, good day."
WAYS = ["invoke", "ainvoke", "stream", "astream", "batch", "generate", "agenerate"]


@contextmanager
def corrector(answer: Any) -> Iterator[tuple[ScriptedModel, SecondStep]]:
    with (
        ScriptedModel(default=answer) as local,
        LocalModel(Endpoint(local.url, "m", trust="local", retries=0)) as model,
    ):
        yield local, SecondStep(model)


def asked(chat: PrivateChatModel, way: str) -> Any:
    if way == "stream":
        return added(list(chat.stream(ASKED)))
    if way == "batch":
        return chat.batch([ASKED, "Hello."])[0]
    if way == "generate":
        return first(chat.generate([[HumanMessage(ASKED)]]))
    return chat.invoke(ASKED) if way == "invoke" else asyncio.run(asked_async(chat, way))


async def asked_async(chat: PrivateChatModel, way: str) -> Any:
    if way == "astream":
        return added([chunk async for chunk in chat.astream(ASKED)])
    if way == "agenerate":
        return first(await chat.agenerate([[HumanMessage(ASKED)]]))
    return await chat.ainvoke(ASKED)


def first(result: Any) -> Any:
    return result.generations[0][0].message


def added(chunks: list[Any]) -> Any:
    whole = chunks[0]
    for chunk in chunks[1:]:
        whole += chunk
    return whole


@pytest.mark.parametrize("works", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_the_message_is_the_answer_of_the_local_model_or_the_restored_draft(way: str, works: bool) -> None:
    inside = Echo()
    with corrector(BETTER if works else Failure(500)) as (local, step):
        message = asked(PrivateChatModel(inside, key=KEY, second_step=step), way)
        assert "Anna Miller" in local.sent
    assert message.content == (BETTER if works else ASKED)
    assert message.response_metadata["dp_second_step"] == ("rewritten" if works else "failed")
    assert "Anna Miller" not in str(inside.seen)
    if isinstance(message, AIMessageChunk):
        assert message.usage_metadata is not None


def test_calls_of_tools_and_objects_are_not_touched() -> None:
    def write(to: str) -> str:
        """Write a mail."""
        return to

    class Letter(BaseModel):
        """A letter."""

        to: str

    with corrector(BETTER) as (local, step):
        chat = PrivateChatModel(Echo(), key=KEY, second_step=step)
        tools = chat.bind_tools([write])
        for message in (
            tools.invoke("Write to anna@miller.com now."),
            added(list(tools.stream("Write to anna@miller.com now."))),
        ):
            assert message.tool_calls[0]["args"] == {"to": "anna@miller.com"}
            assert message.content == "Write to anna@miller.com now."
        letter = chat.invoke('{"to": "Anna Miller"}', response_format=Letter)
        assert letter.additional_kwargs["parsed"] == Letter(to="Anna Miller")
        assert not local.completions


def test_a_model_that_does_not_stream_is_corrected_too() -> None:
    with corrector(BETTER) as (_, step):
        inside = FakeListChatModel(responses=["Good morning."], disable_streaming=True)
        chat = PrivateChatModel(inside, key=KEY, second_step=step)
        assert [one.content for one in chat.stream(ASKED)] == [BETTER]
