"""A local model corrects what a wrapped client of the OpenAI SDK hands over."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from dp_gateway_openai import AsyncPrivateOpenAI, PrivateOpenAI, privacy, wrap
from openai import OpenAI

from dp_gateway.llm import Endpoint, LocalModel
from dp_gateway.randomness import Secret
from dp_gateway.second_step import SecondStep
from dp_gateway.testing.models import Failure, ScriptedModel

KEY = Secret(b"a key for tests of corrected clients")
ASK: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "Write to Anna Miller."}]}
WAYS = ["whole", "raw", "parse", "stream", "copy", "wrapped", "async", "async raw", "async stream"]
BETTER = "Dear Anna Miller, good day."


def echo(body: Any) -> str:
    return f"You said: {body['messages'][-1]['content']}"


async def asked_async(client: AsyncPrivateOpenAI, way: str) -> tuple[str, Any]:
    async with client:
        completions = client.chat.completions
        if way == "async stream":
            stream = await completions.create(**ASK, stream=True)
            text = "".join([chunk.choices[0].delta.content or "" async for chunk in stream if chunk.choices])
            return text, privacy(stream).second_step
        if way == "async raw":
            reply: Any = (await completions.with_raw_response.create(**ASK)).parse()
        else:
            reply = await completions.create(**ASK)
        return reply.choices[0].message.content, privacy(reply).second_step


def asked(client: OpenAI, way: str) -> tuple[str, Any]:
    completions = client.chat.completions
    if way == "stream":
        with completions.create(**ASK, stream=True) as stream:
            text = "".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices)
        return text, privacy(stream).second_step
    if way == "raw":
        reply: Any = completions.with_raw_response.create(**ASK).parse()
    else:
        reply = completions.parse(**ASK) if way == "parse" else completions.create(**ASK)
    return reply.choices[0].message.content, privacy(reply).second_step


@pytest.mark.parametrize("works", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_the_reply_is_the_answer_of_the_local_model_or_the_restored_draft(way: str, works: bool) -> None:
    with (
        ScriptedModel(default=BETTER if works else Failure(500)) as local,
        ScriptedModel(default=echo) as provider,
        LocalModel(Endpoint(local.url, "m", trust="local", retries=0)) as model,
    ):
        step = SecondStep(model)
        options: dict[str, Any] = {"base_url": provider.url, "api_key": "none"}
        private: dict[str, Any] = {"key": KEY, "second_step": step}
        if way.startswith("async"):
            found = asyncio.run(asked_async(AsyncPrivateOpenAI(**private, **options), way))
        else:
            client: OpenAI = (
                wrap(OpenAI(**options), **private) if way == "wrapped" else PrivateOpenAI(**private, **options)
            )
            with client:
                found = asked(client.with_options(timeout=20) if way == "copy" else client, way)
        assert "Anna Miller" not in provider.sent
        assert "Anna Miller" in local.sent
    assert found == ((BETTER, "rewritten") if works else ("You said: Write to Anna Miller.", "failed"))
