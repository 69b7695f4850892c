"""Declares the fields of every API shape: which carry text, and how a reply is restored."""

from __future__ import annotations

from dp_gateway.api.chat import CHAT
from dp_gateway.api.completions import COMPLETIONS, EMBEDDINGS, MODERATIONS
from dp_gateway.api.containers import RequestTexts, Shape
from dp_gateway.api.messages import COUNT_TOKENS, MESSAGES
from dp_gateway.api.responses import COMPACT, CONVERSATIONS, INPUT_TOKENS, KEPT_RESPONSES, RESPONSES
from dp_gateway.errors import ConfigurationError

__all__ = ["BESIDE", "CONVERSATIONS", "COUNTS", "KEPT_RESPONSES", "SHAPES", "RequestTexts", "Shape", "find"]

SHAPES: dict[str, Shape] = {shape.name: shape for shape in (CHAT, COMPLETIONS, RESPONSES, EMBEDDINGS, MESSAGES)}
"""Every API that requests are read of, by name."""

COUNTS: tuple[Shape, ...] = (COUNT_TOKENS, INPUT_TOKENS)
"""APIs that take the bodies of others, and answer with a number of tokens."""

BESIDE: tuple[Shape, ...] = (*COUNTS, COMPACT, MODERATIONS)
"""Further APIs that the server takes and clients of other doors do not use."""


def find(name: str) -> Shape:
    """Find the shape of that name.

    Raises:
        ConfigurationError: there is none.
    """
    shape = SHAPES.get(name)
    if shape is None:
        raise ConfigurationError("there is no API shape of that name", hint=f"use one of: {', '.join(SHAPES)}")
    return shape
