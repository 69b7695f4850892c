"""pydantic-ai, over OpenAI's chat completions or responses, or Anthropic's messages."""
# pyright: reportMissingImports=false

from __future__ import annotations

import asyncio
import sys
from typing import Any

from anthropic import AsyncAnthropic
from common import BASE, GATEWAY, SAID, Person, note_pay, run_all, send_mail
from openai import AsyncOpenAI
from pydantic_ai import Agent
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider


def model() -> Any:
    if sys.argv[1] == "messages":
        client = AsyncAnthropic(base_url=GATEWAY, api_key="k", max_retries=0)
        return AnthropicModel("claude-sonnet-4-5", provider=AnthropicProvider(anthropic_client=client))
    provider = OpenAIProvider(openai_client=AsyncOpenAI(base_url=BASE, api_key="k", max_retries=0))
    return {"chat": OpenAIChatModel, "responses": OpenAIResponsesModel}[sys.argv[1]]("gpt-5-mini", provider=provider)


def ask(streamed: bool, **fields: Any) -> Any:
    async def talk() -> Any:
        agent = Agent(model(), **fields)
        if not streamed:
            return (await agent.run(SAID)).output
        async with agent.run_stream(SAID) as result:
            return [text async for text in result.stream_text()][-1]

    return asyncio.run(talk())


def tools(streamed: bool) -> str | None:
    return ask(streamed, tools=[send_mail, note_pay])


run_all(lambda: ask(False), lambda: ask(True), tools, lambda: ask(False, output_type=Person).model_dump())
