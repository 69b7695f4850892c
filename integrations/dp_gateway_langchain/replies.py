"""Replies of LangChain models with the originals in them: messages, and streams of chunks."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar, cast

from langchain_core.messages import AIMessageChunk, BaseMessage
from pydantic import BaseModel

from dp_gateway.api.replies.fields import Path, Spec, Treatment, put, table, walk
from dp_gateway.api.replies.texts import Texts

__all__ = ["BLOCK", "ChunkRestorer", "restored"]

_M = TypeVar("_M", bound=BaseMessage)
_JSON = dict.fromkeys(("args", "arguments", "input", "partial_json"), Treatment.JSON)
BLOCK = table(
    "type id index mime_type base64 data file_id signature encrypted_content status call_id tool_use_id",
    text=Treatment.ANSWER,
    name=Treatment.NAME,
    **_JSON,
)
_CALL = table("type id index", name=Treatment.NAME, args=Treatment.JSON)
_FUNCTION = table("", name=Treatment.NAME, arguments=Treatment.JSON)
_FIELDS: dict[str, Spec] = {
    "tool_calls": _CALL,
    "invalid_tool_calls": _CALL,
    "additional_kwargs": table(
        "parsed", function_call=_FUNCTION, tool_calls=table("id type index", function=_FUNCTION)
    ),
}
_PIECES = frozenset({"text", "reasoning", "thinking", "refusal", "args", "arguments", "input", "partial_json"})
CAUTION = "dp_caution"
"""The key in `response_metadata` under which a reply says what it states of values that were drawn near."""
_FINISHED = ("finish_reason", "stop_reason", "done_reason")


def restored(message: _M, texts: Texts) -> _M:
    """A whole message with the originals; ids, usage and metadata are kept, log-probabilities are not."""
    changes: dict[str, Any] = {"content": _walked(message.content, texts)}
    for name, spec in _FIELDS.items():
        value = getattr(message, name, None)
        if value:
            changes[name] = walk(value, spec, texts.whole)
    if "parsed" in message.additional_kwargs:
        changes["additional_kwargs"] = {
            **changes["additional_kwargs"],
            "parsed": _parsed(message.additional_kwargs["parsed"], texts),
        }
    return message.model_copy(update=changes | _cautioned(message, _metadata(message, texts), texts))


def _parsed(value: Any, texts: Texts) -> Any:
    """An object that was made of the reply, made of what it has become."""
    if not isinstance(value, BaseModel):
        return walk(value, Treatment.DOCUMENT, texts.whole)
    return type(value).model_validate(walk(value.model_dump(mode="json"), Treatment.DOCUMENT, texts.whole))


def _walked(content: Any, texts: Texts) -> Any:
    if isinstance(content, str):
        return texts.whole(content, Treatment.ANSWER)
    return walk(content, BLOCK, texts.whole)


def _metadata(message: BaseMessage, texts: Texts) -> dict[str, Any]:
    metadata = cast(dict[str, Any], message.response_metadata)
    if not texts.alters or not metadata:
        return {}
    return {"response_metadata": {name: value for name, value in metadata.items() if name != "logprobs"}}


def _cautioned(message: BaseMessage, metadata: dict[str, Any], texts: Texts) -> dict[str, Any]:
    """Metadata that say, by type, how many values were drawn near of which the reply states something."""
    counted = Counter(caution.type for caution in texts.cautions)
    if not counted:
        return metadata
    known = metadata.get("response_metadata", message.response_metadata)
    return {"response_metadata": {**known, CAUTION: dict(counted)}}


class ChunkRestorer:
    """Restores one stream of chunks.

    Every text of it is a stream of its own, by block and field: what may still become a surrogate is held back, and
    comes before the chunk that ends the message.

    Args:
        texts: what becomes of its strings.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._id: str | None = None

    def feed(self, chunk: AIMessageChunk) -> list[AIMessageChunk]:
        """A chunk in; those that may go out now."""
        self._id = chunk.id or self._id
        texts = self._texts
        content: Any = chunk.content
        if isinstance(content, str):
            content = texts.piece(content, Treatment.ANSWER, ("content",)) if content else content
        else:
            content = walk(content, BLOCK, self._leaf, ("content",))
        calls: Any = walk(chunk.tool_call_chunks, _CALL, self._leaf, ("tool_call_chunks",))
        extra: Any = walk(chunk.additional_kwargs, _FIELDS["additional_kwargs"], self._extra, ("additional_kwargs",))
        if "parsed" in extra:
            extra = {**extra, "parsed": _parsed(chunk.additional_kwargs["parsed"], texts)}
        ends = chunk.chunk_position == "last" or any(chunk.response_metadata.get(name) for name in _FINISHED)
        same = content is chunk.content and calls is chunk.tool_call_chunks and extra is chunk.additional_kwargs
        new = chunk if same and not _metadata(chunk, texts) else self._new(chunk, content, calls, extra)
        if ends and (told := _cautioned(new, {}, self._texts)):
            new = new.model_copy(update=told)
        tails = self.close() if ends else []
        if tails and new.chunk_position is not None:
            tails[-1].chunk_position, new = new.chunk_position, new.model_copy(update={"chunk_position": None})
        return [new, *tails]

    def close(self) -> list[AIMessageChunk]:
        """The stream has ended: what is still held."""
        return [self._tail(path, text) for path, text in self._texts.tails(lambda _: True)]

    def _leaf(self, text: str, treatment: Treatment, path: Path) -> str:
        if path and path[-1] in _PIECES:
            return self._texts.piece(text, treatment, path)
        return self._texts.whole(text, treatment, path)

    def _extra(self, text: str, treatment: Treatment, path: Path) -> str:
        return self._texts.piece(text, treatment, path) if path else text

    def _new(self, chunk: AIMessageChunk, content: Any, calls: Any, extra: Any) -> AIMessageChunk:
        metadata: dict[str, Any] = {"response_metadata": chunk.response_metadata, **_metadata(chunk, self._texts)}
        return AIMessageChunk(
            content=content,
            additional_kwargs=extra,
            tool_call_chunks=calls,
            name=chunk.name,
            id=chunk.id,
            usage_metadata=chunk.usage_metadata,
            chunk_position=chunk.chunk_position,
            **metadata,
        )

    def _tail(self, path: Path, text: str) -> AIMessageChunk:
        fields: dict[str, Any] = put({}, path, text)
        for block in fields.get("content", ()) if path[0] == "content" and len(path) > 1 else ():
            block["type"] = _KIND.get(str(list(path)[-1]), "text")
        for call in fields.get("tool_call_chunks", ()):
            call |= {"name": None, "id": None, "type": "tool_call_chunk"}
        made: dict[str, Any] = {"content": "", "id": self._id, **fields}
        return AIMessageChunk(**made)


_KIND = {"reasoning": "reasoning", "thinking": "thinking", "refusal": "refusal", "args": "tool_call_chunk",
         "partial_json": "input_json_delta", "arguments": "function_call", "input": "tool_use"}  # fmt: skip
