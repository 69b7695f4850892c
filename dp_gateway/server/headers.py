"""Chooses which headers go to a provider, and which come back. An allow-list: everything else stays here.

A value is passed only if it looks like what its header is for, so that no text of a user travels in one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from dp_gateway import __version__
from dp_gateway.errors import UpstreamFailed

_TO_PROVIDER = {
    "anthropic-version": re.compile(r"\d{4}-\d{2}-\d{2}"),
    "anthropic-beta": re.compile(r"[a-z](?:-?[a-z0-9]){0,60}-(?:\d{4}-\d{2}-\d{2}|\d{8})"),
    "openai-beta": re.compile(r"[a-z_-]{1,64}=v\d"),
}
"""What a value, or each of a list of them, has to look like."""

_LISTS = frozenset((b"anthropic-beta", b"openai-beta"))
_MOST_VALUES = 64
_FROM_PROVIDER = frozenset({"retry-after", "retry-after-ms", "x-request-id", "request-id", "x-should-retry"})
_FROM_PROVIDER_PREFIXES = ("x-ratelimit-", "anthropic-ratelimit-", "openai-")
_TRACE = re.compile(rb"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_LOGIN = "sk-ant-oat"
_KEY = re.compile(rb"[\x21-\x7e]{1,512}")


def combined(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Return the headers of a request by name; a list that comes in several lines is one (RFC 9110, section 5.3)."""
    by_name: dict[bytes, bytes] = {}
    for name, value in headers:
        again = name in _LISTS and name in by_name
        by_name[name] = b"%b,%b" % (by_name[name], value) if again else value
    return by_name


def as_api_key(headers: Mapping[bytes, bytes], key: str | None) -> bool:
    """Return whether Anthropic wants a provider's key as `x-api-key`: a key does, a token of somebody's login does not.
    `headers`: of the client's request, whose own key goes to the provider as it came. `key`: the operator's; None where
    the client's own is passed on.
    """
    return not (_is_bearer(headers) if key is None else key.startswith(_LOGIN))


def _is_bearer(headers: Mapping[bytes, bytes]) -> bool:
    return headers.get(b"authorization", b"").partition(b" ")[0].lower() == b"bearer"


def bearer(headers: Mapping[bytes, bytes]) -> str | None:
    """Return the key of a request, from `Authorization: Bearer`, else `x-api-key`, else Azure's `api-key`; None
    without.
    """
    token = headers.get(b"authorization", b"").partition(b" ")[2]
    key = token.strip() if _is_bearer(headers) else headers.get(b"x-api-key") or headers.get(b"api-key", b"")
    return key.decode() if _KEY.fullmatch(key) else None


def trace(headers: Mapping[bytes, bytes]) -> str:
    """Return the `traceparent` of a request, for spans of the gateway's own; empty without a proper one."""
    value = headers.get(b"traceparent", b"")
    return value.decode() if _TRACE.fullmatch(value) else ""


def to_provider(
    headers: Mapping[bytes, bytes], extra: Iterable[str], key: str | None, *, api_key: bool
) -> dict[str, str]:
    """Return the headers of the request that goes upstream.

    Args:
        headers: of the client's request, names in lower case.
        extra: further names that the operator lets through, whatever their values.
        key: the provider's key.
        api_key: the provider wants it as `x-api-key` (Anthropic) rather than as a bearer token.
    """
    sent = {
        "content-type": "application/json",
        "accept-encoding": "identity",
        "user-agent": f"dp-gateway/{__version__}",
    }
    for name, pattern in _TO_PROVIDER.items():
        listed = headers.get(name.encode(), b"").decode("latin-1").split(",", _MOST_VALUES)[:_MOST_VALUES]
        if values := [one.strip() for one in listed if pattern.fullmatch(one.strip())]:
            sent[name] = ",".join(values)
    for name in extra:
        if value := headers.get(name.lower().encode()):
            sent[name.lower()] = value.decode("latin-1")
    if key is not None:
        sent |= {"x-api-key": key} if api_key else {"authorization": f"Bearer {key}"}
    return sent


def from_provider(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Return those headers of the provider's reply that the client gets too."""
    kept: list[tuple[bytes, bytes]] = []
    for name, value in headers:
        lowered = name.lower()
        if lowered in _FROM_PROVIDER or lowered.startswith(_FROM_PROVIDER_PREFIXES):
            if _CONTROL.search(value):
                raise UpstreamFailed(
                    "the provider answered with a header that holds control characters",
                    hint="see what stands between the gateway and the provider",
                )
            kept.append((lowered.encode("latin-1"), value.encode("latin-1", "replace")))
    return kept
