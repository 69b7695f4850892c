"""`stream_events(version="v3")` of a private model: LangChain's content-block protocol over its restored chunks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

from langchain_core.messages import AIMessageChunk
from langchain_core.outputs import ChatGenerationChunk

__all__ = ["async_event_stream", "event_stream"]


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
