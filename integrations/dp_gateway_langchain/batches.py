"""How a private model opens its calls: one by one, or the inputs of a batch together.

The base class runs a batch, with its threads or tasks, `max_concurrency` and exceptions: what it hands to `invoke` has
been sanitized with all the others. The model inside is asked once for each input: its keyword arguments hold text too,
and what replaces that differs from conversation to conversation, which one `batch` of its own has no place for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from typing import Any, cast

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import get_config_list, merge_configs

from dp_gateway.errors import MalformedRequest
from dp_gateway.exchange import Exchange
from dp_gateway.judging.hooks import Judging
from dp_gateway.second_step import SecondStep
from dp_gateway_langchain.calls import Asked, Call
from dp_gateway_langchain.doors import DoorFields, attempt
from dp_gateway_langchain.links import sent_in
from dp_gateway_langchain.requests import LANGCHAIN

__all__ = ["BatchingModel"]


class BatchingModel(DoorFields, BaseChatModel):
    """A model before which calls are opened.

    Attributes:
        model, local, judging, second_step: as of `PrivateChatModel`.
    """

    model: BaseChatModel
    local: Sequence[BaseCallbackHandler | type[BaseCallbackHandler]] = ()
    judging: Judging | None = None
    second_step: SecondStep | None = None

    def _open(
        self, given: LanguageModelInput, config: RunnableConfig, stop: list[str] | None, arguments: dict[str, Any]
    ) -> Call:
        if isinstance(given, Call):
            return given
        if isinstance(given, Exception):
            raise given
        asked = self._asked(given, config, stop, arguments)
        return self._judged(Call.open(self._door, self.epsilon, asked, self.local))

    def _asked(
        self, given: LanguageModelInput, config: RunnableConfig, stop: list[str] | None, arguments: dict[str, Any]
    ) -> Asked:
        try:
            messages = self._convert_input(given).to_messages()
        except Exception:
            # The text of LangChain's error shows the input.
            raise MalformedRequest(
                "the input cannot be read as messages", hint="give a text, a prompt value, or a list of messages"
            ) from None
        if stop is not None:
            arguments = {**arguments, "stop": stop}
        return Asked.of(messages, arguments, self._config(config))

    def _judged(self, call: Call) -> Call:
        if self.judging is not None:
            call.sample = self.judging.sample(call.exchange, route="langchain")
        if self.second_step is not None:
            call.correct(self.second_step)
        return call

    def _config(self, config: RunnableConfig) -> RunnableConfig:
        """The configuration of a call with the model's own tags, metadata and callbacks."""
        # What LangChain says of its versions, the model inside says too.
        metadata = {name: one for name, one in (self.metadata or {}).items() if name != "lc_versions"}
        own = {"tags": self.tags, "metadata": metadata, "callbacks": self.callbacks}
        given = cast(RunnableConfig, {name: one for name, one in own.items() if one})
        return merge_configs(given, config) if given else config

    def _open_many(
        self, inputs: Sequence[Any], configs: Sequence[RunnableConfig], arguments: dict[str, Any], *, returns: bool
    ) -> list[Any]:
        """Inputs for `_open`: opened calls, or where `returns` is set what went wrong with one."""
        if any(map(sent_in, configs)):
            # A `PromptSanitizer` of the same chain has sanitized them: there is nothing to be done together.
            return list(inputs)
        asked = [
            attempt(partial(self._asked, one, config, None, arguments), return_exceptions=returns)
            for one, config in zip(inputs, configs, strict=True)
        ]
        bodies = [one if isinstance(one, Exception) else one.body for one in asked]
        exchanges = self._door.open_many(LANGCHAIN, bodies, configs, self.epsilon, return_exceptions=returns)
        return [
            attempt(partial(self._called, *each), return_exceptions=returns)
            for each in zip(asked, exchanges, strict=True)
        ]

    def _called(self, asked: Asked | Exception, exchange: Exchange | Exception) -> Call | Exception:
        if isinstance(asked, Exception) or isinstance(exchange, Exception):
            return cast(Exception, exchange)
        return self._judged(Call(exchange, asked, self.local))

    def batch(
        self,
        inputs: list[LanguageModelInput],
        config: RunnableConfig | list[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[AIMessage]:
        """Answer several inputs; all are sanitized before the first is sent."""
        configs = get_config_list(config, len(inputs))
        opened = self._open_many(inputs, configs, kwargs, returns=return_exceptions)
        return super().batch(opened, configs, return_exceptions=return_exceptions, **kwargs)

    async def abatch(
        self,
        inputs: list[LanguageModelInput],
        config: RunnableConfig | list[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[AIMessage]:
        """Answer several inputs, as `batch` does."""
        configs = get_config_list(config, len(inputs))
        opened = await asyncio.to_thread(self._open_many, inputs, configs, kwargs, returns=return_exceptions)
        return await super().abatch(opened, configs, return_exceptions=return_exceptions, **kwargs)

    def batch_as_completed(  # type: ignore[override]
        self,
        inputs: Sequence[LanguageModelInput],
        config: RunnableConfig | Sequence[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> Iterator[tuple[int, AIMessage | Exception]]:
        """Answers of several inputs as they come; all are sanitized before the first is sent."""
        configs = get_config_list(config, len(inputs))
        opened = self._open_many(inputs, configs, kwargs, returns=return_exceptions)
        options: Any = {"return_exceptions": return_exceptions, **kwargs}
        yield from super().batch_as_completed(opened, configs, **options)

    async def abatch_as_completed(  # type: ignore[override]
        self,
        inputs: Sequence[LanguageModelInput],
        config: RunnableConfig | Sequence[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> AsyncIterator[tuple[int, AIMessage | Exception]]:
        """Answers of several inputs as they come, as `batch_as_completed` gives them."""
        configs = get_config_list(config, len(inputs))
        opened = await asyncio.to_thread(self._open_many, inputs, configs, kwargs, returns=return_exceptions)
        options: Any = {"return_exceptions": return_exceptions, **kwargs}
        async for done in super().abatch_as_completed(opened, configs, **options):
            yield done
