"""A provider as fast as can be: whole replies, and streams of 54 events.

python -m benchmarks.serving.provider PORT [--pause SECONDS] [--echo]

--pause waits between the events of a stream; --echo streams the words of the last message back.
"""

from __future__ import annotations

import argparse
import asyncio

import httptools
import orjson
import uvloop

EVENTS = 54
_REPLY = (
    "Here is a draft of the letter. Please check the amounts, the 3 dates and the name of the bank before you send it: "
    "Dear Sir or Madam, on March 12, 2024 my account was charged twice for the same order. I ask you to return the "
    "second amount within 14 days, and to confirm this in writing."
)
_WORDS = [word + " " for word in _REPLY.split()[: EVENTS - 3]]
assert len(_WORDS) == EVENTS - 3


def _chunk(delta: dict[str, str], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    event = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return b"data: " + orjson.dumps(event) + b"\n\n"


def _events(words: list[str]) -> list[bytes]:
    texts = [_chunk({"content": word}) for word in words]
    return [_chunk({"role": "assistant", "content": ""}), *texts, _chunk({}, "stop"), b"data: [DONE]\n\n"]


_MESSAGE = {"role": "assistant", "content": "".join(_WORDS)}
_WHOLE = orjson.dumps(
    {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": _MESSAGE, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 200, "completion_tokens": 51, "total_tokens": 251},
    }
)
_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(_WHOLE)
_STREAM_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
_FIXED = _events(_WORDS)


class Provider(asyncio.Protocol):
    def __init__(self, pause: float, echo: bool) -> None:
        self._pause, self._echo = pause, echo
        self._tasks: set[asyncio.Task[None]] = set()

    def connection_made(self, transport: asyncio.Transport) -> None:  # uvloop's is no subclass of asyncio's
        self._transport = transport
        self._parser = httptools.HttpRequestParser(self)
        self._body = b""

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        body, self._body = self._body, b""
        if b'"stream":true' not in body:
            self._transport.write(_HEAD + _WHOLE)
            return
        task = asyncio.get_running_loop().create_task(self._stream(body))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _stream(self, body: bytes) -> None:
        events = _FIXED
        if self._echo:
            said = orjson.loads(body)["messages"][-1]["content"]
            events = _events([said[at : at + 3] for at in range(0, len(said), 3)])
        self._transport.write(_STREAM_HEAD)
        for event in events:
            self._transport.write(b"%x\r\n%b\r\n" % (len(event), event))
            if self._pause:
                await asyncio.sleep(self._pause)
        self._transport.write(b"0\r\n\r\n")


async def serve(port: int, pause: float, echo: bool) -> None:
    server = await asyncio.get_running_loop().create_server(
        lambda: Provider(pause, echo), "127.0.0.1", port, backlog=4096
    )
    await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("--pause", type=float, default=0.0)
    parser.add_argument("--echo", action="store_true")
    given = parser.parse_args()
    uvloop.run(serve(given.port, given.pause, given.echo))
