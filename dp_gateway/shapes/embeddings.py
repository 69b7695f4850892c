"""Embeddings. Source: openai/types/embedding_create_params.py of the OpenAI SDK."""

from __future__ import annotations

from dp_gateway.shapes.common import MODEL
from dp_gateway.shapes.containers import Object
from dp_gateway.shapes.identities import Identity
from dp_gateway.shapes.plain import Choice, Number
from dp_gateway.shapes.request import Shape
from dp_gateway.shapes.tokens import Prompts

__all__ = ["EMBEDDINGS"]

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
