"""One request of a chat with both sides in view: what leaves, what the provider says, what the user gets."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any, Literal, NamedTuple, cast

import aiohttp
import orjson

from dp_gateway.api import find
from dp_gateway.api.sse import EventParser
from dp_gateway.errors import RequestError, UpstreamFailed
from dp_gateway.exchange import Caller, Doorway, Exchange
from dp_gateway.pipeline import EntityReport, Sanitized
from dp_gateway.server import headers as passing
from dp_gateway.server.keys import Client
from dp_gateway.server.relay import content_of
from dp_gateway.server.service import Route, Service

__all__ = ["Part", "Piece", "Turn", "parts_of"]

_CHAT = find("chat")


class Part(NamedTuple):
    """A run of a text that leaves.

    Attributes:
        text: as it leaves.
        original: what stood there; None where the text stays as it is.
        type: entity type, "word" or "digits"; empty where the text stays.
        epsilon: nominal price of the draw.
        mechanism: what drew it.
    """

    text: str
    original: str | None = None
    type: str = ""
    epsilon: float = 0.0
    mechanism: str = ""


class Piece(NamedTuple):
    """Some text of a reply: as the provider wrote it, or as the user gets it; `sent` comes first and has no text."""

    side: Literal["sent", "raw", "restored"]
    text: str


def parts_of(original: str, sanitized: Sanitized[EntityReport]) -> list[Part]:
    """A sanitized text in parts, in order; they join to the text."""
    report = sanitized.report
    drawn_by = {row.type.partition("/")[0]: row.mechanism for row in report.figures if row.treatment != "keep"}
    if report.tokens:
        drawn_by |= {"word": report.tokens[0].mechanism, "digits": "uniform digits"}
    parts: list[Part] = []
    at = 0
    for span in sanitized.spans:
        if span.sanitized_start > at:
            parts.append(Part(sanitized.text[at : span.sanitized_start]))
        at = span.sanitized_end
        text, was = sanitized.text[span.sanitized_start : at], original[span.start : span.end]
        parts.append(Part(text, was, span.unit, span.epsilon, drawn_by.get(span.unit, "")))
    if at < len(sanitized.text):
        parts.append(Part(sanitized.text[at:]))
    return parts


class Turn:
    """A chat completion on its way.

    Args:
        exchange: the request, sanitized.
    """

    def __init__(self, exchange: Exchange) -> None:
        self.exchange = exchange

    @classmethod
    async def open(cls, service: Service, doorway: Doorway, body: dict[str, Any], caller: Caller) -> Turn:
        """Read a request and sanitize it; nothing is sent.

        Raises:
            GatewayError: nothing may be sent.
        """
        return cls(await service.sanitize(doorway, _CHAT, body, caller))

    @property
    def messages(self) -> list[list[Part]]:
        """What leaves, message by message: all texts of it."""
        texts, sanitized = self.exchange.texts, self.exchange.request.texts
        found = list(zip(texts.paths, texts.texts, sanitized, strict=True))
        return [
            [part for path, text, new in found if path.startswith(f"messages[{at}].") for part in parts_of(text, new)]
            for at in range(len(self.exchange.body["messages"]))
        ]

    async def reply(self, service: Service, route: Route, client: Client, caller: Caller) -> AsyncGenerator[Piece]:
        """Send it, say so, and return the reply as it comes.

        Raises:
            RequestError: a budget is spent, or the provider fails, breaks off, or refuses.
        """
        headers = passing.to_provider({}, (), route.upstream.key or client.own_key, api_key=False)
        async with (
            await service.spending.pay(self.exchange, replace(caller, name=client.account)) as payment,
            await service.send(payment, route.upstream, headers) as response,
        ):
            yield Piece("sent", "")
            if response.status == 200 and response.content_type == "text/event-stream":  # noqa: PLR2004
                async for piece in self._streamed(response, route):
                    yield piece
                return
            reply = _object(await route.upstream.whole(response, service.settings.limits.reply_bytes))
        if response.status != 200:  # noqa: PLR2004
            raise self._refused(reply, response.status)
        yield Piece("raw", content_of(reply))
        yield Piece("restored", content_of(self.exchange.reply.whole(reply)))

    async def _streamed(self, response: aiohttp.ClientResponse, route: Route) -> AsyncGenerator[Piece]:
        parser, reply = EventParser(), self.exchange.reply
        failure: RequestError | None = None
        try:
            async for chunk in response.content.iter_any():
                for event in parser.feed(chunk):
                    if not event.data.strip().startswith(b"{"):
                        continue
                    data = _object(event.data)
                    if "error" in data:
                        raise self._refused(data, 502)
                    yield Piece("raw", content_of(data))
                    for _, restored in reply.event(event.name, data):
                        yield Piece("restored", content_of(restored))
        except RequestError as error:
            failure = error
        except (aiohttp.ClientError, OSError) as error:
            failure = route.upstream.broken(error)
        # What was held back belongs to the user, whatever happened.
        for _, restored in reply.close():
            yield Piece("restored", content_of(restored))
        if failure is not None:
            raise failure

    def _refused(self, reply: dict[str, Any], status: int) -> RequestError:
        error: Any = self.exchange.reply.error(reply).get("error")
        message = cast(dict[str, Any], error).get("message") if isinstance(error, dict) else error
        return UpstreamFailed(
            f"the provider said: {message}" if isinstance(message, str) else "the provider refused the request",
            hint="see its documentation",
            status=status,
        )


def _object(body: bytes) -> dict[str, Any]:
    try:
        parsed = orjson.loads(body)
    except orjson.JSONDecodeError:
        parsed = None
    if not isinstance(parsed, dict):
        raise UpstreamFailed(
            "the provider's reply is not a JSON object", hint="check that the upstream's url is that of an API"
        )
    return cast(dict[str, Any], parsed)
