"""What an evaluation leaves in its folder: one JSON file, rewritten after every row, and a table beside it."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dp_gateway.errors import InputError
from dp_gateway.evaluation.row import Figure, Row, from_json

__all__ = ["Facts", "known_rows", "to_csv", "to_json", "write", "write_rows"]

_JSON, _CSV = "frontier.json", "frontier.csv"


@dataclass(frozen=True, slots=True)
class Facts:
    """What all rows of a page have in common.

    Attributes:
        command: prints these figures again.
        version: of the package.
        index: name and content hash of the vocabulary.
        data: what the figures were measured on, in words.
        documents, words: to protect, and content words in them.
        seed: of sample and draws.
        keep_stopwords: whether public stopwords were left in clear, under every mechanism.
        untouched: metrics of the texts as they are.
        notes: what was left out, in words.
        levels: certified epsilons to choose at.
    """

    command: str
    version: str
    index: str
    data: str
    documents: int
    words: int
    seed: int
    keep_stopwords: bool
    untouched: Mapping[str, Figure]
    notes: tuple[str, ...]
    levels: tuple[float, ...]


def to_json(facts: Facts, rows: Sequence[Row]) -> dict[str, Any]:
    """JSON-ready; infinite is the string "inf"."""
    return {
        "command": facts.command,
        "version": facts.version,
        "index": facts.index,
        "data": facts.data,
        "documents": facts.documents,
        "words": facts.words,
        "seed": facts.seed,
        "keep_stopwords": facts.keep_stopwords,
        "untouched": {name: figure._asdict() for name, figure in facts.untouched.items()},
        "notes": list(facts.notes),
        "rows": [row.to_json() for row in rows],
    }


def to_csv(rows: Sequence[Row]) -> str:
    """One line a setting; without intervals, which are in the JSON file."""
    listed = [row.to_json() for row in rows]
    nested = ("attacks", "metrics", "skipped")
    flat = [
        {key: value for key, value in row.items() if key not in nested}
        | {name: figure["value"] for name, figure in row["attacks"].items()}
        for row in listed
    ]
    columns = list(dict.fromkeys(key for row in flat for key in row))
    buffer = io.StringIO()
    table = csv.DictWriter(buffer, columns, lineterminator="\n")
    table.writeheader()
    table.writerows(flat)
    return buffer.getvalue()


def known_rows(folder: Path) -> list[Row]:
    """The rows that an earlier run left; none where there is no such file, or it cannot be read."""
    try:
        listed = json.loads((folder / _JSON).read_text(encoding="utf-8"))["rows"]
        return [from_json(row) for row in listed]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        # Figures can always be computed again.
        return []


def write_rows(folder: Path, rows: Sequence[Row], facts: Facts) -> None:
    """Write the JSON file and the table.

    Raises:
        InputError: the folder cannot be written to.
    """
    write(folder / _JSON, json.dumps(to_json(facts, rows), indent=1) + "\n")
    write(folder / _CSV, to_csv(rows))


def write(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; an interrupted run leaves the file of before.

    Raises:
        InputError: the folder cannot be written to.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content.encode() if isinstance(content, str) else content)
        partial.replace(path)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror}", hint="name a folder that you may write to: --out DIR"
        ) from None
