"""Chat completions. Source: openai/types/chat/completion_create_params.py of the OpenAI SDK."""

from __future__ import annotations

from dp_gateway.api.common import (
    CACHE_BREAKPOINT,
    CACHE_CONTROL,
    EFFORT,
    METADATA,
    MODEL,
    MODERATION,
    NESTED_LOCATION,
    POSITION,
    RETENTION,
    SAMPLING,
    SCHEMA,
    STOP,
    STREAM_OPTIONS,
    TIER,
    TOKENS,
    prose,
)
from dp_gateway.api.completions import LogitBias
from dp_gateway.api.containers import Array, Conversation, Either, Media, Object, Parts, Shape, Variants
from dp_gateway.api.fields import (
    Blob,
    Choice,
    Field,
    Flag,
    Id,
    Identity,
    Number,
    Opaque,
    SeedNumber,
    Speaker,
    Text,
    ToolName,
    Url,
)
from dp_gateway.api.free_json import JsonText, Leaves
from dp_gateway.api.reading import Author

_DEVELOPER = Text("developer")
_ARGUMENTS = JsonText(keys="developer")


def _content(author: Author) -> Field:
    """The content of a message: a string, or parts."""
    parts: dict[str, dict[str, Field]] = {
        "text": {"text": prose(author)},
        "refusal": {"refusal": Text(author)},
        "image_url": {"image_url": Media(Object({"url": Url(), "detail": Choice("auto", "low", "high", "original")}))},
        "input_audio": {"input_audio": Media(Object({"data": Blob(), "format": Choice("wav", "mp3")}))},
        "file": {"file": Media(Object({"file_data": Blob(), "file_id": Id("file-", stored=True), "filename": Text()}))},
    }
    each = {"prompt_cache_breakpoint": CACHE_BREAKPOINT, "cache_control": CACHE_CONTROL}
    return Either(string=prose(author), array=Parts(Variants("type", {tag: each | own for tag, own in parts.items()})))


_PARSED = Leaves(keys="developer")  # what the SDK puts beside a text that it has parsed
_CALL = Object({"name": ToolName(), "arguments": _ARGUMENTS, "parsed_arguments": _PARSED})
_CITATION = Object({"start_index": POSITION, "end_index": POSITION, "title": Text(), "url": Text()})
_SIGNED = Object({"google": Object({"thought_signature": Opaque()})})
_CALLS = Array(
    Variants(
        "type",
        {
            "function": {"id": Id(), "index": Number(), "function": _CALL, "extra_content": _SIGNED},
            "custom": {"id": Id(), "index": Number(), "custom": Object({"name": ToolName(), "input": prose("other")})},
        },
        default="function",
    )
)
_INSTRUCTION: dict[str, Field] = {"content": _content("developer"), "name": Speaker("developer")}
_MESSAGE = Variants(
    "role",
    {
        "system": _INSTRUCTION,
        "developer": _INSTRUCTION,
        "user": {"content": _content("user"), "name": Speaker()},
        "assistant": {
            "content": _content("other"),
            "name": Speaker(),
            "refusal": Text(),
            "reasoning": Text(),
            "reasoning_content": Text(),
            "annotations": Array(Variants("type", {"url_citation": {"url_citation": _CITATION}})),
            "audio": Object({"id": Id("audio_")}),
            "extra_content": _SIGNED,
            "parsed": _PARSED,
            "tool_calls": _CALLS,
            "function_call": _CALL,
            "prefix": Flag(),
        },
        "tool": {"content": _content("other"), "tool_call_id": Id(), "name": ToolName()},
        "function": {"content": _content("other"), "name": ToolName()},
    },
)

_FUNCTION = Object({"name": ToolName(), "description": _DEVELOPER, "parameters": SCHEMA, "strict": Flag()})
_FORMAT = Variants(
    "type", {"text": {}, "grammar": {"grammar": Object({"definition": _DEVELOPER, "syntax": Choice("lark", "regex")})}}
)
_CUSTOM = Object({"name": ToolName(), "description": _DEVELOPER, "format": _FORMAT})
_TOOLS = Array(
    Variants(
        "type", {"function": {"function": _FUNCTION, "cache_control": CACHE_CONTROL}, "custom": {"custom": _CUSTOM}}
    )
)
_NAMED: dict[str, dict[str, Field]] = {
    "function": {"function": Object({"name": ToolName()})},
    "custom": {"custom": Object({"name": ToolName()})},
}
_ALLOWED = Object({"mode": Choice("auto", "required"), "tools": Array(Variants("type", _NAMED))})

CHAT = Shape(
    "chat",
    "/v1/chat/completions",
    Object(
        {
            **SAMPLING,
            "audio": Media(
                Object(
                    {
                        "format": Choice("wav", "aac", "mp3", "flac", "opus", "pcm16"),
                        "voice": Either(
                            string=Choice(
                                "alloy", "ash", "ballad", "cedar", "coral", "echo", "marin", "sage", "shimmer", "verse"
                            ),
                            object=Object({"id": Id("voice_")}),
                        ),
                    }
                )
            ),
            "function_call": Either(string=Choice("none", "auto"), object=Object({"name": ToolName()})),
            "functions": Array(_FUNCTION),
            "logit_bias": LogitBias(),
            "logprobs": Flag(),
            "max_completion_tokens": TOKENS,
            "max_tokens": TOKENS,
            "messages": Conversation(_MESSAGE),
            "metadata": METADATA,
            "modalities": Array(Choice("text", "audio")),
            "model": MODEL,
            "moderation": MODERATION,
            "n": Number(0, 1024),
            "parallel_tool_calls": Flag(),
            "prediction": Object({"type": Choice("content"), "content": _content("other")}),
            "prompt_cache_key": Identity(),
            "prompt_cache_options": Object({"mode": Choice("implicit", "explicit"), "ttl": Choice("30m")}),
            "prompt_cache_retention": RETENTION,
            "reasoning_effort": EFFORT,
            "response_format": Variants(
                "type",
                {
                    "text": {},
                    "json_object": {"schema": SCHEMA},
                    "json_schema": {
                        "json_schema": Object(
                            {"name": ToolName(), "description": _DEVELOPER, "schema": SCHEMA, "strict": Flag()}
                        )
                    },
                },
            ),
            "safety_identifier": Identity(),
            "seed": SeedNumber(),
            "service_tier": TIER,
            "stop": STOP,
            "store": Flag(),
            "stream": Flag(),
            "stream_options": STREAM_OPTIONS,
            "tool_choice": Either(
                string=Choice("none", "auto", "required"),
                object=Variants("type", {**_NAMED, "allowed_tools": {"allowed_tools": _ALLOWED}}),
            ),
            "tools": _TOOLS,
            "top_logprobs": Number(0, 1024),
            "user": Identity(),
            "verbosity": Choice("low", "medium", "high"),
            "web_search_options": Object(
                {"search_context_size": Choice("low", "medium", "high"), "user_location": NESTED_LOCATION}
            ),
        }
    ),
)
"""The table of /v1/chat/completions."""
