"""The only door to entropy: bits of the operating system, and keyed streams for repeatable draws.

A stream hands out 64-bit words. `OsEntropy` asks the kernel each time and keeps nothing, so a forked worker cannot
share noise with its parent. `KeyedStream` is SHAKE-256 keyed by prefix (a sponge is a PRF when keyed so; Bertoni et
al., "On the security of the keyed sponge construction", 2011) over a secret and a length-prefixed context: the
same secret and context give the same bits on every machine, and without the secret they cannot be told from noise.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from struct import Struct
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import InvalidSecret, check_argument

_LEAST_SECRET_BYTES = 16
_WORDS = 2**64
_LENGTH = Struct("<Q").pack
"""Eight bytes of a length or a count, the least first."""
# The constants of HMAC (RFC 2104).
_HMAC_BLOCK = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
_FIRST = _LENGTH(0)
"""The number of the first call of a stream."""


class Stream(Protocol):
    """A source of independent uniform 64-bit words."""

    def uint64(self, count: int) -> NDArray[np.uint64]:
        """Return the next `count` words, shape (count,)."""
        ...


def uniform_below(stream: Stream, bounds: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Draw exactly uniform integers in [0, bound) for each bound (at least 1), by rejection; same shape as bounds."""
    values = stream.uint64(len(bounds))
    # The largest multiple of the bound that fits 64 bits, less one: what lies above it would be counted twice.
    excess = (np.uint64(0) - bounds) % bounds
    limits = ~excess
    over = (values > limits).nonzero()[0]
    while len(over):
        values = values.copy()
        values[over] = stream.uint64(len(over))
        over = over[values[over] > limits[over]]
    return values % bounds


def each_below(stream: Stream, bounds: Sequence[int]) -> list[int]:
    """Draw as `uniform_below` for a few bounds: the same integers from the same bits, without arrays."""
    values: list[int] = stream.uint64(len(bounds)).tolist()
    limits = [_WORDS - _WORDS % bound for bound in bounds]
    over: list[int] = [at for at, limit in enumerate(limits) if values[at] >= limit]
    while over:
        for at, word in zip(over, stream.uint64(len(over)), strict=True):
            values[at] = int(word)
        over = [at for at in over if values[at] >= limits[at]]
    return [value % bound for value, bound in zip(values, bounds, strict=True)]


def below(stream: Stream, bound: int) -> int:
    """Draw as `uniform_below` for one bound: the same integer from the same bits, without arrays."""
    limit = _WORDS - _WORDS % bound
    word = getattr(stream, "word", None) or (lambda: stream.uint64(1).item())
    while (value := word()) >= limit:
        pass
    return value % bound


class OsEntropy:
    """Fresh bits of the operating system; stateless, hence safe across forks and threads."""

    def uint64(self, count: int) -> NDArray[np.uint64]:
        """Return the next `count` words, shape (count,)."""
        return np.frombuffer(os.urandom(8 * count), dtype="<u8")


class KeyedStream:
    """Repeatable bits: a function of a secret, a context and how many words were taken before. `key`: a subkey made by
    `Secret.subkey`. `context`: what the stream is for; the parts are length-prefixed, so no two lists collide.
    """

    def __init__(self, key: bytes, *context: bytes) -> None:
        self._state = hashlib.shake_256(b"".join([_LENGTH(len(part)) + part for part in (key, *context)]))
        self._calls = 0

    def branch(self, part: bytes) -> KeyedStream:
        """Make the stream of this context and one part more, of which no word was taken: told apart by it alone."""
        stream = KeyedStream.__new__(KeyedStream)
        stream._state = self._state.copy()
        stream._state.update(_LENGTH(len(part)) + part)
        stream._calls = 0
        return stream

    def below_in_branch(self, part: bytes, bound: int) -> int:
        """Draw what `below` draws first from `branch(part)`, in half the calls: most tries are a single word."""
        state = self._state.copy()
        state.update(_LENGTH(len(part)) + part + _FIRST)
        value = int.from_bytes(state.digest(8), "little")
        return value % bound if value < _WORDS - _WORDS % bound else below(self.branch(part), bound)

    def uint64(self, count: int) -> NDArray[np.uint64]:
        """Return the next `count` words, shape (count,); each call is an output of its own, numbered."""
        return np.frombuffer(self._next(8 * count), dtype="<u8")

    def word(self) -> int:
        """Return the next word, as `uint64` gives one."""
        return int.from_bytes(self._next(8), "little")

    def _next(self, count: int) -> bytes:
        call = self._state.copy()
        call.update(_LENGTH(self._calls))
        self._calls += 1
        return call.digest(count)


class KeyedPrefixes:
    """Repeatable bits for places of a text that may go on: a function of a secret and of the text up to each place.

    Keyed BLAKE2b is a PRF (Aumasson et al., 2013). What is appended to a text changes no bits before it, and texts
    share bits as far as they are the same and no further. `key`: a subkey made by `Secret.subkey`.
    """

    def __init__(self, key: bytes) -> None:
        self._state = hashlib.blake2b(key=key, digest_size=16)

    def at(self, codes: NDArray[np.uint32], ends: NDArray[np.int64]) -> NDArray[np.uint64]:
        """Return two words for each place, shape (places, 2). `codes`: (n,) the code points that follow those of the
        calls before. `ends`: (places,) how many of them stand before each place, in ascending order.
        """
        text = memoryview(codes.astype("<u4", copy=False).tobytes())
        return _as_words(self._follow(text, 0, (4 * ends).tolist(), len(text)))

    @classmethod
    def of_texts(
        cls, keys: Sequence[bytes], codes: NDArray[np.uint32], bounds: Sequence[tuple[int, int]], ends: Sequence[int]
    ) -> NDArray[np.uint64]:
        """Return what `at` gives for each of several texts, shape (places, 2).

        Args:
            codes: code points in which the texts stand.
            bounds: where each text begins and ends in them, in order and without overlaps.
            ends: the places, in ascending order, each inside or at the end of a text.
        """
        block, found, at = memoryview(codes.astype("<u4", copy=False).tobytes()), list[bytes](), 0
        places = [4 * end for end in ends]
        for key, (start, stop) in zip(keys, bounds, strict=True):
            last = bisect_right(ends, stop, at)
            found += cls(key)._follow(block, 4 * start, places[at:last], 4 * stop)
            at = last
        return _as_words(found)

    def _follow(self, text: memoryview, start: int, places: Sequence[int], stop: int) -> list[bytes]:
        """The hash at each place of a stretch of a text, which is read to its end."""
        state, found = self._state, list[bytes]()
        for place in places:
            state.update(text[start:place])
            found.append(state.copy().digest())
            start = place
        state.update(text[start:stop])
        return found


def _as_words(digests: Iterable[bytes]) -> NDArray[np.uint64]:
    return np.frombuffer(b"".join(digests), "<u8").reshape(-1, 2)


class KeyedHash:
    """HMAC-SHA256 under one key, hashed once for all messages: `hmac.digest` takes four times as long for each."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        block = (hashlib.sha256(key).digest() if len(key) > _HMAC_BLOCK else key).ljust(_HMAC_BLOCK, b"\0")
        self._inner, self._outer = hashlib.sha256(block.translate(_INNER)), hashlib.sha256(block.translate(_OUTER))

    def digest(self, message: bytes) -> bytes:
        """Return the 32 bytes that `hmac.digest` gives."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


keyed_hash = lru_cache(maxsize=16)(KeyedHash)
"""The hash under a key, which is made once."""


class Secret:
    """The key of repeatable draws. Its bytes are never printed, logged or written by this class.

    Args:
        value: at least 16 bytes that nobody can guess.

    Raises:
        InvalidSecret: there are fewer.
    """

    __slots__ = ("_keyed", "_value")

    def __init__(self, value: bytes) -> None:
        check_argument("the secret", value, bytes, hint='read it from its file: Secret.from_file("secret.key")')
        if len(value) < _LEAST_SECRET_BYTES:
            raise InvalidSecret(
                f"the secret has {len(value)} bytes; repeatable draws need at least {_LEAST_SECRET_BYTES}",
                hint="create one with: dp-gateway config secret FILE",
            )
        self._value, self._keyed = value, KeyedHash(value)

    def __reduce__(self) -> tuple[type[Secret], tuple[bytes]]:
        return Secret, (self._value,)

    @classmethod
    def from_file(cls, path: str | Path) -> Secret:
        """Read the secret from a file; a file that does not exist is created with 32 fresh bytes, mode 0600.

        Raises:
            InvalidSecret: the file cannot be read or created, or holds fewer than 16 bytes.
        """
        path = Path(path)
        try:
            return cls(path.read_bytes().strip())
        except FileNotFoundError:
            pass
        except OSError as error:
            raise InvalidSecret(
                f"the key file {path} cannot be read: {error.strerror}",
                hint=f"check the path and its permissions: ls -l {path}",
            ) from None
        return cls._create(path)

    @classmethod
    def _create(cls, path: Path) -> Secret:
        # Hexadecimal, so that `strip` above can never take a byte of the key away. Written whole under a name of
        # its own and then linked: of two processes that start together, both read the key of the first.
        value = secrets.token_hex(32).encode()
        partial = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        try:
            try:
                descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(value + b"\n")
                os.link(partial, path)
            except FileExistsError:
                return cls.from_file(path)
            finally:
                partial.unlink(missing_ok=True)
        except OSError as error:
            raise InvalidSecret(
                f"the key file {path} cannot be created: {error.strerror}",
                hint="name a file in a folder that you may write to",
            ) from None
        return cls(value)

    def subkey(self, *purpose: bytes) -> bytes:
        """Derive a 32-byte key for one purpose; keys of different purposes tell nothing about each other."""
        message = b"".join([_LENGTH(len(part)) + part for part in purpose])
        return self._keyed.digest(b"dp-gateway/subkey/v1" + message)

    def __repr__(self) -> str:
        return "Secret(…)"


def check_key(given: object) -> None:
    """Refuse what is no key, and no None either. Raises ConfigurationError."""
    check_argument("key", given, Secret, type(None), hint='write key=Secret.from_file("secret.key")')
