"""The default index: cl100k words with WordLlama vectors, built on first use."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

from dp_gateway.errors import StoreError
from dp_gateway.vocabulary.build import Report, build_index, silent
from dp_gateway.vocabulary.index import Index, default_path

__all__ = ["default_index"]


def default_index(report: Report = silent) -> Index:
    """Open the default index; where there is none yet, say so and build it (once, less than a minute).

    Raises:
        StoreError: an index is there and cannot be used, or the folder cannot be written.
    """
    path = default_path()
    if not (path / "manifest.json").exists():
        if report is silent:
            sys.stderr.write(f"dp-gateway: building the default index in {path} (once, less than a minute)\n")
        build_default(path, report)
    return _opened(path, (path / "manifest.json").stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _opened(path: Path, written: int) -> Index:
    """One open index for all that use it, so that they share what is filled on use."""
    del written
    return Index(path)


def build_default(path: Path, report: Report = silent, *, neighbours: int | None = None, force: bool = False) -> Index:
    """Build the default vocabulary with the default embedder at `path`."""
    from dp_gateway.vocabulary.embedders.wordllama import WordLlamaEmbedder
    from dp_gateway.vocabulary.words import cl100k_words

    options = {} if neighbours is None else {"neighbours": neighbours}
    try:
        return build_index(path, cl100k_words(), WordLlamaEmbedder(), force=force, report=report, **options)
    except OSError as error:
        raise StoreError(
            f"the index cannot be written to {path}: {error.strerror}",
            hint="set DP_GATEWAY_HOME to a folder that you may write to",
        ) from error
