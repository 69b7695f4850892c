"""Lexicons that come with clusters: CluSanT's JSON files, {"0": [phrases], "1": [phrases], ...}."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from dp_gateway.errors import InputError, VocabularyError
from dp_gateway.text.folding import fold

__all__ = ["Clustered", "read_clusters"]

Clustered = tuple[list[str], list[int], int]
"""Phrases, the cluster of each, and how many were left out as duplicates or blanks."""


def read_clusters(path: Path) -> Clustered:
    """Phrases and clusters of a JSON file; of phrases that are the same after folding the first one counts.

    Raises:
        InputError: the file cannot be read.
        VocabularyError: it is no JSON object of lists of phrases.
    """
    try:
        content: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", hint=f"check the path: ls -l {path}") from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        content = None
    groups = list(cast(dict[str, Any], content).values()) if isinstance(content, dict) else []
    if not groups or not all(isinstance(group, list) for group in groups):
        raise VocabularyError(
            f"{path} is no JSON object of lists of phrases", hint='write {"0": ["first phrase", ...], "1": [...]}'
        )
    kept: dict[str, tuple[str, int]] = {}
    seen = 0
    for label, group in enumerate(cast(list[list[object]], groups)):
        for phrase in group:
            seen += 1
            tidy = " ".join(str(phrase).split())
            if tidy:
                kept.setdefault(fold(tidy), (tidy, label))
    return [phrase for phrase, _ in kept.values()], [label for _, label in kept.values()], seen - len(kept)
