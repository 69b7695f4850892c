"""Takes one call of a private model: what is asked, what goes to the model inside, and its reply. `chat_model` makes
it.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, cast

from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import LLMResult
from langchain_core.runnables import RunnableConfig
from pydantic import BaseModel

from dp_gateway.errors import MalformedReply
from dp_gateway.exchange import Exchange, already_sanitized
from dp_gateway.judging.hooks import Sample
from dp_gateway.second_step import Rewriting, SecondStep
from dp_gateway_langchain.chain import sent_in
from dp_gateway_langchain.doors import Door
from dp_gateway_langchain.replies import (
    ChunkCorrector,
    acorrected,
    acorrected_result,
    as_json_schema,
    corrected,
    corrected_result,
    is_class,
    parsed,
    restored,
    told_format,
    traced_format,
)
from dp_gateway_langchain.requests import LANGCHAIN, RUN_METADATA, body_of, messages_of
from dp_gateway_langchain.runs import config_inside, private_metadata, restored_result
from dp_gateway_langchain.streams import ChunkRestorer
from dp_gateway_langchain.tracing import Local

_RUN = re.compile(r"(?:lc_)?run--([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
"""The id that LangChain gives a reply whose model gave none: that of the run, which feedback is for."""

_TRACED_FORMAT = ("ls_structured_output_format", "structured_output_format")


class CallRequest(NamedTuple):
    """What is asked of a private model. `messages` and `config`: as the caller gave them. `body`: messages and
    arguments as one request. `schema`: the class that the reply is parsed as.
    """

    messages: list[BaseMessage]
    config: RunnableConfig
    body: dict[str, Any]
    schema: type[BaseModel] | None

    @classmethod
    def of(cls, messages: list[BaseMessage], arguments: Mapping[str, Any], config: RunnableConfig) -> CallRequest:
        """Read the messages and keyword arguments of a call. Raises GatewayError where it cannot be read."""
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


class PrivateCall:
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

    def __init__(self, exchange: Exchange, asked: CallRequest, local: Local) -> None:
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
    def open(cls, door: Door, epsilon: float | None, asked: CallRequest, local: Local) -> PrivateCall:
        """Sanitize a call. Raises GatewayError where it cannot be sanitized."""
        # A `PromptSanitizer` of the same chain has sanitized them.
        with already_sanitized(sent_in(asked.config)):
            exchange = door.open(LANGCHAIN, asked.body, asked.config, epsilon)
        return cls(exchange, asked, local)

    def correct(self, second_step: SecondStep) -> None:
        """Have the text of the reply corrected, if it is neither JSON nor an object that was asked for."""
        if self._schema is None and (rewriting := second_step.of(self.exchange)) is not None:
            self._rewriting, self._corrector = rewriting, ChunkCorrector(rewriting)

    def corrected(self, reply: Any) -> AIMessage:
        """Restore a whole reply as `restored` does; correct its text. Raises MalformedReply where it is no message."""
        message = self.restored(reply)
        return message if self._rewriting is None else corrected(message, self._rewriting)

    async def acorrected(self, reply: Any) -> AIMessage:
        """Do as `corrected` does without blocking the event loop."""
        message = self.restored(reply)
        return message if self._rewriting is None else await acorrected(message, self._rewriting)

    def restored(self, reply: Any) -> AIMessage:
        """Restore a whole reply. Raises MalformedReply where it is no message."""
        if not isinstance(reply, AIMessage):
            raise _nothing()
        self._judge(reply)
        message = restored(reply, self.exchange.reply.texts)
        if self._schema is not None and (value := parsed(message, self._schema)) is not None:
            message.additional_kwargs = {**message.additional_kwargs, "parsed": value}
        return message

    def result(self, result: LLMResult) -> LLMResult:
        """Restore all generations, and correct their texts."""
        restored = self._restored(result)
        return restored if self._rewriting is None else corrected_result(restored, self._rewriting)

    async def aresult(self, result: LLMResult) -> LLMResult:
        """Do as `result` does without blocking the event loop."""
        restored = self._restored(result)
        return restored if self._rewriting is None else await acorrected_result(restored, self._rewriting)

    def _restored(self, result: LLMResult) -> LLMResult:
        first: Any = next((one for row in result.generations for one in row), None)
        self._judge(getattr(first, "message", None))
        return restored_result(result, self.exchange)

    def feed(self, chunk: Any) -> list[Any]:
        """Take in a chunk, and return those that may go out now."""
        if not isinstance(chunk, AIMessageChunk):  # a model that does not stream
            message = self.restored(chunk)
            return [message] if self._corrector is None else self._corrector.hold(message)
        if self._chunks is None:
            self._chunks = ChunkRestorer(self.exchange.reply.texts)
        self._show(chunk)
        chunks = self._noted(self._chunks.feed(chunk))
        return chunks if self._corrector is None else list[Any](self._corrector.feed(chunks))

    def close(self) -> list[Any]:
        """Note that the stream has ended; return what is still held, and the object that was asked for."""
        last = self._rest()
        return last if self._corrector is None else [*self._corrector.feed(last), *self._corrector.close()]

    async def aclose(self) -> list[Any]:
        """Do as `close` does without blocking the event loop."""
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
    """Name what is wrong where a model returns no generation, which LangChain takes the first of."""
    try:
        yield
    except IndexError as error:
        raise _nothing() from error


def _nothing() -> MalformedReply:
    return MalformedReply("the model returned no message", hint="check the model that PrivateChatModel stands before")
