"""A table from 64-bit hashes to numbers: open addressing, probed for many hashes at once.

Hashes have their home slot by their highest bits and stand in ascending order, each in the first free slot from its
home on. So the table is made without a loop, and a probe ends at the first slot that holds no smaller hash. A binary
search in as many hashes misses the cache again and again; this one asks for one line of it, rarely two.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["HashTable"]

_SPARE = 3
"""Slots per hash, at least: fewer make probes longer, more make the table larger than the cache."""

_FREE = np.uint64(2**64 - 1)


class HashTable:
    """Finds the values of hashes.

    Args:
        hashes: (m,) uniform; of equal ones the first counts.
        values: (m,) int32.
        missing: what every other hash has.
    """

    def __init__(self, hashes: NDArray[np.uint64], values: NDArray[np.int32], *, missing: int) -> None:
        bits = max(_SPARE * len(hashes), 2).bit_length()
        self._shift, self._missing = np.uint64(64 - bits), missing
        # The order of arrays laid end to end, each ascending, which a stable sort merges.
        order = np.argsort(hashes, kind="stable")
        ascending = hashes[order]
        counted = np.arange(len(hashes))
        slots = np.maximum.accumulate((ascending >> self._shift).view(np.int64) - counted) + counted
        # Behind the last slot one stays free, where every probe ends.
        size = max(1 << bits, int(slots[-1]) + 1 if len(slots) else 0) + 1
        self._hashes = np.full(size, _FREE)
        self._values = np.full(size, missing, np.int32)
        self._hashes[slots] = ascending
        self._values[slots] = values[order]

    def find(self, hashes: NDArray[np.uint64]) -> NDArray[np.int32]:
        """The value of each hash, same shape."""
        slots = (hashes >> self._shift).view(np.int64)
        found = self._hashes.take(slots)
        further = (found < hashes).nonzero()[0]
        while len(further):
            slots[further] += 1
            found[further] = self._hashes[slots[further]]
            further = further[found[further] < hashes[further]]
        values = self._values.take(slots)
        values[found != hashes] = self._missing
        return values
