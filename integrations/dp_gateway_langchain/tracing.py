"""Chains and agents whose tracers and callback handlers are told no private text: users wrap them with `trace_safe`.

Events are told without their texts: which run, of what kind, how long, how it ended, and how many tokens it took. What
an event may still say is listed; everything else is left out.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeAlias, TypeVar, cast

import langsmith
from langchain_core.agents import AgentAction, AgentFinish
from langchain_core.callbacks import BaseCallbackHandler, CallbackManager
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, ChatMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, LLMResult
from langchain_core.runnables import Runnable, RunnableConfig, ensure_config
from langchain_core.runnables.config import get_config_list
from langchain_core.tracers._streaming import _StreamingCallbackHandler  # pyright: ignore[reportPrivateUsage]
from langchain_core.tracers.langchain import LangChainTracer
from langsmith import get_tracing_context

from dp_gateway.errors import ConfigurationError, GatewayError

TEXT = "[withheld]"
"""What stands for a text."""

Event: TypeAlias = "tuple[tuple[Any, ...], dict[str, Any]]"
"""The arguments of an event, positional and named."""

_KEPT = ("run_id", "parent_run_id", "tags", "name", "batch_size", "run_type", "tool_call_id")
_PLAIN_KEYS = ("ls_", "lc_", "langgraph_", "checkpoint_ns", "versions")


class TextWithheld(RuntimeError):
    """Stands for an error: its class alone."""


def is_plain_key(key: str) -> bool:
    """Return whether LangChain or LangGraph write that key of a run's metadata themselves."""
    return key.startswith(_PLAIN_KEYS)


def metadata_of(metadata: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return metadata with the values that LangChain and LangGraph give; others may be anybody's id."""
    return {
        key: value if is_plain_key(key) or isinstance(value, bool | None) else TEXT
        for key, value in (metadata or {}).items()
    }


def _serialized(value: Any) -> Any:
    if not isinstance(value, dict):
        return None
    return {name: one for name, one in cast(dict[str, Any], value).items() if name in ("lc", "type", "id", "name")}


def _error(error: Any) -> Any:
    # The texts of this package's own errors hold none of the user's.
    return error if isinstance(error, GatewayError) else TextWithheld(f"{type(error).__name__}: {TEXT}")


def _messages(lists: Any) -> Any:
    return [[_message(one) for one in messages] for messages in lists]


def _message(message: BaseMessage) -> BaseMessage:
    if isinstance(message, AIMessage):
        usage = message.usage_metadata
        return AIMessage(content=TEXT, usage_metadata=usage, id=message.id)
    return ChatMessage(content=TEXT, role=message.type)


def _result(result: Any) -> LLMResult:
    if not isinstance(result, LLMResult):
        return LLMResult(generations=[])
    return LLMResult(
        generations=[
            [
                ChatGeneration(
                    message=_message(one.message if isinstance(one, ChatGeneration) else AIMessage(content=TEXT))
                )
                for one in row
            ]
            for row in result.generations
        ]
    )


def _retry_state(state: Any) -> Any:
    from tenacity import Future, RetryCallState

    new = RetryCallState(state.retry_object, None, (), {})
    new.attempt_number, new.idle_for = state.attempt_number, state.idle_for
    if state.outcome is not None:
        new.outcome = Future(state.attempt_number)
        if state.outcome.failed:
            new.outcome.set_exception(_error(state.outcome.exception()))
        else:
            new.outcome.set_result(TEXT)
    return new


def _action(action: Any) -> AgentAction:
    return AgentAction(tool=str(getattr(action, "tool", "")), tool_input=TEXT, log=TEXT)


def _withholding(**changes: Callable[[Any], Any]) -> Callable[[tuple[Any, ...], dict[str, Any]], Event]:
    """An event whose own arguments are changed, in the order of its parameters."""

    def change(args: tuple[Any, ...], named: dict[str, Any]) -> Event:
        kept = {name: named[name] for name in _KEPT if name in named}
        if "metadata" in named:
            kept["metadata"] = metadata_of(named["metadata"])
        if "inputs" in named and "inputs" not in changes:
            kept["inputs"] = {"input": TEXT}
        kept |= {name: make(named[name]) for name, make in changes.items() if name in named}
        return tuple(make(one) for make, one in zip(changes.values(), args, strict=False)), kept

    return change


def _text(_: Any) -> str:
    return TEXT


def _mapping(name: str) -> Callable[[Any], dict[str, str]]:
    return lambda _: {name: TEXT}


WITHHELD_EVENTS: Mapping[str, Callable[[tuple[Any, ...], dict[str, Any]], Event]] = {
    "on_chain_start": _withholding(serialized=_serialized, inputs=_mapping("input")),
    "on_chain_end": _withholding(outputs=_mapping("output")),
    "on_chain_error": _withholding(error=_error),
    "on_tool_start": _withholding(serialized=_serialized, input_str=_text),
    "on_tool_end": _withholding(output=_text),
    "on_tool_error": _withholding(error=_error),
    "on_retriever_start": _withholding(serialized=_serialized, query=_text),
    "on_retriever_end": _withholding(documents=lambda found: [Document(page_content=TEXT) for _ in found]),
    "on_retriever_error": _withholding(error=_error),
    "on_chat_model_start": _withholding(serialized=_serialized, messages=_messages),
    "on_llm_start": _withholding(serialized=_serialized, prompts=lambda prompts: [TEXT for _ in prompts]),
    "on_llm_new_token": _withholding(
        token=_text, chunk=lambda _: ChatGenerationChunk(message=AIMessageChunk(content=TEXT))
    ),
    "on_llm_end": _withholding(response=_result),
    "on_llm_error": _withholding(error=_error, response=_result),
    "on_retry": _withholding(retry_state=_retry_state),
    "on_text": _withholding(text=_text),
    "on_agent_action": _withholding(action=_action),
    "on_agent_finish": _withholding(finish=lambda _: AgentFinish({"output": TEXT}, TEXT)),
    "on_custom_event": _withholding(name=lambda name: name, data=_text),
}
"""How each event is told; those that are missing are not."""

Local: TypeAlias = "Sequence[BaseCallbackHandler | type[BaseCallbackHandler]]"
"""Handlers, or classes of handlers, that may be told what is private."""

_PACKAGE = __name__.partition(".")[0] + "."


class _CallbackFailed(RuntimeError):
    """A handler failed; the text of its error may hold what it was told."""


class HandlerProxy:
    """Stands for a handler, which is told what `told` makes of each event."""

    def __init__(self, handler: BaseCallbackHandler) -> None:
        self._handler = handler

    @property
    def __class__(self) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        return type(self._handler)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._handler, name)
        return self._event(name, value) if name.startswith("on_") else value

    def _event(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.iscoroutinefunction(method):

            @functools.wraps(method)
            async def later(*args: Any, **named: Any) -> None:
                for positional, options in self.told(name, args, named):
                    try:
                        await method(*positional, **options)
                    except Exception as error:
                        raise self._failure(error) from None

            return later

        @functools.wraps(method)
        def now(*args: Any, **named: Any) -> Any:
            result: Any = None
            for positional, options in self.told(name, args, named):
                try:
                    with self._listening():
                        result = method(*positional, **options)
                except Exception as error:
                    raise self._failure(error) from None
            return result

        return now

    def _listening(self) -> AbstractContextManager[None]:
        # `trace_safe` switches LangSmith off, but for what its tracer is told here.
        if not isinstance(self._handler, LangChainTracer):
            return nullcontext()
        return langsmith_switched(on=True)

    def _failure(self, error: Exception) -> Exception:
        # LangChain writes the error into a log, unless the handler wants it to be raised.
        if isinstance(error, NotImplementedError):
            return NotImplementedError()
        return error if self._handler.raise_error else _CallbackFailed(type(error).__name__)

    def told(self, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Iterable[Event]:
        """Return what the handler is told instead of one event."""
        raise NotImplementedError

    def copy_with_metadata_defaults(self, **defaults: Any) -> HandlerProxy:
        """Copy the handler behind a proxy: LangSmith copies its tracer for every run."""
        return self.around(cast(Any, self._handler).copy_with_metadata_defaults(**defaults))

    def around(self, handler: BaseCallbackHandler) -> HandlerProxy:
        """Put the same proxy around another handler."""
        raise NotImplementedError


class Redacting(HandlerProxy):
    """Tells of the course of runs, without their texts; of events that are not known here it tells nothing."""

    def passing(self) -> HandlerProxy:
        """Return the handler inside, for a run that holds sanitized text alone."""
        return Passing(self._handler)

    def told(self, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Iterable[Event]:
        """Return the events that the handler inside is told instead of this one."""
        withheld = WITHHELD_EVENTS.get(name)
        return () if withheld is None else (withheld(args, named),)

    def copy_with_metadata_defaults(self, **defaults: Any) -> HandlerProxy:
        """Put a proxy around the handler's copy with more metadata."""
        return super().copy_with_metadata_defaults(**defaults | {"metadata": metadata_of(defaults.get("metadata"))})

    def around(self, handler: BaseCallbackHandler) -> HandlerProxy:
        """Put the same proxy around another handler."""
        return Redacting(handler)


class Passing(HandlerProxy):
    """A handler of `Redacting`, in a run that holds sanitized text alone."""

    def told(self, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Iterable[Event]:
        """Return the events that the handler inside is told instead of this one."""
        return ((args, named),)

    def around(self, handler: BaseCallbackHandler) -> HandlerProxy:
        """Put the same proxy around another handler."""
        kind: type[HandlerProxy] = type(self)
        return kind(handler)


class DeclaredLocal(Passing):
    """A handler that an outer `trace_safe` was told is local, so that an inner one leaves it alone."""


def is_local(handler: Any, local: Local) -> bool:
    """Return whether a handler may be told what is private: it hands events to the caller's own code, or is declared
    local.
    """
    kind = cast("type[Any]", type(handler))
    # Streams of events (LangChain) and of messages (LangGraph) are marked by that class: the caller gets their events.
    if kind is DeclaredLocal or isinstance(handler, _StreamingCallbackHandler):
        return True
    if kind.__module__.startswith(_PACKAGE) and not issubclass(kind, HandlerProxy):
        return True
    for one in local:
        if isinstance(one, type) and isinstance(handler, one):
            return True
        if handler is one or (kind is type(one) and _runs(handler) is _runs(one) is not None):
            return True
    return False


def _runs(handler: Any) -> Any:
    """The runs of a tracer, which its copies share."""
    return getattr(handler, "run_map", None)


def is_proxy(handler: Any, kind: type[HandlerProxy]) -> bool:
    """Return whether a handler is a proxy of a kind, which `isinstance` does not tell."""
    return type(handler) is kind


def langsmith_switched(*, on: bool) -> AbstractContextManager[None]:
    """Let LangSmith's own functions trace inside the block, or keep them from it."""
    return cast(Any, langsmith).tracing_context(enabled=on)


_In = TypeVar("_In")
_Out = TypeVar("_Out")
_OF_GRAPHS = frozenset(
    {"get_state", "aget_state", "get_state_history", "aget_state_history", "update_state", "aupdate_state"}
)


def trace_safe(runnable: Runnable[_In, _Out], local: Local = ()) -> Runnable[_In, _Out]:
    """Wrap a chain, graph or agent, so that tracers are told of its runs without their texts.

    Tracers that the environment or a context manager switches on (LangSmith's) count as well; functions with
    LangSmith's own decorator are not traced inside. The runs of a `PrivateChatModel` inside are told with sanitized
    text. Tags and names of runs are told as they are.

    Args:
        runnable: a chain, or a graph (an agent).
        local: callback handlers, or classes of them, that may be told everything.
    """
    return _TraceSafe(runnable, local)


class _TraceSafe(Runnable[Any, Any]):
    def __init__(self, bound: Runnable[Any, Any], local: Local) -> None:
        self.name = bound.name
        self.bound, self._local = bound, local

    @property
    def InputType(self) -> Any:  # noqa: N802
        return self.bound.InputType

    @property
    def OutputType(self) -> Any:  # noqa: N802
        return self.bound.OutputType

    def get_graph(self, config: RunnableConfig | None = None) -> Any:
        return self.bound.get_graph(config)

    def _config(self, config: RunnableConfig | None) -> RunnableConfig:
        given = ensure_config(config)
        # Adds the tracers that are switched on elsewhere; where they are present nobody adds them again.
        manager = CallbackManager.configure(given.get("callbacks"))
        manager.handlers = self._told(manager.handlers)
        manager.inheritable_handlers = self._told(manager.inheritable_handlers)
        return cast(RunnableConfig, {**given, "callbacks": manager})

    def _told(self, handlers: Iterable[BaseCallbackHandler]) -> list[Any]:
        told = list[Any]()
        off = get_tracing_context()["enabled"] is False
        for one in handlers:
            if off and isinstance(one, LangChainTracer):
                continue
            if is_proxy(one, Redacting) or is_proxy(one, DeclaredLocal):
                told.append(one)
            else:
                told.append(DeclaredLocal(one) if is_local(one, self._local) else Redacting(one))
        return told

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        config = self._config(config)
        with _alone():
            return self.bound.invoke(input, config, **kwargs)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        config = self._config(config)
        with _alone():
            return await self.bound.ainvoke(input, config, **kwargs)

    def batch(self, inputs: list[Any], config: Any = None, **kwargs: Any) -> list[Any]:
        configs = [self._config(one) for one in get_config_list(config, len(inputs))]
        with _alone():
            return self.bound.batch(inputs, configs, **kwargs)

    async def abatch(self, inputs: list[Any], config: Any = None, **kwargs: Any) -> list[Any]:
        configs = [self._config(one) for one in get_config_list(config, len(inputs))]
        with _alone():
            return await self.bound.abatch(inputs, configs, **kwargs)

    def stream(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Any]:
        return _steps(self.bound.stream(input, self._config(config), **kwargs))

    def transform(self, input: Iterator[Any], config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Any]:
        return _steps(self.bound.transform(input, self._config(config), **kwargs))

    def astream(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> AsyncIterator[Any]:
        return _async_steps(self.bound.astream(input, self._config(config), **kwargs))

    def atransform(
        self, input: AsyncIterator[Any], config: RunnableConfig | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        return _async_steps(self.bound.atransform(input, self._config(config), **kwargs))

    def stream_events(self, input: Any, config: Any = None, *, version: str = "v2", **kwargs: Any) -> Any:
        _check_version(version)
        return super().stream_events(input, config, version=cast(Any, version), **kwargs)

    def astream_events(self, input: Any, config: Any = None, *, version: str = "v2", **kwargs: Any) -> Any:
        _check_version(version)
        return cast(Any, super()).astream_events(input, config, version=version, **kwargs)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in _OF_GRAPHS:
            raise AttributeError(f"a chain in trace_safe has no attribute {name!r}")
        method: Callable[..., Any] = getattr(self.bound, name)

        def of_graph(config: RunnableConfig, *args: Any, **named: Any) -> Any:
            return method(self._config(config), *args, **named)

        return of_graph


def _alone() -> AbstractContextManager[None]:
    """A block in which only handlers tell LangSmith of runs: its decorators would tell it the originals."""
    return langsmith_switched(on=False)


def _steps(items: Iterator[Any]) -> Iterator[Any]:
    ended = object()
    try:
        while True:
            # Set for each step alone: a consumer between two of them is no part of the chain.
            with _alone():
                item = next(items, ended)
            if item is ended:
                return
            yield item
    finally:
        cast(Any, items).close()


async def _async_steps(items: AsyncIterator[Any]) -> AsyncIterator[Any]:
    ended = object()
    try:
        while True:
            with _alone():
                item = await anext(items, ended)
            if item is ended:
                return
            yield item
    finally:
        await cast(Any, items).aclose()


def _check_version(version: str) -> None:
    if version not in ("v1", "v2"):
        raise ConfigurationError(
            'events of version "v3" cannot be hidden from tracers', hint='use version="v2", or stream'
        )
