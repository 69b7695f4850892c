"""`anthropic` for Python."""

from __future__ import annotations

from typing import Any

from anthropic import Anthropic
from common import GATEWAY, SAID, TOOLS, Person, run_all, schema

client = Anthropic(base_url=GATEWAY, api_key="k", max_retries=0)
USER: list[Any] = [{"role": "user", "content": SAID}]
FIXED: dict[str, Any] = {"model": "claude-sonnet-4-5", "max_tokens": 1000}


def whole() -> str:
    assert client.messages.count_tokens(model=FIXED["model"], messages=USER).input_tokens
    return client.messages.create(**FIXED, messages=USER).content[0].text


def streamed() -> str:
    with client.messages.stream(**FIXED, messages=USER) as stream:
        text = "".join(stream.text_stream)
        assert stream.get_final_text() == text
    return text


def tools(streamed: bool) -> str | None:
    messages = list(USER)
    tools: Any = [
        {"name": name, "description": tool.__doc__, "input_schema": schema(tool)} for name, tool in TOOLS.items()
    ]
    while True:
        if streamed:
            with client.messages.stream(**FIXED, messages=messages, tools=tools) as stream:
                reply: Any = stream.get_final_message()
        else:
            reply = client.messages.create(**FIXED, messages=messages, tools=tools)
        made = [one for one in reply.content if one.type == "tool_use"]
        if not made:
            return reply.content[0].text
        messages.append({"role": "assistant", "content": [one.model_dump(exclude_none=True) for one in reply.content]})
        results = [
            {"type": "tool_result", "tool_use_id": one.id, "content": TOOLS[one.name](**one.input)} for one in made
        ]
        messages.append({"role": "user", "content": results})


def structured() -> Any:
    parsed = client.messages.parse(**FIXED, messages=USER, output_format=Person).parsed_output
    assert parsed is not None
    return parsed.model_dump()


run_all(whole, streamed, tools, structured)
