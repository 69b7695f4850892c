"""The scripted server, as the real SDK sees it: what other tests build on has to be right itself."""

from __future__ import annotations

import asyncio
import urllib.request
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openai import APIConnectionError, AsyncOpenAI, InternalServerError, OpenAI

from dp_gateway.testing.models import Answer, Drop, Failure, RawBody, ScriptedModel


def client(server: ScriptedModel, **options: Any) -> OpenAI:
    return OpenAI(base_url=server.url, api_key="k", **({"max_retries": 0} | options))


def ask(server: ScriptedModel, **options: Any) -> Any:
    with client(server) as opened:
        return opened.chat.completions.create(model="m", messages=[{"role": "user", "content": "Ärger"}], **options)


def stream(server: ScriptedModel, **options: Any) -> list[Any]:
    with client(server) as opened:
        return list(
            opened.chat.completions.create(
                model="m", messages=[{"role": "user", "content": "hi"}], stream=True, **options
            )
        )


def text(chunks: list[Any]) -> str:
    return "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)


def test_steps_come_in_order_and_then_the_default() -> None:
    with ScriptedModel("one", lambda body: body["model"], default=Answer("rest", finish_reason="length")) as server:
        assert [ask(server).choices[0].message.content for _ in range(4)] == ["one", "m", "rest", "rest"]
        assert ask(server).choices[0].finish_reason == "length"
        assert len(server.completions) == 5
        assert "Ärger" in server.sent
        assert "Bearer k" in server.sent


def test_streams_are_cut_as_asked() -> None:
    tool = {"index": 0, "id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    with ScriptedModel("Hello, world", Answer("abc", pieces=("a", "", "bc"), extra={"tool_calls": [tool]})) as server:
        chunks = stream(server)
        assert text(chunks) == "Hello, world"
        assert [chunk.choices[0].finish_reason for chunk in chunks] == [None] * (len(chunks) - 1) + ["stop"]
        chunks = stream(server, stream_options={"include_usage": True})
        assert [chunk.choices[0].delta.content for chunk in chunks[1:4]] == ["a", "", "bc"]
        assert chunks[0].choices[0].delta.tool_calls[0].function.name == "f"
        assert chunks[-1].usage.total_tokens > 0


@settings(max_examples=20)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_streams_lose_nothing(reply: str) -> None:
    with ScriptedModel(reply) as server:
        assert text(stream(server)) == reply


def test_streams_that_fail() -> None:
    with ScriptedModel(Failure(500), RawBody("data: [DONE]\n\n", content_type="text/event-stream"), Drop()) as server:
        with pytest.raises(InternalServerError):
            stream(server)
        assert stream(server) == []
        with pytest.raises(APIConnectionError):
            stream(server)


def test_schemas_may_be_unknown() -> None:
    with ScriptedModel("a", schemas=False) as server:
        with pytest.raises(Exception, match="response_format is not supported"):
            ask(server, response_format={"type": "json_object"})
        assert ask(server).choices[0].message.content == "a"


def test_models_are_listed_and_async_clients_served() -> None:
    async def both(server: ScriptedModel) -> list[str]:
        async with AsyncOpenAI(base_url=server.url, api_key="k") as opened:
            asked = [opened.chat.completions.create(model="m", messages=[]) for _ in range(3)]
            return [done.choices[0].message.content or "" for done in await asyncio.gather(*asked)]

    with ScriptedModel() as server:
        with urllib.request.urlopen(f"{server.url}/models") as answer:
            assert b"scripted" in answer.read()
        assert asyncio.run(both(server)) == ["Hello."] * 3
        assert len(server.completions) == 3
        assert len(server.requests) == 4
