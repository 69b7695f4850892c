"""Replies of each API as their providers stream them, cut as a test likes, and what a client makes of the events."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import strategies as st

from dp_gateway.api.replies import ReplyRestoration
from dp_gateway.api.sse import EventParser, StreamRestorer
from dp_gateway.restore import Replacement, Restorer

Events = list[tuple[str | None, dict[str, Any]]]

PAIRS = [
    Replacement("Laura", "Anna", plural=True),
    Replacement("Chen", "O'Neil", plural=True),
    Replacement("Laura Chen", "Anna O'Neil"),
    Replacement("Harlow University", 'The "Old" School\nof Rome'),
    Replacement("laura.chen@harlow.example.com", "anna@oneil.org"),
    Replacement("$1,310.00", "$1,250.00"),
    Replacement("+1 202-555-0143", "+1 415-555-2671"),
]
RESTORER = Restorer(PAIRS)

WORDS = st.sampled_from([
    *(pair.surrogate for pair in PAIRS), "Lau", "ra", "chen", "NEW", " ", " ", "\n", "**", "s", "'s", ".", ",", "1,310",
    "$", '"', "\\", "x", "é", "🙂", "0", "the", "{", "}", "<b>",
])  # fmt: skip
TEXTS = st.lists(WORDS, max_size=8).map("".join)
CUTS = st.lists(st.integers(0, 80), max_size=6)


@st.composite
def pieces(draw: st.DrawFn, texts: st.SearchStrategy[str] = TEXTS) -> list[str]:
    """A text, cut anywhere."""
    text = draw(texts)
    places = sorted({min(place, len(text)) for place in draw(CUTS)})
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


def arguments() -> st.SearchStrategy[str]:
    """Tool-call arguments: a JSON document, with or without escapes."""
    documents = st.dictionaries(TEXTS, TEXTS | st.integers() | st.lists(TEXTS, max_size=2), max_size=3)
    return st.builds(json.dumps, documents, ensure_ascii=st.booleans())


@st.composite
def interleaved(draw: st.DrawFn, lists: Sequence[Sequence[Any]]) -> list[Any]:
    """The elements of several lists, each list in its order."""
    left = [list(items) for items in lists if items]
    mixed: list[Any] = []
    while left:
        items = draw(st.sampled_from(left))
        mixed.append(items.pop(0))
        left = [items for items in left if items]
    return mixed


def through(reply: ReplyRestoration, events: Iterable[dict[str, Any]], *, named: bool = False) -> list[dict[str, Any]]:
    """What a client gets of these events."""
    out: Events = []
    for data in events:
        out += reply.event(data["type"] if named else None, data)
    return [data for _, data in out + reply.close()]


def wire(events: Iterable[dict[str, Any]], *, named: bool = False, done: bool = False, end: str = "\n") -> bytes:
    """The events as a provider sends them."""
    blocks = [
        (f"event: {data['type']}{end}" if named else "") + f"data: {json.dumps(data)}{end}{end}" for data in events
    ]
    return "".join([*blocks, f"data: [DONE]{end}{end}" if done else ""]).encode()


def through_bytes(reply: ReplyRestoration, sent: bytes, places: Iterable[int]) -> bytes:
    """What a client gets where the network cuts the provider's bytes at these places."""
    stream = StreamRestorer(reply)
    cuts = sorted({min(place, len(sent)) for place in places})
    parts = [sent[a:b] for a, b in zip([0, *cuts], [*cuts, len(sent)], strict=True)]
    return b"".join([*(stream.feed(part) for part in parts), stream.close()])


def read(received: bytes) -> list[dict[str, Any]]:
    """The JSON objects of a stream."""
    parser = EventParser()
    events = parser.feed(received) + parser.close()
    return [json.loads(event.data) for event in events if event.data.startswith(b"{")]


def merged(events: Iterable[dict[str, Any]]) -> list[list[Any]]:
    """Events without their texts, how many alike follow one another, and the texts of these joined.

    What is held back goes out with a later event, but with its own where all come at once and nothing in them is replaced.
    """
    out: list[list[Any]] = []
    for event in events:
        texts: list[str] = []

        def without(one: dict[str, Any], texts: list[str] = texts) -> dict[str, Any]:
            texts += [one.pop(key) for key in ("text", "thinking", "partial_json") if key in one]
            return one

        shape = json.loads(json.dumps(event), object_hook=without)
        if not out or out[-1][0] != shape:
            out.append([shape, 0, ""])
        out[-1][1] += 1
        out[-1][2] += "".join(texts)
    return out


def chat_chunk(delta: Any, *, choice: int = 0, finish_reason: str | None = None, **fields: Any) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1763721324,
        "model": "gpt-4o-mini",
        "system_fingerprint": "fp_1",
        "choices": [{"index": choice, "delta": delta, "logprobs": None, "finish_reason": finish_reason}],
    } | fields


def call(index: int, **function: str) -> dict[str, Any]:
    """A delta of a tool call."""
    return {"tool_calls": [{"index": index, "function": function}]}


def joined(chunks: Iterable[dict[str, Any]]) -> dict[Any, str]:
    """The strings of the deltas of each choice, joined by field; of tool calls by index."""
    texts: dict[Any, str] = defaultdict(str)
    for chunk in chunks:
        for choice in chunk["choices"]:
            for field, value in (choice["delta"] or {}).items():
                if field == "tool_calls":
                    for called in value:
                        texts[choice["index"], called["index"]] += called["function"].get("arguments", "")
                elif isinstance(value, str):
                    texts[choice["index"], field] += value
    return dict(texts)
