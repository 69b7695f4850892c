"""Chains and agents whose tracers are told no private text.

chain = trace_safe(prompt | PrivateChatModel(model) | parser)

A tracer is told of every run of a chain, with its inputs and outputs, before any model is asked: what the user wrote is
in them. Here it is told of those runs without their texts, and of the runs of private models with sanitized text.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any, TypeVar, cast

from langchain_core.callbacks import BaseCallbackHandler, CallbackManager
from langchain_core.runnables import Runnable, RunnableConfig, ensure_config
from langchain_core.runnables.config import get_config_list
from langchain_core.tracers.langchain import LangChainTracer
from langsmith import get_tracing_context

from dp_gateway.errors import ConfigurationError
from dp_gateway_langchain.handlers import Declared, Local, Redacting, is_local, is_proxy, langsmith_switched

__all__ = ["trace_safe"]

_In = TypeVar("_In")
_Out = TypeVar("_Out")
_OF_GRAPHS = frozenset(
    {"get_state", "aget_state", "get_state_history", "aget_state_history", "update_state", "aupdate_state"}
)


def trace_safe(runnable: Runnable[_In, _Out], local: Local = ()) -> Runnable[_In, _Out]:
    """The same chain, graph or agent; tracers are told of its runs without their texts.

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
            if is_proxy(one, Redacting) or is_proxy(one, Declared):
                told.append(one)
            else:
                told.append(Declared(one) if is_local(one, self._local) else Redacting(one))
        return told

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        config = self._config(config)
        with _alone():
            return self.bound.invoke(input, config, **kwargs)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
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

    def stream(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Any]:  # noqa: A002
        return _steps(self.bound.stream(input, self._config(config), **kwargs))

    def transform(self, input: Iterator[Any], config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Any]:  # noqa: A002
        return _steps(self.bound.transform(input, self._config(config), **kwargs))

    def astream(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> AsyncIterator[Any]:  # noqa: A002
        return _async_steps(self.bound.astream(input, self._config(config), **kwargs))

    def atransform(
        self,
        input: AsyncIterator[Any],  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[Any]:
        return _async_steps(self.bound.atransform(input, self._config(config), **kwargs))

    def stream_events(self, input: Any, config: Any = None, *, version: str = "v2", **kwargs: Any) -> Any:  # noqa: A002
        _check_version(version)
        return super().stream_events(input, config, version=cast(Any, version), **kwargs)

    def astream_events(self, input: Any, config: Any = None, *, version: str = "v2", **kwargs: Any) -> Any:  # noqa: A002
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
    """LangSmith is told by the handlers alone: what it is told by decorators would be the originals."""
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
