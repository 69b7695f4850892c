"""Restores replies of the SDK: objects, and streams of events."""

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
from dp_gateway.second_step import Rewriting

_REPORT, _INNER = "privacy", "_raw_stream"


def privacy(reply: Any) -> EntityReport:
    """Return what a reply's request cost, and what it showed; the same as `reply.privacy`, for type checkers.

    Args:
        reply: what a private client returned: a reply, a stream, or the stream that `stream(...)` opens. What the SDK
            gathers from a stream (`get_final_completion()`) is made by the SDK alone: ask its stream.

    Raises:
        ConfigurationError: the reply came from no private client, or is what the SDK made of a stream.
    """
    # The SDK's own streams of `stream(...)` stand around the one that the client returned.
    report = getattr(getattr(reply, _INNER, reply), _REPORT, None)
    if not isinstance(report, EntityReport):
        raise ConfigurationError(
            "the reply holds no report",
            hint="ask a PrivateOpenAI, or wrap(client); of what was gathered from a stream: privacy(stream)",
        )
    return report


def attach(reply: Any, report: EntityReport) -> Any:
    """Attach its report to a reply."""
    if isinstance(reply, BaseModel | Stream | AsyncStream):
        # Past pydantic, which would take it for a field of the reply and print it with the others.
        object.__setattr__(cast(Any, reply), _REPORT, report)
    return cast(Any, reply)


def restored(reply: Any, exchange: Exchange, sample: Sample | None = None, rewriting: Rewriting | None = None) -> Any:
    """Restore a whole reply, of the same type; its text is corrected if there is a second step."""
    if not isinstance(reply, BaseModel):
        return reply
    written = reply.model_dump(mode="json", exclude_unset=True)
    if sample is not None:
        sample.feed(json.dumps(written).encode())
        sample.done()
    data = exchange.reply.whole(written)
    if rewriting is not None:
        data = rewriting.whole(data)
        exchange.report.second_step = rewriting.outcome
    value = type(reply).construct(**data)
    request_id = getattr(reply, "_request_id", None)
    if request_id is not None:
        cast(Any, value)._request_id = request_id
    return value


async def correct(reply: Any, exchange: Exchange, rewriting: Rewriting) -> None:
    """Correct the texts of a restored chat completion, in place: by then the SDK has made objects of it."""
    if not isinstance(reply, BaseModel):
        return
    data = await rewriting.awhole(reply.model_dump(mode="json", exclude_unset=True))
    exchange.report.second_step = rewriting.outcome
    for choice, corrected in zip(cast(Any, reply).choices, data["choices"], strict=True):
        if choice.message.content != corrected["message"].get("content"):
            choice.message.content, choice.logprobs = corrected["message"]["content"], None


def restoring_stream(
    stream_cls: Any, exchange: Exchange, sample: Sample | None = None, rewriting: Rewriting | None = None
) -> Any:
    """Make the stream class of the SDK that restores (and corrects) the events before the SDK reads them."""
    asynchronous = issubclass(getattr(stream_cls, "__origin__", stream_cls), AsyncStream)
    reading = _read_async if asynchronous else _read
    # The SDK looks up in the only base what the events are to become.
    members = {"exchange": exchange, "sample": sample, "rewriting": rewriting, "_iter_events": reading}
    return new_class("RestoringStream", (stream_cls,), exec_body=lambda names: names.update(members))


def _read(stream: Any) -> Iterator[ServerSentEvent]:
    exchange: Exchange = stream.exchange
    for event in cast(Any, Stream)._iter_events(stream):
        _judge(stream.sample, event)
        for one in _events(exchange, event):
            yield from _corrected(stream, one)
    for one in (*_rest(exchange), None):
        yield from _corrected(stream, one)
    _judge(stream.sample)


async def _read_async(stream: Any) -> AsyncIterator[ServerSentEvent]:
    exchange: Exchange = stream.exchange
    async for event in cast(Any, AsyncStream)._iter_events(stream):
        _judge(stream.sample, event)
        for one in _events(exchange, event):
            for corrected in await _acorrected(stream, one):
                yield corrected
    for one in (*_rest(exchange), None):
        for corrected in await _acorrected(stream, one):
            yield corrected
    _judge(stream.sample)


def _corrected(stream: Any, event: ServerSentEvent | None) -> list[ServerSentEvent]:
    """What goes out for a restored event where a local model corrects the text; None ends the stream."""
    rewriting: Rewriting | None = stream.rewriting
    data = _object(event) if rewriting is not None else None
    if rewriting is None or (data is None and not _ends(event)):
        return [] if event is None else [event]
    return _noted(stream, event, rewriting.close() if data is None else rewriting.event(data))


async def _acorrected(stream: Any, event: ServerSentEvent | None) -> list[ServerSentEvent]:
    rewriting: Rewriting | None = stream.rewriting
    data = _object(event) if rewriting is not None else None
    if rewriting is None or (data is None and not _ends(event)):
        return [] if event is None else [event]
    return _noted(stream, event, rewriting.close() if data is None else await rewriting.aevent(data))


def _noted(stream: Any, event: ServerSentEvent | None, made: list[dict[str, Any]]) -> list[ServerSentEvent]:
    stream.exchange.report.second_step = stream.rewriting.outcome
    out = [_event(event.event if event else None, one, event) for one in made]
    return [*out, event] if event is not None and _ends(event) else out


def _ends(event: ServerSentEvent | None) -> bool:
    return event is None or event.data.startswith("[DONE]")


def _object(event: ServerSentEvent | None) -> dict[str, Any] | None:
    try:
        data: Any = json.loads(event.data) if event is not None else None
    except ValueError:
        return None
    return cast(dict[str, Any], data) if isinstance(data, dict) else None


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
