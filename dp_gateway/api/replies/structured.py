"""Requests whose answers are JSON documents."""

from __future__ import annotations

from typing import Any

from dp_gateway.api.replies.fields import is_array, is_object

__all__ = ["asks_for_json", "asks_for_probabilities"]

_FORMATS = {
    "chat": ("response_format",),
    "completions": ("response_format",),
    "responses": ("text", "format"),
    "messages": ("output_config", "format"),
}
_TYPES = frozenset({"json_object", "json_schema"})


def asks_for_json(shape: str, request: dict[str, Any]) -> bool:
    """Whether a request asks for structured output, so that the answer is JSON in a string.

    Args:
        shape: as in `reply_restorer`.
        request: its body.
    """
    value: Any = request if shape in _FORMATS else None
    for field in _FORMATS.get(shape, ()):
        value = value.get(field) if is_object(value) else None
    return is_object(value) and value.get("type") in _TYPES


def asks_for_probabilities(request: dict[str, Any]) -> bool:
    """Whether a request, of any shape, asks for log-probabilities."""
    include: Any = request.get("include")
    listed = is_array(include) and any(isinstance(one, str) and one.endswith("logprobs") for one in include)
    values = (request.get(field) for field in ("logprobs", "top_logprobs"))
    return listed or any(value is not None and value is not False for value in values)
