"""The index: vocabulary, vectors and exact neighbours, memory-mapped and shared by processes.

Vectors are stored as integers of at most 12 bits and a sign (in float32, with norms below 2^11), so that every
inner product and squared distance is an integer below 2^24: exact in float32 whatever the order of summation, hence
the same on every machine. Distances are counted in *levels*, sixteenths of that integer unit, and fit 16 bits; all
mechanisms see distances at this resolution (1/32,000 of the largest norm), and all certificates are computed at it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import StoreError
from dp_gateway.text import decode
from dp_gateway.vocabulary.store import ArrayStore, temporary_folder, write_store
from dp_gateway.vocabulary.words import STOPWORDS

_Shared = TypeVar("_Shared")

LEVELS_PER_UNIT = 16
LEVELS = 1 << 16
"""Number of distance levels."""


def home() -> Path:
    """Return the folder of stored files: `$DP_GATEWAY_HOME`, else the user's cache folder."""
    if configured := os.environ.get("DP_GATEWAY_HOME"):
        return Path(configured)
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("dp-gateway"))


def default_path() -> Path:
    """Return where the default index (cl100k words, WordLlama vectors) lives."""
    return home() / "english-words-2.wordllama-256"


class Index:
    """An opened index.

    Args:
        path: the folder; the default index where None.

    Attributes:
        size: n, the number of entries.
        scale: integer units per unit of distance.
        content_hash: SHA-256 over everything stored.

    Raises:
        IndexMissing, IndexVersion, IndexCorrupt: see `errors`.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = Path(path) if path else default_path()
        self._store = ArrayStore(self.path)
        meta = self._store.meta
        self.name: str = f"{meta['vocabulary']}/{meta['embedder']}"
        self.meta: Mapping[str, Any] = meta
        self.content_hash = self._store.content_hash
        self.size: int = meta["words"]
        self._shared: dict[str, Any] = {}
        self.scale: float = meta["scale"]

    # The vocabulary.

    @cached_property
    def codes(self) -> NDArray[np.uint32]:
        """Code points of all entries, one after the other."""
        return self._store.array("codes")

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """(n,) where each entry begins in `codes`."""
        return self._store.array("starts")

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """(n,) code points of each entry."""
        return self._store.array("lengths")

    @cached_property
    def hashes(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Hashes of the entries, ascending, and the entry of each."""
        return self._store.array("hashes"), self._store.array("hash_entries")

    @cached_property
    def placed(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Hashes of public words outside the vocabulary, ascending, and the entry that each is mapped to."""
        return self._store.array("placed_hashes"), self._store.array("placed_entries")

    def word(self, entry: int) -> str:
        """Return the word of an entry, in small letters as the vocabulary has it."""
        start = int(self.starts[entry])
        return decode(self.codes[start : start + int(self.lengths[entry])])

    @cached_property
    def words(self) -> list[str]:
        """All (folded) words, by entry."""
        text = decode(self.codes)
        ends = self.starts + self.lengths
        return [text[start:end] for start, end in zip(self.starts.tolist(), ends.tolist(), strict=True)]

    @cached_property
    def frequencies(self) -> NDArray[np.float64]:
        """(n,) public relative frequency of each word."""
        return self._store.array("frequencies")

    @cached_property
    def is_stopword(self) -> NDArray[np.bool_]:
        """(n,) which entries are public stopwords."""
        return np.array([word in STOPWORDS for word in self.words])

    @cached_property
    def content_prior(self) -> NDArray[np.float64]:
        """(n,) the public word prior over content words: frequencies with stopwords left out, summing to 1."""
        prior = np.where(self.is_stopword, 0.0, self.frequencies)
        return prior / prior.sum() if prior.sum() else np.full(self.size, 1 / self.size)

    # The geometry.

    @cached_property
    def vectors(self) -> NDArray[np.float32]:
        """(n, d) integer-valued vectors."""
        return self._store.array("vectors")

    @cached_property
    def squared_norms(self) -> NDArray[np.float32]:
        """(n,) squared norms of `vectors`, exact."""
        return np.einsum("nd,nd->n", self.vectors, self.vectors)

    @cached_property
    def neighbours(self) -> NDArray[np.integer[Any]]:
        """(n, K) the nearest entries of each entry, itself among them, nearest first (ties by entry)."""
        return self._store.array("neighbours")

    @cached_property
    def neighbour_levels(self) -> NDArray[np.uint16]:
        """(n, K) their distances in levels."""
        return self._store.array("levels")

    @cached_property
    def density(self) -> NDArray[np.int64]:
        """(n,) number of entries within `meta["gamma"]` levels of each entry, itself included (DynText, Eq. 3)."""
        return self._store.array("density")

    @cached_property
    def pieces(self) -> NDArray[np.int16]:
        """(tokens, d) vectors of the cl100k tokens in the same units; zero where there is none."""
        return self._store.array("pieces")

    def distances(self, levels: NDArray[Any]) -> NDArray[np.float64]:
        """Turn integer levels into distances between the stored vectors; the result has the shape of `levels`."""
        return levels * (1.0 / (LEVELS_PER_UNIT * self.scale))

    @property
    def level_distances(self) -> NDArray[np.float64]:
        """The distance that each level stands for, an array of shape (LEVELS,)."""
        return self.distances(np.arange(LEVELS))

    def cosines(self, entries: NDArray[Any], others: NDArray[Any], levels: NDArray[Any]) -> NDArray[np.float64]:
        """Return the cosine similarity of entries and others that are so many distance levels apart (broadcast
        together).
        """
        squares = self.squared_norms.astype(np.float64)
        mine, theirs = squares[entries], squares[others]
        cosines = levels * (1 / LEVELS_PER_UNIT)
        cosines *= -cosines
        cosines += mine + theirs
        cosines /= 2 * np.sqrt(mine * theirs)
        return cosines

    def levels_from(self, entries: NDArray[Any], others: NDArray[Any] | slice = slice(None)) -> NDArray[np.uint16]:
        """Return the exact distance levels from m entries to k others, by default to all n: an array of shape
        (m, k).
        """
        products = self.vectors[entries] @ self.vectors[others].T
        products *= -2
        products += self.squared_norms[entries, None]
        products += self.squared_norms[others]
        return squares_to_levels(products)

    def levels_between(self, entries: NDArray[Any], others: NDArray[Any]) -> NDArray[np.uint16]:
        """Return the distance levels of m pairs of entries, an array of shape (m,)."""
        difference = self.vectors[entries] - self.vectors[others]
        return squares_to_levels(np.einsum("md,md->m", difference, difference))

    # What others work out once from the vocabulary.

    def shared(self, name: str, make: Callable[[Index], _Shared]) -> _Shared:
        """Call `make` once for as long as the index is open, and return what it made: mechanisms share tables so."""
        if name not in self._shared:
            self._shared.setdefault(name, make(self))
        return self._shared[name]

    def derived(self, name: str, compute: Callable[[], Mapping[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
        """Return arrays that depend on the index alone: read from its folder, or computed and stored there.

        A folder that cannot be written is no error: the arrays are then computed each time.
        """
        folder = self.path / "derived" / name
        meta = {"index": self.content_hash}
        try:
            store = ArrayStore(folder)
            if store.meta.get("index") == self.content_hash:
                return {key: store.array(key) for key in store.names}
        except StoreError:
            # Derived tables can always be made again: a damaged one is replaced, never used.
            shutil.rmtree(folder, ignore_errors=True)
        arrays = dict(compute())
        try:
            with temporary_folder(folder) as partial:
                write_store(partial, meta, arrays)
        except OSError:
            pass
        return arrays

    def verify(self) -> list[str]:
        """Check the SHA-256 of everything stored, and return the names of the arrays that were checked.

        Raises:
            IndexCorrupt: something was changed.
        """
        return list(self._store.verify())

    @property
    def bytes_on_disk(self) -> int:
        """The bytes that the stored arrays take on disk."""
        return self._store.size


def squares_to_levels(squares: NDArray[np.float32]) -> NDArray[np.uint16]:
    """Turn squared distances (exact integers in float32; changed in place) into levels; roots are correctly rounded."""
    np.sqrt(squares, out=squares)
    squares *= LEVELS_PER_UNIT
    np.rint(squares, out=squares)
    return squares.astype(np.uint16)
