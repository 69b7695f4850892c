"""A request taken apart: its texts, and the body that may leave once they are sanitized."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dp_gateway.api.containers import Object
from dp_gateway.api.nodes import Filling, Node, build
from dp_gateway.api.reading import ROOT, Reading, render
from dp_gateway.detection.hints import Hints
from dp_gateway.errors import ConfigurationError
from dp_gateway.policy import FieldSettings

__all__ = ["RequestTexts", "Shape"]


class RequestTexts:
    """The texts of a request. Only a `Shape` makes one.

    Attributes:
        texts: every string to sanitize, in the order of the document; a name or key that stands in several places is
            listed once.
        developer: aligned; written by the developer of the application, and the policy keeps such texts but for the
            entities in them.
        own: positions of those that the user or the developer wrote, rather than a model, a tool or a document.
        turns, messages, spoken: aligned; where in the conversation a text stands, see `Reading`.
        hints: keys that texts stand under, and the grammar of the request.
        grows: a prompt that a model goes on with.
        stream: whether a stream was asked for.
        model: the model that was asked for.
        dropped: paths of fields that do not leave.
        renamed: new name of a tool -> its own name; filled by `fill`.
        rewritten: what was written into JSON in a string -> what stood there with escapes; filled by `fill`.
        documents: JSON in strings that holds escapes and addresses, as it leaves; filled by `fill`.
    """

    def __init__(self, body: dict[str, Any], node: Node | None, reading: Reading) -> None:
        self.texts: list[str] = reading.texts
        self.developer: list[bool] = reading.developer
        self.own: list[int] = reading.own
        self.turns, self.messages, self.spoken = reading.turns, reading.messages, reading.spoken
        self.hints = Hints(reading.keys if any(reading.keys) else (), frozenset(reading.grammar))
        self.grows = reading.grows
        self.dropped: tuple[str, ...] = tuple(reading.dropped)
        self.renamed: dict[str, str] = {}
        self.rewritten: dict[str, str] = {}
        self.documents: list[str] = []
        model = body.get("model")
        self.model: str | None = model if isinstance(model, str) else None
        self.stream: bool = body.get("stream") is True
        self._body, self._node, self._reading = body, node, reading

    @cached_property
    def paths(self) -> list[str]:
        """Where the texts stand, aligned: "messages[2].content"; "*" stands for a key that no table has."""
        return [render(place) for place in self._reading.places]

    def fill(self, sanitized: Sequence[str], identity: Callable[[str], str]) -> dict[str, Any]:
        """The body that may leave. The original is not changed; what did not change is shared with it.

        Args:
            sanitized: aligned with `texts`.
            identity: turns an identity (a user's id, an id that no provider gave) into a keyed hash, always the same
                one; what it returns unchanged stays.

        Raises:
            ConfigurationError: not one text for each.
            MalformedRequest: two keys of an object become one.
        """
        if len(sanitized) != len(self.texts):
            raise ConfigurationError(
                f"{len(sanitized)} sanitized texts for {len(self.texts)} texts", hint="sanitize `texts`, all of them"
            )
        filling = Filling(sanitized, identity)
        new = self._body if self._node is None else build(self._node, filling)
        self.renamed, self.rewritten, self.documents = filling.renamed, filling.rewritten, filling.documents
        return new.copy() if new is self._body else new


@dataclass(frozen=True)
class Shape:
    """The request side of an API.

    Attributes:
        name: such as "chat".
        path: where clients send it, such as "/v1/chat/completions".
        table: its fields.
        kept: it may name what the provider keeps; a server has to know whose that is.
    """

    name: str
    path: str
    table: Object
    kept: bool = False

    def read(self, body: dict[str, Any], settings: FieldSettings, *, all_digits: bool = False) -> RequestTexts:
        """Take a request apart; nothing may leave before this has gone through.

        Args:
            body: the JSON of the request: dicts, lists, strings, numbers, booleans and None only.
            settings: what the policy says about fields.
            all_digits: the policy has every digit drawn.

        Raises:
            MalformedRequest: a field is not what it has to be.
            FieldRefused: a field cannot be protected, or the policy refuses it.
            RequestTooLarge: nested too deep, or too many texts.
        """
        reading = Reading(settings, all_digits=all_digits)
        node = self.table.read(body, ROOT, reading)
        return RequestTexts(body, node, reading)
