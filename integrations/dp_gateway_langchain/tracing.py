"""Chains and agents whose tracers are told no private text.

chain = trace_safe(prompt | PrivateChatModel(model) | parser)

A tracer is told of every run of a chain, with its inputs and outputs, before any model is asked: what the user wrote is
in them. Here it is told of those runs without their texts, and of the runs of private models with sanitized text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from langchain_core.callbacks import BaseCallbackHandler, CallbackManager
from langchain_core.runnables import Runnable, RunnableConfig, ensure_config
from langchain_core.runnables.base import RunnableBindingBase

from dp_gateway_langchain.handlers import Declared, Local, Redacting, is_local

__all__ = ["trace_safe"]

_In = TypeVar("_In")
_Out = TypeVar("_Out")
_OF_GRAPHS = frozenset(
    {"get_state", "aget_state", "get_state_history", "aget_state_history", "update_state", "aupdate_state"}
)


def trace_safe(runnable: Runnable[_In, _Out], local: Local = ()) -> Runnable[_In, _Out]:
    """The same chain, graph or agent; tracers are told of its runs without their texts.

    Tracers that the environment or a context manager switches on (LangSmith's) count as well. The runs of a
    `PrivateChatModel` inside are told with sanitized text. Tags and names of runs are told as they are.

    Args:
        runnable: a chain, or a graph (an agent).
        local: callback handlers, or classes of them, that may be told everything.
    """
    return cast(Any, _TraceSafe(bound=runnable, local=tuple(local)))


class _TraceSafe(RunnableBindingBase[Any, Any]):
    """Stands before a runnable; whatever way it is called, its configuration comes through `_merge_configs`."""

    local: tuple[Any, ...] = ()

    def _merge_configs(self, *configs: RunnableConfig | None) -> RunnableConfig:
        config = ensure_config(super()._merge_configs(*configs))
        # Adds the tracers that are switched on elsewhere; where they are present nobody adds them again.
        manager = CallbackManager.configure(config.get("callbacks"))
        manager.handlers = [self._told(one) for one in manager.handlers]
        manager.inheritable_handlers = [self._told(one) for one in manager.inheritable_handlers]
        return cast(RunnableConfig, {**config, "callbacks": manager})

    def _told(self, handler: BaseCallbackHandler) -> Any:
        if type(handler) is Redacting or type(handler) is Declared:
            return handler
        return Declared(handler) if is_local(handler, self.local) else Redacting(handler)

    def __getattr__(self, name: str) -> Any:
        if name not in _OF_GRAPHS:
            return super().__getattr__(name)
        method: Callable[..., Any] = getattr(self.bound, name)
        return lambda config, *args, **named: method(self._merge_configs(config), *args, **named)
