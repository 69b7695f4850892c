"""Fields that several APIs share."""

from __future__ import annotations

import re

from dp_gateway.api.containers import Array, Either, Map, Object, Variants
from dp_gateway.api.fields import Field, Text
from dp_gateway.api.free_json import JsonText, Leaves
from dp_gateway.api.plain import Choice, Flag, Number, Pattern
from dp_gateway.api.reading import Author
from dp_gateway.api.schema import SCHEMA

__all__ = [
    "CACHE_BREAKPOINT",
    "CACHE_CONTROL",
    "EFFORT",
    "METADATA",
    "MODEL",
    "MODERATION",
    "NESTED_LOCATION",
    "POSITION",
    "RETENTION",
    "SAMPLING",
    "STOP",
    "STREAM_OPTIONS",
    "TIER",
    "TOKENS",
    "prose",
]

MODEL: Field = Pattern(
    # No chain of digits that could be somebody's number (a date may be in it), no e-mail address, and no URL.
    re.compile(
        r"(?!.*[0-9]{9})(?!.*[0-9]{3}[-._:/][0-9]{2,3}[-._:/][0-9]{4})(?!.*@[A-Za-z0-9-]+\.)(?!.*//|[Ww]{3}\.)[A-Za-z0-9._:/@-]{1,128}"
    ),
    "the name of a model",
)

TOKENS: Field = Number(-1, 10_000_000)
"""A number of tokens; some servers take -1 for "no limit"."""

POSITION: Field = Number(0, 10_000_000)
"""A place in a text, or a number of milliseconds."""

STOP: Field = Either(string=Text(), array=Array(Text()))
STREAM_OPTIONS: Field = Object(
    dict.fromkeys(("include_usage", "include_obfuscation", "continuous_usage_stats"), Flag())
)
_PLACE: dict[str, Field] = dict.fromkeys(("city", "country", "region", "timezone"), Text())
LOCATION: Field = Variants("type", {"approximate": _PLACE}, default="approximate")
NESTED_LOCATION: Field = Variants("type", {"approximate": {"approximate": Object(_PLACE)}})
METADATA: Field = Map(Leaves())
EFFORT: Field = Choice("none", "minimal", "low", "medium", "high", "xhigh", "max", "default")
TIER: Field = Choice("auto", "default", "flex", "scale", "priority", "fast", "ultrafast")
RETENTION: Field = Choice("in_memory", "in-memory", "24h")
CACHE_BREAKPOINT: Field = Object({"mode": Choice("explicit"), "ttl": Choice("30m", "12h")})

CACHE_CONTROL: Field = Object({"type": Choice("ephemeral"), "ttl": Choice("5m", "1h")})

_MODERATED: Field = Object({"mode": Choice("score", "block")})
MODERATION: Field = Object({"model": MODEL, "policy": Object({"input": _MODERATED, "output": _MODERATED})})

SAMPLING: dict[str, Field] = {
    **dict.fromkeys(("frequency_penalty", "presence_penalty"), Number(-10, 10)),
    **dict.fromkeys(("temperature", "top_p"), Number(0, 100)),
    # Not OpenAI's own: what llama.cpp, vLLM, Ollama and other servers of its API take.
    **dict.fromkeys(
        (
            "dry_allowed_length", "dry_base", "dry_multiplier", "dynatemp_exponent", "dynatemp_range", "length_penalty",
            "min_p", "mirostat", "mirostat_eta", "mirostat_tau", "n_probs", "repeat_penalty", "repetition_penalty",
            "tfs_z", "top_a", "top_n_sigma", "typical_p", "xtc_probability", "xtc_threshold",
        ),
        Number(-100, 100),
    ),
    **dict.fromkeys(("dry_penalty_last_n", "min_tokens", "n_predict", "repeat_last_n", "top_k"), TOKENS),
    **dict.fromkeys(
        (
            "add_generation_prompt", "cache_prompt", "continue_final_message", "ignore_eos", "include_reasoning",
            "include_stop_str_in_output", "return_progress", "skip_special_tokens", "spaces_between_special_tokens",
            "timings_per_token", "use_beam_search",
        ),
        Flag(),
    ),
    "bad_words": Array(Text()),
    "grammar": Text("developer"),
    "guided_choice": Array(Text("developer")),
    "guided_grammar": Text("developer"),
    "guided_json": Either(string=JsonText("developer", "developer"), object=SCHEMA),
    "guided_regex": Text("developer"),
    "json_schema": SCHEMA,
    "chat_template_kwargs": Map(Leaves("developer", "developer")),
}  # fmt: skip
"""Settings of sampling: they say how a model draws its reply."""


def prose(author: Author) -> Field:
    """A string that is mostly prose, and JSON at times."""
    return JsonText(author, whole=True)
