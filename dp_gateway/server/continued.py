"""A request that goes on from what its provider keeps, as if its client had sent the whole conversation again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import orjson

from dp_gateway.errors import MalformedRequest

__all__ = ["continued", "identity_of", "named_by", "shortened"]

_ANSWERED: dict[str, Any] = {"role": "assistant", "content": ""}
"""Stands for what the model said in between: with it a turn ends."""


def continued(body: dict[str, Any], before: Sequence[bytes]) -> dict[str, Any]:
    """A request whose input begins with that of the requests before it.

    Args:
        body: of the request.
        before: bodies of the earlier ones, oldest first.

    Raises:
        MalformedRequest: its input is no list of items.
    """
    if not before:
        return body
    items: list[Any] = []
    for one in before:
        items += [*_items(orjson.loads(one)), _ANSWERED]
    return {**body, "input": [*items, *_items(body)]}


def shortened(sanitized: dict[str, Any], body: dict[str, Any]) -> None:
    """Take out of a sanitized request what the provider has.

    Args:
        sanitized: the request that `continued` made, sanitized.
        body: of the request as it came.
    """
    given = body.get("input")
    if given is None:
        del sanitized["input"]
        return
    own = cast(list[Any], sanitized["input"])[-1:] if isinstance(given, str) else _last(sanitized["input"], len(given))
    sanitized["input"] = own[0]["content"] if isinstance(given, str) else own


def _last(items: list[Any], count: int) -> list[Any]:
    return items[len(items) - count :]


def _items(body: dict[str, Any]) -> list[Any]:
    given = body.get("input", body.get("items"))
    if isinstance(given, str):
        return [{"role": "user", "content": given}]
    if given is not None and not isinstance(given, list):
        raise MalformedRequest("input must be a string or a list of items", hint="compare it with the API's reference")
    return cast(list[Any], given or [])


def named_by(body: dict[str, Any]) -> tuple[str | None, str | None]:
    """The response and the conversation that a request goes on from.

    Raises:
        MalformedRequest: one of them is no id, or both are named.
    """
    response, conversation = body.get("previous_response_id"), body.get("conversation")
    if isinstance(conversation, dict):
        conversation = cast(dict[str, Any], conversation).get("id")
    for one in (response, conversation):
        if one is not None and not isinstance(one, str):
            raise MalformedRequest("what a request goes on from is named by its id", hint="send the id that came back")
    if response is not None and conversation is not None:
        raise MalformedRequest("a request goes on from a response or from a conversation", hint="name one of them")
    return response, conversation


def identity_of(reply: Any) -> str | None:
    """The id of a whole reply, or of the response that an event of a stream is about."""
    fields = cast(dict[str, Any], reply) if isinstance(reply, dict) else {}
    inside = fields.get("response")
    found = cast(dict[str, Any], inside).get("id") if isinstance(inside, dict) else fields.get("id")
    return found if isinstance(found, str) else None
