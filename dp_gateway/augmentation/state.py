"""What an augmentation has already got: JSON lines that grow as answers come in, so that a rerun asks for the rest.

The file holds phrases that a model gave, and seeds as keyed hashes with a key of the file's own: no seed and no
context stands in it. Who holds the file can still test a guess at a seed, and the phrases tell what the seeds are like:
its mode is 0600, and it is as private as the seeds.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, cast

from dp_gateway.augmentation.seeds import Seed
from dp_gateway.errors import StoreError
from dp_gateway.randomness import OsEntropy

__all__ = ["State"]

_FORMAT, _VERSION = "dp-gateway augmentation", 1


class State:
    """Phrases by seed; a context manager. Safe to write from several threads, and locked against other processes.

    Args:
        path: the file; created if missing. None keeps everything in memory.
        write: False only reads, and creates nothing.

    Raises:
        StoreError: the file cannot be opened, is damaged, is not such a file, or is in use.
    """

    def __init__(self, path: str | Path | None, *, write: bool = True) -> None:
        self._lock = threading.Lock()
        self._phrases: dict[str, list[str]] = {}
        self._salt = bytes(OsEntropy().uint64(2).tobytes())
        self._file: IO[bytes] | None = None
        if path is None:
            return
        self._path = Path(path)
        try:
            if write:
                self._open()
            elif self._path.exists():
                self._read(self._path.read_bytes())
        except OSError as error:
            self.close()
            raise StoreError(
                f"the state file {path} cannot be used: {error.strerror}", hint="name a file that you may write to"
            ) from None
        except BaseException:
            self.close()
            raise

    def known(self, seed: Seed) -> list[str]:
        """The phrases that a seed has so far."""
        with self._lock:
            return list(self._phrases.get(self._id(seed), ()))

    def add(self, seed: Seed, phrases: Sequence[str]) -> None:
        """Keep phrases; from now on they survive the end of this process."""
        with self._lock:
            self._phrases.setdefault(self._id(seed), []).extend(phrases)
            if self._file is not None:
                self._write({"seed": self._id(seed), "phrases": list(phrases)})

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> State:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _id(self, seed: Seed) -> str:
        message = json.dumps(seed).encode()
        return hmac.digest(self._salt, message, "sha256")[: hashlib.sha256().digest_size // 2].hex()

    def _open(self) -> None:
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), 0o600)
        self._file = os.fdopen(descriptor, "rb+")
        self._take()
        os.chmod(self._path, 0o600)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        # An interrupted write leaves a line without an end; what is appended must not be glued to it.
        self._file.truncate(whole)
        if not self._read(content[:whole]):
            self._write({"format": _FORMAT, "version": _VERSION, "salt": self._salt.hex()})

    def _take(self) -> None:
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(cast(IO[bytes], self._file), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(
                f"the state file {self._path} is in use by another process", hint="wait for it, or name another file"
            ) from None

    def _read(self, content: bytes) -> bool:
        lines = content.splitlines()
        if not lines:
            return False
        try:
            header: Any = json.loads(lines[0])
            if header["format"] != _FORMAT or header["version"] != _VERSION:
                raise ValueError
            self._salt = bytes.fromhex(header["salt"])
            for line in lines[1:]:
                entry: Any = json.loads(line)
                self._phrases.setdefault(str(entry["seed"]), []).extend(str(one) for one in entry["phrases"])
        except (ValueError, KeyError, TypeError):
            raise StoreError(
                f"the state file {self._path} is damaged or of another kind",
                hint="name another file, or remove it and begin anew",
            ) from None
        return True

    def _write(self, entry: dict[str, Any]) -> None:
        file = cast(IO[bytes], self._file)
        file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        file.flush()
