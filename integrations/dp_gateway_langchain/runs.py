"""What the run of the model inside is told to: who hears of it, and in whose words.

There is one run. Handlers are told the sanitized text, in the run's metadata too; local ones are told the originals.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from langchain_core.callbacks import BaseCallbackHandler, BaseCallbackManager
from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig

from dp_gateway.exchange import Exchange
from dp_gateway_langchain.handlers import Local, Redacting, is_local, is_proxy
from dp_gateway_langchain.restoring import Restoring
from dp_gateway_langchain.withheld import is_plain_key

__all__ = ["TracedText", "config_inside", "private_metadata"]


class TracedText(UserWarning):
    """A chain or an agent around a private model told a tracer what the user wrote, before the model was asked."""


def private_metadata(config: RunnableConfig) -> dict[str, Any]:
    """The part of a run's metadata that may say who the user is, as JSON; other values are left out."""
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
    """The configuration of the model inside.

    Args:
        config: of the private model.
        exchange: the request.
        messages: of the request, as the caller gave them.
        sanitized: of `private_metadata`.
        local: who may be told what is private.
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
