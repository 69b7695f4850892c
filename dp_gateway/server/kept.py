"""Remembers what a provider keeps for clients of the Responses API, as far as the gateway has to know it.

A request that names a kept response or conversation is read as if its client had sent everything again: so the same
values have the same surrogates, nothing is charged twice, and the whole is restored. For that the gateway remembers the
requests that a response came of, in a file of its own: each sealed with AES-GCM under a key that is made of the
gateway's secret, the caller, and the id that the provider gave. The id itself is not in the file, so that neither the
file nor the file and the secret show anything; and another caller's id is not found, like one that never was.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import orjson

from dp_gateway.budget.group_commit import GroupCommit, create_private
from dp_gateway.errors import LedgerUnavailable, MissingPackage, RequestError, StoreError
from dp_gateway.randomness import Secret
from dp_gateway.server.keys import Client
from dp_gateway.server.settings import KeptSettings

_Made = TypeVar("_Made")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS kept (name BLOB PRIMARY KEY, until REAL NOT NULL, size INTEGER NOT NULL, sealed BLOB);
CREATE INDEX IF NOT EXISTS until ON kept (until);
"""
_BUSY_SECONDS = 10
_BETWEEN = b"\0"
"""No JSON text holds this byte."""

_DAY = 86_400.0

_PROBE = b"ready"
"""The name of an entry that is written and deleted again; names of others are longer."""


class Kept(NamedTuple):
    """An entry: the request that a kept response or conversation came of.

    Attributes:
        policy, policy_hash: its name, and of what it said.
        key_id: of the key of draws.
        upstream: where it is kept.
        conversation, user: of the first request, which the draws are shared within.
        model: that was asked for.
        bodies: of the requests, in order.
    """

    policy: str
    policy_hash: str
    key_id: str
    upstream: str
    conversation: str
    user: str
    model: str | None
    bodies: tuple[bytes, ...] = ()

    def packed(self) -> bytes:
        """Write the entry as bytes, as they are sealed."""
        return _BETWEEN.join((orjson.dumps(self[:-1]), *self.bodies))

    @classmethod
    def unpacked(cls, packed: bytes) -> Kept:
        """Read an entry from the bytes that `packed` made."""
        head, *bodies = packed.split(_BETWEEN)
        fields: Any = orjson.loads(head)
        return cls(*fields, bodies=tuple(bodies))


class KeptState:
    """The file of what is kept. `settings`: where it is, and how much it may hold. Raises MissingPackage:
    `cryptography` is not installed.
    """

    def __init__(self, settings: KeptSettings, secret: Secret) -> None:
        check_sealing("kept.responses", "kept")
        self._settings, self._secret = settings, secret
        self._path = settings.file or _default_file()
        self._writer: GroupCommit | None = None
        self._ready_until = 0.0

    async def open(self) -> None:
        """Open the file."""
        self._writer = GroupCommit(self._connect, self._failed)
        await self._writer.opened

    def _connect(self) -> sqlite3.Connection:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            create_private(self._path)
        except OSError as error:
            raise LedgerUnavailable(
                f"the file of kept responses, {self._path}, cannot be opened: {error.strerror}",
                hint="see who may write to it, or name another: file of [kept]",
            ) from None
        connection = sqlite3.connect(self._path, timeout=_BUSY_SECONDS, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        # What is deleted is overwritten: sealed or not, nobody is to find it.
        connection.execute("PRAGMA secure_delete = ON")
        connection.executescript(_SCHEMA)
        return connection

    def _failed(self, error: sqlite3.Error) -> LedgerUnavailable:
        return LedgerUnavailable(
            f"the file of kept responses, {self._path}: {error}",
            hint="see whether the disk is full, and who may write to it; a damaged one may be deleted",
        )

    async def _do(self, job: Callable[[sqlite3.Connection], _Made]) -> _Made:
        if self._writer is None:
            raise LedgerUnavailable("the file of kept responses is not open", hint="start the gateway again")
        return await self._writer.submit(job)

    async def keep(self, client: Client, identity: str, kept: Kept) -> None:
        """Remember what a response or a conversation came of. Raises LedgerUnavailable where it cannot be written."""
        name, key = self._names(client, identity)
        sealed = await asyncio.to_thread(lambda: Sealing(key).seal(name, kept.packed()))
        until = time.time() + self._settings.days * _DAY
        most = self._settings.megabytes * 2**20

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", (name, until, len(sealed), sealed))
            connection.execute("DELETE FROM kept WHERE until <= ?", (time.time(),))
            (size,) = connection.execute("SELECT sum(size) FROM kept").fetchone()
            while size > most:
                oldest = connection.execute("SELECT name, size FROM kept ORDER BY until LIMIT 1").fetchone()
                connection.execute("DELETE FROM kept WHERE name = ?", oldest[:1])
                size -= oldest[1]

        await self._do(write)

    async def find(self, client: Client, identity: str) -> Kept:
        """Look up what a response or a conversation of this client came of.

        Raises:
            RequestError: it is none of theirs, or is no longer known (404).
            LedgerUnavailable: the file cannot be read.
        """
        name, key = self._names(client, identity)
        now = time.time()
        row: Any = await self._do(
            lambda connection: connection.execute(
                "SELECT sealed FROM kept WHERE name = ? AND until > ?", (name, now)
            ).fetchone()
        )
        if row is None:
            raise not_found()
        return await asyncio.to_thread(self._opened, key, name, row[0])

    async def forget(self, client: Client, identity: str) -> None:
        """Forget a response or a conversation. Raises LedgerUnavailable where the file cannot be written."""
        name, _ = self._names(client, identity)
        await self._do(lambda connection: connection.execute("DELETE FROM kept WHERE name = ?", (name,)))

    async def ready(self) -> None:
        """Find out whether a request could go on from a kept response, and its own be remembered. Raises
        LedgerUnavailable where the file cannot be read, or cannot be written.
        """
        if time.monotonic() < self._ready_until:
            return

        def probe(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO kept VALUES (?, 0, 0, NULL)", (_PROBE,))
            connection.execute("DELETE FROM kept WHERE name = ?", (_PROBE,))

        await self._do(probe)
        self._ready_until = time.monotonic() + 1

    async def close(self) -> None:
        """Close the file."""
        if self._writer is not None:
            await self._writer.close()
            self._writer = None

    def _names(self, client: Client, identity: str) -> tuple[bytes, bytes]:
        """The name of an entry, and the key that it is sealed with."""
        whose = client.name.encode(), client.tenant.encode(), identity.encode("utf-8", "surrogatepass")
        return self._secret.subkey(b"kept name", *whose)[:16], self._secret.subkey(b"kept", *whose)

    @staticmethod
    def _opened(key: bytes, name: bytes, sealed: bytes) -> Kept:
        # What was changed in the file is as good as gone.
        with suppress(StoreError):
            return Kept.unpacked(Sealing(key).open(name, sealed))
        raise not_found()


def not_found() -> RequestError:
    """Make the error for what does not exist or is another's: it does not say which."""
    return RequestError(
        "this gateway knows no such response or conversation of this key; nothing was sent",
        hint="it may be older than days of [kept]; send the whole conversation in `input`",
        status=404,
        code="not_found",
    )


def hashed(policy: str) -> str:
    """Hash a policy, to tell later whether it is still the same."""
    return hashlib.sha256(policy.encode()).hexdigest()[:16]


def _default_file() -> Path:
    import platformdirs

    return Path(platformdirs.user_data_dir("dp-gateway")) / "kept.db"


_NONCE = 12


def check_sealing(setting: str, extra: str) -> None:
    """Find out when a server starts whether something can be sealed. `setting`: what needs it, as the configuration
    calls it. `extra`: of this package, which has the cipher. Raises MissingPackage where there is no cipher.
    """
    try:
        import_module("cryptography.hazmat.primitives.ciphers.aead")
    except ImportError:
        raise MissingPackage(
            f"{setting} needs the package cryptography", hint=f"install it: pip install 'dp-gateway[{extra}]'"
        ) from None


class Sealing:
    """Seals and opens data under one key; the package `cryptography` is installed (`check_sealing`). `key`:
    32 bytes.
    """

    def __init__(self, key: bytes) -> None:
        aead: Any = import_module("cryptography.hazmat.primitives.ciphers.aead")
        self._cipher = aead.AESGCM(key)

    def seal(self, name: bytes, data: bytes) -> bytes:
        """Encrypt data, compressed, as it may be kept; it opens under this name alone."""
        nonce = os.urandom(_NONCE)
        return nonce + self._cipher.encrypt(nonce, zlib.compress(data, 1), name)

    def open(self, name: bytes, sealed: bytes) -> bytes:
        """Decrypt what `seal` made. Raises StoreError where it was sealed under another key or name, or was changed."""
        try:
            return zlib.decompress(self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], name))
        except Exception:  # its errors have a module of their own
            raise StoreError(
                "what this gateway kept cannot be opened", hint="give the key that it was sealed under"
            ) from None
