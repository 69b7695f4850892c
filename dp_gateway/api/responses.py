"""Responses. Source: openai/types/responses/response_create_params.py of the OpenAI SDK."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import orjson

from dp_gateway.api.common import (
    EFFORT,
    METADATA,
    MODEL,
    MODERATION,
    RETENTION,
    SAMPLING,
    STREAM_OPTIONS,
    TIER,
    TOKENS,
    prose,
)
from dp_gateway.api.containers import Array, Either, Map, Object, Variants
from dp_gateway.api.fields import Field, Refused, Text, ToolName
from dp_gateway.api.plain import Choice, Flag, Id, Identity, Number, Pattern
from dp_gateway.api.request import Shape
from dp_gateway.api.response_items import INPUT, TOOLS, WEB_SEARCHES, parts
from dp_gateway.api.schema import SCHEMA
from dp_gateway.errors import MalformedRequest

__all__ = [
    "COMPACT",
    "CONVERSATIONS",
    "INPUT_TOKENS",
    "KEPT_RESPONSES",
    "RESPONSES",
    "continued",
    "identity_of",
    "named_by",
    "shortened",
]

_DEVELOPER = Text("developer")
_CHOSEN: dict[str, dict[str, Field]] = {
    "function": {"name": ToolName()},
    "custom": {"name": ToolName()},
    **{tag: {} for tag in ("apply_patch", "code_interpreter", "file_search", "local_shell", *WEB_SEARCHES)},
}
_ALLOWED: dict[str, Field] = {"mode": Choice("auto", "required"), "tools": Array(Variants("type", _CHOSEN))}
_TEXT_FORMAT = Variants(
    "type",
    {
        "text": {},
        "json_object": {},
        "json_schema": {"name": ToolName(), "description": _DEVELOPER, "schema": SCHEMA, "strict": Flag()},
    },
)
_VERSION = Pattern(re.compile(r"[0-9]{1,4}"), "the number of a version")
_KEPT_BY_PROVIDER = "names messages that the provider keeps: what stood for what in them is not in the request"
_SEND_ALL = "send the whole conversation in `input`, as `response.output` gave it"

RESPONSES = Shape(
    "responses",
    "/v1/responses",
    Object(
        {
            **SAMPLING,
            "access_programs": Object({"cyber": Choice("standard", "daybreak_blue", "daybreak_red")}),
            "background": Refused("asks for a reply that is fetched later, past the gateway"),
            "context_management": Array(Object({"type": Choice("compaction"), "compact_threshold": TOKENS})),
            "conversation": Refused(_KEPT_BY_PROVIDER, _SEND_ALL),
            "image": Object({"context_compression": Choice("auto", "disabled", "enabled")}),
            "include": Array(
                Choice(
                    "code_interpreter_call.outputs",
                    "computer_call_output.output.image_url",
                    "file_search_call.results",
                    "message.input_image.image_url",
                    "message.output_text.logprobs",
                    "reasoning.encrypted_content",
                    "web_search_call.action.sources",
                    "web_search_call.results",
                )
            ),
            "input": Either(string=prose("user"), array=INPUT),
            "instructions": Either(string=prose("developer"), array=INPUT),
            "max_output_tokens": TOKENS,
            "max_tool_calls": Number(),
            "metadata": METADATA,
            "model": MODEL,
            "moderation": MODERATION,
            "parallel_tool_calls": Flag(),
            "previous_response_id": Refused(_KEPT_BY_PROVIDER, _SEND_ALL),
            "prompt": Object(
                {
                    "id": Id("pmpt_", stored=True),
                    "variables": Map(Either(string=prose("user"), object=parts("user"))),
                    "version": _VERSION,
                }
            ),
            "prompt_cache_key": Identity(),
            "prompt_cache_options": Object(
                {
                    "comparison_response_id": Id("resp_", stored=True),
                    "mode": Choice("explicit", "implicit"),
                    "prewarm": Flag(),
                    "ttl": Choice("12h", "30m"),
                }
            ),
            "prompt_cache_retention": RETENTION,
            "reasoning": Object(
                {
                    "context": Choice("all_turns", "auto", "current_turn"),
                    "effort": EFFORT,
                    "generate_summary": Choice("auto", "concise", "detailed"),
                    "mode": Choice("pro", "standard"),
                    "summary": Choice("auto", "concise", "detailed"),
                }
            ),
            "safety_identifier": Identity(),
            "service_tier": TIER,
            "store": Flag(),
            "stream": Flag(),
            "stream_options": STREAM_OPTIONS,
            "text": Object({"format": _TEXT_FORMAT, "verbosity": Choice("low", "medium", "high")}),
            "tool_choice": Either(
                string=Choice("auto", "none", "required"),
                object=Variants("type", {**_CHOSEN, "allowed_tools": _ALLOWED}),
            ),
            "tools": TOOLS,
            "top_logprobs": Number(0, 1024),
            "truncation": Choice("auto", "disabled"),
            "user": Identity(),
        }
    ),
)
"""The table of /v1/responses."""

INPUT_TOKENS = replace(RESPONSES, path="/v1/responses/input_tokens")
"""The same body, of which the provider counts the tokens."""

COMPACT = replace(RESPONSES, path="/v1/responses/compact")
"""The same body, of which the provider makes a shorter one: its messages, and what it has encrypted."""

_KEPT_ID = Pattern(re.compile(r"[A-Za-z0-9_-]{1,200}"), "an id that the provider gave")

KEPT_RESPONSES = replace(
    RESPONSES,
    kept=True,
    table=Object(
        {
            **RESPONSES.table.fields,
            "background": Flag(),
            "conversation": Either(string=_KEPT_ID, object=Object({"id": _KEPT_ID})),
            "previous_response_id": _KEPT_ID,
        }
    ),
)
"""The same where the operator allows kept state: the server has found out that the ids are the caller's own."""

CONVERSATIONS = Shape("responses", "/v1/conversations", Object({"items": INPUT, "metadata": METADATA}), kept=True)
"""A conversation that begins at a provider which keeps it."""


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
