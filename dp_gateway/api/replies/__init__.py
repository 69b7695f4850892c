"""Restores replies of every API shape: whole ones, and streams event by event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from dp_gateway.api.replies.base import Named, ReplyRestoration, Texts, asks_for_json, asks_for_probabilities
from dp_gateway.api.replies.chat import ChatReply, CompletionReply, EmbeddingReply, ModerationReply
from dp_gateway.api.replies.masking import Find
from dp_gateway.api.replies.messages import MessageReply
from dp_gateway.api.replies.responses import ResponseReply
from dp_gateway.restore import Restorer

__all__ = ["Named", "ReplyRestoration", "asks_for_json", "asks_for_probabilities", "reply_restorer"]

_SHAPES: Mapping[str, type[ReplyRestoration]] = MappingProxyType(
    {
        "chat": ChatReply,
        "completions": CompletionReply,
        "responses": ResponseReply,
        "embeddings": EmbeddingReply,
        "messages": MessageReply,
        "moderations": ModerationReply,
    }
)


def reply_restorer(
    shape: str,
    restorer: Restorer,
    *,
    mask: Find | None = None,
    sent: Sequence[str] = (),
    renamed: Mapping[str, str] = MappingProxyType({}),
    json_answers: bool = False,
    tools: frozenset[str] | None = None,
    marked: bool = False,
) -> ReplyRestoration:
    """Make what restores one reply to a request.

    Args:
        shape: "chat", "completions", "responses", "embeddings", "messages" or "moderations".
        restorer: surrogates of the request, and what they stand for.
        mask: finds identifiers; those that the provider brings by itself become placeholders. None lets them pass.
        sent: the texts of the request as they were sent; values that stand there are not masked.
        renamed: names of tools as they were sent, and as they were before.
        json_answers: answers are JSON documents (`asks_for_json`): originals are written into them with escapes.
        tools: names of the tools whose arguments are restored; None restores those of all.
        marked: the provider was told to mark answers that depend on facts about a stand-in.

    Raises:
        KeyError: no such shape.
    """
    texts = Texts(restorer, mask, sent, renamed, json_answers=json_answers, tools=tools, marked=marked)
    return _SHAPES[shape](texts)
