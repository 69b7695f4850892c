"""The guardrail class: it sanitizes a request before LiteLLM routes it, and restores the reply, whole or streamed.

LiteLLM hands requests over as they came in, of every API that it serves, with fields of its own beside the client's.
The client's go through the same tables as those of `dp-gateway serve`; a route without a table is refused. What LiteLLM
keeps for logs and callbacks (`proxy_server_request`, metadata) is replaced too, so that these see sanitized text alone.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from typing import Any, cast

from fastapi import HTTPException
from litellm.integrations.custom_guardrail import CustomGuardrail
from pydantic import BaseModel, ValidationError

from dp_gateway import Gateway
from dp_gateway.api.replies import ReplyRestoration
from dp_gateway.api.sse import StreamRestorer
from dp_gateway.errors import GatewayError, RequestError, UpstreamFailed
from dp_gateway.exchange import Caller, Doorway, Exchange, default_key, user_of
from dp_gateway.pipeline.results import SanitizedBody


async def restored_stream(items: AsyncIterator[Any], exchange: Exchange) -> AsyncIterator[Any]:
    """Restore the items of a stream, in the kind in which they came."""
    reply = exchange.reply
    wire: StreamRestorer | None = None
    text = False
    objects = _Objects(reply)
    async for item in items:
        if isinstance(item, bytes | str):
            wire, text = wire or StreamRestorer(reply), isinstance(item, str)
            out = wire.feed(item.encode() if isinstance(item, str) else item)
            if out:
                yield out.decode() if text else out
        else:
            for one in objects.feed(item):
                yield one
    if wire is not None:
        out = wire.close()
        if out:
            yield out.decode() if text else out
    else:
        for one in objects.close():
            yield one


class _Objects:
    """Restores events that are objects."""

    def __init__(self, reply: ReplyRestoration) -> None:
        self._reply = reply
        self._classes: dict[str, type[BaseModel]] = {}
        self._as_dicts = False

    def feed(self, item: Any) -> Iterable[Any]:
        if isinstance(item, BaseModel):
            data = item.model_dump(mode="json", exclude_unset=True)
            self._classes[_kind(data)] = type(item)
        elif isinstance(item, dict):
            data, self._as_dicts = cast("dict[str, Any]", item), True
        else:
            raise UpstreamFailed("an event of the stream is of a kind that cannot be restored", hint="report its route")
        for name, changed in self._reply.event(_kind(data) or None, data):
            yield item if changed is data else self._made(name or "", changed)

    def close(self) -> Iterable[Any]:
        for name, data in self._reply.close():
            yield self._made(name or "", data)

    def _made(self, name: str, data: dict[str, Any]) -> Any:
        """An event of the class that events of its kind have, or of the last one."""
        if self._as_dicts or not self._classes:
            return data
        cls = self._classes.get(_kind(data) or name) or next(reversed(self._classes.values()))
        try:
            return cls.model_validate(data)
        except ValidationError:
            return cls.model_construct(**data)


def _kind(data: dict[str, Any]) -> str:
    kind = data.get("type")
    return str(getattr(kind, "value", kind)) if kind else ""


# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUntypedBaseClass=false, reportUnknownParameterType=false

_SHAPES = {
    **dict.fromkeys(("completion", "acompletion"), "chat"),
    **dict.fromkeys(("text_completion", "atext_completion"), "completions"),
    **dict.fromkeys(("responses", "aresponses"), "responses"),
    **dict.fromkeys(("embedding", "aembedding", "embeddings"), "embeddings"),
    "anthropic_messages": "messages",
}
_MOST_OPEN = 10_000
"""Requests under way of which replies can be restored; of more, the oldest are refused."""

_REFUSED = 400
_OWN = frozenset(
    "metadata proxy_server_request secret_fields model_info guardrails guardrail_config policies tags cache ttl no-log "
    "api_key api_base api_version base_url organization timeout num_retries max_retries fallbacks "
    "context_window_fallback_dict disable_global_guardrails disable_global_guardrail allowed_openai_params "
    "drop_params shared_session custom_llm_provider".split()
)
"""Fields that LiteLLM reads and no provider gets."""


class PrivacyGuardrail(CustomGuardrail):
    """Sanitizes requests and restores replies inside a LiteLLM proxy.

    It runs on every request: `guardrails` of a request and of a key cannot leave it out. What cannot be sanitized or
    restored is an error.

    Args:
        policy: a preset or a TOML file; None takes that of `DP_GATEWAY_POLICY`, or `entities`.
        named: what LiteLLM passes to guardrails.
    """

    def __init__(self, policy: str | None = None, **named: Any) -> None:
        named.setdefault("guardrail_name", "dp-gateway")
        named.setdefault("default_on", True)
        super().__init__(**named)
        chosen = policy or os.environ.get("DP_GATEWAY_POLICY") or "entities"
        key = default_key()
        self._doorway = Doorway(Gateway(chosen, key=key), key=key)
        self._open: OrderedDict[str, Exchange] = OrderedDict()

    def should_run_guardrail(self, data: Any, event_type: Any) -> bool:
        """Return True: LiteLLM asks this before each hook."""
        del data, event_type
        return True

    async def async_pre_call_hook(
        self, user_api_key_dict: Any, cache: Any, data: dict[str, Any], call_type: str
    ) -> Any:
        """Sanitize a request; LiteLLM calls it before it chooses a deployment.

        Raises:
            HTTPException: 400 for a request that cannot be protected, and for a route without a table.
        """
        del cache
        shape = _SHAPES.get(call_type)
        if shape is None:
            raise _error(_REFUSED, "requests of this route are not sanitized, and so not sent", "unsupported_route")
        body = _body_of(data)
        caller = Caller(
            name=str(getattr(user_api_key_dict, "token", None) or ""),
            tenant=str(getattr(user_api_key_dict, "team_id", None) or ""),
            user=user_of(body),
        )
        try:
            exchange = await asyncio.to_thread(self._doorway.open, shape, body, caller)
        except RequestError as error:
            raise _error(error.status, f"{error.message}; {error.hint}", error.code) from None
        except GatewayError as error:
            raise _error(500, f"{error.message}; {error.hint}", "not_sanitized") from None
        _replace(data, body, exchange.body)
        self._open[str(data["litellm_call_id"])] = exchange
        while len(self._open) > _MOST_OPEN:
            self._open.popitem(last=False)
        return data

    async def async_post_call_success_hook(self, data: dict[str, Any], user_api_key_dict: Any, response: Any) -> Any:
        """Restore a whole reply."""
        del user_api_key_dict
        reply = self._taken(data).reply
        if isinstance(response, BaseModel):
            restored = await asyncio.to_thread(reply.whole, response.model_dump())
            same = type(response).model_validate(restored)
            hidden = getattr(response, "_hidden_params", None)
            if hidden is not None:
                cast(Any, same)._hidden_params = hidden
            return same
        if isinstance(response, dict):
            return await asyncio.to_thread(reply.whole, cast("dict[str, Any]", response))
        raise _error(502, "the reply is of a kind that cannot be restored", "not_restored")

    async def async_post_call_streaming_iterator_hook(
        self, user_api_key_dict: Any, response: Any, request_data: dict[str, Any]
    ) -> AsyncIterator[Any]:
        """Restore a stream."""
        del user_api_key_dict
        async for item in restored_stream(response, self._taken(request_data)):
            yield item

    async def async_post_call_failure_hook(self, request_data: dict[str, Any], *given: Any, **named: Any) -> None:
        """Forget a request that failed."""
        self._open.pop(str(request_data.get("litellm_call_id")), None)

    def _taken(self, data: dict[str, Any]) -> Exchange:
        exchange = self._open.pop(str(data.get("litellm_call_id")), None)
        if exchange is None:
            raise _error(500, "the request of this reply is not known any more; send it again", "not_restored")
        return exchange


def _body_of(data: dict[str, Any]) -> dict[str, Any]:
    """What goes to a provider, without what LiteLLM keeps to itself. Raises HTTPException: fallbacks of the client's
    own, which would be requests beside this one.
    """
    if any(isinstance(one, dict) for one in cast("list[Any]", data.get("fallbacks") or [])):
        raise _error(_REFUSED, "fallbacks with requests of their own are not sanitized; name models", "field_refused")
    body = {key: value for key, value in data.items() if key not in _OWN and not key.startswith(("litellm_", "_"))}
    metadata = data.get("metadata")
    if isinstance(metadata, dict):
        fields = cast("dict[str, Any]", metadata)
        own = any(key.startswith("user_api_key") for key in fields)
        sent = fields.get("requester_metadata") if own else fields
        if isinstance(sent, dict) and sent:
            body["metadata"] = sent
    return body


def _replace(data: dict[str, Any], body: dict[str, Any], sanitized: SanitizedBody) -> None:
    """Put a sanitized body in the place of the client's, wherever LiteLLM keeps a copy."""
    before = cast("dict[str, Any]", body.get("metadata") or {})
    after = cast("dict[str, Any]", sanitized.get("metadata") or {})
    for key in body:
        if key != "metadata":
            del data[key]
    data.update((key, value) for key, value in sanitized.items() if key != "metadata")
    for name in ("metadata", "litellm_metadata"):
        kept = data.get(name)
        if isinstance(kept, dict):
            fields = {key: value for key, value in cast("dict[str, Any]", kept).items() if key not in before} | after
            data[name] = fields | ({"requester_metadata": after} if "requester_metadata" in fields else {})
    data["proxy_server_request"] = {**data.get("proxy_server_request", {}), "body": dict(sanitized)}


def _error(status: int, message: str, code: str | None) -> HTTPException:
    return HTTPException(status_code=status, detail={"error": {"message": message, "type": "dp_gateway", "code": code}})
