"""OpenAI Agents SDK, over responses or chat completions."""
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import asyncio
import sys
from typing import Any

from agents import Agent, Runner, function_tool, set_default_openai_api, set_default_openai_client, set_tracing_disabled
from common import BASE, SAID, TOOLS, Person, run_all
from openai import AsyncOpenAI

set_tracing_disabled(True)
set_default_openai_api("chat_completions" if sys.argv[1] == "chat" else "responses")


def ask(streamed: bool, **fields: Any) -> Any:
    async def talk() -> Any:
        async with AsyncOpenAI(base_url=BASE, api_key="k", max_retries=0) as client:
            set_default_openai_client(client, use_for_tracing=False)
            agent = Agent(name="Clerk", instructions="Do what you are asked.", model="gpt-5-mini", **fields)
            if not streamed:
                return (await Runner.run(agent, SAID)).final_output
            result = Runner.run_streamed(agent, SAID)
            async for _ in result.stream_events():
                pass
            return result.final_output

    return asyncio.run(talk())


def tools(streamed: bool) -> str | None:
    return ask(streamed, tools=[function_tool(tool) for tool in TOOLS.values()])


run_all(lambda: ask(False), lambda: ask(True), tools, lambda: ask(False, output_type=Person).model_dump())
