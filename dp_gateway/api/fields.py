"""Fields that hold no fields: texts, names, ids, numbers, words of an API. The tables of all APIs are made of them."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Any, Protocol, cast

from dp_gateway.api.nodes import DROP, ConstantNode, IdentityNode, IdNode, Node, SeedNode, SpeakerNode, ToolNode
from dp_gateway.api.reading import Author, Place, Walk, malformed, mended, refused, render

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SEPARATORS = re.compile(r"[_\-.]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{40,}={0,2}")
_BLOB = re.compile(r"(?:data:[a-z0-9.+/-]{1,100}(?:;charset=[a-z0-9-]{1,20})?;base64,)?[A-Za-z0-9+/]{40,}={0,2}")


class Field(Protocol):
    """One field of a table."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        """Take the texts out of a value.

        Args:
            value: what the request has there, not null.

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

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not str:
            raise malformed(place, "a string")
        return walk.text(value, place, self.author) if value else None


@dataclass(frozen=True, slots=True)
class Speaker:
    """The name of who speaks in a message: a text that has to stay a name."""

    author: Author = "other"

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not str:
            raise malformed(place, "a string")
        name = mended(value)
        opened = _opened(name)
        return SpeakerNode(walk.name(opened, place, self.author), name, opened) if name else None


@dataclass(frozen=True, slots=True)
class ToolName:
    """The name of a tool: shown to the sanitizer with its words apart."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not str:
            raise malformed(place, "a string")
        name = mended(value)
        opened = _opened(name)
        walk.grammar.add(name.lower())
        return ToolNode(walk.name(opened, place, "developer"), name, opened) if name else None


def _opened(name: str) -> str:
    """A name with its words apart: "send_email" and "sendEmail" are "send email"."""
    return _SEPARATORS.sub(" ", name) if _NAME.fullmatch(name) else name


@dataclass(frozen=True, slots=True)
class Url:
    """A URL: its text is sanitized; what a data: URL holds is no text."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not str:
            raise malformed(place, "a string")
        passes = not value or (value.startswith("data:") and _BLOB.fullmatch(value))
        return None if passes else walk.text(value, place, "other")


@dataclass(frozen=True, slots=True)
class Blob:
    """The bytes of a file in base64, or as a data: URL; only inside `Media`."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not str or not _BLOB.fullmatch(value):
            raise malformed(place, "base64 or a data: URL")
        return None


@dataclass(frozen=True, slots=True)
class Opaque:
    """What a provider encrypted or signed: base64 that is no text."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if value != "" and not is_opaque(value):
            raise malformed(place, "what the provider sent, unchanged")
        return None


def is_opaque(value: Any) -> bool:
    """Return whether a value is base64 that is no text, as what a provider encrypted or signed."""
    return type(value) is str and _BASE64.fullmatch(value) is not None and not _is_text(value)


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

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if value == []:
            return None
        walk.dropped += (render(place),)
        return DROP


MCP_OF_THE_CLIENT = (
    "let the client connect to that server and declare its tools as functions: what they are sent is then restored, "
    "and what they answer sanitized"
)
"""What to do instead of having the provider reach the tools of a server of the Model Context Protocol."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A field that cannot be protected, unless it says nothing (null or false)."""

    reason: str
    hint: str = "leave it out, or send this request to the provider yourself"

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if value is None or value is False:
            return None
        raise refused(place, self.reason, self.hint)


_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Number:
    """A number within bounds, of at most four decimals: a longer one could be anybody's number."""

    least: float = 0
    most: float = 1_000_000

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        kind = cast("type[Any]", type(value))
        if kind is not int and kind is not float and kind is not bool:
            raise malformed(place, "a number")
        if not self.least <= value <= self.most:
            raise malformed(place, f"a number from {self.least:g} to {self.most:g}")
        return ConstantNode(round(value, _DECIMALS)) if kind is float and value != round(value, _DECIMALS) else None


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if value is not True and value is not False:
            raise malformed(place, "true or false")
        return None


class Choice:
    """One of a few words."""

    __slots__ = ("values",)

    def __init__(self, *values: str) -> None:
        self.values = frozenset(values)

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not str or value not in self.values:
            raise malformed(place, f"one of {', '.join(sorted(self.values))}")
        return None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A string of a narrow form."""

    pattern: re.Pattern[str]
    form: str

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not str or not self.pattern.fullmatch(value):
            raise malformed(place, self.form)
        return None


_NINE = re.compile(r"[A-Za-z0-9]{9}")
_ID_KINDS = (
    "ap|apc|apco|assistant|audio|btch|call|chatcmpl|ci|cmp|cmpl|cntr|container|conv|cot|ctc|ctco|cu|fc|fco|file|fs|fsr|ft|"
    "gen|ig|item|lsh|lsho|msg|pmpt|req|resp|rs|run|sh|sho|skill|srvtoolu|step|thread|tool|toolu|tsc|tso|uprof|voice|vs|"
    "wrkspc|ws"
)
_RANDOM_ID = re.compile(
    # 32 or more hexadecimal digits with a letter, 20 or more letters and digits of all three kinds (32 where no prefix
    # says that they are an id), or a short number.
    rf"(?P<prefix>(?:(?:{_ID_KINDS})[_-]){{1,2}})?(?:(?=[0-9]*[a-f])[0-9a-f]{{32,64}}|[0-9]{{1,4}}"
    r"|(?=[^0-9]*[0-9])(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?![A-Za-z0-9]*[0-9]{9})"
    r"(?(prefix)[A-Za-z0-9]{20,64}|[A-Za-z0-9]{32}))"
)
_LEAST_SEED = 10_000
_MOST_BITS = 63


@dataclass(frozen=True, slots=True)
class Identity:
    """An id of the user, which leaves as a keyed hash."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not str:
            raise malformed(place, "a string")
        return IdentityNode(mended(value)) if value else None


@dataclass(frozen=True, slots=True)
class SeedNumber:
    """A number that a provider only has to see again, such as a seed: it could be anybody's number."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not int:
            raise malformed(place, "an integer")
        if value.bit_length() > _MOST_BITS:
            raise malformed(place, f"an integer of at most {_MOST_BITS} bits")
        return None if -_LEAST_SEED < value < _LEAST_SEED else SeedNode(value)


@dataclass(frozen=True, slots=True)
class Id:
    """An id that links parts of a request, or names what a provider stores.

    What has the form of a provider's own random id passes. Anything else could be text: it is replaced, the same way in
    every place. `stored`: it names what the provider stores, and would name nothing once replaced: refused instead.
    """

    prefix: str = "call_"
    stored: bool = False

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not str:
            raise malformed(place, "a string")
        if _RANDOM_ID.fullmatch(value):
            return None
        if self.stored:
            raise malformed(place, "an id that the provider gave")
        # Nine letters and digits are the only form that Mistral takes.
        return IdNode(value, "", 9) if _NINE.fullmatch(value) else IdNode(mended(value), self.prefix, 24)
