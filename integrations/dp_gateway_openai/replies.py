"""Replies of the SDK with the originals in them: objects, and streams of events."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from types import new_class
from typing import Any, cast

from openai import AsyncStream, BaseModel, Stream
from openai._streaming import ServerSentEvent

from dp_gateway.errors import ConfigurationError
from dp_gateway.exchange import Exchange
from dp_gateway.judging.hooks import Sample
from dp_gateway.pipeline import EntityReport

__all__ = ["attach", "privacy", "restored", "restoring_stream"]

_REPORT = "privacy"


def privacy(reply: Any) -> EntityReport:
    """What a reply's request cost, and what it showed; the same as `reply.privacy`, for type checkers.

    Raises:
        ConfigurationError: the reply came from no private client.
    """
    report = getattr(reply, _REPORT, None)
    if not isinstance(report, EntityReport):
        raise ConfigurationError("the reply holds no report", hint="ask a PrivateOpenAI, or wrap(client)")
    return report


def attach(reply: Any, report: EntityReport) -> Any:
    """The reply with its report."""
    if isinstance(reply, BaseModel | Stream | AsyncStream):
        # Past pydantic, which would take it for a field of the reply and print it with the others.
        object.__setattr__(cast(Any, reply), _REPORT, report)
    return cast(Any, reply)


def restored(reply: Any, exchange: Exchange, sample: Sample | None = None) -> Any:
    """A whole reply with the originals, of the same type."""
    if not isinstance(reply, BaseModel):
        return reply
    written = reply.model_dump(mode="json", exclude_unset=True)
    if sample is not None:
        sample.feed(json.dumps(written).encode())
        sample.done()
    data = exchange.reply.whole(written)
    value = type(reply).construct(**data)
    request_id = getattr(reply, "_request_id", None)
    if request_id is not None:
        cast(Any, value)._request_id = request_id
    return value


def restoring_stream(stream_cls: Any, exchange: Exchange, sample: Sample | None = None) -> Any:
    """The stream class of the SDK, that restores the events before the SDK reads them."""
    asynchronous = issubclass(getattr(stream_cls, "__origin__", stream_cls), AsyncStream)
    reading = _read_async if asynchronous else _read
    # The SDK looks up in the only base what the events are to become.
    members = {"exchange": exchange, "sample": sample, "_iter_events": reading}
    return new_class("RestoringStream", (stream_cls,), exec_body=lambda names: names.update(members))


def _read(stream: Any) -> Iterator[ServerSentEvent]:
    exchange: Exchange = stream.exchange
    for event in cast(Any, Stream)._iter_events(stream):
        _judge(stream.sample, event)
        yield from _events(exchange, event)
    yield from _rest(exchange)
    _judge(stream.sample)


async def _read_async(stream: Any) -> AsyncIterator[ServerSentEvent]:
    exchange: Exchange = stream.exchange
    async for event in cast(Any, AsyncStream)._iter_events(stream):
        _judge(stream.sample, event)
        for one in _events(exchange, event):
            yield one
    for one in _rest(exchange):
        yield one
    _judge(stream.sample)


def _judge(sample: Sample | None, event: ServerSentEvent | None = None) -> None:
    """Show an event to the judge; None at the end of the stream."""
    if sample is None:
        return
    # The SDK reads no further than [DONE], where there is one.
    if event is None or event.data.startswith("[DONE]"):
        sample.done()
    else:
        sample.feed(f"data: {event.data}\n\n".encode())


def _events(exchange: Exchange, event: ServerSentEvent) -> list[ServerSentEvent]:
    if event.data.startswith("[DONE]"):
        return [*_rest(exchange), event]
    try:
        data: Any = json.loads(event.data)
    except ValueError:
        return [event]
    if not isinstance(data, dict):
        return [event]
    return [_event(name, one, event) for name, one in exchange.reply.event(event.event, cast(dict[str, Any], data))]


def _rest(exchange: Exchange) -> list[ServerSentEvent]:
    return [_event(name, one, None) for name, one in exchange.reply.close()]


def _event(name: str | None, data: dict[str, Any], source: ServerSentEvent | None) -> ServerSentEvent:
    return ServerSentEvent(
        event=name, data=json.dumps(data), id=source.id if source else None, retry=source.retry if source else None
    )
