"""Token ids: words by number. Prompts of token ids are decoded; biases of token ids name the words that matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from dp_gateway.api.fields import Text
from dp_gateway.api.nodes import ArrayNode, Node
from dp_gateway.api.reading import Author, Place, Reading, malformed, refused

__all__ = ["LogitBias", "Prompts"]


@dataclass(frozen=True, slots=True)
class Prompts:
    """One prompt or several, each a string or token ids of cl100k_base; token ids leave as the text they stand for.

    Args:
        author: who wrote them.
        grows: a model goes on with them, so that they come again, and longer.
    """

    author: Author = "user"
    grows: bool = False

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """See `Field`."""
        reading.grows = reading.grows or self.grows
        if type(value) is str:
            return Text(self.author).read(value, place, reading)
        if type(value) is not list:
            raise malformed(place, "a string, token ids, or an array of these")
        items = cast("list[Any]", value)
        if items and type(items[0]) is int:
            return self._decoded(items, place, reading)
        edits: list[tuple[int, Node]] = []
        for index, item in enumerate(items):
            inner: Place = (place, index)
            if type(item) is list:
                node = self._decoded(cast("list[Any]", item), inner, reading)
            else:
                node = Text(self.author).read(item, inner, reading)
            if node is not None:
                edits.append((index, node))
        return ArrayNode(items, edits) if edits else None

    def _decoded(self, ids: list[Any], place: Place, reading: Reading) -> Node | None:
        if reading.settings.token_ids == "reject":
            raise refused(place, "holds token ids", 'send text, or set token_ids = "decode" in the policy')
        from dp_gateway.vocabulary.words import cl100k

        encoding = cl100k()
        if not all(type(one) is int and 0 <= one < encoding.n_vocab for one in ids):
            raise malformed(place, "token ids of cl100k_base, or text")
        try:
            return reading.text(encoding.decode(ids), place, self.author) if ids else None
        except KeyError:
            raise malformed(place, "token ids of cl100k_base, or text") from None


@dataclass(frozen=True, slots=True)
class LogitBias:
    """Biases by token id."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """See `Field`."""
        if reading.settings.logit_bias == "reject":
            raise refused(
                place,
                "names words that matter by their token ids",
                'leave it out, or set logit_bias = "pass" in the policy',
            )
        if type(value) is not dict:
            raise malformed(place, "an object of biases by token id")
        for key, bias in cast("dict[Any, Any]", value).items():
            token = type(key) is str and len(key) <= 7 and key.isascii() and key.isdigit()  # noqa: PLR2004
            if not token or type(bias) not in (int, float) or not -100 <= bias <= 100:  # noqa: PLR2004
                raise malformed(place, "an object of biases from -100 to 100 by token id")
        return None
