"""Restores streams of LangChain models: chunks of messages, and the events that are made of them.

`chat_model`, `chain` and the handlers of a run feed it with what the model inside gives.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.outputs import ChatGenerationChunk

from dp_gateway.api.replies.base import Texts
from dp_gateway.api.replies.fields import LeafKind, Path, put, walk
from dp_gateway_langchain.replies import BLOCK, CALL, EXTRA, FINISHED, cautioned, metadata_of, parsed_again

_PIECES = frozenset({"text", "reasoning", "thinking", "refusal", "args", "arguments", "input", "partial_json"})
_WORDS = frozenset({"type", "id", "status", "data", "signature", "encrypted_content"})
"""Fields that nobody cuts into pieces, and that are no text."""
_SOURCE = ("model_provider", "output_version")
"""What LangChain reads the blocks of a chunk by."""


class _Element:
    """One element of a list. `index`, `id`: what its pieces are told by. `alike`: those that have the same index.
    `type`: of its last piece.
    """

    def __init__(self, index: Any, own: Any, alike: Sequence[int]) -> None:
        self.index, self.id, self.alike, self.type = index, own, alike, ""


class _Elements:
    """Tells the elements of a list that comes in pieces apart, as LangChain puts the pieces together: by index and id.

    A text without an index goes on in the next chunk all the same.
    """

    def __init__(self) -> None:
        self._known: list[_Element] = []
        self._under: dict[Any, list[int]] = {}

    def number(self, piece: Any, at: int) -> tuple[int, bool]:
        """The number of the element that a piece belongs to, and whether it is its first piece. `at`: where the piece
        stands in its chunk.
        """
        fields = cast("dict[str, Any]", piece if isinstance(piece, dict) else {})
        index, own, kind = fields.get("index"), fields.get("id") or None, fields.get("type")
        # The index of a call says which call it is, of all others which block.
        place = (index, kind == "tool_call_chunk") if isinstance(index, int | str) else (None, at, kind)
        alike = self._under.setdefault(place, [])
        number = next((one for one in alike if own is None or self._known[one].id in (None, own)), -1)
        if begins := number < 0:
            number = len(self._known)
            self._known.append(_Element(index, own, alike))
            alike.append(number)
        element = self._known[number]
        element.id, element.type = element.id or own, kind or element.type
        return number, begins

    def another(self, number: int, fields: Mapping[str, Any]) -> dict[str, Any]:
        """One more piece of an element: with its index, and its id where others have that index too."""
        element = self._known[number]
        piece = {"type": element.type, **fields}
        del piece["index"]
        if isinstance(element.index, int | str):
            piece |= {"index": element.index} if len(element.alike) == 1 else {"index": element.index, "id": element.id}
        return piece


class ChunkRestorer:
    """Restores one stream of chunks.

    Every text of it is a stream of its own, by block and field: what may still become a surrogate is held back, and
    comes before the next block begins, or before the chunk that ends the message.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._id: str | None = None
        self._nothing: Any = ""
        self._source: dict[str, Any] = {}
        self._blocks, self._calls = _Elements(), _Elements()

    def feed(self, chunk: AIMessageChunk) -> list[AIMessageChunk]:
        """Take in a chunk, and return those that may go out now."""
        self._id = chunk.id or self._id
        texts = self._texts
        self._nothing = [] if isinstance(chunk.content, list) else ""
        self._source |= {name: chunk.response_metadata[name] for name in _SOURCE if name in chunk.response_metadata}
        before, content = self._content(chunk.content)
        calls = self._called(chunk.tool_call_chunks)
        extra: Any = walk(chunk.additional_kwargs, EXTRA, self._extra, ("additional_kwargs",))
        if "parsed" in extra:
            extra = {**extra, "parsed": parsed_again(chunk.additional_kwargs["parsed"], texts)}
        ends = chunk.chunk_position == "last" or any(chunk.response_metadata.get(name) for name in FINISHED)
        metadata = metadata_of(chunk, texts)
        same = content is chunk.content and calls is chunk.tool_call_chunks and extra is chunk.additional_kwargs
        new = chunk if same and not metadata else self._new(chunk, content, calls, extra, metadata)
        if ends and (told := cautioned(new, {}, self._texts)):
            new = new.model_copy(update=told)
        tails = self.close() if ends else []
        if tails and new.chunk_position is not None:
            tails[-1].chunk_position, new = new.chunk_position, new.model_copy(update={"chunk_position": None})
        return [*before, new, *tails]

    def close(self) -> list[AIMessageChunk]:
        """Note that the stream has ended, and return what is still held."""
        return self._tails(lambda _: True)

    def _content(self, content: Any) -> tuple[list[AIMessageChunk], Any]:
        """What was held back and comes first, and the content of a chunk."""
        if not content:
            return [], content
        if isinstance(content, str):
            # LangChain begins a new element of the list with it.
            before = self._tails(_in_a_block)
            return before, self._texts.piece(content, LeafKind.ANSWER, ("content",))
        before, new = self._tails(_is_plain), list[Any]()
        numbers = list[int]()
        for at, block in enumerate(content):
            number, begins = self._blocks.number(block, at)
            if begins:
                # The blocks before it are complete, and who reads the texts one after the other has them in order.
                for path, text in self._texts.tails(_in_a_block):
                    if path[1] in numbers:
                        place = numbers.index(path[1])
                        new[place] = put(new[place], path[2:], text)
                    else:
                        before.append(self._tail(path, text))
            numbers.append(number)
            new.append(walk(block, BLOCK, self._leaf, ("content", number)))
        return before, content if all(one is old for one, old in zip(new, content, strict=True)) else new

    def _called(self, calls: list[Any]) -> Any:
        new = list[Any]()
        for at, call in enumerate(calls):
            # Nothing is added to a call without an index.
            leaf = self._texts.whole if call.get("index") is None else self._leaf
            new.append(walk(call, CALL, leaf, ("tool_call_chunks", self._calls.number(call, at)[0])))
        return calls if all(one is old for one, old in zip(new, calls, strict=True)) else new

    def _leaf(self, text: str, treatment: LeafKind, path: Path) -> str:
        if path and path[-1] in _PIECES:
            return self._texts.piece(text, treatment, path)
        return self._texts.whole(text, treatment, path)

    def _extra(self, text: str, treatment: LeafKind, path: Path) -> str:
        return self._texts.piece(text, treatment, path) if path and path[-1] not in _WORDS else text

    def _new(
        self, chunk: AIMessageChunk, content: Any, calls: Any, extra: Any, metadata: dict[str, Any]
    ) -> AIMessageChunk:
        told: dict[str, Any] = {"response_metadata": chunk.response_metadata, **metadata}
        return AIMessageChunk(
            content=content,
            additional_kwargs=extra,
            tool_call_chunks=calls,
            name=chunk.name,
            id=chunk.id,
            usage_metadata=chunk.usage_metadata,
            chunk_position=chunk.chunk_position,
            **told,
        )

    def _tails(self, belongs: Callable[[Path], bool]) -> list[AIMessageChunk]:
        return [self._tail(path, text) for path, text in self._texts.tails(belongs)]

    def _tail(self, path: Path, text: str) -> AIMessageChunk:
        fields: dict[str, Any] = put({}, path, text)
        if _in_a_block(path):
            fields["content"] = [self._blocks.another(cast(int, path[1]), fields["content"][0])]
        elif path[0] == "tool_call_chunks":
            call = self._calls.another(cast(int, path[1]), fields["tool_call_chunks"][0])
            fields["tool_call_chunks"] = [{"name": None, "id": None, **call, "type": "tool_call_chunk"}]
        # LangChain reads blocks by what the chunk's metadata and its content are, empty content too.
        made: dict[str, Any] = {
            "id": self._id,
            "content": self._nothing,
            "response_metadata": dict(self._source),
            **fields,
        }
        return AIMessageChunk(**made)


def _in_a_block(path: Path) -> bool:
    return path[0] == "content" and len(path) > 1


def _is_plain(path: Path) -> bool:
    return path == ("content",)


_DELTAS = {"text-delta": "text", "reasoning-delta": "reasoning", "tool-call-delta": "args"}
_BY_FIELD = {field: kind for kind, field in _DELTAS.items()}


class EventRestorer:
    """Restores one stream of events; what was held back comes as one more delta before its block is finished."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def feed(self, event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """Take in an event, and return those that may go out now."""
        at = event.get("index")
        if event.get("event") == "content-block-delta":
            return [{**event, "delta": self._delta(event["delta"], at)}]
        if "content" in event:
            content = walk(event["content"], BLOCK, self._texts.whole)
            tails = self._tails(event) if event.get("event") == "content-block-finish" else []
            return [*tails, {**event, "content": content}]
        return [event]

    def _delta(self, delta: Any, at: Any) -> Any:
        field = _DELTAS.get(delta.get("type", ""))
        if field is None or not isinstance(delta.get(field), str):
            return walk(delta, BLOCK, self._texts.whole)
        treatment = LeafKind.JSON if field == "args" else LeafKind.ANSWER
        return {**delta, field: self._texts.piece(delta[field], treatment, (at, field))}

    def _tails(self, event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        def of_block(path: Path) -> bool:
            return path[0] == event.get("index")

        return [
            {
                "event": "content-block-delta",
                "index": event.get("index"),
                "delta": {"type": _BY_FIELD[cast(str, path[-1])], path[-1]: text},
            }
            for path, text in self._texts.tails(of_block)
        ]


def event_stream(messages: Iterator[AIMessage]) -> Any:
    """Make a `ChatModelStream` that asks for one chunk at a time."""
    # Newer than the oldest release that the other parts work with.
    from langchain_core.language_models._compat_bridge import chunks_to_events
    from langchain_core.language_models.chat_model_stream import ChatModelStream

    events = iter(chunks_to_events(map(_generation, messages)))
    stream = ChatModelStream()

    def pump() -> bool:
        try:
            event = next(events, None)
        except BaseException as error:
            stream.fail(error)
            return False
        if event is None:
            return False
        stream.dispatch(event)
        return True

    stream.bind_pump(pump)
    return stream


def async_event_stream(messages: AsyncIterator[AIMessage]) -> Any:
    """Make an `AsyncChatModelStream`; its task begins when it is first asked."""
    from langchain_core.language_models._compat_bridge import achunks_to_events
    from langchain_core.language_models.chat_model_stream import AsyncChatModelStream

    stream: Any = AsyncChatModelStream()

    async def produce() -> None:
        try:
            async for event in achunks_to_events(_generation(one) async for one in messages):
                stream.dispatch(event)
        except BaseException as error:
            stream.fail(error)
            if isinstance(error, asyncio.CancelledError):
                raise

    async def start() -> None:
        if stream._producer_task is None:
            stream._producer_task = asyncio.get_running_loop().create_task(produce())

    stream.set_start(start)
    return stream


def _generation(message: AIMessage) -> ChatGenerationChunk:
    """A chunk as it is made an event of; the whole message of a model that does not stream is its only one."""
    if not isinstance(message, AIMessageChunk):
        fields = {name: getattr(message, name) for name in AIMessage.model_fields if name not in ("type", "example")}
        message = AIMessageChunk(**fields, chunk_position="last")
    if message.response_metadata.get("output_version") == "v1" and isinstance(message.content, list):
        # Calls and texts may have the same index, and would be one block.
        blocks = cast("list[Any]", message.content)
        message = message.model_copy(update={"content": [_apart(one) for one in blocks]})
    return ChatGenerationChunk(message=message)


def _apart(block: Any) -> Any:
    if not isinstance(block, dict):
        return block
    fields = cast("dict[str, Any]", block)
    index = fields.get("index")
    moved = fields.get("type") == "tool_call_chunk" and type(index) is int
    return {**fields, "index": f"lc_tc_{index}"} if moved else fields
