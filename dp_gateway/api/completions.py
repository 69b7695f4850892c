"""Completions, embeddings and moderations: the APIs of one prompt, which may be token ids.

Source: openai/types/completion_create_params.py, embedding_create_params.py and moderation_create_params.py of the
OpenAI SDK.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from dp_gateway.api.common import MODEL, SAMPLING, STOP, STREAM_OPTIONS, TOKENS, prose
from dp_gateway.api.containers import Array, Either, Media, Object, Shape, Variants
from dp_gateway.api.fields import Choice, Flag, Identity, Number, SeedNumber, Text, Url
from dp_gateway.api.nodes import ArrayNode, Node
from dp_gateway.api.reading import Author, Place, Walk, malformed, refused


@dataclass(frozen=True, slots=True)
class Prompts:
    """One prompt or several, each a string or token ids of cl100k_base; token ids leave as the text they stand for.
    `grows`: a model goes on with them, so that they come again, and longer.
    """

    author: Author = "user"
    grows: bool = False

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        walk.grows = walk.grows or self.grows
        if type(value) is str:
            return Text(self.author).read(value, place, walk)
        if type(value) is not list:
            raise malformed(place, "a string, token ids, or an array of these")
        items = cast("list[Any]", value)
        if items and type(items[0]) is int:
            return self._decoded(items, place, walk)
        edits: list[tuple[int, Node]] = []
        for index, item in enumerate(items):
            inner: Place = (place, index)
            if type(item) is list:
                node = self._decoded(cast("list[Any]", item), inner, walk)
            else:
                node = Text(self.author).read(item, inner, walk)
            if node is not None:
                edits.append((index, node))
        return ArrayNode(items, edits) if edits else None

    def _decoded(self, ids: list[Any], place: Place, walk: Walk) -> Node | None:
        if walk.settings.token_ids == "reject":
            raise refused(place, "holds token ids", 'send text, or set token_ids = "decode" in the policy')
        from dp_gateway.vocabulary.words import cl100k

        encoding = cl100k()
        if not all(type(one) is int and 0 <= one < encoding.n_vocab for one in ids):
            raise malformed(place, "token ids of cl100k_base, or text")
        try:
            return walk.text(encoding.decode(ids), place, self.author) if ids else None
        except KeyError:
            raise malformed(place, "token ids of cl100k_base, or text") from None


@dataclass(frozen=True, slots=True)
class LogitBias:
    """Biases by token id."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if walk.settings.logit_bias == "reject":
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


COMPLETIONS = Shape(
    "completions",
    "/v1/completions",
    Object(
        {
            **SAMPLING,
            "best_of": Number(0, 1024),
            "echo": Flag(),
            "logit_bias": LogitBias(),
            "logprobs": Number(0, 1024),
            "max_tokens": TOKENS,
            "model": MODEL,
            "n": Number(0, 1024),
            "prompt": Prompts(grows=True),
            "seed": SeedNumber(),
            "stop": STOP,
            "stream": Flag(),
            "stream_options": STREAM_OPTIONS,
            "suffix": Text("user"),
            "user": Identity(),
        }
    ),
)
"""The table of /v1/completions."""

EMBEDDINGS = Shape(
    "embeddings",
    "/v1/embeddings",
    Object(
        {
            "dimensions": Number(1, 100_000),
            "encoding_format": Choice("float", "base64"),
            "input": Prompts(),
            "model": MODEL,
            "user": Identity(),
        }
    ),
)
"""The table of /v1/embeddings."""

_PART = Variants("type", {"text": {"text": prose("user")}, "image_url": {"image_url": Media(Object({"url": Url()}))}})

MODERATIONS = Shape(
    "moderations",
    "/v1/moderations",
    Object(
        {"input": Either(string=prose("user"), array=Array(Either(string=prose("user"), object=_PART))), "model": MODEL}
    ),
)
"""The table of /v1/moderations."""
