"""LlamaIndex's OpenAI-compatible model and its function agent."""
# pyright: reportMissingImports=false

from __future__ import annotations

import asyncio
from typing import Any

from common import BASE, SAID, Calls, Person, run
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.prompts import PromptTemplate
from llama_index.llms.openai_like import OpenAILike

calls = Calls()


def send_mail(to: str, body: str) -> str:
    """Send an e-mail."""
    return calls.use("send_mail", {"to": to, "body": body})


def note_pay(who: str, amount: float) -> str:
    """Note what somebody earns."""
    return calls.use("note_pay", {"who": who, "amount": amount})


def model() -> Any:
    fixed: dict[str, Any] = {"is_chat_model": True, "is_function_calling_model": True}
    return OpenAILike(model="gpt-5-mini", api_base=BASE, api_key="k", max_retries=0, **fixed)


def tools(streamed: bool) -> Any:
    calls.made = []

    async def talk() -> str:
        agent = FunctionAgent(tools=[send_mail, note_pay], llm=model(), streaming=streamed)
        return str(await agent.run(SAID))

    return calls.told(asyncio.run(talk()))


def streamed() -> str:
    return "".join(one.delta or "" for one in model().stream_complete(SAID))


def structured() -> Any:
    return model().structured_predict(Person, PromptTemplate("{said}"), said=SAID).model_dump()


run(
    {
        "whole": lambda: str(model().complete(SAID)),
        "streamed": streamed,
        "tools": lambda: tools(False),
        "tools streamed": lambda: tools(True),
        "structured": structured,
    },
    fails=lambda: model().complete(SAID),
    cut=streamed,
)
