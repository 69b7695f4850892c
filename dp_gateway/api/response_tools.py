"""The tools of responses: functions, and those that the provider runs without reaching past the gateway."""

from __future__ import annotations

from dp_gateway.api.common import (
    LOCATION,
)
from dp_gateway.api.containers import Array, Either, Object, Variants
from dp_gateway.api.fields import Field, Text, ToolName
from dp_gateway.api.free_json import Leaves
from dp_gateway.api.plain import Choice, Flag, Id, Number
from dp_gateway.api.schema import SCHEMA

__all__ = ["TOOLS", "WEB_SEARCHES"]

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
