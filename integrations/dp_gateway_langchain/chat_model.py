"""Any chat model, with a gateway before it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, cast

from langchain_core.callbacks import BaseCallbackHandler, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatResult, LLMResult
from langchain_core.runnables import Runnable, RunnableConfig, ensure_config
from langchain_core.runnables.config import get_config_list, merge_configs
from pydantic import BaseModel

from dp_gateway.errors import ConfigurationError, MalformedReply, MalformedRequest
from dp_gateway.exchange import Exchange, already_sanitized
from dp_gateway.judging.hooks import Judging, Sample
from dp_gateway.second_step import Rewriting, SecondStep
from dp_gateway_langchain.chain import sent_in
from dp_gateway_langchain.doors import Door, DoorFields, attempt
from dp_gateway_langchain.replies import (
    ChunkCorrector,
    ChunkRestorer,
    acorrected,
    acorrected_result,
    as_json_schema,
    async_event_stream,
    corrected,
    corrected_result,
    event_stream,
    is_class,
    parsed,
    rebound,
    restored,
    told_format,
    traced_format,
)
from dp_gateway_langchain.requests import LANGCHAIN, RUN_METADATA, body_of, messages_of
from dp_gateway_langchain.runs import config_inside, private_metadata, restored_result
from dp_gateway_langchain.tracing import Local

_RUN = re.compile(r"(?:lc_)?run--([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
"""The id that LangChain gives a reply whose model gave none: that of the run, which feedback is for."""

_TRACED_FORMAT = ("ls_structured_output_format", "structured_output_format")


class Asked(NamedTuple):
    """What is asked of a private model.

    Attributes:
        messages, config: as the caller gave them.
        body: messages and arguments as one request.
        schema: the class that the reply is parsed as.
    """

    messages: list[BaseMessage]
    config: RunnableConfig
    body: dict[str, Any]
    schema: type[BaseModel] | None

    @classmethod
    def of(cls, messages: list[BaseMessage], arguments: Mapping[str, Any], config: RunnableConfig) -> Asked:
        """Messages and keyword arguments of a call.

        Raises:
            GatewayError: it cannot be read.
        """
        sent = {name: value for name, value in arguments.items() if name not in _TRACED_FORMAT}
        for name in _TRACED_FORMAT:
            if traced := traced_format(arguments.get(name)):
                sent[_TRACED_FORMAT[0]] = traced
        schema = sent.get("response_format")
        if is_class(schema):
            sent["response_format"] = as_json_schema(cast(type[BaseModel], schema))
        if metadata := private_metadata(config):
            sent[RUN_METADATA] = metadata
        return cls(messages, config, body_of(messages, sent), schema if is_class(schema) else None)


class Call:
    """A call that may go on to the model inside.

    Attributes:
        exchange: the request.
        texts: what may leave.
        messages, arguments, config: for the model inside.
        sample: where the reply is to be judged.
    """

    sample: Sample | None = None
    _rewriting: Rewriting | None = None
    _corrector: ChunkCorrector | None = None

    def __init__(self, exchange: Exchange, asked: Asked, local: Local) -> None:
        self.exchange, self._schema = exchange, asked.schema
        self.texts = exchange.request.outgoing
        self.messages = messages_of(exchange.body)
        self.arguments = {name: one for name, one in exchange.body.items() if name not in ("messages", RUN_METADATA)}
        if (traced := self.arguments.get(_TRACED_FORMAT[0])) is not None:
            self.arguments[_TRACED_FORMAT[0]] = told_format(traced)
        metadata: dict[str, Any] = exchange.body.get(RUN_METADATA) or {}
        self.config = config_inside(asked.config, exchange, asked.messages, metadata, local)
        self._chunks: ChunkRestorer | None = None
        self._whole: AIMessageChunk | None = None

    @property
    def options(self) -> dict[str, Any]:
        """Keyword arguments of the model's `generate`."""
        named = ("callbacks", "tags", "metadata", "run_name", "run_id")
        return self.arguments | {name: value for name in named if (value := self.config.get(name)) is not None}

    @classmethod
    def open(cls, door: Door, epsilon: float | None, asked: Asked, local: Local) -> Call:
        """Sanitize a call.

        Raises:
            GatewayError: it cannot be sanitized.
        """
        # A `PromptSanitizer` of the same chain has sanitized them.
        with already_sanitized(sent_in(asked.config)):
            exchange = door.open(LANGCHAIN, asked.body, asked.config, epsilon)
        return cls(exchange, asked, local)

    def correct(self, second_step: SecondStep) -> None:
        """Have the text of the reply corrected, where it is neither JSON nor an object that was asked for."""
        if self._schema is None and (rewriting := second_step.of(self.exchange)) is not None:
            self._rewriting, self._corrector = rewriting, ChunkCorrector(rewriting)

    def corrected(self, reply: Any) -> AIMessage:
        """A whole reply as `restored`, its text corrected.

        Raises:
            MalformedReply: it is no message.
        """
        message = self.restored(reply)
        return message if self._rewriting is None else corrected(message, self._rewriting)

    async def acorrected(self, reply: Any) -> AIMessage:
        """`corrected` without blocking the event loop."""
        message = self.restored(reply)
        return message if self._rewriting is None else await acorrected(message, self._rewriting)

    def restored(self, reply: Any) -> AIMessage:
        """A whole reply with the originals.

        Raises:
            MalformedReply: it is no message.
        """
        if not isinstance(reply, AIMessage):
            raise _nothing()
        self._judge(reply)
        message = restored(reply, self.exchange.reply.texts)
        if self._schema is not None and (value := parsed(message, self._schema)) is not None:
            message.additional_kwargs = {**message.additional_kwargs, "parsed": value}
        return message

    def result(self, result: LLMResult) -> LLMResult:
        """All generations with the originals, their texts corrected."""
        restored = self._restored(result)
        return restored if self._rewriting is None else corrected_result(restored, self._rewriting)

    async def aresult(self, result: LLMResult) -> LLMResult:
        """`result` without blocking the event loop."""
        restored = self._restored(result)
        return restored if self._rewriting is None else await acorrected_result(restored, self._rewriting)

    def _restored(self, result: LLMResult) -> LLMResult:
        first: Any = next((one for row in result.generations for one in row), None)
        self._judge(getattr(first, "message", None))
        return restored_result(result, self.exchange)

    def feed(self, chunk: Any) -> list[Any]:
        """A chunk in; those that may go out now."""
        if not isinstance(chunk, AIMessageChunk):  # a model that does not stream
            message = self.restored(chunk)
            return [message] if self._corrector is None else self._corrector.hold(message)
        if self._chunks is None:
            self._chunks = ChunkRestorer(self.exchange.reply.texts)
        self._show(chunk)
        chunks = self._noted(self._chunks.feed(chunk))
        return chunks if self._corrector is None else list[Any](self._corrector.feed(chunks))

    def close(self) -> list[Any]:
        """The stream has ended: what is still held, and the object that was asked for."""
        last = self._rest()
        return last if self._corrector is None else [*self._corrector.feed(last), *self._corrector.close()]

    async def aclose(self) -> list[Any]:
        """`close` without blocking the event loop."""
        last = self._rest()
        return last if self._corrector is None else [*self._corrector.feed(last), *await self._corrector.aclose()]

    def _rest(self) -> list[AIMessageChunk]:
        last = self._noted(self._chunks.close()) if self._chunks else []
        if self._chunks is not None and self.sample is not None:
            self.sample.done()
        if self._schema is None or self._whole is None:
            return last
        value = parsed(self._whole, self._schema)
        made = AIMessageChunk(content="", additional_kwargs={"parsed": value}, id=self._whole.id)
        return last if value is None else [*last, made]

    def _noted(self, chunks: list[AIMessageChunk]) -> list[AIMessageChunk]:
        if self._schema is not None:
            for chunk in chunks:
                self._whole = chunk if self._whole is None else self._whole + chunk
        return chunks

    def _judge(self, reply: Any) -> None:
        """Hand a whole reply to the judge."""
        if self.sample is not None and isinstance(reply, AIMessage):
            self._show(reply)
            self.sample.done()

    def _show(self, reply: AIMessage) -> None:
        if self.sample is not None:
            self.sample.feed(str(reply.text))
            if run := _RUN.match(reply.id or ""):
                self.sample.context["run_id"] = run[1]


@contextmanager
def answering() -> Generator[None]:
    """Names what is wrong where a model returns no generation, which LangChain takes the first of."""
    try:
        yield
    except IndexError as error:
        raise _nothing() from error


def _nothing() -> MalformedReply:
    return MalformedReply("the model returned no message", hint="check the model that PrivateChatModel stands before")


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
            if name in options:
                raise ConfigurationError(
                    f"{name} belongs to the model inside", hint=f"PrivateChatModel(Model(..., {name}=...))"
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

    def invoke(
        self,
        input: LanguageModelInput,  # noqa: A002
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
        input: LanguageModelInput,  # noqa: A002
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
        input: LanguageModelInput,  # noqa: A002
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
        input: LanguageModelInput,  # noqa: A002
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

    def _chat_model_stream_v3(self, input: LanguageModelInput, config: Any = None, **kwargs: Any) -> Any:  # noqa: A002
        return event_stream(self.stream(input, config, **kwargs))

    async def _achat_model_stream_v3(self, input: LanguageModelInput, config: Any = None, **kwargs: Any) -> Any:  # noqa: A002
        return async_event_stream(self.astream(input, config, **kwargs))

    def generate(
        self,
        messages: list[list[BaseMessage]],
        stop: list[str] | None = None,
        callbacks: Any = None,
        **kwargs: Any,
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
        self,
        messages: list[list[BaseMessage]],
        stop: list[str] | None = None,
        callbacks: Any = None,
        **kwargs: Any,
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
        """A private model that knows these tools."""
        return rebound(self.model.bind_tools(tools, **kwargs), self.model, self)

    def with_structured_output(self, schema: Any, **kwargs: Any) -> Runnable[LanguageModelInput, Any]:
        """A private model that answers in this form; parsers read the restored reply."""
        return rebound(self.model.with_structured_output(schema, **kwargs), self.model, self)

    def get_num_tokens_from_messages(self, messages: list[BaseMessage], tools: Sequence[Any] | None = None) -> int:
        """Number of tokens of what is sent, which some models ask their provider to count."""
        call = self._open(messages, ensure_config(), None, {})
        return self.model.get_num_tokens_from_messages(call.messages, **({} if tools is None else {"tools": tools}))

    def get_token_ids(self, text: str) -> list[int]:
        """The ids of the tokens of a text once it is sanitized, as the model inside counts them."""
        return self.model.get_token_ids(self._open(text, ensure_config(), None, {}).messages[0].text)


def _config(callbacks: Any, options: dict[str, Any]) -> tuple[RunnableConfig, dict[str, Any]]:
    named = {"tags", "metadata", "run_name", "run_id"}
    config = {name: value for name, value in options.items() if name in named and value is not None}
    # The conversation: `generate` is told nothing else of the configuration around it.
    config |= {"configurable": ensure_config().get("configurable"), "callbacks": callbacks}
    rest = {name: value for name, value in options.items() if name not in named}
    return cast(RunnableConfig, config), rest
