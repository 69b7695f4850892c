"""Chains that a model makes of itself, made of its private twin."""

from __future__ import annotations

from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableBinding, RunnableParallel, RunnableSequence

from dp_gateway.errors import ConfigurationError

__all__ = ["rebound"]


def rebound(chain: Runnable[Any, Any], model: BaseChatModel, private: BaseChatModel) -> Runnable[Any, Any]:
    """A chain of bindings, sequences and maps that begins with a model, beginning with its twin instead.

    Raises:
        ConfigurationError: the model does not stand where it was expected; it would be called without a gateway.
    """
    if chain is model:
        return private
    if isinstance(chain, RunnableBinding):
        bound = cast(Any, chain)
        return bound.model_copy(update={"bound": rebound(bound.bound, model, private)})
    if isinstance(chain, RunnableSequence):
        first, *rest = cast(Any, chain).steps
        return RunnableSequence(rebound(first, model, private), *rest)
    if isinstance(chain, RunnableParallel):
        steps = cast(Any, chain).steps__
        return RunnableParallel({name: rebound(step, model, private) for name, step in steps.items()})
    raise ConfigurationError(
        f"{type(model).__name__} makes a chain that the gateway cannot stand before",
        hint="call it without tools or structured output, or use `PromptSanitizer | chain | ReplyRestorer()`",
    )
