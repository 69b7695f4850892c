"""Anthropic's messages. Source: anthropic/types/message_create_params.py of the Anthropic SDK."""

from __future__ import annotations

from dataclasses import replace

from dp_gateway.api.common import CACHE_CONTROL, LOCATION, MODEL, POSITION, SCHEMA, TOKENS, prose
from dp_gateway.api.containers import Array, Conversation, Either, Media, Object, Parts, Shape, Variants
from dp_gateway.api.fields import (
    MCP_OF_THE_CLIENT,
    Blob,
    Choice,
    Field,
    Flag,
    Id,
    Identity,
    Number,
    Opaque,
    Refused,
    Text,
    ToolName,
    Url,
)
from dp_gateway.api.free_json import Leaves
from dp_gateway.api.reading import Author

_INPUT = Leaves(keys="developer")
CALLERS = ("code_execution_20250825", "code_execution_20260120", "code_execution_20260521")
_CALLER = Variants("type", {"direct": {}, **{tag: {"tool_id": Id("srvtoolu_")} for tag in CALLERS}})
_ERRORS = Choice(
    "content_too_large", "execution_time_exceeded", "file_not_found", "invalid_tool_input", "max_uses_exceeded",
    "output_file_too_large", "query_too_long", "request_too_large", "too_many_requests", "unavailable",
    "unsupported_content_type", "url_not_accessible", "url_not_allowed", "url_not_in_prior_context", "url_too_long",
)  # fmt: skip

_CITED: dict[str, Field] = {
    "cited_text": Text(),
    "document_title": Text(),
    "encrypted_index": Opaque(),
    "file_id": Id("file_"),
    "source": Text(),
    "title": Text(),
    "url": Text(),
    **dict.fromkeys(
        (
            "document_index", "end_block_index", "end_char_index", "end_page_number", "search_result_index",
            "start_block_index", "start_char_index", "start_page_number",
        ),
        POSITION,
    ),
}  # fmt: skip
_CITATIONS = Array(
    Variants(
        "type",
        dict.fromkeys(
            (
                "char_location", "content_block_location", "page_location", "search_result_location",
                "web_search_result_location",
            ),
            _CITED,
        ),
    )
)  # fmt: skip
CACHED: dict[str, Field] = {"cache_control": CACHE_CONTROL}
CITABLE = Object({"enabled": Flag()})


def text_block(author: Author) -> dict[str, Field]:
    """Make the fields of a block of text."""
    return {**CACHED, "text": prose(author), "citations": _CITATIONS, "parsed_output": _INPUT}


_MEDIA_TYPES = Choice("application/pdf", "image/gif", "image/jpeg", "image/png", "image/webp")
_STORED: dict[str, dict[str, Field]] = {
    "base64": {"data": Media(Blob()), "media_type": _MEDIA_TYPES},
    "url": {"url": Media(Url())},
    "file": {"file_id": Media(Id("file_", stored=True))},
}
_IMAGE: dict[str, Field] = {
    **CACHED,
    "source": Variants("type", _STORED),
    "transformations": Object({"oversized_image": Choice("downsize", "error")}),
}


def _document(author: Author) -> dict[str, Field]:
    parts = Variants("type", {"text": text_block(author), "image": _IMAGE})
    text: dict[str, dict[str, Field]] = {
        "text": {"data": Text(author), "media_type": Choice("text/plain")},
        "content": {"content": Either(string=Text(author), array=Array(parts))},
    }
    return {
        **CACHED,
        "source": Variants("type", _STORED | text),
        "citations": CITABLE,
        "context": Text(author),
        "title": Text(author),
    }


def _shown(author: Author) -> dict[str, dict[str, Field]]:
    """The blocks that show something to the model."""
    text = text_block(author)
    return {
        "text": text,
        "image": _IMAGE,
        "document": _document(author),
        "search_result": {
            **CACHED, "content": Array(Variants("type", {"text": text})), "source": Text(author),
            "title": Text(author), "citations": CITABLE,
        },
    }  # fmt: skip


_REFERENCE: dict[str, Field] = {**CACHED, "tool_name": ToolName()}
_RESULT = Either(
    string=prose("other"), array=Parts(Variants("type", {**_shown("other"), "tool_reference": _REFERENCE}))
)
_FILES = Array(Object({"type": Choice("bash_code_execution_output", "code_execution_output"), "file_id": Id("file_")}))
_RAN: dict[str, Field] = {
    "content": _FILES,
    "return_code": Number(-1000, 1000),
    "stderr": Text(),
    "stdout": Text(),
    "encrypted_stdout": Opaque(),
}
_FAILED: dict[str, Field] = {"error_code": _ERRORS, "error_message": Text()}
_LINES: dict[str, Field] = dict.fromkeys(
    ("new_lines", "new_start", "num_lines", "old_lines", "old_start", "start_line", "total_lines"), POSITION
)
_FOUND: dict[str, Field] = {"encrypted_content": Opaque(), "title": Text(), "url": Text(), "page_age": Text()}
_FETCHED: dict[str, Field] = {
    "url": Text(),
    "retrieved_at": Text(),
    "content": Variants("type", {"document": _document("other")}),
}


def _served(content: Field) -> dict[str, Field]:
    """The result of a tool that the provider ran."""
    return {**CACHED, "tool_use_id": Id("srvtoolu_"), "caller": _CALLER, "content": content}


_SERVED: dict[str, dict[str, Field]] = {
    "web_search_tool_result": _served(
        Either(
            array=Array(Variants("type", {"web_search_result": _FOUND})),
            object=Variants("type", {"web_search_tool_result_error": _FAILED}),
        )
    ),
    "web_fetch_tool_result": _served(
        Variants("type", {"web_fetch_result": _FETCHED, "web_fetch_tool_result_error": _FAILED})
    ),
    "code_execution_tool_result": _served(
        Variants(
            "type",
            {
                "code_execution_result": _RAN,
                "encrypted_code_execution_result": _RAN,
                "code_execution_tool_result_error": _FAILED,
            },
        )
    ),
    "text_editor_code_execution_tool_result": _served(
        Variants(
            "type",
            {
                "text_editor_code_execution_view_result": {
                    **_LINES,
                    "content": Text(),
                    "file_type": Choice("image", "pdf", "text"),
                },
                "text_editor_code_execution_create_result": {"is_file_update": Flag()},
                "text_editor_code_execution_str_replace_result": {**_LINES, "lines": Array(Text())},
                "text_editor_code_execution_tool_result_error": _FAILED,
            },
        )
    ),
    "tool_search_tool_result": _served(
        Variants(
            "type",
            {
                "tool_search_tool_search_result": {
                    "tool_references": Array(Variants("type", {"tool_reference": _REFERENCE}))
                },
                "tool_search_tool_result_error": _FAILED,
            },
        )
    ),
    "bash_code_execution_tool_result": _served(
        Variants("type", {"bash_code_execution_result": _RAN, "bash_code_execution_tool_result_error": _FAILED})
    ),
}
_SERVERS = Choice(
    "bash_code_execution", "code_execution", "text_editor_code_execution", "tool_search_tool_bm25",
    "tool_search_tool_regex", "web_fetch", "web_search",
)  # fmt: skip


def content(author: Author) -> Field:
    """Make the field of a message's content: a string, or blocks."""
    blocks: dict[str, dict[str, Field]] = {
        **_shown(author),
        **_SERVED,
        "thinking": {"thinking": Text(), "signature": Opaque()},
        "container_upload": {**CACHED, "file_id": Media(Id("file_", stored=True))},
        "redacted_thinking": {"data": Opaque()},
        "tool_use": {**CACHED, "id": Id("toolu_"), "input": _INPUT, "name": ToolName(), "caller": _CALLER},
        "tool_result": {**CACHED, "tool_use_id": Id("toolu_"), "content": _RESULT, "is_error": Flag()},
        "server_tool_use": {**CACHED, "id": Id("srvtoolu_"), "input": _INPUT, "name": _SERVERS, "caller": _CALLER},
    }
    return Either(string=prose(author), array=Parts(Variants("type", blocks)))


_DEVELOPER = Text("developer")
_OWN: dict[str, Field] = {
    **CACHED,
    "allowed_callers": Array(Choice("direct", *CALLERS)),
    "defer_loading": Flag(),
    "eager_input_streaming": Flag(),
    "input_examples": Array(Leaves("developer", "developer")),
    "strict": Flag(),
}


def _built_in(name: str, versions: tuple[str, ...], **fields: Field) -> dict[str, dict[str, Field]]:
    """A tool that the provider defines."""
    return {f"{name}_{version}": {**_OWN, "name": Choice(name), **fields} for version in versions}


_WEB: dict[str, Field] = {
    "allowed_domains": Array(_DEVELOPER),
    "blocked_domains": Array(_DEVELOPER),
    "citations": CITABLE,
    "max_content_tokens": TOKENS,
    "max_uses": Number(),
    "response_inclusion": Choice("full", "excluded"),
    "use_cache": Flag(),
    "user_location": LOCATION,
}
_EDITOR: dict[str, Field] = {
    **_OWN,
    "name": Choice("str_replace_based_edit_tool", "str_replace_editor"),
    "max_characters": TOKENS,
}
_TOOL = Variants(
    "type",
    {
        "custom": {**_OWN, "name": ToolName(), "description": _DEVELOPER, "input_schema": SCHEMA},
        **_built_in("bash", ("20250124",)),
        **_built_in("code_execution", ("20250522", "20250825", "20260120", "20260521")),
        **_built_in("memory", ("20250818",)),
        **_built_in("tool_search_tool_bm25", ("20251119",)),
        **_built_in("tool_search_tool_regex", ("20251119",)),
        **{name: {**_OWN, "name": Choice(name)} for name in ("tool_search_tool_bm25", "tool_search_tool_regex")},
        **_built_in("web_fetch", ("20250910", "20260209", "20260309", "20260318"), **_WEB),
        **_built_in("web_search", ("20250305", "20260209", "20260318"), **_WEB),
        **dict.fromkeys(("text_editor_20250124", "text_editor_20250429", "text_editor_20250728"), _EDITOR),
    },
    default="custom",
)

_ONE_AT_A_TIME: dict[str, Field] = {"disable_parallel_tool_use": Flag()}
_SYSTEM = Either(string=prose("developer"), array=Array(Variants("type", {"text": text_block("developer")})))
_SHOWN_THOUGHT: dict[str, Field] = {"budget_tokens": TOKENS, "display": Choice("summarized", "omitted")}
_FORMAT = Variants("type", {"json_schema": {"schema": SCHEMA}})

MESSAGES = Shape(
    "messages",
    "/v1/messages",
    Object(
        {
            "cache_control": CACHE_CONTROL,
            "container": Either(
                string=Id("container_", stored=True), object=Object({"id": Id("container_", stored=True)})
            ),
            "diagnostics": Object({"previous_message_id": Id("msg_")}),
            "inference_geo": Choice("eu", "global", "us"),
            "max_tokens": TOKENS,
            "mcp_servers": Refused("lets the provider reach tools past the gateway", MCP_OF_THE_CLIENT),
            "messages": Conversation(
                Variants(
                    "role",
                    {
                        "user": {"content": content("user")},
                        "assistant": {"content": content("other")},
                        "system": {"content": _SYSTEM},
                    },
                )
            ),
            "metadata": Object({"user_id": Identity()}),
            "model": MODEL,
            "output_config": Object({"effort": Choice("low", "medium", "high", "xhigh", "max"), "format": _FORMAT}),
            "output_format": _FORMAT,
            "service_tier": Choice("auto", "standard_only"),
            "speed": Choice("standard", "fast"),
            "stop_sequences": Array(Text()),
            "stream": Flag(),
            "system": _SYSTEM,
            "temperature": Number(0, 100),
            "thinking": Variants(
                "type", {"enabled": _SHOWN_THOUGHT, "adaptive": _SHOWN_THOUGHT, "between_tools": {}, "disabled": {}}
            ),
            "tool_choice": Variants(
                "type",
                {
                    "auto": _ONE_AT_A_TIME,
                    "any": _ONE_AT_A_TIME,
                    "none": {},
                    "tool": {**_ONE_AT_A_TIME, "name": ToolName()},
                },
            ),
            "tools": Array(_TOOL),
            "top_k": TOKENS,
            "top_p": Number(0, 100),
            "user_profile_id": Id("uprof_", stored=True),
            "workspace_id": Id("wrkspc_", stored=True),
        }
    ),
)
"""The table of /v1/messages."""

COUNT_TOKENS = replace(MESSAGES, path="/v1/messages/count_tokens")
"""The same body, of which the provider counts the tokens."""
