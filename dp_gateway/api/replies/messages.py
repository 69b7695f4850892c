"""Restores replies of Anthropic's messages. `reply_restorer` makes one of these for a request to that API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from dp_gateway.api.replies.base import Named, ReplyRestoration, TextPiece
from dp_gateway.api.replies.fields import ByType, LeafKind, Path, Spec, is_object, position, put, table, walk

_OPAQUE = table("type signature encrypted_content encrypted_index encrypted_stdout tool_use_id file_id")
_SOURCE = ByType({"base64": table("type media_type data")}, LeafKind.TEXT)
_INNER = _OPAQUE | table("", source=_SOURCE, content=_OPAQUE | table("", source=_SOURCE))
_TOOL = table("type id caller", name=LeafKind.NAME, input=LeafKind.DOCUMENT)
_TEXT = table("type", text=LeafKind.ANSWER, citations=_OPAQUE)
_BLOCK = ByType(
    {
        "tool_use": _TOOL,
        "server_tool_use": _TOOL,
        "mcp_tool_use": _TOOL,
        "redacted_thinking": table("type data"),
        "text": _TEXT,
    },
    _OPAQUE | table("", content=_INNER),
)
_MESSAGE = table("id type role model stop_reason usage", content=_BLOCK)
# A citation is complete, and is treated as such.
_DELTA = table("type signature citation", text=LeafKind.ANSWER, partial_json=LeafKind.JSON)
_EVENT = table("type index usage", message=_MESSAGE, content_block=_BLOCK, delta=table("stop_reason"))
_PIECES = _EVENT | table("delta")
_DELTA_EVENT = {"type", "index", "delta"}
_TEXTS_OF_DELTA = {"text": LeafKind.ANSWER, "partial_json": LeafKind.JSON}
_STARTED = {"text": LeafKind.ANSWER, "thinking": LeafKind.TEXT}


class MessageReply(ReplyRestoration):
    """An Anthropic message; every string of a content block is a stream of its own, which ends with its block."""

    spec: ClassVar[dict[str, Spec]] = _MESSAGE

    def event(self, name: str | None, data: dict[str, Any]) -> list[Named]:
        """Take in one event of a stream, and return those that may go out now, in order."""
        kind = data.get("type")
        index = position(data, 0)
        self.only_piece = None
        delta = data.get("delta")
        if kind == "content_block_delta" and is_object(delta):
            return [(name, self._delta(data, delta, index))]
        if kind == "content_block_start":
            return [(name, self._start(data, index))]
        before: list[Named] = []
        if kind == "content_block_stop":
            before = self._tails(lambda path: path[0] == index)
        elif kind in ("message_delta", "message_stop", "error"):
            before = self.close()
        return [*before, (name, self.treated(data, _EVENT))]

    def close(self) -> list[Named]:
        """Note that the stream has ended, and return what is still held."""
        return self._tails(lambda _: True)

    def _start(self, data: dict[str, Any], index: int) -> dict[str, Any]:
        """A block begins; a text in it is the first piece."""
        treated = self.treated(data, _EVENT)
        block = data.get("content_block")
        if not is_object(block):
            return treated
        if isinstance(name := treated["content_block"].get("name"), str):
            self.texts.called((index, "input_json_delta"), name)
        for field, treatment in _STARTED.items():
            text = block.get(field)
            if isinstance(text, str) and text:
                piece = self.texts.piece(text, treatment, (index, f"{field}_delta", field))
                treated = treated | {"content_block": treated["content_block"] | {field: piece}}
        return treated

    def _delta(self, data: dict[str, Any], delta: dict[str, Any], index: int) -> dict[str, Any]:
        kind = str(delta.get("type"))
        new = walk(delta, _DELTA, self.texts.piece, (index, kind))
        for field, treatment in _TEXTS_OF_DELTA.items():
            text = delta.get(field)
            if isinstance(text, str) and delta.keys() == {"type", field} and data.keys() == _DELTA_EVENT:
                self.only_piece = TextPiece(text, self.texts.stream((index, kind, field), treatment))
        if "citation" in delta:
            new = new | {"citation": self.treated(delta["citation"], _OPAQUE)}
        treated = self.treated(data, _PIECES)
        return treated if new is delta else treated | {"delta": new}

    def _tails(self, belongs: Callable[[Path], bool]) -> list[Named]:
        events: list[Named] = []
        for (index, kind, *path), tail in self.texts.tails(belongs):
            delta = put({"type": kind}, tuple(path), tail)
            events.append(("content_block_delta", {"type": "content_block_delta", "index": index, "delta": delta}))
        return events
