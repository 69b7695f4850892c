"""The items of responses, and the tools that may be declared: functions, and what the provider runs by itself."""

from __future__ import annotations

from dp_gateway.api.common import (
    CACHE_BREAKPOINT,
    LOCATION,
    POSITION,
    prose,
)
from dp_gateway.api.containers import Array, Conversation, Either, Media, Object, Parts, Variants
from dp_gateway.api.fields import Blob, Dropped, Field, Opaque, Text, ToolName, Url
from dp_gateway.api.free_json import JsonText, Leaves
from dp_gateway.api.plain import Choice, Flag, Id, Number
from dp_gateway.api.reading import Author
from dp_gateway.api.schema import SCHEMA

__all__ = ["INPUT", "TOOLS", "WEB_SEARCHES", "parts"]

_DEVELOPER = Text("developer")
WEB_SEARCHES = ("web_search", "web_search_2025_08_26", "web_search_preview", "web_search_preview_2025_03_11")
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
