"""OpenAI Agents SDK, over responses or chat completions."""
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import asyncio
import sys
from typing import Any

from agents import Agent, Runner, function_tool, set_default_openai_api, set_default_openai_client, set_tracing_disabled
from common import BASE, SAID, Calls, Person, run
from openai import AsyncOpenAI

set_tracing_disabled(True)
set_default_openai_api("chat_completions" if sys.argv[1] == "chat" else "responses")
calls = Calls()


@function_tool
def send_mail(to: str, body: str) -> str:
    """Send an e-mail."""
    return calls.use("send_mail", {"to": to, "body": body})


@function_tool
def note_pay(who: str, amount: float) -> str:
    """Note what somebody earns."""
    return calls.use("note_pay", {"who": who, "amount": amount})


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


def tools(streamed: bool) -> Any:
    calls.made = []
    return calls.told(ask(streamed, tools=[send_mail, note_pay]))


run(
    {
        "whole": lambda: ask(False),
        "streamed": lambda: ask(True),
        "tools": lambda: tools(False),
        "tools streamed": lambda: tools(True),
        "structured": lambda: ask(False, output_type=Person).model_dump(),
    },
    fails=lambda: ask(False),
    cut=lambda: ask(True),
)
