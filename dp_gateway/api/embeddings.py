"""Embeddings. Source: openai/types/embedding_create_params.py of the OpenAI SDK."""

from __future__ import annotations

from dp_gateway.api.common import MODEL
from dp_gateway.api.completions import Prompts
from dp_gateway.api.containers import Object
from dp_gateway.api.plain import Choice, Identity, Number
from dp_gateway.api.request import Shape

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
