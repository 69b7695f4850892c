"""LlamaIndex's OpenAI-compatible model and its function agent."""
# pyright: reportMissingImports=false

from __future__ import annotations

import asyncio
from typing import Any

from common import BASE, SAID, Person, note_pay, run_all, send_mail
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.prompts import PromptTemplate
from llama_index.llms.openai_like import OpenAILike


def model() -> Any:
    fixed: dict[str, Any] = {"is_chat_model": True, "is_function_calling_model": True}
    return OpenAILike(model="gpt-5-mini", api_base=BASE, api_key="k", max_retries=0, **fixed)


def tools(streamed: bool) -> str | None:

    async def talk() -> str:
        agent = FunctionAgent(tools=[send_mail, note_pay], llm=model(), streaming=streamed)
        return str(await agent.run(SAID))

    return asyncio.run(talk())


def streamed() -> str:
    return "".join(one.delta or "" for one in model().stream_complete(SAID))


def structured() -> Any:
    return model().structured_predict(Person, PromptTemplate("{said}"), said=SAID).model_dump()


run_all(lambda: str(model().complete(SAID)), streamed, tools, structured)
