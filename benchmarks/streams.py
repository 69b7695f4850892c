"""What restoring costs one streamed event of a chat: reading SSE and JSON, restoring, writing."""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from benchmarks.timing import Figure, ratio, seconds
from dp_gateway.restore import Replacement, Restorer
from dp_gateway.shapes.replies import reply_restorer
from dp_gateway.shapes.sse import StreamRestorer

WORDS = (
    "Dear Laura Chen , thank you for your letter of last week . We have looked at the matter with care and we think"
    " that the best way forward is a short call with laura .chen@ harlow .example .com on the first Monday of the"
    " month , in the office of Har low University ."
).split()
REPLACEMENTS = [
    Replacement("Laura", "Anna"),
    Replacement("Chen", "Kowalski"),
    Replacement("Laura Chen", "Anna Kowalski"),
    Replacement("laura.chen@harlow.example.com", "anna@kowalski.org"),
    Replacement("Harlow University", "University of Szczecin"),
]
STREAMS = 200


def chunk(delta: dict[str, str], finish_reason: str | None = None) -> bytes:
    return orjson.dumps(
        {
            "id": "chatcmpl-C1xhXk2bq7Wm0",
            "object": "chat.completion.chunk",
            "created": 1763721324,
            "model": "gpt-4o-mini-2024-07-18",
            "service_tier": "default",
            "system_fingerprint": "fp_560af6e559",
            "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish_reason}],
        }
    )


EVENTS = [
    chunk({"role": "assistant", "content": ""}),
    *(chunk({"content": f" {word}"}) for word in WORDS),
    chunk({}, "stop"),
]
WIRE = [b"data: " + event + b"\n\n" for event in EVENTS] + [b"data: [DONE]\n\n"]


def restored() -> None:
    restorer = Restorer(REPLACEMENTS)
    for _ in range(STREAMS):
        stream = StreamRestorer(reply_restorer("chat", restorer))
        for event in WIRE:
            stream.feed(event)
        stream.close()


def read_and_written() -> None:
    for _ in range(STREAMS):
        for event in EVENTS:
            orjson.dumps(orjson.loads(event))


def run() -> Iterator[Figure]:
    events = STREAMS * len(WIRE)
    restored()
    yield Figure("streamed event: restoring, microseconds", min(seconds(restored) for _ in range(5)) / events * 1e6, 10)
    yield Figure("streamed event: restoring / reading and writing its JSON", ratio(restored, read_and_written, 9), 4)
