"""The default index: cl100k words with WordLlama vectors, built on first use."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from dp_gateway.vocabulary.build import Report, build_index, silent
from dp_gateway.vocabulary.index import Index, default_path
from dp_gateway.vocabulary.opening import open_or_build

__all__ = ["default_index"]


def default_index(report: Report = silent) -> Index:
    """Open the default index; where there is none yet, say so and build it (once, less than a minute).

    Raises:
        StoreError: an index is there and cannot be used, or the folder cannot be written.
    """
    path = default_path()
    return open_or_build("index", path, partial(_build, path, report), Index, report)


def _build(path: Path, report: Report) -> None:
    from dp_gateway.vocabulary.embedders.wordllama import WordLlamaEmbedder
    from dp_gateway.vocabulary.words import cl100k_words

    build_index(path, cl100k_words(), WordLlamaEmbedder(), report=report)
