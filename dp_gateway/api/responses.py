"""Responses. Source: openai/types/responses/response_create_params.py of the OpenAI SDK."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import orjson

from dp_gateway.api.common import (
    CACHE_BREAKPOINT,
    EFFORT,
    LOCATION,
    METADATA,
    MODEL,
    MODERATION,
    POSITION,
    RETENTION,
    SAMPLING,
    SCHEMA,
    STREAM_OPTIONS,
    TIER,
    TOKENS,
    prose,
)
from dp_gateway.api.containers import Array, Conversation, Either, Map, Media, Object, Parts, Shape, Variants
from dp_gateway.api.fields import (
    Blob,
    Choice,
    Dropped,
    Field,
    Flag,
    Id,
    Identity,
    Number,
    Opaque,
    Pattern,
    Refused,
    Text,
    ToolName,
    Url,
)
from dp_gateway.api.free_json import JsonText, Leaves
from dp_gateway.api.reading import Author
from dp_gateway.errors import MalformedRequest

WEB_SEARCHES = ("web_search", "web_search_2025_08_26", "web_search_preview", "web_search_preview_2025_03_11")
_DEVELOPER = Text("developer")
_CALLERS = Array(Choice("direct", "programmatic"))
_NAMED: dict[str, Field] = {
    "name": ToolName(),
    "description": _DEVELOPER,
    "allowed_callers": _CALLERS,
    "async": Flag(),
    "defer_loading": Flag(),
}
_FUNCTION: dict[str, Field] = {**_NAMED, "parameters": SCHEMA, "output_schema": SCHEMA, "strict": Flag()}
_FORMAT = Variants("type", {"text": {}, "grammar": {"definition": _DEVELOPER, "syntax": Choice("lark", "regex")}})
_CUSTOM: dict[str, Field] = {**_NAMED, "format": _FORMAT}
_WEB_SEARCH: dict[str, Field] = {
    "external_web_access": Flag(),
    "filters": Object({"allowed_domains": Array(_DEVELOPER)}),
    "search_content_types": Array(Choice("image", "text")),
    "search_context_size": Choice("low", "medium", "high"),
    "user_location": LOCATION,
}
_FILE_SEARCH: dict[str, Field] = {
    "filters": Leaves("developer", "developer"),
    "max_num_results": Number(),
    "ranking_options": Object(
        {
            "hybrid_search": Object(dict.fromkeys(("embedding_weight", "text_weight"), Number())),
            "ranker": Choice("auto", "default-2024-11-15"),
            "score_threshold": Number(),
        }
    ),
    "vector_store_ids": Array(Id("vs_", stored=True)),
}
_CONTAINER = Object(
    {
        "type": Choice("auto"),
        "file_ids": Array(Id("file-", stored=True)),
        "memory_limit": Choice("1g", "4g", "16g", "64g"),
        "network_policy": Variants("type", {"disabled": {}}),
    }
)
TOOLS: Field = Array(
    Variants(
        "type",
        {
            "function": _FUNCTION,
            "custom": _CUSTOM,
            "namespace": {
                "name": ToolName(),
                "description": _DEVELOPER,
                "tools": Array(Variants("type", {"function": _FUNCTION, "custom": _CUSTOM})),
            },
            "tool_search": {"description": _DEVELOPER, "execution": Choice("client", "server"), "parameters": SCHEMA},
            "file_search": _FILE_SEARCH,
            "code_interpreter": {
                "allowed_callers": _CALLERS,
                "container": Either(string=Id("cntr_", stored=True), object=_CONTAINER),
            },
            "apply_patch": {"allowed_callers": _CALLERS},
            "local_shell": {},
            **dict.fromkeys(WEB_SEARCHES, _WEB_SEARCH),
        },
    )
)
"""Declared tools."""

_ARGUMENTS = JsonText(keys="developer")
_PARSED = Leaves(keys="developer")  # what the SDK puts beside a text that it has parsed
_STATUS = Choice("completed", "failed", "generating", "in_progress", "incomplete", "interpreting", "searching")
_CALLER = Variants("type", {"direct": {}, "program": {"caller_id": Id()}})

_CITED: dict[str, Field] = {
    "container_id": Id("cntr_"),
    "end_index": POSITION,
    "file_id": Id("file-"),
    "filename": Text(),
    "index": POSITION,
    "start_index": POSITION,
    "title": Text(),
    "url": Text(),
}
_ANNOTATIONS = Array(
    Variants("type", dict.fromkeys(("container_file_citation", "file_citation", "file_path", "url_citation"), _CITED))
)


def parts(author: Author) -> Variants:
    """Make the fields of the parts of a content."""
    image: dict[str, Field] = {
        "detail": Choice("auto", "high", "low", "original"),
        "file_id": Media(Id("file-", stored=True)),
        "image_url": Media(Url()),
    }
    file: dict[str, Field] = {
        "detail": Choice("auto", "high", "low"),
        "file_id": Media(Id("file-", stored=True)),
        "file_data": Media(Blob()),
        "file_url": Media(Url()),
        "filename": Text(author),
    }
    audio = Media(Object({"data": Blob(), "format": Choice("mp3", "wav")}))
    parts: dict[str, dict[str, Field]] = {
        "input_text": {"text": prose(author)},
        "text": {"text": prose(author)},
        "output_text": {"text": prose(author), "annotations": _ANNOTATIONS, "logprobs": Dropped(), "parsed": _PARSED},
        "refusal": {"refusal": Text(author)},
        "input_image": image,
        "input_file": file,
        "input_audio": {"input_audio": audio},
    }
    each: dict[str, Field] = {"prompt_cache_breakpoint": CACHE_BREAKPOINT}
    return Variants("type", {tag: each | own for tag, own in parts.items()})


def _content(author: Author) -> Field:
    """A string, or parts."""
    return Either(string=prose(author), array=Parts(parts(author)))


def _message(author: Author) -> dict[str, Field]:
    return {
        "content": _content(author),
        "id": Id("msg_"),
        "phase": Choice("commentary", "final_answer"),
        "status": _STATUS,
        "type": Choice("message"),
    }


_MESSAGE = Variants(
    "role",
    {
        "user": _message("user"),
        "assistant": _message("other"),
        "system": _message("developer"),
        "developer": _message("developer"),
    },
)


def _item(prefix: str, **fields: Field) -> dict[str, Field]:
    return {"id": Id(prefix), "call_id": Id(), "status": _STATUS, "caller": _CALLER, **fields}


_SUMMARY = Array(Variants("type", {"summary_text": {"text": Text()}}))
_THOUGHTS = Array(Variants("type", {"reasoning_text": {"text": Text()}}))
_SEARCHED = Variants(
    "type",
    {
        "search": {
            "queries": Array(Text()),
            "query": Text(),
            "sources": Array(Variants("type", {"url": {"url": Text()}})),
        },
        "open_page": {"url": Text()},
        "find_in_page": {"pattern": Text(), "url": Text()},
    },
)
_FOUND = Object({"attributes": Leaves(), "file_id": Id("file-"), "filename": Text(), "score": Number(), "text": Text()})
_SHELL = Variants(
    "type",
    {
        "exec": {
            "command": Array(Text()),
            "env": Leaves(),
            "timeout_ms": POSITION,
            "user": Text(),
            "working_directory": Text(),
        }
    },
)
_PATCH: dict[str, Field] = {"diff": Text(), "path": Text()}
INPUT: Field = Conversation(
    Variants(
        "type",
        {
            "message": _MESSAGE,
            "function_call": _item(
                "fc_",
                arguments=_ARGUMENTS,
                parsed_arguments=_PARSED,
                name=ToolName(),
                namespace=ToolName(),
                **{"async": Flag()},
            ),
            "function_call_output": _item("fco_", output=_content("other"), name=ToolName(), namespace=ToolName()),
            "custom_tool_call": _item(
                "ctc_", input=prose("other"), name=ToolName(), namespace=ToolName(), **{"async": Flag()}
            ),
            "custom_tool_call_output": _item("ctco_", output=_content("other")),
            "reasoning": _item("rs_", summary=_SUMMARY, content=_THOUGHTS, encrypted_content=Opaque()),
            "compaction": _item("cmp_", encrypted_content=Opaque()),
            "compaction_trigger": _item("cmp_"),
            "item_reference": {"id": Id("msg_", stored=True)},
            "file_search_call": _item("fs_", queries=Array(Text()), results=Array(_FOUND)),
            "web_search_call": _item("ws_", action=_SEARCHED),
            "code_interpreter_call": _item(
                "ci_",
                code=Text(),
                container_id=Id("cntr_", stored=True),
                outputs=Array(Variants("type", {"logs": {"logs": Text()}, "image": {"url": Media(Url())}})),
            ),
            "local_shell_call": _item("lsh_", action=_SHELL),
            "local_shell_call_output": _item("lsho_", output=prose("other")),
            "apply_patch_call": _item(
                "apc_",
                operation=Variants("type", {"create_file": _PATCH, "delete_file": _PATCH, "update_file": _PATCH}),
            ),
            "apply_patch_call_output": _item("apco_", output=Text()),
            "tool_search_call": _item("tsc_", arguments=Leaves(keys="developer"), execution=Choice("client", "server")),
            "tool_search_output": _item("tso_", tools=TOOLS, execution=Choice("client", "server")),
            "additional_tools": _item("at_", tools=TOOLS, role=Choice("developer")),
        },
        default="message",
    )
)
"""Items, in their order."""

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
_FETCHED_LATER = "asks for a reply that is fetched later, past the gateway"
_KEPT_BY_PROVIDER = "names messages that the provider keeps: what stood for what in them is not in the request"
_SEND_ALL = "send the whole conversation in `input`, as `response.output` gave it"

RESPONSES = Shape(
    "responses",
    "/v1/responses",
    Object(
        {
            **SAMPLING,
            "access_programs": Object({"cyber": Choice("standard", "daybreak_blue", "daybreak_red")}),
            "background": Refused(_FETCHED_LATER),
            "background_options": Refused(_FETCHED_LATER),
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
            "background_options": Object(
                {"completion_window": Choice("soonest", "2h", "8h"), "continuation_id": Identity()}
            ),
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
    """Put the input of the requests before it in front of a request's own input. `before`: bodies of the earlier ones,
    oldest first. Raises MalformedRequest where its input is no list of items.
    """
    if not before:
        return body
    items: list[Any] = []
    for one in before:
        items += [*_items(orjson.loads(one)), _ANSWERED]
    return {**body, "input": [*items, *_items(body)]}


def shortened(sanitized: dict[str, Any], body: dict[str, Any]) -> None:
    """Take out of a sanitized request what the provider has. `sanitized`: the request that `continued` made,
    sanitized.
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
    """Return the names of the response and of the conversation that a request goes on from. Raises MalformedRequest:
    one of them is no id, or both are named.
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
    """Return the id of a whole reply, or of the response that an event of a stream is about."""
    fields = cast(dict[str, Any], reply) if isinstance(reply, dict) else {}
    inside = fields.get("response")
    found = cast(dict[str, Any], inside).get("id") if isinstance(inside, dict) else fields.get("id")
    return found if isinstance(found, str) else None
