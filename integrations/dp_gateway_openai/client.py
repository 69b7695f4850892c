"""Clients whose every request goes through the gateway.

All resources of the SDK, in all its ways of calling (`create`, `parse`, `stream`, `with_raw_response`, ...), come down
to one method, `request(cast_to, options)`. It is overridden here, above the transport: httpx and httpx2 are the same to
it. A route that the gateway has no table for is refused, whatever resource it belongs to.
"""

from __future__ import annotations

import asyncio
import inspect
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from openai import AsyncOpenAI, OpenAI
from openai._models import FinalRequestOptions

from dp_gateway.config import Policy
from dp_gateway.errors import ConfigurationError
from dp_gateway.exchange import Doorway, ScopeKind, default_key
from dp_gateway.randomness import Secret
from dp_gateway.sanitizer import Gateway
from dp_gateway_openai.requests import Outgoing, outgoing
from dp_gateway_openai.unprotected import refuse_websockets

if TYPE_CHECKING:
    _SyncBase, _AsyncBase = OpenAI, AsyncOpenAI
else:
    _SyncBase = _AsyncBase = object

__all__ = ["AsyncPrivateOpenAI", "PrivateOpenAI", "wrap"]

_Client = TypeVar("_Client", OpenAI, AsyncOpenAI)


class _Private:
    """What both clients share.

    Args:
        policy: a preset, a TOML file, or a `Policy`.
        key: of repeatable draws; None takes the default key file, which is created where there is none.
        scope: what draws are shared within; a conversation is told by `extra_headers={"x-dp-conversation": ID}`, else
            by its first user message.
        gateway: instead of policy and key.
        options: of the SDK's own client.
    """

    doorway: Doorway

    def __init__(
        self,
        *,
        policy: Policy | str | Path = "entities",
        key: Secret | None = None,
        scope: ScopeKind = "conversation",
        gateway: Gateway | None = None,
        _doorway: Doorway | None = None,
        **options: Any,
    ) -> None:
        self.doorway = _doorway or _new_doorway(policy, key, scope, gateway)
        super().__init__(**options)
        refuse_websockets(self)

    def copy(self, **options: Any) -> Any:
        """The SDK's `copy`, under the same policy."""
        extra = {"_doorway": self.doorway, **options.pop("_extra_kwargs", {})}
        return super().copy(_extra_kwargs=extra, **options)  # type: ignore[misc]

    with_options = copy


class _PrivateRequests(_Private, _SyncBase):
    def request(self, cast_to: Any, options: FinalRequestOptions, **how: Any) -> Any:
        """Send a request that the gateway has sanitized; restores what comes back."""
        sent = outgoing(self.doorway, options, how)
        if sent is None:
            return super().request(cast_to, options, **how)
        with sent.restoring_errors():
            reply = super().request(cast_to, sent.options, **sent.how)
        return sent.marked(reply)


class _AsyncPrivateRequests(_Private, _AsyncBase):
    async def request(self, cast_to: Any, options: FinalRequestOptions, **how: Any) -> Any:
        """Send a request that the gateway has sanitized; restores what comes back."""
        # Beside the event loop: a model may have to look at the texts.
        sent: Outgoing | None = await asyncio.to_thread(outgoing, self.doorway, options, how)
        if sent is None:
            return await super().request(cast_to, options, **how)
        with sent.restoring_errors():
            reply = await super().request(cast_to, sent.options, **sent.how)
        return sent.marked(reply)


class PrivateOpenAI(_PrivateRequests, OpenAI):
    """`openai.OpenAI`, with a gateway inside."""


class AsyncPrivateOpenAI(_AsyncPrivateRequests, AsyncOpenAI):
    """`openai.AsyncOpenAI`, with a gateway inside."""


@overload
def wrap(
    client: OpenAI,
    policy: Policy | str | Path = ...,
    *,
    key: Secret | None = ...,
    scope: ScopeKind = ...,
    gateway: Gateway | None = ...,
) -> OpenAI: ...
@overload
def wrap(
    client: AsyncOpenAI,
    policy: Policy | str | Path = ...,
    *,
    key: Secret | None = ...,
    scope: ScopeKind = ...,
    gateway: Gateway | None = ...,
) -> AsyncOpenAI: ...
def wrap(
    client: OpenAI | AsyncOpenAI,
    policy: Policy | str | Path = "entities",
    *,
    key: Secret | None = None,
    scope: ScopeKind = "conversation",
    gateway: Gateway | None = None,
) -> Any:
    """A private twin of a client, Azure's among them; it shares the connections, and leaves the given one as it is.

    Args:
        client: any client of the SDK.
        policy, key, scope, gateway: as of `PrivateOpenAI`.

    Raises:
        ConfigurationError: it is none of the SDK's, or private already.
    """
    if isinstance(client, _Private):
        raise ConfigurationError("the client is private already", hint="use it as it is")
    if isinstance(client, OpenAI):
        part: type[Any] = _PrivateRequests
    elif isinstance(client, AsyncOpenAI):  # pyright: ignore[reportUnnecessaryIsInstance]
        part = _AsyncPrivateRequests
    else:
        raise ConfigurationError("this is no client of the OpenAI SDK", hint="give an openai.OpenAI or AsyncOpenAI")
    own = type(client)
    twin: Any = object.__new__(type(f"Private{own.__name__}", (part, own), {}))
    # Resources are made when they are first used, and know their client: those of the twin are its own.
    kept = {name: value for name, value in vars(client).items() if not _is_resource(own, name)}
    twin.__dict__.update(kept)
    twin.doorway = _new_doorway(policy, key, scope, gateway)
    refuse_websockets(twin)
    return twin


def _is_resource(own: type[Any], name: str) -> bool:
    return isinstance(inspect.getattr_static(own, name, None), cached_property)


def _new_doorway(policy: Policy | str | Path, key: Secret | None, scope: ScopeKind, gateway: Gateway | None) -> Doorway:
    chosen = key or default_key()
    return Doorway(gateway or Gateway(policy, key=chosen), key=chosen, scope=scope)
