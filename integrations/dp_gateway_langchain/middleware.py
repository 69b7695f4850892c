"""Agents whose model calls go through the gateway."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langchain.agents.middleware import AgentMiddleware, ModelRequest

from dp_gateway.policy import Policy
from dp_gateway_langchain.chat_model import PrivateChatModel

if TYPE_CHECKING:
    _Middleware = AgentMiddleware[Any, Any, Any]
else:  # langchain 1.0 has two parameters
    _Middleware = AgentMiddleware


class PrivacyMiddleware(_Middleware):
    """Middleware of `create_agent`: every model call is sanitized as a whole, and its reply restored.

    The state holds the originals: a tool runs with the real address, and what it returns is sanitized with the rest
    before the model sees it. Middleware with a model of its own (a summary of the conversation) has to be given a
    `PrivateChatModel`; tracers of the agent are kept from the text by `trace_safe(agent)`.

    Args:
        policy: as of `PrivateChatModel`.
        options: of `PrivateChatModel`.
    """

    def __init__(self, policy: Policy | str | Path = "entities", **options: Any) -> None:
        super().__init__()
        self._policy, self._options = policy, options
        self._models: dict[int, PrivateChatModel] = {}

    def wrap_model_call(self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Any]) -> Any:
        """Call the model of an agent through the gateway."""
        return handler(self._private(request))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[Any]]
    ) -> Any:
        """Call the model of an agent through the gateway."""
        return await handler(self._private(request))

    def _private(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        model = request.model
        if isinstance(model, PrivateChatModel):
            return request
        known = self._models.get(id(model))
        if known is None or known.model is not model:
            known = self._models[id(model)] = PrivateChatModel(model, self._policy, **self._options)
        return request.override(model=known)
