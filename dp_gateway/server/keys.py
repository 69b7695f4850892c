"""Tells who is calling: by the gateway's own keys, kept as hashes, or by the client's own key, passed through."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from dp_gateway.errors import KeyRefused
from dp_gateway.randomness import KeyedHash, Secret
from dp_gateway.server.settings import KeySettings

_PREFIX = "dpg-"


def new_key() -> tuple[str, str]:
    """Make a fresh key, and the hash to write into `[keys.NAME]`."""
    key = _PREFIX + secrets.token_urlsafe(32)
    return key, _hash(key)


def _hash(key: str) -> str:
    # The key has 256 random bits: a fast hash is as good as a slow one.
    return "sha256:" + hashlib.sha256(key.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Client:
    """The client that sent a request, known by its key.

    Attributes:
        name: of the key in `[keys]`; where keys are passed through, a keyed hash of the client's own.
        tenant, policy, upstream: as `[keys.NAME]` says; empty or None without one.
        own_key: the key that the client sent, where it is passed through.
        account: what it spends is charged to, and its requests at once are counted under.
        body_bytes, concurrency: as `[keys.NAME]` says; None leaves them to `[limits]`.
    """

    name: str
    tenant: str = ""
    policy: str | None = None
    upstream: str | None = None
    own_key: str | None = None
    account: str = ""
    body_bytes: int | None = None
    concurrency: int | None = None


class KeyRing:
    """Tells callers by their keys.

    Args:
        keys: of the gateway; empty where the keys of clients are passed through to the provider.
        secret: names callers whose keys are passed through.
        together: nobody checks those, as the gateway has a provider's key itself: whatever key a caller makes up, all
            of them have one account.
    """

    def __init__(self, keys: Mapping[str, KeySettings], secret: Secret, *, together: bool = False) -> None:
        self._together = together
        self._keys = [(key.hash.encode(), name, key) for name, key in keys.items()]
        self._callers = KeyedHash(secret.subkey(b"caller"))

    def client(self, key: str | None) -> Client:
        """Return the caller that a key belongs to. Raises KeyRefused where the gateway has keys of its own, and this is
        none of them.
        """
        if not self._keys:
            name = self._callers.digest(key.encode("utf-8", "replace")).hex()[:16] if key else ""
            return Client(name, own_key=key, account="" if self._together else name)
        if key is None:
            raise KeyRefused(
                "this gateway wants a key of its own, and the request has none",
                hint="send it as: Authorization: Bearer dpg-...",
            )
        hashed, found = _hash(key).encode(), None
        for known, name, settings in self._keys:  # all of them, so that the time taken tells nothing
            if hmac.compare_digest(known, hashed):
                found = Client(
                    name,
                    settings.tenant,
                    settings.policy,
                    settings.upstream,
                    account=name,
                    body_bytes=settings.body_bytes,
                    concurrency=settings.concurrency,
                )
        if found is None:
            raise KeyRefused("this gateway does not know the key", hint="ask its operator: dp-gateway config key NAME")
        return found
