"""A step of a chain that restores what a model replied to a sanitized prompt."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any, cast

from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.runnables import RunnableConfig, RunnableSerializable, ensure_config
from langchain_core.runnables.config import get_config_list
from pydantic import BaseModel

from dp_gateway.api.replies.fields import Treatment
from dp_gateway.api.replies.texts import Texts
from dp_gateway.errors import MalformedReply
from dp_gateway_langchain import links
from dp_gateway_langchain.replies import ChunkRestorer, restored

__all__ = ["ReplyRestorer"]


class ReplyRestorer(RunnableSerializable[Any, Any]):
    """Puts the originals into the reply; the last step of `PromptSanitizer(policy) | model | ReplyRestorer()`.

    Takes messages and their chunks, and what parsers make of them: texts, JSON values and pydantic objects. It may
    stand before or after a parser; a parser that cuts texts apart may cut a surrogate, and belongs behind it.

    It opens no run of its own, so it tells callbacks nothing; the chain around it is traced as all chains are.
    """

    @property
    def InputType(self) -> Any:  # noqa: N802
        """A reply."""
        return Any

    @property
    def OutputType(self) -> Any:  # noqa: N802
        """What goes in."""
        return Any

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Restore a reply.

        Raises:
            ConfigurationError: the prompt of this run is not known; what to do is said.
            MalformedReply: the model replied nothing, or something that no model replies.
        """
        return _whole(input, links.take(ensure_config(config)).reply.texts)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Restore a reply, as `invoke` does."""
        return self.invoke(input, config)

    def batch(
        self,
        inputs: list[Any],
        config: RunnableConfig | list[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[Any]:
        """Restore several replies, each as `invoke` does."""
        done: list[Any] = []
        for one, own in zip(inputs, get_config_list(config, len(inputs)), strict=True):
            try:
                done.append(self.invoke(one, own))
            except Exception as error:
                if not return_exceptions:
                    raise
                done.append(error)
        return done

    async def abatch(
        self,
        inputs: list[Any],
        config: RunnableConfig | list[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[Any]:
        """Restore several replies, each as `invoke` does."""
        return self.batch(inputs, config, return_exceptions=return_exceptions)

    def transform(self, input: Iterator[Any], config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Any]:  # noqa: A002
        """A reply that arrives in chunks: each comes out at once, but for what may still become a surrogate."""
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
        self,
        input: AsyncIterator[Any],  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
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
            texts = self._texts = links.take(self._config).reply.texts
        if isinstance(chunk, str):
            return [piece] if (piece := texts.piece(chunk, Treatment.ANSWER, ())) or not chunk else []
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
            links.discard(self._config)


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
        return texts.whole(value, Treatment.ANSWER)
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
        (number,) = json.loads(texts.whole(json.dumps({key: value}), Treatment.ANSWER)).values()
    except ValueError:
        return value
    return number if isinstance(number, int | float) and not isinstance(number, bool) else value


def _nothing() -> MalformedReply:
    return MalformedReply("the model replied nothing", hint="call the model by itself to see why")
