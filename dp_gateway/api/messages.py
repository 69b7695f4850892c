"""Anthropic's messages. Source: anthropic/types/message_create_params.py of the Anthropic SDK."""

from __future__ import annotations

from dataclasses import replace

from dp_gateway.api.common import CACHE_CONTROL, LOCATION, MODEL, TOKENS, prose
from dp_gateway.api.containers import Array, Conversation, Either, Object, Variants
from dp_gateway.api.fields import Field, Refused, Text, ToolName
from dp_gateway.api.free_json import Leaves
from dp_gateway.api.message_blocks import CACHED, CALLERS, CITABLE, content, text_block
from dp_gateway.api.plain import Choice, Flag, Id, Identity, Number
from dp_gateway.api.request import Shape
from dp_gateway.api.schema import SCHEMA

__all__ = ["COUNT_TOKENS", "MESSAGES"]

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
            "mcp_servers": Refused("lets the provider reach tools past the gateway"),
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
