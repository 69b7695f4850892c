"""Replies that the second step corrects on their way out of the server, whole and streamed; the proxy uses it."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson

from dp_gateway.api.replies.events import dumped, loaded
from dp_gateway.api.replies.fields import is_object
from dp_gateway.api.sse import Event, EventParser, encode
from dp_gateway.second_step import Rewriting
from dp_gateway.server.bodies import RestoredReply

__all__ = ["HEADER", "CorrectedStream", "corrected"]

HEADER = b"x-dp-second-step"
"""Says what became of the text of a reply: see `dp_gateway.second_step.Outcome`."""


async def corrected(rewriting: Rewriting, reply: RestoredReply, seconds: float) -> RestoredReply:
    """A whole reply with its texts corrected, or as it was after so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            body: dict[str, Any] = await rewriting.awhole(orjson.loads(reply.body))
    except (TimeoutError, orjson.JSONDecodeError):
        rewriting.outcome = "failed"
        return reply
    return reply._replace(body=orjson.dumps(body)) if rewriting.outcome == "rewritten" else reply


class CorrectedStream:
    """A restored stream of events: bytes in, bytes out; the text of an answer comes when it has ended.

    Args:
        rewriting: corrects the texts.
    """

    def __init__(self, rewriting: Rewriting) -> None:
        self.rewriting = rewriting
        self._parser = EventParser()

    async def feed(self, chunk: bytes, seconds: float) -> bytes:
        """Take in some bytes and return everything that may go out now; after so many seconds nothing is corrected."""
        out = [await self._event(event, seconds) for event in self._parser.feed(chunk)]
        return b"".join(out)

    async def close(self, chunk: bytes, seconds: float) -> bytes:
        """The stream has ended: return what is still held, these last bytes, and what became of the texts."""
        events = [*self._parser.feed(chunk), *self._parser.close()]
        out = [await self._event(event, seconds) for event in events]
        told = self.rewriting.outcome
        # Headers have gone: a comment, which clients pass over, says it at the end.
        note = b"" if told is None else b": %b: %b\n\n" % (HEADER, told.encode())
        return b"".join([*out, _written(self.rewriting.close()), note])

    def rest(self, chunk: bytes) -> bytes:
        """The stream broke off: what is held and these last bytes, none of it corrected."""
        self.rewriting.over = True
        out = [self._passed(event) for event in (*self._parser.feed(chunk), *self._parser.close())]
        return _written(self.rewriting.left()) + b"".join(out) + _written(self.rewriting.close())

    async def _event(self, event: Event, seconds: float) -> bytes:
        value = _object(event)
        if value is None:
            return self._passed(event)
        try:
            async with asyncio.timeout(seconds):
                events = await self.rewriting.aevent(value)
        except TimeoutError:
            self.rewriting.outcome = "failed"
            events = self.rewriting.left()
        return event.raw if events == [value] else _written(events)

    def _passed(self, event: Event) -> bytes:
        """An event that no model is asked about."""
        if event.data.startswith(b"[DONE]"):
            return _written(self.rewriting.close()) + event.raw
        value = _object(event)
        if value is None:
            return event.raw
        return _written(self.rewriting.event(value)) if self.rewriting.over else event.raw


def _object(event: Event) -> dict[str, Any] | None:
    try:
        value: Any = loaded(event.data) if event.data else None
    except ValueError:
        return None
    return value if is_object(value) else None


def _written(events: list[dict[str, Any]]) -> bytes:
    return b"".join([encode(Event(None, dumped(one))) for one in events])
