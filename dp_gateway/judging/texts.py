"""The text of a reply in any API shape, whole or streamed, and the text that it answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from dp_gateway.api import RequestTexts
from dp_gateway.api.replies.fields import is_array, is_object
from dp_gateway.api.sse import EventParser

__all__ = ["Piece", "reply_text", "user_text"]

Piece = bytes | str | Mapping[str, Any]

_PROMPTS = ("messages", "input", "prompt")


def user_text(texts: RequestTexts) -> int | None:
    """Which text of a request is answered: the last one of its messages, input or prompt; None where there is none."""
    own = [
        at
        for at, (path, developer) in enumerate(zip(texts.paths, texts.developer, strict=True))
        if path.startswith(_PROMPTS) and not developer
    ]
    return own[-1] if own else None


def reply_text(shape: str, pieces: Sequence[Piece]) -> str:
    """The text of the first choice of a reply; empty where there is none.

    Args:
        shape: name of the API.
        pieces: bytes of a body or of an event stream, JSON objects of either, or text.
    """
    joined = b"".join([piece for piece in pieces if isinstance(piece, bytes)])
    texts = [piece for piece in pieces if isinstance(piece, str)]
    objects = [piece for piece in pieces if isinstance(piece, Mapping)]
    texts += [text for one in (*_objects(joined), *objects) for text in _said(shape, one)]
    return "".join(texts)


def _objects(body: bytes) -> Iterator[Any]:
    if body.lstrip().startswith(b"{"):
        yield from _loaded(body)
        return
    parser = EventParser()
    for event in (*parser.feed(body), *parser.close()):
        yield from _loaded(event.data)


def _loaded(data: bytes) -> Iterator[Any]:
    try:
        yield orjson.loads(data)
    except orjson.JSONDecodeError:
        return  # [DONE], or a reply that was too long to be kept whole


def _said(shape: str, data: Any) -> Iterator[str]:
    if not is_object(data):
        return
    if shape == "responses":
        if data.get("type") == "response.output_text.delta":
            yield from _text(data.get("delta"))
        for item in _listed(data.get("output")):
            yield from _text(item.get("content"))
    elif shape == "messages":
        delta = data.get("delta")
        yield from _text(delta.get("text") if is_object(delta) else data.get("content"))
    else:
        for choice in _listed(data.get("choices")):
            if not choice.get("index"):
                message = choice.get("delta") or choice.get("message")
                yield from _text(message.get("content") if is_object(message) else choice.get("text"))


def _text(value: Any) -> Iterator[str]:
    """A string, or the texts of a list of parts."""
    if isinstance(value, str):
        yield value
    for part in _listed(value):
        yield from _text(part.get("text"))


def _listed(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if is_object(one)] if is_array(value) else []
