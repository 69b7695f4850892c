"""An opened lexicon: phrases by type, names and words in pools; memory-mapped, each part when it is first used."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import EmbedderError, IndexCorrupt, IndexMissing, IndexVersion, VocabularyError
from dp_gateway.text import decode, hash_word
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.embedders import Embedder, compared, resolve
from dp_gateway.vocabulary.index import Index, home
from dp_gateway.vocabulary.lexicon.agreeing import agreeing_pools
from dp_gateway.vocabulary.lexicon.data import CODES, Source, read_native
from dp_gateway.vocabulary.lexicon.firms import ACRONYM, SHORT, acronyms, short_firms
from dp_gateway.vocabulary.placement import nearest_to
from dp_gateway.vocabulary.store import FORMAT, ArrayStore

_AT_ONCE = 256
"""Phrases that are placed by one product of matrices, which holds so many rows of the lexicon's length."""

_REMEMBERED = 1 << 16
_Shared = TypeVar("_Shared")


def default_lexicon_path() -> Path:
    """Return where the default lexicon lives."""
    return home() / "lexicon"


class Pool(Sequence[str]):
    """A plain list of public names or words; `in` folds its argument.

    Args:
        entries: in the order in which they are drawn from.
    """

    def __init__(self, entries: list[str]) -> None:
        self._entries = entries

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(map(fold, self._entries))

    def __contains__(self, item: object) -> bool:
        return isinstance(item, str) and fold(item) in self._folded

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self._entries[index]


@cache
def native_pool(code: str, name: str) -> Pool:
    """Open a plain list of another language than English; no lexicon of a user changes it. Raises VocabularyError where
    there is none of that name.
    """
    if code in CODES:
        if name in read_native(code):
            return Pool(read_native(code)[name].entries)
        if name == SHORT:
            return Pool(short_firms(code))
        if name.startswith(ACRONYM):
            return Pool(acronyms(name))
        if name in agreeing_pools(code):
            return Pool(list(agreeing_pools(code)[name]))
    raise VocabularyError(f"there is no pool {name} of the language {code}", hint="use the policy mask")


class Lexicon:
    """An opened lexicon.

    Args:
        path: its folder; the default lexicon where None.

    Attributes:
        types: entity types with phrases and vectors.
        pools: names of the plain lists.
        sources: where the phrases come from, and under which licence.

    Raises:
        IndexMissing, IndexVersion, IndexCorrupt: see `errors`.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = Path(path) if path else default_lexicon_path()
        rebuild = "dp-gateway lexicon build --force"
        try:
            self.meta: dict[str, Any] = json.loads((self.path / "manifest.json").read_text())
            version = self.meta["format"]
        except FileNotFoundError:
            raise IndexMissing(f"there is no lexicon at {self.path}", hint="dp-gateway lexicon build") from None
        except (OSError, ValueError, KeyError, TypeError):
            raise IndexCorrupt(f"the lexicon at {self.path} is damaged", hint=rebuild) from None
        if version != FORMAT:
            raise IndexVersion(
                f"the lexicon at {self.path} has format {version}; this version reads format {FORMAT}", hint=rebuild
            )
        self.types: tuple[str, ...] = tuple(self.meta["types"])
        self.pools: tuple[str, ...] = tuple(self.meta["pools"])
        # A lexicon of an earlier version does not say.
        self.sources: tuple[Source, ...] = tuple(Source(**source) for source in self.meta.get("sources", ()))
        self._indexes: dict[str, Index] = {}
        self._pools: dict[str, Pool] = {}
        self._spellings: dict[str, tuple[NDArray[Any], NDArray[Any], NDArray[Any]]] = {}
        # Phrases placed so far, as hashes: no phrase of a user stays in memory.
        self._placed: dict[tuple[str, int], int] = {}
        self._shared: dict[str, Any] = {}
        self._lock = threading.Lock()

    def index(self, type: str) -> Index:  # noqa: A002 - the field's word
        """Return the phrases of a type as an index; every mechanism runs on it.

        Raises:
            VocabularyError: the lexicon has no phrases of this type.
        """
        if type not in self._indexes:
            if type not in self.types:
                raise VocabularyError(
                    f"the lexicon has no phrases of type {type}", hint=f"dp-gateway lexicon add {type} FILE"
                )
            self._indexes[type] = Index(self.path / "types" / type)
        return self._indexes[type]

    def shared(self, name: str, make: Callable[[Lexicon], _Shared]) -> _Shared:
        """Return what `make` returns for this lexicon: made once, for all policies, for as long as the lexicon is
        open.
        """
        if name not in self._shared:
            self._shared.setdefault(name, make(self))
        return self._shared[name]

    def clusters(self, type: str) -> NDArray[np.int64] | None:  # noqa: A002
        """Return the cluster of each phrase, shape (n,); None where the phrases did not come with clusters."""
        store = ArrayStore(self.index(type).path)
        return store.array("clusters") if "clusters" in store.names else None

    def pool(self, name: str) -> Pool:
        """Open a plain list by its name; "de/SURNAME" is the list of German family names.

        Raises:
            VocabularyError: there is none of that name.
        """
        code, native, of_language = name.partition("/")
        if native:
            return native_pool(code, of_language)
        if name not in self._pools:
            file = self.path / "pools" / f"{name}.txt"
            if name not in self.pools or not file.exists():
                raise VocabularyError(f"the lexicon has no pool {name}", hint="dp-gateway lexicon build --force")
            self._pools[name] = Pool(file.read_text(encoding="utf-8").split("\n"))
        return self._pools[name]

    def spelling(self, type: str, entry: int) -> str:  # noqa: A002
        """Return the phrase of an entry as it is usually written."""
        codes, starts, lengths = self._spelling_arrays(type)
        start = int(starts[entry])
        return decode(codes[start : start + int(lengths[entry])])

    def spellings(self, type: str) -> Iterator[str]:  # noqa: A002
        """Yield all phrases of a type as they are usually written, in the order of their entries."""
        codes, starts, lengths = self._spelling_arrays(type)
        # All at once: one call for each of the thousands takes five times as long.
        text = decode(codes)
        for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
            yield text[start : start + length]

    def _spelling_arrays(self, name: str) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        if name not in self._spellings:
            store = ArrayStore(self.index(name).path)
            arrays = (store.array("spellings"), store.array("spelling_starts"), store.array("spelling_lengths"))
            self._spellings[name] = arrays
        return self._spellings[name]

    def find(self, type: str, phrase: str) -> int | None:  # noqa: A002
        """Find the entry of a phrase or of another name of it, letter case aside; None where it is absent."""
        index = self.index(type)
        wanted = np.uint64(_phrase_hash(phrase))
        for hashes, entries in (index.hashes, index.placed):
            at = hashes.searchsorted(wanted)
            if at < len(hashes) and hashes[at] == wanted:
                return int(entries[at])
        return None

    def place(self, type: str, phrases: Sequence[str]) -> NDArray[np.int64]:  # noqa: A002
        """Find the entry of each phrase, shape (len(phrases),): its own, else the nearest by the local embedder.

        Raises:
            EmbedderError: the lexicon's embedder is remote, and a phrase is not in the lexicon: asking would leak it.
        """
        entries = np.empty(len(phrases), np.int64)
        unknown: list[int] = []
        for place, phrase in enumerate(phrases):
            known = self.find(type, phrase)
            if known is None:
                known = self._placed.get((type, _phrase_hash(phrase)))
            if known is None:
                unknown.append(place)
            else:
                entries[place] = known
        if unknown:
            wanted = [phrases[place] for place in unknown]
            placed = self._nearest(type, wanted)
            entries[unknown] = placed
            self._remember(type, wanted, placed.tolist())
        return entries

    def _remember(self, name: str, phrases: list[str], entries: list[int]) -> None:
        with self._lock:
            if len(self._placed) > _REMEMBERED:
                self._placed = {}
            for phrase, entry in zip(phrases, entries, strict=True):
                self._placed[name, _phrase_hash(phrase)] = entry

    def _nearest(self, name: str, phrases: list[str]) -> NDArray[np.int64]:
        index = self.index(name)
        raw = self._embedder.embed(phrases)
        missing: Any = ~np.isfinite(raw).all(axis=1)
        raw[missing] = 0
        points = np.rint(compared(np.where(missing[:, None], np.float32(0), raw), self._embedder) * index.scale)
        half_norms = index.squared_norms / 2
        parts = (points[start : start + _AT_ONCE] for start in range(0, len(points), _AT_ONCE))
        placed = np.concatenate([nearest_to(part, index.vectors, half_norms) for part in parts])
        for row in np.flatnonzero(missing).tolist():
            placed[row] = _phrase_hash(phrases[row]) % index.size
        return placed

    @cached_property
    def _embedder(self) -> Embedder:
        if not self.meta["local"]:
            raise EmbedderError(
                "a phrase is not in the lexicon, and the lexicon's embedder is remote: asking it would leak the phrase",
                hint="rebuild with a local embedder: dp-gateway lexicon build --embedder wordllama --force",
            )
        return resolve(self.meta["specification"])

    def verify(self) -> Iterator[str]:
        """Check the SHA-256 of every stored array, and yield the name of each type that passed.

        Raises:
            IndexCorrupt: something was changed.
        """
        for name in self.types:
            self.index(name).verify()
            yield name

    @property
    def bytes_on_disk(self) -> int:
        """The bytes that all stored arrays take on disk, without the tables derived from them."""
        files = (file for file in self.path.rglob("*") if file.is_file() and "derived" not in file.parts)
        return sum(file.stat().st_size for file in files)


def _phrase_hash(phrase: str) -> int:
    return hash_word(" ".join(phrase.split()))
