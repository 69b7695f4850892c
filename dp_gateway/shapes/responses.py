"""Responses. Source: openai/types/responses/response_create_params.py of the OpenAI SDK."""

from __future__ import annotations

import re

from dp_gateway.shapes.common import (
    CACHE_BREAKPOINT,
    EFFORT,
    LOCATION,
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
from dp_gateway.shapes.containers import Array, Either, Map, Media, Object, Variants
from dp_gateway.shapes.fields import (
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
    Text,
    ToolName,
    Url,
)
from dp_gateway.shapes.json_text import JsonText
from dp_gateway.shapes.leaves import Leaves
from dp_gateway.shapes.reading import Author
from dp_gateway.shapes.request import Shape
from dp_gateway.shapes.schema import SCHEMA

__all__ = ["RESPONSES"]

_DEVELOPER = Text("developer")
_FREE = Leaves("developer", "developer")
_ARGUMENTS = JsonText(keys="developer")
_STATUS = Choice("completed", "failed", "generating", "in_progress", "incomplete", "interpreting", "searching")
_CALLERS = Variants("type", {"direct": {}, "program": {"caller_id": Id()}})
_POSITION = Number(0, 10_000_000)

_CITED: dict[str, Field] = {
    "container_id": Id("cntr_"),
    "end_index": _POSITION,
    "file_id": Id("file-"),
    "filename": Text(),
    "index": _POSITION,
    "start_index": _POSITION,
    "title": Text(),
    "url": Text(),
}
_ANNOTATIONS = Array(
    Variants("type", dict.fromkeys(("container_file_citation", "file_citation", "file_path", "url_citation"), _CITED))
)


def _parts(author: Author) -> Variants:
    """The parts of a content."""
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
        "output_text": {"text": prose(author), "annotations": _ANNOTATIONS, "logprobs": Dropped()},
        "refusal": {"refusal": Text(author)},
        "input_image": image,
        "input_file": file,
        "input_audio": {"input_audio": audio},
    }
    each: dict[str, Field] = {"prompt_cache_breakpoint": CACHE_BREAKPOINT}
    return Variants("type", {tag: each | own for tag, own in parts.items()})


def _content(author: Author) -> Field:
    """A string, or parts."""
    return Either(string=prose(author), array=Array(_parts(author)))


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

_NAMED: dict[str, Field] = {
    "name": ToolName(),
    "description": _DEVELOPER,
    "allowed_callers": Array(Choice("direct", "programmatic")),
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
    "filters": _FREE,
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
_TOOL = Variants(
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
        "code_interpreter": {"container": Either(string=Id("cntr_", stored=True), object=_CONTAINER)},
        "apply_patch": {},
        "local_shell": {},
        **dict.fromkeys(
            (
                "web_search", "web_search_2025_08_26", "web_search_preview", "web_search_preview_2025_03_11",
            ),
            _WEB_SEARCH,
        ),
    },
)  # fmt: skip
_TOOLS = Array(_TOOL)


def _item(prefix: str, **fields: Field) -> dict[str, Field]:
    return {"id": Id(prefix), "call_id": Id(), "status": _STATUS, "caller": _CALLERS, **fields}


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
            "timeout_ms": _POSITION,
            "user": Text(),
            "working_directory": Text(),
        }
    },
)
_PATCH: dict[str, Field] = {"diff": Text(), "path": Text()}
_ITEM = Variants(
    "type",
    {
        "message": _MESSAGE,
        "function_call": _item("fc_", arguments=_ARGUMENTS, name=ToolName(), namespace=ToolName(), **{"async": Flag()}),
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
            "apc_", operation=Variants("type", {"create_file": _PATCH, "delete_file": _PATCH, "update_file": _PATCH})
        ),
        "apply_patch_call_output": _item("apco_", output=Text()),
        "tool_search_call": _item("tsc_", arguments=Leaves(keys="developer"), execution=Choice("client", "server")),
        "tool_search_output": _item("tso_", tools=_TOOLS, execution=Choice("client", "server")),
        "additional_tools": _item("at_", tools=_TOOLS, role=Choice("developer")),
    },
    default="message",
)

_CHOSEN: dict[str, dict[str, Field]] = {
    "function": {"name": ToolName()},
    "custom": {"name": ToolName()},
    **{tag: {} for tag in ("apply_patch", "code_interpreter", "file_search", "local_shell", "shell")},
    **{
        tag: {}
        for tag in ("web_search", "web_search_2025_08_26", "web_search_preview", "web_search_preview_2025_03_11")
    },
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

RESPONSES = Shape(
    "responses",
    "/v1/responses",
    Object(
        {
            **SAMPLING,
            "access_programs": Object({"cyber": Choice("standard", "daybreak_blue", "daybreak_red")}),
            "background": Flag(),
            "context_management": Array(Object({"type": Choice("compaction"), "compact_threshold": TOKENS})),
            "conversation": Either(string=Id("conv_", stored=True), object=Object({"id": Id("conv_", stored=True)})),
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
            "input": Either(string=prose("user"), array=Array(_ITEM)),
            "instructions": Either(string=prose("developer"), array=Array(_ITEM)),
            "max_output_tokens": TOKENS,
            "max_tool_calls": Number(),
            "metadata": METADATA,
            "model": MODEL,
            "moderation": MODERATION,
            "parallel_tool_calls": Flag(),
            "previous_response_id": Id("resp_", stored=True),
            "prompt": Object(
                {
                    "id": Id("pmpt_", stored=True),
                    "variables": Map(Either(string=prose("user"), object=_parts("user"))),
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
            "tools": _TOOLS,
            "top_logprobs": Number(0, 1024),
            "truncation": Choice("auto", "disabled"),
            "user": Identity(),
        }
    ),
)
"""The table of /v1/responses."""
