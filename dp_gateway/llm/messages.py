"""What goes to a model and what comes back; which text may go where is said by types, and checked at run time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from dp_gateway.errors import UntrustedModel
from dp_gateway.text.types import SanitizedText

__all__ = [
    "Composed",
    "JsonSchema",
    "Message",
    "Public",
    "Reply",
    "Request",
    "Role",
    "SanitizedText",
    "public_text",
    "sanitized_text",
]

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


@dataclass(frozen=True, slots=True)
class Request:
    """One chat completion to ask for, whatever speaks to the model.

    Attributes:
        messages: (role, text) pairs.
        schema: the form of the answer, where the model can be held to one.
        temperature, max_tokens: None leaves the server's default.
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
    """The text of a `Sanitized`, or of what is composed of such and of public text.

    Raises:
        UntrustedModel: it is anything else, be it a string or an object that looks alike.
    """
    if not isinstance(content, SanitizedText):
        raise UntrustedModel(
            f"a remote model takes Sanitized text alone, not {type(content).__name__}",
            hint="sanitize it first: Sanitizer(...).sanitize(text); raw text may go to a LocalModel",
        )
    return content.text


def public_text(content: object) -> str:
    """The text of a `Public`.

    Raises:
        UntrustedModel: it is anything else.
    """
    if not isinstance(content, Public):
        raise UntrustedModel(
            f"text for a remote model must be declared public, and {type(content).__name__} is not",
            hint="wrap what holds nothing private: Public(text)",
        )
    return content.text
