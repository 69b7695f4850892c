"""Steps of a chain: prompts are sanitized, replies restored, lexicons augmented.

Steps are told the id of the chain's run as the parent of their own. LangChain hands that id from step to step as one
object, which lives as long as the run does; what undoes a prompt is kept weakly by it. So a chain that fails, or a
stream that is dropped, leaves nothing behind, and two runs never share what undoes them.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from typing import Any, cast
from uuid import UUID
from weakref import WeakKeyDictionary

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.runnables import (
    ConfigurableFieldSpec,
    Runnable,
    RunnableConfig,
    RunnableSerializable,
    ensure_config,
)
from langchain_core.runnables.config import get_config_list
from pydantic import BaseModel

from dp_gateway.api.replies.base import Texts
from dp_gateway.api.replies.fields import LeafKind
from dp_gateway.augmentation import augmentation_runnable
from dp_gateway.errors import ConfigurationError, MalformedReply, UntrustedModel
from dp_gateway.exchange import Exchange
from dp_gateway.llm import LocalModel, RemoteModel
from dp_gateway_langchain.documents import with_originals
from dp_gateway_langchain.doors import DoorFields, attempt, run_of
from dp_gateway_langchain.replies import restored
from dp_gateway_langchain.requests import PROMPT, body_from, prompt_from
from dp_gateway_langchain.streams import ChunkRestorer

_CHAIN = "PromptSanitizer() | model | ReplyRestorer()"

_links: WeakKeyDictionary[UUID, Exchange] = WeakKeyDictionary()
_lock = threading.Lock()


def _put(config: RunnableConfig, exchange: Exchange) -> None:
    """Keep what undoes a prompt for the reply of the same run; outside a chain there is no reply to wait for. Raises
    ConfigurationError where a prompt of this run still waits for its reply.
    """
    run = run_of(config)
    if run is None:
        return
    with _lock:
        if _links.setdefault(run, exchange) is exchange:
            return
    raise ConfigurationError(
        "two prompts of one run wait for a reply, and which of them a reply belongs to cannot be told",
        hint=f"make each pair a chain of its own ({_CHAIN}), and put such chains together",
    )


def _take(config: RunnableConfig) -> Exchange:
    """What undoes the prompt of this run; a prompt has one reply. Raises ConfigurationError where there is none."""
    run = run_of(config)
    if run is None:
        raise ConfigurationError(
            "a ReplyRestorer was called outside a chain, so the prompt of this reply is not known",
            hint=f"make it a step of the chain that sanitizes the prompt: {_CHAIN}",
        )
    with _lock:
        exchange = _links.pop(run, None)
    if exchange is None:
        raise ConfigurationError(
            "no prompt of this run waits for a reply: none was sanitized in it, or its reply was restored before",
            hint=f"PromptSanitizer and ReplyRestorer have to be steps of the very same chain: {_CHAIN}; "
            "of two chains inside one another only steps of the same one see each other",
        )
    return exchange


def sent_in(config: RunnableConfig) -> list[str]:
    """Return the texts of this run that have been sanitized, and wait for their reply."""
    run = run_of(config)
    if run is None:
        return []
    with _lock:
        exchange = _links.get(run)
    return [] if exchange is None else exchange.request.outgoing


def _discard(config: RunnableConfig) -> None:
    """Nobody will ask for the reply of this run."""
    run = run_of(config)
    if run is not None:
        with _lock:
            _links.pop(run, None)


Configs = RunnableConfig | Sequence[RunnableConfig] | None
"""Of several calls: one of all, or one of each."""

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


class _Step(RunnableSerializable[Any, Any]):
    """What both steps are, whatever they are given."""

    @property
    def InputType(self) -> Any:  # noqa: N802
        """The step takes any prompt, or what a model or a parser gives."""
        return Any

    @property
    def OutputType(self) -> Any:  # noqa: N802
        """The step gives what it takes, of the same kind."""
        return Any


class PromptSanitizer(DoorFields, _Step):
    """`PromptSanitizer(policy) | model | ReplyRestorer()`: the model sees sanitized text alone.

    Takes a text, a prompt value, messages, or a dict of prompt variables (texts, JSON, messages, documents), and gives
    the same kind. All of a dict is sanitized together: documents and the question about them share their surrogates.
    Per call, `policy`, `epsilon` and `conversation` of `config["configurable"]` go before its own.

    It opens no run of its own, so it tells callbacks nothing; the chain around it is traced as all chains are.
    """

    @property
    def config_specs(self) -> list[ConfigurableFieldSpec]:
        """What a call may set in `config["configurable"]`."""
        return list(_SPECS)

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Sanitize a prompt.

        Raises:
            RequestError: it is no prompt, or holds what is refused.
            GatewayError: it cannot be sanitized.
        """
        config = ensure_config(config)
        exchange = self._door.open(PROMPT, _body(input, config), config, self.epsilon)
        return _sent(input, config, exchange)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Sanitize the prompt, as `invoke` does, beside the event loop: a model may have to look at the texts."""
        return await asyncio.to_thread(self.invoke, input, ensure_config(config))

    def batch(
        self, inputs: list[Any], config: Configs = None, *, return_exceptions: bool = False, **kwargs: Any
    ) -> list[Any]:
        """Sanitize many prompts at once: each comes out as from `invoke`, in less time."""
        configs = get_config_list(config, len(inputs))
        done: list[Any] = []
        for start in range(0, len(inputs), _TOGETHER):
            part = inputs[start : start + _TOGETHER], configs[start : start + _TOGETHER]
            opened = self._opened(*part, return_exceptions=return_exceptions)
            for one, own, exchange in zip(*part, opened, strict=True):
                done.append(exchange if isinstance(exchange, Exception) else _sent(one, own, exchange))
        return done

    async def abatch(
        self, inputs: list[Any], config: Configs = None, *, return_exceptions: bool = False, **kwargs: Any
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
    _put(config, exchange)
    return prompt_from(exchange.body, given)


class ReplyRestorer(_Step):
    """Puts the originals into the reply; the last step of `PromptSanitizer(policy) | model | ReplyRestorer()`.

    Takes messages and their chunks, and what parsers make of them: texts, JSON values and pydantic objects. It may
    stand before or after a parser; a parser that cuts texts apart may cut a surrogate, and belongs behind it.

    It opens no run of its own, so it tells callbacks nothing; the chain around it is traced as all chains are.
    """

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Restore a reply.

        Raises:
            ConfigurationError: the prompt of this run is not known; what to do is said.
            MalformedReply: the model replied nothing, or something that no model replies.
        """
        return _whole(input, _take(ensure_config(config)).reply.texts)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Restore a reply, as `invoke` does."""
        return self.invoke(input, config)

    def batch(
        self, inputs: list[Any], config: Configs = None, *, return_exceptions: bool = False, **kwargs: Any
    ) -> list[Any]:
        """Restore several replies, each as `invoke` does."""
        return [
            attempt(partial(self.invoke, one, own), return_exceptions=return_exceptions)
            for one, own in zip(inputs, get_config_list(config, len(inputs)), strict=True)
        ]

    async def abatch(
        self, inputs: list[Any], config: Configs = None, *, return_exceptions: bool = False, **kwargs: Any
    ) -> list[Any]:
        """Restore several replies, each as `invoke` does."""
        return self.batch(inputs, config, return_exceptions=return_exceptions)

    def transform(self, input: Iterator[Any], config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Any]:
        """Restore a reply that arrives in chunks; only what may still become a surrogate is held back."""
        reply = _Reply(ensure_config(config))
        try:
            for chunk in input:
                yield from reply.feed(chunk)
            yield from reply.close()
        finally:
            reply.drop()
            if close := getattr(input, "close", None):
                close()

    async def atransform(
        self, input: AsyncIterator[Any], config: RunnableConfig | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        """Restore a reply as it comes, as `transform` does."""
        reply = _Reply(ensure_config(config))
        try:
            async for chunk in input:
                for one in reply.feed(chunk):
                    yield one
            for one in reply.close():
                yield one
        finally:
            reply.drop()
            if close := getattr(input, "aclose", None):
                await close()


class _Reply:
    """One reply in chunks.

    Texts and chunks of messages are restored as they come. Other values are whole ones that a later one adds to or
    replaces, as LangChain's own steps have it, and the last one is restored.
    """

    def __init__(self, config: RunnableConfig) -> None:
        self._config = config
        self._texts: Texts | None = None
        self._messages: ChunkRestorer | None = None
        self._value: Any = None

    def feed(self, chunk: Any) -> list[Any]:
        texts = self._texts
        if texts is None:
            # Not before: the prompt is sanitized when the first chunk is asked for.
            texts = self._texts = _take(self._config).reply.texts
        if isinstance(chunk, str):
            return [piece] if (piece := texts.piece(chunk, LeafKind.ANSWER, ())) or not chunk else []
        if isinstance(chunk, AIMessageChunk):
            self._messages = self._messages or ChunkRestorer(texts)
            return self._messages.feed(chunk)
        if isinstance(chunk, BaseMessage):
            return [restored(chunk, texts)]
        self._value = _added(self._value, chunk)
        return []

    def close(self) -> list[Any]:
        if self._texts is None:
            raise _nothing()
        if self._messages is not None:
            return cast(list[Any], self._messages.close())
        tails: list[Any] = [tail for _, tail in self._texts.tails(lambda _: True)]
        return tails if self._value is None else [*tails, _whole(self._value, self._texts)]

    def drop(self) -> None:
        """A stream that ends before its first chunk leaves no link."""
        if self._texts is None:
            _discard(self._config)


def _added(before: Any, chunk: Any) -> Any:
    try:
        return chunk if before is None else before + chunk
    except TypeError:
        return chunk


def _whole(reply: Any, texts: Texts) -> Any:
    """A whole reply with the originals."""
    if reply is None:
        raise _nothing()
    if isinstance(reply, BaseMessage):
        return restored(reply, texts)
    return _value(reply, texts)


def _value(value: Any, texts: Texts) -> Any:
    if isinstance(value, str):
        return texts.whole(value, LeafKind.ANSWER)
    if isinstance(value, BaseMessage):
        return restored(value, texts)
    if isinstance(value, BaseModel):
        fields = {name: getattr(value, name) for name in type(value).model_fields}
        return value.model_copy(update={name: _under(name, one, texts) for name, one in fields.items()})
    if isinstance(value, dict):
        items = cast(dict[Any, Any], value).items()
        return {_value(key, texts): _under(key, one, texts) for key, one in items}
    if isinstance(value, list | tuple):
        listed = [_value(one, texts) for one in cast(list[Any], value)]
        return listed if isinstance(value, list) else tuple(listed)
    if value is None or isinstance(value, bool | int | float):
        return value
    raise MalformedReply(
        f"a reply cannot hold a value of the type {type(value).__name__}",
        hint="put the ReplyRestorer before the parser that makes it",
    )


def _under(key: Any, value: Any, texts: Texts) -> Any:
    """What stands under a key: a number is read as the JSON that it was parsed from, as its key tells what it is."""
    if not isinstance(key, str) or isinstance(value, bool) or not isinstance(value, int | float):
        return _value(value, texts)
    try:
        (number,) = json.loads(texts.whole(json.dumps({key: value}), LeafKind.ANSWER)).values()
    except ValueError:
        return value
    return number if isinstance(number, int | float) and not isinstance(number, bool) else value


def _nothing() -> MalformedReply:
    return MalformedReply("the model replied nothing", hint="call the model by itself to see why")


def augmentation(
    model: BaseChatModel | LocalModel | RemoteModel, *, trust: str | None = None, **options: Any
) -> Runnable[Any, list[str]]:
    """Make a chain of seeds in and phrases of the same nature out: `augmentation(model, trust="local",
    count=20).invoke(seed)`.

    Args:
        model: a LangChain chat model, whose trust has to be declared, or a model of `dp_gateway.llm`. Seeds are
            private: a remote model takes those alone that are declared public (`public=True`).
        trust: "local" or "remote", of a LangChain model.
        options: of `augment`.

    Raises:
        UntrustedModel: nobody says whether the model may see private text.
    """
    if isinstance(model, LocalModel | RemoteModel):
        return augmentation_runnable(model, **options)
    if trust == "local":
        return augmentation_runnable(LocalModel.from_langchain(model, trust="local"), **options)
    if trust == "remote":
        return augmentation_runnable(RemoteModel.from_langchain(model, trust="remote"), **options)
    raise UntrustedModel(
        f"it is not said whether {type(model).__name__} may see private text",
        hint='declare it: augmentation(model, trust="local")',
    )
