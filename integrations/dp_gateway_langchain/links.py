"""From the step that sanitizes a prompt to the step that restores the reply, within one run of a chain.

Steps of a chain are told the id of its run as the parent of their own. LangChain hands that id from step to step as
one object, which lives as long as the run does; links are kept weakly by it. So a chain that fails, or a stream that
is dropped, leaves nothing behind, and two runs never share a link.
"""

from __future__ import annotations

import threading
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

from langchain_core.runnables import RunnableConfig

from dp_gateway.errors import ConfigurationError
from dp_gateway.exchange import Exchange

__all__ = ["discard", "put", "run_of", "sent_in", "take"]

_CHAIN = "PromptSanitizer() | model | ReplyRestorer()"

_links: WeakKeyDictionary[UUID, Exchange] = WeakKeyDictionary()
_lock = threading.Lock()


def put(config: RunnableConfig, exchange: Exchange) -> None:
    """Keep what undoes a prompt for the reply of the same run; outside a chain there is no reply to wait for.

    Raises:
        ConfigurationError: a prompt of this run still waits for its reply.
    """
    run = run_of(config)
    if run is None:
        return
    with _lock:
        if _links.setdefault(run, exchange) is exchange:
            return
    raise ConfigurationError(
        "two prompts of one run wait for a reply, and which of them a reply belongs to cannot be told",
        hint=f"make each pair a chain of its own ({_CHAIN}), and put such chains together",
    )


def take(config: RunnableConfig) -> Exchange:
    """What undoes the prompt of this run; a prompt has one reply.

    Raises:
        ConfigurationError: there is none.
    """
    run = run_of(config)
    if run is None:
        raise ConfigurationError(
            "a ReplyRestorer was called outside a chain, so the prompt of this reply is not known",
            hint=f"make it a step of the chain that sanitizes the prompt: {_CHAIN}",
        )
    with _lock:
        exchange = _links.pop(run, None)
    if exchange is None:
        raise ConfigurationError(
            "no prompt of this run waits for a reply: none was sanitized in it, or its reply was restored before",
            hint=f"PromptSanitizer and ReplyRestorer have to be steps of the very same chain: {_CHAIN}; "
            "of two chains inside one another only steps of the same one see each other",
        )
    return exchange


def sent_in(config: RunnableConfig) -> list[str]:
    """The texts of this run that have been sanitized, and wait for their reply."""
    run = run_of(config)
    if run is None:
        return []
    with _lock:
        exchange = _links.get(run)
    return [] if exchange is None else exchange.request.outgoing


def discard(config: RunnableConfig) -> None:
    """Nobody will ask for the reply of this run."""
    run = run_of(config)
    if run is not None:
        with _lock:
            _links.pop(run, None)


def run_of(config: RunnableConfig) -> UUID | None:
    """The id of the run that a step stands in; None outside a chain."""
    manager: Any = config.get("callbacks")
    return getattr(manager, "parent_run_id", None)
