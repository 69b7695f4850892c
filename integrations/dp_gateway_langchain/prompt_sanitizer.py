"""A step of a chain that sanitizes the prompt before a model sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from langchain_core.runnables import ConfigurableFieldSpec, RunnableConfig, RunnableSerializable, ensure_config
from langchain_core.runnables.config import get_config_list

from dp_gateway.exchange import Exchange
from dp_gateway.policy import Policy
from dp_gateway_langchain import links
from dp_gateway_langchain.documents import with_originals
from dp_gateway_langchain.doors import DoorFields, attempt
from dp_gateway_langchain.prompts import PROMPT, body_from, prompt_from

__all__ = ["PromptSanitizer"]

_SPECS = (
    ConfigurableFieldSpec(id="policy", annotation=str | None, name="Policy", description="A preset or a TOML file.",
                          default=None, is_shared=True),
    ConfigurableFieldSpec(id="epsilon", annotation=float | None, name="Epsilon", description="Of words and phrases.",
                          default=None, is_shared=True),
    ConfigurableFieldSpec(id="conversation", annotation=str | None, name="Conversation",
                          description="What draws are shared within.", default=None, is_shared=True),
)  # fmt: skip


_TOGETHER = 128
"""Prompts that are opened at once. Of a thousand that wait, the collector of cycles takes as long as their draws."""


class PromptSanitizer(DoorFields, RunnableSerializable[Any, Any]):
    """`PromptSanitizer(policy) | model | ReplyRestorer()`: the model sees sanitized text alone.

    Takes a text, a prompt value, messages, or a dict of prompt variables (texts, JSON, messages, documents), and gives
    the same kind. All of a dict is sanitized together: documents and the question about them share their surrogates.
    Per call, `policy`, `epsilon` and `conversation` of `config["configurable"]` go before its own.

    It opens no run of its own, so it tells callbacks nothing; the chain around it is traced as all chains are.
    """

    def __init__(self, policy: Policy | str | Path = "entities", **options: Any) -> None:
        super().__init__(policy=policy, **options)

    @property
    def InputType(self) -> Any:  # noqa: N802
        """Any prompt."""
        return Any

    @property
    def OutputType(self) -> Any:  # noqa: N802
        """What goes in."""
        return Any

    @property
    def config_specs(self) -> list[ConfigurableFieldSpec]:
        """What a call may set in `config["configurable"]`."""
        return list(_SPECS)

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Sanitize a prompt.

        Raises:
            RequestError: it is no prompt, or holds what is refused.
            GatewayError: it cannot be sanitized.
        """
        config = ensure_config(config)
        exchange = self._door.open(PROMPT, _body(input, config), config, self.epsilon)
        return _sent(input, config, exchange)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Sanitize the prompt, as `invoke` does, beside the event loop: a model may have to look at the texts."""
        return await asyncio.to_thread(self.invoke, input, ensure_config(config))

    def batch(
        self,
        inputs: list[Any],
        config: RunnableConfig | list[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[Any]:
        """Many prompts at once: what `invoke` gives for each, in less time."""
        configs = get_config_list(config, len(inputs))
        done: list[Any] = []
        for start in range(0, len(inputs), _TOGETHER):
            part = inputs[start : start + _TOGETHER], configs[start : start + _TOGETHER]
            opened = self._opened(*part, return_exceptions=return_exceptions)
            for one, own, exchange in zip(*part, opened, strict=True):
                done.append(exchange if isinstance(exchange, Exception) else _sent(one, own, exchange))
        return done

    async def abatch(
        self,
        inputs: list[Any],
        config: RunnableConfig | list[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[Any]:
        """Sanitize several prompts together, as `batch` does."""
        configs = get_config_list(config, len(inputs))
        return await asyncio.to_thread(self.batch, inputs, configs, return_exceptions=return_exceptions)

    def _opened(
        self, inputs: Sequence[Any], configs: Sequence[RunnableConfig], *, return_exceptions: bool
    ) -> list[Exchange | Exception]:
        bodies = [
            attempt(partial(_body, one, config), return_exceptions=return_exceptions)
            for one, config in zip(inputs, configs, strict=True)
        ]
        return self._door.open_many(PROMPT, bodies, configs, self.epsilon, return_exceptions=return_exceptions)


def _body(given: Any, config: RunnableConfig) -> dict[str, Any]:
    return with_originals(body_from(given), config)


def _sent(given: Any, config: RunnableConfig, exchange: Exchange) -> Any:
    links.put(config, exchange)
    return prompt_from(exchange.body, given)
