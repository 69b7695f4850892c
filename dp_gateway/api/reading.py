"""Collects in one walk over a request its texts, whose they are, and where they stand. Every field puts its own in; the
doorway sanitizes them and has them filled in.
"""

from __future__ import annotations

import re
from typing import Any, Literal, TypeAlias

from dp_gateway.errors import FieldRefused, MalformedRequest, RequestTooLarge
from dp_gateway.policy import FieldSettings

MAX_LEVELS = 64
"""Deepest nesting of a request that is read."""

MAX_TEXTS = 100_000
"""Most texts of one request."""

ANY = "*"
"""Stands in a place for a key that the user chose: it is text, and shows in no path."""

Author = Literal["user", "developer", "other"]
"""Who wrote a text: the user, the developer of the application, or anything else (models, tools, documents)."""

Place: TypeAlias = "tuple[Place, str | int] | None"
"""Where a value stands: the place of its container and its key there; paths are rendered only when asked for."""

ROOT: Place = None

_IDENTIFIER = re.compile(r"[$@]?[A-Za-z_][\w$./:-]{0,63}", re.ASCII)


class Walk:
    """The texts that a walk has found so far.

    Attributes:
        settings: what the policy says about fields.
        all_digits: every digit is drawn, so that short numbers are texts too.
        texts, developer, places: aligned, in the order of the document.
        user: positions of the texts that the user wrote.
        own: positions of the texts that the user or the developer wrote.
        turns, messages: aligned; the turn and the message of the conversation that a text belongs to, the first for
            what stands in none.
        spoken: aligned; the text is part of the conversation, and neither the model nor the developer wrote it.
        keys: aligned; the key that a text stands under in free JSON, empty for none.
        grammar: names of tools and parameters, and values of enums, in lower case.
        dropped: paths of fields that do not leave.
        level: how often a table that contains itself was entered.
        grows: the text is a prompt that a model goes on with: sent again, it has grown.
        listening: the message that is being read is not the model's.
    """

    __slots__ = (
        "_claimed",
        "_declared",
        "_heard",
        "_keeps",
        "_message",
        "_names",
        "_numbers",
        "_said",
        "_turn",
        "all_digits",
        "developer",
        "dropped",
        "grammar",
        "grows",
        "keys",
        "level",
        "listening",
        "messages",
        "own",
        "places",
        "settings",
        "spoken",
        "texts",
        "turns",
        "user",
    )

    def __init__(self, settings: FieldSettings, *, all_digits: bool = False) -> None:
        self.settings, self.all_digits = settings, all_digits
        self.texts: list[str] = []
        self.developer: list[bool] = []
        self.places: list[Place] = []
        self.user: list[int] = []
        self.own: list[int] = []
        self.turns: list[int] = []
        self.messages: list[int] = []
        self.spoken: list[bool] = []
        self.keys: list[str] = []
        self.grammar: set[str] = set()
        self.dropped: tuple[str, ...] = ()
        self._declared: set[str] = set()
        self._claimed: dict[int, tuple[str, bool]] = {}
        self.level = 0
        self.grows = self.listening = False
        self._turn = self._message = 0
        self._said = self._heard = False
        self._keeps = settings.developer == "keep"
        self._names: dict[tuple[str, bool], int] = {}
        self._numbers: dict[tuple[str, str, Author], int] = {}

    def text(self, text: str, place: Place, author: Author, key: str = "") -> int:
        """Note a text, and the key that it stands under; return its position among all texts."""
        position = len(self.texts)
        if position >= MAX_TEXTS:
            raise RequestTooLarge(
                f"the request holds more than {MAX_TEXTS:,} texts", hint="send fewer at once", param=render(place)
            )
        self.texts.append(text if text.isascii() else mended(text))
        self.developer.append(author == "developer" and self._keeps)
        self.places.append(place)
        self.keys.append(key)
        if author == "user":
            self.user.append(position)
        if author != "other":
            self.own.append(position)
        spoken = author == "user" or (self.listening and author == "other")
        self._said = self._said or spoken
        self.turns.append(self._turn)
        self.messages.append(self._message)
        self.spoken.append(spoken)
        return position

    def number(self, text: str, place: Place, author: Author, key: str) -> int:
        """Note a number of JSON and its key: one text for all of a message, as lists of numbers are long."""
        known = text, key, author
        position = self._numbers.get(known)
        if position is None:
            position = self._numbers[known] = self.text(text, place, author, key)
        return position

    def next_message(self, *, by_model: bool) -> None:
        """Begin a message of the conversation. A turn ends where the model answers: so far it was sent before."""
        self._numbers.clear()
        if self._said:
            self._message += 1
            self._said, self._heard = False, True
        if by_model and self._heard:
            self._turn += 1
            self._heard = False
        self.listening = not by_model

    def end_of_messages(self) -> None:
        """Go on with what stands beside the conversation."""
        self._numbers.clear()
        self._turn = self._message = 0
        self._said = self._heard = self.listening = False

    def name(self, name: str, place: Place, author: Author) -> int:
        """Note a key or the name of a tool: a text that has to stay the same string wherever it stands."""
        key = name, author == "developer"
        position = self._names.get(key)
        if position is None:
            position = self._names[key] = self.text(name, place, author)
        return position

    def key(
        self, key: Any, place: Place, author: Author, *, declared: bool = False, outermost: bool = False
    ) -> int | None:
        """Note a key that the user chose, of the object at a place; None for the empty one.

        Args:
            author: who wrote it; "developer" holds for names alone where nobody `declared` it, see `settle`.
            declared: it stands in a schema.
            outermost: it may be the name of a parameter.

        Raises:
            MalformedRequest: it is no string.
        """
        if type(key) is not str:
            raise malformed(place, "an object whose keys are strings")
        if not key:
            return None
        named = author == "developer" and _IDENTIFIER.fullmatch(key) is not None
        if author == "developer" and not named and not declared:
            # What a model wrote as a key need not be one of the schema.
            author = "other"
        position = self.name(key, (place, ANY), author)
        if declared:
            self._declared.add(key.lower())
        if named and declared:
            self.grammar.add(key.lower())
        elif named:
            self._claimed[position] = key.lower(), outermost or self._claimed.get(position, ("", False))[1]
        return position

    def settle(self) -> None:
        """Tell, at the end, names of parameters among the keys that a model wrote from those of a map: "Anna".

        A name is one that a schema of the request declares; where it has no schema, any outermost one.
        """
        for position, (key, outermost) in self._claimed.items():
            if key in self._declared or (outermost and not self._declared):
                self.grammar.add(key)
            else:
                self.developer[position] = False


def steps(place: Place) -> list[str | int]:
    """Return the keys that lead from the body to a place."""
    keys: list[str | int] = []
    here: Any = place
    while here is not None:
        here, key = here
        keys.append(key)
    keys.reverse()
    return keys


def render(place: Place) -> str:
    """Write the path of a place: "messages[2].content"."""
    path = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in steps(place))
    return path.removeprefix(".")


def malformed(place: Place, expected: str) -> MalformedRequest:
    """Make the error for a value that is not what its field takes."""
    path = render(place)
    return MalformedRequest(
        f"{path or 'the body'} must be {expected}",
        hint="compare the request with the API's reference",
        param=path or None,
    )


def refused(place: Place, reason: str, hint: str) -> FieldRefused:
    """Make the error for a field that does not leave."""
    path = render(place)
    return FieldRefused(f"{path or 'the body'} {reason}", hint=hint, param=path or None)


def mended(text: str) -> str:
    """Replace lone surrogates of a text, which no encoding of Unicode can carry, by U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
