"""LangChain's content-block protocol (v3 streams) of a private model: its events, with the originals in them.

`chat_model` makes `stream_events(version="v3")` of its restored chunks here; local callback handlers are told the
originals of the events of the model inside.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, cast

from langchain_core.messages import AIMessageChunk
from langchain_core.outputs import ChatGenerationChunk

from dp_gateway.api.replies.fields import Path, Treatment, walk
from dp_gateway.api.replies.texts import Texts
from dp_gateway_langchain.replies import BLOCK

__all__ = ["EventRestorer", "async_event_stream", "event_stream"]

_DELTAS = {"text-delta": "text", "reasoning-delta": "reasoning", "tool-call-delta": "args"}
_BY_FIELD = {field: kind for kind, field in _DELTAS.items()}


class EventRestorer:
    """Restores one stream of events; what was held back comes as one more delta before its block is finished.

    Args:
        texts: what becomes of its strings.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def feed(self, event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """An event in; those that may go out now."""
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
        treatment = Treatment.JSON if field == "args" else Treatment.ANSWER
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


def event_stream(chunks: Iterator[AIMessageChunk]) -> Any:
    """A `ChatModelStream` that asks for one chunk at a time."""
    # Newer than the oldest release that the other parts work with.
    from langchain_core.language_models._compat_bridge import chunks_to_events
    from langchain_core.language_models.chat_model_stream import ChatModelStream

    events = iter(chunks_to_events(ChatGenerationChunk(message=one) for one in chunks))
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


def async_event_stream(chunks: AsyncIterator[AIMessageChunk]) -> Any:
    """An `AsyncChatModelStream`; its task begins when it is first asked."""
    from langchain_core.language_models._compat_bridge import achunks_to_events
    from langchain_core.language_models.chat_model_stream import AsyncChatModelStream

    stream: Any = AsyncChatModelStream()

    async def produce() -> None:
        try:
            async for event in achunks_to_events(ChatGenerationChunk(message=one) async for one in chunks):
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
