"""Replies of embeddings: vectors, as numbers or in base64; there is no text in them."""

from __future__ import annotations

from typing import ClassVar

from dp_gateway.api.replies.base import ReplyRestorer
from dp_gateway.api.replies.fields import Spec, table

__all__ = ["EmbeddingReply"]


class EmbeddingReply(ReplyRestorer):
    """Embeddings; only fields that the API does not have are treated."""

    spec: ClassVar[dict[str, Spec]] = table("id object created model data usage")
