"""A scripted OpenAI-compatible server on this machine: canned replies, failures, broken bodies, and what was asked.

Real clients talk to it over real sockets, so that what is tested is what runs. Not for production.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["Answer", "Drop", "Failure", "Hang", "RawBody", "Recorded", "ScriptedModel", "Step"]

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


Step = str | Answer | Failure | RawBody | Drop | Hang
"""What happens to one request; a string is the text of an answer."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A request as it came in.

    Attributes:
        method, path: of the request line.
        headers: names in lower case.
        body: the decoded JSON; None where there is none.
    """

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any


class ScriptedModel:
    """A server to use as a context manager.

    Args:
        steps: what happens to the first, second, ... chat completion; a function gets the request's body.
        default: what happens to further ones.
        schemas: whether it knows `response_format`; if not, it answers with HTTP 400 to it, and no step is used up.

    Attributes:
        requests: what came in, refused requests included.
        url: base URL for clients.
    """

    def __init__(
        self,
        *steps: Step | Callable[[Any], Step],
        default: Step | Callable[[Any], Step] = "Hello.",
        schemas: bool = True,
    ) -> None:
        self.requests: list[Recorded] = []
        self._steps = list(steps)
        self._default = default
        self._schemas = schemas
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> ScriptedModel:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop listening; requests from now on fail to connect."""
        self._stopped.set()
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()

    def script(self, *steps: Step | Callable[[Any], Step]) -> None:
        """Add steps."""
        with self._lock:
            self._steps += steps

    @property
    def completions(self) -> list[Any]:
        """Bodies of the chat completions that were asked for."""
        with self._lock:
            return [request.body for request in self.requests if request.path.endswith("/chat/completions")]

    @property
    def sent(self) -> str:
        """Everything that came in as one string, to look for what must not leave."""
        with self._lock:
            return "\n".join(
                json.dumps([request.path, dict(request.headers), request.body], ensure_ascii=False)
                for request in self.requests
            )

    def _take(self, recorded: Recorded) -> Step:
        with self._lock:
            self.requests.append(recorded)
            if recorded.method == "GET":
                return RawBody(json.dumps({"object": "list", "data": [{"id": "scripted", "object": "model"}]}))
            if not self._schemas and "response_format" in (recorded.body or {}):
                return Failure(400, "response_format is not supported")
            step = self._steps.pop(0) if self._steps else self._default
        return step(recorded.body) if callable(step) else step

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self._serve(None)

            def do_POST(self) -> None:
                content = self.rfile.read(int(self.headers.get("content-length", 0)))
                try:
                    self._serve(json.loads(content))
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True  # the client went away, as cancelled ones do

            def _serve(self, body: Any) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                step = model._take(Recorded(self.command, self.path, headers, body))
                if isinstance(step, Hang):
                    model._stopped.wait()
                if isinstance(step, Drop | Hang) or model._stopped.is_set():
                    self.close_connection = True
                    return
                if isinstance(step, str):
                    step = Answer(step)
                if isinstance(step, Answer) and body.get("stream"):
                    self._stream(step, body)
                else:
                    self._whole(step, body)

            def _whole(self, step: Answer | Failure | RawBody, body: Any) -> None:
                if isinstance(step, RawBody):
                    content = step.body.encode() if isinstance(step.body, str) else step.body
                    self._head(step.status, step.content_type, {"content-length": str(len(content))})
                elif isinstance(step, Failure):
                    error = {"message": step.message, "type": "scripted", "param": step.param, "code": step.code}
                    content = json.dumps({"error": error}).encode()
                    again = {"retry-after-ms": "1"} | dict(step.headers)
                    self._head(step.status, "application/json", {"content-length": str(len(content))} | again)
                else:
                    content = json.dumps(_completion(step, body)).encode()
                    self._head(200, "application/json", {"content-length": str(len(content))})
                self.wfile.write(content)

            def _stream(self, step: Answer, body: Any) -> None:
                self._head(200, "text/event-stream", {"connection": "close"})
                self.close_connection = True
                for chunk in _chunks(step, body):
                    self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
                    self.wfile.flush()
                self.wfile.write(b"data: [DONE]\n\n")

            def _head(self, status: int, content_type: str, headers: Mapping[str, str]) -> None:
                self.send_response(status)
                for name, value in {"content-type": content_type, **headers}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
                pass

        return Handler


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
