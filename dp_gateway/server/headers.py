"""Which headers go to a provider, and which come back. An allow-list: everything else stays here.

A value is passed only if it looks like what its header is for, so that no text of a user travels in one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from dp_gateway import __version__

__all__ = ["bearer", "from_provider", "to_provider", "trace"]

_TO_PROVIDER = {
    "anthropic-version": re.compile(r"\d{4}-\d{2}-\d{2}"),
    "anthropic-beta": re.compile(r"[a-z]+(-[a-z0-9]+)*-\d{4}-\d{2}-\d{2}(,[a-z]+(-[a-z0-9]+)*-\d{4}-\d{2}-\d{2})*"),
    "openai-beta": re.compile(r"[a-z_-]+=v\d"),
    "openai-organization": re.compile(r"org-[A-Za-z0-9]{1,64}"),
    "openai-project": re.compile(r"proj_[A-Za-z0-9]{1,64}"),
}
_FROM_PROVIDER = frozenset({"retry-after", "retry-after-ms", "x-request-id", "request-id", "x-should-retry"})
_FROM_PROVIDER_PREFIXES = ("x-ratelimit-", "anthropic-ratelimit-", "openai-")
_TRACE = re.compile(rb"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")
_KEY = re.compile(rb"[\x21-\x7e]{1,512}")


def bearer(headers: Mapping[bytes, bytes]) -> str | None:
    """The key of a request: of `Authorization: Bearer`, else of `x-api-key`; None without one."""
    scheme, _, token = headers.get(b"authorization", b"").partition(b" ")
    key = token.strip() if scheme.lower() == b"bearer" else headers.get(b"x-api-key", b"")
    return key.decode() if _KEY.fullmatch(key) else None


def trace(headers: Mapping[bytes, bytes]) -> str:
    """The `traceparent` of a request, for spans of the gateway's own; empty without a proper one."""
    value = headers.get(b"traceparent", b"")
    return value.decode() if _TRACE.fullmatch(value) else ""


def to_provider(
    headers: Mapping[bytes, bytes], extra: Iterable[str], key: str | None, *, api_key: bool
) -> dict[str, str]:
    """Headers of the request that goes upstream.

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
        value = headers.get(name.encode(), b"").decode("latin-1")
        if value and pattern.fullmatch(value):
            sent[name] = value
    for name in extra:
        if value := headers.get(name.lower().encode()):
            sent[name.lower()] = value.decode("latin-1")
    if key is not None:
        sent |= {"x-api-key": key} if api_key else {"authorization": f"Bearer {key}"}
    return sent


def from_provider(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Headers of the provider's reply that the client gets too."""
    kept: list[tuple[bytes, bytes]] = []
    for name, value in headers:
        lowered = name.lower()
        if lowered in _FROM_PROVIDER or lowered.startswith(_FROM_PROVIDER_PREFIXES):
            kept.append((lowered.encode("latin-1"), value.encode("latin-1", "replace")))
    return kept
