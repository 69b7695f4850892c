"""What the scripted provider says to the clients, in the three shapes that they speak: chat, responses, messages.

The model repeats the sentence that it was sent, calls tools with the values that stand in it, fills a schema, fails or
breaks off. It knows what it read and nothing else, so whatever comes back to a client as an original was restored.
"""

# pyright: reportMissingImports=false

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tests.server.scripted_provider import Reset, Step, Taken, event, pieces, stream, whole

SAID = "I am Anna Miller from Boston. Write to anna.miller@gmail.com. I earn $88,861."
NAME, TOWN, MAIL, PAY = "Anna Miller", "Boston", "anna.miller@gmail.com", 88861
# As words: Savannah is no secret, and South Boston is another town.
SECRETS = re.compile(r"\b(anna|miller|(?<!south )boston|gmail)\b|(?<![0-9a-f])88,?861(?![0-9a-f])", re.IGNORECASE)
ERRORS = {400: "invalid_request_error", 401: "authentication_error", 429: "rate_limit_error", 500: "api_error"}
ERRORS |= {529: "overloaded_error"}
SCENARIOS = ("whole", "streamed", "tools", "tools streamed", "structured", *map(str, ERRORS), "cut")

_SENTENCE = re.compile(r"I am (.+?) from (.+?)\. Write to (\S+?)\. I earn \$([\d,]+)\.")
_USAGE = {"prompt_tokens": 21, "completion_tokens": 13, "total_tokens": 34}
_LOOKED_AT = 400_000


class Call(NamedTuple):
    """A tool call of the model's."""

    id: str
    name: str
    arguments: Mapping[str, Any]


class Answer(NamedTuple):
    """What the model says, and the tools that it calls at once."""

    text: str
    calls: Sequence[Call] = ()


def answer(scenario: str, taken: Taken) -> Iterator[Step]:
    """The steps of the provider's reply to a request."""
    body = json.loads(taken.body) if taken.body else {}
    if taken.path.partition("?")[0].endswith("/count_tokens"):
        yield from whole({"input_tokens": 21})
        return
    kind = next((kind for kind in _SHAPES if taken.path.partition("?")[0].endswith(kind)), None)
    if kind is None:
        yield from whole({"data": [], "object": "list"}, 200 if taken.method == "GET" else 404)
        return
    told = _sentence(body)
    if scenario.isdigit():
        yield from _error(int(scenario), told, kind)
        return
    said = _says(scenario, body, told)
    if not body.get("stream"):
        yield from [Reset()] if scenario == "cut" else whole(_SHAPES[kind][0](said))
        return
    events = list(_SHAPES[kind][1](said, body))
    yield from stream([*events[: len(events) // 2], Reset()], end=False) if scenario == "cut" else stream(events)


def _sentence(body: Any) -> re.Match[str] | None:
    """The sentence as it was last said in a request."""
    found = [match for text in _strings(body) for match in _SENTENCE.finditer(text[:_LOOKED_AT])]
    return found[-1] if found else None


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)


def _says(scenario: str, body: Mapping[str, Any], told: re.Match[str] | None) -> Answer:  # noqa: PLR0911
    if told is None:
        return Answer("Nothing to do.")
    name, town, mail, pay = told.groups()
    if scenario.startswith("tools"):
        if results := list(_results(body)):
            return Answer(" ".join(["Done.", *results]))
        arguments = {"to": mail, "body": f'Dear "{name}",\nhello to {town}.'}, {"who": name, "amount": _number(pay)}
        calls = [Call(f"call_{at}", *one) for at, one in enumerate(_tools(body, arguments, told.group()))]
        return Answer("", calls)
    if scenario == "edit":
        return Answer(_edit(told.group()))
    if scenario == "structured":
        filled = {"name": name, "town": town, "pay": _number(pay)}
        if list(_results(body)):
            return Answer(json.dumps(filled))
        named = ((tool.get("function") or tool) for tool in body.get("tools", ()))
        if filler := next((tool["name"] for tool in named if '"town"' in json.dumps(tool)), ""):
            return Answer("", [Call("call_0", filler, filled)])
        return Answer(json.dumps(filled))
    return Answer(told.group())


def _number(pay: str) -> float:
    return float(pay.replace(",", ""))


def _edit(said: str) -> str:
    """A patch as aider's models write it."""
    return f"letter.txt\n```\n<<<<<<< SEARCH\n{said}\n=======\nDear all,\n{said}\n>>>>>>> REPLACE\n```\n"


def _tools(body: Mapping[str, Any], arguments: Sequence[Mapping[str, Any]], said: str) -> list[tuple[str, Any]]:
    """The two tools of our own programs, or what a coding agent has to write a file with."""
    names = {(tool.get("function") or tool).get("name") for tool in body.get("tools", ())}
    if "Write" in names:
        return [("Write", {"file_path": f"{_folder(body)}/{name}", "content": said}) for name in ("a.txt", "b.txt")]
    for name, field in (("exec_command", "cmd"), ("shell_command", "command")):
        if name in names:
            return [(name, {field: f"printf '%s' '{said}' | tee {file}"}) for file in ("a.txt", "b.txt")]
    return list(zip(("send_mail", "note_pay"), arguments, strict=True))


def _folder(body: Mapping[str, Any]) -> str:
    """The working directory, as a coding agent names it in its prompt."""
    said = (re.search(r"[Ww]orking directory: *(/\S+)", text) for text in _strings(body))
    return next((match.group(1) for match in said if match), "/srv/shop")


def _results(body: Mapping[str, Any]) -> Iterator[str]:
    for one in [*body.get("messages", ()), *(_listed(body.get("input")))]:
        if one.get("role") == "tool":
            yield from _strings(one["content"])
        elif one.get("type") == "function_call_output":
            yield from _strings(one["output"])
        for block in _listed(one.get("content")):
            if block.get("type") == "tool_result":
                yield from _strings(block["content"])


def _listed(value: Any) -> list[Any]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _error(status: int, told: re.Match[str] | None, kind: str) -> list[Step]:
    text = f"Nothing for {told.group(1) if told else 'nobody'} today."
    error: dict[str, Any] = {"message": text, "type": ERRORS[status]}
    if kind == "/messages":
        return whole({"type": "error", "error": error, "request_id": "req_1"}, status)
    return whole({"error": error | {"param": None, "code": None}}, status, retry_after="0")


def _chat_calls(said: Answer) -> list[dict[str, Any]]:
    return [
        {"id": one.id, "type": "function", "function": {"name": one.name, "arguments": json.dumps(one.arguments)}}
        for one in said.calls
    ]


def _chat(said: Answer) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": said.text or None, "refusal": None}
    if said.calls:
        message["tool_calls"] = _chat_calls(said)
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(said)}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "gpt-scripted",
        "choices": [choice],
        "usage": _USAGE,
    }


def _finish(said: Answer) -> str:
    return "tool_calls" if said.calls else "stop"


def _chat_events(said: Answer, body: Mapping[str, Any]) -> Iterator[bytes]:
    def chunk(choices: list[Any], **more: Any) -> bytes:
        fixed = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-scripted"}
        return event(fixed | {"choices": choices} | more)

    def delta(value: dict[str, Any], finish: str | None = None) -> bytes:
        return chunk([{"index": 0, "delta": value, "logprobs": None, "finish_reason": finish}])

    yield delta({"role": "assistant", "content": ""})
    for piece in pieces(said.text):
        yield delta({"content": piece})
    for at, call in enumerate(_chat_calls(said)):
        function = call["function"]
        yield delta({"tool_calls": [{**call, "index": at, "function": {"name": function["name"], "arguments": ""}}]})
        for piece in pieces(function["arguments"]):
            yield delta({"tool_calls": [{"index": at, "function": {"arguments": piece}}]})
    yield delta({}, _finish(said))
    if (body.get("stream_options") or {}).get("include_usage"):
        yield chunk([], usage=_USAGE)
    yield event(b"[DONE]")


def _items(said: Answer) -> Iterator[dict[str, Any]]:
    if said.text or not said.calls:
        part = {"type": "output_text", "text": said.text, "annotations": [], "logprobs": []}
        yield {"type": "message", "id": "msg_0", "role": "assistant", "status": "completed", "content": [part]}
    for at, one in enumerate(said.calls):
        fixed = {"type": "function_call", "id": f"fc_{at}", "call_id": one.id, "name": one.name, "status": "completed"}
        yield fixed | {"arguments": json.dumps(one.arguments)}


def _response(said: Answer, status: str = "completed") -> dict[str, Any]:
    usage = {"input_tokens": 21, "output_tokens": 13, "total_tokens": 34}
    usage |= {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    done = status == "completed"
    return {
        "id": "resp_1", "object": "response", "created_at": 1, "model": "gpt-scripted", "status": status, "error": None,
        "incomplete_details": None, "instructions": None, "metadata": {}, "parallel_tool_calls": True, "temperature": 1.0,
        "tool_choice": "auto", "tools": [], "top_p": 1.0, "output": list(_items(said)) if done else [],
        "usage": usage if done else None,
    }  # fmt: skip


def _response_events(said: Answer, body: Mapping[str, Any]) -> Iterator[bytes]:
    listed: list[dict[str, Any]] = [
        {"type": "response.created", "response": _response(said, "in_progress")},
        {"type": "response.in_progress", "response": _response(said, "in_progress")},
    ]
    for at, item in enumerate(_items(said)):
        place = {"item_id": item["id"], "output_index": at}
        empty = {"content": []} if item["type"] == "message" else {"arguments": ""}
        listed.append(
            {"type": "response.output_item.added", "output_index": at, "item": item | empty | {"status": "in_progress"}}
        )
        listed += _text_events(item, place) if item["type"] == "message" else _argument_events(item, place)
        listed.append({"type": "response.output_item.done", "output_index": at, "item": item})
    listed.append({"type": "response.completed", "response": _response(said)})
    for number, one in enumerate(listed):
        yield event(one | {"sequence_number": number}, one["type"])


def _text_events(item: Mapping[str, Any], place: dict[str, Any]) -> Iterator[dict[str, Any]]:
    place, (part,) = {**place, "content_index": 0}, item["content"]
    yield {"type": "response.content_part.added", **place, "part": {**part, "text": ""}}
    for piece in pieces(part["text"]):
        yield {"type": "response.output_text.delta", **place, "delta": piece, "logprobs": []}
    yield {"type": "response.output_text.done", **place, "text": part["text"], "logprobs": []}
    yield {"type": "response.content_part.done", **place, "part": part}


def _argument_events(item: Mapping[str, Any], place: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for piece in pieces(item["arguments"]):
        yield {"type": "response.function_call_arguments.delta", **place, "delta": piece}
    yield {
        "type": "response.function_call_arguments.done",
        **place,
        "name": item["name"],
        "arguments": item["arguments"],
    }


def _blocks(said: Answer) -> list[dict[str, Any]]:
    text: list[dict[str, Any]] = [{"type": "text", "text": said.text}] if said.text else []
    return text + [
        {"type": "tool_use", "id": f"toolu_{one.id}", "name": one.name, "input": one.arguments} for one in said.calls
    ]


def _message(said: Answer) -> dict[str, Any]:
    fixed = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-scripted", "stop_sequence": None}
    return fixed | {
        "content": _blocks(said),
        "stop_reason": _stop(said),
        "usage": {"input_tokens": 21, "output_tokens": 13},
    }


def _stop(said: Answer) -> str:
    return "tool_use" if said.calls else "end_turn"


def _message_events(said: Answer, body: Mapping[str, Any]) -> Iterator[bytes]:
    listed: list[dict[str, Any]] = [
        {"type": "message_start", "message": _message(said) | {"content": [], "stop_reason": None}}
    ]
    for at, block in enumerate(_blocks(said)):
        if block["type"] == "text":
            empty, deltas = {"text": ""}, [{"type": "text_delta", "text": piece} for piece in pieces(block["text"])]
        else:
            written = pieces(json.dumps(block["input"]))
            empty, deltas = {"input": {}}, [{"type": "input_json_delta", "partial_json": piece} for piece in written]
        listed.append({"type": "content_block_start", "index": at, "content_block": block | empty})
        listed += [{"type": "content_block_delta", "index": at, "delta": delta} for delta in deltas]
        listed.append({"type": "content_block_stop", "index": at})
    ended = {"stop_reason": _stop(said), "stop_sequence": None}
    listed += [{"type": "message_delta", "delta": ended, "usage": {"output_tokens": 13}}, {"type": "message_stop"}]
    for one in listed:
        yield event(one, one["type"])


_SHAPES: dict[str, Any] = {
    "/chat/completions": (_chat, _chat_events),
    "/responses": (_response, _response_events),
    "/messages": (_message, _message_events),
}
