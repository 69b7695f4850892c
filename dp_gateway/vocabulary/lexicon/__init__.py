"""The lexicon: public phrases by entity type, with vectors, and pools of names; built once, memory-mapped."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from dp_gateway.vocabulary.build import Report, silent
from dp_gateway.vocabulary.lexicon.opened import Lexicon, Pool, default_lexicon_path
from dp_gateway.vocabulary.opening import open_or_build

__all__ = ["Lexicon", "Pool", "default_lexicon"]


def default_lexicon(report: Report = silent) -> Lexicon:
    """Open the default lexicon; where there is none yet, say so and build it (once, less than a minute).

    Args:
        report: is told of the progress of a build.

    Raises:
        StoreError: a lexicon is there and cannot be used, or the folder cannot be written.
    """
    path = default_lexicon_path()
    return open_or_build("lexicon", path, partial(_build, path, report), Lexicon)


def _build(path: Path, report: Report) -> None:
    from dp_gateway.vocabulary.embedders import resolve
    from dp_gateway.vocabulary.lexicon.build import build_lexicon
    from dp_gateway.vocabulary.lexicon.data import read_data

    build_lexicon(path, read_data(), resolve("wordllama"), "wordllama", report=report)
