"""Moderations: what is judged is sanitized like a prompt. Source: openai/types/moderation_create_params.py."""

from __future__ import annotations

from dp_gateway.api.common import MODEL, prose
from dp_gateway.api.containers import Array, Either, Media, Object, Variants
from dp_gateway.api.fields import Url
from dp_gateway.api.request import Shape

__all__ = ["MODERATIONS"]

_PART = Variants("type", {"text": {"text": prose("user")}, "image_url": {"image_url": Media(Object({"url": Url()}))}})

MODERATIONS = Shape(
    "moderations",
    "/v1/moderations",
    Object(
        {
            "input": Either(string=prose("user"), array=Array(Either(string=prose("user"), object=_PART))),
            "model": MODEL,
        }
    ),
)
"""The table of /v1/moderations."""
