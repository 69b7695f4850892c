"""A provider whose model says how it answers: python -m benchmarks.beside.provider PORT."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import orjson
from aiohttp import web

_PIECE = 1 << 16


def _message(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def _whole(*texts: str) -> bytes:
    choices = [{"index": at, "message": _message(text), "finish_reason": "stop"} for at, text in enumerate(texts)]
    return orjson.dumps({"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": choices})


def _event(text: str) -> bytes:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": None}
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return b"data: " + orjson.dumps(chunk) + b"\n\n"


def _events(answer: str, text: str, size: int) -> Iterator[bytes]:
    if answer == "words":
        word = _event("letter ")
        yield from [word * (_PIECE // len(word))] * (size // _PIECE)
    elif answer == "events":
        for at in range(0, size // 2, 2000):
            yield b"".join(_event(word) for word in text[at % 1000 : at % 1000 + 2000].replace(" ", " \n").split("\n"))
    elif answer == "echo":
        for at in range(0, len(text), 12):
            yield _event(text[at : at + 12])
    elif answer == "line":
        line = _event((text * (size // len(text) + 1))[:size])
        yield from (line[at : at + _PIECE] for at in range(0, len(line), _PIECE))
    else:
        yield b'data: {"choices": [{"index": 0, "delta": {"content": "'
        for _ in range(size // _PIECE):
            yield b"Anna Miller " * (_PIECE // 12)
    yield b"data: [DONE]\n\n"


async def _answer(request: web.Request) -> web.StreamResponse:
    raw = await request.read()
    head = orjson.loads(raw)
    answer, size = str(head.get("model", "")), int(head.get("size", 0))
    if answer in ("small", "big"):
        return web.Response(body=_whole("I have written it down."), content_type="application/json")
    said = head["messages"][-1]["content"]
    long = (said + " ") * (3000 // len(said) + 1)
    if not head.get("stream"):
        text = (long * (size // len(long) + 1))[:size]
        bodies = {
            "whole": lambda: _whole(" ".join([text[: size // 100]] + ["letter"] * (size // 7))),
            "names": lambda: _whole(text),
            "choices": lambda: _whole(*[said] * (size // (len(said) + 60))),
            "brackets": lambda: _whole("[(a_a_" * (size // 6)),
            "error": lambda: orjson.dumps({"error": {"message": text, "type": "x", "code": None}}),
            "echo": lambda: _whole(said),
        }
        status = 500 if answer == "error" else 200
        return web.Response(body=bodies[answer](), status=status, content_type="application/json")
    reply = web.StreamResponse(headers={"content-type": "text/event-stream"})
    await reply.prepare(request)
    for piece in _events(answer, said if answer == "echo" else long, size):
        await reply.write(piece)
    return reply


if __name__ == "__main__":
    app = web.Application(client_max_size=1 << 28)
    app.router.add_post("/{path:.*}", _answer)
    web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None)
