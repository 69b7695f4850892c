"""What draws are shared within, and who shares them: a door names the scope of a request before it is sanitized.

The user, where a request names one, is part of every scope. A conversation is told by an id that the client gives.
Without one it is told by itself: what first occurs in a message is keyed by everything that was said up to the end of
that message, so that nobody who does not know it all has a draw in common, and a conversation that goes on keeps the
draws it had. A prompt that a model goes on with grows within its message, and is keyed up to each word or entity.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, cast

from dp_gateway.api import RequestTexts
from dp_gateway.pipeline.finding import Turns
from dp_gateway.randomness import Secret

__all__ = ["Caller", "Scope", "ScopeKind", "scope_of", "user_of"]

ScopeKind = Literal["request", "conversation", "user", "tenant"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose request it is; each field is empty where nobody says.

    Attributes:
        name: of the key or client.
        tenant: who it belongs to.
        conversation: id of the conversation.
        user: the user of the application.
    """

    name: str = ""
    tenant: str = ""
    conversation: str = ""
    user: str = ""


def user_of(body: Mapping[str, Any]) -> str:
    """The user of the application, from a request's own field; empty without one."""
    for name in ("safety_identifier", "user"):
        if isinstance(value := body.get(name), str):
            return value
    metadata = body.get("metadata")
    value = cast(Mapping[str, Any], metadata).get("user_id") if isinstance(metadata, Mapping) else None
    return value if isinstance(value, str) else ""


class Scope(NamedTuple):
    """Of a request.

    Attributes:
        name: a keyed hash, so that it tells nothing about what it was made from; the same for all requests of a
            conversation.
        turns: when each text was said, and what its draws are keyed by.
    """

    name: str
    turns: Turns


def scope_of(kind: ScopeKind, caller: Caller, key: Secret, texts: RequestTexts) -> Scope:
    """The scope of a request.

    Args:
        kind: what the door is set to.
        caller: whose request it is.
        key: of the door.
        texts: of the request.
    """
    turns = Turns(texts.turns, texts.messages, texts.spoken, grows=texts.grows, cut=texts.grows)
    whose = caller.tenant, caller.user
    if kind == "tenant":
        return Scope(_name(key, "tenant", *whose), turns)
    if kind == "user" and caller.user:
        return Scope(_name(key, "user", *whose), turns)
    if kind != "request" and caller.conversation:
        return Scope(_name(key, "conversation", *whose, caller.name, caller.conversation), turns)
    if kind == "request" or not any(texts.spoken):
        return Scope(secrets.token_hex(16), turns)
    begun = _name(key, "begins", *whose, caller.name)
    if texts.grows:
        return Scope(begun, turns._replace(chained=True))
    links = _links(begun, texts)
    return Scope(links[0], turns._replace(chained=True, links=links))


def _name(key: Secret, *parts: str) -> str:
    return key.subkey(b"scope", *(part.encode("utf-8", "surrogatepass") for part in parts)).hex()


def _links(begun: str, texts: RequestTexts) -> list[str]:
    """For each message, a hash of all that was said up to its end."""
    said: list[list[str]] = [[] for _ in range(max(texts.messages) + 1)]
    for text, message, spoken in zip(texts.texts, texts.messages, texts.spoken, strict=True):
        if spoken:
            said[message].append(text)
    state = hashlib.blake2b(key=bytes.fromhex(begun), digest_size=32)
    links: list[str] = []
    for message in said:
        state.update(len(message).to_bytes(8, "little"))
        for text in message:
            encoded = text.encode("utf-8", "surrogatepass")
            state.update(len(encoded).to_bytes(8, "little"))
            state.update(encoded)
        links.append(state.copy().hexdigest())
    return links
