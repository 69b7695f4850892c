"""Sends the model calls of agents through the gateway."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langchain.agents.middleware import AgentMiddleware, ModelRequest

from dp_gateway.budget.settings import budgets_of
from dp_gateway.cache import Memory
from dp_gateway.policy import Policy, load_policy
from dp_gateway.randomness import check_key
from dp_gateway_langchain.chat_model import PrivateChatModel
from dp_gateway_langchain.doors import check_pickled, check_settings

if TYPE_CHECKING:
    _Middleware = AgentMiddleware[Any, Any, Any]
    _Request = ModelRequest[Any]
else:  # langchain 1.0 has two parameters, and none
    _Middleware, _Request = AgentMiddleware, ModelRequest

_MOST = 64
"""Models that are remembered: some middleware makes one for every call."""


class _PrivateRequest(_Request):
    """A request whose model stays private, whichever one other middleware puts in its place: a fallback, a choice."""

    _privately: Callable[[Any], PrivateChatModel]

    @classmethod
    def of(cls, request: ModelRequest[Any], privately: Callable[[Any], PrivateChatModel]) -> _PrivateRequest:
        """The same request. `privately`: makes a model private."""
        given: dict[str, Any] = {one.name: getattr(request, one.name) for one in fields(request)}
        given["model"] = privately(request.model)
        new = cls(**given)
        object.__setattr__(new, "_privately", privately)
        return new

    def override(self, **overrides: Any) -> _PrivateRequest:
        """A new request with other values."""
        return _PrivateRequest.of(super().override(**overrides), self._privately)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "model" and "_privately" in vars(self):
            value = self._privately(value)
        super().__setattr__(name, value)


class PrivacyMiddleware(_Middleware):
    """Middleware of `create_agent`: every model call is sanitized as a whole, and its reply restored.

    So are calls of the models that other middleware puts in place of the agent's, whatever the order (fallbacks,
    routers).

    The state holds the originals: a tool runs with the real address, and what it returns is sanitized with the rest
    before the model sees it. Middleware with a model of its own (a summary of the conversation) has to be given a
    `PrivateChatModel`; tracers of the agent are kept from the text by `trace_safe(agent)`.

    Args:
        policy: as of `PrivateChatModel`.
        options: of `PrivateChatModel`.

    Raises:
        ConfigurationError: a setting that `PrivateChatModel` does not have, or a policy that is none.
    """

    def __init__(self, policy: Policy | str | Path = "entities", **options: Any) -> None:
        super().__init__()
        check_settings(type(self), PrivateChatModel, options)
        if "gateway" not in options:
            load_policy(policy)
        check_key(options.get("key"))
        if options.get("budget") is not None:
            budgets_of(options["budget"])
        self._policy, self._options = policy, options
        self._models = Memory(_MOST)

    def __reduce__(self) -> tuple[Callable[..., PrivacyMiddleware], tuple[Any, ...]]:
        check_pickled(type(self), self._options)
        return partial(type(self), **self._options), (self._policy,)

    def wrap_model_call(self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Any]) -> Any:
        """Call the model of an agent through the gateway."""
        return handler(self._private(request))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[Any]]
    ) -> Any:
        """Call the model of an agent through the gateway."""
        return await handler(self._private(request))

    def _private(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        return _PrivateRequest.of(request, self._privately)

    def _privately(self, model: Any) -> PrivateChatModel:
        if isinstance(model, PrivateChatModel):
            return model
        # While a model is remembered it lives, and no other one has its id.
        return self._models.recall(lambda: PrivateChatModel(model, self._policy, **self._options), str(id(model)))
