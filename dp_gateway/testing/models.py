"""A scripted provider on this machine: canned replies, failures, broken bodies, and what was asked.

Real clients talk to it over real sockets, so that what is tested is what runs. Not for production. By itself it answers
as a chat completion; a `Wire` says byte for byte what goes out, for any path and any provider's shape, and
`dp_gateway.testing.replies` builds such wires:

    with ScriptedModel(chat_stream(["Hel", "lo"]).cut(1), Failure(429), Wire([b"data: {"], end="reset")) as model:
        ...  # three requests to model.url, then model.requests
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from dp_gateway.testing.replies import Answer, Drop, Failure, Hang, RawBody, Step, Wire, fields_of, wire_of

__all__ = ["Answer", "Drop", "Failure", "Hang", "RawBody", "Recorded", "ScriptedModel", "Step", "Wire"]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A request as it came in.

    Attributes:
        method, path: of the request line.
        headers: names in lower case.
        body: the decoded JSON; None where there is none.
        raw: the body's bytes.
    """

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any
    raw: bytes = b""


class ScriptedModel:
    """A server to use as a context manager.

    Args:
        steps: what happens to the first, second, ... request (other than GET); a function gets the request's body.
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
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.take, self._server.stopped = self._take, self._stopped
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
        """Add steps to the script, after those that are there."""
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
            if not self._schemas and "response_format" in fields_of(recorded.body):
                return Failure(400, "response_format is not supported")
            step = self._steps.pop(0) if self._steps else self._default
        return step(recorded.body) if callable(step) else step


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    take: Callable[[Recorded], Step]
    stopped: threading.Event

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self.broken_off: set[object] = set()

    def shutdown_request(self, request: Any) -> None:
        """Close a connection; one that is broken off without the orderly end (FIN) that comes first otherwise."""
        if request in self.broken_off:
            self.broken_off.discard(request)
            self.close_request(request)
        else:
            super().shutdown_request(request)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def _scripted(self) -> _Server:
        return cast(_Server, self.server)

    def do_GET(self) -> None:
        self._serve(b"")

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            self._serve(raw)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client went away, as cancelled ones do

    def _serve(self, raw: bytes) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = _decoded(raw)
        step = self._scripted.take(Recorded(self.command, self.path, headers, body, raw))
        if isinstance(step, Hang):
            self._scripted.stopped.wait()
        if isinstance(step, Drop | Hang) or self._scripted.stopped.is_set():
            self.close_connection = True
        else:
            self._write(wire_of(step, body))

    def _write(self, wire: Wire) -> None:
        self.close_connection = wire.end != "keep"
        if wire.chunks or wire.end != "reset":
            self.send_response(wire.status)
            for name, value in wire.headers.items():
                self.send_header(name, value)
            if self.close_connection:
                self.send_header("connection", "close")
            self.end_headers()
        for chunk in wire.chunks:
            if not isinstance(chunk, bytes):
                self._scripted.stopped.wait(chunk)
            elif chunk:
                self.wfile.write(chunk)
        if wire.end == "reset":
            self._reset()

    def _reset(self) -> None:
        """Break the connection off: with no time to linger, closing a socket sends RST."""
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._scripted.broken_off.add(self.connection)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        pass


def _decoded(raw: bytes) -> Any:
    """The JSON of a body; None where it is none, which the one who asked is told by what he finds in `raw`."""
    try:
        return json.loads(raw) if raw else None
    except ValueError:
        return None
