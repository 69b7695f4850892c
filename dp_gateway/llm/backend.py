"""What a back end is, and the one place where messages become a request."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from dp_gateway.errors import ConfigurationError
from dp_gateway.llm.messages import JsonSchema, Message, Reply, Request, Role

__all__ = ["Backend", "build_request"]

_LONE = re.compile("[\ud800-\udfff]")


class Backend(Protocol):
    """What speaks to a model.

    Attributes:
        name: model and host, for messages.
    """

    name: str

    def complete(self, request: Request) -> Reply:
        """Ask and wait.

        Raises:
            ModelError: there is no usable answer.
        """
        ...

    async def acomplete(self, request: Request) -> Reply:
        """The same without blocking the event loop."""
        ...

    def close(self) -> None:
        """Let connections go."""
        ...


def build_request(
    messages: Sequence[Message[object]],
    text_of: Callable[[object], str],
    schema: JsonSchema | None,
    temperature: float | None,
    max_tokens: int | None,
) -> Request:
    """A request from messages whose content `text_of` lets pass.

    Raises:
        ConfigurationError: there is no message.
        UntrustedModel: `text_of` does not let a message pass.
    """
    # Everything is checked before anything is sent.
    # A lone surrogate has no UTF-8; what stands for it keeps the offsets.
    pairs: tuple[tuple[Role, str], ...] = tuple(
        (message.role, _LONE.sub("\ufffd", text_of(message.content))) for message in messages
    )
    if not pairs:
        raise ConfigurationError("a chat needs at least one message", hint='chat([Message("user", text)])')
    return Request(pairs, schema, temperature, max_tokens)
