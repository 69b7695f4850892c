"""`openai` for Python: chat completions, or responses."""

from __future__ import annotations

import json
import sys
from typing import Any

from common import BASE, SAID, TOOLS, Person, run_all, schema
from openai import OpenAI

client = OpenAI(base_url=BASE, api_key="k", max_retries=0)
MODEL = "gpt-5-mini"
USER: list[Any] = [{"role": "user", "content": SAID}]


def chat_tools(streamed: bool) -> str | None:
    messages = list(USER)
    tools: Any = [
        {
            "type": "function",
            "function": {"name": name, "strict": True, "description": tool.__doc__, "parameters": schema(tool)},
        }
        for name, tool in TOOLS.items()
    ]
    while True:
        if streamed:
            with client.chat.completions.stream(model=MODEL, messages=messages, tools=tools) as stream:
                message = stream.get_final_completion().choices[0].message
        else:
            message = client.chat.completions.create(model=MODEL, messages=messages, tools=tools).choices[0].message
        if not message.tool_calls:
            return message.content
        made: list[Any] = list(message.tool_calls)
        said = [
            {
                "id": one.id,
                "type": "function",
                "function": {"name": one.function.name, "arguments": one.function.arguments},
            }
            for one in made
        ]
        messages.append({"role": "assistant", "content": message.content, "tool_calls": said})
        for one in made:
            result = TOOLS[one.function.name](**json.loads(one.function.arguments))
            messages.append({"role": "tool", "tool_call_id": one.id, "content": result})


def chat_streamed() -> str:
    events = client.chat.completions.create(
        model=MODEL, messages=USER, stream=True, stream_options={"include_usage": True}
    )
    return "".join(one.choices[0].delta.content or "" for one in events if one.choices)


def chat_structured() -> Any:
    reply = client.chat.completions.parse(model=MODEL, messages=USER, response_format=Person).choices[0].message
    assert reply.parsed is not None
    return reply.parsed.model_dump()


def chat_whole() -> Any:
    return client.chat.completions.create(model=MODEL, messages=USER).choices[0].message.content


def responses_tools(streamed: bool) -> str | None:
    said = list(USER)
    tools: Any = [
        {"type": "function", "name": name, "strict": True, "description": tool.__doc__, "parameters": schema(tool)}
        for name, tool in TOOLS.items()
    ]
    while True:
        if streamed:
            with client.responses.stream(model=MODEL, input=said, tools=tools) as stream:
                reply: Any = stream.get_final_response()
        else:
            reply = client.responses.create(model=MODEL, input=said, tools=tools)
        made = [one for one in reply.output if one.type == "function_call"]
        if not made:
            return reply.output_text
        for one in made:
            fields = {name: getattr(one, name) for name in ("type", "call_id", "name", "arguments")}
            result = TOOLS[one.name](**json.loads(one.arguments))
            said += [fields, {"type": "function_call_output", "call_id": one.call_id, "output": result}]


def responses_streamed() -> str:
    with client.responses.stream(model=MODEL, input=USER) as stream:
        deltas = "".join(one.delta for one in stream if one.type == "response.output_text.delta")
        assert stream.get_final_response().output_text == deltas
    return deltas


def responses_structured() -> Any:
    parsed = client.responses.parse(model=MODEL, input=USER, text_format=Person).output_parsed
    assert parsed is not None
    return parsed.model_dump()


def responses_whole() -> str:
    return client.responses.create(model=MODEL, input=SAID).output_text


whole, streamed, tools, structured = {
    "chat": (chat_whole, chat_streamed, chat_tools, chat_structured),
    "responses": (responses_whole, responses_streamed, responses_tools, responses_structured),
}[sys.argv[1]]
run_all(whole, streamed, tools, structured)
