"""Fields that several APIs share, and JSON schemas: the tables of `chat`, `completions`, `responses` and `messages`,
and LangChain's, are made of them.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, cast

from dp_gateway.api.containers import Array, Deferred, Either, Map, Object, Variants
from dp_gateway.api.fields import Choice, Field, Flag, Number, Pattern, Text
from dp_gateway.api.free_json import JsonText, Leaves
from dp_gateway.api.nodes import Filling, Node
from dp_gateway.api.reading import Author, Place, Walk, malformed

_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_FORMATS = (
    "date date-time duration email hostname idn-email idn-hostname ipv4 ipv6 iri iri-reference json-pointer regex "
    "relative-json-pointer time uri uri-reference uri-template uuid int32 int64 float double byte binary password"
).split()
_DIALECTS = (
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
)
_FREE = Leaves("developer", "developer")


class _Word:
    """A word that passes when it is one of a few, and is developer text otherwise."""

    __slots__ = ("words",)

    def __init__(self, *words: str) -> None:
        self.words = frozenset(words)

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is str and value in self.words:
            return None
        return _FREE.read(value, place, walk)


class _Values:
    """Values that a schema lists: developer text, and grammar of the request."""

    __slots__ = ()

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        listed = cast("list[Any]", value) if type(value) is list else [value]
        walk.grammar.update(one.lower() for one in listed if type(one) is str and one)
        return _FREE.read(value, place, walk)


class _Key:
    """The name of a property, as a value."""

    __slots__ = ()

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not str:
            raise malformed(place, "a string")
        return walk.name(value, place, "developer") if value else None


class _Reference:
    """A JSON pointer into the same schema: its steps are keywords and names of properties."""

    __slots__ = ()

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if value == "#":
            return None
        if type(value) is not str or not value.startswith("#/"):
            return _FREE.read(value, place, walk)
        steps: list[str | int] = []
        for step in value.split("/"):
            name = step.replace("~1", "/").replace("~0", "~")
            plain = not name or name == "#" or name in _KEYWORDS
            steps.append(step if plain else walk.name(name, place, "developer"))
        return _ReferenceNode(steps)


class _ReferenceNode(NamedTuple):
    steps: list[str | int]

    def build(self, filling: Filling) -> str:
        return "/".join(
            step if isinstance(step, str) else filling.sanitized[step].replace("~", "~0").replace("/", "~1")
            for step in self.steps
        )


def _subschema() -> Field:
    return _NESTED


_SUBSCHEMA = Deferred(_subschema)
_SUBSCHEMAS = Map(_SUBSCHEMA)
_KEYS = Array(_Key())

_KEYWORDS: dict[str, Field] = {
    "type": Either(string=_Word(*_TYPES), array=Array(_Word(*_TYPES))),
    "format": _Word(*_FORMATS),
    "$schema": _Word(*_DIALECTS),
    "$ref": _Reference(),
    "$dynamicRef": _Reference(),
    "required": _KEYS,
    "propertyOrdering": _KEYS,
    "dependentRequired": Map(_KEYS),
    **dict.fromkeys(
        ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"),
        _SUBSCHEMAS,
    ),
    **dict.fromkeys(
        (
            "items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "additionalProperties",
            "unevaluatedProperties", "propertyNames", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
            "contentSchema",
        ),
        _SUBSCHEMA,
    ),
    **dict.fromkeys(
        (
            "title", "description", "$comment", "$id", "$anchor", "$dynamicAnchor", "pattern", "default",
            "example", "examples", "contentEncoding", "contentMediaType",
        ),
        _FREE,
    ),
    "enum": _Values(),
    "const": _Values(),
    **dict.fromkeys(
        (
            "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
            "minItems", "maxItems", "minContains", "maxContains", "minProperties", "maxProperties", "uniqueItems",
            "deprecated", "readOnly", "writeOnly", "nullable",
        ),
        _FREE,
    ),
}  # fmt: skip

SCHEMA = Object(_KEYWORDS, other=_FREE)
"""A JSON schema."""

_NESTED = Either(flag=Flag(), array=Array(_SUBSCHEMA), object=SCHEMA)

MODEL: Field = Pattern(
    # No chain of digits that could be somebody's number (a date may be in it), no e-mail address, no URL, and no key
    # that was put in the wrong place.
    re.compile(
        r"(?!(?:sk|dpg)-[A-Za-z0-9_-]{16})(?!.*[0-9]{9})(?!.*[0-9]{3}[-._:/][0-9]{2,3}[-._:/][0-9]{4})(?!.*@[A-Za-z0-9-]+\.)(?!.*//|[Ww]{3}\.)[A-Za-z0-9._:/@-]{1,128}"
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
METADATA: Field = Map(Leaves(), keys="other")
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
    """Make the field of a string that is mostly prose, and JSON at times."""
    return JsonText(author, whole=True)
