"""Words in order of distance, kept for those words that are asked about: fast exact draws for random radii.

For each word that was drawn from, the histogram of all distances on a public grid, and the first words in that
order. A draw first finds the distance, exactly, from the histogram; the word is then one of equals.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dp_gateway.vocabulary.index import Index

__all__ = ["Ranking"]

_LISTED = 4096
"""Words kept in order for each word: what a ball of RanText holds on a wide vocabulary, several times over."""

_BATCH = 64


class Ranking:
    """Distance histograms and ordered lists, filled on first use.

    Args:
        index: vocabulary and geometry.
        cells: number of cells of the distance grid.
        cell_of: maps distance levels to cells, elementwise.

    Attributes:
        ends: (n, cells) how many words lie in each cell or nearer; rows are valid once `fill` was asked for them.
        words: (n, listed) the nearest words, by cell; likewise.
    """

    def __init__(self, index: Index, cells: int, cell_of: Callable[[NDArray[np.uint16]], NDArray[np.uint16]]) -> None:
        self._index, self._cells, self._cell_of = index, cells, cell_of
        # Pages that are never written cost no memory.
        kind = np.uint16 if index.size < 1 << 16 else np.uint32
        self.ends = np.empty((index.size, cells), kind)
        self.words = np.empty((index.size, min(_LISTED, index.size)), kind)
        self._filled = np.zeros(index.size, bool)

    def fill(self, entries: NDArray[np.int64]) -> None:
        """Make sure that the rows of these entries are valid."""
        filled = self._filled[entries]
        if filled.all():
            return
        missing = np.unique(entries[~filled])
        for start in range(0, len(missing), _BATCH):
            rows = missing[start : start + _BATCH]
            cells = self._cell_of(self._index.levels_from(rows))
            offsets = cells.astype(np.int64) + self._cells * np.arange(len(rows))[:, None]
            counts = np.bincount(offsets.reshape(-1), minlength=self._cells * len(rows)).reshape(len(rows), -1)
            self.ends[rows] = np.cumsum(counts, axis=1)
            # A stable sort of 16-bit keys is a radix sort.
            order = np.argsort(cells, axis=1, kind="stable")
            self.words[rows] = order[:, : self.words.shape[1]]
            self._filled[rows] = True
