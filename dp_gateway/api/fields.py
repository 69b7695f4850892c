"""The classes that a field of a request can be of. A table of an API is made of these, and is data.

text            Text, JsonText, Speaker           sanitized by the policy
developer text  the same with author="developer", and ToolName
identity        Identity, Seed, Id                a keyed hash
plain           Number, Flag, Choice, Pattern     passes when it is what it is declared to be
leaks by itself LogitBias, Prompts of token ids   as the policy says
not text        Media (with Blob, Url)            as the policy says; Opaque passes what a provider encrypted
unknown         every field that no table has     as the policy says
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Any, Protocol

from dp_gateway.api.nodes import DROP, Node, SpeakerNode, ToolNode
from dp_gateway.api.reading import Author, Place, Reading, malformed, mended, refused, render

__all__ = ["Blob", "Dropped", "Field", "Opaque", "Refused", "Speaker", "Text", "ToolName", "Url"]

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SEPARATORS = re.compile(r"[_\-.]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{40,}={0,2}")
_BLOB = re.compile(r"(?:data:[a-z0-9.+/-]{1,100}(?:;charset=[a-z0-9-]{1,20})?;base64,)?[A-Za-z0-9+/]{40,}={0,2}")


class Field(Protocol):
    """One field of a table."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value.

        Args:
            value: what the request has there, not null.
            place: where it stands.
            reading: takes the texts.

        Returns:
            the plan of the new value, or None where the value passes as it is.

        Raises:
            RequestError: the value is not what the field takes, or is refused.
        """
        ...


@dataclass(frozen=True, slots=True)
class Text:
    """A string that is sanitized."""

    author: Author = "other"

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is not str:
            raise malformed(place, "a string")
        return reading.text(value, place, self.author) if value else None


@dataclass(frozen=True, slots=True)
class Speaker:
    """The name of who speaks in a message: a text that has to stay a name."""

    author: Author = "other"

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is not str:
            raise malformed(place, "a string")
        name = mended(value)
        opened = _opened(name)
        return SpeakerNode(reading.name(opened, place, self.author), name, opened) if name else None


@dataclass(frozen=True, slots=True)
class ToolName:
    """The name of a tool: shown to the sanitizer with its words apart."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is not str:
            raise malformed(place, "a string")
        name = mended(value)
        opened = _opened(name)
        reading.grammar.add(name.lower())
        return ToolNode(reading.name(opened, place, "developer"), name, opened) if name else None


def _opened(name: str) -> str:
    """A name with its words apart: "send_email" and "sendEmail" are "send email"."""
    return _SEPARATORS.sub(" ", name) if _NAME.fullmatch(name) else name


@dataclass(frozen=True, slots=True)
class Url:
    """A URL: its text is sanitized; what a data: URL holds is no text."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is not str:
            raise malformed(place, "a string")
        passes = not value or (value.startswith("data:") and _BLOB.fullmatch(value))
        return None if passes else reading.text(value, place, "other")


@dataclass(frozen=True, slots=True)
class Blob:
    """The bytes of a file in base64, or as a data: URL; only inside `Media`."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is not str or not _BLOB.fullmatch(value):
            raise malformed(place, "base64 or a data: URL")
        return None


@dataclass(frozen=True, slots=True)
class Opaque:
    """What a provider encrypted or signed: base64 that is no text."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if value == "":
            return None
        if type(value) is not str or not _BASE64.fullmatch(value) or _is_text(value):
            raise malformed(place, "what the provider sent, unchanged")
        return None


def _is_text(encoded: str) -> bool:
    """Whether base64 holds text: forty random bytes are almost never UTF-8."""
    try:
        base64.b64decode(
            encoded[: len(encoded) // 4 * 4], altchars=b"-_" if "-" in encoded or "_" in encoded else None
        ).decode()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class Dropped:
    """A field that tells a provider nothing new, and could hold private text: it leaves only when it is empty."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if value == []:
            return None
        reading.dropped.append(render(place))
        return DROP


@dataclass(frozen=True, slots=True)
class Refused:
    """A field that cannot be protected, unless it says nothing (null or false)."""

    reason: str
    hint: str = "leave it out, or send this request to the provider yourself"

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if value is None or value is False:
            return None
        raise refused(place, self.reason, self.hint)
