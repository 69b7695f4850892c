"""The tables have every field that the OpenAI SDK can send, but for what is refused on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin

import pytest
from openai.types import completion_create_params as completions
from openai.types import embedding_create_params as embeddings
from openai.types.chat import completion_create_params as chat
from openai.types.responses import response_create_params as responses
from typing_extensions import get_type_hints, is_typeddict

from dp_gateway.api import find
from dp_gateway.api.containers import Array, Deferred, Either, Media, Object, Variants

REFUSED = {
    # The provider would act past the gateway, or send what is no text.
    "computer", "computer_call", "computer_call_output", "computer_use", "computer_use_preview", "configuration_update",
    "allowlist", "image_generation", "image_generation_call", "mcp", "mcp_approval_request", "mcp_approval_response",
    "mcp_call", "mcp_list_tools", "program", "program_output", "programmatic_tool_calling", "shell", "shell_call",
    "shell_call_output",
}  # fmt: skip


def missing(kind: Any, field: Any, path: str) -> Iterator[str]:
    """The fields and variants of a type of the SDK that a table has not."""
    while get_origin(kind) in (Required, NotRequired):
        kind = get_args(kind)[0]
    if get_origin(kind) is Union:
        for one in get_args(kind):
            yield from missing(one, field, path)
    elif is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        for table in ways(field):
            yield from missing_fields(hints, table, path)
    elif get_args(kind) and get_origin(kind) is not dict:
        for array in ways(field):
            if isinstance(array, Array):
                yield from missing(get_args(kind)[0], array.item, f"{path}[]")


def missing_fields(hints: dict[str, Any], table: Any, path: str) -> Iterator[str]:
    if isinstance(table, Variants):
        for tag in tags(hints.get(table.by)) or [table.default]:
            if tag in table.objects:
                yield from missing_fields(hints, table.objects[tag], f"{path}<{tag}>")
            elif tag not in REFUSED:
                yield f"{path}<{tag}>"
    elif isinstance(table, Object) and table.other is None:
        for key, kind in hints.items():
            if key in table.fields:
                yield from missing(kind, table.fields[key], f"{path}.{key}")
            else:
                yield f"{path}.{key}"


def tags(kind: Any) -> list[str]:
    """The strings that a type of the SDK allows."""
    if get_origin(kind) is Literal:
        return [one for one in get_args(kind) if isinstance(one, str)]
    return [tag for one in get_args(kind) for tag in tags(one)]


def ways(field: Any) -> list[Any]:
    """What a field can be."""
    match field:
        case Media():
            return ways(field.field)
        case Deferred():
            return ways(field.field())
        case Either():
            return [one for way in (field.string, field.array, field.object) if way is not None for one in ways(way)]
        case _:
            return [field]


@pytest.mark.reference
@pytest.mark.parametrize(
    ("shape", "kind"),
    [
        ("chat", chat.CompletionCreateParamsBase),
        ("completions", completions.CompletionCreateParamsBase),
        ("embeddings", embeddings.EmbeddingCreateParams),
        ("responses", responses.ResponseCreateParamsBase),
    ],
)
def test_every_field_of_the_sdk(shape: str, kind: Any):
    assert sorted(set(missing(kind, find(shape).table, shape))) == []
    assert "chat.n" in set(missing(chat.CompletionCreateParamsBase, Object({}), "chat"))
