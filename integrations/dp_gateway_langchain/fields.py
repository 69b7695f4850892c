"""Fields that LangChain's messages alone have; the table of `requests` is made of them and of those of the APIs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from langchain_core.messages.block_translators import get_translator

from dp_gateway.api.fields import Field, Id, Number, Text, is_opaque
from dp_gateway.api.free_json import Leaves
from dp_gateway.api.nodes import Entry, Node, RekeyedNode
from dp_gateway.api.reading import ANY, Place, Reading, malformed

# One number, or the hexadecimal form of two with a line between them, as in "lc_rs_305f30" of 0 and 0.
_INDEX = re.compile(r"lc_[a-z]{1,8}_[0-9]{1,8}+(?:f[0-9]{1,8}+)?")


class Index:
    """Where a block of a stream stood: a number, or a word that LangChain makes of numbers ("lc_txt_0")."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Read the texts of a field, and refuse what cannot be protected."""
        if type(value) is not str:
            return Number(0, 100_000).read(value, place, reading)
        return None if _INDEX.fullmatch(value) else Text().read(value, place, reading)


class Signature:
    """What a provider signed or encrypted passes, as it has to come back unchanged; anything else is a text."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Read the texts of a field, and refuse what cannot be protected."""
        return None if is_opaque(value) else Leaves().read(value, place, reading)


class ByCall:
    """Something about each tool call, under the call's id, which changes where the id of the call does."""

    def __init__(self, values: Field) -> None:
        self._values = values

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Read the texts of a field, and refuse what cannot be protected."""
        if type(value) is not dict:
            raise malformed(place, "an object")
        given, inner = cast("dict[Any, Any]", value), (place, ANY)
        entries: list[Entry] = [
            (key, Id().read(key, inner, reading), self._values.read(one, inner, reading)) for key, one in given.items()
        ]
        return RekeyedNode(given, entries, place) if entries else None


_VERSIONS = frozenset({"v0", "v1", "responses/v1"})


class Written:
    """How the blocks of a message are written, which tells the model inside how to send them back."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Read the texts of a field, and refuse what cannot be protected."""
        if type(value) is not dict or written_as(cast("dict[str, Any]", value)) != value:
            raise malformed(place, "what LangChain wrote")
        return None


def written_as(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What of a reply's metadata says how its blocks are written, where LangChain knows that way."""
    version, provider = metadata.get("output_version"), metadata.get("model_provider")
    told = {"output_version": version} if isinstance(version, str) and version in _VERSIONS else {}
    known = isinstance(provider, str) and get_translator(provider) is not None
    return told | {"model_provider": provider} if known else told
