"""Any chat model, with a gateway before it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, cast

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult, LLMResult
from langchain_core.runnables import Runnable, RunnableConfig, ensure_config

from dp_gateway.exchange import Exchange, already_sanitized
from dp_gateway_langchain.doors import DoorFields
from dp_gateway_langchain.rebinding import rebound
from dp_gateway_langchain.replies import ChunkRestorer, restored
from dp_gateway_langchain.requests import LANGCHAIN, body_of, messages_of

__all__ = ["PrivateChatModel"]

_TRACING_ONLY = ("ls_structured_output_format", "structured_output_format")


class PrivateChatModel(DoorFields, BaseChatModel):
    """A chat model whose prompts are sanitized before it sees them, and whose replies are restored.

    It opens no run of its own: callbacks and tracers are told of the run of the model inside, with sanitized text.

    Attributes:
        model: any chat model.
    """

    model: BaseChatModel

    def __init__(self, model: BaseChatModel | None = None, policy: Any = "entities", **options: Any) -> None:
        given: dict[str, Any] = options if model is None else {"model": model, **options}
        super().__init__(policy=policy, **given)

    @property
    def _llm_type(self) -> str:
        return f"private-{self.model._llm_type}"

    def _get_ls_params(self, stop: list[str] | None = None, **kwargs: Any) -> Any:
        return self.model._get_ls_params(stop=stop, **kwargs)

    def _open(
        self, given: LanguageModelInput, config: RunnableConfig, stop: list[str] | None, arguments: dict[str, Any]
    ) -> _Call:
        messages = self._convert_input(given).to_messages()
        sent = {name: value for name, value in arguments.items() if name not in _TRACING_ONLY}
        if stop is not None:
            sent["stop"] = stop
        doorway = self._door.doorway(config, self.epsilon)
        exchange = doorway.open(LANGCHAIN, body_of(messages, sent), self._door.caller(config))
        return _Call(exchange)

    def invoke(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> AIMessage:
        """See `Runnable.invoke`."""
        config = ensure_config(config)
        call = self._open(input, config, stop, kwargs)
        with already_sanitized(call.texts):
            reply = self.model.invoke(call.messages, config, **call.arguments)
        return call.restored(reply)

    async def ainvoke(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> AIMessage:
        """See `Runnable.ainvoke`."""
        config = ensure_config(config)
        # Beside the event loop: a model may have to look at the texts.
        call = await asyncio.to_thread(self._open, input, config, stop, kwargs)
        with already_sanitized(call.texts):
            reply = await self.model.ainvoke(call.messages, config, **call.arguments)
        return call.restored(reply)

    def stream(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> Iterator[AIMessageChunk]:
        """See `Runnable.stream`."""
        config = ensure_config(config)
        call = self._open(input, config, stop, kwargs)
        chunks = self.model.stream(call.messages, config, **call.arguments)
        try:
            while True:
                # Set for each step alone: a consumer between two of them is no part of this call.
                with already_sanitized(call.texts):
                    chunk = next(chunks, None)
                if chunk is None:
                    break
                yield from call.feed(chunk)
        finally:
            cast(Any, chunks).close()
        yield from call.close()

    async def astream(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[AIMessageChunk]:
        """See `Runnable.astream`."""
        config = ensure_config(config)
        call = await asyncio.to_thread(self._open, input, config, stop, kwargs)
        chunks = self.model.astream(call.messages, config, **call.arguments)
        try:
            while True:
                with already_sanitized(call.texts):
                    chunk = await anext(chunks, None)
                if chunk is None:
                    break
                for one in call.feed(chunk):
                    yield one
        finally:
            await cast(Any, chunks).aclose()
        for one in call.close():
            yield one

    def generate(
        self,
        messages: list[list[BaseMessage]],
        stop: list[str] | None = None,
        callbacks: Any = None,
        **kwargs: Any,
    ) -> LLMResult:
        """See `BaseChatModel.generate`."""
        config, rest = _config(callbacks, kwargs)
        replies = [self.invoke(one, config, stop=stop, **rest) for one in messages]
        return LLMResult(generations=[[ChatGeneration(message=reply)] for reply in replies])

    async def agenerate(
        self,
        messages: list[list[BaseMessage]],
        stop: list[str] | None = None,
        callbacks: Any = None,
        **kwargs: Any,
    ) -> LLMResult:
        """See `BaseChatModel.agenerate`."""
        config, rest = _config(callbacks, kwargs)
        replies = await asyncio.gather(*(self.ainvoke(one, config, stop=stop, **rest) for one in messages))
        return LLMResult(generations=[[ChatGeneration(message=reply)] for reply in replies])

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self.invoke(messages, stop=stop, **kwargs))])

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[LanguageModelInput, AIMessage]:
        """See `BaseChatModel.bind_tools`."""
        return rebound(self.model.bind_tools(tools, **kwargs), self.model, self)

    def with_structured_output(self, schema: Any, **kwargs: Any) -> Runnable[LanguageModelInput, Any]:
        """See `BaseChatModel.with_structured_output`; parsers read the restored reply."""
        return rebound(self.model.with_structured_output(schema, **kwargs), self.model, self)


class _Call:
    """A call that may go on to the model inside."""

    def __init__(self, exchange: Exchange) -> None:
        self._replies = exchange.reply.texts
        self.texts = [one.text for one in exchange.request.texts]
        self.messages = messages_of(exchange.body)
        self.arguments = {name: value for name, value in exchange.body.items() if name != "messages"}
        self._chunks = ChunkRestorer(self._replies)

    def restored(self, reply: AIMessage) -> AIMessage:
        return restored(reply, self._replies)

    def feed(self, chunk: BaseMessage) -> list[Any]:
        if not isinstance(chunk, AIMessageChunk):  # a model that does not stream
            return [self.restored(cast(AIMessage, chunk))]
        return self._chunks.feed(chunk)

    def close(self) -> list[AIMessageChunk]:
        return self._chunks.close()


def _config(callbacks: Any, options: dict[str, Any]) -> tuple[RunnableConfig, dict[str, Any]]:
    named = {"tags", "metadata", "run_name", "run_id"}
    config = {name: value for name, value in options.items() if name in named and value is not None}
    rest = {name: value for name, value in options.items() if name not in named}
    return cast(RunnableConfig, config | ({"callbacks": callbacks} if callbacks is not None else {})), rest
