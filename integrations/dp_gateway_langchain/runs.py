"""Tells of the run of the model inside a private one: who hears of it, and in whose words.

There is one run. Handlers are told the sanitized text, in the run's metadata too; local ones are told the originals.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from langchain_core.callbacks import BaseCallbackHandler, BaseCallbackManager
from langchain_core.messages import AIMessageChunk, BaseMessage, get_buffer_string
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, LLMResult
from langchain_core.runnables import RunnableConfig

from dp_gateway.exchange import Exchange
from dp_gateway_langchain.replies import restored
from dp_gateway_langchain.streams import ChunkRestorer, EventRestorer
from dp_gateway_langchain.tracing import Event, HandlerProxy, Local, Redacting, is_local, is_plain_key, is_proxy


def restored_result(result: LLMResult, exchange: Exchange) -> LLMResult:
    """Restore all generations of a result."""
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
    """A local handler in one run. `messages`: of the request, as the caller gave them. `metadata`: of the run, as the
    caller gave it.
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
        """Put the same proxy around another handler."""
        return Restoring(handler, self._exchange, self._messages, self._metadata)

    def told(self, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Iterable[Event]:
        """Return the events that the handler inside is told instead of this one."""
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
        # Some releases of LangChain give the token by its name.
        rest = {name: value for name, value in named.items() if name != "token"}
        for one in self._chunks.feed(message):
            new = ChatGenerationChunk(message=one, generation_info=chunk.generation_info)
            yield (one.content,), {**rest, "chunk": new}


class TracedText(UserWarning):
    """A chain or an agent around a private model told a tracer what the user wrote, before the model was asked."""


def private_metadata(config: RunnableConfig) -> dict[str, Any]:
    """Write the part of a run's metadata that may say who the user is as JSON; other values are left out."""
    return {
        key: value for key, value in _metadata(config).items() if not is_plain_key(key) and isinstance(value, str | int)
    }


def _metadata(config: RunnableConfig) -> dict[str, Any]:
    given = config.get("callbacks")
    inherited = given.metadata | given.inheritable_metadata if isinstance(given, BaseCallbackManager) else {}
    return inherited | (config.get("metadata") or {})


def config_inside(
    config: RunnableConfig,
    exchange: Exchange,
    messages: Sequence[BaseMessage],
    sanitized: Mapping[str, Any],
    local: Local,
) -> RunnableConfig:
    """Make the configuration of the model inside. `messages`: of the request, as the caller gave them. `local`: who may
    be told what is private.
    """
    raw = _metadata(config)
    given = config.get("callbacks")
    if not given and not raw:
        return config
    _warn(given, local)
    proxies: dict[int, Any] = {}

    def told(handler: BaseCallbackHandler) -> Any:
        if is_proxy(handler, Redacting):
            return cast(Redacting, handler).passing()
        if not is_local(handler, local):
            return handler
        return proxies.setdefault(id(handler), Restoring(handler, exchange, messages, raw))

    metadata = {key: value for key, value in raw.items() if is_plain_key(key)} | dict(sanitized)
    return cast(RunnableConfig, {**config, "callbacks": _callbacks(given, told, metadata), "metadata": metadata})


def _callbacks(given: Any, told: Callable[[BaseCallbackHandler], Any], metadata: Mapping[str, Any]) -> Any:
    if not isinstance(given, BaseCallbackManager):
        return [told(one) for one in given or ()]
    manager = given.copy()
    manager.handlers = [told(one) for one in given.handlers]
    manager.inheritable_handlers = [told(one) for one in given.inheritable_handlers]
    manager.metadata = {key: metadata[key] for key in given.metadata if key in metadata}
    manager.inheritable_metadata = {key: metadata[key] for key in given.inheritable_metadata if key in metadata}
    return manager


def _warn(given: Any, local: Local) -> None:
    """Tell the developer of a handler that heard of a chain around the model."""
    if not isinstance(given, BaseCallbackManager) or given.parent_run_id is None:
        return
    for handler in given.handlers:
        if not is_proxy(handler, Redacting) and not handler.ignore_chain and not is_local(handler, local):
            warnings.warn(
                f"{type(handler).__name__} is told the input of the chain around this model, which nobody has "
                "sanitized: run trace_safe(chain) instead of the chain, or declare the handler in `local`",
                TracedText,
                stacklevel=2,
            )
