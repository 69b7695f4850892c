"""Streams as LiteLLM hands them over: bytes of server-sent events, objects of its own, or plain dicts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from dp_gateway.api.replies import ReplyRestorer
from dp_gateway.api.sse import StreamRestorer
from dp_gateway.errors import UpstreamFailed
from dp_gateway.exchange import Exchange

__all__ = ["restored_stream"]


async def restored_stream(items: AsyncIterator[Any], exchange: Exchange) -> AsyncIterator[Any]:
    """The items of a stream, restored, in the kind in which they came.

    Raises:
        UpstreamFailed: an item is of a kind that cannot be restored.
    """
    reply = exchange.reply
    wire: StreamRestorer | None = None
    text = False
    objects = _Objects(reply)
    async for item in items:
        if isinstance(item, bytes | str):
            wire, text = wire or StreamRestorer(reply), isinstance(item, str)
            out = wire.feed(item.encode() if isinstance(item, str) else item)
            if out:
                yield out.decode() if text else out
        else:
            for one in objects.feed(item):
                yield one
    if wire is not None:
        out = wire.close()
        if out:
            yield out.decode() if text else out
    else:
        for one in objects.close():
            yield one


class _Objects:
    """Restores events that are objects."""

    def __init__(self, reply: ReplyRestorer) -> None:
        self._reply = reply
        self._classes: dict[str, type[BaseModel]] = {}
        self._as_dicts = False

    def feed(self, item: Any) -> Iterable[Any]:
        if isinstance(item, BaseModel):
            data = item.model_dump(mode="json", exclude_unset=True)
            self._classes[_kind(data)] = type(item)
        elif isinstance(item, dict):
            data, self._as_dicts = cast("dict[str, Any]", item), True
        else:
            raise UpstreamFailed("an event of the stream is of a kind that cannot be restored", hint="report its route")
        for name, changed in self._reply.event(_kind(data) or None, data):
            yield item if changed is data else self._made(name or "", changed)

    def close(self) -> Iterable[Any]:
        for name, data in self._reply.close():
            yield self._made(name or "", data)

    def _made(self, name: str, data: dict[str, Any]) -> Any:
        """An event of the class that events of its kind have, or of the last one."""
        if self._as_dicts or not self._classes:
            return data
        cls = self._classes.get(_kind(data) or name) or next(reversed(self._classes.values()))
        try:
            return cls.model_validate(data)
        except ValidationError:
            return cls.model_construct(**data)


def _kind(data: dict[str, Any]) -> str:
    kind = data.get("type")
    return str(getattr(kind, "value", kind)) if kind else ""
