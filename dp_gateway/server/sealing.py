"""Sealing of what a server keeps on its disk: AES-GCM under keys that are made of the gateway's secret.

Kept responses and conversations (`kept`) and the uploads of batches (`batching.kept`) call it.
"""

from __future__ import annotations

import os
import zlib
from importlib import import_module
from typing import Any

from dp_gateway.errors import MissingPackage, StoreError

__all__ = ["Sealing", "check_sealing"]

_NONCE = 12


def check_sealing(setting: str, extra: str) -> None:
    """Find out when a server starts whether something can be sealed.

    Args:
        setting: what needs it, as the configuration calls it.
        extra: of this package, which has the cipher.

    Raises:
        MissingPackage: there is no cipher.
    """
    try:
        import_module("cryptography.hazmat.primitives.ciphers.aead")
    except ImportError:
        raise MissingPackage(
            f"{setting} needs the package cryptography", hint=f"install it: pip install 'dp-gateway[{extra}]'"
        ) from None


class Sealing:
    """Seals and opens data under one key; the package `cryptography` is installed (`check_sealing`).

    Args:
        key: 32 bytes.
    """

    def __init__(self, key: bytes) -> None:
        aead: Any = import_module("cryptography.hazmat.primitives.ciphers.aead")
        self._cipher = aead.AESGCM(key)

    def seal(self, name: bytes, data: bytes) -> bytes:
        """Data as it may be kept, compressed; it opens under this name alone."""
        nonce = os.urandom(_NONCE)
        return nonce + self._cipher.encrypt(nonce, zlib.compress(data, 1), name)

    def open(self, name: bytes, sealed: bytes) -> bytes:
        """The data.

        Raises:
            StoreError: it was sealed under another key or name, or was changed.
        """
        try:
            return zlib.decompress(self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], name))
        except Exception:  # its errors have a module of their own
            raise StoreError(
                "what this gateway kept cannot be opened", hint="give the key that it was sealed under"
            ) from None
