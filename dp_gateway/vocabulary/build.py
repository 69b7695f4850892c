"""Building an index: embed the vocabulary, round the vectors, find exact neighbours and densities. `dp-gateway index
build` calls it, and whoever first needs the default index.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import IndexMismatch, VocabularyError
from dp_gateway.text import encode, hash_words
from dp_gateway.vocabulary.embedders import Embedder, compared
from dp_gateway.vocabulary.index import Index, squares_to_levels
from dp_gateway.vocabulary.placement import nearest_entries
from dp_gateway.vocabulary.store import create, temporary_folder, write_store
from dp_gateway.vocabulary.words import WordList, frequent_words, piece_texts, word_frequencies

NEIGHBOURS = 512
"""Length of the stored neighbour lists: what StairText needs at epsilon 6 to spend its boost on near words."""

DENSITY_NEIGHBOUR = 20
"""DynText's K: gamma is the mean distance to the K-th nearest entry (itself included)."""

_LARGEST_NORM = 2040
"""Norm of the longest vector in integer units: twice that, squared, stays below 2^24 with room for rounding."""

_ROWS = 4096

_BLOCK = 256
"""Rows of distances that are in memory at once, 30 MB for the default vocabulary."""

_LEAST_FREQUENCY = 2e-7
"""Public words at least this frequent are placed when the index is built."""

Report = Callable[[str, int, int], None]
"""Progress: the stage, how much is done, and of how much."""


def silent(stage: str, done: int, total: int) -> None:
    """Show no progress."""
    del stage, done, total


def build_index(
    path: Path,
    words: WordList,
    embedder: Embedder,
    *,
    neighbours: int = NEIGHBOURS,
    force: bool = False,
    report: Report = silent,
) -> Index:
    """Build an index at `path`, or open the one that is there.

    Args:
        path: folder of the index; written under another name and renamed when complete.
        words: the vocabulary; words without a vector are left out, and counted in the index.
        embedder: asked about the public vocabulary and the cl100k tokens, and nothing else.
        neighbours: length of the neighbour lists.
        force: build anew even if there is an index.
        report: called with stage, done, total.

    Raises:
        VocabularyError: fewer than two words have a vector.
        IndexMismatch: an index of another vocabulary or embedder is there, and `force` is not set.
    """
    if not force and (path / "manifest.json").exists():
        return _matching(path, words, embedder)
    with temporary_folder(path, replace=force) as folder:
        _fill(folder, words, embedder, neighbours, report)
    return Index(path)


def _matching(path: Path, words: WordList, embedder: Embedder) -> Index:
    index = Index(path)
    wanted = f"{words.name}/{embedder.name}"
    if index.name != wanted:
        raise IndexMismatch(
            f"the index at {path} is of {index.name}, not of {wanted}",
            hint=f"build it elsewhere with --index, or anew: dp-gateway index build --force --index {path}",
        )
    return index


def _fill(folder: Path, words: WordList, embedder: Embedder, neighbours: int, report: Report) -> None:
    raw = embed_words(words.words, embedder, "embedding words", report)
    found = np.isfinite(raw).all(axis=1) & (raw != 0).any(axis=1)
    kept = [word for word, there in zip(words.words, found.tolist(), strict=True) if there]
    if len(kept) < 2:  # noqa: PLR2004 - one word cannot be replaced by another
        raise VocabularyError(
            f"{len(kept)} of the {len(found)} words of {words.name} have a vector in {embedder.name}",
            hint="choose another embedder, or a word list that fits it: dp-gateway index build --help",
        )
    meta, arrays = geometry(folder, words.name, raw[found], embedder, neighbours, report)
    meta["words_without_vector"] = len(words.words) - len(kept)
    arrays |= word_arrays(kept) | {"frequencies": word_frequencies(kept)}
    arrays["pieces"] = _piece_vectors(embedder, meta["scale"], report)
    arrays |= _placed_public_words(arrays, report)
    report("writing", 0, 1)
    write_store(folder, meta, arrays)
    report("writing", 1, 1)


def embed_words(texts: list[str], embedder: Embedder, stage: str, report: Report) -> NDArray[np.float32]:
    """Make the raw vectors of texts, shape (len(texts), d), with progress."""
    done = 0

    def progress(count: int) -> None:
        nonlocal done
        done += count
        report(stage, done, len(texts))

    return embedder.embed(texts, progress=progress)


def geometry(
    folder: Path, name: str, raw: NDArray[np.float32], embedder: Embedder, neighbours: int, report: Report
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return what a store says about its vectors, and the arrays made of them: integer vectors, neighbours, densities.

    Args:
        folder: where the large arrays are filled piece by piece.
        name: the vocabulary's.
        raw: (n, d) the embedder's vectors, finite and not zero.
        embedder, neighbours, report: as in `build_index`.
    """
    exact = compared(raw, embedder)
    scale = _LARGEST_NORM / float(np.linalg.norm(exact, axis=1).max())
    vectors = np.rint(exact * scale).astype(np.float32)
    size, count = len(vectors), min(neighbours, len(vectors))
    ids = create(folder, "neighbours", (size, count), "<u2" if size <= 1 << 16 else "<u4")
    levels = create(folder, "levels", (size, count), "<u2")
    gamma, density = find_neighbours(vectors, ids, levels, report)
    meta = {
        "vocabulary": name,
        "embedder": embedder.name,
        "words": size,
        "dimensions": vectors.shape[1],
        "neighbours": count,
        "scale": scale,
        "gamma": gamma,
    }
    return meta, {"vectors": vectors, "neighbours": ids, "levels": levels, "density": density}


def _piece_vectors(embedder: Embedder, scale: float, report: Report) -> NDArray[np.int16]:
    texts = piece_texts()
    distinct = sorted({text for text in texts if text})
    vectors = embed_words(distinct, embedder, "embedding tokens", report)
    place = {text: row for row, text in enumerate(distinct)}
    table = np.zeros((len(texts), vectors.shape[1]), np.int16)
    tokens = np.array([token for token, text in enumerate(texts) if text])
    rows = np.array([place[text] for text in texts if text])
    for start in range(0, len(tokens), _ROWS):
        part = compared(vectors[rows[start : start + _ROWS]], embedder) * scale
        limited = np.clip(np.nan_to_num(part), -32000, 32000)
        table[tokens[start : start + _ROWS]] = np.rint(limited).astype(np.int16)
    return table


def _placed_public_words(arrays: dict[str, NDArray[Any]], report: Report) -> dict[str, NDArray[Any]]:
    """Place the public words that the vocabulary lacks, so that few words of a user's text are new."""
    words = frequent_words(_LEAST_FREQUENCY)
    hashes = hash_words(words)
    new = np.flatnonzero(~np.isin(hashes, arrays["hashes"]))
    done = 0

    def progress(count: int) -> None:
        nonlocal done
        done += count
        report("placing other words", done, len(new))

    squared_norms = np.einsum("nd,nd->n", arrays["vectors"], arrays["vectors"])
    unknown = [words[place] for place in new.tolist()]
    entries = nearest_entries(unknown, arrays["pieces"], arrays["vectors"], squared_norms, progress)
    order = np.argsort(hashes[new], kind="stable")
    return {"placed_hashes": hashes[new][order], "placed_entries": entries[order]}


def word_arrays(words: list[str]) -> dict[str, NDArray[Any]]:
    """Return folded words as arrays: their code points, where each one is, and their hashes in ascending order."""
    lengths = np.array([len(word) for word in words], np.int64)
    hashes = hash_words(words)
    order = np.argsort(hashes, kind="stable")
    return {
        "codes": encode("".join(words)),
        "starts": np.cumsum(lengths) - lengths,
        "lengths": lengths,
        "hashes": hashes[order],
        "hash_entries": order.astype(np.int64),
    }


def find_neighbours(
    vectors: NDArray[np.float32], ids: NDArray[Any], levels: NDArray[Any], report: Report = silent
) -> tuple[int, NDArray[np.int64]]:
    """Compute exact neighbour lists and densities.

    Args:
        vectors: (n, d) integer-valued.
        ids, levels: (n, K) filled with neighbours and their distance levels.
        report: progress.

    Returns:
        Gamma in levels, and for each entry the number of entries within it, shape (n,).
    """
    total, count = ids.shape
    norms = np.einsum("nd,nd->n", vectors, vectors)
    for start in range(0, total, _BLOCK):
        squares = _squares(vectors, norms, slice(start, start + _BLOCK))
        # All that are as near as the last one kept, so that ties at the end of a list are broken by entry.
        furthest = np.partition(squares, count - 1, axis=1)[:, count - 1]
        near = np.flatnonzero(squares <= furthest[:, None])
        rows, found = np.divmod(near, total)
        keys = (squares.reshape(-1)[near].astype(np.int64) << 32) | found
        ends = np.cumsum(np.bincount(rows, minlength=len(squares)))
        for row, (begin, end) in enumerate(pairwise([0, *ends.tolist()])):
            nearest = np.sort(keys[begin:end])[:count]
            ids[start + row] = nearest & 0xFFFFFFFF
            levels[start + row] = squares_to_levels((nearest >> 32).astype(np.float32))
        report("finding neighbours", min(start + _BLOCK, total), total)
    gamma = round(float(levels[:, min(DENSITY_NEIGHBOUR, count) - 1].mean()))
    density = (levels <= gamma).sum(axis=1, dtype=np.int64)
    # Only a list that ends within gamma hides further entries; those few rows are counted anew.
    crowded = np.flatnonzero(density == count)
    for start in range(0, len(crowded), _BLOCK):
        rows = crowded[start : start + _BLOCK]
        density[rows] = (squares_to_levels(_squares(vectors, norms, rows)) <= gamma).sum(axis=1)
    return gamma, density


def _squares(vectors: NDArray[np.float32], norms: NDArray[np.float32], rows: Any) -> NDArray[np.float32]:
    """(rows, n) squared distances from some rows to all: whole numbers below 2^24, exact in any order of summation."""
    squares = vectors[rows] @ vectors.T
    squares *= -2
    squares += norms
    squares += norms[rows, None]
    return squares
