"""What a scripted provider does with a request: replies in the shapes of the providers, streams, failures, any bytes.

A `ScriptedModel` is given them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

_PIECE = 7
"""Characters of a piece of a stream, where an answer is not cut otherwise."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A chat completion.

    Attributes:
        text: content of the message.
        finish_reason: why it ends.
        pieces: how a stream cuts it; None cuts it evenly.
        extra: further fields of the message (of the first delta of a stream), such as `tool_calls`.
    """

    text: str
    finish_reason: str = "stop"
    pieces: Sequence[str] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Failure:
    """An error in OpenAI's shape; clients are told that they may try again at once.

    Attributes:
        status: of HTTP.
        message, param, code: fields of the error object.
        headers: more headers of the answer.
    """

    status: int
    message: str = "scripted failure"
    param: str | None = None
    code: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class RawBody:
    """Any body at all.

    Attributes:
        body: as it is sent.
        content_type, status: of the answer.
    """

    body: str | bytes
    content_type: str = "application/json"
    status: int = 200


@dataclass(frozen=True, slots=True)
class Drop:
    """The connection is closed without an answer."""


@dataclass(frozen=True, slots=True)
class Hang:
    """No answer before the server is stopped."""


@dataclass(frozen=True, slots=True)
class Wire:
    """An answer as it goes over the wire.

    Attributes:
        chunks: bytes, each written by itself, and seconds to wait in between.
        status, headers: of the answer; without a content-length the end of the connection ends the body.
        end: "close" ends the connection in order, "reset" breaks it off (RST), "keep" leaves it open for the next
            request, which needs a content-length. "reset" without chunks sends no byte at all, not even a head.
    """

    chunks: Sequence[bytes | float]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"content-type": "text/event-stream"})
    end: Literal["close", "reset", "keep"] = "close"

    @property
    def body(self) -> bytes:
        """All bytes of it."""
        return b"".join(chunk for chunk in self.chunks if isinstance(chunk, bytes))

    def cut(self, size: int) -> Wire:
        """Cut the same bytes into chunks of a size, whatever the events are; one byte at a time with 1."""
        body = self.body
        return replace(self, chunks=[body[at : at + size] for at in range(0, len(body), size)])

    def broken(self, after: int, end: Literal["close", "reset"] = "reset") -> Wire:
        """Make a copy that ends after some bytes."""
        return replace(self, chunks=[self.body[:after]] if after else [], end=end)


Step = str | Answer | Failure | RawBody | Drop | Hang | Wire
"""What happens to one request; a string is the text of an answer."""


def fields_of(body: Any) -> dict[str, Any]:
    """Read the fields of a request; none where its body is no JSON object."""
    return cast(dict[str, Any], body) if isinstance(body, dict) else {}


def wire_of(step: str | Answer | Failure | RawBody | Wire, body: Any) -> Wire:
    """Write the bytes by which a scripted server sends a step."""
    match step:
        case Wire():
            return step
        case RawBody():
            content = step.body.encode() if isinstance(step.body, str) else step.body
            return _whole(content, step.status, {"content-type": step.content_type})
        case Failure():
            error = {"message": step.message, "type": "scripted", "param": step.param, "code": step.code}
            headers = {"content-type": "application/json", "retry-after-ms": "1"} | dict(step.headers)
            return _whole(json.dumps({"error": error}).encode(), step.status, headers)
        case str() | Answer():
            answer = Answer(step) if isinstance(step, str) else step
            fields = fields_of(body)
            if not fields.get("stream"):
                return _whole(json.dumps(_completion(answer, fields)).encode(), 200)
            events = [f"data: {json.dumps(chunk)}\n\n".encode() for chunk in _chunks(answer, fields)]
            return Wire([*events, b"data: [DONE]\n\n"])


def _whole(content: bytes, status: int, headers: Mapping[str, str] | None = None) -> Wire:
    headers = headers or {"content-type": "application/json"}
    return Wire([content], status, {**headers, "content-length": str(len(content))}, end="keep")


def _completion(step: Answer, body: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": step.text, **step.extra}
    return {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model", "scripted"),
        "choices": [{"index": 0, "message": message, "finish_reason": step.finish_reason}],
        "usage": _usage(step, body),
    }


def _chunks(step: Answer, body: Any) -> Iterator[dict[str, Any]]:
    head = {"id": "chatcmpl-scripted", "object": "chat.completion.chunk", "created": 0, "model": body.get("model", "")}
    pieces = step.pieces
    if pieces is None:
        pieces = [step.text[at : at + _PIECE] for at in range(0, len(step.text), _PIECE)]
    deltas = [{"role": "assistant", "content": "", **step.extra}, *({"content": piece} for piece in pieces)]
    for delta in deltas:
        yield head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield head | {"choices": [{"index": 0, "delta": {}, "finish_reason": step.finish_reason}]}
    options: Any = body.get("stream_options")
    if options and options.get("include_usage"):
        yield head | {"choices": [], "usage": _usage(step, body)}


def _usage(step: Answer, body: Any) -> dict[str, int]:
    prompt, completion = len(json.dumps(body.get("messages", []))) // 4, len(step.text) // 4
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


_MODEL = "scripted"


def json_reply(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Wire:
    """Make any JSON value a whole reply."""
    body = json.dumps(value, ensure_ascii=False).encode()
    fixed = {"content-type": "application/json", "content-length": str(len(body))}
    return Wire([body], status, {**fixed, **(headers or {})}, end="keep")


def events(
    values: Iterable[dict[str, Any] | str],
    *,
    named: bool = False,
    done: bool = False,
    newline: str = "\n",
    comment: str | None = None,
) -> Wire:
    """Make a stream of server-sent events, each in a chunk of its own.

    Args:
        values: the data of the events: a string as it is, an object as JSON.
        named: each event carries its type in an `event` field.
        done: `[DONE]` comes last.
        newline: the end of a line: LF, CRLF or CR.
        comment: stands as a comment in front of each event.
    """
    chunks: list[bytes] = []
    for value in [*values, *(["[DONE]"] if done else [])]:
        data = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        lines = [f": {comment}"] if comment is not None else []
        if named and not isinstance(value, str):
            lines.append(f"event: {value['type']}")
        chunks.append((newline.join([*lines, f"data: {data}", "", ""])).encode())
    return Wire(chunks)


def _chat(kind: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": "chatcmpl-scripted", "object": kind, "created": 0, "model": _MODEL, "choices": choices}


def _call(name: str, arguments: str) -> dict[str, Any]:
    return {"id": "call_0", "type": "function", "function": {"name": name, "arguments": arguments}}


def chat_reply(text: str) -> Wire:
    """Make a chat completion."""
    return _chat_message({"role": "assistant", "content": text}, "stop")


def chat_tool_call(name: str, arguments: str) -> Wire:
    """Make a chat completion that calls a tool; arguments are a JSON document."""
    message = {"role": "assistant", "content": None, "tool_calls": [_call(name, arguments)]}
    return _chat_message(message, "tool_calls")


def _chat_message(message: dict[str, Any], reason: str) -> Wire:
    choice = {"index": 0, "message": message, "finish_reason": reason}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return json_reply(_chat("chat.completion", [choice]) | {"usage": usage})


def chat_stream(pieces: Sequence[str], **form: Any) -> Wire:
    """Make a chat completion in pieces; `form` as in `events`."""
    return _chat_deltas([{"role": "assistant", "content": ""}, *({"content": piece} for piece in pieces)], "stop", form)


def chat_tool_stream(name: str, pieces: Sequence[str], **form: Any) -> Wire:
    """Make a tool call whose arguments come in pieces."""
    first = {"role": "assistant", "content": None, "tool_calls": [{"index": 0, **_call(name, "")}]}
    rest = [{"tool_calls": [{"index": 0, "function": {"arguments": piece}}]} for piece in pieces]
    return _chat_deltas([first, *rest], "tool_calls", form)


def _chat_deltas(deltas: Sequence[dict[str, Any]], reason: str, form: Mapping[str, Any]) -> Wire:
    choices: list[dict[str, Any]] = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    choices.append({"index": 0, "delta": {}, "finish_reason": reason})
    return events([_chat("chat.completion.chunk", [choice]) for choice in choices], done=True, **form)


def completion_reply(text: str) -> Wire:
    """Make a completion of the older kind."""
    choice = {"index": 0, "text": text, "logprobs": None, "finish_reason": "stop"}
    return json_reply(_chat("text_completion", [choice]))


def completion_stream(pieces: Sequence[str], **form: Any) -> Wire:
    """Make a completion of the older kind in pieces."""
    choices: list[dict[str, Any]] = [
        {"index": 0, "text": piece, "logprobs": None, "finish_reason": None} for piece in pieces
    ]
    choices.append({"index": 0, "text": "", "logprobs": None, "finish_reason": "stop"})
    return events(
        [_chat("text_completion", [choice]) | {"id": "cmpl-scripted"} for choice in choices], done=True, **form
    )


def embeddings_reply(vectors: Sequence[Sequence[float]]) -> Wire:
    """Make a reply with one vector for each input."""
    data = [{"object": "embedding", "index": index, "embedding": list(one)} for index, one in enumerate(vectors)]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return json_reply({"object": "list", "data": data, "model": _MODEL, "usage": usage})


def _response(output: list[dict[str, Any]], status: str = "completed") -> dict[str, Any]:
    fixed = {"id": "resp_0", "object": "response", "created_at": 0, "model": _MODEL, "status": status, "error": None}
    return fixed | {"output": output, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}


def _output(text: str) -> dict[str, Any]:
    fixed: dict[str, Any] = {"type": "message", "id": "msg_0", "role": "assistant", "status": "completed"}
    return fixed | {"content": [_part(text)]}


def _part(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": []}


def responses_reply(text: str) -> Wire:
    """Make a response."""
    return json_reply(_response([_output(text)]))


def responses_stream(pieces: Sequence[str], **form: Any) -> Wire:
    """Make a response in pieces."""
    text, place = "".join(pieces), {"item_id": "msg_0", "output_index": 0, "content_index": 0}
    item = _output(text)
    inner: list[dict[str, Any]] = [
        {"type": "response.content_part.added", **place, "part": _part("")},
        *({"type": "response.output_text.delta", **place, "delta": piece, "logprobs": []} for piece in pieces),
        {"type": "response.output_text.done", **place, "text": text, "logprobs": []},
        {"type": "response.content_part.done", **place, "part": _part(text)},
    ]
    return _response_events(item | {"status": "in_progress", "content": []}, inner, item, form)


def responses_tool_stream(name: str, pieces: Sequence[str], **form: Any) -> Wire:
    """Make a response that calls a function whose arguments come in pieces."""
    kind, place = "response.function_call_arguments", {"item_id": "fc_0", "output_index": 0}
    item = {"type": "function_call", "id": "fc_0", "call_id": "call_0", "name": name, "arguments": "".join(pieces)}
    inner = [
        *({"type": f"{kind}.delta", **place, "delta": piece} for piece in pieces),
        {"type": f"{kind}.done", **place, "name": name, "arguments": item["arguments"]},
    ]
    return _response_events(item | {"arguments": ""}, inner, item, form)


def _response_events(
    begun: dict[str, Any], inner: Sequence[dict[str, Any]], item: dict[str, Any], form: Mapping[str, Any]
) -> Wire:
    listed = [
        {"type": "response.created", "response": _response([], "in_progress")},
        {"type": "response.output_item.added", "output_index": 0, "item": begun},
        *inner,
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": _response([item])},
    ]
    return events([each | {"sequence_number": number} for number, each in enumerate(listed)], named=True, **form)


def _message(content: list[dict[str, Any]], reason: str | None) -> dict[str, Any]:
    fixed = {"id": "msg_0", "type": "message", "role": "assistant", "model": _MODEL, "stop_sequence": None}
    return fixed | {"content": content, "stop_reason": reason, "usage": {"input_tokens": 1, "output_tokens": 1}}


def messages_reply(text: str) -> Wire:
    """Make a message of Anthropic's."""
    return json_reply(_message([{"type": "text", "text": text}], "end_turn"))


def messages_stream(pieces: Sequence[str], **form: Any) -> Wire:
    """Make a message of Anthropic's in pieces."""
    deltas = [{"type": "text_delta", "text": piece} for piece in pieces]
    return _message_events({"type": "text", "text": ""}, deltas, "end_turn", form)


def messages_tool_stream(name: str, pieces: Sequence[str], **form: Any) -> Wire:
    """Make a message that uses a tool whose input comes in pieces."""
    deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    return _message_events({"type": "tool_use", "id": "toolu_0", "name": name, "input": {}}, deltas, "tool_use", form)


def _message_events(
    block: dict[str, Any], deltas: Sequence[dict[str, Any]], reason: str, form: Mapping[str, Any]
) -> Wire:
    listed = [
        {"type": "message_start", "message": _message([], None)},
        {"type": "content_block_start", "index": 0, "content_block": block},
        *({"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": reason, "stop_sequence": None},
            "usage": {"output_tokens": 1},
        },
        {"type": "message_stop"},
    ]
    return events(listed, named=True, **form)
