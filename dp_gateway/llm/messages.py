"""What goes to a model and what comes back, read leniently; types say which text may go where, and it is checked.

Back ends, the judge, detection by a model, and augmentation use it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar, cast

from dp_gateway.errors import UntrustedModel
from dp_gateway.text.types import SanitizedText

Role = Literal["system", "user", "assistant"]

_Content_co = TypeVar("_Content_co", covariant=True)


class Message(NamedTuple, Generic[_Content_co]):
    """One message of a chat.

    Attributes:
        role: who speaks.
        content: `str` for a local model; `Sanitized` or `Public` for a remote one.
    """

    role: Role
    content: _Content_co


@dataclass(frozen=True, slots=True)
class Public:
    """Text that its author declares to hold nothing private, such as a prompt template.

    Attributes:
        text: the text.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Composed(SanitizedText):
    """Public text with sanitized texts in it: a question to a remote model about what was sanitized.

    Attributes:
        parts: each `Public` or `Sanitized`.
    """

    parts: tuple[Public | SanitizedText, ...] = field(repr=False)

    @property
    def text(self) -> str:
        """The parts joined.

        Raises:
            UntrustedModel: one of them is neither `Public` nor `Sanitized`.
        """
        return "".join([part.text if isinstance(part, Public) else sanitized_text(part) for part in self.parts])

    @property
    def report(self) -> tuple[Any, ...]:
        """The reports of the sanitized parts."""
        return tuple(part.report for part in self.parts if not isinstance(part, Public))


@dataclass(frozen=True, slots=True)
class JsonSchema:
    """The form of an answer.

    Attributes:
        name: letters, digits, underscores.
        schema: a JSON schema whose root is an object, every property required, no additional ones.
    """

    name: str
    schema: Mapping[str, Any]

    @classmethod
    def of_list(cls, name: str, entry: Mapping[str, Any], count: int | None = None) -> JsonSchema:
        """Make the schema of an object that holds one list, under its own name; `read_list` reads it.

        Args:
            entry: the schema of an entry.
            count: of the entries; None for any.
        """
        bounds = {} if count is None else {"minItems": count, "maxItems": count}
        return cls(name, closed_object({name: {"type": "array", "items": entry, **bounds}}))


def closed_object(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Make the schema of an object with these properties, all of them and no others."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


@dataclass(frozen=True, slots=True)
class Request:
    """One chat completion to ask for, whatever speaks to the model. `messages`: (role, text) pairs. `schema`: the form
    of the answer, where the model can be held to one. `temperature` and `max_tokens`: None leaves the server's default.
    """

    messages: tuple[tuple[Role, str], ...] = field(repr=False)
    schema: JsonSchema | None = None
    temperature: float | None = None
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    Attributes:
        text: the answer.
        finish_reason: `"stop"`, `"length"` where it was cut off, or the server's own word.
        prompt_tokens, completion_tokens: as the server counts them; 0 where it does not say.
    """

    text: str = field(repr=False)
    finish_reason: str = "stop"
    prompt_tokens: int = 0
    completion_tokens: int = 0


def sanitized_text(content: object) -> str:
    """Return the text of a `Sanitized`, or of what is composed of such and of public text. Raises UntrustedModel where
    it is anything else, be it a string or an object that looks alike.
    """
    if not isinstance(content, SanitizedText):
        raise UntrustedModel(
            f"a remote model takes Sanitized text alone, not {type(content).__name__}",
            hint="sanitize it first: Sanitizer(...).sanitize(text); raw text may go to a LocalModel",
        )
    return content.text


def public_text(content: object) -> str:
    """Return the text of a `Public`. Raises UntrustedModel where it is anything else."""
    if not isinstance(content, Public):
        raise UntrustedModel(
            f"text for a remote model must be declared public, and {type(content).__name__} is not",
            hint="wrap what holds nothing private: Public(text)",
        )
    return content.text


_THINKING = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_FENCE = re.compile(r"^[ \t]*```[\w-]*[ \t]*$", re.MULTILINE)
_CONTAINER = re.compile(r"[\[{]")
_DOUBLE = re.compile(r'"((?:[^"\\\n]|\\.)*)"(\s*:)?')
_SINGLE = re.compile(r"(?<=[\[,])\s*['‘]([^\n]*?)['’]\s*(?=[,\]])")
_BULLET = re.compile(r"^\s*(?:[-*•·–—]|\(?\d{1,3}[.):]|[a-z][.)])\s+(.*)$", re.IGNORECASE)
_EXPLANATION = re.compile(r"(?:\s+[-–—]\s+|:\s+)(?=(?:\S+\s+){2}\S)")
_EMPHASIS = re.compile(r"^(\*\*|__)(.+?)\1")
_EDGES = " \t\"'`*_“”‘’«»,;"
_MANY_COMMAS, _LEAST_LISTED = 4, 3
_NAMES = ("phrase", "name", "text", "word", "value", "title")


def first_json(reply: str) -> Any:
    """Find the JSON object or list that a reply holds, with or without words around it.

    Only the first bracket is tried: what stands inside a broken answer is not the answer. Raises ValueError where there
    is none, or it is broken or cut off.
    """
    body = _body(reply)
    start = _CONTAINER.search(body)
    if start is None:
        raise ValueError("no JSON object or list")
    try:
        value, _ = json.JSONDecoder().raw_decode(body, start.start())
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def read_list(reply: Reply, name: str) -> list[Any]:
    """Read the list of an answer in the form of `JsonSchema.of_list`, or the list that it is. Raises ValueError: cut
    off, not JSON, or no list.
    """
    if reply.finish_reason == "length":
        raise ValueError("cut off")
    value = first_json(reply.text)
    entries: Any = cast(dict[str, Any], value).get(name) if isinstance(value, dict) else value
    if not isinstance(entries, list):
        raise ValueError("no list")
    return cast(list[Any], entries)


RETRY_TEMPERATURE = 0.4
"""A model that answered nonsense answers the same nonsense at temperature 0."""


def parse_list(reply: str) -> list[str]:
    """Read the entries of a list: JSON, whole or cut off, a Python list, numbers, bullets, lines, or commas.

    Entries come in the order of the reply, without quotes, emphasis and explanations; empty where nothing looks like
    a list. Whether an entry makes sense is not looked at.
    """
    body = _body(reply)
    try:
        found = list(_strings(first_json(body)))
    except ValueError:
        found = []
    if not found and (start := _CONTAINER.search(body)):
        inside = body[start.start() :]
        found = [_unescaped(one) for one, colon in _DOUBLE.findall(inside) if not colon] or _SINGLE.findall(inside)
    return [entry for entry in map(_clean, found or _entries(body)) if entry]


def _body(reply: str) -> str:
    return _FENCE.sub("", _THINKING.sub("", reply)).strip()


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in cast(list[Any], value):
            yield from _strings(entry)
    elif isinstance(value, dict):
        fields = cast(dict[str, Any], value)
        named = next((fields[name] for name in _NAMES if isinstance(fields.get(name), str)), None)
        for entry in fields.values() if named is None else (named,):
            yield from _strings(entry)


def _unescaped(inside: str) -> str:
    try:
        return str(json.loads(f'"{inside}"'))
    except ValueError:
        return inside


def _entries(body: str) -> list[str]:
    lines = [line.strip() for line in body.splitlines() if line.strip() and not line.rstrip().endswith(":")]
    bulleted = [found[1] for line in lines if (found := _BULLET.match(line))]
    if bulleted:
        return [_EXPLANATION.split(_emphasised(entry), maxsplit=1)[0] for entry in bulleted]
    if len(lines) > 1 and max(line.count(",") for line in lines) < _MANY_COMMAS:
        return lines
    entries: list[str] = []
    for line in lines:
        listed = [one.strip() for one in re.split("[,;]", line.rpartition(": ")[2].strip("[](){}"))]
        # "Sorry, no" is no list.
        entries += listed if len(listed) >= _LEAST_LISTED else []
    return [entry.removeprefix("and ") for entry in entries]


def _emphasised(entry: str) -> str:
    found = _EMPHASIS.match(entry.strip())
    return found[2] if found else entry


def _clean(entry: str) -> str:
    return entry.strip().strip(_EDGES).strip()
