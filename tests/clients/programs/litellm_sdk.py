"""LiteLLM's SDK."""
# pyright: reportMissingImports=false

from __future__ import annotations

import json
from typing import Any

import litellm
from common import BASE, SAID, TOOLS, Person, run_all, schema

litellm.telemetry = False
FIXED: dict[str, Any] = {
    "model": "openai/gpt-5-mini",
    "api_base": BASE,
    "api_key": "k",
    "num_retries": 0,
    "max_retries": 0,
}
USER: list[Any] = [{"role": "user", "content": SAID}]


def whole() -> str:
    return litellm.completion(**FIXED, messages=USER).choices[0].message.content


def streamed() -> str:
    return "".join(
        one.choices[0].delta.content or "" for one in litellm.completion(**FIXED, messages=USER, stream=True)
    )


def tools(streamed: bool) -> str | None:
    messages = list(USER)
    tools = [
        {"type": "function", "function": {"name": name, "description": tool.__doc__, "parameters": schema(tool)}}
        for name, tool in TOOLS.items()
    ]
    while True:
        reply = litellm.completion(**FIXED, messages=messages, tools=tools, stream=streamed)
        if streamed:
            reply = litellm.stream_chunk_builder(list(reply), messages=messages)
        message = reply.choices[0].message
        if not message.tool_calls:
            return message.content
        messages.append(message.model_dump(exclude_none=True))
        for one in message.tool_calls:
            result = TOOLS[one.function.name](**json.loads(one.function.arguments))
            messages.append({"role": "tool", "tool_call_id": one.id, "content": result})


def structured() -> Any:
    reply = litellm.completion(**FIXED, messages=USER, response_format=Person)
    return json.loads(reply.choices[0].message.content)


run_all(whole, streamed, tools, structured)
