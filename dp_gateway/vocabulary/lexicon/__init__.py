"""The lexicon: public phrases by entity type, with vectors, and pools of names; built once, memory-mapped."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

from dp_gateway.errors import StoreError
from dp_gateway.vocabulary.build import Report, silent
from dp_gateway.vocabulary.lexicon.opened import Lexicon, Pool, default_lexicon_path

__all__ = ["Lexicon", "Pool", "default_lexicon"]


def default_lexicon(report: Report = silent) -> Lexicon:
    """Open the default lexicon; where there is none yet, say so and build it (once, seconds).

    Raises:
        StoreError: a lexicon is there and cannot be used, or the folder cannot be written.
    """
    path = default_lexicon_path()
    if not (path / "manifest.json").exists():
        if report is silent:
            sys.stderr.write(f"dp-gateway: building the default lexicon in {path} (once, less than a minute)\n")
        build_default(path, report)
    return _opened(path, (path / "manifest.json").stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _opened(path: Path, written: int) -> Lexicon:
    """One open lexicon for all that use it."""
    del written
    return Lexicon(path)


def build_default(path: Path, report: Report = silent, *, force: bool = False) -> None:
    """Build the embedded phrases with the default embedder."""
    from dp_gateway.vocabulary.embedders import resolve
    from dp_gateway.vocabulary.lexicon.build import build_lexicon
    from dp_gateway.vocabulary.lexicon.data import read_data

    try:
        build_lexicon(path, read_data(), resolve("wordllama"), "wordllama", force=force, report=report)
    except OSError as error:
        raise StoreError(
            f"the lexicon cannot be written to {path}: {error.strerror}",
            hint="set DP_GATEWAY_HOME to a folder that you may write to",
        ) from error
