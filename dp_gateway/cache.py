"""The one bounded cache of this package: what was worked out lately, so that nobody pays for it again.

A chat sends its history with every turn. Detection keeps the spans, the languages and the structure of texts, which
hold nothing of a text; the surrogates keep how an entity is read and what is drawn for it in a scope, in clear, in the
memory of this process alone; the server keeps a few whole requests.
"""

from __future__ import annotations

import hashlib
import marshal
import math
import os
from collections.abc import Callable, Generator, Iterable, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar
from weakref import WeakSet

_Kept = TypeVar("_Kept")
Scope = hashlib.blake2b
"""A hash that has a scope in it already."""

_LONG = 256
"""Characters of a part of a name from which on its hash stands for it."""

_MOST = 4096
"""Of a generation; a date with all its forms takes about 13 kB, a name less than one."""


class Memory:
    """A bounded store under keyed BLAKE2b hashes (a fresh key each), least recently used first out.

    Safe for threads and forks without a lock: what is asked for goes to a young generation, and when that is full the
    old one is dropped. Each step is one operation of a dict; a thread that comes between loses an entry at worst.
    `most`: entries of a generation. `members`: so many members of a collection count as one entry more; however many
    count as none by default.
    """

    def __init__(self, most: int = _MOST, members: float = math.inf) -> None:
        self._most, self._members = most, members
        self.renew()
        _memories.add(self)

    def renew(self) -> None:
        """Forget everything, and take a fresh key."""
        self._hash = hashlib.blake2b(key=os.urandom(32), digest_size=16)
        self._young: dict[bytes, Any] = {}
        self._old: dict[bytes, Any] = {}
        self._weight = 0

    def within(self, scope: bytes) -> Scope:
        """Make the hash with which the names of one scope begin; scopes have the same length."""
        hashed = self._hash.copy()
        hashed.update(scope)
        return hashed

    def recall(self, make: Callable[[], _Kept], *name: str, within: Scope | None = None) -> _Kept:
        """Return what is kept under a name, else what `make` gives (never None), kept from now on."""
        # `key` and `find` written out: a request asks some dozens of times.
        hashed = (within or self._hash).copy()
        hashed.update(_written(name))
        key = hashed.digest()
        kept = self._young.get(key)
        if kept is None:
            kept = self._old.get(key)
            if kept is None:
                kept = make()
            self.keep(key, kept)
        return kept

    def key(self, name: tuple[str | bytes, ...], within: Scope | None = None) -> bytes:
        """Hash a name as `find` and `keep` know it, for what takes too long to be made in between."""
        hashed = (within or self._hash).copy()
        hashed.update(_written(name))
        return hashed.digest()

    def find(self, key: bytes) -> Any:
        """Return what is kept under a key, which from now on is young again; None for nothing."""
        kept = self._young.get(key)
        if kept is None and (kept := self._old.get(key)) is not None:
            self.keep(key, kept)
        return kept

    def keep(self, key: bytes, kept: object) -> None:
        """Keep something (never None) under a key."""
        if len(self._young) + self._weight >= self._most:
            self._old, self._young, self._weight = self._young, {}, 0
        if isinstance(kept, Sized) and key not in self._young:
            self._weight += int(len(kept) / self._members)
        self._young[key] = kept

    def __len__(self) -> int:
        return len(self._young) + len(self._old)


@contextmanager
def hashed_once() -> Generator[None]:
    """Hash a long text once inside the block, under however many names it stands, and keep what `once` makes of a text;
    outside, nothing is remembered for that. A block inside of another one is part of it.

    Detection opens it for its texts, and so does whoever takes a long request from its bytes to its bytes: each of a
    dozen memories asks for each text, and a text and its plain reading have most lines in common.
    """
    if _made.get() is not None:
        yield
        return
    hashes, made = _hashes.set({}), _made.set({})
    try:
        yield
    finally:
        _made.reset(made)
        _hashes.reset(hashes)


_hashes: ContextVar[dict[str, bytes] | None] = ContextVar("hashes", default=None)
_made: ContextVar[dict[tuple[object, str], Any] | None] = ContextVar("made", default=None)


def once(make: Callable[[str], _Kept], text: str) -> _Kept:
    """Return what `make` gives for a text; inside `hashed_once` what it gave for it before."""
    made = _made.get()
    if made is None:
        return make(text)
    name = make, text
    if name not in made:
        made[name] = make(text)
    return made[name]


def once_each(make: Callable[[list[str]], Iterable[_Kept]], texts: list[str]) -> list[_Kept]:
    """Do as `once` does for different texts; `make` is given those that it was not given before, and tells each by
    itself.
    """
    made = _made.get()
    if made is None:
        return list(make(texts))
    if missing := [text for text in texts if (make, text) not in made]:
        made |= zip([(make, text) for text in missing], make(missing), strict=True)
    return [made[make, text] for text in texts]


def _written(name: tuple[str | bytes, ...]) -> bytes:
    """The parts of a name with type and length, so that no two lists of them collide."""
    for part in name:
        if len(part) > _LONG:
            known = _hashes.get()
            # Written out: a list takes half the time of a generator, and long requests ask a thousand times.
            name = tuple([_hash_of(one, known) if len(one) > _LONG and isinstance(one, str) else one for one in name])
            break
    try:
        return marshal.dumps(name, 2)  # from version 3 on, references depend on more than the value
    except ValueError:  # a subclass of str, such as the text of a column
        return marshal.dumps(tuple(part if isinstance(part, bytes) else str(part) for part in name), 2)


def _hash_of(text: str, known: dict[str, bytes] | None) -> bytes:
    """A hash of a long text, which is hashed once more, under a key."""
    found = None if known is None else known.get(text)
    if found is None:
        found = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=32).digest()
        if known is not None:
            known[text] = found
    return found


_memories: WeakSet[Memory] = WeakSet()


def _renew_all() -> None:
    for memory in list(_memories):
        memory.renew()


# A forked worker has keys of its own: the hashes in one then say nothing about those in another.
os.register_at_fork(after_in_child=_renew_all)
