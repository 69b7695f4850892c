"""What a local callback handler is told of the run of the model inside: the originals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessageChunk, BaseMessage, get_buffer_string
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, LLMResult

from dp_gateway.exchange import Exchange
from dp_gateway_langchain.events import EventRestorer
from dp_gateway_langchain.handlers import HandlerProxy
from dp_gateway_langchain.replies import ChunkRestorer, restored
from dp_gateway_langchain.withheld import Event

__all__ = ["Restoring", "restored_result"]


def restored_result(result: LLMResult, exchange: Exchange) -> LLMResult:
    """A result with the originals in all its generations."""
    texts = exchange.reply.texts
    rows = [
        [
            one.model_copy(update={"message": (message := restored(one.message, texts)), "text": message.text})
            if isinstance(one, ChatGeneration)
            else one
            for one in row
        ]
        for row in result.generations
    ]
    return LLMResult(generations=cast(Any, rows), llm_output=result.llm_output, run=result.run)


class Restoring(HandlerProxy):
    """A local handler in one run.

    Args:
        handler: the handler.
        exchange: the request that the run is of.
        messages: of the request, as the caller gave them.
        metadata: of the run, as the caller gave it.
    """

    def __init__(
        self,
        handler: BaseCallbackHandler,
        exchange: Exchange,
        messages: Sequence[BaseMessage],
        metadata: dict[str, Any],
    ) -> None:
        super().__init__(handler)
        self._exchange, self._messages, self._metadata = exchange, list(messages), metadata
        self._chunks = ChunkRestorer(exchange.another_reply().texts)
        self._events = EventRestorer(exchange.another_reply().texts)

    def around(self, handler: BaseCallbackHandler) -> HandlerProxy:
        """See `HandlerProxy`."""
        return Restoring(handler, self._exchange, self._messages, self._metadata)

    def told(self, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Iterable[Event]:
        """See `HandlerProxy`."""
        if "metadata" in named:
            named = {**named, "metadata": {**(named["metadata"] or {}), **self._metadata}}
        if name == "on_chat_model_start":
            return (((args[0], [self._messages], *args[2:]), named),)
        if name == "on_llm_start":
            return (((args[0], [get_buffer_string(self._messages)], *args[2:]), named),)
        if name == "on_llm_new_token":
            return self._token(args, named)
        if name == "on_stream_event":
            return (((event,), named) for event in self._events.feed(args[0]))
        if name == "on_llm_end":
            return (((restored_result(args[0], self._exchange), *args[1:]), named),)
        if name == "on_llm_error" and named.get("response") is not None:
            named = {**named, "response": restored_result(named["response"], self._exchange)}
        return ((args, named),)

    def _token(self, args: tuple[Any, ...], named: dict[str, Any]) -> Iterable[Event]:
        chunk = named.get("chunk")
        message = getattr(chunk, "message", None)
        if not isinstance(chunk, ChatGenerationChunk) or not isinstance(message, AIMessageChunk):
            return
        for one in self._chunks.feed(message):
            new = ChatGenerationChunk(message=one, generation_info=chunk.generation_info)
            yield (one.content,), {**named, "chunk": new}
