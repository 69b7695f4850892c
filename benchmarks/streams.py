"""What restoring costs one event of a streamed reply: reading SSE and JSON, restoring, writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import orjson

from benchmarks.timing import Figure, seconds
from dp_gateway.api.replies import reply_restorer
from dp_gateway.api.sse import StreamRestorer
from dp_gateway.detection.by_form import identifiers_in
from dp_gateway.restore import Replacement, Restorer

PIECES = (
    "Dear| Laura| Chen|,| thank| you| for| your| letter| of| last| week|.| We| have| looked| at| the| matter| with|"
    " care| and| we| think| that| the| best| way| forward| is| a| short| call| with| laura|.chen@|harlow|.example|.com|"
    " on| the| first| Monday| of| the| month|,| in| the| office| of| Har|low| University|."
).split("|")
REPLACEMENTS = [
    Replacement("Laura", "Anna"),
    Replacement("Chen", "Kowalski"),
    Replacement("Laura Chen", "Anna Kowalski"),
    Replacement("laura.chen@harlow.example.com", "anna@kowalski.org"),
    Replacement("Harlow University", "University of Szczecin"),
]
STREAMS = 1000


def chunk(delta: dict[str, str], finish_reason: str | None = None) -> dict[str, Any]:
    return {
        "id": "chatcmpl-C1xhXk2bq7Wm0",
        "object": "chat.completion.chunk",
        "created": 1763721324,
        "model": "gpt-4o-mini-2024-07-18",
        "service_tier": "default",
        "system_fingerprint": "fp_560af6e559",
        "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish_reason}],
    }


def text_delta(number: int, text: str) -> dict[str, Any]:
    return {
        "type": "response.output_text.delta",
        "item_id": "msg_68a1d0c2",
        "output_index": 0,
        "content_index": 0,
        "delta": text,
        "logprobs": [],
        "obfuscation": "Xh2k9",
        "sequence_number": number,
    }


def block_delta(text: str) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}


EVENTS = {
    "chat": [
        chunk({"role": "assistant", "content": ""}),
        *(chunk({"content": piece}) for piece in PIECES),
        chunk({}, "stop"),
    ],
    "responses": [text_delta(number, piece) for number, piece in enumerate(PIECES)],
    "messages": [block_delta(piece) for piece in PIECES],
}


def wire(shape: str) -> list[bytes]:
    """The events as the network brings them, each by itself."""
    names = shape != "chat"
    return [
        (f"event: {event['type']}\n".encode() if names else b"") + b"data: " + orjson.dumps(event) + b"\n\n"
        for event in EVENTS[shape]
    ]


def restored(shape: str, *, masked: bool = False) -> Callable[[], None]:
    restorer, sent = Restorer(REPLACEMENTS), wire(shape)

    def work() -> None:
        stream = StreamRestorer(reply_restorer(shape, restorer, mask=identifiers_in if masked else None))
        for event in sent:
            stream.feed(event)
        stream.close()

    return work


def read_and_written(events: list[bytes]) -> None:
    for event in events:
        orjson.dumps(orjson.loads(event))


def microseconds(work: Callable[[], None]) -> float:
    """Of one event of a stream: the best of many streams, since the others share the machine with someone."""
    return min(seconds(work) for _ in range(STREAMS)) / len(PIECES) * 1e6


def run() -> Iterator[Figure]:
    chat = microseconds(restored("chat"))
    yield Figure("restoring a streamed event of a chat, microseconds", chat, 10)
    masked = microseconds(restored("chat", masked=True))
    yield Figure("the same, masking what the provider brings, microseconds", masked, 14)
    yield Figure("restoring a streamed event of a response, microseconds", microseconds(restored("responses")), 16)
    yield Figure("restoring a streamed event of a message, microseconds", microseconds(restored("messages")), 10)
    json = microseconds(partial(read_and_written, [orjson.dumps(event) for event in EVENTS["chat"]]))
    yield Figure("restoring a streamed event / reading and writing its JSON", chat / json, 12)
