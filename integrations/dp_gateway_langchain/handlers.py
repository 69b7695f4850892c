"""Callback handlers that are told less than happens, or more than a run says.

A proxy passes for the handler inside it (`isinstance` included), so that LangChain adds no second tracer beside it;
only its events go another way.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeAlias, cast

import langsmith
from langchain_core.callbacks import BaseCallbackHandler

# LangChain's event streams and LangGraph's streams of messages are marked by it: they hand events to the caller.
from langchain_core.tracers._streaming import _StreamingCallbackHandler  # pyright: ignore[reportPrivateUsage]
from langchain_core.tracers.langchain import LangChainTracer

from dp_gateway_langchain.withheld import WITHHELD_EVENTS, Event, metadata_of

__all__ = ["Declared", "HandlerProxy", "Local", "Redacting", "is_local", "is_proxy", "langsmith_switched"]

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
        """What the handler is told instead of one event."""
        raise NotImplementedError

    def copy_with_metadata_defaults(self, **defaults: Any) -> HandlerProxy:
        """LangSmith's tracer is copied for every run; the copy stays behind a proxy."""
        return self.around(cast(Any, self._handler).copy_with_metadata_defaults(**defaults))

    def around(self, handler: BaseCallbackHandler) -> HandlerProxy:
        """The same proxy for another handler."""
        raise NotImplementedError


class Redacting(HandlerProxy):
    """Tells of the course of runs, without their texts; of events that are not known here it tells nothing."""

    def passing(self) -> HandlerProxy:
        """The handler inside, for a run that holds sanitized text alone."""
        return Passing(self._handler)

    def told(self, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Iterable[Event]:
        """The events that the handler inside is told instead of this one."""
        withheld = WITHHELD_EVENTS.get(name)
        return () if withheld is None else (withheld(args, named),)

    def copy_with_metadata_defaults(self, **defaults: Any) -> HandlerProxy:
        """A proxy of the handler's copy with more metadata."""
        return super().copy_with_metadata_defaults(**defaults | {"metadata": metadata_of(defaults.get("metadata"))})

    def around(self, handler: BaseCallbackHandler) -> HandlerProxy:
        """Another handler, with the same proxy around it."""
        return Redacting(handler)


class Passing(HandlerProxy):
    """A handler of `Redacting`, in a run that holds sanitized text alone."""

    def told(self, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Iterable[Event]:
        """The events that the handler inside is told instead of this one."""
        return ((args, named),)

    def around(self, handler: BaseCallbackHandler) -> HandlerProxy:
        """Another handler, with the same proxy around it."""
        kind: type[HandlerProxy] = type(self)
        return kind(handler)


class Declared(Passing):
    """A handler that was declared local further out."""


def is_local(handler: Any, local: Local) -> bool:
    """Whether a handler may be told what is private: it hands events to the caller's own code, or is declared local."""
    kind = cast("type[Any]", type(handler))
    if kind is Declared or isinstance(handler, _StreamingCallbackHandler):
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
    """Whether a handler is a proxy of a kind, which `isinstance` does not tell."""
    return type(handler) is kind


def langsmith_switched(*, on: bool) -> AbstractContextManager[None]:
    """A block in which LangSmith's own functions trace, or do not."""
    return cast(Any, langsmith).tracing_context(enabled=on)
