"""Replies of moderations: categories and their scores; there is no text in them."""

from __future__ import annotations

from typing import ClassVar

from dp_gateway.api.replies.base import ReplyRestorer
from dp_gateway.api.replies.fields import Spec, table

__all__ = ["ModerationReply"]


class ModerationReply(ReplyRestorer):
    """Judgements; only fields that the API does not have are treated."""

    spec: ClassVar[dict[str, Spec]] = table("id model results")
