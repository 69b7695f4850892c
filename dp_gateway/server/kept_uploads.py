"""Keeps what restores the results of batches: the requests of each uploaded file as they came, sealed line by line.

A chat client sends its history again, so nothing of it is kept; a batch's results come hours later and alone. One file
of SQLite for each upload, named by a random tag, written once and then only read. What it holds is encrypted by
AES-256-GCM under a key of its own, which is made of the gateway's key and the tag. Needs the extra `batches`.
"""

from __future__ import annotations

import math
import os
import secrets
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import orjson

from dp_gateway.errors import StoreError
from dp_gateway.randomness import Secret
from dp_gateway.server.kept import Sealing
from dp_gateway.tables.formats import rename_whole

_HEAD = b"head"
_DAY = 86400


def new_tag() -> str:
    """Draw a name for an upload: 16 characters."""
    return secrets.token_hex(8)


class KeptLine(NamedTuple):
    """One request. `name`: what stands in for its `custom_id`. `sealed`: the line as it came. `sent`: hash of the line
    that left.
    """

    name: str
    sealed: bytes
    sent: bytes


class UploadHead(NamedTuple):
    """The head of an upload: everything that is kept of it but its lines.

    Attributes:
        key_id: of the key that it was sanitized under.
        caller: name, tenant and conversation of whoever sent it.
        policy: as JSON.
        filename: as the client named it.
        size: bytes that it sent.
    """

    key_id: str
    caller: tuple[str, str, str]
    policy: str
    filename: str
    size: int


def sealing_of(secret: Secret, tag: str) -> Sealing:
    """Make what seals and opens the upload of a tag."""
    return Sealing(secret.subkey(b"kept batches", tag.encode()))


class Uploads:
    """The folder that holds what is kept; several servers may share one. `folder`: created where there is none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, tag: str) -> Path:
        """Return the path of an upload's file."""
        return self.folder / f"{tag}.sqlite"

    def check(self) -> None:
        """Find out before the first upload whether something could be kept. Raises StoreError where the folder cannot
        be written.
        """
        tag = new_tag()
        self.begin(tag, math.inf).end()

    def begin(self, tag: str, keep_days: float) -> Writing:
        """Begin to keep an upload, and remove what is older than so many days. Raises StoreError where the folder
        cannot be written.
        """
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for old in self.folder.iterdir():
                days = 1 if old.suffix in (".partial", ".jsonl") else keep_days
                with suppress(FileNotFoundError):  # another server was first
                    if old.stat().st_mtime < time.time() - days * _DAY:
                        old.unlink()
            return Writing(self.folder, tag)
        except (OSError, sqlite3.Error):
            raise StoreError(
                "the folder of batches cannot be written", hint="see folder of [batches], and how full its disk is"
            ) from None

    def head(self, tag: str, keys: Mapping[str, Secret]) -> UploadHead | None:
        """Read what is kept about an upload; None if there is none, or it is no longer kept. Raises StoreError where
        its key is gone.
        """
        try:
            with closing(self._opened(tag)) as opened:
                key_id, sealed = opened.execute("SELECT key, sealed FROM head").fetchone()
        except sqlite3.OperationalError:
            return None
        if key_id not in keys:
            raise StoreError(
                "a batch was sanitized under a key that this gateway does not have",
                hint="add the key to [privacy.keys]",
            )
        told = orjson.loads(sealing_of(keys[key_id], tag).open(_HEAD, sealed))
        return UploadHead(key_id, tuple(told["caller"]), told["policy"], told["filename"], told["size"])

    def lines(self, tag: str, secret: Secret, names: Sequence[str]) -> dict[str, tuple[bytes, bytes]]:
        """Return, for each name that is known, the line as it came, and the hash of the one that left."""
        sealing, found = sealing_of(secret, tag), dict[str, tuple[bytes, bytes]]()
        with closing(self._opened(tag)) as opened:
            for name in names:
                row = opened.execute("SELECT sealed, sent FROM lines WHERE name = ?", (name,)).fetchone()
                if row is not None:
                    found[name] = sealing.open(name.encode(), row[0]), row[1]
        return found

    def originals(self, tag: str, secret: Secret) -> Iterator[bytes]:
        """Yield the lines as they came, in their order."""
        sealing = sealing_of(secret, tag)
        with closing(self._opened(tag)) as opened:
            for name, sealed in opened.execute("SELECT name, sealed FROM lines ORDER BY number"):
                yield sealing.open(name.encode(), sealed)

    def _opened(self, tag: str) -> sqlite3.Connection:
        # Nobody writes to it any more, so readers need no locks, on whatever file system it is.
        return sqlite3.connect(
            f"{self.path(tag).absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )

    def keep_note(self, tag: str, name: str, secret: Secret, note: bytes) -> None:
        """Keep something that belongs to an upload."""
        path = self._note(tag, name)
        partial = path.with_suffix(".partial")
        partial.write_bytes(sealing_of(secret, tag).seal(name.encode(), note))
        partial.rename(path)

    def tag_of(self, name: str) -> str:
        """Return the tag of the upload under which something is kept by a name; empty where nothing is."""
        found = next(self.folder.glob(self._note("*", name).name), None)
        return "" if found is None else found.name.partition("-")[0]

    def note(self, tag: str, name: str, secret: Secret) -> bytes | None:
        """Read what was kept under a name."""
        try:
            sealed = self._note(tag, name).read_bytes()
        except FileNotFoundError:
            return None
        return sealing_of(secret, tag).open(name.encode(), sealed)

    def _note(self, tag: str, name: str) -> Path:
        return self.folder / f"{tag}-{sha256(name.encode()).hexdigest()[:32]}.note"

    def has_notes(self, tag: str) -> bool:
        """Return whether something was kept that belongs to an upload."""
        return any(self.folder.glob(f"{tag}-*.note"))

    def forget(self, tag: str) -> None:
        """Remove all that is kept of an upload."""
        for path in (self.path(tag), *self.folder.glob(f"{tag}-*.note")):
            path.unlink(missing_ok=True)


class Writing:
    """An upload that is being kept: nothing stands under its name before all of it does. `sent`: a file for the lines
    that leave.
    """

    def __init__(self, folder: Path, tag: str) -> None:
        self._tag, self._count = tag, 0
        self._path, self._partial = folder / f"{tag}.sqlite", folder / f"{tag}.partial"
        self.sent = folder / f"{tag}.jsonl"
        os.close(os.open(self._partial, os.O_CREAT | os.O_EXCL, 0o600))
        self._opened = sqlite3.connect(self._partial, check_same_thread=False, isolation_level=None)
        # It is thrown away unless it is whole.
        self._opened.executescript(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;CREATE TABLE head (key TEXT, sealed BLOB);"
            "CREATE TABLE lines (number INTEGER PRIMARY KEY, name TEXT UNIQUE, sealed BLOB, sent BLOB);"
        )
        self._leaves = os.fdopen(os.open(self.sent, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")

    def add(self, lines: Sequence[KeptLine], sent: bytes) -> bool:
        """Keep some lines, and write what leaves of them; False where a `custom_id` stands a second time."""
        try:
            self._opened.executemany("INSERT INTO lines (name, sealed, sent) VALUES (?, ?, ?)", lines)
        except sqlite3.IntegrityError:
            return False
        self._leaves.write(sent)
        return True

    def finish(self, head: UploadHead, secret: Secret) -> None:
        """Put it under its name, on the disk."""
        told = {"caller": head.caller, "policy": head.policy, "filename": head.filename, "size": head.size}
        sealed = sealing_of(secret, self._tag).seal(_HEAD, orjson.dumps(told))
        self._opened.execute("INSERT INTO head VALUES (?, ?)", (head.key_id, sealed))
        self._opened.execute("COMMIT")
        self._opened.close()
        self._leaves.close()
        rename_whole(self._partial, self._path)

    def end(self) -> None:
        """Remove what is no longer needed: the lines that left, and a file that did not become whole."""
        self._opened.close()
        self._leaves.close()
        for path in (self._partial, self.sent):
            path.unlink(missing_ok=True)
