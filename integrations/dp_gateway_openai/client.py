"""Clients whose every request goes through the gateway.

All resources of the SDK, in all its ways of calling (`create`, `parse`, `stream`, `with_raw_response`, ...), come down
to one method, `request(cast_to, options)`. It is overridden here, above the transport: httpx and httpx2 are the same to
it. A route that the gateway has no table for is refused, whatever resource it belongs to.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from openai import AsyncOpenAI, OpenAI
from openai._models import FinalRequestOptions

from dp_gateway.budget.settings import Budget, LedgerSettings
from dp_gateway.errors import ConfigurationError, check_argument
from dp_gateway.exchange import Doorway, ScopeKind, default_key
from dp_gateway.judging.hooks import Judging
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import Policy
from dp_gateway.randomness import Secret, check_key
from dp_gateway.second_step import SecondStep
from dp_gateway.till import Till
from dp_gateway_openai.requests import Outgoing, note_attempt, outgoing, refuse_websockets

if TYPE_CHECKING:
    _SyncBase, _AsyncBase = OpenAI, AsyncOpenAI
else:
    _SyncBase = _AsyncBase = object

_Ledger = str | LedgerSettings | Mapping[str, Any]
_Client = TypeVar("_Client", OpenAI, AsyncOpenAI)


class _Private:
    """What both clients share; their arguments stand at `PrivateOpenAI`."""

    doorway: Doorway
    till: Till

    def __init__(
        self,
        *,
        policy: Policy | str | Path = "entities",
        key: Secret | None = None,
        scope: ScopeKind = "conversation",
        gateway: Gateway | None = None,
        budget: Budget | None = None,
        ledger: _Ledger = "",
        judging: Judging | None = None,
        second_step: SecondStep | None = None,
        _doors: tuple[Doorway, Till] | None = None,
        **options: Any,
    ) -> None:
        self.judging, self.second_step = judging, second_step
        self.doorway, self.till = _doors or _new_doors(
            policy, key, scope, gateway, budget, ledger, judging, second_step
        )
        super().__init__(**options)
        refuse_websockets(self)

    def copy(self, **options: Any) -> Any:
        """The SDK's `copy`, under the same policy."""
        extra = {"_doors": (self.doorway, self.till), "judging": self.judging, "second_step": self.second_step}
        extra |= options.pop("_extra_kwargs", {})
        return super().copy(_extra_kwargs=extra, **options)  # type: ignore[misc]

    with_options = copy

    def _sleep_for_retry(self, **how: Any) -> Any:
        # Whoever tries again may have been heard the first time.
        note_attempt(how.get("response"), str(cast(Any, self).base_url))
        return cast(Any, super())._sleep_for_retry(**how)


class _PrivateRequests(_Private, _SyncBase):
    def request(self, cast_to: Any, options: FinalRequestOptions, **how: Any) -> Any:
        """Send a request that the gateway has sanitized; restores what comes back."""
        sent = outgoing(self.doorway, self.till, options, how, self.judging, self.second_step)
        if sent is None:
            return super().request(cast_to, options, **how)
        try:
            with sent.leaving(str(self.base_url)):
                reply = super().request(cast_to, sent.options, **sent.how)
        finally:
            sent.finish().result()
        return sent.marked(reply)

    def close(self) -> None:
        """Close the connections and the ledger, which copies of the client share."""
        super().close()
        self.till.close()


class _AsyncPrivateRequests(_Private, _AsyncBase):
    async def request(self, cast_to: Any, options: FinalRequestOptions, **how: Any) -> Any:
        """Send a request that the gateway has sanitized; restores what comes back."""
        # Beside the event loop: a model may have to look at the texts.
        opened = asyncio.to_thread(
            outgoing, self.doorway, self.till, options, how, self.judging, self.second_step, waits=True
        )
        opening = asyncio.ensure_future(opened)
        try:
            sent = await asyncio.shield(opening)
        except asyncio.CancelledError:
            opening.add_done_callback(_give_back)
            raise
        if sent is None:
            return await super().request(cast_to, options, **how)
        try:
            with sent.leaving(str(self.base_url)):
                reply = await super().request(cast_to, sent.options, **sent.how)
        finally:
            await asyncio.shield(asyncio.wrap_future(sent.finish()))
        return sent.marked(await sent.corrected(reply))

    async def close(self) -> None:
        """Close the connections and the ledger, which copies of the client share."""
        await super().close()
        await asyncio.to_thread(self.till.close)


def _give_back(opening: asyncio.Future[Outgoing | None]) -> None:
    """Nobody waits for the request any more, so it will not be sent."""
    if not opening.cancelled() and opening.exception() is None and (sent := opening.result()) is not None:
        sent.finish()


class PrivateOpenAI(_PrivateRequests, OpenAI):
    """`openai.OpenAI`, with a gateway inside.

    Args:
        policy: a preset, a TOML file, or a `Policy`.
        key: of repeatable draws; None takes the default key file, which is created where there is none.
        scope: what draws are shared within; a conversation is told by `extra_headers={"x-dp-conversation": ID}`, else
            by all that was said so far.
        gateway: instead of policy and key.
        budget: how much epsilon may be spent: a number, a `BudgetSettings`, or several by name, as `[budgets]` of the
            server; None for no limit. A request that does not fit raises `BudgetExceeded`, and is not sent.
        ledger: where spending is kept: a URL, or settings as `[ledger]` of the server; by default a file in the user's
            data folder.
        judging: a judge beside the traffic; see `dp_gateway.judging.hooks`.
        second_step: a local model corrects the text of chat completions; see `dp_gateway.second_step`. What became of
            it is in `privacy(reply).second_step`.
        options: of the SDK's own client.

    Raises:
        ConfigurationError, StoreError, InvalidSecret: a setting cannot be used; see `errors`.
    """


class AsyncPrivateOpenAI(_AsyncPrivateRequests, AsyncOpenAI):
    """`openai.AsyncOpenAI`, with a gateway inside.

    Args:
        policy, key, scope, gateway, budget, ledger, judging, second_step, options: as of `PrivateOpenAI`.

    Raises:
        ConfigurationError, StoreError, InvalidSecret: a setting cannot be used; see `errors`.
    """


def wrap(
    client: _Client,
    policy: Policy | str | Path = "entities",
    *,
    key: Secret | None = None,
    scope: ScopeKind = "conversation",
    gateway: Gateway | None = None,
    budget: Budget | None = None,
    ledger: _Ledger = "",
    judging: Judging | None = None,
    second_step: SecondStep | None = None,
) -> _Client:
    """Make a private twin of a client, Azure's among them; it shares the connections, and leaves the given one as it
    is.

    Args:
        client: any client of the SDK.
        policy, key, scope, gateway, budget, ledger, judging, second_step: as of `PrivateOpenAI`.

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
    twin.doorway, twin.till = _new_doors(policy, key, scope, gateway, budget, ledger, judging, second_step)
    twin.judging, twin.second_step = judging, second_step
    refuse_websockets(twin)
    return twin


def _is_resource(own: type[Any], name: str) -> bool:
    return isinstance(inspect.getattr_static(own, name, None), cached_property)


def _new_doors(
    policy: Policy | str | Path,
    key: Secret | None,
    scope: ScopeKind,
    gateway: Gateway | None,
    budget: Budget | None,
    ledger: _Ledger,
    judging: Judging | None,
    second_step: SecondStep | None,
) -> tuple[Doorway, Till]:
    check_argument("judging", judging, Judging, type(None), hint="write judging=Judging(judge, share=0.1)")
    check_argument("second_step", second_step, SecondStep, type(None), hint="write second_step=SecondStep(model)")
    check_argument("gateway", gateway, Gateway, type(None), hint='write gateway=Gateway("entities", key=key)')
    check_key(key)
    chosen = key or default_key()
    doorway = Doorway(gateway or Gateway(policy, key=chosen), key=chosen, scope=scope)
    return doorway, Till(budget, ledger, chosen)
