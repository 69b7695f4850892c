"""What a scripted provider does with a request: an answer, a failure, a broken connection, or any bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

__all__ = ["Answer", "Drop", "Failure", "Hang", "RawBody", "Step", "Wire", "fields_of", "wire_of"]

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
    """An error in OpenAI's shape; clients are told that they may try again at once."""

    status: int
    message: str = "scripted failure"
    param: str | None = None
    code: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class RawBody:
    """Any body at all."""

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
        """The same bytes in chunks of a size, whatever the events are; one byte at a time with 1."""
        body = self.body
        return replace(self, chunks=[body[at : at + size] for at in range(0, len(body), size)])

    def broken(self, after: int, end: Literal["close", "reset"] = "reset") -> Wire:
        """The same, which ends after some bytes."""
        return replace(self, chunks=[self.body[:after]] if after else [], end=end)


Step = str | Answer | Failure | RawBody | Drop | Hang | Wire
"""What happens to one request; a string is the text of an answer."""


def fields_of(body: Any) -> dict[str, Any]:
    """The fields of a request; none where its body is no JSON object."""
    return cast(dict[str, Any], body) if isinstance(body, dict) else {}


def wire_of(step: str | Answer | Failure | RawBody | Wire, body: Any) -> Wire:
    """How a step goes out."""
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
