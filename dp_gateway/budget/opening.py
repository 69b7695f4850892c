"""The ledger that a URL names."""

from __future__ import annotations

from pathlib import Path

from dp_gateway.budget.base import Ledger, fingerprint
from dp_gateway.errors import ConfigurationError
from dp_gateway.randomness import Secret

__all__ = ["open_ledger"]


def open_ledger(url: str, secret: Secret) -> Ledger:
    """A ledger, to be opened by `await ledger.open()`.

    Args:
        url: see `LedgerSettings.url`.
        secret: that keys units; a ledger belongs to one secret.

    Raises:
        ConfigurationError: no ledger has such a URL, or its package is not installed.
    """
    kind, own = url.partition(":")[0], fingerprint(secret.subkey(b"ledger"))
    if kind == "memory":
        from dp_gateway.budget.memory import MemoryLedger

        return MemoryLedger()
    if kind in ("redis", "rediss"):
        from dp_gateway.budget.redis import RedisLedger

        return RedisLedger(url, own)
    if kind in ("postgresql", "postgres"):
        from dp_gateway.budget.postgres import PostgresLedger

        return PostgresLedger(url, own)
    if url == "" or url.startswith("sqlite:///"):
        from dp_gateway.budget.sqlite import SqliteLedger

        return SqliteLedger(Path(url.removeprefix("sqlite:///")) if url else _default_file(), own)
    raise ConfigurationError(
        "no ledger has such a URL", hint="write sqlite:///FILE, redis://HOST, postgresql://HOST/NAME or memory:"
    )


def _default_file() -> Path:
    import platformdirs

    return Path(platformdirs.user_data_dir("dp-gateway")) / "ledger.db"
