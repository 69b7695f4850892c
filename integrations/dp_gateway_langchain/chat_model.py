"""Puts a gateway before any chat model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from typing import Any, cast

from langchain_core.callbacks import BaseCallbackHandler, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatResult, LLMResult
from langchain_core.runnables import Runnable, RunnableConfig, ensure_config
from langchain_core.runnables.config import get_config_list, merge_configs
from langchain_core.utils.function_calling import convert_to_openai_tool

from dp_gateway.errors import ConfigurationError, MalformedRequest
from dp_gateway.exchange import Exchange, already_sanitized
from dp_gateway.judging.hooks import Judging
from dp_gateway.second_step import SecondStep
from dp_gateway_langchain.calls import CallRequest, PrivateCall, answering
from dp_gateway_langchain.chain import Configs, sent_in
from dp_gateway_langchain.doors import DoorFields, attempt
from dp_gateway_langchain.replies import rebound
from dp_gateway_langchain.requests import LANGCHAIN
from dp_gateway_langchain.streams import async_event_stream, event_stream

_OF_THE_MODEL = ("cache", "rate_limiter", "disable_streaming", "output_version")


class PrivateChatModel(DoorFields, BaseChatModel):
    """A chat model whose prompts are sanitized before it sees them, and whose replies are restored.

    It opens no run of its own: callbacks and tracers are told of the run of the model inside, with sanitized text. What
    hands events to the caller's own code (`astream_events`, LangGraph's `stream_mode="messages"`) is told the
    originals.

    Attributes:
        model: any chat model.
        local: callback handlers, or classes of them, that may be told the originals.
        judging: a judge beside the traffic; see `dp_gateway.judging.hooks`.
        second_step: a local model corrects the text of replies; see `dp_gateway.second_step`. What became of it is in
            `response_metadata["dp_second_step"]`.

    Raises:
        ConfigurationError: a setting cannot be used, or belongs to the model inside.
    """

    model: BaseChatModel
    local: Sequence[BaseCallbackHandler | type[BaseCallbackHandler]] = ()
    judging: Judging | None = None
    second_step: SecondStep | None = None

    def __init__(self, model: BaseChatModel | None = None, policy: Any = "entities", **options: Any) -> None:
        # Here, since pydantic would make another error of it.
        for name in _OF_THE_MODEL:
            usual = type(self).model_fields[name].get_default(call_default_factory=True)
            # A model with configurable fields is made again with all that it has.
            if options.get(name, usual) != usual:
                raise ConfigurationError(
                    f"{name} belongs to the model inside", hint=f"PrivateChatModel(Model(..., {name}=...))"
                )
        if model is not None and not isinstance(model, BaseChatModel):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ConfigurationError(
                f"{type(model).__name__} is no chat model",
                hint="give the chat model itself, and bind tools and settings to the PrivateChatModel",
            )
        if getattr(model, "use_previous_response_id", False):
            raise ConfigurationError(
                "use_previous_response_id has no effect behind a PrivateChatModel: the whole conversation is sent",
                hint="leave it out; the server keeps conversations at the provider, see its setting [kept]",
            )
        given: dict[str, Any] = options if model is None else {"model": model, **options}
        super().__init__(policy=policy, **given)

    def _resolve_model_profile(self) -> Any:
        return getattr(self.model, "profile", None)

    @property
    def _llm_type(self) -> str:
        return f"private-{self.model._llm_type}"

    @property
    def model_name(self) -> str | None:
        """Name of the model inside; None where it has none."""
        inside = cast(Any, self.model)
        return getattr(inside, "model_name", None) or getattr(inside, "model", None)

    def _get_ls_params(self, stop: list[str] | None = None, **kwargs: Any) -> Any:
        return self.model._get_ls_params(stop=stop, **kwargs)

    def _open(
        self, given: LanguageModelInput, config: RunnableConfig, stop: list[str] | None, arguments: dict[str, Any]
    ) -> PrivateCall:
        if isinstance(given, PrivateCall):
            return given
        if isinstance(given, Exception):
            raise given
        asked = self._asked(given, config, stop, arguments)
        return self._judged(PrivateCall.open(self._door, self.epsilon, asked, self.local))

    def _asked(
        self, given: LanguageModelInput, config: RunnableConfig, stop: list[str] | None, arguments: dict[str, Any]
    ) -> CallRequest:
        try:
            messages = self._convert_input(given).to_messages()
        except Exception:
            # The text of LangChain's error shows the input.
            raise MalformedRequest(
                "the input cannot be read as messages", hint="give a text, a prompt value, or a list of messages"
            ) from None
        if stop is not None:
            arguments = {**arguments, "stop": stop}
        return CallRequest.of(messages, arguments, self._config(config))

    def _judged(self, call: PrivateCall) -> PrivateCall:
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

    def _called(self, asked: CallRequest | Exception, exchange: Exchange | Exception) -> PrivateCall | Exception:
        if isinstance(asked, Exception) or isinstance(exchange, Exception):
            return cast(Exception, exchange)
        return self._judged(PrivateCall(exchange, asked, self.local))

    def batch(
        self,
        inputs: list[LanguageModelInput],
        config: Configs = None,
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
        config: Configs = None,
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
        config: Configs = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> Iterator[tuple[int, AIMessage | Exception]]:
        """Yield the answers of several inputs as they come; all are sanitized before the first is sent."""
        configs = get_config_list(config, len(inputs))
        opened = self._open_many(inputs, configs, kwargs, returns=return_exceptions)
        options: Any = {"return_exceptions": return_exceptions, **kwargs}
        yield from super().batch_as_completed(opened, configs, **options)

    async def abatch_as_completed(  # type: ignore[override]
        self,
        inputs: Sequence[LanguageModelInput],
        config: Configs = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> AsyncIterator[tuple[int, AIMessage | Exception]]:
        """Yield the answers of several inputs as they come, as `batch_as_completed` gives them."""
        configs = get_config_list(config, len(inputs))
        opened = await asyncio.to_thread(self._open_many, inputs, configs, kwargs, returns=return_exceptions)
        options: Any = {"return_exceptions": return_exceptions, **kwargs}
        async for done in super().abatch_as_completed(opened, configs, **options):
            yield done

    def invoke(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> AIMessage:
        """Sanitize the messages, ask the model inside, and restore its answer."""
        call = self._open(input, ensure_config(config), stop, kwargs)
        with already_sanitized(call.texts), answering():
            reply = self.model.invoke(call.messages, call.config, **call.arguments)
        return call.corrected(reply)

    async def ainvoke(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> AIMessage:
        """Sanitize the messages, ask the model inside, and restore its answer."""
        # Beside the event loop: a model may have to look at the texts.
        call = await asyncio.to_thread(self._open, input, ensure_config(config), stop, kwargs)
        with already_sanitized(call.texts), answering():
            reply = await self.model.ainvoke(call.messages, call.config, **call.arguments)
        return await call.acorrected(reply)

    def stream(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> Iterator[AIMessageChunk]:
        """Sanitize the messages, and restore the chunks of the answer as they come."""
        call = self._open(input, ensure_config(config), stop, kwargs)
        chunks = self.model.stream(call.messages, call.config, **call.arguments)
        try:
            while True:
                # Set for each step alone: a consumer between two of them is no part of this call.
                with already_sanitized(call.texts):
                    chunk = next(chunks, None)
                if chunk is None:
                    break
                yield from call.feed(chunk)
        finally:
            if close := getattr(chunks, "close", None):
                close()
        yield from call.close()

    async def astream(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[AIMessageChunk]:
        """Sanitize the messages, and restore the chunks of the answer as they come."""
        call = await asyncio.to_thread(self._open, input, ensure_config(config), stop, kwargs)
        chunks = self.model.astream(call.messages, call.config, **call.arguments)
        try:
            while True:
                with already_sanitized(call.texts):
                    chunk = await anext(chunks, None)
                if chunk is None:
                    break
                for one in call.feed(chunk):
                    yield one
        finally:
            if close := getattr(chunks, "aclose", None):
                await close()
        for one in await call.aclose():
            yield one

    def _chat_model_stream_v3(self, input: LanguageModelInput, config: Any = None, **kwargs: Any) -> Any:
        return event_stream(self.stream(input, config, **kwargs))

    async def _achat_model_stream_v3(self, input: LanguageModelInput, config: Any = None, **kwargs: Any) -> Any:
        return async_event_stream(self.astream(input, config, **kwargs))

    def generate(
        self, messages: list[list[BaseMessage]], stop: list[str] | None = None, callbacks: Any = None, **kwargs: Any
    ) -> LLMResult:
        """Answer lists of messages, each through the gateway."""
        config, rest = _config(callbacks, kwargs)
        results = list[LLMResult]()
        for one in messages:
            call = self._open(one, config, stop, rest)
            with already_sanitized(call.texts):
                results.append(call.result(self.model.generate([call.messages], **call.options)))
        return self._together(results)

    async def agenerate(
        self, messages: list[list[BaseMessage]], stop: list[str] | None = None, callbacks: Any = None, **kwargs: Any
    ) -> LLMResult:
        """Answer lists of messages, each through the gateway."""
        config, rest = _config(callbacks, kwargs)

        async def result(one: list[BaseMessage]) -> LLMResult:
            call = await asyncio.to_thread(self._open, one, config, stop, rest)
            with already_sanitized(call.texts):
                result = await self.model.agenerate([call.messages], **call.options)
            return await call.aresult(result)

        return self._together(await asyncio.gather(*map(result, messages)))

    def _together(self, results: Sequence[LLMResult]) -> LLMResult:
        runs = [run for one in results for run in one.run or ()]
        output = self.model._combine_llm_outputs([one.llm_output for one in results])
        return LLMResult(
            generations=[row for one in results for row in one.generations], llm_output=output, run=runs or None
        )

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        result = self.generate([messages], stop=stop, **kwargs)
        return ChatResult(generations=cast(Any, result.generations[0]), llm_output=result.llm_output)

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[LanguageModelInput, AIMessage]:
        """Make a private model that knows these tools."""
        return rebound(self.model.bind_tools(tools, **kwargs), self.model, self)

    def with_structured_output(self, schema: Any, **kwargs: Any) -> Runnable[LanguageModelInput, Any]:
        """Make a private model that answers in this form; parsers read the restored reply."""
        return rebound(self.model.with_structured_output(schema, **kwargs), self.model, self)

    def get_num_tokens_from_messages(self, messages: list[BaseMessage], tools: Sequence[Any] | None = None) -> int:
        """Count the tokens of what is sent, which some models ask their provider to count."""
        # A provider that counts is told the tools as well.
        given = {"tools": [convert_to_openai_tool(one) for one in tools]} if tools else {}
        call = self._open(messages, ensure_config(), None, given)
        return self.model.get_num_tokens_from_messages(call.messages, **call.arguments)

    def get_token_ids(self, text: str) -> list[int]:
        """Return the ids of the tokens of a text once it is sanitized, as the model inside counts them."""
        return self.model.get_token_ids(self._open(text, ensure_config(), None, {}).messages[0].text)


def _config(callbacks: Any, options: dict[str, Any]) -> tuple[RunnableConfig, dict[str, Any]]:
    named = {"tags", "metadata", "run_name", "run_id"}
    config = {name: value for name, value in options.items() if name in named and value is not None}
    # The conversation: `generate` is told nothing else of the configuration around it.
    config |= {"configurable": ensure_config().get("configurable"), "callbacks": callbacks}
    rest = {name: value for name, value in options.items() if name not in named}
    return cast(RunnableConfig, config), rest
