"""A judge beside the wrapped client."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from dp_gateway_openai import AsyncPrivateOpenAI, PrivateOpenAI, wrap
from openai import OpenAI

from dp_gateway.judging.hooks import Judged, Judging
from dp_gateway.judging.judge import Judge
from dp_gateway.llm import Endpoint, RemoteModel
from dp_gateway.randomness import Secret
from dp_gateway.testing.models import ScriptedModel

SECRET = "Anna Miller"
GOOD = '{"grammar": 5, "common_sense": 4, "coherence": 3, "cohesiveness": 2}'
KEY = Secret(b"a key for the tests of judged clients")
ASK: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": f"Write to {SECRET}."}]}


def echo(body: Any) -> str:
    return f"You said: {body['messages'][-1]['content']}"


@pytest.mark.parametrize("way", ["whole", "stream", "copy", "wrapped", "async", "async stream"])
def test_the_judge_is_shown_what_the_provider_wrote(way: str) -> None:
    told: list[Judged] = []
    with ScriptedModel(default=GOOD) as judge, ScriptedModel(default=echo) as provider:
        model = RemoteModel(Endpoint(judge.url, "m", trust="remote"))
        judging = Judging(Judge(model), share=1.0, sinks=[told.append])
        options: dict[str, Any] = {"base_url": provider.url, "api_key": "none"}
        private: dict[str, Any] = {"key": KEY, "judging": judging}
        if way.startswith("async"):
            said = asyncio.run(_asked(AsyncPrivateOpenAI(**private, **options), stream=way != "async"))
        else:
            plain = OpenAI(**options)
            client: OpenAI = wrap(plain, **private) if way == "wrapped" else PrivateOpenAI(**private, **options)
            client = client.with_options(timeout=20) if way == "copy" else client
            if way == "stream":
                with client.chat.completions.create(**ASK, stream=True) as stream:
                    said = "".join(chunk.choices[0].delta.content or "" for chunk in stream)
            else:
                said = client.chat.completions.create(**ASK).choices[0].message.content or ""
        judging.close(20)
        sent = provider.completions[0]["messages"][-1]["content"]
        shown = judge.completions[0]["messages"][-1]["content"]
        assert SECRET not in judge.sent
    assert SECRET in said
    assert sent in shown
    assert f"You said: {sent}" in shown
    assert [one.outcome for one in told] == ["judged"]
    assert told[0].context == {"route": "chat"}
    assert json.dumps(dict(told[0].context))


async def _asked(client: AsyncPrivateOpenAI, *, stream: bool) -> str:
    async with client:
        if not stream:
            reply = await client.chat.completions.create(**ASK)
            return reply.choices[0].message.content or ""
        said = ""
        async for chunk in await client.chat.completions.create(**ASK, stream=True):
            said += chunk.choices[0].delta.content or ""
        return said
