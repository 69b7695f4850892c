"""Answers that the gateway writes itself: errors in OpenAI's shape (in Anthropic's for its route), and JSON."""

from __future__ import annotations

import logging
import math
import time
from typing import Any

import orjson
from starlette.types import Send

from dp_gateway.errors import (
    BudgetExceeded,
    ConfigurationError,
    GatewayError,
    MalformedRequest,
    RequestError,
    SurrogatesExhausted,
)
from dp_gateway.server.failures import describe

__all__ = ["error_body", "error_event", "error_headers", "refusal", "send_bytes", "send_json", "too_slow"]

_LOG = logging.getLogger("dp_gateway")
_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "invalid_request_error",
    429: "rate_limit_error",
}
_ANTHROPIC_TYPES = _TYPES | {413: "request_too_large", 503: "overloaded_error"}


def refusal(error: BaseException) -> RequestError:
    """Any exception as what the client is told; of one that nobody foresaw, nothing but that it happened."""
    if isinstance(error, RequestError):
        return error
    if isinstance(error, SurrogatesExhausted):
        return RequestError(error.message, hint=error.hint, code="surrogates_exhausted")
    _LOG.error("a request failed: %s", describe(error))
    if isinstance(error, GatewayError):
        known = error if isinstance(error, ConfigurationError) else None
        return RequestError(
            known.message if known else "the gateway cannot sanitize the request now; nothing was sent",
            hint=known.hint if known else "see its log",
            status=500,
            code="gateway_error",
        )
    return RequestError(
        "the gateway failed; nothing more was sent", hint="see its log", status=500, code="gateway_error"
    )


def too_slow(seconds: float) -> MalformedRequest:
    """What the client of a request is told that took longer than `request_seconds`."""
    return MalformedRequest(
        f"the request took longer than {seconds:g} seconds",
        hint="ask for less, stream the reply, or raise request_seconds of [limits]",
        status=504,
        code="request_timeout",
    )


def error_body(error: RequestError, shape: str) -> dict[str, Any]:
    """The error as the SDKs of a shape's API read it."""
    types = _ANTHROPIC_TYPES if shape == "messages" else _TYPES
    inside: dict[str, Any] = {
        "message": f"{error.message}. {error.hint[:1].upper()}{error.hint[1:]}",
        "type": types.get(error.status, "api_error"),
        "code": error.code,
        "param": error.param,
    }
    if isinstance(error, BudgetExceeded):
        inside |= error.data
    return {"type": "error", "error": inside} if shape == "messages" else {"error": inside}


def error_headers(error: RequestError) -> list[tuple[bytes, bytes]]:
    """Headers of a refusal: when it is worth asking again."""
    if not isinstance(error, BudgetExceeded):
        return []
    # The SDKs repeat what was refused with 429 on their own; a budget is no richer a second later.
    again = [(b"x-should-retry", b"false")]
    if error.resets is not None:
        again.append((b"retry-after", str(max(math.ceil(error.resets - time.time()), 1)).encode()))
    return again


def error_event(error: RequestError, shape: str, number: int = 0) -> bytes:
    """The error inside a stream that has begun.

    Args:
        error: what to tell.
        shape: of the request.
        number: of the event, where the API numbers them.
    """
    body = error_body(error, shape)
    if shape == "responses":
        told = {name: body["error"][name] for name in ("code", "message", "param")}
        body = {"type": "error", **told, "sequence_number": number}
    name = b"event: error\n" if shape in ("messages", "responses") else b""
    return name + b"data: " + orjson.dumps(body) + b"\n\n"


async def send_bytes(send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    """A whole answer, encoded as JSON."""
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})


async def send_json(send: Send, status: int, value: Any, headers: list[tuple[bytes, bytes]] | None = None) -> None:
    """A whole answer of JSON."""
    await send_bytes(send, status, orjson.dumps(value), headers or [])
